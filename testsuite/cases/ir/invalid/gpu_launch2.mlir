// RUN: opt --verify-diagnostics --allow-unregistered-dialect

func.func @a(%n: index) {
  // expected-error@+1 {{empty block: expect at least a terminator}}
  gpu.launch blocks(%a, %b, %c) in (%d = %n, %e = %n, %f = %n) threads(%g, %h, %i) in (%j = %n, %k = %n, %l = %n) { }
  return
}

// -----

func.func @a2(%n: index) {
  // expected-error@+1 {{expected 'gpu.terminator' or a terminator with successors}}
  gpu.launch blocks(%a, %b, %c) in (%d = %n, %e = %n, %f = %n) threads(%g, %h, %i) in (%j = %n, %k = %n, %l = %n) { gpu.yield }
  return
}

// -----

func.func @a3(%n: index) {
  // expected-error@+1 {{needs to be named when marked 'async'}}
  gpu.launch async blocks(%a, %b, %c) in (%d = %n, %e = %n, %f = %n) threads(%g, %h, %i) in (%j = %n, %k = %n, %l = %n) { gpu.terminator }
  return
}

// -----

func.func @a4(%n: index) {
  // expected-error@+1 {{expected ',' between three ids}}
  gpu.launch blocks(%a, %b) in (%d = %n, %e = %n) threads(%g, %h, %i) in (%j = %n, %k = %n, %l = %n) { gpu.terminator }
  return
}

// -----

func.func @a5(%n: index) {
  // expected-error@+1 {{expected 'blocks'}}
  gpu.launch threads(%g, %h, %i) in (%j = %n, %k = %n, %l = %n) { gpu.terminator }
  return
}

// -----

func.func @a6(%n: index) {
  // expected-error@+1 {{expected '{' to begin a region}}
  gpu.launch blocks(%a, %b, %c) in (%d = %n, %e = %n, %f = %n) threads(%g, %h, %i) in (%j = %n, %k = %n, %l = %n) }

// -----

func.func @a7(%n: index) {
  // expected-error@+1 {{expected memref type in attribution}}
  gpu.launch blocks(%a, %b, %c) in (%d = %n, %e = %n, %f = %n) threads(%g, %h, %i) in (%j = %n, %k = %n, %l = %n) workgroup(%w : i32) { gpu.terminator }
  return
}

// -----

func.func @a8(%n: index) {
  // expected-error@+1 {{expected memory space workgroup in attribution}}
  gpu.launch blocks(%a, %b, %c) in (%d = %n, %e = %n, %f = %n) threads(%g, %h, %i) in (%j = %n, %k = %n, %l = %n) workgroup(%w : memref<4xf32, #gpu.address_space<private>>) { gpu.terminator }
  return
}

// -----

func.func @a9(%n: i32) {
  // expected-error@+1 {{use of value '%n' expects different type than prior uses: 'index' vs 'i32'}}
  gpu.launch blocks(%a, %b, %c) in (%d = %n, %e = %n, %f = %n) threads(%g, %h, %i) in (%j = %n, %k = %n, %l = %n) { gpu.terminator }
  return
}

// -----

func.func @a10(%n: index) {
  // expected-error@+1 {{unexpected number of region arguments}}
  "gpu.launch"(%n, %n, %n, %n, %n, %n) <{operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0>}> ({ gpu.terminator }) : (index, index, index, index, index, index) -> ()
  return
}

// -----

func.func @a11(%n: index) {
  // expected-error@+1 {{cluster size must be all present}}
  "gpu.launch"(%n, %n, %n, %n, %n, %n, %n) <{operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0>}> ({ ^a(%a: index, %b: index, %c: index,%d: index, %e: index, %f: index,%g: index, %h: index, %i: index,%j: index, %k: index, %l: index): gpu.terminator }) : (index, index, index, index, index, index, index) -> ()
  return
}

// -----

func.func @a13(%n: index) {
  // expected-error@+1 {{expected memref type in attribution}}
  "gpu.launch"(%n, %n, %n, %n, %n, %n) <{operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0>}> ({ ^a(%a: index, %b: index, %c: index,%d: index, %e: index, %f: index,%g: index, %h: index, %i: index,%j: index, %k: index, %l: index, %m: index): gpu.terminator }) : (index, index, index, index, index, index) -> ()
  return
}

// -----

func.func @a14(%n: index) {
  // expected-error@+1 {{invalid kind of attribute specified}}
  gpu.launch blocks(%a, %b, %c) in (%d = %n, %e = %n, %f = %n) threads(%g, %h, %i) in (%j = %n, %k = %n, %l = %n) module(@a::@b) { gpu.terminator }
  return
}

// -----

func.func @a15(%n: index) {
  // expected-error@+1 {{expected '{' to begin a region}}
  gpu.launch blocks(%a, %b, %c) in (%d = %n, %e = %n, %f = %n) threads(%g, %h, %i) in (%j = %n, %k = %n, %l = %n) function(@a) module(@b) { gpu.terminator }
  return
}

// -----

func.func @a16(%n: index) {
  // expected-error@+1 {{use of value '%n' expects different type than prior uses: 'i32' vs 'index'}}
  gpu.launch blocks(%a, %b, %c) in (%d = %n, %e = %n, %f = %n) threads(%g, %h, %i) in (%j = %n, %k = %n, %l = %n) dynamic_shared_memory_size %n { gpu.terminator }
  return
}

// -----

func.func @a17(%n: index) {
  // expected-error@+1 {{expected 'threads'}}
  gpu.launch blocks(%a, %b, %c) in (%d = %n, %e = %n, %f = %n) clusters(%a1, %b1, %c1) in (%d1 = %n, %e1 = %n, %f1 = %n) threads(%g, %h, %i) in (%j = %n, %k = %n, %l = %n) { gpu.terminator }
  return
}

// -----

func.func @a19(%n: index) {
  // expected-error@+1 {{expected 'gpu.terminator' or a terminator with successors}}
  gpu.launch blocks(%a, %b, %c) in (%d = %n, %e = %n, %f = %n) threads(%g, %h, %i) in (%j = %n, %k = %n, %l = %n) {  cf.br ^b ^b: "t.x"() : () -> () }
  return
}

// -----

func.func @a21(%n: index, %m : index) {
  // expected-error@+1 {{expected '{' to begin a region}}
  gpu.launch blocks(%a, %b, %c) in (%d = %n, %e = %n, %f = %n) threads(%g, %h, %i) in (%j = %n, %k = %n, %l = %n) attributes {a} { gpu.terminator }
  return
}

// -----

func.func @a22(%n: index, %m : index) {
  // expected-error@+1 {{use of value '%m' expects different type than prior uses: '}}
  gpu.launch [%m] blocks(%a, %b, %c) in (%d = %n, %e = %n, %f = %n) threads(%g, %h, %i) in (%j = %n, %k = %n, %l = %n) { gpu.terminator }
  return
}

// -----

func.func @a24(%n: index, %m : !gpu.async.token) {
  // expected-error@+1 {{expected ':' before the type of the stream}}
  gpu.launch <%m> blocks(%a, %b, %c) in (%d = %n, %e = %n, %f = %n) threads(%g, %h, %i) in (%j = %n, %k = %n, %l = %n) { gpu.terminator }
  return
}

// -----

func.func @a25(%n: index) {
  // expected-error@+1 {{expected ',' or ')' in the attributions}}
  gpu.launch blocks(%a, %b, %c) in (%d = %n, %e = %n, %f = %n) threads(%g, %h, %i) in (%j = %n, %k = %n, %l = %n) workgroup(%w : memref<4xf32, 3> {llvm.align = 8 : i64}) { gpu.terminator }
  return
}

// -----

func.func @a26(%n: index) {
  // expected-error@+1 {{expected '{' to begin a region}}
  gpu.launch blocks(%a, %b, %c) in (%d = %n, %e = %n, %f = %n) threads(%g, %h, %i) in (%j = %n, %k = %n, %l = %n) private(%w : memref<4xf32, 5>) workgroup(%v : memref<4xf32, 3>) { gpu.terminator }
  return
}

// -----

func.func @a28(%m: memref<4xf32>) {
  // expected-error@+1 {{expected ','}}
  %a = gpu.create_dn_tensor %m : memref<4xf32>
  return
}

// -----

func.func @a28(%m: memref<4xf32>) {
  // expected-error@+1 {{expected a type}}
  %a = gpu.create_dn_tensor %m, : into memref<4xf32>
  return
}

// -----

func.func @a29(%m: memref<4xf32>, %n: index) {
  // expected-error@+1 {{one of: NONE, PRUNE_ONLY, PRUNE_AND_CHECK}}
  %a = gpu.create_2to4_spmat {FOO} %n, %n, %m : memref<4xf32>
  return
}

// -----

func.func @a30(%m: memref<4xf32>, %n: index) {
  // expected-error@+1 {{expected '{'}}
  %a = gpu.create_2to4_spmat %n, %n, %m : memref<4xf32>
  return
}

// -----

func.func @a31(%m: memref<4xf32>, %n: index) {
  // expected-error@+1 {{use of value '%n' expects different type than prior uses: '!gpu.sparse.spmat_handle' vs 'index'}}
  gpu.destroy_sp_mat %n
  return
}

// -----

func.func @a33(%m: memref<4xf32>, %a: !gpu.sparse.spmat_handle, %d: !gpu.sparse.dntensor_handle) {
  // expected-error@+1 {{use of value '%a' expects different type than prior uses: '!gpu.sparse.dntensor_handle' vs '!gpu.sparse.spmat_handle'}}
  gpu.spmv %a, %a, %d, %m : memref<4xf32> into f32
  return
}

// -----

func.func @a35(%m: memref<4xf32>, %a: !gpu.sparse.spmat_handle, %d: !gpu.sparse.dntensor_handle) {
  // expected-error@+1 {{one of: NON_TRANSPOSE, TRANSPOSE, CONJUGATE_TRANSPOSE}}
  gpu.spmv %a{FOO}, %d, %d, %m : memref<4xf32> into f32
  return
}

// -----

func.func @a36(%m: memref<*xf32>, %n: index) {
  // expected-error@+1 {{'gpu.create_coo_aos'}}
  %a = gpu.create_coo_aos %n, %n, %n, %m, %m : memref<*xf32>, memref<*xf32>
  return
}

// -----

func.func @a37(%a: !gpu.sparse.spmat_handle, %d: !gpu.sparse.dntensor_handle) {
  // expected-error@+1 {{result #0 must be variadic of index, but got 'i32'}}
  %0 = gpu.spmm_buffer_size %a, %d, %d : i32 into f32
  return
}

// -----

func.func @a38(%a: !gpu.sparse.spmat_handle, %d: !gpu.sparse.dntensor_handle) {
  // expected-error@+1 {{expected a type}}
  gpu.spmm %a, %d, %d, : into f32
  return
}

// -----

func.func @a39(%a: !gpu.sparse.spmat_handle, %d: !gpu.sparse.dntensor_handle) {
  // expected-error@+1 {{expected a type}}
  gpu.spmm_buffer_size %a, %d, %d : into f32
  return
}

// -----

func.func @a40(%a: !gpu.sparse.spmat_handle, %d: !gpu.sparse.dntensor_handle) {
  // expected-error@+1 {{expected 3 or more results}}
  %0 = "gpu.spmat_get_size"(%a) : (!gpu.sparse.spmat_handle) -> index
  return
}

// -----

func.func @a41(%a: index) {
  // expected-error@+1 {{needs to be named when marked 'async'}}
  gpu.memset async %a
  return
}

// -----

// expected-error@+1 {{'func.func' op gpu.known_block_size must contain exactly 3 elements}}
func.func @a42() attributes {gpu.known_block_size = array<i32: 1>} {
 
  return
}

// -----

// expected-error@+1 {{'func.func' op gpu.known_block_size must be a dense i32 array}}
func.func @a43() attributes {gpu.known_block_size = 1 : i32} {
 
  return
}
