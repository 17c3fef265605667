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
// OUT: stderr:
// OUT: warpline: error: expected a run on the cpu or on a GPU for --graphs, but found one on the interpreter, which has no streams
// OUT: exit: 2
// OUT: i32=1
