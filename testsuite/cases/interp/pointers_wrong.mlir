// RUN: not run --device=interp

func.func @main() -> f32 {
  %m = memref.alloc() : memref<4xf32, #llvm.address_space<1>>
  %p = ptr.to_ptr %m : memref<4xf32, #llvm.address_space<1>> -> <#llvm.address_space<1>>
  %bytes = arith.constant 16 : index
  %q = ptr.ptr_add %p, %bytes : !ptr.ptr<#llvm.address_space<1>>, index
  %x = ptr.load %q : !ptr.ptr<#llvm.address_space<1>> -> f32
  return %x : f32
}

// OUT: pointers_wrong.mlir:8:8: warning[W0206]: the memory is read, but nothing writes it
// OUT: pointers_wrong.mlir:4:8: note: the buffer was allocated here
// OUT: pointers_wrong.mlir:8:8: error[E0504]: the element is outside of its buffer
// -----

func.func @main() -> f32 {
  %m = memref.alloc() : memref<4xf32, #llvm.address_space<1>>
  %p = ptr.to_ptr %m : memref<4xf32, #llvm.address_space<1>> -> <#llvm.address_space<1>>
  %bytes = arith.constant -4 : index
  %q = ptr.ptr_add %p, %bytes : !ptr.ptr<#llvm.address_space<1>>, index
  %x = ptr.load %q : !ptr.ptr<#llvm.address_space<1>> -> f32
  return %x : f32
}

// OUT: pointers_wrong.mlir:7:8: warning[W0206]: the memory is read, but nothing writes it
// OUT: pointers_wrong.mlir:3:8: note: the buffer was allocated here
// OUT: pointers_wrong.mlir:7:8: error[E0504]: the element is outside of its buffer
// -----

func.func @main() {
  %x = arith.constant 1.0 : f32
  %m = memref.alloc() : memref<4xf32, #llvm.address_space<1>>
  %p = ptr.to_ptr %m : memref<4xf32, #llvm.address_space<1>> -> <#llvm.address_space<1>>
  memref.dealloc %m : memref<4xf32, #llvm.address_space<1>>
  ptr.store %x, %p : f32, !ptr.ptr<#llvm.address_space<1>>
  return
}

// OUT: pointers_wrong.mlir:7:3: error[E0501]: use of a buffer after it was freed
// OUT: pointers_wrong.mlir:4:8: note: the buffer was allocated here
// OUT: pointers_wrong.mlir:6:3: note: it was freed here
// -----

func.func @main() -> f32 {
  %m = memref.alloc() : memref<4xf32, #llvm.address_space<1>>
  %p = ptr.to_ptr %m : memref<4xf32, #llvm.address_space<1>> -> <#llvm.address_space<1>>
  %x = ptr.load %p : !ptr.ptr<#llvm.address_space<1>> -> f32
  return %x : f32
}

// OUT: pointers_wrong.mlir:5:8: warning[W0206]: the memory is read, but nothing writes it
// OUT: pointers_wrong.mlir:3:8: note: the buffer was allocated here
// OUT: pointers_wrong.mlir:5:8: error[E0501]: read of an element that was never written
// OUT: pointers_wrong.mlir:3:8: note: the buffer was allocated here
// -----

func.func @main() {
  %x = arith.constant dense<1.0> : vector<2xf32>
  %m = memref.alloc() : memref<4xf32, #llvm.address_space<1>>
  %p = ptr.to_ptr %m : memref<4xf32, #llvm.address_space<1>> -> <#llvm.address_space<1>>
  %bytes = arith.constant 4 : index
  %q = ptr.ptr_add %p, %bytes : !ptr.ptr<#llvm.address_space<1>>, index
  ptr.store %x, %q alignment = 8 : vector<2xf32>, !ptr.ptr<#llvm.address_space<1>>
  return
}

// OUT: pointers_wrong.mlir:8:3: error[E0501]: expected an address that is a multiple of 8, but 4 bytes remain
// -----

func.func @main() -> index {
  %m = memref.alloca() : memref<4xf32, #llvm.address_space<1>>
  %n = memref.alloca() : memref<4xf32, #llvm.address_space<1>>
  %p = ptr.to_ptr %m : memref<4xf32, #llvm.address_space<1>> -> <#llvm.address_space<1>>
  %q = ptr.to_ptr %n : memref<4xf32, #llvm.address_space<1>> -> <#llvm.address_space<1>>
  %d = ptr.ptr_diff %p, %q : !ptr.ptr<#llvm.address_space<1>> -> index
  return %d : index
}

// OUT: pointers_wrong.mlir:7:8: error[E0501]: the difference of pointers into different buffers
// -----

module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @race(%m: memref<1xf32, #llvm.address_space<1>>) kernel {
      %i = gpu.thread_id x
      %n = arith.index_cast %i : index to i32
      %x = arith.sitofp %n : i32 to f32
      %p = ptr.to_ptr %m : memref<1xf32, #llvm.address_space<1>> -> <#llvm.address_space<1>>
      ptr.store %x, %p : f32, !ptr.ptr<#llvm.address_space<1>>
      gpu.return
    }
  }
  func.func @main(%a: memref<1xf32, #llvm.address_space<1>> {warpline.input = "0"}) {
    %one = arith.constant 1 : index
    %n = arith.constant 4 : index
    gpu.launch_func @k::@race blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%a : memref<1xf32, #llvm.address_space<1>>)
    return
  }
}

// OUT: pointers_wrong.mlir:9:7: error[E0501]: data race: this write is not ordered with an earlier write, in block (0, 0, 0) thread (1, 0, 0) of '@k::@race'
// OUT: pointers_wrong.mlir:9:7: note: the write by thread 0 of block 0
// OUT: pointers_wrong.mlir:16:5: note: launched here
