// RUN: warpline run --device=cpu --diagnostics=short
// RUN: warpline run --device=interp --diagnostics=short

// An access between two loops is executed, and reported, although the inner loop has no iteration.
func.func @main(%a: memref<8xi32> {warpline.input = "0"}, %b: memref<?xi32> {warpline.input = "4xi32=1"}, %n: index {warpline.input = "9"}, %m: index {warpline.input = "0"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %b[%i] : memref<?xi32>
    scf.for %j = %c0 to %m step %c1 {
      %s = memref.load %a[%j] : memref<8xi32>
      %q = arith.addi %s, %x : i32
      memref.store %q, %a[%j] : memref<8xi32>
    }
  }
  return
}

// OUT: stderr:
// OUT: interchange_bounds.mlir:9:10: error[E0501]: index 4 is out of bounds of dimension 0 of size 4 of '%b'
// OUT: exit: 1
// OUT: stderr:
// OUT: interchange_bounds.mlir:9:10: error[E0501]: index 4 is out of bounds of dimension 0 of size 4 of '%b'
// OUT: exit: 1
