// RUN: warpline check - --diagnostics=short

// Every fourth element to the 28th, and the 26th and the 32nd: the ranges overlap, but no element is in both, so two streams
// may fill them at one time.
func.func @main(%m: memref<64xf32>, %v: f32) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
  %fourth = memref.subview %m[0] [8] [4] : memref<64xf32> to memref<8xf32, strided<[4]>>
  %sixth = memref.subview %m[26] [2] [6] : memref<64xf32> to memref<2xf32, strided<[6], offset: 26>>
  rt.fill %fourth, %v on 0 : memref<8xf32, strided<[4]>>, f32
  rt.fill %sixth, %v on 1 : memref<2xf32, strided<[6], offset: 26>>, f32
  rt.record 0 on 1
  rt.wait 0 on 0
  rt.host_wait 0
  return
}
// -----

// Wrong: the second element of the one view is the third one of the other.
func.func @main(%m: memref<64xf32>, %v: f32) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
  %fourth = memref.subview %m[0] [8] [4] : memref<64xf32> to memref<8xf32, strided<[4]>>
  %sixth = memref.subview %m[2] [5] [6] : memref<64xf32> to memref<5xf32, strided<[6], offset: 2>>
  rt.fill %fourth, %v on 0 : memref<8xf32, strided<[4]>>, f32
  rt.fill %sixth, %v on 1 : memref<5xf32, strided<[6], offset: 2>>, f32
  rt.record 0 on 1
  rt.wait 0 on 0
  rt.host_wait 0
  return
}

// OUT: stderr:
// OUT: interleaved_parts_do_not_meet.mlir:7:3: error[E0311]: the fill on stream 1 writes argument 0, and nothing orders it after the fill on stream 0, which writes it
// OUT: interleaved_parts_do_not_meet.mlir:6:3: note: the earlier work is here
// OUT: interleaved_parts_do_not_meet.mlir:7:3: note: missing: stream 0 before stream 1; put 'rt.record 1 on 0' behind the earlier work and 'rt.wait 1 on 1' before this, with 2 events
// OUT: exit: 1
// -----

// Too many elements to compare one by one: it is not known whether the views meet.
func.func @main(%m: memref<9000xf32>, %v: f32) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
  %fourth = memref.subview %m[0] [2000] [4] : memref<9000xf32> to memref<2000xf32, strided<[4]>>
  %sixth = memref.subview %m[7994] [2] [6] : memref<9000xf32> to memref<2xf32, strided<[6], offset: 7994>>
  rt.fill %fourth, %v on 0 : memref<2000xf32, strided<[4]>>, f32
  rt.fill %sixth, %v on 1 : memref<2xf32, strided<[6], offset: 7994>>, f32
  rt.record 0 on 1
  rt.wait 0 on 0
  rt.host_wait 0
  return
}

// OUT: stderr:
// OUT: interleaved_parts_do_not_meet.mlir:7:3: warning[W0202]: not proved: the fill on stream 1 writes memory that the fill on stream 0 perhaps writes, and nothing orders them
// OUT: interleaved_parts_do_not_meet.mlir:6:3: note: the earlier work is here
// OUT: interleaved_parts_do_not_meet.mlir:7:3: note: the parts have too many gaps to be compared; equal strides would decide it
// OUT: interleaved_parts_do_not_meet.mlir:7:3: note: missing: stream 0 before stream 1; put 'rt.record 1 on 0' behind the earlier work and 'rt.wait 1 on 1' before this, with 2 events
// -----

// Wrong: tiles of many rows have rows in common.
func.func @main(%m: memref<2000x64xf32>, %v: f32) attributes {rt.events = 1 : i32, rt.streams = 2 : i32} {
  %first = memref.subview %m[0, 0] [1000, 32] [1, 1] : memref<2000x64xf32> to memref<1000x32xf32, strided<[64, 1]>>
  %last = memref.subview %m[999, 31] [1000, 32] [1, 1] : memref<2000x64xf32> to memref<1000x32xf32, strided<[64, 1], offset: 63967>>
  rt.fill %first, %v on 0 : memref<1000x32xf32, strided<[64, 1]>>, f32
  rt.fill %last, %v on 1 : memref<1000x32xf32, strided<[64, 1], offset: 63967>>, f32
  rt.record 0 on 1
  rt.wait 0 on 0
  rt.host_wait 0
  return
}

// OUT: stderr:
// OUT: interleaved_parts_do_not_meet.mlir:7:3: error[E0311]: the fill on stream 1 writes argument 0, and nothing orders it after the fill on stream 0, which writes it
// OUT: interleaved_parts_do_not_meet.mlir:6:3: note: the earlier work is here
// OUT: interleaved_parts_do_not_meet.mlir:7:3: note: missing: stream 0 before stream 1; put 'rt.record 1 on 0' behind the earlier work and 'rt.wait 1 on 1' before this, with 2 events
// OUT: exit: 1
