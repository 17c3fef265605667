// RUN: run --device=cpu,interp

// Loops of functions that kernels call stay in the kernels: they are no launches.
module attributes {gpu.container_module} {
  gpu.module @m {
    func.func private @fill(%a: memref<8xf32>, %x: f32) {
      affine.for %i = 0 to 8 {
        affine.store %x, %a[%i] : memref<8xf32>
      }
      return
    }
    func.func private @double(%a: memref<8xf32>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c8 = arith.constant 8 : index
      scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
        %x = memref.load %a[%i] : memref<8xf32>
        %y = arith.addf %x, %x : f32
        memref.store %y, %a[%i] : memref<8xf32>
      }
      return
    }
    gpu.func @k(%a: memref<8xf32>) kernel {
      %x = arith.constant 4.0 : f32
      func.call @fill(%a, %x) : (memref<8xf32>, f32) -> ()
      func.call @double(%a) : (memref<8xf32>) -> ()
      gpu.return
    }
  }
  func.func @main(%a: memref<8xf32> {warpline.input = "0"}) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<8xf32>)
    return
  }
}

// OUT: argument 0: memref<8xf32> = [8.0 8.0 8.0 8.0 8.0 8.0 8.0 8.0]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
