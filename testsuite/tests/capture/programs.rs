//! The programs of the applications.

/// Makes a program of functions that use two kernels, of which one stores twos and one doubles a buffer into another one.
macro_rules! with_kernels {
    ($text:literal) => {
        concat!(
            "module attributes {gpu.container_module} {
gpu.module @k {
  gpu.func @two(%x: memref<4xf32>) kernel {
    %two = arith.constant 2.0 : f32
    %i = gpu.thread_id x
    memref.store %two, %x[%i] : memref<4xf32>
    gpu.return
  }
  gpu.func @double(%x: memref<4xf32>, %y: memref<4xf32>) kernel {
    %i = gpu.thread_id x
    %a = memref.load %x[%i] : memref<4xf32>
    %b = arith.addf %a, %a : f32
    memref.store %b, %y[%i] : memref<4xf32>
    gpu.return
  }
  gpu.func @print() kernel {
    gpu.printf \"never launched\"
    gpu.return
  }
}
func.func private @filled(%with: f32) -> memref<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %a = memref.alloc() : memref<4xf32>
  scf.for %k = %c0 to %c4 step %c1 {
    memref.store %with, %a[%k] : memref<4xf32>
  }
  return %a : memref<4xf32>
}
func.func private @go(%u: memref<*xf32>, %y: memref<4xf32>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %x = memref.cast %u : memref<*xf32> to memref<4xf32>
  gpu.launch_func @k::@double blocks in (%c1, %c1, %c1) threads in (%c4, %c1, %c1)
      args(%x : memref<4xf32>, %y : memref<4xf32>)
  return
}
func.func private @copy(%u: memref<*xf32>, %y: memref<4xf32>) {
  %x = memref.cast %u : memref<*xf32> to memref<4xf32>
  gpu.memcpy %y, %x : memref<4xf32>, memref<4xf32>
  return
}
",
            $text,
            "
}"
        )
    };
}

/// The host frees and fills buffers, waits for work, and calls functions, between launches.
pub(crate) const AMONG_LAUNCHES: &str = with_kernels!(
    "func.func @main(%x: memref<4xf32>, %y: memref<4xf32>) -> memref<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %five = arith.constant 5.0 : f32
  %h = func.call @filled(%five) : (f32) -> memref<4xf32>
  %d = gpu.alloc () : memref<4xf32>
  gpu.memcpy %d, %h : memref<4xf32>, memref<4xf32>
  memref.dealloc %h : memref<4xf32>
  gpu.launch_func @k::@double blocks in (%c1, %c1, %c1) threads in (%c4, %c1, %c1)
      args(%d : memref<4xf32>, %x : memref<4xf32>)
  gpu.dealloc %d : memref<4xf32>
  scf.for %i = %c0 to %c3 step %c1 {
    %n = arith.index_cast %i : index to i32
    %v = arith.sitofp %n : i32 to f32
    %a = memref.alloc() : memref<4xf32>
    scf.for %k = %c0 to %c4 step %c1 {
      memref.store %v, %a[%k] : memref<4xf32>
    }
    %t = gpu.launch_func async @k::@double blocks in (%c1, %c1, %c1) threads in (%c4, %c1, %c1)
        args(%a : memref<4xf32>, %y : memref<4xf32>)
    gpu.wait [%t]
    memref.dealloc %a : memref<4xf32>
  }
  %r = func.call @filled(%five) : (f32) -> memref<4xf32>
  gpu.launch_func @k::@double blocks in (%c1, %c1, %c1) threads in (%c4, %c1, %c1)
      args(%x : memref<4xf32>, %r : memref<4xf32>)
  return %r : memref<4xf32>
}"
);

/// Two kernels that run long, at the same time, and one after both.
pub(crate) const BRANCHES: &str = "
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @times(%x: memref<8xf32>, %y: memref<8xf32>, %n: index) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %zero = arith.constant 0.0 : f32
      %i = gpu.thread_id x
      %v = memref.load %x[%i] : memref<8xf32>
      %sum = scf.for %k = %c0 to %n step %c1 iter_args(%so_far = %zero) -> (f32) {
        %next = arith.addf %so_far, %v : f32
        scf.yield %next : f32
      }
      memref.store %sum, %y[%i] : memref<8xf32>
      gpu.return
    }
    gpu.func @less(%a: memref<8xf32>, %b: memref<8xf32>, %out: memref<8xf32>) kernel {
      %c7 = arith.constant 7 : index
      %i = gpu.thread_id x
      %j = arith.subi %c7, %i : index
      %v = memref.load %a[%j] : memref<8xf32>
      %w = memref.load %b[%j] : memref<8xf32>
      %s = arith.subf %v, %w : f32
      memref.store %s, %out[%i] : memref<8xf32>
      gpu.return
    }
  }
  func.func @main(%x: memref<8xf32>, %y: memref<8xf32>, %out: memref<8xf32>) {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c200 = arith.constant 200 : index
    %c300 = arith.constant 300 : index
    %a = memref.alloc() : memref<8xf32>
    %b = memref.alloc() : memref<8xf32>
    gpu.launch_func @k::@times blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1)
        args(%x : memref<8xf32>, %a : memref<8xf32>, %c200 : index)
    gpu.launch_func @k::@times blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1)
        args(%y : memref<8xf32>, %b : memref<8xf32>, %c300 : index)
    gpu.launch_func @k::@less blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1)
        args(%a : memref<8xf32>, %b : memref<8xf32>, %out : memref<8xf32>)
    memref.dealloc %a : memref<8xf32>
    memref.dealloc %b : memref<8xf32>
    return
  }
}";

/// Steps of time, each with a buffer of its own, on a table of the host.
pub(crate) const LOOP: &str = "
memref.global \"private\" constant @by : memref<4xf32> = dense<[0.5, 2.0, 4.0, 8.0]>
func.func @main(%x: memref<?xf32>, %n: index) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %d = memref.dim %x, %c0 : memref<?xf32>
  %out = memref.alloc(%d) : memref<?xf32>
  %by = memref.get_global @by : memref<4xf32>
  %many = arith.muli %n, %c4 : index
  scf.for %t = %c0 to %many step %c1 {
    %row = arith.remui %t, %c4 : index
    %next = memref.alloc(%d) : memref<?xf32>
    scf.parallel (%i) = (%c0) to (%d) step (%c1) {
      %v = memref.load %x[%i] : memref<?xf32>
      %k = memref.load %by[%row] : memref<4xf32>
      %w = arith.mulf %v, %k : f32
      memref.store %w, %next[%i] : memref<?xf32>
    }
    scf.parallel (%i) = (%c0) to (%d) step (%c1) {
      %v = memref.load %next[%i] : memref<?xf32>
      memref.store %v, %x[%i] : memref<?xf32>
      memref.store %v, %out[%i] : memref<?xf32>
    }
    memref.dealloc %next : memref<?xf32>
  }
  return %out : memref<?xf32>
}";

/// Copies and fills, of which one overlaps itself.
pub(crate) const COPIES: &str = "
func.func @main(%x: memref<8x8xf32>, %out: memref<8x8xf32>) {
  %zero = arith.constant 3.0 : f32
  %m = gpu.alloc () : memref<8x8xf32>
  gpu.memset %m, %zero : memref<8x8xf32>, f32
  %from = memref.subview %x[1, 2] [4, 3] [1, 1] : memref<8x8xf32> to memref<4x3xf32, strided<[8, 1], offset: 10>>
  %to = memref.subview %m[2, 0] [4, 3] [1, 2] : memref<8x8xf32> to memref<4x3xf32, strided<[8, 2], offset: 16>>
  gpu.memcpy %to, %from : memref<4x3xf32, strided<[8, 2], offset: 16>>, memref<4x3xf32, strided<[8, 1], offset: 10>>
  gpu.memcpy %out, %m : memref<8x8xf32>, memref<8x8xf32>
  gpu.dealloc %m : memref<8x8xf32>
  return
}";

/// Reads an argument on the host.
pub(crate) const NEEDS_HOST: &str = "
func.func @main(%x: memref<8xf32>, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %v = memref.load %x[%c0] : memref<8xf32>
  affine.parallel (%i) = (0) to (8) {
    affine.store %v, %out[%i] : memref<8xf32>
  }
  %w = memref.load %out[%c0] : memref<8xf32>
  memref.store %w, %x[%c0] : memref<8xf32>
  return
}";

/// Programs that need the host, each with the lines and the reasons.
pub(crate) const NEED_HOST: [(&str, &str, &str); 7] = [
    (
        "read_after",
        "func.func @main(%x: memref<8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %s = memref.alloc() : memref<8xf32>
  memref.store %z, %s[%c0] : memref<8xf32>
  affine.parallel (%i) = (0) to (8) {
    %v = affine.load %x[%i] : memref<8xf32>
    affine.store %v, %s[%i] : memref<8xf32>
  }
  %r = memref.load %s[%c0] : memref<8xf32>
  memref.dealloc %s : memref<8xf32>
  return %r : f32
}",
        "program.mlir:10:8: error[E0301]: the host accesses memory here that the device may have used",
    ),
    (
        "write_after",
        "func.func @main(%out: memref<8xf32>) -> memref<8xf32> {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %five = arith.constant 5.0 : f32
  %s = memref.alloc() : memref<8xf32>
  memref.store %one, %s[%c0] : memref<8xf32>
  affine.parallel (%i) = (0) to (8) {
    %v = affine.load %s[%i] : memref<8xf32>
    affine.store %v, %out[%i] : memref<8xf32>
  }
  memref.store %five, %s[%c0] : memref<8xf32>
  return %s : memref<8xf32>
}",
        "program.mlir:11:3: error[E0301]: the host accesses memory here that the device may have used",
    ),
    (
        "stack",
        "func.func @main(%out: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %t = memref.alloca() : memref<4xf32>
  memref.store %one, %t[%c0] : memref<4xf32>
  %d = gpu.alloc () : memref<4xf32>
  gpu.memcpy %d, %t : memref<4xf32>, memref<4xf32>
  affine.parallel (%i) = (0) to (4) {
    %v = affine.load %d[%i] : memref<4xf32>
    affine.store %v, %out[%i] : memref<4xf32>
  }
  gpu.dealloc %d : memref<4xf32>
  return
}",
        "the device uses memory of the stack of the host here; use memref.alloc",
    ),
    (
        "addresses",
        "func.func @main(%x: memref<8xi64>, %out: memref<8xi64>) {
  %c0 = arith.constant 0 : index
  %p = memref.extract_aligned_pointer_as_index %x : memref<8xi64> -> index
  %q = arith.index_cast %p : index to i64
  %s = memref.alloc() : memref<8xi64>
  memref.store %q, %s[%c0] : memref<8xi64>
  affine.parallel (%i) = (0) to (8) {
    %v = affine.load %s[%i] : memref<8xi64>
    affine.store %v, %out[%i] : memref<8xi64>
  }
  memref.dealloc %s : memref<8xi64>
  return
}",
        "what the function does depends on addresses",
    ),
    (
        "carried",
        with_kernels!(
            "func.func @main(%n: index) -> memref<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1.0 : f32
  %init = func.call @filled(%one) : (f32) -> memref<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%before = %init) -> (memref<4xf32>) {
    %a = memref.alloc() : memref<4xf32>
    memref.store %one, %before[%c0] : memref<4xf32>
    gpu.launch_func @k::@two blocks in (%c1, %c1, %c1) threads in (%c4, %c1, %c1) args(%a : memref<4xf32>)
    scf.yield %a : memref<4xf32>
  }
  return %r : memref<4xf32>
}"
        ),
        "the host accesses memory here that the device may have used",
    ),
    (
        "unranked",
        with_kernels!(
            "func.func @main(%y: memref<4xf32>) -> memref<4xf32> {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %a = memref.alloc() : memref<4xf32>
  %u = memref.cast %a : memref<4xf32> to memref<*xf32>
  func.call @go(%u, %y) : (memref<*xf32>, memref<4xf32>) -> ()
  memref.store %one, %a[%c0] : memref<4xf32>
  return %a : memref<4xf32>
}"
        ),
        "the host accesses memory here that the device may have used",
    ),
    (
        "unranked_stack",
        with_kernels!(
            "func.func @main(%y: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %a = memref.alloca() : memref<4xf32>
  memref.store %one, %a[%c0] : memref<4xf32>
  %u = memref.cast %a : memref<4xf32> to memref<*xf32>
  func.call @copy(%u, %y) : (memref<*xf32>, memref<4xf32>) -> ()
  return
}"
        ),
        "the device uses memory of the stack of the host here; use memref.alloc",
    ),
];

/// A result of a function without arrays.
pub(crate) const NO_ARRAYS: &str = "
func.func @main(%n: index) -> memref<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1.0 : f32
  %none = arith.subi %n, %n : index
  %e = memref.alloc(%none) : memref<?xf32>
  %s = memref.alloc() : memref<8xf32>
  %r = memref.alloc() : memref<8xf32>
  scf.for %i = %c0 to %none step %c1 {
    memref.store %one, %e[%i] : memref<?xf32>
  }
  scf.for %i = %c0 to %c8 step %c1 {
    memref.store %one, %s[%i] : memref<8xf32>
  }
  affine.parallel (%i) = (0) to (8) {
    %v = affine.load %s[%i] : memref<8xf32>
    affine.store %v, %r[%i] : memref<8xf32>
  }
  memref.dealloc %e : memref<?xf32>
  memref.dealloc %s : memref<8xf32>
  return %r : memref<8xf32>
}";
