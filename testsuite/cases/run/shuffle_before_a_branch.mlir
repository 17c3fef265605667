// RUN: run --device=cpu,interp --input=8xi32=0

// Lanes exchange values before a branch that only even lanes take: the exchange stays where all of them execute it.
func.func @main(%y: memref<8xi32>) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1) {
    %lane = arith.index_cast %tx : index to i32
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %width = arith.constant 8 : i32
    %other, %valid = gpu.shuffle xor %lane, %one, %width : i32
    %odd = arith.andi %lane, %one : i32
    %is_even = arith.cmpi eq, %odd, %zero : i32
    scf.if %is_even {
      memref.store %other, %y[%tx] : memref<8xi32>
    }
    gpu.terminator
  }
  return
}

// OUT: argument 0: memref<8xi32> = [1 0 3 0 5 0 7 0]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
