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

// OUT: module {
// OUT:   func.func private @first()
// OUT: }
// OUT:
// OUT: // -----
// OUT: // -----
// OUT: module {
// OUT:   func.func private @third()
// OUT: }
// OUT: stderr:
// OUT: verify-diagnostics-split.mlir:12:4: error[E0601]: expected error "not produced" was not produced
// OUT: exit: 1
