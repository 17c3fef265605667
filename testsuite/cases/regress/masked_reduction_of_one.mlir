// RUN: opt --canonicalize

// A reduction of one element is that element, but what a mask masks has to stay maskable.
func.func @last(%v: vector<1xf32>, %mask: vector<1xi1>) -> (f32, f32) {
  %plain = vector.reduction <mul>, %v : vector<1xf32> into f32
  %masked = vector.mask %mask { vector.reduction <mul>, %v : vector<1xf32> into f32 } : vector<1xi1> -> f32
  return %plain, %masked : f32, f32
}

// OUT: module {
// OUT:   func.func @last(%arg0: vector<1xf32>, %arg1: vector<1xi1>) -> (f32, f32) {
// OUT:     %0 = vector.extract %arg0[0] : f32 from vector<1xf32>
// OUT:     %1 = vector.mask %arg1 { vector.reduction <mul>, %arg0 : vector<1xf32> into f32 } : vector<1xi1> -> f32
// OUT:     return %0, %1 : f32, f32
// OUT:   }
// OUT: }
