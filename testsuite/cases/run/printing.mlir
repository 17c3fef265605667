// RUN: run --device=interp

// Numbers as MLIR's runner libraries print them.
func.func private @printI64(i64)
func.func private @printU64(i64)
func.func private @printF32(f32)
func.func private @printF64(f64)
func.func private @printComma()
func.func private @printNewline()
func.func @main() {
  %minus = arith.constant -1 : i64
  %pi = arith.constant 3.14159274 : f32
  %large = arith.constant 1234567.125 : f64
  call @printI64(%minus) : (i64) -> ()
  call @printComma() : () -> ()
  call @printU64(%minus) : (i64) -> ()
  call @printComma() : () -> ()
  call @printF32(%pi) : (f32) -> ()
  call @printComma() : () -> ()
  call @printF64(%large) : (f64) -> ()
  call @printNewline() : () -> ()
  return
}

// OUT: -1, 18446744073709551615, 3.14159, 1.23457e+06
// -----

// A buffer of three dimensions, and a part of it.
memref.global "private" constant @g : memref<2x2x3xf32> =
  dense<[[[1.0, 2.5, 3.1234567], [1.0e10, 1.0e-10, 0.1]], [[1.0e5, 1.0e6, 1234567.0], [-0.0, 0x7F800000, 0x7FC00000]]]>
func.func private @printMemrefF32(memref<*xf32>)
func.func @main() {
  %g = memref.get_global @g : memref<2x2x3xf32>
  %all = memref.cast %g : memref<2x2x3xf32> to memref<*xf32>
  call @printMemrefF32(%all) : (memref<*xf32>) -> ()
  %part = memref.subview %g[0, 0, 0] [2, 1, 2] [1, 1, 1] : memref<2x2x3xf32> to memref<2x2xf32, strided<[6, 1]>>
  %some = memref.cast %part : memref<2x2xf32, strided<[6, 1]>> to memref<*xf32>
  call @printMemrefF32(%some) : (memref<*xf32>) -> ()
  return
}

// OUT: Unranked Memref base@ = 0x10000000 rank = 3 offset = 0 sizes = [2, 2, 3] strides = [6, 3, 1] data =
// OUT: [[[1,    2.5,    3.12346],
// OUT:   [1e+10,    1e-10,    0.1]],
// OUT:  [[100000,    1e+06,    1.23457e+06],
// OUT:   [-0,    inf,    nan]]]
// OUT: Unranked Memref base@ = 0x10000000 rank = 2 offset = 0 sizes = [2, 2] strides = [6, 1] data =
// OUT: [[1,   2.5],
// OUT:  [100000,   1e+06]]
// -----

// Numbers of eight bits are characters, complex numbers are in brackets, and nothing is in an empty buffer.
memref.global "private" constant @text : memref<2xi8> = dense<[72, 105]>
func.func private @printMemrefI8(memref<*xi8>)
func.func @main() {
  %g = memref.get_global @text : memref<2xi8>
  %all = memref.cast %g : memref<2xi8> to memref<*xi8>
  call @printMemrefI8(%all) : (memref<*xi8>) -> ()
  %none = memref.subview %g[1] [0] [1] : memref<2xi8> to memref<0xi8, strided<[1], offset: 1>>
  %nothing = memref.cast %none : memref<0xi8, strided<[1], offset: 1>> to memref<*xi8>
  call @printMemrefI8(%nothing) : (memref<*xi8>) -> ()
  return
}

// OUT: Unranked Memref base@ = 0x10000000 rank = 1 offset = 0 sizes = [2] strides = [1] data =
// OUT: [H,  i]
// OUT: Unranked Memref base@ = 0x10000000 rank = 1 offset = 1 sizes = [0] strides = [1] data =
// OUT: []
// -----

// Two elements of three differ.
memref.global "private" constant @a : memref<3xf32> = dense<[1.0, 2.0, 3.0]>
memref.global "private" constant @b : memref<3xf32> = dense<[1.0, 2.5, 3.5]>
func.func private @verifyMemRefF32(memref<*xf32>, memref<*xf32>) -> i64
func.func @main() -> i64 {
  %a = memref.get_global @a : memref<3xf32>
  %b = memref.get_global @b : memref<3xf32>
  %x = memref.cast %a : memref<3xf32> to memref<*xf32>
  %y = memref.cast %b : memref<3xf32> to memref<*xf32>
  %n = call @verifyMemRefF32(%x, %y) : (memref<*xf32>, memref<*xf32>) -> i64
  return %n : i64
}

// OUT: result 0: i64 = 2
// -----

// Formats of C.
func.func @main() {
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %three, %sy = %one, %sz = %one) {
    %number = arith.index_cast %tx : index to i32
    %pi = arith.constant 3.14159274 : f32
    %big = arith.constant -5000000000 : i64
    gpu.printf "thread %d: %5.2f|%-8g|%+d|%05d|%x|%ld|100%%\n", %number, %pi, %pi, %number, %number, %number, %big
      : i32, f32, f32, i32, i32, i32, i64
    gpu.terminator
  }
  return
}

// OUT: thread 0:  3.14|3.14159 |+0|00000|0|-5000000000|100%
// OUT: thread 1:  3.14|3.14159 |+1|00001|1|-5000000000|100%
// OUT: thread 2:  3.14|3.14159 |+2|00002|2|-5000000000|100%
// -----

func.func @main() {
  %v = arith.constant dense<[[1.0, 2.5], [3.1234567, 1.0e10]]> : vector<2x2xf32>
  vector.print %v : vector<2x2xf32>
  %i = arith.constant dense<[-1, 127]> : vector<2xi8>
  vector.print %i : vector<2xi8>
  %b = arith.constant dense<[true, false]> : vector<2xi1>
  vector.print %b : vector<2xi1>
  %z = arith.constant dense<7.0> : vector<f32>
  vector.print %z : vector<f32>
  %s = arith.constant 65 : i8
  vector.print %s : i8 punctuation <comma>
  vector.print str "words\n"
  vector.print punctuation <open>
  vector.print punctuation <close>
  vector.print
  return
}

// OUT: ( ( 1, 2.5 ), ( 3.12346, 1e+10 ) )
// OUT: ( -1, 127 )
// OUT: ( 1, 0 )
// OUT: ( 7 )
// OUT: 65, words
// OUT: (  )
// -----

// Vectors of 4 by 4 floats, and numbers in order.
func.func private @printMemrefVector4x4xf32(memref<?x?xvector<4x4xf32>>) attributes {llvm.emit_c_interface}
func.func private @stdSortF64(index, memref<?xf64>) attributes {llvm.emit_c_interface}
func.func private @printMemrefF64(memref<*xf64>) attributes {llvm.emit_c_interface}
memref.global "private" @numbers : memref<4xf64> = dense<[3.0, 2.0, -1.0, -9.0]>
func.func @main() {
  %zero = arith.constant 0 : index
  %three = arith.constant 3 : index
  %f = arith.constant 1.5 : f32
  %v = vector.broadcast %f : f32 to vector<4x4xf32>
  %m = memref.alloca() : memref<1x1xvector<4x4xf32>>
  memref.store %v, %m[%zero, %zero] : memref<1x1xvector<4x4xf32>>
  %d = memref.cast %m : memref<1x1xvector<4x4xf32>> to memref<?x?xvector<4x4xf32>>
  call @printMemrefVector4x4xf32(%d) : (memref<?x?xvector<4x4xf32>>) -> ()
  %g = memref.get_global @numbers : memref<4xf64>
  %some = memref.cast %g : memref<4xf64> to memref<?xf64>
  call @stdSortF64(%three, %some) : (index, memref<?xf64>) -> ()
  %all = memref.cast %g : memref<4xf64> to memref<*xf64>
  call @printMemrefF64(%all) : (memref<*xf64>) -> ()
  return
}

// OUT: Memref base@ = 0x10000000 rank = 2 offset = 0 sizes = [1, 1] strides = [1, 1] data =
// OUT: [[((1.5, 1.5, 1.5, 1.5),   (1.5, 1.5, 1.5, 1.5),   (1.5, 1.5, 1.5, 1.5),  (1.5, 1.5, 1.5, 1.5))]]
// OUT: Unranked Memref base@ = 0x10000080 rank = 1 offset = 0 sizes = [4] strides = [1] data =
// OUT: [-1,  2,  3,  -9]
