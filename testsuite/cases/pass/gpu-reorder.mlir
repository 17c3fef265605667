// RUN: opt --gpu-reorder="max-streams=2" --remarks=gpu-reorder

// On two streams the fourth kernel fits in before the third, which waits for the first: 41.5 us in place of 50.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @sum(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @fill_in(%a: memref<64xf32> {llvm.noalias}, %b: memref<64xf32> {llvm.noalias}, %c: memref<64xf32> {llvm.noalias}, %d: memref<64xf32> {llvm.noalias}) {
    %c1 = arith.constant 1 : index
    %n = arith.constant 64 : index
    gpu.launch_func @k::@sum blocks in (%c1, %c1, %c1) threads in (%n, %c1, %c1) args(%a : memref<64xf32>, %a : memref<64xf32>) {warpline.microseconds = 10.0 : f64}
    gpu.launch_func @k::@sum blocks in (%c1, %c1, %c1) threads in (%n, %c1, %c1) args(%a : memref<64xf32>, %b : memref<64xf32>) {warpline.microseconds = 30.0 : f64}
    gpu.launch_func @k::@sum blocks in (%c1, %c1, %c1) threads in (%n, %c1, %c1) args(%a : memref<64xf32>, %c : memref<64xf32>) {warpline.microseconds = 30.0 : f64}
    gpu.launch_func @k::@sum blocks in (%c1, %c1, %c1) threads in (%n, %c1, %c1) args(%d : memref<64xf32>, %d : memref<64xf32>) {warpline.microseconds = 10.0 : f64}
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @sum(%arg0: memref<64xf32>, %arg1: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = arith.addf %0, %0 : f32
// OUT:       memref.store %1, %arg1[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @fill_in(%arg0: memref<64xf32> {llvm.noalias}, %arg1: memref<64xf32> {llvm.noalias}, %arg2: memref<64xf32> {llvm.noalias}, %arg3: memref<64xf32> {llvm.noalias}) {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     gpu.launch_func  @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg0 : memref<64xf32>, %arg0 : memref<64xf32>) {warpline.microseconds = 1.000000e+01 : f64, warpline.stream = 0 : i32}
// OUT:     gpu.launch_func  @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg3 : memref<64xf32>, %arg3 : memref<64xf32>) {warpline.microseconds = 1.000000e+01 : f64, warpline.stream = 1 : i32}
// OUT:     gpu.launch_func  @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg0 : memref<64xf32>, %arg1 : memref<64xf32>) {warpline.microseconds = 3.000000e+01 : f64, warpline.stream = 0 : i32}
// OUT:     gpu.launch_func  @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg0 : memref<64xf32>, %arg2 : memref<64xf32>) {warpline.microseconds = 3.000000e+01 : f64, warpline.stream = 1 : i32}
// OUT:     return
// OUT:   }
// OUT: }
// -----

// The fourth kernel reads what the second one writes, so it stays behind it.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @sum(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @dependent(%a: memref<64xf32> {llvm.noalias}, %b: memref<64xf32> {llvm.noalias}, %c: memref<64xf32> {llvm.noalias}, %d: memref<64xf32> {llvm.noalias}) {
    %c1 = arith.constant 1 : index
    %n = arith.constant 64 : index
    gpu.launch_func @k::@sum blocks in (%c1, %c1, %c1) threads in (%n, %c1, %c1) args(%a : memref<64xf32>, %a : memref<64xf32>) {warpline.microseconds = 10.0 : f64}
    gpu.launch_func @k::@sum blocks in (%c1, %c1, %c1) threads in (%n, %c1, %c1) args(%a : memref<64xf32>, %b : memref<64xf32>) {warpline.microseconds = 30.0 : f64}
    gpu.launch_func @k::@sum blocks in (%c1, %c1, %c1) threads in (%n, %c1, %c1) args(%a : memref<64xf32>, %c : memref<64xf32>) {warpline.microseconds = 30.0 : f64}
    gpu.launch_func @k::@sum blocks in (%c1, %c1, %c1) threads in (%n, %c1, %c1) args(%b : memref<64xf32>, %d : memref<64xf32>) {warpline.microseconds = 10.0 : f64}
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @sum(%arg0: memref<64xf32>, %arg1: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = arith.addf %0, %0 : f32
// OUT:       memref.store %1, %arg1[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @dependent(%arg0: memref<64xf32> {llvm.noalias}, %arg1: memref<64xf32> {llvm.noalias}, %arg2: memref<64xf32> {llvm.noalias}, %arg3: memref<64xf32> {llvm.noalias}) {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     gpu.launch_func  @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg0 : memref<64xf32>, %arg0 : memref<64xf32>) {warpline.microseconds = 1.000000e+01 : f64}
// OUT:     gpu.launch_func  @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg0 : memref<64xf32>, %arg1 : memref<64xf32>) {warpline.microseconds = 3.000000e+01 : f64}
// OUT:     gpu.launch_func  @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg0 : memref<64xf32>, %arg2 : memref<64xf32>) {warpline.microseconds = 3.000000e+01 : f64}
// OUT:     gpu.launch_func  @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg1 : memref<64xf32>, %arg3 : memref<64xf32>) {warpline.microseconds = 1.000000e+01 : f64}
// OUT:     return
// OUT:   }
// OUT: }
// -----

// The host loads before the fourth kernel, so that keeps its place.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @sum(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @host_between(%a: memref<64xf32> {llvm.noalias}, %b: memref<64xf32> {llvm.noalias}, %c: memref<64xf32> {llvm.noalias}, %d: memref<64xf32> {llvm.noalias}, %e: memref<64xf32> {llvm.noalias}) -> f32 {
    %c1 = arith.constant 1 : index
    %n = arith.constant 64 : index
    gpu.launch_func @k::@sum blocks in (%c1, %c1, %c1) threads in (%n, %c1, %c1) args(%a : memref<64xf32>, %a : memref<64xf32>) {warpline.microseconds = 10.0 : f64}
    gpu.launch_func @k::@sum blocks in (%c1, %c1, %c1) threads in (%n, %c1, %c1) args(%a : memref<64xf32>, %b : memref<64xf32>) {warpline.microseconds = 30.0 : f64}
    gpu.launch_func @k::@sum blocks in (%c1, %c1, %c1) threads in (%n, %c1, %c1) args(%a : memref<64xf32>, %c : memref<64xf32>) {warpline.microseconds = 30.0 : f64}
    %v = memref.load %e[%c1] : memref<64xf32>
    gpu.launch_func @k::@sum blocks in (%c1, %c1, %c1) threads in (%n, %c1, %c1) args(%d : memref<64xf32>, %d : memref<64xf32>) {warpline.microseconds = 10.0 : f64}
    return %v : f32
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @sum(%arg0: memref<64xf32>, %arg1: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = arith.addf %0, %0 : f32
// OUT:       memref.store %1, %arg1[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @host_between(%arg0: memref<64xf32> {llvm.noalias}, %arg1: memref<64xf32> {llvm.noalias}, %arg2: memref<64xf32> {llvm.noalias}, %arg3: memref<64xf32> {llvm.noalias}, %arg4: memref<64xf32> {llvm.noalias}) -> f32 {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     gpu.launch_func  @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg0 : memref<64xf32>, %arg0 : memref<64xf32>) {warpline.microseconds = 1.000000e+01 : f64}
// OUT:     gpu.launch_func  @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg0 : memref<64xf32>, %arg1 : memref<64xf32>) {warpline.microseconds = 3.000000e+01 : f64}
// OUT:     gpu.launch_func  @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg0 : memref<64xf32>, %arg2 : memref<64xf32>) {warpline.microseconds = 3.000000e+01 : f64}
// OUT:     %0 = memref.load %arg4[%c1] : memref<64xf32>
// OUT:     gpu.launch_func  @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg3 : memref<64xf32>, %arg3 : memref<64xf32>) {warpline.microseconds = 1.000000e+01 : f64}
// OUT:     return %0 : f32
// OUT:   }
// OUT: }
// -----

// An allocation and a view go with their first user. The free stays behind all that it was behind. What a loop
// repeats is permuted, too.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @sum(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @memory(%a: memref<64xf32> {llvm.noalias}, %b: memref<64xf32> {llvm.noalias}, %f: f32) {
    %c1 = arith.constant 1 : index
    %n = arith.constant 64 : index
    gpu.launch_func @k::@sum blocks in (%c1, %c1, %c1) threads in (%n, %c1, %c1) args(%a : memref<64xf32>, %a : memref<64xf32>) {warpline.microseconds = 10.0 : f64}
    %p = gpu.alloc () : memref<64xf32>
    gpu.launch_func @k::@sum blocks in (%c1, %c1, %c1) threads in (%n, %c1, %c1) args(%a : memref<64xf32>, %p : memref<64xf32>) {warpline.microseconds = 30.0 : f64}
    gpu.launch_func @k::@sum blocks in (%c1, %c1, %c1) threads in (%n, %c1, %c1) args(%a : memref<64xf32>, %b : memref<64xf32>) {warpline.microseconds = 30.0 : f64}
    gpu.dealloc %p : memref<64xf32>
    %m = gpu.alloc () : memref<128xf32>
    %half = memref.subview %m[0] [64] [1] : memref<128xf32> to memref<64xf32, strided<[1]>>
    gpu.memset %half, %f : memref<64xf32, strided<[1]>>, f32 {warpline.microseconds = 10.0 : f64}
    gpu.dealloc %m : memref<128xf32>
    return
  }
  func.func @loop(%a: memref<64xf32> {llvm.noalias}, %b: memref<64xf32> {llvm.noalias}, %q: memref<64xf32> {llvm.noalias}, %r: memref<64xf32> {llvm.noalias}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = arith.constant 64 : index
    scf.for %i = %c0 to %n step %c1 {
      gpu.launch_func @k::@sum blocks in (%c1, %c1, %c1) threads in (%n, %c1, %c1) args(%a : memref<64xf32>, %a : memref<64xf32>) {warpline.microseconds = 10.0 : f64}
      gpu.launch_func @k::@sum blocks in (%c1, %c1, %c1) threads in (%n, %c1, %c1) args(%a : memref<64xf32>, %b : memref<64xf32>) {warpline.microseconds = 30.0 : f64}
      gpu.launch_func @k::@sum blocks in (%c1, %c1, %c1) threads in (%n, %c1, %c1) args(%a : memref<64xf32>, %q : memref<64xf32>) {warpline.microseconds = 30.0 : f64}
      gpu.launch_func @k::@sum blocks in (%c1, %c1, %c1) threads in (%n, %c1, %c1) args(%r : memref<64xf32>, %r : memref<64xf32>) {warpline.microseconds = 10.0 : f64}
    }
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @sum(%arg0: memref<64xf32>, %arg1: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = arith.addf %0, %0 : f32
// OUT:       memref.store %1, %arg1[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @memory(%arg0: memref<64xf32> {llvm.noalias}, %arg1: memref<64xf32> {llvm.noalias}, %arg2: f32) {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %memref = gpu.alloc  () : memref<64xf32>
// OUT:     %memref_0 = gpu.alloc  () : memref<128xf32>
// OUT:     gpu.launch_func  @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg0 : memref<64xf32>, %arg0 : memref<64xf32>) {warpline.microseconds = 1.000000e+01 : f64, warpline.stream = 0 : i32}
// OUT:     %subview = memref.subview %memref_0[0] [64] [1] : memref<128xf32> to memref<64xf32, strided<[1]>>
// OUT:     gpu.memset  %subview, %arg2 : memref<64xf32, strided<[1]>>, f32 {warpline.microseconds = 1.000000e+01 : f64, warpline.stream = 1 : i32}
// OUT:     gpu.launch_func  @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg0 : memref<64xf32>, %memref : memref<64xf32>) {warpline.microseconds = 3.000000e+01 : f64, warpline.stream = 0 : i32}
// OUT:     gpu.launch_func  @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg0 : memref<64xf32>, %arg1 : memref<64xf32>) {warpline.microseconds = 3.000000e+01 : f64, warpline.stream = 1 : i32}
// OUT:     gpu.dealloc  %memref : memref<64xf32>
// OUT:     gpu.dealloc  %memref_0 : memref<128xf32>
// OUT:     return
// OUT:   }
// OUT:   func.func @loop(%arg0: memref<64xf32> {llvm.noalias}, %arg1: memref<64xf32> {llvm.noalias}, %arg2: memref<64xf32> {llvm.noalias}, %arg3: memref<64xf32> {llvm.noalias}) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     scf.for %arg4 = %c0 to %c64 step %c1 {
// OUT:       gpu.launch_func  @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg0 : memref<64xf32>, %arg0 : memref<64xf32>) {warpline.microseconds = 1.000000e+01 : f64, warpline.stream = 0 : i32}
// OUT:       gpu.launch_func  @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg3 : memref<64xf32>, %arg3 : memref<64xf32>) {warpline.microseconds = 1.000000e+01 : f64, warpline.stream = 1 : i32}
// OUT:       gpu.launch_func  @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg0 : memref<64xf32>, %arg1 : memref<64xf32>) {warpline.microseconds = 3.000000e+01 : f64, warpline.stream = 0 : i32}
// OUT:       gpu.launch_func  @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg0 : memref<64xf32>, %arg2 : memref<64xf32>) {warpline.microseconds = 3.000000e+01 : f64, warpline.stream = 1 : i32}
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

// Tokens order work, and a join of tokens goes with its user.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @sum(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @tokens(%a: memref<64xf32> {llvm.noalias}, %b: memref<64xf32> {llvm.noalias}, %c: memref<64xf32> {llvm.noalias}, %d: memref<64xf32> {llvm.noalias}, %e: memref<64xf32> {llvm.noalias}, %f: memref<64xf32> {llvm.noalias}) {
    %c1 = arith.constant 1 : index
    %n = arith.constant 64 : index
    %0 = gpu.launch_func async @k::@sum blocks in (%c1, %c1, %c1) threads in (%n, %c1, %c1) args(%a : memref<64xf32>, %a : memref<64xf32>) {warpline.microseconds = 10.0 : f64}
    %1 = gpu.launch_func async [%0] @k::@sum blocks in (%c1, %c1, %c1) threads in (%n, %c1, %c1) args(%b : memref<64xf32>, %b : memref<64xf32>) {warpline.microseconds = 30.0 : f64}
    %2 = gpu.wait async [%0]
    %3 = gpu.launch_func async [%2] @k::@sum blocks in (%c1, %c1, %c1) threads in (%n, %c1, %c1) args(%c : memref<64xf32>, %c : memref<64xf32>) {warpline.microseconds = 30.0 : f64}
    %4 = gpu.launch_func async @k::@sum blocks in (%c1, %c1, %c1) threads in (%n, %c1, %c1) args(%d : memref<64xf32>, %d : memref<64xf32>) {warpline.microseconds = 10.0 : f64}
    %5 = gpu.wait async [%4]
    %6 = gpu.launch_func async [%5] @k::@sum blocks in (%c1, %c1, %c1) threads in (%n, %c1, %c1) args(%e : memref<64xf32>, %e : memref<64xf32>) {warpline.microseconds = 5.0 : f64}
    %7 = gpu.launch_func async [%6] @k::@sum blocks in (%c1, %c1, %c1) threads in (%n, %c1, %c1) args(%f : memref<64xf32>, %f : memref<64xf32>) {warpline.microseconds = 5.0 : f64}
    gpu.wait [%1, %3, %7]
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @sum(%arg0: memref<64xf32>, %arg1: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = arith.addf %0, %0 : f32
// OUT:       memref.store %1, %arg1[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @tokens(%arg0: memref<64xf32> {llvm.noalias}, %arg1: memref<64xf32> {llvm.noalias}, %arg2: memref<64xf32> {llvm.noalias}, %arg3: memref<64xf32> {llvm.noalias}, %arg4: memref<64xf32> {llvm.noalias}, %arg5: memref<64xf32> {llvm.noalias}) {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %0 = gpu.launch_func async @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg0 : memref<64xf32>, %arg0 : memref<64xf32>) {warpline.microseconds = 1.000000e+01 : f64, warpline.stream = 0 : i32}
// OUT:     %1 = gpu.launch_func async @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg3 : memref<64xf32>, %arg3 : memref<64xf32>) {warpline.microseconds = 1.000000e+01 : f64, warpline.stream = 1 : i32}
// OUT:     %2 = gpu.launch_func async [%0] @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg1 : memref<64xf32>, %arg1 : memref<64xf32>) {warpline.microseconds = 3.000000e+01 : f64, warpline.stream = 0 : i32}
// OUT:     %3 = gpu.wait async [%1]
// OUT:     %4 = gpu.launch_func async [%3] @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg4 : memref<64xf32>, %arg4 : memref<64xf32>) {warpline.microseconds = 5.000000e+00 : f64, warpline.stream = 1 : i32}
// OUT:     %5 = gpu.wait async [%0]
// OUT:     %6 = gpu.launch_func async [%5] @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg2 : memref<64xf32>, %arg2 : memref<64xf32>) {warpline.microseconds = 3.000000e+01 : f64, warpline.stream = 1 : i32}
// OUT:     %7 = gpu.launch_func async [%4] @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg5 : memref<64xf32>, %arg5 : memref<64xf32>) {warpline.microseconds = 5.000000e+00 : f64, warpline.stream = 0 : i32}
// OUT:     gpu.wait [%2, %6, %7]
// OUT:     return
// OUT:   }
// OUT: }
// -----

// Already as short as its longest path.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @sum(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @as_it_is(%a: memref<64xf32> {llvm.noalias}, %b: memref<64xf32> {llvm.noalias}) {
    %c1 = arith.constant 1 : index
    %n = arith.constant 64 : index
    gpu.launch_func @k::@sum blocks in (%c1, %c1, %c1) threads in (%n, %c1, %c1) args(%a : memref<64xf32>, %a : memref<64xf32>) {warpline.microseconds = 10.0 : f64}
    gpu.launch_func @k::@sum blocks in (%c1, %c1, %c1) threads in (%n, %c1, %c1) args(%b : memref<64xf32>, %b : memref<64xf32>) {warpline.microseconds = 20.0 : f64}
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @sum(%arg0: memref<64xf32>, %arg1: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = arith.addf %0, %0 : f32
// OUT:       memref.store %1, %arg1[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @as_it_is(%arg0: memref<64xf32> {llvm.noalias}, %arg1: memref<64xf32> {llvm.noalias}) {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     gpu.launch_func  @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg0 : memref<64xf32>, %arg0 : memref<64xf32>) {warpline.microseconds = 1.000000e+01 : f64}
// OUT:     gpu.launch_func  @k::@sum blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg1 : memref<64xf32>, %arg1 : memref<64xf32>) {warpline.microseconds = 2.000000e+01 : f64}
// OUT:     return
// OUT:   }
// OUT: }
