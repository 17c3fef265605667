// RUN: opt --canonicalize

func.func @addi_r_0(%x: i32) -> (i32) {
  %k0 = arith.constant 0 : i32
  %r = arith.addi %x, %k0 : i32
  return %r : i32
}

// OUT: module {
// OUT:   func.func @addi_r_0(%arg0: i32) -> i32 {
// OUT:     return %arg0 : i32
// OUT:   }
// OUT: }
// -----

func.func @chain_addi_subi_0(%x: i32) -> (i32) {
  %k0 = arith.constant 10 : i32
  %k1 = arith.constant 3 : i32
  %m = arith.addi %k0, %x : i32
  %r = arith.subi %k1, %m : i32
  return %r : i32
}

// OUT: module {
// OUT:   func.func @chain_addi_subi_0(%arg0: i32) -> i32 {
// OUT:     %c-7_i32 = arith.constant -7 : i32
// OUT:     %0 = arith.subi %c-7_i32, %arg0 : i32
// OUT:     return %0 : i32
// OUT:   }
// OUT: }
// -----

func.func @chain_subi_subi_3(%x: i32) -> (i32) {
  %k0 = arith.constant 10 : i32
  %k1 = arith.constant 3 : i32
  %m = arith.subi %x, %k0 : i32
  %r = arith.subi %m, %k1 : i32
  return %r : i32
}

// OUT: module {
// OUT:   func.func @chain_subi_subi_3(%arg0: i32) -> i32 {
// OUT:     %c13_i32 = arith.constant 13 : i32
// OUT:     %0 = arith.subi %arg0, %c13_i32 : i32
// OUT:     return %0 : i32
// OUT:   }
// OUT: }
// -----

func.func @chain_subi_addi_2(%x: i32) -> (i32) {
  %k0 = arith.constant 10 : i32
  %k1 = arith.constant 3 : i32
  %m = arith.subi %k0, %x : i32
  %r = arith.addi %m, %k1 : i32
  return %r : i32
}

// OUT: module {
// OUT:   func.func @chain_subi_addi_2(%arg0: i32) -> i32 {
// OUT:     %c13_i32 = arith.constant 13 : i32
// OUT:     %0 = arith.subi %c13_i32, %arg0 : i32
// OUT:     return %0 : i32
// OUT:   }
// OUT: }
// -----

func.func @addneg(%x: i32, %y: i32) -> (i32) {
  %k0 = arith.constant -1 : i32
  %m = arith.muli %y, %k0 : i32
  %r = arith.addi %x, %m : i32
  return %r : i32
}

// OUT: module {
// OUT:   func.func @addneg(%arg0: i32, %arg1: i32) -> i32 {
// OUT:     %0 = arith.subi %arg0, %arg1 : i32
// OUT:     return %0 : i32
// OUT:   }
// OUT: }
// -----

func.func @subadd(%x: i32, %y: i32) -> (i32) {
  %m = arith.subi %x, %y : i32
  %r = arith.addi %m, %y : i32
  return %r : i32
}

// OUT: module {
// OUT:   func.func @subadd(%arg0: i32, %arg1: i32) -> i32 {
// OUT:     return %arg0 : i32
// OUT:   }
// OUT: }
// -----

func.func @addsub2(%x: i32, %y: i32) -> (i32) {
  %m = arith.addi %x, %y : i32
  %r = arith.subi %m, %x : i32
  return %r : i32
}

// OUT: module {
// OUT:   func.func @addsub2(%arg0: i32, %arg1: i32) -> i32 {
// OUT:     return %arg1 : i32
// OUT:   }
// OUT: }
// -----

func.func @subsub(%x: i32, %y: i32) -> (i32) {
  %m = arith.subi %x, %y : i32
  %r = arith.subi %m, %x : i32
  return %r : i32
}

// OUT: module {
// OUT:   func.func @subsub(%arg0: i32, %arg1: i32) -> i32 {
// OUT:     %c0_i32 = arith.constant 0 : i32
// OUT:     %0 = arith.subi %c0_i32, %arg1 : i32
// OUT:     return %0 : i32
// OUT:   }
// OUT: }
// -----

func.func @muldiv(%x: i32, %y: i32) -> (i32) {
  %m = arith.muli %x, %y overflow<nsw> : i32
  %r = arith.divsi %m, %y : i32
  return %r : i32
}

// OUT: module {
// OUT:   func.func @muldiv(%arg0: i32, %arg1: i32) -> i32 {
// OUT:     return %arg0 : i32
// OUT:   }
// OUT: }
// -----

func.func @flags(%x: i32) -> (i32) {
  %k0 = arith.constant 10 : i32
  %m = arith.addi %x, %k0 overflow<nsw, nuw> : i32
  %r = arith.addi %m, %k0 overflow<nsw> : i32
  return %r : i32
}

// OUT: module {
// OUT:   func.func @flags(%arg0: i32) -> i32 {
// OUT:     %c20_i32 = arith.constant 20 : i32
// OUT:     %0 = arith.addi %arg0, %c20_i32 overflow<nsw> : i32
// OUT:     return %0 : i32
// OUT:   }
// OUT: }
// -----

func.func @andi_not(%x: i32) -> (i32) {
  %k = arith.constant -1 : i32
  %m = arith.xori %x, %k : i32
  %r = arith.andi %x, %m : i32
  return %r : i32
}

// OUT: module {
// OUT:   func.func @andi_not(%arg0: i32) -> i32 {
// OUT:     %c0_i32 = arith.constant 0 : i32
// OUT:     return %c0_i32 : i32
// OUT:   }
// OUT: }
// -----

func.func @andi_extui(%s: i8, %t: i8) -> (i32) {
  %m = arith.extui %s : i8 to i32
  %o = arith.extui %t : i8 to i32
  %r = arith.andi %m, %o : i32
  return %r : i32
}

// OUT: module {
// OUT:   func.func @andi_extui(%arg0: i8, %arg1: i8) -> i32 {
// OUT:     %0 = arith.andi %arg0, %arg1 : i8
// OUT:     %1 = arith.extui %0 : i8 to i32
// OUT:     return %1 : i32
// OUT:   }
// OUT: }
// -----

func.func @ori_not(%x: i32) -> (i32) {
  %k = arith.constant -1 : i32
  %m = arith.xori %x, %k : i32
  %r = arith.ori %x, %m : i32
  return %r : i32
}

// OUT: module {
// OUT:   func.func @ori_not(%arg0: i32) -> i32 {
// OUT:     %c-1_i32 = arith.constant -1 : i32
// OUT:     return %c-1_i32 : i32
// OUT:   }
// OUT: }
// -----

func.func @xori_assoc(%x: i32, %y: i32) -> (i32) {
  %m = arith.xori %x, %y : i32
  %r = arith.xori %m, %y : i32
  return %r : i32
}

// OUT: module {
// OUT:   func.func @xori_assoc(%arg0: i32, %arg1: i32) -> i32 {
// OUT:     return %arg0 : i32
// OUT:   }
// OUT: }
// -----

func.func @cmpi_swap_slt(%x: i32) -> (i1) {
  %k = arith.constant 7 : i32
  %r = arith.cmpi slt, %k, %x : i32
  return %r : i1
}

// OUT: module {
// OUT:   func.func @cmpi_swap_slt(%arg0: i32) -> i1 {
// OUT:     %c7_i32 = arith.constant 7 : i32
// OUT:     %0 = arith.cmpi sgt, %arg0, %c7_i32 : i32
// OUT:     return %0 : i1
// OUT:   }
// OUT: }
// -----

func.func @cmpi_selfv_ule(%v: vector<4xi32>) -> (vector<4xi1>) {
  %r = arith.cmpi ule, %v, %v : vector<4xi32>
  return %r : vector<4xi1>
}

// OUT: module {
// OUT:   func.func @cmpi_selfv_ule(%arg0: vector<4xi32>) -> vector<4xi1> {
// OUT:     %cst = arith.constant dense<true> : vector<4xi1>
// OUT:     return %cst : vector<4xi1>
// OUT:   }
// OUT: }
// -----

func.func @cmpi_inv_sgt(%x: i32, %y: i32) -> (i1) {
  %t1 = arith.constant true
  %m = arith.cmpi sgt, %x, %y : i32
  %r = arith.xori %m, %t1 : i1
  return %r : i1
}

// OUT: module {
// OUT:   func.func @cmpi_inv_sgt(%arg0: i32, %arg1: i32) -> i1 {
// OUT:     %0 = arith.cmpi sle, %arg0, %arg1 : i32
// OUT:     return %0 : i1
// OUT:   }
// OUT: }
// -----

func.func @cmpi_extui_eq(%s: i8, %t: i8) -> (i1) {
  %m = arith.extui %s : i8 to i32
  %o = arith.extui %t : i8 to i32
  %r = arith.cmpi eq, %m, %o : i32
  return %r : i1
}

// OUT: module {
// OUT:   func.func @cmpi_extui_eq(%arg0: i8, %arg1: i8) -> i1 {
// OUT:     %0 = arith.cmpi eq, %arg0, %arg1 : i8
// OUT:     return %0 : i1
// OUT:   }
// OUT: }
// -----

func.func @cmpi_extsi0_ne(%c: i1) -> (i1) {
  %k = arith.constant 0 : i32
  %m = arith.extsi %c : i1 to i32
  %r = arith.cmpi ne, %m, %k : i32
  return %r : i1
}

// OUT: module {
// OUT:   func.func @cmpi_extsi0_ne(%arg0: i1) -> i1 {
// OUT:     return %arg0 : i1
// OUT:   }
// OUT: }
// -----

func.func @sel_cmp_eq(%x: i32, %y: i32) -> (i32) {
  %m = arith.cmpi eq, %x, %y : i32
  %r = arith.select %m, %x, %y : i32
  return %r : i32
}

// OUT: module {
// OUT:   func.func @sel_cmp_eq(%arg0: i32, %arg1: i32) -> i32 {
// OUT:     return %arg1 : i32
// OUT:   }
// OUT: }
// -----

func.func @sel_ft(%c: i1) -> (i1) {
  %k = arith.constant true
  %k2 = arith.constant false
  %r = arith.select %c, %k2, %k : i1
  return %r : i1
}

// OUT: module {
// OUT:   func.func @sel_ft(%arg0: i1) -> i1 {
// OUT:     %true = arith.constant true
// OUT:     %0 = arith.xori %arg0, %true : i1
// OUT:     return %0 : i1
// OUT:   }
// OUT: }
// -----

func.func @sel_01(%c: i1) -> (i32) {
  %k = arith.constant 1 : i32
  %k2 = arith.constant 0 : i32
  %r = arith.select %c, %k2, %k : i32
  return %r : i32
}

// OUT: module {
// OUT:   func.func @sel_01(%arg0: i1) -> i32 {
// OUT:     %true = arith.constant true
// OUT:     %0 = arith.xori %arg0, %true : i1
// OUT:     %1 = arith.extui %0 : i1 to i32
// OUT:     return %1 : i32
// OUT:   }
// OUT: }
// -----

func.func @sel_not(%x: i32, %y: i32, %c: i1) -> (i32) {
  %k = arith.constant true
  %m = arith.xori %c, %k : i1
  %r = arith.select %m, %x, %y : i32
  return %r : i32
}

// OUT: module {
// OUT:   func.func @sel_not(%arg0: i32, %arg1: i32, %arg2: i1) -> i32 {
// OUT:     %0 = arith.select %arg2, %arg1, %arg0 : i32
// OUT:     return %0 : i32
// OUT:   }
// OUT: }
// -----

func.func @sel_nest1(%x: i32, %y: i32, %z: i32, %c: i1) -> (i32) {
  %m = arith.select %c, %x, %y : i32
  %r = arith.select %c, %m, %z : i32
  return %r : i32
}

// OUT: module {
// OUT:   func.func @sel_nest1(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: i1) -> i32 {
// OUT:     %0 = arith.select %arg3, %arg0, %arg2 : i32
// OUT:     return %0 : i32
// OUT:   }
// OUT: }
// -----

func.func @trunc_extsi_gt(%x: i32) -> (i8) {
  %m = arith.extsi %x : i32 to i64
  %r = arith.trunci %m : i64 to i8
  return %r : i8
}

// OUT: module {
// OUT:   func.func @trunc_extsi_gt(%arg0: i32) -> i8 {
// OUT:     %0 = arith.trunci %arg0 : i32 to i8
// OUT:     return %0 : i8
// OUT:   }
// OUT: }
// -----

func.func @trunc_extui_lt(%s: i8) -> (i16) {
  %m = arith.extui %s : i8 to i64
  %r = arith.trunci %m : i64 to i16
  return %r : i16
}

// OUT: module {
// OUT:   func.func @trunc_extui_lt(%arg0: i8) -> i16 {
// OUT:     %0 = arith.extui %arg0 : i8 to i16
// OUT:     return %0 : i16
// OUT:   }
// OUT: }
// -----

func.func @truncshr_extsi_24(%x: i32) -> (i8) {
  %k = arith.constant 24 : i32
  %m = arith.shrsi %x, %k : i32
  %r = arith.trunci %m : i32 to i8
  return %r : i8
}

// OUT: module {
// OUT:   func.func @truncshr_extsi_24(%arg0: i32) -> i8 {
// OUT:     %c24_i32 = arith.constant 24 : i32
// OUT:     %0 = arith.shrui %arg0, %c24_i32 : i32
// OUT:     %1 = arith.trunci %0 : i32 to i8
// OUT:     return %1 : i8
// OUT:   }
// OUT: }
// -----

func.func @extf_trunc2(%f: f32) -> (f16) {
  %m = arith.extf %f : f32 to f64
  %r = arith.truncf %m : f64 to f16
  return %r : f16
}

// OUT: module {
// OUT:   func.func @extf_trunc2(%arg0: f32) -> f16 {
// OUT:     %0 = arith.truncf %arg0 : f32 to f16
// OUT:     return %0 : f16
// OUT:   }
// OUT: }
// -----

func.func @index_cast_1(%n: index) -> (index) {
  %m = arith.index_cast %n : index to i64
  %r = arith.index_cast %m : i64 to index
  return %r : index
}

// OUT: module {
// OUT:   func.func @index_cast_1(%arg0: index) -> index {
// OUT:     return %arg0 : index
// OUT:   }
// OUT: }
// -----

func.func @bc1(%x: i32) -> (i32) {
  %m = arith.bitcast %x : i32 to f32
  %r = arith.bitcast %m : f32 to i32
  return %r : i32
}

// OUT: module {
// OUT:   func.func @bc1(%arg0: i32) -> i32 {
// OUT:     return %arg0 : i32
// OUT:   }
// OUT: }
// -----

func.func @maxsi_r_2147483647(%x: i32) -> (i32) {
  %k0 = arith.constant 2147483647 : i32
  %r = arith.maxsi %x, %k0 : i32
  return %r : i32
}

// OUT: module {
// OUT:   func.func @maxsi_r_2147483647(%arg0: i32) -> i32 {
// OUT:     %c2147483647_i32 = arith.constant 2147483647 : i32
// OUT:     return %c2147483647_i32 : i32
// OUT:   }
// OUT: }
// -----

func.func @mulf_neg(%f: f32, %g: f32) -> (f32) {
  %m = arith.negf %f : f32
  %o = arith.negf %g : f32
  %r = arith.mulf %m, %o : f32
  return %r : f32
}

// OUT: module {
// OUT:   func.func @mulf_neg(%arg0: f32, %arg1: f32) -> f32 {
// OUT:     %0 = arith.mulf %arg0, %arg1 : f32
// OUT:     return %0 : f32
// OUT:   }
// OUT: }
// -----

func.func @mulf_fast(%f: f32) -> (f32) {
  %k0 = arith.constant 0.0 : f32
  %r = arith.mulf %f, %k0 fastmath<fast> : f32
  return %r : f32
}

// OUT: module {
// OUT:   func.func @mulf_fast(%arg0: f32) -> f32 {
// OUT:     %cst = arith.constant 0.000000e+00 : f32
// OUT:     return %cst : f32
// OUT:   }
// OUT: }
// -----

func.func @maxnumf_r6(%f: f32) -> (f32) {
  %k0 = arith.constant 0x7FC00000 : f32
  %r = arith.maxnumf %f, %k0 : f32
  return %r : f32
}

// OUT: module {
// OUT:   func.func @maxnumf_r6(%arg0: f32) -> f32 {
// OUT:     return %arg0 : f32
// OUT:   }
// OUT: }
// -----

func.func @cmpf_n_uno(%f: f32) -> (i1) {
  %k0 = arith.constant 0x7FC00000 : f32
  %r = arith.cmpf uno, %f, %k0 : f32
  return %r : i1
}

// OUT: module {
// OUT:   func.func @cmpf_n_uno(%arg0: f32) -> i1 {
// OUT:     %true = arith.constant true
// OUT:     return %true : i1
// OUT:   }
// OUT: }
// -----

func.func @fptosi_300_0() -> (i8) {
  %k0 = arith.constant 300.0 : f32
  %r = arith.fptosi %k0 : f32 to i8
  return %r : i8
}

// OUT: module {
// OUT:   func.func @fptosi_300_0() -> i8 {
// OUT:     %cst = arith.constant 3.000000e+02 : f32
// OUT:     %0 = arith.fptosi %cst : f32 to i8
// OUT:     return %0 : i8
// OUT:   }
// OUT: }
// -----

func.func @truncf_inexact() -> (f16) {
  %k0 = arith.constant 0.1 : f32
  %r = arith.truncf %k0 : f32 to f16
  return %r : f16
}

// OUT: module {
// OUT:   func.func @truncf_inexact() -> f16 {
// OUT:     %cst = arith.constant 1.000000e-01 : f32
// OUT:     %0 = arith.truncf %cst : f32 to f16
// OUT:     return %0 : f16
// OUT:   }
// OUT: }
// -----

func.func @divsi_zero() -> (i32) {
  %k0 = arith.constant 17 : i32
  %k1 = arith.constant 0 : i32
  %r = arith.divsi %k0, %k1 : i32
  return %r : i32
}

// OUT: module {
// OUT:   func.func @divsi_zero() -> i32 {
// OUT:     %c17_i32 = arith.constant 17 : i32
// OUT:     %c0_i32 = arith.constant 0 : i32
// OUT:     %0 = arith.divsi %c17_i32, %c0_i32 : i32
// OUT:     return %0 : i32
// OUT:   }
// OUT: }
// -----

func.func @constorder(%x: i32) -> (i32) {
  %k0 = arith.constant 5 : i32
  %m = arith.addi %x, %k0 : i32
  %k1 = arith.constant 6 : i32
  %o = arith.muli %m, %k1 : i32
  %k2 = arith.constant 5 : i32
  %k3 = arith.constant 7 : i32
  %p = arith.xori %o, %k2 : i32
  %k4 = arith.addi %k3, %k2 : i32
  %r = arith.ori %p, %k4 : i32
  return %r : i32
}

// OUT: module {
// OUT:   func.func @constorder(%arg0: i32) -> i32 {
// OUT:     %c12_i32 = arith.constant 12 : i32
// OUT:     %c6_i32 = arith.constant 6 : i32
// OUT:     %c5_i32 = arith.constant 5 : i32
// OUT:     %0 = arith.addi %arg0, %c5_i32 : i32
// OUT:     %1 = arith.muli %0, %c6_i32 : i32
// OUT:     %2 = arith.xori %1, %c5_i32 : i32
// OUT:     %3 = arith.ori %2, %c12_i32 : i32
// OUT:     return %3 : i32
// OUT:   }
// OUT: }
// -----

func.func @exp_vec() -> (vector<4xf32>) {
  %k0 = arith.constant dense<[1.0, 2.0, 3.0, 4.5]> : vector<4xf32>
  %r = math.exp %k0 : vector<4xf32>
  return %r : vector<4xf32>
}

// OUT: module {
// OUT:   func.func @exp_vec() -> vector<4xf32> {
// OUT:     %cst = arith.constant dense<[2.71828175, 7.3890562, 20.085537, 90.017128]> : vector<4xf32>
// OUT:     return %cst : vector<4xf32>
// OUT:   }
// OUT: }
// -----

func.func @fast_product_with_zero(%x: f32) -> (f32, f32) {
  %zero = arith.constant -0.0 : f32
  %0 = arith.mulf %x, %zero fastmath<nnan,nsz> : f32
  %1 = arith.mulf %x, %zero fastmath<nnan> : f32
  return %0, %1 : f32, f32
}

// OUT: module {
// OUT:   func.func @fast_product_with_zero(%arg0: f32) -> (f32, f32) {
// OUT:     %cst = arith.constant -0.000000e+00 : f32
// OUT:     %0 = arith.mulf %arg0, %cst fastmath<nnan> : f32
// OUT:     return %cst, %0 : f32, f32
// OUT:   }
// OUT: }
