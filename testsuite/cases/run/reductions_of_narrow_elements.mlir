// RUN: run --device=cpu,interp

// Sums and products of vectors whose elements the processor does not add: of bytes, of odd widths, of bf16 and f8.
func.func @main() -> (memref<4x6xi32>, memref<4x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %ints = memref.alloc() : memref<4x6xi32>
  %floats = memref.alloc() : memref<4x4xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    %number = arith.index_cast %tx : index to i32
    %all = vector.broadcast %number : i32 to vector<4xi32>
    %steps = arith.constant dense<[40, -3, 7, 60]> : vector<4xi32>
    %words = arith.addi %all, %steps : vector<4xi32>
    %bytes = arith.trunci %words : vector<4xi32> to vector<4xi8>
    %sum8 = vector.reduction <add>, %bytes : vector<4xi8> into i8
    %product8 = vector.reduction <mul>, %bytes : vector<4xi8> into i8
    %least8 = vector.reduction <minsi>, %bytes : vector<4xi8> into i8
    %odd = arith.trunci %words : vector<4xi32> to vector<4xi7>
    %sum7 = vector.reduction <add>, %odd : vector<4xi7> into i7
    %most7 = vector.reduction <maxui>, %odd : vector<4xi7> into i7
    %product7 = vector.reduction <mul>, %odd : vector<4xi7> into i7
    %i0 = arith.extsi %sum8 : i8 to i32
    %i1 = arith.extsi %product8 : i8 to i32
    %i2 = arith.extsi %least8 : i8 to i32
    %i3 = arith.extsi %sum7 : i7 to i32
    %i4 = arith.extui %most7 : i7 to i32
    %i5 = arith.extsi %product7 : i7 to i32
    memref.store %i0, %ints[%tx, %c0] : memref<4x6xi32>
    memref.store %i1, %ints[%tx, %c1] : memref<4x6xi32>
    memref.store %i2, %ints[%tx, %c2] : memref<4x6xi32>
    memref.store %i3, %ints[%tx, %c3] : memref<4x6xi32>
    memref.store %i4, %ints[%tx, %c4] : memref<4x6xi32>
    memref.store %i5, %ints[%tx, %c5] : memref<4x6xi32>
    %singles = arith.sitofp %words : vector<4xi32> to vector<4xf32>
    %brains = arith.truncf %singles : vector<4xf32> to vector<4xbf16>
    %sumb = vector.reduction <add>, %brains : vector<4xbf16> into bf16
    %productb = vector.reduction <mul>, %brains : vector<4xbf16> into bf16
    %eights = arith.truncf %singles : vector<4xf32> to vector<4xf8E4M3FN>
    %sum = vector.reduction <add>, %eights : vector<4xf8E4M3FN> into f8E4M3FN
    %least = vector.reduction <minimumf>, %eights : vector<4xf8E4M3FN> into f8E4M3FN
    %f0 = arith.extf %sumb : bf16 to f32
    %f1 = arith.extf %productb : bf16 to f32
    %f2 = arith.extf %sum : f8E4M3FN to f32
    %f3 = arith.extf %least : f8E4M3FN to f32
    memref.store %f0, %floats[%tx, %c0] : memref<4x4xf32>
    memref.store %f1, %floats[%tx, %c1] : memref<4x4xf32>
    memref.store %f2, %floats[%tx, %c2] : memref<4x4xf32>
    memref.store %f3, %floats[%tx, %c3] : memref<4x4xf32>
    gpu.terminator
  }
  return %ints, %floats : memref<4x6xi32>, memref<4x4xf32>
}

// OUT: result 0: memref<4x6xi32>
// OUT:   [[104 32 -3 -24 125 32]
// OUT:    [108 -80 -2 -20 126 48]
// OUT:    [112 116 -1 -16 127 -12]
// OUT:    [116 0 0 -12 63 0]]
// OUT: result 1: memref<4x4xf32>
// OUT:   [[104.0 -50432.0 104.0 -3.0]
// OUT:    [108.0 -39936.0 112.0 -2.0]
// OUT:    [112.0 -23424.0 112.0 -1.0]
// OUT:    [116.0 0.0 120.0 0.0]]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
