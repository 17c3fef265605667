#map = affine_map<(d0) -> (d0)>
!buffer = memref<8x8xf32>
gpu.module @kern {
  gpu.func @fill(%x: memref<8xf32>) kernel {
    gpu.return
  }
}
memref.global "private" constant @glob : memref<2xi32> = dense<1>
func.func @repeated(%m: !buffer) {
  affine.for %i = 0 to 8 {
    //       ^ rename k
    //       ^ references
    %v = affine.load %m[%i, %i] : !buffer
    affine.store %v, %m[%i + 1, %i mod 2] : !buffer
    affine.parallel (%p, %q) = (%i, 0) to (%i + 1, %i + 2) {
    }
  }
  return
}
func.func @other(%y: memref<8xf32>, %c: index) {
  //             ^ rename m
  //             ^ rename c
  // A name of another function is free here, one of this function is not.
  return
}
func.func @wrong(%f: f32, %i: i32) {
  %g = memref.get_global @globb : memref<2xi32>
  func.call @othr(%f, %f) : (f32, f32) -> ()
  %0 = "arith.addff"(%f, %f) : (f32, f32) -> f32
  %1 = affine.apply #mapp(%f)
  //                 ^ complete
  %2 = arith.cmpi sl, %i, %i : i32
  //                ^ complete
  %3 = gpu.thread_id y
  func.call @kern::@
  //                ^ complete
  %4 = memref.cast %g : !b
  //                     ^ complete
  %5 = arith.adduiext
  //           ^ complete arith.addu
  //           ^ edit arith.addui_extended
  return
}
// -----
module attributes {gpu.container_module} {
  gpu.module @kern {
    gpu.func @fill(%x: memref<8xf32>) kernel {
      gpu.return
    }
  }
  func.func @one_line(%y: memref<8xf32>, %c: index) {
    %t = gpu.launch_func async @kern::@fill blocks in (%c, %c, %c) threads in (%c, %c, %c) args(%y : memref<8xf32>) return
  }
}
// actions

// OUT: 11: ^ rename k
// OUT:   10:15-10:16 "k", 13:26-13:27 "k", 13:30-13:31 "k", 14:26-14:27 "k", 14:34-14:35 "k", 15:34-15:35 "k", 15:45-15:46 "k", 15:53-15:54 "k"
// OUT: 12: ^ references
// OUT:   13:25-13:27
// OUT:   13:29-13:31
// OUT:   14:25-14:27
// OUT:   14:33-14:35
// OUT:   15:33-15:35
// OUT:   15:44-15:46
// OUT:   15:52-15:54
// OUT: 21: ^ rename m
// OUT:   20:19-20:20 "m"
// OUT: 22: ^ rename c
// OUT:   '%c' is a name here already
// OUT: 31: ^ complete
// OUT:   map
// OUT: 33: ^ complete
// OUT:   eq
// OUT:   ne
// OUT:   slt
// OUT:   sle
// OUT:   sgt
// OUT:   sge
// OUT:   ult
// OUT:   ule
// OUT:   ugt
// OUT:   uge
// OUT: 36: ^ complete
// OUT:   fill
// OUT: 38: ^ complete
// OUT:   buffer
// OUT:   gpu.async.token
// OUT: 40: ^ complete arith.addu
// OUT:   arith.addui_extended The sum of unsigned integers, and whether it overflowed.
// OUT: 41: ^ edit arith.addui_extended
// OUT:   39:8-39:16 "arith.addui_extended"
// OUT: 55: actions
// OUT:   expect this remark: 10:1-10:1 "  // expected-remark@below {{this loop nest stays on the host: the element of a store is not an affine function of indices}}\n"
// OUT:   replace by 'glob': 27:27-27:32 "glob"
// OUT:   expect this error: 27:1-27:1 "  // expected-error@below {{'memref.get_global' op 'globb' does not reference a valid global memref}}\n"
// OUT:   replace by 'other': 28:14-28:18 "other"
// OUT:   expect this error: 28:1-28:1 "  // expected-error@below {{'func.call' op 'othr' does not reference a valid function}}\n"
// OUT:   replace by 'arith.addf': 29:9-29:20 "arith.addf"
// OUT:   expect this error: 29:1-29:1 "  // expected-error@below {{unregistered operation 'arith.addff' found in dialect ('arith') that does not allow unknown operations}}\n"
// OUT:   replace by '#map': 30:21-30:26 "#map"
// OUT:   expect this error: 30:1-30:1 "  // expected-error@below {{undefined symbol alias id 'mapp'}}\n"
// OUT:   replace by 'sle': 32:19-32:21 "sle"
// OUT:   expect this error: 32:1-32:1 "  // expected-error@below {{expected one of: eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge, but found 'sl'}}\n"
// OUT:   expect this error: 35:1-35:1 "  // expected-error@below {{unexpected character '@', which starts nothing in the language}}\n"
// OUT:   expect this error: 37:1-37:1 "  // expected-error@below {{undefined symbol alias id 'b'}}\n"
// OUT:   expect this error: 39:1-39:1 "  // expected-error@below {{custom op 'arith.adduiext' is unknown}}\n"
// OUT:   wait for %t at the end of the block: 52:117-52:117 "gpu.wait [%t] "
// OUT:   expect this warning: 52:1-52:1 "    // expected-warning@below {{token-never-waited: nothing waits for this token; the work is complete at the end of the function}}\n"
