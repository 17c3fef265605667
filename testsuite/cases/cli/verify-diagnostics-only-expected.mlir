// RUN: warpline opt --verify-diagnostics=only-expected --diagnostics=short

func.func @unannounced() -> i32 {
  return %missing : i32
}
// -----

func.func @missing() -> i32 {
  // expected-error@+1 {{no such thing}}
  return %missing : i32
}

// OUT: stderr:
// OUT: verify-diagnostics-only-expected.mlir:3:6: error[E0601]: expected error "no such thing" was not produced
// OUT: exit: 1
