// RUN: opt --canonicalize --allow-unregistered-dialect

func.func @waits(%a: memref<4xf32>, %b: memref<4xf32>) {
  %t = gpu.wait async
  %u = gpu.wait async [%t]
  %v = gpu.memcpy async [%u] %a, %b : memref<4xf32>, memref<4xf32>
  %w = gpu.wait async [%v, %v, %t]
  gpu.wait [%w, %t]
  gpu.wait [%v]
  gpu.wait
  return
}

// OUT: module {
// OUT:   func.func @waits(%arg0: memref<4xf32>, %arg1: memref<4xf32>) {
// OUT:     %0 = gpu.wait async
// OUT:     %1 = gpu.memcpy async [%0] %arg0, %arg1 : memref<4xf32>, memref<4xf32>
// OUT:     %2 = gpu.wait async [%1, %1]
// OUT:     gpu.wait [%2]
// OUT:     gpu.wait [%1]
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @launch1(%n: index) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %n, %sz = %c1) {
    "x.u"(%bx, %by, %bz, %tx, %ty, %tz) : (index, index, index, index, index, index) -> ()
    "x.v"(%gx, %gy, %sx, %sy) : (index, index, index, index) -> ()
    gpu.terminator
  }
  return
}

// OUT: module {
// OUT:   func.func @launch1(%arg0: index) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     gpu.launch blocks(%arg1, %arg2, %arg3) in (%arg7 = %arg0, %arg8 = %c1, %arg9 = %c1) threads(%arg4, %arg5, %arg6) in (%arg10 = %c1, %arg11 = %arg0, %arg12 = %c1) {
// OUT:       "x.u"(%arg1, %c0, %c0, %c0, %arg5, %c0) : (index, index, index, index, index, index) -> ()
// OUT:       "x.v"(%arg7, %arg8, %arg10, %arg11) : (index, index, index, index) -> ()
// OUT:       gpu.terminator
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @copies(%a: memref<4xf32>) {
  gpu.memcpy %a, %a : memref<4xf32>, memref<4xf32>
  %al = gpu.alloc () : memref<4xf32>
  gpu.memcpy %al, %a : memref<4xf32>, memref<4xf32>
  gpu.dealloc %al : memref<4xf32>
  return
}

// OUT: module {
// OUT:   func.func @copies(%arg0: memref<4xf32>) {
// OUT:     gpu.memcpy  %arg0, %arg0 : memref<4xf32>, memref<4xf32>
// OUT:     %memref = gpu.alloc  () : memref<4xf32>
// OUT:     gpu.dealloc  %memref : memref<4xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @allocs(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %t = gpu.wait async
  %al, %k = gpu.alloc async [%t] (%n) : memref<?xf32>
  %d = memref.dim %al, %c0 : memref<?xf32>
  %e = gpu.dealloc async [%k] %al : memref<?xf32>
  gpu.wait [%e]
  return %d : index
}

// OUT: module {
// OUT:   func.func @allocs(%arg0: index) -> index {
// OUT:     %0 = gpu.wait async
// OUT:     %memref, %asyncToken = gpu.alloc async [%0] (%arg0) : memref<?xf32>
// OUT:     %1 = gpu.dealloc async [%asyncToken] %memref : memref<?xf32>
// OUT:     gpu.wait [%1]
// OUT:     return %arg0 : index
// OUT:   }
// OUT: }
// -----

func.func @allocs2() {
  %t = gpu.wait async
  %al, %k = gpu.alloc async [%t] () : memref<4xf32>
  gpu.wait [%k]
  gpu.dealloc %al : memref<4xf32>
  return
}

// OUT: module {
// OUT:   func.func @allocs2() {
// OUT:     %0 = gpu.wait async
// OUT:     %memref, %asyncToken = gpu.alloc async [%0] () : memref<4xf32>
// OUT:     gpu.wait [%asyncToken]
// OUT:     gpu.dealloc  %memref : memref<4xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

gpu.module @m {
  gpu.func @k(%a: memref<4xf32>) kernel {
    %c = arith.constant 0 : index
    %x = gpu.thread_id x
    %y = gpu.thread_id x
    gpu.barrier
    gpu.barrier
    gpu.return
  }
  // Other threads may meet these at each of both.
  gpu.func @named(%c: i1) kernel {
    %n = arith.constant 64 : i32
    %all = gpu.initialize_named_barrier %n : i32 -> !gpu.named_barrier
    scf.if %c {
      gpu.barrier named(%all : !gpu.named_barrier)
      gpu.barrier named(%all : !gpu.named_barrier)
    }
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @m {
// OUT:     gpu.func @k(%arg0: memref<4xf32>) kernel {
// OUT:       gpu.barrier
// OUT:       gpu.return
// OUT:     }
// OUT:     gpu.func @named(%arg0: i1) kernel {
// OUT:       %c64_i32 = arith.constant 64 : i32
// OUT:       %0 = gpu.initialize_named_barrier %c64_i32 : i32 -> !gpu.named_barrier
// OUT:       scf.if %arg0 {
// OUT:         gpu.barrier named(%0 : !gpu.named_barrier)
// OUT:         gpu.barrier named(%0 : !gpu.named_barrier)
// OUT:       }
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

func.func @launch_without_effects(%m: memref<4xf32>, %t: !gpu.async.token) {
  %c4 = arith.constant 4 : index
  gpu.launch blocks(%a, %b, %c) in (%d = %c4, %e = %c4, %f = %c4) threads(%g, %h, %i) in (%j = %c4, %k = %c4, %l = %c4) {
    %v = memref.load %m[%a] : memref<4xf32>
    %w = arith.addf %v, %v : f32
    gpu.terminator
  }
  gpu.launch [%t] blocks(%a, %b, %c) in (%d = %c4, %e = %c4, %f = %c4) threads(%g, %h, %i) in (%j = %c4, %k = %c4, %l = %c4) {
    gpu.terminator
  }
  gpu.launch blocks(%a, %b, %c) in (%d = %c4, %e = %c4, %f = %c4) threads(%g, %h, %i) in (%j = %c4, %k = %c4, %l = %c4) {
    gpu.printf "here\0A"
    gpu.terminator
  }
  return
}

// OUT: module {
// OUT:   func.func @launch_without_effects(%arg0: memref<4xf32>, %arg1: !gpu.async.token) {
// OUT:     %c4 = arith.constant 4 : index
// OUT:     gpu.launch [%arg1] blocks(%arg2, %arg3, %arg4) in (%arg8 = %c4, %arg9 = %c4, %arg10 = %c4) threads(%arg5, %arg6, %arg7) in (%arg11 = %c4, %arg12 = %c4, %arg13 = %c4) {
// OUT:       gpu.terminator
// OUT:     }
// OUT:     gpu.launch blocks(%arg2, %arg3, %arg4) in (%arg8 = %c4, %arg9 = %c4, %arg10 = %c4) threads(%arg5, %arg6, %arg7) in (%arg11 = %c4, %arg12 = %c4, %arg13 = %c4) {
// OUT:       gpu.printf "here\0A"
// OUT:       gpu.terminator
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @size_of_buffer(%n: index, %t: !gpu.async.token) -> index {
  %c0 = arith.constant 0 : index
  %m, %u = gpu.alloc async [%t] (%n) : memref<?xf32>
  %d = memref.dim %m, %c0 : memref<?xf32>
  return %d : index
}

// OUT: module {
// OUT:   func.func @size_of_buffer(%arg0: index, %arg1: !gpu.async.token) -> index {
// OUT:     return %arg0 : index
// OUT:   }
// OUT: }
// -----

func.func @lanes(%x: i32, %y: f32, %lane: i32, %c: i1) -> (i32, i32, f32, f32) {
  %0 = gpu.subgroup_reduce add %x cluster(size = 1) : (i32) -> i32
  %1 = gpu.subgroup_reduce add %x cluster(size = 2) : (i32) -> i32
  %2 = gpu.subgroup_broadcast %y, first_active_lane : f32
  %3 = gpu.subgroup_broadcast %2, specific_lane %lane : f32
  %4 = scf.if %c -> f32 {
    %5 = gpu.subgroup_broadcast %2, specific_lane %lane : f32
    scf.yield %5 : f32
  } else {
    scf.yield %y : f32
  }
  return %0, %1, %3, %4 : i32, i32, f32, f32
}

// OUT: module {
// OUT:   func.func @lanes(%arg0: i32, %arg1: f32, %arg2: i32, %arg3: i1) -> (i32, i32, f32, f32) {
// OUT:     %0 = gpu.subgroup_reduce  add %arg0 cluster(size = 2) : (i32) -> i32
// OUT:     %1 = gpu.subgroup_broadcast %arg1,  first_active_lane : f32
// OUT:     %2 = scf.if %arg3 -> (f32) {
// OUT:       %3 = gpu.subgroup_broadcast %1,  specific_lane %arg2 : f32
// OUT:       scf.yield %3 : f32
// OUT:     } else {
// OUT:       scf.yield %arg1 : f32
// OUT:     }
// OUT:     return %arg0, %0, %1, %2 : i32, i32, f32, f32
// OUT:   }
// OUT: }
