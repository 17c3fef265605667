// RUN: roundtrip

func.func private @elements(memref<4xindex>, memref<4xsi8>, memref<4xui64>, memref<4xbf16>, memref<4xcomplex<f32>>, memref<4xvector<2x4xf16>>)
// -----

func.func private @buffers_of_buffers(memref<4xmemref<?xf32>>, memref<2xmemref<*xi8>>, memref<memref<f32>>)
// -----

func.func private @sizes(memref<f32>, memref<0xf32>, memref<0x4xf32>, memref<?x0x?xf32>, memref<*xvector<4xf32>>)
// -----

func.func private @spaces(memref<4xf32, 1>, memref<4xf32, 2 : i32>, memref<4xf32, "fast">, memref<4xf32, {bank = 1}>, memref<4xf32, true>, memref<*xf32, 7>)
// -----

func.func private @default_space_is_not_written(memref<4xf32, 0>, memref<4xf32, 0 : i8>, memref<*xf32, 0>, memref<4xf32, false>)
// -----

func.func private @space_of_a_dialect(memref<4xf32, #gpu.address_space<workgroup>>, memref<?xf32, strided<[2]>, #gpu.address_space<private>>)
// -----

func.func private @strides(memref<4x4xf32, strided<[8, 1]>>, memref<4x4xf32, strided<[?, 1], offset: 3>>, memref<4x?xf32, strided<[-1, ?], offset: ?>>, memref<2xf32, strided<[0], offset: -4>>)
// -----

// Only the identity map is the same as no layout; strides that say the same are kept.
func.func private @plain_strides_stay(memref<4x4xf32, strided<[4, 1]>>, memref<4xf32, strided<[1]>>, memref<4xf32, strided<[1], offset: 0>>)
// -----

func.func private @identity_goes(memref<4x4xf32, affine_map<(i, j) -> (i, j)>>, memref<4xf32, affine_map<(i) -> (i)>, 1>)
// -----

func.func private @tiled(memref<16x64xf32, affine_map<(i, j) -> (i floordiv 4, j floordiv 32, i mod 4, j mod 32)>>)
// -----

func.func private @shifted(memref<16xf32, affine_map<(i)[s, t] -> (i * 2 + s * t)>>, memref<16xf32, affine_map<(i)[s] -> (i * s)>>)
// -----

#swap = affine_map<(i, j) -> (j, i)>
!matrix = memref<4x8xf32, #swap, 2>
func.func private @aliases(!matrix, memref<4x8xf32, #swap>) -> !matrix
