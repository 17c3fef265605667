// RUN: warpline run --plan-for=any --device=cpu,interp --max-device-memory=512 --detect-races
// RUN: warpline run --plan-for=any --device=cpu --max-device-memory=511 --diagnostics=short
// RUN: warpline run --plan-for=any --device=interp --max-device-memory=511 --diagnostics=short
// RUN: warpline compile --plan-for=any --target=cpu --emit=plan --max-device-memory=255 --diagnostics=short
// RUN: warpline run --plan-for=any --device=cpu --max-device-memory=255 --diagnostics=short

// Sizes that are known at run time only are counted when memory is allocated. The arena of the function, which holds the
// buffer of constant size, counts with them. The buffer of the first launch is freed behind work in flight, which the
// second allocation waits for; the buffers of the last launch are in use at one time.
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @double(%a: memref<?xf32>, %out: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %x = memref.load %a[%i] : memref<?xf32>
      %y = arith.addf %x, %x : f32
      memref.store %y, %out[%i] : memref<64xf32>
      gpu.return
    }
    gpu.func @add(%a: memref<?xf32>, %b: memref<64xf32>, %out: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %x = memref.load %a[%i] : memref<?xf32>
      %y = memref.load %b[%i] : memref<64xf32>
      %z = arith.addf %x, %y : f32
      memref.store %z, %out[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%n: index {warpline.input = "64"}, %f: f32 {warpline.input = "3"}, %o0: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %o1: memref<64xf32> {llvm.noalias, warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %a = gpu.alloc (%n) : memref<?xf32>
    gpu.memset %a, %f : memref<?xf32>, f32
    gpu.launch_func @m::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<?xf32>, %o0 : memref<64xf32>)
    gpu.dealloc %a : memref<?xf32>
    %b = gpu.alloc (%n) : memref<?xf32>
    %c = gpu.alloc () : memref<64xf32>
    gpu.memset %b, %f : memref<?xf32>, f32
    gpu.memset %c, %f : memref<64xf32>, f32
    gpu.launch_func @m::@add blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%b : memref<?xf32>, %c : memref<64xf32>, %o1 : memref<64xf32>)
    gpu.dealloc %b : memref<?xf32>
    gpu.dealloc %c : memref<64xf32>
    return
  }
}

// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=6.0 max=6.0 sum=384.0 first=6.0
// OUT:   values: 6.0 (64 times)
// OUT: argument 3: memref<64xf32>
// OUT:   count=64 min=6.0 max=6.0 sum=384.0 first=6.0
// OUT:   values: 6.0 (64 times)
// OUT: stderr:
// OUT: memory_limit_dynamic.mlir:31:10: error[E0402]: wl_alloc failed with DeviceMemoryLimit: expected at most 511 bytes of device memory, but 256 bytes are in use and 256 more are allocated
// OUT: memory_limit_dynamic.mlir:28:3: note: 256 bytes are the arena of this function
// OUT: memory_limit_dynamic.mlir:36:10: note: 256 bytes of the arena are allocated here
// OUT: exit: 4
// OUT: stderr:
// OUT: memory_limit_dynamic.mlir:31:10: error[E0402]: expected at most 511 bytes of device memory, but 256 bytes are in use and 256 more are allocated
// OUT: memory_limit_dynamic.mlir:28:3: note: 256 bytes are the arena of this function
// OUT: memory_limit_dynamic.mlir:36:10: note: 256 bytes of the arena are allocated here
// OUT: exit: 4
// OUT: stderr:
// OUT: memory_limit_dynamic.mlir:28:3: error[E0402]: expected at most 255 bytes of device memory, but '@main' uses 256 at one time in the best order found
// OUT: memory_limit_dynamic.mlir:36:10: note: 256 bytes are in use from here
// OUT: exit: 4
// OUT: stderr:
// OUT: memory_limit_dynamic.mlir:28:3: error[E0402]: expected at most 255 bytes of device memory, but '@main' uses 256 at one time in the best order found
// OUT: memory_limit_dynamic.mlir:36:10: note: 256 bytes are in use from here
// OUT: exit: 4
