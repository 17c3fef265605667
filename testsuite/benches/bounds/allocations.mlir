// Allocations and frees of 256 bytes in a loop of the host, each of which is written and read.
func.func @main(%n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (f32) {
    %m = memref.alloc(%c64) : memref<?xf32>
    %at = arith.remui %i, %c64 : index
    memref.store %one, %m[%at] : memref<?xf32>
    %v = func.call @read(%m, %at) : (memref<?xf32>, index) -> f32
    %w = arith.addf %s, %v : f32
    memref.dealloc %m : memref<?xf32>
    scf.yield %w : f32
  }
  return %sum : f32
}
func.func private @read(%m: memref<?xf32>, %i: index) -> f32 {
  %v = memref.load %m[%i] : memref<?xf32>
  %c0 = arith.constant 0 : index
  %is_first = arith.cmpi eq, %i, %c0 : index
  %w = scf.if %is_first -> (f32) {
    %more = func.call @read_next(%m, %i) : (memref<?xf32>, index) -> f32
    scf.yield %more : f32
  } else {
    scf.yield %v : f32
  }
  return %w : f32
}
func.func private @read_next(%m: memref<?xf32>, %i: index) -> f32 {
  %v = memref.load %m[%i] : memref<?xf32>
  return %v : f32
}
