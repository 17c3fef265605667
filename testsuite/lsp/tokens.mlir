func.func @f(%a: memref<4x?xf32>) -> f32 {
  %c = arith.constant 1.5 : f32
  "a.b"(%c) {k = "s"} : (f32) -> ()
  return %c : f32
}
// tokens

// OUT: 6: tokens
// OUT:   1 +0 length 9 kind 0
// OUT:   1 +10 length 2 kind 4
// OUT:   1 +3 length 2 kind 3
// OUT:   1 +4 length 6 kind 1
// OUT:   1 +7 length 2 kind 1
// OUT:   1 +2 length 2 kind 1
// OUT:   1 +2 length 3 kind 1
// OUT:   1 +9 length 3 kind 1
// OUT:   2 +2 length 2 kind 2
// OUT:   2 +5 length 14 kind 0
// OUT:   2 +15 length 3 kind 5
// OUT:   2 +6 length 3 kind 1
// OUT:   3 +2 length 5 kind 6
// OUT:   3 +6 length 2 kind 2
// OUT:   3 +5 length 1 kind 0
// OUT:   3 +4 length 3 kind 6
// OUT:   3 +8 length 3 kind 1
// OUT:   4 +2 length 6 kind 0
// OUT:   4 +7 length 2 kind 2
// OUT:   4 +5 length 3 kind 1
