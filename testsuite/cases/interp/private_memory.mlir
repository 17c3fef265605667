// RUN: run --device=cpu,interp

// Each thread reverses its numbers in private memory whose size the host chooses, across a barrier.
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @reverse(%x: memref<?x?xi32>, %n: index) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %t = gpu.thread_id x
      %own = memref.alloca(%n) : memref<?xi32>
      scf.for %i = %c0 to %n step %c1 {
        %v = memref.load %x[%t, %i] : memref<?x?xi32>
        memref.store %v, %own[%i] : memref<?xi32>
      }
      gpu.barrier
      %last = arith.subi %n, %c1 : index
      scf.for %i = %c0 to %n step %c1 {
        %from = arith.subi %last, %i : index
        %v = memref.load %own[%from] : memref<?xi32>
        memref.store %v, %x[%t, %i] : memref<?x?xi32>
      }
      gpu.return
    }
  }

  func.func @main(%x: memref<?x?xi32> {warpline.input = "3x5xi32=iota:0:1"}) -> memref<?x?xi32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %threads = memref.dim %x, %c0 : memref<?x?xi32>
    %n = memref.dim %x, %c1 : memref<?x?xi32>
    gpu.launch_func @m::@reverse blocks in (%c1, %c1, %c1) threads in (%threads, %c1, %c1)
        args(%x: memref<?x?xi32>, %n: index)
    return %x : memref<?x?xi32>
  }
}

// OUT: result 0: memref<3x5xi32>
// OUT:   [[4 3 2 1 0]
// OUT:    [9 8 7 6 5]
// OUT:    [14 13 12 11 10]]
// OUT: argument 0: memref<3x5xi32>
// OUT:   [[4 3 2 1 0]
// OUT:    [9 8 7 6 5]
// OUT:    [14 13 12 11 10]]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
