// RUN: run --device=cpu,interp --input=6x9xf32=rand:4

#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// The softmax of each row: its maximum, exponentials of differences, their sum, and quotients.
func.func @main(%a: memref<6x9xf32>) -> memref<6x9xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %max = memref.alloc() : memref<6xf32>
  %sum = memref.alloc() : memref<6xf32>
  %e = memref.alloc() : memref<6x9xf32>
  linalg.fill ins(%low : f32) outs(%max : memref<6xf32>)
  linalg.reduce { arith.maximumf } ins(%a : memref<6x9xf32>) outs(%max : memref<6xf32>) dimensions = [1]
  linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]} ins(%a, %max : memref<6x9xf32>, memref<6xf32>) outs(%e : memref<6x9xf32>) {
  ^bb0(%x: f32, %m: f32, %old: f32):
    %0 = arith.subf %x, %m : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  }
  linalg.fill ins(%zero : f32) outs(%sum : memref<6xf32>)
  linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%e : memref<6x9xf32>) outs(%sum : memref<6xf32>) {
  ^bb0(%x: f32, %s: f32):
    %0 = arith.addf %s, %x : f32
    linalg.yield %0 : f32
  }
  linalg.elementwise kind=#linalg.elementwise_kind<div> indexing_maps = [#all, #row, #all] ins(%e, %sum : memref<6x9xf32>, memref<6xf32>) outs(%e : memref<6x9xf32>)
  memref.dealloc %max : memref<6xf32>
  memref.dealloc %sum : memref<6xf32>
  return %e : memref<6x9xf32>
}

// OUT: result 0: memref<6x9xf32>
// OUT:   [[0.09310358 0.14762329 0.14278986 0.098892264 0.089732885 0.10874168 0.15185662 0.09472673 0.07253307]
// OUT:    [0.09951298 0.12859458 0.11667877 0.10006689 0.11475922 0.13616145 0.1286504 0.10674796 0.06882777]
// OUT:    [0.14594053 0.07795327 0.09827284 0.068897 0.12589085 0.077820055 0.11659434 0.16882288 0.119808234]
// OUT:    [0.14361316 0.07725242 0.11679964 0.15344779 0.063475505 0.08380984 0.07228411 0.14610265 0.14321488]
// OUT:    [0.11326948 0.1642939 0.14198123 0.074848875 0.12930304 0.16312717 0.061489247 0.07959176 0.07209532]
// OUT:    [0.10021376 0.15922666 0.09414723 0.15157053 0.08734942 0.13019131 0.09619434 0.10231657 0.078790225]]
// OUT: kernels=4 launches=4 streams=1 waits=0 records=0 host_syncs=1 leaks=0
