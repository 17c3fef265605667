// RUN: opt --verify-diagnostics --allow-unregistered-dialect

func.func @m3(%m: memref<?xf16>, %n: index) {
  // expected-error@+1 {{requires attribute 'leadDimension'}}
  %0 = gpu.subgroup_mma_load_matrix %m[%n] : memref<?xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
  return
}

// -----

func.func @m4(%m: memref<?xi64>, %n: index) {
  // expected-error@+1 {{operand #0 must be memref of 8-bit signless integer or 32-bit signless integer or 16-bit float or 32-bit float or 64-bit float or vector of 8-bit signless integer or 32-bit signless integer or 16-bit float or 32-bit float or 64-bit float values of ranks 1 values, but got 'memref<?xi64>'}}
  %0 = gpu.subgroup_mma_load_matrix %m[%n] {leadDimension = 16 : index} : memref<?xi64> -> !gpu.mma_matrix<16x16xf16, "AOp">
  return
}

// -----

func.func @m5(%m: memref<?xf16, strided<[2]>>, %n: index) {
  // expected-error@+1 {{expected source memref most minor dim must have unit stride}}
  %0 = gpu.subgroup_mma_load_matrix %m[%n] {leadDimension = 16 : index} : memref<?xf16, strided<[2]>> -> !gpu.mma_matrix<16x16xf16, "AOp">
  return
}

// -----

func.func @m6(%m: memref<?xf16>, %n: index, %a : !gpu.mma_matrix<16x16xf16, "AOp">) {
  // expected-error@+1 {{expected the operand matrix being stored to have 'COp' operand type}}
  gpu.subgroup_mma_store_matrix %a, %m[%n] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xf16, "AOp">, memref<?xf16>
  return
}

// -----

func.func @m7(%m: memref<?xf16, strided<[2]>>, %n: index, %a : !gpu.mma_matrix<16x16xf16, "COp">) {
  // expected-error@+1 {{expected destination memref most minor dim must have unit stride}}
  gpu.subgroup_mma_store_matrix %a, %m[%n] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<?xf16, strided<[2]>>
  return
}

// -----

func.func @c1(%a : !gpu.mma_matrix<16x16xf16, "AOp">, %b : !gpu.mma_matrix<16x16xf16, "BOp">, %c : !gpu.mma_matrix<16x16xf16, "COp">) {
  // expected-error@+1 {{operands must be in the order AOp, BOp, COp}}
  %0 = gpu.subgroup_mma_compute %b, %b, %c : !gpu.mma_matrix<16x16xf16, "BOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp">
  return
}

// -----

func.func @c2(%a : !gpu.mma_matrix<16x8xf16, "AOp">, %b : !gpu.mma_matrix<16x16xf16, "BOp">, %c : !gpu.mma_matrix<16x16xf16, "COp">) {
  // expected-error@+1 {{operand shapes do not satisfy matmul constraints}}
  %0 = gpu.subgroup_mma_compute %a, %b, %c : !gpu.mma_matrix<16x8xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp">
  return
}

// -----

func.func @c4(%a : !gpu.mma_matrix<16x16xi32, "AOp">, %b : !gpu.mma_matrix<16x16xi32, "BOp">, %c : !gpu.mma_matrix<16x16xf16, "COp">) {
  // expected-error@+1 {{operand #0 must be gpu.mma_matrix of 8-bit signed integer or 8-bit unsigned integer or 16-bit float or 32-bit float or 64-bit float values, but got '!gpu.mma_matrix<16x16xi32, "AOp">'}}
  %0 = gpu.subgroup_mma_compute %a, %b, %c : !gpu.mma_matrix<16x16xi32, "AOp">, !gpu.mma_matrix<16x16xi32, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp">
  return
}

// -----

func.func @c5(%a : !gpu.mma_matrix<16x16xf16, "AOp">, %b : !gpu.mma_matrix<16x16xf16, "BOp">, %c : !gpu.mma_matrix<16x16xf16, "COp">) {
  // expected-error@+1 {{failed to verify that}}
  %0 = "gpu.subgroup_mma_compute"(%a, %b, %c) : (!gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp">, !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
  return
}

// -----

func.func @c6(%a : !gpu.mma_matrix<16x16xf16, "AOp">, %b : !gpu.mma_matrix<16x16xf16, "BOp">, %c : !gpu.mma_matrix<8x16xf16, "COp">) {
  // expected-error@+1 {{operand shapes do not satisfy matmul constraints}}
  %0 = gpu.subgroup_mma_compute %a, %b, %c : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<8x16xf16, "COp">
  return
}

// -----

func.func @c7(%a : f16) {
  // expected-error@+1 {{'gpu.subgroup_mma_compute'}}
  %0 = gpu.subgroup_mma_compute %a, %a, %a : f16, f16 -> f16
  return
}

// -----

func.func @k1(%a : f32) {
  // expected-error@+1 {{use of value '%a' expects different type than prior uses: 'f16' vs 'f32'}}
  %0 = gpu.subgroup_mma_constant_matrix %a : !gpu.mma_matrix<16x16xf16, "AOp">
  return
}

// -----

func.func @k2(%a : f64) {
  // expected-error@+1 {{operand #0 must be 8-bit signed integer or 8-bit unsigned integer or 32-bit signless integer or 16-bit float or 32-bit float, but got 'f64'}}
  %0 = gpu.subgroup_mma_constant_matrix %a : !gpu.mma_matrix<16x16xf64, "AOp">
  return
}

// -----

func.func @k3(%a : f64) {
  // expected-error@+1 {{'gpu.subgroup_mma_constant_matrix'}}
  %0 = gpu.subgroup_mma_constant_matrix %a : f64
  return
}

// -----

func.func @k4(%a : f32) {
  // expected-error@+1 {{failed to verify that}}
  %0 = "gpu.subgroup_mma_constant_matrix"(%a) : (f32) -> !gpu.mma_matrix<16x16xf16, "AOp">
  return
}

// -----

func.func @e1(%a : !gpu.mma_matrix<16x16xf16, "AOp">) {
  // expected-error@+1 {{one of: addf, mulf, subf, maxf, minf, divf, addi, muli, subi, divs, divu, negatef, negates, extf}}
  %0 = gpu.subgroup_mma_elementwise foo %a : (!gpu.mma_matrix<16x16xf16, "AOp">) -> !gpu.mma_matrix<16x16xf16, "AOp">
  return
}

// -----

func.func @x1(%a : !gpu.mma_matrix<16x16xf16, "AOp">, %i: index) {
  // expected-error@+1 {{failed to verify that}}
  %0 = gpu.subgroup_mma_extract_thread_local %a[%i] : !gpu.mma_matrix<16x16xf16, "AOp"> -> f32
  return
}

// -----

func.func @x2(%a : !gpu.mma_matrix<16x16xf16, "AOp">, %i: index, %v: f32) {
  // expected-error@+1 {{failed to verify that}}
  %0 = gpu.subgroup_mma_insert_thread_local %v, %a[%i] : f32, !gpu.mma_matrix<16x16xf16, "AOp"> -> !gpu.mma_matrix<16x16xf16, "AOp">
  return
}

// -----

func.func @x5(%a : !gpu.mma_matrix<16x16xsi8, "AOp">, %i: index) {
  // expected-error@+1 {{result #0 must be Integer or Float, but got 'si8'}}
  %0 = gpu.subgroup_mma_extract_thread_local %a[%i] : !gpu.mma_matrix<16x16xsi8, "AOp"> -> si8
  return
}

// -----

func.func @y1(%a: memref<4xf32>, %b: memref<5xf32>) {
  // expected-error@+1 {{arguments have incompatible shape}}
  gpu.memcpy %a, %b : memref<4xf32>, memref<5xf32>
  return
}

// -----

func.func @y2(%a: memref<4xf32>, %b: memref<4xf16>) {
  // expected-error@+1 {{arguments have incompatible element type}}
  gpu.memcpy %a, %b : memref<4xf32>, memref<4xf16>
  return
}

// -----

func.func @y4(%a: memref<4xf32>, %b: memref<4x1xf32>) {
  // expected-error@+1 {{arguments have incompatible shape}}
  gpu.memcpy %a, %b : memref<4xf32>, memref<4x1xf32>
  return
}

// -----

func.func @y5(%a: memref<4xf32>, %b: f16) {
  // expected-error@+1 {{failed to verify that all of {dst, value} have same element type}}
  gpu.memset %a, %b : memref<4xf32>, f16
  return
}

// -----

func.func @y6(%a: memref<*xf32>, %b: f32) {
  // expected-error@+1 {{'memref<*xf32>'}}
  gpu.memset %a, %b : memref<*xf32>, f32
  return
}

// -----

func.func @y8(%n: index) {
  // expected-error@+1 {{incorrect number of dynamic sizes, has 1, expected 0}}
  %0 = gpu.alloc (%n) : memref<4xf32>
  return
}

// -----

func.func @y9(%n: index) {
  // expected-error@+1 {{incorrect number of dynamic sizes, has 0, expected 1}}
  %0 = gpu.alloc () : memref<?xf32>
  return
}

// -----

func.func @y10(%n: index) {
  // expected-error@+1 {{symbol operand count does not equal memref symbol count}}
  %0 = gpu.alloc ()[%n] : memref<4xf32>
  return
}

// -----

func.func @y11(%n: index) {
  // expected-error@+1 {{symbol operand count does not equal memref symbol count}}
  %0 = gpu.alloc () : memref<4xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  return
}

// -----

func.func @y12(%n: index) {
  // expected-error@+1 {{expected '('}}
  %0 = gpu.alloc host_shared async () : memref<4xf32>
  return
}

// -----

func.func @y13(%n: index) {
  // expected-error@+1 {{operation defines 1 results but was provided 2 to bind}}
  %0, %t = gpu.alloc () : memref<4xf32>
  return
}

// -----

func.func @y14(%n: index) {
  // expected-error@+1 {{operation defines 2 results but was provided 1 to bind}}
  %0 = gpu.alloc async () : memref<4xf32>
  return
}

// -----

func.func @y15(%n: index) {
  // expected-error@+1 {{operand #0 must be memref of any type values, but got 'index'}}
  gpu.dealloc %n : index
  return
}

// -----

func.func @y16(%n: memref<*xf32>) {
  // expected-error@+1 {{'memref<*xf32>'}}
  gpu.dealloc %n : memref<*xf32>
  return
}

// -----

func.func @y17() {
  // expected-error@+1 {{cannot name an operation with no results}}
  %0 = gpu.wait
  return
}

// -----

func.func @y18() {
  // expected-error@+1 {{needs to be named when marked 'async'}}
  gpu.wait async
  return
}

// -----

func.func @y19(%n: index) {
  // expected-error@+1 {{use of value '%n' expects different type than prior uses: '!gpu.async.token' vs 'index'}}
  gpu.wait [%n]
  return
}

// -----

func.func @y20(%n: !gpu.async.token) {
  // expected-error@+1 {{'[' is never closed}}
  gpu.wait [%n
  return
}

// -----

func.func @y21(%n: !gpu.async.token) {
  // expected-error@+1 {{expected the end of 'gpu.wait'}}
  gpu.wait %n
  return
}

// -----

func.func @y22(%a: memref<4xf32>, %b: memref<4xf32>, %n: !gpu.async.token) {
  // expected-error@+1 {{cannot name an operation with no results}}
  %t = gpu.memcpy [%n] %a, %b : memref<4xf32>, memref<4xf32>
  return
}

// -----

func.func @y24(%a: memref<*xf32>, %b: memref<*xf32>) {
  // expected-error@+1 {{'memref<*xf32>'}}
  gpu.memcpy %a, %b : memref<*xf32>, memref<*xf32>
  return
}

// -----

func.func @w1(%n: index) {
  // expected-error@+1 {{expected same number of yield operands and return values}}
  %0 = gpu.warp_execute_on_lane_0(%n)[32] -> (f32) { }
  return
}

// -----

func.func @w2(%n: index, %f: f32) {
  // expected-error@+1 {{expected vector type for distributed operands}}
  %0 = gpu.warp_execute_on_lane_0(%n)[32] -> (vector<2xf32>) { gpu.yield %f : f32 }
  return
}

// -----

func.func @w4(%n: index, %f: vector<65xf32>) {
  // expected-error@+1 {{expected expanded vector dimension #0 (65) to be a multipler of the distributed vector dimension (2)}}
  %0 = gpu.warp_execute_on_lane_0(%n)[32] -> (vector<2xf32>) { gpu.yield %f : vector<65xf32> }
  return
}

// -----

func.func @w5(%n: index, %f: vector<4xf32>) {
  // expected-error@+1 {{expected vector type for distributed operands}}
  gpu.warp_execute_on_lane_0(%n)[32] args(%f : vector<4xf32>) { ^bb(%a: f32): }
  return
}

// -----

func.func @w7(%n: index, %f: vector<4xf32>) {
  // expected-error@+1 {{expected same number op arguments and block arguments}}
  gpu.warp_execute_on_lane_0(%n)[32] args(%f : vector<4xf32>) { }
  return
}

// -----

func.func @w8(%n: i32) {
  // expected-error@+1 {{use of value '%n' expects different type than prior uses: 'index' vs 'i32'}}
  gpu.warp_execute_on_lane_0(%n)[32] { }
  return
}

// -----

func.func @w9(%n: index) {
  // expected-error@+1 {{expected '[' before the size of the warp}}
  gpu.warp_execute_on_lane_0(%n) { }
  return
}

// -----

func.func @w10(%n: index) {
  // expected-error@+1 {{expects region #0 to have 0 or 1 blocks}}
  gpu.warp_execute_on_lane_0(%n)[32] { cf.br ^a ^a: gpu.yield }
  return
}

// -----

func.func @w13(%n: index, %f: vector<4x32xf32>) {
  // expected-error@+1 {{expected distributed vectors to have same rank and element type}}
  %0 = gpu.warp_execute_on_lane_0(%n)[32] -> (vector<2x2xf16>) { gpu.yield %f : vector<4x32xf32> }
  return
}

// -----

func.func @w14(%n: index, %f: vector<4x32xf32>) {
  // expected-error@+1 {{expected distributed vectors to have same rank and element type}}
  %0 = gpu.warp_execute_on_lane_0(%n)[32] -> (vector<32xf32>) { gpu.yield %f : vector<4x32xf32> }
  return
}

// -----

func.func @w15(%n: index, %f: f32) {
  // expected-error@+1 {{expected vector type for distributed operands}}
  %0 = gpu.warp_execute_on_lane_0(%n)[32] -> (i32) { gpu.yield %f : f32 }
  return
}

// -----

func.func @w16(%n: index, %f: f32) {
  // expected-error@+1 {{'gpu.warp_execute_on_lane_0' op expect}}
  %0 = gpu.warp_execute_on_lane_0(%n)[32] -> (i32) { "t.x"() : () -> () }
  return
}

// -----

func.func @w17(%n: index, %f: f32) {
  // expected-error@+1 {{expected same number of yield operands and return values}}
  %0:2 = gpu.warp_execute_on_lane_0(%n)[32] -> (f32, f32) { gpu.yield %f : f32 }
  return
}
