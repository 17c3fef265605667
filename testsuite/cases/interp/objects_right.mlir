// RUN: run --device=interp,cpu

// A token and a value that the program makes available itself, in a group.
func.func @main() {
  %seven = arith.constant 7.0 : f32
  %token = async.runtime.create : !async.token
  %value = async.runtime.create : !async.value<f32>
  %n = async.runtime.num_worker_threads : index
  %group = async.runtime.create_group %n : !async.group
  %first = async.runtime.add_to_group %token, %group : !async.token
  async.runtime.add_ref %token {count = 1 : i64} : !async.token
  async.runtime.set_available %token : !async.token
  async.runtime.store %seven, %value : <f32>
  async.runtime.set_available %value : !async.value<f32>
  async.runtime.await %token : !async.token
  async.runtime.await %group : !async.group
  async.runtime.drop_ref %token {count = 1 : i64} : !async.token
  %loaded = async.runtime.load %value : <f32>
  vector.print %loaded : f32
  %awaited = async.await %value : !async.value<f32>
  vector.print %awaited : f32
  %is_error = async.runtime.is_error %group : !async.group
  vector.print %is_error : i1
  vector.print %first : index
  return
}

// OUT: 7
// OUT: 7
// OUT: 0
// OUT: 0
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

// A failure is seen in the group, too.
func.func @main() {
  %one = arith.constant 1 : index
  %token = async.runtime.create : !async.token
  %group = async.create_group %one : !async.group
  %first = async.add_to_group %token, %group : !async.token
  async.runtime.set_error %token : !async.token
  %of_token = async.runtime.is_error %token : !async.token
  %of_group = async.runtime.is_error %group : !async.group
  vector.print %of_token : i1
  vector.print %of_group : i1
  return
}

// OUT: 1
// OUT: 1
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

// A body takes the content of a value that the program makes available.
func.func @main() -> f32 {
  %seven = arith.constant 7.0 : f32
  %value = async.runtime.create : !async.value<f32>
  async.runtime.store %seven, %value : <f32>
  async.runtime.set_available %value : !async.value<f32>
  %token, %sum = async.execute (%value as %v : !async.value<f32>) -> !async.value<f32> {
    %twice = arith.addf %v, %v : f32
    async.yield %twice : f32
  }
  %result = async.await %sum : !async.value<f32>
  return %result : f32
}

// OUT: result 0: f32 = 14.0
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

// A value of a value that is not available is available itself.
func.func @main() -> (f32, i1) {
  %half = arith.constant 0.5 : f32
  %inner = async.runtime.create : !async.value<f32>
  %token, %outer = async.execute -> !async.value<!async.value<f32>> {
    async.yield %inner : !async.value<f32>
  }
  %same = async.await %outer : !async.value<!async.value<f32>>
  async.runtime.store %half, %same : <f32>
  async.runtime.set_available %inner : !async.value<f32>
  %v = async.await %same : !async.value<f32>
  %is_error = async.runtime.is_error %outer : !async.value<!async.value<f32>>
  return %v, %is_error : f32, i1
}

// OUT: result 0: f32 = 0.5
// OUT: result 1: i1 = 0
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
