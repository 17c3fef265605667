// RUN: run --device=cpu,interp

// Products of matrices that a subgroup holds, in every type of factors: f64.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @product(%a: memref<8x4xf64>, %b: memref<4x8xf64>, %c: memref<8x8xf64>, %d: memref<8x8xf64>) kernel
        attributes {known_block_size = array<i32: 32, 1, 1>} {
      %c0 = arith.constant 0 : index
      %x = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 4 : index}
          : memref<8x4xf64> -> !gpu.mma_matrix<8x4xf64, "AOp">
      %y = gpu.subgroup_mma_load_matrix %b[%c0, %c0] {leadDimension = 8 : index}
          : memref<4x8xf64> -> !gpu.mma_matrix<4x8xf64, "BOp">
      %z = gpu.subgroup_mma_load_matrix %c[%c0, %c0] {leadDimension = 8 : index}
          : memref<8x8xf64> -> !gpu.mma_matrix<8x8xf64, "COp">
      %r = gpu.subgroup_mma_compute %x, %y, %z
          : !gpu.mma_matrix<8x4xf64, "AOp">, !gpu.mma_matrix<4x8xf64, "BOp"> -> !gpu.mma_matrix<8x8xf64, "COp">
      gpu.subgroup_mma_store_matrix %r, %d[%c0, %c0] {leadDimension = 8 : index}
          : !gpu.mma_matrix<8x8xf64, "COp">, memref<8x8xf64>
      gpu.return
    }
  }
  func.func @main() -> memref<8x8xf64> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %none = arith.constant 0 : i32
    %r4 = arith.constant 4 : index
    %r8 = arith.constant 8 : index
    %k37 = arith.constant 37 : i32
    %k53 = arith.constant 53 : i32
    %k101 = arith.constant 101 : i32
    %k251 = arith.constant 251 : i32
    %k125 = arith.constant 125 : i32
    %k50 = arith.constant 50 : i32
    %k7 = arith.constant 7 : i32
    %k3 = arith.constant 3 : i32
    %a = memref.alloc() : memref<8x4xf64>
    %b = memref.alloc() : memref<4x8xf64>
    %c = memref.alloc() : memref<8x8xf64>
    %d = memref.alloc() : memref<8x8xf64>
    scf.for %i = %c0 to %r8 step %c1 {
      scf.for %j = %c0 to %r4 step %c1 {
        %row = arith.muli %i, %r4 : index
        %place = arith.addi %row, %j : index
        %number = arith.index_cast %place : index to i32
        %times = arith.muli %number, %k37 : i32
        %rest = arith.remsi %times, %k251 : i32
        %signed = arith.subi %rest, %k125 : i32
        %value = arith.sitofp %signed : i32 to f64
        memref.store %value, %a[%i, %j] : memref<8x4xf64>
      }
    }
    scf.for %i = %c0 to %r4 step %c1 {
      scf.for %j = %c0 to %r8 step %c1 {
        %row = arith.muli %i, %r8 : index
        %place = arith.addi %row, %j : index
        %number = arith.index_cast %place : index to i32
        %times = arith.muli %number, %k53 : i32
        %rest = arith.remsi %times, %k251 : i32
        %signed = arith.subi %rest, %k125 : i32
        %value = arith.sitofp %signed : i32 to f64
        memref.store %value, %b[%i, %j] : memref<4x8xf64>
      }
    }
    scf.for %i = %c0 to %r8 step %c1 {
      scf.for %j = %c0 to %r8 step %c1 {
        %row = arith.muli %i, %r8 : index
        %place = arith.addi %row, %j : index
        %number = arith.index_cast %place : index to i32
        %times = arith.muli %number, %k7 : i32
        %rest = arith.remsi %times, %k101 : i32
        %signed = arith.subi %rest, %k50 : i32
        %value = arith.sitofp %signed : i32 to f64
        memref.store %value, %c[%i, %j] : memref<8x8xf64>
      }
    }
    gpu.launch_func @k::@product blocks in (%c1, %c1, %c1) threads in (%c32, %c1, %c1)
        args(%a : memref<8x4xf64>, %b : memref<4x8xf64>, %c : memref<8x8xf64>, %d : memref<8x8xf64>)
    memref.dealloc %a : memref<8x4xf64>
    memref.dealloc %b : memref<4x8xf64>
    memref.dealloc %c : memref<8x8xf64>
    return %d : memref<8x8xf64>
  }
}

// OUT: result 0: memref<8x8xf64>
// OUT:   [[14393.0 -334.0 7027.0 5101.0 -9626.0 10536.0 -4191.0 3170.0]
// OUT:    [9737.0 13083.0 1369.0 -19632.0 -16286.0 10654.0 14000.0 2185.0]
// OUT:    [4729.0 -458.0 5148.0 1467.0 -3720.0 3392.0 -1795.0 3811.0]
// OUT:    [7603.0 7186.0 -19586.0 7356.0 6939.0 7425.0 7008.0 -19764.0]
// OUT:    [-4935.0 -582.0 3269.0 -2167.0 2186.0 -3752.0 601.0 4452.0]
// OUT:    [-14109.0 -18289.0 2882.0 14766.0 10485.0 -15281.0 -19461.0 1710.0]
// OUT:    [-14599.0 -706.0 1390.0 -5801.0 8092.0 -10896.0 2997.0 5093.0]
// OUT:    [7602.0 -341.0 5671.0 2497.0 -5446.0 5436.0 -2507.0 3606.0]]
// OUT: kernels=4 launches=4 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// Then each element is squared; the second factor is read by its columns.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @product(%a: memref<8x4xf64>, %b: memref<8x4xf64>, %c: memref<8x8xf64>, %d: memref<8x8xf64>) kernel
        attributes {known_block_size = array<i32: 32, 1, 1>} {
      %c0 = arith.constant 0 : index
      %x = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 4 : index}
          : memref<8x4xf64> -> !gpu.mma_matrix<8x4xf64, "AOp">
      %y = gpu.subgroup_mma_load_matrix %b[%c0, %c0] {leadDimension = 4 : index, transpose}
          : memref<8x4xf64> -> !gpu.mma_matrix<4x8xf64, "BOp">
      %z = gpu.subgroup_mma_load_matrix %c[%c0, %c0] {leadDimension = 8 : index}
          : memref<8x8xf64> -> !gpu.mma_matrix<8x8xf64, "COp">
      %r = gpu.subgroup_mma_compute %x, %y, %z
          : !gpu.mma_matrix<8x4xf64, "AOp">, !gpu.mma_matrix<4x8xf64, "BOp"> -> !gpu.mma_matrix<8x8xf64, "COp">
      %s = gpu.subgroup_mma_elementwise mulf %r, %r
          : (!gpu.mma_matrix<8x8xf64, "COp">, !gpu.mma_matrix<8x8xf64, "COp">) -> !gpu.mma_matrix<8x8xf64, "COp">
      gpu.subgroup_mma_store_matrix %s, %d[%c0, %c0] {leadDimension = 8 : index}
          : !gpu.mma_matrix<8x8xf64, "COp">, memref<8x8xf64>
      gpu.return
    }
  }
  func.func @main() -> memref<8x8xf64> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %none = arith.constant 0 : i32
    %r4 = arith.constant 4 : index
    %r8 = arith.constant 8 : index
    %k37 = arith.constant 37 : i32
    %k53 = arith.constant 53 : i32
    %k101 = arith.constant 101 : i32
    %k251 = arith.constant 251 : i32
    %k125 = arith.constant 125 : i32
    %k50 = arith.constant 50 : i32
    %k7 = arith.constant 7 : i32
    %k3 = arith.constant 3 : i32
    %a = memref.alloc() : memref<8x4xf64>
    %b = memref.alloc() : memref<8x4xf64>
    %c = memref.alloc() : memref<8x8xf64>
    %d = memref.alloc() : memref<8x8xf64>
    scf.for %i = %c0 to %r8 step %c1 {
      scf.for %j = %c0 to %r4 step %c1 {
        %row = arith.muli %i, %r4 : index
        %place = arith.addi %row, %j : index
        %number = arith.index_cast %place : index to i32
        %times = arith.muli %number, %k37 : i32
        %rest = arith.remsi %times, %k251 : i32
        %signed = arith.subi %rest, %k125 : i32
        %value = arith.sitofp %signed : i32 to f64
        memref.store %value, %a[%i, %j] : memref<8x4xf64>
      }
    }
    scf.for %i = %c0 to %r8 step %c1 {
      scf.for %j = %c0 to %r4 step %c1 {
        %row = arith.muli %i, %r4 : index
        %place = arith.addi %row, %j : index
        %number = arith.index_cast %place : index to i32
        %times = arith.muli %number, %k53 : i32
        %rest = arith.remsi %times, %k251 : i32
        %signed = arith.subi %rest, %k125 : i32
        %value = arith.sitofp %signed : i32 to f64
        memref.store %value, %b[%i, %j] : memref<8x4xf64>
      }
    }
    scf.for %i = %c0 to %r8 step %c1 {
      scf.for %j = %c0 to %r8 step %c1 {
        %row = arith.muli %i, %r8 : index
        %place = arith.addi %row, %j : index
        %number = arith.index_cast %place : index to i32
        %times = arith.muli %number, %k7 : i32
        %rest = arith.remsi %times, %k101 : i32
        %signed = arith.subi %rest, %k50 : i32
        %value = arith.sitofp %signed : i32 to f64
        memref.store %value, %c[%i, %j] : memref<8x8xf64>
      }
    }
    gpu.launch_func @k::@product blocks in (%c1, %c1, %c1) threads in (%c32, %c1, %c1)
        args(%a : memref<8x4xf64>, %b : memref<8x4xf64>, %c : memref<8x8xf64>, %d : memref<8x8xf64>)
    memref.dealloc %a : memref<8x4xf64>
    memref.dealloc %b : memref<8x4xf64>
    memref.dealloc %c : memref<8x8xf64>
    return %d : memref<8x8xf64>
  }
}

// OUT: result 0: memref<8x8xf64>
// OUT:   [[501939216.0 3526884.0 87628321.0 127983969.0 215296.0 47210641.0 313998400.0 7873636.0]
// OUT:    [169260100.0 93837969.0 8543929.0 616032400.0 500416900.0 89245809.0 141538609.0 75255625.0]
// OUT:    [202350625.0 4104676.0 80820100.0 44448889.0 8054244.0 76947984.0 158785201.0 13322500.0]
// OUT:    [269616400.0 935089.0 764024881.0 361201.0 846400.0 286760356.0 276058225.0 595984.0]
// OUT:    [36554116.0 35164900.0 74287161.0 4084441.0 27164944.0 113912929.0 55980324.0 20196036.0]
// OUT:    [42601729.0 621205776.0 7080921.0 106399225.0 53699584.0 121374289.0 62869041.0 553284484.0]
// OUT:    [4549689.0 96707556.0 68029504.0 6890625.0 57547396.0 158105476.0 5583769.0 28494244.0]
// OUT:    [277855561.0 667489.0 83119689.0 64464841.0 4717584.0 67289209.0 197683600.0 11737476.0]]
// OUT: kernels=3 launches=3 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// Bytes with a sign.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @product(%a: memref<16x16xi8>, %b: memref<16x16xi8>, %c: memref<16x16xi32>, %d: memref<16x16xi32>) kernel
        attributes {known_block_size = array<i32: 32, 1, 1>} {
      %c0 = arith.constant 0 : index
      %x = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 16 : index}
          : memref<16x16xi8> -> !gpu.mma_matrix<16x16xsi8, "AOp">
      %y = gpu.subgroup_mma_load_matrix %b[%c0, %c0] {leadDimension = 16 : index}
          : memref<16x16xi8> -> !gpu.mma_matrix<16x16xsi8, "BOp">
      %z = gpu.subgroup_mma_load_matrix %c[%c0, %c0] {leadDimension = 16 : index}
          : memref<16x16xi32> -> !gpu.mma_matrix<16x16xi32, "COp">
      %r = gpu.subgroup_mma_compute %x, %y, %z
          : !gpu.mma_matrix<16x16xsi8, "AOp">, !gpu.mma_matrix<16x16xsi8, "BOp"> -> !gpu.mma_matrix<16x16xi32, "COp">
      gpu.subgroup_mma_store_matrix %r, %d[%c0, %c0] {leadDimension = 16 : index}
          : !gpu.mma_matrix<16x16xi32, "COp">, memref<16x16xi32>
      gpu.return
    }
  }
  func.func @main() -> memref<16x16xi32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %none = arith.constant 0 : i32
    %r16 = arith.constant 16 : index
    %k37 = arith.constant 37 : i32
    %k53 = arith.constant 53 : i32
    %k101 = arith.constant 101 : i32
    %k251 = arith.constant 251 : i32
    %k125 = arith.constant 125 : i32
    %k50 = arith.constant 50 : i32
    %k7 = arith.constant 7 : i32
    %k3 = arith.constant 3 : i32
    %a = memref.alloc() : memref<16x16xi8>
    %b = memref.alloc() : memref<16x16xi8>
    %c = memref.alloc() : memref<16x16xi32>
    %d = memref.alloc() : memref<16x16xi32>
    scf.for %i = %c0 to %r16 step %c1 {
      scf.for %j = %c0 to %r16 step %c1 {
        %row = arith.muli %i, %r16 : index
        %place = arith.addi %row, %j : index
        %number = arith.index_cast %place : index to i32
        %times = arith.muli %number, %k37 : i32
        %rest = arith.remsi %times, %k251 : i32
        %signed = arith.subi %rest, %k125 : i32
        %value = arith.trunci %signed : i32 to i8
        memref.store %value, %a[%i, %j] : memref<16x16xi8>
      }
    }
    scf.for %i = %c0 to %r16 step %c1 {
      scf.for %j = %c0 to %r16 step %c1 {
        %row = arith.muli %i, %r16 : index
        %place = arith.addi %row, %j : index
        %number = arith.index_cast %place : index to i32
        %times = arith.muli %number, %k53 : i32
        %rest = arith.remsi %times, %k251 : i32
        %signed = arith.subi %rest, %k125 : i32
        %value = arith.trunci %signed : i32 to i8
        memref.store %value, %b[%i, %j] : memref<16x16xi8>
      }
    }
    scf.for %i = %c0 to %r16 step %c1 {
      scf.for %j = %c0 to %r16 step %c1 {
        %row = arith.muli %i, %r16 : index
        %place = arith.addi %row, %j : index
        %number = arith.index_cast %place : index to i32
        %times = arith.muli %number, %k7 : i32
        %rest = arith.remsi %times, %k101 : i32
        %signed = arith.subi %rest, %k50 : i32
        %value = arith.subi %signed, %none : i32
        memref.store %value, %c[%i, %j] : memref<16x16xi32>
      }
    }
    gpu.launch_func @k::@product blocks in (%c1, %c1, %c1) threads in (%c32, %c1, %c1)
        args(%a : memref<16x16xi8>, %b : memref<16x16xi8>, %c : memref<16x16xi32>, %d : memref<16x16xi32>)
    memref.dealloc %a : memref<16x16xi8>
    memref.dealloc %b : memref<16x16xi8>
    memref.dealloc %c : memref<16x16xi32>
    return %d : memref<16x16xi32>
  }
}

// OUT: result 0: memref<16x16xi32>
// OUT:   count=256 min=-43078 max=38823 sum=69776.0 first=33712
// OUT: kernels=2 launches=2 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// Bytes without a sign, read by columns, and the result with the other sign.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @product(%a: memref<16x16xi8>, %b: memref<16x16xi8>, %c: memref<16x16xi32>, %d: memref<16x16xi32>) kernel
        attributes {known_block_size = array<i32: 32, 1, 1>} {
      %c0 = arith.constant 0 : index
      %x = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 16 : index, transpose}
          : memref<16x16xi8> -> !gpu.mma_matrix<16x16xui8, "AOp">
      %y = gpu.subgroup_mma_load_matrix %b[%c0, %c0] {leadDimension = 16 : index}
          : memref<16x16xi8> -> !gpu.mma_matrix<16x16xui8, "BOp">
      %z = gpu.subgroup_mma_load_matrix %c[%c0, %c0] {leadDimension = 16 : index}
          : memref<16x16xi32> -> !gpu.mma_matrix<16x16xi32, "COp">
      %r = gpu.subgroup_mma_compute %x, %y, %z
          : !gpu.mma_matrix<16x16xui8, "AOp">, !gpu.mma_matrix<16x16xui8, "BOp"> -> !gpu.mma_matrix<16x16xi32, "COp">
      %s = gpu.subgroup_mma_elementwise negates %r
          : (!gpu.mma_matrix<16x16xi32, "COp">) -> !gpu.mma_matrix<16x16xi32, "COp">
      gpu.subgroup_mma_store_matrix %s, %d[%c0, %c0] {leadDimension = 16 : index}
          : !gpu.mma_matrix<16x16xi32, "COp">, memref<16x16xi32>
      gpu.return
    }
  }
  func.func @main() -> memref<16x16xi32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %none = arith.constant 0 : i32
    %r16 = arith.constant 16 : index
    %k37 = arith.constant 37 : i32
    %k53 = arith.constant 53 : i32
    %k101 = arith.constant 101 : i32
    %k251 = arith.constant 251 : i32
    %k125 = arith.constant 125 : i32
    %k50 = arith.constant 50 : i32
    %k7 = arith.constant 7 : i32
    %k3 = arith.constant 3 : i32
    %a = memref.alloc() : memref<16x16xi8>
    %b = memref.alloc() : memref<16x16xi8>
    %c = memref.alloc() : memref<16x16xi32>
    %d = memref.alloc() : memref<16x16xi32>
    scf.for %i = %c0 to %r16 step %c1 {
      scf.for %j = %c0 to %r16 step %c1 {
        %row = arith.muli %i, %r16 : index
        %place = arith.addi %row, %j : index
        %number = arith.index_cast %place : index to i32
        %times = arith.muli %number, %k37 : i32
        %rest = arith.remsi %times, %k251 : i32
        %signed = arith.subi %rest, %k125 : i32
        %value = arith.trunci %signed : i32 to i8
        memref.store %value, %a[%i, %j] : memref<16x16xi8>
      }
    }
    scf.for %i = %c0 to %r16 step %c1 {
      scf.for %j = %c0 to %r16 step %c1 {
        %row = arith.muli %i, %r16 : index
        %place = arith.addi %row, %j : index
        %number = arith.index_cast %place : index to i32
        %times = arith.muli %number, %k53 : i32
        %rest = arith.remsi %times, %k251 : i32
        %signed = arith.subi %rest, %k125 : i32
        %value = arith.trunci %signed : i32 to i8
        memref.store %value, %b[%i, %j] : memref<16x16xi8>
      }
    }
    scf.for %i = %c0 to %r16 step %c1 {
      scf.for %j = %c0 to %r16 step %c1 {
        %row = arith.muli %i, %r16 : index
        %place = arith.addi %row, %j : index
        %number = arith.index_cast %place : index to i32
        %times = arith.muli %number, %k7 : i32
        %rest = arith.remsi %times, %k101 : i32
        %signed = arith.subi %rest, %k50 : i32
        %value = arith.subi %signed, %none : i32
        memref.store %value, %c[%i, %j] : memref<16x16xi32>
      }
    }
    gpu.launch_func @k::@product blocks in (%c1, %c1, %c1) threads in (%c32, %c1, %c1)
        args(%a : memref<16x16xi8>, %b : memref<16x16xi8>, %c : memref<16x16xi32>, %d : memref<16x16xi32>)
    memref.dealloc %a : memref<16x16xi8>
    memref.dealloc %b : memref<16x16xi8>
    memref.dealloc %c : memref<16x16xi32>
    return %d : memref<16x16xi32>
  }
}

// OUT: result 0: memref<16x16xi32>
// OUT:   count=256 min=-360680 max=-186381 sum=-66970748.0 first=-259708
// OUT: kernels=2 launches=2 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// A tall shape.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @product(%a: memref<32x16xi8>, %b: memref<16x8xi8>, %c: memref<32x8xi32>, %d: memref<32x8xi32>) kernel
        attributes {known_block_size = array<i32: 32, 1, 1>} {
      %c0 = arith.constant 0 : index
      %x = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 16 : index}
          : memref<32x16xi8> -> !gpu.mma_matrix<32x16xsi8, "AOp">
      %y = gpu.subgroup_mma_load_matrix %b[%c0, %c0] {leadDimension = 8 : index}
          : memref<16x8xi8> -> !gpu.mma_matrix<16x8xsi8, "BOp">
      %z = gpu.subgroup_mma_load_matrix %c[%c0, %c0] {leadDimension = 8 : index}
          : memref<32x8xi32> -> !gpu.mma_matrix<32x8xi32, "COp">
      %r = gpu.subgroup_mma_compute %x, %y, %z
          : !gpu.mma_matrix<32x16xsi8, "AOp">, !gpu.mma_matrix<16x8xsi8, "BOp"> -> !gpu.mma_matrix<32x8xi32, "COp">
      gpu.subgroup_mma_store_matrix %r, %d[%c0, %c0] {leadDimension = 8 : index}
          : !gpu.mma_matrix<32x8xi32, "COp">, memref<32x8xi32>
      gpu.return
    }
  }
  func.func @main() -> memref<32x8xi32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %none = arith.constant 0 : i32
    %r8 = arith.constant 8 : index
    %r16 = arith.constant 16 : index
    %r32 = arith.constant 32 : index
    %k37 = arith.constant 37 : i32
    %k53 = arith.constant 53 : i32
    %k101 = arith.constant 101 : i32
    %k251 = arith.constant 251 : i32
    %k125 = arith.constant 125 : i32
    %k50 = arith.constant 50 : i32
    %k7 = arith.constant 7 : i32
    %k3 = arith.constant 3 : i32
    %a = memref.alloc() : memref<32x16xi8>
    %b = memref.alloc() : memref<16x8xi8>
    %c = memref.alloc() : memref<32x8xi32>
    %d = memref.alloc() : memref<32x8xi32>
    scf.for %i = %c0 to %r32 step %c1 {
      scf.for %j = %c0 to %r16 step %c1 {
        %row = arith.muli %i, %r16 : index
        %place = arith.addi %row, %j : index
        %number = arith.index_cast %place : index to i32
        %times = arith.muli %number, %k37 : i32
        %rest = arith.remsi %times, %k251 : i32
        %signed = arith.subi %rest, %k125 : i32
        %value = arith.trunci %signed : i32 to i8
        memref.store %value, %a[%i, %j] : memref<32x16xi8>
      }
    }
    scf.for %i = %c0 to %r16 step %c1 {
      scf.for %j = %c0 to %r8 step %c1 {
        %row = arith.muli %i, %r8 : index
        %place = arith.addi %row, %j : index
        %number = arith.index_cast %place : index to i32
        %times = arith.muli %number, %k53 : i32
        %rest = arith.remsi %times, %k251 : i32
        %signed = arith.subi %rest, %k125 : i32
        %value = arith.trunci %signed : i32 to i8
        memref.store %value, %b[%i, %j] : memref<16x8xi8>
      }
    }
    scf.for %i = %c0 to %r32 step %c1 {
      scf.for %j = %c0 to %r8 step %c1 {
        %row = arith.muli %i, %r8 : index
        %place = arith.addi %row, %j : index
        %number = arith.index_cast %place : index to i32
        %times = arith.muli %number, %k7 : i32
        %rest = arith.remsi %times, %k101 : i32
        %signed = arith.subi %rest, %k50 : i32
        %value = arith.subi %signed, %none : i32
        memref.store %value, %c[%i, %j] : memref<32x8xi32>
      }
    }
    gpu.launch_func @k::@product blocks in (%c1, %c1, %c1) threads in (%c32, %c1, %c1)
        args(%a : memref<32x16xi8>, %b : memref<16x8xi8>, %c : memref<32x8xi32>, %d : memref<32x8xi32>)
    memref.dealloc %a : memref<32x16xi8>
    memref.dealloc %b : memref<16x8xi8>
    memref.dealloc %c : memref<32x8xi32>
    return %d : memref<32x8xi32>
  }
}

// OUT: result 0: memref<32x8xi32>
// OUT:   count=256 min=-56273 max=40693 sum=121522.0 first=6648
// OUT: kernels=4 launches=4 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// A wide shape, whose second factor is read by columns.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @product(%a: memref<8x16xi8>, %b: memref<32x16xi8>, %c: memref<8x32xi32>, %d: memref<8x32xi32>) kernel
        attributes {known_block_size = array<i32: 32, 1, 1>} {
      %c0 = arith.constant 0 : index
      %x = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 16 : index}
          : memref<8x16xi8> -> !gpu.mma_matrix<8x16xui8, "AOp">
      %y = gpu.subgroup_mma_load_matrix %b[%c0, %c0] {leadDimension = 16 : index, transpose}
          : memref<32x16xi8> -> !gpu.mma_matrix<16x32xui8, "BOp">
      %z = gpu.subgroup_mma_load_matrix %c[%c0, %c0] {leadDimension = 32 : index}
          : memref<8x32xi32> -> !gpu.mma_matrix<8x32xi32, "COp">
      %r = gpu.subgroup_mma_compute %x, %y, %z
          : !gpu.mma_matrix<8x16xui8, "AOp">, !gpu.mma_matrix<16x32xui8, "BOp"> -> !gpu.mma_matrix<8x32xi32, "COp">
      gpu.subgroup_mma_store_matrix %r, %d[%c0, %c0] {leadDimension = 32 : index}
          : !gpu.mma_matrix<8x32xi32, "COp">, memref<8x32xi32>
      gpu.return
    }
  }
  func.func @main() -> memref<8x32xi32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %none = arith.constant 0 : i32
    %r8 = arith.constant 8 : index
    %r16 = arith.constant 16 : index
    %r32 = arith.constant 32 : index
    %k37 = arith.constant 37 : i32
    %k53 = arith.constant 53 : i32
    %k101 = arith.constant 101 : i32
    %k251 = arith.constant 251 : i32
    %k125 = arith.constant 125 : i32
    %k50 = arith.constant 50 : i32
    %k7 = arith.constant 7 : i32
    %k3 = arith.constant 3 : i32
    %a = memref.alloc() : memref<8x16xi8>
    %b = memref.alloc() : memref<32x16xi8>
    %c = memref.alloc() : memref<8x32xi32>
    %d = memref.alloc() : memref<8x32xi32>
    scf.for %i = %c0 to %r8 step %c1 {
      scf.for %j = %c0 to %r16 step %c1 {
        %row = arith.muli %i, %r16 : index
        %place = arith.addi %row, %j : index
        %number = arith.index_cast %place : index to i32
        %times = arith.muli %number, %k37 : i32
        %rest = arith.remsi %times, %k251 : i32
        %signed = arith.subi %rest, %k125 : i32
        %value = arith.trunci %signed : i32 to i8
        memref.store %value, %a[%i, %j] : memref<8x16xi8>
      }
    }
    scf.for %i = %c0 to %r32 step %c1 {
      scf.for %j = %c0 to %r16 step %c1 {
        %row = arith.muli %i, %r16 : index
        %place = arith.addi %row, %j : index
        %number = arith.index_cast %place : index to i32
        %times = arith.muli %number, %k53 : i32
        %rest = arith.remsi %times, %k251 : i32
        %signed = arith.subi %rest, %k125 : i32
        %value = arith.trunci %signed : i32 to i8
        memref.store %value, %b[%i, %j] : memref<32x16xi8>
      }
    }
    scf.for %i = %c0 to %r8 step %c1 {
      scf.for %j = %c0 to %r32 step %c1 {
        %row = arith.muli %i, %r32 : index
        %place = arith.addi %row, %j : index
        %number = arith.index_cast %place : index to i32
        %times = arith.muli %number, %k7 : i32
        %rest = arith.remsi %times, %k101 : i32
        %signed = arith.subi %rest, %k50 : i32
        %value = arith.subi %signed, %none : i32
        memref.store %value, %c[%i, %j] : memref<8x32xi32>
      }
    }
    gpu.launch_func @k::@product blocks in (%c1, %c1, %c1) threads in (%c32, %c1, %c1)
        args(%a : memref<8x16xi8>, %b : memref<32x16xi8>, %c : memref<8x32xi32>, %d : memref<8x32xi32>)
    memref.dealloc %a : memref<8x16xi8>
    memref.dealloc %b : memref<32x16xi8>
    memref.dealloc %c : memref<8x32xi32>
    return %d : memref<8x32xi32>
  }
}

// OUT: result 0: memref<8x32xi32>
// OUT:   count=256 min=189812 max=341508 sum=66397310.0 first=301774
// OUT: kernels=4 launches=4 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// Numbers of 16 bits in a wide shape.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @product(%a: memref<8x16xf16>, %b: memref<16x32xf16>, %c: memref<8x32xf16>, %d: memref<8x32xf16>) kernel
        attributes {known_block_size = array<i32: 32, 1, 1>} {
      %c0 = arith.constant 0 : index
      %x = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 16 : index}
          : memref<8x16xf16> -> !gpu.mma_matrix<8x16xf16, "AOp">
      %y = gpu.subgroup_mma_load_matrix %b[%c0, %c0] {leadDimension = 32 : index}
          : memref<16x32xf16> -> !gpu.mma_matrix<16x32xf16, "BOp">
      %z = gpu.subgroup_mma_load_matrix %c[%c0, %c0] {leadDimension = 32 : index}
          : memref<8x32xf16> -> !gpu.mma_matrix<8x32xf16, "COp">
      %r = gpu.subgroup_mma_compute %x, %y, %z
          : !gpu.mma_matrix<8x16xf16, "AOp">, !gpu.mma_matrix<16x32xf16, "BOp"> -> !gpu.mma_matrix<8x32xf16, "COp">
      gpu.subgroup_mma_store_matrix %r, %d[%c0, %c0] {leadDimension = 32 : index}
          : !gpu.mma_matrix<8x32xf16, "COp">, memref<8x32xf16>
      gpu.return
    }
  }
  func.func @main() -> memref<8x32xf16> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %none = arith.constant 0 : i32
    %r8 = arith.constant 8 : index
    %r16 = arith.constant 16 : index
    %r32 = arith.constant 32 : index
    %k37 = arith.constant 37 : i32
    %k53 = arith.constant 53 : i32
    %k101 = arith.constant 101 : i32
    %k251 = arith.constant 251 : i32
    %k125 = arith.constant 125 : i32
    %k50 = arith.constant 50 : i32
    %k7 = arith.constant 7 : i32
    %k3 = arith.constant 3 : i32
    %a = memref.alloc() : memref<8x16xf16>
    %b = memref.alloc() : memref<16x32xf16>
    %c = memref.alloc() : memref<8x32xf16>
    %d = memref.alloc() : memref<8x32xf16>
    scf.for %i = %c0 to %r8 step %c1 {
      scf.for %j = %c0 to %r16 step %c1 {
        %row = arith.muli %i, %r16 : index
        %place = arith.addi %row, %j : index
        %number = arith.index_cast %place : index to i32
        %times = arith.muli %number, %k37 : i32
        %rest = arith.remsi %times, %k7 : i32
        %signed = arith.subi %rest, %k3 : i32
        %value = arith.sitofp %signed : i32 to f16
        memref.store %value, %a[%i, %j] : memref<8x16xf16>
      }
    }
    scf.for %i = %c0 to %r16 step %c1 {
      scf.for %j = %c0 to %r32 step %c1 {
        %row = arith.muli %i, %r32 : index
        %place = arith.addi %row, %j : index
        %number = arith.index_cast %place : index to i32
        %times = arith.muli %number, %k53 : i32
        %rest = arith.remsi %times, %k7 : i32
        %signed = arith.subi %rest, %k3 : i32
        %value = arith.sitofp %signed : i32 to f16
        memref.store %value, %b[%i, %j] : memref<16x32xf16>
      }
    }
    scf.for %i = %c0 to %r8 step %c1 {
      scf.for %j = %c0 to %r32 step %c1 {
        %row = arith.muli %i, %r32 : index
        %place = arith.addi %row, %j : index
        %number = arith.index_cast %place : index to i32
        %times = arith.muli %number, %k7 : i32
        %rest = arith.remsi %times, %k101 : i32
        %signed = arith.subi %rest, %k50 : i32
        %value = arith.sitofp %signed : i32 to f16
        memref.store %value, %c[%i, %j] : memref<8x32xf16>
      }
    }
    gpu.launch_func @k::@product blocks in (%c1, %c1, %c1) threads in (%c32, %c1, %c1)
        args(%a : memref<8x16xf16>, %b : memref<16x32xf16>, %c : memref<8x32xf16>, %d : memref<8x32xf16>)
    memref.dealloc %a : memref<8x16xf16>
    memref.dealloc %b : memref<16x32xf16>
    memref.dealloc %c : memref<8x32xf16>
    return %d : memref<8x32xf16>
  }
}

// OUT: result 0: memref<8x32xf16>
// OUT:   count=256 min=-83.0 max=115.0 sum=-122.0 first=16.0
// OUT: kernels=4 launches=4 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// A factor that is loaded with 'transpose' and multiplied with 'a_transpose' is transposed once. Sums in f16 are rounded
// once: the last element is 16 * 15 * 15 = 3600, which steps in f16 would miss.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @product(%m: memref<16x16xf16>, %r: memref<16x16xf16>) kernel
        attributes {known_block_size = array<i32: 32, 1, 1>} {
      %c0 = arith.constant 0 : index
      %zero = arith.constant 0.0 : f16
      %x = gpu.subgroup_mma_load_matrix %m[%c0, %c0] {leadDimension = 16 : index, transpose}
          : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
      %y = gpu.subgroup_mma_load_matrix %m[%c0, %c0] {leadDimension = 16 : index}
          : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "BOp">
      %z = gpu.subgroup_mma_constant_matrix %zero : !gpu.mma_matrix<16x16xf16, "COp">
      %p = gpu.subgroup_mma_compute %x, %y, %z {a_transpose}
          : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp">
      gpu.subgroup_mma_store_matrix %p, %r[%c0, %c0] {leadDimension = 16 : index}
          : !gpu.mma_matrix<16x16xf16, "COp">, memref<16x16xf16>
      gpu.return
    }
  }
  func.func @main() -> (f16, f16, f16) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c11 = arith.constant 11 : index
    %c15 = arith.constant 15 : index
    %c16 = arith.constant 16 : index
    %c32 = arith.constant 32 : index
    %m = memref.alloc() : memref<16x16xf16>
    %r = memref.alloc() : memref<16x16xf16>
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        %n = arith.index_cast %j : index to i32
        %f = arith.sitofp %n : i32 to f16
        memref.store %f, %m[%i, %j] : memref<16x16xf16>
      }
    }
    gpu.launch_func @k::@product blocks in (%c1, %c1, %c1) threads in (%c32, %c1, %c1)
        args(%m : memref<16x16xf16>, %r : memref<16x16xf16>)
    %first = memref.load %r[%c1, %c15] : memref<16x16xf16>
    %odd = memref.load %r[%c11, %c15] : memref<16x16xf16>
    %last = memref.load %r[%c15, %c15] : memref<16x16xf16>
    memref.dealloc %m : memref<16x16xf16>
    memref.dealloc %r : memref<16x16xf16>
    return %first, %odd, %last : f16, f16, f16
  }
}

// OUT: result 0: f16 = 240.0
// OUT: result 1: f16 = 2640.0
// OUT: result 2: f16 = 3600.0
// OUT: kernels=2 launches=2 streams=1 waits=0 records=0 host_syncs=1 leaks=0
