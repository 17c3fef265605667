// RUN: opt --convert-linalg-to-affine-loops --verify-diagnostics

// The size of a buffer that a loop chooses is no affine symbol.
func.func @size_in_a_loop(%a: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    %part = memref.subview %a[0] [%i] [1] : memref<8xf32> to memref<?xf32, strided<[1]>>
    // expected-error@+1 {{the size of a buffer is not a valid affine symbol here; use convert-linalg-to-loops}}
    linalg.fill ins(%x : f32) outs(%part : memref<?xf32, strided<[1]>>)
  }
  return
}
