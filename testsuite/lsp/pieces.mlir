func.func @f(%a: i32) -> i32 {
  return %a : i32
  //      ^ definition
}
// -----
func.func @f(%a: f32) -> f32 {
  //      ^ references
  return %a : f32
  //      ^ hover
  //      ^ rename b
}
// -----
// An error in one function leaves the schedule of others as it is; lines count from the top of the file.
func.func @f(%m: memref<8xf32>, %n: memref<8xf32>) {
  gpu.memcpy %m, %n : memref<8xf32>, memref<8xf32>
  gpu.memcpy %n, %m : memref<8xf32>, memref<8xf32>
  //  ^ hover
  return
}
func.func @wrong(%m: memref<8xf32>) {
  gpu.memcpy %m, %k : memref<8xf32>, memref<8xf32>
  return
}
// outline
// hints
// actions
// findings

// OUT: 3: ^ definition
// OUT:   1:14-1:16
// OUT: 7: ^ references
// OUT: 9: ^ hover
// OUT:   ```mlir
// OUT:   %a : f32
// OUT:   ```
// OUT:   argument of `func.func`
// OUT: 10: ^ rename b
// OUT:   6:15-6:16 "b", 8:11-8:12 "b"
// OUT: 17: ^ hover
// OUT:   **gpu.memcpy**
// OUT:
// OUT:   Copies all elements of the second buffer to the first, in any direction between host and device.
// OUT:
// OUT:   ```text
// OUT:   syntax: gpu.memcpy async $dst , $src : type($dst) , type($src) attr-dict
// OUT:
// OUT:   operands:
// OUT:     asyncDependencies: async token type, any number
// OUT:     dst: memref of any type values, is written
// OUT:     src: memref of any type values, is read
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
// OUT:   - 1 (gpu.memcpy, line 16) waits for 0 (gpu.memcpy, line 15): both touch %m, line 14 (1 reads what 0 writes)
// OUT:
// OUT:   generic form:
// OUT:   ```mlir
// OUT:   "gpu.memcpy"(%n, %m) : (memref<8xf32>, memref<8xf32>) -> ()
// OUT:   ```
// OUT: 24: outline
// OUT:   func.func @f 1:11-1:13
// OUT:   func.func @f 6:11-6:13
// OUT:   func.func @f 14:11-14:13
// OUT:   func.func @wrong 20:11-20:17
// OUT: 25: hints
// OUT:   15:13: s0
// OUT:   16:13: s0
// OUT: 26: actions
// OUT:   replace by '%m': 21:18-21:20 "%m"
// OUT:   expect this error: 21:1-21:1 "  // expected-error@below {{use of undeclared SSA value name '%k'}}\n"
// OUT: 27: findings
// OUT:   21:18-21:20 1 E0104 (0 places): use of undeclared SSA value name '%k'
// OUT:   did you mean '%m'?
