// RUN: opt --expand-integer-arith

// A quotient of 32 bits: an approximated reciprocal, one Newton step, the estimate, two corrections.
func.func @unsigned(%a: i32, %b: i32) -> i32 {
  %q = arith.divui %a, %b : i32
  return %q : i32
}

// OUT: module {
// OUT:   func.func @unsigned(%arg0: i32, %arg1: i32) -> i32 {
// OUT:     %0 = arith.uitofp %arg1 : i32 to f32
// OUT:     %cst = arith.constant 4.29496678E+9 : f32
// OUT:     %1 = arith.divf %cst, %0 fastmath<afn> : f32
// OUT:     %2 = arith.fptoui %1 : f32 to i32
// OUT:     %c0_i32 = arith.constant 0 : i32
// OUT:     %3 = arith.muli %arg1, %2 : i32
// OUT:     %4 = arith.subi %c0_i32, %3 : i32
// OUT:     %5 = arith.extui %2 : i32 to i64
// OUT:     %6 = arith.extui %4 : i32 to i64
// OUT:     %7 = arith.muli %5, %6 : i64
// OUT:     %c32_i64 = arith.constant 32 : i64
// OUT:     %8 = arith.shrui %7, %c32_i64 : i64
// OUT:     %9 = arith.trunci %8 : i64 to i32
// OUT:     %10 = arith.addi %2, %9 : i32
// OUT:     %11 = arith.extui %arg0 : i32 to i64
// OUT:     %12 = arith.extui %10 : i32 to i64
// OUT:     %13 = arith.muli %11, %12 : i64
// OUT:     %c32_i64_0 = arith.constant 32 : i64
// OUT:     %14 = arith.shrui %13, %c32_i64_0 : i64
// OUT:     %15 = arith.trunci %14 : i64 to i32
// OUT:     %16 = arith.muli %15, %arg1 : i32
// OUT:     %17 = arith.subi %arg0, %16 : i32
// OUT:     %18 = arith.cmpi uge, %17, %arg1 : i32
// OUT:     %c1_i32 = arith.constant 1 : i32
// OUT:     %19 = arith.addi %15, %c1_i32 : i32
// OUT:     %20 = arith.subi %17, %arg1 : i32
// OUT:     %21 = arith.select %18, %19, %15 : i32
// OUT:     %22 = arith.select %18, %20, %17 : i32
// OUT:     %23 = arith.cmpi uge, %22, %arg1 : i32
// OUT:     %c1_i32_1 = arith.constant 1 : i32
// OUT:     %24 = arith.addi %21, %c1_i32_1 : i32
// OUT:     %25 = arith.subi %22, %arg1 : i32
// OUT:     %26 = arith.select %23, %24, %21 : i32
// OUT:     %27 = arith.select %23, %25, %22 : i32
// OUT:     return %26 : i32
// OUT:   }
// OUT: }
// -----

// The remainder has the sign of the dividend; a narrow integer is widened.
func.func @signed(%a: i16, %b: i16) -> i16 {
  %r = arith.remsi %a, %b : i16
  return %r : i16
}

// OUT: module {
// OUT:   func.func @signed(%arg0: i16, %arg1: i16) -> i16 {
// OUT:     %0 = arith.extsi %arg0 : i16 to i32
// OUT:     %1 = arith.extsi %arg1 : i16 to i32
// OUT:     %c31_i32 = arith.constant 31 : i32
// OUT:     %2 = arith.shrsi %0, %c31_i32 : i32
// OUT:     %c31_i32_0 = arith.constant 31 : i32
// OUT:     %3 = arith.shrsi %1, %c31_i32_0 : i32
// OUT:     %4 = arith.xori %0, %2 : i32
// OUT:     %5 = arith.subi %4, %2 : i32
// OUT:     %6 = arith.xori %1, %3 : i32
// OUT:     %7 = arith.subi %6, %3 : i32
// OUT:     %8 = arith.uitofp %7 : i32 to f32
// OUT:     %cst = arith.constant 4.29496678E+9 : f32
// OUT:     %9 = arith.divf %cst, %8 fastmath<afn> : f32
// OUT:     %10 = arith.fptoui %9 : f32 to i32
// OUT:     %c0_i32 = arith.constant 0 : i32
// OUT:     %11 = arith.muli %7, %10 : i32
// OUT:     %12 = arith.subi %c0_i32, %11 : i32
// OUT:     %13 = arith.extui %10 : i32 to i64
// OUT:     %14 = arith.extui %12 : i32 to i64
// OUT:     %15 = arith.muli %13, %14 : i64
// OUT:     %c32_i64 = arith.constant 32 : i64
// OUT:     %16 = arith.shrui %15, %c32_i64 : i64
// OUT:     %17 = arith.trunci %16 : i64 to i32
// OUT:     %18 = arith.addi %10, %17 : i32
// OUT:     %19 = arith.extui %5 : i32 to i64
// OUT:     %20 = arith.extui %18 : i32 to i64
// OUT:     %21 = arith.muli %19, %20 : i64
// OUT:     %c32_i64_1 = arith.constant 32 : i64
// OUT:     %22 = arith.shrui %21, %c32_i64_1 : i64
// OUT:     %23 = arith.trunci %22 : i64 to i32
// OUT:     %24 = arith.muli %23, %7 : i32
// OUT:     %25 = arith.subi %5, %24 : i32
// OUT:     %26 = arith.cmpi uge, %25, %7 : i32
// OUT:     %c1_i32 = arith.constant 1 : i32
// OUT:     %27 = arith.addi %23, %c1_i32 : i32
// OUT:     %28 = arith.subi %25, %7 : i32
// OUT:     %29 = arith.select %26, %27, %23 : i32
// OUT:     %30 = arith.select %26, %28, %25 : i32
// OUT:     %31 = arith.cmpi uge, %30, %7 : i32
// OUT:     %c1_i32_2 = arith.constant 1 : i32
// OUT:     %32 = arith.addi %29, %c1_i32_2 : i32
// OUT:     %33 = arith.subi %30, %7 : i32
// OUT:     %34 = arith.select %31, %32, %29 : i32
// OUT:     %35 = arith.select %31, %33, %30 : i32
// OUT:     %36 = arith.xori %35, %2 : i32
// OUT:     %37 = arith.subi %36, %2 : i32
// OUT:     %38 = arith.trunci %37 : i32 to i16
// OUT:     return %38 : i16
// OUT:   }
// OUT: }
// -----

// In 64 bits, most operands fit 32.
func.func @wide(%a: index, %b: index) -> index {
  %q = arith.divui %a, %b : index
  return %q : index
}

// OUT: module {
// OUT:   func.func @wide(%arg0: index, %arg1: index) -> index {
// OUT:     %0 = arith.index_castui %arg0 : index to i64
// OUT:     %1 = arith.index_castui %arg1 : index to i64
// OUT:     %2 = arith.ori %0, %1 : i64
// OUT:     %c32_i64 = arith.constant 32 : i64
// OUT:     %3 = arith.shrui %2, %c32_i64 : i64
// OUT:     %4 = arith.trunci %3 : i64 to i32
// OUT:     %c0_i32 = arith.constant 0 : i32
// OUT:     %5 = arith.cmpi eq, %4, %c0_i32 : i32
// OUT:     %6 = scf.if %5 -> (i64) {
// OUT:       %8 = arith.trunci %0 : i64 to i32
// OUT:       %9 = arith.trunci %1 : i64 to i32
// OUT:       %10 = arith.uitofp %9 : i32 to f32
// OUT:       %cst = arith.constant 4.29496678E+9 : f32
// OUT:       %11 = arith.divf %cst, %10 fastmath<afn> : f32
// OUT:       %12 = arith.fptoui %11 : f32 to i32
// OUT:       %c0_i32_0 = arith.constant 0 : i32
// OUT:       %13 = arith.muli %9, %12 : i32
// OUT:       %14 = arith.subi %c0_i32_0, %13 : i32
// OUT:       %15 = arith.extui %12 : i32 to i64
// OUT:       %16 = arith.extui %14 : i32 to i64
// OUT:       %17 = arith.muli %15, %16 : i64
// OUT:       %c32_i64_1 = arith.constant 32 : i64
// OUT:       %18 = arith.shrui %17, %c32_i64_1 : i64
// OUT:       %19 = arith.trunci %18 : i64 to i32
// OUT:       %20 = arith.addi %12, %19 : i32
// OUT:       %21 = arith.extui %8 : i32 to i64
// OUT:       %22 = arith.extui %20 : i32 to i64
// OUT:       %23 = arith.muli %21, %22 : i64
// OUT:       %c32_i64_2 = arith.constant 32 : i64
// OUT:       %24 = arith.shrui %23, %c32_i64_2 : i64
// OUT:       %25 = arith.trunci %24 : i64 to i32
// OUT:       %26 = arith.muli %25, %9 : i32
// OUT:       %27 = arith.subi %8, %26 : i32
// OUT:       %28 = arith.cmpi uge, %27, %9 : i32
// OUT:       %c1_i32 = arith.constant 1 : i32
// OUT:       %29 = arith.addi %25, %c1_i32 : i32
// OUT:       %30 = arith.subi %27, %9 : i32
// OUT:       %31 = arith.select %28, %29, %25 : i32
// OUT:       %32 = arith.select %28, %30, %27 : i32
// OUT:       %33 = arith.cmpi uge, %32, %9 : i32
// OUT:       %c1_i32_3 = arith.constant 1 : i32
// OUT:       %34 = arith.addi %31, %c1_i32_3 : i32
// OUT:       %35 = arith.subi %32, %9 : i32
// OUT:       %36 = arith.select %33, %34, %31 : i32
// OUT:       %37 = arith.select %33, %35, %32 : i32
// OUT:       %38 = arith.extui %36 : i32 to i64
// OUT:       scf.yield %38 : i64
// OUT:     } else {
// OUT:       %8 = arith.trunci %1 : i64 to i32
// OUT:       %c32_i64_0 = arith.constant 32 : i64
// OUT:       %9 = arith.shrui %1, %c32_i64_0 : i64
// OUT:       %10 = arith.trunci %9 : i64 to i32
// OUT:       %11 = arith.uitofp %8 : i32 to f32
// OUT:       %12 = arith.uitofp %10 : i32 to f32
// OUT:       %cst = arith.constant 4.2949673E+9 : f32
// OUT:       %cst_1 = arith.constant 2.32830644E-10 : f32
// OUT:       %cst_2 = arith.constant -4.2949673E+9 : f32
// OUT:       %13 = math.fma %12, %cst, %11 : f32
// OUT:       %cst_3 = arith.constant 1.84467397E+19 : f32
// OUT:       %14 = arith.divf %cst_3, %13 fastmath<afn> : f32
// OUT:       %15 = arith.mulf %14, %cst_1 : f32
// OUT:       %16 = math.trunc %15 : f32
// OUT:       %17 = math.fma %16, %cst_2, %14 : f32
// OUT:       %18 = arith.fptoui %17 : f32 to i32
// OUT:       %19 = arith.fptoui %16 : f32 to i32
// OUT:       %20 = arith.extui %18 : i32 to i64
// OUT:       %21 = arith.extui %19 : i32 to i64
// OUT:       %c32_i64_4 = arith.constant 32 : i64
// OUT:       %22 = arith.shli %21, %c32_i64_4 : i64
// OUT:       %23 = arith.ori %22, %20 : i64
// OUT:       %c0_i64 = arith.constant 0 : i64
// OUT:       %24 = arith.muli %1, %23 : i64
// OUT:       %25 = arith.subi %c0_i64, %24 : i64
// OUT:       %26 = arith.trunci %23 : i64 to i32
// OUT:       %c32_i64_5 = arith.constant 32 : i64
// OUT:       %27 = arith.shrui %23, %c32_i64_5 : i64
// OUT:       %28 = arith.trunci %27 : i64 to i32
// OUT:       %29 = arith.extui %26 : i32 to i64
// OUT:       %30 = arith.extui %28 : i32 to i64
// OUT:       %31 = arith.trunci %25 : i64 to i32
// OUT:       %c32_i64_6 = arith.constant 32 : i64
// OUT:       %32 = arith.shrui %25, %c32_i64_6 : i64
// OUT:       %33 = arith.trunci %32 : i64 to i32
// OUT:       %34 = arith.extui %31 : i32 to i64
// OUT:       %35 = arith.extui %33 : i32 to i64
// OUT:       %36 = arith.muli %29, %34 : i64
// OUT:       %c32_i64_7 = arith.constant 32 : i64
// OUT:       %37 = arith.shrui %36, %c32_i64_7 : i64
// OUT:       %38 = arith.muli %30, %34 : i64
// OUT:       %39 = arith.addi %38, %37 : i64
// OUT:       %40 = arith.muli %29, %35 : i64
// OUT:       %41 = arith.trunci %39 : i64 to i32
// OUT:       %42 = arith.extui %41 : i32 to i64
// OUT:       %43 = arith.addi %40, %42 : i64
// OUT:       %44 = arith.muli %30, %35 : i64
// OUT:       %c32_i64_8 = arith.constant 32 : i64
// OUT:       %45 = arith.shrui %39, %c32_i64_8 : i64
// OUT:       %c32_i64_9 = arith.constant 32 : i64
// OUT:       %46 = arith.shrui %43, %c32_i64_9 : i64
// OUT:       %47 = arith.addi %45, %46 : i64
// OUT:       %48 = arith.addi %44, %47 : i64
// OUT:       %49 = arith.addi %23, %48 : i64
// OUT:       %c0_i64_10 = arith.constant 0 : i64
// OUT:       %50 = arith.muli %1, %49 : i64
// OUT:       %51 = arith.subi %c0_i64_10, %50 : i64
// OUT:       %52 = arith.trunci %49 : i64 to i32
// OUT:       %c32_i64_11 = arith.constant 32 : i64
// OUT:       %53 = arith.shrui %49, %c32_i64_11 : i64
// OUT:       %54 = arith.trunci %53 : i64 to i32
// OUT:       %55 = arith.extui %52 : i32 to i64
// OUT:       %56 = arith.extui %54 : i32 to i64
// OUT:       %57 = arith.trunci %51 : i64 to i32
// OUT:       %c32_i64_12 = arith.constant 32 : i64
// OUT:       %58 = arith.shrui %51, %c32_i64_12 : i64
// OUT:       %59 = arith.trunci %58 : i64 to i32
// OUT:       %60 = arith.extui %57 : i32 to i64
// OUT:       %61 = arith.extui %59 : i32 to i64
// OUT:       %62 = arith.muli %55, %60 : i64
// OUT:       %c32_i64_13 = arith.constant 32 : i64
// OUT:       %63 = arith.shrui %62, %c32_i64_13 : i64
// OUT:       %64 = arith.muli %56, %60 : i64
// OUT:       %65 = arith.addi %64, %63 : i64
// OUT:       %66 = arith.muli %55, %61 : i64
// OUT:       %67 = arith.trunci %65 : i64 to i32
// OUT:       %68 = arith.extui %67 : i32 to i64
// OUT:       %69 = arith.addi %66, %68 : i64
// OUT:       %70 = arith.muli %56, %61 : i64
// OUT:       %c32_i64_14 = arith.constant 32 : i64
// OUT:       %71 = arith.shrui %65, %c32_i64_14 : i64
// OUT:       %c32_i64_15 = arith.constant 32 : i64
// OUT:       %72 = arith.shrui %69, %c32_i64_15 : i64
// OUT:       %73 = arith.addi %71, %72 : i64
// OUT:       %74 = arith.addi %70, %73 : i64
// OUT:       %75 = arith.addi %49, %74 : i64
// OUT:       %76 = arith.trunci %0 : i64 to i32
// OUT:       %c32_i64_16 = arith.constant 32 : i64
// OUT:       %77 = arith.shrui %0, %c32_i64_16 : i64
// OUT:       %78 = arith.trunci %77 : i64 to i32
// OUT:       %79 = arith.extui %76 : i32 to i64
// OUT:       %80 = arith.extui %78 : i32 to i64
// OUT:       %81 = arith.trunci %75 : i64 to i32
// OUT:       %c32_i64_17 = arith.constant 32 : i64
// OUT:       %82 = arith.shrui %75, %c32_i64_17 : i64
// OUT:       %83 = arith.trunci %82 : i64 to i32
// OUT:       %84 = arith.extui %81 : i32 to i64
// OUT:       %85 = arith.extui %83 : i32 to i64
// OUT:       %86 = arith.muli %79, %84 : i64
// OUT:       %c32_i64_18 = arith.constant 32 : i64
// OUT:       %87 = arith.shrui %86, %c32_i64_18 : i64
// OUT:       %88 = arith.muli %80, %84 : i64
// OUT:       %89 = arith.addi %88, %87 : i64
// OUT:       %90 = arith.muli %79, %85 : i64
// OUT:       %91 = arith.trunci %89 : i64 to i32
// OUT:       %92 = arith.extui %91 : i32 to i64
// OUT:       %93 = arith.addi %90, %92 : i64
// OUT:       %94 = arith.muli %80, %85 : i64
// OUT:       %c32_i64_19 = arith.constant 32 : i64
// OUT:       %95 = arith.shrui %89, %c32_i64_19 : i64
// OUT:       %c32_i64_20 = arith.constant 32 : i64
// OUT:       %96 = arith.shrui %93, %c32_i64_20 : i64
// OUT:       %97 = arith.addi %95, %96 : i64
// OUT:       %98 = arith.addi %94, %97 : i64
// OUT:       %99 = arith.muli %98, %1 : i64
// OUT:       %100 = arith.subi %0, %99 : i64
// OUT:       %101 = arith.cmpi uge, %100, %1 : i64
// OUT:       %c1_i64 = arith.constant 1 : i64
// OUT:       %102 = arith.addi %98, %c1_i64 : i64
// OUT:       %103 = arith.subi %100, %1 : i64
// OUT:       %104 = arith.select %101, %102, %98 : i64
// OUT:       %105 = arith.select %101, %103, %100 : i64
// OUT:       %106 = arith.cmpi uge, %105, %1 : i64
// OUT:       %c1_i64_21 = arith.constant 1 : i64
// OUT:       %107 = arith.addi %104, %c1_i64_21 : i64
// OUT:       %108 = arith.subi %105, %1 : i64
// OUT:       %109 = arith.select %106, %107, %104 : i64
// OUT:       %110 = arith.select %106, %108, %105 : i64
// OUT:       scf.yield %109 : i64
// OUT:     }
// OUT:     %7 = arith.index_castui %6 : i64 to index
// OUT:     return %7 : index
// OUT:   }
// OUT: }
// -----

// Both halves are exact in f64; f32 sees a bit for those that are lost.
func.func @to_float(%a: i64) -> (f64, f32) {
  %0 = arith.sitofp %a : i64 to f64
  %1 = arith.uitofp %a : i64 to f32
  return %0, %1 : f64, f32
}

// OUT: module {
// OUT:   func.func @to_float(%arg0: i64) -> (f64, f32) {
// OUT:     %0 = arith.trunci %arg0 : i64 to i32
// OUT:     %c32_i64 = arith.constant 32 : i64
// OUT:     %1 = arith.shrui %arg0, %c32_i64 : i64
// OUT:     %2 = arith.trunci %1 : i64 to i32
// OUT:     %3 = arith.sitofp %2 : i32 to f64
// OUT:     %4 = arith.uitofp %0 : i32 to f64
// OUT:     %cst = arith.constant 0x41F0000000000000 : f64
// OUT:     %5 = math.fma %3, %cst, %4 : f64
// OUT:     %c2047_i64 = arith.constant 2047 : i64
// OUT:     %6 = arith.andi %arg0, %c2047_i64 : i64
// OUT:     %c0_i64 = arith.constant 0 : i64
// OUT:     %c2048_i64 = arith.constant 2048 : i64
// OUT:     %7 = arith.cmpi ne, %6, %c0_i64 : i64
// OUT:     %8 = arith.select %7, %c2048_i64, %c0_i64 : i64
// OUT:     %c-2048_i64 = arith.constant -2048 : i64
// OUT:     %9 = arith.andi %arg0, %c-2048_i64 : i64
// OUT:     %10 = arith.ori %9, %8 : i64
// OUT:     %c53_i64 = arith.constant 53 : i64
// OUT:     %11 = arith.shrui %arg0, %c53_i64 : i64
// OUT:     %c0_i64_0 = arith.constant 0 : i64
// OUT:     %12 = arith.cmpi ugt, %11, %c0_i64_0 : i64
// OUT:     %13 = arith.select %12, %10, %arg0 : i64
// OUT:     %14 = arith.trunci %13 : i64 to i32
// OUT:     %c32_i64_1 = arith.constant 32 : i64
// OUT:     %15 = arith.shrui %13, %c32_i64_1 : i64
// OUT:     %16 = arith.trunci %15 : i64 to i32
// OUT:     %17 = arith.uitofp %16 : i32 to f64
// OUT:     %18 = arith.uitofp %14 : i32 to f64
// OUT:     %cst_2 = arith.constant 0x41F0000000000000 : f64
// OUT:     %19 = math.fma %17, %cst_2, %18 : f64
// OUT:     %20 = arith.truncf %19 : f64 to f32
// OUT:     return %5, %20 : f64, f32
// OUT:   }
// OUT: }
// -----

func.func @to_int(%x: f32) -> i64 {
  %0 = arith.fptosi %x : f32 to i64
  return %0 : i64
}

// OUT: module {
// OUT:   func.func @to_int(%arg0: f32) -> i64 {
// OUT:     %0 = arith.extf %arg0 : f32 to f64
// OUT:     %cst = arith.constant 2.3283064365386963E-10 : f64
// OUT:     %cst_0 = arith.constant 0xC1F0000000000000 : f64
// OUT:     %1 = math.trunc %0 : f64
// OUT:     %2 = arith.mulf %1, %cst : f64
// OUT:     %3 = math.floor %2 : f64
// OUT:     %4 = math.fma %3, %cst_0, %1 : f64
// OUT:     %5 = arith.fptosi %3 : f64 to i32
// OUT:     %6 = arith.fptoui %4 : f64 to i32
// OUT:     %7 = arith.extui %6 : i32 to i64
// OUT:     %8 = arith.extui %5 : i32 to i64
// OUT:     %c32_i64 = arith.constant 32 : i64
// OUT:     %9 = arith.shli %8, %c32_i64 : i64
// OUT:     %10 = arith.ori %9, %7 : i64
// OUT:     return %10 : i64
// OUT:   }
// OUT: }
// -----

// Conversions of 32 bits, and vectors, stay.
func.func @stays(%a: i32, %v: vector<2xi32>) -> (f32, vector<2xi32>) {
  %0 = arith.sitofp %a : i32 to f32
  %1 = arith.divsi %v, %v : vector<2xi32>
  return %0, %1 : f32, vector<2xi32>
}

// OUT: module {
// OUT:   func.func @stays(%arg0: i32, %arg1: vector<2xi32>) -> (f32, vector<2xi32>) {
// OUT:     %0 = arith.sitofp %arg0 : i32 to f32
// OUT:     %1 = arith.divsi %arg1, %arg1 : vector<2xi32>
// OUT:     return %0, %1 : f32, vector<2xi32>
// OUT:   }
// OUT: }
