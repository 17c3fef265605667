// RUN: run --plan-for=any --device=cpu

// Each argument of the function that is run gets a buffer of its own, so launches on different arguments overlap, though
// nothing in the text says that they may.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @inc(%m: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %m[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%a: memref<64xf32> {warpline.input = "1"}, %b: memref<64xf32> {warpline.input = "2"}) {
    %one = arith.constant 1 : index
    %n = arith.constant 64 : index
    gpu.launch_func @k::@inc blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%a : memref<64xf32>)
    gpu.launch_func @k::@inc blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%b : memref<64xf32>)
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=2.0 max=2.0 sum=128.0 first=2.0
// OUT:   values: 2.0 (64 times)
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=4.0 max=4.0 sum=256.0 first=4.0
// OUT:   values: 4.0 (64 times)
// OUT: kernels=1 launches=2 streams=2 waits=1 records=1 host_syncs=1 leaks=0
// -----

// A loop over arguments is parallel without a check at run time, so there is one kernel and no other version.
func.func @main(%x: memref<64xf32> {warpline.input = "-1"}, %y: memref<64xf32> {warpline.input = "2"}) {
  affine.for %i = 0 to 64 {
    %v = affine.load %x[%i] : memref<64xf32>
    %w = math.absf %v : f32
    affine.store %w, %y[%i] : memref<64xf32>
  }
  return
}

// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=1.0 max=1.0 sum=64.0 first=1.0
// OUT:   values: 1.0 (64 times)
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// The program calls the function again, with one buffer for both arguments: they are not taken to be apart.
func.func @main(%x: memref<8xi32> {warpline.input = "1"}, %y: memref<8xi32> {warpline.input = "5"}, %again: i1 {warpline.input = "1"}) {
  %no = arith.constant false
  affine.for %i = 1 to 8 {
    %v = affine.load %x[%i - 1] : memref<8xi32>
    %w = arith.addi %v, %v : i32
    affine.store %w, %y[%i] : memref<8xi32>
  }
  scf.if %again {
    func.call @main(%x, %x, %no) : (memref<8xi32>, memref<8xi32>, i1) -> ()
  }
  return
}

// OUT: argument 0: memref<8xi32> = [1 2 4 8 16 32 64 128]
// OUT: argument 1: memref<8xi32> = [5 2 2 2 2 2 2 2]
// OUT: kernels=1 launches=1 streams=2 waits=0 records=0 host_syncs=3 leaks=0
