// RUN: not run --device=cpu --detect-races

// Nothing lets stream 1 wait for the kernel whose result it reads.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @twice(%from: memref<64xf32>, %to: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %from[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %to[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%a: memref<64xf32> {warpline.input = "1"}) -> memref<64xf32> attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
    %one = arith.constant 1 : index
    %size = arith.constant 64 : index
    %x = rt.alloc() on 0 : memref<64xf32>
    %z = rt.alloc host_shared() on 0 : memref<64xf32>
    rt.launch @k::@twice on 0 blocks(%one, %one, %one) threads(%size, %one, %one) : index, index, index, index, index, index args(%a, %x : memref<64xf32>, memref<64xf32>)
    rt.record 0 on 0
    rt.launch @k::@twice on 1 blocks(%one, %one, %one) threads(%size, %one, %one) : index, index, index, index, index, index args(%x, %z : memref<64xf32>, memref<64xf32>)
    rt.record 0 on 1
    rt.wait 0 on 0
    rt.free %x on 0 : memref<64xf32>
    rt.host_wait 0
    return %z : memref<64xf32>
  }
}

// OUT: races_found.mlir:21:5: error[E0501]: race: kernel 'k::twice' on stream 1 reads bytes 0 to 256 of a buffer, kernel 'k::twice' on stream 0 writes them, and nothing orders the two
// OUT: races_found.mlir:19:5: note: kernel 'k::twice' on stream 0 is here
// OUT: races_found.mlir:17:10: note: the buffer of 256 bytes begins here
// OUT: races_found.mlir:21:5: note: missing: an event recorded on stream 0 after the first, and a wait for it on stream 1 before the second
// OUT: leaks=0
// -----

// The buffer is freed on a stream that does not wait for its last use.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @twice(%from: memref<64xf32>, %to: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %from[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %to[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%a: memref<64xf32> {warpline.input = "1"}) -> memref<64xf32> attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
    %one = arith.constant 1 : index
    %size = arith.constant 64 : index
    %x = rt.alloc() on 0 : memref<64xf32>
    %z = rt.alloc host_shared() on 0 : memref<64xf32>
    rt.launch @k::@twice on 0 blocks(%one, %one, %one) threads(%size, %one, %one) : index, index, index, index, index, index args(%a, %x : memref<64xf32>, memref<64xf32>)
    rt.record 0 on 0
    rt.wait 0 on 1
    rt.launch @k::@twice on 1 blocks(%one, %one, %one) threads(%size, %one, %one) : index, index, index, index, index, index args(%x, %z : memref<64xf32>, memref<64xf32>)
    rt.free %x on 0 : memref<64xf32>
    rt.host_wait 0
    rt.host_wait 1
    return %z : memref<64xf32>
  }
}

// OUT: races_found.mlir:22:5: error[E0501]: race: the free on stream 0 frees bytes 0 to 256 of a buffer, kernel 'k::twice' on stream 1 reads them, and nothing orders the two
// OUT: races_found.mlir:21:5: note: kernel 'k::twice' on stream 1 is here
// OUT: races_found.mlir:16:10: note: the buffer of 256 bytes begins here
// OUT: races_found.mlir:22:5: note: missing: an event recorded on stream 1 after the first, and a wait for it on stream 0 before the second
// OUT: leaks=0
// -----

// Stream 1 uses a buffer that stream 0 allocates.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @twice(%from: memref<64xf32>, %to: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %from[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %to[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%a: memref<64xf32> {warpline.input = "1"}) -> memref<64xf32> attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
    %one = arith.constant 1 : index
    %size = arith.constant 64 : index
    %x = rt.alloc() on 0 : memref<64xf32>
    %z = rt.alloc host_shared() on 1 : memref<64xf32>
    rt.launch @k::@twice on 1 blocks(%one, %one, %one) threads(%size, %one, %one) : index, index, index, index, index, index args(%a, %x : memref<64xf32>, memref<64xf32>)
    rt.launch @k::@twice on 1 blocks(%one, %one, %one) threads(%size, %one, %one) : index, index, index, index, index, index args(%x, %z : memref<64xf32>, memref<64xf32>)
    rt.free %x on 1 : memref<64xf32>
    rt.host_wait 1
    return %z : memref<64xf32>
  }
}

// OUT: races_found.mlir:18:5: error[E0501]: race: kernel 'k::twice' on stream 1 writes bytes 0 to 256 of a buffer, the allocation on stream 0 allocates them, and nothing orders the two
// OUT: races_found.mlir:16:10: note: the allocation on stream 0 is here
// OUT: races_found.mlir:16:10: note: the buffer of 256 bytes begins here
// OUT: races_found.mlir:18:5: note: missing: an event recorded on stream 0 after the first, and a wait for it on stream 1 before the second
// OUT: races_found.mlir:19:5: error[E0501]: race: kernel 'k::twice' on stream 1 reads bytes 0 to 256 of a buffer, the allocation on stream 0 allocates them, and nothing orders the two
// OUT: races_found.mlir:16:10: note: the allocation on stream 0 is here
// OUT: races_found.mlir:16:10: note: the buffer of 256 bytes begins here
// OUT: races_found.mlir:19:5: note: missing: an event recorded on stream 0 after the first, and a wait for it on stream 1 before the second
// OUT: races_found.mlir:20:5: error[E0501]: race: the free on stream 1 frees bytes 0 to 256 of a buffer, the allocation on stream 0 allocates them, and nothing orders the two
// OUT: races_found.mlir:16:10: note: the allocation on stream 0 is here
// OUT: races_found.mlir:16:10: note: the buffer of 256 bytes begins here
// OUT: races_found.mlir:20:5: note: missing: an event recorded on stream 0 after the first, and a wait for it on stream 1 before the second
// OUT: leaks=0
// -----

// The host reads a result too early.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @twice(%from: memref<64xf32>, %to: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %from[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %to[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%a: memref<64xf32> {warpline.input = "1"}) -> memref<64xf32> attributes {rt.events = 0 : i32, rt.streams = 2 : i32} {
    %one = arith.constant 1 : index
    %size = arith.constant 64 : index
    %z = rt.alloc host_shared() on 0 : memref<64xf32>
    rt.launch @k::@twice on 0 blocks(%one, %one, %one) threads(%size, %one, %one) : index, index, index, index, index, index args(%a, %z : memref<64xf32>, memref<64xf32>)
    %v = memref.load %z[%one] : memref<64xf32>
    memref.store %v, %a[%one] : memref<64xf32>
    rt.host_wait 0
    return %z : memref<64xf32>
  }
}

// OUT: races_found.mlir:18:10: error[E0501]: race: the host reads bytes 4 to 8 of a buffer, kernel 'k::twice' on stream 0 writes them, and nothing orders the two
// OUT: races_found.mlir:17:5: note: kernel 'k::twice' on stream 0 is here
// OUT: races_found.mlir:16:10: note: the buffer of 256 bytes begins here
// OUT: races_found.mlir:18:10: note: missing: a host wait for stream 0 between the two
// OUT: races_found.mlir:19:5: error[E0501]: race: the host writes bytes 4 to 8 of a buffer, kernel 'k::twice' on stream 0 reads them, and nothing orders the two
// OUT: races_found.mlir:17:5: note: kernel 'k::twice' on stream 0 is here
// OUT: races_found.mlir:13:3: note: the buffer of 256 bytes begins here
// OUT: races_found.mlir:19:5: note: missing: a host wait for stream 0 between the two
// OUT: leaks=0
// -----

// A fill and a kernel write the same memory on two streams.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @twice(%from: memref<64xf32>, %to: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %from[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %to[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%a: memref<64xf32> {warpline.input = "1"}) -> memref<64xf32> attributes {rt.events = 0 : i32, rt.streams = 2 : i32} {
    %one = arith.constant 1 : index
    %size = arith.constant 64 : index
    %y = rt.alloc host_shared() on 0 : memref<64xf32>
    %z = rt.alloc host_shared() on 0 : memref<64xf32>
    %zero = arith.constant 0.0 : f32
    rt.fill %z, %zero on 1 : memref<64xf32>, f32
    rt.launch @k::@twice on 0 blocks(%one, %one, %one) threads(%size, %one, %one) : index, index, index, index, index, index args(%a, %z : memref<64xf32>, memref<64xf32>)
    rt.host_wait 0
    rt.host_wait 1
    rt.free host_shared %y on 0 : memref<64xf32>
    rt.host_wait 0
    return %z : memref<64xf32>
  }
}

// OUT: races_found.mlir:20:5: error[E0501]: race: kernel 'k::twice' on stream 0 writes bytes 0 to 256 of a buffer, a fill on stream 1 writes them, and nothing orders the two
// OUT: races_found.mlir:19:5: note: a fill on stream 1 is here
// OUT: races_found.mlir:17:10: note: the buffer of 256 bytes begins here
// OUT: races_found.mlir:20:5: note: missing: an event recorded on stream 1 after the first, and a wait for it on stream 0 before the second
// OUT: leaks=0
// -----

// The next trip writes what stream 1 still reads; each pair is told once.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @twice(%from: memref<64xf32>, %to: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %from[%i] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %to[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%a: memref<64xf32> {warpline.input = "1"}) -> memref<64xf32> attributes {rt.events = 2 : i32, rt.streams = 2 : i32} {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %four = arith.constant 4 : index
    %size = arith.constant 64 : index
    %x = rt.alloc() on 0 : memref<64xf32>
    %z = rt.alloc host_shared() on 0 : memref<64xf32>
    scf.for %i = %zero to %four step %one {
      rt.launch @k::@twice on 0 blocks(%one, %one, %one) threads(%size, %one, %one) : index, index, index, index, index, index args(%a, %x : memref<64xf32>, memref<64xf32>)
      rt.record 0 on 0
      rt.wait 0 on 1
      rt.launch @k::@twice on 1 blocks(%one, %one, %one) threads(%size, %one, %one) : index, index, index, index, index, index args(%x, %z : memref<64xf32>, memref<64xf32>)
      rt.record 1 on 1
    }
    rt.wait 1 on 0
    rt.free %x on 0 : memref<64xf32>
    rt.host_wait 0
    return %z : memref<64xf32>
  }
}

// OUT: races_found.mlir:21:7: error[E0501]: race: kernel 'k::twice' on stream 0 writes bytes 0 to 256 of a buffer, kernel 'k::twice' on stream 1 reads them, and nothing orders the two
// OUT: races_found.mlir:24:7: note: kernel 'k::twice' on stream 1 is here
// OUT: races_found.mlir:18:10: note: the buffer of 256 bytes begins here
// OUT: races_found.mlir:21:7: note: missing: an event recorded on stream 1 after the first, and a wait for it on stream 0 before the second
// OUT: leaks=0
// -----

// The host copies what the kernel writes: the first column.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @column(%to: memref<8x8xf32>) kernel {
      %i = gpu.thread_id x
      %zero = arith.constant 0 : index
      %v = arith.constant 7.0 : f32
      memref.store %v, %to[%i, %zero] : memref<8x8xf32>
      gpu.return
    }
  }
  func.func @main(%a: memref<8x8xf32> {warpline.input = "1"}) -> memref<8x7xf32> attributes {rt.events = 0 : i32, rt.streams = 1 : i32} {
    %one = arith.constant 1 : index
    %size = arith.constant 8 : index
    %out = memref.alloc() : memref<8x7xf32>
    rt.launch @k::@column on 0 blocks(%one, %one, %one) threads(%size, %one, %one) : index, index, index, index, index, index args(%a : memref<8x8xf32>)
    %part = memref.subview %a[0, 0] [8, 7] [1, 1] : memref<8x8xf32> to memref<8x7xf32, strided<[8, 1]>>
    memref.copy %part, %out : memref<8x7xf32, strided<[8, 1]>> to memref<8x7xf32>
    rt.host_wait 0
    return %out : memref<8x7xf32>
  }
}

// OUT: races_found.mlir:19:5: error[E0501]: race: the host reads bytes 0 to 228 of a buffer, kernel 'k::column' on stream 0 writes them, and nothing orders the two
// OUT: races_found.mlir:17:5: note: kernel 'k::column' on stream 0 is here
// OUT: races_found.mlir:13:3: note: the buffer of 256 bytes begins here
// OUT: races_found.mlir:19:5: note: missing: a host wait for stream 0 between the two
// OUT: leaks=0
