// RUN: opt --cpu-vectorize=width=4 --canonicalize

// Checks of a side that only some lanes take are done lane by lane, as the side is.
gpu.module @k {
  func.func private @guarded(%x: memref<?xf32>, %flags: memref<?xi32>, %bx: index) attributes {warpline.scratch_bytes = 0 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %zero = arith.constant 0 : i32
    %size = memref.dim %x, %c0 : memref<?xf32>
    scf.for %t = %c0 to %c64 step %c1 {
      %flag = memref.load %flags[%t] : memref<?xi32>
      %is_first = arith.cmpi sgt, %flag, %zero : i32
      scf.if %is_first {
        %is_in = arith.cmpi ult, %t, %size : index
        rt.assert %is_in, "out of bounds" block(%bx, %c0, %c0) thread(%t, %c0, %c0) compared(%t, %size)
        %v = memref.load %x[%t] : memref<?xf32>
        %w = arith.mulf %v, %v : f32
        memref.store %w, %x[%t] : memref<?xf32>
      }
    } {warpline.threads}
    return
  }
}

// OUT: module {
// OUT:   gpu.module @k {
// OUT:     func.func private @guarded(%arg0: memref<?xf32>, %arg1: memref<?xi32>, %arg2: index) attributes {warpline.scratch_bytes = 0 : i64} {
// OUT:       %c0_i32 = arith.constant 0 : i32
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %c3 = arith.constant 3 : index
// OUT:       %cst = arith.constant dense<0> : vector<4xi32>
// OUT:       %c4 = arith.constant 4 : index
// OUT:       %c64 = arith.constant 64 : index
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %alloca = memref.alloca() : memref<4xi32>
// OUT:       %dim = memref.dim %arg0, %c0 : memref<?xf32>
// OUT:       scf.for %arg3 = %c0 to %c64 step %c4 {
// OUT:         %0 = vector.load %arg1[%arg3] : memref<?xi32>, vector<4xi32>
// OUT:         %1 = arith.cmpi sgt, %0, %cst : vector<4xi32>
// OUT:         %2 = vector.reduction <and>, %1 : vector<4xi1> into i1
// OUT:         scf.if %2 {
// OUT:           %3 = arith.maxui %dim, %c3 : index
// OUT:           %4 = arith.subi %3, %c3 : index
// OUT:           %5 = arith.cmpi ult, %arg3, %4 : index
// OUT:           scf.if %5 {
// OUT:           } else {
// OUT:             scf.for %arg4 = %c0 to %c4 step %c1 {
// OUT:               %8 = arith.addi %arg3, %arg4 : index
// OUT:               %9 = arith.cmpi ult, %8, %dim : index
// OUT:               rt.assert %9, "out of bounds" block(%arg2, %c0, %c0) thread(%8, %c0, %c0) compared(%8, %dim)
// OUT:             }
// OUT:           } {warpline.cold}
// OUT:           %6 = vector.load %arg0[%arg3] : memref<?xf32>, vector<4xf32>
// OUT:           %7 = arith.mulf %6, %6 : vector<4xf32>
// OUT:           vector.store %7, %arg0[%arg3] : memref<?xf32>, vector<4xf32>
// OUT:         } else {
// OUT:           %3 = vector.reduction <or>, %1 : vector<4xi1> into i1
// OUT:           scf.if %3 {
// OUT:             %4 = arith.extui %1 : vector<4xi1> to vector<4xi32>
// OUT:             vector.store %4, %alloca[%c0] : memref<4xi32>, vector<4xi32>
// OUT:             scf.for %arg4 = %c0 to %c4 step %c1 {
// OUT:               %5 = memref.load %alloca[%arg4] : memref<4xi32>
// OUT:               %6 = arith.cmpi ne, %5, %c0_i32 : i32
// OUT:               %7 = arith.addi %arg3, %arg4 : index
// OUT:               scf.if %6 {
// OUT:                 %8 = arith.cmpi ult, %7, %dim : index
// OUT:                 rt.assert %8, "out of bounds" block(%arg2, %c0, %c0) thread(%7, %c0, %c0) compared(%7, %dim)
// OUT:                 %9 = memref.load %arg0[%7] : memref<?xf32>
// OUT:                 %10 = arith.mulf %9, %9 : f32
// OUT:                 memref.store %10, %arg0[%7] : memref<?xf32>
// OUT:               }
// OUT:             }
// OUT:           }
// OUT:         }
// OUT:       }
// OUT:       return
// OUT:     }
// OUT:   }
// OUT: }
