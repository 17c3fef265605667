// RUN: run --device=cpu,interp

// Arithmetic that chips lack, on numbers of every size and sign: sums of the results of 2048 threads.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @all(%out: memref<12xi64>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %c4 = arith.constant 4 : index
      %c5 = arith.constant 5 : index
      %c6 = arith.constant 6 : index
      %c7 = arith.constant 7 : index
      %c8 = arith.constant 8 : index
      %c9 = arith.constant 9 : index
      %c10 = arith.constant 10 : index
      %c11 = arith.constant 11 : index
      %factor = arith.constant -7046029254386353131 : i64
      %six_bits = arith.constant 63 : i64
      %three = arith.constant 3 : i64
      %zero = arith.constant 0 : i64
      %minus_one = arith.constant -1 : i64
      %zero_f64 = arith.constant 0.0 : f64
      %zero_f32 = arith.constant 0.0 : f32
      %number = gpu.global_id x
      %n = arith.index_cast %number : index to i64
      %mixed = arith.muli %n, %factor : i64
      %less = arith.andi %n, %six_bits : i64
      %x = arith.shrsi %mixed, %less : i64
      %again = arith.muli %mixed, %factor : i64
      %n3 = arith.muli %n, %three : i64
      %less3 = arith.andi %n3, %six_bits : i64
      %y = arith.shrsi %again, %less3 : i64

      // Both halves of products of several widths.
      %l64, %h64 = arith.mulsi_extended %x, %y : i64
      memref.atomic_rmw addi %h64, %out[%c0] : (i64, memref<12xi64>) -> i64
      %lu64, %hu64 = arith.mului_extended %x, %y : i64
      memref.atomic_rmw addi %hu64, %out[%c1] : (i64, memref<12xi64>) -> i64
      %x32 = arith.trunci %x : i64 to i32
      %y32 = arith.trunci %y : i64 to i32
      %l32, %h32 = arith.mulsi_extended %x32, %y32 : i32
      %lu32, %hu32 = arith.mului_extended %x32, %y32 : i32
      %h32w = arith.extsi %h32 : i32 to i64
      %hu32w = arith.extui %hu32 : i32 to i64
      memref.atomic_rmw addi %h32w, %out[%c2] : (i64, memref<12xi64>) -> i64
      memref.atomic_rmw addi %hu32w, %out[%c3] : (i64, memref<12xi64>) -> i64
      %x16 = arith.trunci %x : i64 to i16
      %y16 = arith.trunci %y : i64 to i16
      %l16, %h16 = arith.mulsi_extended %x16, %y16 : i16
      %h16w = arith.extsi %h16 : i16 to i64
      %sum, %carry = arith.addui_extended %x, %y : i64, i1
      %carried = arith.extui %carry : i1 to i64
      %both = arith.addi %h16w, %carried : i64
      memref.atomic_rmw addi %both, %out[%c4] : (i64, memref<12xi64>) -> i64

      // Quotients and remainders.
      %is_zero = arith.cmpi eq, %y, %zero : i64
      %is_minus_one = arith.cmpi eq, %y, %minus_one : i64
      %is_bad = arith.ori %is_zero, %is_minus_one : i1
      %d = arith.select %is_bad, %three, %y : i64
      %up = arith.ceildivsi %x, %d : i64
      memref.atomic_rmw addi %up, %out[%c5] : (i64, memref<12xi64>) -> i64
      %down = arith.floordivsi %x, %d : i64
      memref.atomic_rmw addi %down, %out[%c6] : (i64, memref<12xi64>) -> i64
      %up_unsigned = arith.ceildivui %x, %d : i64
      memref.atomic_rmw addi %up_unsigned, %out[%c7] : (i64, memref<12xi64>) -> i64
      %quotient = arith.divsi %x, %d : i64
      %rest = arith.remsi %x, %d : i64
      %signed = arith.xori %quotient, %rest : i64
      memref.atomic_rmw addi %signed, %out[%c8] : (i64, memref<12xi64>) -> i64
      %rest_unsigned = arith.remui %x, %d : i64
      %quotient_unsigned = arith.divui %x, %d : i64
      %unsigned = arith.xori %quotient_unsigned, %rest_unsigned : i64
      memref.atomic_rmw addi %unsigned, %out[%c9] : (i64, memref<12xi64>) -> i64

      // Remainders of floats; NaN has no bits of its own.
      %fx = arith.bitcast %x : i64 to f64
      %fy = arith.bitcast %y : i64 to f64
      %f = arith.remf %fx, %fy : f64
      %f_is_nan = arith.cmpf uno, %f, %f : f64
      %f_or_zero = arith.select %f_is_nan, %zero_f64, %f : f64
      %f_bits = arith.bitcast %f_or_zero : f64 to i64
      memref.atomic_rmw addi %f_bits, %out[%c10] : (i64, memref<12xi64>) -> i64
      %gx = arith.bitcast %x32 : i32 to f32
      %gy = arith.bitcast %y32 : i32 to f32
      %g = arith.remf %gx, %gy : f32
      %g_is_nan = arith.cmpf uno, %g, %g : f32
      %g_or_zero = arith.select %g_is_nan, %zero_f32, %g : f32
      %g_bits = arith.bitcast %g_or_zero : f32 to i32
      %g_wide = arith.extui %g_bits : i32 to i64
      memref.atomic_rmw addi %g_wide, %out[%c11] : (i64, memref<12xi64>) -> i64
      gpu.return
    }
  }
  func.func @main() -> memref<12xi64> {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c256 = arith.constant 256 : index
    %c12 = arith.constant 12 : index
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0 : i64
    %out = memref.alloc() : memref<12xi64>
    scf.for %i = %c0 to %c12 step %c1 {
      memref.store %zero, %out[%i] : memref<12xi64>
    }
    gpu.launch_func @k::@all blocks in (%c8, %c1, %c1) threads in (%c256, %c1, %c1) args(%out : memref<12xi64>)
    return %out : memref<12xi64>
  }
}

// OUT: result 0: memref<12xi64> = [-6414460856128791941 3218432477264617733 13507625021 2165896372115 136449 25035180192369 25035180190399 -6386361118906174740 -3234205253525375242 9175972265167756996 5852166920227712172 1669242766288]
// OUT: kernels=2 launches=2 streams=1 waits=0 records=0 host_syncs=1 leaks=0
