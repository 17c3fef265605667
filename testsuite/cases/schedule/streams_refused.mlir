// RUN: opt --async-execute-inline --gpu-schedule --verify-diagnostics

// A stream that is no address.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @double(%from: memref<64xf32>, %to: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %from[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %to[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%s: i64, %x: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    // expected-error @below {{expected a stream of type !llvm.ptr, but found i64}}
    gpu.launch_func <%s : i64> @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>)
    return
  }
}

// -----

// A token of a launch on a stream of the program.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @double(%from: memref<64xf32>, %to: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %from[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %to[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%s: !llvm.ptr, %x: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    // expected-error @below {{expected tokens or a user stream on one launch, but found both}}
    %t = gpu.launch_func async <%s : !llvm.ptr> @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>)
    gpu.wait [%t]
    return
  }
}

// -----

// A stream that each trip of a loop makes anew.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @double(%from: memref<64xf32>, %to: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %from[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %to[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func private @mgpuStreamCreate() -> !llvm.ptr
  func.func @main(%x: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %n: index) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %c0 = arith.constant 0 : index
    scf.for %i = %c0 to %n step %c1 {
      %s = func.call @mgpuStreamCreate() : () -> !llvm.ptr
      // expected-error @below {{expected a stream that is made outside of loops; a private function with the body of the loop can make one}}
      gpu.launch_func <%s : !llvm.ptr> @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>)
    }
    return
  }
}

// -----

// Two streams that change places on each trip.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @double(%from: memref<64xf32>, %to: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %from[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %to[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%a: !llvm.ptr, %b: !llvm.ptr, %x: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %p: i1) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    cf.br ^loop(%a, %b : !llvm.ptr, !llvm.ptr)
  ^loop(%s: !llvm.ptr, %t: !llvm.ptr):
    // expected-error @below {{expected a stream that is made outside of loops}}
    gpu.launch_func <%s : !llvm.ptr> @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>)
    cf.cond_br %p, ^loop(%t, %s : !llvm.ptr, !llvm.ptr), ^end
  ^end:
    return
  }
}

// -----

// A launch on a stream of the program in a body whose token would have to name it.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @double(%from: memref<64xf32>, %to: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %from[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %to[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%s: !llvm.ptr, %x: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %t = async.execute {
      // expected-error @below {{expected launches in 'async.execute' without a user stream, since its token names their work}}
      gpu.launch_func <%s : !llvm.ptr> @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>)
      async.yield
    }
    async.await %t : !async.token
    return
  }
}

// -----

// Launches that wait for each other cannot run on one stream.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @meet(%count: memref<1xi32>) kernel {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : i32
      %two = arith.constant 2 : i32
      %none = arith.constant 0 : i32
      %old = memref.atomic_rmw addi %one, %count[%zero] : (i32, memref<1xi32>) -> i32
      scf.while : () -> () {
        %seen = memref.atomic_rmw addi %none, %count[%zero] : (i32, memref<1xi32>) -> i32
        %early = arith.cmpi slt, %seen, %two : i32
        scf.condition(%early)
      } do {
        scf.yield
      }
      gpu.return
    }
  }
  func.func @main(%s: !llvm.ptr, %count: memref<1xi32>) {
    %c1 = arith.constant 1 : index
    // expected-note @below {{the launch that waits is here}}
    gpu.launch_func <%s : !llvm.ptr> @k::@meet blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%count : memref<1xi32>)
    // expected-error @below {{expected separate streams for this launch and one that waits for it while it runs, but both name one user stream}}
    gpu.launch_func <%s : !llvm.ptr> @k::@meet blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%count : memref<1xi32>)
    return
  }
}
