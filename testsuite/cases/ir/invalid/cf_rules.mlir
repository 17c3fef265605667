// RUN: opt --verify-diagnostics --allow-unregistered-dialect

// expected-note@+1 {{prior use here}}
func.func @condition_is_integer(%c: i32) {
  // expected-error@+1 {{use of value '%c' expects different type than prior uses: 'i1' vs 'i32'}}
  cf.cond_br %c, ^next, ^next
^next:
  return
}

// -----

func.func @float_switch(%f: f32) {
  // expected-error@+1 {{operand #0 must be integer, but got 'f32'}}
  "cf.switch"(%f)[^next] <{case_operand_segments = array<i32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (f32) -> ()
^next:
  return
}
