// RUN: opt --strength-reduce-addresses
// A pointer that grows with the loop is carried by it; the loop-invariant part is added before.
gpu.module @m {
  gpu.func @row(%p: !ptr.ptr<#llvm.address_space<1>>, %out: !ptr.ptr<#llvm.address_space<1>>, %row: index, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c400 = arith.constant 400 : index
    %zero = arith.constant 0.0 : f32
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (f32) {
      %0 = arith.muli %row, %c400 : index
      %1 = ptr.ptr_add inbounds %p, %0 : !ptr.ptr<#llvm.address_space<1>>, index
      %2 = arith.muli %i, %c4 : index
      %3 = ptr.ptr_add inbounds %1, %2 : !ptr.ptr<#llvm.address_space<1>>, index
      %x = ptr.load %3 alignment = 4 : !ptr.ptr<#llvm.address_space<1>> -> f32
      %next = arith.addf %s, %x : f32
      scf.yield %next : f32
    }
    ptr.store %sum, %out alignment = 4 : f32, !ptr.ptr<#llvm.address_space<1>>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @m {
// OUT:     gpu.func @row(%arg0: !ptr.ptr<#llvm.address_space<1>>, %arg1: !ptr.ptr<#llvm.address_space<1>>, %arg2: index, %arg3: index) kernel {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %cst = arith.constant 0.000000e+00 : f32
// OUT:       %c400 = arith.constant 400 : index
// OUT:       %0 = arith.muli %arg2, %c400 : index
// OUT:       %1 = ptr.ptr_add %arg0, %0 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %c4 = arith.constant 4 : index
// OUT:       %2:2 = scf.for %arg4 = %c0 to %arg3 step %c1 iter_args(%arg5 = %cst, %arg6 = %1) -> (f32, !ptr.ptr<#llvm.address_space<1>>) {
// OUT:         %3 = ptr.load %arg6 alignment = 4 : !ptr.ptr<#llvm.address_space<1>> -> f32
// OUT:         %4 = arith.addf %arg5, %3 : f32
// OUT:         %5 = ptr.ptr_add %arg6, %c4 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:         scf.yield %4, %5 : f32, !ptr.ptr<#llvm.address_space<1>>
// OUT:       }
// OUT:       ptr.store %2#0, %arg1 alignment = 4 : f32, !ptr.ptr<#llvm.address_space<1>>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// Neighbours share the address without their constants.
gpu.module @m {
  gpu.func @neighbours(%p: !ptr.ptr<#llvm.address_space<1>>, %i: index) kernel {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %zero = arith.constant 0.0 : f32
    %j = arith.subi %i, %c1 : index
    %k = arith.addi %i, %c1 : index
    %0 = arith.muli %j, %c4 : index
    %1 = ptr.ptr_add inbounds %p, %0 : !ptr.ptr<#llvm.address_space<1>>, index
    ptr.store %zero, %1 alignment = 4 : f32, !ptr.ptr<#llvm.address_space<1>>
    %2 = arith.muli %k, %c4 : index
    %3 = ptr.ptr_add inbounds %p, %2 : !ptr.ptr<#llvm.address_space<1>>, index
    ptr.store %zero, %3 alignment = 4 : f32, !ptr.ptr<#llvm.address_space<1>>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @m {
// OUT:     gpu.func @neighbours(%arg0: !ptr.ptr<#llvm.address_space<1>>, %arg1: index) kernel {
// OUT:       %cst = arith.constant 0.000000e+00 : f32
// OUT:       %c4 = arith.constant 4 : index
// OUT:       %0 = arith.muli %arg1, %c4 : index
// OUT:       %1 = ptr.ptr_add %arg0, %0 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %c-4 = arith.constant -4 : index
// OUT:       %2 = ptr.ptr_add %1, %c-4 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       ptr.store %cst, %2 alignment = 4 : f32, !ptr.ptr<#llvm.address_space<1>>
// OUT:       %c4_0 = arith.constant 4 : index
// OUT:       %3 = arith.muli %arg1, %c4_0 : index
// OUT:       %4 = ptr.ptr_add %arg0, %3 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %c4_1 = arith.constant 4 : index
// OUT:       %5 = ptr.ptr_add %4, %c4_1 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       ptr.store %cst, %5 alignment = 4 : f32, !ptr.ptr<#llvm.address_space<1>>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// In a buffer of a known layout the number of an element that is in bounds fits 32 bits.
gpu.module @m {
  gpu.func @small(%m: memref<64x32xf32, #llvm.address_space<1>>, %i: index, %j: index) kernel {
    %c4 = arith.constant 4 : index
    %c128 = arith.constant 128 : index
    %zero = arith.constant 0.0 : f32
    %p = ptr.to_ptr %m : memref<64x32xf32, #llvm.address_space<1>> -> <#llvm.address_space<1>>
    %0 = arith.muli %i, %c128 : index
    %1 = ptr.ptr_add inbounds %p, %0 : !ptr.ptr<#llvm.address_space<1>>, index
    %2 = arith.muli %j, %c4 : index
    %3 = ptr.ptr_add inbounds %1, %2 : !ptr.ptr<#llvm.address_space<1>>, index
    ptr.store %zero, %3 alignment = 4 : f32, !ptr.ptr<#llvm.address_space<1>>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @m {
// OUT:     gpu.func @small(%arg0: memref<64x32xf32, #llvm.address_space<1>>, %arg1: index, %arg2: index) kernel {
// OUT:       %cst = arith.constant 0.000000e+00 : f32
// OUT:       %0 = ptr.to_ptr %arg0 : memref<64x32xf32, #llvm.address_space<1>> -> <#llvm.address_space<1>>
// OUT:       %1 = arith.index_cast %arg1 : index to i32
// OUT:       %c32_i32 = arith.constant 32 : i32
// OUT:       %2 = arith.muli %1, %c32_i32 : i32
// OUT:       %3 = arith.index_cast %arg2 : index to i32
// OUT:       %4 = arith.addi %2, %3 : i32
// OUT:       %5 = arith.index_castui %4 : i32 to index
// OUT:       %c4 = arith.constant 4 : index
// OUT:       %6 = arith.muli %5, %c4 : index
// OUT:       %7 = ptr.ptr_add %0, %6 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       ptr.store %cst, %7 alignment = 4 : f32, !ptr.ptr<#llvm.address_space<1>>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// Strides that are known when the program runs; each loop of a nest carries a pointer.
gpu.module @m {
  gpu.func @nest(%p: !ptr.ptr<#llvm.address_space<1>>, %stride: index, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %zero = arith.constant 0.0 : f32
    scf.for %i = %c0 to %n step %c1 {
      scf.for %j = %c1 to %n step %c1 {
        %0 = arith.muli %i, %stride : index
        %1 = arith.muli %0, %c4 : index
        %2 = ptr.ptr_add inbounds %p, %1 : !ptr.ptr<#llvm.address_space<1>>, index
        %3 = arith.muli %j, %c4 : index
        %4 = ptr.ptr_add inbounds %2, %3 : !ptr.ptr<#llvm.address_space<1>>, index
        ptr.store %zero, %4 alignment = 4 : f32, !ptr.ptr<#llvm.address_space<1>>
      }
    }
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @m {
// OUT:     gpu.func @nest(%arg0: !ptr.ptr<#llvm.address_space<1>>, %arg1: index, %arg2: index) kernel {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %cst = arith.constant 0.000000e+00 : f32
// OUT:       scf.for %arg3 = %c0 to %arg2 step %c1 {
// OUT:         %c4 = arith.constant 4 : index
// OUT:         %0 = ptr.ptr_add %arg0, %c4 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:         %c4_0 = arith.constant 4 : index
// OUT:         %1 = scf.for %arg4 = %c1 to %arg2 step %c1 iter_args(%arg5 = %0) -> (!ptr.ptr<#llvm.address_space<1>>) {
// OUT:           %2 = arith.muli %arg3, %arg1 : index
// OUT:           %c4_1 = arith.constant 4 : index
// OUT:           %3 = arith.muli %2, %c4_1 : index
// OUT:           %4 = ptr.ptr_add %arg5, %3 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:           ptr.store %cst, %4 alignment = 4 : f32, !ptr.ptr<#llvm.address_space<1>>
// OUT:           %5 = ptr.ptr_add %arg5, %c4_0 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:           scf.yield %5 : !ptr.ptr<#llvm.address_space<1>>
// OUT:         }
// OUT:       }
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// Functions of the host stay.
func.func @host(%p: !ptr.ptr<#llvm.address_space<1>>, %i: index) -> f32 {
  %c4 = arith.constant 4 : index
  %0 = arith.muli %i, %c4 : index
  %1 = ptr.ptr_add inbounds %p, %0 : !ptr.ptr<#llvm.address_space<1>>, index
  %x = ptr.load %1 alignment = 4 : !ptr.ptr<#llvm.address_space<1>> -> f32
  return %x : f32
}

// OUT: module {
// OUT:   func.func @host(%arg0: !ptr.ptr<#llvm.address_space<1>>, %arg1: index) -> f32 {
// OUT:     %c4 = arith.constant 4 : index
// OUT:     %0 = arith.muli %arg1, %c4 : index
// OUT:     %1 = ptr.ptr_add inbounds %arg0, %0 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:     %2 = ptr.load %1 alignment = 4 : !ptr.ptr<#llvm.address_space<1>> -> f32
// OUT:     return %2 : f32
// OUT:   }
// OUT: }
