//! An application that uses the library on a device, for a child with a mock of its driver.

use warpline::{Engine, Error, Options, Source, args, view, view_mut};

/// Two independent kernels, and one that uses the results of both.
const PROGRAM: &str = "
memref.global \"private\" constant @weights : memref<8xf32> = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]>
func.func @main(%x: memref<8xf32>, %y: memref<8xf32>, %out: memref<8xf32>, %by: f32) -> memref<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %w = memref.get_global @weights : memref<8xf32>
  %r = memref.alloc() : memref<8xf32>
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %a = memref.load %x[%i] : memref<8xf32>
    %b = arith.mulf %a, %by : f32
    memref.store %b, %out[%i] : memref<8xf32>
  }
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %a = memref.load %y[%i] : memref<8xf32>
    %v = memref.load %w[%i] : memref<8xf32>
    %b = arith.addf %a, %v : f32
    memref.store %b, %r[%i] : memref<8xf32>
  }
  return %r : memref<8xf32>
}
func.func @at(%x: memref<?xf32>, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%j) = (%c0) to (%c1) step (%c1) {
    %zero = arith.constant 0.0 : f32
    memref.store %zero, %x[%i] : memref<?xf32>
  }
  return
}";

/// Compiles a program for a device, and calls its functions several times. Returns what is wrong.
#[expect(clippy::float_cmp, reason = "the results are exact")]
pub fn use_library(device: &str) -> Result<(), String> {
    let text = |error: Error| error.to_string();
    let engine = Engine::new();
    let program = engine.compile(Source::new("application.mlir", PROGRAM), &Options::for_device(device));
    let loaded = engine.open(device).and_then(|open| open.load(&program?)).map_err(text)?;
    let (main, at) = (loaded.function("main").map_err(text)?, loaded.function("at").map_err(text)?);
    let x: Vec<f32> = (0..8u8).map(f32::from).collect();
    for call in 0..3u8 {
        let by = f32::from(call);
        let mut out = [-1.0f32; 8];
        let results =
            main.call(args![view(&x, [8]), view(&x, [8]), view_mut(&mut out, [8]), by]).map_err(text)?;
        let expected: Vec<f32> = x.iter().map(|x| x * by).collect();
        let sums: Vec<f32> = x.iter().map(|x| 2.0 * x + 1.0).collect();
        if out[..] != expected || results.values[0].to_vec() != Some(sums) {
            return Err(format!("call {call}: found {out:?} and {:?}", results.values[0].to_vec::<f32>()));
        }
    }
    let mut y = [1.0f32; 3];
    match at.call(args![view_mut(&mut y, [3]), 3usize]) {
        Err(Error::Run(_)) if y == [1.0; 3] => {}
        other => return Err(format!("an index out of bounds: found {other:?}, {y:?}")),
    }
    at.call(args![view_mut(&mut y, [3]), 1usize]).map_err(text)?;
    if y == [1.0, 0.0, 1.0] { Ok(()) } else { Err(format!("after a failure: found {y:?}")) }
}
