// RUN: run --device=cpu --detect-races

// The second kernel waits for the first.
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
    rt.record 0 on 1
    rt.wait 0 on 0
    rt.free %x on 0 : memref<64xf32>
    rt.host_wait 0
    return %z : memref<64xf32>
  }
}

// OUT: result 0: memref<64xf32>
// OUT:   count=64 min=4.0 max=4.0 sum=256.0 first=4.0
// OUT:   values: 4.0 (64 times)
// OUT: kernels=1 launches=2 streams=2 waits=2 records=2 host_syncs=1 leaks=0
// -----

// The buffer is freed where it was used last.
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
    rt.free %x on 1 : memref<64xf32>
    rt.host_wait 0
    rt.host_wait 1
    return %z : memref<64xf32>
  }
}

// OUT: result 0: memref<64xf32>
// OUT:   count=64 min=4.0 max=4.0 sum=256.0 first=4.0
// OUT:   values: 4.0 (64 times)
// OUT: kernels=1 launches=2 streams=2 waits=1 records=1 host_syncs=2 leaks=0
// -----

// Stream 1 uses a buffer that it allocates.
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
    %x = rt.alloc() on 1 : memref<64xf32>
    %z = rt.alloc host_shared() on 1 : memref<64xf32>
    rt.launch @k::@twice on 1 blocks(%one, %one, %one) threads(%size, %one, %one) : index, index, index, index, index, index args(%a, %x : memref<64xf32>, memref<64xf32>)
    rt.launch @k::@twice on 1 blocks(%one, %one, %one) threads(%size, %one, %one) : index, index, index, index, index, index args(%x, %z : memref<64xf32>, memref<64xf32>)
    rt.free %x on 1 : memref<64xf32>
    rt.host_wait 1
    return %z : memref<64xf32>
  }
}

// OUT: result 0: memref<64xf32>
// OUT:   count=64 min=4.0 max=4.0 sum=256.0 first=4.0
// OUT:   values: 4.0 (64 times)
// OUT: kernels=1 launches=2 streams=2 waits=0 records=0 host_syncs=1 leaks=0
// -----

// The host waits before it reads a result.
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
    rt.host_wait 0
    %v = memref.load %z[%one] : memref<64xf32>
    memref.store %v, %a[%one] : memref<64xf32>
    return %z : memref<64xf32>
  }
}

// OUT: result 0: memref<64xf32>
// OUT:   count=64 min=2.0 max=2.0 sum=128.0 first=2.0
// OUT:   values: 2.0 (64 times)
// OUT: argument 0: memref<64xf32>
// OUT:   count=64 min=1.0 max=2.0 sum=65.0 first=1.0
// OUT:   values: 1.0 (63 times), 2.0 (1 times)
// OUT: kernels=1 launches=1 streams=2 waits=0 records=0 host_syncs=1 leaks=0
// -----

// A fill and a kernel write different memory on two streams.
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
    rt.fill %y, %zero on 1 : memref<64xf32>, f32
    rt.launch @k::@twice on 0 blocks(%one, %one, %one) threads(%size, %one, %one) : index, index, index, index, index, index args(%a, %z : memref<64xf32>, memref<64xf32>)
    rt.host_wait 0
    rt.host_wait 1
    rt.free host_shared %y on 0 : memref<64xf32>
    rt.host_wait 0
    return %z : memref<64xf32>
  }
}

// OUT: result 0: memref<64xf32>
// OUT:   count=64 min=2.0 max=2.0 sum=128.0 first=2.0
// OUT:   values: 2.0 (64 times)
// OUT: kernels=1 launches=1 streams=2 waits=0 records=0 host_syncs=3 leaks=0
// -----

// Each trip waits for the one before.
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
      rt.wait 1 on 0
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

// OUT: result 0: memref<64xf32>
// OUT:   count=64 min=4.0 max=4.0 sum=256.0 first=4.0
// OUT:   values: 4.0 (64 times)
// OUT: kernels=1 launches=8 streams=2 waits=9 records=8 host_syncs=1 leaks=0
// -----

// The host copies all columns but the one that the kernel writes.
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
    %part = memref.subview %a[0, 1] [8, 7] [1, 1] : memref<8x8xf32> to memref<8x7xf32, strided<[8, 1], offset: 1>>
    memref.copy %part, %out : memref<8x7xf32, strided<[8, 1], offset: 1>> to memref<8x7xf32>
    rt.host_wait 0
    return %out : memref<8x7xf32>
  }
}

// OUT: result 0: memref<8x7xf32>
// OUT:   [[1.0 1.0 1.0 1.0 1.0 1.0 1.0]
// OUT:    [1.0 1.0 1.0 1.0 1.0 1.0 1.0]
// OUT:    [1.0 1.0 1.0 1.0 1.0 1.0 1.0]
// OUT:    [1.0 1.0 1.0 1.0 1.0 1.0 1.0]
// OUT:    [1.0 1.0 1.0 1.0 1.0 1.0 1.0]
// OUT:    [1.0 1.0 1.0 1.0 1.0 1.0 1.0]
// OUT:    [1.0 1.0 1.0 1.0 1.0 1.0 1.0]
// OUT:    [1.0 1.0 1.0 1.0 1.0 1.0 1.0]]
// OUT: argument 0: memref<8x8xf32>
// OUT:   [[7.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0]
// OUT:    [7.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0]
// OUT:    [7.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0]
// OUT:    [7.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0]
// OUT:    [7.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0]
// OUT:    [7.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0]
// OUT:    [7.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0]
// OUT:    [7.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0]]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// Workgroup memory of different launches is never the same, though one worker runs them one after the other.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @reverse(%from: memref<64xf32>, %to: memref<64xf32>) workgroup(%w: memref<64xf32, #gpu.address_space<workgroup>>) kernel {
      %i = gpu.thread_id x
      %last = arith.constant 63 : index
      %v = memref.load %from[%i] : memref<64xf32>
      memref.store %v, %w[%i] : memref<64xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %j = arith.subi %last, %i : index
      %r = memref.load %w[%j] : memref<64xf32, #gpu.address_space<workgroup>>
      memref.store %r, %to[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%a: memref<64xf32> {warpline.input = "1"}) -> (memref<64xf32>, memref<64xf32>) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
    %one = arith.constant 1 : index
    %size = arith.constant 64 : index
    %x = rt.alloc host_shared() on 0 : memref<64xf32>
    %y = rt.alloc host_shared() on 0 : memref<64xf32>
    rt.launch @k::@reverse on 0 blocks(%one, %one, %one) threads(%size, %one, %one) : index, index, index, index, index, index args(%a, %x : memref<64xf32>, memref<64xf32>)
    rt.launch @k::@reverse on 1 blocks(%one, %one, %one) threads(%size, %one, %one) : index, index, index, index, index, index args(%a, %y : memref<64xf32>, memref<64xf32>)
    rt.host_wait 0
    rt.host_wait 1
    return %x, %y : memref<64xf32>, memref<64xf32>
  }
}

// OUT: result 0: memref<64xf32>
// OUT:   count=64 min=1.0 max=1.0 sum=64.0 first=1.0
// OUT:   values: 1.0 (64 times)
// OUT: result 1: memref<64xf32>
// OUT:   count=64 min=1.0 max=1.0 sum=64.0 first=1.0
// OUT:   values: 1.0 (64 times)
// OUT: kernels=1 launches=2 streams=2 waits=0 records=0 host_syncs=2 leaks=0
