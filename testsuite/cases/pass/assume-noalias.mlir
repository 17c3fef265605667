// RUN: opt --assume-noalias

// Numbers and arguments that are marked stay as they are; other attributes stay, too.
func.func @public(%a: memref<4xf32>, %n: index, %b: memref<?xi8> {warpline.input = "1"}, %c: memref<4xf32> {llvm.noalias}) {
  return
}
func.func @numbers(%n: index) {
  return
}
func.func private @private(%a: memref<4xf32>, %b: memref<4xf32>) {
  return
}
func.func private @declared(memref<4xf32>, memref<4xf32>)

// OUT: module {
// OUT:   func.func @public(%arg0: memref<4xf32> {llvm.noalias}, %arg1: index, %arg2: memref<?xi8> {llvm.noalias, warpline.input = "1"}, %arg3: memref<4xf32> {llvm.noalias}) {
// OUT:     return
// OUT:   }
// OUT:   func.func @numbers(%arg0: index) {
// OUT:     return
// OUT:   }
// OUT:   func.func private @private(%arg0: memref<4xf32>, %arg1: memref<4xf32>) {
// OUT:     return
// OUT:   }
// OUT:   func.func private @declared(memref<4xf32>, memref<4xf32>)
// OUT: }
