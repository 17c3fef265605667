// RUN: warpline run --device=cpu

// Arguments that are written through a view, by a kernel, and by a function; the last one is only read.
func.func private @fill(%m: memref<2xf32>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  memref.store %one, %m[%c0] : memref<2xf32>
  return
}

func.func @main(%a: memref<4xf32> {warpline.input = "&4xf32"}, %b: memref<4xf32> {warpline.input = "&4xf32"},
    %c: memref<2xf32> {warpline.input = "&2xf32"}, %d: memref<2xf32> {warpline.input = "1,2"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1.0 : f32
  %part = memref.subview %a[2] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 2>>
  memref.store %one, %part[%c0] : memref<2xf32, strided<[1], offset: 2>>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    memref.store %one, %b[%tx] : memref<4xf32>
    gpu.terminator
  }
  call @fill(%c) : (memref<2xf32>) -> ()
  %two = memref.load %d[%c1] : memref<2xf32>
  memref.store %two, %c[%c1] : memref<2xf32>
  return
}

// OUT: argument 0: memref<4xf32> = [0.0 0.0 1.0 0.0]
// OUT: argument 1: memref<4xf32> = [1.0 1.0 1.0 1.0]
// OUT: argument 2: memref<2xf32> = [1.0 2.0]
