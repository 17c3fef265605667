// RUN: opt --pass-pipeline=builtin.module(promote-buffers-to-stack{dynamic=true},gpu-bound-allocas{max-bytes=1024})

gpu.module @k {
  // The size is checked where the buffer is allocated; one that is passed on stays.
  gpu.func @private(%x: memref<64xf32>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %any = memref.alloc(%n) : memref<?xf32>
    %v = memref.load %x[%c0] : memref<64xf32>
    memref.store %v, %any[%c0] : memref<?xf32>
    memref.dealloc %any : memref<?xf32>
    gpu.return
  }
  func.func @passed(%n: index) -> memref<?xf32> {
    %new = memref.alloc(%n) : memref<?xf32>
    return %new : memref<?xf32>
  }
}

// OUT: module {
// OUT:   gpu.module @k {
// OUT:     gpu.func @private(%arg0: memref<64xf32>, %arg1: index) kernel {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1025 = arith.constant 1025 : index
// OUT:       %c4 = arith.constant 4 : index
// OUT:       %0 = arith.minui %arg1, %c1025 : index
// OUT:       %1 = arith.muli %c4, %0 : index
// OUT:       %2 = arith.minui %1, %c1025 : index
// OUT:       %3 = arith.cmpi ult, %2, %c1025 : index
// OUT:       cf.assert %3, "the memory of a thread takes more than 1024 bytes"
// OUT:       %alloca = memref.alloca() {alignment = 16 : i64} : memref<1024xi8>
// OUT:       %c0_0 = arith.constant 0 : index
// OUT:       %view = memref.view %alloca[%c0_0][%arg1] : memref<1024xi8> to memref<?xf32>
// OUT:       %4 = memref.load %arg0[%c0] : memref<64xf32>
// OUT:       memref.store %4, %view[%c0] : memref<?xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:     func.func @passed(%arg0: index) -> memref<?xf32> {
// OUT:       %alloc = memref.alloc(%arg0) : memref<?xf32>
// OUT:       return %alloc : memref<?xf32>
// OUT:     }
// OUT:   }
// OUT: }
