// RUN: run --device=cpu,interp

// Kernels print as host functions do.
func.func @main() {
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %two, %sy = %one, %sz = %one) {
    %matrix = arith.constant dense<[[1.0, 2.5], [3.1234567, 1.0e10]]> : vector<2x2xf32>
    %halves = arith.constant dense<[0.5, -1.0e-7]> : vector<2xf16>
    %bytes = arith.constant dense<[-1, 100]> : vector<2xi8>
    %bools = arith.constant dense<[true, false]> : vector<2xi1>
    %long = arith.constant -5000000000 : i64
    %point = arith.constant dense<4.0> : vector<f64>
    vector.print %matrix : vector<2x2xf32>
    vector.print %halves : vector<2xf16> punctuation <comma>
    vector.print %bytes : vector<2xi8> punctuation <no_punctuation>
    vector.print str " 100%\n"
    vector.print punctuation <open>
    vector.print %bools : vector<2xi1> punctuation <close>
    vector.print punctuation <newline>
    vector.print %tx : index
    vector.print %long : i64
    vector.print %point : vector<f64>
    gpu.terminator
  }
  return
}

// OUT: ( ( 1, 2.5 ), ( 3.12346, 1e+10 ) )
// OUT: ( 0.5, -1.19209e-07 ), ( -1, 100 ) 100%
// OUT: ( ( 1, 0 ) )
// OUT: 0
// OUT: -5000000000
// OUT: ( 4 )
// OUT: ( ( 1, 2.5 ), ( 3.12346, 1e+10 ) )
// OUT: ( 0.5, -1.19209e-07 ), ( -1, 100 ) 100%
// OUT: ( ( 1, 0 ) )
// OUT: 1
// OUT: -5000000000
// OUT: ( 4 )
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
