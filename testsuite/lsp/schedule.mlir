module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%x: memref<64xf32> {llvm.noalias}, %p: memref<64xf32> {llvm.noalias},
                  %q: memref<64xf32> {llvm.noalias}) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %p : memref<64xf32>)
    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %q : memref<64xf32>)
    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%p : memref<64xf32>, %q : memref<64xf32>)
    // ^ hover
    %v = memref.load %q[%c0] : memref<64xf32>
    return %v : f32
  }
}
// hints
// shows
// show plan
// show nothing

// OUT: 18: ^ hover
// OUT:   **gpu.launch_func**
// OUT:
// OUT:   Launches a kernel of a `gpu.module` or `gpu.binary` on a grid of thread blocks. It starts after all tokens in `[…]`, any number of them; with `async` it yields one. With `<%stream : !llvm.ptr>` it runs on that stream of the program.
// OUT:
// OUT:   ```text
// OUT:   operands:
// OUT:     asyncDependencies: async token type, any number
// OUT:     gridSizeX: index or 32-bit or 64-bit signless integer
// OUT:     gridSizeY: index or 32-bit or 64-bit signless integer
// OUT:     gridSizeZ: index or 32-bit or 64-bit signless integer
// OUT:     blockSizeX: index or 32-bit or 64-bit signless integer
// OUT:     blockSizeY: index or 32-bit or 64-bit signless integer
// OUT:     blockSizeZ: index or 32-bit or 64-bit signless integer
// OUT:     clusterSizeX: index or 32-bit or 64-bit signless integer, may be missing
// OUT:     clusterSizeY: index or 32-bit or 64-bit signless integer, may be missing
// OUT:     clusterSizeZ: index or 32-bit or 64-bit signless integer, may be missing
// OUT:     dynamicSharedMemorySize: 32-bit signless integer, may be missing
// OUT:     kernelOperands: any type, any number
// OUT:     asyncObject: any type, may be missing
// OUT:
// OUT:   results:
// OUT:     asyncToken: async token type, may be missing
// OUT:
// OUT:   attributes:
// OUT:     kernel: symbol reference attribute, required
// OUT:
// OUT:   rules:
// OUT:     takes 'async' and tokens to wait for
// OUT:   ```
// OUT:
// OUT:   runs on stream s0
// OUT:
// OUT:   - 2 (@k::@copy, line 17) waits for 0 (@k::@copy, line 15): both touch %p, line 10 (2 reads what 0 writes)
// OUT:   - 2 (@k::@copy, line 17) waits for 1 (@k::@copy, line 16): both touch %q, line 11 (both write it)
// OUT:
// OUT:   generic form:
// OUT:   ```mlir
// OUT:   "gpu.launch_func"(%c1, %c1, %c1, %c64, %c1, %c1, %p, %q) <{kernel = @k::@copy, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 2, 0>}> : (index, index, index, index, index, index, memref<64xf32>, memref<64xf32>) -> ()
// OUT:   ```
// OUT: 23: hints
// OUT:   15:20: s0
// OUT:   16:20: s1
// OUT:   17:20: s0 waits for line 16
// OUT:   19:21: host waits for line 17
// OUT: 24: shows
// OUT:   show the plan: ["file:///case.mlir","plan",0]
// OUT:   show the plan as a graph: ["file:///case.mlir","dot",0]
// OUT:   show the code object: ["file:///case.mlir","hsaco",0]
// OUT:   show the assembly: ["file:///case.mlir","asm",0]
// OUT:   show the PTX: ["file:///case.mlir","ptx",0]
// OUT:   show the code for the CPU: ["file:///case.mlir","clif",0]
// OUT:   show the generic form: ["file:///case.mlir","generic",0]
// OUT: 25: show plan
// OUT:   // 0: @k::@copy, line 15
// OUT:   // 1: @k::@copy, line 16
// OUT:   // 2: @k::@copy, line 17
// OUT:   plan @main {
// OUT:     n 3 naive 2 tr 2 width 2
// OUT:     0 -> 2
// OUT:     1 -> 2
// OUT:     streams 1 events 0
// OUT:     s0: 0 1 2
// OUT:     waits 0 records 0 host 1
// OUT:     host_wait s0 before 3
// OUT:   }
// OUT:   // predicted 1.8 us; critical path 0.5 us, one stream 1.8 us; for cpu
// OUT:   // 1 follows 0 on s0, although they are unordered: by the model they end no sooner on two streams
// OUT:   // 2 follows 1 on s0: both touch %q, line 11 (both write it)
// OUT:   // the host waits for 2 before 3: both touch %q, line 11 (3 reads what 2 writes)
// OUT:   // region 0 ops 0..2 nodes 3 edges 2 mode dag decision stream
// OUT: 26: show nothing
// OUT:   expected one of plan, dot, hsaco, asm, ptx, clif, generic, but found 'nothing'
