// RUN: roundtrip --allow-unregistered-dialect

func.func private @widths(i0, si0, ui0, i16777215)

// OUT: module {
// OUT:   func.func private @widths(i0, si0, ui0, i16777215)
// OUT: }
// -----

func.func private @blanks_in_sizes(vector<4 x f32>, tensor<4 x ? x f32>, memref<? x 4 x i8>)

// OUT: module {
// OUT:   func.func private @blanks_in_sizes(vector<4xf32>, tensor<4x?xf32>, memref<?x4xi8>)
// OUT: }
// -----

func.func private @pointers(vector<2x!llvm.ptr>, memref<2x!ptr.ptr<#ptr.generic_space>>)

// OUT: module {
// OUT:   func.func private @pointers(vector<2x!llvm.ptr>, memref<2x!ptr.ptr<#ptr.generic_space>>)
// OUT: }
// -----

func.func private @plain_names_of_dialects(!foo<bar>, !foo<bar<x>>, !foo<bar<x> y>, !foo<bar<x>, y<z>>, !foo<bar<"a>" -> x>>, !foo<"text">) attributes {t.a = #foo<bar<[1]>>}

// OUT: module {
// OUT:   func.func private @plain_names_of_dialects(!foo.bar, !foo.bar<x>, !foo<bar<x> y>, !foo<bar<x>, y<z>>, !foo.bar<"a>" -> x>, !foo<"text">) attributes {t.a = #foo.bar<[1]>}
// OUT: }
// -----

func.func private @unsigned() attributes {t.a = 255 : ui8, t.b = dense<[255, 0]> : tensor<2xui8>, t.c = array<ui8: 255>, t.d = 18446744073709551615 : ui64}

// OUT: module {
// OUT:   func.func private @unsigned() attributes {t.a = 255 : ui8, t.b = dense<[255, 0]> : tensor<2xui8>, t.c = array<ui8: 255>, t.d = 18446744073709551615 : ui64}
// OUT: }
// -----

func.func private @signed() attributes {t.a = -128 : si8, t.b = dense<[-128, 127]> : tensor<2xsi8>, t.c = array<si8: -3>}

// OUT: module {
// OUT:   func.func private @signed() attributes {t.a = -128 : si8, t.b = dense<[-128, 127]> : tensor<2xsi8>, t.c = array<si8: -3>}
// OUT: }
// -----

func.func private @wide() attributes {t.a = 18446744073709551616 : i128, t.b = -170141183460469231731687303715884105728 : i128, t.c = 340282366920938463463374607431768211455 : ui128, t.d = 0xFFFFFFFFFFFFFFFFFFFF : i80}

// OUT: module {
// OUT:   func.func private @wide() attributes {t.a = 18446744073709551616 : i128, t.b = -170141183460469231731687303715884105728 : i128, t.c = 340282366920938463463374607431768211455 : ui128, t.d = -1 : i80}
// OUT: }
// -----

func.func private @typed_strings() attributes {t.a = "text" : i32, t.b = "text" : !foo.ty}

// OUT: module {
// OUT:   func.func private @typed_strings() attributes {t.a = "text" : i32, t.b = "text" : !foo.ty}
// OUT: }
// -----

func.func private @typed_opaque() attributes {t.a = #foo.bar : i32, t.b = [#foo.bar<x> : tensor<2xi8>, #foo.bar]}

// OUT: module {
// OUT:   func.func private @typed_opaque() attributes {t.a = #foo.bar : i32, t.b = [#foo.bar<x> : tensor<2xi8>, #foo.bar]}
// OUT: }
// -----

func.func private @empty_sparse() attributes {t.a = sparse<[], []> : tensor<3xi32>, t.b = sparse<> : tensor<2x2xf32>}

// OUT: module {
// OUT:   func.func private @empty_sparse() attributes {t.a = sparse<> : tensor<3xi32>, t.b = sparse<> : tensor<2x2xf32>}
// OUT: }
// -----

func.func private @line_without_column() attributes {t.a = loc("file":7)}

// OUT: #loc = loc("file":7:0)
// OUT: module {
// OUT:   func.func private @line_without_column() attributes {t.a = #loc}
// OUT: }
// -----

func.func private @aliases_sorted_by_word() attributes {t.a = affine_set<(d) : (d >= 0)>, t.b = affine_map<(d) -> (d)>, t.c = loc("x"), t.d = distinct[3]<1 : i8>}

// OUT: #distinct = distinct[0]<1 : i8>
// OUT: #loc = loc("x")
// OUT: #map = affine_map<(d0) -> (d0)>
// OUT: #set = affine_set<(d0) : (d0 >= 0)>
// OUT: module {
// OUT:   func.func private @aliases_sorted_by_word() attributes {t.a = #set, t.b = #map, t.c = #loc, t.d = #distinct}
// OUT: }
// -----

func.func @arguments_of_the_entry_block(i32, f32) -> i32 {
^entry(%a: i32, %b: f32):
  return %a : i32
}

// OUT: module {
// OUT:   func.func @arguments_of_the_entry_block(%arg0: i32, %arg1: f32) -> i32 {
// OUT:     return %arg0 : i32
// OUT:   }
// OUT: }
// -----

"t.properties"() <{key = 1 : i8}> {other} : () -> ()
"t.properties"() <[1, {x}]> : () -> ()
"t.properties"() <unit> : () -> ()

// OUT: module {
// OUT:   "t.properties"() <{key = 1 : i8}> {other} : () -> ()
// OUT:   "t.properties"() <[1, {x}]> : () -> ()
// OUT:   "t.properties"() <unit> : () -> ()
// OUT: }
// -----

"func.func"() <{sym_name = "unknown_properties_are_dropped", function_type = () -> (), other = 1}> ({
  func.return
}) {t.kept} : () -> ()

// OUT: module {
// OUT:   func.func @unknown_properties_are_dropped() attributes {t.kept} {
// OUT:     return
// OUT:   }
// OUT: }
// -----

#inner = distinct[10]<"a">
#twin = distinct[11]<"a">
#outer = distinct[12]<#inner>
func.func private @numbered_as_printed() attributes {t.a = #outer, t.b = #twin, t.c = distinct[20]<>, t.d = distinct[21]<>, t.e = distinct[20]<>}

// OUT: #distinct = distinct[0]<"a">
// OUT: #distinct1 = distinct[1]<"a">
// OUT: #distinct2 = distinct[2]<#distinct>
// OUT: module {
// OUT:   func.func private @numbered_as_printed() attributes {t.a = #distinct2, t.b = #distinct1, t.c = distinct[3]<>, t.d = distinct[4]<>, t.e = distinct[3]<>}
// OUT: }
// -----

func.func @name_of_a_wide_constant() {
  %0 = arith.constant 18446744073709551616 : i128
  %1 = arith.constant 0 : i0
  return
}

// OUT: module {
// OUT:   func.func @name_of_a_wide_constant() {
// OUT:     %c18446744073709551616_i128 = arith.constant 18446744073709551616 : i128
// OUT:     %c0_i0 = arith.constant 0 : i0
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @value_in_the_dictionary() {
  %0 = arith.constant {value = 3 : i32, t.x} 4 : i32
  return
}

// OUT: module {
// OUT:   func.func @value_in_the_dictionary() {
// OUT:     %c3_i32 = arith.constant {t.x} 3 : i32
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @mapping_is_no_property(%n: index) {
  "scf.parallel"(%n, %n, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    scf.reduce
  }) {mapping = [#gpu.thread<x>]} : (index, index, index) -> ()
  return
}

// OUT: module {
// OUT:   func.func @mapping_is_no_property(%arg0: index) {
// OUT:     scf.parallel (%arg1) = (%arg0) to (%arg0) step (%arg0) {
// OUT:       scf.reduce
// OUT:     } {mapping = [#gpu.thread<x>]}
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @location_used_before_its_alias(%a: i32 loc(#later)) {
  return loc(#later)
}
#later = loc("later")

// OUT: module {
// OUT:   func.func @location_used_before_its_alias(%arg0: i32) {
// OUT:     return
// OUT:   }
// OUT: }
