// RUN: warpline run --device=hip --diagnostics=short --graphs=never
// RUN: warpline run --device=hip --diagnostics=short --graphs=always
// RUN: warpline run --device=hip --diagnostics=short --trace=/dev/null

// Of several launches in flight the report names the kernel that failed, also where a function of the device does the access.
module attributes {gpu.container_module} {
  gpu.module @k {
    func.func @set(%x: memref<?xf32>, %i: index, %v: f32) {
      memref.store %v, %x[%i] : memref<?xf32>
      return
    }
    gpu.func @right(%x: memref<?xf32>) kernel {
      %i = gpu.thread_id x
      %one = arith.constant 1.0 : f32
      func.call @set(%x, %i, %one) : (memref<?xf32>, index, f32) -> ()
      gpu.return
    }
    gpu.func @wrong(%x: memref<?xf32>) kernel {
      %i = gpu.thread_id x
      %c2 = arith.constant 2 : index
      %j = arith.muli %i, %c2 : index
      %one = arith.constant 1.0 : f32
      memref.store %one, %x[%j] : memref<?xf32>
      gpu.return
    }
  }
  func.func @main(%n: index {warpline.input = "8"}) {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %a = gpu.alloc(%n) : memref<?xf32>
    %b = gpu.alloc(%n) : memref<?xf32>
    gpu.launch_func @k::@right blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%a : memref<?xf32>)
    gpu.launch_func @k::@wrong blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%b : memref<?xf32>)
    gpu.dealloc %a : memref<?xf32>
    gpu.dealloc %b : memref<?xf32>
    return
  }
}

// OUT: stderr:
// OUT: case.mlir:23:7: error[E0501]: index 8 is out of bounds of dimension 0 of size 8 of '%x', in block (0, 0, 0) thread (4, 0, 0) of '@k::@wrong'
// OUT: case.mlir:33:5: note: launched here
// OUT: exit: 1
// OUT: stderr:
// OUT: case.mlir:23:7: error[E0501]: index 8 is out of bounds of dimension 0 of size 8 of '%x', in block (0, 0, 0) thread (4, 0, 0) of '@k::@wrong'
// OUT: case.mlir:33:5: note: launched here
// OUT: exit: 1
// OUT: stderr:
// OUT: case.mlir:23:7: error[E0501]: index 8 is out of bounds of dimension 0 of size 8 of '%x', in block (0, 0, 0) thread (4, 0, 0) of '@k::@wrong'
// OUT: case.mlir:33:5: note: launched here
// OUT: exit: 1
// -----
module attributes {gpu.container_module} {
  gpu.module @k {
    func.func @set(%x: memref<?xf32>, %i: index) {
      %one = arith.constant 1.0 : f32
      memref.store %one, %x[%i] : memref<?xf32>
      return
    }
    gpu.func @of_function(%x: memref<?xf32>, %first: index) kernel {
      %i = gpu.thread_id x
      %j = arith.addi %i, %first : index
      func.call @set(%x, %j) : (memref<?xf32>, index) -> ()
      gpu.return
    }
  }
  func.func @main(%n: index {warpline.input = "8"}) {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %a = gpu.alloc(%n) : memref<?xf32>
    gpu.launch_func @k::@of_function blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%a : memref<?xf32>, %c1 : index)
    gpu.dealloc %a : memref<?xf32>
    return
  }
}

// OUT: stderr:
// OUT: case.mlir:5:7: error[E0501]: index 8 is out of bounds of dimension 0 of size 8 of '%x', in block (0, 0, 0) thread (7, 0, 0) of '@k::@of_function'
// OUT: case.mlir:19:5: note: launched here
// OUT: exit: 1
// OUT: stderr:
// OUT: case.mlir:5:7: error[E0501]: index 8 is out of bounds of dimension 0 of size 8 of '%x', in block (0, 0, 0) thread (7, 0, 0) of '@k::@of_function'
// OUT: case.mlir:19:5: note: launched here
// OUT: exit: 1
// OUT: stderr:
// OUT: case.mlir:5:7: error[E0501]: index 8 is out of bounds of dimension 0 of size 8 of '%x', in block (0, 0, 0) thread (7, 0, 0) of '@k::@of_function'
// OUT: case.mlir:19:5: note: launched here
// OUT: exit: 1
// -----
func.func @main(%n: index {warpline.input = "6"}, %x: memref<8xi32> {warpline.input = "1"}) -> memref<8xi32> {
  %c1 = arith.constant 1 : index
  %y = memref.alloc() : memref<8xi32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %part = memref.subview %x[0] [%n] [1] : memref<8xi32> to memref<?xi32, strided<[1]>>
    memref.copy %part, %y : memref<?xi32, strided<[1]>> to memref<8xi32>
    gpu.terminator
  }
  return %y : memref<8xi32>
}

// OUT: stderr:
// OUT: case.mlir:7:5: error[E0501]: expected equal shapes, but found an extent of 6 and one of 8, in block (0, 0, 0) thread (0, 0, 0)
// OUT: case.mlir:4:3: note: launched here
// OUT: exit: 1
// OUT: stderr:
// OUT: case.mlir:7:5: error[E0501]: expected equal shapes, but found an extent of 6 and one of 8, in block (0, 0, 0) thread (0, 0, 0)
// OUT: case.mlir:4:3: note: launched here
// OUT: exit: 1
// OUT: stderr:
// OUT: case.mlir:7:5: error[E0501]: expected equal shapes, but found an extent of 6 and one of 8, in block (0, 0, 0) thread (0, 0, 0)
// OUT: case.mlir:4:3: note: launched here
// OUT: exit: 1
// -----
func.func @main(%x: memref<8xi32> {warpline.input = "1"}, %d: memref<8xi32> {warpline.input = "0"}) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1) {
    %a = memref.load %x[%tx] : memref<8xi32>
    %b = memref.load %d[%tx] : memref<8xi32>
    %q = arith.divsi %a, %b : i32
    memref.store %q, %d[%tx] : memref<8xi32>
    gpu.terminator
  }
  return
}

// OUT: stderr:
// OUT: case.mlir:8:10: error[E0501]: division by zero, in block (0, 0, 0) thread (0, 0, 0)
// OUT: case.mlir:4:3: note: launched here
// OUT: exit: 1
// OUT: stderr:
// OUT: case.mlir:8:10: error[E0501]: division by zero, in block (0, 0, 0) thread (0, 0, 0)
// OUT: case.mlir:4:3: note: launched here
// OUT: exit: 1
// OUT: stderr:
// OUT: case.mlir:8:10: error[E0501]: division by zero, in block (0, 0, 0) thread (0, 0, 0)
// OUT: case.mlir:4:3: note: launched here
// OUT: exit: 1
