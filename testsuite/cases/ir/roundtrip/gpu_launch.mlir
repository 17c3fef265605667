// RUN: roundtrip --allow-unregistered-dialect

func.func @host(%n: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    gpu.terminator
  }
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: index) {
// OUT:     gpu.launch blocks(%arg1, %arg2, %arg3) in (%arg7 = %arg0, %arg8 = %arg0, %arg9 = %arg0) threads(%arg4, %arg5, %arg6) in (%arg10 = %arg0, %arg11 = %arg0, %arg12 = %arg0) {
// OUT:       gpu.terminator
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%n: index) {
  gpu.launch clusters(%cx, %cy, %cz) in (%dx = %n, %dy = %n, %dz = %n) blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    gpu.terminator
  }
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: index) {
// OUT:     gpu.launch clusters(%arg13, %arg14, %arg15) in (%arg16 = %arg0, %arg17 = %arg0, %arg18 = %arg0) blocks(%arg1, %arg2, %arg3) in (%arg7 = %arg0, %arg8 = %arg0, %arg9 = %arg0) threads(%arg4, %arg5, %arg6) in (%arg10 = %arg0, %arg11 = %arg0, %arg12 = %arg0) {
// OUT:       gpu.terminator
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%n: index, %bytes: i32) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) dynamic_shared_memory_size %bytes module(@device) function(@work) {
    gpu.terminator
  } {t.mark}
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: index, %arg1: i32) {
// OUT:     gpu.launch blocks(%arg2, %arg3, %arg4) in (%arg8 = %arg0, %arg9 = %arg0, %arg10 = %arg0) threads(%arg5, %arg6, %arg7) in (%arg11 = %arg0, %arg12 = %arg0, %arg13 = %arg0) dynamic_shared_memory_size %arg1 module(@device) function(@work) {
// OUT:       gpu.terminator
// OUT:     } {t.mark}
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%n: index, %t: !gpu.async.token) {
  %done = gpu.launch async [%t, %t] blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    gpu.terminator
  }
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: index, %arg1: !gpu.async.token) {
// OUT:     %0 = gpu.launch async [%arg1, %arg1] blocks(%arg2, %arg3, %arg4) in (%arg8 = %arg0, %arg9 = %arg0, %arg10 = %arg0) threads(%arg5, %arg6, %arg7) in (%arg11 = %arg0, %arg12 = %arg0, %arg13 = %arg0) {
// OUT:       gpu.terminator
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%n: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) workgroup(%w : memref<4xf32, #gpu.address_space<workgroup>>, %v : memref<2xi8, 3>) private(%p : memref<1xf32, 5>) {
    gpu.terminator
  }
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: index) {
// OUT:     gpu.launch blocks(%arg1, %arg2, %arg3) in (%arg7 = %arg0, %arg8 = %arg0, %arg9 = %arg0) threads(%arg4, %arg5, %arg6) in (%arg10 = %arg0, %arg11 = %arg0, %arg12 = %arg0) workgroup(%arg13 : memref<4xf32, #gpu.address_space<workgroup>>, %arg14 : memref<2xi8, 3>) private(%arg15 : memref<1xf32, 5>) {
// OUT:       gpu.terminator
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%n: index) {
  gpu.launch clusters(%cx, %cy, %cz) in (%dx = %n, %dy = %n, %dz = %n) blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) private(%p : memref<1xf32, #gpu.address_space<private>>) {
    "t.use"(%cx, %dx, %bx, %p) : (index, index, index, memref<1xf32, #gpu.address_space<private>>) -> ()
    cf.br ^end
  ^end:
    gpu.terminator
  }
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: index) {
// OUT:     gpu.launch clusters(%arg13, %arg14, %arg15) in (%arg16 = %arg0, %arg17 = %arg0, %arg18 = %arg0) blocks(%arg1, %arg2, %arg3) in (%arg7 = %arg0, %arg8 = %arg0, %arg9 = %arg0) threads(%arg4, %arg5, %arg6) in (%arg10 = %arg0, %arg11 = %arg0, %arg12 = %arg0) private(%arg19 : memref<1xf32, #gpu.address_space<private>>) {
// OUT:       "t.use"(%arg13, %arg16, %arg1, %arg19) : (index, index, index, memref<1xf32, #gpu.address_space<private>>) -> ()
// OUT:       cf.br ^bb1
// OUT:     ^bb1:  // pred: ^bb0
// OUT:       gpu.terminator
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

module attributes {gpu.container_module} {
  gpu.module @device {
    gpu.func @work(%x: f32) kernel {
      gpu.return
    }
  }
  func.func @host(%n: index, %x: f32, %small: i32, %wide: i64, %t: !gpu.async.token) {
    gpu.launch_func @device::@work blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%x : f32)
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @device {
// OUT:     gpu.func @work(%arg0: f32) kernel {
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @host(%arg0: index, %arg1: f32, %arg2: i32, %arg3: i64, %arg4: !gpu.async.token) {
// OUT:     gpu.launch_func  @device::@work blocks in (%arg0, %arg0, %arg0) threads in (%arg0, %arg0, %arg0)  args(%arg1 : f32)
// OUT:     return
// OUT:   }
// OUT: }
// -----

module attributes {gpu.container_module} {
  gpu.module @device {
    gpu.func @work(%x: f32) kernel {
      gpu.return
    }
  }
  func.func @host(%n: index, %x: f32, %small: i32, %wide: i64, %t: !gpu.async.token) {
    gpu.launch_func @device::@work blocks in (%small, %small, %small) threads in (%small, %small, %small) : i32 args(%x : f32)
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @device {
// OUT:     gpu.func @work(%arg0: f32) kernel {
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @host(%arg0: index, %arg1: f32, %arg2: i32, %arg3: i64, %arg4: !gpu.async.token) {
// OUT:     gpu.launch_func  @device::@work blocks in (%arg2, %arg2, %arg2) threads in (%arg2, %arg2, %arg2) : i32 args(%arg1 : f32)
// OUT:     return
// OUT:   }
// OUT: }
// -----

module attributes {gpu.container_module} {
  gpu.module @device {
    gpu.func @work(%x: f32) kernel {
      gpu.return
    }
  }
  func.func @host(%n: index, %x: f32, %small: i32, %wide: i64, %t: !gpu.async.token) {
    gpu.launch_func @device::@work clusters in (%wide, %wide, %wide) blocks in (%wide, %wide, %wide) threads in (%wide, %wide, %wide) : i64 dynamic_shared_memory_size %small args(%x : f32) {t.mark}
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @device {
// OUT:     gpu.func @work(%arg0: f32) kernel {
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @host(%arg0: index, %arg1: f32, %arg2: i32, %arg3: i64, %arg4: !gpu.async.token) {
// OUT:     gpu.launch_func  @device::@work clusters in (%arg3, %arg3, %arg3) blocks in (%arg3, %arg3, %arg3) threads in (%arg3, %arg3, %arg3) : i64 dynamic_shared_memory_size %arg2 args(%arg1 : f32) {t.mark}
// OUT:     return
// OUT:   }
// OUT: }
// -----

module attributes {gpu.container_module} {
  gpu.module @device {
    gpu.func @work(%x: f32) kernel {
      gpu.return
    }
  }
  func.func @host(%n: index, %x: f32, %small: i32, %wide: i64, %t: !gpu.async.token) {
    gpu.launch_func <%t : !gpu.async.token> @device::@work blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%x : f32)
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @device {
// OUT:     gpu.func @work(%arg0: f32) kernel {
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @host(%arg0: index, %arg1: f32, %arg2: i32, %arg3: i64, %arg4: !gpu.async.token) {
// OUT:     gpu.launch_func <%arg4 : !gpu.async.token> @device::@work blocks in (%arg0, %arg0, %arg0) threads in (%arg0, %arg0, %arg0)  args(%arg1 : f32)
// OUT:     return
// OUT:   }
// OUT: }
// -----

module attributes {gpu.container_module} {
  gpu.module @device {
    gpu.func @work(%x: f32) kernel {
      gpu.return
    }
  }
  func.func @host(%n: index, %x: f32, %small: i32, %wide: i64, %t: !gpu.async.token) {
    %a = gpu.launch_func async [%t] @device::@work blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%x : f32)
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @device {
// OUT:     gpu.func @work(%arg0: f32) kernel {
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @host(%arg0: index, %arg1: f32, %arg2: i32, %arg3: i64, %arg4: !gpu.async.token) {
// OUT:     %0 = gpu.launch_func async [%arg4] @device::@work blocks in (%arg0, %arg0, %arg0) threads in (%arg0, %arg0, %arg0)  args(%arg1 : f32)
// OUT:     return
// OUT:   }
// OUT: }
// -----

gpu.module @device <#gpu.select_object<#nvvm.target>> [#nvvm.target, #rocdl.target<chip = "gfx90a">] attributes {t.mark = 1 : i32} {}

// OUT: module {
// OUT:   gpu.module @device<#gpu.select_object<#nvvm.target>> [#nvvm.target, #rocdl.target<chip = "gfx90a">] attributes {t.mark = 1 : i32} {
// OUT:   }
// OUT: }
// -----

gpu.module @empty {
}

// OUT: module {
// OUT:   gpu.module @empty {
// OUT:   }
// OUT: }
// -----

gpu.module @device {
  gpu.func @helper(%a: f32 {t.in}) -> (f32 {t.out}) {
    gpu.return %a : f32
  }
}

// OUT: module {
// OUT:   gpu.module @device {
// OUT:     gpu.func @helper(%arg0: f32 {t.in}) -> (f32 {t.out}) {
// OUT:       gpu.return %arg0 : f32
// OUT:     }
// OUT:   }
// OUT: }
// -----

gpu.module @device {
  gpu.func @work(%m: memref<?xf32>) workgroup(%w: memref<8xf32, 3> {llvm.align = 16 : i64}) private(%p: memref<1xf32, 5> {t.mark}) kernel attributes {known_block_size = array<i32: 32, 1, 1>, known_cluster_size = array<i32: 1, 2, 1>, t.mark} {
    "t.use"(%w, %p) : (memref<8xf32, 3>, memref<1xf32, 5>) -> ()
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @device {
// OUT:     gpu.func @work(%arg0: memref<?xf32>) workgroup(%arg1 : memref<8xf32, 3> {llvm.align = 16 : i64}) private(%arg2 : memref<1xf32, 5> {t.mark}) kernel attributes {known_block_size = array<i32: 32, 1, 1>, known_cluster_size = array<i32: 1, 2, 1>, t.mark} {
// OUT:       "t.use"(%arg1, %arg2) : (memref<8xf32, 3>, memref<1xf32, 5>) -> ()
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

gpu.binary @code [#gpu.object<#nvvm.target, "\00\01">]

// OUT: module {
// OUT:   gpu.binary @code  [#gpu.object<#nvvm.target, "\00\01">]
// OUT: }
// -----

gpu.binary @code <#gpu.select_object<1>> {t.mark} [#gpu.object<#nvvm.target, bin = "a">, #gpu.object<#rocdl.target, assembly = "b">]

// OUT: module {
// OUT:   gpu.binary @code <#gpu.select_object<1 : i64>> {t.mark} [#gpu.object<#nvvm.target, bin = "a">, #gpu.object<#rocdl.target, assembly = "b">]
// OUT: }
// -----

#in_range = affine_set<(i)[n] : (n - i - 1 >= 0)>
func.func @symbols_from_around_a_launch(%n: index) {
  scf.for %i = %n to %n step %n {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
      affine.if #in_range(%bx)[%n] {
      }
      affine.if #in_range(%i)[%i] {
      }
      gpu.terminator
    }
  }
  return
}

// OUT: #set = affine_set<(d0)[s0] : (-d0 + s0 - 1 >= 0)>
// OUT: module {
// OUT:   func.func @symbols_from_around_a_launch(%arg0: index) {
// OUT:     scf.for %arg1 = %arg0 to %arg0 step %arg0 {
// OUT:       gpu.launch blocks(%arg2, %arg3, %arg4) in (%arg8 = %arg0, %arg9 = %arg0, %arg10 = %arg0) threads(%arg5, %arg6, %arg7) in (%arg11 = %arg0, %arg12 = %arg0, %arg13 = %arg0) {
// OUT:         affine.if #set(%arg2)[%arg0] {
// OUT:         }
// OUT:         affine.if #set(%arg1)[%arg1] {
// OUT:         }
// OUT:         gpu.terminator
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
