// RUN: opt --arith-int-range-narrowing
// The sizes of launches bound the numbers of blocks and threads.
gpu.module @m {
  gpu.func @number(%m: memref<?xindex>) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>, known_grid_size = array<i32: 100, 1, 1>} {
    %c256 = arith.constant 256 : index
    %b = gpu.block_id x
    %t = gpu.thread_id x
    %0 = arith.muli %b, %c256 : index
    %i = arith.addi %0, %t : index
    memref.store %i, %m[%i] : memref<?xindex>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @m {
// OUT:     gpu.func @number(%arg0: memref<?xindex>) kernel attributes {known_block_size = array<i32: 256, 1, 1>, known_grid_size = array<i32: 100, 1, 1>} {
// OUT:       %block_id_x = gpu.block_id  x
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = arith.index_cast %block_id_x : index to i32
// OUT:       %c256_i32 = arith.constant 256 : i32
// OUT:       %1 = arith.muli %0, %c256_i32 : i32
// OUT:       %2 = arith.index_cast %thread_id_x : index to i32
// OUT:       %3 = arith.addi %1, %2 : i32
// OUT:       %4 = arith.index_castui %3 : i32 to index
// OUT:       memref.store %4, %arg0[%4] : memref<?xindex>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// Loops that end before 2^31 count in 32 bits, and carry what fits.
gpu.module @m {
  gpu.func @count(%m: memref<?xindex>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c100 = arith.constant 100 : index
    %sum = scf.for %i = %c0 to %c100 step %c1 iter_args(%s = %c0) -> (index) {
      %twice = arith.remui %i, %c2 : index
      %next = arith.addi %s, %twice : index
      scf.yield %next : index
    }
    memref.store %sum, %m[%c0] : memref<?xindex>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @m {
// OUT:     gpu.func @count(%arg0: memref<?xindex>) kernel {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c0_i32 = arith.constant 0 : i32
// OUT:       %c100_i32 = arith.constant 100 : i32
// OUT:       %c1_i32 = arith.constant 1 : i32
// OUT:       %c0_i32_0 = arith.constant 0 : i32
// OUT:       %0 = scf.for %arg1 = %c0_i32 to %c100_i32 step %c1_i32 iter_args(%arg2 = %c0_i32_0) -> (i32)  : i32 {
// OUT:         %c2_i32 = arith.constant 2 : i32
// OUT:         %2 = arith.remui %arg1, %c2_i32 : i32
// OUT:         %3 = arith.addi %arg2, %2 : i32
// OUT:         scf.yield %3 : i32
// OUT:       }
// OUT:       %1 = arith.index_castui %0 : i32 to index
// OUT:       memref.store %1, %arg0[%c0] : memref<?xindex>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// Conditions bound values in the blocks that they guard, and nowhere else.
gpu.module @m {
  gpu.func @guarded(%m: memref<?xindex>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : index
    %c100 = arith.constant 100 : index
    %low = arith.cmpi ult, %n, %c100 : index
    scf.if %low {
      %0 = arith.muli %n, %c3 : index
      memref.store %0, %m[%c0] : memref<?xindex>
    }
    %1 = arith.muli %n, %c3 : index
    memref.store %1, %m[%c3] : memref<?xindex>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @m {
// OUT:     gpu.func @guarded(%arg0: memref<?xindex>, %arg1: index) kernel {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c3 = arith.constant 3 : index
// OUT:       %c100 = arith.constant 100 : index
// OUT:       %0 = arith.cmpi ult, %arg1, %c100 : index
// OUT:       scf.if %0 {
// OUT:         %2 = arith.index_cast %arg1 : index to i32
// OUT:         %c3_i32 = arith.constant 3 : i32
// OUT:         %3 = arith.muli %2, %c3_i32 : i32
// OUT:         %4 = arith.index_castui %3 : i32 to index
// OUT:         memref.store %4, %arg0[%c0] : memref<?xindex>
// OUT:       }
// OUT:       %1 = arith.muli %arg1, %c3 : index
// OUT:       memref.store %1, %arg0[%c3] : memref<?xindex>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// A product that may need 64 bits has factors of 32.
gpu.module @m {
  gpu.func @product(%m: memref<?xindex>) kernel {
    %c0 = arith.constant 0 : index
    %b = gpu.block_id x upper_bound 1000000
    %s = arith.muli %b, %b : index
    memref.store %s, %m[%c0] : memref<?xindex>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @m {
// OUT:     gpu.func @product(%arg0: memref<?xindex>) kernel {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %block_id_x = gpu.block_id  x upper_bound 1000000
// OUT:       %0 = arith.index_cast %block_id_x : index to i32
// OUT:       %1 = arith.index_castui %0 : i32 to index
// OUT:       %2 = arith.index_cast %block_id_x : index to i32
// OUT:       %3 = arith.index_castui %2 : i32 to index
// OUT:       %4 = arith.muli %1, %3 : index
// OUT:       memref.store %4, %arg0[%c0] : memref<?xindex>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// Addresses of workgroup memory have 32 bits, whatever is known of the offset.
gpu.module @m {
  gpu.func @workgroup(%p: !ptr.ptr<#llvm.address_space<3>>, %i: index, %j: i64) kernel {
    %c4 = arith.constant 4 : index
    %zero = arith.constant 0.0 : f32
    %0 = arith.muli %i, %c4 : index
    %1 = ptr.ptr_add %p, %0 : !ptr.ptr<#llvm.address_space<3>>, index
    %2 = ptr.ptr_add %1, %j : !ptr.ptr<#llvm.address_space<3>>, i64
    ptr.store %zero, %2 alignment = 4 : f32, !ptr.ptr<#llvm.address_space<3>>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @m {
// OUT:     gpu.func @workgroup(%arg0: !ptr.ptr<#llvm.address_space<3>>, %arg1: index, %arg2: i64) kernel {
// OUT:       %cst = arith.constant 0.000000e+00 : f32
// OUT:       %0 = arith.index_cast %arg1 : index to i32
// OUT:       %c4_i32 = arith.constant 4 : i32
// OUT:       %1 = arith.muli %0, %c4_i32 : i32
// OUT:       %2 = ptr.ptr_add %arg0, %1 : !ptr.ptr<#llvm.address_space<3>>, i32
// OUT:       %3 = arith.trunci %arg2 : i64 to i32
// OUT:       %4 = ptr.ptr_add %2, %3 : !ptr.ptr<#llvm.address_space<3>>, i32
// OUT:       ptr.store %cst, %4 alignment = 4 : f32, !ptr.ptr<#llvm.address_space<3>>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// Branches between blocks, while loops and branches with results carry 32 bits, too.
gpu.module @m {
  gpu.func @carried(%m: memref<?xi64>, %c: i1) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0 : i64
    %one = arith.constant 1 : i64
    %limit = arith.constant 50 : i64
    %t = gpu.thread_id x
    %first = arith.index_cast %t : index to i64
    %chosen = scf.if %c -> (i64) {
      scf.yield %first : i64
    } else {
      scf.yield %one : i64
    }
    %last = scf.while (%x = %zero) : (i64) -> i64 {
      %more = arith.cmpi slt, %x, %limit : i64
      scf.condition(%more) %x : i64
    } do {
    ^bb0(%y: i64):
      %next = arith.addi %y, %one : i64
      scf.yield %next : i64
    }
    cf.cond_br %c, ^bb1(%chosen : i64), ^bb1(%last : i64)
  ^bb1(%v: i64):
    memref.store %v, %m[%c0] : memref<?xi64>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @m {
// OUT:     gpu.func @carried(%arg0: memref<?xi64>, %arg1: i1) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = arith.index_cast %thread_id_x : index to i32
// OUT:       %1 = scf.if %arg1 -> (i32) {
// OUT:         scf.yield %0 : i32
// OUT:       } else {
// OUT:         %c1_i32 = arith.constant 1 : i32
// OUT:         scf.yield %c1_i32 : i32
// OUT:       }
// OUT:       %c0_i32 = arith.constant 0 : i32
// OUT:       %2 = scf.while (%arg2 = %c0_i32) : (i32) -> i32 {
// OUT:         %c50_i32 = arith.constant 50 : i32
// OUT:         %5 = arith.cmpi slt, %arg2, %c50_i32 : i32
// OUT:         scf.condition(%5) %arg2 : i32
// OUT:       } do {
// OUT:       ^bb0(%arg2: i32):
// OUT:         %c1_i32 = arith.constant 1 : i32
// OUT:         %5 = arith.addi %arg2, %c1_i32 : i32
// OUT:         scf.yield %5 : i32
// OUT:       }
// OUT:       cf.cond_br %arg1, ^bb1(%1 : i32), ^bb1(%2 : i32)
// OUT:     ^bb1(%3: i32):  // 2 preds: ^bb0, ^bb0
// OUT:       %4 = arith.extui %3 : i32 to i64
// OUT:       memref.store %4, %arg0[%c0] : memref<?xi64>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// What a check of bounds reports stays.
gpu.module @m {
  gpu.func @checked(%m: memref<8xi32>, %x: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c8 = arith.constant 8 : index
    %t = gpu.thread_id x
    %holds = arith.cmpi ult, %t, %c8 : index
    cf.assert %holds, "out of bounds" {rt.assertion = 0 : i32, rt.check = "out of bounds"}
    memref.store %x, %m[%t] : memref<8xi32>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @m {
// OUT:     gpu.func @checked(%arg0: memref<8xi32>, %arg1: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
// OUT:       %c8 = arith.constant 8 : index
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = arith.cmpi ult, %thread_id_x, %c8 : index
// OUT:       cf.assert %0, "out of bounds" {rt.assertion = 0 : i32, rt.check = "out of bounds"}
// OUT:       memref.store %arg1, %arg0[%thread_id_x] : memref<8xi32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// A number that every launch has is a constant.
gpu.module @m {
  gpu.func @known(%m: memref<?xindex>) kernel
      attributes {known_block_size = array<i32: 16, 16, 1>, known_grid_size = array<i32: 4, 1, 1>} {
    %c0 = arith.constant 0 : index
    %n = gpu.block_dim x
    %z = gpu.thread_id z
    %0 = arith.muli %n, %n : index
    %1 = arith.addi %0, %z : index
    memref.store %1, %m[%c0] : memref<?xindex>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @m {
// OUT:     gpu.func @known(%arg0: memref<?xindex>) kernel attributes {known_block_size = array<i32: 16, 16, 1>, known_grid_size = array<i32: 4, 1, 1>} {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %block_dim_x = gpu.block_dim  x
// OUT:       %0 = arith.index_cast %block_dim_x : index to i32
// OUT:       %1 = arith.index_cast %block_dim_x : index to i32
// OUT:       %2 = arith.muli %0, %1 : i32
// OUT:       %c0_i32 = arith.constant 0 : i32
// OUT:       %3 = arith.addi %2, %c0_i32 : i32
// OUT:       %4 = arith.index_castui %3 : i32 to index
// OUT:       memref.store %4, %arg0[%c0] : memref<?xindex>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// No register of 32 bits holds an i40.
gpu.module @m {
  gpu.func @forty(%m: memref<?xi40>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c7 = arith.constant 7 : index
    %low = arith.remui %n, %c7 : index
    %x = arith.index_cast %low : index to i40
    memref.store %x, %m[%c0] : memref<?xi40>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @m {
// OUT:     gpu.func @forty(%arg0: memref<?xi40>, %arg1: index) kernel {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c7 = arith.constant 7 : index
// OUT:       %0 = arith.remui %arg1, %c7 : index
// OUT:       %1 = arith.index_cast %0 : index to i40
// OUT:       memref.store %1, %arg0[%c0] : memref<?xi40>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
