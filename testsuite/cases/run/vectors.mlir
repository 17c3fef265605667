// RUN: run --device=cpu,interp

// Operations that move elements.
func.func @main() {
  %f = arith.constant 1.5 : f32
  %v = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : vector<4xf32>
  %m = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : vector<2x3xf32>
  %column = arith.constant dense<[[7.0], [8.0]]> : vector<2x1xf32>
  %b = vector.broadcast %column : vector<2x1xf32> to vector<2x3xf32>
  vector.print %b : vector<2x3xf32>
  %c = vector.broadcast %v : vector<4xf32> to vector<2x4xf32>
  vector.print %c : vector<2x4xf32>
  %d = vector.shape_cast %m : vector<2x3xf32> to vector<3x2xf32>
  vector.print %d : vector<3x2xf32>
  %e = vector.transpose %m, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  vector.print %e : vector<3x2xf32>
  %g = vector.shuffle %v, %v [0, 5, 2, 7, 1] : vector<4xf32>, vector<4xf32>
  vector.print %g : vector<5xf32>
  %g1 = vector.broadcast %f : f32 to vector<4xf32>
  %h = vector.interleave %v, %g1 : vector<4xf32> -> vector<8xf32>
  vector.print %h : vector<8xf32>
  %even, %odd = vector.deinterleave %h : vector<8xf32> -> vector<4xf32>
  vector.print %odd : vector<4xf32>
  return
}

// OUT: ( ( 7, 7, 7 ), ( 8, 8, 8 ) )
// OUT: ( ( 1, 2, 3, 4 ), ( 1, 2, 3, 4 ) )
// OUT: ( ( 1, 2 ), ( 3, 4 ), ( 5, 6 ) )
// OUT: ( ( 1, 4 ), ( 2, 5 ), ( 3, 6 ) )
// OUT: ( 1, 2, 3, 4, 2 )
// OUT: ( 1, 1.5, 2, 1.5, 3, 1.5, 4, 1.5 )
// OUT: ( 1.5, 1.5, 1.5, 1.5 )
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

// Elements and parts taken out and put in.
func.func @main(%two: index {warpline.input = "2"}) {
  %f = arith.constant 1.5 : f32
  %v = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : vector<4xf32>
  %m = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : vector<2x3xf32>
  %row = vector.extract %m[1] : vector<3xf32> from vector<2x3xf32>
  vector.print %row : vector<3xf32>
  %one = vector.extract %v[%two] : f32 from vector<4xf32>
  vector.print %one : f32
  %a = vector.insert %f, %v[2] : f32 into vector<4xf32>
  vector.print %a : vector<4xf32>
  %b = vector.insert %row, %m[0] : vector<3xf32> into vector<2x3xf32>
  vector.print %b : vector<2x3xf32>
  %part = vector.extract_strided_slice %m {offsets = [0, 1], sizes = [2, 2], strides = [1, 1]}
    : vector<2x3xf32> to vector<2x2xf32>
  vector.print %part : vector<2x2xf32>
  %c = vector.insert_strided_slice %part, %m {offsets = [0, 0], strides = [1, 1]}
    : vector<2x2xf32> into vector<2x3xf32>
  vector.print %c : vector<2x3xf32>
  %d = vector.from_elements %f, %one, %f : vector<3xf32>
  vector.print %d : vector<3xf32>
  return
}

// OUT: ( 4, 5, 6 )
// OUT: 3
// OUT: ( 1, 2, 1.5, 4 )
// OUT: ( ( 4, 5, 6 ), ( 4, 5, 6 ) )
// OUT: ( ( 2, 3 ), ( 5, 6 ) )
// OUT: ( ( 2, 3, 3 ), ( 5, 6, 6 ) )
// OUT: ( 1.5, 3, 1.5 )
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

// The same bits in elements of another width.
func.func @main() {
  %i = arith.constant dense<[4, -3, 2, 7]> : vector<4xi32>
  %narrow = vector.bitcast %i : vector<4xi32> to vector<8xi16>
  vector.print %narrow : vector<8xi16>
  %wide = vector.bitcast %narrow : vector<8xi16> to vector<2xi64>
  vector.print %wide : vector<2xi64>
  return
}

// OUT: ( 4, 0, -3, -1, 2, 0, 7, 0 )
// OUT: ( -12884901884, 30064771074 )
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

// Reductions, with and without a start, and along dimensions.
func.func @main() {
  %f = arith.constant 1.5 : f32
  %v = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : vector<4xf32>
  %i = arith.constant dense<[4, -3, 2, 7]> : vector<4xi32>
  %m = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : vector<2x3xf32>
  %two = arith.constant dense<[100.0, 200.0]> : vector<2xf32>
  %product = vector.reduction <mul>, %v, %f : vector<4xf32> into f32
  vector.print %product : f32
  %least = vector.reduction <minsi>, %i : vector<4xi32> into i32
  vector.print %least : i32
  %rows = vector.multi_reduction <add>, %m, %two [1] : vector<2x3xf32> to vector<2xf32>
  vector.print %rows : vector<2xf32>
  %all = vector.multi_reduction <maximumf>, %m, %f [0, 1] : vector<2x3xf32> to f32
  vector.print %all : f32
  return
}

// OUT: 36
// OUT: -3
// OUT: ( 106, 215 )
// OUT: 6
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

// Partial sums with the own element and without.
func.func @main() {
  %m = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : vector<2x3xf32>
  %two = arith.constant dense<[100.0, 200.0]> : vector<2xf32>
  %a:2 = vector.scan <add>, %m, %two {inclusive = true, reduction_dim = 1 : i64} : vector<2x3xf32>, vector<2xf32>
  vector.print %a#0 : vector<2x3xf32>
  %b:2 = vector.scan <add>, %m, %two {inclusive = false, reduction_dim = 1 : i64} : vector<2x3xf32>, vector<2xf32>
  vector.print %b#0 : vector<2x3xf32>
  vector.print %b#1 : vector<2xf32>
  return
}

// OUT: ( ( 1, 3, 6 ), ( 4, 9, 15 ) )
// OUT: ( ( 100, 101, 103 ), ( 200, 204, 209 ) )
// OUT: ( 103, 209 )
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

// Products.
#left = affine_map<(i, j, k) -> (i, k)>
#right = affine_map<(i, j, k) -> (k, j)>
#sum = affine_map<(i, j, k) -> (i, j)>
func.func @main() {
  %v = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : vector<4xf32>
  %two = arith.constant dense<[100.0, 200.0]> : vector<2xf32>
  %a = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : vector<2x3xf32>
  %b = arith.constant dense<[[1.0, 0.5], [2.0, 0.25], [4.0, 0.125]]> : vector<3x2xf32>
  %c = arith.constant dense<[[100.0, 200.0], [300.0, 400.0]]> : vector<2x2xf32>
  %outer = vector.outerproduct %two, %v : vector<2xf32>, vector<4xf32>
  vector.print %outer : vector<2x4xf32>
  %fused = vector.fma %v, %v, %v : vector<4xf32>
  vector.print %fused : vector<4xf32>
  %matrix = vector.contract {indexing_maps = [#left, #right, #sum],
    iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c
    : vector<2x3xf32>, vector<3x2xf32> into vector<2x2xf32>
  vector.print %matrix : vector<2x2xf32>
  return
}

// OUT: ( ( 100, 200, 300, 400 ), ( 200, 400, 600, 800 ) )
// OUT: ( 2, 6, 12, 20 )
// OUT: ( ( 117, 201.375 ), ( 338, 404 ) )
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

// Transfers: padding, another order, the same row for all, and a mask.
memref.global "private" @data : memref<3x4xf32> =
  dense<[[0.0, 1.0, 2.0, 3.0], [10.0, 11.0, 12.0, 13.0], [20.0, 21.0, 22.0, 23.0]]>
func.func @main(%one: index {warpline.input = "1"}, %two: index {warpline.input = "2"}) {
  %pad = arith.constant -1.0 : f32
  %mask = arith.constant dense<[true, false, true, true]> : vector<4xi1>
  %m = memref.get_global @data : memref<3x4xf32>
  %a = vector.transfer_read %m[%one, %two], %pad : memref<3x4xf32>, vector<4xf32>
  vector.print %a : vector<4xf32>
  %b = vector.transfer_read %m[%two, %two], %pad {permutation_map = affine_map<(i, j) -> (j, i)>}
    : memref<3x4xf32>, vector<3x2xf32>
  vector.print %b : vector<3x2xf32>
  %c = vector.transfer_read %m[%one, %two], %pad
    {permutation_map = affine_map<(i, j) -> (i, 0)>, in_bounds = [true, true]} : memref<3x4xf32>, vector<2x3xf32>
  vector.print %c : vector<2x3xf32>
  %d = vector.transfer_read %m[%one, %one], %pad, %mask : memref<3x4xf32>, vector<4xf32>
  vector.print %d : vector<4xf32>
  vector.transfer_write %d, %m[%two, %one], %mask : vector<4xf32>, memref<3x4xf32>
  %e = vector.load %m[%two, %one] : memref<3x4xf32>, vector<3xf32>
  vector.print %e : vector<3xf32>
  return
}

// OUT: ( 12, 13, -1, -1 )
// OUT: ( ( 22, -1 ), ( 23, -1 ), ( -1, -1 ) )
// OUT: ( ( 12, 12, 12 ), ( 22, 22, 22 ) )
// OUT: ( 11, -1, 13, -1 )
// OUT: ( 11, 22, 13 )
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

// Memory through masks and indices.
memref.global "private" @line : memref<8xi32> = dense<[10, 20, 30, 40, 50, 60, 70, 80]>
func.func @main(%zero: index {warpline.input = "0"}, %one: index {warpline.input = "1"}) {
  %i = arith.constant dense<[4, -3, 2, 7]> : vector<4xi32>
  %pass = arith.constant dense<[-1, -2, -3, -4]> : vector<4xi32>
  %mask = arith.constant dense<[true, false, true, true]> : vector<4xi1>
  %where = arith.constant dense<[5, 0, 3, 1]> : vector<4xi32>
  %m = memref.get_global @line : memref<8xi32>
  %a = vector.maskedload %m[%one], %mask, %pass : memref<8xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  vector.print %a : vector<4xi32>
  %b = vector.expandload %m[%one], %mask, %pass : memref<8xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  vector.print %b : vector<4xi32>
  %c = vector.gather %m[%one] [%where], %mask, %pass
    : memref<8xi32>, vector<4xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  vector.print %c : vector<4xi32>
  vector.maskedstore %m[%one], %mask, %pass : memref<8xi32>, vector<4xi1>, vector<4xi32>
  vector.scatter %m[%zero] [%where], %mask, %i : memref<8xi32>, vector<4xi32>, vector<4xi1>, vector<4xi32>
  vector.compressstore %m[%zero], %mask, %i : memref<8xi32>, vector<4xi1>, vector<4xi32>
  %d = vector.load %m[%zero] : memref<8xi32>, vector<8xi32>
  vector.print %d : vector<8xi32>
  return
}

// OUT: ( 20, -2, 40, 50 )
// OUT: ( 20, -2, 30, 40 )
// OUT: ( 70, -2, 50, 30 )
// OUT: ( 4, 2, 7, 2, -4, 4, 70, 80 )
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

// Masks, and operations under a mask.
func.func @main(%one: index {warpline.input = "1"}, %two: index {warpline.input = "2"}) {
  %v = arith.constant dense<[1.0, 2.0, 3.0]> : vector<3xf32>
  %m = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : vector<2x3xf32>
  %start = arith.constant dense<[100.0, 200.0]> : vector<2xf32>
  %some = vector.constant_mask [2] : vector<3xi1>
  vector.print %some : vector<3xi1>
  %mask = vector.create_mask %one, %two : vector<2x3xi1>
  vector.print %mask : vector<2x3xi1>
  %sum = vector.mask %some { vector.reduction <add>, %v : vector<3xf32> into f32 } : vector<3xi1> -> f32
  vector.print %sum : f32
  %rows = vector.mask %mask { vector.multi_reduction <add>, %m, %start [1] : vector<2x3xf32> to vector<2xf32> }
    : vector<2x3xi1> -> vector<2xf32>
  vector.print %rows : vector<2xf32>
  return
}

// OUT: ( 1, 1, 0 )
// OUT: ( ( 1, 1, 0 ), ( 0, 0, 0 ) )
// OUT: 3
// OUT: ( 103, 200 )
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
