// RUN: roundtrip

module attributes {gpu.container_module} {
  gpu.module @k [#nvvm.target<chip = "sm_90">] {
    gpu.func @f(%a: memref<8xf32>, %n: index) workgroup(%w : memref<32xf32, #gpu.address_space<workgroup>>) private(%p : memref<1xf32, #gpu.address_space<private>>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
      %t = gpu.thread_id x
      %b = gpu.block_id y
      %d = gpu.block_dim z
      %g = gpu.grid_dim x
      %i = gpu.global_id x
      gpu.barrier
      %v = memref.load %a[%t] : memref<8xf32>
      memref.store %v, %w[%t] : memref<32xf32, #gpu.address_space<workgroup>>
      gpu.return
    }
    gpu.func @dev(%x: f32) -> f32 {
      gpu.return %x : f32
    }
  }
  func.func @main(%n: index, %m: memref<8xf32>, %sz: i32, %x: f32) {
    %t0 = gpu.wait async
    %t1 = gpu.wait async [%t0]
    gpu.wait [%t0, %t1]
    gpu.wait
    %d, %t2 = gpu.alloc async [%t1] () : memref<8xf32>
    %h = gpu.alloc host_shared (%n) : memref<?xf32>
    %q = gpu.alloc () : memref<8xf32>
    %t3 = gpu.memcpy async [%t2] %d, %m : memref<8xf32>, memref<8xf32>
    gpu.memcpy %q, %m : memref<8xf32>, memref<8xf32>
    %t4 = gpu.memset async %d, %x : memref<8xf32>, f32
    %t5 = gpu.launch_func async [%t3, %t4] @k::@f blocks in (%n, %n, %n) threads in (%n, %n, %n) dynamic_shared_memory_size %sz args(%d : memref<8xf32>, %n : index)
    gpu.launch_func @k::@f blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%d : memref<8xf32>, %n : index)
    %t6 = gpu.dealloc async [%t5] %d : memref<8xf32>
    gpu.dealloc %q : memref<8xf32>
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz2 = %n) workgroup(%w : memref<4xf32, #gpu.address_space<workgroup>>) {
      %v = memref.load %m[%tx] : memref<8xf32>
      gpu.terminator
    }
    %t7 = gpu.launch async [%t6] blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz2 = %n) {
      gpu.terminator
    } {a.b = 1 : i32}
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k [#nvvm.target<chip = "sm_90">] {
// OUT:     gpu.func @f(%arg0: memref<8xf32>, %arg1: index) workgroup(%arg2 : memref<32xf32, #gpu.address_space<workgroup>>) private(%arg3 : memref<1xf32, #gpu.address_space<private>>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %block_id_y = gpu.block_id  y
// OUT:       %block_dim_z = gpu.block_dim  z
// OUT:       %grid_dim_x = gpu.grid_dim  x
// OUT:       %global_id_x = gpu.global_id  x
// OUT:       gpu.barrier
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<8xf32>
// OUT:       memref.store %0, %arg2[%thread_id_x] : memref<32xf32, #gpu.address_space<workgroup>>
// OUT:       gpu.return
// OUT:     }
// OUT:     gpu.func @dev(%arg0: f32) -> f32 {
// OUT:       gpu.return %arg0 : f32
// OUT:     }
// OUT:   }
// OUT:   func.func @main(%arg0: index, %arg1: memref<8xf32>, %arg2: i32, %arg3: f32) {
// OUT:     %0 = gpu.wait async
// OUT:     %1 = gpu.wait async [%0]
// OUT:     gpu.wait [%0, %1]
// OUT:     gpu.wait
// OUT:     %memref, %asyncToken = gpu.alloc async [%1] () : memref<8xf32>
// OUT:     %memref_0 = gpu.alloc  host_shared (%arg0) : memref<?xf32>
// OUT:     %memref_1 = gpu.alloc  () : memref<8xf32>
// OUT:     %2 = gpu.memcpy async [%asyncToken] %memref, %arg1 : memref<8xf32>, memref<8xf32>
// OUT:     gpu.memcpy  %memref_1, %arg1 : memref<8xf32>, memref<8xf32>
// OUT:     %3 = gpu.memset async %memref, %arg3 : memref<8xf32>, f32
// OUT:     %4 = gpu.launch_func async [%2, %3] @k::@f blocks in (%arg0, %arg0, %arg0) threads in (%arg0, %arg0, %arg0)  dynamic_shared_memory_size %arg2 args(%memref : memref<8xf32>, %arg0 : index)
// OUT:     gpu.launch_func  @k::@f blocks in (%arg0, %arg0, %arg0) threads in (%arg0, %arg0, %arg0)  args(%memref : memref<8xf32>, %arg0 : index)
// OUT:     %5 = gpu.dealloc async [%4] %memref : memref<8xf32>
// OUT:     gpu.dealloc  %memref_1 : memref<8xf32>
// OUT:     gpu.launch blocks(%arg4, %arg5, %arg6) in (%arg10 = %arg0, %arg11 = %arg0, %arg12 = %arg0) threads(%arg7, %arg8, %arg9) in (%arg13 = %arg0, %arg14 = %arg0, %arg15 = %arg0) workgroup(%arg16 : memref<4xf32, #gpu.address_space<workgroup>>) {
// OUT:       %7 = memref.load %arg1[%arg7] : memref<8xf32>
// OUT:       gpu.terminator
// OUT:     }
// OUT:     %6 = gpu.launch async [%5] blocks(%arg4, %arg5, %arg6) in (%arg10 = %arg0, %arg11 = %arg0, %arg12 = %arg0) threads(%arg7, %arg8, %arg9) in (%arg13 = %arg0, %arg14 = %arg0, %arg15 = %arg0) {
// OUT:       gpu.terminator
// OUT:     } {a.b = 1 : i32}
// OUT:     return
// OUT:   }
// OUT: }
// -----

module attributes {gpu.container_module} {
  gpu.binary @kernels  [#gpu.object<#rocdl.target, assembly = "">]
  func.func @async(%arg0: index) {
    %0 = gpu.wait async
    %1 = gpu.launch_func async [%0] @kernels::@kernel blocks in (%arg0, %arg0, %arg0) threads in (%arg0, %arg0, %arg0)  
    %2 = gpu.launch_func async [%1] @kernels::@kernel blocks in (%arg0, %arg0, %arg0) threads in (%arg0, %arg0, %arg0)  
    %memref, %asyncToken = gpu.alloc async [%2] () : memref<7xf32>
    %3 = gpu.dealloc async [%asyncToken] %memref : memref<7xf32>
    gpu.wait [%3]
    return
  }
}
