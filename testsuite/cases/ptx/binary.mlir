// RUN: compile --emit=binary

// Each target of a module gets an image; a launch names the binary.
module attributes {gpu.container_module} {
  gpu.module @kernels [#nvvm.target<chip = "sm_80">, #nvvm.target<O = 3, chip = "sm_90">] {
    gpu.func @zero(%m: memref<f32>) kernel {
      %zero = arith.constant 0.0 : f32
      memref.store %zero, %m[] : memref<f32>
      gpu.return
    }
  }
  func.func @main(%m: memref<f32>) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@zero blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%m : memref<f32>)
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.binary @kernels  [#gpu.object<#nvvm.target<chip = "sm_80">, assembly = ".version 7.0\0A.target sm_80\0A.address_size 64\0A\0A.file 1 \22binary.mlir\22\0A\0A.visible .entry zero(\0A\09.param .u64 .ptr .global .align 4 param_0\0A)\0A.reqntid 1, 1, 1\0A{\0A\09.reg .b32 %r<2>;\0A\09.reg .b64 %d<2>;\0A\09ld.param.u64 %d1, [param_0];\0A\09.loc 1 8 7\0A\09mov.b32 %r1, 0f00000000;\0A\09st.global.b32 [%d1], %r1;\0A\09.loc 1 9 7\0A\09ret;\0A}\0A">, #gpu.object<#nvvm.target<O = 3, chip = "sm_90">, assembly = ".version 7.8\0A.target sm_90\0A.address_size 64\0A\0A.file 1 \22binary.mlir\22\0A\0A.visible .entry zero(\0A\09.param .u64 .ptr .global .align 4 param_0\0A)\0A.reqntid 1, 1, 1\0A{\0A\09.reg .b32 %r<2>;\0A\09.reg .b64 %d<2>;\0A\09ld.param.u64 %d1, [param_0];\0A\09.loc 1 8 7\0A\09mov.b32 %r1, 0f00000000;\0A\09st.global.b32 [%d1], %r1;\0A\09.loc 1 9 7\0A\09ret;\0A}\0A">]
// OUT:   func.func @main(%arg0: memref<f32>) {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     gpu.launch_func  @kernels::@zero blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)  args(%arg0 : memref<f32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

// Without a target the image runs on all chips from sm_80 on.
gpu.module @kernels {
  gpu.func @nothing() kernel {
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.binary @kernels  [#gpu.object<#nvvm.target<chip = "sm_80">, assembly = ".version 7.0\0A.target sm_80\0A.address_size 64\0A\0A.file 1 \22binary.mlir\22\0A\0A.visible .entry nothing()\0A{\0A\09.loc 1 5 5\0A\09ret;\0A}\0A">]
// OUT: }
// -----

// A target without a chip is the oldest one that there is code for.
gpu.module @kernels [#nvvm.target] {
  gpu.func @nothing() kernel {
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.binary @kernels  [#gpu.object<#nvvm.target, assembly = ".version 6.3\0A.target sm_75\0A.address_size 64\0A\0A.file 1 \22binary.mlir\22\0A\0A.visible .entry nothing()\0A{\0A\09.loc 1 5 5\0A\09ret;\0A}\0A">]
// OUT: }
