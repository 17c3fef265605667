// RUN: not run --device=cpu --detect-races

// One element of the view is written by the kernel, too.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @number(%m: memref<16xi32>) kernel {
      %i = gpu.thread_id x
      %v = arith.index_cast %i : index to i32
      memref.store %v, %m[%i] : memref<16xi32>
      gpu.return
    }
  }
  func.func @main() -> memref<16xi32> attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
    %one = arith.constant 1 : index
    %size = arith.constant 1 : index
    %v = arith.constant 100 : i32
    %m = rt.alloc host_shared() on 0 : memref<16xi32>
    %even = memref.subview %m[0] [8] [2] : memref<16xi32> to memref<8xi32, strided<[2]>>
    rt.launch @k::@number on 1 blocks(%one, %one, %one) threads(%size, %one, %one) : index, index, index, index, index, index args(%m : memref<16xi32>)
    rt.fill %even, %v on 0 : memref<8xi32, strided<[2]>>, i32
    rt.record 0 on 1
    rt.wait 0 on 0
    rt.host_wait 0
    return %m : memref<16xi32>
  }
}

// OUT: races_fill_strided_found.mlir:20:5: error[E0501]: race: a fill on stream 0 writes bytes 0 to 4 of a buffer, kernel 'k::number' on stream 1 writes them, and nothing orders the two
// OUT: races_fill_strided_found.mlir:19:5: note: kernel 'k::number' on stream 1 is here
// OUT: races_fill_strided_found.mlir:17:10: note: the buffer of 64 bytes begins here
// OUT: races_fill_strided_found.mlir:20:5: note: missing: an event recorded on stream 1 after the first, and a wait for it on stream 0 before the second
// OUT: leaks=0
