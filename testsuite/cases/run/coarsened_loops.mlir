// RUN: run --plan-for=any --device=cpu,interp

// Loops whose iterations compute four results each: products, sums over triangles, which have bounds of their own, values
// of branches, and an odd number of rows, which stays.
func.func @main() -> (memref<4xi64>, memref<4xi64>, memref<4xi64>, memref<4xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %c9 = arith.constant 9 : index
  %c128 = arith.constant 128 : index
  %c127 = arith.constant 127 : index
  %zero = arith.constant 0 : i64
  %a = memref.alloc() : memref<128x9xi64>
  %b = memref.alloc() : memref<9x128xi64>
  scf.parallel (%i, %k) = (%c0, %c0) to (%c128, %c9) step (%c1, %c1) {
    %far = arith.muli %i, %c7 : index
    %sum = arith.addi %far, %k : index
    %x = arith.index_cast %sum : index to i64
    memref.store %x, %a[%i, %k] : memref<128x9xi64>
    %near = arith.muli %k, %c5 : index
    %rest = arith.subi %near, %i : index
    %y = arith.index_cast %rest : index to i64
    memref.store %y, %b[%k, %i] : memref<9x128xi64>
    scf.reduce
  }
  %product = memref.alloc() : memref<128x128xi64>
  scf.parallel (%i, %j) = (%c0, %c0) to (%c128, %c128) step (%c1, %c1) {
    memref.store %zero, %product[%i, %j] : memref<128x128xi64>
    scf.for %k = %c0 to %c9 step %c1 {
      %x = memref.load %a[%i, %k] : memref<128x9xi64>
      %y = memref.load %b[%k, %j] : memref<9x128xi64>
      %s = memref.load %product[%i, %j] : memref<128x128xi64>
      %p = arith.muli %x, %y : i64
      %t = arith.addi %s, %p : i64
      memref.store %t, %product[%i, %j] : memref<128x128xi64>
    }
    scf.reduce
  }
  %triangle = memref.alloc() : memref<128x128xi64>
  scf.parallel (%i, %j) = (%c0, %c0) to (%c128, %c128) step (%c1, %c1) {
    %end = arith.minui %i, %c9 : index
    %all:2 = scf.for %k = %c0 to %c9 step %c1 iter_args(%s = %zero, %last = %zero) -> (i64, i64) {
      %y = memref.load %b[%k, %j] : memref<9x128xi64>
      %t = arith.addi %s, %y : i64
      scf.yield %t, %y : i64, i64
    }
    %some = scf.for %k = %c0 to %end step %c3 iter_args(%s = %all#0) -> (i64) {
      %x = memref.load %a[%i, %k] : memref<128x9xi64>
      %y = memref.load %b[%k, %j] : memref<9x128xi64>
      %p = arith.muli %x, %y : i64
      %t = arith.subi %s, %p : i64
      scf.yield %t : i64
    }
    %t = arith.addi %some, %all#1 : i64
    memref.store %t, %triangle[%i, %j] : memref<128x128xi64>
    scf.reduce
  }
  %branches = memref.alloc() : memref<128x128xi64>
  scf.parallel (%i, %j) = (%c0, %c0) to (%c128, %c128) step (%c1, %c1) {
    %sum = scf.for %k = %c0 to %c9 step %c1 iter_args(%s = %zero) -> (i64) {
      %x = memref.load %a[%i, %k] : memref<128x9xi64>
      %y = memref.load %b[%k, %j] : memref<9x128xi64>
      %is_less = arith.cmpi slt, %x, %y : i64
      %m = scf.if %is_less -> (i64) {
        scf.yield %x : i64
      } else {
        %d = arith.subi %x, %y : i64
        scf.yield %d : i64
      }
      %is_odd = arith.remui %k, %c3 : index
      %is_first = arith.cmpi eq, %is_odd, %c0 : index
      %t = scf.if %is_first -> (i64) {
        %u = arith.addi %s, %m : i64
        scf.yield %u : i64
      } else {
        scf.yield %s : i64
      }
      scf.yield %t : i64
    }
    memref.store %sum, %branches[%i, %j] : memref<128x128xi64>
    scf.reduce
  }
  %odd = memref.alloc() : memref<127x129xi64>
  %c129 = arith.constant 129 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c127, %c129) step (%c1, %c1) {
    %column = arith.minui %j, %c127 : index
    %sum = scf.for %k = %c0 to %c9 step %c1 iter_args(%s = %zero) -> (i64) {
      %x = memref.load %a[%i, %k] : memref<128x9xi64>
      %y = memref.load %b[%k, %column] : memref<9x128xi64>
      %d = arith.xori %x, %y : i64
      %t = arith.addi %s, %d : i64
      scf.yield %t : i64
    }
    memref.store %sum, %odd[%i, %j] : memref<127x129xi64>
    scf.reduce
  }
  %r0 = func.call @samples(%product) : (memref<128x128xi64>) -> memref<4xi64>
  %r1 = func.call @samples(%triangle) : (memref<128x128xi64>) -> memref<4xi64>
  %r2 = func.call @samples(%branches) : (memref<128x128xi64>) -> memref<4xi64>
  %r3 = memref.alloc() : memref<4xi64>
  %c2 = arith.constant 2 : index
  %total = scf.for %i = %c0 to %c127 step %c1 iter_args(%s = %zero) -> (i64) {
    %row = scf.for %j = %c0 to %c129 step %c1 iter_args(%t = %s) -> (i64) {
      %v = memref.load %odd[%i, %j] : memref<127x129xi64>
      %u = arith.addi %t, %v : i64
      scf.yield %u : i64
    }
    scf.yield %row : i64
  }
  %corner = memref.load %odd[%c0, %c2] : memref<127x129xi64>
  memref.store %total, %r3[%c0] : memref<4xi64>
  memref.store %corner, %r3[%c1] : memref<4xi64>
  memref.store %zero, %r3[%c2] : memref<4xi64>
  memref.store %zero, %r3[%c3] : memref<4xi64>
  return %r0, %r1, %r2, %r3 : memref<4xi64>, memref<4xi64>, memref<4xi64>, memref<4xi64>
}

// The sum, and the elements of three rows.
func.func private @samples(%m: memref<128x128xi64>) -> memref<4xi64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c70 = arith.constant 70 : index
  %c128 = arith.constant 128 : index
  %zero = arith.constant 0 : i64
  %r = memref.alloc() : memref<4xi64>
  %total = scf.for %i = %c0 to %c128 step %c1 iter_args(%s = %zero) -> (i64) {
    %row = scf.for %j = %c0 to %c128 step %c1 iter_args(%t = %s) -> (i64) {
      %v = memref.load %m[%i, %j] : memref<128x128xi64>
      %w = arith.index_cast %j : index to i64
      %p = arith.xori %v, %w : i64
      %u = arith.addi %t, %p : i64
      scf.yield %u : i64
    }
    scf.yield %row : i64
  }
  memref.store %total, %r[%c0] : memref<4xi64>
  %x = memref.load %m[%c1, %c70] : memref<128x128xi64>
  %y = memref.load %m[%c70, %c2] : memref<128x128xi64>
  %z = memref.load %m[%c3, %c3] : memref<128x128xi64>
  memref.store %x, %r[%c1] : memref<4xi64>
  memref.store %y, %r[%c2] : memref<4xi64>
  memref.store %z, %r[%c3] : memref<4xi64>
  return %r : memref<4xi64>
}

// OUT: result 0: memref<4xi64> = [-2871914496 -4650 80328 4125]
// OUT: result 1: memref<4xi64> = [1057357376 10 -19117 253]
// OUT: result 2: memref<4xi64> = [24380879 195 1440 36]
// OUT: result 3: memref<4xi64> = [-44333000 174 0 0]
// OUT: kernels=9 launches=13 streams=4 waits=6 records=4 host_syncs=8 leaks=0
