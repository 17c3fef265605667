// RUN: run --device=cpu --ulp=1 --expect=4xf32=1,2,3,0

// The next float after 1 is one unit in the last place away, and so is the least one from 0.
func.func @main() -> memref<4xf32> {
  %m = memref.alloc() : memref<4xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %a = arith.constant 0x3F800001 : f32
  %b = arith.constant 2.0 : f32
  %c = arith.constant 0x403FFFFF : f32
  %d = arith.constant 0x80000001 : f32
  memref.store %a, %m[%c0] : memref<4xf32>
  memref.store %b, %m[%c1] : memref<4xf32>
  memref.store %c, %m[%c2] : memref<4xf32>
  memref.store %d, %m[%c3] : memref<4xf32>
  return %m : memref<4xf32>
}

// OUT: result 0: memref<4xf32> = [1.0000001 2.0 2.9999998 -1e-45]
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
