// RUN: warpline run --device=cpu,interp --max-device-memory=768 --detect-races
// RUN: warpline run --device=cpu --max-device-memory=767 --diagnostics=short
// RUN: warpline run --device=interp --max-device-memory=767 --diagnostics=short
// RUN: warpline compile --target=cpu --emit=plan --max-device-memory=767 --diagnostics=short

// The arena of a function counts with the buffers of those that call it, and so do shared memory and buffers that
// tokens order.
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @double(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %x = memref.load %a[%i] : memref<64xf32>
      %y = arith.addf %x, %x : f32
      memref.store %y, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @inner(%in: memref<64xf32>, %out: memref<64xf32>) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %a = gpu.alloc () : memref<64xf32>
    gpu.launch_func @m::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%in : memref<64xf32>, %a : memref<64xf32>)
    gpu.launch_func @m::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %out : memref<64xf32>)
    gpu.dealloc %a : memref<64xf32>
    return
  }
  func.func @main(%f: f32 {warpline.input = "3"}, %out: memref<64xf32> {warpline.input = "0"}) {
    %c0 = arith.constant 0 : index
    %shared = gpu.alloc host_shared () : memref<64xf32>
    %t0 = gpu.wait async
    %b, %t1 = gpu.alloc async [%t0] () : memref<64xf32>
    %t2 = gpu.memset async [%t1] %b, %f : memref<64xf32>, f32
    gpu.wait [%t2]
    call @inner(%b, %shared) : (memref<64xf32>, memref<64xf32>) -> ()
    %x = memref.load %shared[%c0] : memref<64xf32>
    memref.store %x, %out[%c0] : memref<64xf32>
    %t3 = gpu.dealloc async %b : memref<64xf32>
    gpu.wait [%t3]
    gpu.dealloc %shared : memref<64xf32>
    return
  }
}

// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=0.0 max=12.0 sum=12.0 first=12.0
// OUT:   values: 0.0 (63 times), 12.0 (1 times)
// OUT: stderr:
// OUT: memory_limit_calls.mlir:27:3: error[E0402]: expected at most 767 bytes of device memory, but '@main' uses 768 at one time in the best order found
// OUT: memory_limit_calls.mlir:29:15: note: 256 bytes are in use from here
// OUT: memory_limit_calls.mlir:31:15: note: 256 bytes are in use from here
// OUT: memory_limit_calls.mlir:21:10: note: 256 bytes are in use from here
// OUT: exit: 4
// OUT: stderr:
// OUT: memory_limit_calls.mlir:27:3: error[E0402]: expected at most 767 bytes of device memory, but '@main' uses 768 at one time in the best order found
// OUT: memory_limit_calls.mlir:29:15: note: 256 bytes are in use from here
// OUT: memory_limit_calls.mlir:31:15: note: 256 bytes are in use from here
// OUT: memory_limit_calls.mlir:21:10: note: 256 bytes are in use from here
// OUT: exit: 4
// OUT: stderr:
// OUT: memory_limit_calls.mlir:27:3: error[E0402]: expected at most 767 bytes of device memory, but '@main' uses 768 at one time in the best order found
// OUT: memory_limit_calls.mlir:29:15: note: 256 bytes are in use from here
// OUT: memory_limit_calls.mlir:31:15: note: 256 bytes are in use from here
// OUT: memory_limit_calls.mlir:21:10: note: 256 bytes are in use from here
// OUT: exit: 4
