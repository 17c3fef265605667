// RUN: run --device=cpu,interp

// A buffer of one matrix is seen as one of its rows, on the host and in a kernel.
func.func @main() -> (i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %low = arith.constant dense<[1, 2, 3]> : vector<3xi32>
  %high = arith.constant dense<[40, 50, 60]> : vector<3xi32>
  %m = memref.alloca() : memref<vector<2x3xi32>>
  %rows = vector.type_cast %m : memref<vector<2x3xi32>> to memref<2xvector<3xi32>>
  memref.store %low, %rows[%c0] : memref<2xvector<3xi32>>
  memref.store %high, %rows[%c1] : memref<2xvector<3xi32>>
  %all = memref.load %m[] : memref<vector<2x3xi32>>
  %a = vector.extract %all[0, 2] : i32 from vector<2x3xi32>
  %b = vector.extract %all[1, 0] : i32 from vector<2x3xi32>
  %sum = gpu.alloc host_shared () : memref<1xi32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %own = memref.alloca() : memref<vector<2x3xi32>>
    %own_rows = vector.type_cast %own : memref<vector<2x3xi32>> to memref<2xvector<3xi32>>
    memref.store %high, %own_rows[%tx] : memref<2xvector<3xi32>>
    %next = arith.addi %tx, %c1 : index
    memref.store %low, %own_rows[%next] : memref<2xvector<3xi32>>
    %both = memref.load %own[] : memref<vector<2x3xi32>>
    %flat = vector.shape_cast %both : vector<2x3xi32> to vector<6xi32>
    %s = vector.reduction <add>, %flat : vector<6xi32> into i32
    memref.store %s, %sum[%tx] : memref<1xi32>
    gpu.terminator
  }
  %c = memref.load %sum[%c0] : memref<1xi32>
  gpu.dealloc %sum : memref<1xi32>
  return %a, %b, %c : i32, i32, i32
}

// OUT: result 0: i32 = 3
// OUT: result 1: i32 = 40
// OUT: result 2: i32 = 156
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
