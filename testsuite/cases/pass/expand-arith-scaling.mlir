// RUN: opt --expand-arith

// The definition of the operations, with their flags and their direction of rounding.
func.func @plain(%x: f8E5M2, %y: f32, %s: f8E8M0FNU) -> (f32, f8E4M3FN) {
  %0 = arith.scaling_extf %x, %s fastmath<nnan> : f8E5M2, f8E8M0FNU to f32
  %1 = arith.scaling_truncf %y, %s upward fastmath<nnan> : f32, f8E8M0FNU to f8E4M3FN
  return %0, %1 : f32, f8E4M3FN
}

// OUT: module {
// OUT:   func.func @plain(%arg0: f8E5M2, %arg1: f32, %arg2: f8E8M0FNU) -> (f32, f8E4M3FN) {
// OUT:     %0 = arith.extf %arg2 fastmath<nnan> : f8E8M0FNU to f32
// OUT:     %1 = arith.extf %arg0 fastmath<nnan> : f8E5M2 to f32
// OUT:     %2 = arith.mulf %1, %0 fastmath<nnan> : f32
// OUT:     %3 = arith.extf %arg2 fastmath<nnan> : f8E8M0FNU to f32
// OUT:     %4 = arith.divf %arg1, %3 fastmath<nnan> : f32
// OUT:     %5 = arith.truncf %4 upward fastmath<nnan> : f32 to f8E4M3FN
// OUT:     return %2, %5 : f32, f8E4M3FN
// OUT:   }
// OUT: }
// -----

// A scale of another format becomes a power of two first; of 8 bits, by way of f32.
func.func @scales(%x: f16, %s: f32, %t: f8E5M2) -> (f32, f32) {
  %0 = arith.scaling_extf %x, %s : f16, f32 to f32
  %1 = arith.scaling_extf %x, %t : f16, f8E5M2 to f32
  return %0, %1 : f32, f32
}

// OUT: module {
// OUT:   func.func @scales(%arg0: f16, %arg1: f32, %arg2: f8E5M2) -> (f32, f32) {
// OUT:     %0 = arith.truncf %arg1 : f32 to f8E8M0FNU
// OUT:     %1 = arith.extf %0 : f8E8M0FNU to f32
// OUT:     %2 = arith.extf %arg0 : f16 to f32
// OUT:     %3 = arith.mulf %2, %1 : f32
// OUT:     %4 = arith.extf %arg2 : f8E5M2 to f32
// OUT:     %5 = arith.truncf %4 : f32 to f8E8M0FNU
// OUT:     %6 = arith.extf %5 : f8E8M0FNU to f32
// OUT:     %7 = arith.extf %arg0 : f16 to f32
// OUT:     %8 = arith.mulf %7, %6 : f32
// OUT:     return %3, %8 : f32, f32
// OUT:   }
// OUT: }
// -----

func.func @vectors(%x: vector<4xf32>, %s: vector<4xf8E8M0FNU>) -> vector<4xf4E2M1FN> {
  %0 = arith.scaling_truncf %x, %s : vector<4xf32>, vector<4xf8E8M0FNU> to vector<4xf4E2M1FN>
  return %0 : vector<4xf4E2M1FN>
}

// OUT: module {
// OUT:   func.func @vectors(%arg0: vector<4xf32>, %arg1: vector<4xf8E8M0FNU>) -> vector<4xf4E2M1FN> {
// OUT:     %0 = arith.extf %arg1 : vector<4xf8E8M0FNU> to vector<4xf32>
// OUT:     %1 = arith.divf %arg0, %0 : vector<4xf32>
// OUT:     %2 = arith.truncf %1 : vector<4xf32> to vector<4xf4E2M1FN>
// OUT:     return %2 : vector<4xf4E2M1FN>
// OUT:   }
// OUT: }
// -----

// Nothing computes in a format of 8 bits.
func.func @small(%x: f4E2M1FN, %s: f8E8M0FNU) -> f8E5M2 {
  %0 = arith.scaling_extf %x, %s : f4E2M1FN, f8E8M0FNU to f8E5M2
  return %0 : f8E5M2
}

// OUT: module {
// OUT:   func.func @small(%arg0: f4E2M1FN, %arg1: f8E8M0FNU) -> f8E5M2 {
// OUT:     %0 = arith.scaling_extf %arg0, %arg1 : f4E2M1FN, f8E8M0FNU to f8E5M2
// OUT:     return %0 : f8E5M2
// OUT:   }
// OUT: }
