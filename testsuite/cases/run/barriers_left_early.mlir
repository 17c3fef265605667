// RUN: not run --device=cpu

// Some threads of the second block leave before a barrier that the others wait at.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @turn(%from: memref<?xf32>, %to: memref<?xf32>, %n: index) workgroup(%part: memref<64xf32, #gpu.address_space<workgroup>>) kernel {
      %i = gpu.thread_id x
      %b = gpu.block_id x
      %c64 = arith.constant 64 : index
      %c1 = arith.constant 1 : index
      %base = arith.muli %b, %c64 : index
      %at = arith.addi %base, %i : index
      %out = arith.cmpi uge, %at, %n : index
      cf.cond_br %out, ^exit, ^work
    ^work:
      %v = memref.load %from[%at] : memref<?xf32>
      memref.store %v, %part[%i] : memref<64xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %left = arith.subi %n, %base : index
      %w = arith.minui %left, %c64 : index
      %j = arith.subi %w, %i : index
      %k = arith.subi %j, %c1 : index
      %r = memref.load %part[%k] : memref<64xf32, #gpu.address_space<workgroup>>
      memref.store %r, %to[%at] : memref<?xf32>
      cf.br ^exit
    ^exit:
      gpu.return
    }
  }
  func.func @main(%from: memref<?xf32> {llvm.noalias, warpline.input = "70xf32=rand:1"}, %to: memref<?xf32> {llvm.noalias, warpline.input = "70xf32=0"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c64 = arith.constant 64 : index
    %n = memref.dim %from, %c0 : memref<?xf32>
    gpu.launch_func @k::@turn blocks in (%c2, %c1, %c1) threads in (%c64, %c1, %c1) args(%from : memref<?xf32>, %to : memref<?xf32>, %n : index)
    return
  }
}

// OUT: barriers_left_early.mlir:18:7: error[E0501]: divergent barrier: not all threads of the block get here, in block (1, 0, 0) thread (6, 0, 0) of '@k::@turn'
// OUT: barriers_left_early.mlir:36:5: note: launched here
// OUT: leaks=0
