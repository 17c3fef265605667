// RUN: roundtrip

func.func @integers(%a: i32, %b: i32, %v: vector<4xi32>) {
  %addi = arith.addi %a, %b : i32
  %subi = arith.subi %a, %b : i32
  %muli = arith.muli %a, %b : i32
  %divsi = arith.divsi %a, %b : i32
  %divui = arith.divui %a, %b : i32
  %ceildivsi = arith.ceildivsi %a, %b : i32
  %ceildivui = arith.ceildivui %a, %b : i32
  %floordivsi = arith.floordivsi %a, %b : i32
  %remsi = arith.remsi %a, %b : i32
  %remui = arith.remui %a, %b : i32
  %andi = arith.andi %a, %b : i32
  %ori = arith.ori %a, %b : i32
  %xori = arith.xori %a, %b : i32
  %shli = arith.shli %a, %b : i32
  %shrsi = arith.shrsi %a, %b : i32
  %shrui = arith.shrui %a, %b : i32
  %maxsi = arith.maxsi %a, %b : i32
  %maxui = arith.maxui %a, %b : i32
  %minsi = arith.minsi %a, %b : i32
  %minui = arith.minui %a, %b : i32
  %nsw = arith.addi %a, %b overflow<nsw> : i32
  %both = arith.shli %a, %b overflow<nsw, nuw> : i32
  %vec = arith.muli %v, %v : vector<4xi32>
  %dict = arith.addi %a, %b {t.key = "x"} : i32
  return
}

// OUT: module {
// OUT:   func.func @integers(%arg0: i32, %arg1: i32, %arg2: vector<4xi32>) {
// OUT:     %0 = arith.addi %arg0, %arg1 : i32
// OUT:     %1 = arith.subi %arg0, %arg1 : i32
// OUT:     %2 = arith.muli %arg0, %arg1 : i32
// OUT:     %3 = arith.divsi %arg0, %arg1 : i32
// OUT:     %4 = arith.divui %arg0, %arg1 : i32
// OUT:     %5 = arith.ceildivsi %arg0, %arg1 : i32
// OUT:     %6 = arith.ceildivui %arg0, %arg1 : i32
// OUT:     %7 = arith.floordivsi %arg0, %arg1 : i32
// OUT:     %8 = arith.remsi %arg0, %arg1 : i32
// OUT:     %9 = arith.remui %arg0, %arg1 : i32
// OUT:     %10 = arith.andi %arg0, %arg1 : i32
// OUT:     %11 = arith.ori %arg0, %arg1 : i32
// OUT:     %12 = arith.xori %arg0, %arg1 : i32
// OUT:     %13 = arith.shli %arg0, %arg1 : i32
// OUT:     %14 = arith.shrsi %arg0, %arg1 : i32
// OUT:     %15 = arith.shrui %arg0, %arg1 : i32
// OUT:     %16 = arith.maxsi %arg0, %arg1 : i32
// OUT:     %17 = arith.maxui %arg0, %arg1 : i32
// OUT:     %18 = arith.minsi %arg0, %arg1 : i32
// OUT:     %19 = arith.minui %arg0, %arg1 : i32
// OUT:     %20 = arith.addi %arg0, %arg1 overflow<nsw> : i32
// OUT:     %21 = arith.shli %arg0, %arg1 overflow<nsw, nuw> : i32
// OUT:     %22 = arith.muli %arg2, %arg2 : vector<4xi32>
// OUT:     %23 = arith.addi %arg0, %arg1 {t.key = "x"} : i32
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @floats(%a: f32, %b: f32, %h: f16) {
  %addf = arith.addf %a, %b : f32
  %subf = arith.subf %a, %b : f32
  %mulf = arith.mulf %a, %b : f32
  %divf = arith.divf %a, %b : f32
  %remf = arith.remf %a, %b : f32
  %maximumf = arith.maximumf %a, %b : f32
  %minimumf = arith.minimumf %a, %b : f32
  %maxnumf = arith.maxnumf %a, %b : f32
  %minnumf = arith.minnumf %a, %b : f32
  %neg = arith.negf %a : f32
  %fast = arith.mulf %a, %b fastmath<contract> : f32
  %some = arith.addf %a, %b fastmath<nnan, ninf> : f32
  %half = arith.addf %h, %h : f16
  return
}

// OUT: module {
// OUT:   func.func @floats(%arg0: f32, %arg1: f32, %arg2: f16) {
// OUT:     %0 = arith.addf %arg0, %arg1 : f32
// OUT:     %1 = arith.subf %arg0, %arg1 : f32
// OUT:     %2 = arith.mulf %arg0, %arg1 : f32
// OUT:     %3 = arith.divf %arg0, %arg1 : f32
// OUT:     %4 = arith.remf %arg0, %arg1 : f32
// OUT:     %5 = arith.maximumf %arg0, %arg1 : f32
// OUT:     %6 = arith.minimumf %arg0, %arg1 : f32
// OUT:     %7 = arith.maxnumf %arg0, %arg1 : f32
// OUT:     %8 = arith.minnumf %arg0, %arg1 : f32
// OUT:     %9 = arith.negf %arg0 : f32
// OUT:     %10 = arith.mulf %arg0, %arg1 fastmath<contract> : f32
// OUT:     %11 = arith.addf %arg0, %arg1 fastmath<nnan,ninf> : f32
// OUT:     %12 = arith.addf %arg2, %arg2 : f16
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @compares(%a: i32, %f: f32, %v: vector<4xf32>, %c: i1, %cv: vector<4xi1>) {
  %ieq = arith.cmpi eq, %a, %a : i32
  %ine = arith.cmpi ne, %a, %a : i32
  %islt = arith.cmpi slt, %a, %a : i32
  %isle = arith.cmpi sle, %a, %a : i32
  %isgt = arith.cmpi sgt, %a, %a : i32
  %isge = arith.cmpi sge, %a, %a : i32
  %iult = arith.cmpi ult, %a, %a : i32
  %iule = arith.cmpi ule, %a, %a : i32
  %iugt = arith.cmpi ugt, %a, %a : i32
  %iuge = arith.cmpi uge, %a, %a : i32
  %ffalse = arith.cmpf false, %f, %f : f32
  %foeq = arith.cmpf oeq, %f, %f : f32
  %fogt = arith.cmpf ogt, %f, %f : f32
  %foge = arith.cmpf oge, %f, %f : f32
  %folt = arith.cmpf olt, %f, %f : f32
  %fole = arith.cmpf ole, %f, %f : f32
  %fone = arith.cmpf one, %f, %f : f32
  %ford = arith.cmpf ord, %f, %f : f32
  %fueq = arith.cmpf ueq, %f, %f : f32
  %fugt = arith.cmpf ugt, %f, %f : f32
  %fuge = arith.cmpf uge, %f, %f : f32
  %fult = arith.cmpf ult, %f, %f : f32
  %fule = arith.cmpf ule, %f, %f : f32
  %fune = arith.cmpf une, %f, %f : f32
  %funo = arith.cmpf uno, %f, %f : f32
  %ftrue = arith.cmpf true, %f, %f : f32
  %v0 = arith.cmpf olt, %v, %v : vector<4xf32>
  %s0 = arith.select %c, %f, %f : f32
  %s1 = arith.select %cv, %v, %v : vector<4xi1>, vector<4xf32>
  return
}

// OUT: module {
// OUT:   func.func @compares(%arg0: i32, %arg1: f32, %arg2: vector<4xf32>, %arg3: i1, %arg4: vector<4xi1>) {
// OUT:     %0 = arith.cmpi eq, %arg0, %arg0 : i32
// OUT:     %1 = arith.cmpi ne, %arg0, %arg0 : i32
// OUT:     %2 = arith.cmpi slt, %arg0, %arg0 : i32
// OUT:     %3 = arith.cmpi sle, %arg0, %arg0 : i32
// OUT:     %4 = arith.cmpi sgt, %arg0, %arg0 : i32
// OUT:     %5 = arith.cmpi sge, %arg0, %arg0 : i32
// OUT:     %6 = arith.cmpi ult, %arg0, %arg0 : i32
// OUT:     %7 = arith.cmpi ule, %arg0, %arg0 : i32
// OUT:     %8 = arith.cmpi ugt, %arg0, %arg0 : i32
// OUT:     %9 = arith.cmpi uge, %arg0, %arg0 : i32
// OUT:     %10 = arith.cmpf false, %arg1, %arg1 : f32
// OUT:     %11 = arith.cmpf oeq, %arg1, %arg1 : f32
// OUT:     %12 = arith.cmpf ogt, %arg1, %arg1 : f32
// OUT:     %13 = arith.cmpf oge, %arg1, %arg1 : f32
// OUT:     %14 = arith.cmpf olt, %arg1, %arg1 : f32
// OUT:     %15 = arith.cmpf ole, %arg1, %arg1 : f32
// OUT:     %16 = arith.cmpf one, %arg1, %arg1 : f32
// OUT:     %17 = arith.cmpf ord, %arg1, %arg1 : f32
// OUT:     %18 = arith.cmpf ueq, %arg1, %arg1 : f32
// OUT:     %19 = arith.cmpf ugt, %arg1, %arg1 : f32
// OUT:     %20 = arith.cmpf uge, %arg1, %arg1 : f32
// OUT:     %21 = arith.cmpf ult, %arg1, %arg1 : f32
// OUT:     %22 = arith.cmpf ule, %arg1, %arg1 : f32
// OUT:     %23 = arith.cmpf une, %arg1, %arg1 : f32
// OUT:     %24 = arith.cmpf uno, %arg1, %arg1 : f32
// OUT:     %25 = arith.cmpf true, %arg1, %arg1 : f32
// OUT:     %26 = arith.cmpf olt, %arg2, %arg2 : vector<4xf32>
// OUT:     %27 = arith.select %arg3, %arg1, %arg1 : f32
// OUT:     %28 = arith.select %arg4, %arg2, %arg2 : vector<4xi1>, vector<4xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @casts(%i: i32, %l: i64, %x: index, %f: f32, %d: f64, %h: bf16) {
  %0 = arith.extsi %i : i32 to i64
  %1 = arith.extui %i : i32 to i64
  %2 = arith.trunci %l : i64 to i32
  %3 = arith.extf %f : f32 to f64
  %4 = arith.truncf %d : f64 to f32
  %5 = arith.sitofp %i : i32 to f32
  %6 = arith.uitofp %i : i32 to f32
  %7 = arith.fptosi %f : f32 to i32
  %8 = arith.fptoui %f : f32 to i32
  %9 = arith.index_cast %x : index to i32
  %10 = arith.index_castui %i : i32 to index
  %11 = arith.bitcast %i : i32 to f32
  %12 = arith.extf %h : bf16 to f32
  return
}

// OUT: module {
// OUT:   func.func @casts(%arg0: i32, %arg1: i64, %arg2: index, %arg3: f32, %arg4: f64, %arg5: bf16) {
// OUT:     %0 = arith.extsi %arg0 : i32 to i64
// OUT:     %1 = arith.extui %arg0 : i32 to i64
// OUT:     %2 = arith.trunci %arg1 : i64 to i32
// OUT:     %3 = arith.extf %arg3 : f32 to f64
// OUT:     %4 = arith.truncf %arg4 : f64 to f32
// OUT:     %5 = arith.sitofp %arg0 : i32 to f32
// OUT:     %6 = arith.uitofp %arg0 : i32 to f32
// OUT:     %7 = arith.fptosi %arg3 : f32 to i32
// OUT:     %8 = arith.fptoui %arg3 : f32 to i32
// OUT:     %9 = arith.index_cast %arg2 : index to i32
// OUT:     %10 = arith.index_castui %arg0 : i32 to index
// OUT:     %11 = arith.bitcast %arg0 : i32 to f32
// OUT:     %12 = arith.extf %arg5 : bf16 to f32
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @constants() {
  %0 = arith.constant 5 : index
  %1 = arith.constant -6 : i32
  %2 = arith.constant 0xFF : i8
  %3 = arith.constant true
  %4 = arith.constant 1.5 : f32
  %5 = arith.constant 0x7FC00000 : f32
  %6 = arith.constant 3.14159274 : f32
  %7 = arith.constant 16777216.0 : f32
  %8 = arith.constant 1.000000e-10 : f64
  %9 = arith.constant dense<[1.0, 2.0]> : vector<2xf32>
  %10 = arith.constant dense<7> : tensor<2x2xi32>
  %11 = arith.constant dense<"0x0000803F00000040"> : tensor<2xf32>
  %12 = arith.constant 0.1 : f16
  return
}

// OUT: module {
// OUT:   func.func @constants() {
// OUT:     %c5 = arith.constant 5 : index
// OUT:     %c-6_i32 = arith.constant -6 : i32
// OUT:     %c-1_i8 = arith.constant -1 : i8
// OUT:     %true = arith.constant true
// OUT:     %cst = arith.constant 1.500000e+00 : f32
// OUT:     %cst_0 = arith.constant 0x7FC00000 : f32
// OUT:     %cst_1 = arith.constant 3.14159274 : f32
// OUT:     %cst_2 = arith.constant 0x4B800000 : f32
// OUT:     %cst_3 = arith.constant 1.000000e-10 : f64
// OUT:     %cst_4 = arith.constant dense<[1.000000e+00, 2.000000e+00]> : vector<2xf32>
// OUT:     %cst_5 = arith.constant dense<7> : tensor<2x2xi32>
// OUT:     %cst_6 = arith.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
// OUT:     %cst_7 = arith.constant 9.997550e-02 : f16
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @scaled(%small: f8E5M2, %exponent: f8E8M0FNU, %large: f32, %v: vector<4xf4E2M1FN>, %w: vector<4xf8E8M0FNU>) {
  %0 = arith.scaling_extf %small, %exponent : f8E5M2, f8E8M0FNU to f32
  %1 = arith.scaling_truncf %large, %exponent : f32, f8E8M0FNU to f8E5M2
  %2 = arith.scaling_truncf %large, %exponent to_nearest_even : f32, f8E8M0FNU to f8E5M2
  %3 = arith.scaling_extf %v, %w fastmath<contract> : vector<4xf4E2M1FN>, vector<4xf8E8M0FNU> to vector<4xf32>
  return
}

// OUT: module {
// OUT:   func.func @scaled(%arg0: f8E5M2, %arg1: f8E8M0FNU, %arg2: f32, %arg3: vector<4xf4E2M1FN>, %arg4: vector<4xf8E8M0FNU>) {
// OUT:     %0 = arith.scaling_extf %arg0, %arg1 : f8E5M2, f8E8M0FNU to f32
// OUT:     %1 = arith.scaling_truncf %arg2, %arg1 : f32, f8E8M0FNU to f8E5M2
// OUT:     %2 = arith.scaling_truncf %arg2, %arg1 to_nearest_even : f32, f8E8M0FNU to f8E5M2
// OUT:     %3 = arith.scaling_extf %arg3, %arg4 fastmath<contract> : vector<4xf4E2M1FN>, vector<4xf8E8M0FNU> to vector<4xf32>
// OUT:     return
// OUT:   }
// OUT: }
