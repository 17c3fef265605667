// RUN: compile --target=sm_80 --emit=ptx

// Switches are comparisons in a row.
gpu.module @kernels {
  gpu.func @switch(%flag: i32, %m: memref<1xi32>) kernel {
    %c0 = arith.constant 0 : index
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    cf.switch %flag : i32, [
      default: ^rest(%one : i32),
      7: ^seven,
      -3: ^rest(%two : i32)
    ]
  ^seven:
    memref.store %flag, %m[%c0] : memref<1xi32>
    gpu.return
  ^rest(%v: i32):
    memref.store %v, %m[%c0] : memref<1xi32>
    gpu.return
  }
}
// -----

gpu.module @kernels {
  gpu.func @regions(%i: index, %n: i32, %m: memref<1xi32>) kernel {
    %c0 = arith.constant 0 : index
    %v = scf.index_switch %i -> i32
    case 2 {
      scf.yield %n : i32
    }
    case 5 {
      %t = arith.addi %n, %n : i32
      scf.yield %t : i32
    }
    default {
      %z = arith.constant 0 : i32
      scf.yield %z : i32
    }
    %is = arith.cmpi slt, %v, %n : i32
    %w = scf.execute_region -> i32 {
      cf.cond_br %is, ^a, ^b
    ^a:
      scf.yield %v : i32
    ^b:
      %s = arith.subi %v, %n : i32
      scf.yield %s : i32
    }
    memref.store %w, %m[%c0] : memref<1xi32>
    gpu.return
  }
}
// -----

// A condition that must hold prints its message and stops the kernel.
gpu.module @kernels {
  gpu.func @check(%n: i32) kernel {
    %zero = arith.constant 0 : i32
    %holds = arith.cmpi sgt, %n, %zero : i32
    cf.assert %holds, "n is 100% positive"
    gpu.return
  }
}
