// RUN: warpline opt --gpu-rotate-buffers --remarks=gpu-rotate-buffers --diagnostics=short --output=/dev/null
// RUN: warpline opt --gpu-rotate-buffers=buffers=9
// RUN: warpline opt --gpu-rotate-buffers=max-device-memory=1024 --remarks=gpu-rotate-buffers --diagnostics=short --output=/dev/null
// RUN: warpline opt --gpu-rotate-buffers=max-device-memory=1023 --remarks=gpu-rotate-buffers --diagnostics=short --output=/dev/null

// Why the buffers of loops rotate, and why not.
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
  // Copies of the body overlap.
  func.func @rotates(%in: memref<64xf32> {llvm.noalias}, %out: memref<64xf32> {llvm.noalias}) {
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
  // So they do with buffers from outside.
  func.func @outside(%in: memref<64xf32> {llvm.noalias}, %out: memref<64xf32> {llvm.noalias}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %n = arith.constant 64 : index
    %a = gpu.alloc () : memref<8xf32>
    %b = gpu.alloc () : memref<8xf32>
    scf.for %o = %c0 to %n step %c8 {
      %src = memref.subview %in[%o] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
      %dst = memref.subview %out[%o] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
      gpu.memcpy %a, %src : memref<8xf32>, memref<8xf32, strided<[1], offset: ?>>
      gpu.launch_func @k::@square blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%a : memref<8xf32>, %b : memref<8xf32>)
      gpu.memcpy %dst, %b : memref<8xf32, strided<[1], offset: ?>>, memref<8xf32>
    }
    gpu.dealloc %a : memref<8xf32>
    gpu.dealloc %b : memref<8xf32>
    return
  }
  // An iteration reads what the one before has written.
  func.func @carried(%m: memref<64xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %n = arith.constant 56 : index
    scf.for %o = %c0 to %n step %c8 {
      %p = arith.addi %o, %c8 : index
      %src = memref.subview %m[%o] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
      %dst = memref.subview %m[%p] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
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
  // The arguments may be the same.
  func.func @same_arguments(%in: memref<64xf32>, %out: memref<64xf32>) {
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
  // The host reads a result in each iteration.
  func.func @host(%in: memref<64xf32> {llvm.noalias}, %out: memref<64xf32> {llvm.noalias}, %to: memref<64xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %n = arith.constant 64 : index
    %o2 = gpu.alloc host_shared () : memref<64xf32>
    scf.for %o = %c0 to %n step %c8 {
      %src = memref.subview %in[%o] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
      %dst = memref.subview %o2[%o] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
      %a = gpu.alloc () : memref<8xf32>
      %b = gpu.alloc () : memref<8xf32>
      gpu.memcpy %a, %src : memref<8xf32>, memref<8xf32, strided<[1], offset: ?>>
      gpu.launch_func @k::@square blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%a : memref<8xf32>, %b : memref<8xf32>)
      gpu.memcpy %dst, %b : memref<8xf32, strided<[1], offset: ?>>, memref<8xf32>
      gpu.dealloc %a : memref<8xf32>
      gpu.dealloc %b : memref<8xf32>
      %v = memref.load %o2[%o] : memref<64xf32>
      memref.store %v, %to[%o] : memref<64xf32>
    }
    return
  }
  // There is one iteration only.
  func.func @few(%in: memref<64xf32> {llvm.noalias}, %out: memref<64xf32> {llvm.noalias}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %n = arith.constant 8 : index
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
  // The step is not known.
  func.func @step(%in: memref<64xf32> {llvm.noalias}, %out: memref<64xf32> {llvm.noalias}, %s: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %n = arith.constant 64 : index
    scf.for %o = %c0 to %n step %s {
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
  // The variable is no index.
  func.func @narrow(%in: memref<64xf32> {llvm.noalias}, %out: memref<64xf32> {llvm.noalias}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %z = arith.constant 0 : i32
    %s = arith.constant 8 : i32
    %n = arith.constant 64 : i32
    scf.for %j = %z to %n step %s : i32 {
      %o = arith.index_cast %j : i32 to index
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
  // Tokens of the program say what may overlap.
  func.func @tokens(%in: memref<64xf32> {llvm.noalias}, %out: memref<64xf32> {llvm.noalias}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %n = arith.constant 64 : index
    scf.for %o = %c0 to %n step %c8 {
      %src = memref.subview %in[%o] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
      %dst = memref.subview %out[%o] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
      %a = gpu.alloc () : memref<8xf32>
      %b = gpu.alloc () : memref<8xf32>
      %t0 = gpu.memcpy async %a, %src : memref<8xf32>, memref<8xf32, strided<[1], offset: ?>>
      %t1 = gpu.launch_func async [%t0] @k::@square blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%a : memref<8xf32>, %b : memref<8xf32>)
      %t2 = gpu.memcpy async [%t1] %dst, %b : memref<8xf32, strided<[1], offset: ?>>, memref<8xf32>
      gpu.wait [%t2]
      gpu.dealloc %a : memref<8xf32>
      gpu.dealloc %b : memref<8xf32>
    }
    return
  }
  // A launch of no threads is reported once.
  func.func @threads(%in: memref<64xf32> {llvm.noalias}, %out: memref<64xf32> {llvm.noalias}) {
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
      gpu.launch_func @k::@square blocks in (%c1, %c1, %c1) threads in (%c0, %c1, %c1) args(%a : memref<8xf32>, %b : memref<8xf32>)
      gpu.memcpy %dst, %b : memref<8xf32, strided<[1], offset: ?>>, memref<8xf32>
      gpu.dealloc %a : memref<8xf32>
      gpu.dealloc %b : memref<8xf32>
    }
    return
  }
  // One buffer from outside is read behind the loop: kernels and copies of two iterations share it.
  func.func @shared(%in: memref<64xf32> {llvm.noalias}, %out: memref<64xf32> {llvm.noalias}, %last: memref<8xf32> {llvm.noalias}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %n = arith.constant 64 : index
    %a = gpu.alloc () : memref<8xf32>
    %b = gpu.alloc () : memref<8xf32>
    scf.for %o = %c0 to %n step %c8 {
      %src = memref.subview %in[%o] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
      %dst = memref.subview %out[%o] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
      gpu.memcpy %a, %src : memref<8xf32>, memref<8xf32, strided<[1], offset: ?>>
      gpu.launch_func @k::@square blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%a : memref<8xf32>, %b : memref<8xf32>)
      gpu.memcpy %dst, %b : memref<8xf32, strided<[1], offset: ?>>, memref<8xf32>
    }
    gpu.memcpy %last, %a : memref<8xf32>, memref<8xf32>
    gpu.memcpy %last, %b : memref<8xf32>, memref<8xf32>
    gpu.dealloc %a : memref<8xf32>
    gpu.dealloc %b : memref<8xf32>
    return
  }
}

// OUT: stderr:
// OUT: rotate_remarks.mlir:23:5: remark[gpu-rotate-buffers]: buffers of this loop rotate: it has 2 copies of its body
// OUT: rotate_remarks.mlir:44:5: remark[gpu-rotate-buffers]: buffers of this loop rotate: it has 2 copies of its body, and 2 buffers from outside of it are made for each
// OUT: rotate_remarks.mlir:61:5: remark[gpu-rotate-buffers]: buffers of this loop do not rotate: an iteration depends on the one before it
// OUT: rotate_remarks.mlir:67:7: note: this runs after work of the iteration before
// OUT: rotate_remarks.mlir:69:7: note: the work of the iteration before is here
// OUT: rotate_remarks.mlir:81:5: remark[gpu-rotate-buffers]: buffers of this loop do not rotate: an iteration depends on the one before it
// OUT: rotate_remarks.mlir:86:7: note: this runs after work of the iteration before
// OUT: rotate_remarks.mlir:88:7: note: the work of the iteration before is here
// OUT: rotate_remarks.mlir:101:5: remark[gpu-rotate-buffers]: buffers of this loop do not rotate: the host waits in each iteration
// OUT: rotate_remarks.mlir:111:12: note: the host waits for device work here
// OUT: rotate_remarks.mlir:122:5: remark[gpu-rotate-buffers]: buffers of this loop do not rotate: it has fewer iterations than copies
// OUT: rotate_remarks.mlir:141:5: remark[gpu-rotate-buffers]: buffers of this loop do not rotate: its step is not constant
// OUT: rotate_remarks.mlir:162:5: remark[gpu-rotate-buffers]: buffers of this loop do not rotate: its variable is no index
// OUT: rotate_remarks.mlir:182:5: remark[gpu-rotate-buffers]: buffers of this loop do not rotate: tokens of the program order its work
// OUT: rotate_remarks.mlir:202:5: remark[gpu-rotate-buffers]: buffers of this loop do not rotate: the size of a launch in it is refused or 0
// OUT: rotate_remarks.mlir:223:5: remark[gpu-rotate-buffers]: buffers of this loop do not rotate: an iteration depends on the one before it
// OUT: rotate_remarks.mlir:226:7: note: this runs after work of the iteration before
// OUT: rotate_remarks.mlir:227:7: note: the work of the iteration before is here
// OUT: stderr:
// OUT: rotate_remarks.mlir:1:1: error[E0121]: option 'buffers' of 'gpu-rotate-buffers': expected a number from 1 to 8, but found 9
// OUT:    ╭─[ rotate_remarks.mlir:1:1 ]
// OUT:    │
// OUT:  1 │ // RUN: warpline opt --gpu-rotate-buffers --remarks=gpu-rotate-buffers --diagnostics=short --output=/dev/null
// OUT:    │ │
// OUT:    │ ╰─ expected a number from 1 to 8
// OUT: ───╯
// OUT: exit: 1
// OUT: stderr:
// OUT: rotate_remarks.mlir:23:5: remark[gpu-rotate-buffers]: buffers of this loop rotate: it has 2 copies of its body
// OUT: rotate_remarks.mlir:44:5: remark[gpu-rotate-buffers]: buffers of this loop rotate: it has 2 copies of its body, and 2 buffers from outside of it are made for each
// OUT: rotate_remarks.mlir:61:5: remark[gpu-rotate-buffers]: buffers of this loop do not rotate: an iteration depends on the one before it
// OUT: rotate_remarks.mlir:67:7: note: this runs after work of the iteration before
// OUT: rotate_remarks.mlir:69:7: note: the work of the iteration before is here
// OUT: rotate_remarks.mlir:81:5: remark[gpu-rotate-buffers]: buffers of this loop do not rotate: an iteration depends on the one before it
// OUT: rotate_remarks.mlir:86:7: note: this runs after work of the iteration before
// OUT: rotate_remarks.mlir:88:7: note: the work of the iteration before is here
// OUT: rotate_remarks.mlir:101:5: remark[gpu-rotate-buffers]: buffers of this loop do not rotate: the host waits in each iteration
// OUT: rotate_remarks.mlir:111:12: note: the host waits for device work here
// OUT: rotate_remarks.mlir:122:5: remark[gpu-rotate-buffers]: buffers of this loop do not rotate: it has fewer iterations than copies
// OUT: rotate_remarks.mlir:141:5: remark[gpu-rotate-buffers]: buffers of this loop do not rotate: its step is not constant
// OUT: rotate_remarks.mlir:162:5: remark[gpu-rotate-buffers]: buffers of this loop do not rotate: its variable is no index
// OUT: rotate_remarks.mlir:182:5: remark[gpu-rotate-buffers]: buffers of this loop do not rotate: tokens of the program order its work
// OUT: rotate_remarks.mlir:202:5: remark[gpu-rotate-buffers]: buffers of this loop do not rotate: the size of a launch in it is refused or 0
// OUT: rotate_remarks.mlir:223:5: remark[gpu-rotate-buffers]: buffers of this loop do not rotate: an iteration depends on the one before it
// OUT: rotate_remarks.mlir:226:7: note: this runs after work of the iteration before
// OUT: rotate_remarks.mlir:227:7: note: the work of the iteration before is here
// OUT: stderr:
// OUT: rotate_remarks.mlir:23:5: remark[gpu-rotate-buffers]: buffers of this loop do not rotate: more of its buffers may pass the limit of device memory
// OUT: rotate_remarks.mlir:44:5: remark[gpu-rotate-buffers]: buffers of this loop do not rotate: more of its buffers may pass the limit of device memory
// OUT: rotate_remarks.mlir:61:5: remark[gpu-rotate-buffers]: buffers of this loop do not rotate: an iteration depends on the one before it
// OUT: rotate_remarks.mlir:67:7: note: this runs after work of the iteration before
// OUT: rotate_remarks.mlir:69:7: note: the work of the iteration before is here
// OUT: rotate_remarks.mlir:81:5: remark[gpu-rotate-buffers]: buffers of this loop do not rotate: an iteration depends on the one before it
// OUT: rotate_remarks.mlir:86:7: note: this runs after work of the iteration before
// OUT: rotate_remarks.mlir:88:7: note: the work of the iteration before is here
// OUT: rotate_remarks.mlir:101:5: remark[gpu-rotate-buffers]: buffers of this loop do not rotate: the host waits in each iteration
// OUT: rotate_remarks.mlir:111:12: note: the host waits for device work here
// OUT: rotate_remarks.mlir:122:5: remark[gpu-rotate-buffers]: buffers of this loop do not rotate: it has fewer iterations than copies
// OUT: rotate_remarks.mlir:141:5: remark[gpu-rotate-buffers]: buffers of this loop do not rotate: its step is not constant
// OUT: rotate_remarks.mlir:162:5: remark[gpu-rotate-buffers]: buffers of this loop do not rotate: its variable is no index
// OUT: rotate_remarks.mlir:182:5: remark[gpu-rotate-buffers]: buffers of this loop do not rotate: tokens of the program order its work
// OUT: rotate_remarks.mlir:202:5: remark[gpu-rotate-buffers]: buffers of this loop do not rotate: the size of a launch in it is refused or 0
// OUT: rotate_remarks.mlir:223:5: remark[gpu-rotate-buffers]: buffers of this loop do not rotate: an iteration depends on the one before it
// OUT: rotate_remarks.mlir:226:7: note: this runs after work of the iteration before
// OUT: rotate_remarks.mlir:227:7: note: the work of the iteration before is here
