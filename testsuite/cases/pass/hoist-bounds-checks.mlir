// RUN: opt --pass-pipeline=builtin.module(generate-runtime-verification,hoist-bounds-checks,cse)

// The index moves by both counters; the check leaves both loops.
func.func @nest(%m: memref<?xf32>, %n: index, %width: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%before = %zero) -> (f32) {
    %row = arith.muli %i, %width : index
    %part = scf.for %j = %c1 to %width step %c2 iter_args(%so_far = %before) -> (f32) {
      %at = arith.addi %row, %j : index
      %v = memref.load %m[%at] : memref<?xf32>
      %more = arith.addf %so_far, %v : f32
      scf.yield %more : f32
    }
    scf.yield %part : f32
  }
  return %sum : f32
}

// OUT: module {
// OUT:   func.func @nest(%arg0: memref<?xf32>, %arg1: index, %arg2: index) -> f32 {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c2 = arith.constant 2 : index
// OUT:     %cst = arith.constant 0.000000e+00 : f32
// OUT:     %0 = arith.subi %arg1, %c0 : index
// OUT:     %1 = arith.subi %0, %c1 : index
// OUT:     %c4294967296 = arith.constant 4294967296 : index
// OUT:     %2 = arith.cmpi ult, %1, %c4294967296 : index
// OUT:     %3 = arith.muli %c0, %arg2 : index
// OUT:     %4 = arith.subi %arg2, %c1 : index
// OUT:     %5 = arith.subi %4, %c1 : index
// OUT:     %6 = arith.remui %5, %c2 : index
// OUT:     %7 = arith.subi %5, %6 : index
// OUT:     %8 = arith.cmpi ult, %7, %c4294967296 : index
// OUT:     %9 = arith.andi %2, %8 : i1
// OUT:     %10 = arith.addi %3, %c1 : index
// OUT:     %dim = memref.dim %arg0, %c0 : memref<?xf32>
// OUT:     %11 = arith.cmpi ult, %10, %dim : index
// OUT:     %12 = arith.andi %9, %11 : i1
// OUT:     %13 = arith.subi %dim, %10 : index
// OUT:     %c2147483648 = arith.constant 2147483648 : index
// OUT:     %14 = arith.cmpi ult, %arg2, %c2147483648 : index
// OUT:     %15 = arith.andi %12, %14 : i1
// OUT:     %16 = arith.muli %1, %arg2 : index
// OUT:     %17 = arith.cmpi ult, %16, %13 : index
// OUT:     %18 = arith.andi %15, %17 : i1
// OUT:     %19 = arith.subi %13, %16 : index
// OUT:     %20 = arith.cmpi ult, %7, %19 : index
// OUT:     %21 = arith.andi %18, %20 : i1
// OUT:     %22 = scf.if %21 -> (f32) {
// OUT:       %23 = scf.for %arg3 = %c0 to %arg1 step %c1 iter_args(%arg4 = %cst) -> (f32) {
// OUT:         %24 = arith.muli %arg3, %arg2 : index
// OUT:         %25 = scf.for %arg5 = %c1 to %arg2 step %c2 iter_args(%arg6 = %arg4) -> (f32) {
// OUT:           %26 = arith.addi %24, %arg5 : index
// OUT:           %27 = memref.load %arg0[%26] : memref<?xf32>
// OUT:           %28 = arith.addf %arg6, %27 : f32
// OUT:           scf.yield %28 : f32
// OUT:         }
// OUT:         scf.yield %25 : f32
// OUT:       }
// OUT:       scf.yield %23 : f32
// OUT:     } else {
// OUT:       %23 = scf.for %arg3 = %c0 to %arg1 step %c1 iter_args(%arg4 = %cst) -> (f32) {
// OUT:         %24 = arith.muli %arg3, %arg2 : index
// OUT:         %25 = scf.for %arg5 = %c1 to %arg2 step %c2 iter_args(%arg6 = %arg4) -> (f32) {
// OUT:           %26 = arith.addi %24, %arg5 : index
// OUT:           %27 = arith.cmpi ult, %26, %dim : index
// OUT:           cf.assert %27, "memref.load: index is out of bounds of dimension 0, line 13" {rt.check = 0 : i64}
// OUT:           %28 = memref.load %arg0[%26] : memref<?xf32>
// OUT:           %29 = arith.addf %arg6, %28 : f32
// OUT:           scf.yield %29 : f32
// OUT:         }
// OUT:         scf.yield %25 : f32
// OUT:       }
// OUT:       scf.yield %23 : f32
// OUT:     } {warpline.hoisted_checks}
// OUT:     return %22 : f32
// OUT:   }
// OUT: }
// -----

// The bounds of the inner loop depend on the outer one, so the check leaves the inner loop. The index counts down. The step is
// a value. The check in a branch stays, and so does that of an index from memory.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @triangle(%m: memref<?xf32>, %order: memref<?xindex>, %n: index, %step: index, %b: i1) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %last = arith.subi %n, %c1 : index
      scf.for %i = %c0 to %n step %c1 {
        scf.for %j = %c0 to %i step %step {
          %at = arith.subi %last, %j : index
          %v = memref.load %m[%at] : memref<?xf32>
          scf.if %b {
            memref.store %v, %m[%j] : memref<?xf32>
          }
          %other = memref.load %order[%n] : memref<?xindex>
          memref.store %v, %m[%other] : memref<?xf32>
        }
      }
      gpu.return
    }
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @triangle(%arg0: memref<?xf32>, %arg1: memref<?xindex>, %arg2: index, %arg3: index, %arg4: i1) kernel {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %0 = arith.subi %arg2, %c1 : index
// OUT:       %dim = memref.dim %arg1, %c0 : memref<?xindex>
// OUT:       %1 = arith.cmpi ult, %arg2, %dim : index
// OUT:       scf.if %1 {
// OUT:         scf.for %arg5 = %c0 to %arg2 step %c1 {
// OUT:           %2 = arith.cmpi sgt, %arg3, %c0 : index
// OUT:           cf.assert %2, "scf.for: expected a positive step, line 11" {rt.check = "expected a positive step, but found {}"}
// OUT:           %3 = arith.subi %arg5, %c0 : index
// OUT:           %4 = arith.subi %3, %c1 : index
// OUT:           %c2147483648 = arith.constant 2147483648 : index
// OUT:           %5 = arith.cmpi slt, %c0, %arg3 : index
// OUT:           %6 = arith.cmpi slt, %arg3, %c2147483648 : index
// OUT:           %7 = arith.andi %5, %6 : i1
// OUT:           %8 = arith.maxui %arg3, %c1 : index
// OUT:           %9 = arith.remui %4, %8 : index
// OUT:           %10 = arith.subi %4, %9 : index
// OUT:           %c4294967296 = arith.constant 4294967296 : index
// OUT:           %11 = arith.cmpi ult, %10, %c4294967296 : index
// OUT:           %12 = arith.andi %7, %11 : i1
// OUT:           %13 = arith.subi %0, %c0 : index
// OUT:           %dim_0 = memref.dim %arg0, %c0 : memref<?xf32>
// OUT:           %14 = arith.cmpi ult, %13, %dim_0 : index
// OUT:           %15 = arith.andi %12, %14 : i1
// OUT:           %16 = arith.cmpi ule, %10, %13 : index
// OUT:           %17 = arith.andi %15, %16 : i1
// OUT:           scf.if %17 {
// OUT:             scf.for %arg6 = %c0 to %arg5 step %arg3 {
// OUT:               %18 = arith.subi %0, %arg6 : index
// OUT:               %19 = memref.load %arg0[%18] : memref<?xf32>
// OUT:               scf.if %arg4 {
// OUT:                 %22 = arith.cmpi ult, %arg6, %dim_0 : index
// OUT:                 cf.assert %22, "memref.store: index is out of bounds of dimension 0, line 15" {rt.check = 0 : i64}
// OUT:                 memref.store %19, %arg0[%arg6] : memref<?xf32>
// OUT:               }
// OUT:               %20 = memref.load %arg1[%arg2] : memref<?xindex>
// OUT:               %21 = arith.cmpi ult, %20, %dim_0 : index
// OUT:               cf.assert %21, "memref.store: index is out of bounds of dimension 0, line 18" {rt.check = 0 : i64}
// OUT:               memref.store %19, %arg0[%20] : memref<?xf32>
// OUT:             }
// OUT:           } else {
// OUT:             scf.for %arg6 = %c0 to %arg5 step %arg3 {
// OUT:               %18 = arith.subi %0, %arg6 : index
// OUT:               %19 = arith.cmpi ult, %18, %dim_0 : index
// OUT:               cf.assert %19, "memref.load: index is out of bounds of dimension 0, line 13" {rt.check = 0 : i64}
// OUT:               %20 = memref.load %arg0[%18] : memref<?xf32>
// OUT:               scf.if %arg4 {
// OUT:                 %23 = arith.cmpi ult, %arg6, %dim_0 : index
// OUT:                 cf.assert %23, "memref.store: index is out of bounds of dimension 0, line 15" {rt.check = 0 : i64}
// OUT:                 memref.store %20, %arg0[%arg6] : memref<?xf32>
// OUT:               }
// OUT:               %21 = memref.load %arg1[%arg2] : memref<?xindex>
// OUT:               %22 = arith.cmpi ult, %21, %dim_0 : index
// OUT:               cf.assert %22, "memref.store: index is out of bounds of dimension 0, line 18" {rt.check = 0 : i64}
// OUT:               memref.store %20, %arg0[%21] : memref<?xf32>
// OUT:             }
// OUT:           } {warpline.hoisted_checks}
// OUT:         }
// OUT:       } else {
// OUT:         scf.for %arg5 = %c0 to %arg2 step %c1 {
// OUT:           %2 = arith.cmpi sgt, %arg3, %c0 : index
// OUT:           cf.assert %2, "scf.for: expected a positive step, line 11" {rt.check = "expected a positive step, but found {}"}
// OUT:           scf.for %arg6 = %c0 to %arg5 step %arg3 {
// OUT:             %3 = arith.subi %0, %arg6 : index
// OUT:             %dim_0 = memref.dim %arg0, %c0 : memref<?xf32>
// OUT:             %4 = arith.cmpi ult, %3, %dim_0 : index
// OUT:             cf.assert %4, "memref.load: index is out of bounds of dimension 0, line 13" {rt.check = 0 : i64}
// OUT:             %5 = memref.load %arg0[%3] : memref<?xf32>
// OUT:             scf.if %arg4 {
// OUT:               %8 = arith.cmpi ult, %arg6, %dim_0 : index
// OUT:               cf.assert %8, "memref.store: index is out of bounds of dimension 0, line 15" {rt.check = 0 : i64}
// OUT:               memref.store %5, %arg0[%arg6] : memref<?xf32>
// OUT:             }
// OUT:             cf.assert %1, "memref.load: index is out of bounds of dimension 0, line 17" {rt.check = 0 : i64}
// OUT:             %6 = memref.load %arg1[%arg2] : memref<?xindex>
// OUT:             %7 = arith.cmpi ult, %6, %dim_0 : index
// OUT:             cf.assert %7, "memref.store: index is out of bounds of dimension 0, line 18" {rt.check = 0 : i64}
// OUT:             memref.store %5, %arg0[%6] : memref<?xf32>
// OUT:           }
// OUT:         }
// OUT:       } {warpline.hoisted_checks}
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// Around a barrier all threads choose the same loop, by the least and the greatest number of a thread.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @tiles(%m: memref<?x?xf32>, %n: index) workgroup(%tile: memref<16xf32, #gpu.address_space<workgroup>>) kernel
        attributes {known_block_size = array<i32: 16, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c16 = arith.constant 16 : index
      %t = gpu.thread_id x
      %i = gpu.global_id x
      scf.for %k = %c0 to %n step %c16 {
        %column = arith.addi %k, %t : index
        %v = memref.load %m[%i, %column] : memref<?x?xf32>
        memref.store %v, %tile[%t] : memref<16xf32, #gpu.address_space<workgroup>>
        gpu.barrier
      }
      gpu.return
    }
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @tiles(%arg0: memref<?x?xf32>, %arg1: index) workgroup(%arg2 : memref<16xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 16, 1, 1>} {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c16 = arith.constant 16 : index
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %global_id_x = gpu.global_id  x
// OUT:       %block_id_x = gpu.block_id  x
// OUT:       %block_dim_x = gpu.block_dim  x
// OUT:       %0 = arith.muli %block_id_x, %block_dim_x : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %1 = arith.subi %block_dim_x, %c1 : index
// OUT:       %c4294967296 = arith.constant 4294967296 : index
// OUT:       %2 = arith.cmpi ult, %1, %c4294967296 : index
// OUT:       %dim = memref.dim %arg0, %c0 : memref<?x?xf32>
// OUT:       %3 = arith.subi %arg1, %c0 : index
// OUT:       %4 = arith.subi %3, %c1 : index
// OUT:       %5 = arith.remui %4, %c16 : index
// OUT:       %6 = arith.subi %4, %5 : index
// OUT:       %7 = arith.cmpi ult, %6, %c4294967296 : index
// OUT:       %8 = arith.andi %2, %7 : i1
// OUT:       %9 = arith.andi %8, %2 : i1
// OUT:       %10 = arith.addi %c0, %c0 : index
// OUT:       %dim_0 = memref.dim %arg0, %c1 : memref<?x?xf32>
// OUT:       %11 = arith.cmpi ult, %0, %dim : index
// OUT:       %12 = arith.andi %9, %11 : i1
// OUT:       %13 = arith.subi %dim, %0 : index
// OUT:       %14 = arith.cmpi ult, %1, %13 : index
// OUT:       %15 = arith.andi %12, %14 : i1
// OUT:       %16 = arith.cmpi ult, %10, %dim_0 : index
// OUT:       %17 = arith.andi %15, %16 : i1
// OUT:       %18 = arith.subi %dim_0, %10 : index
// OUT:       %19 = arith.cmpi ult, %6, %18 : index
// OUT:       %20 = arith.andi %17, %19 : i1
// OUT:       %21 = arith.subi %18, %6 : index
// OUT:       %22 = arith.cmpi ult, %1, %21 : index
// OUT:       %23 = arith.andi %20, %22 : i1
// OUT:       scf.if %23 {
// OUT:         scf.for %arg3 = %c0 to %arg1 step %c16 {
// OUT:           %24 = arith.addi %arg3, %thread_id_x : index
// OUT:           %25 = memref.load %arg0[%global_id_x, %24] : memref<?x?xf32>
// OUT:           memref.store %25, %arg2[%thread_id_x] : memref<16xf32, #gpu.address_space<workgroup>>
// OUT:           gpu.barrier
// OUT:         }
// OUT:       } else {
// OUT:         scf.for %arg3 = %c0 to %arg1 step %c16 {
// OUT:           %24 = arith.addi %arg3, %thread_id_x : index
// OUT:           %25 = arith.cmpi ult, %global_id_x, %dim : index
// OUT:           cf.assert %25, "memref.load: index is out of bounds of dimension 0, line 13" {rt.check = 0 : i64}
// OUT:           %26 = arith.cmpi ult, %24, %dim_0 : index
// OUT:           cf.assert %26, "memref.load: index is out of bounds of dimension 1, line 13" {rt.check = 1 : i64}
// OUT:           %27 = memref.load %arg0[%global_id_x, %24] : memref<?x?xf32>
// OUT:           memref.store %27, %arg2[%thread_id_x] : memref<16xf32, #gpu.address_space<workgroup>>
// OUT:           gpu.barrier
// OUT:         }
// OUT:       } {warpline.hoisted_checks}
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// The lanes of a shuffle choose the same loop, too; an index that a lane decides in another way keeps its check.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @lanes(%m: memref<?xf32>, %n: index) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c32 = arith.constant 32 : index
      %one = arith.constant 1 : i32
      %width = arith.constant 32 : i32
      %t = gpu.thread_id x
      %lane = gpu.lane_id
      scf.for %k = %c0 to %n step %c32 {
        %at = arith.addi %k, %t : index
        %v = memref.load %m[%at] : memref<?xf32>
        %other, %valid = gpu.shuffle xor %v, %one, %width : f32
        %to = arith.addi %k, %lane : index
        memref.store %other, %m[%to] : memref<?xf32>
      }
      gpu.return
    }
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @lanes(%arg0: memref<?xf32>, %arg1: index) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c32 = arith.constant 32 : index
// OUT:       %c1_i32 = arith.constant 1 : i32
// OUT:       %c32_i32 = arith.constant 32 : i32
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = gpu.lane_id
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %1 = arith.subi %arg1, %c0 : index
// OUT:       %2 = arith.subi %1, %c1 : index
// OUT:       %3 = arith.remui %2, %c32 : index
// OUT:       %4 = arith.subi %2, %3 : index
// OUT:       %c4294967296 = arith.constant 4294967296 : index
// OUT:       %5 = arith.cmpi ult, %4, %c4294967296 : index
// OUT:       %block_dim_x = gpu.block_dim  x
// OUT:       %6 = arith.subi %block_dim_x, %c1 : index
// OUT:       %7 = arith.cmpi ult, %6, %c4294967296 : index
// OUT:       %8 = arith.andi %5, %7 : i1
// OUT:       %9 = arith.addi %c0, %c0 : index
// OUT:       %dim = memref.dim %arg0, %c0 : memref<?xf32>
// OUT:       %10 = arith.cmpi ult, %9, %dim : index
// OUT:       %11 = arith.andi %8, %10 : i1
// OUT:       %12 = arith.subi %dim, %9 : index
// OUT:       %13 = arith.cmpi ult, %4, %12 : index
// OUT:       %14 = arith.andi %11, %13 : i1
// OUT:       %15 = arith.subi %12, %4 : index
// OUT:       %16 = arith.cmpi ult, %6, %15 : index
// OUT:       %17 = arith.andi %14, %16 : i1
// OUT:       scf.if %17 {
// OUT:         scf.for %arg2 = %c0 to %arg1 step %c32 {
// OUT:           %18 = arith.addi %arg2, %thread_id_x : index
// OUT:           %19 = memref.load %arg0[%18] : memref<?xf32>
// OUT:           %shuffleResult, %valid = gpu.shuffle  xor %19, %c1_i32, %c32_i32 : f32
// OUT:           %20 = arith.addi %arg2, %0 : index
// OUT:           %21 = arith.cmpi ult, %20, %dim : index
// OUT:           cf.assert %21, "memref.store: index is out of bounds of dimension 0, line 17" {rt.check = 0 : i64}
// OUT:           memref.store %shuffleResult, %arg0[%20] : memref<?xf32>
// OUT:         }
// OUT:       } else {
// OUT:         scf.for %arg2 = %c0 to %arg1 step %c32 {
// OUT:           %18 = arith.addi %arg2, %thread_id_x : index
// OUT:           %19 = arith.cmpi ult, %18, %dim : index
// OUT:           cf.assert %19, "memref.load: index is out of bounds of dimension 0, line 14" {rt.check = 0 : i64}
// OUT:           %20 = memref.load %arg0[%18] : memref<?xf32>
// OUT:           %shuffleResult, %valid = gpu.shuffle  xor %20, %c1_i32, %c32_i32 : f32
// OUT:           %21 = arith.addi %arg2, %0 : index
// OUT:           %22 = arith.cmpi ult, %21, %dim : index
// OUT:           cf.assert %22, "memref.store: index is out of bounds of dimension 0, line 17" {rt.check = 0 : i64}
// OUT:           memref.store %shuffleResult, %arg0[%21] : memref<?xf32>
// OUT:         }
// OUT:       } {warpline.hoisted_checks}
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// A loop that launches stays as it is.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @nothing() kernel {
      gpu.return
    }
  }
  func.func @host(%m: memref<?xf32>, %n: index, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %k = %c0 to %n step %c1 {
      memref.store %v, %m[%k] : memref<?xf32>
      gpu.launch_func @k::@nothing blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    }
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @nothing() kernel {
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @host(%arg0: memref<?xf32>, %arg1: index, %arg2: f32) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     scf.for %arg3 = %c0 to %arg1 step %c1 {
// OUT:       %dim = memref.dim %arg0, %c0 : memref<?xf32>
// OUT:       %0 = arith.cmpi ult, %arg3, %dim : index
// OUT:       cf.assert %0, "memref.store: index is out of bounds of dimension 0, line 13" {rt.check = 0 : i64}
// OUT:       memref.store %arg2, %arg0[%arg3] : memref<?xf32>
// OUT:       gpu.launch_func  @k::@nothing blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
