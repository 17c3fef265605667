// RUN: run --device=cpu,interp --input=3x5xf32=rand:9

// Sizes are known only when the program runs.
func.func @main(%a: memref<?x?xf32>) -> memref<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?x?xf32>
  %m = memref.dim %a, %c1 : memref<?x?xf32>
  %b = memref.alloc(%m, %n) : memref<?x?xf32>
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %m) step (%c1, %c1) {
    %v = memref.load %a[%i, %j] : memref<?x?xf32>
    memref.store %v, %b[%j, %i] : memref<?x?xf32>
    scf.reduce
  }
  return %b : memref<?x?xf32>
}

// OUT: result 0: memref<5x3xf32>
// OUT:   [[0.68236274 0.11460809 0.5897377]
// OUT:    [0.7506949 0.64580876 0.21477033]
// OUT:    [0.26532245 0.9835485 0.9857514]
// OUT:    [0.7848137 0.21903558 0.24031983]
// OUT:    [0.26255342 0.78916097 0.760036]]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
