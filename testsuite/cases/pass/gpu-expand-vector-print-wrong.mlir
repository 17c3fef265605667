// RUN: not opt --gpu-expand-vector-print

// No device prints integers of more than 64 bits.
gpu.module @k {
  gpu.func @wide(%v: vector<2xi128>) kernel {
    vector.print %v : vector<2xi128>
    gpu.return
  }
}

// OUT: gpu-expand-vector-print-wrong.mlir:6:5: error[E0301]: kernels print numbers of at most 64 bits
