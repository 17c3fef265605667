//! Tests `warpline reduce` on programs with a marker at a random operation: the result contains the marker,
//! is valid, and no operation can be removed from it.

use warpline::session::SourceFile;
use warpline_cli::{Exit, Session, cli};
use warpline_ir::def::Trait;
use warpline_ir::print::{PrintOptions, print};
use warpline_ir::verify::verify;
use warpline_ir::{Attr, Module, Op, ParseOptions, parse};
use warpline_testsuite::generator::Generator;
use warpline_testsuite::programs::programs;

/// Larger programs are omitted, because each is tried many times.
const MAX_BYTES: usize = 4_000;

const MARKER: &str = "planted.marker";

fn read(text: &str) -> Option<Module> {
    let (module, found) = parse(text, &ParseOptions::default());
    (!found.has_errors() && verify(&module).is_ok()).then_some(module)
}

/// Returns the operations except the module and terminators.
fn ops(module: &Module) -> Vec<Op> {
    let is_end = |op: &Op| module.op(*op).def().is_some_and(|def| def.has(Trait::Terminator));
    module.walk(module.root()).into_iter().skip(1).filter(|op| !is_end(op)).collect()
}

/// Returns the text with a marker at one of its operations, if it still parses.
fn planted(text: &str, generator: &mut Generator) -> Option<String> {
    let mut module = read(text)?;
    let all = ops(&module);
    let op = *all.get(generator.below(all.len()))?;
    module.set_attr(op, MARKER, Attr::UNIT);
    let text = print(&module, &PrintOptions::default());
    let again = read(&text)?;
    ops(&again).iter().any(|op| again.attr(*op, MARKER).is_some()).then_some(text)
}

fn reduce(text: &str, passes: &str) -> String {
    let source = SourceFile { name: "<stdin>".to_string(), text: text.to_string() };
    let mut session = Session::with_stdin(source);
    let test = format!("--test=warpline opt %s {passes}");
    let args = ["warpline", "reduce", &test, "--match=planted.marker"].map(str::to_string);
    let exit = cli::execute(&args, &mut session);
    assert_eq!(exit, Exit::Success, "{}\n{text}", session.err);
    session.out
}

/// Fails if an operation with unused results can be removed.
#[track_caller]
fn check_minimal(text: &str) {
    let module = read(text).expect("what is left keeps the rules");
    assert!(text.contains(MARKER), "the marker is gone:\n{text}");
    for op in ops(&module) {
        let mut smaller = module.clone();
        let is_marked = smaller.walk(op).iter().any(|inner| smaller.attr(*inner, MARKER).is_some());
        if is_marked || smaller.results(op).any(|result| !smaller.is_unused(result)) {
            continue;
        }
        smaller.erase(op);
        assert!(verify(&smaller).is_err(), "{} is not needed in\n{text}", module.op_name(op));
    }
}

#[test]
fn what_is_left_is_minimal() {
    let mut generator = Generator::new(7);
    let mut n_reduced = 0;
    for program in programs("run").into_iter().chain(programs("schedule")) {
        let planted = planted(&program.text, &mut generator);
        let Some(text) = planted.filter(|text| text.len() <= MAX_BYTES) else { continue };
        let left = reduce(&text, "");
        check_minimal(&left);
        if n_reduced % 8 == 0 {
            assert_eq!(reduce(&text, ""), left, "another run gives another program");
        }
        assert!(left.len() <= text.len());
        n_reduced += 1;
    }
    assert!(50 <= n_reduced, "only {n_reduced} programs were reduced");
}

#[test]
fn a_large_program_takes_few_tries() {
    let chain = (1..1000).map(|index| {
        let marker = if index == 765 { " {planted.marker}" } else { "" };
        format!("  %{index} = arith.addi %{}, %0{marker} : i32\n", index - 1)
    });
    let body: String = chain.collect();
    let text = format!("func.func @f(%0: i32) -> i32 {{\n{body}  return %999 : i32\n}}\n");
    let left = reduce(&text, "--canonicalize");
    assert_eq!(read(&left).map(|module| ops(&module).len()), Some(2), "{left}");
}
