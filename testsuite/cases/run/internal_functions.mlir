// RUN: warpline run --plan-for=any --device=cpu --remarks=affine-version-loops,affine-parallelize --diagnostics=short
// RUN: warpline run --plan-for=any --device=interp
// RUN: warpline compile --plan-for=any --target=cpu --emit=plan --remarks=affine-version-loops,affine-parallelize --diagnostics=short
// RUN: warpline run --plan-for=any --device=cpu --entry=double --remarks=affine-version-loops,affine-parallelize --diagnostics=short

// What is run begins with '@main', so all calls of the other functions are here, though they are public. '@double' gets two
// buffers at each of them, and its loop is parallel without a check; one call of '@copy_up' passes the same buffer twice.
// A program that uses this module may call '@double' with anything, so it has a check where the module is compiled, and
// where '@double' is what is run.
func.func @double(%a: memref<64xf32> {warpline.input = "iota:1:1"}, %b: memref<64xf32> {warpline.input = "0"}) {
  affine.for %i = 0 to 64 {
    %x = affine.load %a[%i] : memref<64xf32>
    %y = arith.addf %x, %x : f32
    affine.store %y, %b[%i] : memref<64xf32>
  }
  return
}
func.func @copy_up(%a: memref<64xf32>, %b: memref<64xf32> {warpline.input = "0"}) {
  affine.for %i = 0 to 63 {
    %x = affine.load %a[%i] : memref<64xf32>
    affine.store %x, %b[%i + 1] : memref<64xf32>
  }
  return
}
func.func @main(%a: memref<64xf32> {warpline.input = "iota:1:1"}, %b: memref<64xf32> {warpline.input = "0"}, %c: memref<64xf32> {warpline.input = "0"}) {
  call @double(%a, %b) : (memref<64xf32>, memref<64xf32>) -> ()
  call @double(%b, %c) : (memref<64xf32>, memref<64xf32>) -> ()
  call @copy_up(%b, %b) : (memref<64xf32>, memref<64xf32>) -> ()
  call @copy_up(%a, %c) : (memref<64xf32>, memref<64xf32>) -> ()
  return
}

// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=2.0 max=2.0 sum=128.0 first=2.0
// OUT:   values: 2.0 (64 times)
// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=1.0 max=63.0 sum=2020.0 first=4.0
// OUT: stderr:
// OUT: internal_functions.mlir:19:3: remark[affine-version-loops]: two versions of the loop: the parallel one runs if these do not overlap: argument 0 and argument 1
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=2.0 max=2.0 sum=128.0 first=2.0
// OUT:   values: 2.0 (64 times)
// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=1.0 max=63.0 sum=2020.0 first=4.0
// OUT: // 0: @double_kernel::@double_kernel, line 11
// OUT: plan @double {
// OUT:   n 1 naive 0 tr 0 width 1
// OUT:   streams 1 events 0
// OUT:   s0: 0
// OUT:   waits 0 records 0 host 1
// OUT:   host_wait s0 before 2
// OUT: }
// OUT: // predicted 2.0 us; critical path 2.0 us, one stream 2.0 us; for any
// OUT: // 0: @copy_up_kernel::@copy_up_kernel, line 19
// OUT: plan @copy_up {
// OUT:   n 1 naive 0 tr 0 width 1
// OUT:   streams 1 events 0
// OUT:   s0: 0
// OUT:   waits 0 records 0 host 1
// OUT:   host_wait s0 before 2
// OUT: }
// OUT: // predicted 2.0 us; critical path 2.0 us, one stream 2.0 us; for any
// OUT: stderr:
// OUT: internal_functions.mlir:11:3: remark[affine-version-loops]: two versions of the loop: the parallel one runs if these do not overlap: argument 0 and argument 1
// OUT: internal_functions.mlir:19:3: remark[affine-version-loops]: two versions of the loop: the parallel one runs if these do not overlap: argument 0 and argument 1
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=2.0 max=128.0 sum=4160.0 first=2.0
// OUT: stderr:
// OUT: internal_functions.mlir:11:3: remark[affine-version-loops]: two versions of the loop: the parallel one runs if these do not overlap: argument 0 and argument 1
