// RUN: opt --promote-integers
// The sign counts, or it does not; sums of one bit are logical.
gpu.module @m {
  gpu.func @bytes(%a: i8, %b: i8, %c: i1, %d: i1, %m: memref<?xi8>, %n: memref<?xi1>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %0 = arith.divsi %a, %b : i8
    memref.store %0, %m[%c0] : memref<?xi8>
    %1 = arith.divui %a, %b : i8
    memref.store %1, %m[%c1] : memref<?xi8>
    %2 = arith.shrui %a, %b : i8
    memref.store %2, %m[%c2] : memref<?xi8>
    %3 = arith.cmpi ult, %a, %b : i8
    memref.store %3, %n[%c0] : memref<?xi1>
    %4 = arith.addi %c, %d : i1
    memref.store %4, %n[%c1] : memref<?xi1>
    %5 = arith.xori %c, %d : i1
    memref.store %5, %n[%c2] : memref<?xi1>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @m {
// OUT:     gpu.func @bytes(%arg0: i8, %arg1: i8, %arg2: i1, %arg3: i1, %arg4: memref<?xi8>, %arg5: memref<?xi1>) kernel {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %c2 = arith.constant 2 : index
// OUT:       %0 = arith.extsi %arg0 : i8 to i32
// OUT:       %1 = arith.extsi %arg1 : i8 to i32
// OUT:       %2 = arith.divsi %0, %1 : i32
// OUT:       %3 = arith.trunci %2 : i32 to i8
// OUT:       memref.store %3, %arg4[%c0] : memref<?xi8>
// OUT:       %4 = arith.extui %arg0 : i8 to i32
// OUT:       %5 = arith.extui %arg1 : i8 to i32
// OUT:       %6 = arith.divui %4, %5 : i32
// OUT:       %7 = arith.trunci %6 : i32 to i8
// OUT:       memref.store %7, %arg4[%c1] : memref<?xi8>
// OUT:       %8 = arith.extui %arg0 : i8 to i32
// OUT:       %9 = arith.extsi %arg1 : i8 to i32
// OUT:       %10 = arith.shrui %8, %9 : i32
// OUT:       %11 = arith.trunci %10 : i32 to i8
// OUT:       memref.store %11, %arg4[%c2] : memref<?xi8>
// OUT:       %12 = arith.extsi %arg0 : i8 to i32
// OUT:       %13 = arith.extsi %arg1 : i8 to i32
// OUT:       %14 = arith.cmpi ult, %12, %13 : i32
// OUT:       memref.store %14, %arg5[%c0] : memref<?xi1>
// OUT:       %15 = arith.xori %arg2, %arg3 : i1
// OUT:       memref.store %15, %arg5[%c1] : memref<?xi1>
// OUT:       %16 = arith.xori %arg2, %arg3 : i1
// OUT:       memref.store %16, %arg5[%c2] : memref<?xi1>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// Widths above 32 become 64, vectors keep their shape, and zeros above a number do not count.
gpu.module @m {
  gpu.func @wide(%a: i40, %b: vector<2xi16>, %m: memref<?xi40>, %n: memref<?xi16>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0 = arith.muli %a, %a : i40
    memref.store %0, %m[%c0] : memref<?xi40>
    %1 = math.ctlz %a : i40
    memref.store %1, %m[%c1] : memref<?xi40>
    %2 = math.cttz %b : vector<2xi16>
    vector.store %2, %n[%c0] : memref<?xi16>, vector<2xi16>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @m {
// OUT:     gpu.func @wide(%arg0: i40, %arg1: vector<2xi16>, %arg2: memref<?xi40>, %arg3: memref<?xi16>) kernel {
// OUT:       %0 = arith.extui %arg0 : i40 to i64
// OUT:       %1 = arith.trunci %0 : i64 to i40
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %2 = arith.extsi %1 : i40 to i64
// OUT:       %3 = arith.extsi %1 : i40 to i64
// OUT:       %4 = arith.muli %2, %3 : i64
// OUT:       %5 = arith.trunci %4 : i64 to i40
// OUT:       memref.store %5, %arg2[%c0] : memref<?xi40>
// OUT:       %6 = arith.extui %1 : i40 to i64
// OUT:       %7 = math.ctlz %6 : i64
// OUT:       %c24_i64 = arith.constant 24 : i64
// OUT:       %8 = arith.subi %7, %c24_i64 : i64
// OUT:       %9 = arith.trunci %8 : i64 to i40
// OUT:       memref.store %9, %arg2[%c1] : memref<?xi40>
// OUT:       %10 = arith.extui %arg1 : vector<2xi16> to vector<2xi32>
// OUT:       %cst = arith.constant dense<65536> : vector<2xi32>
// OUT:       %11 = arith.ori %10, %cst : vector<2xi32>
// OUT:       %12 = math.cttz %11 : vector<2xi32>
// OUT:       %13 = arith.trunci %12 : vector<2xi32> to vector<2xi16>
// OUT:       vector.store %13, %arg3[%c0] : memref<?xi16>, vector<2xi16>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// Conversions from and to floats; 32 bits stay, and so does the host.
gpu.module @m {
  gpu.func @floats(%a: i8, %x: f32, %w: i32, %m: memref<?xf32>, %n: memref<?xi8>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0 = arith.uitofp %a : i8 to f32
    memref.store %0, %m[%c0] : memref<?xf32>
    %1 = arith.fptosi %x : f32 to i8
    memref.store %1, %n[%c0] : memref<?xi8>
    %2 = arith.sitofp %w : i32 to f32
    memref.store %2, %m[%c1] : memref<?xf32>
    gpu.return
  }
}
func.func @host(%a: i8, %b: i8) -> i8 {
  %0 = arith.addi %a, %b : i8
  return %0 : i8
}

// OUT: module {
// OUT:   gpu.module @m {
// OUT:     gpu.func @floats(%arg0: i8, %arg1: f32, %arg2: i32, %arg3: memref<?xf32>, %arg4: memref<?xi8>) kernel {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %0 = arith.extui %arg0 : i8 to i32
// OUT:       %1 = arith.uitofp %0 : i32 to f32
// OUT:       memref.store %1, %arg3[%c0] : memref<?xf32>
// OUT:       %2 = arith.fptosi %arg1 : f32 to i32
// OUT:       %3 = arith.trunci %2 : i32 to i8
// OUT:       memref.store %3, %arg4[%c0] : memref<?xi8>
// OUT:       %4 = arith.sitofp %arg2 : i32 to f32
// OUT:       memref.store %4, %arg3[%c1] : memref<?xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @host(%arg0: i8, %arg1: i8) -> i8 {
// OUT:     %0 = arith.addi %arg0, %arg1 : i8
// OUT:     return %0 : i8
// OUT:   }
// OUT: }
