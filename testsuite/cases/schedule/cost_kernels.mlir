// RUN: compile --plan-for=any --target=cpu --emit=plan

// Two kernels of one block run on a part of the device each. They call a function whose loop runs as often as their argument
// says, 2,000 times: two streams.
module attributes {gpu.container_module} {
  gpu.module @m {
    func.func private @chain(%m: memref<64xf32>, %n: i32) attributes {no_inline} {
      %i = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %end = arith.index_cast %n : i32 to index
      scf.for %k = %c0 to %end step %c1 {
        %v = memref.load %m[%i] : memref<64xf32>
        %w = arith.addf %v, %v : f32
        memref.store %w, %m[%i] : memref<64xf32>
      }
      return
    }
    gpu.func @work(%x: memref<64xf32>, %m: memref<64xf32>, %n: i32) kernel {
      %i = gpu.thread_id x
      %v = memref.load %x[%i] : memref<64xf32>
      memref.store %v, %m[%i] : memref<64xf32>
      func.call @chain(%m, %n) : (memref<64xf32>, i32) -> ()
      gpu.return
    }
    gpu.func @add(%a: memref<64xf32>, %b: memref<64xf32>, %m: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %x = memref.load %a[%i] : memref<64xf32>
      %y = memref.load %b[%i] : memref<64xf32>
      %z = arith.addf %x, %y : f32
      memref.store %z, %m[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%n: i32, %size: index) {
    %one = arith.constant 1.0 : f32
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %count = arith.constant 2000 : i32
    %x = gpu.alloc () : memref<64xf32>
    %a = gpu.alloc () : memref<64xf32>
    %b = gpu.alloc () : memref<64xf32>
    gpu.memset %x, %one : memref<64xf32>, f32
    gpu.launch_func @m::@work blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %a : memref<64xf32>, %count : i32)
    gpu.launch_func @m::@work blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %b : memref<64xf32>, %count : i32)
    gpu.launch_func @m::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %b : memref<64xf32>, %x : memref<64xf32>)
    return
  }
}

// OUT: // 0: gpu.alloc, line 40
// OUT: // 1: gpu.memset, line 43
// OUT: // 2: gpu.alloc, line 41
// OUT: // 3: @m::@work, line 44
// OUT: // 4: gpu.alloc, line 42
// OUT: // 5: @m::@work, line 45
// OUT: // 6: @m::@add, line 46
// OUT: plan @main {
// OUT:   n 7 naive 13 tr 7 width 3
// OUT:   0 -> 1
// OUT:   1 -> 3
// OUT:   1 -> 5
// OUT:   2 -> 3
// OUT:   3 -> 6
// OUT:   4 -> 5
// OUT:   5 -> 6
// OUT:   streams 2 events 2
// OUT:   s0: 0 1 2 3
// OUT:   s1: 4 5 6
// OUT:   waits 2 records 2 host 1
// OUT:   record e0 on s0 after 1
// OUT:   record e1 on s0 after 3
// OUT:   wait e0 on s1 before 5
// OUT:   wait e1 on s1 before 6
// OUT:   host_wait s1 before 7
// OUT: }
// OUT: // predicted 177.4 us; critical path 175.9 us, one stream 347.8 us; for any
// OUT: // 3 follows 1 on s0: both touch %x, line 40 (3 reads what 1 writes)
// OUT: // 5 waits for 1: both touch %x, line 40 (5 reads what 1 writes)
// OUT: // 6 waits for 3: both touch %a, line 41 (6 reads what 3 writes)
// OUT: // 6 follows 5 on s1: both touch %b, line 42 (6 reads what 5 writes)
// OUT: // region 0 ops 5..6 nodes 2 edges 1 mode dag decision stream
// -----

// The same loop of two iterations takes less time than an event: one stream.
module attributes {gpu.container_module} {
  gpu.module @m {
    func.func private @chain(%m: memref<64xf32>, %n: i32) attributes {no_inline} {
      %i = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %end = arith.index_cast %n : i32 to index
      scf.for %k = %c0 to %end step %c1 {
        %v = memref.load %m[%i] : memref<64xf32>
        %w = arith.addf %v, %v : f32
        memref.store %w, %m[%i] : memref<64xf32>
      }
      return
    }
    gpu.func @work(%x: memref<64xf32>, %m: memref<64xf32>, %n: i32) kernel {
      %i = gpu.thread_id x
      %v = memref.load %x[%i] : memref<64xf32>
      memref.store %v, %m[%i] : memref<64xf32>
      func.call @chain(%m, %n) : (memref<64xf32>, i32) -> ()
      gpu.return
    }
    gpu.func @add(%a: memref<64xf32>, %b: memref<64xf32>, %m: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %x = memref.load %a[%i] : memref<64xf32>
      %y = memref.load %b[%i] : memref<64xf32>
      %z = arith.addf %x, %y : f32
      memref.store %z, %m[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%n: i32, %size: index) {
    %one = arith.constant 1.0 : f32
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %count = arith.constant 2 : i32
    %x = gpu.alloc () : memref<64xf32>
    %a = gpu.alloc () : memref<64xf32>
    %b = gpu.alloc () : memref<64xf32>
    gpu.memset %x, %one : memref<64xf32>, f32
    gpu.launch_func @m::@work blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %a : memref<64xf32>, %count : i32)
    gpu.launch_func @m::@work blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %b : memref<64xf32>, %count : i32)
    gpu.launch_func @m::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %b : memref<64xf32>, %x : memref<64xf32>)
    return
  }
}

// OUT: // 0: gpu.alloc, line 38
// OUT: // 1: gpu.memset, line 41
// OUT: // 2: gpu.alloc, line 39
// OUT: // 3: @m::@work, line 42
// OUT: // 4: gpu.alloc, line 40
// OUT: // 5: @m::@work, line 43
// OUT: // 6: @m::@add, line 44
// OUT: plan @main {
// OUT:   n 7 naive 13 tr 7 width 3
// OUT:   0 -> 1
// OUT:   1 -> 3
// OUT:   1 -> 5
// OUT:   2 -> 3
// OUT:   3 -> 6
// OUT:   4 -> 5
// OUT:   5 -> 6
// OUT:   streams 2 events 2
// OUT:   s0: 0 1 2 3
// OUT:   s1: 4 5 6
// OUT:   waits 2 records 2 host 1
// OUT:   record e0 on s0 after 1
// OUT:   record e1 on s0 after 3
// OUT:   wait e0 on s1 before 5
// OUT:   wait e1 on s1 before 6
// OUT:   host_wait s1 before 7
// OUT: }
// OUT: // predicted 7.7 us; critical path 6.2 us, one stream 8.4 us; for any
// OUT: // 3 follows 1 on s0: both touch %x, line 38 (3 reads what 1 writes)
// OUT: // 5 waits for 1: both touch %x, line 38 (5 reads what 1 writes)
// OUT: // 6 waits for 3: both touch %a, line 39 (6 reads what 3 writes)
// OUT: // 6 follows 5 on s1: both touch %b, line 40 (6 reads what 5 writes)
// OUT: // region 0 ops 5..6 nodes 2 edges 1 mode dag decision stream
// -----

// A count that only the program knows is taken for a small one.
module attributes {gpu.container_module} {
  gpu.module @m {
    func.func private @chain(%m: memref<64xf32>, %n: i32) attributes {no_inline} {
      %i = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %end = arith.index_cast %n : i32 to index
      scf.for %k = %c0 to %end step %c1 {
        %v = memref.load %m[%i] : memref<64xf32>
        %w = arith.addf %v, %v : f32
        memref.store %w, %m[%i] : memref<64xf32>
      }
      return
    }
    gpu.func @work(%x: memref<64xf32>, %m: memref<64xf32>, %n: i32) kernel {
      %i = gpu.thread_id x
      %v = memref.load %x[%i] : memref<64xf32>
      memref.store %v, %m[%i] : memref<64xf32>
      func.call @chain(%m, %n) : (memref<64xf32>, i32) -> ()
      gpu.return
    }
    gpu.func @add(%a: memref<64xf32>, %b: memref<64xf32>, %m: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %x = memref.load %a[%i] : memref<64xf32>
      %y = memref.load %b[%i] : memref<64xf32>
      %z = arith.addf %x, %y : f32
      memref.store %z, %m[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%n: i32, %size: index) {
    %one = arith.constant 1.0 : f32
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %count = arith.constant 2000 : i32
    %x = gpu.alloc () : memref<64xf32>
    %a = gpu.alloc () : memref<64xf32>
    %b = gpu.alloc () : memref<64xf32>
    gpu.memset %x, %one : memref<64xf32>, f32
    gpu.launch_func @m::@work blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %a : memref<64xf32>, %n : i32)
    gpu.launch_func @m::@work blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %b : memref<64xf32>, %n : i32)
    gpu.launch_func @m::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %b : memref<64xf32>, %x : memref<64xf32>)
    return
  }
}

// OUT: // 0: gpu.alloc, line 38
// OUT: // 1: gpu.memset, line 41
// OUT: // 2: gpu.alloc, line 39
// OUT: // 3: @m::@work, line 42
// OUT: // 4: gpu.alloc, line 40
// OUT: // 5: @m::@work, line 43
// OUT: // 6: @m::@add, line 44
// OUT: plan @main {
// OUT:   n 7 naive 13 tr 7 width 3
// OUT:   0 -> 1
// OUT:   1 -> 3
// OUT:   1 -> 5
// OUT:   2 -> 3
// OUT:   3 -> 6
// OUT:   4 -> 5
// OUT:   5 -> 6
// OUT:   streams 2 events 2
// OUT:   s0: 0 1 2 3
// OUT:   s1: 4 5 6
// OUT:   waits 2 records 2 host 1
// OUT:   record e0 on s0 after 1
// OUT:   record e1 on s0 after 3
// OUT:   wait e0 on s1 before 5
// OUT:   wait e1 on s1 before 6
// OUT:   host_wait s1 before 7
// OUT: }
// OUT: // predicted 8.3 us; critical path 6.8 us, one stream 9.6 us; for any
// OUT: // 3 follows 1 on s0: both touch %x, line 38 (3 reads what 1 writes)
// OUT: // 5 waits for 1: both touch %x, line 38 (5 reads what 1 writes)
// OUT: // 6 waits for 3: both touch %a, line 39 (6 reads what 3 writes)
// OUT: // 6 follows 5 on s1: both touch %b, line 40 (6 reads what 5 writes)
// OUT: // region 0 ops 5..6 nodes 2 edges 1 mode dag decision stream
// -----

// Affine loops, of which the inner one runs 20 times on average.
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @work(%x: memref<64xf32>, %m: memref<64xf32>, %n: i32) kernel {
      %i = gpu.thread_id x
      %v = memref.load %x[%i] : memref<64xf32>
      affine.for %k = 0 to 40 {
        affine.for %j = affine_map<(d0) -> (d0)>(%k) to 40 {
          %w = memref.load %x[%i] : memref<64xf32>
          %y = math.exp %w : f32
          memref.store %y, %m[%i] : memref<64xf32>
        }
      }
      gpu.return
    }
    gpu.func @add(%a: memref<64xf32>, %b: memref<64xf32>, %m: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %x = memref.load %a[%i] : memref<64xf32>
      %y = memref.load %b[%i] : memref<64xf32>
      %z = arith.addf %x, %y : f32
      memref.store %z, %m[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%n: i32, %size: index) {
    %one = arith.constant 1.0 : f32
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %count = arith.constant 0 : i32
    %x = gpu.alloc () : memref<64xf32>
    %a = gpu.alloc () : memref<64xf32>
    %b = gpu.alloc () : memref<64xf32>
    gpu.memset %x, %one : memref<64xf32>, f32
    gpu.launch_func @m::@work blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %a : memref<64xf32>, %n : i32)
    gpu.launch_func @m::@work blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %b : memref<64xf32>, %n : i32)
    gpu.launch_func @m::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %b : memref<64xf32>, %x : memref<64xf32>)
    return
  }
}

// OUT: // 0: gpu.alloc, line 31
// OUT: // 1: gpu.memset, line 34
// OUT: // 2: gpu.alloc, line 32
// OUT: // 3: @m::@work, line 35
// OUT: // 4: gpu.alloc, line 33
// OUT: // 5: @m::@work, line 36
// OUT: // 6: @m::@add, line 37
// OUT: plan @main {
// OUT:   n 7 naive 13 tr 7 width 3
// OUT:   0 -> 1
// OUT:   1 -> 3
// OUT:   1 -> 5
// OUT:   2 -> 3
// OUT:   3 -> 6
// OUT:   4 -> 5
// OUT:   5 -> 6
// OUT:   streams 2 events 2
// OUT:   s0: 0 1 2 3
// OUT:   s1: 4 5 6
// OUT:   waits 2 records 2 host 1
// OUT:   record e0 on s0 after 1
// OUT:   record e1 on s0 after 3
// OUT:   wait e0 on s1 before 5
// OUT:   wait e1 on s1 before 6
// OUT:   host_wait s1 before 7
// OUT: }
// OUT: // predicted 107.9 us; critical path 106.4 us, one stream 208.8 us; for any
// OUT: // 3 follows 1 on s0: both touch %x, line 31 (3 reads what 1 writes)
// OUT: // 5 waits for 1: both touch %x, line 31 (5 reads what 1 writes)
// OUT: // 6 waits for 3: both touch %a, line 32 (6 reads what 3 writes)
// OUT: // 6 follows 5 on s1: both touch %b, line 33 (6 reads what 5 writes)
// OUT: // region 0 ops 5..6 nodes 2 edges 1 mode dag decision stream
// -----

// A loop whose step is the size of a block: 1,000 iterations of each thread.
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @work(%x: memref<64xf32>, %m: memref<64xf32>, %n: i32) kernel {
      %i = gpu.thread_id x
      %v = memref.load %x[%i] : memref<64xf32>
      %bd = gpu.block_dim x
      %end = arith.constant 64000 : index
      scf.for %k = %i to %end step %bd {
        %w = memref.load %x[%i] : memref<64xf32>
        %y = arith.divf %v, %w : f32
        memref.store %y, %m[%i] : memref<64xf32>
      }
      gpu.return
    }
    gpu.func @add(%a: memref<64xf32>, %b: memref<64xf32>, %m: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %x = memref.load %a[%i] : memref<64xf32>
      %y = memref.load %b[%i] : memref<64xf32>
      %z = arith.addf %x, %y : f32
      memref.store %z, %m[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%n: i32, %size: index) {
    %one = arith.constant 1.0 : f32
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %count = arith.constant 0 : i32
    %x = gpu.alloc () : memref<64xf32>
    %a = gpu.alloc () : memref<64xf32>
    %b = gpu.alloc () : memref<64xf32>
    gpu.memset %x, %one : memref<64xf32>, f32
    gpu.launch_func @m::@work blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %a : memref<64xf32>, %n : i32)
    gpu.launch_func @m::@work blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %b : memref<64xf32>, %n : i32)
    gpu.launch_func @m::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %b : memref<64xf32>, %x : memref<64xf32>)
    return
  }
}

// OUT: // 0: gpu.alloc, line 31
// OUT: // 1: gpu.memset, line 34
// OUT: // 2: gpu.alloc, line 32
// OUT: // 3: @m::@work, line 35
// OUT: // 4: gpu.alloc, line 33
// OUT: // 5: @m::@work, line 36
// OUT: // 6: @m::@add, line 37
// OUT: plan @main {
// OUT:   n 7 naive 13 tr 7 width 3
// OUT:   0 -> 1
// OUT:   1 -> 3
// OUT:   1 -> 5
// OUT:   2 -> 3
// OUT:   3 -> 6
// OUT:   4 -> 5
// OUT:   5 -> 6
// OUT:   streams 2 events 2
// OUT:   s0: 0 1 2 3
// OUT:   s1: 4 5 6
// OUT:   waits 2 records 2 host 1
// OUT:   record e0 on s0 after 1
// OUT:   record e1 on s0 after 3
// OUT:   wait e0 on s1 before 5
// OUT:   wait e1 on s1 before 6
// OUT:   host_wait s1 before 7
// OUT: }
// OUT: // predicted 106.2 us; critical path 104.7 us, one stream 205.3 us; for any
// OUT: // 3 follows 1 on s0: both touch %x, line 31 (3 reads what 1 writes)
// OUT: // 5 waits for 1: both touch %x, line 31 (5 reads what 1 writes)
// OUT: // 6 waits for 3: both touch %a, line 32 (6 reads what 3 writes)
// OUT: // 6 follows 5 on s1: both touch %b, line 33 (6 reads what 5 writes)
// OUT: // region 0 ops 5..6 nodes 2 edges 1 mode dag decision stream
// -----

// Functions that call each other have a fixed cost.
module attributes {gpu.container_module} {
  gpu.module @m {
    func.func private @even(%m: memref<64xf32>, %n: i32) attributes {no_inline} {
      %c1 = arith.constant 1 : i32
      %next = arith.subi %n, %c1 : i32
      %more = arith.cmpi sgt, %next, %c1 : i32
      scf.if %more {
        func.call @odd(%m, %next) : (memref<64xf32>, i32) -> ()
      }
      return
    }
    func.func private @odd(%m: memref<64xf32>, %n: i32) attributes {no_inline} {
      func.call @even(%m, %n) : (memref<64xf32>, i32) -> ()
      return
    }
    gpu.func @work(%x: memref<64xf32>, %m: memref<64xf32>, %n: i32) kernel {
      %i = gpu.thread_id x
      %v = memref.load %x[%i] : memref<64xf32>
      memref.store %v, %m[%i] : memref<64xf32>
      func.call @even(%m, %n) : (memref<64xf32>, i32) -> ()
      gpu.return
    }
    gpu.func @add(%a: memref<64xf32>, %b: memref<64xf32>, %m: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %x = memref.load %a[%i] : memref<64xf32>
      %y = memref.load %b[%i] : memref<64xf32>
      %z = arith.addf %x, %y : f32
      memref.store %z, %m[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%n: i32, %size: index) {
    %one = arith.constant 1.0 : f32
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %count = arith.constant 2000 : i32
    %x = gpu.alloc () : memref<64xf32>
    %a = gpu.alloc () : memref<64xf32>
    %b = gpu.alloc () : memref<64xf32>
    gpu.memset %x, %one : memref<64xf32>, f32
    gpu.launch_func @m::@work blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %a : memref<64xf32>, %count : i32)
    gpu.launch_func @m::@work blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %b : memref<64xf32>, %count : i32)
    gpu.launch_func @m::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %b : memref<64xf32>, %x : memref<64xf32>)
    return
  }
}

// OUT: // 0: gpu.alloc, line 39
// OUT: // 1: gpu.memset, line 42
// OUT: // 2: gpu.alloc, line 40
// OUT: // 3: @m::@work, line 43
// OUT: // 4: gpu.alloc, line 41
// OUT: // 5: @m::@work, line 44
// OUT: // 6: @m::@add, line 45
// OUT: plan @main {
// OUT:   n 7 naive 13 tr 7 width 3
// OUT:   0 -> 1
// OUT:   1 -> 3
// OUT:   1 -> 5
// OUT:   2 -> 3
// OUT:   3 -> 6
// OUT:   4 -> 5
// OUT:   5 -> 6
// OUT:   streams 2 events 2
// OUT:   s0: 0 1 2 3
// OUT:   s1: 4 5 6
// OUT:   waits 2 records 2 host 1
// OUT:   record e0 on s0 after 1
// OUT:   record e1 on s0 after 3
// OUT:   wait e0 on s1 before 5
// OUT:   wait e1 on s1 before 6
// OUT:   host_wait s1 before 7
// OUT: }
// OUT: // predicted 7.8 us; critical path 6.3 us, one stream 8.5 us; for any
// OUT: // 3 follows 1 on s0: both touch %x, line 39 (3 reads what 1 writes)
// OUT: // 5 waits for 1: both touch %x, line 39 (5 reads what 1 writes)
// OUT: // 6 waits for 3: both touch %a, line 40 (6 reads what 3 writes)
// OUT: // 6 follows 5 on s1: both touch %b, line 41 (6 reads what 5 writes)
// OUT: // region 0 ops 5..6 nodes 2 edges 1 mode dag decision stream
// -----

// A cycle of blocks is a loop of a few iterations.
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @work(%x: memref<64xf32>, %m: memref<64xf32>, %n: i32) kernel {
      %i = gpu.thread_id x
      %v = memref.load %x[%i] : memref<64xf32>
      cf.br ^head
    ^head:
      %w = memref.load %x[%i] : memref<64xf32>
      %y = math.powf %w, %w : f32
      memref.store %y, %m[%i] : memref<64xf32>
      %more = arith.cmpf olt, %y, %w : f32
      cf.cond_br %more, ^head, ^end
    ^end:
      gpu.return
    }
    gpu.func @add(%a: memref<64xf32>, %b: memref<64xf32>, %m: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %x = memref.load %a[%i] : memref<64xf32>
      %y = memref.load %b[%i] : memref<64xf32>
      %z = arith.addf %x, %y : f32
      memref.store %z, %m[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%n: i32, %size: index) {
    %one = arith.constant 1.0 : f32
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %count = arith.constant 0 : i32
    %x = gpu.alloc () : memref<64xf32>
    %a = gpu.alloc () : memref<64xf32>
    %b = gpu.alloc () : memref<64xf32>
    gpu.memset %x, %one : memref<64xf32>, f32
    gpu.launch_func @m::@work blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %a : memref<64xf32>, %n : i32)
    gpu.launch_func @m::@work blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %b : memref<64xf32>, %n : i32)
    gpu.launch_func @m::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %b : memref<64xf32>, %x : memref<64xf32>)
    return
  }
}

// OUT: // 0: gpu.alloc, line 32
// OUT: // 1: gpu.memset, line 35
// OUT: // 2: gpu.alloc, line 33
// OUT: // 3: @m::@work, line 36
// OUT: // 4: gpu.alloc, line 34
// OUT: // 5: @m::@work, line 37
// OUT: // 6: @m::@add, line 38
// OUT: plan @main {
// OUT:   n 7 naive 13 tr 7 width 3
// OUT:   0 -> 1
// OUT:   1 -> 3
// OUT:   1 -> 5
// OUT:   2 -> 3
// OUT:   3 -> 6
// OUT:   4 -> 5
// OUT:   5 -> 6
// OUT:   streams 2 events 2
// OUT:   s0: 0 1 2 3
// OUT:   s1: 4 5 6
// OUT:   waits 2 records 2 host 1
// OUT:   record e0 on s0 after 1
// OUT:   record e1 on s0 after 3
// OUT:   wait e0 on s1 before 5
// OUT:   wait e1 on s1 before 6
// OUT:   host_wait s1 before 7
// OUT: }
// OUT: // predicted 8.8 us; critical path 7.3 us, one stream 10.5 us; for any
// OUT: // 3 follows 1 on s0: both touch %x, line 32 (3 reads what 1 writes)
// OUT: // 5 waits for 1: both touch %x, line 32 (5 reads what 1 writes)
// OUT: // 6 waits for 3: both touch %a, line 33 (6 reads what 3 writes)
// OUT: // 6 follows 5 on s1: both touch %b, line 34 (6 reads what 5 writes)
// OUT: // region 0 ops 5..6 nodes 2 edges 1 mode dag decision stream
