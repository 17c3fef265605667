// RUN: run --device=cpu,interp --input=rand:5 --input=0

// Each block sums 64 elements in workgroup memory.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @block_sum(%in: memref<256xf32>, %out: memref<4xf32>)
        workgroup(%buffer: memref<64xf32, #gpu.address_space<workgroup>>) kernel
        attributes {known_block_size = array<i32: 64, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c6 = arith.constant 6 : index
      %c32 = arith.constant 32 : index
      %c64 = arith.constant 64 : index
      %block = gpu.block_id x
      %thread = gpu.thread_id x
      %base = arith.muli %block, %c64 : index
      %place = arith.addi %base, %thread : index
      %value = memref.load %in[%place] : memref<256xf32>
      memref.store %value, %buffer[%thread] : memref<64xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      scf.for %step = %c0 to %c6 step %c1 {
        %distance = arith.shrui %c32, %step : index
        %active = arith.cmpi ult, %thread, %distance : index
        scf.if %active {
          %other = arith.addi %thread, %distance : index
          %a = memref.load %buffer[%thread] : memref<64xf32, #gpu.address_space<workgroup>>
          %b = memref.load %buffer[%other] : memref<64xf32, #gpu.address_space<workgroup>>
          %sum = arith.addf %a, %b : f32
          memref.store %sum, %buffer[%thread] : memref<64xf32, #gpu.address_space<workgroup>>
        }
        gpu.barrier
      }
      %first = arith.cmpi eq, %thread, %c0 : index
      scf.if %first {
        %sum = memref.load %buffer[%c0] : memref<64xf32, #gpu.address_space<workgroup>>
        memref.store %sum, %out[%block] : memref<4xf32>
      }
      gpu.return
    }
  }
  func.func @main(%in: memref<256xf32>, %out: memref<4xf32>) {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func @kernels::@block_sum blocks in (%c4, %c1, %c1) threads in (%c64, %c1, %c1)
        args(%in : memref<256xf32>, %out : memref<4xf32>)
    return
  }
}

// OUT: argument 1: memref<4xf32> = [31.97953 33.066246 33.416374 36.614685]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
