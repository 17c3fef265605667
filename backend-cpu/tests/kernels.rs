//! Compiles small kernels, links them and runs them on one thread.

use warpline_backend_cpu::{Cpu, Linked, link, target};
use warpline_ir::artifact::{Code, KernelFault, KernelInfo, LaunchDims, LaunchFrame, NativeFunction};
use warpline_ir::kernels::device_modules;
use warpline_ir::{Diagnostics, Module, ParseOptions, parse, verify};
use warpline_passes::backend::{Backend, Emit};
use warpline_passes::pipeline::{self, Silent};

type Entry = unsafe extern "C" fn(*const u64, *mut LaunchFrame, u64, u64, *mut u8) -> u32;

fn messages(diagnostics: &Diagnostics) -> String {
    diagnostics.iter().map(|item| item.message.as_str()).collect::<Vec<_>>().join("\n")
}

fn read(text: &str) -> Module {
    let (module, diagnostics) = parse(text, &ParseOptions::default());
    assert!(!diagnostics.has_errors(), "{}", messages(&diagnostics));
    module
}

/// Returns the module lowered for the backend.
fn lowered(text: &str) -> Result<Module, String> {
    let (mut module, mut findings) = (read(text), Diagnostics::new());
    let passes = pipeline::parse(&Cpu.pipeline(&target()), &mut findings).expect("the passes are ours");
    let ran = pipeline::run(&passes, &mut module, &mut findings, &mut Silent);
    ran.map(|_| module).map_err(|_| messages(&findings))
}

struct LinkedKernel {
    linked: Linked,
    kernel: KernelInfo,
}

fn compile(body: &str) -> Result<LinkedKernel, String> {
    let module =
        lowered(&format!("module attributes {{gpu.container_module}} {{ gpu.module @m {{ {body} }} }}"))?;
    let facts = verify::verify(&module).map_err(|found| messages(&found))?;
    let artifact = Cpu
        .emit(&module, &facts, &device_modules(&module), &target(), Emit::Code)
        .map_err(|found| messages(&found))?;
    let Code::Native { functions, globals } = artifact.code else {
        return Err("expected native code".into());
    };
    let linked = link(&functions, &globals, &|_| None).map_err(|error| error.to_string())?;
    Ok(LinkedKernel { linked, kernel: artifact.kernels[0].clone() })
}

/// Runs all blocks of a launch and returns the status.
fn launch(program: &LinkedKernel, grid: [u64; 3], block: [u64; 3], args: &[u64]) -> u32 {
    let address = program.linked.address(&program.kernel.symbol).expect("the kernel was linked");
    let mut scratch = vec![0u64; program.kernel.scratch_bytes as usize / 8 + 8];
    let dims = LaunchDims { grid, block, dynamic_shared: 0 };
    let mut frame = LaunchFrame { dims, fault: KernelFault::default(), printed: 0 };
    assert_eq!(program.kernel.params.len(), args.len());
    // SAFETY: the symbol is a kernel, its arguments match its parameters, and scratch has the size that it
    // requires.
    unsafe {
        let entry = std::mem::transmute::<*const u8, Entry>(address);
        entry(args.as_ptr(), &raw mut frame, 0, grid.iter().product(), scratch.as_mut_ptr().cast())
    }
}

fn at<T>(buffer: &mut [T]) -> u64 {
    buffer.as_mut_ptr() as u64
}

#[test]
fn saxpy_with_a_guard() {
    let program = compile(
        "gpu.func @saxpy(%n: index, %a: f32, %x: memref<?xf32>, %y: memref<?xf32>) kernel {
           %b = gpu.block_id x
           %d = gpu.block_dim x
           %t = gpu.thread_id x
           %o = arith.muli %b, %d : index
           %i = arith.addi %o, %t : index
           %in = arith.cmpi ult, %i, %n : index
           scf.if %in {
             %0 = memref.load %x[%i] : memref<?xf32>
             %1 = memref.load %y[%i] : memref<?xf32>
             %2 = arith.mulf %a, %0 : f32
             %3 = arith.addf %2, %1 : f32
             memref.store %3, %y[%i] : memref<?xf32>
           }
           gpu.return
         }",
    )
    .expect("it compiles");
    let (mut x, mut y): (Vec<f32>, Vec<f32>) = ((0..100).map(|i| i as f32).collect(), vec![1.0; 128]);
    let args = [100, u64::from(2.0f32.to_bits()), at(&mut x), 100, at(&mut y), 128];
    assert_eq!(launch(&program, [4, 1, 1], [32, 1, 1], &args), 0);
    let expected: Vec<_> = (0..128).map(|i| if i < 100 { 2.0 * i as f32 + 1.0 } else { 1.0 }).collect();
    assert_eq!(y, expected);
}

#[test]
fn reduction_over_barriers() {
    let program = compile(
        "gpu.func @sum(%x: memref<512xf32>, %out: memref<2xf32>)
             workgroup(%s: memref<256xf32, #gpu.address_space<workgroup>>) kernel {
           %c0 = arith.constant 0 : index
           %c1 = arith.constant 1 : index
           %c8 = arith.constant 8 : index
           %c128 = arith.constant 128 : index
           %b = gpu.block_id x
           %d = gpu.block_dim x
           %t = gpu.thread_id x
           %o = arith.muli %b, %d : index
           %i = arith.addi %o, %t : index
           %v = memref.load %x[%i] : memref<512xf32>
           memref.store %v, %s[%t] : memref<256xf32, #gpu.address_space<workgroup>>
           gpu.barrier
           scf.for %k = %c0 to %c8 step %c1 {
             %h = arith.shrui %c128, %k : index
             %p = arith.cmpi ult, %t, %h : index
             scf.if %p {
               %j = arith.addi %t, %h : index
               %l = memref.load %s[%t] : memref<256xf32, #gpu.address_space<workgroup>>
               %r = memref.load %s[%j] : memref<256xf32, #gpu.address_space<workgroup>>
               %sum = arith.addf %l, %r : f32
               memref.store %sum, %s[%t] : memref<256xf32, #gpu.address_space<workgroup>>
             }
             gpu.barrier
           }
           %first = arith.cmpi eq, %t, %c0 : index
           scf.if %first {
             %r = memref.load %s[%c0] : memref<256xf32, #gpu.address_space<workgroup>>
             memref.store %r, %out[%b] : memref<2xf32>
           }
           gpu.return
         }",
    )
    .expect("it compiles");
    let (mut x, mut out): (Vec<f32>, Vec<f32>) = ((0..512).map(|i| i as f32).collect(), vec![0.0; 2]);
    assert_eq!(launch(&program, [2, 1, 1], [256, 1, 1], &[at(&mut x), at(&mut out)]), 0);
    assert_eq!(out, [32640.0, 98176.0]);
}

/// A loaded value and a loop-carried one are live across the barrier; the upper bound of the loop is loaded
/// from memory.
#[test]
fn values_live_across_barriers() {
    let program = compile(
        "gpu.func @rotate(%x: memref<?xi32>, %n: memref<1xindex>)
             workgroup(%s: memref<64xi32, #gpu.address_space<workgroup>>)
             private(%mine: memref<1xi32, #gpu.address_space<private>>) kernel {
           %c0 = arith.constant 0 : index
           %c1 = arith.constant 1 : index
           %t = gpu.thread_id x
           %d = gpu.block_dim x
           %v = memref.load %x[%t] : memref<?xi32>
           memref.store %v, %mine[%c0] : memref<1xi32, #gpu.address_space<private>>
           %end = memref.load %n[%c0] : memref<1xindex>
           %last = scf.for %k = %c0 to %end step %c1 iter_args(%a = %v) -> (i32) {
             memref.store %a, %s[%t] : memref<64xi32, #gpu.address_space<workgroup>>
             gpu.barrier
             %u = arith.addi %t, %c1 : index
             %j = arith.remui %u, %d : index
             %b = memref.load %s[%j] : memref<64xi32, #gpu.address_space<workgroup>>
             gpu.barrier
             scf.yield %b : i32
           }
           %w = memref.load %mine[%c0] : memref<1xi32, #gpu.address_space<private>>
           %m = arith.constant 100 : i32
           %h = arith.muli %w, %m : i32
           %r = arith.addi %h, %last : i32
           memref.store %r, %x[%t] : memref<?xi32>
           gpu.return
         }",
    )
    .expect("it compiles");
    let (mut x, mut n): (Vec<i32>, Vec<u64>) = ((0..10).collect(), vec![3]);
    assert_eq!(launch(&program, [1, 1, 1], [10, 1, 1], &[at(&mut x), 10, at(&mut n)]), 0);
    let expected: Vec<_> = (0..10).map(|t| t * 100 + (t + 3) % 10).collect();
    assert_eq!(x, expected);
}

#[test]
fn a_divergent_barrier_ends_the_launch() {
    let program = compile(
        "gpu.func @k(%x: memref<8xi1>) kernel {
           %t = gpu.thread_id x
           %c = memref.load %x[%t] : memref<8xi1>
           scf.if %c { gpu.barrier }
           gpu.return
         }",
    )
    .expect("it compiles");
    let mut x = vec![1u8; 8];
    assert_eq!(launch(&program, [1, 1, 1], [8, 1, 1], &[at(&mut x)]), 0);
    x[5] = 0;
    assert_ne!(launch(&program, [1, 1, 1], [8, 1, 1], &[at(&mut x)]), 0);
}

#[test]
fn a_barrier_may_depend_on_the_thread_if_all_threads_agree() {
    let program = compile(
        "gpu.func @k() kernel {
           %c4 = arith.constant 4 : index
           %t = gpu.thread_id x
           %c = arith.cmpi ult, %t, %c4 : index
           scf.if %c { gpu.barrier }
           gpu.return
         }",
    )
    .expect("it compiles");
    assert_eq!(launch(&program, [2, 1, 1], [4, 1, 1], &[]), 0);
    assert_ne!(launch(&program, [2, 1, 1], [5, 1, 1], &[]), 0);
}

#[test]
fn divisions_never_trap() {
    let program = compile(
        "gpu.func @k(%a: memref<?xi32>, %b: memref<?xi32>, %q: memref<?x6xi32>) kernel {
           %c0 = arith.constant 0 : index
           %c1 = arith.constant 1 : index
           %c2 = arith.constant 2 : index
           %c3 = arith.constant 3 : index
           %c4 = arith.constant 4 : index
           %c5 = arith.constant 5 : index
           %t = gpu.thread_id x
           %x = memref.load %a[%t] : memref<?xi32>
           %y = memref.load %b[%t] : memref<?xi32>
           %0 = arith.divsi %x, %y : i32
           %1 = arith.remsi %x, %y : i32
           %2 = arith.floordivsi %x, %y : i32
           %3 = arith.ceildivsi %x, %y : i32
           %4 = arith.divui %x, %y : i32
           %5 = arith.remui %x, %y : i32
           memref.store %0, %q[%t, %c0] : memref<?x6xi32>
           memref.store %1, %q[%t, %c1] : memref<?x6xi32>
           memref.store %2, %q[%t, %c2] : memref<?x6xi32>
           memref.store %3, %q[%t, %c3] : memref<?x6xi32>
           memref.store %4, %q[%t, %c4] : memref<?x6xi32>
           memref.store %5, %q[%t, %c5] : memref<?x6xi32>
           gpu.return
         }",
    )
    .expect("it compiles");
    let (mut a, mut b) = (vec![7, -7, i32::MIN, 5], vec![2, 2, -1, 0]);
    let mut q = vec![0i32; 24];
    assert_eq!(launch(&program, [1, 1, 1], [4, 1, 1], &[at(&mut a), 4, at(&mut b), 4, at(&mut q), 4]), 0);
    assert_eq!(q[..6], [3, 1, 3, 4, 3, 1]);
    assert_eq!(q[6..12], [-3, -1, -4, -3, ((-7i32) as u32 / 2) as i32, 1]);
}

#[test]
fn calls_math_and_blocks() {
    let program = compile(
        "func.func @twice(%x: f64) -> f64 { %y = arith.addf %x, %x : f64  return %y : f64 }
         gpu.func @k(%x: memref<4xf64>, %h: memref<4xf16>) kernel {
           %t = gpu.thread_id x
           %c2 = arith.constant 2 : index
           %v = memref.load %x[%t] : memref<4xf64>
           %g = arith.cmpi ult, %t, %c2 : index
           cf.cond_br %g, ^low(%v : f64), ^high
         ^low(%a: f64):
           %e = math.exp %a : f64
           %f = func.call @twice(%e) : (f64) -> f64
           memref.store %f, %x[%t] : memref<4xf64>
           gpu.return
         ^high:
           %n = memref.load %h[%t] : memref<4xf16>
           %m = arith.mulf %n, %n : f16
           memref.store %m, %h[%t] : memref<4xf16>
           cf.br ^low(%v : f64)
         }",
    )
    .expect("it compiles");
    let mut x = vec![0.0f64, 1.0, 2.0, 3.0];
    let mut h = vec![0x3e00u16; 4];
    assert_eq!(launch(&program, [1, 1, 1], [4, 1, 1], &[at(&mut x), at(&mut h)]), 0);
    let expected: Vec<_> = (0..4).map(|i| 2.0 * f64::from(i).exp()).collect();
    assert_eq!(x, expected);
    assert_eq!(h, [0x3e00, 0x3e00, 0x4080, 0x4080]);
}

#[test]
fn views_and_atomics() {
    let program = compile(
        "gpu.func @k(%x: memref<4x8xf32>, %n: memref<1xi64>, %s: memref<1xf32>) kernel {
           %c0 = arith.constant 0 : index
           %one = arith.constant 1 : i64
           %t = gpu.thread_id x
           %row = memref.subview %x[%t, 2] [1, 3] [1, 2]
             : memref<4x8xf32> to memref<3xf32, strided<[2], offset: ?>>
           %v = memref.load %row[%t] : memref<3xf32, strided<[2], offset: ?>>
           %0 = memref.atomic_rmw addi %one, %n[%c0] : (i64, memref<1xi64>) -> i64
           %1 = memref.atomic_rmw addf %v, %s[%c0] : (f32, memref<1xf32>) -> f32
           gpu.return
         }",
    )
    .expect("it compiles");
    let mut x: Vec<f32> = (0..32).map(|i| i as f32).collect();
    let (mut n, mut s) = (vec![0u64], vec![0.0f32]);
    assert_eq!(launch(&program, [2, 1, 1], [3, 1, 1], &[at(&mut x), at(&mut n), at(&mut s)]), 0);
    assert_eq!((n[0], s[0]), (6, 2.0 * (2.0 + 12.0 + 22.0)));
}

#[test]
fn unsupported_operations_are_named() {
    let error = compile(
        "gpu.func @k(%v: f32, %x: memref<4xf32>, %n: index) kernel {
           %c0 = arith.constant 0 : index
           %0 = memref.alloc() : memref<8192xf32>
           memref.store %v, %0[%c0] : memref<8192xf32>
           %w = memref.load %0[%n] : memref<8192xf32>
           memref.store %w, %x[%c0] : memref<4xf32>
           gpu.return
         }",
    );
    assert!(error.is_err_and(|message| message.contains("memref.alloc")));
}

/// Code may be loaded from a file: relocations that would patch memory outside a function are rejected.
#[test]
fn relocations_stay_within_their_function() {
    let module = lowered(
        "module { gpu.module @m { gpu.func @k(%x: f32, %m: memref<4xf32>) kernel { %c = arith.constant 0 : index %y = arith.remf %x, %x : f32 memref.store %y, %m[%c] : memref<4xf32> gpu.return } } }",
    )
    .expect("it is right");
    let facts = verify::verify(&module).expect("it is right");
    let artifact =
        Cpu.emit(&module, &facts, &device_modules(&module), &target(), Emit::Code).expect("it has code");
    let Code::Native { functions, .. } = artifact.code else { panic!("expected native code") };
    let linked = |change: &dyn Fn(&mut NativeFunction)| {
        let mut functions = functions.clone();
        change(&mut functions[0]);
        link(&functions, &[], &|_| None).map(drop).map_err(|error| error.to_string())
    };
    assert_eq!(linked(&|_| {}), Ok(()));
    let n_bytes = functions[0].bytes.len();
    let outside =
        |offset: usize| Err(format!("a relocation at {offset} is outside of the {n_bytes} bytes of code"));
    for offset in [n_bytes - 3, n_bytes, u32::MAX as usize] {
        assert_eq!(linked(&|function| function.relocations[0].offset = offset as u32), outside(offset));
    }
    for align in [0, 3, 8192] {
        let refused = Err(format!("an alignment of {align} bytes is not supported"));
        assert_eq!(linked(&|function| function.align = align), refused);
    }
}
