// RUN: roundtrip

func.func private @types(!async.token, !async.value<f32>, !async.value<!async.value<memref<4xf32>>>, !async.group, !async.coro.id, !async.coro.handle, !async.coro.state)

// OUT: module {
// OUT:   func.func private @types(!async.token, !async.value<f32>, !async.value<!async.value<memref<4xf32>>>, !async.group, !async.coro.id, !async.coro.handle, !async.coro.state)
// OUT: }
// -----

func.func @work_without_results() {
  %done = async.execute {
    async.yield
  }
  async.await %done : !async.token
  return
}

// OUT: module {
// OUT:   func.func @work_without_results() {
// OUT:     %token = async.execute {
// OUT:       async.yield
// OUT:     }
// OUT:     async.await %token : !async.token
// OUT:     return
// OUT:   }
// OUT: }
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

// OUT: module {
// OUT:   func.func @work_after_other_work(%arg0: !async.token, %arg1: f32) -> f32 {
// OUT:     %token, %bodyResults = async.execute [%arg0] -> !async.value<f32> {
// OUT:       async.yield %arg1 : f32
// OUT:     }
// OUT:     %token_0, %bodyResults_1:2 = async.execute [%token, %arg0] (%bodyResults as %arg2: !async.value<f32>, %bodyResults as %arg3: !async.value<f32>) -> (!async.value<f32>, !async.value<f32>) {
// OUT:       %1 = arith.addf %arg2, %arg3 : f32
// OUT:       async.yield %1, %arg2 : f32, f32
// OUT:     }
// OUT:     %0 = async.await %bodyResults_1#1 : !async.value<f32>
// OUT:     return %0 : f32
// OUT:   }
// OUT: }
// -----

func.func @work_with_a_tag(%value: !async.value<index>) {
  %done = async.execute (%value as %v: !async.value<index>) attributes {tag} {
    async.yield {end}
  }
  return
}

// OUT: module {
// OUT:   func.func @work_with_a_tag(%arg0: !async.value<index>) {
// OUT:     %token = async.execute (%arg0 as %arg1: !async.value<index>) attributes {tag} {
// OUT:       async.yield {end}
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @several_at_once(%a: !async.token, %b: !async.value<f32>, %n: index) -> index {
  %group = async.create_group %n : !async.group
  %0 = async.add_to_group %a, %group : !async.token
  %1 = async.add_to_group %b, %group : !async.value<f32> {tag}
  async.await_all %group
  return %1 : index
}

// OUT: module {
// OUT:   func.func @several_at_once(%arg0: !async.token, %arg1: !async.value<f32>, %arg2: index) -> index {
// OUT:     %0 = async.create_group %arg2 : !async.group
// OUT:     %1 = async.add_to_group %arg0, %0 : !async.token
// OUT:     %2 = async.add_to_group %arg1, %0 : !async.value<f32> {tag}
// OUT:     async.await_all %0
// OUT:     return %2 : index
// OUT:   }
// OUT: }
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

// OUT: module {
// OUT:   async.func @later(%arg0: i32) -> (!async.token, !async.value<i32>) {
// OUT:     return %arg0 : i32
// OUT:   }
// OUT:   async.func private @declared(i32 {t.arg}) -> (!async.value<i32> {t.result})
// OUT:   func.func @caller(%arg0: i32) {
// OUT:     %0:2 = async.call @later(%arg0) : (i32) -> (!async.token, !async.value<i32>)
// OUT:     %1 = async.call @declared(%arg0) : (i32) -> !async.value<i32>
// OUT:     return
// OUT:   }
// OUT: }
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

// OUT: module {
// OUT:   async.func @bare_names(%arg0: !async.token) -> !async.token attributes {tag} {
// OUT:     %token = execute {
// OUT:       %1 = async.runtime.create : !async.token
// OUT:       async.yield
// OUT:     }
// OUT:     await %arg0 : !async.token
// OUT:     %0 = call @bare_names(%arg0) : (!async.token) -> !async.token
// OUT:     return
// OUT:   }
// OUT: }
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

// OUT: module {
// OUT:   func.func @coroutine() {
// OUT:     %0 = async.coro.id
// OUT:     %1 = async.coro.begin %0
// OUT:     %2 = async.coro.save %1
// OUT:     async.coro.suspend %2, ^bb3, ^bb1, ^bb2
// OUT:   ^bb1:  // pred: ^bb0
// OUT:     cf.br ^bb2
// OUT:   ^bb2:  // 2 preds: ^bb0, ^bb1
// OUT:     async.coro.free %0, %1
// OUT:     cf.br ^bb3
// OUT:   ^bb3:  // 2 preds: ^bb0, ^bb2
// OUT:     async.coro.end %1
// OUT:     return
// OUT:   }
// OUT: }
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

// OUT: module {
// OUT:   func.func @runtime(%arg0: f32, %arg1: index, %arg2: !async.coro.handle) {
// OUT:     %0 = async.runtime.create : !async.token
// OUT:     %1 = async.runtime.create : !async.value<f32>
// OUT:     %2 = async.runtime.create_group %arg1 : !async.group
// OUT:     async.runtime.set_available %0 : !async.token
// OUT:     async.runtime.set_error %1 : !async.value<f32>
// OUT:     %3 = async.runtime.is_error %2 : !async.group
// OUT:     async.runtime.await %2 : !async.group
// OUT:     async.runtime.resume %arg2
// OUT:     async.runtime.await_and_resume %1, %arg2 : !async.value<f32>
// OUT:     %4 = async.runtime.add_to_group %0, %2 : !async.token
// OUT:     %5 = async.runtime.num_worker_threads : index
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @storage(%x: f32, %value: !async.value<f32>) -> f32 {
  async.runtime.store %x, %value : <f32>
  %0 = async.runtime.load %value : !async.value<f32>
  async.runtime.add_ref %value {count = 2 : i64} : !async.value<f32>
  async.runtime.drop_ref %value {count = 1 : i64} : !async.value<f32>
  return %0 : f32
}

// OUT: module {
// OUT:   func.func @storage(%arg0: f32, %arg1: !async.value<f32>) -> f32 {
// OUT:     async.runtime.store %arg0, %arg1 : <f32>
// OUT:     %0 = async.runtime.load %arg1 : <f32>
// OUT:     async.runtime.add_ref %arg1 {count = 2 : i64} : !async.value<f32>
// OUT:     async.runtime.drop_ref %arg1 {count = 1 : i64} : !async.value<f32>
// OUT:     return %0 : f32
// OUT:   }
// OUT: }
