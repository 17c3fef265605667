// RUN: warpline run --entry=main --device=auto,interp

// An inline launch names a stream that the program made.
module attributes {gpu.container_module} {
  func.func private @mgpuStreamCreate() -> !llvm.ptr
  func.func private @mgpuStreamSynchronize(!llvm.ptr)
  func.func private @mgpuStreamDestroy(!llvm.ptr)
  func.func @main(%x: memref<64xi32> {warpline.input = "3"}) -> i32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %s = call @mgpuStreamCreate() : () -> !llvm.ptr
    gpu.launch <%s : !llvm.ptr> blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
      %v = memref.load %x[%tx] : memref<64xi32>
      %w = arith.addi %v, %v : i32
      memref.store %w, %x[%tx] : memref<64xi32>
      gpu.terminator
    }
    call @mgpuStreamSynchronize(%s) : (!llvm.ptr) -> ()
    %v = memref.load %x[%c0] : memref<64xi32>
    call @mgpuStreamDestroy(%s) : (!llvm.ptr) -> ()
    return %v : i32
  }
}

// OUT: result 0: i32 = 6
// OUT: argument 0: memref<64xi32>
// OUT:   count=64 min=6 max=6 sum=384.0 first=6
// OUT:   values: 6 (64 times)
