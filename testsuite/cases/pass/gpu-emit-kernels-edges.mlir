// RUN: opt --gpu-emit-kernels --canonicalize

// A product whose columns are no multiple of the tile, and whose steps are no multiple of the chunk. The buffers of the caller
// may be unaligned: their threads access single elements then.
func.func @product(%x: memref<32x20xf32>, %y: memref<20x28xf32>, %z: memref<32x28xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c20 = arith.constant 20 : index
  %c28 = arith.constant 28 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  %a, %b, %c = memref.distinct_objects %x, %y, %z : memref<32x20xf32>, memref<20x28xf32>, memref<32x28xf32>
  scf.parallel (%i, %j) = (%c0, %c0) to (%c32, %c28) step (%c1, %c1) {
    %t = scf.for %k = %c0 to %c20 step %c1 iter_args(%s = %zero) -> (f32) {
      %p = memref.load %a[%i, %k] : memref<32x20xf32>
      %q = memref.load %b[%k, %j] : memref<20x28xf32>
      %m = arith.mulf %p, %q : f32
      %t = arith.addf %s, %m : f32
      scf.yield %t : f32
    }
    memref.store %t, %c[%i, %j] : memref<32x28xf32>
    scf.reduce
  } {warpline.schedule = {class = "contraction", block = [16, 16], thread = [2, 4], reduce = 8}}
  return
}

// OUT: module {
// OUT:   func.func @product(%arg0: memref<32x20xf32>, %arg1: memref<20x28xf32>, %arg2: memref<32x28xf32>) {
// OUT:     %c22 = arith.constant 22 : index
// OUT:     %c20 = arith.constant 20 : index
// OUT:     %c18 = arith.constant 18 : index
// OUT:     %cst = arith.constant dense<0.000000e+00> : vector<4xf32>
// OUT:     %c27 = arith.constant 27 : index
// OUT:     %c12 = arith.constant 12 : index
// OUT:     %c19 = arith.constant 19 : index
// OUT:     %c7 = arith.constant 7 : index
// OUT:     %c6 = arith.constant 6 : index
// OUT:     %c5 = arith.constant 5 : index
// OUT:     %c3 = arith.constant 3 : index
// OUT:     %c24 = arith.constant 24 : index
// OUT:     %c8 = arith.constant 8 : index
// OUT:     %c4 = arith.constant 4 : index
// OUT:     %c2 = arith.constant 2 : index
// OUT:     %c16 = arith.constant 16 : index
// OUT:     %c15 = arith.constant 15 : index
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c28 = arith.constant 28 : index
// OUT:     %c32 = arith.constant 32 : index
// OUT:     %0:3 = memref.distinct_objects %arg0, %arg1, %arg2 : memref<32x20xf32>, memref<20x28xf32>, memref<32x28xf32>
// OUT:     %intptr = memref.extract_aligned_pointer_as_index %0#0 : memref<32x20xf32> -> index
// OUT:     %intptr_0 = memref.extract_aligned_pointer_as_index %0#1 : memref<20x28xf32> -> index
// OUT:     %1 = arith.ori %intptr, %intptr_0 : index
// OUT:     %intptr_1 = memref.extract_aligned_pointer_as_index %0#2 : memref<32x28xf32> -> index
// OUT:     %2 = arith.ori %1, %intptr_1 : index
// OUT:     %3 = arith.andi %2, %c15 : index
// OUT:     %4 = arith.cmpi eq, %3, %c0 : index
// OUT:     scf.if %4 {
// OUT:       %assume_align = memref.assume_alignment %0#0, 16 : memref<32x20xf32>
// OUT:       %assume_align_2 = memref.assume_alignment %0#1, 16 : memref<20x28xf32>
// OUT:       %assume_align_3 = memref.assume_alignment %0#2, 16 : memref<32x28xf32>
// OUT:       gpu.launch blocks(%arg3, %arg4, %arg5) in (%arg9 = %c4, %arg10 = %c1, %arg11 = %c1) threads(%arg6, %arg7, %arg8) in (%arg12 = %c32, %arg13 = %c1, %arg14 = %c1) function(@contraction_32x28x20) workgroup(%arg15 : memref<8x20xf32, #gpu.address_space<workgroup>>, %arg16 : memref<8x20xf32, #gpu.address_space<workgroup>>) {
// OUT:         %5 = arith.divui %arg3, %c2 : index
// OUT:         %6 = arith.remui %arg3, %c2 : index
// OUT:         %7 = arith.divui %arg6, %c4 : index
// OUT:         %8 = arith.remui %arg6, %c4 : index
// OUT:         %9 = arith.muli %5, %c16 : index
// OUT:         %10 = arith.muli %7, %c2 : index
// OUT:         %11 = arith.muli %6, %c16 : index
// OUT:         %12 = arith.muli %8, %c4 : index
// OUT:         %13 = arith.divui %arg6, %c2 : index
// OUT:         %14 = arith.remui %arg6, %c2 : index
// OUT:         %15 = arith.muli %14, %c4 : index
// OUT:         %16 = arith.addi %9, %13 : index
// OUT:         %17 = arith.divui %arg6, %c4 : index
// OUT:         %18 = arith.remui %arg6, %c4 : index
// OUT:         %19 = arith.muli %18, %c4 : index
// OUT:         %20 = arith.addi %11, %19 : index
// OUT:         %21 = arith.minsi %20, %c24 : index
// OUT:         %22:2 = scf.for %arg17 = %c0 to %c16 step %c8 iter_args(%arg18 = %cst, %arg19 = %cst) -> (vector<4xf32>, vector<4xf32>) {
// OUT:           %58 = arith.addi %arg17, %15 : index
// OUT:           %59 = vector.load %assume_align[%16, %58] {alignment = 16 : i64} : memref<32x20xf32>, vector<4xf32>
// OUT:           %60 = vector.extract %59[0] : f32 from vector<4xf32>
// OUT:           memref.store %60, %arg15[%15, %13] : memref<8x20xf32, #gpu.address_space<workgroup>>
// OUT:           %61 = vector.extract %59[1] : f32 from vector<4xf32>
// OUT:           %62 = arith.addi %15, %c1 : index
// OUT:           memref.store %61, %arg15[%62, %13] : memref<8x20xf32, #gpu.address_space<workgroup>>
// OUT:           %63 = vector.extract %59[2] : f32 from vector<4xf32>
// OUT:           %64 = arith.addi %15, %c2 : index
// OUT:           memref.store %63, %arg15[%64, %13] : memref<8x20xf32, #gpu.address_space<workgroup>>
// OUT:           %65 = vector.extract %59[3] : f32 from vector<4xf32>
// OUT:           %66 = arith.addi %15, %c3 : index
// OUT:           memref.store %65, %arg15[%66, %13] : memref<8x20xf32, #gpu.address_space<workgroup>>
// OUT:           %67 = arith.addi %arg17, %17 : index
// OUT:           %68 = vector.load %assume_align_2[%67, %21] {alignment = 16 : i64} : memref<20x28xf32>, vector<4xf32>
// OUT:           vector.store %68, %arg16[%17, %19] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// OUT:           gpu.barrier
// OUT:           %69 = vector.load %arg15[%c0, %10] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<2xf32>
// OUT:           %70 = vector.load %arg16[%c0, %12] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// OUT:           %71 = vector.extract %69[0] : f32 from vector<2xf32>
// OUT:           %72 = vector.broadcast %71 : f32 to vector<4xf32>
// OUT:           %73 = arith.mulf %72, %70 : vector<4xf32>
// OUT:           %74 = arith.addf %arg18, %73 : vector<4xf32>
// OUT:           %75 = vector.extract %69[1] : f32 from vector<2xf32>
// OUT:           %76 = vector.broadcast %75 : f32 to vector<4xf32>
// OUT:           %77 = arith.mulf %76, %70 : vector<4xf32>
// OUT:           %78 = arith.addf %arg19, %77 : vector<4xf32>
// OUT:           %79 = vector.load %arg15[%c1, %10] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<2xf32>
// OUT:           %80 = vector.load %arg16[%c1, %12] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// OUT:           %81 = vector.extract %79[0] : f32 from vector<2xf32>
// OUT:           %82 = vector.broadcast %81 : f32 to vector<4xf32>
// OUT:           %83 = arith.mulf %82, %80 : vector<4xf32>
// OUT:           %84 = arith.addf %74, %83 : vector<4xf32>
// OUT:           %85 = vector.extract %79[1] : f32 from vector<2xf32>
// OUT:           %86 = vector.broadcast %85 : f32 to vector<4xf32>
// OUT:           %87 = arith.mulf %86, %80 : vector<4xf32>
// OUT:           %88 = arith.addf %78, %87 : vector<4xf32>
// OUT:           %89 = vector.load %arg15[%c2, %10] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<2xf32>
// OUT:           %90 = vector.load %arg16[%c2, %12] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// OUT:           %91 = vector.extract %89[0] : f32 from vector<2xf32>
// OUT:           %92 = vector.broadcast %91 : f32 to vector<4xf32>
// OUT:           %93 = arith.mulf %92, %90 : vector<4xf32>
// OUT:           %94 = arith.addf %84, %93 : vector<4xf32>
// OUT:           %95 = vector.extract %89[1] : f32 from vector<2xf32>
// OUT:           %96 = vector.broadcast %95 : f32 to vector<4xf32>
// OUT:           %97 = arith.mulf %96, %90 : vector<4xf32>
// OUT:           %98 = arith.addf %88, %97 : vector<4xf32>
// OUT:           %99 = vector.load %arg15[%c3, %10] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<2xf32>
// OUT:           %100 = vector.load %arg16[%c3, %12] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// OUT:           %101 = vector.extract %99[0] : f32 from vector<2xf32>
// OUT:           %102 = vector.broadcast %101 : f32 to vector<4xf32>
// OUT:           %103 = arith.mulf %102, %100 : vector<4xf32>
// OUT:           %104 = arith.addf %94, %103 : vector<4xf32>
// OUT:           %105 = vector.extract %99[1] : f32 from vector<2xf32>
// OUT:           %106 = vector.broadcast %105 : f32 to vector<4xf32>
// OUT:           %107 = arith.mulf %106, %100 : vector<4xf32>
// OUT:           %108 = arith.addf %98, %107 : vector<4xf32>
// OUT:           %109 = vector.load %arg15[%c4, %10] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<2xf32>
// OUT:           %110 = vector.load %arg16[%c4, %12] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// OUT:           %111 = vector.extract %109[0] : f32 from vector<2xf32>
// OUT:           %112 = vector.broadcast %111 : f32 to vector<4xf32>
// OUT:           %113 = arith.mulf %112, %110 : vector<4xf32>
// OUT:           %114 = arith.addf %104, %113 : vector<4xf32>
// OUT:           %115 = vector.extract %109[1] : f32 from vector<2xf32>
// OUT:           %116 = vector.broadcast %115 : f32 to vector<4xf32>
// OUT:           %117 = arith.mulf %116, %110 : vector<4xf32>
// OUT:           %118 = arith.addf %108, %117 : vector<4xf32>
// OUT:           %119 = vector.load %arg15[%c5, %10] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<2xf32>
// OUT:           %120 = vector.load %arg16[%c5, %12] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// OUT:           %121 = vector.extract %119[0] : f32 from vector<2xf32>
// OUT:           %122 = vector.broadcast %121 : f32 to vector<4xf32>
// OUT:           %123 = arith.mulf %122, %120 : vector<4xf32>
// OUT:           %124 = arith.addf %114, %123 : vector<4xf32>
// OUT:           %125 = vector.extract %119[1] : f32 from vector<2xf32>
// OUT:           %126 = vector.broadcast %125 : f32 to vector<4xf32>
// OUT:           %127 = arith.mulf %126, %120 : vector<4xf32>
// OUT:           %128 = arith.addf %118, %127 : vector<4xf32>
// OUT:           %129 = vector.load %arg15[%c6, %10] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<2xf32>
// OUT:           %130 = vector.load %arg16[%c6, %12] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// OUT:           %131 = vector.extract %129[0] : f32 from vector<2xf32>
// OUT:           %132 = vector.broadcast %131 : f32 to vector<4xf32>
// OUT:           %133 = arith.mulf %132, %130 : vector<4xf32>
// OUT:           %134 = arith.addf %124, %133 : vector<4xf32>
// OUT:           %135 = vector.extract %129[1] : f32 from vector<2xf32>
// OUT:           %136 = vector.broadcast %135 : f32 to vector<4xf32>
// OUT:           %137 = arith.mulf %136, %130 : vector<4xf32>
// OUT:           %138 = arith.addf %128, %137 : vector<4xf32>
// OUT:           %139 = vector.load %arg15[%c7, %10] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<2xf32>
// OUT:           %140 = vector.load %arg16[%c7, %12] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// OUT:           %141 = vector.extract %139[0] : f32 from vector<2xf32>
// OUT:           %142 = vector.broadcast %141 : f32 to vector<4xf32>
// OUT:           %143 = arith.mulf %142, %140 : vector<4xf32>
// OUT:           %144 = arith.addf %134, %143 : vector<4xf32>
// OUT:           %145 = vector.extract %139[1] : f32 from vector<2xf32>
// OUT:           %146 = vector.broadcast %145 : f32 to vector<4xf32>
// OUT:           %147 = arith.mulf %146, %140 : vector<4xf32>
// OUT:           %148 = arith.addf %138, %147 : vector<4xf32>
// OUT:           gpu.barrier
// OUT:           scf.yield %144, %148 : vector<4xf32>, vector<4xf32>
// OUT:         }
// OUT:         %23 = arith.addi %15, %c16 : index
// OUT:         %24 = arith.minsi %23, %c16 : index
// OUT:         %25 = vector.load %assume_align[%16, %24] {alignment = 16 : i64} : memref<32x20xf32>, vector<4xf32>
// OUT:         %26 = vector.extract %25[0] : f32 from vector<4xf32>
// OUT:         memref.store %26, %arg15[%15, %13] : memref<8x20xf32, #gpu.address_space<workgroup>>
// OUT:         %27 = vector.extract %25[1] : f32 from vector<4xf32>
// OUT:         %28 = arith.addi %15, %c1 : index
// OUT:         memref.store %27, %arg15[%28, %13] : memref<8x20xf32, #gpu.address_space<workgroup>>
// OUT:         %29 = vector.extract %25[2] : f32 from vector<4xf32>
// OUT:         %30 = arith.addi %15, %c2 : index
// OUT:         memref.store %29, %arg15[%30, %13] : memref<8x20xf32, #gpu.address_space<workgroup>>
// OUT:         %31 = vector.extract %25[3] : f32 from vector<4xf32>
// OUT:         %32 = arith.addi %15, %c3 : index
// OUT:         memref.store %31, %arg15[%32, %13] : memref<8x20xf32, #gpu.address_space<workgroup>>
// OUT:         %33 = arith.addi %17, %c16 : index
// OUT:         %34 = arith.minsi %33, %c19 : index
// OUT:         %35 = vector.load %assume_align_2[%34, %21] {alignment = 16 : i64} : memref<20x28xf32>, vector<4xf32>
// OUT:         vector.store %35, %arg16[%17, %19] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// OUT:         gpu.barrier
// OUT:         %36:2 = scf.for %arg17 = %c0 to %c4 step %c1 iter_args(%arg18 = %22#0, %arg19 = %22#1) -> (vector<4xf32>, vector<4xf32>) {
// OUT:           %58 = vector.load %arg15[%arg17, %10] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<2xf32>
// OUT:           %59 = vector.load %arg16[%arg17, %12] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// OUT:           %60 = vector.extract %58[0] : f32 from vector<2xf32>
// OUT:           %61 = vector.broadcast %60 : f32 to vector<4xf32>
// OUT:           %62 = arith.mulf %61, %59 : vector<4xf32>
// OUT:           %63 = arith.addf %arg18, %62 : vector<4xf32>
// OUT:           %64 = vector.extract %58[1] : f32 from vector<2xf32>
// OUT:           %65 = vector.broadcast %64 : f32 to vector<4xf32>
// OUT:           %66 = arith.mulf %65, %59 : vector<4xf32>
// OUT:           %67 = arith.addf %arg19, %66 : vector<4xf32>
// OUT:           scf.yield %63, %67 : vector<4xf32>, vector<4xf32>
// OUT:         }
// OUT:         %37 = arith.addi %9, %10 : index
// OUT:         %38 = arith.addi %37, %c1 : index
// OUT:         %39 = arith.addi %11, %12 : index
// OUT:         %40 = arith.addi %39, %c1 : index
// OUT:         %41 = arith.addi %39, %c1 : index
// OUT:         %42 = arith.addi %39, %c2 : index
// OUT:         %43 = arith.addi %39, %c2 : index
// OUT:         %44 = arith.addi %39, %c3 : index
// OUT:         %45 = arith.addi %39, %c3 : index
// OUT:         %46 = arith.cmpi slt, %39, %c28 : index
// OUT:         %47 = arith.cmpi slt, %40, %c28 : index
// OUT:         %48 = arith.cmpi slt, %42, %c28 : index
// OUT:         %49 = arith.cmpi slt, %44, %c28 : index
// OUT:         %50 = vector.extract %36#0[0] : f32 from vector<4xf32>
// OUT:         scf.if %46 {
// OUT:           memref.store %50, %assume_align_3[%37, %39] : memref<32x28xf32>
// OUT:         }
// OUT:         %51 = vector.extract %36#0[1] : f32 from vector<4xf32>
// OUT:         scf.if %47 {
// OUT:           memref.store %51, %assume_align_3[%37, %41] : memref<32x28xf32>
// OUT:         }
// OUT:         %52 = vector.extract %36#0[2] : f32 from vector<4xf32>
// OUT:         scf.if %48 {
// OUT:           memref.store %52, %assume_align_3[%37, %43] : memref<32x28xf32>
// OUT:         }
// OUT:         %53 = vector.extract %36#0[3] : f32 from vector<4xf32>
// OUT:         scf.if %49 {
// OUT:           memref.store %53, %assume_align_3[%37, %45] : memref<32x28xf32>
// OUT:         }
// OUT:         %54 = vector.extract %36#1[0] : f32 from vector<4xf32>
// OUT:         scf.if %46 {
// OUT:           memref.store %54, %assume_align_3[%38, %39] : memref<32x28xf32>
// OUT:         }
// OUT:         %55 = vector.extract %36#1[1] : f32 from vector<4xf32>
// OUT:         scf.if %47 {
// OUT:           memref.store %55, %assume_align_3[%38, %41] : memref<32x28xf32>
// OUT:         }
// OUT:         %56 = vector.extract %36#1[2] : f32 from vector<4xf32>
// OUT:         scf.if %48 {
// OUT:           memref.store %56, %assume_align_3[%38, %43] : memref<32x28xf32>
// OUT:         }
// OUT:         %57 = vector.extract %36#1[3] : f32 from vector<4xf32>
// OUT:         scf.if %49 {
// OUT:           memref.store %57, %assume_align_3[%38, %45] : memref<32x28xf32>
// OUT:         }
// OUT:         gpu.terminator
// OUT:       }
// OUT:     } else {
// OUT:       gpu.launch blocks(%arg3, %arg4, %arg5) in (%arg9 = %c4, %arg10 = %c1, %arg11 = %c1) threads(%arg6, %arg7, %arg8) in (%arg12 = %c32, %arg13 = %c1, %arg14 = %c1) function(@contraction_32x28x20) workgroup(%arg15 : memref<8x20xf32, #gpu.address_space<workgroup>>, %arg16 : memref<8x20xf32, #gpu.address_space<workgroup>>) {
// OUT:         %5 = arith.divui %arg3, %c2 : index
// OUT:         %6 = arith.remui %arg3, %c2 : index
// OUT:         %7 = arith.divui %arg6, %c4 : index
// OUT:         %8 = arith.remui %arg6, %c4 : index
// OUT:         %9 = arith.muli %5, %c16 : index
// OUT:         %10 = arith.muli %7, %c2 : index
// OUT:         %11 = arith.muli %6, %c16 : index
// OUT:         %12 = arith.muli %8, %c4 : index
// OUT:         %13 = arith.divui %arg6, %c8 : index
// OUT:         %14 = arith.remui %arg6, %c8 : index
// OUT:         %15 = arith.addi %9, %13 : index
// OUT:         %16 = arith.addi %13, %c4 : index
// OUT:         %17 = arith.addi %9, %16 : index
// OUT:         %18 = arith.addi %13, %c8 : index
// OUT:         %19 = arith.addi %9, %18 : index
// OUT:         %20 = arith.addi %13, %c12 : index
// OUT:         %21 = arith.addi %9, %20 : index
// OUT:         %22 = arith.divui %arg6, %c16 : index
// OUT:         %23 = arith.remui %arg6, %c16 : index
// OUT:         %24 = arith.addi %11, %23 : index
// OUT:         %25 = arith.minsi %24, %c27 : index
// OUT:         %26 = arith.addi %22, %c2 : index
// OUT:         %27 = arith.addi %11, %23 : index
// OUT:         %28 = arith.minsi %27, %c27 : index
// OUT:         %29 = arith.addi %22, %c4 : index
// OUT:         %30 = arith.addi %11, %23 : index
// OUT:         %31 = arith.minsi %30, %c27 : index
// OUT:         %32 = arith.addi %22, %c6 : index
// OUT:         %33 = arith.addi %11, %23 : index
// OUT:         %34 = arith.minsi %33, %c27 : index
// OUT:         %35:2 = scf.for %arg17 = %c0 to %c16 step %c8 iter_args(%arg18 = %cst, %arg19 = %cst) -> (vector<4xf32>, vector<4xf32>) {
// OUT:           %82 = arith.addi %arg17, %14 : index
// OUT:           %83 = memref.load %0#0[%15, %82] : memref<32x20xf32>
// OUT:           memref.store %83, %arg15[%14, %13] : memref<8x20xf32, #gpu.address_space<workgroup>>
// OUT:           %84 = arith.addi %arg17, %14 : index
// OUT:           %85 = memref.load %0#0[%17, %84] : memref<32x20xf32>
// OUT:           memref.store %85, %arg15[%14, %16] : memref<8x20xf32, #gpu.address_space<workgroup>>
// OUT:           %86 = arith.addi %arg17, %14 : index
// OUT:           %87 = memref.load %0#0[%19, %86] : memref<32x20xf32>
// OUT:           memref.store %87, %arg15[%14, %18] : memref<8x20xf32, #gpu.address_space<workgroup>>
// OUT:           %88 = arith.addi %arg17, %14 : index
// OUT:           %89 = memref.load %0#0[%21, %88] : memref<32x20xf32>
// OUT:           memref.store %89, %arg15[%14, %20] : memref<8x20xf32, #gpu.address_space<workgroup>>
// OUT:           %90 = arith.addi %arg17, %22 : index
// OUT:           %91 = memref.load %0#1[%90, %25] : memref<20x28xf32>
// OUT:           memref.store %91, %arg16[%22, %23] : memref<8x20xf32, #gpu.address_space<workgroup>>
// OUT:           %92 = arith.addi %arg17, %26 : index
// OUT:           %93 = memref.load %0#1[%92, %28] : memref<20x28xf32>
// OUT:           memref.store %93, %arg16[%26, %23] : memref<8x20xf32, #gpu.address_space<workgroup>>
// OUT:           %94 = arith.addi %arg17, %29 : index
// OUT:           %95 = memref.load %0#1[%94, %31] : memref<20x28xf32>
// OUT:           memref.store %95, %arg16[%29, %23] : memref<8x20xf32, #gpu.address_space<workgroup>>
// OUT:           %96 = arith.addi %arg17, %32 : index
// OUT:           %97 = memref.load %0#1[%96, %34] : memref<20x28xf32>
// OUT:           memref.store %97, %arg16[%32, %23] : memref<8x20xf32, #gpu.address_space<workgroup>>
// OUT:           gpu.barrier
// OUT:           %98 = vector.load %arg15[%c0, %10] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<2xf32>
// OUT:           %99 = vector.load %arg16[%c0, %12] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// OUT:           %100 = vector.extract %98[0] : f32 from vector<2xf32>
// OUT:           %101 = vector.broadcast %100 : f32 to vector<4xf32>
// OUT:           %102 = arith.mulf %101, %99 : vector<4xf32>
// OUT:           %103 = arith.addf %arg18, %102 : vector<4xf32>
// OUT:           %104 = vector.extract %98[1] : f32 from vector<2xf32>
// OUT:           %105 = vector.broadcast %104 : f32 to vector<4xf32>
// OUT:           %106 = arith.mulf %105, %99 : vector<4xf32>
// OUT:           %107 = arith.addf %arg19, %106 : vector<4xf32>
// OUT:           %108 = vector.load %arg15[%c1, %10] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<2xf32>
// OUT:           %109 = vector.load %arg16[%c1, %12] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// OUT:           %110 = vector.extract %108[0] : f32 from vector<2xf32>
// OUT:           %111 = vector.broadcast %110 : f32 to vector<4xf32>
// OUT:           %112 = arith.mulf %111, %109 : vector<4xf32>
// OUT:           %113 = arith.addf %103, %112 : vector<4xf32>
// OUT:           %114 = vector.extract %108[1] : f32 from vector<2xf32>
// OUT:           %115 = vector.broadcast %114 : f32 to vector<4xf32>
// OUT:           %116 = arith.mulf %115, %109 : vector<4xf32>
// OUT:           %117 = arith.addf %107, %116 : vector<4xf32>
// OUT:           %118 = vector.load %arg15[%c2, %10] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<2xf32>
// OUT:           %119 = vector.load %arg16[%c2, %12] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// OUT:           %120 = vector.extract %118[0] : f32 from vector<2xf32>
// OUT:           %121 = vector.broadcast %120 : f32 to vector<4xf32>
// OUT:           %122 = arith.mulf %121, %119 : vector<4xf32>
// OUT:           %123 = arith.addf %113, %122 : vector<4xf32>
// OUT:           %124 = vector.extract %118[1] : f32 from vector<2xf32>
// OUT:           %125 = vector.broadcast %124 : f32 to vector<4xf32>
// OUT:           %126 = arith.mulf %125, %119 : vector<4xf32>
// OUT:           %127 = arith.addf %117, %126 : vector<4xf32>
// OUT:           %128 = vector.load %arg15[%c3, %10] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<2xf32>
// OUT:           %129 = vector.load %arg16[%c3, %12] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// OUT:           %130 = vector.extract %128[0] : f32 from vector<2xf32>
// OUT:           %131 = vector.broadcast %130 : f32 to vector<4xf32>
// OUT:           %132 = arith.mulf %131, %129 : vector<4xf32>
// OUT:           %133 = arith.addf %123, %132 : vector<4xf32>
// OUT:           %134 = vector.extract %128[1] : f32 from vector<2xf32>
// OUT:           %135 = vector.broadcast %134 : f32 to vector<4xf32>
// OUT:           %136 = arith.mulf %135, %129 : vector<4xf32>
// OUT:           %137 = arith.addf %127, %136 : vector<4xf32>
// OUT:           %138 = vector.load %arg15[%c4, %10] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<2xf32>
// OUT:           %139 = vector.load %arg16[%c4, %12] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// OUT:           %140 = vector.extract %138[0] : f32 from vector<2xf32>
// OUT:           %141 = vector.broadcast %140 : f32 to vector<4xf32>
// OUT:           %142 = arith.mulf %141, %139 : vector<4xf32>
// OUT:           %143 = arith.addf %133, %142 : vector<4xf32>
// OUT:           %144 = vector.extract %138[1] : f32 from vector<2xf32>
// OUT:           %145 = vector.broadcast %144 : f32 to vector<4xf32>
// OUT:           %146 = arith.mulf %145, %139 : vector<4xf32>
// OUT:           %147 = arith.addf %137, %146 : vector<4xf32>
// OUT:           %148 = vector.load %arg15[%c5, %10] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<2xf32>
// OUT:           %149 = vector.load %arg16[%c5, %12] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// OUT:           %150 = vector.extract %148[0] : f32 from vector<2xf32>
// OUT:           %151 = vector.broadcast %150 : f32 to vector<4xf32>
// OUT:           %152 = arith.mulf %151, %149 : vector<4xf32>
// OUT:           %153 = arith.addf %143, %152 : vector<4xf32>
// OUT:           %154 = vector.extract %148[1] : f32 from vector<2xf32>
// OUT:           %155 = vector.broadcast %154 : f32 to vector<4xf32>
// OUT:           %156 = arith.mulf %155, %149 : vector<4xf32>
// OUT:           %157 = arith.addf %147, %156 : vector<4xf32>
// OUT:           %158 = vector.load %arg15[%c6, %10] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<2xf32>
// OUT:           %159 = vector.load %arg16[%c6, %12] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// OUT:           %160 = vector.extract %158[0] : f32 from vector<2xf32>
// OUT:           %161 = vector.broadcast %160 : f32 to vector<4xf32>
// OUT:           %162 = arith.mulf %161, %159 : vector<4xf32>
// OUT:           %163 = arith.addf %153, %162 : vector<4xf32>
// OUT:           %164 = vector.extract %158[1] : f32 from vector<2xf32>
// OUT:           %165 = vector.broadcast %164 : f32 to vector<4xf32>
// OUT:           %166 = arith.mulf %165, %159 : vector<4xf32>
// OUT:           %167 = arith.addf %157, %166 : vector<4xf32>
// OUT:           %168 = vector.load %arg15[%c7, %10] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<2xf32>
// OUT:           %169 = vector.load %arg16[%c7, %12] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// OUT:           %170 = vector.extract %168[0] : f32 from vector<2xf32>
// OUT:           %171 = vector.broadcast %170 : f32 to vector<4xf32>
// OUT:           %172 = arith.mulf %171, %169 : vector<4xf32>
// OUT:           %173 = arith.addf %163, %172 : vector<4xf32>
// OUT:           %174 = vector.extract %168[1] : f32 from vector<2xf32>
// OUT:           %175 = vector.broadcast %174 : f32 to vector<4xf32>
// OUT:           %176 = arith.mulf %175, %169 : vector<4xf32>
// OUT:           %177 = arith.addf %167, %176 : vector<4xf32>
// OUT:           gpu.barrier
// OUT:           scf.yield %173, %177 : vector<4xf32>, vector<4xf32>
// OUT:         }
// OUT:         %36 = arith.addi %14, %c16 : index
// OUT:         %37 = arith.minsi %36, %c19 : index
// OUT:         %38 = memref.load %0#0[%15, %37] : memref<32x20xf32>
// OUT:         memref.store %38, %arg15[%14, %13] : memref<8x20xf32, #gpu.address_space<workgroup>>
// OUT:         %39 = arith.addi %14, %c16 : index
// OUT:         %40 = arith.minsi %39, %c19 : index
// OUT:         %41 = memref.load %0#0[%17, %40] : memref<32x20xf32>
// OUT:         memref.store %41, %arg15[%14, %16] : memref<8x20xf32, #gpu.address_space<workgroup>>
// OUT:         %42 = arith.addi %14, %c16 : index
// OUT:         %43 = arith.minsi %42, %c19 : index
// OUT:         %44 = memref.load %0#0[%19, %43] : memref<32x20xf32>
// OUT:         memref.store %44, %arg15[%14, %18] : memref<8x20xf32, #gpu.address_space<workgroup>>
// OUT:         %45 = arith.addi %14, %c16 : index
// OUT:         %46 = arith.minsi %45, %c19 : index
// OUT:         %47 = memref.load %0#0[%21, %46] : memref<32x20xf32>
// OUT:         memref.store %47, %arg15[%14, %20] : memref<8x20xf32, #gpu.address_space<workgroup>>
// OUT:         %48 = arith.addi %22, %c16 : index
// OUT:         %49 = arith.minsi %48, %c19 : index
// OUT:         %50 = memref.load %0#1[%49, %25] : memref<20x28xf32>
// OUT:         memref.store %50, %arg16[%22, %23] : memref<8x20xf32, #gpu.address_space<workgroup>>
// OUT:         %51 = arith.addi %22, %c18 : index
// OUT:         %52 = arith.minsi %51, %c19 : index
// OUT:         %53 = memref.load %0#1[%52, %28] : memref<20x28xf32>
// OUT:         memref.store %53, %arg16[%26, %23] : memref<8x20xf32, #gpu.address_space<workgroup>>
// OUT:         %54 = arith.addi %22, %c20 : index
// OUT:         %55 = arith.minsi %54, %c19 : index
// OUT:         %56 = memref.load %0#1[%55, %31] : memref<20x28xf32>
// OUT:         memref.store %56, %arg16[%29, %23] : memref<8x20xf32, #gpu.address_space<workgroup>>
// OUT:         %57 = arith.addi %22, %c22 : index
// OUT:         %58 = arith.minsi %57, %c19 : index
// OUT:         %59 = memref.load %0#1[%58, %34] : memref<20x28xf32>
// OUT:         memref.store %59, %arg16[%32, %23] : memref<8x20xf32, #gpu.address_space<workgroup>>
// OUT:         gpu.barrier
// OUT:         %60:2 = scf.for %arg17 = %c0 to %c4 step %c1 iter_args(%arg18 = %35#0, %arg19 = %35#1) -> (vector<4xf32>, vector<4xf32>) {
// OUT:           %82 = vector.load %arg15[%arg17, %10] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<2xf32>
// OUT:           %83 = vector.load %arg16[%arg17, %12] : memref<8x20xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// OUT:           %84 = vector.extract %82[0] : f32 from vector<2xf32>
// OUT:           %85 = vector.broadcast %84 : f32 to vector<4xf32>
// OUT:           %86 = arith.mulf %85, %83 : vector<4xf32>
// OUT:           %87 = arith.addf %arg18, %86 : vector<4xf32>
// OUT:           %88 = vector.extract %82[1] : f32 from vector<2xf32>
// OUT:           %89 = vector.broadcast %88 : f32 to vector<4xf32>
// OUT:           %90 = arith.mulf %89, %83 : vector<4xf32>
// OUT:           %91 = arith.addf %arg19, %90 : vector<4xf32>
// OUT:           scf.yield %87, %91 : vector<4xf32>, vector<4xf32>
// OUT:         }
// OUT:         %61 = arith.addi %9, %10 : index
// OUT:         %62 = arith.addi %61, %c1 : index
// OUT:         %63 = arith.addi %11, %12 : index
// OUT:         %64 = arith.addi %63, %c1 : index
// OUT:         %65 = arith.addi %63, %c1 : index
// OUT:         %66 = arith.addi %63, %c2 : index
// OUT:         %67 = arith.addi %63, %c2 : index
// OUT:         %68 = arith.addi %63, %c3 : index
// OUT:         %69 = arith.addi %63, %c3 : index
// OUT:         %70 = arith.cmpi slt, %63, %c28 : index
// OUT:         %71 = arith.cmpi slt, %64, %c28 : index
// OUT:         %72 = arith.cmpi slt, %66, %c28 : index
// OUT:         %73 = arith.cmpi slt, %68, %c28 : index
// OUT:         %74 = vector.extract %60#0[0] : f32 from vector<4xf32>
// OUT:         scf.if %70 {
// OUT:           memref.store %74, %0#2[%61, %63] : memref<32x28xf32>
// OUT:         }
// OUT:         %75 = vector.extract %60#0[1] : f32 from vector<4xf32>
// OUT:         scf.if %71 {
// OUT:           memref.store %75, %0#2[%61, %65] : memref<32x28xf32>
// OUT:         }
// OUT:         %76 = vector.extract %60#0[2] : f32 from vector<4xf32>
// OUT:         scf.if %72 {
// OUT:           memref.store %76, %0#2[%61, %67] : memref<32x28xf32>
// OUT:         }
// OUT:         %77 = vector.extract %60#0[3] : f32 from vector<4xf32>
// OUT:         scf.if %73 {
// OUT:           memref.store %77, %0#2[%61, %69] : memref<32x28xf32>
// OUT:         }
// OUT:         %78 = vector.extract %60#1[0] : f32 from vector<4xf32>
// OUT:         scf.if %70 {
// OUT:           memref.store %78, %0#2[%62, %63] : memref<32x28xf32>
// OUT:         }
// OUT:         %79 = vector.extract %60#1[1] : f32 from vector<4xf32>
// OUT:         scf.if %71 {
// OUT:           memref.store %79, %0#2[%62, %65] : memref<32x28xf32>
// OUT:         }
// OUT:         %80 = vector.extract %60#1[2] : f32 from vector<4xf32>
// OUT:         scf.if %72 {
// OUT:           memref.store %80, %0#2[%62, %67] : memref<32x28xf32>
// OUT:         }
// OUT:         %81 = vector.extract %60#1[3] : f32 from vector<4xf32>
// OUT:         scf.if %73 {
// OUT:           memref.store %81, %0#2[%62, %69] : memref<32x28xf32>
// OUT:         }
// OUT:         gpu.terminator
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
