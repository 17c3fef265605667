// RUN: run --device=cpu,interp

// Operands that are computed from loaded vectors are copied as they are computed, with and without a table of distances.
func.func @main(%x: memref<20x24xvector<2xf32>> {warpline.input = "rand:1"}, %y: memref<24x32xvector<2xf32>> {warpline.input = "rand:1"}, %z: memref<20x32xf32> {warpline.input = "0"},
                %image: memref<2x6x10x10xvector<2xf32>> {warpline.input = "rand:1"}, %taps: memref<16x6x3x3xf32> {warpline.input = "rand:1"}, %out: memref<2x16x8x8xf32> {warpline.input = "0"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c20 = arith.constant 20 : index
  %c24 = arith.constant 24 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  scf.parallel (%i, %j) = (%c0, %c0) to (%c20, %c32) step (%c1, %c1) {
    %t = scf.for %k = %c0 to %c24 step %c1 iter_args(%s = %zero) -> (f32) {
      %v = memref.load %x[%i, %k] : memref<20x24xvector<2xf32>>
      %w = memref.load %y[%k, %j] : memref<24x32xvector<2xf32>>
      %p = vector.extract %v[1] : f32 from vector<2xf32>
      %q = vector.reduction <maximumf>, %w : vector<2xf32> into f32
      %m = arith.mulf %p, %q : f32
      %u = arith.addf %s, %m : f32
      scf.yield %u : f32
    }
    memref.store %t, %z[%i, %j] : memref<20x32xf32>
    scf.reduce
  } {warpline.schedule = {block = [16, 16], thread = [2, 4]}}
  scf.parallel (%b, %f, %h, %w) = (%c0, %c0, %c0, %c0) to (%c2, %c16, %c8, %c8) step (%c1, %c1, %c1, %c1) {
    %t = scf.for %c = %c0 to %c6 step %c1 iter_args(%s0 = %zero) -> (f32) {
      %t1 = scf.for %r = %c0 to %c3 step %c1 iter_args(%s1 = %s0) -> (f32) {
        %t2 = scf.for %o = %c0 to %c3 step %c1 iter_args(%s2 = %s1) -> (f32) {
          %row = arith.addi %h, %r : index
          %column = arith.addi %w, %o : index
          %v = memref.load %image[%b, %c, %row, %column] : memref<2x6x10x10xvector<2xf32>>
          %q = memref.load %taps[%f, %c, %r, %o] : memref<16x6x3x3xf32>
          %p = vector.extract %v[0] : f32 from vector<2xf32>
          %m = arith.mulf %p, %q : f32
          %u = arith.addf %s2, %m : f32
          scf.yield %u : f32
        }
        scf.yield %t2 : f32
      }
      scf.yield %t1 : f32
    }
    memref.store %t, %out[%b, %f, %h, %w] : memref<2x16x8x8xf32>
    scf.reduce
  } {warpline.schedule = {block = [16, 16], thread = [2, 4]}}
  return
}

// OUT: argument 2: memref<20x32xf32>
// OUT:   count=640 min=4.464708 max=10.791992 sum=4628.245731830597 first=8.475909
// OUT: argument 5: memref<2x16x8x8xf32>
// OUT:   count=2048 min=8.558395 max=17.200876 sum=26210.56390762329 first=14.46546
// OUT: kernels=2 launches=2 streams=1 waits=0 records=0 host_syncs=1 leaks=0
