// RUN: warpline opt %s --loop-fusion-of-tomorrow

func.func private @f()
