// RUN: opt --verify-diagnostics

// expected-error@+1 {{invalid memref element type}}
func.func private @tuples(memref<4xtuple<i32>>)
// -----

// expected-error@+1 {{invalid memref element type}}
func.func private @tensors(memref<4xtensor<4xf32>>)
// -----

// expected-error@+1 {{invalid memref element type}}
func.func private @tokens(memref<4x!gpu.async.token>)
// -----

// expected-error@+1 {{invalid memref element type}}
func.func private @functions(memref<*x() -> ()>)
// -----

// expected-error@+1 {{memref layout mismatch between rank and affine map: 2 != 1}}
func.func private @map_of_another_rank(memref<4x4xf32, affine_map<(i) -> (i)>>)
// -----

// expected-error@+1 {{expected the number of strides to match the rank}}
func.func private @strides_of_another_rank(memref<4x4xf32, strided<[1]>>)
// -----

// expected-error@+1 {{multiple memory spaces specified in memref type}}
func.func private @two_spaces(memref<4xf32, 1, 2>)
// -----

// expected-error@+1 {{expected memory space to be last in memref type}}
func.func private @layout_after_the_space(memref<4xf32, 1, strided<[2]>>)
// -----

// expected-error@+1 {{unsupported memory space Attribute}}
func.func private @space_of_a_symbol(memref<4xf32, @there>)
// -----

// expected-error@+1 {{unsupported memory space Attribute}}
func.func private @space_of_a_type(memref<*xf32, i32>)
// -----

// expected-error@+1 {{unsupported memory space Attribute}}
func.func private @space_of_a_float(memref<4xf32, 1.0>)
// -----

// expected-error@+1 {{cannot have affine map for unranked memref type}}
func.func private @layout_without_a_rank(memref<*xf32, strided<[1]>>)
