// RUN: opt --math-expand

// A root is exact, and so is a quotient: what is left is within two units of the last place.
func.func @rsqrt(%x: f32) -> f32 {
  %0 = math.rsqrt %x : f32
  return %0 : f32
}
// -----

// Half precision is computed in single precision and rounded once.
func.func @round(%x: vector<2xf16>) -> vector<2xf16> {
  %0 = math.round %x : vector<2xf16>
  return %0 : vector<2xf16>
}
// -----

func.func @exp2(%x: f32) -> f32 {
  %0 = math.exp2 %x : f32
  return %0 : f32
}
// -----

// Where an approximation is allowed, the base functions of chips are left.
func.func @fast(%x: f32, %y: f64) -> (f32, f32) {
  %0 = math.log %x fastmath<afn> : f32
  %1 = math.sin %x fastmath<fast> : f32
  return %0, %1 : f32, f32
}
// -----

// What every backend has stays.
func.func @base(%x: f32, %y: f32) -> f32 {
  %0 = math.sqrt %x : f32
  %1 = math.copysign %0, %y : f32
  %2 = math.fma %0, %1, %x : f32
  return %2 : f32
}
// -----

func.func @power(%x: i2, %y: i2) -> i2 {
  %0 = math.ipowi %x, %y : i2
  return %0 : i2
}
// -----

func.func @clamp(%x: f32, %low: f32, %high: f32) -> f32 {
  %0 = math.clampf %x to [%low, %high] : f32
  return %0 : f32
}
