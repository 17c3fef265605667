// An inclusive scan (prefix sum) of 256 elements in one block, after Hillis and Steele: in step s every element adds the one
// that is 2^s places before it. Between reading and writing all threads wait, as they work on one buffer.
//
//   warpline run examples/scan.mlir
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @scan(%data: memref<256xi32>, %sums: memref<256xi32>)
        workgroup(%own: memref<256xi32, #gpu.address_space<workgroup>>)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %steps = arith.constant 8 : index
      %none = arith.constant 0 : i32
      %i = gpu.thread_id x
      %v = memref.load %data[%i] : memref<256xi32>
      memref.store %v, %own[%i] : memref<256xi32, #gpu.address_space<workgroup>>
      gpu.barrier
      scf.for %step = %c0 to %steps step %c1 {
        %distance = arith.shli %c1, %step : index
        %has_other = arith.cmpi uge, %i, %distance : index
        %other = scf.if %has_other -> (i32) {
          %place = arith.subi %i, %distance : index
          %found = memref.load %own[%place] : memref<256xi32, #gpu.address_space<workgroup>>
          scf.yield %found : i32
        } else {
          scf.yield %none : i32
        }
        gpu.barrier
        %mine = memref.load %own[%i] : memref<256xi32, #gpu.address_space<workgroup>>
        %sum = arith.addi %mine, %other : i32
        memref.store %sum, %own[%i] : memref<256xi32, #gpu.address_space<workgroup>>
        gpu.barrier
      }
      %result = memref.load %own[%i] : memref<256xi32, #gpu.address_space<workgroup>>
      memref.store %result, %sums[%i] : memref<256xi32>
      gpu.return
    }
  }

  func.func @main(%data: memref<256xi32> {warpline.input = "splat:1"}) -> memref<256xi32> {
    %c1 = arith.constant 1 : index
    %threads = arith.constant 256 : index
    %sums = memref.alloc() : memref<256xi32>
    gpu.launch_func @kernels::@scan blocks in (%c1, %c1, %c1) threads in (%threads, %c1, %c1)
        args(%data : memref<256xi32>, %sums : memref<256xi32>)
    return %sums : memref<256xi32>
  }
}
