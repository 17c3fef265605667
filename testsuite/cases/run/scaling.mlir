// RUN: run --device=cpu,interp

// Every scale from the least power to NaN, on numbers of 16 bits: every chip has these conversions.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @widen(%y: memref<256xf32>, %z: memref<256xbf16>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %x = arith.constant -1.5 : f16
      %t = gpu.thread_id x
      %byte = arith.index_cast %t : index to i8
      %s = arith.bitcast %byte : i8 to f8E8M0FNU
      %w = arith.scaling_extf %x, %s : f16, f8E8M0FNU to f32
      memref.store %w, %y[%t] : memref<256xf32>
      %one = arith.constant 1.0 : f32
      %n = arith.scaling_truncf %one, %s : f32, f8E8M0FNU to bf16
      memref.store %n, %z[%t] : memref<256xbf16>
      gpu.return
    }
    // The bits of an f32 around each power, as a scale: what is nearest, zero, infinity, NaN and a negative number.
    gpu.func @scales(%y: memref<1024xf32>) kernel attributes {known_block_size = array<i32: 1024, 1, 1>} {
      %x = arith.constant 1.0 : f16
      %fraction = arith.constant 2097152 : i32
      %t = gpu.thread_id x
      %number = arith.index_cast %t : index to i32
      %bits = arith.muli %number, %fraction : i32
      %s = arith.bitcast %bits : i32 to f32
      %w = arith.scaling_extf %x, %s : f16, f32 to f32
      memref.store %w, %y[%t] : memref<1024xf32>
      gpu.return
    }
    gpu.func @below(%y: memref<16xf32>) kernel attributes {known_block_size = array<i32: 16, 1, 1>} {
      %x = arith.constant 1.0 : f16
      %fraction = arith.constant 1048576 : i32
      %sign = arith.constant -2147483648 : i32
      %eight = arith.constant 8 : index
      %none = arith.constant 0 : i32
      %t = gpu.thread_id x
      %number = arith.index_cast %t : index to i32
      %bits = arith.muli %number, %fraction : i32
      %is_high = arith.cmpi uge, %t, %eight : index
      %high = arith.select %is_high, %sign, %none : i32
      %signed = arith.ori %bits, %high : i32
      %s = arith.bitcast %signed : i32 to f32
      %w = arith.scaling_extf %x, %s : f16, f32 to f32
      memref.store %w, %y[%t] : memref<16xf32>
      gpu.return
    }
  }
  func.func @main() -> (memref<256xf32>, memref<256xbf16>, memref<1024xf32>, memref<16xf32>) {
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %c256 = arith.constant 256 : index
    %c1024 = arith.constant 1024 : index
    %a = memref.alloc() : memref<256xf32>
    %b = memref.alloc() : memref<256xbf16>
    %c = memref.alloc() : memref<1024xf32>
    %d = memref.alloc() : memref<16xf32>
    gpu.launch_func @k::@widen blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1) args(%a : memref<256xf32>, %b : memref<256xbf16>)
    gpu.launch_func @k::@scales blocks in (%c1, %c1, %c1) threads in (%c1024, %c1, %c1) args(%c : memref<1024xf32>)
    gpu.launch_func @k::@below blocks in (%c1, %c1, %c1) threads in (%c16, %c1, %c1) args(%d : memref<16xf32>)
    return %a, %b, %c, %d : memref<256xf32>, memref<256xbf16>, memref<1024xf32>, memref<16xf32>
  }
}

// OUT: result 0: memref<256xf32>
// OUT:   count=256 min=-2.5521178e38 max=-8.816208e-39 sum=NaN first=-8.816208e-39
// OUT: result 1: memref<256xbf16>
// OUT:   count=256 min=5.877472e-39 max=1.7014118e38 sum=NaN first=1.7014118e38
// OUT: result 2: memref<1024xf32>
// OUT:   count=1024 min=5.877472e-39 max=1.7014118e38 sum=NaN first=5.877472e-39
// OUT: result 3: memref<16xf32> = [5.877472e-39 5.877472e-39 5.877472e-39 5.877472e-39 5.877472e-39 5.877472e-39 1.1754944e-38 1.1754944e-38 5.877472e-39 5.877472e-39 5.877472e-39 5.877472e-39 5.877472e-39 5.877472e-39 5.877472e-39 5.877472e-39]
// OUT: kernels=3 launches=3 streams=1 waits=0 records=0 host_syncs=1 leaks=0
// -----

// Numbers of 8 bits: all of them widened, and numbers around the ends of a format narrowed.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @bytes(%y: memref<256xf32>, %z: memref<256xi8>, %w: memref<256xi8>) kernel
        attributes {known_block_size = array<i32: 256, 1, 1>} {
      %one = arith.constant 1.0 : f32
      %scale = arith.constant 3.0 : bf16
      %t = gpu.thread_id x
      %byte = arith.index_cast %t : index to i8
      %x = arith.bitcast %byte : i8 to f8E4M3FN
      %wide = arith.scaling_extf %x, %scale : f8E4M3FN, bf16 to f32
      memref.store %wide, %y[%t] : memref<256xf32>
      %s = arith.bitcast %byte : i8 to f8E8M0FNU
      %n = arith.scaling_truncf %one, %s : f32, f8E8M0FNU to f8E5M2
      %bits = arith.bitcast %n : f8E5M2 to i8
      memref.store %bits, %z[%t] : memref<256xi8>
      %m = arith.scaling_truncf %wide, %s : f32, f8E8M0FNU to f8E4M3FN
      %others = arith.bitcast %m : f8E4M3FN to i8
      memref.store %others, %w[%t] : memref<256xi8>
      gpu.return
    }
  }
  func.func @main() -> (memref<256xf32>, memref<256xi8>, memref<256xi8>) {
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    %a = memref.alloc() : memref<256xf32>
    %b = memref.alloc() : memref<256xi8>
    %c = memref.alloc() : memref<256xi8>
    gpu.launch_func @k::@bytes blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%a : memref<256xf32>, %b : memref<256xi8>, %c : memref<256xi8>)
    return %a, %b, %c : memref<256xf32>, memref<256xi8>, memref<256xi8>
  }
}

// OUT: result 0: memref<256xf32>
// OUT:   count=256 min=-1792.0 max=1792.0 sum=NaN first=0.0
// OUT: result 1: memref<256xi8>
// OUT:   count=256 min=0 max=126 sum=15877.0 first=124
// OUT: result 2: memref<256xi8>
// OUT:   count=256 min=-128 max=127 sum=3.0 first=0
// OUT:   values: -128 (124 times), -127 (3 times), 0 (1 times), 127 (128 times)
// OUT: kernels=1 launches=1 streams=1 waits=0 records=0 host_syncs=1 leaks=0
