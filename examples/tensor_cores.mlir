// C = A * B + C with matrices of a subgroup (tensor cores on a GPU): 32 lanes load a tile of each, multiply, and store the
// result where C was. All lanes do each step together.
//
//   warpline run examples/tensor_cores.mlir
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @multiply(%a: memref<16x16xf16>, %b: memref<16x16xf16>, %c: memref<16x16xf32>) kernel
        attributes {known_block_size = array<i32: 32, 1, 1>} {
      %c0 = arith.constant 0 : index
      %x = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 16 : index}
          : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
      %y = gpu.subgroup_mma_load_matrix %b[%c0, %c0] {leadDimension = 16 : index}
          : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "BOp">
      %z = gpu.subgroup_mma_load_matrix %c[%c0, %c0] {leadDimension = 16 : index}
          : memref<16x16xf32> -> !gpu.mma_matrix<16x16xf32, "COp">
      %r = gpu.subgroup_mma_compute %x, %y, %z
          : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
      gpu.subgroup_mma_store_matrix %r, %c[%c0, %c0] {leadDimension = 16 : index}
          : !gpu.mma_matrix<16x16xf32, "COp">, memref<16x16xf32>
      gpu.return
    }
  }

  func.func @main(%a: memref<16x16xf16> {warpline.input = "splat:2"}, %b: memref<16x16xf16> {warpline.input = "splat:3"},
                  %c: memref<16x16xf32> {warpline.input = "splat:1"}) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %lanes = arith.constant 32 : index
    gpu.launch_func @kernels::@multiply blocks in (%c1, %c1, %c1) threads in (%lanes, %c1, %c1)
        args(%a : memref<16x16xf16>, %b : memref<16x16xf16>, %c : memref<16x16xf32>)
    %corner = memref.load %c[%c0, %c0] : memref<16x16xf32>
    return %corner : f32
  }
}
