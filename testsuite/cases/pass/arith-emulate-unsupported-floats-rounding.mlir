// RUN: opt --arith-emulate-unsupported-floats=native=f16,round-bf16

// An f64 is rounded to odd in f32 first, and a sum of bf16, which f32 holds well enough, to the nearest.
gpu.module @kernels {
  gpu.func @floats(%x: f64, %a: vector<2xbf16>, %b: vector<2xbf16>) -> (f16, vector<2xbf16>) {
    %0 = arith.truncf %x : f64 to f16
    %1 = arith.addf %a, %b : vector<2xbf16>
    gpu.return %0, %1 : f16, vector<2xbf16>
  }
}

// OUT: module {
// OUT:   gpu.module @kernels {
// OUT:     gpu.func @floats(%arg0: f64, %arg1: vector<2xbf16>, %arg2: vector<2xbf16>) -> (f16, vector<2xbf16>) {
// OUT:       %0 = arith.truncf %arg0 : f64 to f32
// OUT:       %1 = arith.extf %0 : f32 to f64
// OUT:       %2 = arith.cmpf one, %1, %arg0 : f64
// OUT:       %3 = arith.bitcast %arg0 : f64 to i64
// OUT:       %4 = arith.bitcast %1 : f64 to i64
// OUT:       %5 = arith.cmpi ugt, %4, %3 : i64
// OUT:       %6 = arith.andi %5, %2 : i1
// OUT:       %c0_i32 = arith.constant 0 : i32
// OUT:       %c1_i32 = arith.constant 1 : i32
// OUT:       %c-1_i32 = arith.constant -1 : i32
// OUT:       %7 = arith.bitcast %0 : f32 to i32
// OUT:       %8 = arith.select %6, %c-1_i32, %c0_i32 : i32
// OUT:       %9 = arith.addi %7, %8 : i32
// OUT:       %10 = arith.select %2, %c1_i32, %c0_i32 : i32
// OUT:       %11 = arith.ori %9, %10 : i32
// OUT:       %12 = arith.bitcast %11 : i32 to f32
// OUT:       %13 = arith.truncf %12 : f32 to f16
// OUT:       %14 = arith.extf %arg1 : vector<2xbf16> to vector<2xf32>
// OUT:       %15 = arith.extf %arg2 : vector<2xbf16> to vector<2xf32>
// OUT:       %16 = arith.addf %14, %15 : vector<2xf32>
// OUT:       %17 = arith.truncf %16 : vector<2xf32> to vector<2xbf16>
// OUT:       gpu.return %13, %17 : f16, vector<2xbf16>
// OUT:     }
// OUT:   }
// OUT: }
// -----

// An i64 loses the bits that f64 does not hold to one that stands for them; an i32 is exact.
gpu.module @kernels {
  gpu.func @integers(%i: i64, %j: vector<2xi32>) -> (bf16, vector<2xf16>) {
    %0 = arith.sitofp %i : i64 to bf16
    %1 = arith.uitofp %j : vector<2xi32> to vector<2xf16>
    gpu.return %0, %1 : bf16, vector<2xf16>
  }
}

// OUT: module {
// OUT:   gpu.module @kernels {
// OUT:     gpu.func @integers(%arg0: i64, %arg1: vector<2xi32>) -> (bf16, vector<2xf16>) {
// OUT:       %c2047_i64 = arith.constant 2047 : i64
// OUT:       %0 = arith.andi %arg0, %c2047_i64 : i64
// OUT:       %c0_i64 = arith.constant 0 : i64
// OUT:       %c2048_i64 = arith.constant 2048 : i64
// OUT:       %1 = arith.cmpi ne, %0, %c0_i64 : i64
// OUT:       %2 = arith.select %1, %c2048_i64, %c0_i64 : i64
// OUT:       %c-2048_i64 = arith.constant -2048 : i64
// OUT:       %3 = arith.andi %arg0, %c-2048_i64 : i64
// OUT:       %4 = arith.ori %3, %2 : i64
// OUT:       %c53_i64 = arith.constant 53 : i64
// OUT:       %5 = arith.shrsi %arg0, %c53_i64 : i64
// OUT:       %c1_i64 = arith.constant 1 : i64
// OUT:       %6 = arith.addi %5, %c1_i64 : i64
// OUT:       %c1_i64_0 = arith.constant 1 : i64
// OUT:       %7 = arith.cmpi ugt, %6, %c1_i64_0 : i64
// OUT:       %8 = arith.select %7, %4, %arg0 : i64
// OUT:       %9 = arith.sitofp %8 : i64 to f64
// OUT:       %10 = arith.truncf %9 : f64 to f32
// OUT:       %11 = arith.extf %10 : f32 to f64
// OUT:       %12 = arith.cmpf one, %11, %9 : f64
// OUT:       %13 = arith.bitcast %9 : f64 to i64
// OUT:       %14 = arith.bitcast %11 : f64 to i64
// OUT:       %15 = arith.cmpi ugt, %14, %13 : i64
// OUT:       %16 = arith.andi %15, %12 : i1
// OUT:       %c0_i32 = arith.constant 0 : i32
// OUT:       %c1_i32 = arith.constant 1 : i32
// OUT:       %c-1_i32 = arith.constant -1 : i32
// OUT:       %17 = arith.bitcast %10 : f32 to i32
// OUT:       %18 = arith.select %16, %c-1_i32, %c0_i32 : i32
// OUT:       %19 = arith.addi %17, %18 : i32
// OUT:       %20 = arith.select %12, %c1_i32, %c0_i32 : i32
// OUT:       %21 = arith.ori %19, %20 : i32
// OUT:       %22 = arith.bitcast %21 : i32 to f32
// OUT:       %23 = arith.truncf %22 : f32 to bf16
// OUT:       %24 = arith.uitofp %arg1 : vector<2xi32> to vector<2xf64>
// OUT:       %25 = arith.truncf %24 : vector<2xf64> to vector<2xf32>
// OUT:       %26 = arith.extf %25 : vector<2xf32> to vector<2xf64>
// OUT:       %27 = arith.cmpf one, %26, %24 : vector<2xf64>
// OUT:       %28 = arith.bitcast %24 : vector<2xf64> to vector<2xi64>
// OUT:       %29 = arith.bitcast %26 : vector<2xf64> to vector<2xi64>
// OUT:       %30 = arith.cmpi ugt, %29, %28 : vector<2xi64>
// OUT:       %31 = arith.andi %30, %27 : vector<2xi1>
// OUT:       %cst = arith.constant dense<0> : vector<2xi32>
// OUT:       %cst_1 = arith.constant dense<1> : vector<2xi32>
// OUT:       %cst_2 = arith.constant dense<-1> : vector<2xi32>
// OUT:       %32 = arith.bitcast %25 : vector<2xf32> to vector<2xi32>
// OUT:       %33 = arith.select %31, %cst_2, %cst : vector<2xi1>, vector<2xi32>
// OUT:       %34 = arith.addi %32, %33 : vector<2xi32>
// OUT:       %35 = arith.select %27, %cst_1, %cst : vector<2xi1>, vector<2xi32>
// OUT:       %36 = arith.ori %34, %35 : vector<2xi32>
// OUT:       %37 = arith.bitcast %36 : vector<2xi32> to vector<2xf32>
// OUT:       %38 = arith.truncf %37 : vector<2xf32> to vector<2xf16>
// OUT:       gpu.return %23, %38 : bf16, vector<2xf16>
// OUT:     }
// OUT:   }
// OUT: }
// -----

// An f64 holds integers of up to 53 bits. Wider ones than 64 bits, and floats with more than 64, stay.
gpu.module @kernels {
  gpu.func @others(%i: i48, %j: i128, %x: f80) -> (f16, f16, f16) {
    %0 = arith.sitofp %i : i48 to f16
    %1 = arith.sitofp %j : i128 to f16
    %2 = arith.truncf %x : f80 to f16
    gpu.return %0, %1, %2 : f16, f16, f16
  }
}

// OUT: module {
// OUT:   gpu.module @kernels {
// OUT:     gpu.func @others(%arg0: i48, %arg1: i128, %arg2: f80) -> (f16, f16, f16) {
// OUT:       %0 = arith.sitofp %arg0 : i48 to f64
// OUT:       %1 = arith.truncf %0 : f64 to f32
// OUT:       %2 = arith.extf %1 : f32 to f64
// OUT:       %3 = arith.cmpf one, %2, %0 : f64
// OUT:       %4 = arith.bitcast %0 : f64 to i64
// OUT:       %5 = arith.bitcast %2 : f64 to i64
// OUT:       %6 = arith.cmpi ugt, %5, %4 : i64
// OUT:       %7 = arith.andi %6, %3 : i1
// OUT:       %c0_i32 = arith.constant 0 : i32
// OUT:       %c1_i32 = arith.constant 1 : i32
// OUT:       %c-1_i32 = arith.constant -1 : i32
// OUT:       %8 = arith.bitcast %1 : f32 to i32
// OUT:       %9 = arith.select %7, %c-1_i32, %c0_i32 : i32
// OUT:       %10 = arith.addi %8, %9 : i32
// OUT:       %11 = arith.select %3, %c1_i32, %c0_i32 : i32
// OUT:       %12 = arith.ori %10, %11 : i32
// OUT:       %13 = arith.bitcast %12 : i32 to f32
// OUT:       %14 = arith.truncf %13 : f32 to f16
// OUT:       %15 = arith.sitofp %arg1 : i128 to f16
// OUT:       %16 = arith.truncf %arg2 : f80 to f16
// OUT:       gpu.return %14, %15, %16 : f16, f16, f16
// OUT:     }
// OUT:   }
// OUT: }
