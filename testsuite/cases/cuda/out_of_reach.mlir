// RUN: warpline run --device=cuda
// MOCK: DEVICES=1

func.func @main() -> f32 {
  %c0 = arith.constant 0 : index
  %x = gpu.alloc () : memref<8xf32>
  %v = memref.load %x[%c0] : memref<8xf32>
  gpu.dealloc %x : memref<8xf32>
  return %v : f32
}
