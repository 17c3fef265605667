// RUN: run --device=cpu,interp

func.func @main() -> (i32, i32, i32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %five = arith.constant 5 : index
  %a = func.call @choose(%zero) : (index) -> i32
  %b = func.call @choose(%one) : (index) -> i32
  %c = func.call @choose(%five) : (index) -> i32
  return %a, %b, %c : i32, i32, i32
}
func.func @choose(%i: index) -> i32 {
  %r = scf.index_switch %i -> i32
  case 0 {
    %x = arith.constant 10 : i32
    scf.yield %x : i32
  }
  case 5 {
    %x = arith.constant 50 : i32
    scf.yield %x : i32
  }
  default {
    %x = arith.constant -1 : i32
    scf.yield %x : i32
  }
  return %r : i32
}

// OUT: result 0: i32 = 10
// OUT: result 1: i32 = -1
// OUT: result 2: i32 = 50
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

// A region of several blocks with a value.
func.func @main(%n: i32 {warpline.input = "-3"}) -> i32 {
  %r = scf.execute_region -> i32 {
    %zero = arith.constant 0 : i32
    %negative = arith.cmpi slt, %n, %zero : i32
    cf.cond_br %negative, ^flip, ^done(%n : i32)
  ^flip:
    %flipped = arith.subi %zero, %n : i32
    cf.br ^done(%flipped : i32)
  ^done(%x: i32):
    scf.yield %x : i32
  }
  return %r : i32
}

// OUT: result 0: i32 = 3
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

// Iterations in any order fill a buffer.
func.func @main() -> memref<3x4xindex> {
  %m = memref.alloc() : memref<3x4xindex>
  scf.forall (%i, %j) in (3, 4) {
    %x = affine.apply affine_map<(d0, d1) -> (d0 * 10 + d1)>(%i, %j)
    memref.store %x, %m[%i, %j] : memref<3x4xindex>
  }
  return %m : memref<3x4xindex>
}

// OUT: result 0: memref<3x4xindex>
// OUT:   [[0 1 2 3]
// OUT:    [10 11 12 13]
// OUT:    [20 21 22 23]]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

func.func @main(%flag: i32 {warpline.input = "7"}) -> i32 {
  %a = arith.constant 1 : i32
  %b = arith.constant 2 : i32
  %c = arith.constant 3 : i32
  cf.switch %flag : i32, [
    default: ^end(%a : i32),
    7: ^end(%b : i32),
    -1: ^end(%c : i32)
  ]
^end(%x: i32):
  return %x : i32
}

// OUT: result 0: i32 = 2
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

// A function that is chosen when the program runs.
func.func @twice(%x: i32) -> i32 {
  %r = arith.addi %x, %x : i32
  return %r : i32
}
func.func @square(%x: i32) -> i32 {
  %r = arith.muli %x, %x : i32
  return %r : i32
}
func.func @main(%pick: i1 {warpline.input = "false"}, %x: i32 {warpline.input = "9"}) -> i32 {
  %f = func.constant @twice : (i32) -> i32
  %g = func.constant @square : (i32) -> i32
  %h = arith.select %pick, %f, %g : (i32) -> i32
  %r = func.call_indirect %h(%x) : (i32) -> i32
  return %r : i32
}

// OUT: result 0: i32 = 81
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
