// RUN: not run --device=cpu

// Nothing else runs that could make the value available.
func.func @main() -> f32 {
  %value = async.runtime.create : !async.value<f32>
  %v = async.await %value : !async.value<f32>
  return %v : f32
}

// OUT: async_objects_wrong.mlir:6:8: error[E0501]: wl_async_await failed with InvalidValue: deadlock: waiting for a token or value that is never made available
// OUT: leaks=0
// -----

// A body whose dependence has failed.
func.func @main() {
  %token = async.runtime.create : !async.token
  async.runtime.set_error %token : !async.token
  %t = async.execute [%token] {
    async.yield
  }
  async.await %t : !async.token
  return
}

// OUT: async_objects_wrong.mlir:6:8: error[E0501]: wl_async_await failed with InvalidValue: waiting for work that failed
// OUT: leaks=0
// -----

func.func @main() {
  %value = async.runtime.create : !async.value<i64>
  async.runtime.set_available %value : !async.value<i64>
  async.runtime.set_available %value : !async.value<i64>
  return
}

// OUT: async_objects_wrong.mlir:5:3: error[E0501]: wl_async_finish failed with InvalidValue: the token or value is available or failed already
// OUT: leaks=0
