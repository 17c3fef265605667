// y = a * x + y on buffers of any length, as a parallel loop. The loop becomes a kernel; the result is in the argument.
//
//   warpline run examples/saxpy.mlir --input=2 --input=1000xf32=iota:0 --input=1000xf32=splat:1
func.func @main(%a: f32 {warpline.input = "2"}, %x: memref<?xf32> {warpline.input = "6xf32=iota:0"},
                %y: memref<?xf32> {warpline.input = "6xf32=splat:1"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %v = memref.load %x[%i] : memref<?xf32>
    %w = memref.load %y[%i] : memref<?xf32>
    %product = arith.mulf %a, %v : f32
    %sum = arith.addf %product, %w : f32
    memref.store %sum, %y[%i] : memref<?xf32>
    scf.reduce
  }
  return
}
