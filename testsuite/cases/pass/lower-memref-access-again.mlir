// RUN: opt --lower-memref-access --lower-memref-access

// A pointer to a buffer that the pass made is no view to be made anew: that would be a buffer of one element.
gpu.module @k {
  gpu.func @fill(%m: memref<8xi32>, %c: i32) kernel {
    %i = gpu.thread_id x
    memref.store %c, %m[%i] : memref<8xi32>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @k {
// OUT:     gpu.func @fill(%arg0: memref<8xi32>, %arg1: i32) kernel {
// OUT:       %memspacecast = memref.memory_space_cast %arg0 : memref<8xi32> to memref<8xi32, #llvm.address_space<1>>
// OUT:       %0 = ptr.to_ptr %memspacecast : memref<8xi32, #llvm.address_space<1>> -> <#llvm.address_space<1>>
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %c4 = arith.constant 4 : index
// OUT:       %1 = arith.muli %thread_id_x, %c4 : index
// OUT:       %2 = ptr.ptr_add inbounds %0, %1 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       ptr.store %arg1, %2 alignment = 4 : i32, !ptr.ptr<#llvm.address_space<1>>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// A pointer to a part of a buffer is that of its first element.
gpu.module @k {
  gpu.func @last(%m: memref<8xi32, #llvm.address_space<1>>, %c: i32, %from: index) kernel {
    %part = memref.subview %m[%from] [2] [1]
      : memref<8xi32, #llvm.address_space<1>> to memref<2xi32, strided<[1], offset: ?>, #llvm.address_space<1>>
    %at = ptr.to_ptr %part : memref<2xi32, strided<[1], offset: ?>, #llvm.address_space<1>> -> !ptr.ptr<#llvm.address_space<1>>
    ptr.store %c, %at : i32, !ptr.ptr<#llvm.address_space<1>>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @k {
// OUT:     gpu.func @last(%arg0: memref<8xi32, #llvm.address_space<1>>, %arg1: i32, %arg2: index) kernel {
// OUT:       %0 = ptr.to_ptr %arg0 : memref<8xi32, #llvm.address_space<1>> -> <#llvm.address_space<1>>
// OUT:       %c4 = arith.constant 4 : index
// OUT:       %1 = arith.muli %arg2, %c4 : index
// OUT:       %2 = ptr.ptr_add inbounds %0, %1 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       ptr.store %arg1, %2 : i32, !ptr.ptr<#llvm.address_space<1>>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
