// RUN: opt --mlir-version=24 --allow-unregistered-dialect

// Only an attribute of gpu that is two words is written in the newer form.
"t.holds"() {attr = #gpu<dim x>, other = #gpu< @x y>} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = #gpu.dim<x>, other = #gpu< @x y>} : () -> ()
// OUT: }
