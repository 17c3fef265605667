// RUN: opt --canonicalize --allow-unregistered-dialect

func.func @pass(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^a(%x : i32), ^b
^a(%y: i32):
  cf.br ^d(%y : i32)
^b:
  %z = "x.z"() : () -> i32
  cf.br ^d(%z : i32)
^d(%r: i32):
  return %r : i32
}

// OUT: module {
// OUT:   func.func @pass(%arg0: i1, %arg1: i32) -> i32 {
// OUT:     cf.cond_br %arg0, ^bb2(%arg1 : i32), ^bb1
// OUT:   ^bb1:  // pred: ^bb0
// OUT:     %0 = "x.z"() : () -> i32
// OUT:     cf.br ^bb2(%0 : i32)
// OUT:   ^bb2(%1: i32):  // 2 preds: ^bb0, ^bb1
// OUT:     return %1 : i32
// OUT:   }
// OUT: }
// -----

func.func @same(%c: i1, %x: i32, %y: i32) -> i32 {
  cf.cond_br %c, ^a(%x : i32), ^a(%y : i32)
^a(%r: i32):
  return %r : i32
}

// OUT: module {
// OUT:   func.func @same(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// OUT:     %0 = arith.select %arg0, %arg1, %arg2 : i32
// OUT:     return %0 : i32
// OUT:   }
// OUT: }
// -----

func.func @truth(%c: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  "x.a"(%c) : (i1) -> ()
  return
^b:
  "x.b"(%c) : (i1) -> ()
  cf.cond_br %c, ^d, ^e
^d:
  "x.d"() : () -> ()
  return
^e:
  "x.e"() : () -> ()
  return
}

// OUT: module {
// OUT:   func.func @truth(%arg0: i1) {
// OUT:     %true = arith.constant true
// OUT:     %false = arith.constant false
// OUT:     cf.cond_br %arg0, ^bb1, ^bb2
// OUT:   ^bb1:  // pred: ^bb0
// OUT:     "x.a"(%true) : (i1) -> ()
// OUT:     return
// OUT:   ^bb2:  // pred: ^bb0
// OUT:     "x.b"(%false) : (i1) -> ()
// OUT:     "x.e"() : () -> ()
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @unusedarg(%c: i1, %x: i32) {
  cf.cond_br %c, ^a(%x : i32), ^b
^a(%y: i32):
  "x.a"() : () -> ()
  cf.br ^d(%y : i32)
^b:
  %z = "x.z"() : () -> i32
  cf.br ^d(%z : i32)
^d(%r: i32):
  "x.b"() : () -> ()
  return
}

// OUT: module {
// OUT:   func.func @unusedarg(%arg0: i1, %arg1: i32) {
// OUT:     cf.cond_br %arg0, ^bb1, ^bb2
// OUT:   ^bb1:  // pred: ^bb0
// OUT:     "x.a"() : () -> ()
// OUT:     cf.br ^bb3
// OUT:   ^bb2:  // pred: ^bb0
// OUT:     %0 = "x.z"() : () -> i32
// OUT:     cf.br ^bb3
// OUT:   ^bb3:  // 2 preds: ^bb1, ^bb2
// OUT:     "x.b"() : () -> ()
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @dead() {
  return
^a:
  "x.a"() : () -> ()
  cf.br ^b
^b:
  cf.br ^a
}

// OUT: module {
// OUT:   func.func @dead() {
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @loopdead(%x: i32) {
  cf.br ^a(%x : i32)
^a(%y: i32):
  %z = arith.addi %y, %x : i32
  %c = "x.c"() : () -> i1
  cf.cond_br %c, ^a(%z : i32), ^b
^b:
  return
}

// OUT: module {
// OUT:   func.func @loopdead(%arg0: i32) {
// OUT:     cf.br ^bb1
// OUT:   ^bb1:  // 2 preds: ^bb0, ^bb1
// OUT:     %0 = "x.c"() : () -> i1
// OUT:     cf.cond_br %0, ^bb1, ^bb2
// OUT:   ^bb2:  // pred: ^bb1
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @asserts(%c: i1) {
  %t = arith.constant true
  %f = arith.constant false
  cf.assert %t, "a"
  cf.assert %f, "b"
  cf.assert %c, "b"
  return
}

// OUT: module {
// OUT:   func.func @asserts(%arg0: i1) {
// OUT:     %false = arith.constant false
// OUT:     cf.assert %false, "b"
// OUT:     cf.assert %arg0, "b"
// OUT:     return
// OUT:   }
// OUT: }
// -----

// Nobody knows what an operation of another dialect gives to a block: its arguments stay, those of others go.
func.func @opaque_branch(%x: i32) {
  "foo.switch"() [^a, ^b] : () -> ()
^a:
  cf.br ^c(%x : i32)
^b(%unused: i32):
  cf.br ^c(%x : i32)
^c(%dropped: i32):
  "foo.end"() : () -> ()
}

// OUT: module {
// OUT:   func.func @opaque_branch(%arg0: i32) {
// OUT:     "foo.switch"()[^bb1, ^bb2] : () -> ()
// OUT:   ^bb1:  // pred: ^bb0
// OUT:     cf.br ^bb3
// OUT:   ^bb2(%0: i32):  // pred: ^bb0
// OUT:     cf.br ^bb3
// OUT:   ^bb3:  // 2 preds: ^bb1, ^bb2
// OUT:     "foo.end"() : () -> ()
// OUT:   }
// OUT: }
// -----

func.func @switch_of_constant(%x: i32, %y: i32) -> (i32, i32) {
  %c = arith.constant -1 : i8
  cf.switch %c : i8, [default: ^a(%x : i32), 3: ^a(%y : i32), 255: ^b(%y : i32)]
^a(%p: i32):
  return %p, %x : i32, i32
^b(%q: i32):
  %d = arith.constant 7 : i8
  cf.switch %d : i8, [default: ^d, 3: ^a(%y : i32)]
^d:
  return %q, %q : i32, i32
}

// OUT: module {
// OUT:   func.func @switch_of_constant(%arg0: i32, %arg1: i32) -> (i32, i32) {
// OUT:     return %arg1, %arg1 : i32, i32
// OUT:   }
// OUT: }
// -----

// Cases that go where the default goes need no mention, and blocks that only pass on are left out.
func.func @switch_like_default(%f: i32, %x: i32, %y: i32) -> i32 {
  cf.switch %f : i32, [default: ^a(%x : i32), 1: ^a(%x : i32), 2: ^b, 3: ^a(%y : i32)]
^b:
  cf.br ^a(%y : i32)
^a(%r: i32):
  return %r : i32
}
func.func @only_default(%f: i32, %x: i32) -> i32 {
  cf.switch %f : i32, [default: ^a, 1: ^a]
^a:
  return %x : i32
}

// OUT: module {
// OUT:   func.func @switch_like_default(%arg0: i32, %arg1: i32, %arg2: i32) -> i32 {
// OUT:     cf.switch %arg0 : i32, [
// OUT:       default: ^bb1(%arg1 : i32),
// OUT:       2: ^bb1(%arg2 : i32),
// OUT:       3: ^bb1(%arg2 : i32)
// OUT:     ]
// OUT:   ^bb1(%0: i32):  // 3 preds: ^bb0, ^bb0, ^bb0
// OUT:     return %0 : i32
// OUT:   }
// OUT:   func.func @only_default(%arg0: i32, %arg1: i32) -> i32 {
// OUT:     return %arg1 : i32
// OUT:   }
// OUT: }
// -----

// Behind a switch on the same flag the flag is known, or known to be something else.
func.func @switch_after_switch(%f: i32) {
  cf.switch %f : i32, [default: ^d, 1: ^one, 2: ^two]
^one:
  "x.one"() : () -> ()
  cf.switch %f : i32, [default: ^d2, 1: ^e]
^d:
  "x.d"() : () -> ()
  cf.switch %f : i32, [default: ^d2, 1: ^e, 3: ^three]
^two:
  "x.two"() : () -> ()
  cf.br ^d2
^three:
  "x.three"() : () -> ()
  cf.br ^d2
^d2:
  "x.d2"() : () -> ()
  return
^e:
  "x.e"() : () -> ()
  return
}

// OUT: module {
// OUT:   func.func @switch_after_switch(%arg0: i32) {
// OUT:     cf.switch %arg0 : i32, [
// OUT:       default: ^bb2,
// OUT:       1: ^bb1,
// OUT:       2: ^bb3
// OUT:     ]
// OUT:   ^bb1:  // pred: ^bb0
// OUT:     "x.one"() : () -> ()
// OUT:     "x.e"() : () -> ()
// OUT:     return
// OUT:   ^bb2:  // pred: ^bb0
// OUT:     "x.d"() : () -> ()
// OUT:     cf.switch %arg0 : i32, [
// OUT:       default: ^bb5,
// OUT:       3: ^bb4
// OUT:     ]
// OUT:   ^bb3:  // pred: ^bb0
// OUT:     "x.two"() : () -> ()
// OUT:     cf.br ^bb5
// OUT:   ^bb4:  // pred: ^bb2
// OUT:     "x.three"() : () -> ()
// OUT:     cf.br ^bb5
// OUT:   ^bb5:  // 3 preds: ^bb2, ^bb3, ^bb4
// OUT:     "x.d2"() : () -> ()
// OUT:     return
// OUT:   }
// OUT: }
