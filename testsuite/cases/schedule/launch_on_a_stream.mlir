// RUN: opt --gpu-kernel-outlining --verify-each

// The stream of a launch is the last operand, as in `gpu.launch_func`; tokens come first.
module attributes {gpu.container_module} {
  func.func @enqueue(%s: !llvm.ptr, %x: memref<64xf32>) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %shared = arith.constant 256 : i32
    gpu.launch <%s : !llvm.ptr> blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) dynamic_shared_memory_size %shared {
      %v = memref.load %x[%tx] : memref<64xf32>
      memref.store %v, %x[%bx] : memref<64xf32>
      gpu.terminator
    }
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   func.func @enqueue(%arg0: !llvm.ptr, %arg1: memref<64xf32>) {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %c256_i32 = arith.constant 256 : i32
// OUT:     gpu.launch_func <%arg0 : !llvm.ptr> @enqueue_kernel::@enqueue_kernel blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)  dynamic_shared_memory_size %c256_i32 args(%arg1 : memref<64xf32>)
// OUT:     return
// OUT:   }
// OUT:   gpu.module @enqueue_kernel {
// OUT:     gpu.func @enqueue_kernel(%arg0: memref<64xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
// OUT:       %block_id_x = gpu.block_id  x
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       memref.store %0, %arg0[%block_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// The generic form of a launch has a group of operands for the stream, which older texts do not have.
module {
  func.func @generic(%s: !llvm.ptr, %n: index) {
    "gpu.launch"(%n, %n, %n, %n, %n, %n, %s) <{operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1>}> ({
    ^bb0(%bx: index, %by: index, %bz: index, %tx: index, %ty: index, %tz: index, %gx: index, %gy: index, %gz: index, %sx: index, %sy: index, %sz: index):
      gpu.printf "%d\n", %tx : index
      "gpu.terminator"() : () -> ()
    }) : (index, index, index, index, index, index, !llvm.ptr) -> ()
    "gpu.launch"(%n, %n, %n, %n, %n, %n) <{operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0>}> ({
    ^bb0(%bx: index, %by: index, %bz: index, %tx: index, %ty: index, %tz: index, %gx: index, %gy: index, %gz: index, %sx: index, %sy: index, %sz: index):
      gpu.printf "%d\n", %tx : index
      "gpu.terminator"() : () -> ()
    }) : (index, index, index, index, index, index) -> ()
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   func.func @generic(%arg0: !llvm.ptr, %arg1: index) {
// OUT:     gpu.launch_func <%arg0 : !llvm.ptr> @generic_kernel::@generic_kernel blocks in (%arg1, %arg1, %arg1) threads in (%arg1, %arg1, %arg1)
// OUT:     gpu.launch_func  @generic_kernel_0::@generic_kernel blocks in (%arg1, %arg1, %arg1) threads in (%arg1, %arg1, %arg1)
// OUT:     return
// OUT:   }
// OUT:   gpu.module @generic_kernel {
// OUT:     gpu.func @generic_kernel() kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       gpu.printf "%d\0A", %thread_id_x : index
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   gpu.module @generic_kernel_0 {
// OUT:     gpu.func @generic_kernel() kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       gpu.printf "%d\0A", %thread_id_x : index
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
