// RUN-ON: interp,cpu,cuda

func.func @main() -> (f32, i64) {
  %x = arith.constant 2.5 : f32
  %n = arith.constant -7 : i64
  %y = arith.mulf %x, %x : f32
  return %y, %n : f32, i64
}
