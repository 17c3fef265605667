// RUN: warpline run --seed=1
// RUN: warpline run --device=cpu --max-steps=9
// RUN: warpline run --device=cpu --max-bytes=9
// RUN: warpline run --device=cpu --checks=full
// RUN: warpline run --device=cpu --deadline=9
// RUN: warpline run --device=interp --detect-races
// RUN: warpline run --device=interp --adversary=1
// RUN: warpline run --device=interp --graphs=always
// RUN: warpline run --device=interp --graphs=never --seed=1 --checks=none --deadline=100 --output=-

// A flag that nothing would follow is refused by name.
func.func @main() -> i32 {
  %c1 = arith.constant 1 : i32
  return %c1 : i32
}

// OUT: stderr:
// OUT: warpline: error: expected a run on the interpreter for --seed, but found one on the cpu; --device=interp asks for it
// OUT: exit: 2
// OUT: stderr:
// OUT: warpline: error: expected a run on the interpreter for --max-steps, but found one on the cpu; --device=interp asks for it
// OUT: exit: 2
// OUT: stderr:
// OUT: warpline: error: expected a run on the interpreter for --max-bytes, but found one on the cpu; --device=interp asks for it
// OUT: exit: 2
// OUT: stderr:
// OUT: warpline: error: expected a run on the interpreter for --checks, but found one on the cpu; --device=interp asks for it
// OUT: exit: 2
// OUT: stderr:
// OUT: warpline: error: --deadline ends the process in which machine code runs, but this process does more; --device=interp keeps a deadline in any process
// OUT: exit: 2
// OUT: stderr:
// OUT: warpline: error: expected a run on the cpu for --detect-races, but found one on the interpreter, which has no streams
// OUT: exit: 2
// OUT: stderr:
// OUT: warpline: error: expected a run on the cpu for --adversary, but found one on the interpreter, which has no streams
// OUT: exit: 2
// OUT: result 0: i32
// OUT:   count=1 min=1 max=1 sum=1.0 first=1
// OUT:   values: 1 (1 times)
// OUT: stderr:
// OUT: warpline: error: expected a run on the cpu or on a GPU for --graphs, but found one on the interpreter, which has no streams
// OUT: exit: 2
// OUT: result 0: i32
// OUT:   count=1 min=1 max=1 sum=1.0 first=1
// OUT:   values: 1 (1 times)
// OUT: {"device":"interp","kernels":0,"launches":0,"graphs":0,"graph_launches":0,"streams":0,"events":0,"streams_created":0,"events_created":0,"waits":0,"records":0,"host_syncs":0,"max_concurrent_launches":0,"busy_nanoseconds":0,"active_nanoseconds":0,"overlap":0.0,"peak_bytes":0,"leaked":{"streams":0,"events":0,"buffers":0,"modules":0,"graphs":0},"unfreed":{"buffers":0,"bytes":0},"kernel_times":[],"cache":null,"reasons":[]}
// OUT: result 0: i32
// OUT:   count=1 min=1 max=1 sum=1.0 first=1
// OUT:   values: 1 (1 times)
// OUT: {"displayTimeUnit":"ms","traceEvents":[
// OUT: {"ph":"M","name":"process_name","pid":1,"args":{"name":"interp"}},
// OUT: {"ph":"M","name":"thread_name","pid":1,"tid":0,"args":{"name":"host calls"}},
// OUT: {"ph":"M","name":"thread_sort_index","pid":1,"tid":0,"args":{"sort_index":0}}
// OUT: ],"otherData":{"is_cut":false}}
// OUT: stderr:
// OUT: warpline: error: cannot read 'no-such-file': No such file or directory (os error 2)
// OUT: exit: 2
// OUT: result 0: i32
// OUT:   count=1 min=1 max=1 sum=1.0 first=1
// OUT:   values: 1 (1 times)
// OUT: {"unit": "microseconds", "work": [
// OUT:
// OUT: ]}
// OUT: i32=1
