// PIECES: // ======
// RUN: warpline opt "--split-input-file=// ## next" "--output-split-marker=// ## out" -

func.func private @first()
// ## next
func.func private @second()
// ======

func.func private @first()
// -----
func.func private @same_piece()
