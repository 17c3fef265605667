// RUN: run --device=cpu,interp

// Functions of MLIR's runner library: time does not run backwards.
func.func private @rtclock() -> f64
func.func private @nanoTime() -> i64
func.func private @printIndex(index)
func.func private @printNewline()
func.func @main(%n: index {warpline.input = "-3"}) -> (i1, i1) {
  %s = call @rtclock() : () -> f64
  %a = call @nanoTime() : () -> i64
  call @printIndex(%n) : (index) -> ()
  call @printNewline() : () -> ()
  %t = call @rtclock() : () -> f64
  %b = call @nanoTime() : () -> i64
  %seconds = arith.cmpf ole, %s, %t : f64
  %nanoseconds = arith.cmpi ule, %a, %b : i64
  return %seconds, %nanoseconds : i1, i1
}

// OUT: -3
// OUT: result 0: i1 = 1
// OUT: result 1: i1 = 1
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
