// RUN: opt --gpu-bound-allocas=max-bytes=256

gpu.module @m {
  gpu.func @k(%n: index, %m: index, %out: memref<f32>) kernel {
    %c0 = arith.constant 0 : index
    %row = memref.alloca(%n) : memref<?x4xf32>
    %first = memref.load %row[%c0, %c0] : memref<?x4xf32>
    memref.store %first, %out[] : memref<f32>

    // Both sizes are values, the elements are vectors, and the memory has a space.
    %tile = memref.alloca(%n, %m) : memref<?x?xvector<2xf16>, #gpu.address_space<private>>
    %lanes = memref.load %tile[%c0, %c0] : memref<?x?xvector<2xf16>, #gpu.address_space<private>>

    // A constant size stays.
    %small = memref.alloca() : memref<8xf32>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @m {
// OUT:     gpu.func @k(%arg0: index, %arg1: index, %arg2: memref<f32>) kernel {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c257 = arith.constant 257 : index
// OUT:       %c16 = arith.constant 16 : index
// OUT:       %0 = arith.minui %arg0, %c257 : index
// OUT:       %1 = arith.muli %c16, %0 : index
// OUT:       %2 = arith.minui %1, %c257 : index
// OUT:       %3 = arith.cmpi ult, %2, %c257 : index
// OUT:       cf.assert %3, "the memory of a thread takes more than 256 bytes"
// OUT:       %alloca = memref.alloca() {alignment = 16 : i64} : memref<256xi8>
// OUT:       %c0_0 = arith.constant 0 : index
// OUT:       %view = memref.view %alloca[%c0_0][%arg0] : memref<256xi8> to memref<?x4xf32>
// OUT:       %4 = memref.load %view[%c0, %c0] : memref<?x4xf32>
// OUT:       memref.store %4, %arg2[] : memref<f32>
// OUT:       %c257_1 = arith.constant 257 : index
// OUT:       %c4 = arith.constant 4 : index
// OUT:       %5 = arith.minui %arg0, %c257_1 : index
// OUT:       %6 = arith.muli %c4, %5 : index
// OUT:       %7 = arith.minui %6, %c257_1 : index
// OUT:       %8 = arith.minui %arg1, %c257_1 : index
// OUT:       %9 = arith.muli %7, %8 : index
// OUT:       %10 = arith.minui %9, %c257_1 : index
// OUT:       %11 = arith.cmpi ult, %10, %c257_1 : index
// OUT:       cf.assert %11, "the memory of a thread takes more than 256 bytes"
// OUT:       %alloca_2 = memref.alloca() {alignment = 16 : i64} : memref<256xi8, #gpu.address_space<private>>
// OUT:       %c0_3 = arith.constant 0 : index
// OUT:       %view_4 = memref.view %alloca_2[%c0_3][%arg0, %arg1] : memref<256xi8, #gpu.address_space<private>> to memref<?x?xvector<2xf16>, #gpu.address_space<private>>
// OUT:       %12 = memref.load %view_4[%c0, %c0] : memref<?x?xvector<2xf16>, #gpu.address_space<private>>
// OUT:       %alloca_5 = memref.alloca() : memref<8xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
