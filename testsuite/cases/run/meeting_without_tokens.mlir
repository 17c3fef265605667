// RUN: warpline run --diagnostics=short
// RUN: warpline run --device=cpu --graphs=always --diagnostics=short

// Unknown: whether the stores meet, which the user has left to tokens. Two launches that no token orders wait for each other, each until the other one has come. They get two streams: that
// they may store to one element adds no order.
module attributes {gpu.container_module} {
  gpu.module @device {
    gpu.func @arrive(%count: memref<i32>, %seen: memref<2xi32>, %slot: index) kernel {
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      %c2 = arith.constant 2 : i32
      %first = arith.constant 0 : index
      %next = arith.constant 1 : index
      %patience = arith.constant 50000000 : index
      %old = memref.atomic_rmw addi %c1, %count[] : (i32, memref<i32>) -> i32
      %n:2 = scf.while (%i = %first) : (index) -> (index, i32) {
        %v = memref.atomic_rmw addi %c0, %count[] : (i32, memref<i32>) -> i32
        %is_alone = arith.cmpi slt, %v, %c2 : i32
        %is_patient = arith.cmpi ult, %i, %patience : index
        %waits = arith.andi %is_alone, %is_patient : i1
        scf.condition(%waits) %i, %v : index, i32
      } do {
      ^bb0(%i: index, %v: i32):
        %j = arith.addi %i, %next : index
        scf.yield %j : index
      }
      memref.store %n#1, %seen[%slot] : memref<2xi32>
      gpu.return
    }
  }
  func.func @main() -> memref<2xi32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %none = arith.constant 0 : i32
    %count = gpu.alloc host_shared () : memref<i32>
    %seen = gpu.alloc host_shared () : memref<2xi32>
    memref.store %none, %count[] : memref<i32>
    %begin0 = gpu.wait async
    %begin1 = gpu.wait async
    %end0 = gpu.launch_func async [%begin0] @device::@arrive blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%count : memref<i32>, %seen : memref<2xi32>, %c0 : index)
    %end1 = gpu.launch_func async [%begin1] @device::@arrive blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%count : memref<i32>, %seen : memref<2xi32>, %c1 : index)
    gpu.wait [%end0, %end1]
    return %seen : memref<2xi32>
  }
}

// OUT: result 0: memref<2xi32> = [2 2]
// OUT: stderr:
// OUT: meeting_without_tokens.mlir:35:14: remark[E0501]: a buffer of 4 bytes allocated here is neither freed nor returned by the program
// OUT: result 0: memref<2xi32> = [2 2]
// OUT: stderr:
// OUT: meeting_without_tokens.mlir:35:14: remark[E0501]: a buffer of 4 bytes allocated here is neither freed nor returned by the program
