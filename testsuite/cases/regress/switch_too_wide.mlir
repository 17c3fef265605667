// RUN: opt --verify-diagnostics

func.func @bits(%i: i64) {
  cf.switch %i : i64, [
    default: ^bb1,
    // expected-error@+1 {{the integer '18446744073709551616' does not fit 64 bits}}
    18446744073709551616: ^bb1
  ]
^bb1:
  return
}
