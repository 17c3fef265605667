// RUN: run --device=interp,cpu

// Elements that are vectors, complex numbers or small integers.
func.func private @printMemrefVector4x4xf32(memref<?x?xvector<4x4xf32>>) attributes {llvm.emit_c_interface}
func.func private @printMemrefC32(memref<*xcomplex<f32>>)
func.func private @printMemrefI8(memref<*xi4>)
memref.global "private" constant @complex : memref<2xcomplex<f32>> = dense<[(1.0, 2.0), (3.0, 4.0)]>
memref.global "private" constant @small : memref<3xi4> = dense<[-8, 0, 7]>
func.func @main() {
  %c0 = arith.constant 0 : index
  %f = arith.constant 1.5 : f32
  %v = vector.broadcast %f : f32 to vector<4x4xf32>
  %m = memref.alloca() : memref<1x1xvector<4x4xf32>>
  memref.store %v, %m[%c0, %c0] : memref<1x1xvector<4x4xf32>>
  %d = memref.cast %m : memref<1x1xvector<4x4xf32>> to memref<?x?xvector<4x4xf32>>
  call @printMemrefVector4x4xf32(%d) : (memref<?x?xvector<4x4xf32>>) -> ()
  %complex = memref.get_global @complex : memref<2xcomplex<f32>>
  %x = memref.cast %complex : memref<2xcomplex<f32>> to memref<*xcomplex<f32>>
  call @printMemrefC32(%x) : (memref<*xcomplex<f32>>) -> ()
  %small = memref.get_global @small : memref<3xi4>
  %y = memref.cast %small : memref<3xi4> to memref<*xi4>
  call @printMemrefI8(%y) : (memref<*xi4>) -> ()
  return
}

// OUT: Memref base@ = 0x10000000 rank = 2 offset = 0 sizes = [1, 1] strides = [1, 1] data =
// OUT: [[((1.5, 1.5, 1.5, 1.5),   (1.5, 1.5, 1.5, 1.5),   (1.5, 1.5, 1.5, 1.5),  (1.5, 1.5, 1.5, 1.5))]]
// OUT: Unranked Memref base@ = 0x10000080 rank = 1 offset = 0 sizes = [2] strides = [1] data =
// OUT: [(1,2),  (3,4)]
// OUT: Unranked Memref base@ = 0x100000c0 rank = 1 offset = 0 sizes = [3] strides = [1] data =
// OUT: [-8,  0,  7]
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
