// RUN: roundtrip --allow-unregistered-dialect

// Whole programs: tiles, layouts, transfers, masks and kernels together.

#map_tile = affine_map<(d0) -> (d0 * 32)>
#map_ub = affine_map<(d0)[s0] -> (d0 * 32 + 32, s0)>
#set_diag = affine_set<(d0, d1)[s0] : (d0 - d1 >= 0, -d0 + s0 - 1 >= 0)>
func.func @matmul_tiled(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %a, %c0 : memref<?x?xf32>
  %k = memref.dim %a, %c1 : memref<?x?xf32>
  %n = memref.dim %b, %c1 : memref<?x?xf32>
  affine.for %i = 0 to affine_map<()[s0] -> (s0 ceildiv 32)>()[%m] {
    affine.for %j = 0 to affine_map<()[s0] -> (s0 ceildiv 32)>()[%n] {
      affine.for %ii = #map_tile(%i) to min #map_ub(%i)[%m] {
        affine.for %jj = #map_tile(%j) to min #map_ub(%j)[%n] {
          %init = affine.load %c[%ii, %jj] : memref<?x?xf32>
          %sum = affine.for %kk = 0 to %k iter_args(%acc = %init) -> (f32) {
            %x = affine.load %a[%ii, %kk] : memref<?x?xf32>
            %y = affine.load %b[%kk, %jj] : memref<?x?xf32>
            %p = arith.mulf %x, %y : f32
            %q = arith.addf %acc, %p : f32
            affine.yield %q : f32
          }
          affine.if #set_diag(%ii, %jj)[%m] {
            affine.store %sum, %c[%ii, %jj] : memref<?x?xf32>
          }
        }
      }
    }
  }
  return
}

// OUT: #map = affine_map<()[s0] -> (s0 ceildiv 32)>
// OUT: #map1 = affine_map<(d0) -> (d0 * 32)>
// OUT: #map2 = affine_map<(d0)[s0] -> (d0 * 32 + 32, s0)>
// OUT: #set = affine_set<(d0, d1)[s0] : (d0 - d1 >= 0, -d0 + s0 - 1 >= 0)>
// OUT: module {
// OUT:   func.func @matmul_tiled(%arg0: memref<?x?xf32>, %arg1: memref<?x?xf32>, %arg2: memref<?x?xf32>) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %dim = memref.dim %arg0, %c0 : memref<?x?xf32>
// OUT:     %dim_0 = memref.dim %arg0, %c1 : memref<?x?xf32>
// OUT:     %dim_1 = memref.dim %arg1, %c1 : memref<?x?xf32>
// OUT:     affine.for %arg3 = 0 to #map()[%dim] {
// OUT:       affine.for %arg4 = 0 to #map()[%dim_1] {
// OUT:         affine.for %arg5 = #map1(%arg3) to min #map2(%arg3)[%dim] {
// OUT:           affine.for %arg6 = #map1(%arg4) to min #map2(%arg4)[%dim_1] {
// OUT:             %0 = affine.load %arg2[%arg5, %arg6] : memref<?x?xf32>
// OUT:             %1 = affine.for %arg7 = 0 to %dim_0 iter_args(%arg8 = %0) -> (f32) {
// OUT:               %2 = affine.load %arg0[%arg5, %arg7] : memref<?x?xf32>
// OUT:               %3 = affine.load %arg1[%arg7, %arg6] : memref<?x?xf32>
// OUT:               %4 = arith.mulf %2, %3 : f32
// OUT:               %5 = arith.addf %arg8, %4 : f32
// OUT:               affine.yield %5 : f32
// OUT:             }
// OUT:             affine.if #set(%arg5, %arg6)[%dim] {
// OUT:               affine.store %1, %arg2[%arg5, %arg6] : memref<?x?xf32>
// OUT:             }
// OUT:           }
// OUT:         }
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

// loop fusion like input
func.func @producer_consumer(%in: memref<10x10xf32>) -> memref<10x10xf32> {
  %t = memref.alloc() : memref<10x10xf32>
  %out = memref.alloc() : memref<10x10xf32>
  %cf = arith.constant 7.0 : f32
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 10 {
      %v = affine.load %in[%i, 9 - %j] : memref<10x10xf32>
      %w = arith.mulf %v, %cf : f32
      affine.store %w, %t[%i, %j] : memref<10x10xf32>
    }
  }
  affine.for %i = 1 to 9 {
    affine.for %j = 1 to 9 {
      %u = affine.load %t[%i - 1, %j + 1] : memref<10x10xf32>
      %l = affine.load %t[%i + 1, -1 + %j] : memref<10x10xf32>
      %s = arith.addf %u, %l : f32
      affine.store %s, %out[%i, %j] : memref<10x10xf32>
    }
  }
  memref.dealloc %t : memref<10x10xf32>
  return %out : memref<10x10xf32>
}

// OUT: module {
// OUT:   func.func @producer_consumer(%arg0: memref<10x10xf32>) -> memref<10x10xf32> {
// OUT:     %alloc = memref.alloc() : memref<10x10xf32>
// OUT:     %alloc_0 = memref.alloc() : memref<10x10xf32>
// OUT:     %cst = arith.constant 7.000000e+00 : f32
// OUT:     affine.for %arg1 = 0 to 10 {
// OUT:       affine.for %arg2 = 0 to 10 {
// OUT:         %0 = affine.load %arg0[%arg1, -%arg2 + 9] : memref<10x10xf32>
// OUT:         %1 = arith.mulf %0, %cst : f32
// OUT:         affine.store %1, %alloc[%arg1, %arg2] : memref<10x10xf32>
// OUT:       }
// OUT:     }
// OUT:     affine.for %arg1 = 1 to 9 {
// OUT:       affine.for %arg2 = 1 to 9 {
// OUT:         %0 = affine.load %alloc[%arg1 - 1, %arg2 + 1] : memref<10x10xf32>
// OUT:         %1 = affine.load %alloc[%arg1 + 1, %arg2 - 1] : memref<10x10xf32>
// OUT:         %2 = arith.addf %0, %1 : f32
// OUT:         affine.store %2, %alloc_0[%arg1, %arg2] : memref<10x10xf32>
// OUT:       }
// OUT:     }
// OUT:     memref.dealloc %alloc : memref<10x10xf32>
// OUT:     return %alloc_0 : memref<10x10xf32>
// OUT:   }
// OUT: }
// -----

#layout = affine_map<(d0, d1) -> (d0 floordiv 4, d1 floordiv 8, d0 mod 4, d1 mod 8)>
#dyn = affine_map<(d0)[s0] -> (d0 * s0)>
module @norm {
  func.func @tiled_layout(%n: index) {
    %a = memref.alloc() : memref<16x64xf32, #layout>
    %d = memref.alloc(%n)[%n] : memref<?xf32, #dyn>
    affine.for %i = 0 to 16 {
      affine.for %j = 0 to 64 {
        %1 = affine.load %a[%i, %j] : memref<16x64xf32, #layout>
        %2 = "prevent.dce"(%1) : (f32) -> f32
        affine.store %2, %d[symbol(%n)] : memref<?xf32, #dyn>
      }
    }
    memref.dealloc %a : memref<16x64xf32, #layout>
    func.call @single_arg(%d) : (memref<?xf32, #dyn>) -> ()
    return
  }
  func.func private @single_arg(memref<?xf32, #dyn>)
}

// OUT: #map = affine_map<(d0, d1) -> (d0 floordiv 4, d1 floordiv 8, d0 mod 4, d1 mod 8)>
// OUT: #map1 = affine_map<(d0)[s0] -> (d0 * s0)>
// OUT: module @norm {
// OUT:   func.func @tiled_layout(%arg0: index) {
// OUT:     %alloc = memref.alloc() : memref<16x64xf32, #map>
// OUT:     %alloc_0 = memref.alloc(%arg0)[%arg0] : memref<?xf32, #map1>
// OUT:     affine.for %arg1 = 0 to 16 {
// OUT:       affine.for %arg2 = 0 to 64 {
// OUT:         %0 = affine.load %alloc[%arg1, %arg2] : memref<16x64xf32, #map>
// OUT:         %1 = "prevent.dce"(%0) : (f32) -> f32
// OUT:         affine.store %1, %alloc_0[symbol(%arg0)] : memref<?xf32, #map1>
// OUT:       }
// OUT:     }
// OUT:     memref.dealloc %alloc : memref<16x64xf32, #map>
// OUT:     call @single_arg(%alloc_0) : (memref<?xf32, #map1>) -> ()
// OUT:     return
// OUT:   }
// OUT:   func.func private @single_arg(memref<?xf32, #map1>)
// OUT: }
// -----

gpu.module @kernels attributes {a.b} {
  memref.global "private" @buf : memref<32x33xf32, #gpu.address_space<workgroup>> {alignment = 16 : i64}
  gpu.func @transpose(%in: memref<1024x1024xf32>, %out: memref<1024x1024xf32>) workgroup(%w: memref<32xf32, #gpu.address_space<workgroup>>) kernel {
    %b = memref.get_global @buf : memref<32x33xf32, #gpu.address_space<workgroup>>
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %row = affine.apply affine_map<()[s0, s1] -> (s0 * 32 + s1)>()[%bx, %tx]
    %v = memref.load %in[%row, %tx] : memref<1024x1024xf32>
    memref.store %v, %b[%tx, %tx] : memref<32x33xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %x = affine.load %b[%tx, symbol(%tx)] : memref<32x33xf32, #gpu.address_space<workgroup>>
    memref.store %x, %out[%tx, %row] : memref<1024x1024xf32>
    gpu.return
  }
}

// OUT: #map = affine_map<()[s0, s1] -> (s0 * 32 + s1)>
// OUT: module {
// OUT:   gpu.module @kernels attributes {a.b} {
// OUT:     memref.global "private" @buf : memref<32x33xf32, #gpu.address_space<workgroup>> {alignment = 16 : i64}
// OUT:     gpu.func @transpose(%arg0: memref<1024x1024xf32>, %arg1: memref<1024x1024xf32>) workgroup(%arg2 : memref<32xf32, #gpu.address_space<workgroup>>) kernel {
// OUT:       %0 = memref.get_global @buf : memref<32x33xf32, #gpu.address_space<workgroup>>
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %block_id_x = gpu.block_id  x
// OUT:       %1 = affine.apply #map()[%block_id_x, %thread_id_x]
// OUT:       %2 = memref.load %arg0[%1, %thread_id_x] : memref<1024x1024xf32>
// OUT:       memref.store %2, %0[%thread_id_x, %thread_id_x] : memref<32x33xf32, #gpu.address_space<workgroup>>
// OUT:       gpu.barrier
// OUT:       %3 = affine.load %0[%thread_id_x, %thread_id_x] : memref<32x33xf32, #gpu.address_space<workgroup>>
// OUT:       memref.store %3, %arg1[%thread_id_x, %1] : memref<1024x1024xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

func.func @double_buffer(%in: memref<256xf32>) {
  %tag = memref.alloc() : memref<1xi32>
  %local = memref.alloc() : memref<32xf32, 1>
  %n = arith.constant 32 : index
  %zero = arith.constant 0 : index
  affine.for %i = 0 to 8 {
    affine.dma_start %in[%i * 32], %local[0], %tag[0], %n : memref<256xf32>, memref<32xf32, 1>, memref<1xi32>
    affine.dma_wait %tag[%zero], %n : memref<1xi32>
    %v = affine.load %local[%i] : memref<32xf32, 1>
    %r = "compute"(%v) : (f32) -> (f32)
    affine.store %r, %local[%i] : memref<32xf32, 1>
    affine.for %j = 0 to 32 {
      "do_more_compute"(%i, %j) : (index, index) -> ()
    } {loop.tag = "inner"}
  }
  memref.dealloc %tag : memref<1xi32>
  memref.dealloc %local : memref<32xf32, 1>
  return
}

// OUT: module {
// OUT:   func.func @double_buffer(%arg0: memref<256xf32>) {
// OUT:     %alloc = memref.alloc() : memref<1xi32>
// OUT:     %alloc_0 = memref.alloc() : memref<32xf32, 1>
// OUT:     %c32 = arith.constant 32 : index
// OUT:     %c0 = arith.constant 0 : index
// OUT:     affine.for %arg1 = 0 to 8 {
// OUT:       affine.dma_start %arg0[%arg1 * 32], %alloc_0[0], %alloc[0], %c32 : memref<256xf32>, memref<32xf32, 1>, memref<1xi32>
// OUT:       affine.dma_wait %alloc[%c0], %c32 : memref<1xi32>
// OUT:       %0 = affine.load %alloc_0[%arg1] : memref<32xf32, 1>
// OUT:       %1 = "compute"(%0) : (f32) -> f32
// OUT:       affine.store %1, %alloc_0[%arg1] : memref<32xf32, 1>
// OUT:       affine.for %arg2 = 0 to 32 {
// OUT:         "do_more_compute"(%arg1, %arg2) : (index, index) -> ()
// OUT:       } {loop.tag = "inner"}
// OUT:     }
// OUT:     memref.dealloc %alloc : memref<1xi32>
// OUT:     memref.dealloc %alloc_0 : memref<32xf32, 1>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @nested_ifs(%m: memref<100xf32>, %N: index) -> f32 {
  %cst = arith.constant 0.0 : f32
  %r = affine.for %i = 0 to 100 iter_args(%acc = %cst) -> f32 {
    %x = affine.if affine_set<(d0)[s0] : (d0 - 10 >= 0, s0 - d0 - 9 >= 0)>(%i)[%N] -> f32 {
      %l = affine.load %m[%i] : memref<100xf32>
      affine.yield %l : f32
    } else {
      affine.if affine_set<(d0) : (d0 mod 2 == 0)>(%i) {
        affine.store %cst, %m[%i] : memref<100xf32>
      }
      affine.yield %acc : f32
    }
    affine.yield %x : f32
  }
  return %r : f32
}

// OUT: #set = affine_set<(d0)[s0] : (d0 - 10 >= 0, -d0 + s0 - 9 >= 0)>
// OUT: #set1 = affine_set<(d0) : (d0 mod 2 == 0)>
// OUT: module {
// OUT:   func.func @nested_ifs(%arg0: memref<100xf32>, %arg1: index) -> f32 {
// OUT:     %cst = arith.constant 0.000000e+00 : f32
// OUT:     %0 = affine.for %arg2 = 0 to 100 iter_args(%arg3 = %cst) -> (f32) {
// OUT:       %1 = affine.if #set(%arg2)[%arg1] -> f32 {
// OUT:         %2 = affine.load %arg0[%arg2] : memref<100xf32>
// OUT:         affine.yield %2 : f32
// OUT:       } else {
// OUT:         affine.if #set1(%arg2) {
// OUT:           affine.store %cst, %arg0[%arg2] : memref<100xf32>
// OUT:         }
// OUT:         affine.yield %arg3 : f32
// OUT:       }
// OUT:       affine.yield %1 : f32
// OUT:     }
// OUT:     return %0 : f32
// OUT:   }
// OUT: }
// -----

func.func @masked_multi(%v: vector<4x16xf32>, %acc: vector<4xf32>, %k: vector<4x16xi1>, %m: memref<?x?xf32>, %i: index, %f: f32, %t: tensor<?x?xf32>, %lk: vector<16xi1>, %ix: vector<16xindex>, %p: vector<16xf32>) -> tensor<?x?xf32> {
  %0 = vector.mask %k { vector.multi_reduction <add>, %v, %acc [1] : vector<4x16xf32> to vector<4xf32> } : vector<4x16xi1> -> vector<4xf32>
  %1 = vector.mask %k { vector.transfer_read %m[%i, %i], %f {in_bounds = [true, true]} : memref<?x?xf32>, vector<4x16xf32> } : vector<4x16xi1> -> vector<4x16xf32>
  vector.mask %k { vector.transfer_write %1, %m[%i, %i] {in_bounds = [true, true]} : vector<4x16xf32>, memref<?x?xf32> } : vector<4x16xi1>
  %2 = vector.mask %k { vector.transfer_write %1, %t[%i, %i] : vector<4x16xf32>, tensor<?x?xf32> } : vector<4x16xi1> -> tensor<?x?xf32>
  %3 = vector.mask %lk { vector.gather %m[%i, %i] [%ix], %lk, %p : memref<?x?xf32>, vector<16xindex>, vector<16xi1>, vector<16xf32> into vector<16xf32> } : vector<16xi1> -> vector<16xf32>
  return %2 : tensor<?x?xf32>
}

// OUT: module {
// OUT:   func.func @masked_multi(%arg0: vector<4x16xf32>, %arg1: vector<4xf32>, %arg2: vector<4x16xi1>, %arg3: memref<?x?xf32>, %arg4: index, %arg5: f32, %arg6: tensor<?x?xf32>, %arg7: vector<16xi1>, %arg8: vector<16xindex>, %arg9: vector<16xf32>) -> tensor<?x?xf32> {
// OUT:     %0 = vector.mask %arg2 { vector.multi_reduction <add>, %arg0, %arg1 [1] : vector<4x16xf32> to vector<4xf32> } : vector<4x16xi1> -> vector<4xf32>
// OUT:     %1 = vector.mask %arg2 { vector.transfer_read %arg3[%arg4, %arg4], %arg5 {in_bounds = [true, true]} : memref<?x?xf32>, vector<4x16xf32> } : vector<4x16xi1> -> vector<4x16xf32>
// OUT:     vector.mask %arg2 { vector.transfer_write %1, %arg3[%arg4, %arg4] {in_bounds = [true, true]} : vector<4x16xf32>, memref<?x?xf32> } : vector<4x16xi1>
// OUT:     %2 = vector.mask %arg2 { vector.transfer_write %1, %arg6[%arg4, %arg4] : vector<4x16xf32>, tensor<?x?xf32> } : vector<4x16xi1> -> tensor<?x?xf32>
// OUT:     %3 = vector.mask %arg7 { vector.gather %arg3[%arg4, %arg4] [%arg8], %arg7, %arg9 : memref<?x?xf32>, vector<16xindex>, vector<16xi1>, vector<16xf32> into vector<16xf32> } : vector<16xi1> -> vector<16xf32>
// OUT:     return %2 : tensor<?x?xf32>
// OUT:   }
// OUT: }
// -----

func.func @outer_k(%a: vector<[4]xf32>, %b: vector<[4]xf32>, %c: vector<[4]x[4]xf32>, %k: vector<[4]x[4]xi1>) -> vector<[4]x[4]xf32> {
  %0 = vector.mask %k { vector.outerproduct %a, %b, %c {kind = #vector.kind<add>} : vector<[4]xf32>, vector<[4]xf32> } : vector<[4]x[4]xi1> -> vector<[4]x[4]xf32>
  return %0 : vector<[4]x[4]xf32>
}

// OUT: module {
// OUT:   func.func @outer_k(%arg0: vector<[4]xf32>, %arg1: vector<[4]xf32>, %arg2: vector<[4]x[4]xf32>, %arg3: vector<[4]x[4]xi1>) -> vector<[4]x[4]xf32> {
// OUT:     %0 = vector.mask %arg3 { vector.outerproduct %arg0, %arg1, %arg2 {kind = #vector.kind<add>} : vector<[4]xf32>, vector<[4]xf32> } : vector<[4]x[4]xi1> -> vector<[4]x[4]xf32>
// OUT:     return %0 : vector<[4]x[4]xf32>
// OUT:   }
// OUT: }
// -----

!buf = memref<?x?xf32, strided<[?, 1], offset: ?>>
!vec = vector<4xf32>
#sp = #gpu.address_space<workgroup>
#perm = affine_map<(d0, d1) -> (d1, d0)>
func.func @aliases(%a: !buf, %b: memref<4x4xf32, #perm, #sp>) -> !vec {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %0 = vector.transfer_read %a[%c0, %c0], %z {in_bounds = [true]} : !buf, !vec
  %1 = memref.subview %a[0, 0] [4, 4] [1, 1] : !buf to memref<4x4xf32, strided<[?, 1], offset: ?>>
  %2 = memref.cast %1 : memref<4x4xf32, strided<[?, 1], offset: ?>> to !buf
  return %0 : !vec
}

// OUT: #map = affine_map<(d0, d1) -> (d1, d0)>
// OUT: module {
// OUT:   func.func @aliases(%arg0: memref<?x?xf32, strided<[?, 1], offset: ?>>, %arg1: memref<4x4xf32, #map, #gpu.address_space<workgroup>>) -> vector<4xf32> {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %cst = arith.constant 0.000000e+00 : f32
// OUT:     %0 = vector.transfer_read %arg0[%c0, %c0], %cst {in_bounds = [true]} : memref<?x?xf32, strided<[?, 1], offset: ?>>, vector<4xf32>
// OUT:     %subview = memref.subview %arg0[0, 0] [4, 4] [1, 1] : memref<?x?xf32, strided<[?, 1], offset: ?>> to memref<4x4xf32, strided<[?, 1], offset: ?>>
// OUT:     %cast = memref.cast %subview : memref<4x4xf32, strided<[?, 1], offset: ?>> to memref<?x?xf32, strided<[?, 1], offset: ?>>
// OUT:     return %0 : vector<4xf32>
// OUT:   }
// OUT: }
// -----

func.func @metadata(%m: memref<8x?xf32, strided<[?, 1], offset: 4>>, %n: index) -> memref<?xf32, strided<[1], offset: ?>> {
  %base, %off, %sz:2, %st:2 = memref.extract_strided_metadata %m : memref<8x?xf32, strided<[?, 1], offset: 4>> -> memref<f32>, index, index, index, index, index
  %p = memref.extract_aligned_pointer_as_index %base : memref<f32> -> index
  %q = arith.index_cast %p : index to i64
  %r = memref.reinterpret_cast %base to offset: [%off], sizes: [%sz#1], strides: [1] : memref<f32> to memref<?xf32, strided<[1], offset: ?>>
  %s = memref.reinterpret_cast %base to offset: [%off], sizes: [%sz#0, %sz#1], strides: [%st#0, %st#1] : memref<f32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  return %r : memref<?xf32, strided<[1], offset: ?>>
}

// OUT: module {
// OUT:   func.func @metadata(%arg0: memref<8x?xf32, strided<[?, 1], offset: 4>>, %arg1: index) -> memref<?xf32, strided<[1], offset: ?>> {
// OUT:     %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<8x?xf32, strided<[?, 1], offset: 4>> -> memref<f32>, index, index, index, index, index
// OUT:     %intptr = memref.extract_aligned_pointer_as_index %base_buffer : memref<f32> -> index
// OUT:     %0 = arith.index_cast %intptr : index to i64
// OUT:     %reinterpret_cast = memref.reinterpret_cast %base_buffer to offset: [%offset], sizes: [%sizes#1], strides: [1] : memref<f32> to memref<?xf32, strided<[1], offset: ?>>
// OUT:     %reinterpret_cast_0 = memref.reinterpret_cast %base_buffer to offset: [%offset], sizes: [%sizes#0, %sizes#1], strides: [%strides#0, %strides#1] : memref<f32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// OUT:     return %reinterpret_cast : memref<?xf32, strided<[1], offset: ?>>
// OUT:   }
// OUT: }
