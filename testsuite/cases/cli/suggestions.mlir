// RUN: warpline opt --diagnostics=short

// An operation, in both forms, and a bare one.
func.func @operations(%a: i32) {
  %0 = arith.mull %a, %a : i32
  %1 = "arith.sibi"(%a, %a) : (i32, i32) -> i32
  retrun
}

// OUT: stderr:
// OUT: suggestions.mlir:5:8: error[E0107]: custom op 'arith.mull' is unknown
// OUT: suggestions.mlir:5:8: note: did you mean 'arith.mulf'?
// OUT: suggestions.mlir:6:8: error[E0107]: unregistered operation 'arith.sibi' found in dialect ('arith') that does not allow unknown operations
// OUT: suggestions.mlir:6:8: note: did you mean 'arith.subi'?
// OUT: exit: 1
// -----

// A dialect.
func.func @dialect(%a: f32) {
  %0 = mth.exp %a : f32
  return
}

// OUT: stderr:
// OUT: suggestions.mlir:4:8: error[E0108]: dialect 'mth' not found for custom op 'mth.exp'
// OUT: suggestions.mlir:4:8: note: did you mean 'math'?
// OUT: exit: 1
// -----

// A value.
func.func @value(%first: i32) -> i32 {
  return %frist : i32
}

// OUT: stderr:
// OUT: suggestions.mlir:4:10: error[E0104]: use of undeclared SSA value name '%frist'
// OUT: suggestions.mlir:4:10: note: did you mean '%first'?
// OUT: exit: 1
// -----

// A block.
func.func @block() {
  cf.br ^exti
^exit:
  return
}

// OUT: stderr:
// OUT: suggestions.mlir:4:9: error[E0110]: reference to an undefined block '^exti'
// OUT: suggestions.mlir:4:9: note: did you mean '^exit'?
// OUT: exit: 1
// -----

// A type.
func.func @type(%a: memerf<4xf32>) {
  return
}

// OUT: stderr:
// OUT: suggestions.mlir:3:21: error[E0103]: expected a type, but found 'memerf'
// OUT: suggestions.mlir:3:21: note: did you mean 'memref'?
// OUT: exit: 1
// -----

// A case of an enumeration.
func.func @case(%a: i32) -> i1 {
  %0 = arith.cmpi stl, %a, %a : i32
  return %0 : i1
}

// OUT: stderr:
// OUT: suggestions.mlir:4:19: error[E0103]: expected one of: eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge, but found 'stl'
// OUT: suggestions.mlir:4:19: note: did you mean 'slt'?
// OUT: exit: 1
// -----

// A keyword.
func.func @keyword(%i: index) {
  scf.for %k = %i to %i stpe %i {
  }
  return
}

// OUT: stderr:
// OUT: suggestions.mlir:4:25: error[E0103]: expected 'step', but found 'stpe'
// OUT: suggestions.mlir:4:25: note: did you mean 'step'?
// OUT: exit: 1
// -----

// A symbol.
func.func private @callee()
func.func @symbol() {
  call @calle() : () -> ()
  return
}

// OUT: stderr:
// OUT: suggestions.mlir:5:3: error[E0203]: 'func.call' op 'calle' does not reference a valid function
// OUT: suggestions.mlir:5:3: note: did you mean 'callee'?
// OUT: exit: 1
// -----

// An alias.
#map = affine_map<(i) -> (i)>
func.func @alias(%i: index) -> index {
  %0 = affine.apply #mpa(%i)
  return %0 : index
}

// OUT: stderr:
// OUT: suggestions.mlir:5:21: error[E0111]: undefined symbol alias id 'mpa'
// OUT: suggestions.mlir:5:21: note: did you mean '#map'?
// OUT: exit: 1
// -----

// An attribute.
func.func @attribute(%a: i32) -> i1 {
  %0 = "arith.cmpi"(%a, %a) {predicat = 0 : i64} : (i32, i32) -> i1
  return %0 : i1
}

// OUT: stderr:
// OUT: suggestions.mlir:4:8: error[E0205]: 'arith.cmpi' op requires attribute 'predicate'
// OUT: suggestions.mlir:4:8: note: did you mean 'predicate' by 'predicat'?
// OUT: exit: 1
// -----

// Nothing is near.
func.func @nothing(%a: i32) -> i32 {
  %0 = arith.transmogrify %a : i32
  return %0 : i32
}

// OUT: stderr:
// OUT: suggestions.mlir:4:8: error[E0107]: custom op 'arith.transmogrify' is unknown
// OUT: exit: 1
