// RUN: warpline check - -v --diagnostics=short

// Nothing frees the buffer.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @lost(%a: memref<64xf32> {llvm.noalias}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %m = gpu.alloc() : memref<64xf32>
    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %m : memref<64xf32>)
    return
  }
}

// OUT: verify_ends.mlir: @lost: race proved: device operations 2, streams 1, event slots 0
// OUT: verify_ends.mlir: @lost: lifetime proved: allocations 1, freed by nothing 1
// OUT: verify_ends.mlir: @lost: leases proved: streams 1, event slots 0
// OUT: verify_ends.mlir: @lost: return proved: returns 1
// OUT: verify_ends.mlir: @lost: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_ends.mlir: @lost: minimal proved: waits 1
// OUT: stderr:
// OUT: verify_ends.mlir:16:10: warning[W0204]: nothing frees this buffer, and it does not escape: it leaks when the function returns
// -----

// The caller gets it.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @returned(%a: memref<64xf32> {llvm.noalias}) -> memref<64xf32> {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %m = gpu.alloc() : memref<64xf32>
    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %m : memref<64xf32>)
    return %m : memref<64xf32>
  }
}

// OUT: verify_ends.mlir: @returned: race proved: device operations 2, streams 1, event slots 0
// OUT: verify_ends.mlir: @returned: lifetime proved: allocations 0
// OUT: verify_ends.mlir: @returned: leases proved: streams 1, event slots 0
// OUT: verify_ends.mlir: @returned: return proved: returns 1
// OUT: verify_ends.mlir: @returned: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_ends.mlir: @returned: minimal proved: waits 1
// -----

// o11: freed twice.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @twice(%a: memref<64xf32> {llvm.noalias}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %m = gpu.alloc() : memref<64xf32>
    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %m : memref<64xf32>)
    gpu.dealloc %m : memref<64xf32>
    gpu.dealloc %m : memref<64xf32>
    return
  }
}

// OUT: verify_ends.mlir: @twice: race proved: device operations 4, streams 1, event slots 0
// OUT: verify_ends.mlir: @twice: lifetime violated at 1: allocations 1
// OUT: verify_ends.mlir: @twice: leases proved: streams 1, event slots 0
// OUT: verify_ends.mlir: @twice: return proved: returns 1
// OUT: verify_ends.mlir: @twice: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_ends.mlir: @twice: minimal proved: waits 1
// OUT: stderr:
// OUT: verify_ends.mlir:18:5: error[E0312]: this frees a buffer that is freed already
// OUT: verify_ends.mlir:17:5: note: it is freed here
// OUT: verify_ends.mlir:15:10: note: the buffer is allocated here
// OUT: exit: 1
// -----

// o11: filled after its free.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @late(%a: memref<64xf32> {llvm.noalias}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %m = gpu.alloc() : memref<64xf32>
    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %m : memref<64xf32>)
    gpu.dealloc %m : memref<64xf32>
    %v = arith.constant 1.0 : f32
    gpu.memset %m, %v : memref<64xf32>, f32
    return
  }
}

// OUT: verify_ends.mlir: @late: race proved: device operations 4, streams 1, event slots 0
// OUT: verify_ends.mlir: @late: lifetime violated at 1: allocations 1
// OUT: verify_ends.mlir: @late: leases proved: streams 1, event slots 0
// OUT: verify_ends.mlir: @late: return proved: returns 1
// OUT: verify_ends.mlir: @late: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_ends.mlir: @late: minimal proved: waits 1
// OUT: stderr:
// OUT: verify_ends.mlir:19:5: error[E0312]: this uses a buffer that is freed already
// OUT: verify_ends.mlir:17:5: note: it is freed here
// OUT: verify_ends.mlir:15:10: note: the buffer is allocated here
// OUT: exit: 1
