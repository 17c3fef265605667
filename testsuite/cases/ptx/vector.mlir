// RUN: compile --target=sm_80 --emit=ptx

// Neighbours are read four at a time where the address is proved to be a multiple of 16 bytes.
gpu.module @kernels {
  gpu.func @neighbours(%a: memref<64xf32>, %i: index)
      workgroup(%w : memref<64xf32, #gpu.address_space<workgroup>>) kernel {
    %c4 = arith.constant 4 : index
    %at = arith.muli %i, %c4 : index
    %x = vector.load %w[%at] : memref<64xf32, #gpu.address_space<workgroup>>, vector<4xf32>
    %y = arith.addf %x, %x : vector<4xf32>
    vector.store %y, %a[%at] {alignment = 16 : i64} : memref<64xf32>, vector<4xf32>
    vector.store %y, %a[%i] : memref<64xf32>, vector<4xf32>
    gpu.return
  }
}
// -----

// What lies outside is padding, and is not written.
gpu.module @kernels {
  gpu.func @edges(%a: memref<?xf32>, %i: index) kernel {
    %zero = arith.constant 0.0 : f32
    %x = vector.transfer_read %a[%i], %zero : memref<?xf32>, vector<2xf32>
    vector.transfer_write %x, %a[%i] : vector<2xf32>, memref<?xf32>
    gpu.return
  }
}
// -----

gpu.module @kernels {
  gpu.func @combine(%a: memref<4xf32>, %b: memref<2x2xf32>, %m: memref<1xf32>) kernel {
    %c0 = arith.constant 0 : index
    %x = vector.load %a[%c0] : memref<4xf32>, vector<4xf32>
    %s = vector.shape_cast %x : vector<4xf32> to vector<2x2xf32>
    %t = vector.transpose %s, [1, 0] : vector<2x2xf32> to vector<2x2xf32>
    %p = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %s, %t, %s : vector<2x2xf32>, vector<2x2xf32> into vector<2x2xf32>
    %r = vector.extract %p[1] : vector<2xf32> from vector<2x2xf32>
    %sum = vector.reduction <add>, %r : vector<2xf32> into f32
    memref.store %sum, %m[%c0] : memref<1xf32>
    gpu.return
  }
}
