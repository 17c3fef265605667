// RUN: run --device=cpu,interp --entry=main

// Choices by number, and blocks in place, in a kernel.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @pick(%from: memref<64xi32>, %to: memref<64xi32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %from[%i] : memref<64xi32>
      %c4 = arith.constant 4 : i32
      %r = arith.remui %v, %c4 : i32
      %at = arith.index_cast %r : i32 to index
      %w = scf.index_switch %at -> i32
      case 1 {
        %ten = arith.constant 10 : i32
        scf.yield %ten : i32
      }
      case 3 {
        %s = arith.muli %v, %v : i32
        scf.yield %s : i32
      }
      default {
        scf.yield %v : i32
      }
      %x = scf.execute_region -> i32 {
        %zero = arith.constant 0 : i32
        %small = arith.cmpi slt, %w, %c4 : i32
        cf.cond_br %small, ^less, ^more(%zero : i32)
      ^less:
        %neg = arith.subi %zero, %w : i32
        scf.yield %neg : i32
      ^more(%add: i32):
        %sum = arith.addi %w, %add : i32
        scf.yield %sum : i32
      }
      cf.switch %r : i32, [
        default: ^store(%x : i32),
        0: ^store(%v : i32),
        2: ^double
      ]
    ^double:
      %d = arith.addi %x, %x : i32
      cf.br ^store(%d : i32)
    ^store(%out: i32):
      memref.store %out, %to[%i] : memref<64xi32>
      gpu.return
    }
  }
  func.func @main(%from: memref<64xi32> {llvm.noalias, warpline.input = "rand:7"}, %to: memref<64xi32> {llvm.noalias, warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func @k::@pick blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%from : memref<64xi32>, %to : memref<64xi32>)
    return
  }
}

// OUT: argument 1: memref<64xi32>
// OUT:   count=64 min=4 max=9025 sum=70678.0 first=76
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// The same on the host: blocks that lead back, and a choice without cases.
func.func @main(%n: i8 {warpline.input = "5"}, %at: index {warpline.input = "2"}) -> (i32, i32, i32, i32) {
  %a = call @by_flag(%n) : (i8) -> i32
  %b = call @by_index(%at) : (index) -> i32
  %c = call @in_blocks(%n) : (i8) -> i32
  %only = scf.index_switch %at -> i32
  default {
    %nine = arith.constant 9 : i32
    scf.yield %nine : i32
  }
  return %a, %b, %c, %only : i32, i32, i32, i32
}
func.func private @by_flag(%n: i8) -> i32 {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  cf.switch %n : i8, [
    default: ^end(%one : i32),
    -3: ^end(%two : i32),
    5: ^more(%two, %three : i32, i32)
  ]
^more(%x: i32, %y: i32):
  %sum = arith.addi %x, %y : i32
  cf.br ^end(%sum : i32)
^end(%result: i32):
  return %result : i32
}
func.func private @by_index(%at: index) -> i32 {
  %result = scf.index_switch %at -> i32
  case 2 {
    %six = arith.constant 6 : i32
    scf.yield %six : i32
  }
  case -1 {
    %seven = arith.constant 7 : i32
    scf.yield %seven : i32
  }
  default {
    %eight = arith.constant 8 : i32
    scf.yield %eight : i32
  }
  return %result : i32
}
func.func private @in_blocks(%n: i8) -> i32 {
  %result = scf.execute_region -> i32 {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %limit = arith.extui %n : i8 to i32
    cf.br ^loop(%zero, %zero : i32, i32)
  ^loop(%i: i32, %sum: i32):
    %goes = arith.cmpi slt, %i, %limit : i32
    cf.cond_br %goes, ^body, ^end
  ^body:
    %next = arith.addi %i, %one : i32
    %more = arith.addi %sum, %i : i32
    cf.br ^loop(%next, %more : i32, i32)
  ^end:
    scf.yield %sum : i32
  }
  return %result : i32
}

// OUT: result 0: i32 = 5
// OUT: result 1: i32 = 6
// OUT: result 2: i32 = 10
// OUT: result 3: i32 = 9
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

// Negative cases.
func.func @main(%n: i8 {warpline.input = "-3"}, %at: index {warpline.input = "-1"}) -> (i32, i32, i32, i32) {
  %a = call @by_flag(%n) : (i8) -> i32
  %b = call @by_index(%at) : (index) -> i32
  %c = call @in_blocks(%n) : (i8) -> i32
  %only = scf.index_switch %at -> i32
  default {
    %nine = arith.constant 9 : i32
    scf.yield %nine : i32
  }
  return %a, %b, %c, %only : i32, i32, i32, i32
}
func.func private @by_flag(%n: i8) -> i32 {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  cf.switch %n : i8, [
    default: ^end(%one : i32),
    -3: ^end(%two : i32),
    5: ^more(%two, %three : i32, i32)
  ]
^more(%x: i32, %y: i32):
  %sum = arith.addi %x, %y : i32
  cf.br ^end(%sum : i32)
^end(%result: i32):
  return %result : i32
}
func.func private @by_index(%at: index) -> i32 {
  %result = scf.index_switch %at -> i32
  case 2 {
    %six = arith.constant 6 : i32
    scf.yield %six : i32
  }
  case -1 {
    %seven = arith.constant 7 : i32
    scf.yield %seven : i32
  }
  default {
    %eight = arith.constant 8 : i32
    scf.yield %eight : i32
  }
  return %result : i32
}
func.func private @in_blocks(%n: i8) -> i32 {
  %result = scf.execute_region -> i32 {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %limit = arith.extui %n : i8 to i32
    cf.br ^loop(%zero, %zero : i32, i32)
  ^loop(%i: i32, %sum: i32):
    %goes = arith.cmpi slt, %i, %limit : i32
    cf.cond_br %goes, ^body, ^end
  ^body:
    %next = arith.addi %i, %one : i32
    %more = arith.addi %sum, %i : i32
    cf.br ^loop(%next, %more : i32, i32)
  ^end:
    scf.yield %sum : i32
  }
  return %result : i32
}

// OUT: result 0: i32 = 2
// OUT: result 1: i32 = 7
// OUT: result 2: i32 = 31878
// OUT: result 3: i32 = 9
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
