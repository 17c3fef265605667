// RUN: roundtrip

// A layout that is the identity says nothing, whatever symbols it names.
func.func @identity(%n: index) {
  %0 = memref.alloc(%n) : memref<?xf32, affine_map<(i)[M] -> (i)>>
  return
}

// OUT: module {
// OUT:   func.func @identity(%arg0: index) {
// OUT:     %alloc = memref.alloc(%arg0) : memref<?xf32>
// OUT:     return
// OUT:   }
// OUT: }
