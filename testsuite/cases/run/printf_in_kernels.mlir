// RUN: run --device=cpu,interp

// Each thread prints; the output of a launch is in the order of blocks.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @hello(%x: f16) kernel {
      %b = gpu.block_id x
      %t = gpu.thread_id x
      %n = arith.index_cast %t : index to i32
      %f = arith.sitofp %n : i32 to f32
      gpu.barrier
      gpu.printf "block %lld thread %d has %.2f and %g, 100 %%\n", %b, %n, %f, %x : index, i32, f32, f16
      gpu.return
    }
  }
  func.func @main() {
    %one = arith.constant 1 : index
    %three = arith.constant 3 : index
    %two = arith.constant 2 : index
    %half = arith.constant 0.5 : f16
    gpu.launch_func @k::@hello blocks in (%three, %one, %one) threads in (%two, %one, %one) args(%half : f16)
    return
  }
}

// OUT: block 0 thread 0 has 0.00 and 0.5, 100 %
// OUT: block 0 thread 1 has 1.00 and 0.5, 100 %
// OUT: block 1 thread 0 has 0.00 and 0.5, 100 %
// OUT: block 1 thread 1 has 1.00 and 0.5, 100 %
// OUT: block 2 thread 0 has 0.00 and 0.5, 100 %
// OUT: block 2 thread 1 has 1.00 and 0.5, 100 %
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// Workgroup memory of a size that the launch determines.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @turn(%out: memref<8xi32>) kernel {
      %zero = arith.constant 0 : index
      %seven = arith.constant 7 : index
      %t = gpu.thread_id x
      %bytes = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
      %all = memref.view %bytes[%zero][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<8xi32, #gpu.address_space<workgroup>>
      %n = arith.index_cast %t : index to i32
      memref.store %n, %all[%t] : memref<8xi32, #gpu.address_space<workgroup>>
      gpu.barrier
      %other = arith.subi %seven, %t : index
      %v = memref.load %all[%other] : memref<8xi32, #gpu.address_space<workgroup>>
      memref.store %v, %out[%t] : memref<8xi32>
      gpu.return
    }
  }
  func.func @main() -> memref<8xi32> {
    %one = arith.constant 1 : index
    %eight = arith.constant 8 : index
    %size = arith.constant 32 : i32
    %out = memref.alloc() : memref<8xi32>
    gpu.launch_func @k::@turn blocks in (%one, %one, %one) threads in (%eight, %one, %one)
      dynamic_shared_memory_size %size args(%out : memref<8xi32>)
    return %out : memref<8xi32>
  }
}

// OUT: result 0: memref<8xi32> = [7 6 5 4 3 2 1 0]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// Every type of argument, in loops whose iterations differ between threads, and in branches that few threads take.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @types(%in: memref<70xi32>) kernel {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      %three = arith.constant 3 : index
      %eleven = arith.constant 11 : index
      %limit = arith.constant 30 : i32
      %t = gpu.thread_id x
      %n = memref.load %in[%t] : memref<70xi32>
      %rest = arith.remui %t, %eleven : index
      %prints = arith.cmpi eq, %rest, %three : index
      scf.if %prints {
        %number = arith.divui %t, %eleven : index
        %end = arith.remui %number, %three : index
        scf.for %i = %zero to %end step %one {
          gpu.printf "iteration %lld of thread %lld\n", %i, %t : index, index
        }
        %is_large = arith.cmpi sgt, %n, %limit : i32
        scf.if %is_large {
          %bit = arith.trunci %n : i32 to i1
          %byte = arith.trunci %n : i32 to i8
          %short = arith.trunci %n : i32 to i16
          %long = arith.extsi %n : i32 to i64
          %wide = arith.muli %long, %long : i64
          gpu.printf "bits %d %d %d %d %lld\n", %bit, %byte, %short, %n, %wide : i1, i8, i16, i32, i64
        } else {
          %double = arith.sitofp %n : i32 to f64
          %third = arith.constant 0.333333333333 : f64
          %x = arith.mulf %double, %third : f64
          %single = arith.truncf %x : f64 to f32
          %half = arith.truncf %x : f64 to f16
          %brain = arith.truncf %x : f64 to bf16
          gpu.printf "floats %g %g %.9f %.15f\n", %half, %brain, %single, %x : f16, bf16, f32, f64
        }
      }
      gpu.return
    }
  }
  func.func @main() {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %all = arith.constant 70 : index
    %step = arith.constant -7 : i32
    %start = arith.constant 250 : i32
    %in = memref.alloc() : memref<70xi32>
    scf.for %i = %zero to %all step %one {
      %n = arith.index_cast %i : index to i32
      %down = arith.muli %n, %step : i32
      %v = arith.addi %start, %down : i32
      memref.store %v, %in[%i] : memref<70xi32>
    }
    gpu.launch_func @k::@types blocks in (%one, %one, %one) threads in (%all, %one, %one) args(%in : memref<70xi32>)
    memref.dealloc %in : memref<70xi32>
    return
  }
}

// OUT: bits 1 -27 229 229 52441
// OUT: iteration 0 of thread 14
// OUT: bits 0 -104 152 152 23104
// OUT: iteration 0 of thread 25
// OUT: iteration 1 of thread 25
// OUT: bits 1 75 75 75 5625
// OUT: floats -0.666504 -0.667969 -0.666666687 -0.666666666666000
// OUT: iteration 0 of thread 47
// OUT: floats -26.3281 -26.375 -26.333333969 -26.333333333307003
// OUT: iteration 0 of thread 58
// OUT: iteration 1 of thread 58
// OUT: floats -52 -52 -52.000000000 -51.999999999948002
// OUT: floats -77.6875 -77.5 -77.666664124 -77.666666666589009
// OUT: kernels=2 launches=2 streams=1 waits=0 records=0 host_syncs=1 leaks=0
