// RUN: run --device=interp,cpu

// Both devices print the same; only addresses differ.
func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func private @printMemrefI32(memref<*xi32>)
func.func private @printF32(f32)
func.func private @printF64(f64)
func.func private @printNewline()
func.func @main() {
  %two = arith.constant 2.5 : f32
  %large = arith.constant 1234567.125 : f64
  %a = memref.alloc() : memref<2x3xf32>
  affine.parallel (%i, %j) = (0, 0) to (2, 3) {
    affine.store %two, %a[%i, %j] : memref<2x3xf32>
  }
  %any = memref.cast %a : memref<2x3xf32> to memref<*xf32>
  call @printMemrefF32(%any) : (memref<*xf32>) -> ()
  call @printF32(%two) : (f32) -> ()
  call @printNewline() : () -> ()
  call @printF64(%large) : (f64) -> ()
  call @printNewline() : () -> ()
  %b = memref.alloc() : memref<4x4xi32>
  affine.parallel (%i, %j) = (0, 0) to (4, 4) {
    %k = affine.apply affine_map<(i, j) -> (4 * i + j)>(%i, %j)
    %n = arith.index_cast %k : index to i32
    affine.store %n, %b[%i, %j] : memref<4x4xi32>
  }
  %part = memref.subview %b[1, 1] [2, 2] [2, 1] : memref<4x4xi32> to memref<2x2xi32, strided<[8, 1], offset: 5>>
  %dynamic = memref.cast %part : memref<2x2xi32, strided<[8, 1], offset: 5>> to memref<?x2xi32, strided<[8, 1], offset: 5>>
  %some = memref.cast %dynamic : memref<?x2xi32, strided<[8, 1], offset: 5>> to memref<*xi32>
  call @printMemrefI32(%some) : (memref<*xi32>) -> ()
  memref.dealloc %a : memref<2x3xf32>
  memref.dealloc %b : memref<4x4xi32>
  return
}

// OUT: Unranked Memref base@ = 0x10000000 rank = 2 offset = 0 sizes = [2, 3] strides = [3, 1] data =
// OUT: [[2.5,   2.5,   2.5],
// OUT:  [2.5,   2.5,   2.5]]
// OUT: 2.5
// OUT: 1.23457e+06
// OUT: Unranked Memref base@ = 0x10000100 rank = 2 offset = 5 sizes = [2, 2] strides = [8, 1] data =
// OUT: [[5,   6],
// OUT:  [13,   14]]
// OUT: kernels=2 launches=2 streams=1 waits=0 records=0 host_syncs=2 leaks=0
