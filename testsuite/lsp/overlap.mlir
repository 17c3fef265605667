// Two fills are in order only because two arguments may overlap: the editor says what to write.
func.func @hint(%a: memref<64xf32>, %n: index, %b: memref<64xf32>, %v: f32) {
  gpu.memset %a, %v : memref<64xf32>, f32
  gpu.memset %b, %v : memref<64xf32>, f32
  // ^ hover
  return
}
// A promise about one of them: there is nothing to say.
func.func @marked(%a: memref<64xf32>, %n: index, %b: memref<64xf32> {llvm.noalias}, %v: f32) {
  gpu.memset %a, %v : memref<64xf32>, f32
  gpu.memset %b, %v : memref<64xf32>, f32
  return
}
// findings
// hints
// show plan

// OUT: 5: ^ hover
// OUT:   **gpu.memset**
// OUT:
// OUT:   Sets every element to a value.
// OUT:
// OUT:   ```text
// OUT:   syntax: gpu.memset async $dst , $value : type($dst) , type($value) attr-dict
// OUT:
// OUT:   operands:
// OUT:     asyncDependencies: async token type, any number
// OUT:     dst: memref of any type values, is written
// OUT:     value: any type
// OUT:
// OUT:   results:
// OUT:     asyncToken: async token type, may be missing
// OUT:
// OUT:   rules:
// OUT:     takes 'async' and tokens to wait for
// OUT:   ```
// OUT:
// OUT:   runs on stream s0
// OUT:
// OUT:   - 1 (gpu.memset, line 4) waits for 0 (gpu.memset, line 3): %a, line 2 and %b, line 2 may be the same memory (both write it); where they never are, mark one of them 'llvm.noalias', take both through 'memref.distinct_objects', or pass --assume-noalias
// OUT:
// OUT:   generic form:
// OUT:   ```mlir
// OUT:   "gpu.memset"(%b, %v) : (memref<64xf32>, f32) -> ()
// OUT:   ```
// OUT: 14: findings
// OUT: 15: hints
// OUT:   3:13: s0
// OUT:   4:13: s0
// OUT:   10:13: s0
// OUT:   11:13: s1
// OUT: 16: show plan
// OUT:   // 0: gpu.memset, line 3
// OUT:   // 1: gpu.memset, line 4
// OUT:   plan @hint {
// OUT:     n 2 naive 1 tr 1 width 1
// OUT:     0 -> 1
// OUT:     streams 1 events 0
// OUT:     s0: 0 1
// OUT:     waits 0 records 0 host 1
// OUT:     host_wait s0 before 2
// OUT:   }
// OUT:   // predicted 0.6 us; critical path 0.0 us, one stream 0.6 us; for cpu
// OUT:   // 1 follows 0 on s0: %a, line 2 and %b, line 2 may be the same memory (both write it); where they never are, mark one of them 'llvm.noalias', take both through 'memref.distinct_objects', or pass --assume-noalias
// OUT:   // region 0 ops 0..1 nodes 2 edges 1 mode dag decision stream
// OUT:   // 0: gpu.memset, line 10
// OUT:   // 1: gpu.memset, line 11
// OUT:   plan @marked {
// OUT:     n 2 naive 0 tr 0 width 2
// OUT:     streams 1 events 0
// OUT:     s0: 0 1
// OUT:     waits 0 records 0 host 1
// OUT:     host_wait s0 before 2
// OUT:   }
// OUT:   // predicted 0.6 us; critical path 0.0 us, one stream 0.6 us; for cpu
// OUT:   // 1 follows 0 on s0, although they are unordered: by the model they end no sooner on two streams
// OUT:   // region 0 ops 0..1 nodes 2 edges 0 mode dag decision stream
