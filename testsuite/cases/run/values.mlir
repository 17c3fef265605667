// RUN: run --device=cpu --output=- --output=- --output=- --output=- --output=- --output=-

// A value that fills, numbers that count, random ones, and storage for a result.
func.func @main(%filled: memref<3xf32> {warpline.input = "splat:1.5"},
                %counted: memref<?xi32> {warpline.input = "4xi32=iota:10:-3"},
                %from_0: memref<2x2xf64> {warpline.input = "iota:"},
                %random: memref<3xi8> {warpline.input = "rand:7:-5:5"},
                %storage: memref<2xf16> {warpline.input = "&2xf16"},
                %scalar: i64 {warpline.input = "+7"})
    -> (memref<3xf32>, memref<?xi32>, memref<2x2xf64>, memref<3xi8>, memref<2xf16>, i64) {
  return %filled, %counted, %from_0, %random, %storage, %scalar
    : memref<3xf32>, memref<?xi32>, memref<2x2xf64>, memref<3xi8>, memref<2xf16>, i64
}

// OUT: 3xf32=[1.5 1.5 1.5]
// OUT: 4xi32=[10 7 4 1]
// OUT: 2x2xf64=[[0.0 1.0][2.0 3.0]]
// OUT: 3xi8=[-2 -5 4]
// OUT: 2xf16=[0.0 0.0]
// OUT: i64=7
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
