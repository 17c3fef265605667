// Measures launch latency by driver calls alone: nanoseconds per launch of an empty kernel, through a stream and
// through a CUDA graph, until all launches complete. With CUBLAS, also nanoseconds of N by N matrix
// multiplications in f32 and f16.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda.h>
#ifdef CUBLAS
#include <cublas_v2.h>
#include <cuda_fp16.h>
#endif

static const int LAUNCHES = 1000, SAMPLES = 31;

static void check(int result) {
  if (result != 0) std::exit(1);
}

template <typename Body> static double best(Body body) {
  double least = 1e300;
  for (int i = 0; i < SAMPLES; ++i) {
    auto start = std::chrono::steady_clock::now();
    body();
    auto taken = std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start);
    if (taken.count() < least) least = taken.count();
  }
  return least;
}

int main(int, char** args) {
  CUdevice device; CUcontext context; CUmodule module; CUfunction empty; CUstream stream;
  check(cuInit(0)); check(cuDeviceGet(&device, 0)); check(cuDevicePrimaryCtxRetain(&context, device));
  check(cuCtxSetCurrent(context)); check(cuModuleLoad(&module, args[1]));
  check(cuModuleGetFunction(&empty, module, "empty")); check(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  double streamed = best([&] {
    for (int i = 0; i < LAUNCHES; ++i) check(cuLaunchKernel(empty, 1, 1, 1, 1, 1, 1, 0, stream, nullptr, nullptr));
    check(cuStreamSynchronize(stream));
  });
  CUgraph graph; CUgraphExec exec; CUgraphNode node = nullptr;
  check(cuGraphCreate(&graph, 0));
  for (int i = 0; i < LAUNCHES; ++i) {
    CUDA_KERNEL_NODE_PARAMS params = {};
    params.func = empty;
    params.gridDimX = params.gridDimY = params.gridDimZ = params.blockDimX = params.blockDimY = params.blockDimZ = 1;
    CUgraphNode before = node;
    check(cuGraphAddKernelNode(&node, graph, i == 0 ? nullptr : &before, i == 0 ? 0 : 1, &params));
  }
  check(cuGraphInstantiateWithFlags(&exec, graph, 0));
  double graphed = best([&] { check(cuGraphLaunch(exec, stream)); check(cuStreamSynchronize(stream)); });
  std::printf("stream %f\ngraph %f\n", streamed / LAUNCHES, graphed / LAUNCHES);
#ifdef CUBLAS
  int n = std::atoi(args[2]);
  CUdeviceptr a, b, c;
  size_t bytes = size_t(n) * n * 4;
  check(cuMemAlloc(&a, bytes)); check(cuMemAlloc(&b, bytes)); check(cuMemAlloc(&c, bytes));
  check(cuMemsetD8(a, 0, bytes)); check(cuMemsetD8(b, 0, bytes));
  cublasHandle_t handle;
  check(cublasCreate(&handle)); check(cublasSetStream(handle, (cudaStream_t)stream));
  float one = 1.0f, zero = 0.0f;
  double f32 = best([&] {
    check(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, (float*)a, n, (float*)b, n, &zero, (float*)c, n));
    check(cuStreamSynchronize(stream));
  });
  double f16 = best([&] {
    check(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, (void*)a, CUDA_R_16F, n, (void*)b, CUDA_R_16F, n,
                       &zero, (void*)c, CUDA_R_32F, n, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
    check(cuStreamSynchronize(stream));
  });
  std::printf("cublas_f32 %f\ncublas_f16 %f\n", f32, f16);
#endif
  return 0;
}
