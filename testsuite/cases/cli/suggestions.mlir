// RUN: warpline opt --diagnostics=short

// An operation, in both forms, and a bare one.
func.func @operations(%a: i32) {
  %0 = arith.mull %a, %a : i32
  %1 = "arith.sibi"(%a, %a) : (i32, i32) -> i32
  retrun
}
// -----

// A dialect.
func.func @dialect(%a: f32) {
  %0 = mth.exp %a : f32
  return
}
// -----

// A value.
func.func @value(%first: i32) -> i32 {
  return %frist : i32
}
// -----

// A block.
func.func @block() {
  cf.br ^exti
^exit:
  return
}
// -----

// A type.
func.func @type(%a: memerf<4xf32>) {
  return
}
// -----

// A case of an enumeration.
func.func @case(%a: i32) -> i1 {
  %0 = arith.cmpi stl, %a, %a : i32
  return %0 : i1
}
// -----

// A keyword.
func.func @keyword(%i: index) {
  scf.for %k = %i to %i stpe %i {
  }
  return
}
// -----

// A symbol.
func.func private @callee()
func.func @symbol() {
  call @calle() : () -> ()
  return
}
// -----

// An alias.
#map = affine_map<(i) -> (i)>
func.func @alias(%i: index) -> index {
  %0 = affine.apply #mpa(%i)
  return %0 : index
}
// -----

// An attribute.
func.func @attribute(%a: i32) -> i1 {
  %0 = "arith.cmpi"(%a, %a) {predicat = 0 : i64} : (i32, i32) -> i1
  return %0 : i1
}
// -----

// Nothing is near.
func.func @nothing(%a: i32) -> i32 {
  %0 = arith.transmogrify %a : i32
  return %0 : i32
}
