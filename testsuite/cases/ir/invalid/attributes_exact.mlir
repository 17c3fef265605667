// RUN: opt --verify-diagnostics --allow-unregistered-dialect

// expected-error@+1 {{invalid memref element type}}
func.func private @f(memref<2x!foo.t>)

// -----

// expected-error@+1 {{invalid vector element type}}
func.func private @f(vector<2x!foo.t>)

// -----

// expected-error@+1 {{unsupported memory space Attribute}}
func.func private @f(memref<2xf32, #foo.space>)

// -----

// expected-error@+1 {{cannot apply encoding to unranked tensor}}
func.func private @f(tensor<*xf32, "row">)

// -----

// expected-error@+1 {{dialect 'arith' provides no type parsing hook}}
func.func private @f(!arith.number)

// -----

// expected-error@+1 {{dialect 'scf' provides no attribute parsing hook}}
func.func private @f() attributes {t.a = #scf.kind<1>}

// -----

// expected-error@+1 {{integer constant out of range for}}
func.func private @f() attributes {t.a = 128 : si8}

// -----

// expected-error@+1 {{negative integer literal not valid for unsigned integer type}}
func.func private @f() attributes {t.a = -1 : ui8}

// -----

// expected-error@+1 {{integer constant out of range for}}
func.func private @f() attributes {t.a = 9223372036854775808 : index}

// -----

// expected-error@+1 {{integer constant out of range for}}
func.func private @f() attributes {t.a = 340282366920938463463374607431768211456 : i128}

// -----

// expected-error@+1 {{integer constant out of range for}}
func.func private @f() attributes {t.a = dense<200> : tensor<2xsi8>}

// -----

// expected-error@+1 {{element type bitwidth must be a multiple of 8}}
func.func private @f() attributes {t.a = array<i7: 1>}

// -----

// expected-error@+1 {{'true' or 'false' values for i1 type}}
func.func private @f() attributes {t.a = array<i1: 1>}

// -----

// expected-error@+1 {{expected integer or float type}}
func.func private @f() attributes {t.a = array<none: 1>}

// -----

// expected-error@+1 {{expected 2 strings for the elements, but found 1}}
func.func private @f() attributes {t.a = dense<["x"]> : tensor<2x!foo.s>}

// -----

// expected-error@+1 {{`dense_resource` expected a shaped type}}
func.func private @f() attributes {t.a = dense_resource<x> : i32}

// -----

// expected-error@+1 {{but found an empty list}}
func.func private @f() attributes {t.a = sparse<[], []> : tensor<2x2xi32>}

// -----

// expected-error@+1 {{referenced attribute does not match previous definition}}
func.func private @f() attributes {t.a = distinct[0]<1>, t.b = distinct[0]<2>}

// -----

// expected-error@+1 {{expected valid attribute name}}
"t.op"() {"" = 1} : () -> ()

// -----

// expected-error@+1 {{expected named operation to have at least 1 result}}
%0:0 = "t.op"() : () -> ()

// -----

// expected-error@+1 {{empty operation name is invalid}}
""() : () -> ()

// -----

// expected-error@+1 {{attribute names with a '.' are reserved for dialect-defined names}}
#a.b = 1

// -----

// expected-error@+1 {{type names with a '.' are reserved for dialect-defined names}}
!a.b = i32

// -----

// expected-error@+1 {{expected an operation name after the alias}}
#map = affine_map<(d0) -> (d0)> 5

// -----

// expected-error@+1 {{undefined symbol alias id 'later'}}
"t.op"() {x = #later} : () -> ()
#later = 1

// -----

// expected-error@+1 {{undefined symbol alias id 'later'}}
"t.op"() {x = loc(#later)} : () -> ()
#later = loc("x")

// -----

// expected-error@+1 {{undefined symbol alias id 'later'}}
func.func private @f(!later)
!later = i32

// -----

// expected-error@+1 {{expected hex string blob for key 'key'}}
{-# dialect_resources: { builtin: { key: "text" } } #-}

// -----

// expected-error@+1 {{dialect 'nobody' is unknown}}
{-# dialect_resources: { nobody: { key: "0x0400000001" } } #-}

// -----

// expected-error@+1 {{expected at least one result for cast operation}}
"builtin.unrealized_conversion_cast"() : () -> ()

// -----

// expected-error@+1 {{expected SSA identifier}}
func.func @f(%a: i32, i32) { return }

// -----

// expected-error@+1 {{expected type instead of SSA identifier}}
func.func private @f(i32, %a: i32)

// -----

// expected-error@+1 {{'sym_visibility' is an inferred attribute and should not be specified}}
func.func @f() attributes {sym_visibility = "private"} { return }

// -----

// expected-error@+1 {{must be unranked.memref of any type values}}
func.func @f(%m: memref<?xf32>) { gpu.host_register %m : memref<?xf32> return }

// -----

// expected-error@+1 {{attribute 'offloadingHandler' failed to satisfy constraint}}
gpu.binary @b <#nvvm.target> [#gpu.object<#nvvm.target, bin = "code">]

// -----

// expected-error@+1 {{value must be an integer, float, or elements attribute}}
func.func @f() { %0 = arith.constant "text" : i32 return }

// -----

func.func @weights(%c: i1) {
  // expected-error@+1 {{expects number of branch weights to match number of successors: 3 vs 2}}
  cf.cond_br %c weights([1, 2, 3]), ^bb1, ^bb1
^bb1:
  return
}

// -----

func.func @weights(%c: i1) {
  // expected-error@+1 {{branch weights cannot all be zero}}
  cf.cond_br %c weights([0, 0]), ^bb1, ^bb1
^bb1:
  return
}

// -----

func.func @reduced_type(%n: index, %f: f32, %i: i32) {
  %0 = scf.parallel (%x) = (%n) to (%n) step (%n) init (%f) -> f32 {
    // expected-error@+1 {{expects type of 0-th reduction operand: 'i32' to be the same as the 0-th result type: 'f32'}}
    scf.reduce(%i : i32) {
    ^bb0(%a: i32, %b: i32):
      scf.reduce.return %a : i32
    }
  }
  return
}

// -----

func.func @returned_type(%n: index, %f: f32, %i: i32) {
  %0 = scf.parallel (%x) = (%n) to (%n) step (%n) init (%f) -> f32 {
    scf.reduce(%f : f32) {
    ^bb0(%a: f32, %b: f32):
      // expected-error@+1 {{must have type 'f32' (the type of the reduction inputs)}}
      scf.reduce.return %i : i32
    }
  }
  return
}

// -----

func.func @no_writer(%n: index) {
  scf.forall (%x) in (%n) {
    // expected-error@+1 {{expected only ParallelCombiningOpInterface ops}}
    scf.forall.in_parallel {
      "t.op"() : () -> ()
    }
  }
  return
}

// -----

func.func @defined_with_another_type() {
  cf.br ^b
^a:
  // expected-note@+1 {{previously used here with type 'f32'}}
  "t.use"(%x) : (f32) -> ()
  return
^b:
  // expected-error@+1 {{definition of SSA value '%x#0' has type 'i32'}}
  %x = "t.def"() : () -> i32
  cf.br ^a
}
