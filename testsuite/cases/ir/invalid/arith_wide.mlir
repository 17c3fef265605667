// RUN: opt --verify-diagnostics

func.func @f() {
  // expected-error@+1 {{integer constant out of range}}
  %a = arith.constant 340282366920938463463374607431768211456 : i128
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{integer constant out of range}}
  %a = arith.constant -170141183460469231731687303715884105729 : i128
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{integer constant out of range}}
  %a = arith.constant 36893488147419103232 : i65
  return
}
