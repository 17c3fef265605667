// RUN: run --device=cpu,interp --input=rand:3 --input=1,5,2,7,0,3,6,4

// Values, views, private memory and calls on both sides of barriers, and loops that end when memory says so.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    func.func @clamp(%i: index) -> index {
      %c5 = arith.constant 5 : index
      %low = arith.cmpi slt, %i, %c5 : index
      cf.cond_br %low, ^done(%i : index), ^done(%c5 : index)
    ^done(%r: index):
      return %r : index
    }
    gpu.func @halve(%x: memref<8x4xf32>, %rows: memref<8xi32>, %n: memref<1xi32>)
        workgroup(%s: memref<8xf32, #gpu.address_space<workgroup>>)
        private(%p: memref<2xf32, #gpu.address_space<private>>) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c7 = arith.constant 7 : index
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %half = arith.constant 5.0e-01 : f32
      %t = gpu.thread_id x
      %found = memref.load %rows[%t] : memref<8xi32>
      %row = arith.index_cast %found : i32 to index
      %view = memref.subview %x[%row, 0] [1, 4] [1, 1] : memref<8x4xf32> to memref<4xf32, strided<[1], offset: ?>>
      %first = memref.load %n[%c0] : memref<1xi32>
      %own = memref.load %view[%c1] : memref<4xf32, strided<[1], offset: ?>>
      %left, %last = scf.while (%left = %first, %v = %own) : (i32, f32) -> (i32, f32) {
        %go = arith.cmpi sgt, %left, %zero : i32
        scf.condition(%go) %left, %v : i32, f32
      } do {
      ^bb0(%left: i32, %v: f32):
        %w = arith.mulf %v, %half : f32
        memref.store %w, %s[%t] : memref<8xf32, #gpu.address_space<workgroup>>
        memref.store %w, %p[%c1] : memref<2xf32, #gpu.address_space<private>>
        gpu.barrier
        %other = arith.subi %c7, %t : index
        %i = func.call @clamp(%other) : (index) -> index
        %theirs = memref.load %s[%i] : memref<8xf32, #gpu.address_space<workgroup>>
        %mine = memref.load %p[%c1] : memref<2xf32, #gpu.address_space<private>>
        %sum = arith.addf %theirs, %mine : f32
        gpu.barrier
        %less = arith.subi %left, %one : i32
        scf.yield %less, %sum : i32, f32
      }
      %is_known = arith.cmpi eq, %left, %zero : i32
      %result = scf.if %is_known -> (f32) {
        gpu.barrier
        %double = arith.addf %last, %last : f32
        scf.yield %double : f32
      } else {
        scf.yield %own : f32
      }
      memref.store %result, %view[%c0] : memref<4xf32, strided<[1], offset: ?>>
      gpu.return
    }
  }
  func.func @main(%x: memref<8x4xf32>, %rows: memref<8xi32>) -> memref<8x4xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %three = arith.constant 3 : i32
    %n = memref.alloc() : memref<1xi32>
    memref.store %three, %n[%c0] : memref<1xi32>
    gpu.launch_func @kernels::@halve blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1)
      args(%x : memref<8x4xf32>, %rows : memref<8xi32>, %n : memref<1xi32>)
    memref.dealloc %n : memref<1xi32>
    return %x : memref<8x4xf32>
  }
}

// OUT: result 0: memref<8x4xf32>
// OUT:   [[1.5722244 0.70029354 0.6129747 0.07286674]
// OUT:    [1.1614532 0.6362223 0.13514586 0.8887184]
// OUT:    [1.22453 0.8885294 0.69843614 0.7118863]
// OUT:    [1.22453 0.3360006 0.7173841 0.79889023]
// OUT:    [0.9772759 0.10390542 0.17302512 0.5879932]
// OUT:    [1.2363226 0.93570024 0.6696447 0.19110392]
// OUT:    [1.3984427 0.890139 0.21578865 0.12093431]
// OUT:    [1.5722244 0.8719308 0.69516206 0.7246041]]
// OUT: argument 0: memref<8x4xf32>
// OUT:   [[1.5722244 0.70029354 0.6129747 0.07286674]
// OUT:    [1.1614532 0.6362223 0.13514586 0.8887184]
// OUT:    [1.22453 0.8885294 0.69843614 0.7118863]
// OUT:    [1.22453 0.3360006 0.7173841 0.79889023]
// OUT:    [0.9772759 0.10390542 0.17302512 0.5879932]
// OUT:    [1.2363226 0.93570024 0.6696447 0.19110392]
// OUT:    [1.3984427 0.890139 0.21578865 0.12093431]
// OUT:    [1.5722244 0.8719308 0.69516206 0.7246041]]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
