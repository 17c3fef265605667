// RUN: warpline run --device=cpu --diagnostics=short
// RUN: warpline run --device=interp --diagnostics=short
// RUN: warpline run --device=cpu,interp --input=true --diagnostics=short --output=

// The message of an assertion that does not hold, on the host.
func.func @main(%b: i1 {warpline.input = "false"}) -> i1 {
  cf.assert %b, "hello"
  return %b : i1
}

// OUT: stderr:
// OUT: assertions.mlir:7:3: error[E0501]: assertion failed: hello
// OUT: exit: 1
// OUT: stderr:
// OUT: assertions.mlir:7:3: error[E0501]: assertion failed: hello
// OUT: exit: 1
