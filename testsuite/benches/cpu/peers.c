// The kernels of testsuite/cases/cpu_kernels as plain loops, and as OpenCL if WITH_OPENCL is defined.
//
// peers KERNEL SIZE TIMES: for each peer, a line with its name, the processor time of one run in milliseconds (the least
// of TIMES), and eight elements of the result.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef WITH_OPENCL
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#endif

static double now(void) {
  struct timespec at;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &at);
  return at.tv_sec * 1e3 + at.tv_nsec * 1e-6;
}

static void *allocate(size_t bytes) {
  void *memory = NULL;
  if (posix_memalign(&memory, 64, (bytes + 63) / 64 * 64 + 256)) exit(1);
  memset(memory, 0, bytes);
  return memory;
}

static float *filled(size_t n, float low, float step) {
  float *x = allocate(n * sizeof(float));
  for (size_t i = 0; i < n; i++) x[i] = (float)(int)((i * 7) & 1023) * step + low;
  return x;
}

static uint32_t *mixed(size_t n) {
  uint32_t *x = allocate(n * sizeof(uint32_t));
  for (size_t i = 0; i < n; i++) x[i] = ((uint32_t)i * 2654435761u) >> 13;
  return x;
}

// What a kernel reads and writes.
struct work {
  size_t n;                // the size on the command line
  float *in[4];            // inputs; the last one written is `out`
  uint32_t *numbers;       // the input of histograms
  float *out;
  int32_t *bins;
  size_t sizes[4], n_out;  // numbers of elements
};

static void saxpy(struct work *w) {
  const float *restrict x = w->in[0];
  float *restrict y = w->out;
  for (size_t i = 0; i < w->n; i++) y[i] = 0.5f * x[i] + y[i];
}

static void stencil(struct work *w) {
  size_t n = w->n;
  const float *restrict x = w->in[0];
  float *restrict y = w->out;
  for (size_t i = 1; i + 1 < n; i++)
    for (size_t j = 1; j + 1 < n; j++) {
      size_t at = i * n + j;
      y[at] = (x[at] + x[at - n] + x[at + n] + x[at - 1] + x[at + 1]) * 0.2f;
    }
}

static void matmul(struct work *w) {
  size_t n = w->n;
  const float *restrict a = w->in[0], *restrict b = w->in[1];
  float *restrict c = w->out;
  memset(c, 0, n * n * sizeof(float));
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < n; k++) {
      float v = a[i * n + k];
      for (size_t j = 0; j < n; j++) c[i * n + j] += v * b[k * n + j];
    }
}

static void matmul_tiled(struct work *w) {
  size_t n = w->n;
  const float *restrict a = w->in[0], *restrict b = w->in[1];
  float *restrict c = w->out;
  for (size_t bi = 0; bi < n; bi += 16)
    for (size_t bj = 0; bj < n; bj += 16) {
      float sums[16][16] = {{0}};
      for (size_t k = 0; k < n; k += 16) {
        float ta[16][16], tb[16][16];
        for (size_t i = 0; i < 16; i++)
          for (size_t j = 0; j < 16; j++) {
            ta[i][j] = a[(bi + i) * n + k + j];
            tb[i][j] = b[(k + i) * n + bj + j];
          }
        for (size_t i = 0; i < 16; i++)
          for (size_t m = 0; m < 16; m++)
            for (size_t j = 0; j < 16; j++) sums[i][j] += ta[i][m] * tb[m][j];
      }
      for (size_t i = 0; i < 16; i++)
        for (size_t j = 0; j < 16; j++) c[(bi + i) * n + bj + j] = sums[i][j];
    }
}

static void reduction(struct work *w) {
  const float *restrict x = w->in[0];
  for (size_t b = 0; b < w->n / 256; b++) {
    float sums[256];
    memcpy(sums, x + b * 256, sizeof sums);
    for (size_t distance = 128; distance; distance /= 2)
      for (size_t t = 0; t < distance; t++) sums[t] += sums[t + distance];
    w->out[b] = sums[0];
  }
}

static void black_scholes(struct work *w) {
  const float *restrict s = w->in[0], *restrict k = w->in[1], *restrict t = w->in[2];
  float *restrict out = w->out;
  for (size_t i = 0; i < w->n; i++) {
    float width = 0.3f * sqrtf(t[i]);
    float d1 = (logf(s[i] / k[i]) + 0.065f * t[i]) / width;
    float d2 = d1 - width;
    float n1 = (erff(d1 * 0.707106769f) + 1.0f) * 0.5f;
    float n2 = (erff(d2 * 0.707106769f) + 1.0f) * 0.5f;
    out[i] = s[i] * n1 - k[i] * expf(-0.02f * t[i]) * n2;
  }
}

static void histogram_global(struct work *w) {
  for (size_t i = 0; i < w->n; i++) __atomic_fetch_add(&w->bins[w->numbers[i] & 255], 1, __ATOMIC_RELAXED);
}

static void histogram_workgroup(struct work *w) {
  for (size_t b = 0; b < w->n / 16384; b++) {
    int32_t own[256] = {0};
    for (size_t i = 0; i < 16384; i++) own[w->numbers[b * 16384 + i] & 255]++;
    for (size_t t = 0; t < 256; t++) __atomic_fetch_add(&w->bins[t], own[t], __ATOMIC_RELAXED);
  }
}

static void escape_time(struct work *w) {
  size_t n = w->n;
  float step = 3.0f / (float)n;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) {
      float cx = (float)j * step - 2.0f, cy = (float)i * step - 1.5f, x = 0, y = 0;
      int k = 0;
      while (x * x + y * y <= 4.0f && k < 256) {
        float next = x * x - y * y + cx;
        y = x * y * 2.0f + cy;
        x = next;
        k++;
      }
      w->out[i * n + j] = (float)k;
    }
}

static void convolution(struct work *w) {
  const float *restrict images = w->in[0], *restrict filters = w->in[1];
  float *restrict out = w->out;
  for (size_t image = 0; image < w->n; image++)
    for (size_t filter = 0; filter < 64; filter++)
      for (int y = 0; y < 28; y++)
        for (int x = 0; x < 28; x++) {
          float sum = 0;
          for (int ky = 0; ky < 3; ky++)
            for (int kx = 0; kx < 3; kx++) {
              int yy = y + ky - 1, xx = x + kx - 1;
              if ((unsigned)yy < 28 && (unsigned)xx < 28)
                sum += images[image * 784 + yy * 28 + xx] * filters[filter * 9 + ky * 3 + kx];
            }
          out[(image * 64 + filter) * 784 + y * 28 + x] = sum;
        }
}

static void softmax(struct work *w) {
  for (size_t row = 0; row < w->n; row++) {
    const float *restrict x = w->in[0] + row * 1024;
    float *restrict y = w->out + row * 1024;
    float most = -INFINITY, sum = 0;
    for (size_t i = 0; i < 1024; i++) most = fmaxf(most, x[i]);
    for (size_t i = 0; i < 1024; i++) sum += y[i] = expf(x[i] - most);
    for (size_t i = 0; i < 1024; i++) y[i] /= sum;
  }
}

static void layer_norm(struct work *w) {
  for (size_t row = 0; row < w->n; row++) {
    const float *restrict x = w->in[0] + row * 1024;
    float *restrict y = w->out + row * 1024;
    float sum = 0, squares = 0;
    for (size_t i = 0; i < 1024; i++) sum += x[i];
    float mean = sum / 1024;
    for (size_t i = 0; i < 1024; i++) squares += (x[i] - mean) * (x[i] - mean);
    float deviation = sqrtf(squares / 1024 + 1e-5f);
    for (size_t i = 0; i < 1024; i++) y[i] = (x[i] - mean) / deviation;
  }
}

struct kernel {
  const char *name;
  void (*loops)(struct work *);
  int rank;                       // of the grid
  size_t local[2];                // the size of a block
};

static const struct kernel kernels[] = {
    {"saxpy", saxpy, 1, {256, 1}},
    {"stencil", stencil, 2, {256, 1}},
    {"matmul_naive", matmul, 2, {16, 16}},
    {"matmul_tiled", matmul_tiled, 2, {16, 16}},
    {"reduction", reduction, 1, {256, 1}},
    {"black_scholes", black_scholes, 1, {256, 1}},
    {"histogram_global", histogram_global, 1, {256, 1}},
    {"histogram_workgroup", histogram_workgroup, 1, {256, 1}},
    {"escape_time", escape_time, 2, {256, 1}},
    {"convolution", convolution, 2, {28, 28}},
    {"softmax", softmax, 1, {32, 1}},
    {"layer_norm", layer_norm, 1, {32, 1}},
};

static void prepare(const char *name, struct work *w) {
  size_t n = w->n, square = n * n;
  if (!strcmp(name, "saxpy")) {
    w->in[0] = filled(n, 0.5f, 0.001f), w->sizes[0] = n;
    w->out = filled(n, 0.25f, 0.002f), w->n_out = n;
  } else if (!strcmp(name, "stencil")) {
    w->in[0] = filled(square, 0.5f, 0.001f), w->sizes[0] = square;
    w->out = filled(square, 0.25f, 0.002f), w->n_out = square;
  } else if (!strncmp(name, "matmul", 6)) {
    w->in[0] = filled(square, 0.5f, 0.001f), w->sizes[0] = square;
    w->in[1] = filled(square, 0.25f, 0.001f), w->sizes[1] = square;
    w->out = allocate(square * 4), w->n_out = square;
  } else if (!strcmp(name, "reduction")) {
    w->in[0] = filled(n, 0.5f, 0.001f), w->sizes[0] = n;
    w->out = allocate(n / 256 * 4), w->n_out = n / 256;
  } else if (!strcmp(name, "black_scholes")) {
    w->in[0] = filled(n, 5.0f, 0.0244f), w->in[1] = filled(n, 1.0f, 0.0967f), w->in[2] = filled(n, 0.25f, 0.0095f);
    w->sizes[0] = w->sizes[1] = w->sizes[2] = n;
    w->out = allocate(n * 4), w->n_out = n;
  } else if (!strncmp(name, "histogram", 9)) {
    w->numbers = mixed(n), w->sizes[0] = n;
    w->bins = allocate(256 * 4), w->n_out = 256;
  } else if (!strcmp(name, "escape_time")) {
    w->out = allocate(square * 4), w->n_out = square;
  } else if (!strcmp(name, "softmax") || !strcmp(name, "layer_norm")) {
    w->in[0] = filled(n * 1024, 0.5f, 0.001f), w->sizes[0] = n * 1024;
    w->out = allocate(n * 4096), w->n_out = n * 1024;
  } else {
    w->in[0] = filled(n * 784, 0.5f, 0.001f), w->sizes[0] = n * 784;
    w->in[1] = filled(1024, -0.5f, 0.001f), w->sizes[1] = 1024;
    w->out = allocate(n * 50176 * 4), w->n_out = n * 50176;
  }
}

static void report(const char *peer, double best, const struct work *w, const void *out) {
  printf("%s %.4f", peer, best);
  for (size_t i = 0; i < 8; i++) {
    size_t at = i * (w->n_out / 8) + i;
    printf(" %.9g", w->bins ? (double)((const int32_t *)out)[at] : (double)((const float *)out)[at]);
  }
  printf("\n");
}

#ifdef WITH_OPENCL
static const char source[] =
    "kernel void saxpy(global float *x, global float *y) {\n"
    "  size_t i = get_global_id(0); y[i] = 0.5f * x[i] + y[i]; }\n"
    "kernel void stencil(global float *x, global float *y, ulong n) {\n"
    "  size_t j = get_global_id(0), i = get_global_id(1), at = i * n + j;\n"
    "  if (i >= 1 && j >= 1 && i < n - 1 && j < n - 1)\n"
    "    y[at] = (x[at] + x[at - n] + x[at + n] + x[at - 1] + x[at + 1]) * 0.2f; }\n"
    "kernel void matmul_naive(global float *a, global float *b, global float *c, ulong n) {\n"
    "  size_t j = get_global_id(0), i = get_global_id(1); float sum = 0;\n"
    "  for (size_t k = 0; k < n; k++) sum = fma(a[i * n + k], b[k * n + j], sum);\n"
    "  c[i * n + j] = sum; }\n"
    "kernel void matmul_tiled(global float *a, global float *b, global float *c, ulong n) {\n"
    "  local float ta[16][16], tb[16][16];\n"
    "  size_t tx = get_local_id(0), ty = get_local_id(1), j = get_global_id(0), i = get_global_id(1);\n"
    "  float sum = 0;\n"
    "  for (size_t k = 0; k < n; k += 16) {\n"
    "    ta[ty][tx] = a[i * n + k + tx]; tb[ty][tx] = b[(k + ty) * n + j];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    for (size_t m = 0; m < 16; m++) sum = fma(ta[ty][m], tb[m][tx], sum);\n"
    "    barrier(CLK_LOCAL_MEM_FENCE); }\n"
    "  c[i * n + j] = sum; }\n"
    "kernel void reduction(global float *x, global float *y) {\n"
    "  local float sums[256]; size_t t = get_local_id(0); sums[t] = x[get_global_id(0)];\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  for (size_t k = 128; k; k /= 2) { if (t < k) sums[t] += sums[t + k]; barrier(CLK_LOCAL_MEM_FENCE); }\n"
    "  if (t == 0) y[get_group_id(0)] = sums[0]; }\n"
    "kernel void black_scholes(global float *s, global float *k, global float *t, global float *out) {\n"
    "  size_t i = get_global_id(0); float width = 0.3f * sqrt(t[i]);\n"
    "  float d1 = (log(s[i] / k[i]) + 0.065f * t[i]) / width, d2 = d1 - width;\n"
    "  float n1 = (erf(d1 * 0.707106769f) + 1.0f) * 0.5f, n2 = (erf(d2 * 0.707106769f) + 1.0f) * 0.5f;\n"
    "  out[i] = s[i] * n1 - k[i] * exp(-0.02f * t[i]) * n2; }\n"
    "kernel void histogram_global(global uint *x, global int *bins) {\n"
    "  atomic_add(&bins[x[get_global_id(0)] & 255], 1); }\n"
    "kernel void histogram_workgroup(global uint *x, global int *bins) {\n"
    "  local int own[256]; size_t t = get_local_id(0); own[t] = 0; barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  size_t begin = get_group_id(0) * 16384 + t;\n"
    "  for (size_t k = 0; k < 64; k++) atomic_add(&own[x[begin + k * 256] & 255], 1);\n"
    "  barrier(CLK_LOCAL_MEM_FENCE); atomic_add(&bins[t], own[t]); }\n"
    "kernel void escape_time(global float *out, ulong n) {\n"
    "  size_t j = get_global_id(0), i = get_global_id(1); float step = 3.0f / (float)n;\n"
    "  float cx = (float)j * step - 2.0f, cy = (float)i * step - 1.5f, x = 0, y = 0; int k = 0;\n"
    "  while (x * x + y * y <= 4.0f && k < 256) {\n"
    "    float next = x * x - y * y + cx; y = x * y * 2.0f + cy; x = next; k++; }\n"
    "  out[i * n + j] = (float)k; }\n"
    "kernel void convolution(global float *images, global float *filters, global float *out) {\n"
    "  size_t x = get_local_id(0), y = get_local_id(1), filter = get_group_id(0), image = get_group_id(1);\n"
    "  float sum = 0;\n"
    "  for (size_t ky = 0; ky < 3; ky++) for (size_t kx = 0; kx < 3; kx++) {\n"
    "    size_t yy = y + ky - 1, xx = x + kx - 1;\n"
    "    if (yy < 28 && xx < 28)\n"
    "      sum = fma(images[image * 784 + yy * 28 + xx], filters[filter * 9 + ky * 3 + kx], sum); }\n"
    "  out[(image * 64 + filter) * 784 + y * 28 + x] = sum; }\n"
    "float all_add(float v, local float *own) {\n"
    "  size_t t = get_local_id(0); own[t] = v; barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  for (size_t k = 16; k; k /= 2) { if (t < k) own[t] += own[t + k]; barrier(CLK_LOCAL_MEM_FENCE); }\n"
    "  v = own[0]; barrier(CLK_LOCAL_MEM_FENCE); return v; }\n"
    "float all_max(float v, local float *own) {\n"
    "  size_t t = get_local_id(0); own[t] = v; barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  for (size_t k = 16; k; k /= 2) { if (t < k) own[t] = fmax(own[t], own[t + k]); barrier(CLK_LOCAL_MEM_FENCE); }\n"
    "  v = own[0]; barrier(CLK_LOCAL_MEM_FENCE); return v; }\n"
    "kernel void softmax(global float *x, global float *y) {\n"
    "  local float own[32]; size_t first = get_group_id(0) * 1024, t = get_local_id(0);\n"
    "  float most = -INFINITY, sum = 0;\n"
    "  for (size_t k = t; k < 1024; k += 32) most = fmax(most, x[first + k]);\n"
    "  most = all_max(most, own);\n"
    "  for (size_t k = t; k < 1024; k += 32) { float e = exp(x[first + k] - most); y[first + k] = e; sum += e; }\n"
    "  sum = all_add(sum, own);\n"
    "  for (size_t k = t; k < 1024; k += 32) y[first + k] /= sum; }\n"
    "kernel void layer_norm(global float *x, global float *y) {\n"
    "  local float own[32]; size_t first = get_group_id(0) * 1024, t = get_local_id(0);\n"
    "  float sum = 0, squares = 0;\n"
    "  for (size_t k = t; k < 1024; k += 32) sum += x[first + k];\n"
    "  float mean = all_add(sum, own) / 1024;\n"
    "  for (size_t k = t; k < 1024; k += 32) { float d = x[first + k] - mean; squares = fma(d, d, squares); }\n"
    "  float deviation = sqrt(all_add(squares, own) / 1024 + 1e-5f);\n"
    "  for (size_t k = t; k < 1024; k += 32) y[first + k] = (x[first + k] - mean) / deviation; }\n";

static cl_mem buffer(cl_context context, size_t bytes, void *from) {
  return clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, from, NULL);
}

static int opencl(const struct kernel *kernel, struct work *w, int times, const char *options, const char *peer) {
  cl_platform_id platform;
  cl_device_id device;
  if (clGetPlatformIDs(1, &platform, NULL) || clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &device, NULL)) return 0;
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, NULL);
  const char *text = source;
  cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, NULL);
  if (clBuildProgram(program, 1, &device, options, NULL, NULL)) return 0;
  cl_kernel built = clCreateKernel(program, kernel->name, NULL);
  cl_mem out = NULL;
  cl_uint index = 0;
  for (int i = 0; i < 4; i++)
    if (w->sizes[i]) {
      cl_mem in = buffer(context, w->sizes[i] * 4, w->numbers ? (void *)w->numbers : w->in[i]);
      clSetKernelArg(built, index++, sizeof in, &in);
    }
  out = buffer(context, w->n_out * 4, w->bins ? (void *)w->bins : w->out);
  clSetKernelArg(built, index++, sizeof out, &out);
  cl_ulong n = w->n;
  clSetKernelArg(built, index, sizeof n, &n);
  size_t global[2] = {w->n, w->n}, local[2] = {kernel->local[0], kernel->local[1]};
  if (!strcmp(kernel->name, "histogram_workgroup")) global[0] = w->n / 64;
  if (!strcmp(kernel->name, "softmax") || !strcmp(kernel->name, "layer_norm")) global[0] = w->n * 32;
  if (!strcmp(kernel->name, "convolution")) global[0] = 64 * 28, global[1] = w->n * 28;
  double best = INFINITY;
  void *result = allocate(w->n_out * 4);
  for (int i = 0; i < times; i++) {
    double start = now();
    if (clEnqueueNDRangeKernel(queue, built, kernel->rank, NULL, global, local, 0, NULL, NULL)) return 0;
    clFinish(queue);
    best = fmin(best, now() - start);
    if (i == 0) clEnqueueReadBuffer(queue, out, CL_TRUE, 0, w->n_out * 4, result, 0, NULL, NULL);
  }
  report(peer, best, w, result);
  return 1;
}
#endif

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  struct work w = {.n = strtoull(argv[2], NULL, 10)};
  int times = atoi(argv[3]);
  for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
    const struct kernel *kernel = &kernels[i];
    if (strcmp(kernel->name, argv[1])) continue;
    prepare(kernel->name, &w);
#ifdef WITH_OPENCL
    opencl(kernel, &w, times, "", "PoCL");
    opencl(kernel, &w, times, "-cl-fast-relaxed-math", "PoCL-fast");
#endif
    double best = INFINITY;
    void *result = NULL;
    for (int i = 0; i < times; i++) {
      double start = now();
      kernel->loops(&w);
      best = fmin(best, now() - start);
      if (i == 0) {
        result = allocate(w.n_out * 4);
        memcpy(result, w.bins ? (void *)w.bins : w.out, w.n_out * 4);
      }
    }
    report("clang", best, &w, result);
    return 0;
  }
  return 2;
}
