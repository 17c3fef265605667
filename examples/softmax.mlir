// Softmax of each row of a matrix: exp(x - max) / sum of exp(x - max). A block takes a row; its threads find the greatest
// element and the sum in workgroup memory, by halves. Subtracting the maximum keeps `math.exp` from overflowing.
//
//   warpline run examples/softmax.mlir
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @softmax(%x: memref<16x64xf32>, %y: memref<16x64xf32>)
        workgroup(%scratch: memref<64xf32, #gpu.address_space<workgroup>>)
        kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %half = arith.constant 32 : index
      %row = gpu.block_id x
      %i = gpu.thread_id x
      %value = memref.load %x[%row, %i] : memref<16x64xf32>

      // The maximum of the row ends in element 0.
      memref.store %value, %scratch[%i] : memref<64xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %end_max = scf.while (%step = %half) : (index) -> index {
        %goes_on = arith.cmpi ugt, %step, %c0 : index
        scf.condition(%goes_on) %step : index
      } do {
      ^bb0(%step: index):
        %is_lower = arith.cmpi ult, %i, %step : index
        scf.if %is_lower {
          %other = arith.addi %i, %step : index
          %p = memref.load %scratch[%i] : memref<64xf32, #gpu.address_space<workgroup>>
          %q = memref.load %scratch[%other] : memref<64xf32, #gpu.address_space<workgroup>>
          %greater = arith.maxnumf %p, %q : f32
          memref.store %greater, %scratch[%i] : memref<64xf32, #gpu.address_space<workgroup>>
        }
        gpu.barrier
        %next = arith.shrui %step, %c1 : index
        scf.yield %next : index
      }
      %max = memref.load %scratch[%c0] : memref<64xf32, #gpu.address_space<workgroup>>
      // All have read the maximum before the sum takes its place.
      gpu.barrier

      %difference = arith.subf %value, %max : f32
      %exp = math.exp %difference : f32
      memref.store %exp, %scratch[%i] : memref<64xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %end_sum = scf.while (%step = %half) : (index) -> index {
        %goes_on = arith.cmpi ugt, %step, %c0 : index
        scf.condition(%goes_on) %step : index
      } do {
      ^bb0(%step: index):
        %is_lower = arith.cmpi ult, %i, %step : index
        scf.if %is_lower {
          %other = arith.addi %i, %step : index
          %p = memref.load %scratch[%i] : memref<64xf32, #gpu.address_space<workgroup>>
          %q = memref.load %scratch[%other] : memref<64xf32, #gpu.address_space<workgroup>>
          %added = arith.addf %p, %q : f32
          memref.store %added, %scratch[%i] : memref<64xf32, #gpu.address_space<workgroup>>
        }
        gpu.barrier
        %next = arith.shrui %step, %c1 : index
        scf.yield %next : index
      }
      %sum = memref.load %scratch[%c0] : memref<64xf32, #gpu.address_space<workgroup>>
      %result = arith.divf %exp, %sum : f32
      memref.store %result, %y[%row, %i] : memref<16x64xf32>
      gpu.return
    }
  }

  func.func @main(%x: memref<16x64xf32> {warpline.input = "rand:1"}) -> memref<16x64xf32> {
    %c1 = arith.constant 1 : index
    %rows = arith.constant 16 : index
    %threads = arith.constant 64 : index
    %y = memref.alloc() : memref<16x64xf32>
    gpu.launch_func @kernels::@softmax blocks in (%rows, %c1, %c1) threads in (%threads, %c1, %c1)
        args(%x : memref<16x64xf32>, %y : memref<16x64xf32>)
    return %y : memref<16x64xf32>
  }
}
