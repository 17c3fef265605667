// RUN: mlir-opt %s | sed s/a/b/ | FileCheck %s

// CHECK: func
func.func private @f()
