// PIECES: // ======
// RUN: warpline opt --verify-diagnostics --split-input-file --diagnostics=short

// Lines are counted in the whole text.
func.func private @first()
// -----
func.func @second() -> i32 {
  // expected-error@+1 {{undeclared}}
  return %missing : i32
}
// -----
// expected-error@+1 {{not produced}}
func.func private @third()
