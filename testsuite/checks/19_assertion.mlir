// An assertion that fails
func.func @main(%a: i32 {warpline.input = "7"}, %b: i32 {warpline.input = "0"}) {
  %holds = arith.cmpi eq, %a, %b : i32
  cf.assert %holds, "expected equal numbers"
  return
}
