// RUN: opt --verify-diagnostics --allow-unregistered-dialect

func.func @r1(%x: f32) {
  // expected-error@+1 {{`and` reduction operation is not compatible with type 'f32'}}
  %r = gpu.subgroup_reduce and %x : (f32) -> f32
  return
}

// -----

func.func @r2(%x: i32) {
  // expected-error@+1 {{`minnumf` reduction operation is not compatible with type 'i32'}}
  %r = gpu.subgroup_reduce minnumf %x : (i32) -> i32
  return
}

// -----

func.func @r3(%x: i32) {
  // expected-error@+1 {{cluster size 0 is not a power of two}}
  %r = gpu.subgroup_reduce add %x cluster(size = 0) : (i32) -> i32
  return
}

// -----

func.func @r4(%x: i32) {
  // expected-error@+1 {{cluster size 3 is not a power of two}}
  %r = gpu.subgroup_reduce add %x cluster(size = 3) : (i32) -> i32
  return
}

// -----

func.func @r5(%x: i32) {
  // expected-error@+1 {{cluster stride 0 is not a power of two}}
  %r = gpu.subgroup_reduce add %x cluster(size = 4, stride = 0) : (i32) -> i32
  return
}

// -----

func.func @r6(%x: i32) {
  // expected-error@+1 {{cluster stride 3 is not a power of two}}
  %r = gpu.subgroup_reduce add %x cluster(size = 4, stride = 3) : (i32) -> i32
  return
}

// -----

func.func @r7(%x: i32) {
  // expected-error@+1 {{expected 'size'}}
  %r = gpu.subgroup_reduce add %x cluster(stride = 4) : (i32) -> i32
  return
}

// -----

func.func @r8(%x: i32) {
  // expected-error@+1 {{expected one of: add, mul, minui, minsi, minnumf, maxui, maxsi, maxnumf, and, or, xor, minimumf, maximumf}}
  %r = gpu.subgroup_reduce %x : (i32) -> i32
  return
}

// -----

func.func @r9(%x: i32) {
  // expected-error@+1 {{requires the same type for all operands and results}}
  %r = gpu.subgroup_reduce add %x : (i32) -> f32
  return
}

// -----

func.func @r10(%x: vector<2x2xf32>) {
  // expected-error@+1 {{operand #0 must be Integer or Float or fixed-length vector of Integer or Float values of ranks 1, but got 'vector<2x2xf32>'}}
  %r = gpu.subgroup_reduce add %x : (vector<2x2xf32>) -> vector<2x2xf32>
  return
}

// -----

func.func @r11(%x: vector<[4]xf32>) {
  // expected-error@+1 {{operand #0 must be Integer or Float or fixed-length vector of Integer or Float values of ranks 1, but got 'vector<[4]xf32>'}}
  %r = gpu.subgroup_reduce add %x : (vector<[4]xf32>) -> vector<[4]xf32>
  return
}

// -----

func.func @r12(%x: index) {
  // expected-error@+1 {{operand #0 must be Integer or Float or fixed-length vector of Integer or Float values of ranks 1, but got 'index'}}
  %r = gpu.subgroup_reduce add %x : (index) -> index
  return
}

// -----

func.func @r13(%x: vector<4xf32>) {
  // expected-error@+1 {{`and` reduction operation is not compatible with type 'vector<4xf32>'}}
  %r = gpu.subgroup_reduce and %x : (vector<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @r14(%x: i32) {
  // expected-error@+1 {{cluster stride can only be specified if cluster size is specified}}
  %r = "gpu.subgroup_reduce"(%x) {op = #gpu<all_reduce_op add>, cluster_stride = 2 : i32} : (i32) -> i32
  return
}

// -----

func.func @a1(%x: f32) {
  // expected-error@+1 {{expected either an op attribute or a non-empty body}}
  %r = gpu.all_reduce %x {} : (f32) -> f32
  return
}

// -----

func.func @a2(%x: f32) {
  // expected-error@+1 {{expected either an op attribute or a non-empty body}}
  %r = gpu.all_reduce add %x { ^bb(%a: f32, %b: f32): gpu.yield %a : f32 } : (f32) -> f32
  return
}

// -----

func.func @a3(%x: f32) {
  // expected-error@+1 {{expected two region arguments}}
  %r = gpu.all_reduce %x { ^bb(%a: f32): gpu.yield %a : f32 } : (f32) -> f32
  return
}

// -----

func.func @a4(%x: f32) {
  // expected-error@+1 {{incorrect region argument type}}
  %r = gpu.all_reduce %x { ^bb(%a: f32, %b: i32): gpu.yield %a : f32 } : (f32) -> f32
  return
}

// -----

func.func @a5(%x: f32) {
  // expected-error@+1 {{expected one gpu.yield operand}}
  %r = gpu.all_reduce %x { ^bb(%a: f32, %b: f32): gpu.yield %a, %b : f32, f32 } : (f32) -> f32
  return
}

// -----

func.func @a6(%x: f32, %c: i32) {
  // expected-error@+1 {{incorrect gpu.yield type}}
  %r = gpu.all_reduce %x { ^bb(%a: f32, %b: f32): %z = arith.constant 1 : i32 gpu.yield %z : i32 } : (f32) -> f32
  return
}

// -----

func.func @a7(%x: f32) {
  // expected-error@+1 {{expected gpu.yield op in region}}
  %r = gpu.all_reduce %x { ^bb(%a: f32, %b: f32): "t.x"() : () -> () } : (f32) -> f32
  return
}

// -----

func.func @a8(%x: f32) {
  // expected-error@+1 {{`and` reduction operation is not compatible with type 'f32'}}
  %r = gpu.all_reduce and %x {} : (f32) -> f32
  return
}

// -----

func.func @a9(%x: i32) {
  // expected-error@+1 {{`maxnumf` reduction operation is not compatible with type 'i32'}}
  %r = gpu.all_reduce maxnumf %x {} : (i32) -> i32
  return
}

// -----

func.func @a10(%x: f32) {
  // expected-error@+1 {{requires the same type for all operands and results}}
  %r = gpu.all_reduce add %x {} : (f32) -> i32
  return
}

// -----

func.func @a11(%x: f32) {
  // expected-error@+1 {{expected one of: add, mul, minui, minsi, minnumf, maxui, maxsi, maxnumf, and, or, xor, minimumf, maximumf}}
  %r = gpu.all_reduce foo %x {} : (f32) -> f32
  return
}

// -----

func.func @a12(%x: index) {
  // expected-error@+1 {{operand #0 must be Integer or Float, but got 'index'}}
  %r = gpu.all_reduce add %x {} : (index) -> index
  return
}

// -----

func.func @a13(%x: f32) {
  // expected-error@+1 {{expected '{' to begin a region}}
  %r = gpu.all_reduce add %x : (f32) -> f32
  return
}

// -----

func.func @a14(%x: f32) {
  // expected-note@+2 {{required by region isolation constraints}}
  // expected-error@+1 {{'arith.addf' op using value defined outside the region}}
  %r = gpu.all_reduce %x { ^bb(%a: f32, %b: f32): %y = arith.addf %a, %x : f32 gpu.yield %y : f32 } : (f32) -> f32
  return
}

// -----

func.func @s1(%x: f32, %o: i32) {
  // expected-error@+1 {{one of: xor, up, down, idx}}
  %r:2 = gpu.shuffle xyz %x, %o, %o : f32
  return
}

// -----

func.func @s2(%x: f32, %o: index) {
  // expected-error@+1 {{use of value '%o' expects different type than prior uses: 'i32' vs 'index'}}
  %r:2 = gpu.shuffle xor %x, %o, %o : f32
  return
}

// -----

func.func @s3(%x: index, %o: i32) {
  // expected-error@+1 {{operand #0 must be Integer or Float or fixed-length vector of Integer or Float values of ranks 1, but got 'index'}}
  %r:2 = gpu.shuffle xor %x, %o, %o : index
  return
}

// -----

func.func @s4(%x: vector<2x2xf32>, %o: i32) {
  // expected-error@+1 {{operand #0 must be Integer or Float or fixed-length vector of Integer or Float values of ranks 1, but got 'vector<2x2xf32>'}}
  %r:2 = gpu.shuffle xor %x, %o, %o : vector<2x2xf32>
  return
}

// -----

func.func @s5(%x: f32, %o: i32) {
  // expected-error@+1 {{'gpu.shuffle' op failed to verify that}}
  %r:2 = "gpu.shuffle"(%x, %o, %o) {mode = #gpu<shuffle_mode xor>} : (f32, i32, i32) -> (i32, i1)
  return
}

// -----

func.func @s6(%x: f32, %o: i32) {
  // expected-error@+1 {{requires attribute 'mode'}}
  %r:2 = "gpu.shuffle"(%x, %o, %o) : (f32, i32, i32) -> (f32, i1)
  return
}

// -----

func.func @s7(%x: f32, %o: i32) {
  // expected-error@+1 {{operation defines 2 results but was provided 1 to bind}}
  %r = gpu.shuffle xor %x, %o, %o : f32
  return
}

// -----

func.func @s8(%x: f32, %o: i32) {
  // expected-error@+1 {{expected ','}}
  %r:2 = gpu.shuffle xor %x, %o : f32
  return
}

// -----

func.func @t1(%x: f32) {
  // expected-error@+1 {{attribute 'width' failed to satisfy constraint: 32-bit signless integer attribute whose value is a power of two > 0}}
  %r:2 = gpu.rotate %x, 4, 0 : f32
  return
}

// -----

func.func @t2(%x: f32) {
  // expected-error@+1 {{attribute 'offset' failed to satisfy constraint: 32-bit signless integer attribute whose minimum value is 0}}
  %r:2 = gpu.rotate %x, -1, 4 : f32
  return
}

// -----

func.func @t3(%x: f32) {
  // expected-error@+1 {{attribute 'width' failed to satisfy constraint: 32-bit signless integer attribute whose value is a power of two > 0}}
  %r:2 = gpu.rotate %x, 4, 3 : f32
  return
}

// -----

func.func @t4(%x: f32) {
  // expected-error@+1 {{offset must be in the range [0, 4)}}
  %r:2 = gpu.rotate %x, 4, 4 : f32
  return
}

// -----

func.func @t5(%x: f32, %i : i32) {
  // expected-error@+1 {{expected a constant as the offset}}
  %r:2 = gpu.rotate %x, %i, 4 : f32
  return
}

// -----

func.func @t6(%x: index) {
  // expected-error@+1 {{operand #0 must be Integer or Float or fixed-length vector of Integer or Float values of ranks 1, but got 'index'}}
  %r:2 = gpu.rotate %x, 1, 4 : index
  return
}

// -----

func.func @t7(%x: f32) {
  // expected-error@+1 {{attribute 'width' failed to satisfy constraint: 32-bit signless integer attribute whose value is a power of two > 0}}
  %r:2 = gpu.rotate %x, 1, 1000000000000 : f32
  return
}

// -----

func.func @b1(%x: f32, %l: i32) {
  // expected-error@+1 {{lane can only be specified for `specific_lane` broadcast}}
  %r = gpu.subgroup_broadcast %x, first_active_lane %l : f32
  return
}

// -----

func.func @b2(%x: f32, %l: i32) {
  // expected-error@+1 {{lane must be specified for `specific_lane` broadcast}}
  %r = gpu.subgroup_broadcast %x, specific_lane : f32
  return
}

// -----

func.func @b3(%x: f32, %l: i32) {
  // expected-error@+1 {{one of: first_active_lane, specific_lane}}
  %r = gpu.subgroup_broadcast %x, any_lane : f32
  return
}

// -----

func.func @b4(%x: f32, %l: index) {
  // expected-error@+1 {{use of value '%l' expects different type than prior uses: 'i32' vs 'index'}}
  %r = gpu.subgroup_broadcast %x, specific_lane %l : f32
  return
}

// -----

func.func @p1(%x: vector<4xf32>) {
  // expected-error@+1 {{variadic of integer or index or floating-point, but got 'vector<4xf32>'}}
  gpu.printf "a", %x : vector<4xf32>
  return
}

// -----

func.func @p3(%x: f32) {
  // expected-error@+1 {{expected a string}}
  gpu.printf %x : f32
  return
}

// -----

func.func @d1() {
  // expected-error@+1 {{result #0 must be 1D memref of 8-bit signless integer values, but got 'memref<?xi32, #gpu.address_space<workgroup>>'}}
  %0 = gpu.dynamic_shared_memory : memref<?xi32, #gpu.address_space<workgroup>>
  return
}

// -----

func.func @d2() {
  // expected-error@+1 {{result #0 must be 1D memref of 8-bit signless integer values, but got 'memref<?x?xi8, #gpu.address_space<workgroup>>'}}
  %0 = gpu.dynamic_shared_memory : memref<?x?xi8, #gpu.address_space<workgroup>>
  return
}

// -----

func.func @d3() {
  // expected-error@+1 {{address space must be address_space<workgroup>}}
  %0 = gpu.dynamic_shared_memory : memref<?xi8>
  return
}

// -----

func.func @d4() {
  // expected-error@+1 {{result memref type must be memref<?xi8, #gpu.address_space<workgroup>>}}
  %0 = gpu.dynamic_shared_memory : memref<8xi8, #gpu.address_space<workgroup>>
  return
}

// -----

func.func @d5() {
  // expected-error@+1 {{address space must be address_space<workgroup>}}
  %0 = gpu.dynamic_shared_memory : memref<?xi8, 3>
  return
}

// -----

func.func @d6() {
  // expected-error@+1 {{address space must be address_space<workgroup>}}
  %0 = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<private>>
  return
}

// -----

func.func @g1() {
  // expected-error@+1 {{one of: x, y, z}}
  %0 = gpu.thread_id w
  return
}

// -----

func.func @g3() {
  // expected-error@+1 {{expected an integer}}
  %0 = gpu.thread_id x upper_bound
  return
}

// -----

func.func @g4() {
  // expected-error@+1 {{expected the end of 'gpu.thread_id'}}
  %0 = gpu.thread_id x upper_bound 4 : i32
  return
}

// -----

func.func @g5() {
  // expected-error@+1 {{requires attribute 'dimension'}}
  %0 = "gpu.thread_id"() : () -> index
  return
}

// -----

func.func @g6() {
  // expected-error@+1 {{attribute 'dimension' failed to satisfy constraint}}
  %0 = "gpu.thread_id"() {dimension = "x"} : () -> index
  return
}

// -----

func.func @g7() {
  // expected-error@+1 {{result #0 must be index, but got 'i32'}}
  %0 = "gpu.thread_id"() {dimension = #gpu<dim x>} : () -> i32
  return
}

// -----

func.func @g8() {
  // expected-error@+1 {{expected ':'}}
  %0 = gpu.subgroup_id
  return
}

// -----

func.func @g9() {
  // expected-error@+1 {{'gpu.subgroup_id'}}
  %0 = gpu.subgroup_id : i32
  return
}

// -----

func.func @g10() {
  // expected-error@+1 {{expected the end of 'gpu.lane_id'}}
  %0 = gpu.lane_id : index
  return
}

// -----

func.func @g12() {
  // expected-error@+1 {{attribute 'upper_bound' failed to satisfy constraint: index attribute}}
  %0 = "gpu.thread_id"() {dimension = #gpu<dim x>, upper_bound = 4 : i64} : () -> index
  return
}

// -----

func.func @sd(%i: i64) {
  // expected-error@+1 {{use of value '%i' expects different type than prior uses: 'i32' vs 'i64'}}
  gpu.set_default_device %i
  return
}

// -----

func.func @hr2(%m: f32) {
  // expected-error@+1 {{'gpu.host_unregister'}}
  gpu.host_unregister %m : f32
  return
}

// -----

func.func @y(%m: f32) {
  // expected-error@+1 {{expects parent op 'gpu.launch'}}
  gpu.terminator }

// -----

func.func @y(%m: f32) {
  // expected-error@+1 {{expects parent op 'gpu.func'}}
  gpu.return }
