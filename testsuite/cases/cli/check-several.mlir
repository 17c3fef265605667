// RUN: warpline check - - no_such_file.mlir - -j 3 --diagnostics=short
// RUN: warpline check - --allow-unregistered-dialect

"test.op"() : () -> ()
// -----

func.func private @right()
