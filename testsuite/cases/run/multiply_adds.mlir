// RUN: run --device=cpu,interp
// RUN: run --device=cpu --bounds=off
// RUN: run --device=cpu --detect-races

// Sums of products over a dimension of unknown size: none, one, and many steps; steps of two; rows that scalars and rows that
// vectors differ in; a factor that is read backward; a sum of differences, which has no wide form.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @sums(%a: memref<8x?xf32>, %b: memref<?x24xf32>, %out: memref<8x24xf32>, %n: index, %first: index) kernel
        attributes {known_block_size = array<i32: 24, 8, 1>} {
      %x = gpu.thread_id x
      %y = gpu.thread_id y
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %zero = arith.constant 0.5 : f32
      %last = arith.subi %n, %c1 : index
      %sum = scf.for %k = %first to %n step %c1 iter_args(%s = %zero) -> (f32) {
        %p = memref.load %a[%y, %k] : memref<8x?xf32>
        %q = memref.load %b[%k, %x] : memref<?x24xf32>
        %pq = arith.mulf %p, %q : f32
        %next = arith.addf %pq, %s : f32
        scf.yield %next : f32
      }
      %fused = scf.for %k = %first to %n step %c2 iter_args(%s = %sum) -> (f32) {
        %back = arith.subi %last, %k : index
        %p = memref.load %a[%y, %back] : memref<8x?xf32>
        %q = memref.load %b[%k, %x] : memref<?x24xf32>
        %next = math.fma %q, %p, %s : f32
        scf.yield %next : f32
      }
      memref.store %fused, %out[%y, %x] : memref<8x24xf32>
      gpu.return
    }
    gpu.func @rows(%a: memref<?xf32>, %b: memref<8x?x24xf32>, %out: memref<8x24xf32>, %n: index) kernel
        attributes {known_block_size = array<i32: 24, 8, 1>} {
      %x = gpu.thread_id x
      %y = gpu.thread_id y
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %zero = arith.constant 0.0 : f32
      %sum = scf.for %k = %c0 to %n step %c1 iter_args(%s = %zero) -> (f32) {
        %p = memref.load %a[%k] : memref<?xf32>
        %q = memref.load %b[%y, %k, %x] : memref<8x?x24xf32>
        %pq = arith.mulf %q, %p : f32
        %next = arith.addf %s, %pq : f32
        scf.yield %next : f32
      }
      %other = scf.for %k = %c0 to %n step %c1 iter_args(%s = %sum) -> (f32) {
        %p = memref.load %a[%k] : memref<?xf32>
        %q = memref.load %b[%y, %k, %x] : memref<8x?x24xf32>
        %pq = arith.mulf %q, %p : f32
        %next = arith.subf %s, %pq : f32
        scf.yield %next : f32
      }
      %both = arith.addf %sum, %other : f32
      %old = memref.load %out[%y, %x] : memref<8x24xf32>
      %all = arith.addf %old, %both : f32
      memref.store %all, %out[%y, %x] : memref<8x24xf32>
      gpu.return
    }
  }
  func.func @sums(%n: index, %first: index) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c24 = arith.constant 24 : index
    %a = memref.alloc(%n) : memref<8x?xf32>
    %b = memref.alloc(%n) : memref<?x24xf32>
    %c = memref.alloc(%n) : memref<?xf32>
    %d = memref.alloc(%n) : memref<8x?x24xf32>
    %out = memref.alloc() : memref<8x24xf32>
    scf.for %k = %c0 to %n step %c1 {
      %ki = arith.index_cast %k : index to i32
      %kf = arith.sitofp %ki : i32 to f32
      %third = arith.constant 0.3 : f32
      %kt = arith.mulf %kf, %third : f32
      memref.store %kt, %c[%k] : memref<?xf32>
      scf.for %i = %c0 to %c8 step %c1 {
        %ii = arith.index_cast %i : index to i32
        %if = arith.sitofp %ii : i32 to f32
        %v = arith.subf %if, %kt : f32
        memref.store %v, %a[%i, %k] : memref<8x?xf32>
        scf.for %j = %c0 to %c24 step %c1 {
          %ji = arith.index_cast %j : index to i32
          %jf = arith.sitofp %ji : i32 to f32
          %w = arith.mulf %jf, %v : f32
          memref.store %w, %d[%i, %k, %j] : memref<8x?x24xf32>
          memref.store %w, %b[%k, %j] : memref<?x24xf32>
        }
      }
    }
    gpu.launch_func @k::@sums blocks in (%c1, %c1, %c1) threads in (%c24, %c8, %c1)
      args(%a : memref<8x?xf32>, %b : memref<?x24xf32>, %out : memref<8x24xf32>, %n : index, %first : index)
    gpu.launch_func @k::@rows blocks in (%c1, %c1, %c1) threads in (%c24, %c8, %c1)
      args(%c : memref<?xf32>, %d : memref<8x?x24xf32>, %out : memref<8x24xf32>, %n : index)
    %zero = arith.constant 0.0 : f32
    // The order of the elements has a weight, so that exchanged ones differ.
    %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %zero) -> (f32) {
      %line = scf.for %j = %c0 to %c24 step %c1 iter_args(%t = %s) -> (f32) {
        %v = memref.load %out[%i, %j] : memref<8x24xf32>
        %half = arith.constant 0.99 : f32
        %less = arith.mulf %t, %half : f32
        %next = arith.addf %less, %v : f32
        scf.yield %next : f32
      }
      scf.yield %line : f32
    }
    memref.dealloc %a : memref<8x?xf32>
    memref.dealloc %b : memref<?x24xf32>
    memref.dealloc %c : memref<?xf32>
    memref.dealloc %d : memref<8x?x24xf32>
    memref.dealloc %out : memref<8x24xf32>
    return %sum : f32
  }
  func.func @main() -> (f32, f32, f32, f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c9 = arith.constant 9 : index
    %c100 = arith.constant 100 : index
    %none = func.call @sums(%c1, %c3) : (index, index) -> f32
    %one = func.call @sums(%c1, %c0) : (index, index) -> f32
    %some = func.call @sums(%c9, %c3) : (index, index) -> f32
    %many = func.call @sums(%c100, %c0) : (index, index) -> f32
    return %none, %one, %some, %many : f32, f32, f32, f32
  }
}

// OUT: result 0: f32 = 42.740185
// OUT: result 1: f32 = 67331.42
// OUT: result 2: f32 = 198158.55
// OUT: result 3: f32 = -7056559.5
// OUT: kernels=2 launches=8 streams=1 waits=0 records=0 host_syncs=4 leaks=0
// OUT: result 0: f32 = 42.740185
// OUT: result 1: f32 = 67331.42
// OUT: result 2: f32 = 198158.55
// OUT: result 3: f32 = -7056559.5
// OUT: kernels=2 launches=8 streams=1 waits=0 records=0 host_syncs=4 leaks=0
// OUT: result 0: f32 = 42.740185
// OUT: result 1: f32 = 67331.42
// OUT: result 2: f32 = 198158.55
// OUT: result 3: f32 = -7056559.5
// OUT: kernels=2 launches=8 streams=1 waits=0 records=0 host_syncs=4 leaks=0
