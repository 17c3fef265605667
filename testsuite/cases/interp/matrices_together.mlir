// RUN: warpline run --device=interp --output=-

// A subgroup loads, computes and stores a matrix as one: `C = A * B + C` in place is no race between its lanes.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @accumulate(%a: memref<16x16xf16>, %b: memref<16x16xf16>, %c: memref<16x16xf32>) kernel
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
    %c32 = arith.constant 32 : index
    gpu.launch_func @k::@accumulate blocks in (%c1, %c1, %c1) threads in (%c32, %c1, %c1)
        args(%a : memref<16x16xf16>, %b : memref<16x16xf16>, %c : memref<16x16xf32>)
    %last = memref.load %c[%c0, %c1] : memref<16x16xf32>
    return %last : f32
  }
}

// OUT: f32=97.0
// OUT: argument 2: memref<16x16xf32>
// OUT:   count=256 min=97.0 max=97.0 sum=24832.0 first=97.0
// OUT:   values: 97.0 (256 times)
// -----

// Two subgroups store tiles that overlap, which is a race.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @overlap(%c: memref<16x32xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c8 = arith.constant 8 : index
      %number = gpu.subgroup_id : index
      %column = arith.muli %number, %c8 : index
      %value = arith.index_cast %number : index to i32
      %one = arith.uitofp %value : i32 to f32
      %m = gpu.subgroup_mma_constant_matrix %one : !gpu.mma_matrix<16x16xf32, "COp">
      gpu.subgroup_mma_store_matrix %m, %c[%c0, %column] {leadDimension = 32 : index}
          : !gpu.mma_matrix<16x16xf32, "COp">, memref<16x32xf32>
      gpu.return
    }
  }
  func.func @main(%c: memref<16x32xf32> {warpline.input = "splat:7"}) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func @k::@overlap blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%c : memref<16x32xf32>)
    %corner = memref.load %c[%c0, %c0] : memref<16x32xf32>
    return %corner : f32
  }
}

// OUT: stderr:
// OUT: matrices_together.mlir:13:7: error[E0501]: data race: this write is not ordered with an earlier write, in the subgroup of thread 32 of '@k::@overlap'
// OUT:     ╭─[ matrices_together.mlir:13:7 ]
// OUT:     │
// OUT:  13 │       gpu.subgroup_mma_store_matrix %m, %c[%c0, %column] {leadDimension = 32 : index}
// OUT:     │       ──────────────┬──────────────
// OUT:     │                     ╰──────────────── this 'gpu.subgroup_mma_store_matrix'
// OUT:     │                     │
// OUT:     │                     ╰──────────────── the write by thread 0 of block 0
// OUT:     │
// OUT:  22 │     gpu.launch_func @k::@overlap blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%c : memref<16x32xf32>)
// OUT:     │     ───────┬───────
// OUT:     │            ╰───────── launched here
// OUT: ────╯
// OUT: exit: 1
