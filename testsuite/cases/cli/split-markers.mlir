// PIECES: // ======
// RUN: warpline opt "--split-input-file=// ## next" "--output-split-marker=// ## out" -

func.func private @first()
// ## next
func.func private @second()

// OUT: module {
// OUT: }
// OUT:
// OUT: // ## out
// OUT: // ## out
// OUT: module {
// OUT:   func.func private @second()
// OUT: }
// OUT: stderr:
// OUT: split-markers.mlir:2:52: error[E0102]: expected an operation name, such as 'arith.addi' or '"dialect.name"(', but found '" "'
// OUT:    ╭─[ split-markers.mlir:2:52 ]
// OUT:    │
// OUT:  2 │ // RUN: warpline opt "--split-input-file=// ## next" "--output-split-marker=// ## out" -
// OUT:    │                                                    ─┬─
// OUT:    │                                                     ╰─── this '" "'
// OUT: ───╯
// OUT: exit: 1
// ======

func.func private @first()
// -----
func.func private @same_piece()

// OUT: module {
// OUT:   func.func private @first()
// OUT:   func.func private @same_piece()
// OUT: }
