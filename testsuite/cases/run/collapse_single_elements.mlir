// RUN: run --device=cpu,interp --input=iota:0:1 --input=4 --input=1 --output=-

// The stride of a dimension with one element is no stride of a group of dimensions.
func.func @main(%x: memref<40xf32>, %n: index, %m: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %y = memref.reinterpret_cast %x to offset: [0], sizes: [%n, %m], strides: [10, 7] : memref<40xf32> to memref<?x?xf32, strided<[10, 7]>>
  %z = memref.collapse_shape %y [[0, 1]] : memref<?x?xf32, strided<[10, 7]>> into memref<?xf32, strided<[?]>>
  %k = memref.dim %z, %c0 : memref<?xf32, strided<[?]>>
  %sum = scf.for %i = %c0 to %k step %c1 iter_args(%s = %zero) -> (f32) {
    %v = memref.load %z[%i] : memref<?xf32, strided<[?]>>
    %t = arith.addf %s, %v : f32
    scf.yield %t : f32
  }
  return %sum : f32
}

// OUT: f32=60.0
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
