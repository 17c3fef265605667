// A loop with a step that is not positive
func.func @main(%step: index {warpline.input = "0"}) -> i32 {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %n = scf.for %i = %c0 to %c8 step %step iter_args(%sum = %zero) -> (i32) {
    %next = arith.addi %sum, %one : i32
    scf.yield %next : i32
  }
  return %n : i32
}
