//! Safe calls of the library with arbitrary texts and arguments, for a fuzz target and a test.

use std::sync::OnceLock;

use warpline::{Argument, CancelToken, Engine, Error, Function, Options, Source, view, view_mut};

/// Functions that end for all arguments: they write each element of a matrix with any layout, of a vector, and a few of a line.
const PROGRAM: &str = "
func.func @matrix(%x: memref<?x?xi32, strided<[?, ?], offset: ?>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?x?xi32, strided<[?, ?], offset: ?>>
  %m = memref.dim %x, %c1 : memref<?x?xi32, strided<[?, ?], offset: ?>>
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %m) step (%c1, %c1) {
    %v = memref.load %x[%i, %j] : memref<?x?xi32, strided<[?, ?], offset: ?>>
    %w = arith.addi %v, %v : i32
    memref.store %w, %x[%i, %j] : memref<?x?xi32, strided<[?, ?], offset: ?>>
  }
  return
}
func.func @vector(%x: memref<?xi32>, %y: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xi32>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %v = memref.load %x[%i] : memref<?xi32>
    memref.store %v, %y[%i] : memref<?xi32>
  }
  return
}
func.func @line(%x: memref<3x?xi32>, %i: index, %v: i32) {
  %c2 = arith.constant 2 : index
  memref.store %v, %x[%c2, %i] : memref<3x?xi32>
  return
}";

/// The value around and in arrays that no function writes by itself.
const GUARD: i32 = 0x5a5a_5a5a;
/// The elements of an array, and of its parts before and behind that calls may use.
const N: usize = 64;

fn functions() -> &'static [Function; 3] {
    static FUNCTIONS: OnceLock<[Function; 3]> = OnceLock::new();
    FUNCTIONS.get_or_init(|| {
        let engine = Engine::new();
        let program = engine.compile(Source::new("api.mlir", PROGRAM), &Options::default());
        let loaded = engine.open("cpu").and_then(|cpu| cpu.load(&program?)).expect("the program is right");
        ["matrix", "vector", "line"].map(|name| loaded.function(name).expect("it is in the text"))
    })
}

/// Compiles the data as a text, and calls functions with arguments that it describes. Fails if a call writes outside of its
/// arguments.
pub fn check_api(data: &[u8]) {
    let (head, text) = data.split_at(data.len().min(24));
    let source = Source::new("fuzz.mlir", String::from_utf8_lossy(text));
    match Engine::new().compile(source, &Options::default()) {
        Err(Error::Internal(message)) => panic!("{message}"),
        compiled => drop(compiled),
    }
    call(head);
}

/// Calls a function with views whose sizes and strides are bytes of the data.
fn call(data: &[u8]) {
    let mut bytes = data.iter().copied().map(usize::from);
    let mut next = move || bytes.next().unwrap_or_default();
    let (function, first, n) = (next() % 3, next() % N, next() % N);
    let mut all = vec![GUARD; 3 * N];
    let other = vec![1i32; next() % N];
    let part = &mut all[N + first..][..n.min(N - first)];
    let sizes: [usize; 2] = [next() % 16, next() % 16];
    let is_strided = next() % 2 == 0;
    let strides = [next(), next()];
    let matrix = |part| {
        let whole = view_mut(part, sizes);
        if is_strided { whole.strides(strides) } else { whole }
    };
    let index = next();
    let mut arguments: Vec<Argument<'_>> = match function {
        0 => vec![matrix(part).into()],
        1 => vec![view(&other, [sizes[0]]).into(), view_mut(part, [sizes[1]]).into()],
        _ => vec![matrix(part).into(), index.into(), 7i32.into()],
    };
    if next() % 8 == 0 {
        arguments.pop();
    }
    let _ = functions()[function].call_unless(&CancelToken::new(), arguments);
    let end = N + first + n.min(N - first);
    let is_kept = all[..N + first].iter().chain(&all[end..]).all(|value| *value == GUARD);
    assert!(is_kept, "a call has written outside of its argument");
}
