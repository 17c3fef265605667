// RUN: opt --verify-diagnostics --allow-unregistered-dialect

// expected-error@+1 {{invalid memref element type}}
func.func private @unknown_in_memref(memref<4x!farm.cow>)

// -----

// expected-error@+1 {{invalid memref element type}}
func.func private @unknown_in_unranked_memref(memref<*x!farm.cow>)

// -----

func.func @unknown_in_result() {
  // expected-error@+1 {{invalid memref element type}}
  %0 = "farm.herd"() : () -> memref<?x!farm.cow>
  return
}

// -----

// expected-error@+1 {{'elementType'}}
func.func private @unknown_in_vector(vector<4x!farm.cow>)
