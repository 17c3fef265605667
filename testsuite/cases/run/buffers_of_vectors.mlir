// RUN: run --device=cpu,interp

// A buffer as one vector.
func.func @main(%m: memref<4xf32> {warpline.input = "iota:0"}) -> f32 {
  %whole = vector.type_cast %m : memref<4xf32> to memref<vector<4xf32>>
  %v = memref.load %whole[] : memref<vector<4xf32>>
  %y = vector.reduction <add>, %v : vector<4xf32> into f32
  memref.store %v, %whole[] : memref<vector<4xf32>>
  return %y : f32
}

// OUT: result 0: f32 = 6.0
// OUT: argument 0: memref<4xf32> = [0.0 1.0 2.0 3.0]
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

// A buffer of vectors.
func.func @main(%x: f32 {warpline.input = "2"}) -> f32 {
  %c1 = arith.constant 1 : index
  %m = memref.alloc() : memref<3xvector<4xf32>>
  %v = vector.broadcast %x : f32 to vector<4xf32>
  memref.store %v, %m[%c1] : memref<3xvector<4xf32>>
  %w = memref.load %m[%c1] : memref<3xvector<4xf32>>
  %y = vector.reduction <add>, %w : vector<4xf32> into f32
  memref.dealloc %m : memref<3xvector<4xf32>>
  return %y : f32
}

// OUT: result 0: f32 = 8.0
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
