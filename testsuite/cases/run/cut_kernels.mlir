// RUN: run --device=cpu,interp

// A view by the thread and a loaded index, used before and after a barrier.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @views(%a: memref<8xi32>, %m: memref<8x4xi32>, %out: memref<4xi32>) kernel {
      %zero = arith.constant 0 : index
      %t = gpu.thread_id x
      %number = memref.load %a[%t] : memref<8xi32>
      %row = arith.index_cast %number : i32 to index
      gpu.barrier
      %part = memref.subview %m[%row, %t] [1, 1] [1, 1] : memref<8x4xi32> to memref<1x1xi32, strided<[4, 1], offset: ?>>
      %first = memref.load %part[%zero, %zero] : memref<1x1xi32, strided<[4, 1], offset: ?>>
      gpu.barrier
      %second = memref.load %part[%zero, %zero] : memref<1x1xi32, strided<[4, 1], offset: ?>>
      %sum = arith.addi %first, %second : i32
      memref.store %sum, %out[%t] : memref<4xi32>
      gpu.return
    }
  }
  func.func @main(%a: memref<8xi32> {warpline.input = "8xi32=3,1,4,1,5,2,6,0"},
                  %m: memref<8x4xi32> {warpline.input = "iota:"}) -> memref<4xi32> {
    %one = arith.constant 1 : index
    %four = arith.constant 4 : index
    %out = memref.alloc() : memref<4xi32>
    gpu.launch_func @k::@views blocks in (%one, %one, %one) threads in (%four, %one, %one)
      args(%a : memref<8xi32>, %m : memref<8x4xi32>, %out : memref<4xi32>)
    return %out : memref<4xi32>
  }
}

// OUT: result 0: memref<4xi32> = [24 10 36 14]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// Private memory in a branch after a barrier, and a choice between two private buffers.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @private(%a: memref<8xi32>, %out: memref<8xi32>) kernel {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      %three = arith.constant 3 : index
      %ten = arith.constant 10 : i32
      %t = gpu.thread_id x
      %value = memref.load %a[%t] : memref<8xi32>
      %x = memref.alloca() : memref<1xi32>
      %y = memref.alloca() : memref<1xi32>
      memref.store %value, %x[%zero] : memref<1xi32>
      memref.store %ten, %y[%zero] : memref<1xi32>
      %is_small = arith.cmpi slt, %value, %ten : i32
      %chosen = arith.select %is_small, %x, %y : memref<1xi32>
      gpu.barrier
      %kept = memref.load %chosen[%zero] : memref<1xi32>
      memref.store %kept, %out[%t] : memref<8xi32>
      %is_first = arith.cmpi ult, %t, %three : index
      scf.if %is_first {
        %own = memref.alloca() : memref<2xi32>
        memref.store %value, %own[%one] : memref<2xi32>
        %again = memref.load %own[%one] : memref<2xi32>
        %twice = arith.addi %again, %again : i32
        memref.store %twice, %out[%t] : memref<8xi32>
      }
      gpu.return
    }
  }
  func.func @main(%a: memref<8xi32> {warpline.input = "8xi32=3,10,4,12,5,2,60,0"}) -> memref<8xi32> {
    %one = arith.constant 1 : index
    %eight = arith.constant 8 : index
    %out = memref.alloc() : memref<8xi32>
    gpu.launch_func @k::@private blocks in (%one, %one, %one) threads in (%eight, %one, %one)
      args(%a : memref<8xi32>, %out : memref<8xi32>)
    return %out : memref<8xi32>
  }
}

// OUT: result 0: memref<8xi32> = [6 20 8 10 5 2 10 0]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// Distances that differ between lanes, some of them negative: a lane without the other one has no valid value.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @shifts(%up: memref<64xi32>, %down: memref<64xi32>) kernel {
      %width = arith.constant 32 : i32
      %three = arith.constant 3 : i32
      %none = arith.constant -1 : i32
      %t = gpu.thread_id x
      %number = arith.index_cast %t : index to i32
      %distance = arith.subi %number, %three : i32
      %a, %has_a = gpu.shuffle up %number, %distance, %width : i32
      %kept_a = arith.select %has_a, %a, %none : i32
      memref.store %kept_a, %up[%t] : memref<64xi32>
      %b, %has_b = gpu.shuffle down %number, %distance, %width : i32
      %kept_b = arith.select %has_b, %b, %none : i32
      memref.store %kept_b, %down[%t] : memref<64xi32>
      gpu.return
    }
  }
  func.func @main() -> (memref<64xi32>, memref<64xi32>) {
    %one = arith.constant 1 : index
    %n = arith.constant 64 : index
    %up = memref.alloc() : memref<64xi32>
    %down = memref.alloc() : memref<64xi32>
    gpu.launch_func @k::@shifts blocks in (%one, %one, %one) threads in (%n, %one, %one)
      args(%up : memref<64xi32>, %down : memref<64xi32>)
    return %up, %down : memref<64xi32>, memref<64xi32>
  }
}

// OUT: result 0: memref<64xi32>
// OUT:   count=64 min=-1 max=3 sum=52.0 first=-1
// OUT:   values: -1 (35 times), 3 (29 times)
// OUT: result 1: memref<64xi32>
// OUT:   count=64 min=-1 max=63 sum=332.0 first=-1
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
