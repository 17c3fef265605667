// RUN: not run --device=cpu

// A device that is named refuses an operation that it has no code for.
func.func @main(%x: f32 {warpline.input = "2.5"}) -> f32 {
  %done = async.runtime.create : !async.token
  async.runtime.set_available %done : !async.token
  async.runtime.await %done : !async.token
  return %x : f32
}

// OUT: without_code_refused.mlir:5:11: error[E0301]: the cpu backend cannot compile 'async.runtime.create': it is what async.execute is lowered to; write async.execute
