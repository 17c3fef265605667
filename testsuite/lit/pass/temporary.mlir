// RUN: warpline opt %s -o %t
// RUN: cat %t | FileCheck %s

// The folder of %t is there before anything is redirected to it.

// CHECK: func.func private @f()
func.func private @f()
