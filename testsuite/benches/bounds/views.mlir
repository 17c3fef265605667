// A loop of the host that sums a matrix through a view of each row.
func.func @main(%n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c1024 = arith.constant 1024 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %m = memref.alloc(%c1024) : memref<?x64xf32>
  scf.for %i = %c0 to %c1024 step %c1 {
    scf.for %j = %c0 to %c64 step %c1 {
      memref.store %one, %m[%i, %j] : memref<?x64xf32>
    }
  }
  %sum = scf.for %t = %c0 to %n step %c1 iter_args(%all = %zero) -> (f32) {
    %inner = scf.for %i = %c0 to %c1024 step %c1 iter_args(%s = %all) -> (f32) {
      %row = memref.subview %m[%i, 0] [1, 64] [1, 1] : memref<?x64xf32> to memref<64xf32, strided<[1], offset: ?>>
      %next = scf.for %j = %c0 to %c64 step %c1 iter_args(%r = %s) -> (f32) {
        %v = memref.load %row[%j] : memref<64xf32, strided<[1], offset: ?>>
        %w = arith.addf %r, %v : f32
        scf.yield %w : f32
      }
      scf.yield %next : f32
    }
    scf.yield %inner : f32
  }
  memref.dealloc %m : memref<?x64xf32>
  return %sum : f32
}
