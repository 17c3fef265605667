// RUN: not opt

func.func @undefined(%value: i32) -> i32 {
  %0 = arith.addi %value, %valeu : i32
  %1 = arith.addi %nowhere, %value : i32
  return %2 : i32
}

// OUT: names.mlir:4:27: error[E0104]: use of undeclared SSA value name '%valeu'
// OUT: names.mlir:4:27: note: did you mean '%value'?
// OUT: names.mlir:5:19: error[E0104]: use of undeclared SSA value name '%nowhere'
// OUT: names.mlir:6:10: error[E0104]: use of undeclared SSA value name '%2'
// OUT: names.mlir:6:10: note: did you mean '%0'?
// -----

func.func @twice(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  %0 = arith.muli %a, %a : i32
  return %0 : i32
}

// OUT: names.mlir:4:3: error[E0109]: redefinition of SSA value '%0'
// OUT: names.mlir:3:3: note: previously defined here
// -----

func.func @same() {
  return
}
func.func @same() {
  return
}

// OUT: names.mlir:5:1: error[E0209]: redefinition of symbol named 'same'
// OUT: names.mlir:2:1: note: see existing symbol definition here
// -----

// A value of a region is unknown outside of it; one of a later block may be used only where it dominates.
func.func @scopes(%c: i1, %a: i32) -> i32 {
  scf.if %c {
    %inner = arith.addi %a, %a : i32
  }
  %0 = arith.addi %inner, %a : i32
  cf.cond_br %c, ^left, ^right
^left:
  %l = arith.addi %a, %a : i32
  cf.br ^done
^right:
  cf.br ^done
^done:
  %1 = arith.addi %l, %a : i32
  return %1 : i32
}

// OUT: names.mlir:7:19: error[E0104]: use of undeclared SSA value name '%inner'
// OUT: names.mlir:15:8: error[E0202]: 'arith.addi' op operand #0 does not dominate this use
// OUT: names.mlir:10:8: note: operand defined here
// -----

func.func @labels(%c: i1) {
  cf.cond_br %c, ^here, ^nowhere
^here:
  cf.br ^here2
^here:
  return
}

// OUT: names.mlir:3:25: error[E0110]: reference to an undefined block '^nowhere'
// OUT: names.mlir:5:9: error[E0110]: reference to an undefined block '^here2'
// OUT: names.mlir:5:9: note: did you mean '^here'?
// OUT: names.mlir:6:1: error[E0109]: redefinition of block '^here'
// OUT: names.mlir:4:1: note: previously defined here
// -----

func.func @spelling(%a: i32) {
  %0 = arith.adi %a, %a : i32
  %1 = aritt.addi %a, %a : i32
  %2 = frobnicate %a : i32
  "other.op"(%a) : (i32) -> ()
  return
}

// OUT: names.mlir:3:8: error[E0107]: custom op 'arith.adi' is unknown
// OUT: names.mlir:3:8: note: did you mean 'arith.addi'?
// OUT: names.mlir:4:8: error[E0108]: dialect 'aritt' not found for custom op 'aritt.addi'
// OUT: names.mlir:4:8: note: did you mean 'arith'?
// OUT: names.mlir:5:8: error[E0107]: custom op 'frobnicate' is unknown (tried 'func.frobnicate' as well)
// OUT: names.mlir:6:3: error[E0108]: operation being parsed with an unregistered dialect: 'other.op'
// OUT: names.mlir:6:3: note: to accept it, use --allow-unregistered-dialect
// -----

func.func @early_use(%a: i32) -> i32 {
  %0 = arith.addi %1, %a : i32
  %1 = arith.addi %a, %a : i32
  return %0 : i32
}

// OUT: names.mlir:3:8: error[E0202]: 'arith.addi' op operand #0 does not dominate this use
// OUT: names.mlir:4:8: note: operand defined here
// -----

#unused = #unknown.attribute
func.func private @kinds_of_nobody(!unknown.type)

// OUT: names.mlir:2:11: error[E0108]: attribute created with unregistered dialect 'unknown'
// OUT: names.mlir:2:11: note: to accept it, use --allow-unregistered-dialect
// OUT: names.mlir:3:36: error[E0108]: type created with unregistered dialect 'unknown'
// OUT: names.mlir:3:36: note: to accept it, use --allow-unregistered-dialect
// -----

func.func @numbered_argument() {
  affine.for %i#0 = 0 to 9223372036854775808 {
  }
  "cf.br"() [^next] : () -> ()
^next(%a#1: i32):
  return
}

// OUT: names.mlir:3:26: error[E0103]: the integer '9223372036854775808' does not fit 64 bits with a sign
// OUT: names.mlir:6:9: error[E0103]: result number not allowed in argument list: an argument is one value
