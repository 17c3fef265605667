// RUN: run --device=cpu,interp

// Scalable vectors have the size that they have with a factor of 1: in kernels, on the host, in constants and buffers.
func.func private @twice(%v: vector<[4]xf32>) -> vector<[4]xf32> {
  %w = arith.addf %v, %v : vector<[4]xf32>
  return %w : vector<[4]xf32>
}
func.func @main() -> (memref<8xf32>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %x = gpu.alloc host_shared () : memref<8xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %c1) {
    %steps = arith.constant dense<0.5> : vector<[4]xf32>
    %number = arith.index_cast %tx : index to i32
    %start = arith.sitofp %number : i32 to f32
    %all = vector.broadcast %start : f32 to vector<[4]xf32>
    %sum = arith.addf %all, %steps : vector<[4]xf32>
    %factor = vector.vscale
    %lanes = arith.muli %factor, %c4 : index
    %at = arith.muli %tx, %lanes : index
    vector.store %sum, %x[%at] : memref<8xf32>, vector<[4]xf32>
    gpu.terminator
  }
  %zero = arith.constant dense<0.0> : vector<[8]xf32>
  %low = vector.load %x[%c0] : memref<8xf32>, vector<4xf32>
  %high = vector.load %x[%c4] : memref<8xf32>, vector<[4]xf32>
  %doubled = call @twice(%high) : (vector<[4]xf32>) -> vector<[4]xf32>
  %half = vector.scalable.insert %low, %zero[0] : vector<4xf32> into vector<[8]xf32>
  %whole = vector.scalable.insert %doubled, %half[4] : vector<[4]xf32> into vector<[8]xf32>
  %part = vector.scalable.extract %whole[4] : vector<4xf32> from vector<[8]xf32>
  %vscale = vector.vscale
  %kept = memref.alloc() : memref<1xvector<[4]xf32>>
  memref.store %high, %kept[%c0] : memref<1xvector<[4]xf32>>
  %again = memref.load %kept[%c0] : memref<1xvector<[4]xf32>>
  vector.print %again : vector<[4]xf32>
  memref.dealloc %kept : memref<1xvector<[4]xf32>>
  vector.print %part : vector<4xf32>
  return %x, %vscale : memref<8xf32>, index
}

// OUT: ( 1.5, 1.5, 1.5, 1.5 )
// OUT: ( 3, 3, 3, 3 )
// OUT: result 0: memref<8xf32> = [0.5 0.5 0.5 0.5 1.5 1.5 1.5 1.5]
// OUT: result 1: index = 1
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
