// RUN: warpline opt - --gpu-place-buffers "--gpu-schedule=max-streams=2 joins=true" --verify-schedule=print=true -o /dev/null --diagnostics=short

// The host waits at the head of the loop for what a branch in it needs, too; the branch waits no second time.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @set(%p0: memref<16xi32>, %c: i32) kernel {
      %i = gpu.thread_id x
      memref.store %c, %p0[%i] : memref<16xi32>
      gpu.return
    }
    gpu.func @add_to(%p0: memref<16xi32>, %p1: memref<16xi32>) kernel {
      gpu.return
    }
    gpu.func @scale_odd(%p0: memref<8xi32, strided<[2], offset: 1>>, %c: i32) kernel {
      gpu.return
    }
    gpu.func @count(%p0: memref<8xi32, strided<[1], offset: 0>>, %c: i32) kernel {
      gpu.return
    }
    gpu.func @flip_first(%p0: memref<16xi32>, %c: i32) kernel {
      %t = gpu.thread_id x
      %b = gpu.block_id x
      %d = gpu.block_dim x
      %m = arith.muli %b, %d : index
      %i = arith.addi %m, %t : index
      %k3 = arith.constant 5 : index
      %lt = arith.cmpi ult, %i, %k3 : index
      scf.if %lt {
      %x = memref.load %p0[%i] : memref<16xi32>
      %y = arith.xori %x, %c : i32
      memref.store %y, %p0[%i] : memref<16xi32>
      }
      gpu.return
    }
    gpu.func @scatter(%p0: memref<16xi32>, %p1: memref<16xi32>) kernel {
      gpu.return
    }
    gpu.func @copy(%p0: memref<16xi32>, %p1: memref<16xi32>) kernel {
      gpu.return
    }
    gpu.func @lower_half(%p0: memref<16xi32>, %c: i32, %lo: index) kernel {
      gpu.return
    }
    gpu.func @scale(%p0: memref<16xi32>, %c: i32) kernel {
      gpu.return
    }
    gpu.func @shift(%p0: memref<16xi32>, %p1: memref<16xi32>) kernel {
      gpu.return
    }
    gpu.func @add_odd(%p0: memref<8xi32, strided<[2], offset: 1>>, %p1: memref<8xi32, strided<[1], offset: 3>>) kernel {
      %t = gpu.thread_id x
      %b = gpu.block_id x
      %d = gpu.block_dim x
      %m = arith.muli %b, %d : index
      %i = arith.addi %m, %t : index
      %x = memref.load %p0[%i] : memref<8xi32, strided<[2], offset: 1>>
      gpu.return
    }
    gpu.func @scatter_max(%p0: memref<8xi32, strided<[1], offset: 8>>, %p1: memref<8xi32, strided<[1], offset: 4>>) kernel {
      %t = gpu.thread_id x
      %b = gpu.block_id x
      %d = gpu.block_dim x
      %m = arith.muli %b, %d : index
      %i = arith.addi %m, %t : index
      %x = memref.load %p0[%i] : memref<8xi32, strided<[1], offset: 8>>
      %mk = arith.constant 7 : i32
      %y = arith.andi %x, %mk : i32
      %j = arith.index_cast %y : i32 to index
      %z = memref.atomic_rmw maxs %x, %p1[%j] : (i32, memref<8xi32, strided<[1], offset: 4>>) -> i32
      gpu.return
    }
    gpu.func @set_part(%p0: memref<8xi32, strided<[1], offset: ?>>, %c: i32) kernel {
      gpu.return
    }
  }
  func.func @main(%arg1: memref<16xi32>, %n: index, %p: i1, %q: i1) -> (memref<16xi32>, memref<16xi32>, memref<16xi32>, memref<16xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %k0 = arith.constant 0 : i32
    %log = memref.alloc() : memref<16xi32>
    %b2, %t_1 = gpu.alloc async () : memref<16xi32>
    %k_2 = arith.constant -4 : i32
    %t_3 = gpu.launch_func async [%t_1] @k::@set blocks in (%c1, %c1, %c1) threads in (%c16, %c1, %c1) args(%b2 : memref<16xi32>, %k_2 : i32)
    %b3 = memref.alloc() : memref<16xi32>
    %k_4 = arith.constant -2 : i32
    %t_5 = gpu.launch_func async @k::@set blocks in (%c2, %c1, %c1) threads in (%c8, %c1, %c1) args(%b3 : memref<16xi32>, %k_4 : i32)
    %i_8 = arith.constant 5 : index
    %x_6 = memref.load %arg1[%i_8] : memref<16xi32>
    %x_7 = arith.cmpi sgt, %x_6, %k0 : i32
    scf.if %x_7 {
      %t_9 = gpu.launch_func async [%t_3] @k::@add_to blocks in (%c4, %c1, %c1) threads in (%c4, %c1, %c1) args(%b2 : memref<16xi32>, %arg1 : memref<16xi32>)
      gpu.wait [%t_9]
      %s_10 = memref.subview %b2[1] [8] [2] : memref<16xi32> to memref<8xi32, strided<[2], offset: 1>>
      %k_11 = arith.constant -1 : i32
      %t_12 = gpu.launch_func async [%t_3] @k::@scale_odd blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%s_10 : memref<8xi32, strided<[2], offset: 1>>, %k_11 : i32)
      %s_13 = memref.subview %b3[0] [8] [1] : memref<16xi32> to memref<8xi32, strided<[1], offset: 0>>
      %k_14 = arith.constant -5 : i32
      %t_15 = gpu.launch_func async [%t_5, %t_12] @k::@count blocks in (%c4, %c1, %c1) threads in (%c2, %c1, %c1) args(%s_13 : memref<8xi32, strided<[1], offset: 0>>, %k_14 : i32)
    }
    %k_16 = arith.constant -6 : i32
    %t_17 = gpu.launch_func async [%t_3] @k::@flip_first blocks in (%c1, %c1, %c1) threads in (%c16, %c1, %c1) args(%b2 : memref<16xi32>, %k_16 : i32)
    %j_18 = gpu.wait async [%t_5, %t_17]
    %t_19 = gpu.launch_func async [%j_18] @k::@scatter blocks in (%c1, %c1, %c1) threads in (%c16, %c1, %c1) args(%b3 : memref<16xi32>, %b2 : memref<16xi32>)
    %m4, %t_20 = gpu.alloc async () : memref<16xi32>
    %k_21 = arith.constant 4 : i32
    %t_22 = gpu.launch_func async [%t_20] @k::@set blocks in (%c2, %c1, %c1) threads in (%c8, %c1, %c1) args(%m4 : memref<16xi32>, %k_21 : i32)
    %t_23 = gpu.dealloc async [%t_22] %m4 : memref<16xi32>
    %t_24 = gpu.launch_func async [%t_5, %t_19] @k::@copy blocks in (%c2, %c1, %c1) threads in (%c8, %c1, %c1) args(%b3 : memref<16xi32>, %b3 : memref<16xi32>)
    %k_25 = arith.constant -2 : i32
    %t_26 = gpu.launch_func async [%t_17, %t_19] @k::@lower_half blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%b2 : memref<16xi32>, %k_25 : i32, %c0 : index)
    %w_27 = scf.while (%i_28 = %c0) : (index) -> index {
      %k_29 = arith.constant 4 : i32
      %t_30 = gpu.launch_func async [%t_26] @k::@scale blocks in (%c2, %c1, %c1) threads in (%c8, %c1, %c1) args(%b2 : memref<16xi32>, %k_29 : i32)
      %l_31 = arith.cmpi slt, %i_28, %c1 : index
      scf.condition(%l_31) %i_28 : index
    } do {
    ^bb0(%iv5: index):
      %j_32 = gpu.wait async [%t_23, %t_24, %t_26]
      %i_35 = arith.constant 7 : index
      %x_33 = memref.load %arg1[%i_35] : memref<16xi32>
      %x_34 = arith.cmpi sgt, %x_33, %k0 : i32
      %t_36 = scf.if %x_34 -> (!gpu.async.token) {
        %t_37 = gpu.launch_func async [%j_32] @k::@shift blocks in (%c4, %c1, %c1) threads in (%c4, %c1, %c1) args(%b3 : memref<16xi32>, %b2 : memref<16xi32>)
        %s_38 = memref.subview %arg1[1] [8] [2] : memref<16xi32> to memref<8xi32, strided<[2], offset: 1>>
        %s_39 = memref.subview %b2[3] [8] [1] : memref<16xi32> to memref<8xi32, strided<[1], offset: 3>>
        %t_40 = gpu.launch_func async [%t_37] @k::@add_odd blocks in (%c2, %c1, %c1) threads in (%c4, %c1, %c1) args(%s_38 : memref<8xi32, strided<[2], offset: 1>>, %s_39 : memref<8xi32, strided<[1], offset: 3>>)
        %s_41 = memref.subview %arg1[8] [8] [1] : memref<16xi32> to memref<8xi32, strided<[1], offset: 8>>
        %s_42 = memref.subview %b3[4] [8] [1] : memref<16xi32> to memref<8xi32, strided<[1], offset: 4>>
        %t_43 = gpu.launch_func async [%j_32, %t_37] @k::@scatter_max blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%s_41 : memref<8xi32, strided<[1], offset: 8>>, %s_42 : memref<8xi32, strided<[1], offset: 4>>)
        %j_44 = gpu.wait async [%j_32, %t_40, %t_43]
        scf.yield %j_44 : !gpu.async.token
      } else {
        %k_45 = arith.constant 7 : i32
        %t_46 = gpu.launch_func async [%j_32] @k::@flip_first blocks in (%c4, %c1, %c1) threads in (%c4, %c1, %c1) args(%b3 : memref<16xi32>, %k_45 : i32)
        %t_47 = gpu.memcpy async [%j_32] %arg1, %b2 : memref<16xi32>, memref<16xi32>
        %s_48 = memref.subview %arg1[%iv5] [8] [1] : memref<16xi32> to memref<8xi32, strided<[1], offset: ?>>
        %k_49 = arith.constant 7 : i32
        %t_50 = gpu.launch_func async [%t_47] @k::@set_part blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%s_48 : memref<8xi32, strided<[1], offset: ?>>, %k_49 : i32)
        %j_51 = gpu.wait async [%j_32, %t_46, %t_47, %t_50]
        scf.yield %j_51 : !gpu.async.token
      }
      gpu.wait [%t_36]
      %i_52 = arith.addi %iv5, %c1 : index
      scf.yield %i_52 : index
    }
    %o_53 = memref.alloc() : memref<16xi32>
    return %log, %b3, %o_53, %arg1 : memref<16xi32>, memref<16xi32>, memref<16xi32>, memref<16xi32>
  }
}

// OUT: stderr:
// OUT: host_wait_covers_branch.mlir:76:3: remark[verify-schedule]: @main: race proved: device operations 20, streams 2, event slots 3
// OUT: host_wait_covers_branch.mlir:76:3: remark[verify-schedule]: @main: lifetime proved: allocations 2, freed by nothing 1
// OUT: host_wait_covers_branch.mlir:76:3: remark[verify-schedule]: @main: leases proved: streams 2, event slots 3
// OUT: host_wait_covers_branch.mlir:76:3: remark[verify-schedule]: @main: return proved: returns 1
// OUT: host_wait_covers_branch.mlir:76:3: remark[verify-schedule]: @main: deadlock proved: one thread issues, and every wait names what was issued before it
// OUT: host_wait_covers_branch.mlir:76:3: remark[verify-schedule]: @main: minimal proved: waits 11
// OUT: host_wait_covers_branch.mlir:85:17: warning[W0204]: nothing frees this buffer, and it does not escape: it leaks when the function returns
// OUT: host_wait_covers_branch.mlir:102:15: warning[W0201]: token-never-waited: nothing waits for this token; the work is complete at the end of the function
// OUT: host_wait_covers_branch.mlir:117:15: warning[W0201]: token-never-waited: nothing waits for this token; the work is complete at the end of the function
// OUT: host_wait_covers_branch.mlir:139:17: warning[W0201]: unordered-conflict: this uses the same memory as earlier work that its tokens do not wait for; they run in program order
