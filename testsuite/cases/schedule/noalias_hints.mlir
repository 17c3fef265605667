// RUN: warpline opt --gpu-schedule --remarks=gpu-schedule --diagnostics=short --output=/dev/null

// Two fills are in order only because two arguments may overlap.
func.func @hint(%a: memref<64xf32>, %n: index, %b: memref<64xf32>, %v: f32) {
  gpu.memset %a, %v : memref<64xf32>, f32
  gpu.memset %b, %v : memref<64xf32>, f32
  return
}
// A promise about one of them.
func.func @marked(%a: memref<64xf32>, %n: index, %b: memref<64xf32> {llvm.noalias}, %v: f32) {
  gpu.memset %a, %v : memref<64xf32>, f32
  gpu.memset %b, %v : memref<64xf32>, f32
  return
}
// The same promise about these two.
func.func @distinct(%a: memref<64xf32>, %b: memref<64xf32>, %v: f32) {
  %x, %y = memref.distinct_objects %a, %b : memref<64xf32>, memref<64xf32>
  gpu.memset %x, %v : memref<64xf32>, f32
  gpu.memset %y, %v : memref<64xf32>, f32
  return
}
// No promise would change the order.
func.func @same(%a: memref<64xf32>, %b: memref<64xf32>, %v: f32) {
  gpu.memset %a, %v : memref<64xf32>, f32
  gpu.memcpy %a, %b : memref<64xf32>, memref<64xf32>
  return
}

// OUT: stderr:
// OUT: noalias_hints.mlir:4:1: remark[gpu-schedule]: scheduled 2 device operations on 1 stream: 0 waits between streams, 1 wait of the host
// OUT: noalias_hints.mlir:6:3: remark[gpu-schedule]: runs after other work only because argument 0 and argument 2 may overlap; where they never do, mark one of them 'llvm.noalias', take both through 'memref.distinct_objects', or pass --assume-noalias
// OUT: noalias_hints.mlir:5:3: note: the other work is here
// OUT: noalias_hints.mlir:10:1: remark[gpu-schedule]: scheduled 2 device operations on 2 streams: 1 wait between streams, 1 wait of the host
// OUT: noalias_hints.mlir:16:1: remark[gpu-schedule]: scheduled 2 device operations on 2 streams: 1 wait between streams, 1 wait of the host
// OUT: noalias_hints.mlir:23:1: remark[gpu-schedule]: scheduled 2 device operations on 1 stream: 0 waits between streams, 1 wait of the host
