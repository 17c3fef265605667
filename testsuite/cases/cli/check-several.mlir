// RUN: warpline check - - no_such_file.mlir - -j 3 --diagnostics=short
// RUN: warpline check - --allow-unregistered-dialect

"test.op"() : () -> ()

// OUT: stderr:
// OUT: check-several.mlir:4:1: error[E0108]: operation being parsed with an unregistered dialect: 'test.op'
// OUT: check-several.mlir:4:1: note: to accept it, use --allow-unregistered-dialect
// OUT: check-several.mlir:4:1: error[E0108]: operation being parsed with an unregistered dialect: 'test.op'
// OUT: check-several.mlir:4:1: note: to accept it, use --allow-unregistered-dialect
// OUT: warpline: error: cannot read 'no_such_file.mlir': No such file or directory (os error 2)
// OUT: check-several.mlir:4:1: error[E0108]: operation being parsed with an unregistered dialect: 'test.op'
// OUT: check-several.mlir:4:1: note: to accept it, use --allow-unregistered-dialect
// OUT: exit: 1
// -----

func.func private @right()

// OUT: stderr:
// OUT: warpline: error: cannot read 'no_such_file.mlir': No such file or directory (os error 2)
// OUT: exit: 2
