// RUN: not opt

func.func @region(%c: i1, %a: i32) {
  scf.if %c {
    %0 = arith.addi %a, %a : i32
  return
}

// OUT: unterminated.mlir:4:13: error[E0106]: '{' is never closed
// OUT: unterminated.mlir:6:3: note: expected its end before this
// -----

func.func @parenthesis(%a: i32, %b: i32 {
  %0 = arith.addi %a, %b : i32
  return
}

// OUT: unterminated.mlir:2:23: error[E0106]: '(' is never closed
// OUT: unterminated.mlir:6:1: note: the text ends here
// -----

func.func @bracket(%m: memref<4xf32>, %i: index) {
  %0 = memref.load %m[%i : memref<4xf32>
  %1 = memref.load %m[%i] : memref<4xf32>
  %2 = arith.addi %i, %oops : index
  return
}

// OUT: unterminated.mlir:3:22: error[E0106]: '[' is never closed
// OUT: unterminated.mlir:4:3: note: expected its end before this
// OUT: unterminated.mlir:5:23: error[E0104]: use of undeclared SSA value name '%oops'
// -----

func.func @angle(%m: memref<4xf32, %i: index) {
  return
}

// OUT: unterminated.mlir:2:28: error[E0106]: '<' is never closed
// OUT: unterminated.mlir:2:45: note: expected its end before this
// -----

func.func @stray() {
  ) return
  }
}

// OUT: unterminated.mlir:3:3: error[E0106]: unmatched ')'
// OUT: unterminated.mlir:5:1: error[E0106]: unmatched '}'
// -----

func.func @text() {
  what is this
  %0 = arith.constant "text
  $
  return
}

// OUT: unterminated.mlir:3:3: error[E0107]: custom op 'what' is unknown
// OUT: unterminated.mlir:4:23: error[E0105]: expected '"' in string literal, but found the end of the line
// OUT: unterminated.mlir:5:3: error[E0101]: unexpected character '$', which starts nothing in the language
