// RUN: roundtrip --allow-unregistered-dialect

func.func @f() {
  "foo.op"() ({
  ^bb0:
    %0 = arith.constant 1 : i32
  }) : () -> ()
  return
}

// OUT: module {
// OUT:   func.func @f() {
// OUT:     "foo.op"() ({
// OUT:       %c1_i32 = arith.constant 1 : i32
// OUT:     }) : () -> ()
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @f() {
  return
^bb1:
  %0 = arith.addi %1, %1 : i32
  %1 = arith.addi %0, %0 : i32
  cf.br ^bb1
}

// OUT: module {
// OUT:   func.func @f() {
// OUT:     return
// OUT:   ^bb1:  // pred: ^bb1
// OUT:     %0 = arith.addi %1, %1 : i32
// OUT:     %1 = arith.addi %0, %0 : i32
// OUT:     cf.br ^bb1
// OUT:   }
// OUT: }
// -----

func.func @f(%a: f32, %b: f32) {
  %0 = arith.addf %a, %b fastmath<nnan, ninf> : f32
  %1 = arith.addf %a, %b fastmath<ninf,nnan> : f32
  %2 = arith.addf %a, %b fastmath<fast> : f32
  %3 = arith.addf %a, %b fastmath<reassoc,nnan,ninf,nsz,arcp,contract,afn> : f32
  %4 = arith.addf %a, %b fastmath<none> : f32
  %5 = arith.addf %a, %b fastmath<nnan,nnan> : f32
  %6 = arith.addf %a, %b fastmath<nnan,none> : f32
  %7 = arith.addf %a, %b {fastmath = #arith.fastmath<nnan>} : f32
  %8 = arith.addf %a, %b {fastmath = #arith.fastmath<ninf, nnan>} : f32
  return
}

// OUT: module {
// OUT:   func.func @f(%arg0: f32, %arg1: f32) {
// OUT:     %0 = arith.addf %arg0, %arg1 fastmath<nnan,ninf> : f32
// OUT:     %1 = arith.addf %arg0, %arg1 fastmath<nnan,ninf> : f32
// OUT:     %2 = arith.addf %arg0, %arg1 fastmath<fast> : f32
// OUT:     %3 = arith.addf %arg0, %arg1 fastmath<fast> : f32
// OUT:     %4 = arith.addf %arg0, %arg1 : f32
// OUT:     %5 = arith.addf %arg0, %arg1 fastmath<nnan> : f32
// OUT:     %6 = arith.addf %arg0, %arg1 fastmath<nnan> : f32
// OUT:     %7 = arith.addf %arg0, %arg1 fastmath<nnan> : f32
// OUT:     %8 = arith.addf %arg0, %arg1 fastmath<nnan,ninf> : f32
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @f(%a: i32, %b: f32) {
  %0 = arith.addi %a, %a overflow<nuw, nsw> : i32
  %1 = arith.addi %a, %a overflow<none> : i32
  return
}

// OUT: module {
// OUT:   func.func @f(%arg0: i32, %arg1: f32) {
// OUT:     %0 = arith.addi %arg0, %arg0 overflow<nsw, nuw> : i32
// OUT:     %1 = arith.addi %arg0, %arg0 : i32
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @f(%a: i32, %b: f32) {
  %0 = arith.divsi %a, %a exact : i32
  %1 = arith.shrui %a, %a exact {a.b} : i32
  %2 = arith.trunci %a overflow<nsw, nuw> : i32 to i16
  %3 = arith.truncf %b to_nearest_away fastmath<fast> : f32 to f16
  %4 = arith.truncf %b downward {a.b} : f32 to f16
  %5 = arith.extf %b fastmath<fast> {a.b}: f32 to f64
  %6 = arith.extf %b fastmath<none> {a.b}: f32 to f64
  %7 = arith.truncf %b : f32 to bf16
  return
}

// OUT: module {
// OUT:   func.func @f(%arg0: i32, %arg1: f32) {
// OUT:     %0 = arith.divsi %arg0, %arg0 exact : i32
// OUT:     %1 = arith.shrui %arg0, %arg0 exact {a.b} : i32
// OUT:     %2 = arith.trunci %arg0 overflow<nsw, nuw> : i32 to i16
// OUT:     %3 = arith.truncf %arg1 to_nearest_away fastmath<fast> : f32 to f16
// OUT:     %4 = arith.truncf %arg1 downward {a.b} : f32 to f16
// OUT:     %5 = arith.extf %arg1 fastmath<fast> {a.b} : f32 to f64
// OUT:     %6 = arith.extf %arg1 fastmath<none> {a.b} : f32 to f64
// OUT:     %7 = arith.truncf %arg1 : f32 to bf16
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @f(%a: vector<4xf4E2M1FN>, %s: vector<4xf8E8M0FNU>, %b: vector<4xf32>) {
  %0 = arith.scaling_extf %a, %s : vector<4xf4E2M1FN>, vector<4xf8E8M0FNU> to vector<4xf32>
  %1 = arith.scaling_truncf %b, %s upward fastmath<nnan> : vector<4xf32>, vector<4xf8E8M0FNU> to vector<4xf4E2M1FN>
  return
}

// OUT: module {
// OUT:   func.func @f(%arg0: vector<4xf4E2M1FN>, %arg1: vector<4xf8E8M0FNU>, %arg2: vector<4xf32>) {
// OUT:     %0 = arith.scaling_extf %arg0, %arg1 : vector<4xf4E2M1FN>, vector<4xf8E8M0FNU> to vector<4xf32>
// OUT:     %1 = arith.scaling_truncf %arg2, %arg1 upward fastmath<nnan> : vector<4xf32>, vector<4xf8E8M0FNU> to vector<4xf4E2M1FN>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @f(%a: i32, %b: vector<4xi32>, %c: tensor<*xi32>, %d: index) {
  %0, %1 = arith.addui_extended %a, %a : i32, i1
  %2:2 = arith.mulsi_extended %b, %b : vector<4xi32>
  %3:2 = arith.mului_extended %c, %c {a.b} : tensor<*xi32>
  %4:2 = arith.addui_extended %b, %b : vector<4xi32>, vector<4xi1>
  %5:2 = arith.addui_extended %d, %d : index, i1
  return
}

// OUT: module {
// OUT:   func.func @f(%arg0: i32, %arg1: vector<4xi32>, %arg2: tensor<*xi32>, %arg3: index) {
// OUT:     %sum, %overflow = arith.addui_extended %arg0, %arg0 : i32, i1
// OUT:     %low, %high = arith.mulsi_extended %arg1, %arg1 : vector<4xi32>
// OUT:     %low_0, %high_1 = arith.mului_extended %arg2, %arg2 {a.b} : tensor<*xi32>
// OUT:     %sum_2, %overflow_3 = arith.addui_extended %arg1, %arg1 : vector<4xi32>, vector<4xi1>
// OUT:     %sum_4, %overflow_5 = arith.addui_extended %arg3, %arg3 : index, i1
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @f(%c: i1, %b: vector<4xi32>, %m: memref<4xi32>, %v: vector<4xi1>) {
  %0 = arith.select %c, %m, %m : memref<4xi32>
  %1 = arith.select %v, %b, %b {a.b} : vector<4xi1>, vector<4xi32>
  %2 = arith.select %c, %b, %b : vector<4xi32>
  return
}

// OUT: module {
// OUT:   func.func @f(%arg0: i1, %arg1: vector<4xi32>, %arg2: memref<4xi32>, %arg3: vector<4xi1>) {
// OUT:     %0 = arith.select %arg0, %arg2, %arg2 : memref<4xi32>
// OUT:     %1 = arith.select %arg3, %arg1, %arg1 {a.b} : vector<4xi1>, vector<4xi32>
// OUT:     %2 = arith.select %arg0, %arg1, %arg1 : vector<4xi32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @f() {
  %0 = arith.constant dense<1> : vector<[4]xi32>
  %1 = arith.constant {a.b} 1.0 : bf16
  %2 = arith.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %3 = arith.constant -1 : i64
  %4 = arith.constant true
  %5 = arith.constant 5
  %6 = arith.constant 1.5
  %7 = arith.constant 0x7FC00000 : f32
  %8 = arith.constant -5 : index
  %9 = arith.constant 0 : i1
  %10 = arith.constant 12 : i7
  return
}

// OUT: module {
// OUT:   func.func @f() {
// OUT:     %cst = arith.constant dense<1> : vector<[4]xi32>
// OUT:     %cst_0 = arith.constant {a.b} 1.000000e+00 : bf16
// OUT:     %cst_1 = arith.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf64>
// OUT:     %c-1_i64 = arith.constant -1 : i64
// OUT:     %true = arith.constant true
// OUT:     %c5_i64 = arith.constant 5 : i64
// OUT:     %cst_2 = arith.constant 1.500000e+00 : f64
// OUT:     %cst_3 = arith.constant 0x7FC00000 : f32
// OUT:     %c-5 = arith.constant -5 : index
// OUT:     %false = arith.constant false
// OUT:     %c12_i7 = arith.constant 12 : i7
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @f(%c: i1, %i: index) {
  %0 = arith.constant dense<0> : tensor<1xi32>
  %1:2 = "foo.x"() : () -> (i32, i32)
  %2 = arith.constant 0x7FF0000000000000 : f64
  %3 = "foo.y"(%1#1) ({
    ^bb0(%x: i32):
     "foo.z"() : () -> ()
    ^bb1(%y: i32):
     "foo.z"() : () -> ()
  }, {}) {b, a = 1} : (i32) -> i32
  return
}

// OUT: module {
// OUT:   func.func @f(%arg0: i1, %arg1: index) {
// OUT:     %cst = arith.constant dense<0> : tensor<1xi32>
// OUT:     %0:2 = "foo.x"() : () -> (i32, i32)
// OUT:     %cst_0 = arith.constant 0x7FF0000000000000 : f64
// OUT:     %1 = "foo.y"(%0#1) ({
// OUT:     ^bb0(%arg2: i32):
// OUT:       "foo.z"() : () -> ()
// OUT:     ^bb1(%2: i32):  // no predecessors
// OUT:       "foo.z"() : () -> ()
// OUT:     }, {
// OUT:     }) {a = 1 : i64, b} : (i32) -> i32
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @compare_every_way(%a: i32) {
  %0 = arith.cmpi eq, %a, %a : i32
  %1 = arith.cmpi ne, %a, %a : i32
  %2 = arith.cmpi slt, %a, %a : i32
  %3 = arith.cmpi uge, %a, %a : i32
  return
}

// OUT: module {
// OUT:   func.func @compare_every_way(%arg0: i32) {
// OUT:     %0 = arith.cmpi eq, %arg0, %arg0 : i32
// OUT:     %1 = arith.cmpi ne, %arg0, %arg0 : i32
// OUT:     %2 = arith.cmpi slt, %arg0, %arg0 : i32
// OUT:     %3 = arith.cmpi uge, %arg0, %arg0 : i32
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @compare_floats(%a: vector<4xf32>, %b: tensor<?xf64>) {
  %0 = arith.cmpf oeq, %a, %a : vector<4xf32>
  %1 = arith.cmpf une, %b, %b fastmath<nnan> : tensor<?xf64>
  %2 = arith.cmpf true, %b, %b {t.k} : tensor<?xf64>
  return
}

// OUT: module {
// OUT:   func.func @compare_floats(%arg0: vector<4xf32>, %arg1: tensor<?xf64>) {
// OUT:     %0 = arith.cmpf oeq, %arg0, %arg0 : vector<4xf32>
// OUT:     %1 = arith.cmpf une, %arg1, %arg1 fastmath<nnan> : tensor<?xf64>
// OUT:     %2 = arith.cmpf true, %arg1, %arg1 {t.k} : tensor<?xf64>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @minima(%a: f32, %i: i8) {
  %0 = arith.maximumf %a, %a : f32
  %1 = arith.minnumf %a, %a : f32
  %2 = arith.maxsi %i, %i : i8
  %3 = arith.minui %i, %i : i8
  return
}

// OUT: module {
// OUT:   func.func @minima(%arg0: f32, %arg1: i8) {
// OUT:     %0 = arith.maximumf %arg0, %arg0 : f32
// OUT:     %1 = arith.minnumf %arg0, %arg0 : f32
// OUT:     %2 = arith.maxsi %arg1, %arg1 : i8
// OUT:     %3 = arith.minui %arg1, %arg1 : i8
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @scalable_arithmetic(%a: vector<[4]xf32>, %b: vector<2x[4]xi32>) {
  %0 = arith.addf %a, %a : vector<[4]xf32>
  %1 = arith.xori %b, %b : vector<2x[4]xi32>
  %2 = arith.cmpi slt, %b, %b : vector<2x[4]xi32>
  return
}

// OUT: module {
// OUT:   func.func @scalable_arithmetic(%arg0: vector<[4]xf32>, %arg1: vector<2x[4]xi32>) {
// OUT:     %0 = arith.addf %arg0, %arg0 : vector<[4]xf32>
// OUT:     %1 = arith.xori %arg1, %arg1 : vector<2x[4]xi32>
// OUT:     %2 = arith.cmpi slt, %arg1, %arg1 : vector<2x[4]xi32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @unreachable_block(%a: i32) {
  return
^bb1:
  %0 = arith.addi %1, %1 : i32
  %1 = arith.addi %0, %0 : i32
  cf.br ^bb1
}

// OUT: module {
// OUT:   func.func @unreachable_block(%arg0: i32) {
// OUT:     return
// OUT:   ^bb1:  // pred: ^bb1
// OUT:     %0 = arith.addi %1, %1 : i32
// OUT:     %1 = arith.addi %0, %0 : i32
// OUT:     cf.br ^bb1
// OUT:   }
// OUT: }
// -----

func.func @names_conflict() {
  %0 = arith.constant 0 : index
  %1 = arith.constant 0 : index
  %2 = arith.constant 1 : index
  %3 = arith.constant 1 : index
  return
}

// OUT: module {
// OUT:   func.func @names_conflict() {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c0_0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c1_1 = arith.constant 1 : index
// OUT:     return
// OUT:   }
// OUT: }
