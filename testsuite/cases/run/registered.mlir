// RUN: run --plan-for=any --device=cpu,interp

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
    %is_first = arith.cmpi eq, %tx, %zero : index
    scf.if %is_first {
      memref.store %both, %sums[%bx] : memref<3xi32>
    }
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
// OUT: kernels=3 launches=3 streams=2 waits=1 records=1 host_syncs=1 leaks=0
// -----

// A loop of blocks after the last barrier, and a thread that leaves early.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @digits(%out: memref<8xi32>) workgroup(%all: memref<8xi32, #gpu.address_space<workgroup>>) kernel {
      %c7 = arith.constant 7 : index
      %one = arith.constant 1 : i32
      %zero = arith.constant 0 : i32
      %t = gpu.thread_id x
      %n = arith.index_cast %t : index to i32
      memref.store %n, %all[%t] : memref<8xi32, #gpu.address_space<workgroup>>
      gpu.barrier
      %from = arith.subi %c7, %t : index
      %other = memref.load %all[%from] : memref<8xi32, #gpu.address_space<workgroup>>
      %is_last = arith.cmpi eq, %t, %c7 : index
      cf.cond_br %is_last, ^leave, ^count(%other, %zero : i32, i32)
    ^count(%left: i32, %sum: i32):
      %is_over = arith.cmpi eq, %left, %zero : i32
      %next = arith.subi %left, %one : i32
      %more = arith.addi %sum, %left : i32
      cf.cond_br %is_over, ^store(%sum : i32), ^count(%next, %more : i32, i32)
    ^store(%result: i32):
      memref.store %result, %out[%t] : memref<8xi32>
      gpu.return
    ^leave:
      memref.store %one, %out[%t] : memref<8xi32>
      gpu.return
    }
  }
  func.func @main() -> memref<8xi32> {
    %one = arith.constant 1 : index
    %eight = arith.constant 8 : index
    %out = memref.alloc() : memref<8xi32>
    gpu.launch_func @k::@digits blocks in (%one, %one, %one) threads in (%eight, %one, %one) args(%out : memref<8xi32>)
    return %out : memref<8xi32>
  }
}

// OUT: result 0: memref<8xi32> = [28 21 15 10 6 3 1 1]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// Registered memory as the device addresses it, by the function of MLIR's runtime.
func.func private @mgpuMemGetDeviceMemRef1dFloat(memref<?xf32>) -> memref<?xf32>
func.func @main() -> memref<8xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %eight = arith.constant 8 : index
  %data = memref.alloc() : memref<8xf32>
  %any = memref.cast %data : memref<8xf32> to memref<*xf32>
  gpu.host_register %any : memref<*xf32>
  %host = memref.cast %data : memref<8xf32> to memref<?xf32>
  %device = call @mgpuMemGetDeviceMemRef1dFloat(%host) : (memref<?xf32>) -> memref<?xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %eight, %sy = %one, %sz = %one) {
    %number = arith.index_cast %tx : index to i32
    %value = arith.sitofp %number : i32 to f32
    memref.store %value, %device[%tx] : memref<?xf32>
    gpu.terminator
  }
  return %data : memref<8xf32>
}

// OUT: result 0: memref<8xf32> = [0.0 1.0 2.0 3.0 4.0 5.0 6.0 7.0]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
