// RUN: opt --async-execute-to-runtime

// The body runs once its dependences are available, and before its token and its value are.
func.func @sum(%d: !async.token, %x: !async.value<f32>) -> (!async.token, !async.value<f32>) {
  %t, %v = async.execute [%d] (%x as %y : !async.value<f32>) -> !async.value<f32> {
    %r = arith.addf %y, %y : f32
    async.yield %r : f32
  }
  return %t, %v : !async.token, !async.value<f32>
}

// OUT: module {
// OUT:   func.func @sum(%arg0: !async.token, %arg1: !async.value<f32>) -> (!async.token, !async.value<f32>) {
// OUT:     async.await %arg0 : !async.token
// OUT:     %0 = async.await %arg1 : !async.value<f32>
// OUT:     %1 = arith.addf %0, %0 : f32
// OUT:     %2 = async.runtime.create : !async.token
// OUT:     async.runtime.set_available %2 : !async.token
// OUT:     %3 = async.runtime.create : !async.value<f32>
// OUT:     async.runtime.store %1, %3 : <f32>
// OUT:     async.runtime.set_available %3 : !async.value<f32>
// OUT:     return %2, %3 : !async.token, !async.value<f32>
// OUT:   }
// OUT: }
// -----

// A body in a body.
func.func @nested() -> !async.token {
  %outer = async.execute {
    %inner = async.execute {
      async.yield
    }
    async.await %inner : !async.token
    async.yield
  }
  return %outer : !async.token
}

// OUT: module {
// OUT:   func.func @nested() -> !async.token {
// OUT:     %0 = async.runtime.create : !async.token
// OUT:     async.runtime.set_available %0 : !async.token
// OUT:     async.await %0 : !async.token
// OUT:     %1 = async.runtime.create : !async.token
// OUT:     async.runtime.set_available %1 : !async.token
// OUT:     return %1 : !async.token
// OUT:   }
// OUT: }
