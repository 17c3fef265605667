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
