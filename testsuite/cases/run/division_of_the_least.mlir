// RUN: run --device=cpu,interp --input=-9223372036854775808 --input=-128

// Divisions that round, of the least integers: as operations, and in maps, bounds, and minima of affine operations.
func.func @main(%n: index, %b: i8) -> (index, index, index, index, index, i8, i8) {
  %c0 = arith.constant 0 : index
  %up = affine.apply affine_map<(d0) -> (d0 ceildiv 5)>(%n)
  %down = affine.apply affine_map<(d0) -> (d0 floordiv 5)>(%n)
  %rest = affine.apply affine_map<(d0) -> (d0 mod 5)>(%n)
  %least = affine.min affine_map<(d0) -> (d0 ceildiv 3, 0)>(%n)
  %most = affine.max affine_map<(d0) -> (d0 ceildiv 3, d0)>(%n)
  %c5 = arith.constant 5 : i8
  %b_up = arith.ceildivsi %b, %c5 : i8
  %b_down = arith.floordivsi %b, %c5 : i8
  return %up, %down, %rest, %least, %most, %b_up, %b_down : index, index, index, index, index, i8, i8
}

// OUT: result 0: index = -1844674407370955161
// OUT: result 1: index = -1844674407370955162
// OUT: result 2: index = 2
// OUT: result 3: index = -3074457345618258602
// OUT: result 4: index = -3074457345618258602
// OUT: result 5: i8 = -25
// OUT: result 6: i8 = -26
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
