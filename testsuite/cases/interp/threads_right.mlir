// RUN: run --device=interp
// RUN: run --device=interp --seed=77

// Each thread writes an element of its own.
func.func @main() -> memref<4xindex> {
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  %m = memref.alloc() : memref<4xindex>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %four, %sy = %one, %sz = %one) {
    memref.store %tx, %m[%tx] : memref<4xindex>
    gpu.terminator
  }
  return %m : memref<4xindex>
}

// OUT: result 0: memref<4xindex> = [0 1 2 3]
// OUT: result 0: memref<4xindex> = [0 1 2 3]
// -----

// A barrier lies between writing and reading.
func.func @main() -> memref<4xindex> {
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %four = arith.constant 4 : index
  %m = memref.alloc() : memref<4xindex>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %four, %sy = %one, %sz = %one)
             workgroup(%shared : memref<4xindex, #gpu.address_space<workgroup>>) {
    memref.store %tx, %shared[%tx] : memref<4xindex, #gpu.address_space<workgroup>>
    gpu.barrier
    %other = arith.subi %three, %tx : index
    %v = memref.load %shared[%other] : memref<4xindex, #gpu.address_space<workgroup>>
    memref.store %v, %m[%tx] : memref<4xindex>
    gpu.terminator
  }
  return %m : memref<4xindex>
}

// OUT: result 0: memref<4xindex> = [3 2 1 0]
// OUT: result 0: memref<4xindex> = [3 2 1 0]
// -----

// All blocks read what none writes.
func.func @main(%a: memref<1xi32> {warpline.input = "5"}) -> memref<3xi32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %m = memref.alloc() : memref<3xi32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %three, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
    %v = memref.load %a[%zero] : memref<1xi32>
    memref.store %v, %m[%bx] : memref<3xi32>
    gpu.terminator
  }
  return %m : memref<3xi32>
}

// OUT: result 0: memref<3xi32> = [5 5 5]
// OUT: result 0: memref<3xi32> = [5 5 5]
// -----

// Atomic updates of one element by all threads of all blocks.
func.func @main(%m: memref<1xi32> {warpline.input = "0"}) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %eight = arith.constant 8 : index
  %step = arith.constant 1 : i32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %two, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %eight, %sy = %one, %sz = %one) {
    %old = memref.atomic_rmw addi %step, %m[%zero] : (i32, memref<1xi32>) -> i32
    gpu.terminator
  }
  return
}

// OUT: argument 0: memref<1xi32> = [16]
// OUT: argument 0: memref<1xi32> = [16]
// -----

// All threads take the branch with the barrier.
func.func @main(%n: index {warpline.input = "3"}) {
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %four, %sy = %one, %sz = %one) {
    %all = arith.cmpi ult, %one, %n : index
    scf.if %all {
      gpu.barrier
    }
    gpu.terminator
  }
  return
}
// -----

// A loop with a barrier that runs as often in each thread.
func.func @main(%n: index {warpline.input = "3"}) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %two, %sy = %one, %sz = %one) {
    scf.for %i = %zero to %n step %one {
      gpu.barrier
    }
    gpu.terminator
  }
  return
}
// -----

// One thread waits for a flag that another one sets by atomic updates.
func.func @main(%flag: memref<1xi32> {warpline.input = "0"}) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %nothing = arith.constant 0 : i32
  %step = arith.constant 1 : i32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %two, %sy = %one, %sz = %one) {
    %first = arith.cmpi eq, %tx, %zero : index
    scf.if %first {
      scf.while : () -> () {
        %now = memref.atomic_rmw addi %nothing, %flag[%zero] : (i32, memref<1xi32>) -> i32
        %unset = arith.cmpi eq, %now, %nothing : i32
        scf.condition(%unset)
      } do {
        scf.yield
      }
    } else {
      %old = memref.atomic_rmw addi %step, %flag[%zero] : (i32, memref<1xi32>) -> i32
    }
    gpu.terminator
  }
  return
}

// OUT: argument 0: memref<1xi32> = [1]
// OUT: argument 0: memref<1xi32> = [1]
// -----

// All lanes shuffle, and then all wait.
func.func @main() {
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  %n = arith.constant 1 : i32
  %width = arith.constant 4 : i32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %four, %sy = %one, %sz = %one) {
    %v, %valid = gpu.shuffle xor %n, %n, %width : i32
    gpu.barrier
    gpu.terminator
  }
  return
}
// -----

// A shuffle from no lane, and a selection that does not use it.
func.func @main() -> memref<4xi32> {
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  %offset = arith.constant 1 : i32
  %width = arith.constant 4 : i32
  %m = memref.alloc() : memref<4xi32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %four, %sy = %one, %sz = %one) {
    %number = arith.index_cast %tx : index to i32
    %v, %valid = gpu.shuffle up %number, %offset, %width : i32
    %w = arith.select %valid, %v, %number : i32
    memref.store %w, %m[%tx] : memref<4xi32>
    gpu.terminator
  }
  return %m : memref<4xi32>
}

// OUT: result 0: memref<4xi32> = [0 0 1 2]
// OUT: result 0: memref<4xi32> = [0 0 1 2]
// -----

// Vectors of two elements side by side.
func.func @main() -> memref<8xf32> {
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %four = arith.constant 4 : index
  %v = arith.constant dense<1.0> : vector<2xf32>
  %m = memref.alloc() : memref<8xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %four, %sy = %one, %sz = %one) {
    %first = arith.muli %tx, %two : index
    vector.store %v, %m[%first] : memref<8xf32>, vector<2xf32>
    gpu.terminator
  }
  return %m : memref<8xf32>
}

// OUT: result 0: memref<8xf32> = [1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0]
// OUT: result 0: memref<8xf32> = [1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0]
// -----

// All threads of a block write the same sum to one place, as programs for GPUs often do.
func.func @main() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %sums = memref.alloc() : memref<2xi32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1) {
    %v = arith.index_cast %tx : index to i32
    %sum = gpu.all_reduce add %v {} : (i32) -> (i32)
    memref.store %sum, %sums[%bx] : memref<2xi32>
    gpu.terminator
  }
  %first = memref.load %sums[%c1] : memref<2xi32>
  vector.print %first : i32
  memref.dealloc %sums : memref<2xi32>
  return
}

// OUT: 28
// OUT: 28
