//! Tests of the loop and cleanup passes, from text to text.

use warpline_ir::print::{PrintOptions, print};
use warpline_ir::verify::verify;
use warpline_ir::{Diagnostics, ParseOptions, parse};
use warpline_passes::pipeline::{self, Silent};

/// Runs a pipeline on a module and returns the text of the result.
#[track_caller]
fn run(passes: &str, text: &str) -> String {
    let options = ParseOptions { allow_unregistered: true, ..ParseOptions::default() };
    let (mut module, mut found) = parse(text, &options);
    assert!(!found.has_errors(), "{found:?}");
    if let Err(found) = verify(&module) {
        panic!("{found:?}");
    }
    let pipeline = pipeline::parse(passes, &mut found);
    if let Ok(pipeline) = pipeline {
        let result = pipeline::run(&pipeline, &mut module, &mut found, &mut Silent);
        assert!(result.is_ok(), "{found:?}\n{}", print(&module, &PrintOptions::default()));
    }
    assert!(!found.has_errors(), "{found:?}");
    print(&module, &PrintOptions::default())
}

/// Runs a pipeline; the result must have every piece and none of those that start with `!`.
#[track_caller]
fn check(passes: &str, text: &str, pieces: &[&str]) {
    let result = run(passes, text);
    for piece in pieces {
        match piece.strip_prefix('!') {
            Some(piece) => assert!(!result.contains(piece), "unexpected '{piece}' in:\n{result}"),
            None => assert!(result.contains(piece), "no '{piece}' in:\n{result}"),
        }
    }
}

/// Wraps a loop body in a function with an argument and a local buffer of 64 elements each.
fn in_loop(body: &str) -> String {
    format!(
        "func.func @f(%arg: memref<64xf32>, %brg: memref<64xf32>, %n: index) {{
  %local = memref.alloc() : memref<64xf32>
  %x = arith.constant 1.0 : f32
  affine.for %i = 1 to 32 {{
    {body}
  }}
  memref.dealloc %local : memref<64xf32>
  return
}}"
    )
}

#[track_caller]
fn stays_sequential(body: &str) {
    check("affine-parallelize", &in_loop(body), &["!affine.parallel"]);
}

#[track_caller]
fn becomes_parallel(body: &str) {
    check("affine-parallelize", &in_loop(body), &["affine.parallel"]);
}

#[test]
fn loops_with_carried_dependences_stay() {
    // A reduction in memory.
    stays_sequential(
        "%a = affine.load %arg[0] : memref<64xf32>
         %b = arith.addf %a, %x : f32
         affine.store %b, %arg[0] : memref<64xf32>",
    );
    // A recurrence.
    stays_sequential(
        "%a = affine.load %arg[%i - 1] : memref<64xf32>
         affine.store %a, %arg[%i] : memref<64xf32>",
    );
    // The distance 2 reaches the other parity.
    stays_sequential(
        "%a = affine.load %arg[%i * 2] : memref<64xf32>
         affine.store %a, %arg[%i * 2 + 2] : memref<64xf32>",
    );
    // Two arguments may alias.
    stays_sequential(
        "%a = affine.load %brg[%i] : memref<64xf32>
         affine.store %a, %arg[%i] : memref<64xf32>",
    );
    // Every iteration writes the same element.
    stays_sequential("affine.store %x, %local[%n] : memref<64xf32>");
    // Indices that are not sums.
    stays_sequential("affine.store %x, %local[%i mod 2] : memref<64xf32>");
    // An unknown operation.
    stays_sequential("\"test.unknown\"() : () -> ()\n affine.store %x, %local[%i] : memref<64xf32>");
    // Subscripts of the first half overlap the second one.
    stays_sequential(
        "%a = affine.load %local[%i + 31] : memref<64xf32>
         affine.store %a, %local[%i + 2] : memref<64xf32>",
    );
}

#[test]
fn loops_without_carried_dependences_become_parallel() {
    becomes_parallel(
        "%a = affine.load %arg[%i] : memref<64xf32>
         %b = arith.addf %a, %x : f32
         affine.store %b, %arg[%i] : memref<64xf32>",
    );
    // An argument does not alias a local buffer.
    becomes_parallel(
        "%a = affine.load %arg[%i - 1] : memref<64xf32>
         affine.store %a, %local[%i] : memref<64xf32>",
    );
    // Even and odd elements.
    becomes_parallel(
        "%a = affine.load %local[%i * 2] : memref<64xf32>
         affine.store %a, %local[%i * 2 + 1] : memref<64xf32>",
    );
    // The distance exceeds the trip count.
    becomes_parallel(
        "%a = affine.load %local[%i + 31] : memref<64xf32>
         affine.store %a, %local[%i] : memref<64xf32>",
    );
    // Seen through affine.apply.
    becomes_parallel(
        "%j = affine.apply affine_map<(d0)[s0] -> (d0 * 2 + s0)>(%i)[%n]
         affine.store %x, %local[%j] : memref<64xf32>",
    );
    // One row per iteration, and a private buffer.
    becomes_parallel(
        "affine.for %k = 0 to 2 {
           affine.store %x, %arg[%i * 2 + %k] : memref<64xf32>
         }
         %p = memref.alloc() : memref<1xf32>
         affine.store %x, %p[0] : memref<1xf32>
         memref.dealloc %p : memref<1xf32>",
    );
}

#[test]
fn carried_values_stay_sequential() {
    let text = "func.func @f(%a: memref<8xf32>, %x: f32) -> f32 {
  %s = affine.for %i = 0 to 8 iter_args(%t = %x) -> (f32) {
    %v = affine.load %a[%i] : memref<8xf32>
    %u = arith.addf %t, %v : f32
    affine.yield %u : f32
  }
  return %s : f32
}";
    check("affine-parallelize", text, &["affine.for", "!affine.parallel"]);
    check("affine-parallelize,lower-affine,canonicalize", text, &["scf.for", "memref.load %arg0[%arg2]"]);
}

#[test]
fn affine_arithmetic_is_right_for_negative_numbers() {
    for (expr, value, expected) in [
        ("d0 floordiv 3", -7, -3),
        ("d0 floordiv 3", 7, 2),
        ("d0 ceildiv 3", -7, -2),
        ("d0 ceildiv 3", 7, 3),
        ("d0 mod 3", -7, 2),
        ("d0 mod 3", 7, 1),
    ] {
        let text = format!(
            "func.func @f() -> index {{
  %c = arith.constant {value} : index
  %0 = affine.apply affine_map<(d0) -> ({expr})>(%c)
  return %0 : index
}}"
        );
        let expected = format!("arith.constant {expected} : index");
        check("lower-affine,canonicalize", &text, &[expected.as_str(), "!divsi", "!remsi"]);
        check("canonicalize", &text, &[expected.as_str(), "!affine"]);
    }
}

#[test]
fn neighbouring_loops_fuse_only_when_elements_stay_in_one_iteration() {
    let program = |index: &str| {
        format!(
            "func.func @f(%a: memref<8xf32>, %b: memref<8xf32>, %x: f32) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %t = memref.alloc() : memref<8xf32>
  %u = memref.alloc() : memref<8xf32>
  scf.parallel (%i) = (%c0) to (%c7) step (%c1) {{
    memref.store %x, %t[%i] : memref<8xf32>
    scf.reduce
  }}
  scf.parallel (%i) = (%c0) to (%c7) step (%c1) {{
    %next = arith.addi %i, %c1 : index
    %v = memref.load %t[{index}] : memref<8xf32>
    memref.store %v, %u[%i] : memref<8xf32>
    scf.reduce
  }}
  memref.copy %u, %a : memref<8xf32> to memref<8xf32>
  return
}}"
        )
    };
    assert_eq!(run("scf-parallel-loop-fusion", &program("%i")).matches("scf.parallel").count(), 1);
    assert_eq!(run("scf-parallel-loop-fusion", &program("%next")).matches("scf.parallel").count(), 2);
}

#[test]
fn krnl_globals_become_globals() {
    let text = "func.func @f() -> memref<4xf32> {
  %0 = \"krnl.global\"() {name = \"c\", shape = [4], value = dense<1.0> : tensor<4xf32>} : () -> memref<4xf32>
  return %0 : memref<4xf32>
}";
    check(
        "convert-krnl-to-memref",
        text,
        &[
            "memref.global \"private\" constant @c : memref<4xf32> = dense<1.0",
            "memref.get_global @c",
            "!krnl",
        ],
    );
}

#[test]
fn cleanup() {
    let text = "func.func @f(%x: i32, %y: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %t = arith.constant true
  %a = arith.addi %x, %y : i32
  %b = arith.addi %y, %x : i32
  %m = arith.muli %a, %c1 : i32
  %s = arith.subi %m, %b : i32
  %p = arith.addi %c1, %s : i32
  cf.cond_br %t, ^bb1(%p : i32), ^bb2
^bb1(%q: i32):
  %r = arith.addi %q, %c0 : i32
  return %r : i32
^bb2:
  return %x : i32
}";
    let pieces =
        ["arith.constant 1 : i32", "!arith.muli", "!cf.", "!^bb", "!arith.sub", "return %c1_i32 : i32"];
    check("cse,canonicalize", text, &pieces);
}

#[test]
fn trivial_loops_vanish() {
    let text = "func.func @f(%a: memref<8x8xf32>, %x: f32) {
  affine.parallel (%i, %j) = (3, 0) to (4, 8) {
    affine.for %k = 0 to 1 {
      affine.store %x, %a[%i + %k, %j] : memref<8x8xf32>
    }
    affine.for %k = 0 to 0 {
      affine.store %x, %a[%k, %k] : memref<8x8xf32>
    }
  }
  return
}";
    check("lower-affine,canonicalize", text, &["scf.parallel (%arg2) = (%c0) to (%c8)", "%arg0[%c3, %arg2]"]);
}

#[test]
fn pipelines_have_a_text() {
    let mut found = Diagnostics::new();
    let text = "builtin.module(func.func(cse, canonicalize{max-iterations=2}), gpu.module(dce))";
    let pipeline = pipeline::parse(text, &mut found).expect("the pipeline is right");
    assert_eq!(pipeline.to_string(), "builtin.module(cse,canonicalize{max-iterations=2},dce)");
    for (text, message) in [
        ("canonicalise", "did you mean 'canonicalize'"),
        ("cse{deep=1}", "pass 'cse' has no option 'deep'"),
        ("builtin.module(func.func(builtin.module(cse)))", "cannot be nested in 'func.func'"),
        ("builtin.module(cse", "expected ')'"),
        ("cse,,dce", "expected the name of a pass"),
    ] {
        let mut found = Diagnostics::new();
        assert!(pipeline::parse(text, &mut found).is_err(), "{text}");
        assert!(found.iter().any(|item| item.message.contains(message)), "{text}: {found:?}");
    }
}

#[test]
fn reductions_and_branches_are_lowered() {
    let text = "func.func @f(%a: memref<8xf32>, %n: index) -> f32 {
  %s = affine.parallel (%i) = (0) to (8) reduce (\"addf\") -> (f32) {
    %v = affine.load %a[%i] : memref<8xf32>
    affine.yield %v : f32
  }
  affine.if affine_set<(d0)[s0] : (d0 - 1 >= 0, s0 - d0 == 0)>(%n)[%n] {
    affine.store %s, %a[0] : memref<8xf32>
  }
  return %s : f32
}";
    let pieces = ["scf.reduce(", "arith.addf", "arith.cmpi sge", "arith.cmpi eq", "scf.if", "!affine"];
    check("lower-affine", text, &pieces);
    check("lower-affine,canonicalize", text, &["scf.reduce(", "scf.if", "!affine"]);
}
