// RUN: compile --target=sm_80 --emit=ptx

// Sums with a carry and both halves of products, in each kind of register.
gpu.module @kernels {
  gpu.func @extended(%a: i32, %b: i32, %c: i64, %d: i16, %m: memref<8xi32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %sum, %carry = arith.addui_extended %a, %b : i32, i1
    %bit = arith.extui %carry : i1 to i32
    memref.store %sum, %m[%c0] : memref<8xi32>
    memref.store %bit, %m[%c1] : memref<8xi32>
    %low, %high = arith.mulsi_extended %a, %b : i32
    memref.store %high, %m[%c2] : memref<8xi32>
    %low64, %high64 = arith.mului_extended %c, %c : i64
    %cut = arith.trunci %high64 : i64 to i32
    memref.store %cut, %m[%c0] : memref<8xi32>
    %low16, %high16 = arith.mulsi_extended %d, %d : i16
    %wide = arith.extsi %high16 : i16 to i32
    memref.store %wide, %m[%c1] : memref<8xi32>
    gpu.return
  }
}
// -----

// An odd width lies sign-extended in its register.
gpu.module @kernels {
  gpu.func @narrow(%a: i7, %b: i7, %m: memref<1xi7>) kernel {
    %c0 = arith.constant 0 : index
    %sum = arith.addi %a, %b : i7
    %quotient = arith.divui %sum, %b : i7
    memref.store %quotient, %m[%c0] : memref<1xi7>
    gpu.return
  }
}
