// RUN: run --device=cpu,interp

// One product in many spellings: each is one kernel, and all give the same.
func.func private @for(%a: memref<7x5xf32>, %b: memref<5x9xf32>, %c: memref<7x9xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %c9 = arith.constant 9 : index
  scf.for %i = %c0 to %c7 step %c1 {
    scf.for %j = %c0 to %c9 step %c1 {
      scf.for %k = %c0 to %c5 step %c1 {
          %x = memref.load %a[%i, %k] : memref<7x5xf32>
          %y = memref.load %b[%k, %j] : memref<5x9xf32>
          %z = memref.load %c[%i, %j] : memref<7x9xf32>
          %p = arith.mulf %x, %y : f32
          %q = arith.addf %z, %p : f32
          memref.store %q, %c[%i, %j] : memref<7x9xf32>
      }
    }
  }
  return
}
func.func private @counted(%a: memref<7x5xf32>, %b: memref<5x9xf32>, %c: memref<7x9xf32>) {
  %n7 = arith.constant 7 : i32
  %n9 = arith.constant 9 : i64
  %n5 = arith.constant 5 : i16
  %z32 = arith.constant 0 : i32
  %z64 = arith.constant 0 : i64
  %z16 = arith.constant 0 : i16
  %o32 = arith.constant 1 : i32
  %o64 = arith.constant 1 : i64
  %o16 = arith.constant 1 : i16
  scf.for %ni = %z32 to %n7 step %o32 : i32 {
    %i = arith.index_cast %ni : i32 to index
    scf.for %nj = %z64 to %n9 step %o64 : i64 {
      %j = arith.index_cast %nj : i64 to index
      scf.for %nk = %z16 to %n5 step %o16 : i16 {
        %k = arith.index_cast %nk : i16 to index
          %x = memref.load %a[%i, %k] : memref<7x5xf32>
          %y = memref.load %b[%k, %j] : memref<5x9xf32>
          %z = memref.load %c[%i, %j] : memref<7x9xf32>
          %p = arith.mulf %x, %y : f32
          %q = arith.addf %z, %p : f32
          memref.store %q, %c[%i, %j] : memref<7x9xf32>
      }
    }
  }
  return
}
func.func private @while(%a: memref<7x5xf32>, %b: memref<5x9xf32>, %c: memref<7x9xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %c9 = arith.constant 9 : index
  %end = scf.while (%i = %c0) : (index) -> index {
    %more = arith.cmpi slt, %i, %c7 : index
    scf.condition(%more) %i : index
  } do {
  ^body(%i: index):
    scf.for %j = %c0 to %c9 step %c1 {
      scf.for %k = %c0 to %c5 step %c1 {
          %x = memref.load %a[%i, %k] : memref<7x5xf32>
          %y = memref.load %b[%k, %j] : memref<5x9xf32>
          %z = memref.load %c[%i, %j] : memref<7x9xf32>
          %p = arith.mulf %x, %y : f32
          %q = arith.addf %z, %p : f32
          memref.store %q, %c[%i, %j] : memref<7x9xf32>
      }
    }
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  }
  return
}
func.func private @forall(%a: memref<7x5xf32>, %b: memref<5x9xf32>, %c: memref<7x9xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  scf.forall (%i, %j) in (7, 9) {
    scf.for %k = %c0 to %c5 step %c1 {
          %x = memref.load %a[%i, %k] : memref<7x5xf32>
          %y = memref.load %b[%k, %j] : memref<5x9xf32>
          %z = memref.load %c[%i, %j] : memref<7x9xf32>
          %p = arith.mulf %x, %y : f32
          %q = arith.addf %z, %p : f32
          memref.store %q, %c[%i, %j] : memref<7x9xf32>
    }
  }
  return
}
func.func private @tiles(%a: memref<7x5xf32>, %b: memref<5x9xf32>, %c: memref<7x9xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %c9 = arith.constant 9 : index
  %c4 = arith.constant 4 : index
  scf.for %ii = %c0 to %c7 step %c4 {
    scf.for %jj = %c0 to %c9 step %c4 {
      %i4 = arith.addi %ii, %c4 : index
      %iend = arith.minsi %i4, %c7 : index
      %j4 = arith.addi %jj, %c4 : index
      %jend = arith.minsi %j4, %c9 : index
      scf.for %i = %ii to %iend step %c1 {
        scf.for %j = %jj to %jend step %c1 {
          scf.for %k = %c0 to %c5 step %c1 {
          %x = memref.load %a[%i, %k] : memref<7x5xf32>
          %y = memref.load %b[%k, %j] : memref<5x9xf32>
          %z = memref.load %c[%i, %j] : memref<7x9xf32>
          %p = arith.mulf %x, %y : f32
          %q = arith.addf %z, %p : f32
          memref.store %q, %c[%i, %j] : memref<7x9xf32>
          }
        }
      }
    }
  }
  return
}
func.func private @carried(%a: memref<7x5xf32>, %b: memref<5x9xf32>, %c: memref<7x9xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %c9 = arith.constant 9 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c7 step %c1 {
    scf.for %j = %c0 to %c9 step %c1 {
      %sum = scf.for %k = %c0 to %c5 step %c1 iter_args(%s = %zero) -> (f32) {
        %x = memref.load %a[%i, %k] : memref<7x5xf32>
        %y = memref.load %b[%k, %j] : memref<5x9xf32>
        %p = arith.mulf %x, %y : f32
        %q = arith.addf %s, %p : f32
        scf.yield %q : f32
      }
      memref.store %sum, %c[%i, %j] : memref<7x9xf32>
    }
  }
  return
}
func.func private @backwards(%a: memref<7x5xf32>, %b: memref<5x9xf32>, %c: memref<7x9xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %c9 = arith.constant 9 : index
  %c6 = arith.constant 6 : index
  scf.for %up = %c0 to %c7 step %c1 {
    %i = arith.subi %c6, %up : index
    scf.for %j = %c0 to %c9 step %c1 {
      scf.for %k = %c0 to %c5 step %c1 {
          %x = memref.load %a[%i, %k] : memref<7x5xf32>
          %y = memref.load %b[%k, %j] : memref<5x9xf32>
          %z = memref.load %c[%i, %j] : memref<7x9xf32>
          %p = arith.mulf %x, %y : f32
          %q = arith.addf %z, %p : f32
          memref.store %q, %c[%i, %j] : memref<7x9xf32>
      }
    }
  }
  return
}
func.func private @flat(%a: memref<?xf32>, %b: memref<?xf32>, %c: memref<?xf32>, %m: index, %n: index, %l: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %m step %c1 {
    %ra = arith.muli %i, %l : index
    %rc = arith.muli %i, %n : index
    scf.for %j = %c0 to %n step %c1 {
      %at = arith.addi %rc, %j : index
      scf.for %k = %c0 to %l step %c1 {
        %ak = arith.addi %ra, %k : index
        %rb = arith.muli %k, %n : index
        %bk = arith.addi %rb, %j : index
        %x = memref.load %a[%ak] : memref<?xf32>
        %y = memref.load %b[%bk] : memref<?xf32>
        %z = memref.load %c[%at] : memref<?xf32>
        %p = arith.mulf %x, %y : f32
        %q = arith.addf %z, %p : f32
        memref.store %q, %c[%at] : memref<?xf32>
      }
    }
  }
  return
}
func.func @main() -> (memref<7x9xf32>, memref<7x9xf32>, memref<7x9xf32>, memref<7x9xf32>, memref<7x9xf32>, memref<7x9xf32>, memref<7x9xf32>, memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %c9 = arith.constant 9 : index
  %c35 = arith.constant 35 : index
  %c45 = arith.constant 45 : index
  %c63 = arith.constant 63 : index
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<7x5xf32>
  %b = memref.alloc() : memref<5x9xf32>
  %fa = memref.alloc(%c35) : memref<?xf32>
  %fb = memref.alloc(%c45) : memref<?xf32>
  affine.for %i = 0 to 7 {
    affine.for %k = 0 to 5 {
      %t = affine.apply affine_map<(d0, d1) -> ((d0 * 3 + d1 * 5) mod 11 - 5)>(%i, %k)
      %u = arith.index_cast %t : index to i32
      %x = arith.sitofp %u : i32 to f32
      affine.store %x, %a[%i, %k] : memref<7x5xf32>
      affine.store %x, %fa[%i * 5 + %k] : memref<?xf32>
    }
  }
  affine.for %i = 0 to 5 {
    affine.for %k = 0 to 9 {
      %t = affine.apply affine_map<(d0, d1) -> ((d0 * 7 + d1 * 2) mod 13 - 6)>(%i, %k)
      %u = arith.index_cast %t : index to i32
      %x = arith.sitofp %u : i32 to f32
      affine.store %x, %b[%i, %k] : memref<5x9xf32>
      affine.store %x, %fb[%i * 9 + %k] : memref<?xf32>
    }
  }
  %for = memref.alloc() : memref<7x9xf32>
  linalg.fill ins(%zero : f32) outs(%for : memref<7x9xf32>)
  call @for(%a, %b, %for) : (memref<7x5xf32>, memref<5x9xf32>, memref<7x9xf32>) -> ()
  %counted = memref.alloc() : memref<7x9xf32>
  linalg.fill ins(%zero : f32) outs(%counted : memref<7x9xf32>)
  call @counted(%a, %b, %counted) : (memref<7x5xf32>, memref<5x9xf32>, memref<7x9xf32>) -> ()
  %while = memref.alloc() : memref<7x9xf32>
  linalg.fill ins(%zero : f32) outs(%while : memref<7x9xf32>)
  call @while(%a, %b, %while) : (memref<7x5xf32>, memref<5x9xf32>, memref<7x9xf32>) -> ()
  %forall = memref.alloc() : memref<7x9xf32>
  linalg.fill ins(%zero : f32) outs(%forall : memref<7x9xf32>)
  call @forall(%a, %b, %forall) : (memref<7x5xf32>, memref<5x9xf32>, memref<7x9xf32>) -> ()
  %tiles = memref.alloc() : memref<7x9xf32>
  linalg.fill ins(%zero : f32) outs(%tiles : memref<7x9xf32>)
  call @tiles(%a, %b, %tiles) : (memref<7x5xf32>, memref<5x9xf32>, memref<7x9xf32>) -> ()
  %carried = memref.alloc() : memref<7x9xf32>
  linalg.fill ins(%zero : f32) outs(%carried : memref<7x9xf32>)
  call @carried(%a, %b, %carried) : (memref<7x5xf32>, memref<5x9xf32>, memref<7x9xf32>) -> ()
  %backwards = memref.alloc() : memref<7x9xf32>
  linalg.fill ins(%zero : f32) outs(%backwards : memref<7x9xf32>)
  call @backwards(%a, %b, %backwards) : (memref<7x5xf32>, memref<5x9xf32>, memref<7x9xf32>) -> ()
  %flat = memref.alloc(%c63) : memref<?xf32>
  linalg.fill ins(%zero : f32) outs(%flat : memref<?xf32>)
  call @flat(%fa, %fb, %flat, %c7, %c9, %c5) : (memref<?xf32>, memref<?xf32>, memref<?xf32>, index, index, index) -> ()
  memref.dealloc %a : memref<7x5xf32>
  memref.dealloc %b : memref<5x9xf32>
  memref.dealloc %fa : memref<?xf32>
  memref.dealloc %fb : memref<?xf32>
  return %for, %counted, %while, %forall, %tiles, %carried, %backwards, %flat : memref<7x9xf32>, memref<7x9xf32>, memref<7x9xf32>, memref<7x9xf32>, memref<7x9xf32>, memref<7x9xf32>, memref<7x9xf32>, memref<?xf32>
}

// OUT: result 0: memref<7x9xf32>
// OUT:   [[-13.0 -7.0 -1.0 18.0 24.0 30.0 -81.0 -10.0 -4.0]
// OUT:    [50.0 42.0 34.0 -39.0 -47.0 -55.0 28.0 46.0 38.0]
// OUT:    [3.0 3.0 3.0 3.0 3.0 3.0 16.0 3.0 3.0]
// OUT:    [-55.0 -47.0 -39.0 34.0 42.0 50.0 -7.0 -51.0 -43.0]
// OUT:    [30.0 24.0 18.0 -1.0 -7.0 -13.0 -19.0 27.0 21.0]
// OUT:    [38.0 40.0 42.0 -47.0 -45.0 -43.0 24.0 39.0 41.0]
// OUT:    [-31.0 -43.0 -55.0 50.0 38.0 26.0 1.0 -37.0 -49.0]]
// OUT: result 1: memref<7x9xf32>
// OUT:   [[-13.0 -7.0 -1.0 18.0 24.0 30.0 -81.0 -10.0 -4.0]
// OUT:    [50.0 42.0 34.0 -39.0 -47.0 -55.0 28.0 46.0 38.0]
// OUT:    [3.0 3.0 3.0 3.0 3.0 3.0 16.0 3.0 3.0]
// OUT:    [-55.0 -47.0 -39.0 34.0 42.0 50.0 -7.0 -51.0 -43.0]
// OUT:    [30.0 24.0 18.0 -1.0 -7.0 -13.0 -19.0 27.0 21.0]
// OUT:    [38.0 40.0 42.0 -47.0 -45.0 -43.0 24.0 39.0 41.0]
// OUT:    [-31.0 -43.0 -55.0 50.0 38.0 26.0 1.0 -37.0 -49.0]]
// OUT: result 2: memref<7x9xf32>
// OUT:   [[-13.0 -7.0 -1.0 18.0 24.0 30.0 -81.0 -10.0 -4.0]
// OUT:    [50.0 42.0 34.0 -39.0 -47.0 -55.0 28.0 46.0 38.0]
// OUT:    [3.0 3.0 3.0 3.0 3.0 3.0 16.0 3.0 3.0]
// OUT:    [-55.0 -47.0 -39.0 34.0 42.0 50.0 -7.0 -51.0 -43.0]
// OUT:    [30.0 24.0 18.0 -1.0 -7.0 -13.0 -19.0 27.0 21.0]
// OUT:    [38.0 40.0 42.0 -47.0 -45.0 -43.0 24.0 39.0 41.0]
// OUT:    [-31.0 -43.0 -55.0 50.0 38.0 26.0 1.0 -37.0 -49.0]]
// OUT: result 3: memref<7x9xf32>
// OUT:   [[-13.0 -7.0 -1.0 18.0 24.0 30.0 -81.0 -10.0 -4.0]
// OUT:    [50.0 42.0 34.0 -39.0 -47.0 -55.0 28.0 46.0 38.0]
// OUT:    [3.0 3.0 3.0 3.0 3.0 3.0 16.0 3.0 3.0]
// OUT:    [-55.0 -47.0 -39.0 34.0 42.0 50.0 -7.0 -51.0 -43.0]
// OUT:    [30.0 24.0 18.0 -1.0 -7.0 -13.0 -19.0 27.0 21.0]
// OUT:    [38.0 40.0 42.0 -47.0 -45.0 -43.0 24.0 39.0 41.0]
// OUT:    [-31.0 -43.0 -55.0 50.0 38.0 26.0 1.0 -37.0 -49.0]]
// OUT: result 4: memref<7x9xf32>
// OUT:   [[-13.0 -7.0 -1.0 18.0 24.0 30.0 -81.0 -10.0 -4.0]
// OUT:    [50.0 42.0 34.0 -39.0 -47.0 -55.0 28.0 46.0 38.0]
// OUT:    [3.0 3.0 3.0 3.0 3.0 3.0 16.0 3.0 3.0]
// OUT:    [-55.0 -47.0 -39.0 34.0 42.0 50.0 -7.0 -51.0 -43.0]
// OUT:    [30.0 24.0 18.0 -1.0 -7.0 -13.0 -19.0 27.0 21.0]
// OUT:    [38.0 40.0 42.0 -47.0 -45.0 -43.0 24.0 39.0 41.0]
// OUT:    [-31.0 -43.0 -55.0 50.0 38.0 26.0 1.0 -37.0 -49.0]]
// OUT: result 5: memref<7x9xf32>
// OUT:   [[-13.0 -7.0 -1.0 18.0 24.0 30.0 -81.0 -10.0 -4.0]
// OUT:    [50.0 42.0 34.0 -39.0 -47.0 -55.0 28.0 46.0 38.0]
// OUT:    [3.0 3.0 3.0 3.0 3.0 3.0 16.0 3.0 3.0]
// OUT:    [-55.0 -47.0 -39.0 34.0 42.0 50.0 -7.0 -51.0 -43.0]
// OUT:    [30.0 24.0 18.0 -1.0 -7.0 -13.0 -19.0 27.0 21.0]
// OUT:    [38.0 40.0 42.0 -47.0 -45.0 -43.0 24.0 39.0 41.0]
// OUT:    [-31.0 -43.0 -55.0 50.0 38.0 26.0 1.0 -37.0 -49.0]]
// OUT: result 6: memref<7x9xf32>
// OUT:   [[-13.0 -7.0 -1.0 18.0 24.0 30.0 -81.0 -10.0 -4.0]
// OUT:    [50.0 42.0 34.0 -39.0 -47.0 -55.0 28.0 46.0 38.0]
// OUT:    [3.0 3.0 3.0 3.0 3.0 3.0 16.0 3.0 3.0]
// OUT:    [-55.0 -47.0 -39.0 34.0 42.0 50.0 -7.0 -51.0 -43.0]
// OUT:    [30.0 24.0 18.0 -1.0 -7.0 -13.0 -19.0 27.0 21.0]
// OUT:    [38.0 40.0 42.0 -47.0 -45.0 -43.0 24.0 39.0 41.0]
// OUT:    [-31.0 -43.0 -55.0 50.0 38.0 26.0 1.0 -37.0 -49.0]]
// OUT: result 7: memref<63xf32>
// OUT:   count=63 min=-81.0 max=50.0 sum=46.0 first=-13.0
// OUT: kernels=18 launches=18 streams=1 waits=0 records=0 host_syncs=1 leaks=0
