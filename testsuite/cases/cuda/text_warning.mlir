// RUN: warpline run --device=cuda
// MOCK: WARN=add.rn.f32

func.func @main(%a: memref<8xf32> {warpline.input = "1"}) -> memref<8xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %out = memref.alloc() : memref<8xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1) {
    %v = memref.load %a[%tx] : memref<8xf32>
    %w = arith.addf %v, %v : f32
    memref.store %w, %out[%tx] : memref<8xf32>
    gpu.terminator
  }
  return %out : memref<8xf32>
}

// OUT: result 0: memref<8xf32> = [2.0 2.0 2.0 2.0 2.0 2.0 2.0 2.0]
// OUT: stderr:
// OUT: case.mlir:11:10: warning[E0503]: the driver's compiler reports: Advisory: this line is not to the mock's taste
// OUT:     ╭─[ case.mlir:11:10 ]
// OUT:     │
// OUT:  11 │     %w = arith.addf %v, %v : f32
// OUT:     │          ─────┬────
// OUT:     │               ╰────── this 'arith.addf'
// OUT:     │
// OUT:     │ Note: line 19 of the text for the driver: add.rn.f32 %r3, %r2, %r2;
// OUT: ────╯
