// RUN: run --device=cpu,interp

// Floats to the power of integers, of both signs, which the compiler does not know.
func.func @main(%n: memref<6xi32> {warpline.input = "-1,3,-3,2,0,40"}) -> (memref<6x3xf32>, memref<6x3xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  %single = memref.alloc() : memref<6x3xf32>
  %double = memref.alloc() : memref<6x3xf64>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c6, %sy = %c1, %sz = %c1) {
    %e = memref.load %n[%tx] : memref<6xi32>
    %ten = arith.constant 10.0 : f32
    %six = arith.constant 6.0 : f32
    %more = arith.constant -123.456 : f32
    %x0 = math.fpowi %ten, %e : f32, i32
    %x1 = math.fpowi %six, %e : f32, i32
    %x2 = math.fpowi %more, %e : f32, i32
    memref.store %x0, %single[%tx, %c0] : memref<6x3xf32>
    memref.store %x1, %single[%tx, %c1] : memref<6x3xf32>
    memref.store %x2, %single[%tx, %c2] : memref<6x3xf32>
    %dten = arith.constant 10.0 : f64
    %five = arith.constant 5.0 : f64
    %dmore = arith.constant -123.456 : f64
    %y0 = math.fpowi %dten, %e : f64, i32
    %y1 = math.fpowi %five, %e : f64, i32
    %y2 = math.fpowi %dmore, %e : f64, i32
    memref.store %y0, %double[%tx, %c0] : memref<6x3xf64>
    memref.store %y1, %double[%tx, %c1] : memref<6x3xf64>
    memref.store %y2, %double[%tx, %c2] : memref<6x3xf64>
    gpu.terminator
  }
  return %single, %double : memref<6x3xf32>, memref<6x3xf64>
}

// OUT: result 0: memref<6x3xf32>
// OUT:   [[0.1 0.16666667 -0.008100051]
// OUT:    [1000.0 216.0 -1881640.4]
// OUT:    [0.001 0.0046296297 -5.314512e-7]
// OUT:    [100.0 36.0 15241.384]
// OUT:    [1.0 1.0 1.0]
// OUT:    [inf 1.3367494e31 inf]]
// OUT: result 1: memref<6x3xf64>
// OUT:   [[0.1 0.2 -0.008100051840331779]
// OUT:    [1000.0 125.0 -1881640.2952028161]
// OUT:    [0.001 0.008 -5.314512037978083e-7]
// OUT:    [100.0 25.0 15241.383936]
// OUT:    [1.0 1.0 1.0]
// OUT:    [1e40 9.094947017729283e27 4.576021593038443e83]]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
