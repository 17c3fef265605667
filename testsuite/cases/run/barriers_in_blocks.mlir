// RUN: run --plan-for=any --device=cpu,interp

// Barriers in blocks: the CPU lifts them to loops and branches.
module attributes {gpu.container_module} {
  gpu.module @k {
    // A tree reduction as a compiler leaves it behind convert-scf-to-cf.
    gpu.func @sum(%from: memref<256xf32>, %to: memref<4xf32>) workgroup(%part: memref<64xf32, #gpu.address_space<workgroup>>) kernel {
      %i = gpu.thread_id x
      %b = gpu.block_id x
      %c64 = arith.constant 64 : index
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c32 = arith.constant 32 : index
      %base = arith.muli %b, %c64 : index
      %at = arith.addi %base, %i : index
      %v = memref.load %from[%at] : memref<256xf32>
      memref.store %v, %part[%i] : memref<64xf32, #gpu.address_space<workgroup>>
      cf.br ^head(%c32 : index)
    ^head(%s: index):
      gpu.barrier
      %more = arith.cmpi ugt, %s, %c0 : index
      cf.cond_br %more, ^body, ^end
    ^body:
      %in = arith.cmpi ult, %i, %s : index
      cf.cond_br %in, ^add, ^next
    ^add:
      %j = arith.addi %i, %s : index
      %x = memref.load %part[%i] : memref<64xf32, #gpu.address_space<workgroup>>
      %y = memref.load %part[%j] : memref<64xf32, #gpu.address_space<workgroup>>
      %z = arith.addf %x, %y : f32
      memref.store %z, %part[%i] : memref<64xf32, #gpu.address_space<workgroup>>
      cf.br ^next
    ^next:
      %h = arith.divui %s, %c2 : index
      cf.br ^head(%h : index)
    ^end:
      %first = arith.cmpi eq, %i, %c0 : index
      cf.cond_br %first, ^write, ^done
    ^write:
      %r = memref.load %part[%c0] : memref<64xf32, #gpu.address_space<workgroup>>
      memref.store %r, %to[%b] : memref<4xf32>
      cf.br ^done
    ^done:
      gpu.return
    }
  }
  func.func @main(%from: memref<256xf32> {llvm.noalias, warpline.input = "rand:1"}, %to: memref<4xf32> {llvm.noalias, warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func @k::@sum blocks in (%c4, %c1, %c1) threads in (%c64, %c1, %c1) args(%from : memref<256xf32>, %to : memref<4xf32>)
    return
  }
}

// OUT: argument 1: memref<4xf32> = [34.112686 32.969875 28.157707 29.75696]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// Threads without an element leave before the barrier; here all have one.
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
  func.func @main(%from: memref<?xf32> {llvm.noalias, warpline.input = "128xf32=rand:1"}, %to: memref<?xf32> {llvm.noalias, warpline.input = "128xf32=0"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c64 = arith.constant 64 : index
    %n = memref.dim %from, %c0 : memref<?xf32>
    gpu.launch_func @k::@turn blocks in (%c2, %c1, %c1) threads in (%c64, %c1, %c1) args(%from : memref<?xf32>, %to : memref<?xf32>, %n : index)
    return
  }
}

// OUT: argument 1: memref<128xf32>
// OUT:   count=128 min=0.00011418239 max=0.9977479 sum=67.08256153613911 first=0.5340665
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// A condition that each thread computes again is compared in the branch alone: the loop around it may have no iteration.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @flags(%to: memref<8xi32>, %n: index, %m: index) kernel {
      %i = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %low = arith.cmpi ult, %i, %m : index
      gpu.barrier
      scf.for %k = %c0 to %n step %c1 {
        scf.if %low {
          gpu.barrier
        }
      }
      %flag = arith.extui %low : i1 to i32
      memref.store %flag, %to[%i] : memref<8xi32>
      gpu.return
    }
  }
  func.func @main(%to: memref<8xi32> {warpline.input = "0"}, %n: index {warpline.input = "0"}, %m: index {warpline.input = "8"}) {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    gpu.launch_func @k::@flags blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%to : memref<8xi32>, %n : index, %m : index)
    return
  }
}

// OUT: argument 0: memref<8xi32> = [1 1 1 1 1 1 1 1]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// Blocks that several others lead to, with a barrier in one, and a loop that counts beyond the greatest signed number.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @ways(%to: memref<8xi32>, %way: i32, %n: i8) workgroup(%part: memref<8xi32, #gpu.address_space<workgroup>>) kernel {
      %i = gpu.thread_id x
      %ii = arith.index_cast %i : index to i32
      %c7 = arith.constant 7 : index
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      %c2 = arith.constant 2 : i32
      %b0 = arith.constant 0 : i8
      %b1 = arith.constant 1 : i8
      memref.store %ii, %part[%i] : memref<8xi32, #gpu.address_space<workgroup>>
      %is0 = arith.cmpi eq, %way, %c0 : i32
      cf.cond_br %is0, ^turn, ^second
    ^second:
      %is1 = arith.cmpi eq, %way, %c1 : i32
      cf.cond_br %is1, ^count(%b0, %c0 : i8, i32), ^third
    ^third:
      %is2 = arith.cmpi eq, %way, %c2 : i32
      cf.cond_br %is2, ^turn, ^end(%way : i32)
    ^turn:
      gpu.barrier
      %j = arith.subi %c7, %i : index
      %other = memref.load %part[%j] : memref<8xi32, #gpu.address_space<workgroup>>
      cf.br ^end(%other : i32)
    ^count(%at: i8, %sum: i32):
      %more = arith.cmpi ult, %at, %n : i8
      cf.cond_br %more, ^next, ^end(%sum : i32)
    ^next:
      %at_next = arith.addi %at, %b1 : i8
      %sum_next = arith.addi %sum, %c1 : i32
      cf.br ^count(%at_next, %sum_next : i8, i32)
    ^end(%r: i32):
      memref.store %r, %to[%i] : memref<8xi32>
      gpu.return
    }
  }
  func.func @main(%a: memref<8xi32> {warpline.input = "0"}, %b: memref<8xi32> {warpline.input = "0"}, %c: memref<8xi32> {warpline.input = "0"}, %n: i8 {warpline.input = "-6"}) {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %w1 = arith.constant 1 : i32
    %w2 = arith.constant 2 : i32
    %w3 = arith.constant 3 : i32
    gpu.launch_func @k::@ways blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%a : memref<8xi32>, %w1 : i32, %n : i8)
    gpu.launch_func @k::@ways blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%b : memref<8xi32>, %w2 : i32, %n : i8)
    gpu.launch_func @k::@ways blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%c : memref<8xi32>, %w3 : i32, %n : i8)
    return
  }
}

// OUT: argument 0: memref<8xi32> = [250 250 250 250 250 250 250 250]
// OUT: argument 1: memref<8xi32> = [7 6 5 4 3 2 1 0]
// OUT: argument 2: memref<8xi32> = [3 3 3 3 3 3 3 3]
// OUT: kernels=1 launches=3 streams=3 waits=2 records=2 host_syncs=1 leaks=0
// -----

// A choice by number with barriers in two cases.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @choose(%to: memref<8xi32>, %way: i32) workgroup(%part: memref<8xi32, #gpu.address_space<workgroup>>) kernel {
      %i = gpu.thread_id x
      %ii = arith.index_cast %i : index to i32
      %c1 = arith.constant 1 : index
      %c7 = arith.constant 7 : index
      memref.store %ii, %part[%i] : memref<8xi32, #gpu.address_space<workgroup>>
      cf.switch %way : i32, [
        default: ^end(%way : i32),
        4: ^turn,
        -1: ^shift
      ]
    ^turn:
      gpu.barrier
      %j = arith.subi %c7, %i : index
      %other = memref.load %part[%j] : memref<8xi32, #gpu.address_space<workgroup>>
      cf.br ^end(%other : i32)
    ^shift:
      gpu.barrier
      %k = arith.addi %i, %c1 : index
      %at = arith.andi %k, %c7 : index
      %next = memref.load %part[%at] : memref<8xi32, #gpu.address_space<workgroup>>
      cf.br ^end(%next : i32)
    ^end(%r: i32):
      memref.store %r, %to[%i] : memref<8xi32>
      gpu.return
    }
  }
  func.func @main(%a: memref<8xi32> {warpline.input = "0"}, %b: memref<8xi32> {warpline.input = "0"}, %c: memref<8xi32> {warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %w1 = arith.constant 4 : i32
    %w2 = arith.constant -1 : i32
    %w3 = arith.constant 9 : i32
    gpu.launch_func @k::@choose blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%a : memref<8xi32>, %w1 : i32)
    gpu.launch_func @k::@choose blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%b : memref<8xi32>, %w2 : i32)
    gpu.launch_func @k::@choose blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%c : memref<8xi32>, %w3 : i32)
    return
  }
}

// OUT: argument 0: memref<8xi32> = [7 6 5 4 3 2 1 0]
// OUT: argument 1: memref<8xi32> = [1 2 3 4 5 6 7 0]
// OUT: argument 2: memref<8xi32> = [9 9 9 9 9 9 9 9]
// OUT: kernels=1 launches=3 streams=3 waits=2 records=2 host_syncs=1 leaks=0
