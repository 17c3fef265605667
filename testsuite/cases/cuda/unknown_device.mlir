// RUN: warpline run --device=cuda:x
// MOCK: DEVICES=1

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

// OUT: stderr:
// OUT: warpline: error: unknown device 'cuda:x'; there are auto, cpu, cuda, hip, interp, and cuda:1 for the second GPU
// OUT: exit: 2
