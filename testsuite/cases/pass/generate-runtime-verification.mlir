// RUN: opt --generate-runtime-verification

// An index of unknown value, a constant in bounds, and a dimension of unknown size.
func.func @accesses(%m: memref<4x?xf32>, %i: index, %j: index, %v: f32) -> f32 {
  %c1 = arith.constant 1 : index
  %0 = memref.load %m[%i, %j] : memref<4x?xf32>
  memref.store %v, %m[%c1, %j] : memref<4x?xf32>
  %1 = memref.atomic_rmw addf %v, %m[%i, %c1] : (f32, memref<4x?xf32>) -> f32
  return %0 : f32
}

// OUT: module {
// OUT:   func.func @accesses(%arg0: memref<4x?xf32>, %arg1: index, %arg2: index, %arg3: f32) -> f32 {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c4 = arith.constant 4 : index
// OUT:     %0 = arith.cmpi ult, %arg1, %c4 : index
// OUT:     cf.assert %0, "memref.load: index is out of bounds of dimension 0 of size 4, line 6" {rt.check = 0 : i64}
// OUT:     %c1_0 = arith.constant 1 : index
// OUT:     %dim = memref.dim %arg0, %c1_0 : memref<4x?xf32>
// OUT:     %1 = arith.cmpi ult, %arg2, %dim : index
// OUT:     cf.assert %1, "memref.load: index is out of bounds of dimension 1, line 6" {rt.check = 1 : i64}
// OUT:     %2 = memref.load %arg0[%arg1, %arg2] : memref<4x?xf32>
// OUT:     memref.store %arg3, %arg0[%c1, %arg2] : memref<4x?xf32>
// OUT:     %c1_1 = arith.constant 1 : index
// OUT:     %dim_2 = memref.dim %arg0, %c1_1 : memref<4x?xf32>
// OUT:     %3 = arith.cmpi ult, %c1, %dim_2 : index
// OUT:     cf.assert %3, "memref.atomic_rmw: index is out of bounds of dimension 1, line 8" {rt.check = 1 : i64}
// OUT:     %4 = memref.atomic_rmw addf %arg3, %arg0[%arg1, %c1] : (f32, memref<4x?xf32>) -> f32
// OUT:     return %2 : f32
// OUT:   }
// OUT: }
// -----

// A constant out of bounds is asserted; the run tells it.
func.func @outside(%m: memref<4xf32>) -> f32 {
  %c4 = arith.constant 4 : index
  %0 = memref.load %m[%c4] : memref<4xf32>
  return %0 : f32
}

// OUT: module {
// OUT:   func.func @outside(%arg0: memref<4xf32>) -> f32 {
// OUT:     %c4 = arith.constant 4 : index
// OUT:     %c4_0 = arith.constant 4 : index
// OUT:     %0 = arith.cmpi ult, %c4, %c4_0 : index
// OUT:     cf.assert %0, "memref.load: index is out of bounds of dimension 0 of size 4, line 5" {rt.check = 0 : i64}
// OUT:     %1 = memref.load %arg0[%c4] : memref<4xf32>
// OUT:     return %1 : f32
// OUT:   }
// OUT: }
// -----

// The range of the variable proves the first access; the second one has an index too far.
func.func @ranges(%m: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = memref.load %m[%i] : memref<8xf32>
    %next = arith.addi %i, %c1 : index
    memref.store %0, %m[%next] : memref<8xf32>
  }
  return
}

// OUT: module {
// OUT:   func.func @ranges(%arg0: memref<8xf32>) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c8 = arith.constant 8 : index
// OUT:     scf.for %arg1 = %c0 to %c8 step %c1 {
// OUT:       %0 = memref.load %arg0[%arg1] : memref<8xf32>
// OUT:       %1 = arith.addi %arg1, %c1 : index
// OUT:       %c8_0 = arith.constant 8 : index
// OUT:       %2 = arith.cmpi ult, %1, %c8_0 : index
// OUT:       cf.assert %2, "memref.store: index is out of bounds of dimension 0 of size 8, line 10" {rt.check = 0 : i64}
// OUT:       memref.store %0, %arg0[%1] : memref<8xf32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

// A comparison proves the access in one branch, and not in the other.
func.func @branches(%m: memref<8xf32>, %i: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %f0 = arith.constant 0.0 : f32
  %low = arith.cmpi sge, %i, %c0 : index
  %0 = scf.if %low -> f32 {
    %high = arith.cmpi slt, %i, %c8 : index
    %1 = scf.if %high -> f32 {
      %2 = memref.load %m[%i] : memref<8xf32>
      scf.yield %2 : f32
    } else {
      scf.yield %f0 : f32
    }
    scf.yield %1 : f32
  } else {
    %3 = memref.load %m[%i] : memref<8xf32>
    scf.yield %3 : f32
  }
  return %0 : f32
}

// OUT: module {
// OUT:   func.func @branches(%arg0: memref<8xf32>, %arg1: index) -> f32 {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c8 = arith.constant 8 : index
// OUT:     %cst = arith.constant 0.000000e+00 : f32
// OUT:     %0 = arith.cmpi sge, %arg1, %c0 : index
// OUT:     %1 = scf.if %0 -> (f32) {
// OUT:       %2 = arith.cmpi slt, %arg1, %c8 : index
// OUT:       %3 = scf.if %2 -> (f32) {
// OUT:         %4 = memref.load %arg0[%arg1] : memref<8xf32>
// OUT:         scf.yield %4 : f32
// OUT:       } else {
// OUT:         scf.yield %cst : f32
// OUT:       }
// OUT:       scf.yield %3 : f32
// OUT:     } else {
// OUT:       %c8_0 = arith.constant 8 : index
// OUT:       %2 = arith.cmpi ult, %arg1, %c8_0 : index
// OUT:       cf.assert %2, "memref.load: index is out of bounds of dimension 0 of size 8, line 18" {rt.check = 0 : i64}
// OUT:       %3 = memref.load %arg0[%arg1] : memref<8xf32>
// OUT:       scf.yield %3 : f32
// OUT:     }
// OUT:     return %1 : f32
// OUT:   }
// OUT: }
// -----

// Dimensions, claimed sizes, and parts.
func.func @views(%m: memref<?x4xf32>, %u: memref<*xf32>, %i: index, %n: index) {
  %dim = memref.dim %m, %i : memref<?x4xf32>
  %c1 = arith.constant 1 : index
  %known = memref.dim %m, %c1 : memref<?x4xf32>
  %cast = memref.cast %m : memref<?x4xf32> to memref<8x4xf32>
  %ranked = memref.cast %u : memref<*xf32> to memref<8xf32>
  %right = memref.subview %cast[1, 0] [2, 4] [3, 1] : memref<8x4xf32> to memref<2x4xf32, strided<[12, 1], offset: 4>>
  %part = memref.subview %m[0, %i] [1, %n] [1, 1] : memref<?x4xf32> to memref<1x?xf32, strided<[4, 1], offset: ?>>
  return
}

// OUT: module {
// OUT:   func.func @views(%arg0: memref<?x4xf32>, %arg1: memref<*xf32>, %arg2: index, %arg3: index) {
// OUT:     %c2 = arith.constant 2 : index
// OUT:     %0 = arith.cmpi ult, %arg2, %c2 : index
// OUT:     cf.assert %0, "memref.dim: the buffer has only 2 dimensions, line 4" {rt.check = "the buffer has only 2 dimensions"}
// OUT:     %dim = memref.dim %arg0, %arg2 : memref<?x4xf32>
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %dim_0 = memref.dim %arg0, %c1 : memref<?x4xf32>
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %dim_1 = memref.dim %arg0, %c0 : memref<?x4xf32>
// OUT:     %c8 = arith.constant 8 : index
// OUT:     %1 = arith.cmpi eq, %dim_1, %c8 : index
// OUT:     cf.assert %1, "memref.cast: dimension 0 does not have the size 8, line 7" {rt.check = "dimension 0 does not have the size 8"}
// OUT:     %cast = memref.cast %arg0 : memref<?x4xf32> to memref<8x4xf32>
// OUT:     %2 = memref.rank %arg1 : memref<*xf32>
// OUT:     %c1_2 = arith.constant 1 : index
// OUT:     %3 = arith.cmpi eq, %2, %c1_2 : index
// OUT:     cf.assert %3, "memref.cast: the buffer does not have 1 dimensions, line 8" {rt.check = "the buffer does not have 1 dimensions"}
// OUT:     %c0_3 = arith.constant 0 : index
// OUT:     %dim_4 = memref.dim %arg1, %c0_3 : memref<*xf32>
// OUT:     %c8_5 = arith.constant 8 : index
// OUT:     %4 = arith.cmpi eq, %dim_4, %c8_5 : index
// OUT:     cf.assert %4, "memref.cast: dimension 0 does not have the size 8, line 8" {rt.check = "dimension 0 does not have the size 8"}
// OUT:     %cast_6 = memref.cast %arg1 : memref<*xf32> to memref<?xf32, strided<[?], offset: ?>>
// OUT:     %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %cast_6 : memref<?xf32, strided<[?], offset: ?>> -> memref<f32>, index, index, index
// OUT:     %c1_7 = arith.constant 1 : index
// OUT:     %5 = arith.cmpi eq, %strides, %c1_7 : index
// OUT:     cf.assert %5, "memref.cast: dimension 0 does not have the stride 1, line 8" {rt.check = "dimension 0 does not have the stride 1"}
// OUT:     %cast_8 = memref.cast %arg1 : memref<*xf32> to memref<?xf32, strided<[?], offset: ?>>
// OUT:     %base_buffer_9, %offset_10, %sizes_11, %strides_12 = memref.extract_strided_metadata %cast_8 : memref<?xf32, strided<[?], offset: ?>> -> memref<f32>, index, index, index
// OUT:     %c0_13 = arith.constant 0 : index
// OUT:     %6 = arith.cmpi eq, %offset_10, %c0_13 : index
// OUT:     cf.assert %6, "memref.cast: the buffer does not have the offset 0, line 8" {rt.check = "the buffer does not have the offset 0"}
// OUT:     %cast_14 = memref.cast %arg1 : memref<*xf32> to memref<8xf32>
// OUT:     %subview = memref.subview %cast[1, 0] [2, 4] [3, 1] : memref<8x4xf32> to memref<2x4xf32, strided<[12, 1], offset: 4>>
// OUT:     %c0_15 = arith.constant 0 : index
// OUT:     %c0_16 = arith.constant 0 : index
// OUT:     %dim_17 = memref.dim %arg0, %c0_16 : memref<?x4xf32>
// OUT:     %7 = arith.cmpi ult, %c0_15, %dim_17 : index
// OUT:     cf.assert %7, "memref.subview: dimension 0 is out of bounds, line 10" {rt.check = "dimension 0 is out of bounds"}
// OUT:     %c4 = arith.constant 4 : index
// OUT:     %8 = arith.cmpi ule, %arg2, %c4 : index
// OUT:     %9 = arith.subi %c4, %arg2 : index
// OUT:     %10 = arith.cmpi ule, %arg3, %9 : index
// OUT:     %11 = arith.andi %8, %10 : i1
// OUT:     cf.assert %11, "memref.subview: dimension 1 is out of bounds of size 4, line 10" {rt.check = "dimension 1 is out of bounds of size 4"}
// OUT:     %subview_18 = memref.subview %arg0[0, %arg2] [1, %arg3] [1, 1] : memref<?x4xf32> to memref<1x?xf32, strided<[4, 1], offset: ?>>
// OUT:     return
// OUT:   }
// OUT: }
// -----

// The numbers of threads prove accesses of a kernel.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @right(%m: memref<32xf32>, %few: memref<8xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
      %x = gpu.thread_id x
      %0 = memref.load %m[%x] : memref<32xf32>
      memref.store %0, %few[%x] : memref<8xf32>
      gpu.return
    }
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @kernels {
// OUT:     gpu.func @right(%arg0: memref<32xf32>, %arg1: memref<8xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<32xf32>
// OUT:       %c8 = arith.constant 8 : index
// OUT:       %1 = arith.cmpi ult, %thread_id_x, %c8 : index
// OUT:       cf.assert %1, "memref.store: index is out of bounds of dimension 0 of size 8, line 8" {rt.check = 0 : i64}
// OUT:       memref.store %0, %arg1[%thread_id_x] : memref<8xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// The second access of an element needs no assertion, and neither does one with the same index in a dimension that is at
// least as large. In a branch beside the first one nothing is known.
func.func @again(%m: memref<8xf32>, %more: memref<16xf32>, %less: memref<4xf32>, %i: index, %b: i1) {
  scf.if %b {
    %0 = memref.load %m[%i] : memref<8xf32>
    memref.store %0, %m[%i] : memref<8xf32>
    memref.store %0, %more[%i] : memref<16xf32>
    memref.store %0, %less[%i] : memref<4xf32>
  } else {
    %1 = memref.load %m[%i] : memref<8xf32>
    memref.store %1, %m[%i] : memref<8xf32>
  }
  return
}

// OUT: module {
// OUT:   func.func @again(%arg0: memref<8xf32>, %arg1: memref<16xf32>, %arg2: memref<4xf32>, %arg3: index, %arg4: i1) {
// OUT:     scf.if %arg4 {
// OUT:       %c8 = arith.constant 8 : index
// OUT:       %0 = arith.cmpi ult, %arg3, %c8 : index
// OUT:       cf.assert %0, "memref.load: index is out of bounds of dimension 0 of size 8, line 6" {rt.check = 0 : i64}
// OUT:       %1 = memref.load %arg0[%arg3] : memref<8xf32>
// OUT:       memref.store %1, %arg0[%arg3] : memref<8xf32>
// OUT:       memref.store %1, %arg1[%arg3] : memref<16xf32>
// OUT:       %c4 = arith.constant 4 : index
// OUT:       %2 = arith.cmpi ult, %arg3, %c4 : index
// OUT:       cf.assert %2, "memref.store: index is out of bounds of dimension 0 of size 4, line 9" {rt.check = 0 : i64}
// OUT:       memref.store %1, %arg2[%arg3] : memref<4xf32>
// OUT:     } else {
// OUT:       %c8 = arith.constant 8 : index
// OUT:       %0 = arith.cmpi ult, %arg3, %c8 : index
// OUT:       cf.assert %0, "memref.load: index is out of bounds of dimension 0 of size 8, line 11" {rt.check = 0 : i64}
// OUT:       %1 = memref.load %arg0[%arg3] : memref<8xf32>
// OUT:       memref.store %1, %arg0[%arg3] : memref<8xf32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

// The first and the last element of a vector.
func.func @vectors(%m: memref<4x16xf32>, %i: index) {
  %c12 = arith.constant 12 : index
  %0 = vector.load %m[%i, %c12] : memref<4x16xf32>, vector<4xf32>
  vector.store %0, %m[%i, %i] : memref<4x16xf32>, vector<4xf32>
  return
}

// OUT: module {
// OUT:   func.func @vectors(%arg0: memref<4x16xf32>, %arg1: index) {
// OUT:     %c12 = arith.constant 12 : index
// OUT:     %c4 = arith.constant 4 : index
// OUT:     %0 = arith.cmpi ult, %arg1, %c4 : index
// OUT:     cf.assert %0, "vector.load: index is out of bounds of dimension 0 of size 4, line 5" {rt.check = 0 : i64}
// OUT:     %1 = vector.load %arg0[%arg1, %c12] : memref<4x16xf32>, vector<4xf32>
// OUT:     %c3 = arith.constant 3 : index
// OUT:     %2 = arith.addi %arg1, %c3 : index
// OUT:     %c16 = arith.constant 16 : index
// OUT:     %3 = arith.cmpi ult, %arg1, %c16 : index
// OUT:     cf.assert %3, "vector.store: index is out of bounds of dimension 1 of size 16, line 6" {rt.check = 1 : i64}
// OUT:     %c16_0 = arith.constant 16 : index
// OUT:     %4 = arith.cmpi ult, %2, %c16_0 : index
// OUT:     cf.assert %4, "vector.store: index is out of bounds of dimension 1 of size 16, line 6" {rt.check = 1 : i64}
// OUT:     vector.store %1, %arg0[%arg1, %arg1] : memref<4x16xf32>, vector<4xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

// Conditions and sizes of launches prove accesses of buffers whose extents are the same values of the host.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @inside(%m: memref<?x?xf32>, %x: memref<?xf32>, %n: index, %other: index) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %i = gpu.global_id x
      %last = arith.subi %n, %c1 : index
      %is_in = arith.cmpi ult, %i, %last : index
      scf.if %is_in {
        %next = arith.addi %i, %c1 : index
        %0 = memref.load %m[%next, %i] : memref<?x?xf32>
        memref.store %0, %x[%i] : memref<?xf32>
        scf.for %k = %c0 to %n step %c1 {
          memref.store %0, %m[%i, %k] : memref<?x?xf32>
        }
        scf.for %k = %c0 to %other step %c1 {
          memref.store %0, %m[%k, %next] : memref<?x?xf32>
        }
      }
      gpu.return
    }
  }
  func.func @main(%n: index, %other: index) {
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %blocks = arith.ceildivui %n, %c16 : index
    %m = gpu.alloc (%n, %n) : memref<?x?xf32>
    %x = gpu.alloc (%n) : memref<?xf32>
    gpu.launch_func @kernels::@inside blocks in (%blocks, %c1, %c1) threads in (%c16, %c1, %c1)
        args(%m : memref<?x?xf32>, %x : memref<?xf32>, %n : index, %other : index)
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @kernels {
// OUT:     gpu.func @inside(%arg0: memref<?x?xf32>, %arg1: memref<?xf32>, %arg2: index, %arg3: index) kernel {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %global_id_x = gpu.global_id  x
// OUT:       %0 = arith.subi %arg2, %c1 : index
// OUT:       %1 = arith.cmpi ult, %global_id_x, %0 : index
// OUT:       scf.if %1 {
// OUT:         %2 = arith.addi %global_id_x, %c1 : index
// OUT:         %3 = memref.load %arg0[%2, %global_id_x] : memref<?x?xf32>
// OUT:         memref.store %3, %arg1[%global_id_x] : memref<?xf32>
// OUT:         scf.for %arg4 = %c0 to %arg2 step %c1 {
// OUT:           memref.store %3, %arg0[%global_id_x, %arg4] : memref<?x?xf32>
// OUT:         }
// OUT:         scf.for %arg4 = %c0 to %arg3 step %c1 {
// OUT:           %c0_0 = arith.constant 0 : index
// OUT:           %dim = memref.dim %arg0, %c0_0 : memref<?x?xf32>
// OUT:           %4 = arith.cmpi ult, %arg4, %dim : index
// OUT:           cf.assert %4, "memref.store: index is out of bounds of dimension 0, line 19" {rt.check = 0 : i64}
// OUT:           memref.store %3, %arg0[%arg4, %2] : memref<?x?xf32>
// OUT:         }
// OUT:       }
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @main(%arg0: index, %arg1: index) {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c16 = arith.constant 16 : index
// OUT:     %0 = arith.ceildivui %arg0, %c16 : index
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %1 = arith.cmpi sge, %arg0, %c0 : index
// OUT:     cf.assert %1, "gpu.alloc: a size of {} is negative, line 29" {rt.check = "a size of {} is negative"}
// OUT:     %c0_0 = arith.constant 0 : index
// OUT:     %2 = arith.cmpi sge, %arg0, %c0_0 : index
// OUT:     cf.assert %2, "gpu.alloc: a size of {} is negative, line 29" {rt.check = "a size of {} is negative"}
// OUT:     %memref = gpu.alloc  (%arg0, %arg0) : memref<?x?xf32>
// OUT:     %c0_1 = arith.constant 0 : index
// OUT:     %3 = arith.cmpi sge, %arg0, %c0_1 : index
// OUT:     cf.assert %3, "gpu.alloc: a size of {} is negative, line 30" {rt.check = "a size of {} is negative"}
// OUT:     %memref_2 = gpu.alloc  (%arg0) : memref<?xf32>
// OUT:     gpu.launch_func  @kernels::@inside blocks in (%0, %c1, %c1) threads in (%c16, %c1, %c1)  args(%memref : memref<?x?xf32>, %memref_2 : memref<?xf32>, %arg0 : index, %arg1 : index)
// OUT:     return
// OUT:   }
// OUT: }
// -----

// A second launch with another size: nothing is proved.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @twice(%x: memref<?xf32>, %n: index) kernel {
      %f = arith.constant 1.0 : f32
      %i = gpu.global_id x
      %is_in = arith.cmpi ult, %i, %n : index
      scf.if %is_in {
        memref.store %f, %x[%i] : memref<?xf32>
      }
      gpu.return
    }
  }
  func.func @main(%n: index, %other: index) {
    %c1 = arith.constant 1 : index
    %x = gpu.alloc (%n) : memref<?xf32>
    gpu.launch_func @kernels::@twice blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<?xf32>, %n : index)
    gpu.launch_func @kernels::@twice blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<?xf32>, %other : index)
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @kernels {
// OUT:     gpu.func @twice(%arg0: memref<?xf32>, %arg1: index) kernel {
// OUT:       %cst = arith.constant 1.000000e+00 : f32
// OUT:       %global_id_x = gpu.global_id  x
// OUT:       %0 = arith.cmpi ult, %global_id_x, %arg1 : index
// OUT:       scf.if %0 {
// OUT:         %c0 = arith.constant 0 : index
// OUT:         %dim = memref.dim %arg0, %c0 : memref<?xf32>
// OUT:         %1 = arith.cmpi ult, %global_id_x, %dim : index
// OUT:         cf.assert %1, "memref.store: index is out of bounds of dimension 0, line 10" {rt.check = 0 : i64}
// OUT:         memref.store %cst, %arg0[%global_id_x] : memref<?xf32>
// OUT:       }
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @main(%arg0: index, %arg1: index) {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %0 = arith.cmpi sge, %arg0, %c0 : index
// OUT:     cf.assert %0, "gpu.alloc: a size of {} is negative, line 17" {rt.check = "a size of {} is negative"}
// OUT:     %memref = gpu.alloc  (%arg0) : memref<?xf32>
// OUT:     gpu.launch_func  @kernels::@twice blocks in (%arg0, %c1, %c1) threads in (%c1, %c1, %c1)  args(%memref : memref<?xf32>, %arg0 : index)
// OUT:     gpu.launch_func  @kernels::@twice blocks in (%arg0, %c1, %c1) threads in (%c1, %c1, %c1)  args(%memref : memref<?xf32>, %arg1 : index)
// OUT:     return
// OUT:   }
// OUT: }
// -----

// As many threads as elements: the buffer has a multiple of the blocks, or the blocks are a part of the extent.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @whole(%x: memref<?xf32>, %y: memref<?xf32>) kernel {
      %i = gpu.global_id x
      %0 = memref.load %x[%i] : memref<?xf32>
      memref.store %0, %y[%i] : memref<?xf32>
      gpu.return
    }
  }
  func.func @main(%blocks: index) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %n = arith.muli %blocks, %c64 : index
    %x = gpu.alloc (%n) : memref<?xf32>
    %y = gpu.alloc (%blocks) : memref<?xf32>
    gpu.launch_func @kernels::@whole blocks in (%blocks, %c1, %c1) threads in (%c64, %c1, %c1)
        args(%x : memref<?xf32>, %y : memref<?xf32>)
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @kernels {
// OUT:     gpu.func @whole(%arg0: memref<?xf32>, %arg1: memref<?xf32>) kernel {
// OUT:       %global_id_x = gpu.global_id  x
// OUT:       %0 = memref.load %arg0[%global_id_x] : memref<?xf32>
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %dim = memref.dim %arg1, %c0 : memref<?xf32>
// OUT:       %1 = arith.cmpi ult, %global_id_x, %dim : index
// OUT:       cf.assert %1, "memref.store: index is out of bounds of dimension 0, line 8" {rt.check = 0 : i64}
// OUT:       memref.store %0, %arg1[%global_id_x] : memref<?xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @main(%arg0: index) {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %0 = arith.muli %arg0, %c64 : index
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %1 = arith.cmpi sge, %0, %c0 : index
// OUT:     cf.assert %1, "gpu.alloc: a size of {} is negative, line 16" {rt.check = "a size of {} is negative"}
// OUT:     %memref = gpu.alloc  (%0) : memref<?xf32>
// OUT:     %c0_0 = arith.constant 0 : index
// OUT:     %2 = arith.cmpi sge, %arg0, %c0_0 : index
// OUT:     cf.assert %2, "gpu.alloc: a size of {} is negative, line 17" {rt.check = "a size of {} is negative"}
// OUT:     %memref_1 = gpu.alloc  (%arg0) : memref<?xf32>
// OUT:     gpu.launch_func  @kernels::@whole blocks in (%arg0, %c1, %c1) threads in (%c64, %c1, %c1)  args(%memref : memref<?xf32>, %memref_1 : memref<?xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

// A part of the elements for each block: its first element is so far from the end that all of its threads are in bounds, but
// not the next one after them.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @parts(%x: memref<?xf32>) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c8 = arith.constant 8 : index
      %c256 = arith.constant 256 : index
      %c2048 = arith.constant 2048 : index
      %t = gpu.thread_id x
      %b = gpu.block_id x
      %first = arith.muli %b, %c2048 : index
      %begin = arith.addi %first, %t : index
      scf.for %k = %c0 to %c8 step %c1 {
        %far = arith.muli %k, %c256 : index
        %i = arith.addi %begin, %far : index
        %v = memref.load %x[%i] : memref<?xf32>
        %next = arith.addi %i, %c1 : index
        memref.store %v, %x[%next] : memref<?xf32>
      }
      gpu.return
    }
  }
  func.func @main(%n: index) {
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    %c2048 = arith.constant 2048 : index
    %blocks = arith.divui %n, %c2048 : index
    %x = gpu.alloc (%n) : memref<?xf32>
    gpu.launch_func @kernels::@parts blocks in (%blocks, %c1, %c1) threads in (%c256, %c1, %c1) args(%x : memref<?xf32>)
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @kernels {
// OUT:     gpu.func @parts(%arg0: memref<?xf32>) kernel {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %c8 = arith.constant 8 : index
// OUT:       %c256 = arith.constant 256 : index
// OUT:       %c2048 = arith.constant 2048 : index
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %block_id_x = gpu.block_id  x
// OUT:       %0 = arith.muli %block_id_x, %c2048 : index
// OUT:       %1 = arith.addi %0, %thread_id_x : index
// OUT:       scf.for %arg1 = %c0 to %c8 step %c1 {
// OUT:         %2 = arith.muli %arg1, %c256 : index
// OUT:         %3 = arith.addi %1, %2 : index
// OUT:         %4 = memref.load %arg0[%3] : memref<?xf32>
// OUT:         %5 = arith.addi %3, %c1 : index
// OUT:         %c0_0 = arith.constant 0 : index
// OUT:         %dim = memref.dim %arg0, %c0_0 : memref<?xf32>
// OUT:         %6 = arith.cmpi ult, %5, %dim : index
// OUT:         cf.assert %6, "memref.store: index is out of bounds of dimension 0, line 21" {rt.check = 0 : i64}
// OUT:         memref.store %4, %arg0[%5] : memref<?xf32>
// OUT:       }
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @main(%arg0: index) {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c256 = arith.constant 256 : index
// OUT:     %c2048 = arith.constant 2048 : index
// OUT:     %0 = arith.divui %arg0, %c2048 : index
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %1 = arith.cmpi sge, %arg0, %c0 : index
// OUT:     cf.assert %1, "gpu.alloc: a size of {} is negative, line 31" {rt.check = "a size of {} is negative"}
// OUT:     %memref = gpu.alloc  (%arg0) : memref<?xf32>
// OUT:     gpu.launch_func  @kernels::@parts blocks in (%0, %c1, %c1) threads in (%c256, %c1, %c1)  args(%memref : memref<?xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

// Divisions: one by a number that is never 0, one by any, and one whose quotient may not fit.
func.func @divisions(%a: i32, %b: i32, %i: index) -> i32 {
  %c8 = arith.constant 8 : index
  %0 = arith.divui %i, %c8 : index
  %1 = arith.remui %a, %b : i32
  %2 = arith.divsi %1, %b : i32
  return %2 : i32
}

// OUT: module {
// OUT:   func.func @divisions(%arg0: i32, %arg1: i32, %arg2: index) -> i32 {
// OUT:     %c8 = arith.constant 8 : index
// OUT:     %0 = arith.divui %arg2, %c8 : index
// OUT:     %c0_i32 = arith.constant 0 : i32
// OUT:     %1 = arith.cmpi ne, %arg1, %c0_i32 : i32
// OUT:     cf.assert %1, "arith.remui: division by zero, line 6" {rt.check = "division by zero"}
// OUT:     %2 = arith.remui %arg0, %arg1 : i32
// OUT:     %c0_i32_0 = arith.constant 0 : i32
// OUT:     %3 = arith.cmpi ne, %arg1, %c0_i32_0 : i32
// OUT:     cf.assert %3, "arith.divsi: division by zero, line 7" {rt.check = "division by zero"}
// OUT:     %c-2147483648_i32 = arith.constant -2147483648 : i32
// OUT:     %4 = arith.cmpi ne, %2, %c-2147483648_i32 : i32
// OUT:     %c-1_i32 = arith.constant -1 : i32
// OUT:     %5 = arith.cmpi ne, %arg1, %c-1_i32 : i32
// OUT:     %true = arith.constant true
// OUT:     %6 = arith.select %5, %true, %4 : i1
// OUT:     cf.assert %6, "arith.divsi: the quotient of the least value and -1 does not fit its type, line 7" {rt.check = "the quotient of the least value and -1 does not fit its type"}
// OUT:     %7 = arith.divsi %2, %arg1 : i32
// OUT:     return %7 : i32
// OUT:   }
// OUT: }
// -----

// What a view of other sizes and strides claims: by constants nothing is left to check, by values the least and the greatest
// element must lie in the buffer. What the caller of a function gives may be a part of a buffer.
func.func @claims(%m: memref<4x?xf32>, %n: index) {
  %line = memref.alloc() : memref<12xf32>
  %part = memref.subview %line[4] [4] [1] : memref<12xf32> to memref<4xf32, strided<[1], offset: 4>>
  %inside = memref.reinterpret_cast %part to offset: [1], sizes: [2, 3], strides: [4, 1]
    : memref<4xf32, strided<[1], offset: 4>> to memref<2x3xf32, strided<[4, 1], offset: 1>>
  %outside = memref.reinterpret_cast %part to offset: [11], sizes: [2], strides: [-12]
    : memref<4xf32, strided<[1], offset: 4>> to memref<2xf32, strided<[-12], offset: 11>>
  %any = memref.reinterpret_cast %m to offset: [%n], sizes: [%n], strides: [1]
    : memref<4x?xf32> to memref<?xf32, strided<[1], offset: ?>>
  call @called(%line, %n) : (memref<12xf32>, index) -> ()
  return
}
func.func @called(%m: memref<12xf32>, %n: index) {
  %any = memref.reinterpret_cast %m to offset: [0], sizes: [%n], strides: [1] : memref<12xf32> to memref<?xf32>
  return
}

// OUT: module {
// OUT:   func.func @claims(%arg0: memref<4x?xf32>, %arg1: index) {
// OUT:     %alloc = memref.alloc() : memref<12xf32>
// OUT:     %subview = memref.subview %alloc[4] [4] [1] : memref<12xf32> to memref<4xf32, strided<[1], offset: 4>>
// OUT:     %reinterpret_cast = memref.reinterpret_cast %subview to offset: [1], sizes: [2, 3], strides: [4, 1] : memref<4xf32, strided<[1], offset: 4>> to memref<2x3xf32, strided<[4, 1], offset: 1>>
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c12 = arith.constant 12 : index
// OUT:     %0 = arith.muli %c1, %c12 : index
// OUT:     %c11 = arith.constant 11 : index
// OUT:     %c12_0 = arith.constant 12 : index
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %1 = arith.subi %0, %c0 : index
// OUT:     %2 = arith.cmpi sge, %c11, %c12_0 : index
// OUT:     %3 = arith.cmpi slt, %c11, %1 : index
// OUT:     %4 = arith.andi %2, %3 : i1
// OUT:     cf.assert %4, "memref.reinterpret_cast: the view exceeds its buffer, line 9" {rt.check = "the view exceeds its buffer"}
// OUT:     %reinterpret_cast_1 = memref.reinterpret_cast %subview to offset: [11], sizes: [2], strides: [-12] : memref<4xf32, strided<[1], offset: 4>> to memref<2xf32, strided<[-12], offset: 11>>
// OUT:     %c1_2 = arith.constant 1 : index
// OUT:     %c4 = arith.constant 4 : index
// OUT:     %5 = arith.muli %c1_2, %c4 : index
// OUT:     %c1_3 = arith.constant 1 : index
// OUT:     %dim = memref.dim %arg0, %c1_3 : memref<4x?xf32>
// OUT:     %6 = arith.muli %5, %dim : index
// OUT:     %c1_4 = arith.constant 1 : index
// OUT:     %7 = arith.subi %arg1, %c1_4 : index
// OUT:     %c0_5 = arith.constant 0 : index
// OUT:     %8 = arith.minsi %7, %c0_5 : index
// OUT:     %9 = arith.maxsi %7, %c0_5 : index
// OUT:     %10 = arith.addi %arg1, %8 : index
// OUT:     %11 = arith.cmpi sle, %10, %arg1 : index
// OUT:     %12 = arith.addi %arg1, %9 : index
// OUT:     %13 = arith.cmpi sge, %12, %arg1 : index
// OUT:     %c0_6 = arith.constant 0 : index
// OUT:     %14 = arith.cmpi sge, %10, %c0_6 : index
// OUT:     %15 = arith.cmpi slt, %12, %6 : index
// OUT:     %c0_7 = arith.constant 0 : index
// OUT:     %16 = arith.cmpi eq, %arg1, %c0_7 : index
// OUT:     %17 = arith.cmpi sge, %arg1, %c0_7 : index
// OUT:     %18 = arith.andi %11, %13 : i1
// OUT:     %19 = arith.andi %18, %14 : i1
// OUT:     %20 = arith.andi %19, %15 : i1
// OUT:     %21 = arith.ori %16, %20 : i1
// OUT:     %22 = arith.andi %17, %21 : i1
// OUT:     cf.assert %22, "memref.reinterpret_cast: the view exceeds its buffer, line 11" {rt.check = "the view exceeds its buffer"}
// OUT:     %reinterpret_cast_8 = memref.reinterpret_cast %arg0 to offset: [%arg1], sizes: [%arg1], strides: [1] : memref<4x?xf32> to memref<?xf32, strided<[1], offset: ?>>
// OUT:     call @called(%alloc, %arg1) : (memref<12xf32>, index) -> ()
// OUT:     return
// OUT:   }
// OUT:   func.func @called(%arg0: memref<12xf32>, %arg1: index) {
// OUT:     %0:2 = rt.extent %arg0 : memref<12xf32>
// OUT:     %1 = arith.addi %0#0, %0#1 : index
// OUT:     %2 = arith.cmpi ule, %0#0, %1 : index
// OUT:     %3 = arith.subi %1, %0#0 : index
// OUT:     %c4 = arith.constant 4 : index
// OUT:     %4 = arith.divui %3, %c4 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %5 = arith.subi %arg1, %c1 : index
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %6 = arith.minsi %5, %c0 : index
// OUT:     %7 = arith.maxsi %5, %c0 : index
// OUT:     %c0_0 = arith.constant 0 : index
// OUT:     %8 = arith.cmpi sge, %6, %c0_0 : index
// OUT:     %9 = arith.cmpi slt, %7, %4 : index
// OUT:     %c0_1 = arith.constant 0 : index
// OUT:     %10 = arith.cmpi eq, %arg1, %c0_1 : index
// OUT:     %11 = arith.cmpi sge, %arg1, %c0_1 : index
// OUT:     %12 = arith.andi %2, %8 : i1
// OUT:     %13 = arith.andi %12, %9 : i1
// OUT:     %14 = arith.ori %10, %13 : i1
// OUT:     %15 = arith.andi %11, %14 : i1
// OUT:     cf.assert %15, "memref.reinterpret_cast: the view exceeds its buffer, line 17" {rt.check = "the view exceeds its buffer"}
// OUT:     %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [0], sizes: [%arg1], strides: [1] : memref<12xf32> to memref<?xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

// A claim about buffers that the runtime decides, and memory that a path may have freed.
func.func @asks(%x: memref<?xf32>, %y: memref<?xf32>, %early: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %a, %b = memref.distinct_objects %x, %y : memref<?xf32>, memref<?xf32>
  scf.if %early {
    memref.dealloc %a : memref<?xf32>
  }
  %v = memref.load %a[%c0] : memref<?xf32>
  return %v : f32
}

// OUT: module {
// OUT:   func.func @asks(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: i1) -> f32 {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %0 = rt.apart %arg0, %arg1 : memref<?xf32>, memref<?xf32>
// OUT:     cf.assert %0, "memref.distinct_objects: expected distinct buffers, but two of them overlap, line 5" {rt.check = "expected distinct buffers, but two of them overlap"}
// OUT:     %1:2 = memref.distinct_objects %arg0, %arg1 : memref<?xf32>, memref<?xf32>
// OUT:     scf.if %arg2 {
// OUT:       memref.dealloc %1#0 : memref<?xf32>
// OUT:     }
// OUT:     %2 = rt.live %1#0 : memref<?xf32>
// OUT:     cf.assert %2, "memref.load: use of a buffer after it was freed, line 9" {rt.check = "use of a buffer after it was freed"}
// OUT:     %c0_0 = arith.constant 0 : index
// OUT:     %dim = memref.dim %1#0, %c0_0 : memref<?xf32>
// OUT:     %3 = arith.cmpi ult, %c0, %dim : index
// OUT:     cf.assert %3, "memref.load: index is out of bounds of dimension 0, line 9" {rt.check = 0 : i64}
// OUT:     %4 = memref.load %1#0[%c0] : memref<?xf32>
// OUT:     return %4 : f32
// OUT:   }
// OUT: }
