// RUN: run --device=cpu,interp

// Each of four subgroups exchanges values as often as its number says, and again in a loop inside that ends when the sum
// of its lanes is large enough, but only in odd ones.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @grow(%x: memref<128xi32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %neighbour = arith.constant 1 : i32
      %lanes = arith.constant 32 : i32
      %enough = arith.constant 100000 : i32
      %t = gpu.thread_id x
      %group = gpu.subgroup_id : index
      %n = arith.addi %group, %c1 : index
      %rest = arith.remui %group, %c2 : index
      %is_odd = arith.cmpi eq, %rest, %c1 : index
      %value = memref.load %x[%t] : memref<128xi32>
      %sum = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %value) -> (i32) {
        %other, %valid = gpu.shuffle xor %sum, %neighbour, %lanes : i32
        %next = arith.addi %sum, %other : i32
        %grown = scf.if %is_odd -> (i32) {
          %last, %all = scf.while (%own = %next) : (i32) -> (i32, i32) {
            %total = gpu.subgroup_reduce add %own uniform : (i32) -> i32
            %goes_on = arith.cmpi slt, %total, %enough : i32
            scf.condition(%goes_on) %own, %total : i32, i32
          } do {
          ^bb0(%own: i32, %total: i32):
            %next_own = arith.addi %own, %total : i32
            scf.yield %next_own : i32
          }
          %mixed = arith.xori %last, %all : i32
          scf.yield %mixed : i32
        } else {
          scf.yield %next : i32
        }
        scf.yield %grown : i32
      }
      memref.store %sum, %x[%t] : memref<128xi32>
      gpu.return
    }
  }

  func.func @main(%x: memref<128xi32> {warpline.input = "iota:1:1"}) -> memref<128xi32> {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    gpu.launch_func @k::@grow blocks in (%c1, %c1, %c1) threads in (%c128, %c1, %c1) args(%x: memref<128xi32>)
    return %x : memref<128xi32>
  }
}

// OUT: result 0: memref<128xi32>
// OUT:   count=128 min=3 max=49294840 sum=1787352544.0 first=3
// OUT: argument 0: memref<128xi32>
// OUT:   count=128 min=3 max=49294840 sum=1787352544.0 first=3
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// The first loop decides how often the second one runs. It carries a vector, too, and the second one counts up to the
// largest number of its type.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @twice(%x: memref<128xi32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %neighbour = arith.constant 1 : i32
      %lanes = arith.constant 32 : i32
      %step = arith.constant 5 : i8
      %largest = arith.constant 127 : i8
      %t = gpu.thread_id x
      %group = gpu.subgroup_id : index
      %value = memref.load %x[%t] : memref<128xi32>
      %pair = vector.broadcast %value : i32 to vector<2xi32>
      %sum, %n, %both = scf.for %i = %c0 to %group step %c1 iter_args(%sum = %value, %n = %c0, %both = %pair) -> (i32, index, vector<2xi32>) {
        %other, %valid = gpu.shuffle xor %sum, %neighbour, %lanes : i32
        %next = arith.addi %n, %c1 : index
        %more = arith.addi %both, %pair : vector<2xi32>
        scf.yield %other, %next, %more : i32, index, vector<2xi32>
      }
      %few = arith.index_cast %n : index to i8
      %less = arith.muli %few, %step : i8
      %first = arith.subi %largest, %less : i8
      %result = scf.for %i = %first to %largest step %step iter_args(%own = %sum) -> (i32) : i8 {
        %other, %valid = gpu.shuffle xor %own, %neighbour, %lanes : i32
        %next = arith.addi %other, %own : i32
        scf.yield %next : i32
      }
      %second = vector.extract %both[1] : i32 from vector<2xi32>
      %mixed = arith.addi %result, %second : i32
      memref.store %mixed, %x[%t] : memref<128xi32>
      gpu.return
    }
  }

  func.func @main(%x: memref<128xi32> {warpline.input = "iota:1:1"}) -> memref<128xi32> {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    gpu.launch_func @k::@twice blocks in (%c1, %c1, %c1) threads in (%c128, %c1, %c1) args(%x: memref<128xi32>)
    return %x : memref<128xi32>
  }
}

// OUT: result 0: memref<128xi32>
// OUT:   count=128 min=2 max=1532 sum=68496.0 first=2
// OUT: argument 0: memref<128xi32>
// OUT:   count=128 min=2 max=1532 sum=68496.0 first=2
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
