// RUN: warpline check - -v --diagnostics=short

// Two launches that wait for each other: on streams of their own, and one behind the other.
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
  func.func @apart(%count: memref<1xi32>) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
    %c1 = arith.constant 1 : index
    rt.launch @k::@meet on 0 blocks(%c1, %c1, %c1) threads(%c1, %c1, %c1) : index, index, index, index, index, index args(%count : memref<1xi32>)
    rt.launch @k::@meet on 1 blocks(%c1, %c1, %c1) threads(%c1, %c1, %c1) : index, index, index, index, index, index args(%count : memref<1xi32>)
    rt.record 0 on 1
    rt.wait 0 on 0
    rt.host_wait 0
    return
  }
  func.func @behind(%count: memref<1xi32>) attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
    %c1 = arith.constant 1 : index
    rt.launch @k::@meet on 0 blocks(%c1, %c1, %c1) threads(%c1, %c1, %c1) : index, index, index, index, index, index args(%count : memref<1xi32>)
    rt.launch @k::@meet on 0 blocks(%c1, %c1, %c1) threads(%c1, %c1, %c1) : index, index, index, index, index, index args(%count : memref<1xi32>)
    rt.host_wait 0
    return
  }
}

// OUT: spin_verify.mlir: @apart: race proved: device operations 2, streams 2, event slots 1
// OUT: spin_verify.mlir: @apart: lifetime proved: allocations 0
// OUT: spin_verify.mlir: @apart: leases proved: streams 2, event slots 1
// OUT: spin_verify.mlir: @apart: return proved: returns 1
// OUT: spin_verify.mlir: @apart: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: spin_verify.mlir: @apart: minimal proved: waits 2
// OUT: spin_verify.mlir: @behind: race proved: device operations 2, streams 1, event slots 0
// OUT: spin_verify.mlir: @behind: lifetime proved: allocations 0
// OUT: spin_verify.mlir: @behind: leases proved: streams 1, event slots 0
// OUT: spin_verify.mlir: @behind: return proved: returns 1
// OUT: spin_verify.mlir: @behind: deadlock unknown at 1: one thread issues, and every wait names what was issued before it
// OUT: spin_verify.mlir: @behind: minimal proved: waits 1
// OUT: stderr:
// OUT: spin_verify.mlir:34:5: warning[W0202]: not proved to end: this comes after a launch that waits for memory which this updates
// OUT: spin_verify.mlir:33:5: note: it is here
// OUT: spin_verify.mlir:34:5: note: on a stream of its own, with no wait between the two, it would run
