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
// -----

// Text outside of the braces stands for itself.
func.func @literal() -> i32 {
  // expected-error-re@+1 {{use.of{{.*}}name}}
  return %missing : i32
}
// -----

func.func @open() -> i32 {
  // expected-error-re@+1 {{use of {{[a-z]+ SSA}}
  return %missing : i32
}
// -----

func.func @invalid() -> i32 {
  // expected-error-re@+1 {{use of {{[a-z}} SSA}}
  return %missing : i32
}
// -----

// An empty pattern fits nothing.
func.func @empty() -> i32 {
  // expected-error-re@+1 {{}}
  return %missing : i32
}
