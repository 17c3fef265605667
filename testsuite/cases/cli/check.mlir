// RUN: warpline check - --diagnostics=short

func.func private @right()
// -----

func.func @wrong() -> i32 {
  %a = arith.adi %b, %b : i32
  return %c : i32
}
// -----

"test.op"() : () -> ()
