// RUN: run --device=cpu,interp

// Elements that are vectors, in the memory of a thread, of a block and of the device: each thread turns round four
// vectors that it has made, and hands one on to its neighbour.
func.func @main() -> (f32, f32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %out = gpu.alloc host_shared () : memref<4xvector<4xf32>>
  %odd = gpu.alloc host_shared () : memref<4xvector<2x3xi8>>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1)
             workgroup(%shared : memref<4xvector<4xf32>, #gpu.address_space<workgroup>>) {
    %own = memref.alloca() : memref<4xvector<4xf32>>
    %number = arith.index_cast %tx : index to i32
    %first = arith.sitofp %number : i32 to f32
    scf.for %i = %c0 to %c4 step %c1 {
      %k = arith.index_cast %i : index to i32
      %step = arith.sitofp %k : i32 to f32
      %sum = arith.addf %first, %step : f32
      %row = vector.from_elements %first, %step, %sum, %first : vector<4xf32>
      %place = arith.subi %c3, %i : index
      memref.store %row, %own[%place] : memref<4xvector<4xf32>>
    }
    %mine = memref.load %own[%tx] : memref<4xvector<4xf32>>
    memref.store %mine, %shared[%tx] : memref<4xvector<4xf32>, #gpu.address_space<workgroup>>
    gpu.barrier
    %other = arith.xori %tx, %c1 : index
    %given = vector.load %shared[%other] : memref<4xvector<4xf32>, #gpu.address_space<workgroup>>, vector<4xf32>
    vector.store %given, %out[%tx] : memref<4xvector<4xf32>>, vector<4xf32>
    %small = arith.trunci %number : i32 to i8
    %bytes = vector.broadcast %small : i8 to vector<2x3xi8>
    %less = arith.constant dense<[[0, 1, 2], [3, 4, -128]]> : vector<2x3xi8>
    %moved = arith.subi %bytes, %less : vector<2x3xi8>
    memref.store %moved, %odd[%tx] : memref<4xvector<2x3xi8>>
    gpu.terminator
  }
  %two = arith.constant 2 : index
  %row = memref.load %out[%two] : memref<4xvector<4xf32>>
  %x = vector.extract %row[1] : f32 from vector<4xf32>
  %y = vector.reduction <add>, %row : vector<4xf32> into f32
  %last = memref.load %odd[%c3] : memref<4xvector<2x3xi8>>
  %wide = arith.extsi %last : vector<2x3xi8> to vector<2x3xi32>
  %flat = vector.shape_cast %wide : vector<2x3xi32> to vector<6xi32>
  %z = vector.reduction <add>, %flat : vector<6xi32> into i32
  gpu.dealloc %out : memref<4xvector<4xf32>>
  gpu.dealloc %odd : memref<4xvector<2x3xi8>>
  return %x, %y, %z : f32, f32, i32
}

// OUT: result 0: f32 = 0.0
// OUT: result 1: f32 = 9.0
// OUT: result 2: i32 = -120
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// The rows of a private vector of two dimensions, and the elements of a buffer as one vector.
func.func @main() -> (f32, f32) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %out = gpu.alloc host_shared () : memref<4xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    %k0 = arith.constant 0 : index
    %k1 = arith.constant 1 : index
    %tile = memref.alloca() : memref<vector<2x2xf32>>
    %rows = vector.type_cast %tile : memref<vector<2x2xf32>> to memref<2xvector<2xf32>>
    %up = arith.constant dense<[1.0, 2.0]> : vector<2xf32>
    %down = arith.constant dense<[3.0, 4.0]> : vector<2xf32>
    memref.store %up, %rows[%k1] : memref<2xvector<2xf32>>
    memref.store %down, %rows[%k0] : memref<2xvector<2xf32>>
    %read = memref.load %tile[] : memref<vector<2x2xf32>>
    %corner = vector.extract %read[0, 1] : f32 from vector<2x2xf32>
    %plain = memref.alloca() : memref<2x2xf32>
    memref.store %corner, %plain[%k1, %k0] : memref<2x2xf32>
    memref.store %corner, %plain[%k0, %k1] : memref<2x2xf32>
    %zero = arith.constant 0.0 : f32
    memref.store %zero, %plain[%k0, %k0] : memref<2x2xf32>
    memref.store %zero, %plain[%k1, %k1] : memref<2x2xf32>
    %whole = vector.type_cast %plain : memref<2x2xf32> to memref<vector<2x2xf32>>
    %again = memref.load %whole[] : memref<vector<2x2xf32>>
    %flat = vector.shape_cast %again : vector<2x2xf32> to vector<4xf32>
    %sum = vector.reduction <add>, %flat : vector<4xf32> into f32
    %number = arith.index_cast %tx : index to i32
    %float = arith.sitofp %number : i32 to f32
    %result = arith.addf %sum, %float : f32
    memref.store %result, %out[%tx] : memref<4xf32>
    gpu.terminator
  }
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %x = memref.load %out[%c0] : memref<4xf32>
  %y = memref.load %out[%c3] : memref<4xf32>
  gpu.dealloc %out : memref<4xf32>
  return %x, %y : f32, f32
}

// OUT: result 0: f32 = 8.0
// OUT: result 1: f32 = 11.0
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// Parts of a buffer of vectors: a subview with steps, a copy in a loop that becomes a kernel, dynamic sizes.
func.func @double(%from: memref<?xvector<2xf32>>, %to: memref<?xvector<2xf32>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %from, %c0 : memref<?xvector<2xf32>>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %x = memref.load %from[%i] : memref<?xvector<2xf32>>
    %y = arith.addf %x, %x : vector<2xf32>
    memref.store %y, %to[%i] : memref<?xvector<2xf32>>
    scf.reduce
  }
  return
}
func.func @main(%n: index {warpline.input = "6"}) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %a = memref.alloc(%n) : memref<?xvector<2xf32>>
  %b = memref.alloc(%n) : memref<?xvector<2xf32>>
  scf.for %i = %c0 to %n step %c1 {
    %k = arith.index_cast %i : index to i32
    %x = arith.sitofp %k : i32 to f32
    %v = vector.broadcast %x : f32 to vector<2xf32>
    memref.store %v, %a[%i] : memref<?xvector<2xf32>>
  }
  call @double(%a, %b) : (memref<?xvector<2xf32>>, memref<?xvector<2xf32>>) -> ()
  %odd = memref.subview %b[1] [2] [2] : memref<?xvector<2xf32>> to memref<2xvector<2xf32>, strided<[2], offset: 1>>
  %row = memref.load %odd[%c1] : memref<2xvector<2xf32>, strided<[2], offset: 1>>
  %x = vector.reduction <add>, %row : vector<2xf32> into f32
  %last = vector.load %b[%c5] : memref<?xvector<2xf32>>, vector<2xf32>
  %y = vector.reduction <add>, %last : vector<2xf32> into f32
  memref.dealloc %a : memref<?xvector<2xf32>>
  memref.dealloc %b : memref<?xvector<2xf32>>
  return %x, %y : f32, f32
}

// OUT: result 0: f32 = 12.0
// OUT: result 1: f32 = 20.0
// OUT: kernels=2 launches=2 streams=2 waits=0 records=0 host_syncs=2 leaks=0
