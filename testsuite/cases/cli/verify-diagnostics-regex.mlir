// RUN: warpline opt --verify-diagnostics --diagnostics=short

func.func @matches() -> i32 {
  // expected-error-re@+1 {{use of {{[a-z]+}} SSA {{(value|block)}} name}}
  return %missing : i32
}
// -----

func.func @differs() -> i32 {
  // expected-error-re@+1 {{use of {{[0-9]+}} SSA}}
  return %missing : i32
}

// OUT: stderr:
// OUT: verify-diagnostics-regex.mlir:3:6: error[E0601]: expected error "use of {{[0-9]+}} SSA" was not produced
// OUT: verify-diagnostics-regex.mlir:4:10: error[E0602]: unexpected error: use of undeclared SSA value name '%missing'
// OUT: exit: 1
// -----

// Text outside of the braces stands for itself.
func.func @literal() -> i32 {
  // expected-error-re@+1 {{use.of{{.*}}name}}
  return %missing : i32
}

// OUT: stderr:
// OUT: verify-diagnostics-regex.mlir:4:6: error[E0601]: expected error "use.of{{.*}}name" was not produced
// OUT: verify-diagnostics-regex.mlir:5:10: error[E0602]: unexpected error: use of undeclared SSA value name '%missing'
// OUT: exit: 1
// -----

func.func @open() -> i32 {
  // expected-error-re@+1 {{use of {{[a-z]+ SSA}}
  return %missing : i32
}

// OUT: stderr:
// OUT: verify-diagnostics-regex.mlir:3:6: error[E0603]: found start of regex with no end '}}'
// OUT: verify-diagnostics-regex.mlir:4:10: error[E0602]: unexpected error: use of undeclared SSA value name '%missing'
// OUT: exit: 1
// -----

func.func @invalid() -> i32 {
  // expected-error-re@+1 {{use of {{[a-z}} SSA}}
  return %missing : i32
}

// OUT: stderr:
// OUT: verify-diagnostics-regex.mlir:3:6: error[E0603]: invalid regex: found unclosed character class
// OUT: verify-diagnostics-regex.mlir:4:10: error[E0602]: unexpected error: use of undeclared SSA value name '%missing'
// OUT: exit: 1
// -----

// An empty pattern fits nothing.
func.func @empty() -> i32 {
  // expected-error-re@+1 {{}}
  return %missing : i32
}

// OUT: stderr:
// OUT: verify-diagnostics-regex.mlir:4:6: error[E0601]: expected error "" was not produced
// OUT: verify-diagnostics-regex.mlir:5:10: error[E0602]: unexpected error: use of undeclared SSA value name '%missing'
// OUT: exit: 1
