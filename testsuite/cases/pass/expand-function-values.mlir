// RUN: opt --expand-function-values

// A choice between two functions of one type; the third has another type, and is called directly.
func.func private @twice(%x: i32) -> i32 {
  return %x : i32
}
func.func private @square(%x: i32) -> i32 {
  return %x : i32
}
func.func private @show(%x: f32) {
  return
}
func.func @main(%c: i1, %x: i32, %y: f32) -> i32 {
  %f = func.constant @twice : (i32) -> i32
  %g = func.constant @square : (i32) -> i32
  %s = func.constant @show : (f32) -> ()
  %h = arith.select %c, %f, %g : (i32) -> i32
  func.call_indirect %s(%y) : (f32) -> ()
  %r = func.call_indirect %h(%x) : (i32) -> i32
  return %r : i32
}

// OUT: module {
// OUT:   func.func private @twice(%arg0: i32) -> i32 {
// OUT:     return %arg0 : i32
// OUT:   }
// OUT:   func.func private @square(%arg0: i32) -> i32 {
// OUT:     return %arg0 : i32
// OUT:   }
// OUT:   func.func private @show(%arg0: f32) {
// OUT:     return
// OUT:   }
// OUT:   func.func @main(%arg0: i1, %arg1: i32, %arg2: f32) -> i32 {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c2 = arith.constant 2 : index
// OUT:     %0 = arith.select %arg0, %c0, %c1 : index
// OUT:     call @show(%arg2) : (f32) -> ()
// OUT:     %1 = scf.index_switch %0 -> i32
// OUT:     case 0 {
// OUT:       %2 = func.call @twice(%arg1) : (i32) -> i32
// OUT:       scf.yield %2 : i32
// OUT:     }
// OUT:     default {
// OUT:       %2 = func.call @square(%arg1) : (i32) -> i32
// OUT:       scf.yield %2 : i32
// OUT:     }
// OUT:     return %1 : i32
// OUT:   }
// OUT: }
// -----

// Functions as parameters and results.
func.func private @next(%x: i32) -> i32 {
  return %x : i32
}
func.func private @apply(%f: (i32) -> i32, %x: i32) -> (i32, (i32) -> i32) {
  %r = func.call_indirect %f(%x) : (i32) -> i32
  return %r, %f : i32, (i32) -> i32
}
func.func @main(%x: i32) -> i32 {
  %f = func.constant @next : (i32) -> i32
  %r, %g = func.call @apply(%f, %x) : ((i32) -> i32, i32) -> (i32, (i32) -> i32)
  return %r : i32
}

// OUT: module {
// OUT:   func.func private @next(%arg0: i32) -> i32 {
// OUT:     return %arg0 : i32
// OUT:   }
// OUT:   func.func private @apply(%arg0: index, %arg1: i32) -> (i32, index) {
// OUT:     %0 = call @next(%arg1) : (i32) -> i32
// OUT:     return %0, %arg0 : i32, index
// OUT:   }
// OUT:   func.func @main(%arg0: i32) -> i32 {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %0:2 = call @apply(%c0, %arg0) : (index, i32) -> (i32, index)
// OUT:     return %0#0 : i32
// OUT:   }
// OUT: }
// -----

// An external function takes a function: the program stays.
func.func private @register(%f: () -> ())
func.func private @callback() {
  return
}
func.func @main() {
  %f = func.constant @callback : () -> ()
  func.call @register(%f) : (() -> ()) -> ()
  return
}

// OUT: module {
// OUT:   func.func private @register(() -> ())
// OUT:   func.func private @callback() {
// OUT:     return
// OUT:   }
// OUT:   func.func @main() {
// OUT:     %f = constant @callback : () -> ()
// OUT:     call @register(%f) : (() -> ()) -> ()
// OUT:     return
// OUT:   }
// OUT: }
// -----

// A function of a nested module is a value: the program stays, since names differ between modules.
func.func private @outer(%x: i32) -> i32 {
  return %x : i32
}
module @inner {
  func.func private @own(%x: i32) -> i32 {
    return %x : i32
  }
  func.func @main(%x: i32) -> i32 {
    %f = func.constant @own : (i32) -> i32
    %r = func.call_indirect %f(%x) : (i32) -> i32
    return %r : i32
  }
}
func.func @main(%x: i32) -> i32 {
  %f = func.constant @outer : (i32) -> i32
  %r = func.call_indirect %f(%x) : (i32) -> i32
  return %r : i32
}

// OUT: module {
// OUT:   func.func private @outer(%arg0: i32) -> i32 {
// OUT:     return %arg0 : i32
// OUT:   }
// OUT:   module @inner {
// OUT:     func.func private @own(%arg0: i32) -> i32 {
// OUT:       return %arg0 : i32
// OUT:     }
// OUT:     func.func @main(%arg0: i32) -> i32 {
// OUT:       %f = constant @own : (i32) -> i32
// OUT:       %0 = call_indirect %f(%arg0) : (i32) -> i32
// OUT:       return %0 : i32
// OUT:     }
// OUT:   }
// OUT:   func.func @main(%arg0: i32) -> i32 {
// OUT:     %f = constant @outer : (i32) -> i32
// OUT:     %0 = call_indirect %f(%arg0) : (i32) -> i32
// OUT:     return %0 : i32
// OUT:   }
// OUT: }
// -----

// No value has the type of the function that is called: the program stays.
func.func private @next(%x: i32) -> i32 {
  return %x : i32
}
func.func private @unused(%f: (f32) -> f32, %x: f32) -> f32 {
  %r = func.call_indirect %f(%x) : (f32) -> f32
  return %r : f32
}
func.func @main(%x: i32) -> i32 {
  %f = func.constant @next : (i32) -> i32
  %r = func.call_indirect %f(%x) : (i32) -> i32
  return %r : i32
}

// OUT: module {
// OUT:   func.func private @next(%arg0: i32) -> i32 {
// OUT:     return %arg0 : i32
// OUT:   }
// OUT:   func.func private @unused(%arg0: (f32) -> f32, %arg1: f32) -> f32 {
// OUT:     %0 = call_indirect %arg0(%arg1) : (f32) -> f32
// OUT:     return %0 : f32
// OUT:   }
// OUT:   func.func @main(%arg0: i32) -> i32 {
// OUT:     %f = constant @next : (i32) -> i32
// OUT:     %0 = call_indirect %f(%arg0) : (i32) -> i32
// OUT:     return %0 : i32
// OUT:   }
// OUT: }
