// RUN: opt --gpu-emit-kernels --canonicalize

// A product in tiles of 16 rows and columns, of which a thread computes 2 rows and 4 columns.
func.func @product(%a: memref<32x16xf32> {llvm.align = 16 : i64}, %b: memref<16x32xf32> {llvm.align = 16 : i64}, %c: memref<32x32xf32> {llvm.align = 16 : i64, llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  scf.parallel (%i, %j) = (%c0, %c0) to (%c32, %c32) step (%c1, %c1) {
    %t = scf.for %k = %c0 to %c16 step %c1 iter_args(%s = %zero) -> (f32) {
      %p = memref.load %a[%i, %k] : memref<32x16xf32>
      %q = memref.load %b[%k, %j] : memref<16x32xf32>
      %t = math.fma %p, %q, %s : f32
      scf.yield %t : f32
    }
    memref.store %t, %c[%i, %j] : memref<32x32xf32>
    scf.reduce
  } {warpline.schedule = {block = [16, 16], class = "contraction", reduce = 8, thread = [2, 4]}}
  return
}

// OUT: module {
// OUT:   func.func @product(%arg0: memref<32x16xf32> {llvm.align = 16 : i64}, %arg1: memref<16x32xf32> {llvm.align = 16 : i64}, %arg2: memref<32x32xf32> {llvm.align = 16 : i64, llvm.noalias}) {
// OUT:     %cst = arith.constant dense<0.000000e+00> : vector<4xf32>
// OUT:     %c7 = arith.constant 7 : index
// OUT:     %c6 = arith.constant 6 : index
// OUT:     %c5 = arith.constant 5 : index
// OUT:     %c3 = arith.constant 3 : index
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c16 = arith.constant 16 : index
// OUT:     %c32 = arith.constant 32 : index
// OUT:     %c2 = arith.constant 2 : index
// OUT:     %c4 = arith.constant 4 : index
// OUT:     %c8 = arith.constant 8 : index
// OUT:     gpu.launch blocks(%arg3, %arg4, %arg5) in (%arg9 = %c4, %arg10 = %c1, %arg11 = %c1) threads(%arg6, %arg7, %arg8) in (%arg12 = %c32, %arg13 = %c1, %arg14 = %c1) function(@contraction_32x32x16) workgroup(%arg15 : memref<8x20xf32, #gpu.address_space<workgroup>>, %arg16 : memref<8x20xf32, #gpu.address_space<workgroup>>) {
// OUT:       %0 = arith.divui %arg3, %c2 : index
// OUT:       %1 = arith.remui %arg3, %c2 : index
// OUT:       %2 = arith.divui %arg6, %c4 : index
// OUT:       %3 = arith.remui %arg6, %c4 : index
// OUT:       %4 = arith.muli %0, %c16 : index
// OUT:       %5 = arith.muli %2, %c2 : index
// OUT:       %6 = arith.muli %1, %c16 : index
// OUT:       %7 = arith.muli %3, %c4 : index
// OUT:       %8 = arith.divui %arg6, %c2 : index
// OUT:       %9 = arith.remui %arg6, %c2 : index
// OUT:       %10 = arith.muli %9, %c4 : index
// OUT:       %11 = arith.addi %4, %8 : index
// OUT:       %12 = arith.divui %arg6, %c4 : index
// OUT:       %13 = arith.remui %arg6, %c4 : index
// OUT:       %14 = arith.muli %13, %c4 : index
// OUT:       %15 = arith.addi %6, %14 : index
// OUT:       %16:2 = scf.for %arg17 = %c0 to %c16 step %c8 iter_args(%arg18 = %cst, %arg19 = %cst) -> (vector<4xf32>, vector<4xf32>) {
// OUT:         %31 = arith.addi %arg17, %10 : index
// OUT:         %32 = vector.load %arg0[%11, %31] {alignment = 16 : i64} : memref<32x16xf32>, vector<4xf32>
// OUT:         %33 = vector.extract %32[0] : f32 from vector<4xf32>
// OUT:         memref.store %33, %arg15[%10, %8] : memref<8x20xf32, #gpu.address_space<workgroup>>
// OUT:         %34 = vector.extract %32[1] : f32 from vector<4xf32>
// OUT:         %35 = arith.addi %10, %c1 : index
// OUT:         memref.store %34, %arg15[%35, %8] : memref<8x20xf32, #gpu.address_space<workgroup>>
// OUT:         %36 = vector.extract %32[2] : f32 from vector<4xf32>
// OUT:         %37 = arith.addi %10, %c2 : index
// OUT:         memref.store %36, %arg15[%37, %8] : memref<8x20xf32, #gpu.address_space<workgroup>>
// OUT:         %38 = vector.extract %32[3] : f32 from vector<4xf32>
// OUT:         %39 = arith.addi %10, %c3 : index
// OUT:         memref.store %38, %arg15[%39, %8] : memref<8x20xf32, #gpu.address_space<workgroup>>
// OUT:         %40 = arith.addi %arg17, %12 : index
// OUT:         %41 = vector.load %arg1[%40, %15] {alignment = 16 : i64} : memref<16x32xf32>, vector<4xf32>
// OUT:         vector.store %41, %arg16[%12, %14] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// OUT:         gpu.barrier
// OUT:         %42 = vector.load %arg15[%c0, %5] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<2xf32>
// OUT:         %43 = vector.load %arg16[%c0, %7] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// OUT:         %44 = vector.extract %42[0] : f32 from vector<2xf32>
// OUT:         %45 = vector.broadcast %44 : f32 to vector<4xf32>
// OUT:         %46 = math.fma %45, %43, %arg18 : vector<4xf32>
// OUT:         %47 = vector.extract %42[1] : f32 from vector<2xf32>
// OUT:         %48 = vector.broadcast %47 : f32 to vector<4xf32>
// OUT:         %49 = math.fma %48, %43, %arg19 : vector<4xf32>
// OUT:         %50 = vector.load %arg15[%c1, %5] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<2xf32>
// OUT:         %51 = vector.load %arg16[%c1, %7] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// OUT:         %52 = vector.extract %50[0] : f32 from vector<2xf32>
// OUT:         %53 = vector.broadcast %52 : f32 to vector<4xf32>
// OUT:         %54 = math.fma %53, %51, %46 : vector<4xf32>
// OUT:         %55 = vector.extract %50[1] : f32 from vector<2xf32>
// OUT:         %56 = vector.broadcast %55 : f32 to vector<4xf32>
// OUT:         %57 = math.fma %56, %51, %49 : vector<4xf32>
// OUT:         %58 = vector.load %arg15[%c2, %5] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<2xf32>
// OUT:         %59 = vector.load %arg16[%c2, %7] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// OUT:         %60 = vector.extract %58[0] : f32 from vector<2xf32>
// OUT:         %61 = vector.broadcast %60 : f32 to vector<4xf32>
// OUT:         %62 = math.fma %61, %59, %54 : vector<4xf32>
// OUT:         %63 = vector.extract %58[1] : f32 from vector<2xf32>
// OUT:         %64 = vector.broadcast %63 : f32 to vector<4xf32>
// OUT:         %65 = math.fma %64, %59, %57 : vector<4xf32>
// OUT:         %66 = vector.load %arg15[%c3, %5] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<2xf32>
// OUT:         %67 = vector.load %arg16[%c3, %7] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// OUT:         %68 = vector.extract %66[0] : f32 from vector<2xf32>
// OUT:         %69 = vector.broadcast %68 : f32 to vector<4xf32>
// OUT:         %70 = math.fma %69, %67, %62 : vector<4xf32>
// OUT:         %71 = vector.extract %66[1] : f32 from vector<2xf32>
// OUT:         %72 = vector.broadcast %71 : f32 to vector<4xf32>
// OUT:         %73 = math.fma %72, %67, %65 : vector<4xf32>
// OUT:         %74 = vector.load %arg15[%c4, %5] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<2xf32>
// OUT:         %75 = vector.load %arg16[%c4, %7] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// OUT:         %76 = vector.extract %74[0] : f32 from vector<2xf32>
// OUT:         %77 = vector.broadcast %76 : f32 to vector<4xf32>
// OUT:         %78 = math.fma %77, %75, %70 : vector<4xf32>
// OUT:         %79 = vector.extract %74[1] : f32 from vector<2xf32>
// OUT:         %80 = vector.broadcast %79 : f32 to vector<4xf32>
// OUT:         %81 = math.fma %80, %75, %73 : vector<4xf32>
// OUT:         %82 = vector.load %arg15[%c5, %5] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<2xf32>
// OUT:         %83 = vector.load %arg16[%c5, %7] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// OUT:         %84 = vector.extract %82[0] : f32 from vector<2xf32>
// OUT:         %85 = vector.broadcast %84 : f32 to vector<4xf32>
// OUT:         %86 = math.fma %85, %83, %78 : vector<4xf32>
// OUT:         %87 = vector.extract %82[1] : f32 from vector<2xf32>
// OUT:         %88 = vector.broadcast %87 : f32 to vector<4xf32>
// OUT:         %89 = math.fma %88, %83, %81 : vector<4xf32>
// OUT:         %90 = vector.load %arg15[%c6, %5] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<2xf32>
// OUT:         %91 = vector.load %arg16[%c6, %7] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// OUT:         %92 = vector.extract %90[0] : f32 from vector<2xf32>
// OUT:         %93 = vector.broadcast %92 : f32 to vector<4xf32>
// OUT:         %94 = math.fma %93, %91, %86 : vector<4xf32>
// OUT:         %95 = vector.extract %90[1] : f32 from vector<2xf32>
// OUT:         %96 = vector.broadcast %95 : f32 to vector<4xf32>
// OUT:         %97 = math.fma %96, %91, %89 : vector<4xf32>
// OUT:         %98 = vector.load %arg15[%c7, %5] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<2xf32>
// OUT:         %99 = vector.load %arg16[%c7, %7] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// OUT:         %100 = vector.extract %98[0] : f32 from vector<2xf32>
// OUT:         %101 = vector.broadcast %100 : f32 to vector<4xf32>
// OUT:         %102 = math.fma %101, %99, %94 : vector<4xf32>
// OUT:         %103 = vector.extract %98[1] : f32 from vector<2xf32>
// OUT:         %104 = vector.broadcast %103 : f32 to vector<4xf32>
// OUT:         %105 = math.fma %104, %99, %97 : vector<4xf32>
// OUT:         gpu.barrier
// OUT:         scf.yield %102, %105 : vector<4xf32>, vector<4xf32>
// OUT:       }
// OUT:       %17 = arith.addi %4, %5 : index
// OUT:       %18 = arith.addi %17, %c1 : index
// OUT:       %19 = arith.addi %6, %7 : index
// OUT:       %20 = arith.addi %19, %c1 : index
// OUT:       %21 = arith.addi %19, %c2 : index
// OUT:       %22 = arith.addi %19, %c3 : index
// OUT:       %23 = vector.extract %16#0[0] : f32 from vector<4xf32>
// OUT:       memref.store %23, %arg2[%17, %19] : memref<32x32xf32>
// OUT:       %24 = vector.extract %16#0[1] : f32 from vector<4xf32>
// OUT:       memref.store %24, %arg2[%17, %20] : memref<32x32xf32>
// OUT:       %25 = vector.extract %16#0[2] : f32 from vector<4xf32>
// OUT:       memref.store %25, %arg2[%17, %21] : memref<32x32xf32>
// OUT:       %26 = vector.extract %16#0[3] : f32 from vector<4xf32>
// OUT:       memref.store %26, %arg2[%17, %22] : memref<32x32xf32>
// OUT:       %27 = vector.extract %16#1[0] : f32 from vector<4xf32>
// OUT:       memref.store %27, %arg2[%18, %19] : memref<32x32xf32>
// OUT:       %28 = vector.extract %16#1[1] : f32 from vector<4xf32>
// OUT:       memref.store %28, %arg2[%18, %20] : memref<32x32xf32>
// OUT:       %29 = vector.extract %16#1[2] : f32 from vector<4xf32>
// OUT:       memref.store %29, %arg2[%18, %21] : memref<32x32xf32>
// OUT:       %30 = vector.extract %16#1[3] : f32 from vector<4xf32>
// OUT:       memref.store %30, %arg2[%18, %22] : memref<32x32xf32>
// OUT:       gpu.terminator
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
