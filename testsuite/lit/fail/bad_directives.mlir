// RUN: warpline opt %s | FileCheck %s

// CHECK: func.func @[[NAME
func.func private @f()
