// RUN: not run --device=interp

func.func @main() {
  %token = async.runtime.create : !async.token
  async.runtime.await %token : !async.token
  return
}

// OUT: objects_wrong.mlir:5:3: error[E0501]: deadlock: waiting for a token or value that is never made available
// -----

func.func @main() {
  %value = async.runtime.create : !async.value<f32>
  async.runtime.set_available %value : !async.value<f32>
  %loaded = async.runtime.load %value : <f32>
  return
}

// OUT: objects_wrong.mlir:5:13: error[E0501]: load of a value that was never stored
// -----

func.func @main() {
  %token = async.runtime.create : !async.token
  async.runtime.set_available %token : !async.token
  async.runtime.set_error %token : !async.token
  return
}

// OUT: objects_wrong.mlir:5:3: error[E0501]: the token or value is available or failed already
// -----

func.func @main() {
  %id = async.coro.id
  return
}

// OUT: objects_wrong.mlir:3:9: error[E0501]: `async.coro.id` cannot be interpreted: it is a part of a coroutine
// -----

func.func @main() {
  %token = async.runtime.create : !async.token
  async.runtime.set_error %token : !async.token
  async.await %token : !async.token
  return
}

// OUT: objects_wrong.mlir:5:3: error[E0501]: waiting for work that failed
