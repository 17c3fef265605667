// RUN: opt --affine-expand-index-ops

// Digits by a basis that is known.
func.func @pixel(%at: index) -> (index, index, index) {
  %rgb:3 = affine.delinearize_index %at into (28, 28, 3) : index, index, index
  return %rgb#0, %rgb#1, %rgb#2 : index, index, index
}

// OUT: module {
// OUT:   func.func @pixel(%arg0: index) -> (index, index, index) {
// OUT:     %c3 = arith.constant 3 : index
// OUT:     %c84 = arith.constant 84 : index
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %0 = arith.floordivsi %arg0, %c84 : index
// OUT:     %1 = arith.remsi %arg0, %c84 : index
// OUT:     %2 = arith.cmpi slt, %1, %c0 : index
// OUT:     %3 = arith.addi %1, %c84 overflow<nsw> : index
// OUT:     %4 = arith.select %2, %3, %1 : index
// OUT:     %5 = arith.divsi %4, %c3 : index
// OUT:     %6 = arith.remsi %arg0, %c3 : index
// OUT:     %7 = arith.cmpi slt, %6, %c0 : index
// OUT:     %8 = arith.addi %6, %c3 overflow<nsw> : index
// OUT:     %9 = arith.select %7, %8, %6 : index
// OUT:     return %0, %5, %9 : index, index, index
// OUT:   }
// OUT: }
// -----

// A weight that is known in part: its values are multiplied once, its constants now.
func.func @tile(%at: index, %rows: index, %columns: index) -> (index, index, index, index) {
  %part:4 = affine.delinearize_index %at into (%rows, %columns, 4, 8) : index, index, index, index
  return %part#0, %part#1, %part#2, %part#3 : index, index, index, index
}

// OUT: module {
// OUT:   func.func @tile(%arg0: index, %arg1: index, %arg2: index) -> (index, index, index, index) {
// OUT:     %c8 = arith.constant 8 : index
// OUT:     %c32 = arith.constant 32 : index
// OUT:     %c32_0 = arith.constant 32 : index
// OUT:     %0 = arith.muli %arg2, %c32_0 overflow<nsw, nuw> : index
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %1 = arith.floordivsi %arg0, %0 : index
// OUT:     %2 = arith.remsi %arg0, %0 : index
// OUT:     %3 = arith.cmpi slt, %2, %c0 : index
// OUT:     %4 = arith.addi %2, %0 overflow<nsw> : index
// OUT:     %5 = arith.select %3, %4, %2 : index
// OUT:     %6 = arith.divsi %5, %c32 : index
// OUT:     %7 = arith.remsi %arg0, %c32 : index
// OUT:     %8 = arith.cmpi slt, %7, %c0 : index
// OUT:     %9 = arith.addi %7, %c32 overflow<nsw> : index
// OUT:     %10 = arith.select %8, %9, %7 : index
// OUT:     %11 = arith.divsi %10, %c8 : index
// OUT:     %12 = arith.remsi %arg0, %c8 : index
// OUT:     %13 = arith.cmpi slt, %12, %c0 : index
// OUT:     %14 = arith.addi %12, %c8 overflow<nsw> : index
// OUT:     %15 = arith.select %13, %14, %12 : index
// OUT:     return %1, %6, %11, %15 : index, index, index, index
// OUT:   }
// OUT: }
// -----

// Without a bound for the first digit; one digit is the number itself.
func.func @unbounded(%at: index) -> (index, index, index) {
  %two:2 = affine.delinearize_index %at into (16) : index, index
  %one = affine.delinearize_index %at into (16) : index
  return %two#0, %two#1, %one : index, index, index
}

// OUT: module {
// OUT:   func.func @unbounded(%arg0: index) -> (index, index, index) {
// OUT:     %c16 = arith.constant 16 : index
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %0 = arith.floordivsi %arg0, %c16 : index
// OUT:     %1 = arith.remsi %arg0, %c16 : index
// OUT:     %2 = arith.cmpi slt, %1, %c0 : index
// OUT:     %3 = arith.addi %1, %c16 overflow<nsw> : index
// OUT:     %4 = arith.select %2, %3, %1 : index
// OUT:     return %0, %4, %arg0 : index, index, index
// OUT:   }
// OUT: }
// -----

// Back to a number; digits that are promised to be in range cannot overflow as unsigned numbers either.
func.func @back(%i: index, %j: index, %k: index, %n: index) -> (index, index, index) {
  %0 = affine.linearize_index [%i, %j, %k] by (%n, 4) : index
  %1 = affine.linearize_index disjoint [%i, %j, %k] by (7, %n, 4) : index
  %2 = affine.linearize_index [] by () : index
  return %0, %1, %2 : index, index, index
}

// OUT: module {
// OUT:   func.func @back(%arg0: index, %arg1: index, %arg2: index, %arg3: index) -> (index, index, index) {
// OUT:     %c4 = arith.constant 4 : index
// OUT:     %c4_0 = arith.constant 4 : index
// OUT:     %0 = arith.muli %arg3, %c4_0 overflow<nsw> : index
// OUT:     %1 = arith.muli %arg0, %0 overflow<nsw> : index
// OUT:     %2 = arith.muli %arg1, %c4 overflow<nsw> : index
// OUT:     %3 = arith.addi %1, %2 overflow<nsw> : index
// OUT:     %4 = arith.addi %3, %arg2 overflow<nsw> : index
// OUT:     %c4_1 = arith.constant 4 : index
// OUT:     %c4_2 = arith.constant 4 : index
// OUT:     %5 = arith.muli %arg3, %c4_2 overflow<nsw, nuw> : index
// OUT:     %6 = arith.muli %arg0, %5 overflow<nsw> : index
// OUT:     %7 = arith.muli %arg1, %c4_1 overflow<nsw> : index
// OUT:     %8 = arith.addi %6, %7 overflow<nsw> : index
// OUT:     %9 = arith.addi %8, %arg2 overflow<nsw> : index
// OUT:     %c0 = arith.constant 0 : index
// OUT:     return %4, %9, %c0 : index, index, index
// OUT:   }
// OUT: }
