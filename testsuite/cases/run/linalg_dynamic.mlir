// RUN: run --device=cpu,interp --input=5x7xf32=rand:1 --input=7x4xf32=rand:2

// Sizes are known only when the program runs.
func.func @main(%a: memref<?x?xf32>, %b: memref<?x?xf32>) -> (memref<?x?xf32>, memref<?xf32>, memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %a, %c0 : memref<?x?xf32>
  %m = memref.dim %b, %c1 : memref<?x?xf32>
  %c = memref.alloc(%n, %m) : memref<?x?xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<?x?xf32>)
  linalg.matmul {warpline.schedule = "none"} ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  %columns = memref.alloc(%m) : memref<?xf32>
  linalg.fill ins(%zero : f32) outs(%columns : memref<?xf32>)
  linalg.reduce { arith.addf } ins(%c : memref<?x?xf32>) outs(%columns : memref<?xf32>) dimensions = [0]
  %total = memref.alloc() : memref<f32>
  linalg.fill ins(%zero : f32) outs(%total : memref<f32>)
  linalg.reduce { arith.addf } ins(%c : memref<?x?xf32>) outs(%total : memref<f32>) dimensions = [0, 1]
  linalg.map { math.absf } ins(%columns : memref<?xf32>) outs(%columns : memref<?xf32>)
  return %c, %columns, %total : memref<?x?xf32>, memref<?xf32>, memref<f32>
}

// OUT: result 0: memref<5x4xf32>
// OUT:   [[1.9868536 2.7691922 2.5422854 2.3897793]
// OUT:    [1.4503081 2.072455 1.8456414 1.6474361]
// OUT:    [1.1639738 1.9223666 1.9891348 1.382132]
// OUT:    [1.0813082 1.2474031 1.3072857 1.16399]
// OUT:    [1.1451186 1.5965663 1.9507887 1.5375919]]
// OUT: result 1: memref<4xf32> = [6.8275623 9.607984 9.635137 8.12093]
// OUT: result 2: memref<f32> = 34.191612
// OUT: kernels=3 launches=3 streams=1 waits=0 records=0 host_syncs=2 leaks=0
// -----

// Views with strides, of which one is empty.
func.func @main(%a: memref<?x?xf32>, %b: memref<?x?xf32>) -> memref<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %x = arith.constant 3.0 : f32
  %part = memref.subview %a[1, %c1] [%c2, 3] [2, 2] : memref<?x?xf32> to memref<?x3xf32, strided<[?, 2], offset: ?>>
  linalg.fill ins(%x : f32) outs(%part : memref<?x3xf32, strided<[?, 2], offset: ?>>)
  %none = memref.subview %a[0, 0] [%c0, 3] [1, 1] : memref<?x?xf32> to memref<?x3xf32, strided<[?, 1]>>
  linalg.fill ins(%x : f32) outs(%none : memref<?x3xf32, strided<[?, 1]>>)
  %n = memref.dim %a, %c0 : memref<?x?xf32>
  %m = memref.dim %a, %c1 : memref<?x?xf32>
  %t = memref.alloc(%m, %n) : memref<?x?xf32>
  linalg.transpose ins(%a : memref<?x?xf32>) outs(%t : memref<?x?xf32>) permutation = [1, 0]
  return %t : memref<?x?xf32>
}

// OUT: result 0: memref<7x5xf32>
// OUT:   [[0.5665616 0.5230672 0.4359654 0.081414655 0.043748274]
// OUT:    [0.7457818 3.0 0.16703498 3.0 0.9977479]
// OUT:    [0.97100276 0.79399663 0.64533466 0.123108886 0.5978522]
// OUT:    [0.4443592 3.0 0.8153506 3.0 0.5865951]
// OUT:    [0.4442647 0.60542035 0.681705 0.047901183 0.39716926]
// OUT:    [0.7628944 3.0 0.88432455 3.0 0.43898672]
// OUT:    [0.87734866 0.530079 0.06596019 0.7137708 0.25327316]]
// OUT: argument 0: memref<5x7xf32>
// OUT:   [[0.5665616 0.7457818 0.97100276 0.4443592 0.4442647 0.7628944 0.87734866]
// OUT:    [0.5230672 3.0 0.79399663 3.0 0.60542035 3.0 0.530079]
// OUT:    [0.4359654 0.16703498 0.64533466 0.8153506 0.681705 0.88432455 0.06596019]
// OUT:    [0.081414655 3.0 0.123108886 3.0 0.047901183 3.0 0.7137708]
// OUT:    [0.043748274 0.9977479 0.5978522 0.5865951 0.39716926 0.43898672 0.25327316]]
// OUT: kernels=2 launches=2 streams=1 waits=0 records=0 host_syncs=1 leaks=0
