// RUN: warpline run --device=cuda
// MOCK: MEMORY=200

// Wrong: The device has too little memory for any plan: the error lists what is in use.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @long(%x: memref<64xf32>, %y: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %n = arith.constant 300 : index
      %h = arith.constant 0.5 : f32
      %v = memref.load %x[%i] : memref<64xf32>
      %r = scf.for %j = %c0 to %n step %c1 iter_args(%s = %v) -> (f32) {
        %t = arith.mulf %s, %h : f32
        %u = arith.addf %t, %v : f32
        scf.yield %u : f32
      }
      memref.store %r, %y[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%in: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %p: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %q: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %r: memref<64xf32> {llvm.noalias, warpline.input = "0"}) {
    %one = arith.constant 1 : index
    %n = arith.constant 64 : index
    %a = gpu.alloc () : memref<64xf32>
    gpu.launch_func @k::@long blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%in : memref<64xf32>, %a : memref<64xf32>)
    gpu.launch_func @k::@long blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%a : memref<64xf32>, %p : memref<64xf32>)
    gpu.dealloc %a : memref<64xf32>
    %b = gpu.alloc () : memref<64xf32>
    gpu.launch_func @k::@long blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%in : memref<64xf32>, %b : memref<64xf32>)
    gpu.launch_func @k::@long blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%b : memref<64xf32>, %q : memref<64xf32>)
    gpu.dealloc %b : memref<64xf32>
    %c = gpu.alloc () : memref<64xf32>
    gpu.launch_func @k::@long blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%in : memref<64xf32>, %c : memref<64xf32>)
    gpu.launch_func @k::@long blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%c : memref<64xf32>, %r : memref<64xf32>)
    gpu.dealloc %c : memref<64xf32>
    return
  }
}

// OUT: stderr:
// OUT: note: the device has too little memory for this plan; it runs again on one stream
// OUT: case.mlir:23:3: error[E0501]: cuMemAlloc failed with CUDA_ERROR_OUT_OF_MEMORY: out of memory; 256 bytes are asked for
// OUT:     ╭─[ case.mlir:23:3 ]
// OUT:     │
// OUT:  23 │   func.func @main(%in: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %p: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %q: memref<64xf32> {llvm.no…
// OUT:     │   ────┬────
// OUT:     │       ╰────── this 'func.func'
// OUT: ────╯
// OUT: exit: 4
