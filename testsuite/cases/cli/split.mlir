// PIECES: // ======
// RUN: warpline opt --split-input-file

func.func private @first()
// -----
func.func private @second()
// ======

// A piece with an error leaves an empty place; the others are printed.
func.func private @right()
// -----
func.func private @wrong() -> i3x
// -----
func.func private @right_too()
// ======

// The marker counts in the middle of a line, and what follows it is text.
func.func private @before() // ----- func.func private @after()
// ======

// A longer line of dashes is a marker and the rest of the line.
func.func private @before()
// -------
func.func private @after()
// ======

// A shorter one is a near miss.
func.func private @before()
// ----
func.func private @after()
// ======

// So is a marker at the end of the text.
func.func private @before()
// -----
