// RUN: opt --gpu-flatten-branches --cse

// The addresses of the branches move out of them, and each branch gets the condition of the outer one. The sum of the
// outer branch keeps a branch of its own.
gpu.module @nested {
  gpu.func @taps(%m: !ptr.ptr<#llvm.address_space<1>>, %out: !ptr.ptr<#llvm.address_space<1>>) kernel {
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %zero = arith.constant 0.0 : f32
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %has_row = arith.cmpi ult, %y, %c8 : index
    %sum = scf.if %has_row -> (f32) {
      %row = arith.muli %y, %c8 : index
      %at = arith.addi %row, %x : index
      %bytes = arith.muli %at, %c4 : index
      %p = ptr.ptr_add %m, %bytes : !ptr.ptr<#llvm.address_space<1>>, index
      %has_left = arith.cmpi ult, %x, %c4 : index
      %left = scf.if %has_left -> (f32) {
        %v = ptr.load %p : !ptr.ptr<#llvm.address_space<1>> -> f32
        scf.yield %v : f32
      } else {
        scf.yield %zero : f32
      }
      %q = ptr.ptr_add %p, %c4 : !ptr.ptr<#llvm.address_space<1>>, index
      %w = ptr.load %q : !ptr.ptr<#llvm.address_space<1>> -> f32
      %both = arith.addf %left, %w : f32
      scf.yield %both : f32
    } else {
      scf.yield %zero : f32
    }
    ptr.store %sum, %out : f32, !ptr.ptr<#llvm.address_space<1>>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @nested {
// OUT:     gpu.func @taps(%arg0: !ptr.ptr<#llvm.address_space<1>>, %arg1: !ptr.ptr<#llvm.address_space<1>>) kernel {
// OUT:       %c4 = arith.constant 4 : index
// OUT:       %c8 = arith.constant 8 : index
// OUT:       %cst = arith.constant 0.000000e+00 : f32
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %thread_id_y = gpu.thread_id  y
// OUT:       %0 = arith.cmpi ult, %thread_id_y, %c8 : index
// OUT:       %1 = arith.muli %thread_id_y, %c8 : index
// OUT:       %2 = arith.addi %1, %thread_id_x : index
// OUT:       %3 = arith.muli %2, %c4 : index
// OUT:       %4 = ptr.ptr_add %arg0, %3 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %5 = arith.cmpi ult, %thread_id_x, %c4 : index
// OUT:       %6 = ptr.ptr_add %4, %c4 : !ptr.ptr<#llvm.address_space<1>>, index
// OUT:       %7 = arith.andi %0, %5 : i1
// OUT:       %8 = scf.if %7 -> (f32) {
// OUT:         %10 = ptr.load %4 : !ptr.ptr<#llvm.address_space<1>> -> f32
// OUT:         scf.yield %10 : f32
// OUT:       } else {
// OUT:         scf.yield %cst : f32
// OUT:       }
// OUT:       %9 = scf.if %0 -> (f32) {
// OUT:         %10 = ptr.load %6 : !ptr.ptr<#llvm.address_space<1>> -> f32
// OUT:         %11 = arith.addf %8, %10 : f32
// OUT:         scf.yield %11 : f32
// OUT:       } else {
// OUT:         scf.yield %cst : f32
// OUT:       }
// OUT:       ptr.store %9, %arg1 : f32, !ptr.ptr<#llvm.address_space<1>>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// The result of a branch that falls back to another value is chosen.
gpu.module @chosen {
  gpu.func @kernel(%m: !ptr.ptr<#llvm.address_space<1>>, %a: i1, %b: i1, %u: f32, %w: f32) kernel {
    %sum = scf.if %a -> (f32) {
      %inner = scf.if %b -> (f32) {
        %v = ptr.load %m : !ptr.ptr<#llvm.address_space<1>> -> f32
        scf.yield %v : f32
      } else {
        scf.yield %u : f32
      }
      scf.yield %inner : f32
    } else {
      scf.yield %w : f32
    }
    ptr.store %sum, %m : f32, !ptr.ptr<#llvm.address_space<1>>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @chosen {
// OUT:     gpu.func @kernel(%arg0: !ptr.ptr<#llvm.address_space<1>>, %arg1: i1, %arg2: i1, %arg3: f32, %arg4: f32) kernel {
// OUT:       %0 = arith.andi %arg1, %arg2 : i1
// OUT:       %1 = scf.if %0 -> (f32) {
// OUT:         %3 = ptr.load %arg0 : !ptr.ptr<#llvm.address_space<1>> -> f32
// OUT:         scf.yield %3 : f32
// OUT:       } else {
// OUT:         scf.yield %arg3 : f32
// OUT:       }
// OUT:       %2 = arith.select %arg1, %1, %arg4 : f32
// OUT:       ptr.store %2, %arg0 : f32, !ptr.ptr<#llvm.address_space<1>>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// A store, a loaded condition and a value without a stand-in keep a branch whole. A division is not hoisted, as it is
// not defined for 0.
gpu.module @whole {
  gpu.func @kernel(%m: !ptr.ptr<#llvm.address_space<1>>, %a: i1, %b: i1, %u: f32, %i: i64, %j: i64) kernel {
    scf.if %a {
      scf.if %b {
        ptr.store %u, %m : f32, !ptr.ptr<#llvm.address_space<1>>
      }
    }
    %sum = scf.if %a -> (f32) {
      %c = ptr.load %m : !ptr.ptr<#llvm.address_space<1>> -> i1
      %inner = scf.if %c -> (f32) {
        %v = ptr.load %m : !ptr.ptr<#llvm.address_space<1>> -> f32
        scf.yield %v : f32
      } else {
        scf.yield %u : f32
      }
      scf.yield %inner : f32
    } else {
      scf.yield %u : f32
    }
    %rest = scf.if %b -> (i64) {
      %r = arith.remui %i, %j : i64
      scf.yield %r : i64
    } else {
      scf.yield %i : i64
    }
    %other = scf.if %a -> (f32) {
      %n = ptr.load %m : !ptr.ptr<#llvm.address_space<1>> -> i32
      %inner = scf.if %b -> (f32) {
        %f = arith.sitofp %n : i32 to f32
        scf.yield %f : f32
      } else {
        scf.yield %u : f32
      }
      scf.yield %inner : f32
    } else {
      scf.yield %u : f32
    }
    %both = arith.addf %sum, %other : f32
    ptr.store %both, %m : f32, !ptr.ptr<#llvm.address_space<1>>
    ptr.store %rest, %m : i64, !ptr.ptr<#llvm.address_space<1>>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @whole {
// OUT:     gpu.func @kernel(%arg0: !ptr.ptr<#llvm.address_space<1>>, %arg1: i1, %arg2: i1, %arg3: f32, %arg4: i64, %arg5: i64) kernel {
// OUT:       scf.if %arg1 {
// OUT:         scf.if %arg2 {
// OUT:           ptr.store %arg3, %arg0 : f32, !ptr.ptr<#llvm.address_space<1>>
// OUT:         }
// OUT:       }
// OUT:       %0 = scf.if %arg1 -> (f32) {
// OUT:         %4 = ptr.load %arg0 : !ptr.ptr<#llvm.address_space<1>> -> i1
// OUT:         %5 = scf.if %4 -> (f32) {
// OUT:           %6 = ptr.load %arg0 : !ptr.ptr<#llvm.address_space<1>> -> f32
// OUT:           scf.yield %6 : f32
// OUT:         } else {
// OUT:           scf.yield %arg3 : f32
// OUT:         }
// OUT:         scf.yield %5 : f32
// OUT:       } else {
// OUT:         scf.yield %arg3 : f32
// OUT:       }
// OUT:       %1 = scf.if %arg2 -> (i64) {
// OUT:         %4 = arith.remui %arg4, %arg5 : i64
// OUT:         scf.yield %4 : i64
// OUT:       } else {
// OUT:         scf.yield %arg4 : i64
// OUT:       }
// OUT:       %2 = scf.if %arg1 -> (f32) {
// OUT:         %4 = ptr.load %arg0 : !ptr.ptr<#llvm.address_space<1>> -> i32
// OUT:         %5 = scf.if %arg2 -> (f32) {
// OUT:           %6 = arith.sitofp %4 : i32 to f32
// OUT:           scf.yield %6 : f32
// OUT:         } else {
// OUT:           scf.yield %arg3 : f32
// OUT:         }
// OUT:         scf.yield %5 : f32
// OUT:       } else {
// OUT:         scf.yield %arg3 : f32
// OUT:       }
// OUT:       %3 = arith.addf %0, %2 : f32
// OUT:       ptr.store %3, %arg0 : f32, !ptr.ptr<#llvm.address_space<1>>
// OUT:       ptr.store %1, %arg0 : i64, !ptr.ptr<#llvm.address_space<1>>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// The value of a branch outside is chosen by the condition, although both have the same value otherwise.
gpu.module @outside {
  gpu.func @kernel(%m: !ptr.ptr<#llvm.address_space<1>>, %a: i1, %b: i1, %q: i1, %x: f32, %y: f32) kernel {
    %before = scf.if %q -> (f32) {
      %v = ptr.load %m : !ptr.ptr<#llvm.address_space<1>> -> f32
      scf.yield %v : f32
    } else {
      scf.yield %x : f32
    }
    %both:2 = scf.if %a -> (f32, f32) {
      %s = scf.if %b -> (f32) {
        %v = ptr.load %m : !ptr.ptr<#llvm.address_space<1>> -> f32
        scf.yield %v : f32
      } else {
        scf.yield %y : f32
      }
      scf.yield %before, %s : f32, f32
    } else {
      scf.yield %x, %x : f32, f32
    }
    %sum = arith.addf %both#0, %both#1 : f32
    ptr.store %sum, %m : f32, !ptr.ptr<#llvm.address_space<1>>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @outside {
// OUT:     gpu.func @kernel(%arg0: !ptr.ptr<#llvm.address_space<1>>, %arg1: i1, %arg2: i1, %arg3: i1, %arg4: f32, %arg5: f32) kernel {
// OUT:       %0 = scf.if %arg3 -> (f32) {
// OUT:         %6 = ptr.load %arg0 : !ptr.ptr<#llvm.address_space<1>> -> f32
// OUT:         scf.yield %6 : f32
// OUT:       } else {
// OUT:         scf.yield %arg4 : f32
// OUT:       }
// OUT:       %1 = arith.andi %arg1, %arg2 : i1
// OUT:       %2 = scf.if %1 -> (f32) {
// OUT:         %6 = ptr.load %arg0 : !ptr.ptr<#llvm.address_space<1>> -> f32
// OUT:         scf.yield %6 : f32
// OUT:       } else {
// OUT:         scf.yield %arg5 : f32
// OUT:       }
// OUT:       %3 = arith.select %arg1, %0, %arg4 : f32
// OUT:       %4 = arith.select %arg1, %2, %arg4 : f32
// OUT:       %5 = arith.addf %3, %4 : f32
// OUT:       ptr.store %5, %arg0 : f32, !ptr.ptr<#llvm.address_space<1>>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// A branch that loads otherwise would load where the outer condition does not hold: the outer one stays.
gpu.module @otherwise {
  gpu.func @kernel(%m: !ptr.ptr<#llvm.address_space<1>>, %a: i1, %b: i1, %x: f32) kernel {
    %r = scf.if %a -> (f32) {
      %s = scf.if %b -> (f32) {
        scf.yield %x : f32
      } else {
        %v = ptr.load %m : !ptr.ptr<#llvm.address_space<1>> -> f32
        scf.yield %v : f32
      }
      scf.yield %s : f32
    } else {
      scf.yield %x : f32
    }
    ptr.store %r, %m : f32, !ptr.ptr<#llvm.address_space<1>>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @otherwise {
// OUT:     gpu.func @kernel(%arg0: !ptr.ptr<#llvm.address_space<1>>, %arg1: i1, %arg2: i1, %arg3: f32) kernel {
// OUT:       %0 = scf.if %arg1 -> (f32) {
// OUT:         %1 = scf.if %arg2 -> (f32) {
// OUT:           scf.yield %arg3 : f32
// OUT:         } else {
// OUT:           %2 = ptr.load %arg0 : !ptr.ptr<#llvm.address_space<1>> -> f32
// OUT:           scf.yield %2 : f32
// OUT:         }
// OUT:         scf.yield %1 : f32
// OUT:       } else {
// OUT:         scf.yield %arg3 : f32
// OUT:       }
// OUT:       ptr.store %0, %arg0 : f32, !ptr.ptr<#llvm.address_space<1>>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
