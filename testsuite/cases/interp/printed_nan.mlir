// RUN: run --device=interp,cpu

// A NaN is printed without a sign, which devices give it or not where they widen it.
func.func private @printF64(f64)
func.func private @printNewline()
func.func @main(%bits: memref<3xi32> {warpline.input = "-4194304,2143289344,-8388608"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %c3 step %c1 {
    %b = memref.load %bits[%i] : memref<3xi32>
    %x = arith.bitcast %b : i32 to f32
    %y = arith.extf %x : f32 to f64
    func.call @printF64(%y) : (f64) -> ()
    func.call @printNewline() : () -> ()
    vector.print %x : f32
  }
  gpu.launch blocks(%a, %b, %c) in (%ga = %c1, %gb = %c1, %gc = %c1)
             threads(%t, %u, %v) in (%la = %c1, %lb = %c1, %lc = %c1) {
    %b0 = memref.load %bits[%c0] : memref<3xi32>
    %x = arith.bitcast %b0 : i32 to f32
    %y = arith.extf %x : f32 to f64
    gpu.printf "%f %e %g\n", %y, %y, %y : f64, f64, f64
    gpu.terminator
  }
  return
}

// OUT: nan
// OUT: nan
// OUT: nan
// OUT: nan
// OUT: -inf
// OUT: -inf
// OUT: nan nan nan
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
