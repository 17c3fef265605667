// RUN: warpline opt --stdin-name=there.mlir --diagnostics=short

func.func @f() {
  return %missing : i32
}

// OUT: stderr:
// OUT: there.mlir:4:10: error[E0104]: use of undeclared SSA value name '%missing'
// OUT: exit: 1
