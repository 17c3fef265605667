// RUN: roundtrip --allow-unregistered-dialect

// Operations, types and attributes of dialects that are not known here are kept as they are.
%0 = "d.make"() {a = #d.kind<x, [1, "}>"], -> y>, b = unit, "odd key" = 1.5} : () -> !d.type<f32, 4>
"d.use"(%0) ({
^bb0(%arg: !d<other>):
  "d.end"() : () -> ()
}) : (!d.type<f32, 4>) -> ()

// OUT: module {
// OUT:   %0 = "d.make"() {a = #d.kind<x, [1, "}>"], -> y>, b, "odd key" = 1.500000e+00 : f64} : () -> !d.type<f32, 4>
// OUT:   "d.use"(%0) ({
// OUT:   ^bb0(%arg0: !d.other):
// OUT:     "d.end"() : () -> ()
// OUT:   }) : (!d.type<f32, 4>) -> ()
// OUT: }
