#map = affine_map<(d0) -> (d0 + 1)>
gpu.module @kernels {
  gpu.func @touch(%m: memref<64xf32>, %n: index) kernel {
  //       ^ references
    %i = gpu.thread_id x
    //   ^ hover
    %v = memref.load %m[%i] : memref<64xf32>
    //               ^ definition
    //                  ^ references
    memref.store %v, %m[%i] : memref<64xf32>
    gpu.return
  }
}
memref.global "private" @table : memref<4xi32> = dense<[1, 2, 3, 4]>
func.func @main(%buffer: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  //^ hover
  //^ rename one
  //^ rename buffer
  //^ rename 1x
  %pair:2 = func.call @two(%c1) : (index) -> (index, f32)
  //^ hover
  //                  ^ definition
  %more = affine.apply #map(%pair#0)
  //                   ^ hover
  //                         ^ definition
  cf.br ^next(%more : index)
  //    ^ definition
^next(%at: index):
//^ references
//    ^ hover
  gpu.launch_func @kernels::@touch blocks in (%c1, %c1, %c1) threads in (%at, %c1, %c1)
  //                        ^ hover
  //              ^ definition
    args(%buffer : memref<64xf32>, %at : index)
  //     ^ rename data
  %t = memref.get_global @table : memref<4xi32>
  //                     ^ hover
  //                     ^ rename row
  return
}
func.func private @two(index) -> (index, f32)
//                 ^ references

// outline

// OUT: 4: ^ references
// OUT:   32:29-32:35
// OUT: 6: ^ hover
// OUT:   **gpu.thread_id**
// OUT:
// OUT:   The index of a thread in its block.
// OUT:
// OUT:   ```text
// OUT:   syntax: gpu.thread_id $dimension (upper_bound $upper_bound^)? attr-dict
// OUT:
// OUT:   results:
// OUT:     result: index
// OUT:
// OUT:   attributes:
// OUT:     dimension: one of: x, y, z, required
// OUT:     upper_bound: index attribute, optional
// OUT:
// OUT:   rules:
// OUT:     has no effect: it may be merged, moved and dropped
// OUT:     runs in kernels only
// OUT:   ```
// OUT:
// OUT:   generic form:
// OUT:   ```mlir
// OUT:   %i = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
// OUT:   ```
// OUT: 8: ^ definition
// OUT:   3:19-3:21
// OUT: 9: ^ references
// OUT:   7:25-7:27
// OUT:   10:25-10:27
// OUT: 17: ^ hover
// OUT:   ```mlir
// OUT:   %c1 : index
// OUT:   ```
// OUT:   result of `arith.constant`
// OUT: 18: ^ rename one
// OUT:   16:4-16:6 "one", 21:29-21:31 "one", 32:48-32:50 "one", 32:53-32:55 "one", 32:58-32:60 "one", 32:80-32:82 "one", 32:85-32:87 "one"
// OUT: 19: ^ rename buffer
// OUT:   '%buffer' is a name here already
// OUT: 20: ^ rename 1x
// OUT:   expected a name for '%', but found '1x'
// OUT: 22: ^ hover
// OUT:   ```mlir
// OUT:   %pair : index, f32
// OUT:   ```
// OUT:   result of `func.call`
// OUT: 23: ^ definition
// OUT:   42:19-42:23
// OUT: 25: ^ hover
// OUT:   ```mlir
// OUT:   #map = affine_map<(d0) -> (d0 + 1)>
// OUT:   ```
// OUT: 26: ^ definition
// OUT:   21:3-21:8
// OUT: 28: ^ definition
// OUT:   29:1-29:6
// OUT: 30: ^ references
// OUT:   27:9-27:14
// OUT: 31: ^ hover
// OUT:   ```mlir
// OUT:   %at : index
// OUT:   ```
// OUT:   argument of `func.func`
// OUT: 33: ^ hover
// OUT:   ```mlir
// OUT:   gpu.func @touch(%arg0: memref<64xf32>, %arg1: index) kernel {...}
// OUT:   ```
// OUT: 34: ^ definition
// OUT:   2:12-2:20
// OUT: 36: ^ rename data
// OUT:   15:18-15:24 "data", 35:11-35:17 "data"
// OUT: 38: ^ hover
// OUT:   ```mlir
// OUT:   memref.global "private" @table : memref<4xi32> = dense<[1, 2, 3, 4]>
// OUT:   ```
// OUT: 39: ^ rename row
// OUT:   14:26-14:31 "row", 37:27-37:32 "row"
// OUT: 43: ^ references
// OUT:   21:23-21:27
// OUT: 45: outline
// OUT:   gpu.module @kernels 2:12-2:20
// OUT:     gpu.func @touch 3:12-3:18
// OUT:   memref.global @table 14:25-14:31
// OUT:   func.func @main 15:11-15:16
// OUT:   func.func @two 42:19-42:23
