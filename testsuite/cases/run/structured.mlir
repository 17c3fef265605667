// RUN: run --device=interp

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

// OUT: result 0: i32
// OUT:   count=1 min=10 max=10 sum=10.0 first=10
// OUT:   values: 10 (1 times)
// OUT: result 1: i32
// OUT:   count=1 min=-1 max=-1 sum=-1.0 first=-1
// OUT:   values: -1 (1 times)
// OUT: result 2: i32
// OUT:   count=1 min=50 max=50 sum=50.0 first=50
// OUT:   values: 50 (1 times)
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

// OUT: result 0: i32
// OUT:   count=1 min=3 max=3 sum=3.0 first=3
// OUT:   values: 3 (1 times)
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
// OUT:   count=12 min=0 max=23 sum=138.0 first=0
// OUT:   values: 0 (1 times), 1 (1 times), 2 (1 times), 3 (1 times), 10 (1 times), 11 (1 times), 12 (1 times), 13 (1 times), 20 (1 times), 21 (1 times), 22 (1 times), 23 (1 times)
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

// OUT: result 0: i32
// OUT:   count=1 min=2 max=2 sum=2.0 first=2
// OUT:   values: 2 (1 times)
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

// OUT: result 0: i32
// OUT:   count=1 min=81 max=81 sum=81.0 first=81
// OUT:   values: 81 (1 times)
