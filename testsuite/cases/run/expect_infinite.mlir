// RUN: warpline run --device=cpu --output= --output= --output= --output= --expect=inf --expect=nan --expect=0.0 --expect=3.4028235e38 --rtol=1e30 --atol=1e30 --ulp=3 --diagnostics=short
// RUN: warpline run --device=cpu --output= --output= --output= --output= --expect=-inf --expect=1 --expect=-0.0 --expect=inf --rtol=0.5 --ulp=3 --diagnostics=short
// RUN: warpline run --device=cpu --output= --output= --output= --output= --expect=inf --expect=nan --expect=-0.0 --diagnostics=short

// An infinity is near nothing but itself, a NaN is like any other, and zeros are the same with a tolerance alone.
func.func @main() -> (f32, f32, f32, f32) {
  %inf = arith.constant 0x7F800000 : f32
  %nan = arith.constant 0x7FC00001 : f32
  %zero = arith.constant 0.0 : f32
  %most = arith.constant 0x7F7FFFFF : f32
  return %inf, %nan, %zero, %most : f32, f32, f32, f32
}

// OUT: stderr:
// OUT: warpline: error: result 0: 1 of 1 elements differ; first at []: expected -inf, but found inf (absolute difference inf, 4278190080 ulp)
// OUT: warpline: error: result 1: 1 of 1 elements differ; first at []: expected 1.0, but found NaN (absolute difference NaN)
// OUT: warpline: error: result 3: 1 of 1 elements differ; first at []: expected inf, but found 3.4028235e38 (absolute difference inf, 1 ulp)
// OUT: exit: 1
// OUT: stderr:
// OUT: warpline: error: result 2: 1 of 1 elements differ; first at []: expected -0.0, but found 0.0 (absolute difference 0.0, 0 ulp)
// OUT: exit: 1
