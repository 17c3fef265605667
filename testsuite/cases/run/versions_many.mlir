// RUN: run --device=cpu,interp

// Five buffers and seven pairs of them that may overlap: in the first call they are apart, in the second one the result
// overlaps the vector and the sums, so that the loop runs in the order of the text.
!vector = memref<8xf32, strided<[1], offset: ?>>
func.func @gesummv(%a: memref<8x8xf32>, %b: memref<8x8xf32>, %sums: !vector, %x: !vector, %y: !vector) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 8 {
    affine.store %zero, %sums[%i] : !vector
    affine.store %zero, %y[%i] : !vector
    affine.for %j = 0 to 8 {
      %p = affine.load %a[%i, %j] : memref<8x8xf32>
      %v = affine.load %x[%j] : !vector
      %s = affine.load %sums[%i] : !vector
      %pv = arith.mulf %p, %v : f32
      %s1 = arith.addf %s, %pv : f32
      affine.store %s1, %sums[%i] : !vector
      %q = affine.load %b[%i, %j] : memref<8x8xf32>
      %t = affine.load %y[%i] : !vector
      %qv = arith.mulf %q, %v : f32
      %t1 = arith.addf %t, %qv : f32
      affine.store %t1, %y[%i] : !vector
    }
    %s = affine.load %sums[%i] : !vector
    %t = affine.load %y[%i] : !vector
    %r = arith.addf %s, %t : f32
    affine.store %r, %y[%i] : !vector
  }
  return
}
func.func @main(%a: memref<8x8xf32> {warpline.input = "rand:1"}, %b: memref<8x8xf32> {warpline.input = "rand:2"},
    %m: memref<24xf32> {warpline.input = "rand:3"}, %n: memref<24xf32> {warpline.input = "rand:3"}) {
  %m0 = memref.subview %m[0] [8] [1] : memref<24xf32> to memref<8xf32, strided<[1]>>
  %m8 = memref.subview %m[8] [8] [1] : memref<24xf32> to memref<8xf32, strided<[1], offset: 8>>
  %m16 = memref.subview %m[16] [8] [1] : memref<24xf32> to memref<8xf32, strided<[1], offset: 16>>
  %x = memref.cast %m0 : memref<8xf32, strided<[1]>> to !vector
  %sums = memref.cast %m8 : memref<8xf32, strided<[1], offset: 8>> to !vector
  %y = memref.cast %m16 : memref<8xf32, strided<[1], offset: 16>> to !vector
  func.call @gesummv(%a, %b, %sums, %x, %y) : (memref<8x8xf32>, memref<8x8xf32>, !vector, !vector, !vector) -> ()
  %n0 = memref.subview %n[0] [8] [1] : memref<24xf32> to memref<8xf32, strided<[1]>>
  %n8 = memref.subview %n[8] [8] [1] : memref<24xf32> to memref<8xf32, strided<[1], offset: 8>>
  %n4 = memref.subview %n[4] [8] [1] : memref<24xf32> to memref<8xf32, strided<[1], offset: 4>>
  %u = memref.cast %n0 : memref<8xf32, strided<[1]>> to !vector
  %v = memref.cast %n8 : memref<8xf32, strided<[1], offset: 8>> to !vector
  %w = memref.cast %n4 : memref<8xf32, strided<[1], offset: 4>> to !vector
  func.call @gesummv(%a, %b, %v, %u, %w) : (memref<8x8xf32>, memref<8x8xf32>, !vector, !vector, !vector) -> ()
  return
}

// OUT: argument 2: memref<24xf32> = [0.11345034 0.70029354 0.6129747 0.07286674 0.21643911 0.6362223 0.13514586 0.8887184 2.3790781 1.5233462 1.3690035 1.6804793 1.8447733 1.6937873 1.7350073 1.5627426 4.4346313 2.966116 2.5850554 3.5173545 3.0695376 3.3041735 3.2171319 2.9771907]
// OUT: argument 3: memref<24xf32> = [0.11345034 0.70029354 0.6129747 0.07286674 5.036397 10.496019 14.5468645 56.660927 89.037384 99.24446 53.56409 85.951096 60.91978 27.710953 23.141003 45.4031 0.30605417 0.10390542 0.17302512 0.5879932 0.81942517 0.93570024 0.6696447 0.19110392]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=2 leaks=0
