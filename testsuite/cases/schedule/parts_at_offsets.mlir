// RUN: warpline opt --gpu-schedule --print-after=alias --output=/dev/null

// Parts of one buffer at offsets that vary: two fills of a loop body conflict, in any iterations, unless what is known of
// their offsets keeps them apart.
module attributes {gpu.container_module} {
  // Halves of each step.
  func.func @halves(%m: memref<4096xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %n = arith.constant 4096 : index
    scf.for %i = %c0 to %n step %c64 {
      %j = arith.addi %i, %c32 : index
      %a = memref.subview %m[%i] [32] [1] : memref<4096xf32> to memref<32xf32, strided<[1], offset: ?>>
      %b = memref.subview %m[%j] [32] [1] : memref<4096xf32> to memref<32xf32, strided<[1], offset: ?>>
      gpu.memset %a, %v : memref<32xf32, strided<[1], offset: ?>>, f32
      gpu.memset %b, %v : memref<32xf32, strided<[1], offset: ?>>, f32
    }
    return
  }
  // The second part reaches into the next step.
  func.func @too_long(%m: memref<4096xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %n = arith.constant 4032 : index
    scf.for %i = %c0 to %n step %c64 {
      %j = arith.addi %i, %c32 : index
      %a = memref.subview %m[%i] [32] [1] : memref<4096xf32> to memref<32xf32, strided<[1], offset: ?>>
      %b = memref.subview %m[%j] [33] [1] : memref<4096xf32> to memref<33xf32, strided<[1], offset: ?>>
      gpu.memset %a, %v : memref<32xf32, strided<[1], offset: ?>>, f32
      gpu.memset %b, %v : memref<33xf32, strided<[1], offset: ?>>, f32
    }
    return
  }
  // A sum that may overflow is known modulo a power of two, and 96 = 3 * 32.
  func.func @may_overflow(%m: memref<?xf32>, %n: index, %v: f32) {
    %c0 = arith.constant 0 : index
    %c48 = arith.constant 48 : index
    %c96 = arith.constant 96 : index
    scf.for %i = %c0 to %n step %c96 {
      %j = arith.addi %i, %c48 : index
      %a = memref.subview %m[%i] [48] [1] : memref<?xf32> to memref<48xf32, strided<[1], offset: ?>>
      %b = memref.subview %m[%j] [48] [1] : memref<?xf32> to memref<48xf32, strided<[1], offset: ?>>
      gpu.memset %a, %v : memref<48xf32, strided<[1], offset: ?>>, f32
      gpu.memset %b, %v : memref<48xf32, strided<[1], offset: ?>>, f32
    }
    return
  }
  func.func @no_overflow(%m: memref<?xf32>, %n: index, %v: f32) {
    %c0 = arith.constant 0 : index
    %c48 = arith.constant 48 : index
    %c96 = arith.constant 96 : index
    scf.for %i = %c0 to %n step %c96 {
      %j = arith.addi %i, %c48 overflow<nsw> : index
      %a = memref.subview %m[%i] [48] [1] : memref<?xf32> to memref<48xf32, strided<[1], offset: ?>>
      %b = memref.subview %m[%j] [48] [1] : memref<?xf32> to memref<48xf32, strided<[1], offset: ?>>
      gpu.memset %a, %v : memref<48xf32, strided<[1], offset: ?>>, f32
      gpu.memset %b, %v : memref<48xf32, strided<[1], offset: ?>>, f32
    }
    return
  }
  // From any first offset, if it is the same one.
  func.func @from_argument(%m: memref<4096xf32>, %first: index, %n: index, %v: f32) {
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %second = arith.addi %first, %c32 : index
    scf.for %i = %first to %n step %c64 {
      %a = memref.subview %m[%i] [32] [1] : memref<4096xf32> to memref<32xf32, strided<[1], offset: ?>>
      gpu.memset %a, %v : memref<32xf32, strided<[1], offset: ?>>, f32
    }
    scf.for %i = %second to %n step %c64 {
      %b = memref.subview %m[%i] [32] [1] : memref<4096xf32> to memref<32xf32, strided<[1], offset: ?>>
      gpu.memset %b, %v : memref<32xf32, strided<[1], offset: ?>>, f32
    }
    return
  }
  func.func @from_arguments(%m: memref<4096xf32>, %first: index, %second: index, %n: index, %v: f32) {
    %c64 = arith.constant 64 : index
    scf.for %i = %first to %n step %c64 {
      %a = memref.subview %m[%i] [32] [1] : memref<4096xf32> to memref<32xf32, strided<[1], offset: ?>>
      gpu.memset %a, %v : memref<32xf32, strided<[1], offset: ?>>, f32
    }
    scf.for %i = %second to %n step %c64 {
      %b = memref.subview %m[%i] [32] [1] : memref<4096xf32> to memref<32xf32, strided<[1], offset: ?>>
      gpu.memset %b, %v : memref<32xf32, strided<[1], offset: ?>>, f32
    }
    return
  }
  // An offset that differs from iteration to iteration is no fixed one, though it is the same in one iteration.
  func.func @loaded(%m: memref<4096xf32>, %at: memref<64xindex>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    scf.for %i = %c0 to %c64 step %c1 {
      %o = memref.load %at[%i] : memref<64xindex>
      %j = arith.addi %o, %c32 : index
      %a = memref.subview %m[%o] [32] [1] : memref<4096xf32> to memref<32xf32, strided<[1], offset: ?>>
      %b = memref.subview %m[%j] [32] [1] : memref<4096xf32> to memref<32xf32, strided<[1], offset: ?>>
      gpu.memset %a, %v : memref<32xf32, strided<[1], offset: ?>>, f32
      gpu.memset %b, %v : memref<32xf32, strided<[1], offset: ?>>, f32
    }
    return
  }
  // Left and right part of rows, of which nothing is known: the rest of a row is the same for all of them.
  func.func @columns(%m: memref<64x64xf32>, %at: memref<64xindex>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    scf.for %i = %c0 to %c64 step %c1 {
      %o = memref.load %at[%i] : memref<64xindex>
      %a = memref.subview %m[%o, 0] [4, 40] [1, 1] : memref<64x64xf32> to memref<4x40xf32, strided<[64, 1], offset: ?>>
      %b = memref.subview %m[%o, 40] [4, 24] [1, 1] : memref<64x64xf32> to memref<4x24xf32, strided<[64, 1], offset: ?>>
      gpu.memset %a, %v : memref<4x40xf32, strided<[64, 1], offset: ?>>, f32
      gpu.memset %b, %v : memref<4x24xf32, strided<[64, 1], offset: ?>>, f32
    }
    return
  }
  // Constant offsets behind a type that does not show them.
  func.func @casts(%m: memref<256xf32>, %v: f32) {
    %a = memref.subview %m[0] [128] [1] : memref<256xf32> to memref<128xf32, strided<[1]>>
    %b = memref.subview %m[128] [128] [1] : memref<256xf32> to memref<128xf32, strided<[1], offset: 128>>
    %x = memref.cast %a : memref<128xf32, strided<[1]>> to memref<?xf32, strided<[1], offset: ?>>
    %y = memref.cast %b : memref<128xf32, strided<[1], offset: 128>> to memref<?xf32, strided<[1], offset: ?>>
    gpu.memset %x, %v : memref<?xf32, strided<[1], offset: ?>>, f32
    gpu.memset %y, %v : memref<?xf32, strided<[1], offset: ?>>, f32
    return
  }
  // A subview of a subview, and a variable that is scaled.
  func.func @nested(%m: memref<4096xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    scf.for %i = %c0 to %c64 step %c1 {
      %o = arith.muli %i, %c64 : index
      %row = memref.subview %m[%o] [64] [1] : memref<4096xf32> to memref<64xf32, strided<[1], offset: ?>>
      %a = memref.subview %row[0] [32] [2] : memref<64xf32, strided<[1], offset: ?>> to memref<32xf32, strided<[2], offset: ?>>
      %b = memref.subview %row[1] [32] [2] : memref<64xf32, strided<[1], offset: ?>> to memref<32xf32, strided<[2], offset: ?>>
      gpu.memset %a, %v : memref<32xf32, strided<[2], offset: ?>>, f32
      gpu.memset %b, %v : memref<32xf32, strided<[2], offset: ?>>, f32
    }
    return
  }
}

// OUT: stderr:
// OUT: plan.alias @halves {
// OUT:   root 0 m argument 16384
// OUT: }
// OUT: plan.alias @too_long {
// OUT:   root 0 m argument 16384
// OUT:   same m[?) ~ m[?)
// OUT: }
// OUT: plan.alias @may_overflow {
// OUT:   root 0 m argument ?
// OUT:   same m[?) ~ m[?)
// OUT: }
// OUT: plan.alias @no_overflow {
// OUT:   root 0 m argument ?
// OUT: }
// OUT: plan.alias @from_argument {
// OUT:   root 0 m argument 16384
// OUT: }
// OUT: plan.alias @from_arguments {
// OUT:   root 0 m argument 16384
// OUT:   same m[?) ~ m[?)
// OUT: }
// OUT: plan.alias @loaded {
// OUT:   root 0 at argument 512
// OUT:   root 1 m argument 16384
// OUT:   may at[0,512) ~ m[?)
// OUT:   may at[0,512) ~ m[?)
// OUT:   same m[?) ~ m[?)
// OUT: }
// OUT: plan.alias @columns {
// OUT:   root 0 at argument 512
// OUT:   root 1 m argument 16384
// OUT:   may at[0,512) ~ m[?)
// OUT:   may at[0,512) ~ m[?)
// OUT: }
// OUT: plan.alias @casts {
// OUT:   root 0 m argument 1024
// OUT: }
// OUT: plan.alias @nested {
// OUT:   root 0 m argument 16384
// OUT: }
