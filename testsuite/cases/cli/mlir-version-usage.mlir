// RUN: warpline opt --mlir-version=18
// RUN: warpline opt --mlir-version=new
// RUN: warpline opt --mlir-version=24 --mlir-print-op-generic

func.func private @unread()

// OUT: stderr:
// OUT: error: invalid value '18' for '--mlir-version <N>': expected a number from 19 to 24
// OUT:
// OUT: For more information, try '--help'.
// OUT: exit: 2
// OUT: stderr:
// OUT: error: invalid value 'new' for '--mlir-version <N>': expected a number from 19 to 24
// OUT:
// OUT: For more information, try '--help'.
// OUT: exit: 2
// OUT: stderr:
// OUT: warpline: error: --mlir-version chooses among custom forms: the generic form is that of version 22
// OUT: exit: 2
