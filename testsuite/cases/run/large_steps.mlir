// RUN: run --device=cpu,interp

// A step that no multiple of fits an index has tiles of one iteration.
func.func @main(%m: memref<8xi32> {warpline.input = "iota:0"}, %n: index {warpline.input = "1"}) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %step = arith.constant 4611686018427387904 : index
  scf.parallel (%i) = (%c0) to (%n) step (%step) {
    memref.store %one, %m[%i] : memref<8xi32>
    scf.reduce
  }
  return
}

// OUT: argument 0: memref<8xi32> = [1 1 2 3 4 5 6 7]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
