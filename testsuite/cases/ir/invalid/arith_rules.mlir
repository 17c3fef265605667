// RUN: opt --verify-diagnostics --allow-unregistered-dialect

func.func @narrowing_extension(%a: i32) {
  // expected-error@+1 {{operand type 'i32' and result type 'i16' are cast incompatible}}
  %0 = arith.extsi %a : i32 to i16
  return
}

// -----

func.func @widening_truncation(%a: f32) {
  // expected-error@+1 {{operand type 'f32' and result type 'f64' are cast incompatible}}
  %0 = arith.truncf %a : f32 to f64
  return
}

// -----

func.func @index_extension(%a: index) {
  // expected-error@+1 {{operand #0 must be signless-fixed-width-integer-like, but got 'index'}}
  %0 = arith.extui %a : index to i64
  return
}

// -----

func.func @cast_between_integers(%a: i32) {
  // expected-error@+1 {{operand type 'i32' and result type 'i64' are cast incompatible}}
  %0 = arith.index_cast %a : i32 to i64
  return
}

// -----

func.func @cast_between_indices(%a: index) {
  // expected-error@+1 {{operand type 'index' and result type 'index' are cast incompatible}}
  %0 = arith.index_cast %a : index to index
  return
}

// -----

func.func @bitcast_of_other_width(%a: i32) {
  // expected-error@+1 {{operand type 'i32' and result type 'f64' are cast incompatible}}
  %0 = arith.bitcast %a : i32 to f64
  return
}

// -----

func.func @bitcast_of_index(%a: index) {
  // expected-error@+1 {{operand #0 must be signless-integer-or-float-like or memref of signless-integer or float, but got 'index'}}
  %0 = arith.bitcast %a : index to i64
  return
}

// -----

func.func @float_sum_of_integers(%a: i32) {
  // expected-error@+1 {{operand #0 must be floating-point-like, but got 'i32'}}
  %0 = arith.addf %a, %a : i32
  return
}

// -----

func.func @integer_sum_of_floats(%a: f32) {
  // expected-error@+1 {{operand #0 must be signless-integer-like, but got 'f32'}}
  %0 = arith.addi %a, %a : f32
  return
}

// -----

func.func @sum_of_memrefs(%a: memref<4xi32>) {
  // expected-error@+1 {{operand #0 must be signless-integer-like, but got 'memref<4xi32>'}}
  %0 = arith.addi %a, %a : memref<4xi32>
  return
}

// -----

func.func @unknown_predicate(%a: i32) {
  // expected-error@+1 {{expected one of: eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge, but found 'less'}}
  %0 = arith.cmpi less, %a, %a : i32
  return
}

// -----

func.func @unknown_flag(%a: f32) {
  // expected-error@+1 {{expected one of: none, reassoc, nnan, ninf, nsz, arcp, contract, afn, fast, but found 'quick'}}
  %0 = arith.addf %a, %a fastmath<quick> : f32
  return
}

// -----

func.func @unknown_flag_attribute(%a: f32) {
  // expected-error@+1 {{expected one of: none, reassoc, nnan, ninf, nsz, arcp, contract, afn, fast, but found 'quick'}}
  %0 = arith.addf %a, %a {fastmath = #arith.fastmath<quick>} : f32
  return
}

// -----

func.func @signed_constant() {
  // expected-error@+1 {{integer return type must be signless}}
  %0 = arith.constant 1 : si32
  return
}

// -----

func.func @untyped_constant() {
  // expected-error@+1 {{expected an attribute with a type, such as '1 : i32'}}
  %0 = arith.constant "text"
  return
}

// -----

func.func @constant_out_of_range() {
  // expected-error@+1 {{integer constant out of range for}}
  %0 = arith.constant 300 : i8
  return
}

// -----

func.func @constant_of_other_type() {
  // expected-error@+1 {{failed to verify that all of {value, result} have same type}}
  %0 = "arith.constant"() <{value = 1 : i32}> : () -> i64
  return
}

// -----

func.func @scalable_constant() {
  // expected-error@+1 {{intializing scalable vectors with elements attribute is not supported unless it's a vector splat}}
  %0 = arith.constant dense<[1, 2]> : vector<[2]xi32>
  return
}

// -----

func.func @select_by_integer(%c: i32, %a: f32) {
  // expected-error@+1 {{operand #0 must be bool-like, but got 'i32'}}
  %0 = "arith.select"(%c, %a, %a) : (i32, f32, f32) -> f32
  return
}

// -----

func.func @extended_sum_without_flag(%a: i32) {
  // expected-error@+1 {{result #1 must be bool-like, but got 'i32'}}
  %0:2 = arith.addui_extended %a, %a : i32, i32
  return
}

// -----

func.func @widening_scale(%a: f32, %s: f8E8M0FNU) {
  // expected-error@+1 {{operand types 'f32', 'f8E8M0FNU' and result type 'f64' are cast incompatible}}
  %0 = arith.scaling_truncf %a, %s : f32, f8E8M0FNU to f64
  return
}

// -----

func.func @returns_too_little() -> (i32, i32) {
  %0 = arith.constant 0 : i32
  // expected-error@+1 {{has 1 operands, but enclosing function (@returns_too_little) returns 2}}
  return %0 : i32
}

// -----

func.func @f(%a: i32, %b: vector<4xi32>, %c: tensor<*xi32>, %d: index, %m: memref<4xi32>, %v: vector<[4]xindex>) {
  %0 = arith.index_cast %a : i32 to index
  %1 = arith.index_cast %m : memref<4xi32> to memref<4xindex>
  %2 = arith.index_castui %v : vector<[4]xindex> to vector<[4]xi32>
  %3 = arith.bitcast %m : memref<4xi32> to memref<4xf32>
  // expected-error@+1 {{failed to verify that input and output have the same tensor dimensions}}
  %4 = arith.extsi %c : tensor<*xi32> to tensor<*xi64>
  return
}

// -----

func.func @encodings(%a: tensor<2xf32, "x">) {
  // expected-error@+1 {{operand type 'tensor<2xf32, "x">' and result type 'tensor<2xf64, "y">' are cast incompatible}}
  %0 = arith.extf %a : tensor<2xf32, "x"> to tensor<2xf64, "y">
  return
}
