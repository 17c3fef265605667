// RUN: warpline compile --target=sm_90 --emit=plan
// RUN: warpline compile --target=sm_90 --plan-for=sm_9 --emit=plan
// RUN: warpline compile --target=sm_90 --plan-for=cpu+workers=0 --emit=plan

// Trips of loops multiply beyond any time: predictions stay finite. A loop without work is passed over.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @f(%x: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %n = arith.constant 1000000000000 : index
      %v = memref.load %x[%i] : memref<64xf32>
      %r = scf.for %a = %c0 to %n step %c1 iter_args(%s = %v) -> (f32) {
        %t = scf.for %b = %c0 to %n step %c1 iter_args(%u = %s) -> (f32) {
          %w = arith.mulf %u, %v : f32
          scf.yield %w : f32
        }
        scf.yield %t : f32
      }
      memref.store %r, %x[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%a: memref<64xf32> {llvm.noalias}, %b: memref<64xf32> {llvm.noalias}) {
    %c0 = arith.constant 0 : index
    %one = arith.constant 1 : index
    %n = arith.constant 64 : index
    %m = arith.constant 1000000000000 : index
    scf.for %i = %c0 to %m step %one {
      scf.for %j = %c0 to %m step %one {
        gpu.launch_func @k::@f blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%a : memref<64xf32>)
      }
    }
    scf.for %i = %c0 to %m step %one {
      %c = gpu.alloc () : memref<64xf32>
      gpu.dealloc %c : memref<64xf32>
    }
    gpu.launch_func @k::@f blocks in (%one, %one, %one) threads in (%n, %one, %one) args(%b : memref<64xf32>)
    return
  }
}

// OUT: // 0: @k::@f, line 32
// OUT: // 1: @k::@f, line 39
// OUT: plan @main {
// OUT:   n 2 naive 0 tr 0 width 2
// OUT:   streams 2 events 1
// OUT:   s0: 0
// OUT:   s1: 1
// OUT:   waits 1 records 1 host 1
// OUT:   record e0 on s1 after 1
// OUT:   wait e0 on s0 before 2
// OUT:   host_wait s0 before 2
// OUT: }
// OUT: // predicted 1000000000000001.6 us; critical path 1000000000000000.0 us, one stream 2000000000000000.0 us; for sm_90
// OUT: stderr:
// OUT: error: invalid value 'sm_9' for '--plan-for <TARGET>': expected a chip like one of cpu, sm_75, sm_80, sm_86, sm_87, sm_89, sm_90, sm_100, sm_120, gfx90a, gfx942, gfx1100, gfx1201, any, but found 'sm_9'
// OUT:
// OUT: For more information, try '--help'.
// OUT: exit: 2
// OUT: stderr:
// OUT: error: invalid value 'cpu+workers=0' for '--plan-for <TARGET>': expected a chip like one of cpu, sm_75, sm_80, sm_86, sm_87, sm_89, sm_90, sm_100, sm_120, gfx90a, gfx942, gfx1100, gfx1201, any, but found 'cpu+workers=0'
// OUT:
// OUT: For more information, try '--help'.
// OUT: exit: 2
