// RUN: run --device=cpu,interp

// A lane overwrites an element of a matrix that the subgroup has loaded.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @loaded(%m: memref<16x16xf32>, %n: memref<16x16xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      %five = arith.constant 500.0 : f32
      %t = gpu.thread_id x
      %whole = gpu.subgroup_mma_load_matrix %m[%zero, %zero] {leadDimension = 16 : index}
          : memref<16x16xf32> -> !gpu.mma_matrix<16x16xf32, "COp">
      %is_first = arith.cmpi eq, %t, %zero : index
      scf.if %is_first {
        memref.store %five, %m[%one, %one] : memref<16x16xf32>
      }
      gpu.subgroup_mma_store_matrix %whole, %n[%zero, %zero] {leadDimension = 16 : index}
          : !gpu.mma_matrix<16x16xf32, "COp">, memref<16x16xf32>
      gpu.return
    }
  }
  func.func @main(%m: memref<16x16xf32> {warpline.input = "iota:"}) -> memref<16x16xf32> {
    %one = arith.constant 1 : index
    %n = arith.constant 32 : index
    %out = memref.alloc() : memref<16x16xf32>
    gpu.launch_func @k::@loaded blocks in (%one, %one, %one) threads in (%n, %one, %one)
      args(%m : memref<16x16xf32>, %out : memref<16x16xf32>)
    return %out : memref<16x16xf32>
  }
}

// OUT: result 0: memref<16x16xf32>
// OUT:   count=256 min=0.0 max=255.0 sum=32640.0 first=0.0
// OUT: argument 0: memref<16x16xf32>
// OUT:   count=256 min=0.0 max=500.0 sum=33123.0 first=0.0
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
