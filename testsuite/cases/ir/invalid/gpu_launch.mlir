// RUN: opt --verify-diagnostics --allow-unregistered-dialect

module attributes {gpu.container_module} { gpu.module @k { gpu.func @f(%a: f32) kernel { gpu.return } gpu.func @d(%a: f32) { gpu.return } }
 // expected-error@+1 {{kernel function '@k::@g' is undefined}}
 func.func @l1(%n: index) { gpu.launch_func @k::@g blocks in (%n, %n, %n) threads in (%n, %n, %n)
  return
} }

// -----

// expected-note@+1 {{defined here}}
module attributes {gpu.container_module} { gpu.module @k { gpu.func @f(%a: f32) kernel { gpu.return } gpu.func @d(%a: f32) { gpu.return } }
 // expected-error@+1 {{kernel function is missing the 'gpu.kernel' attribute}}
 func.func @l2(%n: index) { gpu.launch_func @k::@d blocks in (%n, %n, %n) threads in (%n, %n, %n)
  return
} }

// -----

module attributes {gpu.container_module} { gpu.module @k { gpu.func @f(%a: f32) kernel { gpu.return } gpu.func @d(%a: f32) { gpu.return } }
 // expected-error@+1 {{got 0 kernel operands but expected 1}}
 func.func @l3(%n: index) { gpu.launch_func @k::@f blocks in (%n, %n, %n) threads in (%n, %n, %n)
  return
} }

// -----

module attributes {gpu.container_module} { gpu.module @k { gpu.func @f(%a: f32) kernel { gpu.return } gpu.func @d(%a: f32) { gpu.return } }
 // expected-error@+1 {{type of function argument 0 does not match}}
 func.func @l4(%n: index) { gpu.launch_func @k::@f blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%n : index)
  return
} }

// -----

module attributes {gpu.container_module} { gpu.module @k { gpu.func @f(%a: f32) kernel { gpu.return } gpu.func @d(%a: f32) { gpu.return } }
 // expected-error@+1 {{kernel container 'z' is undefined}}
 func.func @l5(%n: index) { gpu.launch_func @z::@f blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%n : index)
  return
} }

// -----

module attributes {gpu.container_module} { gpu.module @k { gpu.func @f(%a: f32) kernel { gpu.return } gpu.func @d(%a: f32) { gpu.return } }
 // expected-error@+1 {{referenced kernel '@k' is not a function}}
 func.func @l6(%n: index) { gpu.launch_func @k blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%n : index)
  return
} }

// -----

module { gpu.module @k { gpu.func @f(%a: f32) kernel { gpu.return } gpu.func @d(%a: f32) { gpu.return } }
 // expected-error@+1 {{expected the closest surrounding module to have the 'gpu.container_module' attribute}}
 func.func @l7(%n: index, %f: f32) { gpu.launch_func @k::@f blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%f : f32)
  return
} }

// -----

module attributes {gpu.container_module} { module @k { func.func @f(%a: f32) attributes {gpu.kernel} {
  return
} }
 // expected-error@+1 {{kernel module 'k' is undefined}}
 func.func @l8(%n: index, %f: f32) { gpu.launch_func @k::@f blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%f : f32)
  return
} }

// -----

module attributes {gpu.container_module} { gpu.module @k { gpu.func @f(%a: f32) kernel { gpu.return } }
 // expected-error@+1 {{use of value '%s' expects different type than prior uses: 'index' vs 'i32'}}
 func.func @l13(%n: index, %f: f32, %s: i32) { gpu.launch_func @k::@f blocks in (%n, %n, %n) threads in (%s, %s, %s) args(%f : f32)
  return
} }

// -----

module attributes {gpu.container_module} { gpu.module @k { gpu.func @f(%a: f32) kernel { gpu.return } }
 // expected-error@+1 {{operand #0 must be index or 32-bit}}
 func.func @l14(%n: index, %f: f32, %s: i8) { gpu.launch_func @k::@f blocks in (%s, %s, %s) threads in (%s, %s, %s) : i8 args(%f : f32)
  return
} }

// -----

module attributes {gpu.container_module} { gpu.module @k { gpu.func @f(%a: f32) kernel { gpu.return } }
 // expected-error@+1 {{use of value '%s' expects different type than prior uses: 'i32' vs 'i64'}}
 func.func @l15(%n: index, %f: f32, %s: i64) { gpu.launch_func @k::@f blocks in (%s, %s, %s) threads in (%s, %s, %s) : i64 dynamic_shared_memory_size %s args(%f : f32)
  return
} }

// -----

module attributes {gpu.container_module} { gpu.module @k { gpu.func @f(%a: f32) kernel { gpu.return } }
 // expected-error@+1 {{expected ',' between three sizes}}
 func.func @l17(%n: index, %f: f32, %s: i64) { gpu.launch_func @k::@f blocks in (%n, %n) threads in (%n, %n, %n) args(%f : f32)
  return
} }

// -----

module attributes {gpu.container_module} { gpu.module @k { gpu.func @f(%a: f32) kernel { gpu.return } }
 // expected-error@+1 {{requires attribute 'kernel'}}
 func.func @l19(%n: index, %f: f32, %s: i64) { "gpu.launch_func"(%n, %n, %n, %n, %n, %n, %f) <{operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0>}> : (index, index, index, index, index, index, f32) -> ()
  return
} }

// -----

module attributes {gpu.container_module} { gpu.module @k { gpu.func @f(%a: f32) kernel { gpu.return } }
 // expected-error@+1 {{kernel function '@k::@f::@g' is undefined}}
 func.func @l20(%n: index, %f: f32, %s: i64) { gpu.launch_func @k::@f::@g blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%f : f32)
  return
} }

// -----

module attributes {gpu.container_module} { module @k { gpu.module @j { gpu.func @f(%a: f32) kernel { gpu.return } } }
 // expected-error@+1 {{kernel module 'k' is undefined}}
 func.func @l23(%n: index, %f: f32, %s: i64) { gpu.launch_func @k::@j::@f blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%f : f32)
  return
} }

// -----

// expected-error@+1 {{expected 'gpu.container_module' attribute to be attached to 'builtin.module'}}
func.func @l24() attributes {gpu.container_module} {
 
  return
}

// -----

// expected-error@+1 {{expected void return type for kernel function}}
gpu.module @k { gpu.func @f(%a: f32) -> f32 kernel { gpu.return %a : f32 } }

// -----

// expected-error@+1 {{expected 1 result operands}}
gpu.module @k { gpu.func @f(%a: f32) -> f32 { gpu.return } }

// -----

// expected-error@+1 {{expected 1 result operands}}
gpu.module @k { gpu.func @f(%a: f32) -> f32 { gpu.return %a, %a : f32, f32 } }

// -----

// expected-error@+1 {{unexpected type `'f32'' for operand #0}}
gpu.module @k { gpu.func @f(%a: f32) -> i32 { gpu.return %a : f32 } }

// -----

// expected-error@+1 {{empty block: expect at least a terminator}}
gpu.module @k { gpu.func @f(%a: f32) { } }

// -----

// expected-error@+1 {{expected '{' to begin a region}}
gpu.module @k { gpu.func @f(%a: f32) }

// -----

// expected-error@+1 {{expected memref type in attribution}}
gpu.module @k { gpu.func @f(%a: f32) workgroup(%b: i32) { gpu.return } }

// -----

// expected-error@+1 {{expected memory space private in attribution}}
gpu.module @k { gpu.func @f(%a: f32) private(%b: memref<4xf32, #gpu.address_space<workgroup>>) { gpu.return } }

// -----

// expected-error@+1 {{expected memory space workgroup in attribution}}
gpu.module @k { gpu.func @f(%a: f32) workgroup(%b: memref<4xf32, #gpu.address_space<private>>) { gpu.return } }

// -----

// expected-error@+1 {{gpu.func requires named arguments}}
gpu.module @k { gpu.func @f(f32) { gpu.return } }

// -----

// expected-error@+1 {{expected SSA identifier}}
gpu.module @k { gpu.func @f(%a: f32, ...) { gpu.return } }

// -----

// expected-error@+1 {{expects parent op 'gpu.module'}}
gpu.func @f(%a: f32) { gpu.return }

// -----

// expected-error@+1 {{attribute 'known_block_size' failed to satisfy constraint: i32 dense array attribute with 3 elements (if present)}}
gpu.module @k { gpu.func @f() kernel attributes {known_block_size = array<i32: 2, 1>} { gpu.return } }

// -----

// expected-error@+1 {{expected at least 1 arguments to body region}}
gpu.module @k { "gpu.func"() ({ gpu.return }) {sym_name = "f", function_type = (i32) -> ()} : () -> () }

// -----

// expected-error@+1 {{expected body region argument #0 to be of type 'i32', got 'f32'}}
gpu.module @k { "gpu.func"() ({ ^a(%b: f32): gpu.return }) {sym_name = "f", function_type = (i32) -> ()} : () -> () }

// -----

// expected-error@+1 {{attribute 'function_type' failed to satisfy constraint: type attribute of function type}}
gpu.module @k { "gpu.func"() ({ gpu.return }) {sym_name = "f", function_type = i32} : () -> () }

// -----

// expected-error@+1 {{requires attribute 'function_type'}}
gpu.module @k { "gpu.func"() ({ gpu.return }) {sym_name = "f"} : () -> () }

// -----

// expected-error@+1 {{requires string attribute 'sym_name'}}
gpu.module @k { "gpu.func"() ({ gpu.return }) {function_type = () -> ()} : () -> () }

// -----

// expected-error@+1 {{expected at least 2 arguments to body region}}
gpu.module @k { "gpu.func"() ({ ^a(%b: memref<4xf32,3>): gpu.return }) {sym_name = "f", function_type = () -> (), workgroup_attributions = 2 : i64} : () -> () }

// -----

// expected-note@+2 {{see existing symbol definition here}}
// expected-error@+1 {{redefinition of symbol named 'f'}}
gpu.module @k { gpu.func @f() { gpu.return } gpu.func @f() { gpu.return } }

// -----

// expected-error@+1 {{region should have no arguments}}
gpu.module @k { ^a(%b: i32): }

// -----

// expected-error@+1 {{attribute 'targets' failed to satisfy constraint: array of GPU target attributes with at least 1 elements}}
gpu.module @k [] { }

// -----

// expected-error@+1 {{attribute 'targets' failed to satisfy constraint: array of GPU target attributes with at least 1 elements}}
gpu.module @k [1] { }

// -----

// expected-error@+1 {{attribute 'offloadingHandler' failed to satisfy constraint: any attribute with the `OffloadingTranslationAttrTrait` trait.}}
gpu.module @k <1> { }

// -----

// expected-error@+1 {{expected a symbol such as '@name'}}
gpu.module { }

// -----

// expected-error@+1 {{attribute 'targets' failed to satisfy constraint: array of GPU target attributes with at least 1 elements}}
gpu.module @k [#nvvm.target, "a"] { }

// -----

// expected-error@+1 {{attribute 'objects' failed to satisfy constraint: an array of GPU object attributes with at least 1 elements}}
gpu.binary @k []

// -----

// expected-error@+1 {{attribute 'objects' failed to satisfy constraint: an array of GPU object attributes with at least 1 elements}}
gpu.binary @k [1]

// -----

// expected-error@+1 {{expected '[' before the objects}}
gpu.binary @k

// -----

// expected-error@+1 {{attribute 'offloadingHandler' failed to satisfy constraint: any attribute with the `OffloadingTranslationAttrTrait` trait.}}
gpu.binary @k <1> [#gpu.object<#nvvm.target, "">]

// -----

// expected-error@+1 {{attribute 'targets' failed to satisfy constraint: array of GPU target attributes with at least 1 elements}}
"gpu.module"() ({ ^bb0: }) {sym_name = "k", targets = []} : () -> ()

// -----

// expected-error@+1 {{region #0 ('bodyRegion') failed to verify constraint: region with 1 blocks}}
"gpu.module"() ({ }) {sym_name = "k"} : () -> ()

// -----

func.func @f() {
  // expected-error@+1 {{symbol's parent must have the SymbolTable trait}}
  gpu.module @a {}
  return
}

// -----

// expected-error@+1 {{arguments may only have dialect attributes}}
gpu.module @k { gpu.func @f(%a: f32 {a}) { gpu.return } }

// -----

// expected-error@+1 {{expected '{' to begin a region}}
gpu.module @k { gpu.func @f(%a: f32) private(%b: memref<4xf32, 5>) workgroup(%c: memref<4xf32, 3>) { gpu.return } }

// -----

// expected-error@+1 {{expected '{' to begin a region}}
gpu.module @k { gpu.func @f(%a: f32) kernel workgroup(%c: memref<4xf32, 3>) { gpu.return } }
