// RUN: warpline run --device=hip --diagnostics=short
// MOCK: DEVICES=1

// What was printed before an assertion failed.
func.func @main(%a: memref<8xi32> {warpline.input = "1"}) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %v = memref.load %a[%tx] : memref<8xi32>
    %zero = arith.constant 0 : i32
    gpu.printf "it is %d\n", %v : i32
    %holds = arith.cmpi eq, %v, %zero : i32
    cf.assert %holds, "it is zero"
    gpu.printf "still it is %d\n", %v : i32
    memref.store %zero, %a[%tx] : memref<8xi32>
    gpu.terminator
  }
  return
}

// OUT: it is 1
// OUT: stderr:
// OUT: case.mlir:13:5: error[E0501]: assertion failed: it is zero, in block (0, 0, 0) thread (0, 0, 0)
// OUT: case.mlir:7:3: note: launched here
// OUT: exit: 1
