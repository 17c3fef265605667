// RUN: run --plan-for=any --device=cpu,interp --input=4x6xi8=rand:1 --input=6x5xi8=rand:2

// Elements of i8, i32, i64 and i1.
func.func @main(%a: memref<4x6xi8>, %b: memref<6x5xi8>) -> (memref<4x5xi32>, memref<4x5xi64>, memref<4x5xi1>) {
  %zero = arith.constant 0 : i32
  %three = arith.constant 3 : i8
  %c = memref.alloc() : memref<4x5xi32>
  linalg.fill ins(%zero : i32) outs(%c : memref<4x5xi32>)
  linalg.quantized_matmul ins(%a, %b, %three, %three : memref<4x6xi8>, memref<6x5xi8>, i8, i8) outs(%c : memref<4x5xi32>)
  linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a, %b : memref<4x6xi8>, memref<6x5xi8>) outs(%c : memref<4x5xi32>)
  %wide = memref.alloc() : memref<4x5xi64>
  linalg.copy ins(%c : memref<4x5xi32>) outs(%wide : memref<4x5xi64>)
  linalg.mul ins(%wide, %wide : memref<4x5xi64>, memref<4x5xi64>) outs(%wide : memref<4x5xi64>)
  %odd = memref.alloc() : memref<4x5xi1>
  linalg.copy ins(%c : memref<4x5xi32>) outs(%odd : memref<4x5xi1>)
  linalg.select ins(%odd, %wide, %wide : memref<4x5xi1>, memref<4x5xi64>, memref<4x5xi64>) outs(%wide : memref<4x5xi64>)
  return %c, %wide, %odd : memref<4x5xi32>, memref<4x5xi64>, memref<4x5xi1>
}

// OUT: result 0: memref<4x5xi32>
// OUT:   [[29611 39468 41781 23956 44453]
// OUT:    [26354 34409 35036 24891 30290]
// OUT:    [23368 31919 31858 16763 33734]
// OUT:    [15581 28338 25691 17764 26325]]
// OUT: result 1: memref<4x5xi64>
// OUT:   [[876811321 1557723024 1745651961 573889936 1976069209]
// OUT:    [694533316 1183979281 1227521296 619561881 917484100]
// OUT:    [546063424 1018822561 1014932164 280998169 1137982756]
// OUT:    [242767561 803042244 660027481 315559696 693005625]]
// OUT: result 2: memref<4x5xi1>
// OUT:   [[1 0 1 0 1]
// OUT:    [0 1 0 1 0]
// OUT:    [0 1 0 1 0]
// OUT:    [1 0 1 0 1]]
// OUT: kernels=3 launches=3 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#last = affine_map<(i, j) -> (5 - j)>

// Two outputs, an index expression with a constant, and indices as elements.
func.func @main(%a: memref<4x6xi8>, %b: memref<6x5xi8>) -> (memref<4xi8>, memref<4xi32>, memref<4x6xi64>) {
  %low = arith.constant -128 : i8
  %zero = arith.constant 0 : i32
  %max = memref.alloc() : memref<4xi8>
  %at = memref.alloc() : memref<4xi32>
  linalg.fill ins(%low : i8) outs(%max : memref<4xi8>)
  linalg.fill ins(%zero : i32) outs(%at : memref<4xi32>)
  linalg.generic {indexing_maps = [#all, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%a : memref<4x6xi8>) outs(%max, %at : memref<4xi8>, memref<4xi32>) {
  ^bb0(%x: i8, %m: i8, %i: i32):
    %j = linalg.index 1 : index
    %here = arith.index_cast %j : index to i32
    %more = arith.cmpi sgt, %x, %m : i8
    %0 = arith.select %more, %x, %m : i8
    %1 = arith.select %more, %here, %i : i32
    linalg.yield %0, %1 : i8, i32
  }
  %line = memref.alloc() : memref<6xi64>
  linalg.map outs(%line : memref<6xi64>) (%old: i64) {
    %i = linalg.index 0 : index
    %0 = arith.index_cast %i : index to i64
    linalg.yield %0 : i64
  }
  %b2 = memref.alloc() : memref<4x6xi64>
  linalg.generic {indexing_maps = [#all, #last, #all], iterator_types = ["parallel", "parallel"]} ins(%a, %line : memref<4x6xi8>, memref<6xi64>) outs(%b2 : memref<4x6xi64>) {
  ^bb0(%x: i8, %y: i64, %old: i64):
    %0 = arith.extsi %x : i8 to i64
    %1 = arith.muli %0, %y : i64
    linalg.yield %1 : i64
  }
  memref.dealloc %line : memref<6xi64>
  return %max, %at, %b2 : memref<4xi8>, memref<4xi32>, memref<4x6xi64>
}

// OUT: result 0: memref<4xi8> = [97 87 81 88]
// OUT: result 1: memref<4xi32> = [2 0 5 1]
// OUT: result 2: memref<4x6xi64>
// OUT:   [[280 296 291 88 44 0]
// OUT:    [435 208 84 158 40 0]
// OUT:    [225 212 129 32 64 0]
// OUT:    [340 352 18 16 49 0]]
// OUT: kernels=3 launches=3 streams=2 waits=1 records=1 host_syncs=1 leaks=0
