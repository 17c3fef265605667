// RUN: warpline run --device=cpu,interp --max-device-memory=1024 --detect-races --remarks=gpu-rotate-buffers --diagnostics=short
// RUN: warpline run --device=cpu --max-device-memory=1024 --graphs=always --detect-races
// RUN: warpline run --device=cpu,interp --max-device-memory=512 --detect-races --remarks=gpu-rotate-buffers --diagnostics=short
// RUN: warpline run --device=cpu --max-device-memory=512 --graphs=always --detect-races
// RUN: warpline run --device=cpu --max-device-memory=511 --diagnostics=short
// RUN: warpline compile --target=cpu --emit=plan --max-device-memory=511 --diagnostics=short

// The two buffers of the loop rotate where there is room for two of each. Where there is none, iterations take turns.
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
  func.func @main(%in: memref<512xf32> {llvm.noalias, warpline.input = "2"}, %out: memref<512xf32> {llvm.noalias, warpline.input = "0"}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %c512 = arith.constant 512 : index
    %a = gpu.alloc () : memref<64xf32>
    %b = gpu.alloc () : memref<64xf32>
    scf.for %o = %c0 to %c512 step %c64 {
      %from = memref.subview %in[%o] [64] [1] : memref<512xf32> to memref<64xf32, strided<[1], offset: ?>>
      %to = memref.subview %out[%o] [64] [1] : memref<512xf32> to memref<64xf32, strided<[1], offset: ?>>
      gpu.memcpy %a, %from : memref<64xf32>, memref<64xf32, strided<[1], offset: ?>> {warpline.microseconds = 50.0 : f64}
      gpu.launch_func @m::@double blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %b : memref<64xf32>) {warpline.microseconds = 50.0 : f64}
      gpu.memcpy %to, %b : memref<64xf32, strided<[1], offset: ?>>, memref<64xf32> {warpline.microseconds = 50.0 : f64}
    }
    gpu.dealloc %a : memref<64xf32>
    gpu.dealloc %b : memref<64xf32>
    return
  }
}

// OUT: argument 1: memref<512xf32>
// OUT:   count=512 min=4.0 max=4.0 sum=2048.0 first=4.0
// OUT:   values: 4.0 (512 times)
// OUT: stderr:
// OUT: memory_limit_loop.mlir:26:5: remark[gpu-rotate-buffers]: buffers of this loop rotate: it has 2 copies of its body, and 2 buffers from outside of it are made for each
// OUT: argument 1: memref<512xf32>
// OUT:   count=512 min=4.0 max=4.0 sum=2048.0 first=4.0
// OUT:   values: 4.0 (512 times)
// OUT: argument 1: memref<512xf32>
// OUT:   count=512 min=4.0 max=4.0 sum=2048.0 first=4.0
// OUT:   values: 4.0 (512 times)
// OUT: stderr:
// OUT: memory_limit_loop.mlir:26:5: remark[gpu-rotate-buffers]: buffers of this loop do not rotate: more of its buffers may pass the limit of device memory
// OUT: argument 1: memref<512xf32>
// OUT:   count=512 min=4.0 max=4.0 sum=2048.0 first=4.0
// OUT:   values: 4.0 (512 times)
// OUT: stderr:
// OUT: memory_limit_loop.mlir:19:3: error[E0402]: expected at most 511 bytes of device memory, but '@main' uses 512 at one time in the best order found
// OUT: memory_limit_loop.mlir:24:10: note: 256 bytes are in use from here
// OUT: memory_limit_loop.mlir:25:10: note: 256 bytes are in use from here
// OUT: exit: 4
// OUT: stderr:
// OUT: memory_limit_loop.mlir:19:3: error[E0402]: expected at most 511 bytes of device memory, but '@main' uses 512 at one time in the best order found
// OUT: memory_limit_loop.mlir:24:10: note: 256 bytes are in use from here
// OUT: memory_limit_loop.mlir:25:10: note: 256 bytes are in use from here
// OUT: exit: 4
