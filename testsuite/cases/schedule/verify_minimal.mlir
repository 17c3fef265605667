// RUN: warpline check - -v --diagnostics=short

// The second wait finds all done by the first.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @twice(%a: memref<64xf32> {llvm.noalias}, %b: memref<64xf32> {llvm.noalias}, %c: memref<64xf32> {llvm.noalias}) attributes {rt.events = 2 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %b : memref<64xf32>, memref<64xf32>)
    rt.record 0 on 0
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%b, %c : memref<64xf32>, memref<64xf32>)
    rt.record 1 on 0
    rt.wait 1 on 1
    rt.wait 0 on 1
    rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%c, %a : memref<64xf32>, memref<64xf32>)
    rt.host_wait 1
    return
  }
}

// OUT: verify_minimal.mlir: @twice: race proved: device operations 3, streams 2, event slots 2
// OUT: verify_minimal.mlir: @twice: lifetime proved: allocations 0
// OUT: verify_minimal.mlir: @twice: leases proved: streams 2, event slots 2
// OUT: verify_minimal.mlir: @twice: return proved: returns 1
// OUT: verify_minimal.mlir: @twice: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_minimal.mlir: @twice: minimal violated at 1: waits 3
// OUT: stderr:
// OUT: verify_minimal.mlir:21:5: warning[W0203]: redundant wait: everything that it waits for is complete by then anyway
// -----

// The first wait is made needless by the second.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @covered(%a: memref<64xf32> {llvm.noalias}, %b: memref<64xf32> {llvm.noalias}, %c: memref<64xf32> {llvm.noalias}) attributes {rt.events = 2 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %b : memref<64xf32>, memref<64xf32>)
    rt.record 0 on 0
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%b, %c : memref<64xf32>, memref<64xf32>)
    rt.record 1 on 0
    rt.wait 0 on 1
    rt.wait 1 on 1
    rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%c, %a : memref<64xf32>, memref<64xf32>)
    rt.host_wait 1
    return
  }
}

// OUT: verify_minimal.mlir: @covered: race proved: device operations 3, streams 2, event slots 2
// OUT: verify_minimal.mlir: @covered: lifetime proved: allocations 0
// OUT: verify_minimal.mlir: @covered: leases proved: streams 2, event slots 2
// OUT: verify_minimal.mlir: @covered: return proved: returns 1
// OUT: verify_minimal.mlir: @covered: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_minimal.mlir: @covered: minimal violated at 1: waits 3
// OUT: stderr:
// OUT: verify_minimal.mlir:19:5: warning[W0203]: redundant wait: everything that it waits for is complete by then anyway
// -----

// The host has waited already.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @after_host(%a: memref<64xf32> {llvm.noalias}, %b: memref<64xf32> {llvm.noalias}, %c: memref<64xf32> {llvm.noalias}) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %b : memref<64xf32>, memref<64xf32>)
    rt.record 0 on 0
    rt.host_wait 0
    rt.wait 0 on 1
    rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%b, %a : memref<64xf32>, memref<64xf32>)
    rt.host_wait 1
    rt.host_wait 0
    return
  }
}

// OUT: verify_minimal.mlir: @after_host: race proved: device operations 2, streams 2, event slots 1
// OUT: verify_minimal.mlir: @after_host: lifetime proved: allocations 0
// OUT: verify_minimal.mlir: @after_host: leases proved: streams 2, event slots 1
// OUT: verify_minimal.mlir: @after_host: return proved: returns 1
// OUT: verify_minimal.mlir: @after_host: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_minimal.mlir: @after_host: minimal violated at 2: waits 4
// OUT: stderr:
// OUT: verify_minimal.mlir:18:5: warning[W0203]: redundant wait: everything that it waits for is complete by then anyway
// OUT: verify_minimal.mlir:21:5: warning[W0203]: redundant wait: everything that it waits for is complete by then anyway
// -----

// Of two equal waits one is needed.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @equal(%a: memref<64xf32> {llvm.noalias}, %b: memref<64xf32> {llvm.noalias}, %c: memref<64xf32> {llvm.noalias}) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%a, %b : memref<64xf32>, memref<64xf32>)
    rt.record 0 on 0
    rt.wait 0 on 1
    rt.wait 0 on 1
    rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%b, %a : memref<64xf32>, memref<64xf32>)
    rt.host_wait 1
    return
  }
}

// OUT: verify_minimal.mlir: @equal: race proved: device operations 2, streams 2, event slots 1
// OUT: verify_minimal.mlir: @equal: lifetime proved: allocations 0
// OUT: verify_minimal.mlir: @equal: leases proved: streams 2, event slots 1
// OUT: verify_minimal.mlir: @equal: return proved: returns 1
// OUT: verify_minimal.mlir: @equal: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: verify_minimal.mlir: @equal: minimal violated at 1: waits 3
// OUT: stderr:
// OUT: verify_minimal.mlir:17:5: warning[W0203]: redundant wait: everything that it waits for is complete by then anyway
