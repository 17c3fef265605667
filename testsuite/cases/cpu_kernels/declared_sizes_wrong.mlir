// RUN: warpline run --device=cpu --diagnostics=short
// RUN: warpline run --device=interp --diagnostics=short

// Wrong: a grid of three blocks, where the kernel declares two.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @f(%m: memref<?xf32>) kernel attributes {known_grid_size = array<i32: 2, 1, 1>, known_block_size = array<i32: 4, 1, 1>} {
      %i = gpu.global_id x
      %c = arith.constant 1.0 : f32
      memref.store %c, %m[%i] : memref<?xf32>
      gpu.return
    }
  }
  func.func @main(%m: memref<?xf32> {warpline.input = "32xf32=0"}, %g: index {warpline.input = "3"}, %b: index {warpline.input = "4"}) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @k::@f blocks in (%g, %c1, %c1) threads in (%b, %c1, %c1) args(%m : memref<?xf32>)
    return
  }
}

// OUT: stderr:
// OUT: declared_sizes_wrong.mlir:16:5: error[E0501]: expected a block of [4, 1, 1] and a grid of [2, 1, 1], as the kernel declares
// OUT: exit: 1
// OUT: stderr:
// OUT: declared_sizes_wrong.mlir:16:5: error[E0501]: expected a grid of [2, 1, 1], as the kernel declares, but found [3, 1, 1]
// OUT: exit: 1
// -----

// Wrong: blocks of five threads, where the kernel declares four.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @f(%m: memref<?xf32>) kernel attributes {known_grid_size = array<i32: 2, 1, 1>, known_block_size = array<i32: 4, 1, 1>} {
      %i = gpu.global_id x
      %c = arith.constant 1.0 : f32
      memref.store %c, %m[%i] : memref<?xf32>
      gpu.return
    }
  }
  func.func @main(%m: memref<?xf32> {warpline.input = "32xf32=0"}, %g: index {warpline.input = "2"}, %b: index {warpline.input = "5"}) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @k::@f blocks in (%g, %c1, %c1) threads in (%b, %c1, %c1) args(%m : memref<?xf32>)
    return
  }
}

// OUT: stderr:
// OUT: declared_sizes_wrong.mlir:14:5: error[E0501]: expected a block of [4, 1, 1] and a grid of [2, 1, 1], as the kernel declares
// OUT: exit: 1
// OUT: stderr:
// OUT: declared_sizes_wrong.mlir:14:5: error[E0501]: expected a block of [4, 1, 1], as the kernel declares, but found [5, 1, 1]
// OUT: exit: 1
