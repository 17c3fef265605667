// RUN: run --device=cpu,interp

// Exchanges in a loop, of values that iterations carry, and in a branch that only one of three subgroups takes. The
// last subgroup has 6 lanes.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @sums(%x: memref<70xf32>, %sums: memref<70xf32>, %votes: memref<70xi32>, %turned: memref<70xi64>) kernel
        attributes {known_block_size = array<i32: 70, 1, 1>} {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      %four = arith.constant 4 : index
      %neighbour = arith.constant 1 : i32
      %width = arith.constant 32 : i32
      %t = gpu.thread_id x
      %value = memref.load %x[%t] : memref<70xf32>
      %sum = scf.for %i = %zero to %four step %one iter_args(%sum = %value) -> (f32) {
        %other, %valid = gpu.shuffle xor %sum, %neighbour, %width : f32
        %next = arith.addf %sum, %other : f32
        %kept = arith.select %valid, %next, %sum : f32
        scf.yield %kept : f32
      }
      memref.store %sum, %sums[%t] : memref<70xf32>
      %is_odd = arith.constant 1 : i32
      %number = arith.index_cast %t : index to i32
      %bit = arith.andi %number, %is_odd : i32
      %vote = arith.trunci %bit : i32 to i1
      %mask = gpu.ballot %vote : i32
      memref.store %mask, %votes[%t] : memref<70xi32>
      %group = gpu.subgroup_id : index
      %is_second = arith.cmpi eq, %group, %one : index
      %long = arith.extsi %number : i32 to i64
      %found = scf.if %is_second -> (i64) {
        %most = gpu.subgroup_reduce maxsi %long : (i64) -> i64
        %next, %is_there = gpu.rotate %long, 1, 2 : i64
        %known = arith.select %is_there, %next, %long : i64
        %both = arith.addi %most, %known : i64
        scf.yield %both : i64
      } else {
        scf.yield %long : i64
      }
      memref.store %found, %turned[%t] : memref<70xi64>
      gpu.return
    }
  }
  func.func @main() -> (memref<70xf32>, memref<70xi32>, memref<70xi64>) {
    %one = arith.constant 1 : index
    %zero = arith.constant 0 : index
    %n = arith.constant 70 : index
    %x = memref.alloc() : memref<70xf32>
    %sums = memref.alloc() : memref<70xf32>
    %votes = memref.alloc() : memref<70xi32>
    %turned = memref.alloc() : memref<70xi64>
    scf.for %i = %zero to %n step %one {
      %number = arith.index_cast %i : index to i32
      %float = arith.sitofp %number : i32 to f32
      memref.store %float, %x[%i] : memref<70xf32>
    }
    gpu.launch_func @k::@sums blocks in (%one, %one, %one) threads in (%n, %one, %one)
      args(%x: memref<70xf32>, %sums: memref<70xf32>, %votes: memref<70xi32>, %turned: memref<70xi64>)
    memref.dealloc %x : memref<70xf32>
    return %sums, %votes, %turned : memref<70xf32>, memref<70xi32>, memref<70xi64>
  }
}

// OUT: result 0: memref<70xf32>
// OUT:   count=70 min=8.0 max=1096.0 sum=38640.0 first=8.0
// OUT: result 1: memref<70xi32>
// OUT:   count=70 min=-1431655766 max=42 sum=-91625968772.0 first=-1431655766
// OUT:   values: -1431655766 (64 times), 42 (6 times)
// OUT: result 2: memref<70xi64>
// OUT:   count=70 min=0 max=126 sum=4431.0 first=0
// OUT: kernels=2 launches=2 streams=1 waits=0 records=0 host_syncs=1 leaks=0
