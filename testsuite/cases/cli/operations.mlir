// RUN: warpline devices --operations gpu.sh
// RUN: warpline devices --operations --json math.tan
// RUN: not warpline devices shuffle

// OUT: operation                            cpu      cuda     hip      interp
// OUT: gpu.shuffle                          kernels  kernels  kernels  yes
// OUT: stderr:
// OUT: yes: in host functions and in kernels, wherever the operation has a meaning; kernels, host: there only; no: nowhere
// OUT: {"name":"math.tan","cpu":{"verdict":"yes","detail":"math-expand"},"cuda":{"verdict":"yes","detail":"math-expand"},"hip":{"verdict":"yes","detail":"math-expand"},"interp":{"verdict":"yes","detail":null}}
// OUT: {"name":"math.tanh","cpu":{"verdict":"yes","detail":"math-expand"},"cuda":{"verdict":"yes","detail":"math-expand"},"hip":{"verdict":"yes","detail":"math-expand"},"interp":{"verdict":"yes","detail":null}}
// OUT: stderr:
// OUT: error: the following required arguments were not provided:
// OUT:   --operations
// OUT:
// OUT: Usage: warpline devices --operations <FILTER>
// OUT:
// OUT: For more information, try '--help'.
// OUT: exit: 2
