// DEFINE: %{refused} = not mlir-opt %s --mlir-print-op-generic
// RUN: %{refused} 2>&1 | FileCheck %s --check-prefixes=ERR,ALL --allow-unused-prefixes
// RUN: %{refused} > %t.out 2> %t.err ; cat %t.err | FileCheck %s --check-prefix=ERR
// RUN: FileCheck %s --input-file=%t.out --allow-empty --implicit-check-not=func && echo done

// ERR: findings.mlir:[[#@LINE+2]]:{{[0-9]+}}: error
func.func @f(%a: i32) -> i32 {
  return %b : i32
}
// CHECK-NOT: module
