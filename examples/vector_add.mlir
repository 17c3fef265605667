// Vector addition: the first kernel that everybody writes. One thread per element; the last block is only partly in use,
// so each thread compares its number with the length.
//
//   warpline run examples/vector_add.mlir --expect=1000xf32=iota:0:3
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @add(%a: memref<?xf32>, %b: memref<?xf32>, %sum: memref<?xf32>) kernel {
      %c0 = arith.constant 0 : index
      %n = memref.dim %a, %c0 : memref<?xf32>
      %i = gpu.global_id x
      %inside = arith.cmpi ult, %i, %n : index
      scf.if %inside {
        %x = memref.load %a[%i] : memref<?xf32>
        %y = memref.load %b[%i] : memref<?xf32>
        %z = arith.addf %x, %y : f32
        memref.store %z, %sum[%i] : memref<?xf32>
      }
      gpu.return
    }
  }

  func.func @main(%a: memref<?xf32> {warpline.input = "1000xf32=iota:0"},
                  %b: memref<?xf32> {warpline.input = "1000xf32=iota:0:2"}) -> memref<?xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %threads = arith.constant 128 : index
    %n = memref.dim %a, %c0 : memref<?xf32>
    %blocks = arith.ceildivui %n, %threads : index
    %sum = memref.alloc(%n) : memref<?xf32>
    gpu.launch_func @kernels::@add blocks in (%blocks, %c1, %c1) threads in (%threads, %c1, %c1)
        args(%a : memref<?xf32>, %b : memref<?xf32>, %sum : memref<?xf32>)
    return %sum : memref<?xf32>
  }
}
