// RUN: warpline run --device=cpu --detect-races --max-streams=1 --diagnostics=short --input=2,2
// RUN: warpline run --device=cpu --detect-races --max-streams=1 --diagnostics=short --input=2,3
// RUN: warpline run --device=cpu --detect-races --graphs=always --diagnostics=short --input=2,2

// Two kernels that no token orders store at indices of the run: they race if the indices are equal, in every schedule.
// Unknown: only the run knows the indices.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @set(%x: memref<8xi32>, %at: memref<2xi32>, %n: index, %v: i32) kernel {
      %i = memref.load %at[%n] : memref<2xi32>
      %j = arith.index_cast %i : i32 to index
      memref.store %v, %x[%j] : memref<8xi32>
      gpu.return
    }
  }
  func.func @main(%at: memref<2xi32>) -> memref<8xi32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %x = memref.alloc() : memref<8xi32>
    linalg.fill ins(%zero : i32) outs(%x : memref<8xi32>)
    %start = gpu.wait async
    %a = gpu.launch_func async [%start] @k::@set blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<8xi32>, %at : memref<2xi32>, %c0 : index, %one : i32)
    %b = gpu.launch_func async [%start] @k::@set blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<8xi32>, %at : memref<2xi32>, %c1 : index, %two : i32)
    gpu.wait [%a, %b]
    return %x : memref<8xi32>
  }
}

// OUT: stderr:
// OUT: races_by_chance.mlir:26:10: error[E0501]: race: kernel 'k::set' on stream 0 writes bytes 8 to 12 of a buffer, kernel 'k::set' on stream 0 writes them, and nothing orders the two
// OUT: races_by_chance.mlir:25:10: note: kernel 'k::set' on stream 0 is here
// OUT: races_by_chance.mlir:22:10: note: the buffer of 32 bytes begins here
// OUT: races_by_chance.mlir:26:10: note: missing: a token of the program that orders the two; this schedule does so by chance
// OUT: exit: 1
// OUT: result 0: memref<8xi32> = [0 0 1 2 0 0 0 0]
// OUT: stderr:
// OUT: races_by_chance.mlir:26:10: error[E0501]: race: kernel 'k::set' on stream 0 writes bytes 8 to 12 of a buffer, kernel 'k::set' on stream 0 writes them, and nothing orders the two
// OUT: races_by_chance.mlir:25:10: note: kernel 'k::set' on stream 0 is here
// OUT: races_by_chance.mlir:22:10: note: the buffer of 32 bytes begins here
// OUT: races_by_chance.mlir:26:10: note: missing: an event recorded on stream 0 after the first, and a wait for it on stream 0 before the second
// OUT: exit: 1
