// RUN: run --device=cpu,interp

// c07: shared memory with tokens. It is made at once and its token is the join of its dependences: no stream.
module attributes {gpu.container_module} {
  func.func @main() {
    %t = gpu.wait async
    %m, %a = gpu.alloc async [%t] host_shared () : memref<64xf32>
    %d = gpu.dealloc async [%a] %m : memref<64xf32>
    gpu.wait [%d]
    return
  }
}

// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

// c08: shared memory without tokens.
module attributes {gpu.container_module} {
  func.func @main() {
    %m = gpu.alloc host_shared () : memref<64xf32>
    gpu.dealloc %m : memref<64xf32>
    return
  }
}

// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

// c09: memory, a copy to the device, one back and the end of the memory, on one stream. Without the second copy nobody
// reads the first, and nothing is left.
module attributes {gpu.container_module} {
  func.func @main(%h: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %o: memref<64xf32> {llvm.noalias, warpline.input = "2"}) {
    %m = gpu.alloc () : memref<64xf32>
    gpu.memcpy %m, %h : memref<64xf32>, memref<64xf32>
    gpu.memcpy %o, %m : memref<64xf32>, memref<64xf32>
    gpu.dealloc %m : memref<64xf32>
    return
  }
}

// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=1.0 max=1.0 sum=64.0 first=1.0
// OUT:   values: 1.0 (64 times)
// OUT: kernels=0 launches=0 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// c14: an asynchronous fill of i8.
module attributes {gpu.container_module} {
  func.func @main(%m: memref<64xi8> {warpline.input = "1"}) {
    %v = arith.constant 7 : i8
    %s = gpu.wait async
    %a = gpu.memset async [%s] %m, %v : memref<64xi8>, i8
    gpu.wait [%a]
    return
  }
}

// OUT: argument 0: memref<64xi8>
// OUT:   count=64 min=7 max=7 sum=448.0 first=7
// OUT:   values: 7 (64 times)
// OUT: kernels=0 launches=0 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// c14: an asynchronous fill of i64.
module attributes {gpu.container_module} {
  func.func @main(%m: memref<64xi64> {warpline.input = "1"}) {
    %v = arith.constant 7 : i64
    %s = gpu.wait async
    %a = gpu.memset async [%s] %m, %v : memref<64xi64>, i64
    gpu.wait [%a]
    return
  }
}

// OUT: argument 0: memref<64xi64>
// OUT:   count=64 min=7 max=7 sum=448.0 first=7
// OUT:   values: 7 (64 times)
// OUT: kernels=0 launches=0 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// c14: an asynchronous fill of f64.
module attributes {gpu.container_module} {
  func.func @main(%m: memref<64xf64> {warpline.input = "1"}) {
    %v = arith.constant 7.0 : f64
    %s = gpu.wait async
    %a = gpu.memset async [%s] %m, %v : memref<64xf64>, f64
    gpu.wait [%a]
    return
  }
}

// OUT: argument 0: memref<64xf64>
// OUT:   count=64 min=7.0 max=7.0 sum=448.0 first=7.0
// OUT:   values: 7.0 (64 times)
// OUT: kernels=0 launches=0 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// c15: a copy of 4 rows of 4, 8 apart.
module attributes {gpu.container_module} {
  func.func @main(%w: memref<4x8xf32> {llvm.noalias, warpline.input = "rand:0"}, %to: memref<4x4xf32> {llvm.noalias, warpline.input = "1"}) {
    %from = memref.subview %w[0, 0] [4, 4] [1, 1] : memref<4x8xf32> to memref<4x4xf32, strided<[8, 1]>>
    %s = gpu.wait async
    %a = gpu.memcpy async [%s] %to, %from : memref<4x4xf32>, memref<4x4xf32, strided<[8, 1]>>
    gpu.wait [%a]
    return
  }
}

// OUT: argument 1: memref<4x4xf32>
// OUT:   [[0.8833108 0.431528 0.026433771 0.970882]
// OUT:    [0.24568895 0.9520307 0.39646798 0.7610344]
// OUT:    [0.48891464 0.7648787 0.20469533 0.84415513]
// OUT:    [0.86517346 0.5756609 0.41296664 0.2532138]]
// OUT: kernels=0 launches=0 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// c16: a copy with two dependences.
module attributes {gpu.container_module} {
  func.func @main(%from: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %to: memref<64xf32> {llvm.noalias, warpline.input = "2"}) {
    %s = gpu.wait async
    %t = gpu.wait async
    %a = gpu.memcpy async [%s, %t] %to, %from : memref<64xf32>, memref<64xf32>
    gpu.wait [%a]
    return
  }
}

// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=1.0 max=1.0 sum=64.0 first=1.0
// OUT:   values: 1.0 (64 times)
// OUT: kernels=0 launches=0 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// c17: a copy with none.
module attributes {gpu.container_module} {
  func.func @main(%from: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %to: memref<64xf32> {llvm.noalias, warpline.input = "2"}) {
    %a = gpu.memcpy async %to, %from : memref<64xf32>, memref<64xf32>
    gpu.wait [%a]
    return
  }
}

// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=1.0 max=1.0 sum=64.0 first=1.0
// OUT:   values: 1.0 (64 times)
// OUT: kernels=0 launches=0 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// c20: two launches, memory and its end, all in one chain: one stream.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @touch(%m: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %m[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%m: memref<64xf32> {llvm.noalias, warpline.input = "1"}) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %a = gpu.launch_func async @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
    %b = gpu.launch_func async [%a] @k::@touch blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : memref<64xf32>)
    %x, %c = gpu.alloc async [%b] () : memref<64xf32>
    %d = gpu.dealloc async [%c] %x : memref<64xf32>
    gpu.wait [%d]
    return
  }
}

// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=4.0 max=4.0 sum=256.0 first=4.0
// OUT:   values: 4.0 (64 times)
// OUT: kernels=1 launches=2 streams=1 waits=0 records=0 host_syncs=1 leaks=0
