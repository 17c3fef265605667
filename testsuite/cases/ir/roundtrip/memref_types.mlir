// RUN: roundtrip

func.func private @elements(memref<4xindex>, memref<4xsi8>, memref<4xui64>, memref<4xbf16>, memref<4xcomplex<f32>>, memref<4xvector<2x4xf16>>)

// OUT: module {
// OUT:   func.func private @elements(memref<4xindex>, memref<4xsi8>, memref<4xui64>, memref<4xbf16>, memref<4xcomplex<f32>>, memref<4xvector<2x4xf16>>)
// OUT: }
// -----

func.func private @buffers_of_buffers(memref<4xmemref<?xf32>>, memref<2xmemref<*xi8>>, memref<memref<f32>>)

// OUT: module {
// OUT:   func.func private @buffers_of_buffers(memref<4xmemref<?xf32>>, memref<2xmemref<*xi8>>, memref<memref<f32>>)
// OUT: }
// -----

func.func private @sizes(memref<f32>, memref<0xf32>, memref<0x4xf32>, memref<?x0x?xf32>, memref<*xvector<4xf32>>)

// OUT: module {
// OUT:   func.func private @sizes(memref<f32>, memref<0xf32>, memref<0x4xf32>, memref<?x0x?xf32>, memref<*xvector<4xf32>>)
// OUT: }
// -----

func.func private @spaces(memref<4xf32, 1>, memref<4xf32, 2 : i32>, memref<4xf32, "fast">, memref<4xf32, {bank = 1}>, memref<4xf32, true>, memref<*xf32, 7>)

// OUT: module {
// OUT:   func.func private @spaces(memref<4xf32, 1>, memref<4xf32, 2 : i32>, memref<4xf32, "fast">, memref<4xf32, {bank = 1 : i64}>, memref<4xf32, true>, memref<*xf32, 7>)
// OUT: }
// -----

func.func private @default_space_is_not_written(memref<4xf32, 0>, memref<4xf32, 0 : i8>, memref<*xf32, 0>, memref<4xf32, false>)

// OUT: module {
// OUT:   func.func private @default_space_is_not_written(memref<4xf32>, memref<4xf32>, memref<*xf32>, memref<4xf32>)
// OUT: }
// -----

func.func private @space_of_a_dialect(memref<4xf32, #gpu.address_space<workgroup>>, memref<?xf32, strided<[2]>, #gpu.address_space<private>>)

// OUT: module {
// OUT:   func.func private @space_of_a_dialect(memref<4xf32, #gpu.address_space<workgroup>>, memref<?xf32, strided<[2]>, #gpu.address_space<private>>)
// OUT: }
// -----

func.func private @strides(memref<4x4xf32, strided<[8, 1]>>, memref<4x4xf32, strided<[?, 1], offset: 3>>, memref<4x?xf32, strided<[-1, ?], offset: ?>>, memref<2xf32, strided<[0], offset: -4>>)

// OUT: module {
// OUT:   func.func private @strides(memref<4x4xf32, strided<[8, 1]>>, memref<4x4xf32, strided<[?, 1], offset: 3>>, memref<4x?xf32, strided<[-1, ?], offset: ?>>, memref<2xf32, strided<[0], offset: -4>>)
// OUT: }
// -----

// Only the identity map is the same as no layout; strides that say the same are kept.
func.func private @plain_strides_stay(memref<4x4xf32, strided<[4, 1]>>, memref<4xf32, strided<[1]>>, memref<4xf32, strided<[1], offset: 0>>)

// OUT: module {
// OUT:   func.func private @plain_strides_stay(memref<4x4xf32, strided<[4, 1]>>, memref<4xf32, strided<[1]>>, memref<4xf32, strided<[1]>>)
// OUT: }
// -----

func.func private @identity_goes(memref<4x4xf32, affine_map<(i, j) -> (i, j)>>, memref<4xf32, affine_map<(i) -> (i)>, 1>)

// OUT: module {
// OUT:   func.func private @identity_goes(memref<4x4xf32>, memref<4xf32, 1>)
// OUT: }
// -----

func.func private @tiled(memref<16x64xf32, affine_map<(i, j) -> (i floordiv 4, j floordiv 32, i mod 4, j mod 32)>>)

// OUT: #map = affine_map<(d0, d1) -> (d0 floordiv 4, d1 floordiv 32, d0 mod 4, d1 mod 32)>
// OUT: module {
// OUT:   func.func private @tiled(memref<16x64xf32, #map>)
// OUT: }
// -----

func.func private @shifted(memref<16xf32, affine_map<(i)[s, t] -> (i * 2 + s * t)>>, memref<16xf32, affine_map<(i)[s] -> (i * s)>>)

// OUT: #map = affine_map<(d0)[s0, s1] -> (d0 * 2 + s0 * s1)>
// OUT: #map1 = affine_map<(d0)[s0] -> (d0 * s0)>
// OUT: module {
// OUT:   func.func private @shifted(memref<16xf32, #map>, memref<16xf32, #map1>)
// OUT: }
// -----

#swap = affine_map<(i, j) -> (j, i)>
!matrix = memref<4x8xf32, #swap, 2>
func.func private @aliases(!matrix, memref<4x8xf32, #swap>) -> !matrix

// OUT: #map = affine_map<(d0, d1) -> (d1, d0)>
// OUT: module {
// OUT:   func.func private @aliases(memref<4x8xf32, #map, 2>, memref<4x8xf32, #map>) -> memref<4x8xf32, #map, 2>
// OUT: }
