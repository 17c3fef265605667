// RUN: opt --lower-affine

func.func @once(%m: memref<i32>, %x: i32) {
  affine.parallel () = () to () {
    affine.store %x, %m[] : memref<i32>
  }
  return
}

// OUT: module {
// OUT:   func.func @once(%arg0: memref<i32>, %arg1: i32) {
// OUT:     memref.store %arg1, %arg0[] : memref<i32>
// OUT:     return
// OUT:   }
// OUT: }
