// RUN: warpline compile --emit=foo
// RUN: warpline compile --emit=pxt
// RUN: warpline compile --emit=ptx,clif=F
// RUN: warpline compile --emit=ptx --target=cpu
// RUN: warpline compile --emit=clif --target=sm_90
// RUN: warpline devices --require=cdua --diagnostics=short
// RUN: warpline run --device=cpu --expect=1 --atol=-1
// RUN: warpline run --device=cpu --expect=1 --rtol=nan
// RUN: warpline run --device=cpu --output=- --output=-
// RUN: warpline run --device=cpu --expect=1 --expect=2

func.func @main() -> i32 {
  %c1 = arith.constant 1 : i32
  return %c1 : i32
}

// OUT: stderr:
// OUT: warpline: error: unknown kind 'foo' for --emit; there are asm, binary, clif, dot, hsaco, html, mlir, plan, plan-json, ptx
// OUT: exit: 2
// OUT: stderr:
// OUT: warpline: error: unknown kind 'pxt' for --emit; did you mean 'ptx'?
// OUT: exit: 2
// OUT: stderr:
// OUT: warpline: error: --emit=clif is for the target cpu, but another kind is for 'sm_80'
// OUT: exit: 2
// OUT: stderr:
// OUT: warpline: error: --emit=ptx is for targets such as sm_80, but the target is 'cpu'
// OUT: exit: 2
// OUT: stderr:
// OUT: warpline: error: --emit=clif is for the target cpu, but the target is 'sm_90'
// OUT: exit: 2
// OUT: stderr:
// OUT: warpline: error: unknown device 'cdua' for --require; there are cpu, cuda, hip, interp
// OUT: exit: 2
// OUT: stderr:
// OUT: error: invalid value '-1' for '--atol <ATOL>': expected a number that is not negative, but found '-1'
// OUT:
// OUT: For more information, try '--help'.
// OUT: exit: 2
// OUT: stderr:
// OUT: error: invalid value 'nan' for '--rtol <RTOL>': expected a number that is not negative, but found 'nan'
// OUT:
// OUT: For more information, try '--help'.
// OUT: exit: 2
// OUT: stderr:
// OUT: warpline: error: 2 outputs are named, but the function has 1 result and writes 0 arguments
// OUT: exit: 2
// OUT: stderr:
// OUT: warpline: error: 2 values are expected, but the function has 1 result and writes 0 arguments
// OUT: exit: 2
