// RUN: run --device=cpu,interp

// Updates without an instruction: the greatest float, a product of integers, and a half-precision sum. The result is
// the value before the update, which is one of the values in some order.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @updates(%f: memref<1xf32>, %i: memref<1xi32>, %h: memref<1xf16>, %old: memref<8xi32>) kernel
        attributes {known_block_size = array<i32: 8, 1, 1>} {
      %zero = arith.constant 0 : index
      %t = gpu.thread_id x
      %number = arith.index_cast %t : index to i32
      %float = arith.sitofp %number : i32 to f32
      %half = arith.sitofp %number : i32 to f16
      %two = arith.constant 2 : i32
      %0 = memref.atomic_rmw maximumf %float, %f[%zero] : (f32, memref<1xf32>) -> f32
      %1 = memref.atomic_rmw muli %two, %i[%zero] : (i32, memref<1xi32>) -> i32
      %2 = memref.atomic_rmw addf %half, %h[%zero] : (f16, memref<1xf16>) -> f16
      %c = arith.constant 0 : i32
      %before = memref.generic_atomic_rmw %old[%t] : memref<8xi32> {
      ^bb0(%value: i32):
        %more = arith.addi %value, %number : i32
        %most = arith.maxsi %more, %two : i32
        memref.atomic_yield %most : i32
      }
      %after = memref.load %old[%t] : memref<8xi32>
      %ten = arith.constant 100 : i32
      %scaled = arith.muli %before, %ten : i32
      %both = arith.addi %scaled, %after : i32
      memref.store %both, %old[%t] : memref<8xi32>
      gpu.return
    }
  }
  func.func @main() -> (memref<1xf32>, memref<1xi32>, memref<1xf16>, memref<8xi32>) {
    %one = arith.constant 1 : index
    %eight = arith.constant 8 : index
    %zero = arith.constant 0 : index
    %f = memref.alloc() : memref<1xf32>
    %i = memref.alloc() : memref<1xi32>
    %h = memref.alloc() : memref<1xf16>
    %old = memref.alloc() : memref<8xi32>
    %f0 = arith.constant -1.0 : f32
    %i1 = arith.constant 1 : i32
    %h0 = arith.constant 0.5 : f16
    %three = arith.constant 3 : i32
    memref.store %f0, %f[%zero] : memref<1xf32>
    memref.store %i1, %i[%zero] : memref<1xi32>
    memref.store %h0, %h[%zero] : memref<1xf16>
    scf.for %at = %zero to %eight step %one {
      memref.store %three, %old[%at] : memref<8xi32>
    }
    gpu.launch_func @k::@updates blocks in (%one, %one, %one) threads in (%eight, %one, %one)
      args(%f: memref<1xf32>, %i: memref<1xi32>, %h: memref<1xf16>, %old: memref<8xi32>)
    return %f, %i, %h, %old : memref<1xf32>, memref<1xi32>, memref<1xf16>, memref<8xi32>
  }
}

// OUT: result 0: memref<1xf32> = [7.0]
// OUT: result 1: memref<1xi32> = [256]
// OUT: result 2: memref<1xf16> = [28.5]
// OUT: result 3: memref<8xi32> = [303 304 305 306 307 308 309 310]
// OUT: kernels=2 launches=2 streams=1 waits=0 records=0 host_syncs=1 leaks=0
