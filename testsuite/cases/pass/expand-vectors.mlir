// RUN: opt --expand-vectors="packed=f16"

// One operation for each element, or for two where the target has such.
gpu.module @k {
  gpu.func @elements(%a: memref<8xf32>, %h: memref<8xf16>, %i: index) kernel {
    %two = arith.constant dense<2.0> : vector<2xf32>
    %x = vector.load %a[%i] : memref<8xf32>, vector<2xf32>
    %y = math.fma %x, %two, %x : vector<2xf32>
    vector.store %y, %a[%i] : memref<8xf32>, vector<2xf32>
    %v = vector.load %h[%i] : memref<8xf16>, vector<4xf16>
    %w = arith.mulf %v, %v : vector<4xf16>
    %u = arith.maximumf %w, %v : vector<4xf16>
    vector.store %u, %h[%i] : memref<8xf16>, vector<4xf16>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @k {
// OUT:     gpu.func @elements(%arg0: memref<8xf32>, %arg1: memref<8xf16>, %arg2: index) kernel {
// OUT:       %cst = arith.constant 2.000000e+00 : f32
// OUT:       %0 = vector.load %arg0[%arg2] : memref<8xf32>, vector<2xf32>
// OUT:       %1:2 = vector.to_elements %0 : vector<2xf32>
// OUT:       %2 = math.fma %1#0, %cst, %1#0 : f32
// OUT:       %3 = math.fma %1#1, %cst, %1#1 : f32
// OUT:       %4 = vector.from_elements %2, %3 : vector<2xf32>
// OUT:       vector.store %4, %arg0[%arg2] : memref<8xf32>, vector<2xf32>
// OUT:       %5 = vector.load %arg1[%arg2] : memref<8xf16>, vector<4xf16>
// OUT:       %6:4 = vector.to_elements %5 : vector<4xf16>
// OUT:       %7 = vector.from_elements %6#0, %6#1 : vector<2xf16>
// OUT:       %8 = vector.from_elements %6#0, %6#1 : vector<2xf16>
// OUT:       %9 = arith.mulf %7, %8 : vector<2xf16>
// OUT:       %10:2 = vector.to_elements %9 : vector<2xf16>
// OUT:       %11 = vector.from_elements %6#2, %6#3 : vector<2xf16>
// OUT:       %12 = vector.from_elements %6#2, %6#3 : vector<2xf16>
// OUT:       %13 = arith.mulf %11, %12 : vector<2xf16>
// OUT:       %14:2 = vector.to_elements %13 : vector<2xf16>
// OUT:       %15 = arith.maximumf %10#0, %6#0 : f16
// OUT:       %16 = arith.maximumf %10#1, %6#1 : f16
// OUT:       %17 = arith.maximumf %14#0, %6#2 : f16
// OUT:       %18 = arith.maximumf %14#1, %6#3 : f16
// OUT:       %19 = vector.from_elements %15, %16, %17, %18 : vector<4xf16>
// OUT:       vector.store %19, %arg1[%arg2] : memref<8xf16>, vector<4xf16>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// The rows of a tile; what lies outside is padding.
gpu.module @k {
  gpu.func @tile(%a: memref<8x8xf32>, %b: memref<?x8xf32>, %i: index, %pad: f32) kernel {
    %c6 = arith.constant 6 : index
    %x = vector.load %a[%i, %c6] {alignment = 8 : i64} : memref<8x8xf32>, vector<2x2xf32>
    %y = vector.transfer_read %b[%i, %c6], %pad {in_bounds = [false, true]} : memref<?x8xf32>, vector<1x2xf32>
    %row = vector.shape_cast %y : vector<1x2xf32> to vector<2xf32>
    %z = vector.broadcast %row : vector<2xf32> to vector<2x2xf32>
    %s = arith.addf %x, %z : vector<2x2xf32>
    vector.transfer_write %s, %b[%i, %i] {in_bounds = [true, false]} : vector<2x2xf32>, memref<?x8xf32>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @k {
// OUT:     gpu.func @tile(%arg0: memref<8x8xf32>, %arg1: memref<?x8xf32>, %arg2: index, %arg3: f32) kernel {
// OUT:       %c6 = arith.constant 6 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %0 = arith.addi %arg2, %c1 : index
// OUT:       %1 = vector.load %arg0[%arg2, %c6] {alignment = 8 : i64} : memref<8x8xf32>, vector<2xf32>
// OUT:       %2:2 = vector.to_elements %1 : vector<2xf32>
// OUT:       %3 = vector.load %arg0[%0, %c6] {alignment = 8 : i64} : memref<8x8xf32>, vector<2xf32>
// OUT:       %4:2 = vector.to_elements %3 : vector<2xf32>
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %dim = memref.dim %arg1, %c0 : memref<?x8xf32>
// OUT:       %5 = arith.cmpi ult, %arg2, %dim : index
// OUT:       %c7 = arith.constant 7 : index
// OUT:       %6 = scf.if %5 -> (f32) {
// OUT:         %16 = memref.load %arg1[%arg2, %c6] : memref<?x8xf32>
// OUT:         scf.yield %16 : f32
// OUT:       } else {
// OUT:         scf.yield %arg3 : f32
// OUT:       }
// OUT:       %7 = scf.if %5 -> (f32) {
// OUT:         %16 = memref.load %arg1[%arg2, %c7] : memref<?x8xf32>
// OUT:         scf.yield %16 : f32
// OUT:       } else {
// OUT:         scf.yield %arg3 : f32
// OUT:       }
// OUT:       %8 = arith.addf %2#0, %6 : f32
// OUT:       %9 = arith.addf %2#1, %7 : f32
// OUT:       %10 = arith.addf %4#0, %6 : f32
// OUT:       %11 = arith.addf %4#1, %7 : f32
// OUT:       %c1_0 = arith.constant 1 : index
// OUT:       %12 = arith.addi %arg2, %c1_0 : index
// OUT:       %c1_1 = arith.constant 1 : index
// OUT:       %13 = arith.addi %arg2, %c1_1 : index
// OUT:       %c8 = arith.constant 8 : index
// OUT:       %14 = arith.cmpi ult, %arg2, %c8 : index
// OUT:       %15 = arith.cmpi ult, %13, %c8 : index
// OUT:       scf.if %14 {
// OUT:         memref.store %8, %arg1[%arg2, %arg2] : memref<?x8xf32>
// OUT:       }
// OUT:       scf.if %15 {
// OUT:         memref.store %9, %arg1[%arg2, %13] : memref<?x8xf32>
// OUT:       }
// OUT:       scf.if %14 {
// OUT:         memref.store %10, %arg1[%12, %arg2] : memref<?x8xf32>
// OUT:       }
// OUT:       scf.if %15 {
// OUT:         memref.store %11, %arg1[%12, %13] : memref<?x8xf32>
// OUT:       }
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// Masks, known and not; indices of elements; neighbours in the order of a mask.
gpu.module @k {
  gpu.func @masks(%a: memref<?xi32>, %n: index, %i: index, %where: vector<2xi32>) kernel {
    %pass = arith.constant dense<[-1, -2]> : vector<2xi32>
    %some = vector.constant_mask [1] : vector<2xi1>
    %mask = vector.create_mask %n : vector<2xi1>
    %x = vector.maskedload %a[%i], %some, %pass : memref<?xi32>, vector<2xi1>, vector<2xi32> into vector<2xi32>
    %y = vector.gather %a[%i] [%where], %mask, %x : memref<?xi32>, vector<2xi32>, vector<2xi1>, vector<2xi32> into vector<2xi32>
    vector.compressstore %a[%i], %mask, %y : memref<?xi32>, vector<2xi1>, vector<2xi32>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @k {
// OUT:     gpu.func @masks(%arg0: memref<?xi32>, %arg1: index, %arg2: index, %arg3: vector<2xi32>) kernel {
// OUT:       %0:2 = vector.to_elements %arg3 : vector<2xi32>
// OUT:       %c-2_i32 = arith.constant -2 : i32
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %1 = arith.cmpi sgt, %arg1, %c0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %2 = arith.cmpi sgt, %arg1, %c1 : index
// OUT:       %3 = memref.load %arg0[%arg2] : memref<?xi32>
// OUT:       %4 = arith.index_cast %0#0 : i32 to index
// OUT:       %5 = arith.addi %arg2, %4 : index
// OUT:       %6 = arith.index_cast %0#1 : i32 to index
// OUT:       %7 = arith.addi %arg2, %6 : index
// OUT:       %8 = scf.if %1 -> (i32) {
// OUT:         %12 = memref.load %arg0[%5] : memref<?xi32>
// OUT:         scf.yield %12 : i32
// OUT:       } else {
// OUT:         scf.yield %3 : i32
// OUT:       }
// OUT:       %9 = scf.if %2 -> (i32) {
// OUT:         %12 = memref.load %arg0[%7] : memref<?xi32>
// OUT:         scf.yield %12 : i32
// OUT:       } else {
// OUT:         scf.yield %c-2_i32 : i32
// OUT:       }
// OUT:       %10 = arith.index_castui %1 : i1 to index
// OUT:       %11 = arith.addi %arg2, %10 : index
// OUT:       scf.if %1 {
// OUT:         memref.store %8, %arg0[%arg2] : memref<?xi32>
// OUT:       }
// OUT:       scf.if %2 {
// OUT:         memref.store %9, %arg0[%11] : memref<?xi32>
// OUT:       }
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// A position that is a value, and bits of another width.
gpu.module @k {
  gpu.func @moves(%a: memref<2xi16>, %b: memref<1xi32>, %i: index, %x: i16) kernel {
    %c0 = arith.constant 0 : index
    %v = vector.load %a[%c0] : memref<2xi16>, vector<2xi16>
    %e = vector.extract %v[%i] : i16 from vector<2xi16>
    %w = vector.insert %e, %v[0] : i16 into vector<2xi16>
    %s = vector.shuffle %w, %v [3, 0] : vector<2xi16>, vector<2xi16>
    %t = vector.bitcast %s : vector<2xi16> to vector<1xi32>
    vector.store %t, %b[%c0] : memref<1xi32>, vector<1xi32>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @k {
// OUT:     gpu.func @moves(%arg0: memref<2xi16>, %arg1: memref<1xi32>, %arg2: index, %arg3: i16) kernel {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %0 = vector.load %arg0[%c0] : memref<2xi16>, vector<2xi16>
// OUT:       %1:2 = vector.to_elements %0 : vector<2xi16>
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %2 = arith.cmpi eq, %arg2, %c1 : index
// OUT:       %3 = arith.select %2, %1#1, %1#0 : i16
// OUT:       %4 = arith.extui %1#1 : i16 to i32
// OUT:       %5 = arith.extui %3 : i16 to i32
// OUT:       %c16_i32 = arith.constant 16 : i32
// OUT:       %6 = arith.shli %5, %c16_i32 : i32
// OUT:       %7 = arith.ori %4, %6 : i32
// OUT:       memref.store %7, %arg1[%c0] : memref<1xi32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// Sums in row-major order after the accumulator, under a mask and along dimensions.
gpu.module @k {
  gpu.func @sums(%a: memref<4xf32>, %start: f32, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %v = vector.load %a[%c0] : memref<4xf32>, vector<4xf32>
    %m = vector.shape_cast %v : vector<4xf32> to vector<2x2xf32>
    %mask = vector.create_mask %n : vector<4xi1>
    %sum = vector.mask %mask { vector.reduction <add>, %v, %start : vector<4xf32> into f32 } : vector<4xi1> -> f32
    %two = vector.broadcast %sum : f32 to vector<2xf32>
    %rows = vector.multi_reduction <maximumf>, %m, %two [1] : vector<2x2xf32> to vector<2xf32>
    %p = vector.outerproduct %rows, %sum, %two : vector<2xf32>, f32
    vector.store %p, %a[%c0] : memref<4xf32>, vector<2xf32>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @k {
// OUT:     gpu.func @sums(%arg0: memref<4xf32>, %arg1: f32, %arg2: index) kernel {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %0 = vector.load %arg0[%c0] : memref<4xf32>, vector<4xf32>
// OUT:       %1:4 = vector.to_elements %0 : vector<4xf32>
// OUT:       %c0_0 = arith.constant 0 : index
// OUT:       %2 = arith.cmpi sgt, %arg2, %c0_0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %3 = arith.cmpi sgt, %arg2, %c1 : index
// OUT:       %c2 = arith.constant 2 : index
// OUT:       %4 = arith.cmpi sgt, %arg2, %c2 : index
// OUT:       %c3 = arith.constant 3 : index
// OUT:       %5 = arith.cmpi sgt, %arg2, %c3 : index
// OUT:       %6 = arith.addf %arg1, %1#0 : f32
// OUT:       %7 = arith.select %2, %6, %arg1 : f32
// OUT:       %8 = arith.addf %7, %1#1 : f32
// OUT:       %9 = arith.select %3, %8, %7 : f32
// OUT:       %10 = arith.addf %9, %1#2 : f32
// OUT:       %11 = arith.select %4, %10, %9 : f32
// OUT:       %12 = arith.addf %11, %1#3 : f32
// OUT:       %13 = arith.select %5, %12, %11 : f32
// OUT:       %14 = arith.maximumf %13, %1#0 : f32
// OUT:       %15 = arith.maximumf %14, %1#1 : f32
// OUT:       %16 = arith.maximumf %13, %1#2 : f32
// OUT:       %17 = arith.maximumf %16, %1#3 : f32
// OUT:       %18 = math.fma %15, %13, %13 : f32
// OUT:       %19 = math.fma %17, %13, %13 : f32
// OUT:       %20 = vector.from_elements %18, %19 : vector<2xf32>
// OUT:       vector.store %20, %arg0[%c0] : memref<4xf32>, vector<2xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// Loops, calls and exchanges between lanes pass on vectors.
gpu.module @k {
  func.func @twice(%v: vector<2xf32>) -> vector<2xf32> {
    %w = arith.addf %v, %v : vector<2xf32>
    return %w : vector<2xf32>
  }
  gpu.func @passed_on(%a: memref<2xf32>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %init = arith.constant dense<0.0> : vector<2xf32>
    %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %init) -> vector<2xf32> {
      %x = func.call @twice(%acc) : (vector<2xf32>) -> vector<2xf32>
      %y = vector.insert %x, %init [] : vector<2xf32> into vector<2xf32>
      %z = arith.subf %y, %acc : vector<2xf32>
      scf.yield %z : vector<2xf32>
    }
    vector.store %s, %a[%c0] : memref<2xf32>, vector<2xf32>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @k {
// OUT:     func.func @twice(%arg0: vector<2xf32>) -> vector<2xf32> {
// OUT:       %0:2 = vector.to_elements %arg0 : vector<2xf32>
// OUT:       %1 = arith.addf %0#0, %0#0 : f32
// OUT:       %2 = arith.addf %0#1, %0#1 : f32
// OUT:       %3 = vector.from_elements %1, %2 : vector<2xf32>
// OUT:       return %3 : vector<2xf32>
// OUT:     }
// OUT:     gpu.func @passed_on(%arg0: memref<2xf32>, %arg1: index) kernel {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %cst = arith.constant 0.000000e+00 : f32
// OUT:       %0 = vector.from_elements %cst, %cst : vector<2xf32>
// OUT:       %1 = scf.for %arg2 = %c0 to %arg1 step %c1 iter_args(%arg3 = %0) -> (vector<2xf32>) {
// OUT:         %2:2 = vector.to_elements %arg3 : vector<2xf32>
// OUT:         %3 = func.call @twice(%arg3) : (vector<2xf32>) -> vector<2xf32>
// OUT:         %4:2 = vector.to_elements %3 : vector<2xf32>
// OUT:         %5 = arith.subf %4#0, %2#0 : f32
// OUT:         %6 = arith.subf %4#1, %2#1 : f32
// OUT:         %7 = vector.from_elements %5, %6 : vector<2xf32>
// OUT:         scf.yield %7 : vector<2xf32>
// OUT:       }
// OUT:       vector.store %1, %arg0[%c0] : memref<2xf32>, vector<2xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// The host keeps its vectors.
func.func @host(%v: vector<2xf32>) -> vector<2xf32> {
  %w = arith.addf %v, %v : vector<2xf32>
  return %w : vector<2xf32>
}

// OUT: module {
// OUT:   func.func @host(%arg0: vector<2xf32>) -> vector<2xf32> {
// OUT:     %0 = arith.addf %arg0, %arg0 : vector<2xf32>
// OUT:     return %0 : vector<2xf32>
// OUT:   }
// OUT: }
