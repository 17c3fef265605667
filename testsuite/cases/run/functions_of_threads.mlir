// RUN: run --device=cpu,interp

// Functions of many threads at once, and those of the threads of a branch, give the bits of the interpreter: for numbers of
// all magnitudes, zeros and infinities.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @kernel(%x: memref<640xf32>, %y: memref<9x640xf32>) kernel attributes {known_block_size = array<i32: 40, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %c4 = arith.constant 4 : index
      %c5 = arith.constant 5 : index
      %c6 = arith.constant 6 : index
      %c7 = arith.constant 7 : index
      %c8 = arith.constant 8 : index
      %zero = arith.constant 0.0 : f32
      %i = gpu.global_id x
      %v = memref.load %x[%i] : memref<640xf32>
      %size = math.absf %v : f32
      %exp = math.exp %v : f32
      %exp2 = math.exp2 %v : f32
      %expm1 = math.expm1 %v : f32
      %tanh = math.tanh %v : f32
      %erf = math.erf %v : f32
      memref.store %exp, %y[%c0, %i] : memref<9x640xf32>
      memref.store %exp2, %y[%c1, %i] : memref<9x640xf32>
      memref.store %expm1, %y[%c2, %i] : memref<9x640xf32>
      memref.store %tanh, %y[%c3, %i] : memref<9x640xf32>
      memref.store %erf, %y[%c4, %i] : memref<9x640xf32>
      %is_positive = arith.cmpf ogt, %v, %zero : f32
      scf.if %is_positive {
        %log = math.log %v : f32
        %log2 = math.log2 %v : f32
        %log10 = math.log10 %v : f32
        %log1p = math.log1p %v : f32
        memref.store %log, %y[%c5, %i] : memref<9x640xf32>
        memref.store %log2, %y[%c6, %i] : memref<9x640xf32>
        memref.store %log10, %y[%c7, %i] : memref<9x640xf32>
        memref.store %log1p, %y[%c8, %i] : memref<9x640xf32>
      } else {
        %log = math.log %size : f32
        memref.store %log, %y[%c5, %i] : memref<9x640xf32>
        memref.store %zero, %y[%c6, %i] : memref<9x640xf32>
        memref.store %zero, %y[%c7, %i] : memref<9x640xf32>
        memref.store %zero, %y[%c8, %i] : memref<9x640xf32>
      }
      gpu.return
    }
  }
  func.func @main() -> memref<9x640xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %c40 = arith.constant 40 : index
    %c640 = arith.constant 640 : index
    %step = arith.constant 13333337 : i32
    %x = memref.alloc() : memref<640xf32>
    %y = gpu.alloc () : memref<9x640xf32>
    scf.for %i = %c0 to %c640 step %c1 {
      %n = arith.index_cast %i : index to i32
      %bits = arith.muli %n, %step : i32
      %number = arith.bitcast %bits : i32 to f32
      %is_nan = arith.cmpf uno, %number, %number : f32
      %index = arith.sitofp %n : i32 to f32
      %v = arith.select %is_nan, %index, %number : f32
      memref.store %v, %x[%i] : memref<640xf32>
    }
    gpu.launch_func @k::@kernel blocks in (%c16, %c1, %c1) threads in (%c40, %c1, %c1)
        args(%x : memref<640xf32>, %y : memref<9x640xf32>)
    memref.dealloc %x : memref<640xf32>
    return %y : memref<9x640xf32>
  }
}

// OUT: result 0: memref<9x640xf32>
// OUT:   count=5760 min=-inf max=inf sum=NaN first=1.0
// OUT: kernels=2 launches=2 streams=1 waits=0 records=0 host_syncs=1 leaks=0
