// RUN: warpline run --device=cuda --stats=-
// RUN: warpline run --device=cuda --max-streams=1 --stats=-
// MOCK: MEMORY=700

// Four chains end sooner on streams of their own, for which the device has too little memory: the program runs again in
// text order.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @long(%x: memref<64xf32>, %y: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %n = arith.constant 300 : index
      %h = arith.constant 0.5 : f32
      %v = memref.load %x[%i] : memref<64xf32>
      %r = scf.for %j = %c0 to %n step %c1 iter_args(%s = %v) -> (f32) {
        %t = arith.mulf %s, %h : f32
        %u = arith.addf %t, %v : f32
        scf.yield %u : f32
      }
      memref.store %r, %y[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%in: memref<64xf32> {llvm.noalias, warpline.input = "1"}, %p: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %q: memref<64xf32> {llvm.noalias, warpline.input = "0"}, %r: memref<64xf32> {llvm.noalias, warpline.input = "0"}) {
    %one = arith.constant 1 : index
    %n = arith.constant 64 : index
    %a = gpu.alloc () : memref<64xf32>
    gpu.launch_func @k::@long blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%in : memref<64xf32>, %a : memref<64xf32>)
    gpu.launch_func @k::@long blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%a : memref<64xf32>, %p : memref<64xf32>)
    gpu.dealloc %a : memref<64xf32>
    %b = gpu.alloc () : memref<64xf32>
    gpu.launch_func @k::@long blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%in : memref<64xf32>, %b : memref<64xf32>)
    gpu.launch_func @k::@long blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%b : memref<64xf32>, %q : memref<64xf32>)
    gpu.dealloc %b : memref<64xf32>
    %c = gpu.alloc () : memref<64xf32>
    gpu.launch_func @k::@long blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%in : memref<64xf32>, %c : memref<64xf32>)
    gpu.launch_func @k::@long blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%c : memref<64xf32>, %r : memref<64xf32>)
    gpu.dealloc %c : memref<64xf32>
    return
  }
}

// OUT: {"device":"cuda:0","kernels":1,"launches":6,"graphs":0,"graph_launches":0,"streams":1,"events":0,"streams_created":0,"events_created":0,"waits":0,"records":0,"host_syncs":1,"max_concurrent_launches":1,"busy_nanoseconds":32600,"active_nanoseconds":32600,"overlap":0.0,"peak_bytes":1280,"leaked":{"streams":0,"events":0,"buffers":0,"modules":0,"graphs":0},"unfreed":{"buffers":0,"bytes":0},"kernel_times":[{"name":"k::long","launches":6,"nanoseconds":32600}],"run_nanoseconds":null,"cache":{"hits":0,"misses":1,"shared":1,"stores":0,"broken":0,"different":0},"reasons":[{"function":"main","kind":"stream order","later":{"number":1,"operation":"@k::@long","line":30},"earlier":{"number":0,"operation":"@k::@long","line":29},"why":"both touch %a, line 28 (1 reads what 0 writes)","critical":true},{"function":"main","kind":"shared stream","later":{"number":2,"operation":"@k::@long","line":33},"earlier":{"number":1,"operation":"@k::@long","line":30},"why":"there are at most 1 streams","critical":true},{"function":"main","kind":"stream order","later":{"number":3,"operation":"@k::@long","line":34},"earlier":{"number":2,"operation":"@k::@long","line":33},"why":"both touch %b, line 32 (3 reads what 2 writes)","critical":true},{"function":"main","kind":"shared stream","later":{"number":4,"operation":"@k::@long","line":37},"earlier":{"number":3,"operation":"@k::@long","line":34},"why":"there are at most 1 streams","critical":true},{"function":"main","kind":"stream order","later":{"number":5,"operation":"@k::@long","line":38},"earlier":{"number":4,"operation":"@k::@long","line":37},"why":"both touch %c, line 36 (5 reads what 4 writes)","critical":true}]}
// OUT: stderr:
// OUT: note: the device has too little memory for this plan; it runs again on one stream
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=4.0 max=4.0 sum=256.0 first=4.0
// OUT:   values: 4.0 (64 times)
// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=4.0 max=4.0 sum=256.0 first=4.0
// OUT:   values: 4.0 (64 times)
// OUT: argument 3: memref<64xf32>
// OUT:   count=64 min=4.0 max=4.0 sum=256.0 first=4.0
// OUT:   values: 4.0 (64 times)
// OUT: {"device":"cuda:0","kernels":1,"launches":6,"graphs":0,"graph_launches":0,"streams":1,"events":0,"streams_created":1,"events_created":0,"waits":0,"records":0,"host_syncs":1,"max_concurrent_launches":1,"busy_nanoseconds":32600,"active_nanoseconds":32600,"overlap":0.0,"peak_bytes":1280,"leaked":{"streams":0,"events":0,"buffers":0,"modules":0,"graphs":0},"unfreed":{"buffers":0,"bytes":0},"kernel_times":[{"name":"k::long","launches":6,"nanoseconds":32600}],"run_nanoseconds":null,"cache":{"hits":0,"misses":1,"shared":0,"stores":0,"broken":0,"different":0},"reasons":[{"function":"main","kind":"stream order","later":{"number":1,"operation":"@k::@long","line":30},"earlier":{"number":0,"operation":"@k::@long","line":29},"why":"both touch %a, line 28 (1 reads what 0 writes)","critical":true},{"function":"main","kind":"shared stream","later":{"number":2,"operation":"@k::@long","line":33},"earlier":{"number":1,"operation":"@k::@long","line":30},"why":"there are at most 1 streams","critical":true},{"function":"main","kind":"stream order","later":{"number":3,"operation":"@k::@long","line":34},"earlier":{"number":2,"operation":"@k::@long","line":33},"why":"both touch %b, line 32 (3 reads what 2 writes)","critical":true},{"function":"main","kind":"shared stream","later":{"number":4,"operation":"@k::@long","line":37},"earlier":{"number":3,"operation":"@k::@long","line":34},"why":"there are at most 1 streams","critical":true},{"function":"main","kind":"stream order","later":{"number":5,"operation":"@k::@long","line":38},"earlier":{"number":4,"operation":"@k::@long","line":37},"why":"both touch %c, line 36 (5 reads what 4 writes)","critical":true}]}
// OUT: stderr:
// OUT: argument 1: memref<64xf32>
// OUT:   count=64 min=4.0 max=4.0 sum=256.0 first=4.0
// OUT:   values: 4.0 (64 times)
// OUT: argument 2: memref<64xf32>
// OUT:   count=64 min=4.0 max=4.0 sum=256.0 first=4.0
// OUT:   values: 4.0 (64 times)
// OUT: argument 3: memref<64xf32>
// OUT:   count=64 min=4.0 max=4.0 sum=256.0 first=4.0
// OUT:   values: 4.0 (64 times)
