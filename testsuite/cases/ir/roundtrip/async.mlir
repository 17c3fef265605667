// RUN: roundtrip

func.func private @types(!async.token, !async.value<f32>, !async.value<!async.value<memref<4xf32>>>, !async.group, !async.coro.id, !async.coro.handle, !async.coro.state)
// -----

func.func @work_without_results() {
  %done = async.execute {
    async.yield
  }
  async.await %done : !async.token
  return
}
// -----

func.func @work_after_other_work(%first: !async.token, %x: f32) -> f32 {
  %done, %value = async.execute [%first] -> !async.value<f32> {
    async.yield %x : f32
  }
  %next, %both:2 = async.execute [%done, %first] (%value as %v: !async.value<f32>, %value as %w: !async.value<f32>) -> (!async.value<f32>, !async.value<f32>) {
    %sum = arith.addf %v, %w : f32
    async.yield %sum, %v : f32, f32
  }
  %result = async.await %both#1 : !async.value<f32>
  return %result : f32
}
// -----

func.func @work_with_a_tag(%value: !async.value<index>) {
  %done = async.execute (%value as %v: !async.value<index>) attributes {tag} {
    async.yield {end}
  }
  return
}
// -----

func.func @several_at_once(%a: !async.token, %b: !async.value<f32>, %n: index) -> index {
  %group = async.create_group %n : !async.group
  %0 = async.add_to_group %a, %group : !async.token
  %1 = async.add_to_group %b, %group : !async.value<f32> {tag}
  async.await_all %group
  return %1 : index
}
// -----

async.func @later(%x: i32) -> (!async.token, !async.value<i32>) {
  return %x : i32
}
async.func private @declared(i32 {t.arg}) -> (!async.value<i32> {t.result})
func.func @caller(%x: i32) {
  %0:2 = async.call @later(%x) : (i32) -> (!async.token, !async.value<i32>)
  async.call @declared(%x) : (i32) -> !async.value<i32>
  return
}
// -----

// Names of the dialect are bare in the body of a function of it, and nowhere else.
async.func @bare_names(%x: !async.token) -> !async.token attributes {tag} {
  %0 = execute {
    %1 = async.runtime.create : !async.token
    async.yield
  }
  await %x : !async.token
  %2 = call @bare_names(%x) : (!async.token) -> !async.token
  return
}
// -----

func.func @coroutine() {
  %id = async.coro.id
  %handle = async.coro.begin %id
  %state = async.coro.save %handle
  async.coro.suspend %state, ^suspended, ^resumed, ^cleanup
^resumed:
  cf.br ^cleanup
^cleanup:
  async.coro.free %id, %handle
  cf.br ^suspended
^suspended:
  async.coro.end %handle
  return
}
// -----

func.func @runtime(%x: f32, %n: index, %handle: !async.coro.handle) {
  %token = async.runtime.create : !async.token
  %value = async.runtime.create : !async.value<f32>
  %group = async.runtime.create_group %n : !async.group
  async.runtime.set_available %token : !async.token
  async.runtime.set_error %value : !async.value<f32>
  %failed = async.runtime.is_error %group : !async.group
  async.runtime.await %group : !async.group
  async.runtime.resume %handle
  async.runtime.await_and_resume %value, %handle : !async.value<f32>
  %rank = async.runtime.add_to_group %token, %group : !async.token
  %threads = async.runtime.num_worker_threads : index
  return
}
// -----

func.func @storage(%x: f32, %value: !async.value<f32>) -> f32 {
  async.runtime.store %x, %value : <f32>
  %0 = async.runtime.load %value : !async.value<f32>
  async.runtime.add_ref %value {count = 2 : i64} : !async.value<f32>
  async.runtime.drop_ref %value {count = 1 : i64} : !async.value<f32>
  return %0 : f32
}
