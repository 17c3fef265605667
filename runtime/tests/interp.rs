//! The reference interpreter on small programs: their results, and the errors it reports.

use warpline_ir::{Module, Op, ParseOptions, Type, parse};
use warpline_runtime::interp::{
    Argument, HostBuffer, InterpError, Interpreter, Limits, Options, RunResult, run,
};

#[track_caller]
fn read(text: &str) -> (Module, Op) {
    let (module, diagnostics) =
        parse(text, &ParseOptions { allow_unregistered: true, ..ParseOptions::default() });
    let messages: Vec<_> = diagnostics.iter().map(|found| found.message.clone()).collect();
    assert!(!diagnostics.has_errors(), "{messages:?}");
    let main = module.find_symbol(module.root(), "main").expect("the program has a function @main");
    (module, main)
}

#[track_caller]
fn outcome(text: &str, args: Vec<Argument>) -> Result<Vec<RunResult>, InterpError> {
    let (module, main) = read(text);
    run(&module, main, args, &Limits { steps: 10_000_000, ..Limits::default() })
}

fn floats(shape: &[i64], values: &[f32]) -> Argument {
    let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    Argument::Buffer(HostBuffer { shape: shape.to_vec(), element: Type::F32, bytes, unwritten: Vec::new() })
}

/// Checks the integers and floats of the outcomes, concatenated.
#[track_caller]
fn check(text: &str, args: Vec<Argument>, expect: &[f64]) {
    let outcomes = outcome(text, args).expect("the program is right");
    let mut found = Vec::new();
    for outcome in outcomes {
        match outcome {
            RunResult::Scalar(bits, Type::F32) => found.push(f64::from(f32::from_bits(bits as u32))),
            RunResult::Scalar(bits, Type::I32) => found.push(f64::from(bits as i32)),
            RunResult::Scalar(bits, _) => found.push(bits.cast_signed() as f64),
            RunResult::Buffer(buffer) => {
                let words = buffer.bytes.chunks(4).map(|word| <[u8; 4]>::try_from(word).expect("four bytes"));
                found.extend(words.map(|word| match buffer.element {
                    Type::F32 => f64::from(f32::from_le_bytes(word)),
                    _ => f64::from(i32::from_le_bytes(word)),
                }));
            }
        }
    }
    assert_eq!(found, expect);
}

/// Checks that the program ends with an error at the operation `op` whose message contains `message`.
#[track_caller]
fn check_error(text: &str, args: Vec<Argument>, op: &str, message: &str) {
    let (module, main) = read(text);
    let error = run(&module, main, args, &Limits { steps: 100_000, bytes: 1 << 20, ..Limits::default() });
    let error = error.expect_err("the program is wrong");
    assert_eq!(module.op_name(error.op), op, "{}", error.message);
    assert!(error.text(None).contains(message), "{}", error.text(None));
}

fn int(value: i64) -> Argument {
    Argument::Scalar(value.cast_unsigned(), Type::INDEX)
}

#[test]
fn loops_carry_values() {
    let text = "func.func @main(%n: index) -> (index, index) {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %a, %b = scf.for %i = %c0 to %n step %c1 iter_args(%x = %c0, %y = %c1) -> (index, index) {
          %sum = arith.addi %x, %y : index
          scf.yield %y, %sum : index, index
        }
        return %a, %b : index, index
      }";
    check(text, vec![int(10)], &[55.0, 89.0]);
    check(text, vec![int(0)], &[0.0, 1.0]);
}

#[test]
fn while_if_and_branches() {
    let text = "func.func @main(%n: i32) -> (i32, i32) {
        %c0 = arith.constant 0 : i32
        %c1 = arith.constant 1 : i32
        %c2 = arith.constant 2 : i32
        %c3 = arith.constant 3 : i32
        %r:2 = scf.while (%x = %n, %steps = %c0) : (i32, i32) -> (i32, i32) {
          %more = arith.cmpi ne, %x, %c1 : i32
          scf.condition(%more) %x, %steps : i32, i32
        } do {
        ^bb0(%x: i32, %steps: i32):
          %bit = arith.remui %x, %c2 : i32
          %odd = arith.cmpi eq, %bit, %c1 : i32
          %next = scf.if %odd -> (i32) {
            %p = arith.muli %x, %c3 : i32
            %q = arith.addi %p, %c1 : i32
            scf.yield %q : i32
          } else {
            %h = arith.divui %x, %c2 : i32
            scf.yield %h : i32
          }
          %s = arith.addi %steps, %c1 : i32
          scf.yield %next, %s : i32, i32
        }
        cf.br ^loop(%c0, %n : i32, i32)
      ^loop(%acc: i32, %left: i32):
        %done = arith.cmpi eq, %left, %c0 : i32
        %acc2 = arith.addi %acc, %left : i32
        %left2 = arith.subi %left, %c1 : i32
        cf.cond_br %done, ^end(%acc : i32), ^loop(%acc2, %left2 : i32, i32)
      ^end(%sum: i32):
        return %r#1, %sum : i32, i32
      }";
    check(text, vec![Argument::Scalar(27, Type::I32)], &[111.0, 378.0]);
}

#[test]
fn recursion_ends_at_the_limit() {
    let text = "func.func @main(%n: index) -> index {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %stop = arith.cmpi eq, %n, %c0 : index
        %r = scf.if %stop -> (index) {
          scf.yield %c0 : index
        } else {
          %m = arith.subi %n, %c1 : index
          %below = func.call @main(%m) : (index) -> index
          %sum = arith.addi %below, %n : index
          scf.yield %sum : index
        }
        return %r : index
      }";
    check(text, vec![int(100)], &[5050.0]);
    check_error(text, vec![int(2000)], "func.call", "deeper than the limit");
}

#[test]
fn parallel_reduces() {
    let text = "func.func @main(%m: memref<2x3xf32>) -> (f32, f32) {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %c2 = arith.constant 2 : index
        %c3 = arith.constant 3 : index
        %zero = arith.constant 0.0 : f32
        %s = scf.parallel (%i, %j) = (%c0, %c0) to (%c2, %c3) step (%c1, %c1) init (%zero) -> f32 {
          %v = memref.load %m[%i, %j] : memref<2x3xf32>
          scf.reduce(%v : f32) {
          ^bb0(%a: f32, %b: f32):
            %sum = arith.addf %a, %b : f32
            scf.reduce.return %sum : f32
          }
        }
        %t = affine.parallel (%i, %j) = (0, 0) to (2, 3) reduce (\"maximumf\") -> f32 {
          %v = affine.load %m[%i, %j] : memref<2x3xf32>
          affine.yield %v : f32
        }
        return %s, %t : f32, f32
      }";
    let values = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    check(text, vec![floats(&[2, 3], &values)], &[21.0, 6.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
}

#[test]
fn affine_loops_and_subscripts() {
    let text = "#tail = affine_map<(d0)[s0] -> (d0 + 4, s0)>
      #even = affine_set<(d0) : (d0 mod 2 == 0)>
      func.func @main(%m: memref<?xf32>) {
        %c0 = arith.constant 0 : index
        %n = memref.dim %m, %c0 : memref<?xf32>
        %one = arith.constant 1.0 : f32
        affine.for %i = 0 to %n step 4 {
          affine.for %j = 0 to min #tail(%c0)[%n] {
            affine.if #even(%j) {
              %old = affine.load %m[(%i + %j) mod 6] : memref<?xf32>
              %new = arith.addf %old, %one : f32
              affine.store %new, %m[(%i + %j) mod 6] : memref<?xf32>
            }
          }
        }
        return
      }";
    check(text, vec![floats(&[6], &[0.0; 6])], &[2.0, 0.0, 1.0, 0.0, 1.0, 0.0]);
}

#[test]
fn views_and_globals() {
    let text = "memref.global \"private\" constant @table : memref<2x2xf32> = dense<[[1.0, 2.0], [3.0, 4.0]]>
      func.func @main(%m: memref<4x4xf32>, %o: index) {
        %t = memref.get_global @table : memref<2x2xf32>
        %v = memref.subview %m[%o, 1] [2, 2] [1, 2] : memref<4x4xf32> to memref<2x2xf32, strided<[4, 2], offset: ?>>
        memref.copy %t, %v : memref<2x2xf32> to memref<2x2xf32, strided<[4, 2], offset: ?>>
        return
      }";
    let zeros = || floats(&[4, 4], &[0.0; 16]);
    let mut expect = [0.0; 16];
    (expect[9], expect[11], expect[13], expect[15]) = (1.0, 2.0, 3.0, 4.0);
    check(text, vec![zeros(), int(2)], &expect);
    check_error(text, vec![zeros(), int(3)], "memref.subview", "outside of dimension 0");
}

const REVERSE: &str = "gpu.module @device {
        gpu.func @reverse(%m: memref<?xf32>) workgroup(%s: memref<8xf32, #gpu.address_space<workgroup>>) kernel {
          %c7 = arith.constant 7 : index
          %i = gpu.thread_id x
          %g = gpu.global_id x
          %v = memref.load %m[%g] : memref<?xf32>
          memref.store %v, %s[%i] : memref<8xf32, #gpu.address_space<workgroup>>
          gpu.barrier
          %j = arith.subi %c7, %i : index
          %w = memref.load %s[%j] : memref<8xf32, #gpu.address_space<workgroup>>
          memref.store %w, %m[%g] : memref<?xf32>
          gpu.return
        }
      }
      func.func @main(%m: memref<?xf32>) {
        %c1 = arith.constant 1 : index
        %c2 = arith.constant 2 : index
        %c8 = arith.constant 8 : index
        %t0 = gpu.wait async
        %t1 = gpu.launch_func async [%t0] @device::@reverse blocks in (%c2, %c1, %c1) threads in (%c8, %c1, %c1) args(%m : memref<?xf32>)
        gpu.wait [%t1]
        return
      }";

#[test]
fn threads_meet_at_barriers() {
    let text = format!("module attributes {{gpu.container_module}} {{ {REVERSE} }}");
    let values: Vec<f32> = (0..16).map(|i| i as f32).collect();
    let expect: Vec<f64> = (0..8).rev().chain((8..16).rev()).map(f64::from).collect();
    check(&text, vec![floats(&[16], &values)], &expect);
    let racy = text.replace("gpu.barrier", "");
    let message = "never written, in block (0, 0, 0) thread (0, 0, 0)";
    check_error(&racy, vec![floats(&[16], &values)], "memref.load", message);
    check_error(
        &text,
        vec![floats(&[9], &values[..9])],
        "memref.load",
        "index 9 is out of bounds of dimension 0",
    );
}

#[test]
fn the_order_of_threads_does_not_matter() {
    let text = format!("module attributes {{gpu.container_module}} {{ {REVERSE} }}");
    let run_with = |text: &str, seed| {
        let (module, main) = read(text);
        let options = Options { seed, ..Options::default() };
        let values: Vec<f32> = (0..16).map(|i| i as f32).collect();
        Interpreter::new(&module, options).call(main, vec![floats(&[16], &values)])
    };
    let first = run_with(&text, 0).expect("the program is right");
    // Both threads of a pair write the element of the first one.
    let racy = text.replace("memref.store %w, %m[%g]", "memref.store %w, %m[%j]");
    for seed in 1..30 {
        assert_eq!(run_with(&text, seed).as_ref(), Ok(&first), "seed {seed}");
        let error = run_with(&racy, seed).expect_err("the program is wrong");
        assert!(error.message.starts_with("data race"), "seed {seed}: {}", error.message);
        assert_eq!(error.notes.len(), 1);
    }
}

#[test]
fn launches_in_place_see_outer_values() {
    let text = "func.func @main(%n: index) -> memref<?xi32> {
        %c1 = arith.constant 1 : index
        %c5 = arith.constant 5 : i32
        %m = gpu.alloc (%n) : memref<?xi32>
        gpu.memset %m, %c5 : memref<?xi32>, i32
        gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
                   threads(%tx, %ty, %tz) in (%sx = %n, %sy = %c1, %sz = %c1) {
          %v = arith.index_cast %tx : index to i32
          %old = memref.atomic_rmw addi %v, %m[%tx] : (i32, memref<?xi32>) -> i32
          gpu.terminator
        }
        return %m : memref<?xi32>
      }";
    check(text, vec![int(3)], &[5.0, 6.0, 7.0]);
    check_error(text, vec![int(2000)], "gpu.launch", "at most 1024 threads");
    check_error(text, vec![int(-1)], "gpu.alloc", "negative");
    check_error(text, vec![int(1 << 40)], "gpu.alloc", "exceed the memory limit");
}

#[test]
fn divergent_barriers_are_reported() {
    let text = "func.func @main() {
        %c1 = arith.constant 1 : index
        %c4 = arith.constant 4 : index
        gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
                   threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
          %first = arith.cmpi ult, %tx, %c1 : index
          scf.if %first {
            gpu.barrier
          }
          gpu.terminator
        }
        return
      }";
    check_error(text, vec![], "gpu.barrier", "1 threads of the block wait here, 3 have ended and 0 wait");
}

#[test]
fn wrong_accesses_are_reported() {
    let body = |body: &str| {
        format!(
            "func.func @main(%i: index) -> index {{
               %c0 = arith.constant 0 : index
               %m = memref.alloc() : memref<4xindex>
               memref.store %c0, %m[%c0] : memref<4xindex>
               {body}
               return %r : index
             }}"
        )
    };
    let load = body("%r = memref.load %m[%i] : memref<4xindex>");
    check_error(&load, vec![int(4)], "memref.load", "index 4 is out of bounds of dimension 0 of size 4");
    check_error(&load, vec![int(-1)], "memref.load", "index -1");
    check_error(&load, vec![int(1)], "memref.load", "never written");
    let freed = body("memref.dealloc %m : memref<4xindex>\n %r = memref.load %m[%c0] : memref<4xindex>");
    check_error(&freed, vec![int(0)], "memref.load", "after it was freed");
    let twice = body(
        "memref.dealloc %m : memref<4xindex>\n memref.dealloc %m : memref<4xindex>\n %r = arith.addi %i, %i : index",
    );
    check_error(&twice, vec![int(0)], "memref.dealloc", "already freed");
    check_error(&body("%r = arith.divsi %c0, %c0 : index"), vec![int(0)], "arith.divsi", "division by zero");
    let forever = body(
        "%r = scf.while (%x = %c0) : (index) -> index {
        %t = arith.constant true
        scf.condition(%t) %x : index
      } do {
      ^bb0(%x: index):
        scf.yield %x : index
      }",
    );
    let (module, main) = read(&forever);
    let limits = Limits { steps: 1000, ..Limits::default() };
    let error = run(&module, main, vec![int(0)], &limits).expect_err("the program does not end");
    assert_eq!(error.message, "the program passed the limit of 1000 steps");
    check_error(
        &body(
            "%r = scf.for %k = %c0 to %i step %c0 iter_args(%x = %c0) -> (index) {
        scf.yield %x : index
      }",
        ),
        vec![int(3)],
        "scf.for",
        "positive step",
    );
    check_error(
        &body("%r = \"d.unknown\"() : () -> index"),
        vec![int(3)],
        "d.unknown",
        "`d.unknown` cannot be",
    );
}

#[test]
fn programs_print() {
    let text = "func.func private @printI64(i64)
      func.func private @printNewline()
      func.func private @printMemrefF32(memref<*xf32>)
      func.func @main(%m: memref<2xf32>) {
        %c = arith.constant -3 : i64
        func.call @printI64(%c) : (i64) -> ()
        func.call @printNewline() : () -> ()
        %u = memref.cast %m : memref<2xf32> to memref<*xf32>
        func.call @printMemrefF32(%u) : (memref<*xf32>) -> ()
        return
      }";
    let (module, main) = read(text);
    let mut interpreter = Interpreter::new(&module, Options::default());
    interpreter.call(main, vec![floats(&[2], &[1.5, 2.0])]).expect("the program is right");
    assert_eq!(
        interpreter.output(),
        "-3\nUnranked Memref base@ = 0x10000000 rank = 1 offset = 0 sizes = [2] strides = [1] data = \n[1.5,  2]\n"
    );
}

#[test]
fn vectors_and_foreign_constants() {
    let text = "func.func @main() -> f32 {
        %v = arith.constant dense<[1.0, 2.0]> : vector<2xf32>
        %w = arith.addf %v, %v : vector<2xf32>
        %k = \"krnl.global\"() {name = \"k\", shape = [2], value = dense<[3.0, 4.0]> : tensor<2xf32>} : () -> memref<2xf32>
        %c1 = arith.constant 1 : index
        %r = memref.load %k[%c1] : memref<2xf32>
        return %r : f32
      }";
    check(text, vec![], &[4.0]);
    check_error(
        &text.replace(
            "%r = memref.load",
            "%z = arith.constant 0.0 : f32 memref.store %z, %k[%c1] : memref<2xf32> %r = memref.load",
        ),
        vec![],
        "memref.store",
        "constant global",
    );
}

#[test]
fn arguments_are_checked() {
    let text = "func.func @main(%m: memref<2x?xf32>) { return }";
    check_error(text, vec![], "func.func", "expected 1 arguments, but found 0");
    check_error(text, vec![int(1)], "func.func", "argument 0");
    check_error(text, vec![floats(&[3, 1], &[0.0; 3])], "func.func", "does not fit");
    check_error(text, vec![floats(&[2, 2], &[0.0; 3])], "func.func", "bytes of the buffer");
}
