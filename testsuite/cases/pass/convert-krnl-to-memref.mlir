// RUN: opt --allow-unregistered-dialect --convert-krnl-to-memref

func.func @constant() -> memref<2x2xf32> {
  %0 = "krnl.global"() {name = "constant_0", shape = [2, 2], value = dense<1.5> : tensor<2x2xf32>} : () -> memref<2x2xf32>
  return %0 : memref<2x2xf32>
}

// OUT: module {
// OUT:   memref.global "private" constant @constant_0 : memref<2x2xf32> = dense<1.500000e+00>
// OUT:   func.func @constant() -> memref<2x2xf32> {
// OUT:     %0 = memref.get_global @constant_0 : memref<2x2xf32>
// OUT:     return %0 : memref<2x2xf32>
// OUT:   }
// OUT: }
