// RUN: opt --gpu-expand-vector-print

// A print is one gpu.printf, also of a vector of vectors, a narrow float, a bool and text.
gpu.module @k {
  gpu.func @print(%v: vector<2x2xf32>, %h: bf16, %b: i1, %u: ui64, %i: index) kernel {
    vector.print %v : vector<2x2xf32>
    vector.print %h : bf16 punctuation <comma>
    vector.print %b : i1 punctuation <no_punctuation>
    vector.print str "100%"
    vector.print %u : ui64 punctuation <close>
    vector.print %i : index
    vector.print punctuation <open>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @k {
// OUT:     gpu.func @print(%arg0: vector<2x2xf32>, %arg1: bf16, %arg2: i1, %arg3: ui64, %arg4: index) kernel {
// OUT:       %0:4 = vector.to_elements %arg0 : vector<2x2xf32>
// OUT:       gpu.printf "( ( %g, %g ), ( %g, %g ) )\0A", %0#0, %0#1, %0#2, %0#3 : f32, f32, f32, f32
// OUT:       %1 = arith.extf %arg1 : bf16 to f32
// OUT:       gpu.printf "%g, ", %1 : f32
// OUT:       %2 = arith.extui %arg2 : i1 to i32
// OUT:       gpu.printf "%u", %2 : i32
// OUT:       gpu.printf "100%%"
// OUT:       gpu.printf "%llu )", %arg3 : ui64
// OUT:       gpu.printf "%llu\0A", %arg4 : index
// OUT:       gpu.printf "( "
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
