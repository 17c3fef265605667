// RUN: run --device=cpu,interp

// Lines and tiles of memory, whose ends are padding and are not written.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @tiles(%a: memref<6x8xf32>, %b: memref<?x?xf32>, %lines: memref<64xf16>) kernel {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c2 = arith.constant 2 : index
      %c4 = arith.constant 4 : index
      %pad = arith.constant -1.0 : f32
      %r = arith.muli %t, %c2 : index
      %x = vector.load %a[%r, %c4] : memref<6x8xf32>, vector<2x4xf32>
      %y = vector.transfer_read %b[%r, %c2], %pad : memref<?x?xf32>, vector<2x4xf32>
      %low = arith.subi %c0, %c2 : index
      %z = vector.transfer_read %b[%low, %t], %pad {in_bounds = [false, true], permutation_map = affine_map<(i, j) -> (i, 0)>} : memref<?x?xf32>, vector<4x2xf32>
      %zt = vector.transpose %z, [1, 0] : vector<4x2xf32> to vector<2x4xf32>
      %s = arith.addf %x, %y : vector<2x4xf32>
      %u = vector.fma %s, %zt, %x : vector<2x4xf32>
      gpu.barrier
      vector.transfer_write %u, %b[%r, %c2] : vector<2x4xf32>, memref<?x?xf32>
      vector.store %s, %a[%r, %c0] : memref<6x8xf32>, vector<2x4xf32>
      %c16 = arith.constant 16 : index
      %at = arith.muli %t, %c16 : index
      %h = vector.load %lines[%at] : memref<64xf16>, vector<6xf16>
      %half = arith.constant dense<[0.5, 1.5, 2.5, 3.5, 4.5, 5.5]> : vector<6xf16>
      %p = arith.mulf %h, %half : vector<6xf16>
      %q = arith.subf %p, %h : vector<6xf16>
      vector.store %q, %lines[%at] : memref<64xf16>, vector<6xf16>
      gpu.return
    }
  }
  func.func @main(%a: memref<6x8xf32> {warpline.input = "iota:1"}, %b: memref<5x7xf32> {warpline.input = "iota:1"},
      %lines: memref<64xf16> {warpline.input = "iota:1"}) {
    %one = arith.constant 1 : index
    %n = arith.constant 3 : index
    %any = memref.cast %b : memref<5x7xf32> to memref<?x?xf32>
    gpu.launch_func @k::@tiles blocks in (%one, %one, %one) threads in (%n, %one, %one)
      args(%a : memref<6x8xf32>, %any : memref<?x?xf32>, %lines : memref<64xf16>)
    return
  }
}

// OUT: argument 0: memref<6x8xf32>
// OUT:   [[8.0 10.0 12.0 14.0 5.0 6.0 7.0 8.0]
// OUT:    [23.0 25.0 27.0 29.0 13.0 14.0 15.0 16.0]
// OUT:    [38.0 40.0 42.0 44.0 21.0 22.0 23.0 24.0]
// OUT:    [53.0 55.0 57.0 59.0 29.0 30.0 31.0 32.0]
// OUT:    [68.0 70.0 72.0 74.0 37.0 38.0 39.0 40.0]
// OUT:    [44.0 45.0 46.0 47.0 45.0 46.0 47.0 48.0]]
// OUT: argument 1: memref<5x7xf32>
// OUT:   [[1.0 2.0 -3.0 -4.0 19.0 120.0 7.0]
// OUT:    [8.0 9.0 -10.0 -11.0 42.0 248.0 14.0]
// OUT:    [15.0 16.0 -17.0 -18.0 107.0 420.0 21.0]
// OUT:    [22.0 23.0 -24.0 -25.0 145.0 563.0 28.0]
// OUT:    [29.0 30.0 -31.0 -32.0 255.0 780.0 35.0]]
// OUT: argument 2: memref<64xf16>
// OUT:   count=64 min=-16.5 max=171.0 sum=2483.5 first=-0.5
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// Masks, gathers and scatters, and neighbours that a mask packs.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @masks(%a: memref<16xi32>, %out: memref<4x8xi32>, %n: index) kernel {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %n0 = arith.constant -9 : i32
      %limit = arith.addi %n, %t : index
      %pass = arith.constant dense<[-1, -2, -3, -4]> : vector<4xi32>
      %where = arith.constant dense<[5, -1, 3, 1]> : vector<4xi32>
      %mask = vector.create_mask %limit : vector<4xi1>
      %known = vector.constant_mask [3] : vector<4xi1>
      %both = arith.xori %mask, %known : vector<4xi1>
      %x = vector.maskedload %a[%t], %both, %pass : memref<16xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
      %y = vector.gather %a[%c1] [%where], %mask, %pass : memref<16xi32>, vector<4xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
      %z = vector.expandload %a[%t], %both, %pass : memref<16xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
      %s = arith.addi %x, %y : vector<4xi32>
      %r = vector.mask %mask { vector.reduction <add>, %s : vector<4xi32> into i32 } : vector<4xi1> -> i32
      %rv = vector.broadcast %r : i32 to vector<4xi32>
      %k = vector.mask %known, %rv { vector.transfer_read %a[%c0], %n0 {in_bounds = [true]} : memref<16xi32>, vector<4xi32> } : vector<4xi1> -> vector<4xi32>
      vector.maskedstore %out[%t, %c0], %mask, %s : memref<4x8xi32>, vector<4xi1>, vector<4xi32>
      vector.compressstore %out[%t, %c1], %both, %z : memref<4x8xi32>, vector<4xi1>, vector<4xi32>
      %c4 = arith.constant 4 : index
      vector.store %k, %out[%t, %c4] : memref<4x8xi32>, vector<4xi32>
      %c12 = arith.constant 12 : index
      %end = arith.addi %t, %c12 : index
      memref.store %r, %a[%end] : memref<16xi32>
      vector.scatter %out[%t, %c4] [%where], %both, %rv : memref<4x8xi32>, vector<4xi32>, vector<4xi1>, vector<4xi32>
      gpu.return
    }
  }
  func.func @main(%a: memref<16xi32> {warpline.input = "iota:1"}, %out: memref<4x8xi32> {warpline.input = "0"}) {
    %one = arith.constant 1 : index
    %n = arith.constant 3 : index
    gpu.launch_func @k::@masks blocks in (%one, %one, %one) threads in (%n, %one, %one)
      args(%a : memref<16xi32>, %out : memref<4x8xi32>, %one : index)
    return
  }
}

// OUT: argument 0: memref<16xi32> = [1 2 3 4 5 6 7 8 9 10 11 12 6 5 7 16]
// OUT: argument 1: memref<4x8xi32>
// OUT:   [[6 1 2 6 1 2 3 6]
// OUT:    [6 2 0 0 1 2 3 5]
// OUT:    [6 -1 2 0 1 2 3 7]
// OUT:    [0 0 0 0 0 0 0 0]]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// Elements that move, by known positions and by those of a thread; and the same bits as other elements.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @moves(%a: memref<2x4xf32>, %out: memref<4x12xf32>, %bits: memref<4x4xi32>) kernel {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c4 = arith.constant 4 : index
      %c8 = arith.constant 8 : index
      %m = vector.load %a[%c0, %c0] : memref<2x4xf32>, vector<2x4xf32>
      %column = vector.extract_strided_slice %m {offsets = [0, 1], sizes = [2, 2], strides = [1, 1]} : vector<2x4xf32> to vector<2x2xf32>
      %turned = vector.transpose %column, [1, 0] : vector<2x2xf32> to vector<2x2xf32>
      %w = vector.insert_strided_slice %turned, %m {offsets = [0, 2], strides = [1, 1]} : vector<2x2xf32> into vector<2x4xf32>
      %row = vector.extract %w[1] : vector<4xf32> from vector<2x4xf32>
      %one = vector.extract %row[%t] : f32 from vector<4xf32>
      %x = vector.insert %one, %row[%c0] : f32 into vector<4xf32>
      %y = vector.insert %one, %x[%t] : f32 into vector<4xf32>
      vector.store %y, %out[%t, %c0] : memref<4x12xf32>, vector<4xf32>
      %s = vector.shuffle %x, %y [0, 5, 2, 7] : vector<4xf32>, vector<4xf32>
      vector.store %s, %out[%t, %c4] : memref<4x12xf32>, vector<4xf32>
      %e, %o = vector.deinterleave %s : vector<4xf32> -> vector<2xf32>
      %i = vector.interleave %o, %e : vector<2xf32> -> vector<4xf32>
      vector.store %i, %out[%t, %c8] : memref<4x12xf32>, vector<4xf32>
      %b = vector.bitcast %i : vector<4xf32> to vector<8xi16>
      %c = vector.bitcast %b : vector<8xi16> to vector<2xi64>
      %d = vector.bitcast %c : vector<2xi64> to vector<8xf16>
      %f = vector.bitcast %d : vector<8xf16> to vector<4xi32>
      vector.store %f, %bits[%t, %c0] : memref<4x4xi32>, vector<4xi32>
      gpu.barrier
      memref.store %one, %a[%c0, %t] : memref<2x4xf32>
      gpu.return
    }
  }
  func.func @main(%a: memref<2x4xf32> {warpline.input = "iota:1"}, %out: memref<4x12xf32> {warpline.input = "0"},
      %bits: memref<4x4xi32> {warpline.input = "0"}) {
    %one = arith.constant 1 : index
    %n = arith.constant 4 : index
    gpu.launch_func @k::@moves blocks in (%one, %one, %one) threads in (%n, %one, %one)
      args(%a : memref<2x4xf32>, %out : memref<4x12xf32>, %bits : memref<4x4xi32>)
    return
  }
}

// OUT: argument 0: memref<2x4xf32>
// OUT:   [[5.0 6.0 3.0 7.0]
// OUT:    [5.0 6.0 7.0 8.0]]
// OUT: argument 1: memref<4x12xf32>
// OUT:   [[5.0 6.0 3.0 7.0 5.0 6.0 3.0 7.0 6.0 5.0 7.0 3.0]
// OUT:    [6.0 6.0 3.0 7.0 6.0 6.0 3.0 7.0 6.0 6.0 7.0 3.0]
// OUT:    [3.0 6.0 3.0 7.0 3.0 6.0 3.0 7.0 6.0 3.0 7.0 3.0]
// OUT:    [7.0 6.0 3.0 7.0 7.0 6.0 3.0 7.0 6.0 7.0 7.0 3.0]]
// OUT: argument 2: memref<4x4xi32>
// OUT:   [[1086324736 1084227584 1088421888 1077936128]
// OUT:    [1086324736 1086324736 1088421888 1077936128]
// OUT:    [1086324736 1077936128 1088421888 1077936128]
// OUT:    [1086324736 1088421888 1088421888 1077936128]]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// Sums, products and scans, and vectors that loops and branches pass on.
#left = affine_map<(i, j, k) -> (i, k)>
#right = affine_map<(i, j, k) -> (k, j)>
#sum = affine_map<(i, j, k) -> (i, j)>
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @sums(%a: memref<4x4xf32>, %h: memref<4x4xf16>, %out: memref<4x8xf32>, %bytes: memref<4x4xf8E4M3FN>) kernel {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c4 = arith.constant 4 : index
      %m = vector.load %a[%c0, %c0] : memref<4x4xf32>, vector<2x2xf32>
      %n = vector.load %h[%t, %c0] : memref<4x4xf16>, vector<2xf16>
      %l = arith.extf %n : vector<2xf16> to vector<2xf32>
      %p = vector.outerproduct %l, %l, %m : vector<2xf32>, vector<2xf32>
      %q = vector.contract {indexing_maps = [#left, #right, #sum], iterator_types = ["parallel", "parallel", "reduction"],
        kind = #vector.kind<add>} %m, %p, %m : vector<2x2xf32>, vector<2x2xf32> into vector<2x2xf32>
      %init = arith.constant dense<[1.0, 2.0]> : vector<2xf32>
      %r = scf.for %k = %c0 to %t step %c1 iter_args(%acc = %init) -> vector<2xf32> {
        %row = vector.extract %q[%c1] : vector<2xf32> from vector<2x2xf32>
        %next = arith.addf %acc, %row : vector<2xf32>
        scf.yield %next : vector<2xf32>
      }
      %is_odd = arith.index_cast %t : index to i1
      %s = scf.if %is_odd -> vector<2xf32> {
        scf.yield %r : vector<2xf32>
      } else {
        %neg = arith.negf %r : vector<2xf32>
        scf.yield %neg : vector<2xf32>
      }
      vector.store %s, %out[%t, %c0] : memref<4x8xf32>, vector<2xf32>
      %d:2 = vector.scan <add>, %q, %s {inclusive = true, reduction_dim = 1 : i64} : vector<2x2xf32>, vector<2xf32>
      vector.store %d#1, %out[%t, %c2] : memref<4x8xf32>, vector<2xf32>
      %flat = vector.shape_cast %d#0 : vector<2x2xf32> to vector<4xf32>
      vector.store %flat, %out[%t, %c4] : memref<4x8xf32>, vector<4xf32>
      %small = vector.load %bytes[%t, %c0] : memref<4x4xf8E4M3FN>, vector<4xf8E4M3FN>
      %wide = arith.extf %small : vector<4xf8E4M3FN> to vector<4xf32>
      %max = arith.maximumf %wide, %flat : vector<4xf32>
      %again = arith.truncf %max : vector<4xf32> to vector<4xf8E4M3FN>
      vector.store %again, %bytes[%t, %c0] : memref<4x4xf8E4M3FN>, vector<4xf8E4M3FN>
      %last = vector.reduction <maximumf>, %s : vector<2xf32> into f32
      memref.store %last, %a[%t, %c2] : memref<4x4xf32>
      vector.store %n, %h[%t, %c2] : memref<4x4xf16>, vector<2xf16>
      gpu.return
    }
  }
  func.func @main(%a: memref<4x4xf32> {warpline.input = "iota:1"}, %h: memref<4x4xf16> {warpline.input = "iota:1"},
      %out: memref<4x8xf32> {warpline.input = "0"}, %bytes: memref<4x4xf8E4M3FN> {warpline.input = "1"}) {
    %one = arith.constant 1 : index
    %n = arith.constant 4 : index
    gpu.launch_func @k::@sums blocks in (%one, %one, %one) threads in (%n, %one, %one)
      args(%a : memref<4x4xf32>, %h : memref<4x4xf16>, %out : memref<4x8xf32>, %bytes : memref<4x4xf8E4M3FN>)
    return
  }
}

// OUT: argument 0: memref<4x4xf32>
// OUT:   [[1.0 2.0 -1.0 4.0]
// OUT:    [5.0 6.0 420.0 8.0]
// OUT:    [9.0 10.0 -1971.0 12.0]
// OUT:    [13.0 14.0 6416.0 16.0]]
// OUT: argument 1: memref<4x4xf16>
// OUT:   [[1.0 2.0 1.0 2.0]
// OUT:    [5.0 6.0 5.0 6.0]
// OUT:    [9.0 10.0 9.0 10.0]
// OUT:    [13.0 14.0 13.0 14.0]]
// OUT: argument 2: memref<4x8xf32>
// OUT:   [[-1.0 -2.0 43.0 143.0 17.0 43.0 57.0 143.0]
// OUT:    [346.0 420.0 215.0 763.0 97.0 215.0 345.0 763.0]
// OUT:    [-1971.0 -2206.0 579.0 2087.0 273.0 579.0 985.0 2087.0]
// OUT:    [5932.0 6416.0 1135.0 4115.0 545.0 1135.0 1977.0 4115.0]]
// OUT: argument 3: memref<4x4xf8E4M3FN>
// OUT:   [[16.0 44.0 56.0 144.0]
// OUT:    [96.0 208.0 352.0 NaN]
// OUT:    [288.0 NaN NaN NaN]
// OUT:    [NaN NaN NaN NaN]]
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
