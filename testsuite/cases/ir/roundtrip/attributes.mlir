// RUN: roundtrip

#map = affine_map<(i, j)[n] -> (4 * i + j - n, (i + j) floordiv 2, j mod 3)>
#set = affine_set<(d)[n] : (d <= n, n == 0)>
!buffer = memref<4xf32>
func.func @aliases(%a: !buffer) attributes {t.map = #map, t.set = #set, t.array = [1, 2 : i32, "x", [true, unit]], t.dict = {k, v = 1.0 : f32}, t.dense = array<i32: 1, -2>, t.bools = array<i1: true, false>, t.symbol = @aliases, t.type = (i32) -> (f32, index), t.text = "a\22b\\c\0A", t.ui = ui8, t.vec = vector<2x[4]xf32>, t.tensor = tensor<?x0x3xbf16>, t.tuple = tuple<i1, complex<f64>>} {
  return
}

// OUT: #map = affine_map<(d0, d1)[s0] -> (d0 * 4 + d1 - s0, (d0 + d1) floordiv 2, d1 mod 3)>
// OUT: #set = affine_set<(d0)[s0] : (-d0 + s0 >= 0, s0 == 0)>
// OUT: module {
// OUT:   func.func @aliases(%arg0: memref<4xf32>) attributes {t.array = [1, 2 : i32, "x", [true, unit]], t.bools = array<i1: true, false>, t.dense = array<i32: 1, -2>, t.dict = {k, v = 1.000000e+00 : f32}, t.map = #map, t.set = #set, t.symbol = @aliases, t.tensor = tensor<?x0x3xbf16>, t.text = "a\22b\\c\0A", t.tuple = tuple<i1, complex<f64>>, t.type = (i32) -> (f32, index), t.ui = ui8, t.vec = vector<2x[4]xf32>} {
// OUT:     return
// OUT:   }
// OUT: }
