// RUN: run --device=cpu,interp

// Only what the function reaches is compiled: not a call of a function that no library has, a kernel that no GPU runs, nor
// tensors.
func.func private @elsewhere(%x: i32) -> i32
func.func @calls(%x: i32) -> i32 {
  %r = call @elsewhere(%x) : (i32) -> i32
  return %r : i32
}
gpu.module @kernels {
  gpu.func @scalable(%a: memref<?xf32>, %i: index) kernel {
    %x = vector.load %a[%i] : memref<?xf32>, vector<[4]xf32>
    vector.store %x, %a[%i] : memref<?xf32>, vector<[4]xf32>
    gpu.return
  }
}
func.func private @double(%x: i32) -> i32 {
  %r = arith.addi %x, %x : i32
  return %r : i32
}
func.func @main() -> i32 {
  %x = arith.constant 4 : i32
  %r = call @double(%x) : (i32) -> i32
  return %r : i32
}

// OUT: result 0: i32 = 8
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
