// RUN: run --device=interp
// RUN: run --device=interp,cpu --output=

// What nothing wrote is no number, and devices may disagree about it.
func.func @main(%n: index {warpline.input = "2"}) -> (memref<4xf32>, memref<100xi32>, memref<2xvector<2xi8>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<100xi32>
  %c = memref.alloc() : memref<2xvector<2xi8>>
  %half = arith.constant 0.5 : f32
  %five = arith.constant 5 : i32
  scf.for %i = %c0 to %n step %c1 {
    memref.store %half, %a[%i] : memref<4xf32>
    memref.store %five, %b[%i] : memref<100xi32>
  }
  %pair = arith.constant dense<[3, 4]> : vector<2xi8>
  memref.store %pair, %c[%c1] : memref<2xvector<2xi8>>
  return %a, %b, %c : memref<4xf32>, memref<100xi32>, memref<2xvector<2xi8>>
}

// OUT: result 0: memref<4xf32> = [0.5 0.5 ? ?]
// OUT: result 1: memref<100xi32>
// OUT:   count=100 min=5 max=5 sum=10.0 first=5 unwritten=98
// OUT:   values: 5 (2 times)
// OUT: result 2: memref<2xvector<2xi8>>
// OUT:   [[? ?]
// OUT:    [3 4]]
// OUT: result 1: memref<100xi32>
// OUT:   count=100 min=5 max=5 sum=10.0 first=5 unwritten=98
// OUT:   values: 5 (2 times)
// OUT: result 2: memref<2xvector<2xi8>>
// OUT:   [[? ?]
// OUT:    [3 4]]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
