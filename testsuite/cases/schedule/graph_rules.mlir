// RUN: opt --split-input-file --verify-diagnostics

func.func @backwards(%m: memref<64xf32>, %v: f32) {
  // expected-error@+1 {{expected edges from earlier to later nodes of 0 to 1, but found 1 -> 0}}
  rt.graph on 0 edges(1 -> 0) {
    rt.fill %m, %v : memref<64xf32>, f32
    rt.fill %m, %v : memref<64xf32>, f32
  }
  return
}

// -----

func.func @twice(%m: memref<64xf32>, %v: f32) {
  // expected-error@+1 {{expected edges in order, but found 0 -> 1 after 0 -> 1}}
  rt.graph on 0 edges(0 -> 1, 0 -> 1) {
    rt.fill %m, %v : memref<64xf32>, f32
    rt.fill %m, %v : memref<64xf32>, f32
  }
  return
}

// -----

func.func @odd(%m: memref<64xf32>, %v: f32) {
  // expected-error@+1 {{expected pairs of nodes as edges, but found a node left over}}
  "rt.graph"() <{edges = array<i32: 0>, stream = 0 : i32}> ({
    rt.fill %m, %v : memref<64xf32>, f32
  }) : () -> ()
  return
}

// -----

func.func @waits() {
  rt.graph on 0 {
    // expected-error@+1 {{expected launches, copies and fills in a graph, but found 'rt.host_wait'}}
    rt.host_wait 0
  }
  return
}

// -----

func.func @on_a_stream(%m: memref<64xf32>, %v: f32) {
  rt.graph on 0 {
    // expected-error@+1 {{expected no stream on a node of a graph, but found one}}
    rt.fill %m, %v on 0 : memref<64xf32>, f32
  }
  return
}

// -----

func.func @on_none(%m: memref<64xf32>, %v: f32) {
  // expected-error@+1 {{expected a stream outside of graphs, but found none}}
  rt.fill %m, %v : memref<64xf32>, f32
  return
}

// -----

func.func @unfinished(%m: memref<64xf32>, %v: f32) {
  // expected-error@+1 {{expected '->' between two nodes}}
  rt.graph on 0 edges(0, 1) {
  }
  return
}

// -----

func.func @later_node(%m: memref<64xf32>, %v: f32) {
  rt.graph on 0 {
    // expected-error@+1 {{expected nodes before node 0 in 'after', but found 1}}
    rt.fill %m, %v {after = array<i32: 1>} : memref<64xf32>, f32
    rt.fill %m, %v : memref<64xf32>, f32
  }
  return
}

// -----

func.func @token_of_node(%m: memref<64xf32>, %v: f32) {
  rt.graph on 0 {
    // expected-error@+1 {{expected no token on a node of a graph, but found one}}
    rt.fill %m, %v {token = 0 : i32} : memref<64xf32>, f32
  }
  return
}
