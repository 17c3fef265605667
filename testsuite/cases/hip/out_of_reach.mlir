// RUN: warpline run --device=hip

// The host cannot read memory of the device; a copy brings it over, and host_shared memory is reached by both.
func.func @main() -> f32 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %m = gpu.alloc () : memref<8xf32>
  gpu.memset %m, %zero : memref<8xf32>, f32
  %v = memref.load %m[%c0] : memref<8xf32>
  gpu.dealloc %m : memref<8xf32>
  return %v : f32
}

// OUT: stderr:
// OUT: case.mlir:9:8: error[E0301]: 'memref.load' on the host cannot access the buffer: it is in GPU memory
// OUT:    ╭─[ case.mlir:9:8 ]
// OUT:    │
// OUT:  9 │   %v = memref.load %m[%c0] : memref<8xf32>
// OUT:    │        ─────┬─────
// OUT:    │             ╰─────── this 'memref.load'
// OUT:    │
// OUT:    ├─[ case.mlir:7:8 ]
// OUT:    │
// OUT:  7 │   %m = gpu.alloc () : memref<8xf32>
// OUT:    │        ────┬────
// OUT:    │            ╰────── allocated here; 'gpu.alloc host_shared' allocates memory that the host can access, too
// OUT: ───╯
// OUT: exit: 1
