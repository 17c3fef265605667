// RUN: not opt

// Several errors in one function: each one is reported.
func.func @wrong_types(%a: i32, %f: f32, %m: memref<4xf32>, %i: index) -> i32 {
  %0 = arith.addi %a, %f : i32
  %1 = arith.addf %a, %a : i32
  %2 = arith.extsi %a : i32 to i16
  %3 = arith.cmpi less, %a, %a : i32
  %4 = memref.load %m[%i, %i] : memref<4xf32>
  memref.store %a, %m[%i] : memref<4xf32>
  %5 = arith.constant 1.5 : i32
  %6 = arith.constant 300 : i8
  %7 = arith.select %a, %a, %a : i32
  return %f : f32
}

// OUT: types.mlir:5:23: error[E0112]: use of value '%f' expects different type than prior uses: 'i32' vs 'f32'
// OUT: types.mlir:4:33: note: prior use here
// OUT: types.mlir:6:8: error[E0205]: 'arith.addf' op operand #0 must be floating-point-like, but got 'i32'
// OUT: types.mlir:7:8: error[E0201]: 'arith.extsi' op operand type 'i32' and result type 'i16' are cast incompatible
// OUT: types.mlir:8:19: error[E0103]: expected one of: eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge, but found 'less'
// OUT: types.mlir:9:8: error[E0201]: 'memref.load' op incorrect number of indices for load, expected 1 but got 2
// OUT: types.mlir:10:16: error[E0112]: use of value '%a' expects different type than prior uses: 'f32' vs 'i32'
// OUT: types.mlir:4:24: note: prior use here
// OUT: types.mlir:11:23: error[E0103]: expected an integer for type i32, but found '1.5'
// OUT: types.mlir:12:23: error[E0103]: integer constant out of range for i8
// OUT: types.mlir:13:21: error[E0112]: use of value '%a' expects different type than prior uses: 'i1' vs 'i32'
// OUT: types.mlir:4:24: note: prior use here
// OUT: types.mlir:14:3: error[E0201]: 'func.return' op type of return operand 0 ('f32') doesn't match function result type ('i32') in function @wrong_types
// -----

func.func @bad_type_text(%a: memref<4xq32>, %b: i0, %c: vector<0xf32>, %d: tensor<4x) {
  return
}

// OUT: types.mlir:2:39: error[E0103]: expected a type, but found 'q32'
// OUT: types.mlir:2:39: note: did you mean 'f32'?
// OUT: types.mlir:2:82: error[E0106]: '<' is never closed
// OUT: types.mlir:2:85: note: expected its end before this
// -----

func.func @layout_rank(%a: memref<4x4xf32, strided<[1], offset: 0>>) {
  return
}

// OUT: types.mlir:2:44: error[E0103]: expected the number of strides to match the rank 2, but found 1
// -----

func.func @results(%a: i32) -> (i32, f32) {
  %0:2 = arith.addi %a, %a : i32
  return %a : i32
}

// OUT: types.mlir:3:3: error[E0113]: operation defines 1 results but was provided 2 to bind
// OUT: types.mlir:4:3: error[E0201]: 'func.return' op has 1 operands, but enclosing function (@results) returns 2
// -----

func.func private @callee(i32) -> f32
func.func @calls(%a: i32, %f: f32) {
  %0 = call @callee(%f) : (f32) -> f32
  %1 = call @missing(%a) : (i32) -> f32
  %2 = call @callee(%a, %a) : (i32, i32) -> f32
  call @callee(%a) : (i32) -> ()
  return
}

// OUT: types.mlir:4:8: error[E0201]: 'func.call' op operand type mismatch: expected operand type 'i32', but provided 'f32' for operand number 0
// OUT: types.mlir:5:8: error[E0203]: 'func.call' op 'missing' does not reference a valid function
// OUT: types.mlir:6:8: error[E0201]: 'func.call' op incorrect number of operands for callee: expected 1, but found 2
// OUT: types.mlir:7:3: error[E0201]: 'func.call' op result types do not match those of the callee
