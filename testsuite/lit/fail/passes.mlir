// RUN: warpline opt %s | FileCheck %s
// XFAIL: *

// CHECK: func.func private @f
func.func private @f()
