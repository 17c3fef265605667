// RUN: opt --scf-parallel-loop-fusion

func.func @fuses_elementwise(%a: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %b = memref.alloc() : memref<8xf32>
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %v = memref.load %a[%i] : memref<8xf32>
    memref.store %v, %b[%i] : memref<8xf32>
    scf.reduce
  }
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %v = memref.load %b[%i] : memref<8xf32>
    memref.store %v, %a[%i] : memref<8xf32>
    scf.reduce
  }
  memref.dealloc %b : memref<8xf32>
  return
}

// OUT: module {
// OUT:   func.func @fuses_elementwise(%arg0: memref<8xf32>) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c8 = arith.constant 8 : index
// OUT:     %alloc = memref.alloc() : memref<8xf32>
// OUT:     scf.parallel (%arg1) = (%c0) to (%c8) step (%c1) {
// OUT:       %0 = memref.load %arg0[%arg1] : memref<8xf32>
// OUT:       memref.store %0, %alloc[%arg1] : memref<8xf32>
// OUT:       %1 = memref.load %alloc[%arg1] : memref<8xf32>
// OUT:       memref.store %1, %arg0[%arg1] : memref<8xf32>
// OUT:       scf.reduce
// OUT:     }
// OUT:     memref.dealloc %alloc : memref<8xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

// The second loop reads what other iterations of the first one wrote.
func.func @keeps_shifted(%a: memref<9xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %b = memref.alloc() : memref<9xf32>
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %v = memref.load %a[%i] : memref<9xf32>
    memref.store %v, %b[%i] : memref<9xf32>
    scf.reduce
  }
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %j = arith.addi %i, %c1 : index
    %v = memref.load %b[%j] : memref<9xf32>
    memref.store %v, %a[%i] : memref<9xf32>
    scf.reduce
  }
  memref.dealloc %b : memref<9xf32>
  return
}

// OUT: module {
// OUT:   func.func @keeps_shifted(%arg0: memref<9xf32>) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c8 = arith.constant 8 : index
// OUT:     %alloc = memref.alloc() : memref<9xf32>
// OUT:     scf.parallel (%arg1) = (%c0) to (%c8) step (%c1) {
// OUT:       %0 = memref.load %arg0[%arg1] : memref<9xf32>
// OUT:       memref.store %0, %alloc[%arg1] : memref<9xf32>
// OUT:       scf.reduce
// OUT:     }
// OUT:     scf.parallel (%arg1) = (%c0) to (%c8) step (%c1) {
// OUT:       %0 = arith.addi %arg1, %c1 : index
// OUT:       %1 = memref.load %alloc[%0] : memref<9xf32>
// OUT:       memref.store %1, %arg0[%arg1] : memref<9xf32>
// OUT:       scf.reduce
// OUT:     }
// OUT:     memref.dealloc %alloc : memref<9xf32>
// OUT:     return
// OUT:   }
// OUT: }
