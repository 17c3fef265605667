// RUN: run --device=cpu,interp --output=-

// A number wins over a signaling NaN, too, in minnumf and maxnumf; minimumf returns the NaN.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @mm(%m: memref<4xi32>) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %b = memref.load %m[%c0] : memref<4xi32>
      %x = arith.bitcast %b : i32 to f32
      %one = arith.constant 1.0 : f32
      %r = arith.minnumf %x, %one : f32
      %s = arith.maxnumf %one, %x : f32
      %t = arith.minimumf %x, %one : f32
      %ri = arith.bitcast %r : f32 to i32
      %si = arith.bitcast %s : f32 to i32
      %is_nan = arith.cmpf uno, %t, %t : f32
      %ti = arith.extui %is_nan : i1 to i32
      memref.store %ri, %m[%c1] : memref<4xi32>
      memref.store %si, %m[%c2] : memref<4xi32>
      memref.store %ti, %m[%c3] : memref<4xi32>
      gpu.return
    }
  }
  func.func @main() -> memref<4xi32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a = gpu.alloc host_shared () : memref<4xi32>
    %snan = arith.constant 0x7FA00001 : i32
    memref.store %snan, %a[%c0] : memref<4xi32>
    gpu.launch_func @k::@mm blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<4xi32>)
    return %a : memref<4xi32>
  }
}

// OUT: 4xi32=[2141192193 1065353216 1065353216 1]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
