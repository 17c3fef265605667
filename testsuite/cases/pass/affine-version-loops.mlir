// RUN: opt --affine-version-loops

// Two arguments: the ranges of the buffers are compared.
func.func @scales(%x: memref<16xf32>, %y: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %v = affine.load %x[%i] : memref<16xf32>
    %w = arith.addf %v, %v : f32
    affine.store %w, %y[%i] : memref<16xf32>
  }
  return
}

// OUT: module {
// OUT:   func.func @scales(%arg0: memref<16xf32>, %arg1: memref<16xf32>) {
// OUT:     %intptr = memref.extract_aligned_pointer_as_index %arg0 : memref<16xf32> -> index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %0 = arith.addi %intptr, %c64 : index
// OUT:     %intptr_0 = memref.extract_aligned_pointer_as_index %arg1 : memref<16xf32> -> index
// OUT:     %c64_1 = arith.constant 64 : index
// OUT:     %1 = arith.addi %intptr_0, %c64_1 : index
// OUT:     %2 = arith.cmpi ule, %0, %intptr_0 : index
// OUT:     %3 = arith.cmpi ule, %1, %intptr : index
// OUT:     %4 = arith.ori %2, %3 : i1
// OUT:     scf.if %4 {
// OUT:       %5:2 = memref.distinct_objects %arg0, %arg1 {warpline.proved} : memref<16xf32>, memref<16xf32>
// OUT:       affine.for %arg2 = 0 to 16 {
// OUT:         %6 = affine.load %5#0[%arg2] : memref<16xf32>
// OUT:         %7 = arith.addf %6, %6 : f32
// OUT:         affine.store %7, %5#1[%arg2] : memref<16xf32>
// OUT:       }
// OUT:     } else {
// OUT:       affine.for %arg2 = 0 to 16 {
// OUT:         %5 = affine.load %arg0[%arg2] : memref<16xf32>
// OUT:         %6 = arith.addf %5, %5 : f32
// OUT:         affine.store %6, %arg1[%arg2] : memref<16xf32>
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

// A row-major buffer of dynamic size ends behind its last element; an empty one overlaps nothing.
func.func @dynamic(%x: memref<?x4xi16>, %y: memref<8x4xi16>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 4 {
      %v = affine.load %x[%i, %j] : memref<?x4xi16>
      affine.store %v, %y[%i, %j] : memref<8x4xi16>
    }
  }
  return
}

// OUT: module {
// OUT:   func.func @dynamic(%arg0: memref<?x4xi16>, %arg1: memref<8x4xi16>, %arg2: index) {
// OUT:     %intptr = memref.extract_aligned_pointer_as_index %arg0 : memref<?x4xi16> -> index
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %dim = memref.dim %arg0, %c0 : memref<?x4xi16>
// OUT:     %c4 = arith.constant 4 : index
// OUT:     %0 = arith.muli %dim, %c4 : index
// OUT:     %c2 = arith.constant 2 : index
// OUT:     %1 = arith.muli %0, %c2 : index
// OUT:     %2 = arith.addi %intptr, %1 : index
// OUT:     %c0_0 = arith.constant 0 : index
// OUT:     %3 = arith.cmpi eq, %0, %c0_0 : index
// OUT:     %intptr_1 = memref.extract_aligned_pointer_as_index %arg1 : memref<8x4xi16> -> index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %4 = arith.addi %intptr_1, %c64 : index
// OUT:     %5 = arith.cmpi ule, %2, %intptr_1 : index
// OUT:     %6 = arith.cmpi ule, %4, %intptr : index
// OUT:     %7 = arith.ori %5, %6 : i1
// OUT:     %8 = arith.ori %7, %3 : i1
// OUT:     scf.if %8 {
// OUT:       %9:2 = memref.distinct_objects %arg0, %arg1 {warpline.proved} : memref<?x4xi16>, memref<8x4xi16>
// OUT:       affine.for %arg3 = 0 to %arg2 {
// OUT:         affine.for %arg4 = 0 to 4 {
// OUT:           %10 = affine.load %9#0[%arg3, %arg4] : memref<?x4xi16>
// OUT:           affine.store %10, %9#1[%arg3, %arg4] : memref<8x4xi16>
// OUT:         }
// OUT:       }
// OUT:     } else {
// OUT:       affine.for %arg3 = 0 to %arg2 {
// OUT:         affine.for %arg4 = 0 to 4 {
// OUT:           %9 = affine.load %arg0[%arg3, %arg4] : memref<?x4xi16>
// OUT:           affine.store %9, %arg1[%arg3, %arg4] : memref<8x4xi16>
// OUT:         }
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

// Strides may be negative, known or not.
func.func @strided(%x: memref<8xf64, strided<[-2], offset: 14>>, %y: memref<?xf64, strided<[?], offset: ?>>) {
  affine.for %i = 0 to 8 {
    %v = affine.load %x[%i] : memref<8xf64, strided<[-2], offset: 14>>
    affine.store %v, %y[%i] : memref<?xf64, strided<[?], offset: ?>>
  }
  return
}

// OUT: module {
// OUT:   func.func @strided(%arg0: memref<8xf64, strided<[-2], offset: 14>>, %arg1: memref<?xf64, strided<[?], offset: ?>>) {
// OUT:     %intptr = memref.extract_aligned_pointer_as_index %arg0 : memref<8xf64, strided<[-2], offset: 14>> -> index
// OUT:     %c120 = arith.constant 120 : index
// OUT:     %0 = arith.addi %intptr, %c120 : index
// OUT:     %intptr_0 = memref.extract_aligned_pointer_as_index %arg1 : memref<?xf64, strided<[?], offset: ?>> -> index
// OUT:     %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %arg1 : memref<?xf64, strided<[?], offset: ?>> -> memref<f64>, index, index, index
// OUT:     %c-1 = arith.constant -1 : index
// OUT:     %1 = arith.addi %sizes, %c-1 : index
// OUT:     %2 = arith.muli %1, %strides : index
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %3 = arith.minsi %2, %c0 : index
// OUT:     %4 = arith.maxsi %2, %c0 : index
// OUT:     %5 = arith.addi %offset, %3 : index
// OUT:     %6 = arith.addi %offset, %4 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %7 = arith.addi %6, %c1 : index
// OUT:     %c8 = arith.constant 8 : index
// OUT:     %8 = arith.muli %5, %c8 : index
// OUT:     %9 = arith.addi %intptr_0, %8 : index
// OUT:     %c8_1 = arith.constant 8 : index
// OUT:     %10 = arith.muli %7, %c8_1 : index
// OUT:     %11 = arith.addi %intptr_0, %10 : index
// OUT:     %c0_2 = arith.constant 0 : index
// OUT:     %12 = arith.cmpi eq, %sizes, %c0_2 : index
// OUT:     %13 = arith.cmpi ule, %0, %9 : index
// OUT:     %14 = arith.cmpi ule, %11, %intptr : index
// OUT:     %15 = arith.ori %13, %14 : i1
// OUT:     %16 = arith.ori %15, %12 : i1
// OUT:     scf.if %16 {
// OUT:       %17:2 = memref.distinct_objects %arg0, %arg1 {warpline.proved} : memref<8xf64, strided<[-2], offset: 14>>, memref<?xf64, strided<[?], offset: ?>>
// OUT:       affine.for %arg2 = 0 to 8 {
// OUT:         %18 = affine.load %17#0[%arg2] : memref<8xf64, strided<[-2], offset: 14>>
// OUT:         affine.store %18, %17#1[%arg2] : memref<?xf64, strided<[?], offset: ?>>
// OUT:       }
// OUT:     } else {
// OUT:       affine.for %arg2 = 0 to 8 {
// OUT:         %17 = affine.load %arg0[%arg2] : memref<8xf64, strided<[-2], offset: 14>>
// OUT:         affine.store %17, %arg1[%arg2] : memref<?xf64, strided<[?], offset: ?>>
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

// Two inputs and an output are two pairs, since the inputs may overlap each other. Results of the nest are kept.
func.func @pairs(%x: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xf32>, %zero: f32) -> f32 {
  %last = affine.for %t = 0 to 4 iter_args(%before = %zero) -> f32 {
    affine.for %i = 0 to 8 {
      %v = affine.load %x[%i] : memref<8xf32>
      %w = affine.load %y[%i] : memref<8xf32>
      %s = arith.addf %v, %w : f32
      affine.store %s, %z[%i] : memref<8xf32>
    }
    affine.yield %before : f32
  }
  return %last : f32
}

// OUT: module {
// OUT:   func.func @pairs(%arg0: memref<8xf32>, %arg1: memref<8xf32>, %arg2: memref<8xf32>, %arg3: f32) -> f32 {
// OUT:     %intptr = memref.extract_aligned_pointer_as_index %arg0 : memref<8xf32> -> index
// OUT:     %c32 = arith.constant 32 : index
// OUT:     %0 = arith.addi %intptr, %c32 : index
// OUT:     %intptr_0 = memref.extract_aligned_pointer_as_index %arg2 : memref<8xf32> -> index
// OUT:     %c32_1 = arith.constant 32 : index
// OUT:     %1 = arith.addi %intptr_0, %c32_1 : index
// OUT:     %2 = arith.cmpi ule, %0, %intptr_0 : index
// OUT:     %3 = arith.cmpi ule, %1, %intptr : index
// OUT:     %4 = arith.ori %2, %3 : i1
// OUT:     %intptr_2 = memref.extract_aligned_pointer_as_index %arg1 : memref<8xf32> -> index
// OUT:     %c32_3 = arith.constant 32 : index
// OUT:     %5 = arith.addi %intptr_2, %c32_3 : index
// OUT:     %6 = arith.cmpi ule, %5, %intptr_0 : index
// OUT:     %7 = arith.cmpi ule, %1, %intptr_2 : index
// OUT:     %8 = arith.ori %6, %7 : i1
// OUT:     %9 = arith.andi %4, %8 : i1
// OUT:     %10 = scf.if %9 -> (f32) {
// OUT:       %11:2 = memref.distinct_objects %arg0, %arg2 {warpline.proved} : memref<8xf32>, memref<8xf32>
// OUT:       %12:2 = memref.distinct_objects %arg1, %11#1 {warpline.proved} : memref<8xf32>, memref<8xf32>
// OUT:       %13 = affine.for %arg4 = 0 to 4 iter_args(%arg5 = %arg3) -> (f32) {
// OUT:         affine.for %arg6 = 0 to 8 {
// OUT:           %14 = affine.load %11#0[%arg6] : memref<8xf32>
// OUT:           %15 = affine.load %12#0[%arg6] : memref<8xf32>
// OUT:           %16 = arith.addf %14, %15 : f32
// OUT:           affine.store %16, %12#1[%arg6] : memref<8xf32>
// OUT:         }
// OUT:         affine.yield %arg5 : f32
// OUT:       }
// OUT:       scf.yield %13 : f32
// OUT:     } else {
// OUT:       %11 = affine.for %arg4 = 0 to 4 iter_args(%arg5 = %arg3) -> (f32) {
// OUT:         affine.for %arg6 = 0 to 8 {
// OUT:           %12 = affine.load %arg0[%arg6] : memref<8xf32>
// OUT:           %13 = affine.load %arg1[%arg6] : memref<8xf32>
// OUT:           %14 = arith.addf %12, %13 : f32
// OUT:           affine.store %14, %arg2[%arg6] : memref<8xf32>
// OUT:         }
// OUT:         affine.yield %arg5 : f32
// OUT:       }
// OUT:       scf.yield %11 : f32
// OUT:     }
// OUT:     return %10 : f32
// OUT:   }
// OUT: }
// -----

// A view in the nest is compared by the buffer outside.
func.func @view_inside(%x: memref<8x8xf32>, %y: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %row = memref.subview %x[0, 0] [1, 8] [1, 1] : memref<8x8xf32> to memref<8xf32, strided<[1]>>
    affine.for %j = 0 to 8 {
      %v = affine.load %y[%j] : memref<8xf32>
      affine.store %v, %row[%j] : memref<8xf32, strided<[1]>>
    }
  }
  return
}

// OUT: module {
// OUT:   func.func @view_inside(%arg0: memref<8x8xf32>, %arg1: memref<8xf32>) {
// OUT:     %intptr = memref.extract_aligned_pointer_as_index %arg0 : memref<8x8xf32> -> index
// OUT:     %c256 = arith.constant 256 : index
// OUT:     %0 = arith.addi %intptr, %c256 : index
// OUT:     %intptr_0 = memref.extract_aligned_pointer_as_index %arg1 : memref<8xf32> -> index
// OUT:     %c32 = arith.constant 32 : index
// OUT:     %1 = arith.addi %intptr_0, %c32 : index
// OUT:     %2 = arith.cmpi ule, %0, %intptr_0 : index
// OUT:     %3 = arith.cmpi ule, %1, %intptr : index
// OUT:     %4 = arith.ori %2, %3 : i1
// OUT:     scf.if %4 {
// OUT:       %5:2 = memref.distinct_objects %arg0, %arg1 {warpline.proved} : memref<8x8xf32>, memref<8xf32>
// OUT:       affine.for %arg2 = 0 to 8 {
// OUT:         %subview = memref.subview %5#0[0, 0] [1, 8] [1, 1] : memref<8x8xf32> to memref<8xf32, strided<[1]>>
// OUT:         affine.for %arg3 = 0 to 8 {
// OUT:           %6 = affine.load %5#1[%arg3] : memref<8xf32>
// OUT:           affine.store %6, %subview[%arg3] : memref<8xf32, strided<[1]>>
// OUT:         }
// OUT:       }
// OUT:     } else {
// OUT:       affine.for %arg2 = 0 to 8 {
// OUT:         %subview = memref.subview %arg0[0, 0] [1, 8] [1, 1] : memref<8x8xf32> to memref<8xf32, strided<[1]>>
// OUT:         affine.for %arg3 = 0 to 8 {
// OUT:           %5 = affine.load %arg1[%arg3] : memref<8xf32>
// OUT:           affine.store %5, %subview[%arg3] : memref<8xf32, strided<[1]>>
// OUT:         }
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

// Nothing to gain: distinct buffers, a dependence between iterations, a buffer and a part of it, a call, and what already
// is a version.
func.func private @anything()
func.func @stay(%x: memref<16xf32>, %y: memref<16xf32>, %is_apart: i1) {
  %local = memref.alloc() : memref<16xf32>
  affine.for %i = 0 to 16 {
    %v = affine.load %x[%i] : memref<16xf32>
    affine.store %v, %local[%i] : memref<16xf32>
  }
  affine.for %i = 1 to 16 {
    %v = affine.load %x[%i] : memref<16xf32>
    %w = affine.load %y[%i - 1] : memref<16xf32>
    %s = arith.addf %v, %w : f32
    affine.store %s, %y[%i] : memref<16xf32>
  }
  %part = memref.subview %x[8] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1], offset: 8>>
  affine.for %i = 0 to 8 {
    %v = affine.load %x[%i] : memref<16xf32>
    affine.store %v, %part[%i] : memref<8xf32, strided<[1], offset: 8>>
  }
  affine.for %i = 0 to 16 {
    %v = affine.load %x[%i] : memref<16xf32>
    affine.store %v, %y[%i] : memref<16xf32>
    func.call @anything() : () -> ()
  }
  scf.if %is_apart {
    %x1, %y1 = memref.distinct_objects %x, %y : memref<16xf32>, memref<16xf32>
    affine.for %i = 0 to 16 {
      %v = affine.load %x1[%i] : memref<16xf32>
      affine.store %v, %y1[%i] : memref<16xf32>
    }
  } else {
    affine.for %i = 0 to 16 {
      %v = affine.load %x[%i] : memref<16xf32>
      affine.store %v, %y[%i] : memref<16xf32>
    }
  }
  memref.dealloc %local : memref<16xf32>
  return
}

// OUT: module {
// OUT:   func.func private @anything()
// OUT:   func.func @stay(%arg0: memref<16xf32>, %arg1: memref<16xf32>, %arg2: i1) {
// OUT:     %alloc = memref.alloc() : memref<16xf32>
// OUT:     affine.for %arg3 = 0 to 16 {
// OUT:       %0 = affine.load %arg0[%arg3] : memref<16xf32>
// OUT:       affine.store %0, %alloc[%arg3] : memref<16xf32>
// OUT:     }
// OUT:     affine.for %arg3 = 1 to 16 {
// OUT:       %0 = affine.load %arg0[%arg3] : memref<16xf32>
// OUT:       %1 = affine.load %arg1[%arg3 - 1] : memref<16xf32>
// OUT:       %2 = arith.addf %0, %1 : f32
// OUT:       affine.store %2, %arg1[%arg3] : memref<16xf32>
// OUT:     }
// OUT:     %subview = memref.subview %arg0[8] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1], offset: 8>>
// OUT:     affine.for %arg3 = 0 to 8 {
// OUT:       %0 = affine.load %arg0[%arg3] : memref<16xf32>
// OUT:       affine.store %0, %subview[%arg3] : memref<8xf32, strided<[1], offset: 8>>
// OUT:     }
// OUT:     affine.for %arg3 = 0 to 16 {
// OUT:       %0 = affine.load %arg0[%arg3] : memref<16xf32>
// OUT:       affine.store %0, %arg1[%arg3] : memref<16xf32>
// OUT:       func.call @anything() : () -> ()
// OUT:     }
// OUT:     scf.if %arg2 {
// OUT:       %0:2 = memref.distinct_objects %arg0, %arg1 : memref<16xf32>, memref<16xf32>
// OUT:       affine.for %arg3 = 0 to 16 {
// OUT:         %1 = affine.load %0#0[%arg3] : memref<16xf32>
// OUT:         affine.store %1, %0#1[%arg3] : memref<16xf32>
// OUT:       }
// OUT:     } else {
// OUT:       affine.for %arg3 = 0 to 16 {
// OUT:         %0 = affine.load %arg0[%arg3] : memref<16xf32>
// OUT:         affine.store %0, %arg1[%arg3] : memref<16xf32>
// OUT:       }
// OUT:     }
// OUT:     memref.dealloc %alloc : memref<16xf32>
// OUT:     return
// OUT:   }
// OUT: }
