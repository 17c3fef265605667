// RUN: opt --gpu-rotate-buffers

module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @square(%a: memref<8xf32>, %b: memref<8xf32>) kernel {
      %t = gpu.thread_id x
      %x = memref.load %a[%t] : memref<8xf32>
      %y = arith.mulf %x, %x : f32
      memref.store %y, %b[%t] : memref<8xf32>
      gpu.return
    }
  }
  // The number of iterations is even: two bodies in each.
  func.func @even(%in: memref<64xf32> {llvm.noalias}, %out: memref<64xf32> {llvm.noalias}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %n = arith.constant 64 : index
    scf.for %o = %c0 to %n step %c8 {
      %src = memref.subview %in[%o] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
      %dst = memref.subview %out[%o] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
      %a = gpu.alloc () : memref<8xf32>
      %b = gpu.alloc () : memref<8xf32>
      gpu.memcpy %a, %src : memref<8xf32>, memref<8xf32, strided<[1], offset: ?>>
      gpu.launch_func @k::@square blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%a : memref<8xf32>, %b : memref<8xf32>)
      gpu.memcpy %dst, %b : memref<8xf32, strided<[1], offset: ?>>, memref<8xf32>
      gpu.dealloc %a : memref<8xf32>
      gpu.dealloc %b : memref<8xf32>
    }
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @square(%arg0: memref<8xf32>, %arg1: memref<8xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<8xf32>
// OUT:       %1 = arith.mulf %0, %0 : f32
// OUT:       memref.store %1, %arg1[%thread_id_x] : memref<8xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @even(%arg0: memref<64xf32> {llvm.noalias}, %arg1: memref<64xf32> {llvm.noalias}) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c8 = arith.constant 8 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %c16 = arith.constant 16 : index
// OUT:     scf.for %arg2 = %c0 to %c64 step %c16 {
// OUT:       %subview = memref.subview %arg0[%arg2] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
// OUT:       %subview_0 = memref.subview %arg1[%arg2] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
// OUT:       %memref = gpu.alloc  () : memref<8xf32>
// OUT:       %memref_1 = gpu.alloc  () : memref<8xf32>
// OUT:       gpu.memcpy  %memref, %subview : memref<8xf32>, memref<8xf32, strided<[1], offset: ?>>
// OUT:       gpu.launch_func  @k::@square blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1)  args(%memref : memref<8xf32>, %memref_1 : memref<8xf32>)
// OUT:       gpu.memcpy  %subview_0, %memref_1 : memref<8xf32, strided<[1], offset: ?>>, memref<8xf32>
// OUT:       gpu.dealloc  %memref : memref<8xf32>
// OUT:       gpu.dealloc  %memref_1 : memref<8xf32>
// OUT:       %c8_2 = arith.constant 8 : index
// OUT:       %0 = arith.addi %arg2, %c8_2 overflow<nsw> : index
// OUT:       %subview_3 = memref.subview %arg0[%0] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
// OUT:       %subview_4 = memref.subview %arg1[%0] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
// OUT:       %memref_5 = gpu.alloc  () : memref<8xf32>
// OUT:       %memref_6 = gpu.alloc  () : memref<8xf32>
// OUT:       gpu.memcpy  %memref_5, %subview_3 : memref<8xf32>, memref<8xf32, strided<[1], offset: ?>>
// OUT:       gpu.launch_func  @k::@square blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1)  args(%memref_5 : memref<8xf32>, %memref_6 : memref<8xf32>)
// OUT:       gpu.memcpy  %subview_4, %memref_6 : memref<8xf32, strided<[1], offset: ?>>, memref<8xf32>
// OUT:       gpu.dealloc  %memref_5 : memref<8xf32>
// OUT:       gpu.dealloc  %memref_6 : memref<8xf32>
// OUT:     } {warpline.buffers = 1 : i64}
// OUT:     return
// OUT:   }
// OUT: }
// -----

module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @square(%a: memref<8xf32>, %b: memref<8xf32>) kernel {
      %t = gpu.thread_id x
      %x = memref.load %a[%t] : memref<8xf32>
      %y = arith.mulf %x, %x : f32
      memref.store %y, %b[%t] : memref<8xf32>
      gpu.return
    }
  }
  // It is not known: the last iteration may leave the second body out.
  func.func @dynamic(%in: memref<64xf32> {llvm.noalias}, %out: memref<64xf32> {llvm.noalias}, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    scf.for %o = %c0 to %n step %c8 {
      %src = memref.subview %in[%o] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
      %dst = memref.subview %out[%o] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
      %a = gpu.alloc () : memref<8xf32>
      %b = gpu.alloc () : memref<8xf32>
      gpu.memcpy %a, %src : memref<8xf32>, memref<8xf32, strided<[1], offset: ?>>
      gpu.launch_func @k::@square blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%a : memref<8xf32>, %b : memref<8xf32>)
      gpu.memcpy %dst, %b : memref<8xf32, strided<[1], offset: ?>>, memref<8xf32>
      gpu.dealloc %a : memref<8xf32>
      gpu.dealloc %b : memref<8xf32>
    }
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @square(%arg0: memref<8xf32>, %arg1: memref<8xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<8xf32>
// OUT:       %1 = arith.mulf %0, %0 : f32
// OUT:       memref.store %1, %arg1[%thread_id_x] : memref<8xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @dynamic(%arg0: memref<64xf32> {llvm.noalias}, %arg1: memref<64xf32> {llvm.noalias}, %arg2: index) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c8 = arith.constant 8 : index
// OUT:     %0 = arith.maxsi %arg2, %c0 : index
// OUT:     %1 = arith.subi %0, %c0 : index
// OUT:     %c8_0 = arith.constant 8 : index
// OUT:     %2 = arith.ceildivui %1, %c8_0 : index
// OUT:     %c0_1 = arith.constant 0 : index
// OUT:     %c2 = arith.constant 2 : index
// OUT:     scf.for %arg3 = %c0_1 to %2 step %c2 {
// OUT:       %c8_2 = arith.constant 8 : index
// OUT:       %3 = arith.muli %arg3, %c8_2 overflow<nsw> : index
// OUT:       %subview = memref.subview %arg0[%3] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
// OUT:       %subview_3 = memref.subview %arg1[%3] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
// OUT:       %memref = gpu.alloc  () : memref<8xf32>
// OUT:       %memref_4 = gpu.alloc  () : memref<8xf32>
// OUT:       gpu.memcpy  %memref, %subview : memref<8xf32>, memref<8xf32, strided<[1], offset: ?>>
// OUT:       gpu.launch_func  @k::@square blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1)  args(%memref : memref<8xf32>, %memref_4 : memref<8xf32>)
// OUT:       gpu.memcpy  %subview_3, %memref_4 : memref<8xf32, strided<[1], offset: ?>>, memref<8xf32>
// OUT:       gpu.dealloc  %memref : memref<8xf32>
// OUT:       gpu.dealloc  %memref_4 : memref<8xf32>
// OUT:       %c1_5 = arith.constant 1 : index
// OUT:       %4 = arith.addi %arg3, %c1_5 overflow<nsw> : index
// OUT:       %c8_6 = arith.constant 8 : index
// OUT:       %5 = arith.muli %4, %c8_6 overflow<nsw> : index
// OUT:       %6 = arith.cmpi slt, %4, %2 : index
// OUT:       scf.if %6 {
// OUT:         %subview_7 = memref.subview %arg0[%5] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
// OUT:         %subview_8 = memref.subview %arg1[%5] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
// OUT:         %memref_9 = gpu.alloc  () : memref<8xf32>
// OUT:         %memref_10 = gpu.alloc  () : memref<8xf32>
// OUT:         gpu.memcpy  %memref_9, %subview_7 : memref<8xf32>, memref<8xf32, strided<[1], offset: ?>>
// OUT:         gpu.launch_func  @k::@square blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1)  args(%memref_9 : memref<8xf32>, %memref_10 : memref<8xf32>)
// OUT:         gpu.memcpy  %subview_8, %memref_10 : memref<8xf32, strided<[1], offset: ?>>, memref<8xf32>
// OUT:         gpu.dealloc  %memref_9 : memref<8xf32>
// OUT:         gpu.dealloc  %memref_10 : memref<8xf32>
// OUT:       }
// OUT:     } {warpline.buffers = 1 : i64}
// OUT:     return
// OUT:   }
// OUT: }
// -----

module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @square(%a: memref<8xf32>, %b: memref<8xf32>) kernel {
      %t = gpu.thread_id x
      %x = memref.load %a[%t] : memref<8xf32>
      %y = arith.mulf %x, %x : f32
      memref.store %y, %b[%t] : memref<8xf32>
      gpu.return
    }
  }
  // It is odd. Buffers from outside, and a view of one, are made for each body; results go through the condition.
  func.func @outside(%in: memref<64xf32> {llvm.noalias}, %out: memref<64xf32> {llvm.noalias}, %sum: memref<f32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %n = arith.constant 56 : index
    %one = arith.constant 1.0 : f32
    %a = gpu.alloc () : memref<8xf32>
    %b = gpu.alloc () : memref<8xf32>
    %view = memref.cast %a : memref<8xf32> to memref<?xf32>
    %all = scf.for %o = %c0 to %n step %c8 iter_args(%g = %one) -> (f32) {
      %src = memref.subview %in[%o] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
      %dst = memref.subview %out[%o] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
      gpu.memcpy %view, %src : memref<?xf32>, memref<8xf32, strided<[1], offset: ?>>
      gpu.launch_func @k::@square blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%a : memref<8xf32>, %b : memref<8xf32>)
      gpu.memcpy %dst, %b : memref<8xf32, strided<[1], offset: ?>>, memref<8xf32>
      %h = arith.addf %g, %one : f32
      scf.yield %h : f32
    }
    memref.store %all, %sum[] : memref<f32>
    gpu.dealloc %a : memref<8xf32>
    gpu.dealloc %b : memref<8xf32>
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @square(%arg0: memref<8xf32>, %arg1: memref<8xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<8xf32>
// OUT:       %1 = arith.mulf %0, %0 : f32
// OUT:       memref.store %1, %arg1[%thread_id_x] : memref<8xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @outside(%arg0: memref<64xf32> {llvm.noalias}, %arg1: memref<64xf32> {llvm.noalias}, %arg2: memref<f32>) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c8 = arith.constant 8 : index
// OUT:     %c56 = arith.constant 56 : index
// OUT:     %cst = arith.constant 1.000000e+00 : f32
// OUT:     %memref = gpu.alloc  () : memref<8xf32>
// OUT:     %memref_0 = gpu.alloc  () : memref<8xf32>
// OUT:     %memref_1 = gpu.alloc  () : memref<8xf32>
// OUT:     %memref_2 = gpu.alloc  () : memref<8xf32>
// OUT:     %cast = memref.cast %memref : memref<8xf32> to memref<?xf32>
// OUT:     %cast_3 = memref.cast %memref_0 : memref<8xf32> to memref<?xf32>
// OUT:     %c16 = arith.constant 16 : index
// OUT:     %0 = scf.for %arg3 = %c0 to %c56 step %c16 iter_args(%arg4 = %cst) -> (f32) {
// OUT:       %subview = memref.subview %arg0[%arg3] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
// OUT:       %subview_4 = memref.subview %arg1[%arg3] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
// OUT:       gpu.memcpy  %cast, %subview : memref<?xf32>, memref<8xf32, strided<[1], offset: ?>>
// OUT:       gpu.launch_func  @k::@square blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1)  args(%memref : memref<8xf32>, %memref_1 : memref<8xf32>)
// OUT:       gpu.memcpy  %subview_4, %memref_1 : memref<8xf32, strided<[1], offset: ?>>, memref<8xf32>
// OUT:       %1 = arith.addf %arg4, %cst : f32
// OUT:       %c8_5 = arith.constant 8 : index
// OUT:       %2 = arith.addi %arg3, %c8_5 overflow<nsw> : index
// OUT:       %3 = arith.cmpi slt, %2, %c56 : index
// OUT:       %4 = scf.if %3 -> (f32) {
// OUT:         %subview_6 = memref.subview %arg0[%2] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
// OUT:         %subview_7 = memref.subview %arg1[%2] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
// OUT:         gpu.memcpy  %cast_3, %subview_6 : memref<?xf32>, memref<8xf32, strided<[1], offset: ?>>
// OUT:         gpu.launch_func  @k::@square blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1)  args(%memref_0 : memref<8xf32>, %memref_2 : memref<8xf32>)
// OUT:         gpu.memcpy  %subview_7, %memref_2 : memref<8xf32, strided<[1], offset: ?>>, memref<8xf32>
// OUT:         %5 = arith.addf %1, %cst : f32
// OUT:         scf.yield %5 : f32
// OUT:       } else {
// OUT:         scf.yield %1 : f32
// OUT:       }
// OUT:       scf.yield %4 : f32
// OUT:     } {warpline.buffers = 1 : i64}
// OUT:     memref.store %0, %arg2[] : memref<f32>
// OUT:     gpu.dealloc  %memref : memref<8xf32>
// OUT:     gpu.dealloc  %memref_0 : memref<8xf32>
// OUT:     gpu.dealloc  %memref_1 : memref<8xf32>
// OUT:     gpu.dealloc  %memref_2 : memref<8xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @square(%a: memref<8xf32>, %b: memref<8xf32>) kernel {
      %t = gpu.thread_id x
      %x = memref.load %a[%t] : memref<8xf32>
      %y = arith.mulf %x, %x : f32
      memref.store %y, %b[%t] : memref<8xf32>
      gpu.return
    }
  }
  // One body in each iteration, by wish of the program.
  func.func @alone(%in: memref<64xf32> {llvm.noalias}, %out: memref<64xf32> {llvm.noalias}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %n = arith.constant 64 : index
    scf.for %o = %c0 to %n step %c8 {
      %src = memref.subview %in[%o] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
      %dst = memref.subview %out[%o] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
      %a = gpu.alloc () : memref<8xf32>
      %b = gpu.alloc () : memref<8xf32>
      gpu.memcpy %a, %src : memref<8xf32>, memref<8xf32, strided<[1], offset: ?>>
      gpu.launch_func @k::@square blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%a : memref<8xf32>, %b : memref<8xf32>)
      gpu.memcpy %dst, %b : memref<8xf32, strided<[1], offset: ?>>, memref<8xf32>
      gpu.dealloc %a : memref<8xf32>
      gpu.dealloc %b : memref<8xf32>
    } {warpline.buffers = 1}
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @square(%arg0: memref<8xf32>, %arg1: memref<8xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<8xf32>
// OUT:       %1 = arith.mulf %0, %0 : f32
// OUT:       memref.store %1, %arg1[%thread_id_x] : memref<8xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @alone(%arg0: memref<64xf32> {llvm.noalias}, %arg1: memref<64xf32> {llvm.noalias}) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c8 = arith.constant 8 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     scf.for %arg2 = %c0 to %c64 step %c8 {
// OUT:       %subview = memref.subview %arg0[%arg2] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
// OUT:       %subview_0 = memref.subview %arg1[%arg2] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
// OUT:       %memref = gpu.alloc  () : memref<8xf32>
// OUT:       %memref_1 = gpu.alloc  () : memref<8xf32>
// OUT:       gpu.memcpy  %memref, %subview : memref<8xf32>, memref<8xf32, strided<[1], offset: ?>>
// OUT:       gpu.launch_func  @k::@square blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1)  args(%memref : memref<8xf32>, %memref_1 : memref<8xf32>)
// OUT:       gpu.memcpy  %subview_0, %memref_1 : memref<8xf32, strided<[1], offset: ?>>, memref<8xf32>
// OUT:       gpu.dealloc  %memref : memref<8xf32>
// OUT:       gpu.dealloc  %memref_1 : memref<8xf32>
// OUT:     } {warpline.buffers = 1 : i64}
// OUT:     return
// OUT:   }
// OUT: }
