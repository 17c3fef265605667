// RUN: opt --affine-parallelize --lower-affine --canonicalize --scf-parallel-loop-fusion --gpu-map-parallel-loops --convert-parallel-loops-to-gpu -gpu-kernel-outlining -allow-unregistered-dialect --canonicalize

#map = affine_map<(d0, d1) -> (d0 * 64 + d1)>
#map1 = affine_map<(d0) -> (-d0 + 1)>
#map2 = affine_map<(d0, d1) -> (-d1 + 1)>
#map3 = affine_map<(d0) -> (-d0 + 1, 0)>
#map4 = affine_map<(d0) -> (-d0 + 29, 3)>
#map5 = affine_map<(d0)[s0] -> (d0 + s0)>
#map6 = affine_map<(d0, d1)[s0, s1] -> (d1 - s1)>
#map7 = affine_map<(d0, d1, d2)[s0, s1, s2] -> (d2 - s2)>
module {
  func.func @test_parallel(%arg0: memref<1024x1x28x28xf32>) -> memref<1024x64x28x28xf32> attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = "krnl.global"() {name = "constant_0", shape = [64, 1, 3, 3], value = dense<1.000000e+00> : tensor<64x1x3x3xf32>} : () -> memref<64x1x3x3xf32>
    %1 = "krnl.global"() {name = "constant_1", shape = [64], value = dense<1.000000e-01> : tensor<64xf32>} : () -> memref<64xf32>
    %2 = "krnl.global"() {name = "constant_2", shape = [64, 1, 3, 3], value = dense<5.000000e-01> : tensor<64x1x3x3xf32>} : () -> memref<64x1x3x3xf32>
    %3 = "krnl.global"() {name = "constant_3", shape = [64], value = dense<2.000000e-01> : tensor<64xf32>} : () -> memref<64xf32>
    %alloc = memref.alloc() {alignment = 16 : i64} : memref<1024x64x28x28xf32>
    affine.for %arg1 = 0 to 1024 {
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
                    %12 = affine.apply #map5(%arg6)[%arg2]
                    %13 = affine.apply #map6(%arg6, %arg8)[%arg2, %5]
                    %14 = affine.apply #map7(%arg6, %arg8, %arg10)[%arg2, %5, %6]
                    %15 = affine.load %arg0[%arg1, %12, %13, %14] : memref<1024x1x28x28xf32>
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
              affine.store %9, %alloc[%arg1, %4, %arg4, %arg5] : memref<1024x64x28x28xf32>
            }
          }
        }
      }
    }
    %alloc_0 = memref.alloc() {alignment = 16 : i64} : memref<1024x64x28x28xf32>
    affine.for %arg1 = 0 to 1024 {
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
                    %12 = affine.apply #map5(%arg6)[%arg2]
                    %13 = affine.apply #map6(%arg6, %arg8)[%arg2, %5]
                    %14 = affine.apply #map7(%arg6, %arg8, %arg10)[%arg2, %5, %6]
                    %15 = affine.load %arg0[%arg1, %12, %13, %14] : memref<1024x1x28x28xf32>
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
              affine.store %9, %alloc_0[%arg1, %4, %arg4, %arg5] : memref<1024x64x28x28xf32>
            }
          }
        }
      }
    }
    %alloc_1 = memref.alloc() {alignment = 16 : i64} : memref<1024x64x28x28xf32>
    affine.for %arg1 = 0 to 1024 {
      affine.for %arg2 = 0 to 64 {
        affine.for %arg3 = 0 to 28 {
          affine.for %arg4 = 0 to 28 {
            %4 = affine.load %alloc[%arg1, %arg2, %arg3, %arg4] : memref<1024x64x28x28xf32>
            %5 = affine.load %alloc_0[%arg1, %arg2, %arg3, %arg4] : memref<1024x64x28x28xf32>
            %6 = arith.addf %4, %5 : f32
            affine.store %6, %alloc_1[%arg1, %arg2, %arg3, %arg4] : memref<1024x64x28x28xf32>
          }
        }
      }
    }
    return %alloc_1 : memref<1024x64x28x28xf32>
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   func.func @test_parallel(%arg0: memref<1024x1x28x28xf32>) -> memref<1024x64x28x28xf32> attributes {llvm.emit_c_interface} {
// OUT:     %c4 = arith.constant 4 : index
// OUT:     %c7 = arith.constant 7 : index
// OUT:     %c28 = arith.constant 28 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c1024 = arith.constant 1024 : index
// OUT:     %0 = "krnl.global"() {name = "constant_0", shape = [64, 1, 3, 3], value = dense<1.000000e+00> : tensor<64x1x3x3xf32>} : () -> memref<64x1x3x3xf32>
// OUT:     %1 = "krnl.global"() {name = "constant_1", shape = [64], value = dense<1.000000e-01> : tensor<64xf32>} : () -> memref<64xf32>
// OUT:     %2 = "krnl.global"() {name = "constant_2", shape = [64, 1, 3, 3], value = dense<5.000000e-01> : tensor<64x1x3x3xf32>} : () -> memref<64x1x3x3xf32>
// OUT:     %3 = "krnl.global"() {name = "constant_3", shape = [64], value = dense<2.000000e-01> : tensor<64xf32>} : () -> memref<64xf32>
// OUT:     %alloc = memref.alloc() {alignment = 16 : i64} : memref<1024x64x28x28xf32>
// OUT:     gpu.launch_func  @test_parallel_kernel::@test_parallel_kernel blocks in (%c4, %c64, %c1024) threads in (%c28, %c7, %c1)  args(%arg0 : memref<1024x1x28x28xf32>, %0 : memref<64x1x3x3xf32>, %1 : memref<64xf32>, %alloc : memref<1024x64x28x28xf32>)
// OUT:     %alloc_0 = memref.alloc() {alignment = 16 : i64} : memref<1024x64x28x28xf32>
// OUT:     gpu.launch_func  @test_parallel_kernel_0::@test_parallel_kernel blocks in (%c4, %c64, %c1024) threads in (%c28, %c7, %c1)  args(%arg0 : memref<1024x1x28x28xf32>, %2 : memref<64x1x3x3xf32>, %3 : memref<64xf32>, %alloc_0 : memref<1024x64x28x28xf32>)
// OUT:     %alloc_1 = memref.alloc() {alignment = 16 : i64} : memref<1024x64x28x28xf32>
// OUT:     gpu.launch_func  @test_parallel_kernel_1::@test_parallel_kernel blocks in (%c4, %c64, %c1024) threads in (%c28, %c7, %c1)  args(%alloc : memref<1024x64x28x28xf32>, %alloc_0 : memref<1024x64x28x28xf32>, %alloc_1 : memref<1024x64x28x28xf32>)
// OUT:     return %alloc_1 : memref<1024x64x28x28xf32>
// OUT:   }
// OUT:   gpu.module @test_parallel_kernel {
// OUT:     gpu.func @test_parallel_kernel(%arg0: memref<1024x1x28x28xf32>, %arg1: memref<64x1x3x3xf32>, %arg2: memref<64xf32>, %arg3: memref<1024x64x28x28xf32>) kernel attributes {known_block_size = array<i32: 28, 7, 1>} {
// OUT:       %cst = arith.constant 0.000000e+00 : f32
// OUT:       %c3 = arith.constant 3 : index
// OUT:       %c29 = arith.constant 29 : index
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %c7 = arith.constant 7 : index
// OUT:       %block_id_x = gpu.block_id  x
// OUT:       %block_id_y = gpu.block_id  y
// OUT:       %block_id_z = gpu.block_id  z
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %thread_id_y = gpu.thread_id  y
// OUT:       %0 = arith.muli %block_id_x, %c7 : index
// OUT:       %1 = arith.addi %0, %thread_id_y : index
// OUT:       %2 = arith.subi %c1, %1 : index
// OUT:       %3 = arith.subi %c1, %thread_id_x : index
// OUT:       %4 = arith.subi %c1, %1 : index
// OUT:       %5 = arith.maxsi %4, %c0 : index
// OUT:       %6 = arith.subi %c29, %1 : index
// OUT:       %7 = arith.minsi %6, %c3 : index
// OUT:       %8 = scf.for %arg4 = %5 to %7 step %c1 iter_args(%arg5 = %cst) -> (f32) {
// OUT:         %11 = arith.subi %c1, %thread_id_x : index
// OUT:         %12 = arith.maxsi %11, %c0 : index
// OUT:         %13 = arith.subi %c29, %thread_id_x : index
// OUT:         %14 = arith.minsi %13, %c3 : index
// OUT:         %15 = scf.for %arg6 = %12 to %14 step %c1 iter_args(%arg7 = %arg5) -> (f32) {
// OUT:           %16 = arith.subi %arg4, %2 : index
// OUT:           %17 = arith.subi %arg6, %3 : index
// OUT:           %18 = memref.load %arg0[%block_id_z, %c0, %16, %17] : memref<1024x1x28x28xf32>
// OUT:           %19 = memref.load %arg1[%block_id_y, %c0, %arg4, %arg6] : memref<64x1x3x3xf32>
// OUT:           %20 = arith.mulf %18, %19 : f32
// OUT:           %21 = arith.addf %arg7, %20 : f32
// OUT:           scf.yield %21 : f32
// OUT:         }
// OUT:         scf.yield %15 : f32
// OUT:       }
// OUT:       %9 = memref.load %arg2[%block_id_y] : memref<64xf32>
// OUT:       %10 = arith.addf %8, %9 : f32
// OUT:       memref.store %10, %arg3[%block_id_z, %block_id_y, %1, %thread_id_x] : memref<1024x64x28x28xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   gpu.module @test_parallel_kernel_0 {
// OUT:     gpu.func @test_parallel_kernel(%arg0: memref<1024x1x28x28xf32>, %arg1: memref<64x1x3x3xf32>, %arg2: memref<64xf32>, %arg3: memref<1024x64x28x28xf32>) kernel attributes {known_block_size = array<i32: 28, 7, 1>} {
// OUT:       %cst = arith.constant 0.000000e+00 : f32
// OUT:       %c3 = arith.constant 3 : index
// OUT:       %c29 = arith.constant 29 : index
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %c7 = arith.constant 7 : index
// OUT:       %block_id_x = gpu.block_id  x
// OUT:       %block_id_y = gpu.block_id  y
// OUT:       %block_id_z = gpu.block_id  z
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %thread_id_y = gpu.thread_id  y
// OUT:       %0 = arith.muli %block_id_x, %c7 : index
// OUT:       %1 = arith.addi %0, %thread_id_y : index
// OUT:       %2 = arith.subi %c1, %1 : index
// OUT:       %3 = arith.subi %c1, %thread_id_x : index
// OUT:       %4 = arith.subi %c1, %1 : index
// OUT:       %5 = arith.maxsi %4, %c0 : index
// OUT:       %6 = arith.subi %c29, %1 : index
// OUT:       %7 = arith.minsi %6, %c3 : index
// OUT:       %8 = scf.for %arg4 = %5 to %7 step %c1 iter_args(%arg5 = %cst) -> (f32) {
// OUT:         %11 = arith.subi %c1, %thread_id_x : index
// OUT:         %12 = arith.maxsi %11, %c0 : index
// OUT:         %13 = arith.subi %c29, %thread_id_x : index
// OUT:         %14 = arith.minsi %13, %c3 : index
// OUT:         %15 = scf.for %arg6 = %12 to %14 step %c1 iter_args(%arg7 = %arg5) -> (f32) {
// OUT:           %16 = arith.subi %arg4, %2 : index
// OUT:           %17 = arith.subi %arg6, %3 : index
// OUT:           %18 = memref.load %arg0[%block_id_z, %c0, %16, %17] : memref<1024x1x28x28xf32>
// OUT:           %19 = memref.load %arg1[%block_id_y, %c0, %arg4, %arg6] : memref<64x1x3x3xf32>
// OUT:           %20 = arith.mulf %18, %19 : f32
// OUT:           %21 = arith.addf %arg7, %20 : f32
// OUT:           scf.yield %21 : f32
// OUT:         }
// OUT:         scf.yield %15 : f32
// OUT:       }
// OUT:       %9 = memref.load %arg2[%block_id_y] : memref<64xf32>
// OUT:       %10 = arith.addf %8, %9 : f32
// OUT:       memref.store %10, %arg3[%block_id_z, %block_id_y, %1, %thread_id_x] : memref<1024x64x28x28xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   gpu.module @test_parallel_kernel_1 {
// OUT:     gpu.func @test_parallel_kernel(%arg0: memref<1024x64x28x28xf32>, %arg1: memref<1024x64x28x28xf32>, %arg2: memref<1024x64x28x28xf32>) kernel attributes {known_block_size = array<i32: 28, 7, 1>} {
// OUT:       %c7 = arith.constant 7 : index
// OUT:       %block_id_x = gpu.block_id  x
// OUT:       %block_id_y = gpu.block_id  y
// OUT:       %block_id_z = gpu.block_id  z
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %thread_id_y = gpu.thread_id  y
// OUT:       %0 = arith.muli %block_id_x, %c7 : index
// OUT:       %1 = arith.addi %0, %thread_id_y : index
// OUT:       %2 = memref.load %arg0[%block_id_z, %block_id_y, %1, %thread_id_x] : memref<1024x64x28x28xf32>
// OUT:       %3 = memref.load %arg1[%block_id_z, %block_id_y, %1, %thread_id_x] : memref<1024x64x28x28xf32>
// OUT:       %4 = arith.addf %2, %3 : f32
// OUT:       memref.store %4, %arg2[%block_id_z, %block_id_y, %1, %thread_id_x] : memref<1024x64x28x28xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
