// RUN: opt --gpu-select-schedules --split-input-file --verify-diagnostics

// Errors: a schedule that is none, and one on a nest that is no contraction.
func.func @wrong(%x: memref<32x32xf32> {llvm.noalias}, %z: memref<32x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  // expected-error@+1 {{expected "none" or a dictionary with the keys block, class, lanes, reduce, thread as 'warpline.schedule'}}
  scf.parallel (%i, %j) = (%c0, %c0) to (%c32, %c32) step (%c1, %c1) {
    scf.reduce
  } {warpline.schedule = 7 : i64}
  return
}

// -----

func.func @wrong(%x: memref<32x32xf32> {llvm.noalias}, %z: memref<32x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  // expected-error@+1 {{expected one of 16, 32, 64, 128, 256 as 'block' of 'warpline.schedule', but found 24}}
  scf.parallel (%i, %j) = (%c0, %c0) to (%c32, %c32) step (%c1, %c1) {
    scf.reduce
  } {warpline.schedule = {class = "contraction", block = [24, 16]}}
  return
}

// -----

func.func @wrong(%x: memref<32x32xf32> {llvm.noalias}, %z: memref<32x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  // expected-error@+1 {{expected "contraction" as 'class' of 'warpline.schedule'}}
  scf.parallel (%i, %j) = (%c0, %c0) to (%c32, %c32) step (%c1, %c1) {
    scf.reduce
  } {warpline.schedule = {class = "rows"}}
  return
}

// -----

func.func @wrong(%x: memref<32x32xf32> {llvm.noalias}, %z: memref<32x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  // expected-error@+1 {{expected one of the keys block, class, lanes, reduce, thread in 'warpline.schedule', but found 'unroll'}}
  scf.parallel (%i, %j) = (%c0, %c0) to (%c32, %c32) step (%c1, %c1) {
    scf.reduce
  } {warpline.schedule = {unroll = 4}}
  return
}

// -----

func.func @wrong(%x: memref<32x32xf32> {llvm.noalias}, %z: memref<32x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  // expected-error@+1 {{expected a 'warpline.schedule' of 32 to 1024 threads whose tiles fit the workgroup memory of a block}}
  scf.parallel (%i, %j) = (%c0, %c0) to (%c32, %c32) step (%c1, %c1) {
    %v = memref.load %z[%i, %j] : memref<32x32xf32>
    %t = scf.for %k = %c0 to %c32 step %c1 iter_args(%s = %v) -> (f32) {
      %p = memref.load %x[%i, %k] : memref<32x32xf32>
      %q = memref.load %x[%k, %j] : memref<32x32xf32>
      %t = math.fma %p, %q, %s : f32
      scf.yield %t : f32
    }
    memref.store %t, %z[%i, %j] : memref<32x32xf32>
    scf.reduce
  } {warpline.schedule = {block = [256, 256], thread = [2, 2]}}
  return
}

// -----

func.func @wrong(%x: memref<32x32xf32> {llvm.noalias}, %z: memref<32x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  // expected-error@+1 {{expected a contraction, as 'warpline.schedule' states, but no loop adds up values}}
  scf.parallel (%i, %j) = (%c0, %c0) to (%c32, %c32) step (%c1, %c1) {
    %v = memref.load %x[%i, %j] : memref<32x32xf32>
    memref.store %v, %z[%i, %j] : memref<32x32xf32>
    scf.reduce
  } {warpline.schedule = {class = "contraction"}}
  return
}

// -----

func.func @wrong(%x: memref<32x32xf32> {llvm.noalias}, %z: memref<32x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  // expected-error@+1 {{expected 8, 16, …, 512 as 'block' of 'warpline.schedule', but found 12}}
  scf.parallel (%i, %j) = (%c0, %c0) to (%c32, %c32) step (%c1, %c1) {
    scf.reduce
  } {warpline.schedule = {block = [12, 16], lanes = 16}}
  return
}

// -----

func.func @wrong(%x: memref<32x32xf32> {llvm.noalias}, %z: memref<32x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  // expected-error@+1 {{expected 'warpline.schedule' on the outermost loop of a nest that becomes a kernel}}
  scf.for %i = %c0 to %c32 step %c1 {
  } {warpline.schedule = {block = [16, 16]}}
  return
}

// -----

// The address of the result depends on the sum, so that it cannot hold sums between chunks.
func.func @wrong(%x: memref<32x32xi32> {llvm.noalias}, %z: memref<32x32x2xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  // expected-error@+1 {{expected a chunk with all steps, as no element has the sums between chunks}}
  scf.parallel (%i, %j) = (%c0, %c0) to (%c32, %c32) step (%c1, %c1) {
    %t = scf.for %k = %c0 to %c32 step %c1 iter_args(%s = %zero) -> (i32) {
      %p = memref.load %x[%i, %k] : memref<32x32xi32>
      %q = memref.load %x[%k, %j] : memref<32x32xi32>
      %m = arith.muli %p, %q : i32
      %t = arith.addi %s, %m : i32
      scf.yield %t : i32
    }
    %low = arith.andi %t, %one : i32
    %side = arith.index_cast %low : i32 to index
    memref.store %t, %z[%i, %j, %side] : memref<32x32x2xi32>
    scf.reduce
  } {warpline.schedule = {lanes = 16, reduce = 16}}
  return
}

// -----

func.func @wrong(%x: memref<32x32xvector<4xf32>> {llvm.noalias}, %z: memref<32x32xvector<4xf32>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  // expected-error@+1 {{expected a contraction, as 'warpline.schedule' states, but the sum is not of one integer or float}}
  scf.parallel (%i, %j) = (%c0, %c0) to (%c32, %c32) step (%c1, %c1) {
    %v = memref.load %z[%i, %j] : memref<32x32xvector<4xf32>>
    %t = scf.for %k = %c0 to %c32 step %c1 iter_args(%s = %v) -> (vector<4xf32>) {
      %p = memref.load %x[%i, %k] : memref<32x32xvector<4xf32>>
      %q = memref.load %x[%k, %j] : memref<32x32xvector<4xf32>>
      %t = math.fma %p, %q, %s : vector<4xf32>
      scf.yield %t : vector<4xf32>
    }
    memref.store %t, %z[%i, %j] : memref<32x32xvector<4xf32>>
    scf.reduce
  } {warpline.schedule = {}}
  return
}
