// PIECES: // ======
// RUN: warpline opt "--output-split-marker=// ##"

// Without --split-input-file the marker is a comment.
func.func private @first()
// -----
func.func private @second()

// OUT: module {
// OUT:   func.func private @first()
// OUT:   func.func private @second()
// OUT: }
