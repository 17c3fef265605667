// RUN: opt --gpu-schedule --verify-schedule

// Nothing but launches on a stream of the caller that touch its memory: no stream is leased, and the function returns at
// once.
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
  func.func @enqueue(%s: !llvm.ptr, %x: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func <%s : !llvm.ptr> @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>)
    gpu.launch_func <%s : !llvm.ptr> @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%y : memref<64xf32>, %x : memref<64xf32>)
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @double(%arg0: memref<64xf32>, %arg1: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = arith.addf %0, %0 : f32
// OUT:       memref.store %1, %arg1[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @enqueue(%arg0: !llvm.ptr, %arg1: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %arg2: memref<64xf32> {llvm.noalias, warpline.input = "0"}) attributes {rt.events = 0 : i32, rt.streams = 0 : i32} {
// OUT:     rt.adopt %arg0 as 0 : !llvm.ptr
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     rt.launch @k::@double on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1, %arg2 : memref<64xf32>, memref<64xf32>)
// OUT:     rt.launch @k::@double on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg2, %arg1 : memref<64xf32>, memref<64xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

// The same beside work of its own, which the function waits for.
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
  func.func @enqueue(%s: !llvm.ptr, %x: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %z: memref<64xf32> {llvm.noalias, warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func <%s : !llvm.ptr> @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>)
    gpu.launch_func @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %z : memref<64xf32>)
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @double(%arg0: memref<64xf32>, %arg1: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = arith.addf %0, %0 : f32
// OUT:       memref.store %1, %arg1[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @enqueue(%arg0: !llvm.ptr, %arg1: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %arg2: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %arg3: memref<64xf32> {llvm.noalias, warpline.input = "0"}) attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
// OUT:     rt.adopt %arg0 as 1 : !llvm.ptr
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     rt.launch @k::@double on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1, %arg2 : memref<64xf32>, memref<64xf32>)
// OUT:     rt.launch @k::@double on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1, %arg3 : memref<64xf32>, memref<64xf32>)
// OUT:     rt.host_wait 0
// OUT:     return
// OUT:   }
// OUT: }
// -----

// What the host reads is waited for by way of a leased stream.
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
  func.func @first(%s: !llvm.ptr, %x: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "0"}) -> f32 {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %c0 = arith.constant 0 : index
    gpu.launch_func <%s : !llvm.ptr> @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>)
    %v = memref.load %y[%c0] : memref<64xf32>
    return %v : f32
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @double(%arg0: memref<64xf32>, %arg1: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = arith.addf %0, %0 : f32
// OUT:       memref.store %1, %arg1[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @first(%arg0: !llvm.ptr, %arg1: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %arg2: memref<64xf32> {llvm.noalias, warpline.input = "0"}) -> f32 attributes {rt.events = 1 : i32, rt.streams = 1 : i32} {
// OUT:     rt.adopt %arg0 as 1 : !llvm.ptr
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %c0 = arith.constant 0 : index
// OUT:     rt.launch @k::@double on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1, %arg2 : memref<64xf32>, memref<64xf32>)
// OUT:     rt.record 0 on 1
// OUT:     rt.wait 0 on 0
// OUT:     rt.host_wait 0
// OUT:     %0 = memref.load %arg2[%c0] : memref<64xf32>
// OUT:     return %0 : f32
// OUT:   }
// OUT: }
// -----

// Two streams, one of them of a branch: the user of both waits behind the launches, not behind the branch.
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
  func.func @fork(%s: !llvm.ptr, %t: !llvm.ptr, %p: i1, %x: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %y: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %z: memref<64xf32> {llvm.noalias, warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func <%s : !llvm.ptr> @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>)
    scf.if %p {
      gpu.launch_func <%t : !llvm.ptr> @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %z : memref<64xf32>)
    }
    gpu.launch_func <%s : !llvm.ptr> @k::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%z : memref<64xf32>, %y : memref<64xf32>)
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @double(%arg0: memref<64xf32>, %arg1: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = arith.addf %0, %0 : f32
// OUT:       memref.store %1, %arg1[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @fork(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: i1, %arg3: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %arg4: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %arg5: memref<64xf32> {llvm.noalias, warpline.input = "0"}) attributes {rt.events = 1 : i32, rt.streams = 0 : i32} {
// OUT:     rt.adopt %arg1 as 1 : !llvm.ptr
// OUT:     rt.adopt %arg0 as 0 : !llvm.ptr
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     rt.launch @k::@double on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg3, %arg4 : memref<64xf32>, memref<64xf32>)
// OUT:     scf.if %arg2 {
// OUT:       rt.launch @k::@double on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg3, %arg5 : memref<64xf32>, memref<64xf32>)
// OUT:       rt.record 0 on 1
// OUT:     }
// OUT:     rt.wait 0 on 0
// OUT:     rt.launch @k::@double on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg5, %arg4 : memref<64xf32>, memref<64xf32>)
// OUT:     return
// OUT:   }
// OUT: }
