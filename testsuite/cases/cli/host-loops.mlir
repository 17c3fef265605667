// RUN: warpline compile --emit=plan
// RUN: warpline compile --emit=ptx --diagnostics=short -o /dev/null
// RUN: warpline compile --target=sm_90 --emit=mlir --diagnostics=json -o /dev/null
// RUN: warpline run --diagnostics=json
// RUN: warpline run --diagnostics=short

// Loop nests that stay on the host, each for another reason.
func.func @main() -> memref<64xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %n = arith.constant 64 : index
  %eight = arith.constant 8 : index
  %x = arith.constant 1.0 : f32
  %steps = memref.alloc() : memref<1xindex>
  memref.store %eight, %steps[%zero] : memref<1xindex>
  %step = memref.load %steps[%zero] : memref<1xindex>
  %a = memref.alloc() : memref<64xf32>
  memref.store %x, %a[%zero] : memref<64xf32>
  scf.for %i = %one to %n step %one {
    %before = arith.subi %i, %one : index
    %y = memref.load %a[%before] : memref<64xf32>
    %z = arith.addf %x, %y : f32
    memref.store %z, %a[%i] : memref<64xf32>
  }
  scf.for %i = %zero to %n step %step {
    memref.store %x, %a[%i] : memref<64xf32>
  }
  %end = scf.while (%i = %one) : (index) -> index {
    %more = arith.cmpi slt, %i, %n : index
    scf.condition(%more) %i : index
  } do {
  ^body(%i: index):
    memref.store %x, %a[%i] : memref<64xf32>
    %next = arith.addi %i, %i : index
    scf.yield %next : index
  }
  return %a : memref<64xf32>
}

// OUT: // there is no device work
// OUT: // line 19: this loop nest stays on the host: a load in one iteration may access the element of a store in another one
// OUT: // line 25: this loop nest stays on the host: its step is no positive constant of at most 65536
// OUT: // line 28: this loop nest stays on the host: the iterations of 'scf.while' run in order; 'scf.parallel', 'scf.forall', and loops with affine bounds and independent iterations become kernels
// OUT: stderr:
// OUT: host-loops.mlir:19:3: warning[W0205]: there is no kernel for 'sm_80' in this program
// OUT: host-loops.mlir:19:3: note: this loop nest stays on the host: a load in one iteration may access the element of a store in another one
// OUT: host-loops.mlir:25:3: note: this loop nest stays on the host: its step is no positive constant of at most 65536
// OUT: host-loops.mlir:28:10: note: this loop nest stays on the host: the iterations of 'scf.while' run in order; 'scf.parallel', 'scf.forall', and loops with affine bounds and independent iterations become kernels
// OUT: stderr:
// OUT: {"v":1,"severity":"warning","code":"W0205","message":"there is no kernel for 'sm_90' in this program","file":"host-loops.mlir","line":19,"column":3,"bytes":[782,789],"labels":[],"notes":[{"message":"this loop nest stays on the host: a load in one iteration may access the element of a store in another one","line":19,"column":3,"bytes":[782,789]},{"message":"this loop nest stays on the host: its step is no positive constant of at most 65536","line":25,"column":3,"bytes":[994,1001]},{"message":"this loop nest stays on the host: the iterations of 'scf.while' run in order; 'scf.parallel', 'scf.forall', and loops with affine bounds and independent iterations become kernels","line":28,"column":10,"bytes":[1090,1099]}],"fixes":[],"pass":null}
// OUT: result 0: memref<64xf32>
// OUT:   count=64 min=1.0 max=64.0 sum=1849.0 first=1.0
// OUT: stderr:
// OUT: {"v":1,"severity":"remark","code":null,"message":"this loop nest stays on the host: a load in one iteration may access the element of a store in another one","file":"host-loops.mlir","line":19,"column":3,"bytes":[782,789],"labels":[],"notes":[{"message":"one access is here","line":21,"column":10,"bytes":[869,880]},{"message":"the other access is here","line":23,"column":5,"bytes":[947,959]}],"fixes":[],"pass":"affine-parallelize"}
// OUT: {"v":1,"severity":"remark","code":null,"message":"this loop nest stays on the host: its step is no positive constant of at most 65536","file":"host-loops.mlir","line":25,"column":3,"bytes":[994,1001],"labels":[],"notes":[],"fixes":[],"pass":"raise-scf-to-affine"}
// OUT: {"v":1,"severity":"remark","code":null,"message":"this loop nest stays on the host: the iterations of 'scf.while' run in order; 'scf.parallel', 'scf.forall', and loops with affine bounds and independent iterations become kernels","file":"host-loops.mlir","line":28,"column":10,"bytes":[1090,1099],"labels":[],"notes":[],"fixes":[],"pass":null}
// OUT: result 0: memref<64xf32>
// OUT:   count=64 min=1.0 max=64.0 sum=1849.0 first=1.0
// -----

// No loops, and nothing for the device.
func.func @main() -> i32 {
  %one = arith.constant 1 : i32
  return %one : i32
}

// OUT: // there is no device work
// OUT: stderr:
// OUT: host-loops.mlir:1:1: warning[W0205]: there is no kernel for 'sm_80' in this program
// OUT: host-loops.mlir:1:1: note: it has no loops on its host side that could become kernels
// OUT: stderr:
// OUT: {"v":1,"severity":"warning","code":"W0205","message":"there is no kernel for 'sm_90' in this program","file":"host-loops.mlir","line":1,"column":1,"bytes":[0,0],"labels":[],"notes":[{"message":"it has no loops on its host side that could become kernels","line":null,"column":null,"bytes":null}],"fixes":[],"pass":null}
// OUT: result 0: i32 = 1
// OUT: result 0: i32 = 1
// -----

// A loop that becomes a kernel: nothing is reported.
func.func @main() -> memref<64xf32> {
  %x = arith.constant 1.0 : f32
  %a = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    affine.store %x, %a[%i] : memref<64xf32>
  }
  return %a : memref<64xf32>
}

// OUT: // 0: @main_kernel::@main_kernel, line 6
// OUT: plan @main {
// OUT:   n 1 naive 0 tr 0 width 1
// OUT:   streams 1 events 0
// OUT:   s0: 0
// OUT:   waits 0 records 0 host 1
// OUT:   host_wait s0 before 1
// OUT: }
// OUT: // predicted 0.3 us; critical path 0.3 us, one stream 0.3 us; for cpu
// OUT: result 0: memref<64xf32>
// OUT:   count=64 min=1.0 max=1.0 sum=64.0 first=1.0
// OUT:   values: 1.0 (64 times)
// OUT: result 0: memref<64xf32>
// OUT:   count=64 min=1.0 max=1.0 sum=64.0 first=1.0
// OUT:   values: 1.0 (64 times)
// -----

// A host loop around launches is no loop that stays on the host.
func.func @main() -> memref<64xf32> {
  %x = arith.constant 1.0 : f32
  %a = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    affine.store %x, %a[%i] : memref<64xf32>
  }
  affine.for %t = 0 to 4 {
    affine.for %i = 0 to 64 {
      %v = affine.load %a[%i] : memref<64xf32>
      %w = arith.mulf %v, %v : f32
      affine.store %w, %a[%i] : memref<64xf32>
    }
  }
  return %a : memref<64xf32>
}

// OUT: // 0: @main_kernel::@main_kernel, line 10
// OUT: plan @main {
// OUT:   n 1 naive 0 tr 0 width 1
// OUT:   streams 1 events 0
// OUT:   s0: 0
// OUT:   waits 0 records 0 host 1
// OUT:   host_wait s0 before 1
// OUT: }
// OUT: // predicted 0.3 us; critical path 0.3 us, one stream 0.3 us; for cpu
// OUT: result 0: memref<64xf32>
// OUT:   count=64 min=1.0 max=1.0 sum=64.0 first=1.0
// OUT:   values: 1.0 (64 times)
// OUT: result 0: memref<64xf32>
// OUT:   count=64 min=1.0 max=1.0 sum=64.0 first=1.0
// OUT:   values: 1.0 (64 times)
