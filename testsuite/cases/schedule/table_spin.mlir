// RUN: run --device=cpu

// spin: two launches without order; either counts itself and waits until both have. They run side by side.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @meet(%count: memref<1xi32>) kernel {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : i32
      %two = arith.constant 2 : i32
      %none = arith.constant 0 : i32
      %old = memref.atomic_rmw addi %one, %count[%zero] : (i32, memref<1xi32>) -> i32
      scf.while : () -> () {
        %seen = memref.atomic_rmw addi %none, %count[%zero] : (i32, memref<1xi32>) -> i32
        %early = arith.cmpi slt, %seen, %two : i32
        scf.condition(%early)
      } do {
        scf.yield
      }
      gpu.return
    }
  }
  func.func @main(%count: memref<1xi32> {warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    %a = gpu.launch_func async @k::@meet blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%count : memref<1xi32>)
    %b = gpu.launch_func async @k::@meet blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%count : memref<1xi32>)
    gpu.wait [%a, %b]
    return
  }
}

// OUT: argument 0: memref<1xi32> = [2]
// OUT: kernels=1 launches=2 streams=2 waits=1 records=1 host_syncs=1 leaks=0
// -----

// The same without tokens: updates of what a launch waits for put nothing behind it, so the two are found all the same.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @meet(%count: memref<1xi32>) kernel {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : i32
      %two = arith.constant 2 : i32
      %none = arith.constant 0 : i32
      %old = memref.atomic_rmw addi %one, %count[%zero] : (i32, memref<1xi32>) -> i32
      scf.while : () -> () {
        %seen = memref.atomic_rmw addi %none, %count[%zero] : (i32, memref<1xi32>) -> i32
        %early = arith.cmpi slt, %seen, %two : i32
        scf.condition(%early)
      } do {
        scf.yield
      }
      gpu.return
    }
  }
  func.func @main(%count: memref<1xi32> {warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @k::@meet blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%count : memref<1xi32>)
    gpu.launch_func @k::@meet blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%count : memref<1xi32>)
    return
  }
}

// OUT: argument 0: memref<1xi32> = [2]
// OUT: kernels=1 launches=2 streams=2 waits=1 records=1 host_syncs=1 leaks=0
// -----

// Two that meet in each trip of a loop; the fill between the trips comes after both.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @meet(%count: memref<1xi32>) kernel {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : i32
      %two = arith.constant 2 : i32
      %none = arith.constant 0 : i32
      %old = memref.atomic_rmw addi %one, %count[%zero] : (i32, memref<1xi32>) -> i32
      scf.while : () -> () {
        %seen = memref.atomic_rmw addi %none, %count[%zero] : (i32, memref<1xi32>) -> i32
        %early = arith.cmpi slt, %seen, %two : i32
        scf.condition(%early)
      } do {
        scf.yield
      }
      gpu.return
    }
  }
  func.func @main(%count: memref<1xi32> {warpline.input = "0"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %none = arith.constant 0 : i32
    scf.for %trip = %c0 to %c3 step %c1 {
      gpu.memset %count, %none : memref<1xi32>, i32
      gpu.launch_func @k::@meet blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%count : memref<1xi32>)
      gpu.launch_func @k::@meet blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%count : memref<1xi32>)
    }
    return
  }
}

// OUT: argument 0: memref<1xi32> = [2]
// OUT: kernels=1 launches=6 streams=2 waits=7 records=7 host_syncs=1 leaks=0
// -----

// A launch that waits for the flag that a later one sets.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @await(%flag: memref<1xi32>, %out: memref<1xi32>) kernel {
      %zero = arith.constant 0 : index
      %none = arith.constant 0 : i32
      %seen = scf.while (%last = %none) : (i32) -> i32 {
        %seen = memref.atomic_rmw ori %none, %flag[%zero] : (i32, memref<1xi32>) -> i32
        %early = arith.cmpi eq, %seen, %none : i32
        scf.condition(%early) %seen : i32
      } do {
      ^bb0(%seen: i32):
        scf.yield %seen : i32
      }
      memref.store %seen, %out[%zero] : memref<1xi32>
      gpu.return
    }
    gpu.func @raise(%flag: memref<1xi32>) kernel {
      %zero = arith.constant 0 : index
      %seven = arith.constant 7 : i32
      %old = memref.atomic_rmw assign %seven, %flag[%zero] : (i32, memref<1xi32>) -> i32
      gpu.return
    }
  }
  func.func @main(%flag: memref<1xi32> {llvm.noalias, warpline.input = "0"}, %out: memref<1xi32> {llvm.noalias, warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @k::@await blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%flag : memref<1xi32>, %out : memref<1xi32>)
    gpu.launch_func @k::@raise blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%flag : memref<1xi32>)
    return
  }
}

// OUT: argument 0: memref<1xi32> = [7]
// OUT: argument 1: memref<1xi32> = [7]
// OUT: kernels=2 launches=2 streams=2 waits=1 records=1 host_syncs=1 leaks=0
// -----

// The flag is set first: that launch ends by itself and comes first, as the text says.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @await(%flag: memref<1xi32>, %out: memref<1xi32>) kernel {
      %zero = arith.constant 0 : index
      %none = arith.constant 0 : i32
      %seen = scf.while (%last = %none) : (i32) -> i32 {
        %seen = memref.atomic_rmw ori %none, %flag[%zero] : (i32, memref<1xi32>) -> i32
        %early = arith.cmpi eq, %seen, %none : i32
        scf.condition(%early) %seen : i32
      } do {
      ^bb0(%seen: i32):
        scf.yield %seen : i32
      }
      memref.store %seen, %out[%zero] : memref<1xi32>
      gpu.return
    }
    gpu.func @raise(%flag: memref<1xi32>) kernel {
      %zero = arith.constant 0 : index
      %seven = arith.constant 7 : i32
      %old = memref.atomic_rmw assign %seven, %flag[%zero] : (i32, memref<1xi32>) -> i32
      gpu.return
    }
  }
  func.func @main(%flag: memref<1xi32> {llvm.noalias, warpline.input = "0"}, %out: memref<1xi32> {llvm.noalias, warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @k::@raise blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%flag : memref<1xi32>)
    gpu.launch_func @k::@await blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%flag : memref<1xi32>, %out : memref<1xi32>)
    return
  }
}

// OUT: argument 0: memref<1xi32> = [7]
// OUT: argument 1: memref<1xi32> = [7]
// OUT: kernels=2 launches=2 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// Pieces of work with numbers: the loop moves the counter itself and waits for nobody, so the launches keep their order.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @take(%next: memref<1xi32>, %out: memref<8xi32>, %mark: i32) kernel {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : i32
      %eight = arith.constant 8 : i32
      %n = scf.while : () -> i32 {
        %n = memref.atomic_rmw addi %one, %next[%zero] : (i32, memref<1xi32>) -> i32
        %more = arith.cmpi slt, %n, %eight : i32
        scf.condition(%more) %n : i32
      } do {
      ^bb0(%n: i32):
        %i = arith.index_cast %n : i32 to index
        memref.store %mark, %out[%i] : memref<8xi32>
        scf.yield
      }
      gpu.return
    }
  }
  func.func @main(%next: memref<1xi32> {llvm.noalias, warpline.input = "0"}, %out: memref<8xi32> {llvm.noalias, warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    %a = arith.constant 1 : i32
    %b = arith.constant 2 : i32
    gpu.launch_func @k::@take blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%next : memref<1xi32>, %out : memref<8xi32>, %a : i32)
    gpu.launch_func @k::@take blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%next : memref<1xi32>, %out : memref<8xi32>, %b : i32)
    return
  }
}

// OUT: argument 0: memref<1xi32> = [10]
// OUT: argument 1: memref<8xi32> = [1 1 1 1 1 1 1 1]
// OUT: kernels=1 launches=2 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// The same loop as branches between blocks.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @meet(%count: memref<1xi32>) kernel {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : i32
      %three = arith.constant 3 : i32
      %none = arith.constant 0 : i32
      %old = memref.atomic_rmw addi %one, %count[%zero] : (i32, memref<1xi32>) -> i32
      cf.br ^again
    ^again:
      %seen = memref.atomic_rmw addi %none, %count[%zero] : (i32, memref<1xi32>) -> i32
      %early = arith.cmpi slt, %seen, %three : i32
      cf.cond_br %early, ^again, ^done
    ^done:
      gpu.return
    }
  }
  func.func @main(%count: memref<1xi32> {warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @k::@meet blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%count : memref<1xi32>)
    gpu.launch_func @k::@meet blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%count : memref<1xi32>)
    gpu.launch_func @k::@meet blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%count : memref<1xi32>)
    return
  }
}

// OUT: argument 0: memref<1xi32> = [3]
// OUT: kernels=1 launches=3 streams=3 waits=2 records=2 host_syncs=1 leaks=0
// -----

// The same with a loop of blocks that a choice by number leaves.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @meet(%count: memref<1xi32>) kernel {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : i32
      %none = arith.constant 0 : i32
      %old = memref.atomic_rmw addi %one, %count[%zero] : (i32, memref<1xi32>) -> i32
      cf.br ^loop
    ^loop:
      %seen = memref.atomic_rmw addi %none, %count[%zero] : (i32, memref<1xi32>) -> i32
      cf.switch %seen : i32, [
        default: ^loop,
        2: ^end
      ]
    ^end:
      gpu.return
    }
  }
  func.func @main(%count: memref<1xi32> {warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @k::@meet blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%count : memref<1xi32>)
    gpu.launch_func @k::@meet blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%count : memref<1xi32>)
    return
  }
}

// OUT: argument 0: memref<1xi32> = [2]
// OUT: kernels=1 launches=2 streams=2 waits=1 records=1 host_syncs=1 leaks=0
