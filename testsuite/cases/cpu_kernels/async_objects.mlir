// RUN: run --device=cpu,interp

// Asynchronous values go through functions, branches and loops, where the body that they come from is not known.
async.func @twice(%x: !async.value<f32>) -> !async.value<f32> {
  %v = async.await %x : !async.value<f32>
  %sum = arith.addf %v, %v : f32
  return %sum : f32
}
func.func @later(%x: f32) -> (!async.token, !async.value<memref<?xf32>>) {
  %t, %m = async.execute -> !async.value<memref<?xf32>> {
    %c0 = arith.constant 0 : index
    %n = arith.constant 2 : index
    %new = memref.alloc(%n) : memref<?xf32>
    scf.for %i = %c0 to %n step %n {
      memref.store %x, %new[%i] : memref<?xf32>
    }
    async.yield %new : memref<?xf32>
  }
  return %t, %m : !async.token, !async.value<memref<?xf32>>
}
func.func @main(%c: i1 {warpline.input = "true"}) -> (f32, index, index, i1, i1, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %half = arith.constant 0.5 : f32
  %ready = async.runtime.create : !async.token
  async.runtime.set_available %ready : !async.token
  %t, %v = async.execute [%ready] -> !async.value<f32> {
    async.yield %half : f32
  }
  %last = scf.for %i = %c0 to %c3 step %c1 iter_args(%x = %v) -> !async.value<f32> {
    %next = async.call @twice(%x) : (!async.value<f32>) -> !async.value<f32>
    scf.yield %next : !async.value<f32>
  }
  %picked = arith.select %c, %last, %v : !async.value<f32>
  %eight = async.await %picked : !async.value<f32>
  %token, %buffer = call @later(%eight) : (f32) -> (!async.token, !async.value<memref<?xf32>>)
  %group = async.create_group %c3 : !async.group
  %first = async.add_to_group %token, %group : !async.token
  %second = async.add_to_group %last, %group : !async.value<f32>
  async.await_all %group
  %m = async.await %buffer : !async.value<memref<?xf32>>
  %size = memref.dim %m, %c0 : memref<?xf32>
  %stored = memref.load %m[%c0] : memref<?xf32>
  memref.dealloc %m : memref<?xf32>
  %failed = async.runtime.create : !async.token
  async.runtime.set_error %failed : !async.token
  %third = async.runtime.add_to_group %failed, %group : !async.token
  async.runtime.await %group : !async.group
  %is_error = async.runtime.is_error %group : !async.group
  %is_fine = async.runtime.is_error %v : !async.value<f32>
  return %eight, %third, %size, %is_error, %is_fine, %stored : f32, index, index, i1, i1, f32
}

// OUT: result 0: f32 = 4.0
// OUT: result 1: index = 2
// OUT: result 2: index = 2
// OUT: result 3: i1 = 1
// OUT: result 4: i1 = 0
// OUT: result 5: f32 = 4.0
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
