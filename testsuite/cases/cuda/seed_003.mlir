// RUN: warpline run --plan-for=any --device=cuda
// MOCK: calls

// Two convolutions whose results are added, on small images: two streams, one event, and one wait of the host.
#map = affine_map<(d0, d1) -> (d0 * 4 + d1)>
#map1 = affine_map<(d0) -> (-d0 + 1)>
#map2 = affine_map<(d0, d1) -> (-d1 + 1)>
#map3 = affine_map<(d0) -> (-d0 + 1, 0)>
#map4 = affine_map<(d0) -> (-d0 + 6, 3)>
#map5 = affine_map<(d0, d1) -> (d0 + d1)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d1 - d3)>
#map7 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d2 - d5)>
module {
  memref.global "private" constant @w1 : memref<4x1x3x3xf32> = dense<1.0>
  memref.global "private" constant @b1 : memref<4xf32> = dense<0.1>
  memref.global "private" constant @w2 : memref<4x1x3x3xf32> = dense<0.5>
  memref.global "private" constant @b2 : memref<4xf32> = dense<0.2>
  func.func @test_parallel(%arg0: memref<1x1x5x5xf32> {warpline.input = "1"}) -> memref<1x4x5x5xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = memref.get_global @w1 : memref<4x1x3x3xf32>
    %1 = memref.get_global @b1 : memref<4xf32>
    %2 = memref.get_global @w2 : memref<4x1x3x3xf32>
    %3 = memref.get_global @b2 : memref<4xf32>
    %alloc = memref.alloc() {alignment = 16 : i64} : memref<1x4x5x5xf32>
    affine.for %arg1 = 0 to 1 {
      affine.for %arg2 = 0 to 1 {
        affine.for %arg3 = 0 to 4 {
          %4 = affine.apply #map(%arg2, %arg3)
          affine.for %arg4 = 0 to 5 {
            affine.for %arg5 = 0 to 5 {
              %5 = affine.apply #map1(%arg4)
              %6 = affine.apply #map2(%arg4, %arg5)
              %7 = affine.for %arg6 = 0 to 1 iter_args(%arg7 = %cst) -> (f32) {
                %10 = affine.for %arg8 = max #map3(%arg4) to min #map4(%arg4) iter_args(%arg9 = %arg7) -> (f32) {
                  %11 = affine.for %arg10 = max #map3(%arg5) to min #map4(%arg5) iter_args(%arg11 = %arg9) -> (f32) {
                    %12 = affine.apply #map5(%arg6, %arg2)
                    %13 = affine.apply #map6(%arg6, %arg8, %arg2, %5)
                    %14 = affine.apply #map7(%arg6, %arg8, %arg10, %arg2, %5, %6)
                    %15 = affine.load %arg0[%arg1, %12, %13, %14] : memref<1x1x5x5xf32>
                    %16 = affine.load %0[%4, %arg6, %arg8, %arg10] : memref<4x1x3x3xf32>
                    %17 = arith.mulf %15, %16 : f32
                    %18 = arith.addf %arg11, %17 : f32
                    affine.yield %18 : f32
                  }
                  affine.yield %11 : f32
                }
                affine.yield %10 : f32
              }
              %8 = affine.load %1[%4] : memref<4xf32>
              %9 = arith.addf %7, %8 : f32
              affine.store %9, %alloc[%arg1, %4, %arg4, %arg5] : memref<1x4x5x5xf32>
            }
          }
        }
      }
    }
    %alloc_0 = memref.alloc() {alignment = 16 : i64} : memref<1x4x5x5xf32>
    affine.for %arg1 = 0 to 1 {
      affine.for %arg2 = 0 to 1 {
        affine.for %arg3 = 0 to 4 {
          %4 = affine.apply #map(%arg2, %arg3)
          affine.for %arg4 = 0 to 5 {
            affine.for %arg5 = 0 to 5 {
              %5 = affine.apply #map1(%arg4)
              %6 = affine.apply #map2(%arg4, %arg5)
              %7 = affine.for %arg6 = 0 to 1 iter_args(%arg7 = %cst) -> (f32) {
                %10 = affine.for %arg8 = max #map3(%arg4) to min #map4(%arg4) iter_args(%arg9 = %arg7) -> (f32) {
                  %11 = affine.for %arg10 = max #map3(%arg5) to min #map4(%arg5) iter_args(%arg11 = %arg9) -> (f32) {
                    %12 = affine.apply #map5(%arg6, %arg2)
                    %13 = affine.apply #map6(%arg6, %arg8, %arg2, %5)
                    %14 = affine.apply #map7(%arg6, %arg8, %arg10, %arg2, %5, %6)
                    %15 = affine.load %arg0[%arg1, %12, %13, %14] : memref<1x1x5x5xf32>
                    %16 = affine.load %2[%4, %arg6, %arg8, %arg10] : memref<4x1x3x3xf32>
                    %17 = arith.mulf %15, %16 : f32
                    %18 = arith.addf %arg11, %17 : f32
                    affine.yield %18 : f32
                  }
                  affine.yield %11 : f32
                }
                affine.yield %10 : f32
              }
              %8 = affine.load %3[%4] : memref<4xf32>
              %9 = arith.addf %7, %8 : f32
              affine.store %9, %alloc_0[%arg1, %4, %arg4, %arg5] : memref<1x4x5x5xf32>
            }
          }
        }
      }
    }
    %alloc_1 = memref.alloc() {alignment = 16 : i64} : memref<1x4x5x5xf32>
    affine.for %arg1 = 0 to 1 {
      affine.for %arg2 = 0 to 4 {
        affine.for %arg3 = 0 to 5 {
          affine.for %arg4 = 0 to 5 {
            %4 = affine.load %alloc[%arg1, %arg2, %arg3, %arg4] : memref<1x4x5x5xf32>
            %5 = affine.load %alloc_0[%arg1, %arg2, %arg3, %arg4] : memref<1x4x5x5xf32>
            %6 = arith.addf %4, %5 : f32
            affine.store %6, %alloc_1[%arg1, %arg2, %arg3, %arg4] : memref<1x4x5x5xf32>
          }
        }
      }
    }
    return %alloc_1 : memref<1x4x5x5xf32>
  }
}

// OUT: result 0: memref<1x4x5x5xf32>
// OUT:   count=100 min=6.3 max=13.8 sum=1044.0000190734863 first=6.3
// OUT:   values: 6.3 (16 times), 9.3 (48 times), 13.8 (36 times)
// OUT: stderr:
// OUT: case.mlir:24:14: remark[E0501]: a buffer of 400 bytes allocated here is neither freed nor returned by the program
// OUT:     ╭─[ case.mlir:24:14 ]
// OUT:     │
// OUT:  24 │     %alloc = memref.alloc() {alignment = 16 : i64} : memref<1x4x5x5xf32>
// OUT:     │              ──────┬─────
// OUT:     │                    ╰─────── this 'memref.alloc'
// OUT: ────╯
// OUT: case.mlir:57:16: remark[E0501]: a buffer of 400 bytes allocated here is neither freed nor returned by the program
// OUT:     ╭─[ case.mlir:57:16 ]
// OUT:     │
// OUT:  57 │     %alloc_0 = memref.alloc() {alignment = 16 : i64} : memref<1x4x5x5xf32>
// OUT:     │                ──────┬─────
// OUT:     │                      ╰─────── this 'memref.alloc'
// OUT: ────╯
// OUT: calls:
// OUT: cuDevicePrimaryCtxRetain(0) = 0x100
// OUT: cuMemPoolCreate() = pool0
// OUT: cuMemPoolSetAttribute(pool0, 4, 0xffffffffffffffff)
// OUT: cuMemPoolSetAttribute(pool0, 3, 0x0)
// OUT: cuModuleLoadDataEx(text) = image0
// OUT: cuModuleGetFunction(image0, test_parallel_kernel) = f0
// OUT: cuModuleLoadDataEx(text) = image1
// OUT: cuModuleGetFunction(image1, test_parallel_kernel) = f1
// OUT: cuModuleLoadDataEx(text) = image2
// OUT: cuModuleGetFunction(image2, test_parallel_kernel) = f2
// OUT: cuMemAllocManaged(144, 1) = m0
// OUT: cuMemAllocManaged(16, 1) = m1
// OUT: cuMemAllocManaged(144, 1) = m2
// OUT: cuMemAllocManaged(16, 1) = m3
// OUT: cuMemAllocManaged(100, 1) = m4
// OUT: cuStreamCreate(1) = s0
// OUT: cuStreamCreate(1) = s1
// OUT: cuEventCreate(2) = e0
// OUT: cuMemAllocFromPoolAsync(400, s0) = d5
// OUT: cuMemPrefetchAsync(m4, 100, device, s0)
// OUT: cuMemPrefetchAsync(m0, 144, device, s0)
// OUT: cuMemPrefetchAsync(m1, 16, device, s0)
// OUT: cuLaunchKernel(s0, test_parallel_kernel, 1x1x1, 5x5x4, 0, (m4, m0, m1, d5))
// OUT: cuMemAllocFromPoolAsync(400, s1) = d6
// OUT: cuMemPrefetchAsync(m2, 144, device, s1)
// OUT: cuMemPrefetchAsync(m3, 16, device, s1)
// OUT: cuLaunchKernel(s1, test_parallel_kernel, 1x1x1, 5x5x4, 0, (m4, m2, m3, d6))
// OUT: cuEventRecord(e0, s1)
// OUT: cuMemAllocManaged(400, 1) = m7
// OUT: cuStreamWaitEvent(s0, e0)
// OUT: cuMemPrefetchAsync(m7, 400, device, s0)
// OUT: cuLaunchKernel(s0, test_parallel_kernel, 1x1x1, 5x5x4, 0, (d5, d6, m7))
// OUT: cuStreamSynchronize(s0)
// OUT: cuStreamSynchronize(s1)
// OUT: cuMemFree(d5)
// OUT: cuMemFree(d6)
// OUT: cuModuleUnload(image0)
// OUT: cuModuleUnload(image1)
// OUT: cuModuleUnload(image2)
// OUT: cuStreamDestroy(s0)
// OUT: cuStreamDestroy(s1)
// OUT: cuEventDestroy(e0)
// OUT: cuMemFree(m0)
// OUT: cuMemFree(m1)
// OUT: cuMemFree(m2)
// OUT: cuMemFree(m3)
// OUT: cuMemFree(m4)
// OUT: cuMemFree(m7)
// OUT: cuMemPoolDestroy(pool0)
// OUT: nothing is left
// OUT: cuDevicePrimaryCtxRelease(0)
