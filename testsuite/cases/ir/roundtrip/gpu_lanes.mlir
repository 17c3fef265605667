// RUN: roundtrip --allow-unregistered-dialect

func.func @host() {
  %place = gpu.lane_id
  %bound = gpu.lane_id upper_bound 64
  return
}

// OUT: module {
// OUT:   func.func @host() {
// OUT:     %0 = gpu.lane_id
// OUT:     %1 = gpu.lane_id upper_bound 64
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host() {
  %id = gpu.subgroup_id : index
  %bounded = gpu.subgroup_id upper_bound 8 : index
  return
}

// OUT: module {
// OUT:   func.func @host() {
// OUT:     %0 = gpu.subgroup_id : index
// OUT:     %1 = gpu.subgroup_id upper_bound 8 : index
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host() {
  %count = gpu.num_subgroups : index
  %bounded = gpu.num_subgroups upper_bound 16 : index
  return
}

// OUT: module {
// OUT:   func.func @host() {
// OUT:     %0 = gpu.num_subgroups : index
// OUT:     %1 = gpu.num_subgroups upper_bound 16 : index
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host() {
  %size = gpu.subgroup_size : index
  %bounded = gpu.subgroup_size upper_bound 32 : index
  return
}

// OUT: module {
// OUT:   func.func @host() {
// OUT:     %0 = gpu.subgroup_size : index
// OUT:     %1 = gpu.subgroup_size upper_bound 32 : index
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%lane: i32, %x: f32, %n: i32, %v: vector<4xf16>) {
  %a, %took_part = gpu.shuffle xor %x, %lane, %n : f32
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: i32, %arg1: f32, %arg2: i32, %arg3: vector<4xf16>) {
// OUT:     %shuffleResult, %valid = gpu.shuffle  xor %arg1, %arg0, %arg2 : f32
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%lane: i32, %x: f32, %n: i32, %v: vector<4xf16>) {
  %a, %b = gpu.shuffle up %v, %lane, %n : vector<4xf16>
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: i32, %arg1: f32, %arg2: i32, %arg3: vector<4xf16>) {
// OUT:     %shuffleResult, %valid = gpu.shuffle  up %arg3, %arg0, %arg2 : vector<4xf16>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%lane: i32, %x: f32, %n: i32, %v: vector<4xf16>) {
  %a, %b = gpu.shuffle down %n, %lane, %n : i32
  %c, %d = gpu.shuffle idx %n, %lane, %n {t.mark} : i32
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: i32, %arg1: f32, %arg2: i32, %arg3: vector<4xf16>) {
// OUT:     %shuffleResult, %valid = gpu.shuffle  down %arg2, %arg0, %arg2 : i32
// OUT:     %shuffleResult_0, %valid_1 = gpu.shuffle  idx %arg2, %arg0, %arg2 {t.mark} : i32
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%lane: i32, %x: f32, %n: i32, %v: vector<4xf16>) {
  %a, %b = gpu.rotate %x, 3, 8 : f32
  %c, %d = gpu.rotate %v, 0, 1 : vector<4xf16>
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: i32, %arg1: f32, %arg2: i32, %arg3: vector<4xf16>) {
// OUT:     %rotateResult, %valid = gpu.rotate %arg1, 3, 8 : f32
// OUT:     %rotateResult_0, %valid_1 = gpu.rotate %arg3, 0, 1 : vector<4xf16>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%lane: i32, %x: f32, %n: i32, %v: vector<4xf16>) {
  %a = gpu.subgroup_broadcast %x, first_active_lane : f32
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: i32, %arg1: f32, %arg2: i32, %arg3: vector<4xf16>) {
// OUT:     %0 = gpu.subgroup_broadcast %arg1,  first_active_lane : f32
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%lane: i32, %x: f32, %n: i32, %v: vector<4xf16>) {
  %a = gpu.subgroup_broadcast %v, specific_lane %lane : vector<4xf16>
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: i32, %arg1: f32, %arg2: i32, %arg3: vector<4xf16>) {
// OUT:     %0 = gpu.subgroup_broadcast %arg3,  specific_lane %arg0 : vector<4xf16>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%lane: i32, %x: f32, %n: i32, %v: vector<4xf16>) {
  %a = gpu.subgroup_reduce add %x : (f32) -> f32
  %b = gpu.subgroup_reduce minnumf %v : (vector<4xf16>) -> vector<4xf16>
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: i32, %arg1: f32, %arg2: i32, %arg3: vector<4xf16>) {
// OUT:     %0 = gpu.subgroup_reduce  add %arg1 : (f32) -> f32
// OUT:     %1 = gpu.subgroup_reduce  minnumf %arg3 : (vector<4xf16>) -> vector<4xf16>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%lane: i32, %x: f32, %n: i32, %v: vector<4xf16>) {
  %a = gpu.subgroup_reduce xor %n uniform : (i32) -> i32
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: i32, %arg1: f32, %arg2: i32, %arg3: vector<4xf16>) {
// OUT:     %0 = gpu.subgroup_reduce  xor %arg2 uniform : (i32) -> i32
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%lane: i32, %x: f32, %n: i32, %v: vector<4xf16>) {
  %a = gpu.subgroup_reduce maxsi %n cluster(size = 8) : (i32) -> i32
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: i32, %arg1: f32, %arg2: i32, %arg3: vector<4xf16>) {
// OUT:     %0 = gpu.subgroup_reduce  maxsi %arg2 cluster(size = 8) : (i32) -> i32
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%lane: i32, %x: f32, %n: i32, %v: vector<4xf16>) {
  %a = gpu.subgroup_reduce mul %x uniform cluster(size = 4, stride = 2) {t.mark} : (f32) -> f32
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: i32, %arg1: f32, %arg2: i32, %arg3: vector<4xf16>) {
// OUT:     %0 = gpu.subgroup_reduce  mul %arg1 uniform cluster(size = 4, stride = 2) {t.mark} : (f32) -> f32
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%lane: i32, %x: f32, %n: i32, %v: vector<4xf16>) {
  %a = gpu.subgroup_reduce mul %x cluster(size = 4, stride = 1) : (f32) -> f32
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: i32, %arg1: f32, %arg2: i32, %arg3: vector<4xf16>) {
// OUT:     %0 = gpu.subgroup_reduce  mul %arg1 cluster(size = 4) : (f32) -> f32
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%lane: i32, %x: f32, %n: i32, %v: vector<4xf16>) {
  %a = gpu.all_reduce add %x {} : (f32) -> f32
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: i32, %arg1: f32, %arg2: i32, %arg3: vector<4xf16>) {
// OUT:     %0 = gpu.all_reduce  add %arg1 {
// OUT:     } : (f32) -> f32
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%lane: i32, %x: f32, %n: i32, %v: vector<4xf16>) {
  %a = gpu.all_reduce maximumf %x uniform {} {t.mark} : (f32) -> f32
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: i32, %arg1: f32, %arg2: i32, %arg3: vector<4xf16>) {
// OUT:     %0 = gpu.all_reduce  maximumf %arg1 uniform {
// OUT:     } {t.mark} : (f32) -> f32
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%lane: i32, %x: f32, %n: i32, %v: vector<4xf16>) {
  %a = gpu.all_reduce %n {
  ^bb0(%left: i32, %right: i32):
    %both = arith.andi %left, %right : i32
    gpu.yield %both : i32
  } : (i32) -> i32
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: i32, %arg1: f32, %arg2: i32, %arg3: vector<4xf16>) {
// OUT:     %0 = gpu.all_reduce  %arg2 {
// OUT:     ^bb0(%arg4: i32, %arg5: i32):
// OUT:       %1 = arith.andi %arg4, %arg5 : i32
// OUT:       gpu.yield %1 : i32
// OUT:     } : (i32) -> i32
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%lane: i32, %x: f32, %n: i32, %v: vector<4xf16>) {
  %a = gpu.all_reduce %n uniform {
  ^bb0(%left: i32, %right: i32):
    cf.br ^end(%left : i32)
  ^end(%last: i32):
    gpu.yield %last : i32
  } : (i32) -> i32
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: i32, %arg1: f32, %arg2: i32, %arg3: vector<4xf16>) {
// OUT:     %0 = gpu.all_reduce  %arg2 uniform {
// OUT:     ^bb0(%arg4: i32, %arg5: i32):
// OUT:       cf.br ^bb1(%arg4 : i32)
// OUT:     ^bb1(%1: i32):  // pred: ^bb0
// OUT:       gpu.yield %1 : i32
// OUT:     } : (i32) -> i32
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%lane: i32, %x: f32, %n: i32, %v: vector<4xf16>) {
  gpu.printf "nothing"
  gpu.printf "%d\n", %n : i32
  gpu.printf "%f %d" {t.mark}, %x, %n : f32, i32
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: i32, %arg1: f32, %arg2: i32, %arg3: vector<4xf16>) {
// OUT:     gpu.printf "nothing"
// OUT:     gpu.printf "%d\0A", %arg2 : i32
// OUT:     gpu.printf "%f %d" {t.mark}, %arg1, %arg2 : f32, i32
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host() {
  gpu.barrier
  gpu.barrier {t.mark}
  return
}

// OUT: module {
// OUT:   func.func @host() {
// OUT:     gpu.barrier
// OUT:     gpu.barrier {t.mark}
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host() {
  %bytes = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
  return
}

// OUT: module {
// OUT:   func.func @host() {
// OUT:     %0 = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
// OUT:     return
// OUT:   }
// OUT: }
