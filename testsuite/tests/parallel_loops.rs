//! Loops of the programs below `cases/pass/polybench`: with buffers that are apart, at least as many become parallel as
//! mlir-opt 22 makes parallel, which assumes that arguments do not overlap.

use std::path::Path;
use std::process::Command;
use warpline_ir::{
    Affine, Builder, Diagnostics, Func, MemRef, Module, OpKind, ParseOptions, Place, Type, Value,
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
        let (ours, theirs) = (count_ours(&path), count_theirs(&mlir_opt, &path));
        eprintln!("{name}: {ours} parallel loops, mlir-opt: {theirs}");
        if ours < theirs {
            fewer.push(name);
        }
    }
    assert!(fewer.is_empty(), "fewer parallel loops than mlir-opt: {}", fewer.join(", "));
}

/// The parallel loops that mlir-opt makes.
fn count_theirs(mlir_opt: &Path, path: &Path) -> usize {
    let output = tools::run(Command::new(mlir_opt).arg("--affine-parallelize").arg(path));
    let output = output.expect("mlir-opt starts");
    assert!(output.status.success(), "{}: {}", path.display(), String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).matches("affine.parallel").count()
}

/// The parallel loops that `affine-parallelize` makes where the arguments are apart.
fn count_ours(path: &Path) -> usize {
    let text = std::fs::read_to_string(path).expect("a case can be read");
    let (mut module, diagnostics) = warpline_ir::parse(&text, &ParseOptions::default());
    assert!(!diagnostics.has_errors(), "{}: it does not parse", path.display());
    set_arguments_apart(&mut module);
    let mut diagnostics = Diagnostics::new();
    let pipeline = pipeline::parse("affine-parallelize", &mut diagnostics).expect("the name of a pass");
    pipeline::run(&pipeline, &mut module, &mut diagnostics, &mut Silent).expect("the pass refuses nothing");
    let ops = module.walk(module.root());
    ops.into_iter().filter(|op| module.kind(*op) == OpKind::Affine(Affine::Parallel)).count()
}

/// States at the start of each function that its buffers are distinct.
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
