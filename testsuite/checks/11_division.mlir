// A division by zero
func.func @main(%a: i32 {warpline.input = "7"}, %b: i32 {warpline.input = "0"}) -> i32 {
  %c = arith.divsi %a, %b : i32
  return %c : i32
}
