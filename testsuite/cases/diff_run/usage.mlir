// RUN: warpline diff-run --targets=cpu
// RUN: warpline diff-run --targets=interp,gpu
// RUN: warpline diff-run --targets=cpu,cpu --deadline=9
// RUN: warpline diff-run --entry=none
// RUN: warpline diff-run --targets=cpu,interp
// RUN: warpline diff-run --targets=interp,cpu --bisect --debug-miscompile=code --input=1

// A function with several blocks is bisected by passes alone.
func.func @main(%n: i32 {warpline.input = "3"}) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  cf.br ^loop(%zero : i32)
^loop(%i: i32):
  %next = arith.addi %i, %one : i32
  %goes_on = arith.cmpi slt, %next, %n : i32
  cf.cond_br %goes_on, ^loop(%next : i32), ^end
^end:
  return %next : i32
}

// OUT: stderr:
// OUT: warpline: error: expected two targets or more, as in --targets=interp,cpu
// OUT: exit: 2
// OUT: stderr:
// OUT: warpline: error: unknown device 'gpu'; there are auto, cpu, cuda, hip, interp, and cuda:1 for the second GPU
// OUT: exit: 2
// OUT: stderr:
// OUT: warpline: error: expected interp among the targets for --deadline, which it alone keeps
// OUT: exit: 2
// OUT: stderr:
// OUT: warpline: error: there is no function 'none' with a body; there are main
// OUT: exit: 2
// OUT: cpu and interp:
// OUT:   result 0: i32: same
// OUT:   argument 0: i32: same
// OUT: interp and cpu:
// OUT:   result 0: i32: 1 of 1 elements differ
// OUT:     at  interp  cpu         difference    ulp
// OUT:     []  1       2147483647  2147483646.0  -
// OUT:   argument 0: i32: same
// OUT: kernel: not looked for, since the function has several blocks
// OUT: pass: none of 74 changes the results of the interpreter, up to control-flow-sink
// OUT:   so the code for cpu, or the device, is to blame
// OUT: exit: 1
