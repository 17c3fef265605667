// RUN: run --device=cpu,interp

// Functions of 1000 numbers of all sizes, infinite ones and NaN among them, in vectors of threads and in the 8 threads that
// are left: the CPU calls functions for its widest vectors, and the bits are those of the interpreter.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @single(%out: memref<24x1000xf32>) kernel attributes {known_block_size = array<i32: 1000, 1, 1>} {
      %t = gpu.thread_id x
      %n = arith.index_cast %t : index to i32
      %factor = arith.constant -1640531535 : i32
      %bits = arith.muli %n, %factor : i32
      %x = arith.bitcast %bits : i32 to f32
      %other = arith.constant 12345 : i32
      %turned = arith.xori %bits, %other : i32
      %half = arith.constant 0.25 : f32
      %small = arith.bitcast %turned : i32 to f32
      %y = arith.mulf %small, %half : f32
      %c0 = arith.constant 0 : index
      %exp = math.exp %x : f32
      memref.store %exp, %out[%c0, %t] : memref<24x1000xf32>
      %c1 = arith.constant 1 : index
      %exp2 = math.exp2 %x : f32
      memref.store %exp2, %out[%c1, %t] : memref<24x1000xf32>
      %c2 = arith.constant 2 : index
      %expm1 = math.expm1 %x : f32
      memref.store %expm1, %out[%c2, %t] : memref<24x1000xf32>
      %c3 = arith.constant 3 : index
      %log = math.log %x : f32
      memref.store %log, %out[%c3, %t] : memref<24x1000xf32>
      %c4 = arith.constant 4 : index
      %log2 = math.log2 %x : f32
      memref.store %log2, %out[%c4, %t] : memref<24x1000xf32>
      %c5 = arith.constant 5 : index
      %log10 = math.log10 %x : f32
      memref.store %log10, %out[%c5, %t] : memref<24x1000xf32>
      %c6 = arith.constant 6 : index
      %log1p = math.log1p %x : f32
      memref.store %log1p, %out[%c6, %t] : memref<24x1000xf32>
      %c7 = arith.constant 7 : index
      %sin = math.sin %x : f32
      memref.store %sin, %out[%c7, %t] : memref<24x1000xf32>
      %c8 = arith.constant 8 : index
      %cos = math.cos %x : f32
      memref.store %cos, %out[%c8, %t] : memref<24x1000xf32>
      %c9 = arith.constant 9 : index
      %tan = math.tan %x : f32
      memref.store %tan, %out[%c9, %t] : memref<24x1000xf32>
      %c10 = arith.constant 10 : index
      %asin = math.asin %x : f32
      memref.store %asin, %out[%c10, %t] : memref<24x1000xf32>
      %c11 = arith.constant 11 : index
      %acos = math.acos %x : f32
      memref.store %acos, %out[%c11, %t] : memref<24x1000xf32>
      %c12 = arith.constant 12 : index
      %atan = math.atan %x : f32
      memref.store %atan, %out[%c12, %t] : memref<24x1000xf32>
      %c13 = arith.constant 13 : index
      %sinh = math.sinh %x : f32
      memref.store %sinh, %out[%c13, %t] : memref<24x1000xf32>
      %c14 = arith.constant 14 : index
      %cosh = math.cosh %x : f32
      memref.store %cosh, %out[%c14, %t] : memref<24x1000xf32>
      %c15 = arith.constant 15 : index
      %tanh = math.tanh %x : f32
      memref.store %tanh, %out[%c15, %t] : memref<24x1000xf32>
      %c16 = arith.constant 16 : index
      %asinh = math.asinh %x : f32
      memref.store %asinh, %out[%c16, %t] : memref<24x1000xf32>
      %c17 = arith.constant 17 : index
      %acosh = math.acosh %x : f32
      memref.store %acosh, %out[%c17, %t] : memref<24x1000xf32>
      %c18 = arith.constant 18 : index
      %atanh = math.atanh %x : f32
      memref.store %atanh, %out[%c18, %t] : memref<24x1000xf32>
      %c19 = arith.constant 19 : index
      %erf = math.erf %x : f32
      memref.store %erf, %out[%c19, %t] : memref<24x1000xf32>
      %c20 = arith.constant 20 : index
      %erfc = math.erfc %x : f32
      memref.store %erfc, %out[%c20, %t] : memref<24x1000xf32>
      %c21 = arith.constant 21 : index
      %cbrt = math.cbrt %x : f32
      memref.store %cbrt, %out[%c21, %t] : memref<24x1000xf32>
      %c22 = arith.constant 22 : index
      %atan2 = math.atan2 %x, %y : f32
      memref.store %atan2, %out[%c22, %t] : memref<24x1000xf32>
      %c23 = arith.constant 23 : index
      %powf = math.powf %x, %y : f32
      memref.store %powf, %out[%c23, %t] : memref<24x1000xf32>
      gpu.return
    }
    gpu.func @double(%out: memref<22x1000xf64>) kernel attributes {known_block_size = array<i32: 1000, 1, 1>} {
      %t = gpu.thread_id x
      %n = arith.index_cast %t : index to i64
      %factor = arith.constant -7046029254386353131 : i64
      %bits = arith.muli %n, %factor : i64
      %x = arith.bitcast %bits : i64 to f64
      %c0 = arith.constant 0 : index
      %exp = math.exp %x : f64
      memref.store %exp, %out[%c0, %t] : memref<22x1000xf64>
      %c1 = arith.constant 1 : index
      %exp2 = math.exp2 %x : f64
      memref.store %exp2, %out[%c1, %t] : memref<22x1000xf64>
      %c2 = arith.constant 2 : index
      %expm1 = math.expm1 %x : f64
      memref.store %expm1, %out[%c2, %t] : memref<22x1000xf64>
      %c3 = arith.constant 3 : index
      %log = math.log %x : f64
      memref.store %log, %out[%c3, %t] : memref<22x1000xf64>
      %c4 = arith.constant 4 : index
      %log2 = math.log2 %x : f64
      memref.store %log2, %out[%c4, %t] : memref<22x1000xf64>
      %c5 = arith.constant 5 : index
      %log10 = math.log10 %x : f64
      memref.store %log10, %out[%c5, %t] : memref<22x1000xf64>
      %c6 = arith.constant 6 : index
      %log1p = math.log1p %x : f64
      memref.store %log1p, %out[%c6, %t] : memref<22x1000xf64>
      %c7 = arith.constant 7 : index
      %sin = math.sin %x : f64
      memref.store %sin, %out[%c7, %t] : memref<22x1000xf64>
      %c8 = arith.constant 8 : index
      %cos = math.cos %x : f64
      memref.store %cos, %out[%c8, %t] : memref<22x1000xf64>
      %c9 = arith.constant 9 : index
      %tan = math.tan %x : f64
      memref.store %tan, %out[%c9, %t] : memref<22x1000xf64>
      %c10 = arith.constant 10 : index
      %asin = math.asin %x : f64
      memref.store %asin, %out[%c10, %t] : memref<22x1000xf64>
      %c11 = arith.constant 11 : index
      %acos = math.acos %x : f64
      memref.store %acos, %out[%c11, %t] : memref<22x1000xf64>
      %c12 = arith.constant 12 : index
      %atan = math.atan %x : f64
      memref.store %atan, %out[%c12, %t] : memref<22x1000xf64>
      %c13 = arith.constant 13 : index
      %sinh = math.sinh %x : f64
      memref.store %sinh, %out[%c13, %t] : memref<22x1000xf64>
      %c14 = arith.constant 14 : index
      %cosh = math.cosh %x : f64
      memref.store %cosh, %out[%c14, %t] : memref<22x1000xf64>
      %c15 = arith.constant 15 : index
      %tanh = math.tanh %x : f64
      memref.store %tanh, %out[%c15, %t] : memref<22x1000xf64>
      %c16 = arith.constant 16 : index
      %asinh = math.asinh %x : f64
      memref.store %asinh, %out[%c16, %t] : memref<22x1000xf64>
      %c17 = arith.constant 17 : index
      %acosh = math.acosh %x : f64
      memref.store %acosh, %out[%c17, %t] : memref<22x1000xf64>
      %c18 = arith.constant 18 : index
      %atanh = math.atanh %x : f64
      memref.store %atanh, %out[%c18, %t] : memref<22x1000xf64>
      %c19 = arith.constant 19 : index
      %erf = math.erf %x : f64
      memref.store %erf, %out[%c19, %t] : memref<22x1000xf64>
      %c20 = arith.constant 20 : index
      %erfc = math.erfc %x : f64
      memref.store %erfc, %out[%c20, %t] : memref<22x1000xf64>
      %c21 = arith.constant 21 : index
      %cbrt = math.cbrt %x : f64
      memref.store %cbrt, %out[%c21, %t] : memref<22x1000xf64>
      gpu.return
    }
  }

  func.func @main() -> (memref<24x1000xf32>, memref<22x1000xf64>) {
    %c1 = arith.constant 1 : index
    %n = arith.constant 1000 : index
    %single = memref.alloc() : memref<24x1000xf32>
    %double = memref.alloc() : memref<22x1000xf64>
    gpu.launch_func @k::@single blocks in (%c1, %c1, %c1) threads in (%n, %c1, %c1) args(%single: memref<24x1000xf32>)
    gpu.launch_func @k::@double blocks in (%c1, %c1, %c1) threads in (%n, %c1, %c1) args(%double: memref<22x1000xf64>)
    return %single, %double : memref<24x1000xf32>, memref<22x1000xf64>
  }
}

// OUT: result 0: memref<24x1000xf32>
// OUT:   count=24000 min=-inf max=inf sum=NaN first=1.0
// OUT: result 1: memref<22x1000xf64>
// OUT:   count=22000 min=-inf max=inf sum=NaN first=1.0
// OUT: kernels=2 launches=2 streams=2 waits=1 records=1 host_syncs=1 leaks=0
