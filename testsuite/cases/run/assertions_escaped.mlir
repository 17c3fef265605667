// RUN: warpline run --device=cpu --diagnostics=short
// RUN: warpline run --device=interp --diagnostics=short
// RUN: warpline run --device=cpu --input=true --diagnostics=short
// RUN: warpline run --device=interp --input=true --diagnostics=short

// No control character of a message reaches a terminal but the tab: on the host and in a kernel.
func.func @main(%b: i1 {warpline.input = "false"}) {
  %c1 = arith.constant 1 : index
  cf.assert %b, "red \1B[31m, bell \07, two\0Alines, tab \09, delete \7F"
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %first = arith.cmpi ne, %tx, %tx : index
    cf.assert %first, "title \1B]0;x\07 and back\0D"
    gpu.terminator
  }
  return
}

// OUT: stderr:
// OUT: assertions_escaped.mlir:9:3: error[E0501]: assertion failed: red �[31m, bell �, two lines, tab 	, delete �
// OUT: exit: 1
// OUT: stderr:
// OUT: assertions_escaped.mlir:9:3: error[E0501]: assertion failed: red �[31m, bell �, two lines, tab 	, delete �
// OUT: exit: 1
// OUT: stderr:
// OUT: assertions_escaped.mlir:13:5: error[E0501]: assertion failed: title �]0;x� and back , in block (0, 0, 0) thread (0, 0, 0)
// OUT: assertions_escaped.mlir:10:3: note: launched here
// OUT: exit: 1
// OUT: stderr:
// OUT: assertions_escaped.mlir:13:5: error[E0501]: assertion failed: title �]0;x� and back , in block (0, 0, 0) thread (0, 0, 0)
// OUT: assertions_escaped.mlir:10:3: note: launched here
// OUT: exit: 1
