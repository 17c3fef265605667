// RUN: run --device=cpu,interp

// The product of two square matrices in f16 with sums in f32 by matrices of subgroups, one of 16 by 16 per subgroup. The
// size is a constant, since the leading dimension is an attribute. The benchmark writes another number for 32.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @fill(%x: memref<32x32xf16>, %scale: f16) kernel attributes {known_block_size = array<i32: 16, 16, 1>} {
      %mask = arith.constant 7 : index
      %j = gpu.global_id x
      %i = gpu.global_id y
      %sum = arith.addi %i, %j : index
      %low = arith.andi %sum, %mask : index
      %number = arith.index_cast %low : index to i32
      %whole = arith.sitofp %number : i32 to f16
      %value = arith.mulf %whole, %scale : f16
      memref.store %value, %x[%i, %j] : memref<32x32xf16>
      gpu.return
    }
    gpu.func @wmma(%a: memref<32x32xf16>, %b: memref<32x32xf16>, %c: memref<32x32xf32>) kernel
        attributes {known_block_size = array<i32: 32, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c16 = arith.constant 16 : index
      %n = arith.constant 32 : index
      %zero = arith.constant 0.0 : f32
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %i = arith.muli %by, %c16 : index
      %j = arith.muli %bx, %c16 : index
      %none = gpu.subgroup_mma_constant_matrix %zero : !gpu.mma_matrix<16x16xf32, "COp">
      %sum = scf.for %k = %c0 to %n step %c16 iter_args(%before = %none) -> (!gpu.mma_matrix<16x16xf32, "COp">) {
        %v = gpu.subgroup_mma_load_matrix %a[%i, %k] {leadDimension = 32 : index} : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
        %w = gpu.subgroup_mma_load_matrix %b[%k, %j] {leadDimension = 32 : index} : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "BOp">
        %after = gpu.subgroup_mma_compute %v, %w, %before : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
        scf.yield %after : !gpu.mma_matrix<16x16xf32, "COp">
      }
      gpu.subgroup_mma_store_matrix %sum, %c[%i, %j] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<32x32xf32>
      gpu.return
    }
    gpu.func @sample(%y: memref<32x32xf32>, %step: index, %out: memref<8xf32>) kernel
        attributes {known_block_size = array<i32: 8, 1, 1>} {
      %t = gpu.thread_id x
      %i = arith.muli %t, %step : index
      %v = memref.load %y[%i, %t] : memref<32x32xf32>
      memref.store %v, %out[%t] : memref<8xf32>
      gpu.return
    }
  }
  func.func @main(%times: index {warpline.input = "1"}) -> memref<8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %lanes = arith.constant 32 : index
    %n = arith.constant 32 : index
    %one = arith.constant 1.0 : f16
    %quarter = arith.constant 0.25 : f16
    %blocks = arith.divui %n, %c16 : index
    %step = arith.divui %n, %c8 : index
    %a = gpu.alloc () : memref<32x32xf16>
    %b = gpu.alloc () : memref<32x32xf16>
    %c = gpu.alloc () : memref<32x32xf32>
    %out = memref.alloc() : memref<8xf32>
    gpu.launch_func @k::@fill blocks in (%blocks, %blocks, %c1) threads in (%c16, %c16, %c1) args(%a : memref<32x32xf16>, %one : f16)
    gpu.launch_func @k::@fill blocks in (%blocks, %blocks, %c1) threads in (%c16, %c16, %c1) args(%b : memref<32x32xf16>, %quarter : f16)
    scf.for %i = %c0 to %times step %c1 {
      gpu.launch_func @k::@wmma blocks in (%blocks, %blocks, %c1) threads in (%lanes, %c1, %c1)
          args(%a : memref<32x32xf16>, %b : memref<32x32xf16>, %c : memref<32x32xf32>)
    }
    gpu.launch_func @k::@sample blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1)
        args(%c : memref<32x32xf32>, %step : index, %out : memref<8xf32>)
    gpu.dealloc %a : memref<32x32xf16>
    gpu.dealloc %b : memref<32x32xf16>
    gpu.dealloc %c : memref<32x32xf32>
    return %out : memref<8xf32>
  }
}

// OUT: result 0: memref<8xf32> = [140.0 80.0 92.0 112.0 76.0 112.0 92.0 80.0]
// OUT: kernels=3 launches=4 streams=1 waits=0 records=0 host_syncs=1 leaks=0
