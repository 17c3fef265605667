// RUN: warpline opt %s | FileCheck %s

// CHECK: func.func private @[[NAME]]
func.func private @f()
