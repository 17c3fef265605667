// RUN: compile --target=sm_80 --emit=ptx

// Globals of the device.
gpu.module @kernels {
  memref.global "private" constant @table : memref<4xi16> = dense<[1, 2, 3, -1]>
  memref.global "private" @counter : memref<1xi32> = dense<7>
  memref.global "private" @scratch : memref<32xf32, #gpu.address_space<workgroup>>
  gpu.func @globals(%i: index, %m: memref<4xi16>) kernel {
    %c0 = arith.constant 0 : index
    %t = memref.get_global @table : memref<4xi16>
    %v = memref.load %t[%i] : memref<4xi16>
    memref.store %v, %m[%i] : memref<4xi16>
    %c = memref.get_global @counter : memref<1xi32>
    %one = arith.constant 1 : i32
    %old = memref.atomic_rmw addi %one, %c[%c0] : (i32, memref<1xi32>) -> i32
    %s = memref.get_global @scratch : memref<32xf32, #gpu.address_space<workgroup>>
    %f = arith.constant 1.0 : f32
    memref.store %f, %s[%i] : memref<32xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
// -----

// Views are address arithmetic.
gpu.module @kernels {
  gpu.func @views(%a: memref<4x8xf32>, %b: memref<?xf32>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %flat = memref.collapse_shape %a [[0, 1]] : memref<4x8xf32> into memref<32xf32>
    %cube = memref.expand_shape %flat [[0, 1, 2]] output_shape [2, 4, 4] : memref<32xf32> into memref<2x4x4xf32>
    %turned = memref.transpose %cube (i, j, k) -> (k, j, i) : memref<2x4x4xf32> to memref<4x4x2xf32, strided<[1, 4, 16]>>
    %v = memref.load %turned[%c1, %c0, %c1] : memref<4x4x2xf32, strided<[1, 4, 16]>>
    memref.store %v, %b[%n] : memref<?xf32>
    %again = memref.reinterpret_cast %b to offset: [2], sizes: [%n], strides: [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: 2>>
    memref.store %v, %again[%c0] : memref<?xf32, strided<[1], offset: 2>>
    gpu.return
  }
}
// -----

// Workgroup memory whose size the launch says, seen as floats.
gpu.module @kernels {
  gpu.func @dynamic(%i: index, %m: memref<64xf32>) kernel {
    %c128 = arith.constant 128 : index
    %bytes = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %floats = memref.view %bytes[%c128][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<64xf32, #gpu.address_space<workgroup>>
    %v = memref.load %floats[%i] : memref<64xf32, #gpu.address_space<workgroup>>
    memref.store %v, %m[%i] : memref<64xf32>
    gpu.return
  }
}
