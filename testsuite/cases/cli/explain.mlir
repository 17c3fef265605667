// RUN: warpline explain E0104
// RUN: warpline explain w0102
// RUN: warpline explain cse
// RUN: warpline explain canonicalize
// RUN: warpline explain cf
// RUN: warpline explain cf.assert
// RUN: warpline explain scf.yield
// RUN: warpline explain arith.adi

// OUT: E0104: A value that is not defined
// OUT:
// OUT: A value must be defined in the same region or in a region around it. Regions beside it are not
// OUT: visible, nor is anything outside of a function, a kernel or a module.
// OUT: W0102: A comment that is almost a split marker
// OUT:
// OUT: With --split-input-file the text is split at '// -----'. A shorter line of dashes does not split it.
// OUT: pass cse: Merges operations that compute the same value
// OUT: pass canonicalize: Folds constants and brings operations into their simplest form
// OUT:
// OUT: options:
// OUT:   max-iterations: The greatest number of rounds; -1 for any (default: 10)
// OUT:   top-down: Whether a round starts at the top (default: true)
// OUT:   region-simplify: Whether dead blocks and block arguments go: disabled, normal (default: normal)
// OUT:   test-convergence: Whether it is an error that the last round still changed something (default: false)
// OUT: dialect cf
// OUT:
// OUT: Branches between the blocks of a function.
// OUT:
// OUT:   cf.br                            Goes on at a block, with a value for each of its arguments.
// OUT:   cf.cond_br                       Goes on at the first of two blocks if the condition is true, else at the second.
// OUT:   cf.assert                        Ends the program with a message when the condition is false.
// OUT:   cf.switch                        Goes on at the block of the case that the operand is equal to, or at the first block, the default.
// OUT: operation cf.assert
// OUT:
// OUT: Ends the program with a message when the condition is false.
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
// OUT: Ends a region of a loop or branch with its values.
// OUT:
// OUT: syntax: scf.yield attr-dict ($results^ : type($results))?
// OUT:
// OUT: operands:
// OUT:   results: any type, any number
// OUT:
// OUT: rules:
// OUT:   has no effect: it may be merged, moved and dropped
// OUT:   ends a block
// OUT:   stands directly in scf.execute_region or scf.for or scf.if or scf.index_switch or scf.while
// OUT: stderr:
// OUT: warpline: error: 'arith.adi' is no code, operation, dialect or pass; did you mean 'arith.addi'?
// OUT: exit: 2
