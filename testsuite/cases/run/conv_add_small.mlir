// RUN: run --plan-for=any --device=cpu,interp

#map = affine_map<(d0, d1) -> (d0 * 64 + d1)>
#map1 = affine_map<(d0) -> (-d0 + 1)>
#map2 = affine_map<(d0, d1) -> (-d1 + 1)>
#map3 = affine_map<(d0) -> (-d0 + 1, 0)>
#map4 = affine_map<(d0) -> (-d0 + 29, 3)>
#map5 = affine_map<(d0, d1) -> (d0 + d1)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d1 - d3)>
#map7 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d2 - d5)>
module {
  memref.global "private" constant @w1 : memref<64x1x3x3xf32> = dense<1.0>
  memref.global "private" constant @b1 : memref<64xf32> = dense<0.1>
  memref.global "private" constant @w2 : memref<64x1x3x3xf32> = dense<0.5>
  memref.global "private" constant @b2 : memref<64xf32> = dense<0.2>
  func.func @test_parallel(%arg0: memref<2x1x28x28xf32> {warpline.input = "1"}) -> memref<2x64x28x28xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = memref.get_global @w1 : memref<64x1x3x3xf32>
    %1 = memref.get_global @b1 : memref<64xf32>
    %2 = memref.get_global @w2 : memref<64x1x3x3xf32>
    %3 = memref.get_global @b2 : memref<64xf32>
    %alloc = memref.alloc() {alignment = 16 : i64} : memref<2x64x28x28xf32>
    affine.for %arg1 = 0 to 2 {
      affine.for %arg2 = 0 to 1 {
        affine.for %arg3 = 0 to 64 {
          %4 = affine.apply #map(%arg2, %arg3)
          affine.for %arg4 = 0 to 28 {
            affine.for %arg5 = 0 to 28 {
              %5 = affine.apply #map1(%arg4)
              %6 = affine.apply #map2(%arg4, %arg5)
              %7 = affine.for %arg6 = 0 to 1 iter_args(%arg7 = %cst) -> (f32) {
                %10 = affine.for %arg8 = max #map3(%arg4) to min #map4(%arg4) iter_args(%arg9 = %arg7) -> (f32) {
                  %11 = affine.for %arg10 = max #map3(%arg5) to min #map4(%arg5) iter_args(%arg11 = %arg9) -> (f32) {
                    %12 = affine.apply #map5(%arg6, %arg2)
                    %13 = affine.apply #map6(%arg6, %arg8, %arg2, %5)
                    %14 = affine.apply #map7(%arg6, %arg8, %arg10, %arg2, %5, %6)
                    %15 = affine.load %arg0[%arg1, %12, %13, %14] : memref<2x1x28x28xf32>
                    %16 = affine.load %0[%4, %arg6, %arg8, %arg10] : memref<64x1x3x3xf32>
                    %17 = arith.mulf %15, %16 : f32
                    %18 = arith.addf %arg11, %17 : f32
                    affine.yield %18 : f32
                  }
                  affine.yield %11 : f32
                }
                affine.yield %10 : f32
              }
              %8 = affine.load %1[%4] : memref<64xf32>
              %9 = arith.addf %7, %8 : f32
              affine.store %9, %alloc[%arg1, %4, %arg4, %arg5] : memref<2x64x28x28xf32>
            }
          }
        }
      }
    }
    %alloc_0 = memref.alloc() {alignment = 16 : i64} : memref<2x64x28x28xf32>
    affine.for %arg1 = 0 to 2 {
      affine.for %arg2 = 0 to 1 {
        affine.for %arg3 = 0 to 64 {
          %4 = affine.apply #map(%arg2, %arg3)
          affine.for %arg4 = 0 to 28 {
            affine.for %arg5 = 0 to 28 {
              %5 = affine.apply #map1(%arg4)
              %6 = affine.apply #map2(%arg4, %arg5)
              %7 = affine.for %arg6 = 0 to 1 iter_args(%arg7 = %cst) -> (f32) {
                %10 = affine.for %arg8 = max #map3(%arg4) to min #map4(%arg4) iter_args(%arg9 = %arg7) -> (f32) {
                  %11 = affine.for %arg10 = max #map3(%arg5) to min #map4(%arg5) iter_args(%arg11 = %arg9) -> (f32) {
                    %12 = affine.apply #map5(%arg6, %arg2)
                    %13 = affine.apply #map6(%arg6, %arg8, %arg2, %5)
                    %14 = affine.apply #map7(%arg6, %arg8, %arg10, %arg2, %5, %6)
                    %15 = affine.load %arg0[%arg1, %12, %13, %14] : memref<2x1x28x28xf32>
                    %16 = affine.load %2[%4, %arg6, %arg8, %arg10] : memref<64x1x3x3xf32>
                    %17 = arith.mulf %15, %16 : f32
                    %18 = arith.addf %arg11, %17 : f32
                    affine.yield %18 : f32
                  }
                  affine.yield %11 : f32
                }
                affine.yield %10 : f32
              }
              %8 = affine.load %3[%4] : memref<64xf32>
              %9 = arith.addf %7, %8 : f32
              affine.store %9, %alloc_0[%arg1, %4, %arg4, %arg5] : memref<2x64x28x28xf32>
            }
          }
        }
      }
    }
    %alloc_1 = memref.alloc() {alignment = 16 : i64} : memref<2x64x28x28xf32>
    affine.for %arg1 = 0 to 2 {
      affine.for %arg2 = 0 to 64 {
        affine.for %arg3 = 0 to 28 {
          affine.for %arg4 = 0 to 28 {
            %4 = affine.load %alloc[%arg1, %arg2, %arg3, %arg4] : memref<2x64x28x28xf32>
            %5 = affine.load %alloc_0[%arg1, %arg2, %arg3, %arg4] : memref<2x64x28x28xf32>
            %6 = arith.addf %4, %5 : f32
            affine.store %6, %alloc_1[%arg1, %arg2, %arg3, %arg4] : memref<2x64x28x28xf32>
          }
        }
      }
    }
    return %alloc_1 : memref<2x64x28x28xf32>
  }
}

// OUT: result 0: memref<2x64x28x28xf32>
// OUT:   count=100352 min=6.3 max=13.8 sum=1321113.619140625 first=6.3
// OUT:   values: 6.3 (512 times), 9.3 (13312 times), 13.8 (86528 times)
// OUT: kernels=3 launches=3 streams=2 waits=1 records=1 host_syncs=1 leaks=0
