//! Compares loop parallelisation on the programs below `cases/pass/polybench`: at least as many loops become
//! parallel as with mlir-opt 22, which assumes that arguments do not alias. This holds if the program
//! declares it, and for the loop versions that run if a check establishes it.

use std::path::Path;
use std::process::Command;
use warpline_ir::{
    Affine, Builder, Diagnostics, Func, MemRef, Module, Op, OpKind, ParseOptions, Place, Scf, Type, Value,
};
use warpline_passes::pipeline::{self, Silent};
use warpline_testsuite::paths::{files_below, root};
use warpline_testsuite::tools;

#[test]
#[expect(
    clippy::print_stderr,
    reason = "the counts are what one wants to know, and a skipped test must say so"
)]
fn as_many_loops_are_parallel_as_mlir_opt_finds() {
    let Some(mlir_opt) = tools::mlir_opt() else {
        eprintln!("skipped: needs mlir-opt-22");
        return;
    };
    let mut fewer = Vec::new();
    let files = files_below(&root().join("testsuite/cases/pass/polybench"), "mlir");
    assert!(!files.is_empty(), "no programs");
    for path in files {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let [stated, checked] = [count_stated(&path), count_checked(&path)];
        let theirs = count_theirs(&mlir_opt, &path);
        eprintln!("{name}: {stated} parallel loops, {checked} behind a check, mlir-opt: {theirs}");
        if stated.min(checked) < theirs {
            fewer.push(name);
        }
    }
    assert!(fewer.is_empty(), "fewer parallel loops than mlir-opt: {}", fewer.join(", "));
}

/// Returns the number of parallel loops that mlir-opt creates.
fn count_theirs(mlir_opt: &Path, path: &Path) -> usize {
    let output = tools::run(Command::new(mlir_opt).arg("--affine-parallelize").arg(path));
    let output = output.expect("mlir-opt starts");
    assert!(output.status.success(), "{}: {}", path.display(), String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).matches("affine.parallel").count()
}

/// Returns the number of parallel loops that `affine-parallelize` creates if the arguments are declared distinct.
fn count_stated(path: &Path) -> usize {
    let mut module = read(path);
    set_arguments_apart(&mut module);
    run(&mut module, "affine-parallelize");
    count(&module)
}

/// Returns the number of parallel loops in the versions that run if the arguments are distinct.
fn count_checked(path: &Path) -> usize {
    let mut module = read(path);
    run(&mut module, "affine-version-loops,affine-parallelize");
    count(&module)
}

fn read(path: &Path) -> Module {
    let text = std::fs::read_to_string(path).expect("a case can be read");
    let (module, diagnostics) = warpline_ir::parse(&text, &ParseOptions::default());
    assert!(!diagnostics.has_errors(), "{}: it does not parse", path.display());
    module
}

fn run(module: &mut Module, passes: &str) {
    let mut diagnostics = Diagnostics::new();
    let pipeline = pipeline::parse(passes, &mut diagnostics).expect("the names of passes");
    pipeline::run(&pipeline, module, &mut diagnostics, &mut Silent).expect("the passes refuse nothing");
}

/// Returns the number of parallel loops of a module, without those of versions that run if buffers overlap.
fn count(module: &Module) -> usize {
    let ops = module.walk(module.root()).into_iter();
    let loops = ops.filter(|op| module.kind(*op) == OpKind::Affine(Affine::Parallel));
    loops.filter(|op| !is_for_overlap(module, *op)).count()
}

fn is_for_overlap(module: &Module, op: Op) -> bool {
    let parents = std::iter::successors(Some(op), |op| module.parent_op(*op));
    let mut inside = parents.filter_map(|op| Some((module.block_of(op)?, module.parent_op(op)?)));
    inside.any(|(block, parent)| {
        let first = module.entry(parent, 0).and_then(|block| module.first_op(block));
        module.kind(parent) == OpKind::Scf(Scf::If)
            && module.entry(parent, 1) == Some(block)
            && first.is_some_and(|first| module.kind(first) == OpKind::MemRef(MemRef::DistinctObjects))
    })
}

/// Declares the buffers of each function distinct at its start.
fn set_arguments_apart(module: &mut Module) {
    for func in module.walk(module.root()) {
        let Some(body) = module.entry(func, 0).filter(|_| module.kind(func) == OpKind::Func(Func::Func))
        else {
            continue;
        };
        let buffers: Vec<Value> = module.args(body).to_vec();
        let buffers: Vec<Value> =
            buffers.into_iter().filter(|arg| module.is_memref(module.type_of(*arg))).collect();
        let types: Vec<Type> = buffers.iter().map(|buffer| module.type_of(*buffer)).collect();
        let location = module.location(func);
        let mut at = Builder::new(module, Place::Start(body), location);
        let op = at.op(MemRef::DistinctObjects, &buffers, &types, &[]);
        let names: Vec<Value> = at.module.results(op).collect();
        for (old, new) in buffers.into_iter().zip(names) {
            module.replace_uses_if(old, new, |_, user| user != op);
        }
    }
}
