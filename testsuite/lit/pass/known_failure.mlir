// RUN: warpline opt %s | FileCheck %s
// XFAIL: warpline && !(cuda || never)

// CHECK: what is not there
func.func private @f()
