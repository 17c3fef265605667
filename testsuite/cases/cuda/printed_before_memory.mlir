// RUN: warpline run --device=cuda
// MOCK: MEMORY=400

// What was printed is not printed again: such a run has one plan.
// Wrong: The memory of @later does not suffice once @show has printed.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @show(%x: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %x[%i] : memref<64xf32>
      gpu.printf "%f\n", %v : f32
      gpu.return
    }
    gpu.func @halve(%x: memref<64xf32>, %y: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %n = arith.constant 900 : index
      %h = arith.constant 0.5 : f32
      %v = memref.load %x[%i] : memref<64xf32>
      %r = scf.for %j = %c0 to %n step %c1 iter_args(%s = %v) -> (f32) {
        %t = arith.mulf %s, %h : f32
        scf.yield %t : f32
      }
      memref.store %r, %y[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func private @later(%in: memref<64xf32> {llvm.noalias}, %p: memref<64xf32> {llvm.noalias}, %q: memref<64xf32> {llvm.noalias}) {
    %one = arith.constant 1 : index
    %n = arith.constant 64 : index
    %a = gpu.alloc () : memref<64xf32>
    gpu.launch_func @k::@halve blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%in : memref<64xf32>, %a : memref<64xf32>)
    gpu.launch_func @k::@halve blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%a : memref<64xf32>, %p : memref<64xf32>)
    gpu.dealloc %a : memref<64xf32>
    %b = gpu.alloc () : memref<64xf32>
    gpu.launch_func @k::@halve blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%in : memref<64xf32>, %b : memref<64xf32>)
    gpu.launch_func @k::@halve blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%b : memref<64xf32>, %q : memref<64xf32>)
    gpu.dealloc %b : memref<64xf32>
    return
  }
  func.func @main(%in: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %p: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %q: memref<64xf32> {llvm.noalias, warpline.input = "0"}) {
    %one = arith.constant 1 : index
    gpu.launch_func @k::@show blocks in (%one, %one, %one) threads in (%one, %one, %one) args(%in : memref<64xf32>)
    gpu.wait
    func.call @later(%in, %p, %q) : (memref<64xf32>, memref<64xf32>, memref<64xf32>) -> ()
    return
  }
}

// OUT: 1.000000
// OUT: stderr:
// OUT: case.mlir:36:10: error[E0501]: cuMemAllocFromPoolAsync failed with CUDA_ERROR_OUT_OF_MEMORY: out of memory; 256 bytes are asked for
// OUT:     ╭─[ case.mlir:36:10 ]
// OUT:     │
// OUT:  36 │     %b = gpu.alloc () : memref<64xf32>
// OUT:     │          ────┬────
// OUT:     │              ╰────── this 'gpu.alloc'
// OUT:     │
// OUT:     ├─[ case.mlir:32:10 ]
// OUT:     │
// OUT:  32 │     %a = gpu.alloc () : memref<64xf32>
// OUT:     │          ────┬────
// OUT:     │              ╰────── 256 bytes are in use from here
// OUT: ────╯
// OUT: exit: 4
