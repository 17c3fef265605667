// RUN: warpline explain E0104
// RUN: warpline explain w0102
// RUN: warpline explain cse
// RUN: warpline explain sm_75
// RUN: warpline explain --target=sm_90a
// RUN: warpline explain canonicalize
// RUN: warpline explain cf
// RUN: warpline explain cf.assert
// RUN: warpline explain scf.yield
// RUN: warpline explain arith.adi

// OUT: E0104: A value that is not defined
// OUT:
// OUT: A value must be defined in the same region or in an enclosing region. Sibling regions are not
// OUT: visible, nor is anything outside of a function, a kernel or a module.
// OUT: W0102: A comment that is almost a split marker
// OUT:
// OUT: With --split-input-file the text is split at '// -----'. A shorter line of dashes does not split it.
// OUT: pass cse: Eliminates common subexpressions
// OUT: target sm_75, of the backend ptx
// OUT:
// OUT: subgroup: 32 threads
// OUT: block: at most 1024 threads, 1024 x 1024 x 64
// OUT: grid: at most 2147483647 x 65535 x 65535 blocks
// OUT: workgroup memory: at most 49152 bytes that a kernel declares
// OUT: .version: 6.3 at least
// OUT: parameters: at most 32764 bytes
// OUT: has: tanh.approx (from .version 7.0), more than 4096 bytes of parameters (from .version 8.1)
// OUT: lacks: min.NaN, bf16, a conversion to bf16 in one rounding, redux.sync, matrices of bf16, tf32 or
// OUT: f64, a conversion of fp8, atomic addition in bf16, a cluster
// OUT: target sm_90a, of the backend ptx
// OUT:
// OUT: subgroup: 32 threads
// OUT: block: at most 1024 threads, 1024 x 1024 x 64
// OUT: grid: at most 2147483647 x 65535 x 65535 blocks
// OUT: workgroup memory: at most 49152 bytes that a kernel declares
// OUT: .version: 8.0 at least
// OUT: parameters: at most 32764 bytes
// OUT: has: min.NaN, bf16, a conversion to bf16 in one rounding, redux.sync, matrices of bf16, tf32 or f64,
// OUT: a conversion of fp8, atomic addition in bf16, a cluster, tanh.approx, more than 4096 bytes of
// OUT: parameters (from .version 8.1)
// OUT: lacks: nothing of this list
// OUT: pass canonicalize: Folds constants and brings operations into canonical form
// OUT:
// OUT: options:
// OUT:   max-iterations: Maximum number of rounds; -1 for no limit (default: 10)
// OUT:   top-down: Whether a round starts at the top (default: true)
// OUT:   region-simplify: Whether dead blocks and block arguments are erased: disabled, normal (default: normal)
// OUT:   test-convergence: Whether it is an error if the last round still changes the module (default: false)
// OUT: dialect cf
// OUT:
// OUT: Branches between the blocks of a function.
// OUT:
// OUT:   cf.br                            Branches to a block, with a value for each of its arguments.
// OUT:   cf.cond_br                       Branches to the first of two blocks if the condition is true, else to the second.
// OUT:   cf.assert                        Aborts the program with a message if the condition is false.
// OUT:   cf.switch                        Branches to the block of the case that equals the operand, or to the first block, the default.
// OUT: operation cf.assert
// OUT:
// OUT: Aborts the program with a message if the condition is false.
// OUT:
// OUT: syntax: cf.assert $arg , $msg attr-dict
// OUT:
// OUT: operands:
// OUT:   arg: 1-bit signless integer
// OUT:
// OUT: attributes:
// OUT:   msg: string attribute, required
// OUT: operation scf.yield
// OUT:
// OUT: Terminates a region of a loop or branch and yields values.
// OUT:
// OUT: syntax: scf.yield attr-dict ($results^ : type($results))?
// OUT:
// OUT: operands:
// OUT:   results: any type, any number
// OUT:
// OUT: rules:
// OUT:   has no effect: it may be merged, moved and dropped
// OUT:   ends a block
// OUT:   must be directly inside scf.execute_region or scf.for or scf.if or scf.index_switch or scf.while
// OUT: stderr:
// OUT: warpline: error: 'arith.adi' is no code, operation, dialect, pass or target; did you mean 'arith.addi'?
// OUT: exit: 2
