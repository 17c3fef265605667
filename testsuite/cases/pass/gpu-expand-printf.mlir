// RUN: opt --gpu-expand-printf

// Each argument is extended as its directive reads it; a format has the lengths of what is passed.
gpu.module @kernels {
  gpu.func @all(%a: i1, %b: i8, %c: i64, %i: index, %h: f16, %s: f32, %d: f64) kernel {
    gpu.printf "%d %hhd %hhu 0x%02hx %5.2f\n", %a, %b, %b, %b, %h : i1, i8, i8, i8, f16
    gpu.printf "100%% %d %-8u %ld %f %lf %c", %c, %i, %i, %s, %d, %b : i64, index, index, f32, f64, i8
    gpu.printf "%lld", %b : i8
    gpu.printf "nothing"
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @kernels {
// OUT:     gpu.func @all(%arg0: i1, %arg1: i8, %arg2: i64, %arg3: index, %arg4: f16, %arg5: f32, %arg6: f64) kernel {
// OUT:       %0 = arith.extui %arg0 : i1 to i32
// OUT:       %1 = arith.extsi %arg1 : i8 to i32
// OUT:       %2 = arith.extui %arg1 : i8 to i32
// OUT:       %3 = arith.extui %arg1 : i8 to i32
// OUT:       %4 = arith.extf %arg4 : f16 to f64
// OUT:       gpu.printf "%d %d %u 0x%02x %5.2f\0A", %0, %1, %2, %3, %4 : i32, i32, i32, i32, f64
// OUT:       %5 = arith.extf %arg5 : f32 to f64
// OUT:       %6 = arith.extui %arg1 : i8 to i32
// OUT:       gpu.printf "100%% %lld %-8llu %lld %f %f %c", %arg2, %arg3, %arg3, %5, %arg6, %6 : i64, index, index, f64, f64, i32
// OUT:       %7 = arith.extsi %arg1 : i8 to i32
// OUT:       gpu.printf "%d", %7 : i32
// OUT:       gpu.printf "nothing"
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// An integer of 40 bits is a pair of words, and no directive is left for the last argument.
gpu.module @kernels {
  gpu.func @odd(%a: i40, %b: i17) kernel {
    gpu.printf "%x", %a, %b : i40, i17
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @kernels {
// OUT:     gpu.func @odd(%arg0: i40, %arg1: i17) kernel {
// OUT:       %0 = arith.extui %arg0 : i40 to i64
// OUT:       %1 = arith.extsi %arg1 : i17 to i32
// OUT:       gpu.printf "%llx", %0, %1 : i64, i32
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// A character has 32 bits. What no operation extends stays.
gpu.module @kernels {
  gpu.func @kept(%a: i64, %i: index, %b: ui8, %x: f80, %y: tf32) kernel {
    gpu.printf "%c %c %hhu %f %f", %a, %i, %b, %x, %y : i64, index, ui8, f80, tf32
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @kernels {
// OUT:     gpu.func @kept(%arg0: i64, %arg1: index, %arg2: ui8, %arg3: f80, %arg4: tf32) kernel {
// OUT:       %0 = arith.trunci %arg0 : i64 to i32
// OUT:       %1 = arith.index_cast %arg1 : index to i32
// OUT:       gpu.printf "%c %c %u %f %f", %0, %1, %arg2, %arg3, %arg4 : i32, i32, ui8, f80, tf32
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
