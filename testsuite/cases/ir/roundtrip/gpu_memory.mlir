// RUN: roundtrip --allow-unregistered-dialect

func.func @host(%m: memref<?xf32>, %u: memref<*xf32>, %n: index, %x: f32, %d: i32, %t: !gpu.async.token) {
  %a = gpu.wait async
  %b = gpu.wait async [%t, %a]
  gpu.wait [%b]
  gpu.wait
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: memref<?xf32>, %arg1: memref<*xf32>, %arg2: index, %arg3: f32, %arg4: i32, %arg5: !gpu.async.token) {
// OUT:     %0 = gpu.wait async
// OUT:     %1 = gpu.wait async [%arg5, %0]
// OUT:     gpu.wait [%1]
// OUT:     gpu.wait 
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%m: memref<?xf32>, %u: memref<*xf32>, %n: index, %x: f32, %d: i32, %t: !gpu.async.token) {
  %a = gpu.alloc (%n) : memref<?xf32>
  %b = gpu.alloc host_shared (%n, %n) : memref<?x?xf32>
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: memref<?xf32>, %arg1: memref<*xf32>, %arg2: index, %arg3: f32, %arg4: i32, %arg5: !gpu.async.token) {
// OUT:     %memref = gpu.alloc  (%arg2) : memref<?xf32>
// OUT:     %memref_0 = gpu.alloc  host_shared (%arg2, %arg2) : memref<?x?xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%m: memref<?xf32>, %u: memref<*xf32>, %n: index, %x: f32, %d: i32, %t: !gpu.async.token) {
  %a, %b = gpu.alloc async [%t] () {t.mark} : memref<4xf32, 1>
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: memref<?xf32>, %arg1: memref<*xf32>, %arg2: index, %arg3: f32, %arg4: i32, %arg5: !gpu.async.token) {
// OUT:     %memref, %asyncToken = gpu.alloc async [%arg5] () {t.mark} : memref<4xf32, 1>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%m: memref<?xf32>, %u: memref<*xf32>, %n: index, %x: f32, %d: i32, %t: !gpu.async.token) {
  %a = gpu.alloc (%n)[%n] : memref<?xf32, affine_map<(i)[s] -> (i + s)>>
  return
}

// OUT: #map = affine_map<(d0)[s0] -> (d0 + s0)>
// OUT: module {
// OUT:   func.func @host(%arg0: memref<?xf32>, %arg1: memref<*xf32>, %arg2: index, %arg3: f32, %arg4: i32, %arg5: !gpu.async.token) {
// OUT:     %memref = gpu.alloc  (%arg2)[%arg2] : memref<?xf32, #map>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%m: memref<?xf32>, %u: memref<*xf32>, %n: index, %x: f32, %d: i32, %t: !gpu.async.token) {
  gpu.memcpy %m, %m : memref<?xf32>, memref<?xf32> {t.mark}
  %a = gpu.memcpy async [%t] %m, %m : memref<?xf32>, memref<?xf32>
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: memref<?xf32>, %arg1: memref<*xf32>, %arg2: index, %arg3: f32, %arg4: i32, %arg5: !gpu.async.token) {
// OUT:     gpu.memcpy  %arg0, %arg0 : memref<?xf32>, memref<?xf32> {t.mark}
// OUT:     %0 = gpu.memcpy async [%arg5] %arg0, %arg0 : memref<?xf32>, memref<?xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%m: memref<?xf32>, %u: memref<*xf32>, %n: index, %x: f32, %d: i32, %t: !gpu.async.token) {
  gpu.memset %m, %x : memref<?xf32>, f32
  %a = gpu.memset async %m, %x : memref<?xf32>, f32
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: memref<?xf32>, %arg1: memref<*xf32>, %arg2: index, %arg3: f32, %arg4: i32, %arg5: !gpu.async.token) {
// OUT:     gpu.memset  %arg0, %arg3 : memref<?xf32>, f32
// OUT:     %0 = gpu.memset async %arg0, %arg3 : memref<?xf32>, f32
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%m: memref<?xf32>, %u: memref<*xf32>, %n: index, %x: f32, %d: i32, %t: !gpu.async.token, %w: memref<?xf32>) {
  gpu.dealloc %m : memref<?xf32>
  %a = gpu.dealloc async [%t] %w : memref<?xf32>
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: memref<?xf32>, %arg1: memref<*xf32>, %arg2: index, %arg3: f32, %arg4: i32, %arg5: !gpu.async.token, %arg6: memref<?xf32>) {
// OUT:     gpu.dealloc  %arg0 : memref<?xf32>
// OUT:     %0 = gpu.dealloc async [%arg5] %arg6 : memref<?xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%m: memref<?xf32>, %u: memref<*xf32>, %n: index, %x: f32, %d: i32, %t: !gpu.async.token) {
  gpu.host_register %u : memref<*xf32>
  gpu.host_unregister %u : memref<*xf32>
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: memref<?xf32>, %arg1: memref<*xf32>, %arg2: index, %arg3: f32, %arg4: i32, %arg5: !gpu.async.token) {
// OUT:     gpu.host_register %arg1 : memref<*xf32>
// OUT:     gpu.host_unregister %arg1 : memref<*xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host(%m: memref<?xf32>, %u: memref<*xf32>, %n: index, %x: f32, %d: i32, %t: !gpu.async.token) {
  gpu.set_default_device %d
  gpu.set_default_device {t.mark} %d
  return
}

// OUT: module {
// OUT:   func.func @host(%arg0: memref<?xf32>, %arg1: memref<*xf32>, %arg2: index, %arg3: f32, %arg4: i32, %arg5: !gpu.async.token) {
// OUT:     gpu.set_default_device %arg4
// OUT:     gpu.set_default_device {t.mark} %arg4
// OUT:     return
// OUT:   }
// OUT: }
