// RUN: opt --math-expand=approximate=true

// Where an approximation is allowed, the base functions of chips are left.
func.func @fast(%x: f32, %y: f64) -> (f32, f32) {
  %0 = math.log %x fastmath<afn> : f32
  %1 = math.sin %x fastmath<fast> : f32
  return %0, %1 : f32, f32
}

// OUT: module {
// OUT:   func.func @fast(%arg0: f32, %arg1: f64) -> (f32, f32) {
// OUT:     %0 = math.log2 %arg0 fastmath<afn> : f32
// OUT:     %cst = arith.constant 0.693147182 : f32
// OUT:     %1 = arith.mulf %0, %cst : f32
// OUT:     %2 = math.sin %arg0 fastmath<fast> : f32
// OUT:     return %1, %2 : f32, f32
// OUT:   }
// OUT: }
