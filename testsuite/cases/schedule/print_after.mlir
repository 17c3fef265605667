// RUN: warpline opt --gpu-schedule --print-after=effects,alias,dag,reduce,schedule,waits,lifetimes,verify --output=/dev/null

// Two convolutions and their sum.
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @conv(%in: memref<1024xf32>, %w: memref<1024xf32>, %out: memref<1024xf32>) kernel {
      %i = gpu.thread_id x
      %a = memref.load %in[%i] : memref<1024xf32>
      %b = memref.load %w[%i] : memref<1024xf32>
      %c = arith.mulf %a, %b : f32
      memref.store %c, %out[%i] : memref<1024xf32>
      gpu.return
    }
  }
  func.func @pair(%x: memref<1024xf32> {llvm.noalias}, %w1: memref<1024xf32> {llvm.noalias}, %w2: memref<1024xf32> {llvm.noalias}) -> memref<1024xf32> {
    %one = arith.constant 1 : index
    %n = arith.constant 1024 : index
    %a = memref.alloc() : memref<1024xf32>
    %b = memref.alloc() : memref<1024xf32>
    %c = memref.alloc() : memref<1024xf32>
    gpu.launch_func @m::@conv blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%x : memref<1024xf32>, %w1 : memref<1024xf32>, %a : memref<1024xf32>)
    gpu.launch_func @m::@conv blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%x : memref<1024xf32>, %w2 : memref<1024xf32>, %b : memref<1024xf32>)
    gpu.launch_func @m::@conv blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%a : memref<1024xf32>, %b : memref<1024xf32>, %c : memref<1024xf32>)
    return %c : memref<1024xf32>
  }
}

// OUT: stderr:
// OUT: plan.effects @pair {
// OUT:   op 0 launch @m::@conv compute R x[0,4096) R w1[0,4096) W a[0,4096)
// OUT:   op 1 launch @m::@conv compute R x[0,4096) R w2[0,4096) W b[0,4096)
// OUT:   op 2 launch @m::@conv compute R a[0,4096) R b[0,4096) W c[0,4096)
// OUT:   op 3 end
// OUT: }
// OUT: plan.alias @pair {
// OUT:   root 0 x argument 4096 noalias
// OUT:   root 1 w1 argument 4096 noalias
// OUT:   root 2 a alloc 4096 host
// OUT:   root 3 w2 argument 4096 noalias
// OUT:   root 4 b alloc 4096 host
// OUT:   root 5 c alloc 4096 host
// OUT: }
// OUT: plan.dag @pair {
// OUT:   edges 2
// OUT:   0 -> 2 RAW a
// OUT:   1 -> 2 RAW b
// OUT: }
// OUT: plan.reduce @pair {
// OUT:   n 3 naive 2 tr 2 width 2
// OUT:   0 -> 2
// OUT:   1 -> 2
// OUT: }
// OUT: plan.schedule @pair {
// OUT:   mode concurrent K 8 streams 2
// OUT:   s0: 0 2
// OUT:   s1: 1
// OUT:   order: 0 1 2
// OUT: }
// OUT: plan.waits @pair {
// OUT:   waits 1 records 1 host 1
// OUT:   record e0 on s1 after 1
// OUT:   wait e0 on s0 before 2
// OUT:   host_wait s0 before 3
// OUT: }
// OUT: plan.lifetimes @pair {
// OUT:   streams 2 slots 1
// OUT:   e0 recorded after 1 waited before 2
// OUT: }
// OUT: plan.verify @pair {
// OUT:   race proved lifetime proved leases proved return proved deadlock proved minimal proved
// OUT: }
// -----

// A copy, a fill, memory in the order of streams, a token, and a load of the host.
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @scale(%in: memref<64xf32>, %out: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %a = memref.load %in[%i] : memref<64xf32>
      memref.store %a, %out[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @mixed(%x: memref<64xf32>, %y: memref<64xf32>) -> f32 {
    %one = arith.constant 1 : index
    %n = arith.constant 64 : index
    %zero = arith.constant 0.0 : f32
    %low = memref.subview %y[0] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1]>>
    %high = memref.subview %y[32] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1], offset: 32>>
    %a = gpu.alloc () : memref<64xf32>
    %t = gpu.memset async %low, %zero : memref<32xf32, strided<[1]>>, f32
    gpu.memset %high, %zero : memref<32xf32, strided<[1], offset: 32>>, f32
    gpu.launch_func [%t] @m::@scale blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%y : memref<64xf32>, %a : memref<64xf32>)
    gpu.memcpy %x, %a : memref<64xf32>, memref<64xf32>
    gpu.dealloc %a : memref<64xf32>
    %r = memref.load %x[%one] : memref<64xf32>
    return %r : f32
  }
}

// OUT: stderr:
// OUT: plan.effects @mixed {
// OUT:   op 0 fill compute W! y[0,128)
// OUT:   op 1 fill compute W! y[128,256)
// OUT:   op 2 launch @m::@scale compute R y[0,256) W a[0,256) after 0
// OUT:   op 3 copy compute W! x[0,256) R a[0,256)
// OUT:   op 4 memref.load host R x[0,256)
// OUT:   op 5 end
// OUT: }
// OUT: plan.alias @mixed {
// OUT:   root 0 y argument 256
// OUT:   root 1 a alloc 256 device
// OUT:   root 2 x argument 256
// OUT:   same y[0,128) ~ y[0,256)
// OUT:   may y[0,128) ~ x[0,256)
// OUT:   same y[128,256) ~ y[0,256)
// OUT:   may y[128,256) ~ x[0,256)
// OUT:   may y[0,256) ~ x[0,256)
// OUT: }
// OUT: plan.dag @mixed {
// OUT:   edges 5
// OUT:   0 -> 2 RAW y
// OUT:   0 -> 2 Order
// OUT:   0 -> 3 WAW y ~ x
// OUT:   0 -> 4 RAW y ~ x host
// OUT:   1 -> 2 RAW y
// OUT:   1 -> 3 WAW y ~ x
// OUT:   1 -> 4 RAW y ~ x host
// OUT:   2 -> 3 RAW a
// OUT:   2 -> 3 WAR y ~ x
// OUT:   3 -> 4 RAW x host
// OUT: }
// OUT: plan.reduce @mixed {
// OUT:   n 4 naive 5 tr 3 width 2
// OUT:   0 -> 2
// OUT:   1 -> 2
// OUT:   2 -> 3
// OUT: }
// OUT: plan.schedule @mixed {
// OUT:   mode concurrent K 8 streams 2
// OUT:   s0: 0 2 3
// OUT:   s1: 1
// OUT:   order: 0 1 2 3
// OUT: }
// OUT: plan.waits @mixed {
// OUT:   waits 1 records 1 host 1
// OUT:   record e0 on s1 after 1
// OUT:   wait e0 on s0 before 2
// OUT:   host_wait s0 before 4
// OUT: }
// OUT: plan.lifetimes @mixed {
// OUT:   streams 2 slots 1
// OUT:   e0 recorded after 1 waited before 2
// OUT: }
// OUT: plan.verify @mixed {
// OUT:   race proved lifetime proved leases proved return proved memory proved deadlock proved minimal proved
// OUT: }
// OUT: print_after.mlir:24:10: warning[W0201]: early-access: this uses memory of device work before a wait for its token; the host waits here
// OUT:     ╭─[ print_after.mlir:24:10 ]
// OUT:     │
// OUT:  24 │     %r = memref.load %x[%one] : memref<64xf32>
// OUT:     │          ─────┬─────
// OUT:     │               ╰─────── this 'memref.load'
// OUT: ────╯
// -----

// A loop whose trips depend on each other.
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @scale(%in: memref<64xf32>, %out: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %a = memref.load %in[%i] : memref<64xf32>
      memref.store %a, %out[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @trips(%x: memref<64xf32> {llvm.noalias}, %y: memref<64xf32> {llvm.noalias}, %trips: index) {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %n = arith.constant 64 : index
    scf.for %i = %zero to %trips step %one {
      gpu.launch_func @m::@scale blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%x : memref<64xf32>, %y : memref<64xf32>)
      gpu.launch_func @m::@scale blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%y : memref<64xf32>, %x : memref<64xf32>)
    }
    return
  }
}

// OUT: stderr:
// OUT: plan.effects @trips {
// OUT:   op 0 launch @m::@scale compute R x[0,256) W y[0,256)
// OUT:   op 1 launch @m::@scale compute R y[0,256) W x[0,256)
// OUT:   op 2 end
// OUT: }
// OUT: plan.alias @trips {
// OUT:   root 0 x argument 256 noalias
// OUT:   root 1 y argument 256 noalias
// OUT: }
// OUT: plan.dag @trips {
// OUT:   edges 1
// OUT:   0 -> 1 RAW y
// OUT:   0 -> 1 WAR x
// OUT:   1 -> 0 RAW x dist 1
// OUT:   1 -> 0 WAR y dist 1
// OUT: }
// OUT: plan.reduce @trips {
// OUT:   n 2 naive 1 tr 1 width 1
// OUT:   0 -> 1
// OUT: }
// OUT: plan.schedule @trips {
// OUT:   mode serial K 8 streams 1
// OUT:   s0: 0 1
// OUT:   order: 0 1
// OUT: }
// OUT: plan.waits @trips {
// OUT:   waits 0 records 0 host 1
// OUT:   host_wait s0 before 2
// OUT: }
// OUT: plan.lifetimes @trips {
// OUT:   streams 1 slots 0
// OUT: }
// OUT: plan.verify @trips {
// OUT:   race proved lifetime proved leases proved return proved deadlock proved minimal proved
// OUT: }
