// A shift or a conversion without a result, which is used
func.func @main(%x: i32 {warpline.input = "1"}, %n: i32 {warpline.input = "40"}) -> i32 {
  %s = arith.shli %x, %n : i32
  return %s : i32
}
