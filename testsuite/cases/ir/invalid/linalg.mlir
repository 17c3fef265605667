// RUN: opt --verify-diagnostics

// DIFFERS: operations work on memrefs only
func.func @tensors(%a: tensor<4xf32>) {
  // expected-error@+1 {{operand #0 must be variadic of memref or scalar (tensors are to be bufferized first)}}
  %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @result(%a: memref<4xf32>) {
  // expected-error@+1 {{has no results on memrefs, but found one of type 'memref<4xf32>': bufferize it first}}
  %0 = linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>) -> memref<4xf32>
  return
}

// -----

func.func @too_few_inputs(%a: memref<4xf32>) {
  // expected-error@+1 {{expected 2 operands in 'ins' and 1 in 'outs', but found 1 and 1}}
  linalg.add ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
  return
}

// -----

func.func @no_output(%a: memref<4xf32>) {
  // expected-error@+1 {{expected 1 operand in 'ins' and 1 in 'outs', but found 1 and 0}}
  linalg.exp ins(%a : memref<4xf32>)
  return
}

// -----

func.func @not_defined_on_integers(%a: memref<4xi32>) {
  // expected-error@+1 {{'linalg.exp' is not defined on elements of types 'i32', 'i32'}}
  linalg.exp ins(%a : memref<4xi32>) outs(%a : memref<4xi32>)
  return
}

// -----

func.func @bools_have_no_difference(%a: memref<4xi1>) {
  // expected-error@+1 {{'linalg.sub' is not defined on elements of types 'i1', 'i1', 'i1'}}
  linalg.sub ins(%a, %a : memref<4xi1>, memref<4xi1>) outs(%a : memref<4xi1>)
  return
}

// -----

func.func @no_conversion(%a: memref<4xf16>, %b: memref<4xbf16>) {
  // expected-error@+1 {{expects value #0 to be an element of the output: expected 'bf16', but found 'f16'}}
  linalg.copy ins(%a : memref<4xf16>) outs(%b : memref<4xbf16>)
  return
}

// -----

func.func @fill_by_buffer(%a: memref<f32>, %b: memref<4xf32>) {
  // expected-error@+1 {{expects an input of the type of the elements: expected 'f32', but found 'memref<f32>'}}
  linalg.fill ins(%a : memref<f32>) outs(%b : memref<4xf32>)
  return
}

// -----

func.func @fill_of_other_type(%x: i8, %b: memref<4xi32>) {
  // expected-error@+1 {{expects an input of the type of the elements: expected 'i32', but found 'i8'}}
  linalg.fill ins(%x : i8) outs(%b : memref<4xi32>)
  return
}

// -----

func.func @rank(%a: memref<4xf32>, %b: memref<4x4xf32>) {
  // expected-error@+1 {{expects indexing map #0 to have a result per dimension of the operand: expected 1, but found 2}}
  linalg.matmul ins(%a, %b : memref<4xf32>, memref<4x4xf32>) outs(%b : memref<4x4xf32>)
  return
}

// -----

func.func @sizes(%a: memref<4x8xf32>, %b: memref<9x4xf32>, %c: memref<4x4xf32>) {
  // expected-error@+1 {{expects dimension #0 of operand #1 to have the size of loop d2, 8, but found 9}}
  linalg.matmul ins(%a, %b : memref<4x8xf32>, memref<9x4xf32>) outs(%c : memref<4x4xf32>)
  return
}

// -----

func.func @too_small_for_windows(%a: memref<1x1x6x6xf32>, %b: memref<1x1x3x3xf32>, %c: memref<1x1x3x3xf32>) {
  // expected-error@+1 {{expects dimension #2 of operand #0 to have a size of at least 7, but found 6}}
  linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>} ins(%a, %b : memref<1x1x6x6xf32>, memref<1x1x3x3xf32>) outs(%c : memref<1x1x3x3xf32>)
  return
}

// -----

func.func @negative_index(%a: memref<8xf32>, %b: memref<4xf32>) {
  // expected-error@+1 {{expects dimension #0 of operand #0 to be indexed from 0 on, but the least index is -1}}
  linalg.generic {indexing_maps = [affine_map<(i) -> (i - 1)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a : memref<8xf32>) outs(%b : memref<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @strides_of_other_rank(%a: memref<1x1x8x8xf32>, %b: memref<1x1x3x3xf32>) {
  // expected-error@+1 {{attribute 'strides' failed to satisfy constraint: 64-bit signless int elements attribute of shape [2]}}
  linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<3xi64>} ins(%a, %b : memref<1x1x8x8xf32>, memref<1x1x3x3xf32>) outs(%b : memref<1x1x3x3xf32>)
  return
}

// -----

func.func @number_of_maps(%a: memref<4xf32>) {
  // expected-error@+1 {{expects the number of indexing maps to be the number of operands: expected 2, but found 1}}
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a : memref<4xf32>) outs(%a : memref<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @symbols(%a: memref<4xf32>) {
  // expected-error@+1 {{expects indexing map #0 to have no symbols, but found 1}}
  linalg.generic {indexing_maps = [affine_map<(i)[s] -> (i + s)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a : memref<4xf32>) outs(%a : memref<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @number_of_loops(%a: memref<4xf32>) {
  // expected-error@+1 {{expects indexing map #0 to have a dimension per loop: expected 2, but found 1}}
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel", "reduction"]} outs(%a : memref<4xf32>) {
  ^bb0(%x: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @iterator_type(%a: memref<4xf32>) {
  // expected-error@+1 {{expected iterator types of "parallel", "reduction", but found "random"}}
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["random"]} outs(%a : memref<4xf32>) {
  ^bb0(%x: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @loop_without_size(%a: memref<4xf32>) {
  // expected-error@+1 {{expects every loop to be a result of an indexing map, which gives it a size, but d1 is not}}
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} outs(%a : memref<4xf32>) {
  ^bb0(%x: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @number_of_arguments(%a: memref<4xf32>) {
  // expected-error@+1 {{expects a block argument per operand: expected 2, but found 1}}
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a : memref<4xf32>) outs(%a : memref<4xf32>) {
  ^bb0(%x: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @type_of_argument(%a: memref<4xf32>) {
  // expected-error@+1 {{expects block argument #0 to be an element of its operand: expected 'f32', but found 'i32'}}
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%a : memref<4xf32>) {
  ^bb0(%x: i32):
    %0 = arith.sitofp %x : i32 to f32
    linalg.yield %0 : f32
  }
  return
}

// -----

func.func @number_of_values(%a: memref<4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%a : memref<4xf32>) {
  ^bb0(%x: f32):
    // expected-error@+1 {{expects a value per output of the enclosing operation: expected 1, but found 2}}
    linalg.yield %x, %x : f32, f32
  }
  return
}

// -----

func.func @type_of_value(%a: memref<4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%a : memref<4xf32>) {
  ^bb0(%x: f32):
    %0 = arith.fptosi %x : f32 to i32
    // expected-error@+1 {{expects value #0 to be an element of the output: expected 'f32', but found 'i32'}}
    linalg.yield %0 : i32
  }
  return
}

// -----

func.func @index_of_no_loop(%a: memref<4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%a : memref<4xf32>) {
  ^bb0(%x: f32):
    // expected-error@+1 {{expects a loop of the enclosing operation, which has 1, but found 1}}
    %i = linalg.index 1 : index
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @index_outside() {
  // expected-error@+1 {{expects a structured operation of linalg as parent, but found 'func.func'}}
  %i = linalg.index 0 : index
  return
}

// -----

func.func @no_yield(%a: memref<4xf32>) {
  // expected-error@+1 {{expects the region to end with 'linalg.yield', but found 'vector.yield'}}
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%a : memref<4xf32>) {
  ^bb0(%x: f32):
    vector.yield %x : f32
  }
  return
}

// -----

func.func @permutation(%a: memref<4x8xf32>, %b: memref<8x4xf32>) {
  // expected-error@+1 {{expects a permutation of 0 to 2, exclusive, but found [1, 1]}}
  linalg.transpose ins(%a : memref<4x8xf32>) outs(%b : memref<8x4xf32>) permutation = [1, 1]
  return
}

// -----

func.func @broadcast_outside(%a: memref<4xf32>, %b: memref<8x4xf32>) {
  // expected-error@+1 {{expects dimensions from 0 to 2, exclusive, but found 2}}
  linalg.broadcast ins(%a : memref<4xf32>) outs(%b : memref<8x4xf32>) dimensions = [2]
  return
}

// -----

func.func @broadcast_of_other_size(%a: memref<5xf32>, %b: memref<8x4xf32>) {
  // expected-error@+1 {{expects dimension #1 of operand #1 to have the size of loop d1, 5, but found 4}}
  linalg.broadcast ins(%a : memref<5xf32>) outs(%b : memref<8x4xf32>) dimensions = [0]
  return
}

// -----

func.func @reduce_twice(%a: memref<4x8xf32>, %b: memref<f32>) {
  // expected-error@+1 {{expects each dimension once, but found 1 twice}}
  linalg.reduce { arith.addf } ins(%a : memref<4x8xf32>) outs(%b : memref<f32>) dimensions = [1, 1]
  return
}

// -----

func.func @reduce_unsorted(%a: memref<4x8xf32>, %b: memref<f32>) {
  // expected-error@+1 {{expects dimensions in ascending order, but found [1, 0]}}
  linalg.reduce { arith.addf } ins(%a : memref<4x8xf32>) outs(%b : memref<f32>) dimensions = [1, 0]
  return
}

// -----

func.func @reduce_operands(%a: memref<4x8xf32>, %b: memref<f32>) {
  // expected-error@+1 {{expected as many operands as in 'ins' in 'outs', but found 1}}
  linalg.reduce { arith.addf } ins(%a, %a : memref<4x8xf32>, memref<4x8xf32>) outs(%b : memref<f32>) dimensions = [0, 1]
  return
}

// -----

func.func @payload(%a: memref<4x8xf32>) {
  // expected-error@+1 {{expected an operation with one result and no regions}}
  linalg.map { scf.for } ins(%a : memref<4x8xf32>) outs(%a : memref<4x8xf32>)
  return
}

// -----

func.func @payload_operands(%a: memref<4x8xf32>) {
  // expected-error@+1 {{'arith.addf' op expected 2 operands, but found 1}}
  linalg.map { arith.addf } ins(%a : memref<4x8xf32>) outs(%a : memref<4x8xf32>)
  return
}

// -----

func.func @kind(%a: memref<4x8xf32>) {
  // expected-error@+1 {{expected 'kind=#linalg.elementwise_kind}}
  linalg.elementwise ins(%a : memref<4x8xf32>) outs(%a : memref<4x8xf32>)
  return
}
