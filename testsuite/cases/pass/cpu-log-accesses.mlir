// RUN: opt --cpu-log-accesses

// Accesses of workgroup memory, an argument that the kernel changes, and one that it only reads; those of private memory
// are not reported.
gpu.module @k {
  gpu.func @all(%x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}, %n: memref<1xi32> {llvm.noalias})
      workgroup(%tile: memref<8xf32, #gpu.address_space<workgroup>>) private(%own: memref<1xf32>) kernel {
    %c0 = arith.constant 0 : index
    %one = arith.constant 1 : i32
    %i = gpu.thread_id x
    %v = memref.load %x[%i] : memref<?xf32>
    memref.store %v, %tile[%i] : memref<8xf32, #gpu.address_space<workgroup>>
    memref.store %v, %own[%c0] : memref<1xf32>
    gpu.barrier
    %w = memref.load %tile[%c0] : memref<8xf32, #gpu.address_space<workgroup>>
    %old = memref.atomic_rmw addi %one, %n[%c0] : (i32, memref<1xi32>) -> i32
    memref.store %w, %y[%i] : memref<?xf32>
    gpu.return
  }
  // The call is inlined, and the memory behind a pointer is known.
  func.func private @pick(%x: memref<?xf32>, %i: index) -> f32 {
    %v = memref.load %x[%i] : memref<?xf32>
    return %v : f32
  }
  gpu.func @called(%x: memref<?xf32>) kernel {
    %i = gpu.thread_id x
    %v = func.call @pick(%x, %i) : (memref<?xf32>, index) -> f32
    memref.store %v, %x[%i] : memref<?xf32>
    gpu.return
  }
  // A copy has no report, and at a barrier of a subgroup some threads meet: the kernels stay as they are.
  gpu.func @some(%x: memref<8xf32>) kernel {
    %i = gpu.thread_id x
    %v = memref.load %x[%i] : memref<8xf32>
    gpu.barrier scope<subgroup>
    memref.store %v, %x[%i] : memref<8xf32>
    gpu.return
  }
  gpu.func @copies(%x: memref<8xf32>, %y: memref<8xf32>) kernel {
    memref.copy %x, %y : memref<8xf32> to memref<8xf32>
    gpu.return
  }
  // Elements that the thread selects; workgroup memory that is only read between two barriers.
  gpu.func @tiles(%x: memref<?x?xf32> {llvm.noalias}) workgroup(%tile: memref<8x8xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 8, 8, 1>, known_grid_size = array<i32: 4, 4, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %i = gpu.global_id y
    %j = gpu.global_id x
    %ti = gpu.thread_id y
    %tj = gpu.thread_id x
    %v = memref.load %x[%i, %j] : memref<?x?xf32>
    memref.store %v, %tile[%ti, %tj] : memref<8x8xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %sum = scf.for %k = %c0 to %c8 step %c1 iter_args(%s = %v) -> (f32) {
      %w = memref.load %tile[%ti, %k] : memref<8x8xf32, #gpu.address_space<workgroup>>
      %t = arith.addf %s, %w : f32
      scf.yield %t : f32
    }
    memref.store %sum, %x[%i, %j] : memref<?x?xf32>
    gpu.return
  }
  // Without the barrier, all accesses of the tile are compared; so are those of a column that threads share.
  gpu.func @columns(%x: memref<?x?xf32> {llvm.noalias}) workgroup(%tile: memref<8x8xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 8, 8, 1>, known_grid_size = array<i32: 4, 4, 1>} {
    %c0 = arith.constant 0 : index
    %j = gpu.global_id x
    %ti = gpu.thread_id y
    %tj = gpu.thread_id x
    %v = memref.load %x[%c0, %j] : memref<?x?xf32>
    memref.store %v, %tile[%ti, %tj] : memref<8x8xf32, #gpu.address_space<workgroup>>
    %w = memref.load %tile[%ti, %c0] : memref<8x8xf32, #gpu.address_space<workgroup>>
    memref.store %w, %x[%c0, %j] : memref<?x?xf32>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @k {
// OUT:     gpu.func @all(%arg0: memref<?xf32> {llvm.noalias}, %arg1: memref<?xf32> {llvm.noalias}, %arg2: memref<1xi32> {llvm.noalias}) workgroup(%arg3 : memref<8xf32, #gpu.address_space<workgroup>>) private(%arg4 : memref<1xf32>) kernel attributes {rt.accesses} {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %thread_id_y = gpu.thread_id  y
// OUT:       %thread_id_z = gpu.thread_id  z
// OUT:       %block_dim_x = gpu.block_dim  x
// OUT:       %block_dim_y = gpu.block_dim  y
// OUT:       %0 = arith.muli %thread_id_z, %block_dim_y : index
// OUT:       %1 = arith.addi %0, %thread_id_y : index
// OUT:       %2 = arith.muli %1, %block_dim_x : index
// OUT:       %3 = arith.addi %2, %thread_id_x : index
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1_i32 = arith.constant 1 : i32
// OUT:       %thread_id_x_0 = gpu.thread_id  x
// OUT:       rt.access %arg0[%thread_id_x_0] {bytes = 4 : i32, number = 0 : i32} : memref<?xf32>
// OUT:       %4 = memref.load %arg0[%thread_id_x_0] : memref<?xf32>
// OUT:       rt.access %arg3[%thread_id_x_0] value %4 : f32 by %3 {bytes = 4 : i32, number = 1 : i32} : memref<8xf32, #gpu.address_space<workgroup>>
// OUT:       memref.store %4, %arg3[%thread_id_x_0] : memref<8xf32, #gpu.address_space<workgroup>>
// OUT:       memref.store %4, %arg4[%c0] : memref<1xf32>
// OUT:       gpu.barrier {rt.interval}
// OUT:       %5 = memref.load %arg3[%c0] : memref<8xf32, #gpu.address_space<workgroup>>
// OUT:       rt.access update 770 %arg2[%c0] {bytes = 4 : i32, number = 2 : i32} : memref<1xi32>
// OUT:       %6 = memref.atomic_rmw addi %c1_i32, %arg2[%c0] : (i32, memref<1xi32>) -> i32
// OUT:       rt.access %arg1[%thread_id_x_0] value %5 : f32 by %3 {bytes = 4 : i32, number = 3 : i32} : memref<?xf32>
// OUT:       memref.store %5, %arg1[%thread_id_x_0] : memref<?xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:     func.func private @pick(%arg0: memref<?xf32>, %arg1: index) -> f32 {
// OUT:       %0 = memref.load %arg0[%arg1] : memref<?xf32>
// OUT:       return %0 : f32
// OUT:     }
// OUT:     gpu.func @called(%arg0: memref<?xf32>) kernel attributes {rt.accesses} {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %thread_id_y = gpu.thread_id  y
// OUT:       %thread_id_z = gpu.thread_id  z
// OUT:       %block_dim_x = gpu.block_dim  x
// OUT:       %block_dim_y = gpu.block_dim  y
// OUT:       %0 = arith.muli %thread_id_z, %block_dim_y : index
// OUT:       %1 = arith.addi %0, %thread_id_y : index
// OUT:       %2 = arith.muli %1, %block_dim_x : index
// OUT:       %3 = arith.addi %2, %thread_id_x : index
// OUT:       %thread_id_x_0 = gpu.thread_id  x
// OUT:       rt.access %arg0[%thread_id_x_0] by %3 {bytes = 4 : i32, number = 4 : i32} : memref<?xf32>
// OUT:       %4 = memref.load %arg0[%thread_id_x_0] : memref<?xf32>
// OUT:       rt.access %arg0[%thread_id_x_0] value %4 : f32 by %3 {bytes = 4 : i32, number = 5 : i32} : memref<?xf32>
// OUT:       memref.store %4, %arg0[%thread_id_x_0] : memref<?xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:     gpu.func @some(%arg0: memref<8xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<8xf32>
// OUT:       gpu.barrier scope <subgroup>
// OUT:       memref.store %0, %arg0[%thread_id_x] : memref<8xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:     gpu.func @copies(%arg0: memref<8xf32>, %arg1: memref<8xf32>) kernel {
// OUT:       memref.copy %arg0, %arg1 : memref<8xf32> to memref<8xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:     gpu.func @tiles(%arg0: memref<?x?xf32> {llvm.noalias}) workgroup(%arg1 : memref<8x8xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 8, 8, 1>, known_grid_size = array<i32: 4, 4, 1>, rt.accesses} {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %thread_id_y = gpu.thread_id  y
// OUT:       %thread_id_z = gpu.thread_id  z
// OUT:       %block_dim_x = gpu.block_dim  x
// OUT:       %block_dim_y = gpu.block_dim  y
// OUT:       %0 = arith.muli %thread_id_z, %block_dim_y : index
// OUT:       %1 = arith.addi %0, %thread_id_y : index
// OUT:       %2 = arith.muli %1, %block_dim_x : index
// OUT:       %3 = arith.addi %2, %thread_id_x : index
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %c8 = arith.constant 8 : index
// OUT:       %global_id_y = gpu.global_id  y
// OUT:       %global_id_x = gpu.global_id  x
// OUT:       %thread_id_y_0 = gpu.thread_id  y
// OUT:       %thread_id_x_1 = gpu.thread_id  x
// OUT:       rt.access %arg0[%global_id_y, %global_id_x] {bytes = 4 : i32, number = 6 : i32} : memref<?x?xf32>
// OUT:       %4 = memref.load %arg0[%global_id_y, %global_id_x] : memref<?x?xf32>
// OUT:       memref.store %4, %arg1[%thread_id_y_0, %thread_id_x_1] : memref<8x8xf32, #gpu.address_space<workgroup>>
// OUT:       gpu.barrier {rt.interval}
// OUT:       %5 = scf.for %arg2 = %c0 to %c8 step %c1 iter_args(%arg3 = %4) -> (f32) {
// OUT:         %6 = memref.load %arg1[%thread_id_y_0, %arg2] : memref<8x8xf32, #gpu.address_space<workgroup>>
// OUT:         %7 = arith.addf %arg3, %6 : f32
// OUT:         scf.yield %7 : f32
// OUT:       }
// OUT:       rt.access %arg0[%global_id_y, %global_id_x] value %5 : f32 {bytes = 4 : i32, number = 7 : i32} : memref<?x?xf32>
// OUT:       memref.store %5, %arg0[%global_id_y, %global_id_x] : memref<?x?xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:     gpu.func @columns(%arg0: memref<?x?xf32> {llvm.noalias}) workgroup(%arg1 : memref<8x8xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 8, 8, 1>, known_grid_size = array<i32: 4, 4, 1>, rt.accesses} {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %thread_id_y = gpu.thread_id  y
// OUT:       %thread_id_z = gpu.thread_id  z
// OUT:       %block_dim_x = gpu.block_dim  x
// OUT:       %block_dim_y = gpu.block_dim  y
// OUT:       %0 = arith.muli %thread_id_z, %block_dim_y : index
// OUT:       %1 = arith.addi %0, %thread_id_y : index
// OUT:       %2 = arith.muli %1, %block_dim_x : index
// OUT:       %3 = arith.addi %2, %thread_id_x : index
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %global_id_x = gpu.global_id  x
// OUT:       %thread_id_y_0 = gpu.thread_id  y
// OUT:       %thread_id_x_1 = gpu.thread_id  x
// OUT:       rt.access %arg0[%c0, %global_id_x] by %3 {bytes = 4 : i32, number = 8 : i32} : memref<?x?xf32>
// OUT:       %4 = memref.load %arg0[%c0, %global_id_x] : memref<?x?xf32>
// OUT:       rt.access %arg1[%thread_id_y_0, %thread_id_x_1] value %4 : f32 by %3 {bytes = 4 : i32, number = 9 : i32} : memref<8x8xf32, #gpu.address_space<workgroup>>
// OUT:       memref.store %4, %arg1[%thread_id_y_0, %thread_id_x_1] : memref<8x8xf32, #gpu.address_space<workgroup>>
// OUT:       rt.access %arg1[%thread_id_y_0, %c0] by %3 {bytes = 4 : i32, number = 10 : i32} : memref<8x8xf32, #gpu.address_space<workgroup>>
// OUT:       %5 = memref.load %arg1[%thread_id_y_0, %c0] : memref<8x8xf32, #gpu.address_space<workgroup>>
// OUT:       rt.access %arg0[%c0, %global_id_x] value %5 : f32 by %3 {bytes = 4 : i32, number = 11 : i32} : memref<?x?xf32>
// OUT:       memref.store %5, %arg0[%c0, %global_id_x] : memref<?x?xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
