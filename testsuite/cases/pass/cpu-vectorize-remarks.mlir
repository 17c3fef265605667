// RUN: warpline opt --cpu-vectorize --remarks=cpu-vectorize --diagnostics=short -o /dev/null

// Loops over threads that become loops over vectors, and loops that stay as they are.
gpu.module @k {
  func.func private @scalar(%x: memref<?xi32>, %y: memref<?xf16>) attributes {warpline.scratch_bytes = 0 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c64 = arith.constant 64 : index
    scf.for %t = %c0 to %c64 step %c1 {
      %v = memref.load %y[%t] : memref<?xf16>
      %w = arith.addf %v, %v : f16
      memref.store %w, %y[%t] : memref<?xf16>
    } {warpline.threads}
    scf.for %t = %c0 to %c64 step %c1 {
      %v = memref.load %x[%t] : memref<?xi32>
      %w = arith.addi %v, %v : i32
      memref.store %w, %x[%t] : memref<?xi32>
    } {warpline.threads}
    scf.for %t = %c0 to %c3 step %c1 {
      %v = arith.index_cast %t : index to i32
      memref.store %v, %x[%t] : memref<?xi32>
    } {warpline.threads}
    scf.for %t = %c0 to %c64 step %c1 {
      %v = memref.load %x[%t] : memref<?xi32>
      gpu.printf "%d\n", %v : i32
    } {warpline.threads}
    return
  }
}

// OUT: stderr:
// OUT: cpu-vectorize-remarks.mlir:10:5: remark[cpu-vectorize]: scalar threads: vectors are not estimated to be faster
// OUT: cpu-vectorize-remarks.mlir:15:5: remark[cpu-vectorize]: vectors of 16 threads
// OUT: cpu-vectorize-remarks.mlir:20:5: remark[cpu-vectorize]: scalar threads: a block has fewer than 4 threads in a row
// OUT: cpu-vectorize-remarks.mlir:26:7: remark[cpu-vectorize]: scalar threads: the output of each thread is in the order of the program
