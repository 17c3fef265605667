// RUN: warpline opt %s | FileCheck %s

// CHECK: memref.load [[BUFFER:%[a-z0-9]+]][[[INDEX:%[a-z0-9]+]]]
// CHECK: memref.store {{.*}}, [[BUFFER]][[[INDEX]]] : memref<4xf32>
func.func @f(%m: memref<4xf32>, %i: index) {
  %x = memref.load %m[%i] : memref<4xf32>
  memref.store %x, %m[%i] : memref<4xf32>
  return
}
