// RUN: opt --affine-parallelize

// Two arguments may be one buffer at two offsets.
func.func @may_overlap(%x: memref<?xf32>, %out: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %v = affine.load %x[%i] : memref<?xf32>
    affine.store %v, %out[%i] : memref<16xf32>
  }
  return
}

// OUT: module {
// OUT:   func.func @may_overlap(%arg0: memref<?xf32>, %arg1: memref<16xf32>) {
// OUT:     affine.for %arg2 = 0 to 16 {
// OUT:       %0 = affine.load %arg0[%arg2] : memref<?xf32>
// OUT:       affine.store %0, %arg1[%arg2] : memref<16xf32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

// An argument that is marked so is apart from all others.
func.func @marked(%x: memref<16xf32>, %out: memref<16xf32> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    %v = affine.load %x[%i] : memref<16xf32>
    affine.store %v, %out[%i] : memref<16xf32>
  }
  return
}

// OUT: module {
// OUT:   func.func @marked(%arg0: memref<16xf32>, %arg1: memref<16xf32> {llvm.noalias}) {
// OUT:     affine.parallel (%arg2) = (0) to (16) {
// OUT:       %0 = affine.load %arg0[%arg2] : memref<16xf32>
// OUT:       affine.store %0, %arg1[%arg2] : memref<16xf32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

// It is not apart from views of itself.
func.func @view_of_itself(%x: memref<16xf32> {llvm.noalias}, %n: index) {
  %tail = memref.subview %x[%n] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1], offset: ?>>
  affine.for %i = 0 to 8 {
    %v = affine.load %x[%i] : memref<16xf32>
    affine.store %v, %tail[%i] : memref<8xf32, strided<[1], offset: ?>>
  }
  return
}

// OUT: module {
// OUT:   func.func @view_of_itself(%arg0: memref<16xf32> {llvm.noalias}, %arg1: index) {
// OUT:     %subview = memref.subview %arg0[%arg1] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1], offset: ?>>
// OUT:     affine.for %arg2 = 0 to 8 {
// OUT:       %0 = affine.load %arg0[%arg2] : memref<16xf32>
// OUT:       affine.store %0, %subview[%arg2] : memref<8xf32, strided<[1], offset: ?>>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

// What a call returns may be the argument that it got.
func.func private @pick(memref<16xf32>) -> memref<16xf32>
func.func @returned(%x: memref<16xf32> {llvm.noalias}) {
  %y = func.call @pick(%x) : (memref<16xf32>) -> memref<16xf32>
  affine.for %i = 1 to 16 {
    %v = affine.load %x[%i - 1] : memref<16xf32>
    affine.store %v, %y[%i] : memref<16xf32>
  }
  return
}

// OUT: module {
// OUT:   func.func private @pick(memref<16xf32>) -> memref<16xf32>
// OUT:   func.func @returned(%arg0: memref<16xf32> {llvm.noalias}) {
// OUT:     %0 = call @pick(%arg0) : (memref<16xf32>) -> memref<16xf32>
// OUT:     affine.for %arg1 = 1 to 16 {
// OUT:       %1 = affine.load %arg0[%arg1 - 1] : memref<16xf32>
// OUT:       affine.store %1, %0[%arg1] : memref<16xf32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

// The results are the operands, known not to overlap.
func.func @distinct(%x: memref<16xf32>, %y: memref<16xf32>) {
  %a, %b = memref.distinct_objects %x, %y : memref<16xf32>, memref<16xf32>
  %c = memref.cast %b : memref<16xf32> to memref<?xf32>
  affine.for %i = 0 to 16 {
    %v = affine.load %a[%i] : memref<16xf32>
    affine.store %v, %c[%i] : memref<?xf32>
  }
  return
}

// OUT: module {
// OUT:   func.func @distinct(%arg0: memref<16xf32>, %arg1: memref<16xf32>) {
// OUT:     %0:2 = memref.distinct_objects %arg0, %arg1 : memref<16xf32>, memref<16xf32>
// OUT:     %cast = memref.cast %0#1 : memref<16xf32> to memref<?xf32>
// OUT:     affine.parallel (%arg2) = (0) to (16) {
// OUT:       %1 = affine.load %0#0[%arg2] : memref<16xf32>
// OUT:       affine.store %1, %cast[%arg2] : memref<?xf32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

// A result is still its operand, and any other view of it.
func.func @result_and_operand(%x: memref<16xf32>, %y: memref<16xf32>, %n: index) {
  %tail = memref.subview %x[%n] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1], offset: ?>>
  %a, %b = memref.distinct_objects %x, %y : memref<16xf32>, memref<16xf32>
  affine.for %i = 0 to 8 {
    %v = affine.load %a[%i] : memref<16xf32>
    affine.store %v, %tail[%i] : memref<8xf32, strided<[1], offset: ?>>
  }
  return
}

// OUT: module {
// OUT:   func.func @result_and_operand(%arg0: memref<16xf32>, %arg1: memref<16xf32>, %arg2: index) {
// OUT:     %subview = memref.subview %arg0[%arg2] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1], offset: ?>>
// OUT:     %0:2 = memref.distinct_objects %arg0, %arg1 : memref<16xf32>, memref<16xf32>
// OUT:     affine.for %arg3 = 0 to 8 {
// OUT:       %1 = affine.load %0#0[%arg3] : memref<16xf32>
// OUT:       affine.store %1, %subview[%arg3] : memref<8xf32, strided<[1], offset: ?>>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

// In a loop the results of one iteration may be those of another one: here %b is the next %a.
func.func @in_loop(%x: memref<17xf32>) {
  affine.for %i = 0 to 16 {
    %next = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
    %p = memref.subview %x[%i] [1] [1] : memref<17xf32> to memref<1xf32, strided<[1], offset: ?>>
    %q = memref.subview %x[%next] [1] [1] : memref<17xf32> to memref<1xf32, strided<[1], offset: ?>>
    %a, %b = memref.distinct_objects %p, %q : memref<1xf32, strided<[1], offset: ?>>, memref<1xf32, strided<[1], offset: ?>>
    %v = affine.load %a[0] : memref<1xf32, strided<[1], offset: ?>>
    affine.store %v, %b[0] : memref<1xf32, strided<[1], offset: ?>>
  }
  return
}

// OUT: #map = affine_map<(d0) -> (d0 + 1)>
// OUT: module {
// OUT:   func.func @in_loop(%arg0: memref<17xf32>) {
// OUT:     affine.for %arg1 = 0 to 16 {
// OUT:       %0 = affine.apply #map(%arg1)
// OUT:       %subview = memref.subview %arg0[%arg1] [1] [1] : memref<17xf32> to memref<1xf32, strided<[1], offset: ?>>
// OUT:       %subview_0 = memref.subview %arg0[%0] [1] [1] : memref<17xf32> to memref<1xf32, strided<[1], offset: ?>>
// OUT:       %1:2 = memref.distinct_objects %subview, %subview_0 : memref<1xf32, strided<[1], offset: ?>>, memref<1xf32, strided<[1], offset: ?>>
// OUT:       %2 = affine.load %1#0[0] : memref<1xf32, strided<[1], offset: ?>>
// OUT:       affine.store %2, %1#1[0] : memref<1xf32, strided<[1], offset: ?>>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

// Unless they are the same in each iteration.
func.func @fixed_in_loop(%x: memref<16xf32>, %y: memref<16xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %t = %zero to %n step %one {
    %v = memref.assume_alignment %y, 16 : memref<16xf32>
    %a, %b = memref.distinct_objects %x, %v : memref<16xf32>, memref<16xf32>
    affine.for %i = 0 to 16 {
      %e = affine.load %a[%i] : memref<16xf32>
      affine.store %e, %b[%i] : memref<16xf32>
    }
  }
  return
}

// OUT: module {
// OUT:   func.func @fixed_in_loop(%arg0: memref<16xf32>, %arg1: memref<16xf32>, %arg2: index) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     scf.for %arg3 = %c0 to %arg2 step %c1 {
// OUT:       %assume_align = memref.assume_alignment %arg1, 16 : memref<16xf32>
// OUT:       %0:2 = memref.distinct_objects %arg0, %assume_align : memref<16xf32>, memref<16xf32>
// OUT:       affine.parallel (%arg4) = (0) to (16) {
// OUT:         %1 = affine.load %0#0[%arg4] : memref<16xf32>
// OUT:         affine.store %1, %0#1[%arg4] : memref<16xf32>
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

// Every call passes buffers that differ.
func.func private @called(%x: memref<16xf32>, %out: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %v = affine.load %x[%i] : memref<16xf32>
    affine.store %v, %out[%i] : memref<16xf32>
  }
  return
}
func.func private @passes_on(%x: memref<16xf32>, %out: memref<16xf32>) {
  func.call @called(%out, %x) : (memref<16xf32>, memref<16xf32>) -> ()
  return
}
func.func @calls(%x: memref<16xf32>) {
  %new = memref.alloc() : memref<16xf32>
  func.call @called(%x, %new) : (memref<16xf32>, memref<16xf32>) -> ()
  func.call @passes_on(%x, %new) : (memref<16xf32>, memref<16xf32>) -> ()
  memref.dealloc %new : memref<16xf32>
  return
}

// OUT: module {
// OUT:   func.func private @called(%arg0: memref<16xf32>, %arg1: memref<16xf32>) {
// OUT:     affine.parallel (%arg2) = (0) to (16) {
// OUT:       %0 = affine.load %arg0[%arg2] : memref<16xf32>
// OUT:       affine.store %0, %arg1[%arg2] : memref<16xf32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT:   func.func private @passes_on(%arg0: memref<16xf32>, %arg1: memref<16xf32>) {
// OUT:     call @called(%arg1, %arg0) : (memref<16xf32>, memref<16xf32>) -> ()
// OUT:     return
// OUT:   }
// OUT:   func.func @calls(%arg0: memref<16xf32>) {
// OUT:     %alloc = memref.alloc() : memref<16xf32>
// OUT:     call @called(%arg0, %alloc) : (memref<16xf32>, memref<16xf32>) -> ()
// OUT:     call @passes_on(%arg0, %alloc) : (memref<16xf32>, memref<16xf32>) -> ()
// OUT:     memref.dealloc %alloc : memref<16xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

// One call passes one buffer twice.
func.func private @called(%x: memref<16xf32>, %out: memref<16xf32>) {
  affine.for %i = 1 to 16 {
    %v = affine.load %x[%i - 1] : memref<16xf32>
    affine.store %v, %out[%i] : memref<16xf32>
  }
  return
}
func.func @calls(%x: memref<16xf32>) {
  %new = memref.alloc() : memref<16xf32>
  func.call @called(%x, %new) : (memref<16xf32>, memref<16xf32>) -> ()
  func.call @called(%new, %new) : (memref<16xf32>, memref<16xf32>) -> ()
  memref.dealloc %new : memref<16xf32>
  return
}

// OUT: module {
// OUT:   func.func private @called(%arg0: memref<16xf32>, %arg1: memref<16xf32>) {
// OUT:     affine.for %arg2 = 1 to 16 {
// OUT:       %0 = affine.load %arg0[%arg2 - 1] : memref<16xf32>
// OUT:       affine.store %0, %arg1[%arg2] : memref<16xf32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT:   func.func @calls(%arg0: memref<16xf32>) {
// OUT:     %alloc = memref.alloc() : memref<16xf32>
// OUT:     call @called(%arg0, %alloc) : (memref<16xf32>, memref<16xf32>) -> ()
// OUT:     call @called(%alloc, %alloc) : (memref<16xf32>, memref<16xf32>) -> ()
// OUT:     memref.dealloc %alloc : memref<16xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

// Others may call what is public or named by something else than a call.
func.func @public(%x: memref<16xf32>, %out: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %v = affine.load %x[%i] : memref<16xf32>
    affine.store %v, %out[%i] : memref<16xf32>
  }
  return
}
func.func private @named(%x: memref<16xf32>, %out: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %v = affine.load %x[%i] : memref<16xf32>
    affine.store %v, %out[%i] : memref<16xf32>
  }
  return
}
func.func @calls() -> ((memref<16xf32>, memref<16xf32>) -> ()) {
  %a = memref.alloc() : memref<16xf32>
  %b = memref.alloc() : memref<16xf32>
  func.call @public(%a, %b) : (memref<16xf32>, memref<16xf32>) -> ()
  func.call @named(%a, %b) : (memref<16xf32>, memref<16xf32>) -> ()
  %f = func.constant @named : (memref<16xf32>, memref<16xf32>) -> ()
  return %f : (memref<16xf32>, memref<16xf32>) -> ()
}

// OUT: module {
// OUT:   func.func @public(%arg0: memref<16xf32>, %arg1: memref<16xf32>) {
// OUT:     affine.for %arg2 = 0 to 16 {
// OUT:       %0 = affine.load %arg0[%arg2] : memref<16xf32>
// OUT:       affine.store %0, %arg1[%arg2] : memref<16xf32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT:   func.func private @named(%arg0: memref<16xf32>, %arg1: memref<16xf32>) {
// OUT:     affine.for %arg2 = 0 to 16 {
// OUT:       %0 = affine.load %arg0[%arg2] : memref<16xf32>
// OUT:       affine.store %0, %arg1[%arg2] : memref<16xf32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT:   func.func @calls() -> ((memref<16xf32>, memref<16xf32>) -> ()) {
// OUT:     %alloc = memref.alloc() : memref<16xf32>
// OUT:     %alloc_0 = memref.alloc() : memref<16xf32>
// OUT:     call @public(%alloc, %alloc_0) : (memref<16xf32>, memref<16xf32>) -> ()
// OUT:     call @named(%alloc, %alloc_0) : (memref<16xf32>, memref<16xf32>) -> ()
// OUT:     %f = constant @named : (memref<16xf32>, memref<16xf32>) -> ()
// OUT:     return %f : (memref<16xf32>, memref<16xf32>) -> ()
// OUT:   }
// OUT: }
// -----

// A function that calls itself proves nothing about its arguments.
func.func private @again(%x: memref<16xf32>, %out: memref<16xf32>, %p: i1) {
  scf.if %p {
    %q = arith.constant false
    func.call @again(%out, %x, %q) : (memref<16xf32>, memref<16xf32>, i1) -> ()
  }
  affine.for %i = 0 to 16 {
    %v = affine.load %x[%i] : memref<16xf32>
    affine.store %v, %out[%i] : memref<16xf32>
  }
  return
}
func.func @calls(%p: i1) {
  %a = memref.alloc() : memref<16xf32>
  %b = memref.alloc() : memref<16xf32>
  func.call @again(%a, %b, %p) : (memref<16xf32>, memref<16xf32>, i1) -> ()
  return
}

// OUT: module {
// OUT:   func.func private @again(%arg0: memref<16xf32>, %arg1: memref<16xf32>, %arg2: i1) {
// OUT:     scf.if %arg2 {
// OUT:       %false = arith.constant false
// OUT:       func.call @again(%arg1, %arg0, %false) : (memref<16xf32>, memref<16xf32>, i1) -> ()
// OUT:     }
// OUT:     affine.for %arg3 = 0 to 16 {
// OUT:       %0 = affine.load %arg0[%arg3] : memref<16xf32>
// OUT:       affine.store %0, %arg1[%arg3] : memref<16xf32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT:   func.func @calls(%arg0: i1) {
// OUT:     %alloc = memref.alloc() : memref<16xf32>
// OUT:     %alloc_0 = memref.alloc() : memref<16xf32>
// OUT:     call @again(%alloc, %alloc_0, %arg0) : (memref<16xf32>, memref<16xf32>, i1) -> ()
// OUT:     return
// OUT:   }
// OUT: }
// -----

// Halves of one buffer are apart while accesses stay inside of them.
func.func private @halves(%x: memref<8xf32, strided<[1], offset: ?>>, %out: memref<8xf32, strided<[1], offset: ?>>) {
  affine.for %i = 0 to 8 {
    %v = affine.load %x[%i] : memref<8xf32, strided<[1], offset: ?>>
    affine.store %v, %out[%i] : memref<8xf32, strided<[1], offset: ?>>
  }
  %all = memref.reinterpret_cast %x to offset: [0], sizes: [16], strides: [1] : memref<8xf32, strided<[1], offset: ?>> to memref<16xf32>
  affine.for %i = 0 to 8 {
    %v = affine.load %all[%i] : memref<16xf32>
    affine.store %v, %out[%i] : memref<8xf32, strided<[1], offset: ?>>
  }
  return
}
func.func @calls(%m: memref<16xf32>) {
  %lo = memref.subview %m[0] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1]>>
  %hi = memref.subview %m[8] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1], offset: 8>>
  %x = memref.cast %lo : memref<8xf32, strided<[1]>> to memref<8xf32, strided<[1], offset: ?>>
  %y = memref.cast %hi : memref<8xf32, strided<[1], offset: 8>> to memref<8xf32, strided<[1], offset: ?>>
  func.call @halves(%x, %y) : (memref<8xf32, strided<[1], offset: ?>>, memref<8xf32, strided<[1], offset: ?>>) -> ()
  return
}

// OUT: module {
// OUT:   func.func private @halves(%arg0: memref<8xf32, strided<[1], offset: ?>>, %arg1: memref<8xf32, strided<[1], offset: ?>>) {
// OUT:     affine.parallel (%arg2) = (0) to (8) {
// OUT:       %0 = affine.load %arg0[%arg2] : memref<8xf32, strided<[1], offset: ?>>
// OUT:       affine.store %0, %arg1[%arg2] : memref<8xf32, strided<[1], offset: ?>>
// OUT:     }
// OUT:     %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [0], sizes: [16], strides: [1] : memref<8xf32, strided<[1], offset: ?>> to memref<16xf32>
// OUT:     affine.for %arg2 = 0 to 8 {
// OUT:       %0 = affine.load %reinterpret_cast[%arg2] : memref<16xf32>
// OUT:       affine.store %0, %arg1[%arg2] : memref<8xf32, strided<[1], offset: ?>>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT:   func.func @calls(%arg0: memref<16xf32>) {
// OUT:     %subview = memref.subview %arg0[0] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1]>>
// OUT:     %subview_0 = memref.subview %arg0[8] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1], offset: 8>>
// OUT:     %cast = memref.cast %subview : memref<8xf32, strided<[1]>> to memref<8xf32, strided<[1], offset: ?>>
// OUT:     %cast_1 = memref.cast %subview_0 : memref<8xf32, strided<[1], offset: 8>> to memref<8xf32, strided<[1], offset: ?>>
// OUT:     call @halves(%cast, %cast_1) : (memref<8xf32, strided<[1], offset: ?>>, memref<8xf32, strided<[1], offset: ?>>) -> ()
// OUT:     return
// OUT:   }
// OUT: }
// -----

// A buffer that was yielded by a branch and given to a call may come back.
func.func private @pick(memref<16xf32>) -> memref<16xf32>
func.func @comes_back(%p: i1, %x: memref<16xf32>) {
  %a = memref.alloc() : memref<16xf32>
  %one = scf.if %p -> memref<16xf32> {
    scf.yield %a : memref<16xf32>
  } else {
    scf.yield %x : memref<16xf32>
  }
  %y = func.call @pick(%one) : (memref<16xf32>) -> memref<16xf32>
  affine.for %i = 1 to 16 {
    %v = affine.load %a[%i - 1] : memref<16xf32>
    affine.store %v, %y[%i] : memref<16xf32>
  }
  return
}

// OUT: module {
// OUT:   func.func private @pick(memref<16xf32>) -> memref<16xf32>
// OUT:   func.func @comes_back(%arg0: i1, %arg1: memref<16xf32>) {
// OUT:     %alloc = memref.alloc() : memref<16xf32>
// OUT:     %0 = scf.if %arg0 -> (memref<16xf32>) {
// OUT:       scf.yield %alloc : memref<16xf32>
// OUT:     } else {
// OUT:       scf.yield %arg1 : memref<16xf32>
// OUT:     }
// OUT:     %1 = call @pick(%0) : (memref<16xf32>) -> memref<16xf32>
// OUT:     affine.for %arg2 = 1 to 16 {
// OUT:       %2 = affine.load %alloc[%arg2 - 1] : memref<16xf32>
// OUT:       affine.store %2, %1[%arg2] : memref<16xf32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

// Elements of a view with stride 0 are one element.
func.func @stride_0(%m: memref<16xf32>) {
  %one = memref.reinterpret_cast %m to offset: [0], sizes: [16], strides: [0] : memref<16xf32> to memref<16xf32, strided<[0]>>
  %f = arith.constant 1.0 : f32
  affine.for %i = 0 to 16 {
    %v = affine.load %one[%i] : memref<16xf32, strided<[0]>>
    %w = arith.addf %v, %f : f32
    affine.store %w, %one[%i] : memref<16xf32, strided<[0]>>
  }
  return
}

// OUT: module {
// OUT:   func.func @stride_0(%arg0: memref<16xf32>) {
// OUT:     %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [0], sizes: [16], strides: [0] : memref<16xf32> to memref<16xf32, strided<[0]>>
// OUT:     %cst = arith.constant 1.000000e+00 : f32
// OUT:     affine.for %arg1 = 0 to 16 {
// OUT:       %0 = affine.load %reinterpret_cast[%arg1] : memref<16xf32, strided<[0]>>
// OUT:       %1 = arith.addf %0, %cst : f32
// OUT:       affine.store %1, %reinterpret_cast[%arg1] : memref<16xf32, strided<[0]>>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
