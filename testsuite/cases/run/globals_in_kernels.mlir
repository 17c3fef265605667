// RUN: run --device=cpu,interp

// A table of constants, read twice, and workgroup memory that is a global.
module attributes {gpu.container_module} {
  gpu.module @k {
    memref.global "private" constant @table : memref<2x3xf32> = dense<[[1.0, 2.0, 4.0], [8.0, 16.0, 32.0]]>
    memref.global "private" constant @sevens : memref<4xi16> = dense<7>
    memref.global "private" @shared : memref<6xf32, #gpu.address_space<workgroup>>
    gpu.func @look(%out: memref<6xf32>) kernel {
      %zero = arith.constant 0 : index
      %three = arith.constant 3 : index
      %five = arith.constant 5 : index
      %t = gpu.thread_id x
      %row = arith.divui %t, %three : index
      %column = arith.remui %t, %three : index
      %table = memref.get_global @table : memref<2x3xf32>
      %value = memref.load %table[%row, %column] : memref<2x3xf32>
      %shared = memref.get_global @shared : memref<6xf32, #gpu.address_space<workgroup>>
      memref.store %value, %shared[%t] : memref<6xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %again = memref.get_global @shared : memref<6xf32, #gpu.address_space<workgroup>>
      %from = arith.subi %five, %t : index
      %other = memref.load %again[%from] : memref<6xf32, #gpu.address_space<workgroup>>
      %sevens = memref.get_global @sevens : memref<4xi16>
      %seven = memref.load %sevens[%zero] : memref<4xi16>
      %float = arith.sitofp %seven : i16 to f32
      %sum = arith.addf %other, %float : f32
      memref.store %sum, %out[%t] : memref<6xf32>
      gpu.return
    }
  }
  func.func @main() -> memref<6xf32> {
    %one = arith.constant 1 : index
    %two = arith.constant 2 : index
    %six = arith.constant 6 : index
    %out = memref.alloc() : memref<6xf32>
    gpu.launch_func @k::@look blocks in (%one, %one, %one) threads in (%six, %one, %one) args(%out : memref<6xf32>)
    return %out : memref<6xf32>
  }
}

// OUT: result 0: memref<6xf32> = [39.0 23.0 15.0 11.0 9.0 8.0]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
