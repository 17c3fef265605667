// RUN: opt --canonicalize

func.func @copysign() -> f32 { %a = arith.constant 2.5 : f32
 %b = arith.constant -1.0 : f32
 %r = math.copysign %a, %b : f32
 return %r : f32 }

// OUT: module {
// OUT:   func.func @copysign() -> f32 {
// OUT:     %cst = arith.constant -2.500000e+00 : f32
// OUT:     return %cst : f32
// OUT:   }
// OUT: }
// -----

func.func @ipowi() -> i32 { %a = arith.constant 3 : i32
 %b = arith.constant 4 : i32
 %r = math.ipowi %a, %b : i32
 return %r : i32 }

// OUT: module {
// OUT:   func.func @ipowi() -> i32 {
// OUT:     %c81_i32 = arith.constant 81 : i32
// OUT:     return %c81_i32 : i32
// OUT:   }
// OUT: }
// -----

func.func @isnormal() -> i1 { %a = arith.constant 2.5 : f32
 %r = math.isnormal %a : f32
 return %r : i1 }

// OUT: module {
// OUT:   func.func @isnormal() -> i1 {
// OUT:     %true = arith.constant true
// OUT:     return %true : i1
// OUT:   }
// OUT: }
// -----

func.func @ctlz() -> (i32, i8) { %a = arith.constant 5 : i32
 %b = arith.constant 0 : i8
 %r = math.ctlz %a : i32
 %s = math.ctlz %b : i8
 return %r, %s : i32, i8 }

// OUT: module {
// OUT:   func.func @ctlz() -> (i32, i8) {
// OUT:     %c29_i32 = arith.constant 29 : i32
// OUT:     %c8_i8 = arith.constant 8 : i8
// OUT:     return %c29_i32, %c8_i8 : i32, i8
// OUT:   }
// OUT: }
// -----

func.func @cttz() -> (i32, i8) { %a = arith.constant 40 : i32
 %b = arith.constant 0 : i8
 %r = math.cttz %a : i32
 %s = math.cttz %b : i8
 return %r, %s : i32, i8 }

// OUT: module {
// OUT:   func.func @cttz() -> (i32, i8) {
// OUT:     %c3_i32 = arith.constant 3 : i32
// OUT:     %c8_i8 = arith.constant 8 : i8
// OUT:     return %c3_i32, %c8_i8 : i32, i8
// OUT:   }
// OUT: }
// -----

func.func @sincos() -> (f32, f32) { %a = arith.constant 0.5 : f32
 %r, %s = math.sincos %a : f32
 return %r, %s : f32, f32 }

// OUT: module {
// OUT:   func.func @sincos() -> (f32, f32) {
// OUT:     %cst = arith.constant 5.000000e-01 : f32
// OUT:     %sin, %cos = math.sincos %cst : f32
// OUT:     return %sin, %cos : f32, f32
// OUT:   }
// OUT: }
// -----

func.func @negacos() -> (f32, f32, f32, f32,f32,f32) { %a = arith.constant -2.5 : f32
 %r = math.acos %a : f32
 %s = math.asin %a : f32
 %t = math.log10 %a : f32
 %u = math.log1p %a : f32
 %v = math.acosh %a : f32
 %w = math.atanh %a : f32
 return %r, %s, %t, %u, %v, %w : f32, f32,f32,f32,f32,f32 }

// OUT: module {
// OUT:   func.func @negacos() -> (f32, f32, f32, f32, f32, f32) {
// OUT:     %cst = arith.constant -2.500000e+00 : f32
// OUT:     %cst_0 = arith.constant 0x7FC00000 : f32
// OUT:     %0 = math.log10 %cst : f32
// OUT:     %1 = math.log1p %cst : f32
// OUT:     return %cst_0, %cst_0, %0, %1, %cst_0, %cst_0 : f32, f32, f32, f32, f32, f32
// OUT:   }
// OUT: }
// -----

func.func @ext(%x: i32) -> (i32, i1, i32, i1, i32, i32) {
 %a = arith.constant -5 : i32
 %b = arith.constant 7 : i32
 %z = arith.constant 0 : i32
 %s, %o = arith.addui_extended %a, %b : i32, i1
 %s1, %o1 = arith.addui_extended %x, %z : i32, i1
 %l, %h = arith.mulsi_extended %a, %b : i32
 return %s, %o, %s1, %o1, %l, %h : i32, i1, i32, i1, i32, i32
}

// OUT: module {
// OUT:   func.func @ext(%arg0: i32) -> (i32, i1, i32, i1, i32, i32) {
// OUT:     %c2_i32 = arith.constant 2 : i32
// OUT:     %true = arith.constant true
// OUT:     %false = arith.constant false
// OUT:     %c-35_i32 = arith.constant -35 : i32
// OUT:     %c-1_i32 = arith.constant -1 : i32
// OUT:     return %c2_i32, %true, %arg0, %false, %c-35_i32, %c-1_i32 : i32, i1, i32, i1, i32, i32
// OUT:   }
// OUT: }
// -----

func.func @ext2(%x: i32, %y: i32) -> (i32, i32, i32, i32, i32, i32) {
 %z = arith.constant 0 : i32
 %one = arith.constant 1 : i32
 %l, %h = arith.mulsi_extended %x, %one : i32
 %l1, %h1 = arith.mului_extended %x, %one : i32
 %l2, %h2 = arith.mului_extended %x, %z : i32
 return %l, %h, %l1, %h1, %l2, %h2 : i32, i32, i32, i32, i32, i32
}

// OUT: module {
// OUT:   func.func @ext2(%arg0: i32, %arg1: i32) -> (i32, i32, i32, i32, i32, i32) {
// OUT:     %c0_i32 = arith.constant 0 : i32
// OUT:     %0 = arith.cmpi slt, %arg0, %c0_i32 : i32
// OUT:     %1 = arith.extsi %0 : i1 to i32
// OUT:     return %arg0, %1, %arg0, %c0_i32, %c0_i32, %c0_i32 : i32, i32, i32, i32, i32, i32
// OUT:   }
// OUT: }
// -----

func.func @ext3(%x: i32, %y: i32) -> (i32, i32, i32) {
 %l, %h = arith.mulsi_extended %x, %y : i32
 %l1, %h1 = arith.mului_extended %x, %y : i32
 %s, %o = arith.addui_extended %x, %y : i32, i1
 return %l, %l1, %s : i32, i32, i32
}

// OUT: module {
// OUT:   func.func @ext3(%arg0: i32, %arg1: i32) -> (i32, i32, i32) {
// OUT:     %0 = arith.muli %arg0, %arg1 : i32
// OUT:     %1 = arith.muli %arg0, %arg1 : i32
// OUT:     %2 = arith.addi %arg0, %arg1 : i32
// OUT:     return %0, %1, %2 : i32, i32, i32
// OUT:   }
// OUT: }
// -----

// The only bit of an i1 is its sign: 1 is -1 there, and the upper half of a product with it is not the sign.
func.func @ext4(%x: i1) -> (i1, i1) {
 %one = arith.constant true
 %l, %h = arith.mulsi_extended %x, %one : i1
 return %l, %h : i1, i1
}

// OUT: module {
// OUT:   func.func @ext4(%arg0: i1) -> (i1, i1) {
// OUT:     %true = arith.constant true
// OUT:     %low, %high = arith.mulsi_extended %arg0, %true : i1
// OUT:     return %low, %high : i1, i1
// OUT:   }
// OUT: }
