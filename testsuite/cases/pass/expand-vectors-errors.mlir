// RUN: opt --expand-vectors --verify-diagnostics

gpu.module @k {
  gpu.func @scalable(%a: memref<?xf32>, %i: index) kernel {
    // expected-error@+1 {{'vector.load' cannot be expanded: a vector of scalable size has no fixed number of elements}}
    %x = vector.load %a[%i] : memref<?xf32>, vector<[4]xf32>
    gpu.return
  }
}
// -----

gpu.module @k {
  gpu.func @huge(%a: memref<8192xf32>, %i: index) kernel {
    // expected-error@+1 {{'vector.load' cannot be expanded: vectors have at most 4096 elements}}
    %x = vector.load %a[%i] : memref<8192xf32>, vector<8192xf32>
    gpu.return
  }
}
// -----

gpu.module @k {
  gpu.func @choices(%a: memref<128xf32>, %i: index) kernel {
    %c0 = arith.constant 0 : index
    %v = vector.load %a[%c0] : memref<128xf32>, vector<128xf32>
    // expected-error@+1 {{'vector.extract' cannot be expanded: a position that is a value picks one of at most 64 parts, but there are 128}}
    %x = vector.extract %v[%i] : f32 from vector<128xf32>
    gpu.return
  }
}
// -----

gpu.module @k {
  gpu.func @start(%v: vector<4xf32>, %mask: vector<4xi1>) kernel {
    // expected-error@+1 {{'vector.reduction' cannot be expanded: a masked reduction of floats needs an accumulator}}
    %x = vector.mask %mask { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
    gpu.return
  }
}
