// RUN: warpline reduce --test='warpline opt %s' --match='marker'
// RUN: warpline reduce --test='warpline opt %s --canonicalize --cse' --match='math.exp' --reduce-pipeline
// RUN: warpline reduce --test='warpline opt %s --cse | cat' --match='cf.cond_br'

func.func private @elsewhere(i32) -> i32

func.func @helper(%a: i32, %b: f32) -> i32 attributes {note = 3 : i32} {
  %c = arith.constant 64 : i32
  %0 = arith.addi %a, %c {marker, other} : i32
  %1 = func.call @elsewhere(%0) : (i32) -> i32
  return %1 : i32
}

func.func @main(%x: memref<64x128xf32>, %n: i32, %f: f32) -> (i32, f32) {
  %z = arith.constant 7 : i32
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 128 {
      %v = affine.load %x[%i, %j] : memref<64x128xf32>
      %w = math.exp %v : f32
      affine.store %w, %x[%i, %j] : memref<64x128xf32>
    }
  }
  %h = func.call @helper(%n, %f) : (i32, f32) -> i32
  %c = arith.cmpi slt, %h, %z : i32
  cf.cond_br %c, ^a(%h : i32), ^b
^a(%q: i32):
  %r = arith.muli %q, %n : i32
  cf.br ^c(%r : i32)
^b:
  cf.br ^c(%n : i32)
^c(%s: i32):
  return %s, %f : i32, f32
}

// OUT: module {
// OUT:   func.func @helper(%arg0: i32) {
// OUT:     %0 = arith.addi %arg0, %arg0 {marker} : i32
// OUT:     return
// OUT:   }
// OUT: }
// OUT: stderr:
// OUT: reduced as IR: 3 operations in 6 lines are left of 22 operations in 33 lines
// OUT: 18 tries: the test held for 8; 19 programs were not tried: wrong, larger or known
// OUT: module {
// OUT:   func.func @main(%arg0: f32) {
// OUT:     %0 = math.exp %arg0 : f32
// OUT:     return
// OUT:   }
// OUT: }
// OUT: stderr:
// OUT: reduced as IR: 3 operations in 6 lines are left of 22 operations in 33 lines
// OUT: 29 tries: the test held for 14; 46 programs were not tried: wrong, larger or known
// OUT: the test that is left: warpline opt %s
// OUT: module {
// OUT:   func.func @main() {
// OUT:     %false = arith.constant false
// OUT:     cf.cond_br %false, ^bb1, ^bb1
// OUT:   ^bb1:  // 2 preds: ^bb0, ^bb0
// OUT:     return
// OUT:   }
// OUT: }
// OUT: stderr:
// OUT: reduced as IR: 4 operations in 8 lines are left of 22 operations in 33 lines
// OUT: 20 tries: the test held for 12; 47 programs were not tried: wrong, larger or known
