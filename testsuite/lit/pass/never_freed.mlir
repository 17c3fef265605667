// RUN: warpline run --device=cpu %s 2>&1 | FileCheck %s
// RUN: warpline run --device=cpu --stats=%t %s && cat %t | FileCheck %s --check-prefix=JSON

// What the remarks name is what is counted as never freed, and none of it is a leak.

// CHECK-DAG: a buffer of 64 bytes allocated here is neither freed nor returned by the program
// CHECK-DAG: a buffer of 128 bytes allocated here is neither freed nor returned by the program
// CHECK-NOT: a buffer of 32 bytes

// JSON: "leaked":{"streams":0,"events":0,"buffers":0,"modules":0,"graphs":0},"unfreed":{"buffers":2,"bytes":192}
func.func @main() -> memref<8xf32> {
  %v = arith.constant 1.0 : f32
  %kept = memref.alloc() : memref<16xf32>
  %shared = gpu.alloc host_shared () : memref<32xf32>
  %returned = memref.alloc() : memref<8xf32>
  gpu.memset %kept, %v : memref<16xf32>, f32
  gpu.memset %shared, %v : memref<32xf32>, f32
  gpu.memset %returned, %v : memref<8xf32>, f32
  return %returned : memref<8xf32>
}
