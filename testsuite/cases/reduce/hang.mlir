// RUN: warpline reduce --hang --test='warpline run %s --device=interp --max-steps=2000'
// RUN: warpline reduce --hang --test='warpline run %s --device=interp --max-steps=2000 --entry=none'
// RUN: warpline reduce --hang --test='not warpline run %s --device=interp --max-steps=2000'
// RUN: warpline reduce --hang --match=steps --test='warpline run %s'

// A loop that does not end is what is kept, by a limit on steps.
func.func @main(%n: i32 {warpline.input = "3"}, %x: memref<4xi32> {warpline.input = "iota:0"}) -> i32 {
  %zero = arith.constant 0 : i32
  %two = arith.constant 2 : i32
  %c0 = arith.constant 0 : index
  %v = memref.load %x[%c0] : memref<4xi32>
  %sum = arith.addi %v, %n : i32
  memref.store %sum, %x[%c0] : memref<4xi32>
  cf.br ^loop(%zero : i32)
^loop(%i: i32):
  %next = arith.addi %i, %two : i32
  %is_end = arith.cmpi eq, %next, %n : i32
  cf.cond_br %is_end, ^end, ^loop(%next : i32)
^end:
  %result = arith.muli %next, %sum : i32
  return %result : i32
}

// OUT: module {
// OUT:   func.func @main(%arg0: i32 {warpline.input = "3"}) {
// OUT:     cf.br ^bb1(%arg0 : i32)
// OUT:   ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb1
// OUT:     cf.br ^bb1(%0 : i32)
// OUT:   }
// OUT: }
// OUT: stderr:
// OUT: reduced as IR: 3 operations in 7 lines are left of 13 operations in 22 lines
// OUT: 14 tries: the test held for 9; 34 programs were not tried: wrong, larger or known
// OUT: stderr:
// OUT: warpline: error: the test does not hold for the input; its output:
// OUT:   warpline: error: there is no function 'none' with a body; there are main
// OUT:   warpline ended with exit code 2
// OUT: exit: 1
// OUT: stderr:
// OUT: warpline: error: the test does not hold for the input; its output:
// OUT:   input.mlir:18:3: error[E0401]: the program passed the limit of 2000 steps
// OUT:       ╭─[ input.mlir:18:3 ]
// OUT:       │
// OUT:    18 │   cf.cond_br %is_end, ^end, ^loop(%next : i32)
// OUT:       │   ─────┬────
// OUT:       │        ╰────── this 'cf.cond_br'
// OUT:   ────╯
// OUT: exit: 1
// OUT: stderr:
// OUT: error: the argument '--hang' cannot be used with '--match <REGEX>'
// OUT:
// OUT: Usage: warpline reduce --hang --test <COMMANDS> [FILE]
// OUT:
// OUT: For more information, try '--help'.
// OUT: exit: 2
