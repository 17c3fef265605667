// RUN: warpline run --max-streams=2 --diagnostics=short
// RUN: warpline run --detect-races --diagnostics=short

// The interpreter runs this, and so the flags of other devices are refused.
func.func @main(%x: f32 {warpline.input = "1"}) -> f32 {
  %v = vector.broadcast %x : f32 to vector<4xf32>
  vector.print %v : vector<4xf32>
  return %x : f32
}

// OUT: ( 1, 1, 1, 1 )
// OUT: result 0: f32
// OUT:   count=1 min=1.0 max=1.0 sum=1.0 first=1.0
// OUT:   values: 1.0 (1 times)
// OUT: {"device":"interp","kernels":0,"launches":0,"graphs":0,"graph_launches":0,"streams":0,"events":0,"streams_created":0,"events_created":0,"waits":0,"records":0,"host_syncs":0,"max_concurrent_launches":0,"busy_nanoseconds":0,"active_nanoseconds":0,"overlap":0.0,"peak_bytes":0,"leaked":{"streams":0,"events":0,"buffers":0,"modules":0,"graphs":0},"unfreed":{"buffers":0,"bytes":0},"kernel_times":[],"cache":{"hits":0,"misses":0,"shared":0,"stores":0,"broken":0,"different":0},"reasons":[]}
// OUT: stderr:
// OUT: flags_refused_later.mlir:6:8: warning[E0301]: the whole program runs on the reference interpreter, 100 to 1000 times slower than machine code: the cpu backend cannot compile 'vector.broadcast': vectors are not supported yet
// OUT: flags_refused_later.mlir:7:3: note: another reason: no code for 'vector.print': vectors are not supported yet
// OUT: flags_refused_later.mlir:6:8: note: '--device=interp' asks for it, '--device=cpu' refuses; 'warpline devices --operations' lists what each device has code for
// OUT: stderr:
// OUT: flags_refused_later.mlir:6:8: warning[E0301]: the whole program runs on the reference interpreter, 100 to 1000 times slower than machine code: the cpu backend cannot compile 'vector.broadcast': vectors are not supported yet
// OUT: flags_refused_later.mlir:7:3: note: another reason: no code for 'vector.print': vectors are not supported yet
// OUT: flags_refused_later.mlir:6:8: note: '--device=interp' asks for it, '--device=cpu' refuses; 'warpline devices --operations' lists what each device has code for
// OUT: warpline: error: expected a run on the cpu for --detect-races, but found one on the interpreter, which has no streams
// OUT: exit: 2
