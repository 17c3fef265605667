// RUN: opt --verify-diagnostics

func.func @outside() attributes {rt.arena = 512 : i64} {
  // expected-error@+1 {{expected a buffer within the 512 bytes that 'rt.arena' of the function leases, but found bytes 256 to 768}}
  %x = rt.arena 256 : memref<128xf32>
  return
}

// -----

func.func @nothing_leased() {
  // expected-error@+1 {{expected a buffer within the 0 bytes that 'rt.arena' of the function leases, but found bytes 0 to 256}}
  %x = rt.arena 0 : memref<64xf32>
  return
}

// -----

func.func @crooked() attributes {rt.arena = 512 : i64} {
  // expected-error@+1 {{expected an offset that 256 divides, but found 128}}
  %x = rt.arena 128 : memref<4xf32>
  return
}

// -----

func.func @negative() attributes {rt.arena = 512 : i64} {
  // expected-error@+1 {{expected an offset from 0 up, but found -256}}
  %x = rt.arena -256 : memref<4xf32>
  return
}

// -----

func.func @unknown_size() attributes {rt.arena = 512 : i64} {
  // expected-error@+1 {{expected a buffer of constant size in one piece, but found memref<?xf32>}}
  %x = rt.arena 0 : memref<?xf32>
  return
}

// -----

func.func @swapped(%p: !ptr.ptr<#llvm.address_space<1>>, %x: f32) {
  // expected-error@+1 {{'rt.cmpxchg' op operand #0 must be 8/16/32/64-bit signless integer, but got 'f32'}}
  %seen, %failed = rt.cmpxchg %x, %x, %p : f32, !ptr.ptr<#llvm.address_space<1>>
  return
}
