// RUN: mlir-opt %s

func.func @f(%a: i32) -> i32 {
  return %a : f32
}
