// RUN: run --device=cpu,interp
// RUN: run --device=interp --seed=5

// Each lane trades its number with the one four lanes away.
func.func @main() -> memref<8xi32> {
  %one = arith.constant 1 : index
  %eight = arith.constant 8 : index
  %four = arith.constant 4 : i32
  %width = arith.constant 8 : i32
  %m = memref.alloc() : memref<8xi32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %eight, %sy = %one, %sz = %one) {
    %number = arith.index_cast %tx : index to i32
    %other, %valid = gpu.shuffle xor %number, %four, %width : i32
    memref.store %other, %m[%tx] : memref<8xi32>
    gpu.terminator
  }
  return %m : memref<8xi32>
}

// OUT: result 0: memref<8xi32> = [4 5 6 7 0 1 2 3]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// OUT: result 0: memref<8xi32> = [4 5 6 7 0 1 2 3]
// -----

// The last two lanes have no lane two further: they keep their own number.
func.func @main() -> memref<8xi32> {
  %one = arith.constant 1 : index
  %eight = arith.constant 8 : index
  %two = arith.constant 2 : i32
  %width = arith.constant 8 : i32
  %m = memref.alloc() : memref<8xi32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %eight, %sy = %one, %sz = %one) {
    %number = arith.index_cast %tx : index to i32
    %other, %valid = gpu.shuffle down %number, %two, %width : i32
    %known = arith.select %valid, %other, %number : i32
    memref.store %known, %m[%tx] : memref<8xi32>
    gpu.terminator
  }
  return %m : memref<8xi32>
}

// OUT: result 0: memref<8xi32> = [2 3 4 5 6 7 6 7]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// OUT: result 0: memref<8xi32> = [2 3 4 5 6 7 6 7]
// -----

// Clusters of four lanes that are two apart.
func.func @main() -> memref<8xi32> {
  %one = arith.constant 1 : index
  %eight = arith.constant 8 : index
  %m = memref.alloc() : memref<8xi32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %eight, %sy = %one, %sz = %one) {
    %number = arith.index_cast %tx : index to i32
    %sum = gpu.subgroup_reduce add %number cluster(size = 4, stride = 2) : (i32) -> i32
    memref.store %sum, %m[%tx] : memref<8xi32>
    gpu.terminator
  }
  return %m : memref<8xi32>
}

// OUT: result 0: memref<8xi32> = [12 16 12 16 12 16 12 16]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// OUT: result 0: memref<8xi32> = [12 16 12 16 12 16 12 16]
// -----

// A block of two subgroups, the second of which is not full.
func.func @main() -> memref<40xi32> {
  %one = arith.constant 1 : index
  %forty = arith.constant 40 : index
  %m = memref.alloc() : memref<40xi32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %forty, %sy = %one, %sz = %one) {
    %number = arith.index_cast %tx : index to i32
    %sum = gpu.all_reduce add %number {} : (i32) -> i32
    memref.store %sum, %m[%tx] : memref<40xi32>
    gpu.terminator
  }
  return %m : memref<40xi32>
}

// OUT: result 0: memref<40xi32>
// OUT:   count=40 min=780 max=780 sum=31200.0 first=780
// OUT:   values: 780 (40 times)
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// OUT: result 0: memref<40xi32>
// OUT:   count=40 min=780 max=780 sum=31200.0 first=780
// OUT:   values: 780 (40 times)
// -----

// A reduction by a region: the greatest distance from seven.
func.func @main() -> memref<16xi32> {
  %one = arith.constant 1 : index
  %sixteen = arith.constant 16 : index
  %m = memref.alloc() : memref<16xi32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %sixteen, %sy = %one, %sz = %one) {
    %seven = arith.constant 7 : i32
    %number = arith.index_cast %tx : index to i32
    %signed = arith.subi %number, %seven : i32
    %distance = math.absi %signed : i32
    %most = gpu.all_reduce %distance uniform {
    ^bb0(%a: i32, %b: i32):
      %more = arith.maxsi %a, %b : i32
      gpu.yield %more : i32
    } : (i32) -> i32
    memref.store %most, %m[%tx] : memref<16xi32>
    gpu.terminator
  }
  return %m : memref<16xi32>
}

// OUT: result 0: memref<16xi32> = [8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// OUT: result 0: memref<16xi32> = [8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8]
// -----

// The number of a lane, of its subgroup, and how many subgroups there are, as digits.
func.func @main() -> memref<70xindex> {
  %one = arith.constant 1 : index
  %hundred = arith.constant 100 : index
  %seventy = arith.constant 70 : index
  %m = memref.alloc() : memref<70xindex>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %seventy, %sy = %one, %sz = %one) {
    %lane = gpu.lane_id
    %group = gpu.subgroup_id : index
    %n = gpu.num_subgroups : index
    %a = arith.muli %group, %hundred : index
    %b = arith.addi %a, %lane : index
    %c = arith.muli %b, %hundred : index
    %d = arith.addi %c, %n : index
    memref.store %d, %m[%tx] : memref<70xindex>
    gpu.terminator
  }
  return %m : memref<70xindex>
}

// OUT: result 0: memref<70xindex>
// OUT:   count=70 min=3 max=20503 sum=540910.0 first=3
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// OUT: result 0: memref<70xindex>
// OUT:   count=70 min=3 max=20503 sum=540910.0 first=3
// -----

// Workgroup memory whose size the launch says.
func.func @main() -> memref<4xi8> {
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %four = arith.constant 4 : index
  %bytes = arith.constant 4 : i32
  %m = memref.alloc() : memref<4xi8>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %four, %sy = %one, %sz = %one)
             dynamic_shared_memory_size %bytes {
    %shared = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %number = arith.index_cast %tx : index to i8
    memref.store %number, %shared[%tx] : memref<?xi8, #gpu.address_space<workgroup>>
    gpu.barrier
    %other = arith.subi %three, %tx : index
    %v = memref.load %shared[%other] : memref<?xi8, #gpu.address_space<workgroup>>
    memref.store %v, %m[%tx] : memref<4xi8>
    gpu.terminator
  }
  return %m : memref<4xi8>
}

// OUT: result 0: memref<4xi8> = [3 2 1 0]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// OUT: result 0: memref<4xi8> = [3 2 1 0]
// -----

// A product of matrices that a subgroup holds.
func.func @main(%a: memref<16x16xf32> {warpline.input = "2"}, %b: memref<16x16xf32> {warpline.input = "3"})
    -> memref<16x16xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %lanes = arith.constant 32 : index
  %m = memref.alloc() : memref<16x16xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %lanes, %sy = %one, %sz = %one) {
    %half = arith.constant 0.5 : f32
    %x = gpu.subgroup_mma_load_matrix %a[%zero, %zero] {leadDimension = 16 : index} : memref<16x16xf32> -> !gpu.mma_matrix<16x16xf32, "AOp">
    %y = gpu.subgroup_mma_load_matrix %b[%zero, %zero] {leadDimension = 16 : index} : memref<16x16xf32> -> !gpu.mma_matrix<16x16xf32, "BOp">
    %c = gpu.subgroup_mma_constant_matrix %half : !gpu.mma_matrix<16x16xf32, "COp">
    %d = gpu.subgroup_mma_compute %x, %y, %c : !gpu.mma_matrix<16x16xf32, "AOp">, !gpu.mma_matrix<16x16xf32, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
    gpu.subgroup_mma_store_matrix %d, %m[%zero, %zero] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<16x16xf32>
    gpu.terminator
  }
  return %m : memref<16x16xf32>
}

// OUT: result 0: memref<16x16xf32>
// OUT:   count=256 min=96.5 max=96.5 sum=24704.0 first=96.5
// OUT:   values: 96.5 (256 times)
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// OUT: result 0: memref<16x16xf32>
// OUT:   count=256 min=96.5 max=96.5 sum=24704.0 first=96.5
// OUT:   values: 96.5 (256 times)
