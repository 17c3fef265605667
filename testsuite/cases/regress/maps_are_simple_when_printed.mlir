// RUN: opt --inline --allow-unregistered-dialect

func.func @bank(%i: index, %s: index) {
  scf.for %j = %i to %s step %i {
    %a = affine.apply affine_map<(d0)[s0] -> ((d0 floordiv 32) mod 4 + s0 + 42)>(%j)[%s]
    "x.use"(%a) : (index) -> ()
  }
  return
}

// OUT: #map = affine_map<(d0)[s0] -> ((d0 floordiv 32) mod 4 + s0 + 42)>
// OUT: module {
// OUT:   func.func @bank(%arg0: index, %arg1: index) {
// OUT:     scf.for %arg2 = %arg0 to %arg1 step %arg0 {
// OUT:       %0 = affine.apply #map(%arg2)[%arg1]
// OUT:       "x.use"(%0) : (index) -> ()
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
