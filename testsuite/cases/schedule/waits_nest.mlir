// RUN: opt --gpu-schedule --verify-schedule=print=true --verify-diagnostics

// Sixteen loops in one another, with work at each level: the waits of a nest are found level by level, and no level
// begins anew each time that the one around it goes on.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
      gpu.return
    }
  }
  // expected-remark@below {{race proved}}
  // expected-remark@below {{lifetime proved}}
  // expected-remark@below {{leases proved}}
  // expected-remark@below {{return proved}}
  // expected-remark@below {{deadlock proved}}
  // expected-remark@below {{minimal proved}}
  func.func @main(%a: memref<64xf32> {llvm.noalias}, %b: memref<64xf32> {llvm.noalias}, %c: memref<64xf32> {llvm.noalias}, %d: memref<64xf32> {llvm.noalias}, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %b : memref<64xf32>)
    scf.for %i0 = %c0 to %n step %c1 {
      gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%b : memref<64xf32>, %a : memref<64xf32>)
      scf.for %i1 = %c0 to %n step %c1 {
        gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%c : memref<64xf32>, %d : memref<64xf32>)
        scf.for %i2 = %c0 to %n step %c1 {
          gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%d : memref<64xf32>, %c : memref<64xf32>)
          scf.for %i3 = %c0 to %n step %c1 {
            gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %b : memref<64xf32>)
            scf.for %i4 = %c0 to %n step %c1 {
              gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%b : memref<64xf32>, %a : memref<64xf32>)
              scf.for %i5 = %c0 to %n step %c1 {
                gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%c : memref<64xf32>, %d : memref<64xf32>)
                scf.for %i6 = %c0 to %n step %c1 {
                  gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%d : memref<64xf32>, %c : memref<64xf32>)
                  scf.for %i7 = %c0 to %n step %c1 {
                    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %b : memref<64xf32>)
                    scf.for %i8 = %c0 to %n step %c1 {
                      gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%b : memref<64xf32>, %a : memref<64xf32>)
                      scf.for %i9 = %c0 to %n step %c1 {
                        gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%c : memref<64xf32>, %d : memref<64xf32>)
                        scf.for %i10 = %c0 to %n step %c1 {
                          gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%d : memref<64xf32>, %c : memref<64xf32>)
                          scf.for %i11 = %c0 to %n step %c1 {
                            gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %b : memref<64xf32>)
                            scf.for %i12 = %c0 to %n step %c1 {
                              gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%b : memref<64xf32>, %a : memref<64xf32>)
                              scf.for %i13 = %c0 to %n step %c1 {
                                gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%c : memref<64xf32>, %d : memref<64xf32>)
                                scf.for %i14 = %c0 to %n step %c1 {
                                  gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%d : memref<64xf32>, %c : memref<64xf32>)
                                  scf.for %i15 = %c0 to %n step %c1 {
                                    gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%b : memref<64xf32>, %d : memref<64xf32>)
                                  }
                                }
                              }
                            }
                            gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%c : memref<64xf32>, %a : memref<64xf32>)
                          }
                        }
                      }
                    }
                  }
                  gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%c : memref<64xf32>, %a : memref<64xf32>)
                }
              }
            }
          }
        }
        gpu.launch_func @k::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%c : memref<64xf32>, %a : memref<64xf32>)
      }
    }
    return
  }
}

// OUT: module attributes {gpu.container_module} {
// OUT:   gpu.module @k {
// OUT:     gpu.func @copy(%arg0: memref<64xf32>, %arg1: memref<64xf32>) kernel {
// OUT:       %thread_id_x = gpu.thread_id  x
// OUT:       %0 = memref.load %arg0[%thread_id_x] : memref<64xf32>
// OUT:       memref.store %0, %arg1[%thread_id_x] : memref<64xf32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT:   func.func @main(%arg0: memref<64xf32> {llvm.noalias}, %arg1: memref<64xf32> {llvm.noalias}, %arg2: memref<64xf32> {llvm.noalias}, %arg3: memref<64xf32> {llvm.noalias}, %arg4: index) attributes {rt.events = 7 : i32, rt.streams = 2 : i32} {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0, %arg1 : memref<64xf32>, memref<64xf32>)
// OUT:     scf.for %arg5 = %c0 to %arg4 step %c1 {
// OUT:       rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1, %arg0 : memref<64xf32>, memref<64xf32>)
// OUT:       scf.for %arg6 = %c0 to %arg4 step %c1 {
// OUT:         rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg2, %arg3 : memref<64xf32>, memref<64xf32>)
// OUT:         scf.for %arg7 = %c0 to %arg4 step %c1 {
// OUT:           rt.wait 3 on 1
// OUT:           rt.wait 4 on 1
// OUT:           rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg3, %arg2 : memref<64xf32>, memref<64xf32>)
// OUT:           scf.for %arg8 = %c0 to %arg4 step %c1 {
// OUT:             rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0, %arg1 : memref<64xf32>, memref<64xf32>)
// OUT:             scf.for %arg9 = %c0 to %arg4 step %c1 {
// OUT:               rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1, %arg0 : memref<64xf32>, memref<64xf32>)
// OUT:               scf.for %arg10 = %c0 to %arg4 step %c1 {
// OUT:                 rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg2, %arg3 : memref<64xf32>, memref<64xf32>)
// OUT:                 scf.for %arg11 = %c0 to %arg4 step %c1 {
// OUT:                   rt.wait 2 on 1
// OUT:                   rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg3, %arg2 : memref<64xf32>, memref<64xf32>)
// OUT:                   scf.for %arg12 = %c0 to %arg4 step %c1 {
// OUT:                     rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0, %arg1 : memref<64xf32>, memref<64xf32>)
// OUT:                     scf.for %arg13 = %c0 to %arg4 step %c1 {
// OUT:                       rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1, %arg0 : memref<64xf32>, memref<64xf32>)
// OUT:                       scf.for %arg14 = %c0 to %arg4 step %c1 {
// OUT:                         rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg2, %arg3 : memref<64xf32>, memref<64xf32>)
// OUT:                         scf.for %arg15 = %c0 to %arg4 step %c1 {
// OUT:                           rt.wait 5 on 1
// OUT:                           rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg3, %arg2 : memref<64xf32>, memref<64xf32>)
// OUT:                           scf.for %arg16 = %c0 to %arg4 step %c1 {
// OUT:                             rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg0, %arg1 : memref<64xf32>, memref<64xf32>)
// OUT:                             rt.record 0 on 0
// OUT:                             scf.for %arg17 = %c0 to %arg4 step %c1 {
// OUT:                               rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1, %arg0 : memref<64xf32>, memref<64xf32>)
// OUT:                               scf.for %arg18 = %c0 to %arg4 step %c1 {
// OUT:                                 rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg2, %arg3 : memref<64xf32>, memref<64xf32>)
// OUT:                                 scf.for %arg19 = %c0 to %arg4 step %c1 {
// OUT:                                   rt.wait 1 on 1
// OUT:                                   rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg3, %arg2 : memref<64xf32>, memref<64xf32>)
// OUT:                                   scf.for %arg20 = %c0 to %arg4 step %c1 {
// OUT:                                     rt.wait 0 on 1
// OUT:                                     rt.launch @k::@copy on 1 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg1, %arg3 : memref<64xf32>, memref<64xf32>)
// OUT:                                   }
// OUT:                                 }
// OUT:                               }
// OUT:                             }
// OUT:                             rt.record 6 on 1
// OUT:                             rt.wait 6 on 0
// OUT:                             rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg2, %arg0 : memref<64xf32>, memref<64xf32>)
// OUT:                             rt.record 1 on 0
// OUT:                           }
// OUT:                           rt.record 5 on 0
// OUT:                         }
// OUT:                       }
// OUT:                     }
// OUT:                   }
// OUT:                   rt.record 6 on 1
// OUT:                   rt.wait 6 on 0
// OUT:                   rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg2, %arg0 : memref<64xf32>, memref<64xf32>)
// OUT:                   rt.record 2 on 0
// OUT:                 }
// OUT:               }
// OUT:             }
// OUT:           }
// OUT:           rt.record 4 on 0
// OUT:         }
// OUT:         rt.record 6 on 1
// OUT:         rt.wait 6 on 0
// OUT:         rt.launch @k::@copy on 0 blocks(%c1, %c1, %c1) threads(%c64, %c1, %c1) : index, index, index, index, index, index args(%arg2, %arg0 : memref<64xf32>, memref<64xf32>)
// OUT:         rt.record 3 on 0
// OUT:       }
// OUT:     }
// OUT:     rt.host_wait 0
// OUT:     return
// OUT:   }
// OUT: }
