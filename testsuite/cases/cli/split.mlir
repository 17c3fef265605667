// PIECES: // ======
// RUN: warpline opt --split-input-file

func.func private @first()
// -----
func.func private @second()

// OUT: module {
// OUT:   func.func private @first()
// OUT: }
// OUT:
// OUT: // -----
// OUT: module {
// OUT:   func.func private @second()
// OUT: }
// ======

// A piece with an error leaves an empty place; the others are printed.
func.func private @right()
// -----
func.func private @wrong() -> i3x
// -----
func.func private @right_too()

// OUT: module {
// OUT:   func.func private @right()
// OUT: }
// OUT:
// OUT: // -----
// OUT: // -----
// OUT: module {
// OUT:   func.func private @right_too()
// OUT: }
// OUT: stderr:
// OUT: split.mlir:5:31: error[E0103]: expected a type, but found 'i3x'
// OUT:    ╭─[ split.mlir:5:31 ]
// OUT:    │
// OUT:  5 │ func.func private @wrong() -> i3x
// OUT:    │                               ─┬─
// OUT:    │                                ╰─── expected a type
// OUT:    │
// OUT:    │ Note: did you mean 'i32'?
// OUT: ───╯
// OUT: exit: 1
// ======

// The marker counts in the middle of a line, and what follows it is text.
func.func private @before() // ----- func.func private @after()

// OUT: module {
// OUT:   func.func private @before()
// OUT: }
// OUT:
// OUT: // -----
// OUT: module {
// OUT:   func.func private @after()
// OUT: }
// ======

// A longer line of dashes is a marker and the rest of the line.
func.func private @before()
// -------
func.func private @after()

// OUT: module {
// OUT:   func.func private @before()
// OUT: }
// OUT:
// OUT: // -----
// OUT: stderr:
// OUT: split.mlir:4:9: error[E0102]: expected an operation name, such as 'arith.addi' or '"dialect.name"(', but found '-'
// OUT:    ╭─[ split.mlir:4:9 ]
// OUT:    │
// OUT:  4 │ // -------
// OUT:    │         ┬
// OUT:    │         ╰── this number
// OUT: ───╯
// OUT: exit: 1
// ======

// A shorter one is a near miss.
func.func private @before()
// ----
func.func private @after()

// OUT: module {
// OUT:   func.func private @before()
// OUT:   func.func private @after()
// OUT: }
// OUT: stderr:
// OUT: split.mlir:4:7: warning[W0102]: near miss with file split marker
// OUT:    ╭─[ split.mlir:4:7 ]
// OUT:    │
// OUT:  4 │ // ----
// OUT:    │       ─┬
// OUT:    │        ╰── this number
// OUT: ───╯
// ======

// So is a marker at the end of the text.
func.func private @before()
// -----

// OUT: module {
// OUT:   func.func private @before()
// OUT: }
// OUT:
// OUT: // -----
// OUT: module {
// OUT: }
