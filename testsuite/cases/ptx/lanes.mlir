// RUN: compile --target=sm_75 --emit=ptx
// RUN: compile --target=sm_80 --emit=ptx

gpu.module @kernels {
  gpu.func @shuffles(%x: f64, %i: i32, %m: memref<1xf64>) kernel {
    %c0 = arith.constant 0 : index
    %four = arith.constant 4 : i32
    %width = arith.constant 32 : i32
    %a, %valid = gpu.shuffle xor %x, %four, %width : f64
    %b, %known = gpu.rotate %a, 3, 16 : f64
    %c = gpu.subgroup_broadcast %b, first_active_lane : f64
    memref.store %c, %m[%c0] : memref<1xf64>
    gpu.return
  }
}
// -----

// Full subgroups: five steps, or one instruction where the chip has it.
gpu.module @kernels {
  gpu.func @reduce(%m: memref<64xi32>, %n: memref<64xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %x = memref.load %m[%t] : memref<64xi32>
    %sum = gpu.subgroup_reduce add %x : (i32) -> i32
    memref.store %sum, %m[%t] : memref<64xi32>
    %y = memref.load %n[%t] : memref<64xf32>
    %most = gpu.subgroup_reduce maximumf %y cluster(size = 8) : (f32) -> f32
    memref.store %most, %n[%t] : memref<64xf32>
    gpu.return
  }
}
// -----

// Over the block, which need not be full.
gpu.module @kernels {
  gpu.func @block(%m: memref<40xf32>) kernel attributes {known_block_size = array<i32: 40, 1, 1>} {
    %t = gpu.thread_id x
    %x = memref.load %m[%t] : memref<40xf32>
    %sum = gpu.all_reduce add %x {} : (f32) -> f32
    memref.store %sum, %m[%t] : memref<40xf32>
    gpu.return
  }
}
