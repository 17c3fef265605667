// RUN: opt --gpu-select-schedules=target=sm_90 --remarks=gpu-select-schedules

// The element that the loop updates leaves it first; a sum that is not multiplied is no contraction, and a small one gets no
// schedule. What a program states is completed, or kept as it is.
func.func @products(%a: memref<512x256xf32>, %b: memref<256x512xf32>, %c: memref<512x512xf32>, %v: memref<512xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c256 = arith.constant 256 : index
  %c512 = arith.constant 512 : index
  %zero = arith.constant 0.0 : f32
  %x, %y, %z, %w = memref.distinct_objects %a, %b, %c, %v : memref<512x256xf32>, memref<256x512xf32>, memref<512x512xf32>, memref<512xf32>
  scf.parallel (%i, %j) = (%c0, %c0) to (%c512, %c512) step (%c1, %c1) {
    memref.store %zero, %z[%i, %j] : memref<512x512xf32>
    scf.for %k = %c0 to %c256 step %c1 {
      %p = memref.load %x[%i, %k] : memref<512x256xf32>
      %q = memref.load %y[%k, %j] : memref<256x512xf32>
      %s = memref.load %z[%i, %j] : memref<512x512xf32>
      %m = arith.mulf %p, %q : f32
      %t = arith.addf %s, %m : f32
      memref.store %t, %z[%i, %j] : memref<512x512xf32>
    }
    %t = memref.load %z[%i, %j] : memref<512x512xf32>
    %e = memref.load %w[%j] : memref<512xf32>
    %u = arith.addf %t, %e : f32
    memref.store %u, %z[%i, %j] : memref<512x512xf32>
    scf.reduce
  }
  scf.parallel (%i) = (%c0) to (%c512) step (%c1) {
    %t = scf.for %k = %c0 to %c256 step %c1 iter_args(%s = %zero) -> (f32) {
      %p = memref.load %x[%i, %k] : memref<512x256xf32>
      %m = arith.mulf %p, %p : f32
      %t = arith.addf %s, %m : f32
      scf.yield %t : f32
    }
    memref.store %t, %w[%i] : memref<512xf32>
    scf.reduce
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%c8, %c8) step (%c1, %c1) {
    %t = scf.for %k = %c0 to %c256 step %c1 iter_args(%s = %zero) -> (f32) {
      %p = memref.load %x[%i, %k] : memref<512x256xf32>
      %q = memref.load %y[%k, %j] : memref<256x512xf32>
      %m = arith.mulf %p, %q : f32
      %t = arith.addf %s, %m : f32
      scf.yield %t : f32
    }
    memref.store %t, %z[%i, %j] : memref<512x512xf32>
    scf.reduce
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%c8, %c8) step (%c1, %c1) {
    %t = scf.for %k = %c0 to %c256 step %c1 iter_args(%s = %zero) -> (f32) {
      %p = memref.load %x[%i, %k] : memref<512x256xf32>
      %q = memref.load %y[%k, %j] : memref<256x512xf32>
      %t = math.fma %q, %p, %s : f32
      scf.yield %t : f32
    }
    memref.store %t, %z[%i, %j] : memref<512x512xf32>
    scf.reduce
  } {warpline.schedule = {class = "contraction", block = [32, 16]}}
  scf.parallel (%i, %j) = (%c0, %c0) to (%c512, %c512) step (%c1, %c1) {
    %t = scf.for %k = %c0 to %c256 step %c1 iter_args(%s = %zero) -> (f32) {
      %p = memref.load %x[%i, %k] : memref<512x256xf32>
      %q = memref.load %y[%k, %j] : memref<256x512xf32>
      %t = math.fma %q, %p, %s : f32
      scf.yield %t : f32
    }
    memref.store %t, %z[%i, %j] : memref<512x512xf32>
    scf.reduce
  } {warpline.schedule = "none"}
  return
}

// OUT: module {
// OUT:   func.func @products(%arg0: memref<512x256xf32>, %arg1: memref<256x512xf32>, %arg2: memref<512x512xf32>, %arg3: memref<512xf32>) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c8 = arith.constant 8 : index
// OUT:     %c256 = arith.constant 256 : index
// OUT:     %c512 = arith.constant 512 : index
// OUT:     %cst = arith.constant 0.000000e+00 : f32
// OUT:     %0:4 = memref.distinct_objects %arg0, %arg1, %arg2, %arg3 : memref<512x256xf32>, memref<256x512xf32>, memref<512x512xf32>, memref<512xf32>
// OUT:     scf.parallel (%arg4, %arg5) = (%c0, %c0) to (%c512, %c512) step (%c1, %c1) {
// OUT:       %1 = scf.for %arg6 = %c0 to %c256 step %c1 iter_args(%arg7 = %cst) -> (f32) {
// OUT:         %4 = memref.load %0#0[%arg4, %arg6] : memref<512x256xf32>
// OUT:         %5 = memref.load %0#1[%arg6, %arg5] : memref<256x512xf32>
// OUT:         %6 = arith.mulf %4, %5 : f32
// OUT:         %7 = arith.addf %arg7, %6 : f32
// OUT:         scf.yield %7 : f32
// OUT:       }
// OUT:       %2 = memref.load %0#3[%arg5] : memref<512xf32>
// OUT:       %3 = arith.addf %1, %2 : f32
// OUT:       memref.store %3, %0#2[%arg4, %arg5] : memref<512x512xf32>
// OUT:       scf.reduce
// OUT:     } {warpline.schedule = {block = [32, 64], class = "contraction", reduce = 16 : i64, thread = [2, 4]}}
// OUT:     scf.parallel (%arg4) = (%c0) to (%c512) step (%c1) {
// OUT:       %1 = scf.for %arg5 = %c0 to %c256 step %c1 iter_args(%arg6 = %cst) -> (f32) {
// OUT:         %2 = memref.load %0#0[%arg4, %arg5] : memref<512x256xf32>
// OUT:         %3 = arith.mulf %2, %2 : f32
// OUT:         %4 = arith.addf %arg6, %3 : f32
// OUT:         scf.yield %4 : f32
// OUT:       }
// OUT:       memref.store %1, %0#3[%arg4] : memref<512xf32>
// OUT:       scf.reduce
// OUT:     }
// OUT:     scf.parallel (%arg4, %arg5) = (%c0, %c0) to (%c8, %c8) step (%c1, %c1) {
// OUT:       %1 = scf.for %arg6 = %c0 to %c256 step %c1 iter_args(%arg7 = %cst) -> (f32) {
// OUT:         %2 = memref.load %0#0[%arg4, %arg6] : memref<512x256xf32>
// OUT:         %3 = memref.load %0#1[%arg6, %arg5] : memref<256x512xf32>
// OUT:         %4 = arith.mulf %2, %3 : f32
// OUT:         %5 = arith.addf %arg7, %4 : f32
// OUT:         scf.yield %5 : f32
// OUT:       }
// OUT:       memref.store %1, %0#2[%arg4, %arg5] : memref<512x512xf32>
// OUT:       scf.reduce
// OUT:     }
// OUT:     scf.parallel (%arg4, %arg5) = (%c0, %c0) to (%c8, %c8) step (%c1, %c1) {
// OUT:       %1 = scf.for %arg6 = %c0 to %c256 step %c1 iter_args(%arg7 = %cst) -> (f32) {
// OUT:         %2 = memref.load %0#0[%arg4, %arg6] : memref<512x256xf32>
// OUT:         %3 = memref.load %0#1[%arg6, %arg5] : memref<256x512xf32>
// OUT:         %4 = math.fma %3, %2, %arg7 : f32
// OUT:         scf.yield %4 : f32
// OUT:       }
// OUT:       memref.store %1, %0#2[%arg4, %arg5] : memref<512x512xf32>
// OUT:       scf.reduce
// OUT:     } {warpline.schedule = {block = [32, 16], class = "contraction", reduce = 32 : i64, thread = [2, 4]}}
// OUT:     scf.parallel (%arg4, %arg5) = (%c0, %c0) to (%c512, %c512) step (%c1, %c1) {
// OUT:       %1 = scf.for %arg6 = %c0 to %c256 step %c1 iter_args(%arg7 = %cst) -> (f32) {
// OUT:         %2 = memref.load %0#0[%arg4, %arg6] : memref<512x256xf32>
// OUT:         %3 = memref.load %0#1[%arg6, %arg5] : memref<256x512xf32>
// OUT:         %4 = math.fma %3, %2, %arg7 : f32
// OUT:         scf.yield %4 : f32
// OUT:       }
// OUT:       memref.store %1, %0#2[%arg4, %arg5] : memref<512x512xf32>
// OUT:       scf.reduce
// OUT:     } {warpline.schedule = "none"}
// OUT:     return
// OUT:   }
// OUT: }
