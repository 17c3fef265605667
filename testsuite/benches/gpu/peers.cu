// The kernels of testsuite/cases/gpu in CUDA, as peers of the benchmark: the same work in the same threads.
extern "C" __global__ void fill(float* x) {
  size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  x[i] = float(i & 63);
}

extern "C" __global__ void fill_numbers(int* x) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = int((i * 40503u >> 8) & 255u);
}

extern "C" __global__ void __launch_bounds__(256) saxpy(float a, const float* x, float* y, size_t n) {
  size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

extern "C" __global__ void __launch_bounds__(256) stencil(const float* x, float* y, size_t n) {
  size_t j = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  size_t i = size_t(blockIdx.y) * blockDim.y + threadIdx.y;
  if (i >= 1 && j >= 1 && i < n - 1 && j < n - 1) {
    float mean = ((x[(i - 1) * n + j] + x[(i + 1) * n + j]) + (x[i * n + j - 1] + x[i * n + j + 1])) * 0.25f;
    float old = x[i * n + j];
    y[i * n + j] = old + (mean - old) * 0.5f;
  }
}

extern "C" __global__ void __launch_bounds__(256) naive(const float* a, const float* b, float* c, size_t n) {
  size_t j = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  size_t i = size_t(blockIdx.y) * blockDim.y + threadIdx.y;
  float sum = 0.0f;
  for (size_t k = 0; k < n; ++k) sum = fmaf(a[i * n + k], b[k * n + j], sum);
  c[i * n + j] = sum;
}

extern "C" __global__ void __launch_bounds__(256) tiled(const float* a, const float* b, float* c, size_t n) {
  __shared__ float ta[16][16], tb[16][16];
  int tx = threadIdx.x, ty = threadIdx.y;
  size_t j = size_t(blockIdx.x) * 16 + tx, i = size_t(blockIdx.y) * 16 + ty;
  float sum = 0.0f;
  for (size_t k = 0; k < n; k += 16) {
    ta[ty][tx] = a[i * n + k + tx];
    tb[ty][tx] = b[(k + ty) * n + j];
    __syncthreads();
    for (int m = 0; m < 16; ++m) sum = fmaf(ta[ty][m], tb[m][tx], sum);
    __syncthreads();
  }
  c[i * n + j] = sum;
}

extern "C" __global__ void __launch_bounds__(256) reduce(const float* x, float* y) {
  __shared__ float sums[256];
  int t = threadIdx.x;
  size_t begin = size_t(blockIdx.x) * 2048 + t;
  float own = 0.0f;
  for (int k = 0; k < 8; ++k) own += x[begin + k * 256];
  sums[t] = own;
  __syncthreads();
  for (int distance = 128; distance > 0; distance /= 2) {
    if (t < distance) sums[t] += sums[t + distance];
    __syncthreads();
  }
  if (t == 0) y[blockIdx.x] = sums[0];
}

extern "C" __global__ void __launch_bounds__(256) histogram(const int* x, int* bins) {
  __shared__ int own[256];
  int t = threadIdx.x;
  own[t] = 0;
  __syncthreads();
  size_t begin = size_t(blockIdx.x) * 2048 + t;
  for (int k = 0; k < 8; ++k) atomicAdd(&own[x[begin + k * 256]], 1);
  __syncthreads();
  atomicAdd(&bins[t], own[t]);
}

extern "C" __global__ void __launch_bounds__(256) price(float* out, size_t n) {
  size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float step = float(i & 63), spot = step + 68.5f, years = step * 0.03125f + 0.5f;
  float width = 0.3f * sqrtf(years);
  float d1 = (logf(spot / 100.0f) + (0.02f + 0.3f * 0.3f * 0.5f) * years) / width, d2 = d1 - width;
  float n1 = (erff(d1 * 0.707106769f) + 1.0f) * 0.5f, n2 = (erff(d2 * 0.707106769f) + 1.0f) * 0.5f;
  out[i] = spot * n1 - 100.0f * expf(-(0.02f * years)) * n2;
}

extern "C" __global__ void __launch_bounds__(196) conv(const float* x, const float* w, const float* bias, float* out) {
  size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  int column = i % 28, row = i / 28 % 28, channel = i / 784 % 64;
  size_t image = i / 50176;
  float sum = 0.0f;
  for (int p = 0; p < 3; ++p)
    for (int q = 0; q < 3; ++q) {
      int r = row + p - 1, c = column + q - 1;
      if (r >= 0 && r < 28 && c >= 0 && c < 28) sum += x[image * 784 + r * 28 + c] * w[channel * 9 + p * 3 + q];
    }
  out[i] = sum + bias[channel];
}

extern "C" __global__ void __launch_bounds__(196) add(const float* x, const float* y, float* out) {
  size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  out[i] = x[i] + y[i];
}

extern "C" __global__ void empty() {}
