// RUN: not opt

#product = affine_map<(i, j) -> (i * j)>
#unknown = affine_map<(i) -> (i + k)>
#divisor = affine_map<(i)[s] -> (i floordiv 0, i mod -2)>
#twice = affine_map<(i, i) -> (i)>
#set = affine_set<(i) : (i = 0)>
#self = #self
func.func @uses(%n: index) {
  %0 = affine.apply #product(%n, %n)
  %1 = affine.apply #missing(%n)
  return
}

// OUT: affine.mlir:3:36: error[E0103]: non-affine expression: at least one of the multiply operands has to be either a constant or symbolic
// OUT: affine.mlir:4:35: error[E0103]: use of undeclared identifier 'k' in an affine expression
// OUT: affine.mlir:6:25: error[E0103]: redefinition of identifier 'i'
// OUT: affine.mlir:7:28: error[E0103]: expected '== affine-expr' or '>= affine-expr' at end of affine constraint, but found '='
// OUT: affine.mlir:8:9: error[E0111]: undefined symbol alias id 'self'
// OUT: affine.mlir:11:21: error[E0111]: undefined symbol alias id 'missing'
// -----

func.func @operands(%m: memref<4x4xf32>, %n: index, %x: i32) {
  %0 = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%n)
  %1 = affine.apply affine_map<(d0) -> (d0, d0)>(%n)
  affine.for %i = 0 to affine_map<(d0) -> (d0, 4)>(%n) {
  }
  affine.for %i = 0 to 4 step 0 {
  }
  affine.for %i = 0 to 4 {
    %2 = affine.load %m[%i] : memref<4x4xf32>
    %3 = affine.load %m[%i, %i * %i] : memref<4x4xf32>
    affine.store %x, %m[%i, %i] : memref<4x4xf32>
  }
  return
}

// OUT: affine.mlir:3:54: error[E0103]: dimension or symbol operand count and affine map dim or symbol count must match: expected 1 and 1, but found 1 and 0
// OUT: affine.mlir:4:3: error[E0113]: operation defines 2 results but was provided 1 to bind
// OUT: affine.mlir:4:8: error[E0204]: 'affine.apply' op requires one result, but found 2
// OUT: affine.mlir:5:24: error[E0103]: upper loop bound affine map with multiple results requires 'min' prefix
// OUT: affine.mlir:7:31: error[E0103]: expected step to be representable as a positive signed integer
// OUT: affine.mlir:10:10: error[E0201]: 'affine.load' op affine map num results must equal memref rank: expected 2, but found 1
// OUT: affine.mlir:11:32: error[E0103]: non-affine expression: at least one of the multiply operands has to be either a constant or symbolic
// OUT: affine.mlir:12:18: error[E0112]: use of value '%x' expects different type than prior uses: 'f32' vs 'i32'
// OUT: affine.mlir:2:53: note: prior use here
// -----

// What a load yields is fixed for no loop: it cannot be a subscript.
func.func @not_affine(%m: memref<4xindex>, %v: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    %j = affine.load %m[%i] : memref<4xindex>
    %0 = affine.load %v[%j] : memref<4xf32>
  }
  return
}

// OUT: affine.mlir:6:10: error[E0201]: 'affine.load' op operand cannot be used as a dimension id: operand 0 of the map comes from no top level, loop or map of the scope
// -----

func.func @bounds(%n: index) {
  affine.parallel (%i, %j) = (0) to (4, 4) {
  }
  affine.parallel (%i) = (0) to (4) step (0) {
  }
  return
}

// OUT: affine.mlir:3:30: error[E0103]: expected 2 bounds, but found 1
// OUT: affine.mlir:5:3: error[E0201]: 'affine.parallel' op expected steps to be positive
