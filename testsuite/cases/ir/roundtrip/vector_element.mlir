// RUN: roundtrip

func.func @extract_constants(%box: vector<4x8x16xf32>, %row: vector<4xi8>, %zero: vector<f32>) {
  %plane = vector.extract %box[3] : vector<8x16xf32> from vector<4x8x16xf32>
  %line = vector.extract %box[3, 0] : vector<16xf32> from vector<4x8x16xf32>
  %cell = vector.extract %box[3, 7, 15] : f32 from vector<4x8x16xf32>
  %all = vector.extract %box[] : vector<4x8x16xf32> from vector<4x8x16xf32>
  %0 = vector.extract %zero[] : f32 from vector<f32>
  return
}

// OUT: module {
// OUT:   func.func @extract_constants(%arg0: vector<4x8x16xf32>, %arg1: vector<4xi8>, %arg2: vector<f32>) {
// OUT:     %0 = vector.extract %arg0[3] : vector<8x16xf32> from vector<4x8x16xf32>
// OUT:     %1 = vector.extract %arg0[3, 0] : vector<16xf32> from vector<4x8x16xf32>
// OUT:     %2 = vector.extract %arg0[3, 7, 15] : f32 from vector<4x8x16xf32>
// OUT:     %3 = vector.extract %arg0[] : vector<4x8x16xf32> from vector<4x8x16xf32>
// OUT:     %4 = vector.extract %arg2[] : f32 from vector<f32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @extract_values(%box: vector<4x8x16xf32>, %i: index, %j: index) {
  %0 = vector.extract %box[%i] : vector<8x16xf32> from vector<4x8x16xf32>
  %1 = vector.extract %box[%i, 2, %j] : f32 from vector<4x8x16xf32>
  %2 = vector.extract %box[-1, %j] {k = 0} : vector<16xf32> from vector<4x8x16xf32>
  return
}

// OUT: module {
// OUT:   func.func @extract_values(%arg0: vector<4x8x16xf32>, %arg1: index, %arg2: index) {
// OUT:     %0 = vector.extract %arg0[%arg1] : vector<8x16xf32> from vector<4x8x16xf32>
// OUT:     %1 = vector.extract %arg0[%arg1, 2, %arg2] : f32 from vector<4x8x16xf32>
// OUT:     %2 = vector.extract %arg0[-1, %arg2] {k = 0 : i64} : vector<16xf32> from vector<4x8x16xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @extract_scalable(%s: vector<8x[16]xf32>) {
  %0 = vector.extract %s[7] : vector<[16]xf32> from vector<8x[16]xf32>
  return
}

// OUT: module {
// OUT:   func.func @extract_scalable(%arg0: vector<8x[16]xf32>) {
// OUT:     %0 = vector.extract %arg0[7] : vector<[16]xf32> from vector<8x[16]xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @extract_as_single(%row: vector<4xf32>) {
  %0 = vector.extract %row[2] : vector<1xf32> from vector<4xf32>
  return
}

// OUT: module {
// OUT:   func.func @extract_as_single(%arg0: vector<4xf32>) {
// OUT:     %0 = vector.extract %arg0[2] : vector<1xf32> from vector<4xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @extract_before_definition(%n: index) {
  cf.br ^make
^use:
  %0 = vector.extract %v[%i] : i32 from vector<4xi32>
  return
^make:
  %one = arith.constant 1 : i32
  %v = vector.broadcast %one : i32 to vector<4xi32>
  %i = arith.addi %n, %n : index
  cf.br ^use
}

// OUT: module {
// OUT:   func.func @extract_before_definition(%arg0: index) {
// OUT:     cf.br ^bb2
// OUT:   ^bb1:  // pred: ^bb2
// OUT:     %0 = vector.extract %1[%2] : i32 from vector<4xi32>
// OUT:     return
// OUT:   ^bb2:  // pred: ^bb0
// OUT:     %c1_i32 = arith.constant 1 : i32
// OUT:     %1 = vector.broadcast %c1_i32 : i32 to vector<4xi32>
// OUT:     %2 = arith.addi %arg0, %arg0 : index
// OUT:     cf.br ^bb1
// OUT:   }
// OUT: }
// -----

func.func @insert_constants(%x: f32, %line: vector<16xf32>, %box: vector<4x8x16xf32>, %zero: vector<f32>) {
  %0 = vector.insert %x, %box[0, 7, 15] : f32 into vector<4x8x16xf32>
  %1 = vector.insert %line, %0[3, 1] : vector<16xf32> into vector<4x8x16xf32>
  %2 = vector.insert %1, %box[] {k} : vector<4x8x16xf32> into vector<4x8x16xf32>
  %3 = vector.insert %x, %zero[] : f32 into vector<f32>
  return
}

// OUT: module {
// OUT:   func.func @insert_constants(%arg0: f32, %arg1: vector<16xf32>, %arg2: vector<4x8x16xf32>, %arg3: vector<f32>) {
// OUT:     %0 = vector.insert %arg0, %arg2 [0, 7, 15] : f32 into vector<4x8x16xf32>
// OUT:     %1 = vector.insert %arg1, %0 [3, 1] : vector<16xf32> into vector<4x8x16xf32>
// OUT:     %2 = vector.insert %1, %arg2 [] {k} : vector<4x8x16xf32> into vector<4x8x16xf32>
// OUT:     %3 = vector.insert %arg0, %arg3 [] : f32 into vector<f32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @insert_values(%x: i1, %mask: vector<2x[4]xi1>, %i: index) {
  %0 = vector.insert %x, %mask[%i, 3] : i1 into vector<2x[4]xi1>
  %1 = vector.insert %x, %0[-1, %i] : i1 into vector<2x[4]xi1>
  return
}

// OUT: module {
// OUT:   func.func @insert_values(%arg0: i1, %arg1: vector<2x[4]xi1>, %arg2: index) {
// OUT:     %0 = vector.insert %arg0, %arg1 [%arg2, 3] : i1 into vector<2x[4]xi1>
// OUT:     %1 = vector.insert %arg0, %0 [-1, %arg2] : i1 into vector<2x[4]xi1>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @scalable_parts(%fixed: vector<4xf32>, %part: vector<[4]xf32>, %whole: vector<[16]xf32>) {
  %0 = vector.scalable.insert %fixed, %whole[8] : vector<4xf32> into vector<[16]xf32>
  %1 = vector.scalable.insert %part, %0[4] {k} : vector<[4]xf32> into vector<[16]xf32>
  %2 = vector.scalable.extract %1[12] : vector<4xf32> from vector<[16]xf32>
  %3 = vector.scalable.extract %1[0] : vector<[8]xf32> from vector<[16]xf32>
  return
}

// OUT: module {
// OUT:   func.func @scalable_parts(%arg0: vector<4xf32>, %arg1: vector<[4]xf32>, %arg2: vector<[16]xf32>) {
// OUT:     %0 = vector.scalable.insert %arg0, %arg2[8] : vector<4xf32> into vector<[16]xf32>
// OUT:     %1 = vector.scalable.insert %arg1, %0[4] {k} : vector<[4]xf32> into vector<[16]xf32>
// OUT:     %2 = vector.scalable.extract %1[12] : vector<4xf32> from vector<[16]xf32>
// OUT:     %3 = vector.scalable.extract %1[0] : vector<[8]xf32> from vector<[16]xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @slices(%small: vector<2x4xf32>, %large: vector<4x8x16xf32>) {
  %0 = vector.insert_strided_slice %small, %large {offsets = [2, 2, 3], strides = [1, 1]} : vector<2x4xf32> into vector<4x8x16xf32>
  %1 = vector.extract_strided_slice %0 {offsets = [0, 2], sizes = [2, 4], strides = [1, 1]} : vector<4x8x16xf32> to vector<2x4x16xf32>
  return
}

// OUT: module {
// OUT:   func.func @slices(%arg0: vector<2x4xf32>, %arg1: vector<4x8x16xf32>) {
// OUT:     %0 = vector.insert_strided_slice %arg0, %arg1 {offsets = [2, 2, 3], strides = [1, 1]} : vector<2x4xf32> into vector<4x8x16xf32>
// OUT:     %1 = vector.extract_strided_slice %0 {offsets = [0, 2], sizes = [2, 4], strides = [1, 1]} : vector<4x8x16xf32> to vector<2x4x16xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @scalable_slices(%small: vector<2x[4]xi16>, %large: vector<8x[4]xi16>) {
  %0 = vector.insert_strided_slice %small, %large {offsets = [6, 0], strides = [1, 1]} : vector<2x[4]xi16> into vector<8x[4]xi16>
  %1 = vector.extract_strided_slice %large {offsets = [2], sizes = [3], strides = [1]} : vector<8x[4]xi16> to vector<3x[4]xi16>
  return
}

// OUT: module {
// OUT:   func.func @scalable_slices(%arg0: vector<2x[4]xi16>, %arg1: vector<8x[4]xi16>) {
// OUT:     %0 = vector.insert_strided_slice %arg0, %arg1 {offsets = [6, 0], strides = [1, 1]} : vector<2x[4]xi16> into vector<8x[4]xi16>
// OUT:     %1 = vector.extract_strided_slice %arg1 {offsets = [2], sizes = [3], strides = [1]} : vector<8x[4]xi16> to vector<3x[4]xi16>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @insert_at_the_front(%part: vector<2x16xf32>, %whole: vector<12x8x16xf32>) {
  %0 = vector.insert_strided_slice %part, %whole {offsets = [0, 2, 0], strides = [1, 1]} : vector<2x16xf32> into vector<12x8x16xf32>
  return
}

// OUT: module {
// OUT:   func.func @insert_at_the_front(%arg0: vector<2x16xf32>, %arg1: vector<12x8x16xf32>) {
// OUT:     %0 = vector.insert_strided_slice %arg0, %arg1 {offsets = [0, 2, 0], strides = [1, 1]} : vector<2x16xf32> into vector<12x8x16xf32>
// OUT:     return
// OUT:   }
// OUT: }
