// RUN: run --device=cpu,interp
// RUN: run --device=cpu --detect-races
// RUN: run --device=cpu --repeat=2

// Variables of a module keep their values from launch to launch, of any of its kernels, and begin anew with each run. A
// table of constants may be large.
module attributes {gpu.container_module} {
  gpu.module @k {
    memref.global "private" @totals : memref<4xi32> = dense<[10, 20, 30, 40]>
    memref.global "private" @flags : memref<4xi1> = dense<true>
    memref.global "private" @notes : memref<4xf64> = uninitialized
    memref.global "private" constant @table : memref<5000xf32> = dense<0.25>
    gpu.func @put(%from: memref<4xi32>) kernel {
      %t = gpu.thread_id x
      %totals = memref.get_global @totals : memref<4xi32>
      %more = memref.load %from[%t] : memref<4xi32>
      %old = memref.atomic_rmw addi %more, %totals[%t] : (i32, memref<4xi32>) -> i32
      %notes = memref.get_global @notes : memref<4xf64>
      %note = arith.sitofp %old : i32 to f64
      memref.store %note, %notes[%t] : memref<4xf64>
      gpu.return
    }
    gpu.func @get(%to: memref<4xi32>, %floats: memref<4xf32>) kernel {
      %c1000 = arith.constant 1000 : index
      %false = arith.constant false
      %minus = arith.constant -1 : i32
      %t = gpu.thread_id x
      %totals = memref.get_global @totals : memref<4xi32>
      %total = memref.load %totals[%t] : memref<4xi32>
      %flags = memref.get_global @flags : memref<4xi1>
      %flag = memref.load %flags[%t] : memref<4xi1>
      memref.store %false, %flags[%t] : memref<4xi1>
      %chosen = arith.select %flag, %total, %minus : i32
      memref.store %chosen, %to[%t] : memref<4xi32>
      %table = memref.get_global @table : memref<5000xf32>
      %at = arith.muli %t, %c1000 : index
      %entry = memref.load %table[%at] : memref<5000xf32>
      %notes = memref.get_global @notes : memref<4xf64>
      %note = memref.load %notes[%t] : memref<4xf64>
      %single = arith.truncf %note : f64 to f32
      %sum = arith.addf %single, %entry : f32
      memref.store %sum, %floats[%t] : memref<4xf32>
      gpu.return
    }
  }
  func.func @main() -> (memref<4xi32>, memref<4xi32>, memref<4xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %from = memref.alloc() : memref<4xi32>
    %first = memref.alloc() : memref<4xi32>
    %second = memref.alloc() : memref<4xi32>
    %floats = memref.alloc() : memref<4xf32>
    scf.for %i = %c0 to %c4 step %c1 {
      %n = arith.index_cast %i : index to i32
      memref.store %n, %from[%i] : memref<4xi32>
    }
    gpu.launch_func @k::@put blocks in (%c1, %c1, %c1) threads in (%c4, %c1, %c1) args(%from : memref<4xi32>)
    gpu.launch_func @k::@put blocks in (%c1, %c1, %c1) threads in (%c4, %c1, %c1) args(%from : memref<4xi32>)
    gpu.launch_func @k::@get blocks in (%c1, %c1, %c1) threads in (%c4, %c1, %c1) args(%first : memref<4xi32>, %floats : memref<4xf32>)
    gpu.launch_func @k::@get blocks in (%c1, %c1, %c1) threads in (%c4, %c1, %c1) args(%second : memref<4xi32>, %floats : memref<4xf32>)
    memref.dealloc %from : memref<4xi32>
    return %first, %second, %floats : memref<4xi32>, memref<4xi32>, memref<4xf32>
  }
}

// OUT: result 0: memref<4xi32> = [10 22 34 46]
// OUT: result 1: memref<4xi32> = [-1 -1 -1 -1]
// OUT: result 2: memref<4xf32> = [10.25 21.25 32.25 43.25]
// OUT: kernels=3 launches=5 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// OUT: result 0: memref<4xi32> = [10 22 34 46]
// OUT: result 1: memref<4xi32> = [-1 -1 -1 -1]
// OUT: result 2: memref<4xf32> = [10.25 21.25 32.25 43.25]
// OUT: kernels=3 launches=5 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// OUT: result 0: memref<4xi32> = [10 22 34 46]
// OUT: result 1: memref<4xi32> = [-1 -1 -1 -1]
// OUT: result 2: memref<4xf32> = [10.25 21.25 32.25 43.25]
// OUT: kernels=3 launches=5 streams=1 waits=0 records=0 host_syncs=1 leaks=0
