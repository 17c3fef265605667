// RUN: warpline run --device=cpu --input=iota: --diagnostics=short
// RUN: warpline check - --diagnostics=short

// A run shows one warning of each kind.
func.func @main(%m: memref<4xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %sum = affine.for %i = 0 to 2 iter_args(%s = %zero) -> (f32) {
    %a = affine.apply affine_map<()[s] -> (s)>()[%i]
    %b = affine.apply affine_map<()[s] -> (s + 1)>()[%i]
    %c = affine.apply affine_map<()[s] -> (s + 2)>()[%i]
    %x = memref.load %m[%a] : memref<4xf32>
    %y = memref.load %m[%b] : memref<4xf32>
    %z = memref.load %m[%c] : memref<4xf32>
    %t = arith.addf %x, %y : f32
    %u = arith.addf %t, %z : f32
    %v = arith.addf %s, %u : f32
    affine.yield %v : f32
  }
  return %sum : f32
}

// OUT: result 0: f32 = 9.0
// OUT: stderr:
// OUT: many_warnings.mlir:8:10: warning[W0101]: 'affine.apply' op operand 0 is a dimension used as a symbol; it is read as a dimension
// OUT: many_warnings.mlir:8:10: note: pass it as a dimension: move it from '[…]' to '(…)' and its symbol in the map from '[…]' to '(…)'
// OUT: many_warnings.mlir:8:10: note: 2 more W0101 are like this; 'warpline check' shows all
// OUT: stderr:
// OUT: many_warnings.mlir:8:10: warning[W0101]: 'affine.apply' op operand 0 is a dimension used as a symbol; it is read as a dimension
// OUT: many_warnings.mlir:8:10: note: pass it as a dimension: move it from '[…]' to '(…)' and its symbol in the map from '[…]' to '(…)'
// OUT: many_warnings.mlir:9:10: warning[W0101]: 'affine.apply' op operand 0 is a dimension used as a symbol; it is read as a dimension
// OUT: many_warnings.mlir:9:10: note: pass it as a dimension: move it from '[…]' to '(…)' and its symbol in the map from '[…]' to '(…)'
// OUT: many_warnings.mlir:10:10: warning[W0101]: 'affine.apply' op operand 0 is a dimension used as a symbol; it is read as a dimension
// OUT: many_warnings.mlir:10:10: note: pass it as a dimension: move it from '[…]' to '(…)' and its symbol in the map from '[…]' to '(…)'
