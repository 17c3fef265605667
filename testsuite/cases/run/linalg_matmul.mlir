// RUN: run --plan-for=any --device=cpu,interp --input=5x7xf32=rand:1 --input=7x6xf32=rand:2

func.func @main(%a: memref<5x7xf32>, %b: memref<7x6xf32>) -> memref<5x6xf32> {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<5x6xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<5x6xf32>)
  linalg.matmul ins(%a, %b : memref<5x7xf32>, memref<7x6xf32>) outs(%c : memref<5x6xf32>)
  return %c : memref<5x6xf32>
}

// OUT: result 0: memref<5x6xf32>
// OUT:   [[2.8973954 2.230618 2.6788585 2.1408296 2.1683977 1.57143]
// OUT:    [2.2075732 1.7129778 2.0600488 1.6322289 1.4022119 1.1595014]
// OUT:    [2.455594 1.9016294 1.5957202 1.7569691 1.4739705 1.2536651]
// OUT:    [1.2750628 0.8879996 1.1077642 0.9651882 1.3497908 0.6997893]
// OUT:    [2.1196554 1.6785864 1.4154764 1.643627 1.288864 1.1791363]]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// The second matrix is transposed.
func.func @main(%a: memref<5x7xf32>, %b: memref<7x6xf32>) -> memref<5x6xf32> {
  %zero = arith.constant 0.0 : f32
  %t = memref.alloc() : memref<6x7xf32>
  %c = memref.alloc() : memref<5x6xf32>
  linalg.transpose ins(%b : memref<7x6xf32>) outs(%t : memref<6x7xf32>) permutation = [1, 0]
  linalg.fill ins(%zero : f32) outs(%c : memref<5x6xf32>)
  linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%a, %t : memref<5x7xf32>, memref<6x7xf32>) outs(%c : memref<5x6xf32>)
  memref.dealloc %t : memref<6x7xf32>
  return %c : memref<5x6xf32>
}

// OUT: result 0: memref<5x6xf32>
// OUT:   [[2.8973954 2.230618 2.6788585 2.1408296 2.1683977 1.57143]
// OUT:    [2.2075732 1.7129778 2.0600488 1.6322289 1.4022119 1.1595014]
// OUT:    [2.455594 1.9016294 1.5957202 1.7569691 1.4739705 1.2536651]
// OUT:    [1.2750628 0.8879996 1.1077642 0.9651882 1.3497908 0.6997893]
// OUT:    [2.1196554 1.6785864 1.4154764 1.643627 1.288864 1.1791363]]
// OUT: kernels=2 launches=2 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

func.func @main(%a: memref<5x7xf32>, %b: memref<7x6xf32>) -> (memref<5xf32>, memref<6xf32>, memref<f32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %row = memref.subview %a[1, 0] [1, 7] [1, 1] : memref<5x7xf32> to memref<7xf32, strided<[1], offset: 7>>
  %x = memref.alloc() : memref<5xf32>
  %y = memref.alloc() : memref<6xf32>
  %z = memref.alloc() : memref<f32>
  linalg.fill ins(%zero : f32) outs(%x : memref<5xf32>)
  linalg.fill ins(%zero : f32) outs(%y : memref<6xf32>)
  linalg.fill ins(%one : f32) outs(%z : memref<f32>)
  linalg.matvec ins(%a, %row : memref<5x7xf32>, memref<7xf32, strided<[1], offset: 7>>) outs(%x : memref<5xf32>)
  linalg.vecmat ins(%row, %b : memref<7xf32, strided<[1], offset: 7>>, memref<7x6xf32>) outs(%y : memref<6xf32>)
  linalg.dot ins(%row, %row : memref<7xf32, strided<[1], offset: 7>>, memref<7xf32, strided<[1], offset: 7>>) outs(%z : memref<f32>)
  return %x, %y, %z : memref<5xf32>, memref<6xf32>, memref<f32>
}

// OUT: result 0: memref<5xf32> = [2.5409346 2.0033622 1.9676352 1.0397491 1.5939302]
// OUT: result 1: memref<6xf32> = [2.2075732 1.7129778 2.0600488 1.6322289 1.4022119 1.1595014]
// OUT: result 2: memref<f32> = 3.003362
// OUT: kernels=2 launches=2 streams=2 waits=1 records=1 host_syncs=1 leaks=0
// -----

func.func @main(%a: memref<5x7xf32>, %b: memref<7x6xf32>) -> memref<5x6xf32> {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<2x5x6xf32>
  %sum = memref.alloc() : memref<5x6xf32>
  %aa = memref.alloc() : memref<2x5x7xf32>
  %bb = memref.alloc() : memref<2x7x6xf32>
  linalg.broadcast ins(%a : memref<5x7xf32>) outs(%aa : memref<2x5x7xf32>) dimensions = [0]
  linalg.broadcast ins(%b : memref<7x6xf32>) outs(%bb : memref<2x7x6xf32>) dimensions = [0]
  linalg.fill ins(%zero : f32) outs(%c : memref<2x5x6xf32>)
  linalg.batch_matmul ins(%aa, %bb : memref<2x5x7xf32>, memref<2x7x6xf32>) outs(%c : memref<2x5x6xf32>)
  linalg.fill ins(%zero : f32) outs(%sum : memref<5x6xf32>)
  linalg.reduce { arith.addf } ins(%c : memref<2x5x6xf32>) outs(%sum : memref<5x6xf32>) dimensions = [0]
  linalg.batch_reduce_matmul ins(%aa, %bb : memref<2x5x7xf32>, memref<2x7x6xf32>) outs(%sum : memref<5x6xf32>)
  memref.dealloc %c : memref<2x5x6xf32>
  memref.dealloc %aa : memref<2x5x7xf32>
  memref.dealloc %bb : memref<2x7x6xf32>
  return %sum : memref<5x6xf32>
}

// OUT: result 0: memref<5x6xf32>
// OUT:   [[11.5895815 8.922473 10.715434 8.563317 8.67359 6.2857194]
// OUT:    [8.830293 6.851911 8.240194 6.528916 5.608848 4.6380053]
// OUT:    [9.822377 7.606517 6.3828793 7.027876 5.8958817 5.01466]
// OUT:    [5.1002507 3.5519986 4.431056 3.860753 5.3991632 2.7991571]
// OUT:    [8.478622 6.7143455 5.6619062 6.574508 5.1554565 4.716545]]
// OUT: kernels=4 launches=4 streams=2 waits=1 records=1 host_syncs=1 leaks=0
