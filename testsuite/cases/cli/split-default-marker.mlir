// PIECES: // ======
// RUN: warpline opt --split-input-file=

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
