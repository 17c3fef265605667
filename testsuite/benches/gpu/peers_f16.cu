// The f16 matrix multiplication of testsuite/cases/gpu/matmul_f16.mlir. It needs headers that not every nvcc has.
#include <cuda_fp16.h>
#include <mma.h>

extern "C" __global__ void __launch_bounds__(32) wmma_f16(const half* a, const half* b, float* c, size_t n) {
  using namespace nvcuda::wmma;
  size_t i = size_t(blockIdx.y) * 16, j = size_t(blockIdx.x) * 16;
  fragment<accumulator, 16, 16, 16, float> sum;
  fill_fragment(sum, 0.0f);
  for (size_t k = 0; k < n; k += 16) {
    fragment<matrix_a, 16, 16, 16, half, row_major> x;
    fragment<matrix_b, 16, 16, 16, half, row_major> y;
    load_matrix_sync(x, a + i * n + k, n);
    load_matrix_sync(y, b + k * n + j, n);
    mma_sync(sum, x, y, sum);
  }
  store_matrix_sync(c + i * n + j, sum, n, mem_row_major);
}
