// RUN: warpline run --device=cpu
// RUN: warpline run --device=interp --diagnostics=short
// RUN: warpline run --diagnostics=short

// The images of a gpu.binary are for other programs: a launch of one is an error of the program, not of warpline.
module attributes {gpu.container_module} {
  gpu.binary @device [#gpu.object<#rocdl.target, assembly = "">]
  func.func @main() {
    %one = arith.constant 1 : index
    gpu.launch_func @device::@step blocks in (%one, %one, %one) threads in (%one, %one, %one)
    return
  }
}

// OUT: stderr:
// OUT: binary-without-code.mlir:10:5: error[E0203]: expected kernel '@device::@step' in a 'gpu.module', but '@device' is a 'gpu.binary', whose images no device here loads
// OUT:     ╭─[ binary-without-code.mlir:10:5 ]
// OUT:     │
// OUT:  10 │     gpu.launch_func @device::@step blocks in (%one, %one, %one) threads in (%one, %one, %one)
// OUT:     │     ───────┬───────
// OUT:     │            ╰───────── this 'gpu.launch_func'
// OUT:     │
// OUT:     ├─[ binary-without-code.mlir:7:3 ]
// OUT:     │
// OUT:   7 │   gpu.binary @device [#gpu.object<#rocdl.target, assembly = "">]
// OUT:     │   ─────┬────
// OUT:     │        ╰────── the 'gpu.binary' is here
// OUT: ────╯
// OUT: exit: 1
// OUT: stderr:
// OUT: binary-without-code.mlir:10:5: error[E0203]: expected kernel '@device::@step' in a 'gpu.module', but '@device' is a 'gpu.binary', whose images no device here loads
// OUT: binary-without-code.mlir:7:3: note: the 'gpu.binary' is here
// OUT: exit: 1
// OUT: stderr:
// OUT: binary-without-code.mlir:10:5: error[E0203]: expected kernel '@device::@step' in a 'gpu.module', but '@device' is a 'gpu.binary', whose images no device here loads
// OUT: binary-without-code.mlir:7:3: note: the 'gpu.binary' is here
// OUT: exit: 1
