// RUN: run --device=interp,cpu
// RUN: run --device=interp --seed=5

// Lane 0 sees two elements of each lane and gives one to each.
func.func @main() -> memref<32xindex> {
  %one = arith.constant 1 : index
  %lanes = arith.constant 32 : index
  %m = memref.alloc() : memref<32xindex>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %lanes, %sy = %one, %sz = %one) {
    %lane = gpu.lane_id
    %pair = vector.from_elements %lane, %one : vector<2xindex>
    %share = gpu.warp_execute_on_lane_0(%lane)[32] args(%pair : vector<2xindex>) -> (vector<1xindex>) {
    ^bb0(%all: vector<64xindex>):
      %ids, %ones = vector.deinterleave %all : vector<64xindex> -> vector<32xindex>
      %sum = arith.addi %ids, %ones : vector<32xindex>
      gpu.yield %sum : vector<32xindex>
    }
    %v = vector.extract %share[0] : index from vector<1xindex>
    memref.store %v, %m[%tx] : memref<32xindex>
    gpu.terminator
  }
  return %m : memref<32xindex>
}

// OUT: result 0: memref<32xindex> = [1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// OUT: result 0: memref<32xindex> = [1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32]
// -----

// The whole warp gets a scalar; dimensions are divided with the last one fastest.
func.func @main() -> memref<32xindex> {
  %one = arith.constant 1 : index
  %lanes = arith.constant 32 : index
  %m = memref.alloc() : memref<32xindex>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %lanes, %sy = %one, %sz = %one) {
    %lane = gpu.lane_id
    %seven, %part = gpu.warp_execute_on_lane_0(%lane)[32] -> (index, vector<1x1xindex>) {
      %c = arith.constant 7 : index
      %ids = vector.step : vector<32xindex>
      %grid = vector.shape_cast %ids : vector<32xindex> to vector<4x8xindex>
      gpu.yield %c, %grid : index, vector<4x8xindex>
    }
    %id = vector.extract %part[0, 0] : index from vector<1x1xindex>
    %v = arith.addi %id, %seven : index
    memref.store %v, %m[%tx] : memref<32xindex>
    gpu.terminator
  }
  return %m : memref<32xindex>
}

// OUT: result 0: memref<32xindex> = [7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// OUT: result 0: memref<32xindex> = [7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38]
