// RUN: warpline reduce
// RUN: warpline reduce --test='sh -c true %s'
// RUN: warpline reduce --test='warpline opt'
// RUN: warpline reduce --test='warpline opt %s' --match='('
// RUN: warpline reduce --test='warpline opt %s' --deadline=0
// RUN: warpline reduce --test='not warpline opt %s'
// RUN: warpline reduce --test='not --crash warpline opt %s --no-such-flag'
// RUN: warpline reduce --test='warpline opt %s' --match='no such text'
// RUN: warpline reduce --test='warpline opt %s' --max-tries=1 -o /dev/null

func.func @f(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  return %0 : i32
}

// OUT: stderr:
// OUT: warpline: error: expected --test='COMMANDS' that succeed for what is interesting, or a file with a reproducer
// OUT: exit: 2
// OUT: stderr:
// OUT: warpline: error: --test: expected warpline, mlir-opt, mlir-runner, FileCheck, not, cat, echo or diff, but found 'sh': no other programs run
// OUT: exit: 2
// OUT: stderr:
// OUT: warpline: error: --test: expected %s, which stands for the program, but found 'warpline opt'
// OUT: exit: 2
// OUT: stderr:
// OUT: warpline: error: --match: found open group without closing ')'
// OUT: exit: 2
// OUT: stderr:
// OUT: warpline: error: expected seconds for --deadline, but found 0
// OUT: exit: 2
// OUT: stderr:
// OUT: warpline: error: the test does not hold for the input; its output:
// OUT:   expected the command to fail, but it succeeded
// OUT:   module {
// OUT:     func.func @f(%arg0: i32) -> i32 {
// OUT:       %0 = arith.addi %arg0, %arg0 : i32
// OUT:       return %0 : i32
// OUT:     }
// OUT:   }
// OUT:
// OUT:   not ended with exit code 1
// OUT: exit: 1
// OUT: stderr:
// OUT: warpline: error: the test does not hold for the input; its output:
// OUT:   error: unexpected argument '--no-such-flag' found
// OUT:
// OUT:   Usage: warpline opt [OPTIONS] [FILE]
// OUT:
// OUT:   For more information, try '--help'.
// OUT:   expected an internal error, but the command failed without one
// OUT:   not ended with exit code 1
// OUT: exit: 1
// OUT: stderr:
// OUT: warpline: error: the test does not hold for the input; its output:
// OUT:   module {
// OUT:     func.func @f(%arg0: i32) -> i32 {
// OUT:       %0 = arith.addi %arg0, %arg0 : i32
// OUT:       return %0 : i32
// OUT:     }
// OUT:   }
// OUT: exit: 1
// OUT: stderr:
// OUT: reduced as IR: 3 operations in 6 lines are left of 3 operations in 14 lines
// OUT: 1 tries: the test held for 1; 0 programs were not tried: wrong, larger or known
// OUT: stopped after 1 tries; --max-tries=N allows more
