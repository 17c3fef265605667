// RUN: roundtrip

func.func @broadcast_forms(%scalar: f32, %row: vector<4xf32>, %column: vector<3x1xf32>, %zero: vector<f32>) {
  %a = vector.broadcast %scalar : f32 to vector<f32>
  %b = vector.broadcast %scalar : f32 to vector<2x[4]xf32>
  %c = vector.broadcast %row : vector<4xf32> to vector<3x4xf32>
  %d = vector.broadcast %column : vector<3x1xf32> to vector<2x3x8xf32>
  %e = vector.broadcast %zero : vector<f32> to vector<5xf32>
  return
}

// OUT: module {
// OUT:   func.func @broadcast_forms(%arg0: f32, %arg1: vector<4xf32>, %arg2: vector<3x1xf32>, %arg3: vector<f32>) {
// OUT:     %0 = vector.broadcast %arg0 : f32 to vector<f32>
// OUT:     %1 = vector.broadcast %arg0 : f32 to vector<2x[4]xf32>
// OUT:     %2 = vector.broadcast %arg1 : vector<4xf32> to vector<3x4xf32>
// OUT:     %3 = vector.broadcast %arg2 : vector<3x1xf32> to vector<2x3x8xf32>
// OUT:     %4 = vector.broadcast %arg3 : vector<f32> to vector<5xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @broadcast_one_to_scalable(%one: vector<1xi8>) -> vector<[4]xi8> {
  %wide = vector.broadcast %one {hint = "x"} : vector<1xi8> to vector<[4]xi8>
  return %wide : vector<[4]xi8>
}

// OUT: module {
// OUT:   func.func @broadcast_one_to_scalable(%arg0: vector<1xi8>) -> vector<[4]xi8> {
// OUT:     %0 = vector.broadcast %arg0 {hint = "x"} : vector<1xi8> to vector<[4]xi8>
// OUT:     return %0 : vector<[4]xi8>
// OUT:   }
// OUT: }
// -----

func.func @broadcast_pointer_like(%at: index, %c: complex<f32>) {
  %a = vector.broadcast %at : index to vector<4xindex>
  return
}

// OUT: module {
// OUT:   func.func @broadcast_pointer_like(%arg0: index, %arg1: complex<f32>) {
// OUT:     %0 = vector.broadcast %arg0 : index to vector<4xindex>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @shape_cast(%flat: vector<12xf32>, %one: vector<1xf32>, %zero: vector<i1>, %s: vector<2x[4]xf16>) {
  %a = vector.shape_cast %flat : vector<12xf32> to vector<3x4xf32>
  %b = vector.shape_cast %one : vector<1xf32> to vector<f32>
  %c = vector.shape_cast %zero : vector<i1> to vector<1x1xi1>
  %d = vector.shape_cast %s : vector<2x[4]xf16> to vector<[8]xf16>
  return
}

// OUT: module {
// OUT:   func.func @shape_cast(%arg0: vector<12xf32>, %arg1: vector<1xf32>, %arg2: vector<i1>, %arg3: vector<2x[4]xf16>) {
// OUT:     %0 = vector.shape_cast %arg0 : vector<12xf32> to vector<3x4xf32>
// OUT:     %1 = vector.shape_cast %arg1 : vector<1xf32> to vector<f32>
// OUT:     %2 = vector.shape_cast %arg2 : vector<i1> to vector<1x1xi1>
// OUT:     %3 = vector.shape_cast %arg3 : vector<2x[4]xf16> to vector<[8]xf16>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @bitcast(%words: vector<5x4xi32>, %s: vector<[2]xf64>, %zero: vector<f32>) {
  %a = vector.bitcast %words : vector<5x4xi32> to vector<5x8xi16>
  %b = vector.bitcast %s : vector<[2]xf64> to vector<[8]xbf16>
  %c = vector.bitcast %zero : vector<f32> to vector<i32>
  return
}

// OUT: module {
// OUT:   func.func @bitcast(%arg0: vector<5x4xi32>, %arg1: vector<[2]xf64>, %arg2: vector<f32>) {
// OUT:     %0 = vector.bitcast %arg0 : vector<5x4xi32> to vector<5x8xi16>
// OUT:     %1 = vector.bitcast %arg1 : vector<[2]xf64> to vector<[8]xbf16>
// OUT:     %2 = vector.bitcast %arg2 : vector<f32> to vector<i32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @type_cast(%buffer: memref<8x8x3xf32>, %spaced: memref<2x4xi8, #gpu.address_space<workgroup>>) {
  %a = vector.type_cast %buffer : memref<8x8x3xf32> to memref<vector<8x8x3xf32>>
  %b = vector.type_cast %spaced : memref<2x4xi8, #gpu.address_space<workgroup>> to memref<2xvector<4xi8>, #gpu.address_space<workgroup>>
  return
}

// OUT: module {
// OUT:   func.func @type_cast(%arg0: memref<8x8x3xf32>, %arg1: memref<2x4xi8, #gpu.address_space<workgroup>>) {
// OUT:     %0 = vector.type_cast %arg0 : memref<8x8x3xf32> to memref<vector<8x8x3xf32>>
// OUT:     %1 = vector.type_cast %arg1 : memref<2x4xi8, #gpu.address_space<workgroup>> to memref<2xvector<4xi8>, #gpu.address_space<workgroup>>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @transpose(%box: vector<2x3x[4]xf32>, %zero: vector<f32>) {
  %a = vector.transpose %box, [2, 0, 1] : vector<2x3x[4]xf32> to vector<[4]x2x3xf32>
  %b = vector.transpose %zero, [] : vector<f32> to vector<f32>
  return
}

// OUT: module {
// OUT:   func.func @transpose(%arg0: vector<2x3x[4]xf32>, %arg1: vector<f32>) {
// OUT:     %0 = vector.transpose %arg0, [2, 0, 1] : vector<2x3x[4]xf32> to vector<[4]x2x3xf32>
// OUT:     %1 = vector.transpose %arg1, [] : vector<f32> to vector<f32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @shuffle(%a: vector<2xf32>, %b: vector<4xf32>, %m: vector<2x3xi8>, %z: vector<f32>) {
  %0 = vector.shuffle %a, %b [0, 5, 3, 2, 1] : vector<2xf32>, vector<4xf32>
  %1 = vector.shuffle %m, %m [3, -1, 0] {note} : vector<2x3xi8>, vector<2x3xi8>
  %2 = vector.shuffle %z, %z [1, 0, 1] : vector<f32>, vector<f32>
  return
}

// OUT: module {
// OUT:   func.func @shuffle(%arg0: vector<2xf32>, %arg1: vector<4xf32>, %arg2: vector<2x3xi8>, %arg3: vector<f32>) {
// OUT:     %0 = vector.shuffle %arg0, %arg1 [0, 5, 3, 2, 1] : vector<2xf32>, vector<4xf32>
// OUT:     %1 = vector.shuffle %arg2, %arg2 [3, -1, 0] {note} : vector<2x3xi8>, vector<2x3xi8>
// OUT:     %2 = vector.shuffle %arg3, %arg3 [1, 0, 1] : vector<f32>, vector<f32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @interleave(%a: vector<4xi32>, %s: vector<2x[3]xf16>, %z: vector<f64>) {
  %0 = vector.interleave %a, %a : vector<4xi32> -> vector<8xi32>
  %1 = vector.interleave %s, %s {tag = 1 : i8} : vector<2x[3]xf16> -> vector<2x[6]xf16>
  %2 = vector.interleave %z, %z : vector<f64> -> vector<2xf64>
  return
}

// OUT: module {
// OUT:   func.func @interleave(%arg0: vector<4xi32>, %arg1: vector<2x[3]xf16>, %arg2: vector<f64>) {
// OUT:     %0 = vector.interleave %arg0, %arg0 : vector<4xi32> -> vector<8xi32>
// OUT:     %1 = vector.interleave %arg1, %arg1 {tag = 1 : i8} : vector<2x[3]xf16> -> vector<2x[6]xf16>
// OUT:     %2 = vector.interleave %arg2, %arg2 : vector<f64> -> vector<2xf64>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @deinterleave_scalable(%s: vector<3x[4]xf16>) {
  %both:2 = vector.deinterleave %s : vector<3x[4]xf16> -> vector<3x[2]xf16>
  return
}

// OUT: module {
// OUT:   func.func @deinterleave_scalable(%arg0: vector<3x[4]xf16>) {
// OUT:     %res1, %res2 = vector.deinterleave %arg0 : vector<3x[4]xf16> -> vector<3x[2]xf16>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @deinterleave(%a: vector<8xi32>) -> vector<4xi32> {
  %even, %odd = vector.deinterleave %a : vector<8xi32> -> vector<4xi32>
  return %odd : vector<4xi32>
}

// OUT: module {
// OUT:   func.func @deinterleave(%arg0: vector<8xi32>) -> vector<4xi32> {
// OUT:     %res1, %res2 = vector.deinterleave %arg0 : vector<8xi32> -> vector<4xi32>
// OUT:     return %res2 : vector<4xi32>
// OUT:   }
// OUT: }
// -----

func.func @from_elements(%x: f32, %y: f32, %n: index) {
  %a = vector.from_elements %x, %y, %y, %x : vector<2x2xf32>
  %b = vector.from_elements %n : vector<index>
  %c = vector.from_elements %x, %y {k} : vector<1x2xf32>
  return
}

// OUT: module {
// OUT:   func.func @from_elements(%arg0: f32, %arg1: f32, %arg2: index) {
// OUT:     %0 = vector.from_elements %arg0, %arg1, %arg1, %arg0 : vector<2x2xf32>
// OUT:     %1 = vector.from_elements %arg2 : vector<index>
// OUT:     %2 = vector.from_elements %arg0, %arg1 {k} : vector<1x2xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @to_elements(%pair: vector<2xf32>, %zero: vector<i8>) -> f32 {
  %0:2 = vector.to_elements %pair : vector<2xf32>
  %one = vector.to_elements %zero : vector<i8>
  return %0#1 : f32
}

// OUT: module {
// OUT:   func.func @to_elements(%arg0: vector<2xf32>, %arg1: vector<i8>) -> f32 {
// OUT:     %0:2 = vector.to_elements %arg0 : vector<2xf32>
// OUT:     %1 = vector.to_elements %arg1 : vector<i8>
// OUT:     return %0#1 : f32
// OUT:   }
// OUT: }
// -----

func.func @numbers() -> (vector<8xindex>, vector<[4]xindex>) {
  %scale = vector.vscale
  %again = vector.vscale {why = "twice"}
  %0 = vector.step : vector<8xindex>
  %1 = vector.step {k = 2 : i32} : vector<[4]xindex>
  return %0, %1 : vector<8xindex>, vector<[4]xindex>
}

// OUT: module {
// OUT:   func.func @numbers() -> (vector<8xindex>, vector<[4]xindex>) {
// OUT:     %vscale = vector.vscale
// OUT:     %vscale_0 = vector.vscale {why = "twice"}
// OUT:     %0 = vector.step : vector<8xindex>
// OUT:     %1 = vector.step {k = 2 : i32} : vector<[4]xindex>
// OUT:     return %0, %1 : vector<8xindex>, vector<[4]xindex>
// OUT:   }
// OUT: }
// -----

func.func @fma(%a: vector<8x[4]xf32>, %z: vector<bf16>) {
  %0 = vector.fma %a, %a, %a : vector<8x[4]xf32>
  %1 = vector.fma %z, %z, %z {k} : vector<bf16>
  return
}

// OUT: module {
// OUT:   func.func @fma(%arg0: vector<8x[4]xf32>, %arg1: vector<bf16>) {
// OUT:     %0 = vector.fma %arg0, %arg0, %arg0 : vector<8x[4]xf32>
// OUT:     %1 = vector.fma %arg1, %arg1, %arg1 {k} : vector<bf16>
// OUT:     return
// OUT:   }
// OUT: }
