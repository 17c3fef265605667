// RUN: opt --canonicalize

// A loop that computes nothing in a function with branches between blocks goes as a whole, with what it yields.
func.func @f(%p: i1, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.cond_br %p, ^one, ^two
^one:
  %end = scf.while (%i = %c0) : (index) -> index {
    %more = arith.cmpi slt, %i, %n : index
    scf.condition(%more) %i : index
  } do {
  ^bb0(%j: index):
    %next = arith.addi %j, %c1 : index
    scf.yield %next : index
  }
  return %n : index
^two:
  return %c1 : index
}

// OUT: module {
// OUT:   func.func @f(%arg0: i1, %arg1: index) -> index {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     cf.cond_br %arg0, ^bb1, ^bb2
// OUT:   ^bb1:  // pred: ^bb0
// OUT:     return %arg1 : index
// OUT:   ^bb2:  // pred: ^bb0
// OUT:     return %c1 : index
// OUT:   }
// OUT: }
