// RUN: run --device=cpu,interp

// Two subgroups of four meet at a barrier of their own, while the others go another way; then the whole block meets.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @halves(%x: memref<128xi32>, %y: memref<128xi32>)
        workgroup(%near: memref<64xi32, #gpu.address_space<workgroup>>, %all: memref<128xi32, #gpu.address_space<workgroup>>)
        kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      %c63 = arith.constant 63 : index
      %c64 = arith.constant 64 : index
      %c127 = arith.constant 127 : index
      %n = arith.constant 64 : i32
      %half = gpu.initialize_named_barrier %n : i32 -> !gpu.named_barrier
      %t = gpu.thread_id x
      %is_low = arith.cmpi ult, %t, %c64 : index
      %v = memref.load %x[%t] : memref<128xi32>
      %sum = scf.if %is_low -> (i32) {
        %mirror = arith.subi %c63, %t : index
        memref.store %v, %near[%t] : memref<64xi32, #gpu.address_space<workgroup>>
        gpu.barrier named(%half : !gpu.named_barrier)
        %other = memref.load %near[%mirror] : memref<64xi32, #gpu.address_space<workgroup>>
        gpu.barrier named(%half : !gpu.named_barrier)
        %double = arith.addi %other, %other : i32
        memref.store %double, %near[%t] : memref<64xi32, #gpu.address_space<workgroup>>
        gpu.barrier named(%half : !gpu.named_barrier)
        %again = memref.load %near[%mirror] : memref<64xi32, #gpu.address_space<workgroup>>
        %both = arith.addi %other, %again : i32
        scf.yield %both : i32
      } else {
        %negative = arith.subi %n, %v : i32
        scf.yield %negative : i32
      }
      memref.store %sum, %all[%t] : memref<128xi32, #gpu.address_space<workgroup>>
      gpu.barrier
      %far = arith.subi %c127, %t : index
      %result = memref.load %all[%far] : memref<128xi32, #gpu.address_space<workgroup>>
      memref.store %result, %y[%t] : memref<128xi32>
      gpu.return
    }
  }
  func.func @main() -> memref<8xi32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    %x = gpu.alloc host_shared () : memref<128xi32>
    %y = gpu.alloc host_shared () : memref<128xi32>
    scf.for %i = %c0 to %c128 step %c1 {
      %v = arith.index_cast %i : index to i32
      memref.store %v, %x[%i] : memref<128xi32>
    }
    gpu.launch_func @k::@halves blocks in (%c1, %c1, %c1) threads in (%c128, %c1, %c1)
        args(%x : memref<128xi32>, %y : memref<128xi32>)
    gpu.dealloc %x : memref<128xi32>
    %out = memref.alloc() : memref<8xi32>
    %c8 = arith.constant 8 : index
    %c17 = arith.constant 17 : index
    scf.for %i = %c0 to %c8 step %c1 {
      %far = arith.muli %i, %c17 : index
      %v = memref.load %y[%far] : memref<128xi32>
      memref.store %v, %out[%i] : memref<8xi32>
    }
    gpu.dealloc %y : memref<128xi32>
    return %out : memref<8xi32>
  }
}

// OUT: result 0: memref<8xi32> = [-63 -46 -29 -12 122 105 88 71]
// OUT: kernels=3 launches=3 streams=1 waits=0 records=0 host_syncs=1 leaks=0
