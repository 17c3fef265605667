// RUN: roundtrip
// DIFFERS everywhere: mlir-opt 22 does not have these operations, or not any more.

gpu.module @kernels {
  gpu.func @votes(%flag: i1, %n: i32) kernel {
    %mask = gpu.ballot %flag : i32
    %part = gpu.initialize_named_barrier %n : i32 -> !gpu.named_barrier
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @kernels {
// OUT:     gpu.func @votes(%arg0: i1, %arg1: i32) kernel {
// OUT:       %0 = gpu.ballot %arg0 : i32
// OUT:       %1 = gpu.initialize_named_barrier %arg1 : i32 -> !gpu.named_barrier
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

gpu.module @ends_as_older_texts_do {
  gpu.module_end
}

// OUT: module {
// OUT:   gpu.module @ends_as_older_texts_do {
// OUT:   }
// OUT: }
// -----

"gpu.module"() <{sym_name = "ends_twice"}> ({
  "gpu.module_end"() : () -> ()
  "gpu.module_end"() : () -> ()
}) : () -> ()

// OUT: module {
// OUT:   gpu.module @ends_twice {
// OUT:   }
// OUT: }
