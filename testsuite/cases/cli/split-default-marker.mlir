// PIECES: // ======
// RUN: warpline opt --split-input-file=

func.func private @first()
// -----
func.func private @second()
