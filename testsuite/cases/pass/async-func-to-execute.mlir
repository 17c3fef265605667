// RUN: opt --async-func-to-execute

// A token and values.
async.func @both(%x: i32, %y: f32) -> (!async.token, !async.value<i32>, !async.value<f32>) {
  return %x, %y : i32, f32
}
func.func @main(%x: i32, %y: f32) {
  %t, %v, %w = async.call @both(%x, %y) : (i32, f32) -> (!async.token, !async.value<i32>, !async.value<f32>)
  async.await %t : !async.token
  return
}

// OUT: module {
// OUT:   func.func @both(%arg0: i32, %arg1: f32) -> (i32, f32) {
// OUT:     return %arg0, %arg1 : i32, f32
// OUT:   }
// OUT:   func.func @main(%arg0: i32, %arg1: f32) {
// OUT:     %token, %bodyResults:2 = async.execute -> (!async.value<i32>, !async.value<f32>) {
// OUT:       %0:2 = func.call @both(%arg0, %arg1) : (i32, f32) -> (i32, f32)
// OUT:       async.yield %0#0, %0#1 : i32, f32
// OUT:     }
// OUT:     async.await %token : !async.token
// OUT:     return
// OUT:   }
// OUT: }
// -----

// Values without a token, and calls from an async function.
async.func @value(%x: i32) -> !async.value<i32> {
  return %x : i32
}
async.func @caller(%x: i32) -> !async.token {
  %v = async.call @value(%x) : (i32) -> !async.value<i32>
  %r = async.await %v : !async.value<i32>
  return
}

// OUT: module {
// OUT:   func.func @value(%arg0: i32) -> i32 {
// OUT:     return %arg0 : i32
// OUT:   }
// OUT:   func.func @caller(%arg0: i32) {
// OUT:     %token, %bodyResults = async.execute -> !async.value<i32> {
// OUT:       %1 = func.call @value(%arg0) : (i32) -> i32
// OUT:       async.yield %1 : i32
// OUT:     }
// OUT:     %0 = async.await %bodyResults : !async.value<i32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

// A function without a body stays.
async.func private @external(%x: i32) -> !async.token
func.func @main(%x: i32) {
  %t = async.call @external(%x) : (i32) -> !async.token
  async.await %t : !async.token
  return
}

// OUT: module {
// OUT:   async.func private @external(i32) -> !async.token
// OUT:   func.func @main(%arg0: i32) {
// OUT:     %0 = async.call @external(%arg0) : (i32) -> !async.token
// OUT:     async.await %0 : !async.token
// OUT:     return
// OUT:   }
// OUT: }
