// RUN: warpline opt --mlir-print-local-scope
// RUN: warpline opt --mlir-elide-elementsattrs-if-larger=2
// RUN: warpline opt --mlir-print-elementsattrs-with-hex-if-larger=2
// RUN: warpline opt --mlir-print-skip-regions --mlir-print-op-generic
// RUN: warpline opt --mlir-print-unique-ssa-ids

#shift = affine_map<(i) -> (i + 1)>
func.func @first(%i: index, %c: i1) -> index {
  %list = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi16>
  %splat = arith.constant dense<1> : tensor<4xi32>
  %bits = arith.constant dense<[true, false, true]> : tensor<3xi1>
  %next = affine.apply #shift(%i)
  scf.if %c {
    %inner = arith.constant 1 : i8
    %twice = arith.addi %inner, %inner : i8
  }
  return %next : index
}
func.func @second(%a: i8) -> i8 {
  %sum = arith.addi %a, %a : i8
  return %sum : i8
}

// OUT: module {
// OUT:   func.func @first(%arg0: index, %arg1: i1) -> index {
// OUT:     %cst = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi16>
// OUT:     %cst_0 = arith.constant dense<1> : tensor<4xi32>
// OUT:     %cst_1 = arith.constant dense<[true, false, true]> : tensor<3xi1>
// OUT:     %0 = affine.apply affine_map<(d0) -> (d0 + 1)>(%arg0)
// OUT:     scf.if %arg1 {
// OUT:       %c1_i8 = arith.constant 1 : i8
// OUT:       %1 = arith.addi %c1_i8, %c1_i8 : i8
// OUT:     }
// OUT:     return %0 : index
// OUT:   }
// OUT:   func.func @second(%arg0: i8) -> i8 {
// OUT:     %0 = arith.addi %arg0, %arg0 : i8
// OUT:     return %0 : i8
// OUT:   }
// OUT: }
// OUT: #map = affine_map<(d0) -> (d0 + 1)>
// OUT: module {
// OUT:   func.func @first(%arg0: index, %arg1: i1) -> index {
// OUT:     %cst = arith.constant dense_resource<__elided__> : tensor<4xi16>
// OUT:     %cst_0 = arith.constant dense<1> : tensor<4xi32>
// OUT:     %cst_1 = arith.constant dense_resource<__elided__> : tensor<3xi1>
// OUT:     %0 = affine.apply #map(%arg0)
// OUT:     scf.if %arg1 {
// OUT:       %c1_i8 = arith.constant 1 : i8
// OUT:       %1 = arith.addi %c1_i8, %c1_i8 : i8
// OUT:     }
// OUT:     return %0 : index
// OUT:   }
// OUT:   func.func @second(%arg0: i8) -> i8 {
// OUT:     %0 = arith.addi %arg0, %arg0 : i8
// OUT:     return %0 : i8
// OUT:   }
// OUT: }
// OUT: #map = affine_map<(d0) -> (d0 + 1)>
// OUT: module {
// OUT:   func.func @first(%arg0: index, %arg1: i1) -> index {
// OUT:     %cst = arith.constant dense<"0x0100020003000400"> : tensor<4xi16>
// OUT:     %cst_0 = arith.constant dense<1> : tensor<4xi32>
// OUT:     %cst_1 = arith.constant dense<"0x05"> : tensor<3xi1>
// OUT:     %0 = affine.apply #map(%arg0)
// OUT:     scf.if %arg1 {
// OUT:       %c1_i8 = arith.constant 1 : i8
// OUT:       %1 = arith.addi %c1_i8, %c1_i8 : i8
// OUT:     }
// OUT:     return %0 : index
// OUT:   }
// OUT:   func.func @second(%arg0: i8) -> i8 {
// OUT:     %0 = arith.addi %arg0, %arg0 : i8
// OUT:     return %0 : i8
// OUT:   }
// OUT: }
// OUT: "builtin.module"() ({...}) : () -> ()
// OUT: #map = affine_map<(d0) -> (d0 + 1)>
// OUT: module {
// OUT:   func.func @first(%arg1: index, %arg2: i1) -> index {
// OUT:     %cst = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi16>
// OUT:     %cst_0 = arith.constant dense<1> : tensor<4xi32>
// OUT:     %cst_1 = arith.constant dense<[true, false, true]> : tensor<3xi1>
// OUT:     %1 = affine.apply #map(%arg1)
// OUT:     scf.if %arg2 {
// OUT:       %c1_i8 = arith.constant 1 : i8
// OUT:       %2 = arith.addi %c1_i8, %c1_i8 : i8
// OUT:     }
// OUT:     return %1 : index
// OUT:   }
// OUT:   func.func @second(%arg0: i8) -> i8 {
// OUT:     %0 = arith.addi %arg0, %arg0 : i8
// OUT:     return %0 : i8
// OUT:   }
// OUT: }
