// RUN: warpline opt --pass-pipeline=builtin.module(func.func(gpu-kernel-outlining)) --diagnostics=short
// RUN: warpline opt --pass-pipeline=builtin.module(gpu.module(affine-parallelize)) --diagnostics=short
// RUN: warpline opt --pass-pipeline=builtin.module(func.func(cse,inline)) --diagnostics=short
// RUN: warpline opt --pass-pipeline=func.func(cse) --diagnostics=short
// RUN: warpline opt --pass-pipeline=builtin.module(any(cse),gpu.module(symbol-dce),func.func(gpu-async-region),gpu-kernel-outlining)

// Passes run where mlir-opt runs them.
func.func private @f()

// OUT: stderr:
// OUT: <pipeline>:1:26: error[E0122]: pass 'gpu-kernel-outlining' runs on 'builtin.module', but it is nested in 'func.func'
// OUT: exit: 2
// OUT: stderr:
// OUT: <pipeline>:1:27: error[E0122]: pass 'affine-parallelize' runs on 'builtin.module' or 'func.func', but it is nested in 'gpu.module'
// OUT: exit: 2
// OUT: stderr:
// OUT: <pipeline>:1:30: error[E0122]: pass 'inline' runs on 'builtin.module' or 'gpu.module', but it is nested in 'func.func'
// OUT: exit: 2
// OUT: stderr:
// OUT: <pipeline>:1:1: error[E0122]: a pipeline runs on 'builtin.module', so 'func.func' must be nested in it: builtin.module(func.func(…))
// OUT: exit: 2
// OUT: module {
// OUT: }
