// RUN: run --device=cpu,interp --output=-

func.func @square(%x: i32) -> i32 {
  %0 = arith.muli %x, %x : i32
  return %0 : i32
}
func.func @main() -> memref<4xi32> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloc() : memref<4xi32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    %x = arith.index_cast %tx : index to i32
    %0 = func.call @square(%x) : (i32) -> i32
    memref.store %0, %m[%tx] : memref<4xi32>
    gpu.terminator
  }
  return %m : memref<4xi32>
}

// OUT: 4xi32=[0 1 4 9]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
