func.func @main(%buffer: memref<64xf32>) -> index {
  %c1 = arith.constant 1 : index
  %sum = arith.addi %c1, %c2 : index
  %wrong = memref.lod %buffer[%c1] : memref<64xf32>
  //              ^ complete memref.lo
  scf.for %i = %c1 to %c1 step %c1 {
    %inner = arith.muli %i, %c1 : index
    //                   ^ complete
  }
  return %sum : index
  //      ^ complete
}
// findings
// actions

// OUT: 5: ^ complete memref.lo
// OUT:   memref.load Reads an element; indices count from 0 in each dimension.
// OUT: 8: ^ complete
// OUT:   buffer memref<64xf32>
// OUT:   c1 index
// OUT:   sum index
// OUT:   i index
// OUT:   inner index
// OUT: 11: ^ complete
// OUT:   buffer memref<64xf32>
// OUT:   c1 index
// OUT:   sum index
// OUT: 13: findings
// OUT:   3:26-3:29 1 E0104 (0 places): use of undeclared SSA value name '%c2'
// OUT:   did you mean '%c1'?
// OUT:   4:12-4:22 1 E0107 (0 places): custom op 'memref.lod' is unknown
// OUT:   did you mean 'memref.load'?
// OUT: 14: actions
// OUT:   replace by '%c1': 3:26-3:29 "%c1"
// OUT:   expect this error: 3:1-3:1 "  // expected-error@below {{use of undeclared SSA value name '%c2'}}\n"
// OUT:   replace by 'memref.load': 4:12-4:22 "memref.load"
// OUT:   expect this error: 4:1-4:1 "  // expected-error@below {{custom op 'memref.lod' is unknown}}\n"
