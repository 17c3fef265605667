// RUN: compile --plan-for=any --target=cpu --emit=plan

// A plan says what to write where launches follow each other only because two arguments may overlap.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @inc(%m: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %m[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%i] : memref<64xf32>
      gpu.return
    }
  }
  // A run chooses neither function, so both are for any caller.
  func.func @other() {
    return
  }
  func.func @work(%a: memref<64xf32>, %b: memref<64xf32>) {
    %one = arith.constant 1 : index
    %n = arith.constant 64 : index
    gpu.launch_func @k::@inc blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%a : memref<64xf32>)
    gpu.launch_func @k::@inc blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%b : memref<64xf32>)
    return
  }
}

// OUT: // 0: @k::@inc, line 21
// OUT: // 1: @k::@inc, line 22
// OUT: plan @work {
// OUT:   n 2 naive 1 tr 1 width 1
// OUT:   0 -> 1
// OUT:   streams 1 events 0
// OUT:   s0: 0 1
// OUT:   waits 0 records 0 host 1
// OUT:   host_wait s0 before 2
// OUT: }
// OUT: // predicted 4.1 us; critical path 4.1 us, one stream 4.1 us; for any
// OUT: // 1 follows 0 on s0: %a, line 18 and %b, line 18 may be the same memory (1 reads what 0 writes); where they never are, mark one of them 'llvm.noalias', take both through 'memref.distinct_objects', or pass --assume-noalias
// OUT: // region 0 ops 0..1 nodes 2 edges 1 mode dag decision stream
// -----

// The same behind an asynchronous launch, which what runs in the order of the text comes after.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @inc(%m: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %m[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%i] : memref<64xf32>
      gpu.return
    }
  }
  // A run chooses neither function, so both are for any caller.
  func.func @other() {
    return
  }
  func.func @work(%a: memref<64xf32>, %b: memref<64xf32>) {
    %one = arith.constant 1 : index
    %n = arith.constant 64 : index
    %t = gpu.launch_func async @k::@inc blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%a : memref<64xf32>)
    gpu.launch_func @k::@inc blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%b : memref<64xf32>)
    gpu.wait [%t]
    return
  }
}

// OUT: // 0: @k::@inc, line 20
// OUT: // 1: @k::@inc, line 21
// OUT: plan @work {
// OUT:   n 2 naive 1 tr 1 width 1
// OUT:   0 -> 1
// OUT:   streams 1 events 0
// OUT:   s0: 0 1
// OUT:   waits 0 records 0 host 1
// OUT:   host_wait s0 before 2
// OUT: }
// OUT: // predicted 4.1 us; critical path 4.1 us, one stream 4.1 us; for any
// OUT: // 1 follows 0 on s0: %a, line 17 and %b, line 17 may be the same memory (1 reads what 0 writes); where they never are, mark one of them 'llvm.noalias', take both through 'memref.distinct_objects', or pass --assume-noalias
// OUT: // the host waits for 1 before 2: ordered by a token
// -----

// No word about arguments where a promise would not change the order: the launches share a buffer, too.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @both(%m: memref<64xf32>, %s: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %m[%i] : memref<64xf32>
      %u = memref.load %s[%i] : memref<64xf32>
      %w = arith.addf %v, %u : f32
      memref.store %w, %m[%i] : memref<64xf32>
      memref.store %v, %s[%i] : memref<64xf32>
      gpu.return
    }
  }
  // A run chooses neither function, so both are for any caller.
  func.func @other() {
    return
  }
  func.func @work(%a: memref<64xf32>, %b: memref<64xf32>, %s: memref<64xf32>) {
    %one = arith.constant 1 : index
    %n = arith.constant 64 : index
    gpu.launch_func @k::@both blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%a : memref<64xf32>, %s : memref<64xf32>)
    gpu.launch_func @k::@both blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%b : memref<64xf32>, %s : memref<64xf32>)
    return
  }
}

// OUT: // 0: @k::@both, line 22
// OUT: // 1: @k::@both, line 23
// OUT: plan @work {
// OUT:   n 2 naive 1 tr 1 width 1
// OUT:   0 -> 1
// OUT:   streams 1 events 0
// OUT:   s0: 0 1
// OUT:   waits 0 records 0 host 1
// OUT:   host_wait s0 before 2
// OUT: }
// OUT: // predicted 4.2 us; critical path 4.2 us, one stream 4.2 us; for any
// OUT: // 1 follows 0 on s0: %a, line 19 and %b, line 19 may be the same memory (1 reads what 0 writes)
// OUT: // region 0 ops 0..1 nodes 2 edges 1 mode dag decision stream
