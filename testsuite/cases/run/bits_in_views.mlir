// RUN: run --device=cpu,interp --input=7,4 --output=-

// A bit is the lowest one of its byte, whatever integer was stored there.
func.func @main(%x: memref<2xi8>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %bits = memref.view %x[%c0][] : memref<2xi8> to memref<2xi1>
  %a = memref.load %bits[%c0] : memref<2xi1>
  %b = memref.load %bits[%c1] : memref<2xi1>
  %c = arith.extui %a : i1 to i32
  %d = arith.extui %b : i1 to i32
  %ten = arith.constant 10 : i32
  %e = arith.muli %c, %ten : i32
  %f = arith.addi %e, %d : i32
  return %f : i32
}

// OUT: i32=10
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
