// RUN: warpline run --device=hip --diagnostics=short
// MOCK: CHIP=gfx942

// The sum of a block, whose subgroups are as large as the waves of the chip.
func.func @main(%m: memref<96xi32> {warpline.input = "iota:0"}) -> memref<1xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c96 = arith.constant 96 : index
  %sum = memref.alloc() : memref<1xi32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c96, %sy = %c1, %sz = %c1) {
    %v = memref.load %m[%tx] : memref<96xi32>
    %all = gpu.all_reduce add %v uniform {} : (i32) -> i32
    %is_first = arith.cmpi eq, %tx, %c0 : index
    scf.if %is_first {
      gpu.printf "sum %d\n", %all : i32
      memref.store %all, %sum[%c0] : memref<1xi32>
    }
    gpu.terminator
  }
  return %sum : memref<1xi32>
}

// OUT: sum 4560
// OUT: result 0: memref<1xi32> = [4560]
