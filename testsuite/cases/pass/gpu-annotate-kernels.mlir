// RUN: opt --gpu-annotate-kernels

// Sizes and integers that all launches give: exact where they agree, else the range. Buffers of the program are aligned, and %out is
// apart from what is read.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @scale(%in: memref<64xf32>, %out: memref<64xf32>, %n: index, %m: i32, %x: f32) kernel {
      %i = gpu.thread_id x
      %v = memref.load %in[%i] : memref<64xf32>
      %w = arith.mulf %v, %x : f32
      memref.store %w, %out[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @twice(%a: memref<64xf32>, %x: f32) -> memref<64xf32> {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c32 = arith.constant 32 : index
    %c7 = arith.constant 7 : i32
    %out = memref.alloc() : memref<64xf32>
    gpu.launch_func @k::@scale blocks in (%c2, %c1, %c1) threads in (%c32, %c1, %c1)
        args(%a : memref<64xf32>, %out : memref<64xf32>, %c1 : index, %c7 : i32, %x : f32)
    gpu.launch_func @k::@scale blocks in (%c1, %c1, %c1) threads in (%c32, %c1, %c1)
        args(%a : memref<64xf32>, %out : memref<64xf32>, %c32 : index, %c7 : i32, %x : f32)
    return %out : memref<64xf32>
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @scale(%arg0: memref<64xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<64xf32> {llvm.align = 256 : i64, llvm.noalias}, %arg2: index {rt.range = array<i64: 1, 32>}, %arg3: i32 {rt.range = array<i64: 7, 7>}, %arg4: f32) kernel attributes {known_block_size = array<i32: 32, 1, 1>, rt.max_grid_size = array<i32: 2, 1, 1>} {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       %1 = arith.mulf %0, %arg4 : f32
// OUT:       memref.store %1, %arg1[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @twice(%arg0: memref<64xf32>, %arg1: f32) -> memref<64xf32> {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c2 = arith.constant 2 : index
// OUT:     %c32 = arith.constant 32 : index
// OUT:     %c7_i32 = arith.constant 7 : i32
// OUT:     %alloc = memref.alloc() : memref<64xf32>
// OUT:     gpu.launch_func  @k::@scale blocks in (%c2, %c1, %c1) threads in (%c32, %c1, %c1)  args(%arg0 : memref<64xf32>, %alloc : memref<64xf32>, %c1 : index, %c7_i32 : i32, %arg1 : f32)
// OUT:     gpu.launch_func  @k::@scale blocks in (%c1, %c1, %c1) threads in (%c32, %c1, %c1)  args(%arg0 : memref<64xf32>, %alloc : memref<64xf32>, %c32 : index, %c7_i32 : i32, %arg1 : f32)
// OUT:     return %alloc : memref<64xf32>
// OUT:   }
// OUT: }
// -----

// Two buffers that are only read may be the same; one that is written may not. What the first kernel knows of %b the second does
// not: it may be %a there. A kernel that nothing launches keeps what it says.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @add(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<8xf32>) kernel {
      %i = gpu.thread_id x
      %x = memref.load %a[%i] : memref<8xf32>
      %y = memref.load %b[%i] : memref<8xf32>
      %z = arith.addf %x, %y : f32
      memref.store %z, %c[%i] : memref<8xf32>
      gpu.return
    }
    gpu.func @copy(%a: memref<8xf32>, %b: memref<8xf32>) kernel {
      %i = gpu.thread_id x
      %x = memref.load %a[%i] : memref<8xf32>
      memref.store %x, %b[%i] : memref<8xf32>
      gpu.return
    }
    gpu.func @alone(%a: memref<8xf32> {llvm.align = 64 : i64, llvm.readonly}) kernel
        attributes {known_block_size = array<i32: 8, 1, 1>} {
      gpu.return
    }
  }
  func.func @main(%a: memref<8xf32>, %b: memref<8xf32>, %n: index) {
    %c1 = arith.constant 1 : index
    %c = memref.alloc() : memref<8xf32>
    gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%n, %c1, %c1)
        args(%a : memref<8xf32>, %a : memref<8xf32>, %c : memref<8xf32>)
    gpu.launch_func @k::@copy blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%a : memref<8xf32>, %b : memref<8xf32>)
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @add(%arg0: memref<8xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<8xf32> {llvm.noalias, llvm.readonly}, %arg2: memref<8xf32> {llvm.align = 256 : i64, llvm.noalias}) kernel attributes {known_grid_size = array<i32: 1, 1, 1>, rt.max_block_size = array<i32: 0, 1, 1>} {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<8xf32>
// OUT:       %1 = memref.load %arg1[%thread_id_x] : memref<8xf32>
// OUT:       %2 = arith.addf %0, %1 : f32
// OUT:       memref.store %2, %arg2[%thread_id_x] : memref<8xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:     gpu.func @copy(%arg0: memref<8xf32> {llvm.readonly}, %arg1: memref<8xf32>) kernel attributes {known_block_size = array<i32: 1, 1, 1>, rt.max_grid_size = array<i32: 0, 1, 1>} {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<8xf32>
// OUT:       memref.store %0, %arg1[%thread_id_x] : memref<8xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:     gpu.func @alone(%arg0: memref<8xf32> {llvm.align = 64 : i64, llvm.readonly}) kernel attributes {known_block_size = array<i32: 8, 1, 1>} {
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @main(%arg0: memref<8xf32>, %arg1: memref<8xf32>, %arg2: index) {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %alloc = memref.alloc() : memref<8xf32>
// OUT:     gpu.launch_func  @k::@add blocks in (%c1, %c1, %c1) threads in (%arg2, %c1, %c1)  args(%arg0 : memref<8xf32>, %arg0 : memref<8xf32>, %alloc : memref<8xf32>)
// OUT:     gpu.launch_func  @k::@copy blocks in (%arg2, %c1, %c1) threads in (%c1, %c1, %c1)  args(%arg0 : memref<8xf32>, %arg1 : memref<8xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

// What may fail is numbered through the whole module of kernels, and a kernel that waits for another is marked: others write what
// it reads.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @first(%ok: i1) kernel {
      cf.assert %ok, "first"
      gpu.return
    }
    gpu.func @wait(%flag: memref<1xi32>, %ok: i1) kernel {
      %c0 = arith.constant 0 : index
      %zero = arith.constant 0 : i32
      scf.while : () -> () {
        %seen = memref.atomic_rmw addi %zero, %flag[%c0] : (i32, memref<1xi32>) -> i32
        %again = arith.cmpi eq, %seen, %zero : i32
        scf.condition(%again)
      } do {
        scf.yield
      }
      cf.assert %ok, "second"
      cf.assert %ok, "third"
      gpu.return
    }
  }
  func.func @main(%flag: memref<1xi32>, %ok: i1) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @k::@first blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%ok : i1)
    gpu.launch_func @k::@wait blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%flag : memref<1xi32>, %ok : i1)
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @first(%arg0: i1) kernel attributes {known_block_size = array<i32: 1, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
// OUT:       cf.assert %arg0, "first" {rt.assertion = 0 : i32}
// OUT:       gpu.return
// OUT:     }
// OUT:     gpu.func @wait(%arg0: memref<1xi32>, %arg1: i1) kernel attributes {known_block_size = array<i32: 1, 1, 1>, known_grid_size = array<i32: 1, 1, 1>, rt.spins} {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c0_i32 = arith.constant 0 : i32
// OUT:       scf.while : () -> () {
// OUT:         %0 = memref.atomic_rmw addi %c0_i32, %arg0[%c0] : (i32, memref<1xi32>) -> i32
// OUT:         %1 = arith.cmpi eq, %0, %c0_i32 : i32
// OUT:         scf.condition(%1)
// OUT:       } do {
// OUT:         scf.yield
// OUT:       }
// OUT:       cf.assert %arg1, "second" {rt.assertion = 1 : i32}
// OUT:       cf.assert %arg1, "third" {rt.assertion = 2 : i32}
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @main(%arg0: memref<1xi32>, %arg1: i1) {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     gpu.launch_func  @k::@first blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)  args(%arg1 : i1)
// OUT:     gpu.launch_func  @k::@wait blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)  args(%arg0 : memref<1xi32>, %arg1 : i1)
// OUT:     return
// OUT:   }
// OUT: }
