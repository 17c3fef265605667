// The kernel cache: the second run compiles nothing, and what a change of the program misses is told.
//
// RUN: warpline run %s --device=cpu --cache-dir=%t --stats=- 2>&1 | FileCheck %s --check-prefix=COLD
// RUN: warpline run %s --device=cpu --cache-dir=%t --stats=- 2>&1 | FileCheck %s --check-prefix=WARM
// RUN: warpline cache explain %s --cache-dir=%t | FileCheck %s --check-prefix=HIT
// RUN: warpline opt %s --canonicalize | \
// RUN:   warpline cache explain - --cache-dir=%t | FileCheck %s --check-prefix=HIT
// RUN: warpline cache explain %S/Inputs/cache_changed.mlir --cache-dir=%t | FileCheck %s --check-prefix=CHANGED
// RUN: warpline cache explain %s --target=sm_90 --cache-dir=%t | FileCheck %s --check-prefix=OTHER
// RUN: warpline cache ls --cache-dir=%t | FileCheck %s --check-prefix=LIST
// RUN: warpline cache stats --cache-dir=%t | FileCheck %s --check-prefix=STATS
// RUN: warpline cache verify --cache-dir=%t | FileCheck %s --check-prefix=VERIFY
// RUN: warpline cache clear --cache-dir=%t | FileCheck %s --check-prefix=CLEAR
// RUN: warpline cache explain %s --cache-dir=%t | FileCheck %s --check-prefix=EMPTY

// COLD: result 0: memref<8xf32> = [4.0 4.0 4.0 4.0 4.0 4.0 4.0 4.0]
// COLD: "cache":{"hits":0,"misses":2,"shared":0,"stores":2,"broken":0,"different":0}
// WARM: result 0: memref<8xf32> = [4.0 4.0 4.0 4.0 4.0 4.0 4.0 4.0]
// WARM: "cache":{"hits":2,"misses":0,"shared":0,"stores":0,"broken":0,"different":0}

// HIT: @a for {{.*}}: hit, {{[0-9a-f]+}}
// HIT-NEXT: @b for {{.*}}: hit, {{[0-9a-f]+}}

// CHANGED: @a for {{.*}}: hit, {{[0-9a-f]+}}
// CHANGED-NEXT: @b for {{.*}}: miss, the nearest entry {{[0-9a-f]+}} differs in ir
// CHANGED-NEXT: ir line 5
// CHANGED-NEXT: entry: {{.*}} = arith.addf {{.*}} : f32
// CHANGED-NEXT: program: {{.*}} = arith.mulf {{.*}} : f32

// OTHER: @a for sm_90: miss, there is no entry of the backend 'ptx'
// OTHER: @b for sm_90: miss, there is no entry of the backend 'ptx'

// LIST: {{^[0-9a-f]+}} cpu {{.*}}: @a::@fill
// LIST-NEXT: {{^[0-9a-f]+}} cpu {{.*}}: @b::@double

// STATS: all: 2 entries, 2 kernels, {{[0-9]+}} bytes on disk
// STATS-NEXT: cpu {{.*}}: 2 entries, 2 kernels, {{[0-9]+}} bytes on disk
// STATS-NEXT: made by other builds of warpline: 0 entries, 0 kernels, 0 bytes on disk
// STATS-NEXT: broken: 0 entries

// VERIFY: 2 right, 0 broken
// CLEAR: removed 2 entries
// EMPTY: @a for {{.*}}: miss, there is no entry of the backend 'cpu'
// EMPTY-NEXT: @b for {{.*}}: miss, there is no entry of the backend 'cpu'

module attributes {gpu.container_module} {
  func.func @main() -> memref<8xf32> {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %x = arith.constant 2.0 : f32
    %m = memref.alloc() : memref<8xf32>
    gpu.launch_func @a::@fill blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%x : f32, %m : memref<8xf32>)
    gpu.launch_func @b::@double blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%m : memref<8xf32>)
    return %m : memref<8xf32>
  }
  gpu.module @a {
    gpu.func @fill(%x: f32, %m: memref<8xf32>) kernel {
      %i = gpu.thread_id x
      memref.store %x, %m[%i] : memref<8xf32>
      gpu.return
    }
  }
  gpu.module @b {
    gpu.func @double(%m: memref<8xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %m[%i] : memref<8xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%i] : memref<8xf32>
      gpu.return
    }
  }
}
