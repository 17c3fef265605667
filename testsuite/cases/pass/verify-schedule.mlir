// RUN: opt --gpu-place-buffers --gpu-schedule --verify-schedule=print=true --verify-diagnostics

// The pass on its own.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  // expected-remark@below {{@join: race proved: device operations 3, streams 2}}
  // expected-remark@below {{lifetime proved}}
  // expected-remark@below {{leases proved}}
  // expected-remark@below {{return proved}}
  // expected-remark@below {{memory proved: slots 2}}
  // expected-remark@below {{deadlock proved}}
  // expected-remark@below {{minimal proved}}
  func.func @join(%a: memref<64xf32>) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %x = memref.alloc() : memref<64xf32>
    %y = memref.alloc() : memref<64xf32>
    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %x : memref<64xf32>)
    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %y : memref<64xf32>)
    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>)
    memref.dealloc %x : memref<64xf32>
    memref.dealloc %y : memref<64xf32>
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @copy(%arg0: memref<64xf32>, %arg1: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       memref.store %0, %arg1[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @join(%arg0: memref<64xf32>) attributes {rt.arena = 512 : i64, rt.events = 1 : i32, rt.streams = 2 : i32} {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %memref = rt.arena 0 : memref<64xf32>
// OUT:     %memref_0 = rt.arena 256 : memref<64xf32>
// OUT:     rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0, %memref : memref<64xf32>, memref<64xf32>)
// OUT:     rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0, %memref_0 : memref<64xf32>, memref<64xf32>)
// OUT:     rt.record 0 on 1
// OUT:     rt.wait 0 on 0
// OUT:     rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%memref, %memref_0 : memref<64xf32>, memref<64xf32>)
// OUT:     rt.host_wait 0
// OUT:     return
// OUT:   }
// OUT: }
