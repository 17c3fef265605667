// RUN: opt --verify-diagnostics --allow-unregistered-dialect

// expected-error@+1 {{requires one region}}
"builtin.module"() ({
^bb0:
}, {}) : () -> ()

// -----

// expected-error@+1 {{requires one region}}
"builtin.module"() : () -> ()

// -----

// expected-error@+1 {{requires zero results}}
%0 = "builtin.module"() ({
^bb0:
}) : () -> i32

// -----

// expected-error@+1 {{region #0 ('bodyRegion') failed to verify constraint: region with 1 blocks}}
"builtin.module"() ({
}) : () -> ()

// -----

// expected-error@+1 {{region should have no arguments}}
"builtin.module"() ({
^bb0(%a: i32):
}) : () -> ()

// -----

// expected-error@+1 {{expects region #0 to have 0 or 1 blocks}}
"builtin.module"() ({
^bb0:
^bb1:
}) : () -> ()

// -----

func.func @f(%a: i32) {
  // expected-error@+1 {{expected 2 operands, but found 1}}
  "arith.addi"(%a) : (i32) -> i32
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error@+1 {{requires one result}}
  "arith.addi"(%a, %a) : (i32, i32) -> ()
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error@+1 {{requires one result}}
  "arith.addi"(%a, %a) : (i32, i32) -> (i32, i32)
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error@+1 {{requires zero regions}}
  "arith.addi"(%a, %a) ({}) : (i32, i32) -> (i32)
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error@+1 {{requires 0 successors but found 1}}
  "arith.addi"(%a, %a)[^bb1] : (i32, i32) -> (i32)
^bb1:
  return
}

// -----

func.func @f(%a: i32, %b: i64) {
  // expected-error@+1 {{requires the same type for all operands and results}}
  "arith.addi"(%a, %b) : (i32, i64) -> (i32)
  return
}

// -----

func.func @f(%a: i32, %b: f32) {
  // expected-error@+1 {{operand #1 must be signless-integer-like, but got 'f32'}}
  "arith.addi"(%a, %b) : (i32, f32) -> (i32)
  return
}

// -----

func.func @f(%a: i32, %b: f32) {
  // expected-error@+1 {{requires attribute 'predicate'}}
  "arith.cmpi"(%a, %b) : (i32, f32) -> (i1)
  return
}

// -----

func.func @f(%a: i32, %b: i64) {
  // expected-error@+1 {{requires all operands to have the same type}}
  "arith.cmpi"(%a, %b) {predicate = 0 : i64}: (i32, i64) -> (i1)
  return
}

// -----

func.func @f(%a: i32, %b: i64) {
  // expected-error@+1 {{attribute 'predicate' failed to satisfy constraint: allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}
  "arith.cmpi"(%a, %a) {predicate = 77 : i64}: (i32, i32) -> (i1)
  return
}

// -----

func.func @f(%a: i32, %b: i64) {
  // expected-error@+1 {{attribute 'predicate' failed to satisfy constraint: allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}
  "arith.cmpi"(%a, %a) {predicate = "x"}: (i32, i32) -> (i1)
  return
}

// -----

func.func @f(%a: i32, %b: i64) {
  // expected-error@+1 {{result #0 must be bool-like, but got 'i32'}}
  "arith.cmpi"(%a, %a) {predicate = 1 : i64}: (i32, i32) -> (i32)
  return
}

// -----

func.func @f(%a: i32, %b: i64) {
  // expected-error@+1 {{type mismatch for bb argument #0 of successor #0}}
  "cf.br"(%a)[^bb1] : (i32) -> ()
^bb1(%x: i64):
  return
}

// -----

func.func @f(%a: i32, %b: i64) {
  // expected-error@+1 {{branch has 1 operands for successor #0, but target block has 0}}
  "cf.br"(%a)[^bb1] : (i32) -> ()
^bb1:
  return
}

// -----

func.func @f(%a: i32, %b: i64) {
  // expected-error@+1 {{requires 1 successor but found 0}}
  "cf.br"(%a) : (i32) -> ()
^bb1:
  return
}

// -----

func.func @f(%a: i32, %b: i64) {
// expected-error@+1 {{invalid block name in region with named arguments}}
^bb0:
  cf.br ^bb0
}

// -----

// expected-error@+1 {{entry block of region may not have predecessors}}
func.func @f() {
^bb0:
  cf.br ^bb0
}

// -----

func.func @f() {
  cf.br ^bb1
^bb1:
  // expected-error@+1 {{operation with block successors must terminate its parent block}}
  cf.br ^bb2
  cf.br ^bb1
^bb2:
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{operation with block successors must terminate its parent block}}
  "foo.op"()[^bb1] : () -> ()
  "foo.op"()[^bb1] : () -> ()
^bb1:
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{entry block of region may not have predecessors}}
  "foo.op"() ({
  ^bb0:
    cf.br ^bb0
  }) : () -> ()
  return
}

// -----

func.func @f() {
  // expected-note@+1 {{in the block of this 'foo.op'}}
  "foo.op"() ({
  ^bb0:
    // expected-error@+1 {{block with no terminator, has}}
    %0 = arith.constant 1 : i32
  ^bb1:
    %1 = arith.constant 1 : i32
  }) : () -> ()
  return
}

// -----

func.func @f(%c: i1) {
  scf.if %c {
    // expected-error@+1 {{must be the last operation in the parent block}}
    "scf.yield"() : () -> ()
    "scf.yield"() : () -> ()
  }
  return
}

// -----

func.func @f(%c: i1) {
  // expected-error@+1 {{expects regions to end with 'scf.yield', found 'foo.op'}}
  "scf.if"(%c) ({
    "foo.op"() : () -> ()
  }, {}) : (i1) -> ()
  return
}

// -----

func.func @f(%c: i1) {
  "scf.if"(%c) ({
    // expected-error@+1 {{expects parent op 'func.func'}}
    func.return
  }, {}) : (i1) -> ()
  return
}

// -----

func.func @f(%c: i1) {
  "scf.if"(%c) ({
    // expected-error@+1 {{expects parent op 'scf.reduce'}}
    scf.reduce.return %c : i1
  }, {}) : (i1) -> ()
  return
}

// -----

func.func @f(%c: i1) {
  // expected-note@+1 {{in the block of this 'scf.if'}}
  "scf.if"(%c) ({
    // expected-error@+1 {{block with no terminator, has}}
    %0 = arith.constant 1 : i32
  }, {}) : (i1) -> ()
  return
}

// -----

func.func @f(%c: i1) {
  // expected-error@+1 {{expects region #0 to have 0 or 1 blocks}}
  "scf.if"(%c) ({
  ^bb0:
    cf.br ^bb1
  ^bb1:
    scf.yield
  }, {}) : (i1) -> ()
  return
}

// -----

func.func @f(%c: i1) {
  // expected-error@+1 {{region #0 should have no arguments}}
  "scf.if"(%c) ({
  ^bb0(%x: i1):
    scf.yield
  }, {}) : (i1) -> ()
  return
}

// -----

func.func @f(%c: i1) {
  // expected-note@+1 {{previously defined here}}
  %0 = arith.constant 1 : i32
  scf.if %c {
    // expected-error@+1 {{redefinition of SSA value '%0'}}
    %0 = arith.constant 1 : i32
  }
  return
}

// -----

// expected-note@+1 {{previously defined here}}
func.func @f(%c: i1) {
  scf.if %c {
    // expected-error@+1 {{redefinition of SSA value '%c'}}
    %c = arith.constant 1 : i32
  }
  return
}

// -----

%x = arith.constant 1 : i32
// expected-note@+1 {{required by region isolation constraints}}
func.func @f(%c: i1) {
  // expected-error@+1 {{using value defined outside the region}}
  %0 = arith.addi %x, %x : i32
  return
}

// -----

"foo.op"() ({
  %x = arith.constant 1 : i32
  // expected-note@+1 {{required by region isolation constraints}}
  "func.func"() <{function_type = () -> (), sym_name = "a"}> ({
    // expected-error@+1 {{using value defined outside the region}}
    "foo.use"(%x) : (i32) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----

"foo.op"() ({
  %x = arith.constant 1 : i32
  // expected-note@+1 {{required by region isolation constraints}}
  "builtin.module"() ({
    // expected-error@+1 {{using value defined outside the region}}
    "foo.use"(%x) : (i32) -> ()
  }) : () -> ()
}) : () -> ()

// -----

func.func @f() {
  // expected-error@+1 {{symbol's parent must have the SymbolTable trait}}
  func.func @g() { return }
  return
}

// -----

"builtin.module"() ({
  // expected-error@+1 {{visibility expected to be one of ["public", "private", "nested"], but got "foo"}}
  "func.func"() <{function_type = () -> (), sym_name = "a", sym_visibility = "foo"}> ({
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----

"builtin.module"() ({
  // expected-error@+1 {{attribute 'sym_visibility' failed to satisfy constraint: string attribute}}
  "func.func"() <{function_type = () -> (), sym_name = "a", sym_visibility = 1}> ({
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----

"builtin.module"() ({
  // expected-error@+1 {{requires attribute 'sym_name'}}
  "func.func"() <{function_type = () -> (), sym_visibility = "private"}> ({
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----

"builtin.module"() ({
  // expected-error@+1 {{attribute 'function_type' failed to satisfy constraint: type attribute of function type}}
  "func.func"() <{function_type = i32, sym_name = "a"}> ({
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----

"builtin.module"() ({
  "func.func"() <{function_type = () -> i32, sym_name = "a"}> ({
    // expected-error@+1 {{has 0 operands, but enclosing function (@a) returns 1}}
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----

// expected-error@+1 {{can only contain attributes with dialect-prefixed names, found: 'foo'}}
module attributes {foo = 1} {}

// -----

// expected-error@+1 {{visibility expected to be one of ["public", "private", "nested"], but got "x"}}
module @a attributes {sym_visibility = "x"} {}

// -----

func.func @f(%c: i1) {
  // expected-error@+1 {{along control flow edge from Operation scf.yield to parent:}}
  %0 = "scf.if"(%c) ({
    scf.yield %c : i1
  }, {
    // expected-note@+1 {{the values that are yielded}}
    scf.yield
  }) : (i1) -> i1
  return
}

// -----

func.func @f(%c: i1, %a: i32) {
  // expected-error@+1 {{expected ':' before the type of the operation, but found '['}}
  "cf.cond_br"(%c, %a, %a) <{operandSegmentSizes = array<i32: 1, 1, 3>}> [^bb1, ^bb1] : (i1, i32, i32) -> ()
^bb1(%x : i32):
  return
}

// -----

func.func @f(%c: i1, %a: i32) {
  // expected-error@+1 {{expected ':' before the type of the operation, but found '['}}
  "cf.cond_br"(%c, %a, %a) <{operandSegmentSizes = array<i32: 1, 2>}> [^bb1, ^bb1] : (i1, i32, i32) -> ()
^bb1(%x : i32):
  return
}

// -----

func.func @f(%c: i1, %a: i32) {
  // expected-error@+1 {{expected ':' before the type of the operation, but found '['}}
  "cf.cond_br"(%c, %a, %a) <{operandSegmentSizes = array<i32: 2, 1, 0>}> [^bb1, ^bb1] : (i1, i32, i32) -> ()
^bb1(%x : i32):
  return
}

// -----

func.func @f(%c: i1, %a: i32) {
  // expected-error@+1 {{operand count (3) does not match with the total size (0) specified in attribute 'operandSegmentSizes'}}
  "cf.cond_br"(%c, %a, %a)[^bb1, ^bb1] : (i1, i32, i32) -> ()
^bb1(%x : i32):
  return
}

// -----

func.func @f(%c: i1, %a: i32) {
  // expected-error@+1 {{requires dense i32 array attribute 'operandSegmentSizes'}}
  "cf.cond_br"(%c, %a, %a)[^bb1, ^bb1] {operandSegmentSizes = dense<[1,1,1]> : vector<3xi32>} : (i1, i32, i32) -> ()
^bb1(%x : i32):
  return
}

// -----

// expected-error@+1 {{arguments may only have dialect attributes}}
func.func @f(%a: i32 {foo = 1}) {
  return
}

// -----

// expected-error@+1 {{results may only have dialect attributes}}
func.func @f() -> (i32 {foo = 1}) {
  %0 = arith.constant 0 : i32
  return %0 : i32
}

// -----

// expected-error@+1 {{expects argument attribute array to have the same number of elements as the number of function arguments, got 2, but expected 1}}
"func.func"() <{function_type = (i32) -> (), sym_name = "a", arg_attrs = [{}, {}]}> ({
^bb0(%a: i32):
    "func.return"() : () -> ()
  }) : () -> ()

// -----

// expected-error@+1 {{attribute 'arg_attrs' failed to satisfy constraint: Array of dictionary attributes}}
"func.func"() <{function_type = (i32) -> (), sym_name = "a", arg_attrs = [1]}> ({
^bb0(%a: i32):
    "func.return"() : () -> ()
  }) : () -> ()

// -----

// expected-error@+1 {{expects result attribute array to have the same number of elements as the number of function results, got 0, but expected 1}}
"func.func"() <{function_type = () -> i32, sym_name = "a", res_attrs = []}> ({
^bb0:
    %0 = arith.constant 0 : i32
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()

// -----

func.func @f() {
  // expected-error@+1 {{operand #0 does not dominate this use}}
  %0 = arith.addi %1, %1 : i32
  // expected-note@+1 {{operand defined here}}
  %1 = arith.constant 1 : i32
  return
}

// -----

func.func @f() {
  cf.br ^bb2
^bb1:
  // expected-note@+1 {{operand defined here}}
  %1 = arith.constant 1 : i32
  cf.br ^bb2
^bb2:
  // expected-error@+1 {{operand #0 does not dominate this use}}
  %0 = arith.addi %1, %1 : i32
  return
}

// -----

func.func @f(%c: i1) {
  scf.if %c {
    // expected-error@+1 {{operand #0 does not dominate this use}}
    %0 = arith.addi %1, %1 : i32
  }
  // expected-note@+1 {{operand defined here}}
  %1 = arith.constant 1 : i32
  return
}

// -----

func.func @f(%c: i1) {
  // expected-error@+2 {{operand #0 does not dominate this use}}
  // expected-note@+1 {{operand defined here}}
  %0 = "foo.x"(%0) : (i32) -> i32
  return
}

// -----

func.func @f(%c: i1) {
  // expected-note@+1 {{operand defined here}}
  %0 = "foo.x"() ({
    // expected-error@+1 {{operand #0 does not dominate this use}}
    "foo.y"(%0) : (i32) -> ()
  }) : () -> i32
  return
}

// -----

func.func @f(%c: i1) {
  "foo.x"() ({
    // expected-error@+1 {{operand #0 does not dominate this use}}
    "foo.y"(%0) : (i32) -> ()
  }) : () -> ()
  // expected-note@+1 {{operand defined here}}
  %0 = "foo.z"() : () -> i32
  return
}

// -----

func.func @f(%c: i1, %a: i32) {
  // expected-error@+1 {{operand count (3) does not match with the total size (5) specified in attribute 'operandSegmentSizes'}}
  "cf.cond_br"(%c, %a, %a)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 1, 3>}> : (i1, i32, i32) -> ()
^bb1(%x : i32):
  return
}

// -----

func.func @f(%c: i1, %a: i32) {
  // expected-error@+1 {{'operandSegmentSizes' attribute for specifying operand segments must have 3 elements, but got 2}}
  "cf.cond_br"(%c, %a, %a)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 2>}> : (i1, i32, i32) -> ()
^bb1(%x : i32):
  return
}

// -----

func.func @f(%c: i1, %a: i32) {
  // expected-error@+1 {{operand group starting at #0 requires 1 element, but found 2}}
  "cf.cond_br"(%c, %a, %a)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 2, 1, 0>}> : (i1, i32, i32) -> ()
^bb1(%x : i32):
  return
}

// -----

func.func @f(%c: i1, %a: i32) {
  // expected-error@+1 {{operand group starting at #0 requires 1 element, but found 0}}
  "cf.cond_br"(%c, %a, %a)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 0, 1, 2>}> : (i1, i32, i32) -> ()
^bb1(%x : i32):
  return
}

// -----

func.func @f(%c: i1, %a: i32) {
  // expected-error@+1 {{'operandSegmentSizes' attribute cannot have negative elements}}
  "cf.cond_br"(%c, %a, %a)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: -1, 2, 2>}> : (i1, i32, i32) -> ()
^bb1(%x : i32):
  return
}

// -----

func.func @f(%c: i1, %a: i32) {
  // expected-error@+1 {{requires dense i32 array attribute 'operandSegmentSizes'}}
  "cf.cond_br"(%c, %a, %a)[^bb1, ^bb1] <{operandSegmentSizes = array<i64: 1, 1, 1>}> : (i1, i32, i32) -> ()
^bb1(%x : i32):
  return
}

// -----

func.func @f(%a: tensor<?xi32>, %b : tensor<4xi32>) {
  // expected-error@+1 {{requires the same type for all operands and results}}
  "arith.addi"(%a, %b) : (tensor<?xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @f(%a: tensor<?xi32>, %b : tensor<4xi32>) {
  // expected-error@+1 {{requires the same type for all operands and results}}
  "arith.addi"(%a, %b) : (tensor<?xi32>, tensor<4xi32>) -> tensor<5xi32>
  return
}

// -----

func.func @f(%a: tensor<4xi32, "a">, %b : tensor<4xi32>) {
  // expected-error@+1 {{requires the same type for all operands and results}}
  "arith.addi"(%a, %b) : (tensor<4xi32, "a">, tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @f(%a: vector<[4]xi32>, %b : vector<4xi32>) {
  // expected-error@+1 {{requires the same type for all operands and results}}
  "arith.addi"(%a, %b) : (vector<[4]xi32>, vector<4xi32>) -> vector<4xi32>
  return
}

// -----

func.func @f(%a: vector<[4]xi32>, %b : vector<4xi32>) {
  // expected-error@+1 {{requires the same shape for all operands and results}}
  %0 = arith.extsi %a : vector<[4]xi32> to vector<4xi64>
  return
}

// -----

func.func @f(%a: vector<4xi32>, %b : vector<4xi32>) {
  // expected-error@+1 {{all non-scalar operands/results must have the same shape and base type}}
  %0 = arith.extsi %a : vector<4xi32> to tensor<4xi64>
  return
}

// -----

func.func @f(%a: tensor<*xi32>, %b : vector<4xi32>) {
  // expected-error@+1 {{all non-scalar operands/results must have the same shape and base type}}
  %0 = arith.extsi %a : tensor<*xi32> to tensor<4xi64>
  return
}

// -----

func.func @f(%a: tensor<?xi32>, %b : vector<4xi32>) {
  // expected-error@+1 {{failed to verify that input and output have the same tensor dimensions}}
  %0 = arith.extsi %a : tensor<?xi32> to tensor<4xi64>
  return
}

// -----

func.func @f(%a: tensor<3x?xi32>, %b : vector<4xi32>) {
  // expected-error@+1 {{requires the same shape for all operands and results}}
  %0 = arith.extsi %a : tensor<3x?xi32> to tensor<4x3xi64>
  return
}

// -----

func.func @f(%a: tensor<3x?xi32>, %b : vector<4xi32>) {
  // expected-error@+1 {{requires the same shape for all operands and results}}
  %0 = arith.extsi %a : tensor<3x?xi32> to i64
  return
}

// -----

func.func @f(%a: i32, %b : vector<4xi32>) {
  // expected-error@+1 {{requires the same shape for all operands and results}}
  %0 = arith.extsi %a : i32 to vector<4xi64>
  return
}

// -----

func.func @f(%a: si32, %b : ui32) {
  // expected-error@+1 {{operand #0 must be signless-integer-like, but got 'si32'}}
  %0 = arith.addi %a, %a : si32
  return
}

// -----

func.func @f(%a: si32, %b : ui32) {
  // expected-error@+1 {{operand #0 must be signless-fixed-width-integer-like, but got 'si32'}}
  %0 = arith.sitofp %a : si32 to f32
  return
}

// -----

func.func @f(%a: si32, %b : ui32, %c: index) {
  // expected-error@+1 {{operand #0 must be signless integer or index, but got 'si32'}}
  scf.for %i = %a to %a step %a : si32 {}
  return
}

// -----

func.func @f(%a: si32, %b : ui32, %c: index) {
  // expected-error@+1 {{operand #0 must be signless integer or index, but got 'ui32'}}
  scf.for %i = %b to %b step %b : ui32 {}
  return
}

// -----

func.func @f(%a: tensor<4xi32>, %c: i1) {
  // expected-error@+1 {{failed to verify that all of {true_value, false_value, result} have same type}}
  %0 = "arith.select"(%c, %a, %a) : (i1, tensor<4xi32>, tensor<4xi32>) -> (tensor<?xi32>)
  return
}

// -----

func.func @f(%a: tensor<4xi32>, %c: tensor<?xi1>) {
  // expected-error@+1 {{failed to verify that condition is signless i1 or has matching shape}}
  %0 = "arith.select"(%c, %a, %a) : (tensor<?xi1>, tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>)
  return
}

// -----

func.func @f(%a: tensor<4xi32>, %c: tensor<?xi1>) {
  // expected-error@+1 {{failed to verify that result type has i1 element type and same shape as operands}}
  %0 = "arith.cmpi"(%a, %a) {predicate = 1} : (tensor<4xi32>, tensor<4xi32>) -> tensor<?xi1>
  return
}

// -----

func.func @f(%a: tensor<4xi32>, %c: tensor<?xi1>) {
  // expected-error@+1 {{if an operand is non-scalar, then there must be at least one non-scalar result}}
  %0 = "arith.cmpi"(%a, %a) {predicate = 1} : (tensor<4xi32>, tensor<4xi32>) -> i1
  return
}

// -----

func.func @f(%a: tensor<4xi32>, %c: tensor<?xi1>) {
  // expected-error@+1 {{all non-scalar operands/results must have the same shape and base type}}
  %0 = "arith.cmpi"(%a, %a) {predicate = 1} : (tensor<4xi32>, tensor<4xi32>) -> vector<4xi1>
  return
}

// -----

func.func @f(%a: tensor<4xi32>, %c: tensor<?xi1>) {
  // expected-error@+1 {{attribute 'predicate' failed to satisfy constraint: allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}
  %0 = "arith.cmpi"(%a, %a) {predicate = 1 : i32} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  return
}

// -----

func.func @f(%a: tensor<4xi32>, %c: tensor<?xi1>) {
  // expected-error@+1 {{requires 1 successor but found 2}}
  "cf.br"()[^bb1, ^bb1] : () -> ()
^bb1:
  return
}

// -----

func.func @f(%a: tensor<4xi32>, %c: i1) {
  // expected-error@+1 {{requires 2 successors but found 1}}
  "cf.cond_br"(%c)[^bb1] : (i1) -> ()
^bb1:
  return
}

// -----

func.func @f(%a: tensor<4xi32>, %c: i1) {
  // expected-error@+1 {{requires 0 successors but found 1}}
  "func.return"()[^bb1] : () -> ()
^bb1:
  return
}

// -----

func.func @f(%a: tensor<4xi32>, %c: i1) {
  // expected-error@+1 {{requires a single operand}}
  "cf.assert"() {msg = "x"} : () -> ()
  return
}

// -----

func.func @f(%a: tensor<4xi32>, %c: i1) {
  // expected-error@+1 {{requires zero operands}}
  "arith.constant"(%c) {value = true} : (i1) -> (i1)
  return
}

// -----

func.func @f(%a: tensor<4xi32>, %c: i1) {
  // expected-error@+1 {{expected 2 regions}}
  "scf.if"(%c) ({scf.yield}) : (i1) -> ()
  return
}

// -----

func.func @f(%a: tensor<4xi32>, %c: i1) {
  // expected-error@+1 {{region #0 ('thenRegion') failed to verify constraint: region with 1 blocks}}
  "scf.if"(%c) ({}, {}) : (i1) -> ()
  return
}

// -----

func.func @f(%a: tensor<4xi32>, %c: i1) {
  // expected-error@+1 {{expects a non-empty block}}
  "scf.if"(%c) ({
  ^bb0:
  }, {}) : (i1) -> ()
  return
}

// -----

func.func @f(%a: i32, %c: i1) {
  // expected-error@+1 {{expected 2 results}}
  "arith.addui_extended"(%a, %a) : (i32, i32) -> i32
  return
}

// -----

func.func @f(%a: i32, %c: i1) {
  // expected-error@+1 {{requires a single operand}}
  "scf.index_switch"() ({}) : () -> ()
  return
}

// -----

func.func @f(%a: i32, %c: index) {
  // expected-error@+1 {{expected 1 or more regions}}
  "scf.index_switch"(%c) {cases = array<i64>} : (index) -> ()
  return
}

// -----

func.func @f(%a: i32, %c: index) {
  // expected-error@+1 {{requires one region}}
  "scf.for"(%c, %c) : (index, index) -> ()
  return
}
