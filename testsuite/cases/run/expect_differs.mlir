// RUN: not run --device=cpu --ulp=1 --output= --expect=3x4xi32=0

// The first eight of eleven wrong elements are shown.
func.func @main(%a: memref<3x4xi32> {warpline.input = "iota:"}) -> memref<3x4xi32> {
  return %a : memref<3x4xi32>
}

// OUT: warpline: error: result 0: 11 of 12 elements differ; first at [0, 1]: expected 0, but found 1 (absolute difference 1.0)
// OUT:   then at [0, 2]: expected 0, but found 2 (absolute difference 2.0)
// OUT:   then at [0, 3]: expected 0, but found 3 (absolute difference 3.0)
// OUT:   then at [1, 0]: expected 0, but found 4 (absolute difference 4.0)
// OUT:   then at [1, 1]: expected 0, but found 5 (absolute difference 5.0)
// OUT:   then at [1, 2]: expected 0, but found 6 (absolute difference 6.0)
// OUT:   then at [1, 3]: expected 0, but found 7 (absolute difference 7.0)
// OUT:   then at [2, 0]: expected 0, but found 8 (absolute difference 8.0)
// OUT: leaks=0
// -----

func.func @main(%a: memref<3x4xi32> {warpline.input = "0,0,0,0, 0,0,0,0, 0,0,-1,0"}) -> memref<3x4xi32> {
  return %a : memref<3x4xi32>
}

// OUT: warpline: error: result 0: 1 of 12 elements differ; first at [2, 2]: expected 0, but found -1 (absolute difference 1.0)
// OUT: leaks=0
