// Debugging by printing: a thread whose value is negative says where it is. Values of `index` are printed by their format.
//
//   warpline run examples/printf_debug.mlir
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @root(%x: memref<8xf32>) kernel {
      %zero = arith.constant 0.0 : f32
      %i = gpu.thread_id x
      %v = memref.load %x[%i] : memref<8xf32>
      %is_negative = arith.cmpf olt, %v, %zero : f32
      scf.if %is_negative {
        gpu.printf "thread %lld has %f\n", %i, %v : index, f32
      }
      %size = math.absf %v : f32
      %root = math.sqrt %size : f32
      memref.store %root, %x[%i] : memref<8xf32>
      gpu.return
    }
  }

  func.func @main(%x: memref<8xf32> {warpline.input = "8xf32=1,4,-9,16,25,-36,49,64"}) {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    gpu.launch_func @kernels::@root blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%x : memref<8xf32>)
    return
  }
}
