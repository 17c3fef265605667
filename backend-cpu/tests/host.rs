//! Compiles host functions, links them against a runtime that records its calls, and runs them.

use std::alloc::{Layout, alloc_zeroed};
use std::ffi::c_void;
use warpline_backend_cpu::host::{HostProgram, compile};
use warpline_backend_cpu::{Linked, Logs, link};
use warpline_ir::{Diagnostics, ParseOptions, parse, verify};

/// Records calls. A call named `fail` returns 1.
#[derive(Default)]
struct Run {
    calls: Vec<String>,
    fail: &'static str,
}

impl Run {
    fn note(&mut self, name: &str, args: &str) -> i32 {
        self.calls.push(format!("{name} {args}").trim_end().to_string());
        i32::from(name == self.fail)
    }
}

extern "C" fn scope_begin(run: &mut Run, _op: u32, streams: u32, events: u32) -> i32 {
    run.note("begin", &format!("{streams} {events}"))
}

extern "C" fn scope_end(run: &mut Run, _op: u32) -> i32 {
    run.note("end", "")
}

unsafe extern "C" fn launch(
    run: &mut Run,
    _op: u32,
    kernel: u32,
    stream: u32,
    dims: *const [u64; 7],
    args: *const u64,
    n_args: u32,
) -> i32 {
    // SAFETY: compiled code passes seven extents and `n_args` arguments.
    let (dims, args) = unsafe { (*dims, std::slice::from_raw_parts(args, n_args as usize)) };
    run.note(
        "launch",
        &format!("{kernel} on {stream} {dims:?} {} args, last {}", args.len(), args[args.len() - 1]),
    )
}

extern "C" fn host_wait(run: &mut Run, _op: u32, stream: u32) -> i32 {
    run.note("host_wait", &stream.to_string())
}

unsafe extern "C" fn alloc(
    run: &mut Run,
    _op: u32,
    stream: u32,
    bytes: u64,
    align: u64,
    kind: u32,
    out: *mut u64,
) -> i32 {
    // SAFETY: the tests allocate small buffers, which are leaked; `out` points to one address.
    unsafe {
        *out = alloc_zeroed(Layout::from_size_align(bytes as usize, align as usize).expect("small")) as u64;
    }
    run.note("alloc", &format!("{bytes} kind {kind} on {}", stream as i32))
}

extern "C" fn free(run: &mut Run, _op: u32, stream: u32, kind: u32, _address: u64) -> i32 {
    run.note("free", &format!("kind {kind} on {}", stream as i32))
}

extern "C" fn assert_failed(run: &mut Run, _op: u32, _has_compared: u64, _a: i64, _b: i64) -> i32 {
    run.fail = "assert";
    run.note("assert", "")
}

fn symbol(name: &str) -> Option<*const u8> {
    Some(match name {
        "wl_scope_begin" => scope_begin as *const u8,
        "wl_scope_end" => scope_end as *const u8,
        "wl_launch" => launch as *const u8,
        "wl_host_wait" => host_wait as *const u8,
        "wl_alloc" => alloc as *const u8,
        "wl_free" => free as *const u8,
        "wl_assert" => assert_failed as *const u8,
        _ => return None,
    })
}

fn messages(diagnostics: &Diagnostics) -> String {
    diagnostics.iter().map(|item| item.message.as_str()).collect::<Vec<_>>().join("\n")
}

fn build(text: &str) -> (HostProgram, Linked) {
    let (module, diagnostics) = parse(text, &ParseOptions::default());
    assert!(!diagnostics.has_errors(), "{}", messages(&diagnostics));
    let facts = verify::verify(&module).unwrap_or_else(|found| panic!("{}", messages(&found)));
    let program = compile(&module, &facts, Logs::Off, Vec::new())
        .unwrap_or_else(|found| panic!("{}", messages(&found)));
    let linked = link(&program.functions, &[], &symbol).expect("all symbols are known");
    (program, linked)
}

/// Calls a function and returns its status and results.
fn call(linked: &Linked, name: &str, run: &mut Run, args: &[u64]) -> (i32, [u64; 4]) {
    type Entry = unsafe extern "C" fn(*mut c_void, *const u64, *mut u64) -> i32;
    let address = linked.address(&format!("host.{name}")).expect("the function was linked");
    let mut results = [0; 4];
    // SAFETY: the symbol is a host function, and the tests pass the arguments that it declares.
    let status = unsafe {
        let entry = std::mem::transmute::<*const u8, Entry>(address);
        entry(std::ptr::from_mut(run).cast(), args.as_ptr(), results.as_mut_ptr())
    };
    (status, results)
}

const LAUNCH: &str = "
module attributes {gpu.container_module} {
  gpu.module @m { gpu.func @k(%x: memref<?xf32>, %n: index) kernel { gpu.return } }
  func.func @main(%n: index) -> memref<?xf32> attributes {rt.streams = 2 : i32, rt.events = 1 : i32} {
    %c1 = arith.constant 1 : index
    %x = rt.alloc host_shared (%n) on 0 : memref<?xf32>
    %t = rt.alloc (%n) on 1 : memref<?xf32>
    rt.launch @m::@k on 1 blocks(%n, %c1, %c1) threads(%c1, %c1, %c1)
      : index, index, index, index, index, index args(%x, %n : memref<?xf32>, index)
    rt.free %t on 1 : memref<?xf32>
    rt.host_wait 1
    return %x : memref<?xf32>
  }
}";

#[test]
fn device_work_becomes_calls_of_the_runtime() {
    let (program, linked) = build(LAUNCH);
    assert_eq!(program.kernels, [("m".to_string(), "k".to_string())]);
    let mut run = Run::default();
    let (status, results) = call(&linked, "main", &mut run, &[5]);
    assert_eq!((status, results[1]), (0, 5));
    let expected = [
        "begin 2 1",
        "alloc 20 kind 2 on 0",
        "alloc 20 kind 1 on 1",
        "launch 0 on 1 [5, 1, 1, 1, 1, 1, 0] 3 args, last 5",
        "free kind 1 on 1",
        "host_wait 1",
        "end",
    ];
    assert_eq!(run.calls, expected);
}

#[test]
fn a_failing_call_leaves_and_closes_the_scope() {
    let (_, linked) = build(LAUNCH);
    let mut run = Run { fail: "launch", ..Run::default() };
    assert_eq!(call(&linked, "main", &mut run, &[5]).0, 1);
    assert_eq!(run.calls.last().map(String::as_str), Some("end"));
    assert_eq!(run.calls.len(), 5);
    let mut run = Run { fail: "begin", ..Run::default() };
    assert_eq!(call(&linked, "main", &mut run, &[5]).0, 1);
    assert_eq!(run.calls.len(), 1);
}

#[test]
fn host_code_computes_calls_and_asserts() {
    let (_, linked) = build(
        "func.func @fib(%n: i64) -> i64 {
           %c2 = arith.constant 2 : i64
           %c1 = arith.constant 1 : i64
           %small = arith.cmpi slt, %n, %c2 : i64
           cf.cond_br %small, ^done(%n : i64), ^more
         ^more:
           %a = arith.subi %n, %c1 : i64
           %b = arith.subi %n, %c2 : i64
           %x = func.call @fib(%a) : (i64) -> i64
           %y = func.call @fib(%b) : (i64) -> i64
           %z = arith.addi %x, %y : i64
           cf.br ^done(%z : i64)
         ^done(%r: i64):
           return %r : i64
         }
         func.func @main(%n: i64) -> (i64, f32) {
           %c0 = arith.constant 0 : i64
           %f = func.call @fib(%n) : (i64) -> i64
           %ok = arith.cmpi sgt, %f, %c0 : i64
           cf.assert %ok, \"positive\"
           %i0 = arith.constant 0 : index
           %i1 = arith.constant 1 : index
           %i4 = arith.constant 4 : index
           %buf = memref.alloca() : memref<4xf32>
           %big = memref.alloca(%i4) : memref<?xf32>
           scf.for %i = %i0 to %i4 step %i1 {
             %k = arith.index_cast %i : index to i64
             %v = arith.sitofp %k : i64 to f32
             memref.store %v, %buf[%i] : memref<4xf32>
           }
           %view = memref.cast %buf : memref<4xf32> to memref<?xf32>
           memref.copy %view, %big : memref<?xf32> to memref<?xf32>
           %zero = arith.constant 0.0 : f32
           %sum = scf.parallel (%i) = (%i0) to (%i4) step (%i1) init (%zero) -> f32 {
             %v = memref.load %big[%i] : memref<?xf32>
             scf.reduce(%v : f32) {
             ^bb0(%p: f32, %q: f32):
               %s = arith.addf %p, %q : f32
               scf.reduce.return %s : f32
             }
           }
           return %f, %sum : i64, f32
         }",
    );
    let mut run = Run::default();
    let (status, results) = call(&linked, "main", &mut run, &[20]);
    assert_eq!((status, results[0], f32::from_bits(results[1] as u32)), (0, 6765, 6.0));
    assert_eq!(run.calls, ["alloc 16 kind 0 on -1", "free kind 0 on -1"]);
    let mut run = Run::default();
    assert_eq!(call(&linked, "main", &mut run, &[0]).0, 1);
    assert_eq!(run.calls, ["assert"]);
}

#[test]
fn large_functions_run_like_small_ones() {
    let launch = "rt.launch @m::@k on 0 blocks(%n, %c1, %c1) threads(%c1, %c1, %c1)
      : index, index, index, index, index, index args(%x, %n : memref<?xf32>, index)\n";
    let text = format!(
        "module attributes {{gpu.container_module}} {{
           gpu.module @m {{ gpu.func @k(%x: memref<?xf32>, %n: index) kernel {{ gpu.return }} }}
           func.func @main(%x: memref<?xf32>, %n: index) attributes {{rt.streams = 1 : i32}} {{
             %c1 = arith.constant 1 : index
             {}
             return
           }}
         }}",
        launch.repeat(1000)
    );
    let (program, linked) = build(&text);
    let bytes = program.functions[0].bytes.len();
    assert!(bytes > 50_000, "the registers of large functions are found in one pass: {bytes} bytes");
    let mut run = Run::default();
    assert_eq!(call(&linked, "main", &mut run, &[0, 5, 7]).0, 0);
    assert_eq!(run.calls.len(), 1002);
    let all_alike =
        run.calls[1..=1000].iter().all(|call| *call == "launch 0 on 0 [7, 1, 1, 1, 1, 1, 0] 3 args, last 7");
    assert!(all_alike, "{:?}", run.calls);
}
