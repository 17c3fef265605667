// RUN: run --plan-for=any --device=cpu,interp

// Sums and products of 16-bit floats and of vectors of two floats, which some targets compute in pairs. A fused product
// of bf16 is rounded once on all of them.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @halves(%a: memref<64xf16>, %b: memref<64xf16>) kernel {
      %t = gpu.thread_id x
      %c4 = arith.constant 4 : index
      %i = arith.muli %t, %c4 : index
      %k = arith.constant dense<[1.5, 0.1, -2.0, 3.0]> : vector<4xf16>
      %x = vector.load %a[%i] : memref<64xf16>, vector<4xf16>
      %y = vector.load %b[%i] : memref<64xf16>, vector<4xf16>
      %0 = arith.mulf %x, %y : vector<4xf16>
      %1 = math.fma %0, %x, %y : vector<4xf16>
      %2 = arith.subf %1, %x : vector<4xf16>
      %3 = arith.addf %2, %k : vector<4xf16>
      %4 = vector.shuffle %3, %3 [1, 0, 3, 2] : vector<4xf16>, vector<4xf16>
      %5 = arith.addf %4, %3 : vector<4xf16>
      vector.store %5, %b[%i] : memref<64xf16>, vector<4xf16>
      gpu.return
    }
    gpu.func @words(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %t = gpu.thread_id x
      %c4 = arith.constant 4 : index
      %i = arith.muli %t, %c4 : index
      %k = arith.constant dense<[1.5, 0.1, -2.0, 3.0]> : vector<4xf32>
      %x = vector.load %a[%i] : memref<64xf32>, vector<4xf32>
      %y = vector.load %b[%i] : memref<64xf32>, vector<4xf32>
      %0 = arith.mulf %x, %y : vector<4xf32>
      %1 = math.fma %0, %x, %y : vector<4xf32>
      %2 = arith.subf %1, %x : vector<4xf32>
      %3 = arith.addf %2, %k : vector<4xf32>
      vector.store %3, %b[%i] : memref<64xf32>, vector<4xf32>
      gpu.return
    }
    gpu.func @brains(%a: memref<64xf32>, %b: memref<64xbf16>) kernel {
      %t = gpu.thread_id x
      %c4 = arith.constant 4 : index
      %i = arith.muli %t, %c4 : index
      %k = arith.constant dense<[1.0e-30, 1.0e-30, -1.0e-30, -1.0e-30]> : vector<4xbf16>
      %v = vector.load %a[%i] : memref<64xf32>, vector<4xf32>
      %x = arith.truncf %v : vector<4xf32> to vector<4xbf16>
      %y = vector.load %b[%i] : memref<64xbf16>, vector<4xbf16>
      %0 = math.fma %x, %y, %k : vector<4xbf16>
      vector.store %0, %b[%i] : memref<64xbf16>, vector<4xbf16>
      gpu.return
    }
    gpu.func @scalars(%a: memref<64xf16>, %b: memref<64xf16>) kernel {
      %i = gpu.thread_id x
      %k = arith.constant 1.5 : f16
      %l = arith.constant 0.1 : f16
      %m = arith.constant -0.1 : f16
      %x = memref.load %a[%i] : memref<64xf16>
      %y = memref.load %b[%i] : memref<64xf16>
      %0 = arith.mulf %x, %y : f16
      %1 = math.fma %0, %k, %y : f16
      %2 = arith.subf %1, %l : f16
      %3 = arith.addf %2, %m : f16
      memref.store %3, %b[%i] : memref<64xf16>
      gpu.return
    }
  }
  func.func @main() -> (memref<64xf16>, memref<64xf32>, memref<64xbf16>) {
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %a = gpu.alloc host_shared () : memref<64xf16>
    %b = gpu.alloc host_shared () : memref<64xf16>
    %c = gpu.alloc host_shared () : memref<64xf32>
    %d = gpu.alloc host_shared () : memref<64xf32>
    %e = gpu.alloc host_shared () : memref<64xbf16>
    %p = gpu.alloc host_shared () : memref<64xf32>
    scf.for %i = %c0 to %c64 step %c1 {
      %n = arith.index_cast %i : index to i32
      %f = arith.sitofp %n : i32 to f32
      %k = arith.constant 0.37 : f32
      %g = arith.mulf %f, %k : f32
      %h = arith.truncf %g : f32 to f16
      memref.store %h, %a[%i] : memref<64xf16>
      memref.store %h, %b[%i] : memref<64xf16>
      memref.store %g, %c[%i] : memref<64xf32>
      memref.store %g, %d[%i] : memref<64xf32>
      // Products that are in the middle of two bf16 where %i is odd: the sign of the addend decides.
      %c32 = arith.constant 32 : index
      %three = arith.constant 3.0 : bf16
      %minus = arith.constant -3.0 : bf16
      %is_low = arith.cmpi ult, %i, %c32 : index
      %l = arith.select %is_low, %three, %minus : bf16
      memref.store %l, %e[%i] : memref<64xbf16>
      %c128 = arith.constant 128.0 : f32
      %m = arith.addf %f, %c128 : f32
      memref.store %m, %p[%i] : memref<64xf32>
    }
    gpu.launch_func @kernels::@halves blocks in (%c1, %c1, %c1) threads in (%c16, %c1, %c1) args(%a : memref<64xf16>, %b : memref<64xf16>)
    gpu.launch_func @kernels::@words blocks in (%c1, %c1, %c1) threads in (%c16, %c1, %c1) args(%c : memref<64xf32>, %d : memref<64xf32>)
    gpu.launch_func @kernels::@brains blocks in (%c1, %c1, %c1) threads in (%c16, %c1, %c1) args(%p : memref<64xf32>, %e : memref<64xbf16>)
    gpu.launch_func @kernels::@scalars blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf16>, %b : memref<64xf16>)
    gpu.dealloc %a : memref<64xf16>
    gpu.dealloc %c : memref<64xf32>
    gpu.dealloc %p : memref<64xf32>
    return %b, %d, %e : memref<64xf16>, memref<64xf32>, memref<64xbf16>
  }
}

// OUT: result 0: memref<64xf16>
// OUT:   count=64 min=1.4511719 max=inf sum=inf first=1.4511719
// OUT: result 1: memref<64xf32>
// OUT:   count=64 min=-1.5947759 max=12668.63 sum=205908.3679331541 first=1.5
// OUT: result 2: memref<64xbf16>
// OUT:   count=64 min=-572.0 max=476.0 sum=-3080.0 first=384.0
// OUT: kernels=5 launches=5 streams=3 waits=4 records=3 host_syncs=1 leaks=0
