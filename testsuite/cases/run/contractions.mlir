// RUN: run --plan-for=any --device=cpu,interp

// Products and convolutions that GPUs compute in tiles, with tiles that leave the result, steps that are no multiple of a
// chunk, operands of other types, and work around the sums. The elements are small whole numbers, so that sums are exact.
func.func @main() -> (memref<45x41xf32>, memref<2x33x40xi32>, memref<48x40xf64>, memref<2x6x7x24xf32>, memref<2x9x5x8xf32>) {
  %a = memref.alloc() : memref<45x70xf32>
  %b = memref.alloc() : memref<70x41xf32>
  %bias = memref.alloc() : memref<41xf32>
  %c = memref.alloc() : memref<45x41xf32>
  affine.for %i = 0 to 45 {
    affine.for %k = 0 to 70 {
      %v = affine.apply affine_map<(d0, d1) -> ((d0 * 3 + d1) mod 7 - 3)>(%i, %k)
      %w = arith.index_cast %v : index to i32
      %x = arith.sitofp %w : i32 to f32
      affine.store %x, %a[%i, %k] : memref<45x70xf32>
    }
  }
  affine.for %k = 0 to 70 {
    affine.for %j = 0 to 41 {
      %v = affine.apply affine_map<(d0, d1) -> ((d0 + d1 * 5) mod 11 - 5)>(%k, %j)
      %w = arith.index_cast %v : index to i32
      %x = arith.sitofp %w : i32 to f32
      affine.store %x, %b[%k, %j] : memref<70x41xf32>
    }
  }
  affine.for %j = 0 to 41 {
    %w = arith.index_cast %j : index to i32
    %x = arith.sitofp %w : i32 to f32
    affine.store %x, %bias[%j] : memref<41xf32>
  }
  %zero = arith.constant 0.0 : f32
  // A layer: bias, and no negative elements.
  linalg.fill ins(%zero : f32) outs(%c : memref<45x41xf32>)
  linalg.matmul ins(%a, %b : memref<45x70xf32>, memref<70x41xf32>) outs(%c : memref<45x41xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%bias : memref<41xf32>) outs(%c : memref<45x41xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %y, %x : f32
    %r = arith.maximumf %s, %zero : f32
    linalg.yield %r : f32
  }

  // A batch of products of bytes, the second operand transposed.
  %d = memref.alloc() : memref<2x33x36xi8>
  %e = memref.alloc() : memref<2x40x36xi8>
  %f = memref.alloc() : memref<2x33x40xi32>
  affine.for %z = 0 to 2 {
    affine.for %i = 0 to 33 {
      affine.for %k = 0 to 36 {
        %v = affine.apply affine_map<(d0, d1, d2) -> ((d0 + d1 * 7 + d2 * 3) mod 255 - 127)>(%z, %i, %k)
        %w = arith.index_cast %v : index to i8
        affine.store %w, %d[%z, %i, %k] : memref<2x33x36xi8>
      }
    }
    affine.for %j = 0 to 40 {
      affine.for %k = 0 to 36 {
        %v = affine.apply affine_map<(d0, d1, d2) -> ((d0 * 5 + d1 + d2 * 9) mod 254 - 128)>(%z, %j, %k)
        %w = arith.index_cast %v : index to i8
        affine.store %w, %e[%z, %j, %k] : memref<2x40x36xi8>
      }
    }
  }
  affine.for %z = 0 to 2 {
    affine.for %i = 0 to 33 {
      affine.for %j = 0 to 40 {
        %first = arith.constant 100 : i32
        %t = affine.for %k = 0 to 36 iter_args(%s = %first) -> (i32) {
          %p = affine.load %d[%z, %i, %k] : memref<2x33x36xi8>
          %q = affine.load %e[%z, %j, %k] : memref<2x40x36xi8>
          %x = arith.extsi %p : i8 to i32
          %y = arith.extsi %q : i8 to i32
          %m = arith.muli %x, %y : i32
          %u = arith.addi %s, %m : i32
          affine.yield %u : i32
        }
        affine.store %t, %f[%z, %i, %j] : memref<2x33x40xi32>
      }
    }
  }

  // Sizes that are only known at run time, the first operand transposed.
  %g = memref.alloc() : memref<50x48xf64>
  %h = memref.alloc() : memref<50x40xf64>
  %l = memref.alloc() : memref<48x40xf64>
  affine.for %k = 0 to 50 {
    affine.for %i = 0 to 48 {
      %v = affine.apply affine_map<(d0, d1) -> ((d0 + d1 * 2) mod 9 - 4)>(%k, %i)
      %w = arith.index_cast %v : index to i32
      %x = arith.sitofp %w : i32 to f64
      affine.store %x, %g[%k, %i] : memref<50x48xf64>
    }
    affine.for %j = 0 to 40 {
      %v = affine.apply affine_map<(d0, d1) -> ((d0 * 2 + d1) mod 5 - 2)>(%k, %j)
      %w = arith.index_cast %v : index to i32
      %x = arith.sitofp %w : i32 to f64
      affine.store %x, %h[%k, %j] : memref<50x40xf64>
    }
  }
  affine.for %i = 0 to 48 {
    affine.for %j = 0 to 40 {
      %one = arith.constant 1.0 : f64
      affine.store %one, %l[%i, %j] : memref<48x40xf64>
    }
  }
  %gd = memref.cast %g : memref<50x48xf64> to memref<?x?xf64>
  %hd = memref.cast %h : memref<50x40xf64> to memref<?x?xf64>
  %ld = memref.cast %l : memref<48x40xf64> to memref<?x?xf64>
  call @update(%gd, %hd, %ld) : (memref<?x?xf64>, memref<?x?xf64>, memref<?x?xf64>) -> ()

  // Convolutions of both layouts, one with a stride.
  %x = memref.alloc() : memref<2x13x15x5xf32>
  %w = memref.alloc() : memref<3x3x5x24xf32>
  %y = memref.alloc() : memref<2x6x7x24xf32>
  affine.for %n = 0 to 2 {
    affine.for %i = 0 to 13 {
      affine.for %j = 0 to 15 {
        affine.for %q = 0 to 5 {
          %v = affine.apply affine_map<(d0, d1, d2, d3) -> ((d0 + d1 * 2 + d2 * 3 + d3) mod 8 - 4)>(%n, %i, %j, %q)
          %u = arith.index_cast %v : index to i32
          %t = arith.sitofp %u : i32 to f32
          affine.store %t, %x[%n, %i, %j, %q] : memref<2x13x15x5xf32>
        }
      }
    }
  }
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 3 {
      affine.for %q = 0 to 5 {
        affine.for %o = 0 to 24 {
          %v = affine.apply affine_map<(d0, d1, d2, d3) -> ((d0 * 3 + d1 + d2 * 2 + d3) mod 6 - 2)>(%i, %j, %q, %o)
          %u = arith.index_cast %v : index to i32
          %t = arith.sitofp %u : i32 to f32
          affine.store %t, %w[%i, %j, %q, %o] : memref<3x3x5x24xf32>
        }
      }
    }
  }
  linalg.fill ins(%zero : f32) outs(%y : memref<2x6x7x24xf32>)
  linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>} ins(%x, %w : memref<2x13x15x5xf32>, memref<3x3x5x24xf32>) outs(%y : memref<2x6x7x24xf32>)
  %image = memref.alloc() : memref<2x12x7x10xf32>
  %taps = memref.alloc() : memref<9x12x3x3xf32>
  %out = memref.alloc() : memref<2x9x5x8xf32>
  affine.for %n = 0 to 2 {
    affine.for %q = 0 to 12 {
      affine.for %i = 0 to 7 {
        affine.for %j = 0 to 10 {
          %v = affine.apply affine_map<(d0, d1, d2, d3) -> ((d0 + d1 * 2 + d2 * 3 + d3) mod 8 - 4)>(%n, %q, %i, %j)
          %u = arith.index_cast %v : index to i32
          %t = arith.sitofp %u : i32 to f32
          affine.store %t, %image[%n, %q, %i, %j] : memref<2x12x7x10xf32>
        }
      }
    }
  }
  affine.for %o = 0 to 9 {
    affine.for %q = 0 to 12 {
      affine.for %i = 0 to 3 {
        affine.for %j = 0 to 3 {
          %v = affine.apply affine_map<(d0, d1, d2, d3) -> ((d0 * 3 + d1 + d2 * 2 + d3) mod 6 - 2)>(%o, %q, %i, %j)
          %u = arith.index_cast %v : index to i32
          %t = arith.sitofp %u : i32 to f32
          affine.store %t, %taps[%o, %q, %i, %j] : memref<9x12x3x3xf32>
        }
      }
    }
  }
  linalg.fill ins(%zero : f32) outs(%out : memref<2x9x5x8xf32>)
  linalg.conv_2d_nchw_fchw ins(%image, %taps : memref<2x12x7x10xf32>, memref<9x12x3x3xf32>) outs(%out : memref<2x9x5x8xf32>)
  return %c, %f, %l, %y, %out : memref<45x41xf32>, memref<2x33x40xi32>, memref<48x40xf64>, memref<2x6x7x24xf32>, memref<2x9x5x8xf32>
}

// Sizes that are only known at run time, and buffers that may overlap: the kernel is behind a check.
func.func private @update(%gd: memref<?x?xf64>, %hd: memref<?x?xf64>, %ld: memref<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %K = memref.dim %gd, %c0 : memref<?x?xf64>
  %M = memref.dim %gd, %c1 : memref<?x?xf64>
  %N = memref.dim %hd, %c1 : memref<?x?xf64>
  scf.parallel (%i, %j) = (%c0, %c0) to (%M, %N) step (%c1, %c1) {
    scf.for %k = %c0 to %K step %c1 {
      %p = memref.load %gd[%k, %i] : memref<?x?xf64>
      %q = memref.load %hd[%k, %j] : memref<?x?xf64>
      %s = memref.load %ld[%i, %j] : memref<?x?xf64>
      %m = arith.mulf %q, %p fastmath<contract> : f64
      %t = arith.addf %m, %s fastmath<contract> : f64
      memref.store %t, %ld[%i, %j] : memref<?x?xf64>
    }
    scf.reduce
  } {warpline.schedule = {block = [16, 32], thread = [2, 4], reduce = 16}}
  return
}

// OUT: result 0: memref<45x41xf32>
// OUT:   count=1845 min=0.0 max=76.0 sum=42955.0 first=0.0
// OUT: result 1: memref<2x33x40xi32>
// OUT:   count=2640 min=-137843 max=173500 sum=13813350.0 first=80994
// OUT: result 2: memref<48x40xf64>
// OUT:   count=1920 min=-12.0 max=14.0 sum=1920.0 first=6.0
// OUT:   values: -12.0 (160 times), -8.0 (80 times), -4.0 (528 times), -3.0 (80 times), 1.0 (224 times), 5.0 (80 times), 6.0 (528 times), 10.0 (80 times), 14.0 (160 times)
// OUT: result 3: memref<2x6x7x24xf32>
// OUT:   count=2016 min=-45.0 max=30.0 sum=-22680.0 first=-10.0
// OUT: result 4: memref<2x9x5x8xf32>
// OUT:   count=720 min=-36.0 max=-18.0 sum=-19440.0 first=-36.0
// OUT:   values: -36.0 (180 times), -30.0 (180 times), -24.0 (180 times), -18.0 (180 times)
// OUT: kernels=15 launches=15 streams=2 waits=1 records=1 host_syncs=1 leaks=0
