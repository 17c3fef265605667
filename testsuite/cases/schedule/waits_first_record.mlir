// RUN: warpline opt --async-execute-inline --gpu-schedule=max-streams=3 --verify-schedule=print=true --diagnostics=short

// The loop waits for an event that only its last iteration has recorded, in a slot that was in use before: it is recorded
// before the loop, too, on one of the streams that wait for it. That orders what came before the loop on this stream for
// the others, which need no wait of their own for it.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @count(%a: memref<2xi32>) kernel {
      %c0 = arith.constant 0 : index
      %one = arith.constant 1 : i32
      %old = memref.atomic_rmw addi %one, %a[%c0] : (i32, memref<2xi32>) -> i32
      gpu.return
    }
    gpu.func @clear(%part: memref<1xi32, strided<[1], offset: 1>>) kernel {
      %c0 = arith.constant 0 : index
      %zero = arith.constant 0 : i32
      memref.store %zero, %part[%c0] : memref<1xi32, strided<[1], offset: 1>>
      gpu.return
    }
    gpu.func @copy(%to: memref<2xi32>, %from: memref<2xi32>) kernel {
      %c0 = arith.constant 0 : index
      %v = memref.load %from[%c0] : memref<2xi32>
      memref.store %v, %to[%c0] : memref<2xi32>
      gpu.return
    }
  }
  func.func @main(%x: memref<2xi32> {llvm.noalias}, %y: memref<2xi32> {llvm.noalias}, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i32
    %b = gpu.alloc () : memref<2xi32>
    %x1 = memref.subview %x[1] [1] [1] : memref<2xi32> to memref<1xi32, strided<[1], offset: 1>>
    %y1 = memref.subview %y[1] [1] [1] : memref<2xi32> to memref<1xi32, strided<[1], offset: 1>>
    %t = gpu.memset async %y1, %zero : memref<1xi32, strided<[1], offset: 1>>, i32
    %start = async.execute {
      gpu.launch_func @k::@count blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%b : memref<2xi32>)
      gpu.launch_func @k::@clear blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x1 : memref<1xi32, strided<[1], offset: 1>>)
      async.yield
    }
    async.await %start : !async.token
    %s = gpu.launch_func async @k::@copy blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%b : memref<2xi32>, %x : memref<2xi32>)
    %end = scf.for %i = %c0 to %n step %c1 iter_args(%last = %t) -> (!gpu.async.token) {
      %e = async.execute {
        gpu.launch_func [%last] @k::@count blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%y : memref<2xi32>)
        gpu.launch_func [%last, %s] @k::@clear blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x1 : memref<1xi32, strided<[1], offset: 1>>)
        async.yield
      }
      async.await %e : !async.token
      %u = gpu.launch_func async [%last] @k::@copy blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%y : memref<2xi32>, %x : memref<2xi32>)
      scf.yield %u : !gpu.async.token
    }
    gpu.wait [%s, %end]
    gpu.dealloc %b : memref<2xi32>
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @count(%arg0: memref<2xi32>) kernel {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1_i32 = arith.constant 1 : i32
// OUT:       %0 = memref.atomic_rmw addi %c1_i32, %arg0[%c0] : (i32, memref<2xi32>) -> i32
// OUT:       gpu.return
// OUT:     }
// OUT:     gpu.func @clear(%arg0: memref<1xi32, strided<[1], offset: 1>>) kernel {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c0_i32 = arith.constant 0 : i32
// OUT:       memref.store %c0_i32, %arg0[%c0] : memref<1xi32, strided<[1], offset: 1>>
// OUT:       gpu.return
// OUT:     }
// OUT:     gpu.func @copy(%arg0: memref<2xi32>, %arg1: memref<2xi32>) kernel {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %0 = memref.load %arg1[%c0] : memref<2xi32>
// OUT:       memref.store %0, %arg0[%c0] : memref<2xi32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @main(%arg0: memref<2xi32> {llvm.noalias}, %arg1: memref<2xi32> {llvm.noalias}, %arg2: index) attributes {rt.arena = 256 : i64, rt.events = 3 : i32, rt.streams = 3 : i32} {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c0_i32 = arith.constant 0 : i32
// OUT:     %memref = rt.arena 0 : memref<2xi32>
// OUT:     %subview = memref.subview %arg0[1] [1] [1] : memref<2xi32> to memref<1xi32, strided<[1], offset: 1>>
// OUT:     %subview_0 = memref.subview %arg1[1] [1] [1] : memref<2xi32> to memref<1xi32, strided<[1], offset: 1>>
// OUT:     rt.fill %subview_0, %c0_i32 on 0 {token = 0 : i32} : memref<1xi32, strided<[1], offset: 1>>, i32
// OUT:     rt.launch @k::@count on 1 blocks(%c1, %c1, %c1) threads(%c1, %c1, %c1) {token = 1 : i32} : index, index, index, index, index, index args(%memref : memref<2xi32>)
// OUT:     rt.launch @k::@clear on 2 blocks(%c1, %c1, %c1) threads(%c1, %c1, %c1) {token = 2 : i32} : index, index, index, index, index, index args(%subview : memref<1xi32, strided<[1], offset: 1>>)
// OUT:     rt.record 0 on 2
// OUT:     rt.wait 0 on 1
// OUT:     rt.host_wait 1
// OUT:     rt.awaited [1, 2]
// OUT:     rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c1, %c1, %c1) : index, index, index, index, index, index args(%memref, %arg0 : memref<2xi32>, memref<2xi32>)
// OUT:     rt.record 1 on 1
// OUT:     rt.record 0 on 0
// OUT:     scf.for %arg3 = %c0 to %arg2 step %c1 {
// OUT:       rt.wait 0 on 0
// OUT:       rt.launch @k::@count on 0 blocks(%c1, %c1, %c1) threads(%c1, %c1, %c1) {token = 3 : i32} : index, index, index, index, index, index args(%arg1 : memref<2xi32>)
// OUT:       rt.wait 0 on 1
// OUT:       rt.launch @k::@clear on 1 blocks(%c1, %c1, %c1) threads(%c1, %c1, %c1) {after = array<i32: 0>, token = 4 : i32} : index, index, index, index, index, index args(%subview : memref<1xi32, strided<[1], offset: 1>>)
// OUT:       rt.record 2 on 1
// OUT:       rt.wait 2 on 0
// OUT:       rt.host_wait 0
// OUT:       rt.awaited [3, 4]
// OUT:       rt.launch @k::@copy on 2 blocks(%c1, %c1, %c1) threads(%c1, %c1, %c1) : index, index, index, index, index, index args(%arg1, %arg0 : memref<2xi32>, memref<2xi32>)
// OUT:       rt.record 0 on 2
// OUT:     }
// OUT:     rt.record 2 on 2
// OUT:     rt.wait 2 on 0
// OUT:     rt.wait 1 on 0
// OUT:     rt.host_wait 0
// OUT:     return
// OUT:   }
// OUT: }
// OUT: stderr:
// OUT: waits_first_record.mlir:27:3: remark[verify-schedule]: @main: race proved: device operations 7, streams 3, event slots 3
// OUT: waits_first_record.mlir:27:3: remark[verify-schedule]: @main: lifetime proved: allocations 0
// OUT: waits_first_record.mlir:27:3: remark[verify-schedule]: @main: leases proved: streams 3, event slots 3
// OUT: waits_first_record.mlir:27:3: remark[verify-schedule]: @main: return proved: returns 1
// OUT: waits_first_record.mlir:27:3: remark[verify-schedule]: @main: memory proved: slots 1 in 256 bytes, overlapping pairs 0
// OUT: waits_first_record.mlir:27:3: remark[verify-schedule]: @main: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: waits_first_record.mlir:27:3: remark[verify-schedule]: @main: minimal proved: waits 9
