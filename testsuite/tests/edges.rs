//! Checks integer operations at the edges of each width: for i8 all pairs of operands, for other widths the pairs of
//! numbers around the ends and the middle of the type. The interpreter has the expected values; the CPU device computes
//! them in vectors of threads, in single threads, and on the host. Affine maps are also checked after `lower-affine`.

use std::fmt::Write as _;

use warpline_cli::{Exit, Session, SourceFile, cli};
use warpline_testsuite::integers::BINARY;

const PREDICATES: [&str; 10] = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];

/// The ways of a loop over the first operand.
#[derive(Clone, Copy)]
enum Outer {
    /// Each iteration is a thread.
    Parallel,
    /// The loop stays on the host.
    Host,
}

/// Returns the edges of a type of this many bits, as signed numbers.
fn edges(width: u32) -> Vec<i128> {
    let (least, greatest) = (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1);
    let ends = (0..3).flat_map(|step| [least + step, greatest - step, step, -step]);
    let middle =
        [least / 2, greatest / 2, least / 3, greatest / 7, 5, -7, i128::from(width), -i128::from(width)];
    let mut all: Vec<i128> =
        ends.chain(middle).filter(|number| (least..=greatest).contains(number)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Returns a function that, for each number of `%x`, sums up what each operation has for it and each number of `%y`.
fn program(ty: &str, width: u32, n: usize, outer: Outer) -> String {
    let mut body = String::new();
    let mut line = |text: String| writeln!(body, "      {text}").expect("a string takes text");
    line(format!("%b = memref.load %y[%j] : memref<{n}x{ty}>"));
    line(format!("%is_zero = arith.cmpi eq, %b, %zero : {ty}"));
    line(format!("%some = arith.select %is_zero, %one, %b : {ty}"));
    line(format!("%is_least = arith.cmpi eq, %a, %least : {ty}"));
    line(format!("%is_minus_one = arith.cmpi eq, %some, %minus_one : {ty}"));
    line("%overflows = arith.andi %is_least, %is_minus_one : i1".to_string());
    line(format!("%divisor = arith.select %overflows, %one, %some : {ty}"));
    line(format!("%count = arith.remui %b, %width : {ty}"));
    let mut names = Vec::new();
    for op in BINARY {
        let right = match op {
            "shli" | "shrsi" | "shrui" => "%count",
            "divui" | "remui" | "ceildivui" => "%some",
            "divsi" | "remsi" | "ceildivsi" | "floordivsi" => "%divisor",
            _ => "%b",
        };
        line(format!("%r_{op} = arith.{op} %a, {right} : {ty}"));
        names.push((op.to_string(), ty));
    }
    for predicate in PREDICATES {
        line(format!("%r_{predicate} = arith.cmpi {predicate}, %a, %b : {ty}"));
        names.push((predicate.to_string(), "i1"));
    }
    for (name, ty) in &names {
        let conversion = match *ty {
            "index" => "index_cast",
            "i64" => "ori",
            _ => "extsi",
        };
        line(match conversion {
            "ori" => format!("%w_{name} = arith.ori %r_{name}, %r_{name} : i64"),
            _ => format!("%w_{name} = arith.{conversion} %r_{name} : {ty} to i64"),
        });
        line(format!("%t_{name} = arith.muli %s_{name}, %prime : i64"));
        line(format!("%u_{name} = arith.addi %t_{name}, %w_{name} : i64"));
    }
    let all = |prefix: &str| names.iter().map(|(name, _)| format!("%{prefix}_{name}")).collect::<Vec<_>>();
    let types = vec!["i64"; names.len()].join(", ");
    let inits: Vec<String> = all("s").iter().map(|sum| format!("{sum} = %start")).collect();
    line(format!("scf.yield {} : {types}", all("u").join(", ")));
    let mut stores = String::new();
    for number in 0..names.len() {
        let _ = writeln!(stores, "    %k{number} = arith.constant {number} : index");
        let place = format!("%z[%i, %k{number}] : memref<{n}x{}xi64>", names.len());
        let _ = writeln!(stores, "    memref.store %sums#{number}, {place}");
    }
    let (begin, end) = match outer {
        Outer::Parallel => ("scf.parallel (%i) = (%c0) to (%n) step (%c1)", "    scf.reduce\n"),
        Outer::Host => ("scf.for %i = %c0 to %n step %c1", ""),
    };
    let least = -(1i128 << (width - 1));
    format!(
        "func.func @main(%x: memref<{n}x{ty}>, %y: memref<{n}x{ty}>) -> memref<{n}x{0}xi64> {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant {n} : index
  %zero = arith.constant 0 : {ty}
  %one = arith.constant 1 : {ty}
  %minus_one = arith.constant -1 : {ty}
  %least = arith.constant {least} : {ty}
  %width = arith.constant {width} : {ty}
  %start = arith.constant 7 : i64
  %prime = arith.constant 1099511628211 : i64
  %z = memref.alloc() : memref<{n}x{0}xi64>
  {begin} {{
    %a = memref.load %x[%i] : memref<{n}x{ty}>
    %sums:{0} = scf.for %j = %c0 to %n step %c1 iter_args({1}) -> ({types}) {{
{body}    }}
{stores}{end}  }}
  return %z : memref<{n}x{0}xi64>
}}
",
        names.len(),
        inits.join(", "),
    )
}

/// Runs a command on a text, and returns what it prints.
fn output(args: &[&str], text: &str) -> String {
    let mut session =
        Session::with_stdin(SourceFile { name: "case.mlir".to_string(), text: text.to_string() });
    let args: Vec<String> = ["warpline"].iter().chain(args).map(ToString::to_string).collect();
    let exit = cli::execute(&args, &mut session);
    assert_eq!(exit, Exit::Success, "{args:?}\n{}\n{text}", session.err);
    session.out
}

#[test]
fn integers_at_the_edges() {
    for (ty, width) in [("i8", 8), ("i16", 16), ("i32", 32), ("i64", 64), ("index", 64)] {
        let numbers: Vec<i128> = if ty == "i8" { (-128..128).collect() } else { edges(width) };
        let listed: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        let input = format!("--input={}x{ty}={}", numbers.len(), listed.join(","));
        let run = |more: &[&str], outer: Outer| {
            let text = program(ty, width, numbers.len(), outer);
            output(&[&["run", &input, &input, "--output=-"], more].concat(), &text)
        };
        let expected = run(&["--device=interp"], Outer::Host);
        for (more, outer) in [
            (&["--device=cpu"][..], Outer::Parallel),
            (&["--device=cpu", "--target=cpu+width=1"], Outer::Parallel),
            (&["--device=cpu"], Outer::Host),
        ] {
            assert_eq!(run(more, outer), expected, "{ty} by {more:?}");
        }
    }
}

/// Returns a function that stores, for each number of `%x`, the results of affine maps.
fn maps(n: usize) -> String {
    let factors = [1i64, 2, 3, 5, 7, 64, 100, 127, 1 << 31];
    let mut lines = String::new();
    let mut number = 0;
    for factor in factors {
        for map in [
            format!("affine.apply affine_map<(d0) -> (d0 floordiv {factor})>(%v)"),
            format!("affine.apply affine_map<(d0) -> (d0 ceildiv {factor})>(%v)"),
            format!("affine.apply affine_map<(d0) -> (d0 mod {factor})>(%v)"),
            format!("affine.min affine_map<(d0) -> (d0 ceildiv {factor}, d0 floordiv {factor})>(%v)"),
            format!("affine.max affine_map<(d0) -> (d0 ceildiv {factor}, d0 mod {factor})>(%v)"),
        ] {
            let _ = writeln!(lines, "    %r{number} = {map}");
            let _ = writeln!(lines, "    affine.store %r{number}, %z[%i, {number}] : memref<{n}x45xindex>");
            number += 1;
        }
    }
    assert_eq!(number, 45, "the buffer has a column for each map");
    format!(
        "func.func @main(%x: memref<{n}xindex>) -> memref<{n}x45xindex> {{
  %z = memref.alloc() : memref<{n}x45xindex>
  affine.for %i = 0 to {n} {{
    %v = affine.load %x[%i] : memref<{n}xindex>
{lines}  }}
  return %z : memref<{n}x45xindex>
}}
"
    )
}

#[test]
fn affine_maps_at_the_edges() {
    let numbers = edges(64);
    let listed: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    let input = format!("--input={}xindex={}", numbers.len(), listed.join(","));
    let text = maps(numbers.len());
    let lowered = output(&["opt", "-", "--lower-affine"], &text);
    let expected = output(&["run", &input, "--device=interp", "--output=-"], &text);
    for (args, text) in [
        (&["--device=interp"][..], &lowered),
        (&["--device=cpu"], &text),
        (&["--device=cpu"], &lowered),
        (&["--device=cpu", "--target=cpu+width=1"], &text),
    ] {
        let found = output(&[&["run", &input, "--output=-"], args].concat(), text);
        assert_eq!(found, expected, "by {args:?}");
    }
}
