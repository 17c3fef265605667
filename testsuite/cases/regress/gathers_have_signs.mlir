// RUN: run --device=interp

// The numbers of a gather and a scatter are signed: from element 2, -1 is element 1.
func.func @main(%m: memref<4xf32> {warpline.input = "iota:"}) -> f32 {
  %c2 = arith.constant 2 : index
  %at = arith.constant dense<[-1, 1]> : vector<2xi32>
  %all = arith.constant dense<true> : vector<2xi1>
  %none = arith.constant dense<0.0> : vector<2xf32>
  %v = vector.gather %m[%c2] [%at], %all, %none : memref<4xf32>, vector<2xi32>, vector<2xi1>, vector<2xf32> into vector<2xf32>
  vector.scatter %m[%c2] [%at], %all, %none : memref<4xf32>, vector<2xi32>, vector<2xi1>, vector<2xf32>
  %sum = vector.reduction <add>, %v : vector<2xf32> into f32
  return %sum : f32
}

// OUT: result 0: f32 = 4.0
// OUT: argument 0: memref<4xf32> = [0.0 0.0 2.0 0.0]
