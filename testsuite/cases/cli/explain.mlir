// RUN: warpline explain E0104
// RUN: warpline explain w0102
// RUN: warpline explain cse
// RUN: warpline explain canonicalize
// RUN: warpline explain cf
// RUN: warpline explain cf.assert
// RUN: warpline explain scf.yield
// RUN: warpline explain arith.adi

