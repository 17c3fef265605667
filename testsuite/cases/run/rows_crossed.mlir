// RUN: not run --device=interp
// RUN: not run --device=cpu
// RUN: run --device=cpu,interp --bounds=off

// A vector that continues in the next row, which some targets of MLIR allow.
func.func @main(%m: memref<2x4xi32> {warpline.input = "iota:0"}, %i: index {warpline.input = "3"}) -> vector<2xi32> {
  %c0 = arith.constant 0 : index
  %v = vector.load %m[%c0, %i] : memref<2x4xi32>, vector<2xi32>
  return %v : vector<2xi32>
}

// OUT: rows_crossed.mlir:8:8: error[E0501]: index 4 is out of bounds of dimension 1 of size 4 of '%m'
// OUT: rows_crossed.mlir:8:8: note: MLIR lets targets continue in the next row where that is inside the buffer; --bounds=off does so
// OUT: rows_crossed.mlir:8:8: error[E0501]: index 4 is out of bounds of dimension 1 of size 4 of '%m'
// OUT: rows_crossed.mlir:8:8: note: MLIR lets targets continue in the next row where that is inside the buffer; --bounds=off does so
// OUT: leaks=0
// OUT: result 0: vector<2xi32> = [3 4]
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

// The same with an index that is known.
func.func @main(%m: memref<2x4xi32> {warpline.input = "iota:0"}) -> vector<2xi32> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %v = vector.load %m[%c0, %c3] : memref<2x4xi32>, vector<2xi32>
  return %v : vector<2xi32>
}

// OUT: rows_crossed.mlir:6:8: error[E0501]: index 4 is out of bounds of dimension 1 of size 4 of '%m'
// OUT: rows_crossed.mlir:6:8: note: MLIR lets targets continue in the next row where that is inside the buffer; --bounds=off does so
// OUT: rows_crossed.mlir:6:8: error[E0501]: index 4 is out of bounds of dimension 1 of size 4 of '%m'
// OUT: rows_crossed.mlir:6:8: note: MLIR lets targets continue in the next row where that is inside the buffer; --bounds=off does so
// OUT: leaks=0
// OUT: result 0: vector<2xi32> = [3 4]
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
