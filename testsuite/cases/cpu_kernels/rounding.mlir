// RUN: run --device=cpu,interp

// Conversions with every rounding, to formats with and without infinities: of halves of their last bits, of what exceeds
// them, of subnormal numbers, and of vectors.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @narrow(%x: memref<16xf64>, %single: memref<5x16xf32>, %half: memref<5x16xf16>, %brain: memref<5x16xbf16>,
        %small: memref<5x16xf8E4M3FN>, %tiny: memref<5x16xf8E5M2>) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %c4 = arith.constant 4 : index
      %t = gpu.thread_id x
      %v = memref.load %x[%t] : memref<16xf64>
      %w = arith.truncf %v : f64 to f32
      %f0 = arith.truncf %v to_nearest_even : f64 to f32
      %f1 = arith.truncf %v downward : f64 to f32
      %f2 = arith.truncf %v upward : f64 to f32
      %f3 = arith.truncf %v toward_zero : f64 to f32
      %f4 = arith.truncf %v to_nearest_away : f64 to f32
      memref.store %f0, %single[%c0, %t] : memref<5x16xf32>
      memref.store %f1, %single[%c1, %t] : memref<5x16xf32>
      memref.store %f2, %single[%c2, %t] : memref<5x16xf32>
      memref.store %f3, %single[%c3, %t] : memref<5x16xf32>
      memref.store %f4, %single[%c4, %t] : memref<5x16xf32>
      %h1 = arith.truncf %v downward : f64 to f16
      %h2 = arith.truncf %v upward : f64 to f16
      %h3 = arith.truncf %w toward_zero : f32 to f16
      %h4 = arith.truncf %w to_nearest_away : f32 to f16
      memref.store %h1, %half[%c1, %t] : memref<5x16xf16>
      memref.store %h2, %half[%c2, %t] : memref<5x16xf16>
      memref.store %h3, %half[%c3, %t] : memref<5x16xf16>
      memref.store %h4, %half[%c4, %t] : memref<5x16xf16>
      %all = vector.broadcast %w : f32 to vector<2xf32>
      %pair = arith.truncf %all upward : vector<2xf32> to vector<2xbf16>
      %b2 = vector.extract %pair[1] : bf16 from vector<2xbf16>
      %b1 = arith.truncf %w downward : f32 to bf16
      memref.store %b1, %brain[%c1, %t] : memref<5x16xbf16>
      memref.store %b2, %brain[%c2, %t] : memref<5x16xbf16>
      %s1 = arith.truncf %w downward : f32 to f8E4M3FN
      %s2 = arith.truncf %h1 upward : f16 to f8E4M3FN
      %s3 = arith.truncf %v toward_zero : f64 to f8E4M3FN
      memref.store %s1, %small[%c1, %t] : memref<5x16xf8E4M3FN>
      memref.store %s2, %small[%c2, %t] : memref<5x16xf8E4M3FN>
      memref.store %s3, %small[%c3, %t] : memref<5x16xf8E4M3FN>
      %t1 = arith.truncf %w downward : f32 to f8E5M2
      %t4 = arith.truncf %w to_nearest_away : f32 to f8E5M2
      memref.store %t1, %tiny[%c1, %t] : memref<5x16xf8E5M2>
      memref.store %t4, %tiny[%c4, %t] : memref<5x16xf8E5M2>
      gpu.return
    }
  }
  func.func @main(%x: memref<16xf64> {warpline.input = "[0.0, -0.0, 1.0, 1.1, -1.1, 1.0009765625, -3.0029296875, 1.0625, -1.1875, 65519.0, -1.0e30, 1.0e300, 1.0e-8, -1.0e-8, -1.0e-45, 448.5]"},
      %single: memref<5x16xf32> {warpline.input = "0"}, %half: memref<5x16xf16> {warpline.input = "0"},
      %brain: memref<5x16xbf16> {warpline.input = "0"}, %small: memref<5x16xf8E4M3FN> {warpline.input = "0"},
      %tiny: memref<5x16xf8E5M2> {warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    gpu.launch_func @k::@narrow blocks in (%c1, %c1, %c1) threads in (%c16, %c1, %c1)
        args(%x : memref<16xf64>, %single : memref<5x16xf32>, %half : memref<5x16xf16>, %brain : memref<5x16xbf16>,
          %small : memref<5x16xf8E4M3FN>, %tiny : memref<5x16xf8E5M2>)
    return
  }
}

// OUT: argument 1: memref<5x16xf32>
// OUT:   count=80 min=-1e30 max=inf sum=inf first=0.0
// OUT: argument 2: memref<5x16xf16>
// OUT:   count=80 min=-inf max=inf sum=NaN first=0.0
// OUT: argument 3: memref<5x16xbf16>
// OUT:   count=80 min=-1.00025555e30 max=inf sum=inf first=0.0
// OUT: argument 4: memref<5x16xf8E4M3FN>
// OUT:   count=80 min=-448.0 max=448.0 sum=NaN first=0.0
// OUT:   values: -448.0 (1 times), -3.25 (1 times), -3.0 (2 times), -1.25 (1 times), -1.125 (3 times), -1.0 (2 times), -0.001953125 (2 times), -0.0 (7 times), 0.0 (38 times), 1.0 (9 times), 1.125 (3 times), 448.0 (5 times), NaN (2 times), NaN (4 times)
// OUT: argument 5: memref<5x16xf8E5M2>
// OUT:   count=80 min=-inf max=inf sum=NaN first=0.0
// OUT:   values: -inf (2 times), -3.5 (1 times), -3.0 (1 times), -1.25 (3 times), -1.0 (1 times), -1.5258789e-5 (2 times), -0.0 (4 times), 0.0 (52 times), 1.0 (8 times), 448.0 (2 times), 57344.0 (1 times), inf (3 times)
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
