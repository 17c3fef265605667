// RUN: opt --lower-memref-access

// Constant bytes come last; sizes and strides that the type does not know are metadata.
gpu.module @k {
  gpu.func @accesses(%a: memref<8x4xf32>, %b: memref<?x?xf32>, %i: index, %j: index) kernel {
    %c3 = arith.constant 3 : index
    %x = memref.load %a[%i, %c3] : memref<8x4xf32>
    %y = memref.load %b[%i, %j] : memref<?x?xf32>
    %z = arith.addf %x, %y : f32
    memref.store %z, %b[%c3, %i] {nontemporal = true} : memref<?x?xf32>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @k {
// OUT:     gpu.func @accesses(%arg0: memref<8x4xf32>, %arg1: memref<?x?xf32>, %arg2: index, %arg3: index) kernel {
// OUT:       %memspacecast = memref.memory_space_cast %arg1 : memref<?x?xf32> to memref<?x?xf32, #llvm.address_space<1>>
// OUT:       %0 = ptr.to_ptr %memspacecast : memref<?x?xf32, #llvm.address_space<1>> -> <#llvm.address_space<1>>
// OUT:       %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg1 : memref<?x?xf32> -> memref<f32>, index, index, index, index, index
// OUT:       %memspacecast_0 = memref.memory_space_cast %arg0 : memref<8x4xf32> to memref<8x4xf32, #llvm.address_space<1>>
// OUT:       %1 = ptr.to_ptr %memspacecast_0 : memref<8x4xf32, #llvm.address_space<1>> -> <#llvm.address_space<1>>
// OUT:       %c16 = arith.constant 16 : index
// OUT:       %2 = arith.muli %arg2, %c16 : index
// OUT:       %3 = ptr.ptr_add inbounds %1, %2 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %c12 = arith.constant 12 : index
// OUT:       %4 = ptr.ptr_add inbounds %3, %c12 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %5 = ptr.load %4 alignment = 4 : !ptr.ptr<#llvm.address_space<1>> -> f32
// OUT:       %6 = arith.muli %arg2, %strides#0 : index
// OUT:       %c4 = arith.constant 4 : index
// OUT:       %7 = arith.muli %6, %c4 : index
// OUT:       %8 = ptr.ptr_add inbounds %0, %7 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %c4_1 = arith.constant 4 : index
// OUT:       %9 = arith.muli %arg3, %c4_1 : index
// OUT:       %10 = ptr.ptr_add inbounds %8, %9 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %11 = ptr.load %10 alignment = 4 : !ptr.ptr<#llvm.address_space<1>> -> f32
// OUT:       %12 = arith.addf %5, %11 : f32
// OUT:       %c12_2 = arith.constant 12 : index
// OUT:       %13 = arith.muli %strides#0, %c12_2 : index
// OUT:       %14 = ptr.ptr_add inbounds %0, %13 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %c4_3 = arith.constant 4 : index
// OUT:       %15 = arith.muli %arg2, %c4_3 : index
// OUT:       %16 = ptr.ptr_add inbounds %14, %15 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       ptr.store %12, %16 nontemporal alignment = 4 : f32, !ptr.ptr<#llvm.address_space<1>>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// Vectors have the alignment that their indices prove.
gpu.module @k {
  gpu.func @vectors(%a: memref<64xf16, #gpu.address_space<global>> {llvm.align = 256 : i64}, %b: memref<?xindex>) kernel {
    %c8 = arith.constant 8 : index
    %t = gpu.thread_id x
    %i = arith.muli %t, %c8 : index
    %v = vector.load %a[%i] : memref<64xf16, #gpu.address_space<global>>, vector<8xf16>
    vector.store %v, %a[%t] : memref<64xf16, #gpu.address_space<global>>, vector<8xf16>
    %w = vector.load %b[%i] {alignment = 16 : i64} : memref<?xindex>, vector<2xindex>
    %n = memref.load %b[%c8] : memref<?xindex>
    memref.store %n, %b[%t] : memref<?xindex>
    vector.store %w, %b[%t] : memref<?xindex>, vector<2xindex>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @k {
// OUT:     gpu.func @vectors(%arg0: memref<64xf16, #gpu.address_space<global>> {llvm.align = 256 : i64}, %arg1: memref<?xindex>) kernel {
// OUT:       %memspacecast = memref.memory_space_cast %arg1 : memref<?xindex> to memref<?xindex, #llvm.address_space<1>>
// OUT:       %0 = ptr.to_ptr %memspacecast : memref<?xindex, #llvm.address_space<1>> -> <#llvm.address_space<1>>
// OUT:       %memspacecast_0 = memref.memory_space_cast %arg0 : memref<64xf16, #gpu.address_space<global>> to memref<64xf16, #llvm.address_space<1>>
// OUT:       %1 = ptr.to_ptr %memspacecast_0 : memref<64xf16, #llvm.address_space<1>> -> <#llvm.address_space<1>>
// OUT:       %c8 = arith.constant 8 : index
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %2 = arith.muli %thread_id_x, %c8 : index
// OUT:       %c2 = arith.constant 2 : index
// OUT:       %3 = arith.muli %2, %c2 : index
// OUT:       %4 = ptr.ptr_add inbounds %1, %3 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %5 = ptr.load %4 alignment = 16 : !ptr.ptr<#llvm.address_space<1>> -> vector<4xf16>
// OUT:       %6:4 = vector.to_elements %5 : vector<4xf16>
// OUT:       %c8_1 = arith.constant 8 : index
// OUT:       %7 = ptr.ptr_add inbounds %4, %c8_1 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %8 = ptr.load %7 alignment = 8 : !ptr.ptr<#llvm.address_space<1>> -> vector<4xf16>
// OUT:       %9:4 = vector.to_elements %8 : vector<4xf16>
// OUT:       %c2_2 = arith.constant 2 : index
// OUT:       %10 = arith.muli %thread_id_x, %c2_2 : index
// OUT:       %11 = ptr.ptr_add inbounds %1, %10 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       ptr.store %6#0, %11 alignment = 2 : f16, !ptr.ptr<#llvm.address_space<1>>
// OUT:       %c2_3 = arith.constant 2 : index
// OUT:       %12 = ptr.ptr_add inbounds %11, %c2_3 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       ptr.store %6#1, %12 alignment = 2 : f16, !ptr.ptr<#llvm.address_space<1>>
// OUT:       %c4 = arith.constant 4 : index
// OUT:       %13 = ptr.ptr_add inbounds %11, %c4 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       ptr.store %6#2, %13 alignment = 2 : f16, !ptr.ptr<#llvm.address_space<1>>
// OUT:       %c6 = arith.constant 6 : index
// OUT:       %14 = ptr.ptr_add inbounds %11, %c6 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       ptr.store %6#3, %14 alignment = 2 : f16, !ptr.ptr<#llvm.address_space<1>>
// OUT:       %c8_4 = arith.constant 8 : index
// OUT:       %15 = ptr.ptr_add inbounds %11, %c8_4 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       ptr.store %9#0, %15 alignment = 2 : f16, !ptr.ptr<#llvm.address_space<1>>
// OUT:       %c10 = arith.constant 10 : index
// OUT:       %16 = ptr.ptr_add inbounds %11, %c10 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       ptr.store %9#1, %16 alignment = 2 : f16, !ptr.ptr<#llvm.address_space<1>>
// OUT:       %c12 = arith.constant 12 : index
// OUT:       %17 = ptr.ptr_add inbounds %11, %c12 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       ptr.store %9#2, %17 alignment = 2 : f16, !ptr.ptr<#llvm.address_space<1>>
// OUT:       %c14 = arith.constant 14 : index
// OUT:       %18 = ptr.ptr_add inbounds %11, %c14 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       ptr.store %9#3, %18 alignment = 2 : f16, !ptr.ptr<#llvm.address_space<1>>
// OUT:       %c8_5 = arith.constant 8 : index
// OUT:       %19 = arith.muli %2, %c8_5 : index
// OUT:       %20 = ptr.ptr_add inbounds %0, %19 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %21 = ptr.load %20 alignment = 16 : !ptr.ptr<#llvm.address_space<1>> -> vector<2xi64>
// OUT:       %22:2 = vector.to_elements %21 : vector<2xi64>
// OUT:       %23 = arith.index_cast %22#0 : i64 to index
// OUT:       %24 = arith.index_cast %22#1 : i64 to index
// OUT:       %c64 = arith.constant 64 : index
// OUT:       %25 = ptr.ptr_add inbounds %0, %c64 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %26 = ptr.load %25 alignment = 8 : !ptr.ptr<#llvm.address_space<1>> -> i64
// OUT:       %27 = arith.index_cast %26 : i64 to index
// OUT:       %c8_6 = arith.constant 8 : index
// OUT:       %28 = arith.muli %thread_id_x, %c8_6 : index
// OUT:       %29 = ptr.ptr_add inbounds %0, %28 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %30 = arith.index_cast %27 : index to i64
// OUT:       ptr.store %30, %29 alignment = 8 : i64, !ptr.ptr<#llvm.address_space<1>>
// OUT:       %c8_7 = arith.constant 8 : index
// OUT:       %31 = arith.muli %thread_id_x, %c8_7 : index
// OUT:       %32 = ptr.ptr_add inbounds %0, %31 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %33 = arith.index_cast %23 : index to i64
// OUT:       %34 = arith.index_cast %24 : index to i64
// OUT:       ptr.store %33, %32 alignment = 8 : i64, !ptr.ptr<#llvm.address_space<1>>
// OUT:       %c8_8 = arith.constant 8 : index
// OUT:       %35 = ptr.ptr_add inbounds %32, %c8_8 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       ptr.store %34, %35 alignment = 8 : i64, !ptr.ptr<#llvm.address_space<1>>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// What nothing writes while the kernel runs is invariant.
gpu.module @k {
  gpu.func @invariant(%a: memref<64xf32> {llvm.noalias, llvm.readonly}, %b: memref<64xf32> {llvm.noalias}) kernel {
    %t = gpu.thread_id x
    %x = memref.load %a[%t] : memref<64xf32>
    memref.store %x, %b[%t] : memref<64xf32>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @k {
// OUT:     gpu.func @invariant(%arg0: memref<64xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<64xf32> {llvm.noalias}) kernel {
// OUT:       %memspacecast = memref.memory_space_cast %arg1 : memref<64xf32> to memref<64xf32, #llvm.address_space<1>>
// OUT:       %0 = ptr.to_ptr %memspacecast : memref<64xf32, #llvm.address_space<1>> -> <#llvm.address_space<1>>
// OUT:       %memspacecast_0 = memref.memory_space_cast %arg0 : memref<64xf32> to memref<64xf32, #llvm.address_space<1>>
// OUT:       %1 = ptr.to_ptr %memspacecast_0 : memref<64xf32, #llvm.address_space<1>> -> <#llvm.address_space<1>>
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %c4 = arith.constant 4 : index
// OUT:       %2 = arith.muli %thread_id_x, %c4 : index
// OUT:       %3 = ptr.ptr_add inbounds %1, %2 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %4 = ptr.load %3 invariant alignment = 4 : !ptr.ptr<#llvm.address_space<1>> -> f32
// OUT:       %c4_1 = arith.constant 4 : index
// OUT:       %5 = arith.muli %thread_id_x, %c4_1 : index
// OUT:       %6 = ptr.ptr_add inbounds %0, %5 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       ptr.store %4, %6 alignment = 4 : f32, !ptr.ptr<#llvm.address_space<1>>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// Views are arithmetic.
gpu.module @k {
  gpu.func @views(%a: memref<16x?xf32>, %m: memref<1024xi8>, %n: index, %i: index, %j: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %part = memref.subview %a[%i, 4] [4, %n] [2, 1] : memref<16x?xf32> to memref<4x?xf32, strided<[?, 1], offset: ?>>
    %x = memref.load %part[%c1, %j] : memref<4x?xf32, strided<[?, 1], offset: ?>>
    %flat = memref.collapse_shape %a [[0, 1]] : memref<16x?xf32> into memref<?xf32>
    %size = memref.dim %flat, %c0 : memref<?xf32>
    %turned = memref.transpose %a (d0, d1) -> (d1, d0) : memref<16x?xf32> to memref<?x16xf32, strided<[1, ?]>>
    %y = memref.load %turned[%j, %i] : memref<?x16xf32, strided<[1, ?]>>
    %split = memref.expand_shape %a [[0, 1], [2]] output_shape [4, 4, %size] : memref<16x?xf32> into memref<4x4x?xf32>
    memref.store %x, %split[%c1, %i, %j] : memref<4x4x?xf32>
    %words = memref.view %m[%i][%n] : memref<1024xi8> to memref<?xi32>
    %z = memref.load %words[%j] : memref<?xi32>
    memref.store %z, %words[%c0] : memref<?xi32>
    memref.store %y, %flat[%size] : memref<?xf32>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @k {
// OUT:     gpu.func @views(%arg0: memref<16x?xf32>, %arg1: memref<1024xi8>, %arg2: index, %arg3: index, %arg4: index) kernel {
// OUT:       %memspacecast = memref.memory_space_cast %arg1 : memref<1024xi8> to memref<1024xi8, #llvm.address_space<1>>
// OUT:       %0 = ptr.to_ptr %memspacecast : memref<1024xi8, #llvm.address_space<1>> -> <#llvm.address_space<1>>
// OUT:       %memspacecast_0 = memref.memory_space_cast %arg0 : memref<16x?xf32> to memref<16x?xf32, #llvm.address_space<1>>
// OUT:       %1 = ptr.to_ptr %memspacecast_0 : memref<16x?xf32, #llvm.address_space<1>> -> <#llvm.address_space<1>>
// OUT:       %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<16x?xf32> -> memref<f32>, index, index, index, index, index
// OUT:       %2 = arith.muli %arg3, %strides#0 : index
// OUT:       %c4 = arith.constant 4 : index
// OUT:       %3 = arith.muli %2, %c4 : index
// OUT:       %4 = ptr.ptr_add inbounds %1, %3 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %c2 = arith.constant 2 : index
// OUT:       %5 = arith.muli %strides#0, %c2 : index
// OUT:       %c4_1 = arith.constant 4 : index
// OUT:       %6 = arith.muli %5, %c4_1 : index
// OUT:       %7 = ptr.ptr_add inbounds %4, %6 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %c4_2 = arith.constant 4 : index
// OUT:       %8 = arith.muli %arg4, %c4_2 : index
// OUT:       %9 = ptr.ptr_add inbounds %7, %8 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %c16 = arith.constant 16 : index
// OUT:       %10 = ptr.ptr_add inbounds %9, %c16 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %11 = ptr.load %10 alignment = 4 : !ptr.ptr<#llvm.address_space<1>> -> f32
// OUT:       %c16_3 = arith.constant 16 : index
// OUT:       %12 = arith.muli %sizes#1, %c16_3 : index
// OUT:       %c4_4 = arith.constant 4 : index
// OUT:       %13 = arith.muli %arg4, %c4_4 : index
// OUT:       %14 = ptr.ptr_add inbounds %1, %13 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %15 = arith.muli %arg3, %strides#0 : index
// OUT:       %c4_5 = arith.constant 4 : index
// OUT:       %16 = arith.muli %15, %c4_5 : index
// OUT:       %17 = ptr.ptr_add inbounds %14, %16 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %18 = ptr.load %17 alignment = 4 : !ptr.ptr<#llvm.address_space<1>> -> f32
// OUT:       %c4_6 = arith.constant 4 : index
// OUT:       %19 = arith.muli %strides#0, %c4_6 : index
// OUT:       %c4_7 = arith.constant 4 : index
// OUT:       %20 = arith.muli %19, %c4_7 : index
// OUT:       %21 = ptr.ptr_add inbounds %1, %20 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %22 = arith.muli %arg3, %strides#0 : index
// OUT:       %c4_8 = arith.constant 4 : index
// OUT:       %23 = arith.muli %22, %c4_8 : index
// OUT:       %24 = ptr.ptr_add inbounds %21, %23 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %c4_9 = arith.constant 4 : index
// OUT:       %25 = arith.muli %arg4, %c4_9 : index
// OUT:       %26 = ptr.ptr_add inbounds %24, %25 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       ptr.store %11, %26 alignment = 4 : f32, !ptr.ptr<#llvm.address_space<1>>
// OUT:       %27 = ptr.ptr_add inbounds %0, %arg3 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %c4_10 = arith.constant 4 : index
// OUT:       %28 = arith.muli %arg4, %c4_10 : index
// OUT:       %29 = ptr.ptr_add inbounds %27, %28 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %30 = ptr.load %29 alignment = 4 : !ptr.ptr<#llvm.address_space<1>> -> i32
// OUT:       ptr.store %30, %27 alignment = 4 : i32, !ptr.ptr<#llvm.address_space<1>>
// OUT:       %c4_11 = arith.constant 4 : index
// OUT:       %31 = arith.muli %12, %c4_11 : index
// OUT:       %32 = ptr.ptr_add inbounds %1, %31 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       ptr.store %18, %32 alignment = 4 : f32, !ptr.ptr<#llvm.address_space<1>>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// Arrays of the kernel, globals, and what takes a buffer: atomic updates keep one.
gpu.module @k {
  memref.global "private" constant @table : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
  gpu.func @arrays(%a: memref<4x64xi32>, %i: index) workgroup(%w: memref<64xi32, #gpu.address_space<workgroup>>) private(%p: memref<4xf32>) kernel {
    %one = arith.constant 1 : i32
    %global = memref.get_global @table : memref<4xf32>
    %x = memref.load %global[%i] : memref<4xf32>
    memref.store %x, %p[%i] : memref<4xf32>
    %s = memref.alloca() {alignment = 32 : i64} : memref<4xf32>
    memref.store %x, %s[%i] : memref<4xf32>
    memref.store %one, %w[%i] : memref<64xi32, #gpu.address_space<workgroup>>
    %row = memref.subview %a[%i, 0] [1, 64] [1, 1] : memref<4x64xi32> to memref<64xi32, strided<[1], offset: ?>>
    %old = memref.atomic_rmw addi %one, %row[%i] : (i32, memref<64xi32, strided<[1], offset: ?>>) -> i32
    func.call @helper(%row) : (memref<64xi32, strided<[1], offset: ?>>) -> ()
    gpu.return
  }
  func.func @helper(%m: memref<64xi32, strided<[1], offset: ?>>) {
    %c0 = arith.constant 0 : index
    %x = memref.load %m[%c0] : memref<64xi32, strided<[1], offset: ?>>
    memref.store %x, %m[%c0] : memref<64xi32, strided<[1], offset: ?>>
    return
  }
}

// OUT: module {
// OUT:   gpu.module @k {
// OUT:     memref.global "private" constant @table : memref<4xf32> = dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]>
// OUT:     gpu.func @arrays(%arg0: memref<4x64xi32>, %arg1: index) workgroup(%arg2 : memref<64xi32, #gpu.address_space<workgroup>>) private(%arg3 : memref<4xf32>) kernel {
// OUT:       %memspacecast = memref.memory_space_cast %arg0 : memref<4x64xi32> to memref<4x64xi32, #llvm.address_space<1>>
// OUT:       %0 = ptr.to_ptr %memspacecast : memref<4x64xi32, #llvm.address_space<1>> -> <#llvm.address_space<1>>
// OUT:       %memspacecast_0 = memref.memory_space_cast %arg2 : memref<64xi32, #gpu.address_space<workgroup>> to memref<64xi32, #llvm.address_space<3>>
// OUT:       %1 = ptr.to_ptr %memspacecast_0 : memref<64xi32, #llvm.address_space<3>> -> <#llvm.address_space<3>>
// OUT:       %memspacecast_1 = memref.memory_space_cast %arg3 : memref<4xf32> to memref<4xf32, #llvm.address_space<5>>
// OUT:       %2 = ptr.to_ptr %memspacecast_1 : memref<4xf32, #llvm.address_space<5>> -> <#llvm.address_space<5>>
// OUT:       %c1_i32 = arith.constant 1 : i32
// OUT:       %3 = memref.get_global @table : memref<4xf32>
// OUT:       %memspacecast_2 = memref.memory_space_cast %3 : memref<4xf32> to memref<4xf32, #llvm.address_space<1>>
// OUT:       %4 = ptr.to_ptr %memspacecast_2 : memref<4xf32, #llvm.address_space<1>> -> <#llvm.address_space<1>>
// OUT:       %c4 = arith.constant 4 : index
// OUT:       %5 = arith.muli %arg1, %c4 : index
// OUT:       %6 = ptr.ptr_add inbounds %4, %5 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %7 = ptr.load %6 alignment = 4 : !ptr.ptr<#llvm.address_space<1>> -> f32
// OUT:       %c4_3 = arith.constant 4 : index
// OUT:       %8 = arith.muli %arg1, %c4_3 : index
// OUT:       %9 = ptr.ptr_add inbounds %2, %8 : !ptr.ptr<#llvm.address_space<5>>, index
// OUT:       ptr.store %7, %9 alignment = 4 : f32, !ptr.ptr<#llvm.address_space<5>>
// OUT:       %alloca = memref.alloca() {alignment = 32 : i64} : memref<4xf32>
// OUT:       %memspacecast_4 = memref.memory_space_cast %alloca : memref<4xf32> to memref<4xf32, #llvm.address_space<5>>
// OUT:       %10 = ptr.to_ptr %memspacecast_4 : memref<4xf32, #llvm.address_space<5>> -> <#llvm.address_space<5>>
// OUT:       %c4_5 = arith.constant 4 : index
// OUT:       %11 = arith.muli %arg1, %c4_5 : index
// OUT:       %12 = ptr.ptr_add inbounds %10, %11 : !ptr.ptr<#llvm.address_space<5>>, index
// OUT:       ptr.store %7, %12 alignment = 4 : f32, !ptr.ptr<#llvm.address_space<5>>
// OUT:       %c4_6 = arith.constant 4 : index
// OUT:       %13 = arith.muli %arg1, %c4_6 : index
// OUT:       %14 = ptr.ptr_add inbounds %1, %13 : !ptr.ptr<#llvm.address_space<3>>, index
// OUT:       ptr.store %c1_i32, %14 alignment = 4 : i32, !ptr.ptr<#llvm.address_space<3>>
// OUT:       %c256 = arith.constant 256 : index
// OUT:       %15 = arith.muli %arg1, %c256 : index
// OUT:       %16 = ptr.ptr_add inbounds %0, %15 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %17 = ptr.from_ptr %16 : <#llvm.address_space<1>> -> memref<i32, #llvm.address_space<1>>
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %reinterpret_cast = memref.reinterpret_cast %17 to offset: [%c0], sizes: [64], strides: [1] : memref<i32, #llvm.address_space<1>> to memref<64xi32, strided<[1], offset: ?>, #llvm.address_space<1>>
// OUT:       %memspacecast_7 = memref.memory_space_cast %reinterpret_cast : memref<64xi32, strided<[1], offset: ?>, #llvm.address_space<1>> to memref<64xi32, strided<[1], offset: ?>>
// OUT:       %c4_8 = arith.constant 4 : index
// OUT:       %18 = arith.muli %arg1, %c4_8 : index
// OUT:       %19 = ptr.ptr_add inbounds %16, %18 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %20 = ptr.from_ptr %19 : <#llvm.address_space<1>> -> memref<i32, #llvm.address_space<1>>
// OUT:       %21 = memref.atomic_rmw addi %c1_i32, %20[] : (i32, memref<i32, #llvm.address_space<1>>) -> i32
// OUT:       func.call @helper(%memspacecast_7) : (memref<64xi32, strided<[1], offset: ?>>) -> ()
// OUT:       gpu.return
// OUT:     }
// OUT:     func.func @helper(%arg0: memref<64xi32, strided<[1], offset: ?>>) {
// OUT:       %memspacecast = memref.memory_space_cast %arg0 : memref<64xi32, strided<[1], offset: ?>> to memref<64xi32, strided<[1], offset: ?>, #llvm.address_space<1>>
// OUT:       %0 = ptr.to_ptr %memspacecast : memref<64xi32, strided<[1], offset: ?>, #llvm.address_space<1>> -> <#llvm.address_space<1>>
// OUT:       %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %arg0 : memref<64xi32, strided<[1], offset: ?>> -> memref<i32>, index, index, index
// OUT:       %c4 = arith.constant 4 : index
// OUT:       %1 = arith.muli %offset, %c4 : index
// OUT:       %2 = ptr.ptr_add %0, %1 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %3 = ptr.load %2 alignment = 4 : !ptr.ptr<#llvm.address_space<1>> -> i32
// OUT:       ptr.store %3, %2 alignment = 4 : i32, !ptr.ptr<#llvm.address_space<1>>
// OUT:       return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// Host code stays, and so does what memory holds in less than whole bytes.
gpu.module @k {
  gpu.func @bits(%a: memref<64xi1>, %i: index) kernel {
    %v = vector.load %a[%i] : memref<64xi1>, vector<8xi1>
    vector.store %v, %a[%i] : memref<64xi1>, vector<8xi1>
    %x = memref.load %a[%i] : memref<64xi1>
    memref.store %x, %a[%i] : memref<64xi1>
    gpu.return
  }
}
func.func @host(%a: memref<4xf32>, %i: index) -> f32 {
  %x = memref.load %a[%i] : memref<4xf32>
  return %x : f32
}

// OUT: module {
// OUT:   gpu.module @k {
// OUT:     gpu.func @bits(%arg0: memref<64xi1>, %arg1: index) kernel {
// OUT:       %memspacecast = memref.memory_space_cast %arg0 : memref<64xi1> to memref<64xi1, #llvm.address_space<1>>
// OUT:       %0 = ptr.to_ptr %memspacecast : memref<64xi1, #llvm.address_space<1>> -> <#llvm.address_space<1>>
// OUT:       %1 = vector.load %arg0[%arg1] : memref<64xi1>, vector<8xi1>
// OUT:       vector.store %1, %arg0[%arg1] : memref<64xi1>, vector<8xi1>
// OUT:       %2 = ptr.ptr_add inbounds %0, %arg1 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %3 = ptr.load %2 alignment = 1 : !ptr.ptr<#llvm.address_space<1>> -> i1
// OUT:       %4 = ptr.ptr_add inbounds %0, %arg1 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       ptr.store %3, %4 alignment = 1 : i1, !ptr.ptr<#llvm.address_space<1>>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @host(%arg0: memref<4xf32>, %arg1: index) -> f32 {
// OUT:     %0 = memref.load %arg0[%arg1] : memref<4xf32>
// OUT:     return %0 : f32
// OUT:   }
// OUT: }
// -----

// A copy is a loop for each dimension, and ends the thread where the extents differ. A scope is its operations.
gpu.module @k {
  gpu.func @copies(%a: memref<4x?xf32>, %b: memref<4x8xf32>) kernel {
    memref.alloca_scope {
      %m = memref.alloca() : memref<4x8xf32>
      memref.copy %a, %m : memref<4x?xf32> to memref<4x8xf32>
      memref.copy %m, %b : memref<4x8xf32> to memref<4x8xf32>
    }
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @k {
// OUT:     gpu.func @copies(%arg0: memref<4x?xf32>, %arg1: memref<4x8xf32>) kernel {
// OUT:       %memspacecast = memref.memory_space_cast %arg1 : memref<4x8xf32> to memref<4x8xf32, #llvm.address_space<1>>
// OUT:       %0 = ptr.to_ptr %memspacecast : memref<4x8xf32, #llvm.address_space<1>> -> <#llvm.address_space<1>>
// OUT:       %memspacecast_0 = memref.memory_space_cast %arg0 : memref<4x?xf32> to memref<4x?xf32, #llvm.address_space<1>>
// OUT:       %1 = ptr.to_ptr %memspacecast_0 : memref<4x?xf32, #llvm.address_space<1>> -> <#llvm.address_space<1>>
// OUT:       %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<4x?xf32> -> memref<f32>, index, index, index, index, index
// OUT:       %alloca = memref.alloca() : memref<4x8xf32>
// OUT:       %memspacecast_1 = memref.memory_space_cast %alloca : memref<4x8xf32> to memref<4x8xf32, #llvm.address_space<5>>
// OUT:       %2 = ptr.to_ptr %memspacecast_1 : memref<4x8xf32, #llvm.address_space<5>> -> <#llvm.address_space<5>>
// OUT:       %c4 = arith.constant 4 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %dim = memref.dim %arg0, %c1 : memref<4x?xf32>
// OUT:       %c8 = arith.constant 8 : index
// OUT:       %3 = arith.cmpi eq, %dim, %c8 : index
// OUT:       cf.assert %3, "expected equal shapes" {rt.check = "expected equal shapes"}
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1_2 = arith.constant 1 : index
// OUT:       scf.for %arg2 = %c0 to %c4 step %c1_2 {
// OUT:         scf.for %arg3 = %c0 to %c8 step %c1_2 {
// OUT:           %4 = arith.muli %arg2, %strides#0 : index
// OUT:           %c4_7 = arith.constant 4 : index
// OUT:           %5 = arith.muli %4, %c4_7 : index
// OUT:           %6 = ptr.ptr_add inbounds %1, %5 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:           %c4_8 = arith.constant 4 : index
// OUT:           %7 = arith.muli %arg3, %c4_8 : index
// OUT:           %8 = ptr.ptr_add inbounds %6, %7 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:           %9 = ptr.load %8 alignment = 4 : !ptr.ptr<#llvm.address_space<1>> -> f32
// OUT:           %c32 = arith.constant 32 : index
// OUT:           %10 = arith.muli %arg2, %c32 : index
// OUT:           %11 = ptr.ptr_add inbounds %2, %10 : !ptr.ptr<#llvm.address_space<5>>, index
// OUT:           %c4_9 = arith.constant 4 : index
// OUT:           %12 = arith.muli %arg3, %c4_9 : index
// OUT:           %13 = ptr.ptr_add inbounds %11, %12 : !ptr.ptr<#llvm.address_space<5>>, index
// OUT:           ptr.store %9, %13 alignment = 4 : f32, !ptr.ptr<#llvm.address_space<5>>
// OUT:         }
// OUT:       }
// OUT:       %c4_3 = arith.constant 4 : index
// OUT:       %c8_4 = arith.constant 8 : index
// OUT:       %c0_5 = arith.constant 0 : index
// OUT:       %c1_6 = arith.constant 1 : index
// OUT:       scf.for %arg2 = %c0_5 to %c4_3 step %c1_6 {
// OUT:         scf.for %arg3 = %c0_5 to %c8_4 step %c1_6 {
// OUT:           %c32 = arith.constant 32 : index
// OUT:           %4 = arith.muli %arg2, %c32 : index
// OUT:           %5 = ptr.ptr_add inbounds %2, %4 : !ptr.ptr<#llvm.address_space<5>>, index
// OUT:           %c4_7 = arith.constant 4 : index
// OUT:           %6 = arith.muli %arg3, %c4_7 : index
// OUT:           %7 = ptr.ptr_add inbounds %5, %6 : !ptr.ptr<#llvm.address_space<5>>, index
// OUT:           %8 = ptr.load %7 alignment = 4 : !ptr.ptr<#llvm.address_space<5>> -> f32
// OUT:           %c32_8 = arith.constant 32 : index
// OUT:           %9 = arith.muli %arg2, %c32_8 : index
// OUT:           %10 = ptr.ptr_add inbounds %0, %9 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:           %c4_9 = arith.constant 4 : index
// OUT:           %11 = arith.muli %arg3, %c4_9 : index
// OUT:           %12 = ptr.ptr_add inbounds %10, %11 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:           ptr.store %8, %12 alignment = 4 : f32, !ptr.ptr<#llvm.address_space<1>>
// OUT:         }
// OUT:       }
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// One of two buffers, under sizes that memory holds.
gpu.module @k {
  gpu.func @chosen(%a: memref<?xf32>, %b: memref<8xf32>, %shape: memref<2xi32>, %which: i1, %i: index) kernel {
    %c = memref.cast %b : memref<8xf32> to memref<?xf32>
    %m = arith.select %which, %a, %c : memref<?xf32>
    %n = memref.reshape %a(%shape) : (memref<?xf32>, memref<2xi32>) -> memref<?x?xf32>
    %rank = memref.rank %n : memref<?x?xf32>
    %x = memref.load %n[%i, %rank] : memref<?x?xf32>
    memref.store %x, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @k {
// OUT:     gpu.func @chosen(%arg0: memref<?xf32>, %arg1: memref<8xf32>, %arg2: memref<2xi32>, %arg3: i1, %arg4: index) kernel {
// OUT:       %memspacecast = memref.memory_space_cast %arg1 : memref<8xf32> to memref<8xf32, #llvm.address_space<1>>
// OUT:       %0 = ptr.to_ptr %memspacecast : memref<8xf32, #llvm.address_space<1>> -> <#llvm.address_space<1>>
// OUT:       %memspacecast_0 = memref.memory_space_cast %arg0 : memref<?xf32> to memref<?xf32, #llvm.address_space<1>>
// OUT:       %1 = ptr.to_ptr %memspacecast_0 : memref<?xf32, #llvm.address_space<1>> -> <#llvm.address_space<1>>
// OUT:       %memspacecast_1 = memref.memory_space_cast %arg2 : memref<2xi32> to memref<2xi32, #llvm.address_space<1>>
// OUT:       %2 = ptr.to_ptr %memspacecast_1 : memref<2xi32, #llvm.address_space<1>> -> <#llvm.address_space<1>>
// OUT:       %3 = arith.select %arg3, %1, %0 : !ptr.ptr<#llvm.address_space<1>>
// OUT:       %c4 = arith.constant 4 : index
// OUT:       %4 = ptr.ptr_add inbounds %2, %c4 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %5 = ptr.load %4 alignment = 4 : !ptr.ptr<#llvm.address_space<1>> -> i32
// OUT:       %6 = arith.index_cast %5 : i32 to index
// OUT:       %7 = arith.muli %arg4, %6 : index
// OUT:       %c4_2 = arith.constant 4 : index
// OUT:       %8 = arith.muli %7, %c4_2 : index
// OUT:       %9 = ptr.ptr_add %1, %8 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %c8 = arith.constant 8 : index
// OUT:       %10 = ptr.ptr_add %9, %c8 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %11 = ptr.load %10 alignment = 4 : !ptr.ptr<#llvm.address_space<1>> -> f32
// OUT:       %c4_3 = arith.constant 4 : index
// OUT:       %12 = arith.muli %arg4, %c4_3 : index
// OUT:       %13 = ptr.ptr_add %3, %12 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       ptr.store %11, %13 alignment = 4 : f32, !ptr.ptr<#llvm.address_space<1>>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
