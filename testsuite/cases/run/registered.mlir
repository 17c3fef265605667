// RUN: run --device=cpu,interp

// Memory of the host that is registered for the device, reductions of whole blocks, and blocks of control flow after an
// exchange.
func.func private @printMemrefI32(memref<*xi32>)
func.func @main() -> (memref<3xi32>, memref<13xf32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %forty = arith.constant 40 : index
  %n = arith.constant 13 : index
  %data = memref.alloc() : memref<3x40xi32>
  %sums = memref.alloc() : memref<3xi32>
  %found = memref.alloc() : memref<13xf32>
  %all = memref.cast %sums : memref<3xi32> to memref<*xi32>
  gpu.host_register %all : memref<*xi32>
  scf.for %i = %zero to %three step %one {
    scf.for %j = %zero to %forty step %one {
      %product = arith.muli %i, %j : index
      %number = arith.index_cast %product : index to i32
      memref.store %number, %data[%i, %j] : memref<3x40xi32>
    }
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %three, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %forty, %sy = %one, %sz = %one) {
    %value = memref.load %data[%bx, %tx] : memref<3x40xi32>
    %most = gpu.all_reduce maxsi %value uniform {} : (i32) -> i32
    %sum = gpu.all_reduce add %value uniform {} : (i32) -> i32
    %both = arith.addi %most, %sum : i32
    memref.store %both, %sums[%bx] : memref<3xi32>
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %one, %sz = %one) {
    %number = arith.index_cast %tx : index to i32
    %value = arith.sitofp %number : i32 to f32
    %width = arith.index_cast %sx : index to i32
    %two = arith.constant 2 : i32
    %other, %valid = gpu.shuffle xor %value, %two, %width : f32
    cf.cond_br %valid, ^store(%other : f32), ^none
  ^none:
    %minus = arith.constant -1.0 : f32
    cf.br ^store(%minus : f32)
  ^store(%kept: f32):
    memref.store %kept, %found[%tx] : memref<13xf32>
    gpu.terminator
  }
  gpu.host_unregister %all : memref<*xi32>
  memref.dealloc %data : memref<3x40xi32>
  return %sums, %found : memref<3xi32>, memref<13xf32>
}

// OUT: result 0: memref<3xi32> = [0 819 1638]
// OUT: result 1: memref<13xf32> = [2.0 3.0 0.0 1.0 6.0 7.0 4.0 5.0 10.0 11.0 8.0 9.0 -1.0]
// OUT: kernels=2 launches=2 streams=2 waits=1 records=1 host_syncs=1 leaks=0
