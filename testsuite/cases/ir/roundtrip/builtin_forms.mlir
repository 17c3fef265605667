// RUN: roundtrip --allow-unregistered-dialect

func.func @f(%a : i32) {
  "foo.op"(%a, %a)[^bb1, ^bb2] : (i32, i32) -> ()
^bb1:
  return
^bb2(%x: i32):
  return
}

// OUT: module {
// OUT:   func.func @f(%arg0: i32) {
// OUT:     "foo.op"(%arg0, %arg0)[^bb1, ^bb2] : (i32, i32) -> ()
// OUT:   ^bb1:  // pred: ^bb0
// OUT:     return
// OUT:   ^bb2(%0: i32):  // pred: ^bb0
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @f() {
  "foo.op"() ({
  ^bb0:
  }) : () -> ()
  return
}

// OUT: module {
// OUT:   func.func @f() {
// OUT:     "foo.op"() ({
// OUT:     ^bb0:
// OUT:     }) : () -> ()
// OUT:     return
// OUT:   }
// OUT: }
// -----

"foo.op"() ({
  func.func @g() { return }
}) : () -> ()

// OUT: module {
// OUT:   "foo.op"() ({
// OUT:     func.func @g() {
// OUT:       return
// OUT:     }
// OUT:   }) : () -> ()
// OUT: }
// -----

"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "a"}> ({
    "func.return"() : () -> ()
  }) {some = 1} : () -> ()
}) : () -> ()

// OUT: module {
// OUT:   func.func @a() attributes {some = 1 : i64} {
// OUT:     return
// OUT:   }
// OUT: }
// -----

module attributes {foo.bar = 1} {}

// OUT: module attributes {foo.bar = 1 : i64} {
// OUT: }
// -----

module @a attributes {sym_visibility = "private"} {}

// OUT: module @a attributes {sym_visibility = "private"} {
// OUT: }
// -----

module attributes {sym_name = "x"} {}

// OUT: module @x {
// OUT: }
// -----

"foo.x"() ({
  %0 = "foo.x"(%0) : (i32) -> i32
  %1 = "foo.x"(%2) : (i32) -> i32
  %2 = "foo.x"(%1) : (i32) -> i32
}) : () -> ()

// OUT: module {
// OUT:   "foo.x"() ({
// OUT:     %0 = "foo.x"(%0) : (i32) -> i32
// OUT:     %1 = "foo.x"(%2) : (i32) -> i32
// OUT:     %2 = "foo.x"(%1) : (i32) -> i32
// OUT:   }) : () -> ()
// OUT: }
// -----

func.func @f(%c: i1) {
  "foo.x"() ({
    "foo.x"() ({
      "foo.y"(%0) : (i32) -> ()
    }) : () -> ()
    %0 = "foo.z"() : () -> i32
  }) : () -> ()
  return
}

// OUT: module {
// OUT:   func.func @f(%arg0: i1) {
// OUT:     "foo.x"() ({
// OUT:       "foo.x"() ({
// OUT:         "foo.y"(%0) : (i32) -> ()
// OUT:       }) : () -> ()
// OUT:       %0 = "foo.z"() : () -> i32
// OUT:     }) : () -> ()
// OUT:     return
// OUT:   }
// OUT: }
// -----

"graph.region"() ({
  %0 = "graph.node"(%0) : (i32) -> i32
  %1 = "graph.node"(%2) : (i32) -> i32
  %2 = "graph.node"(%1) : (i32) -> i32
}) : () -> ()

// OUT: module {
// OUT:   "graph.region"() ({
// OUT:     %0 = "graph.node"(%0) : (i32) -> i32
// OUT:     %1 = "graph.node"(%2) : (i32) -> i32
// OUT:     %2 = "graph.node"(%1) : (i32) -> i32
// OUT:   }) : () -> ()
// OUT: }
