// RUN: warpline opt --no-such-flag
// RUN: warpline opt --emit-bytecode
// RUN: warpline opt -load-dialect-plugin=x.so
// RUN: warpline opt --mlir-print-ir-tree-dir=x
// RUN: warpline opt --mlir-print-ir-after=canonicalise
// RUN: warpline opt --pass-pipeline=builtin.module(canonicalise)
// RUN: warpline opt --pass-pipeline=cse --cse
// RUN: warpline opt no_such_file.mlir
// RUN: warpline opt no_such_file.mlir --diagnostics=json
// RUN: warpline opt no_such_file.mlir --diagnostics=sarif
// RUN: warpline opt --no-such-flag --diagnostics=json
// RUN: warpline check
// RUN: warpline check -j 0 -
// RUN: warpline explain no-such-thing

func.func private @unread()
