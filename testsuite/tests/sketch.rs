//! Tests the sketch of a backend: being added makes it a target of every command, and like the other backends it has code for
//! every operation that the kernel pipeline leaves.

use std::collections::BTreeSet;

use serde_json::json;
use warpline::backends::{CodeTarget, add_backend, backends};
use warpline::compilation::Stage;
use warpline::steps;
use warpline_backend_sketch::Sketch;
use warpline_cli::repl::Repl;
use warpline_cli::testing::case::bless::body;
use warpline_cli::testing::case::split::split;
use warpline_cli::{Exit, Session, SourceFile, cli};
use warpline_ir::artifact::{Code, Object};
use warpline_ir::kernels::device_modules;
use warpline_ir::{Diagnostics, Module, OpKind};
use warpline_passes::backend::Emit;
use warpline_passes::gpu::lowered::lowered;
use warpline_passes::pipeline::{self, Silent};
use warpline_passes::support::{Side, Support};
use warpline_testsuite::lsp_client::Client;
use warpline_testsuite::paths::{files_below, root};
use warpline_testsuite::stages;

const TARGET: &str = "lanes64";

/// A program whose kernels need most passes of the pipeline.
const PROGRAM: &str = "gpu.module @m {\n  gpu.func @sum(%x: memref<64xf32>, %y: memref<f32>) kernel {\n    \
    %i = gpu.thread_id x\n    %0 = memref.load %x[%i] : memref<64xf32>\n    \
    %1 = gpu.all_reduce add %0 uniform {} : (f32) -> f32\n    memref.store %1, %y[] : memref<f32>\n    \
    gpu.return\n  }\n}\n";

/// Returns the module after the pipelines.
fn behind(text: &str, passes: &str) -> Result<Module, Diagnostics> {
    let mut module = steps::check(text, false).module;
    let mut findings = Diagnostics::new();
    let ran = pipeline::parse(passes, &mut findings)
        .and_then(|pipeline| pipeline::run(&pipeline, &mut module, &mut findings, &mut Silent));
    if ran.is_ok() { Ok(module) } else { Err(findings) }
}

/// Every test begins with it.
fn add() {
    add_backend(&Sketch);
}

fn target() -> CodeTarget {
    CodeTarget::find(TARGET).expect("the compiler has the backend of the tests")
}

fn code(module: &Module) -> Result<Object, Diagnostics> {
    let (target, facts) = (target(), warpline_ir::verify::verify(module)?);
    target.backend.emit(module, &facts, &device_modules(module), &target.target, Emit::Code)
}

/// Runs a command on a program.
fn answer(args: &[&str]) -> (Exit, Session) {
    let source = SourceFile { name: "case.mlir".to_string(), text: PROGRAM.to_string() };
    let mut session = Session::with_stdin(source);
    let args: Vec<String> =
        std::iter::once("warpline").chain(args.iter().copied()).map(str::to_string).collect();
    let exit = cli::execute(&args, &mut session);
    (exit, session)
}

#[test]
fn every_kernel_of_the_cases_compiles() {
    add();
    let (mut n_kernels, mut wrong) = (0, Vec::new());
    let passes = stages::to_code(TARGET);
    for path in files_below(&root().join("testsuite/cases/run"), "mlir") {
        let text = std::fs::read_to_string(&path).expect("a case can be read");
        for piece in split(&text).iter().map(|piece| body(piece.text)) {
            if steps::check(&piece, false).facts.is_none() {
                continue;
            }
            match behind(&piece, &passes).and_then(|module| code(&module)) {
                Ok(object) => n_kernels += object.kernels.len(),
                Err(findings) => {
                    let name = path.display();
                    wrong.extend(findings.iter().map(|found| format!("{name}: {}", found.message)));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(150 < n_kernels, "the cases are elsewhere: {n_kernels} kernels");
}

#[test]
fn what_no_pass_expanded_is_refused_by_name() {
    add();
    let module = behind(PROGRAM, &stages::text(TARGET, Stage::Annotated..=Stage::Annotated))
        .expect("the program is right");
    let findings = code(&module).expect_err("it has collectives and accesses");
    let found: Vec<&str> = findings.iter().map(|found| found.message.as_str()).collect();
    let expected = [
        "'memref.load' cannot be compiled for lanes64: lower-memref-access did not expand it",
        "'gpu.all_reduce' cannot be compiled for lanes64: gpu-expand-collectives did not expand it",
        "'memref.store' cannot be compiled for lanes64: lower-memref-access did not expand it",
    ];
    assert_eq!(found, expected);
}

#[test]
fn subgroups_have_the_lanes_of_the_target() {
    add();
    let object =
        code(&behind(PROGRAM, &stages::to_code(TARGET)).expect("the pipeline fits")).expect("it is lowered");
    let Code::Text(text) = object.code else { panic!("it is text") };
    assert!(text.contains("value = 32 : i32") && text.contains("shuffle"), "{text}");
}

#[test]
fn gpus_have_the_same_lowered_operations() {
    add();
    let (mut n_gpus, mut refused) = (0, BTreeSet::new());
    for backend in backends().filter(|backend| backend.target_attr().is_some()) {
        n_gpus += 1;
        for kind in OpKind::all() {
            let (expected, found) = (lowered(kind).support(Side::Kernel), backend.support(kind));
            match found {
                Support::No(reason) if expected == Support::Yes => {
                    refused.insert(format!("{}: {reason}", backend.default_target()));
                }
                _ => assert_eq!(found, expected, "{}", kind.name()),
            }
        }
    }
    assert_eq!(n_gpus, 3);
    let expected = ["gfx1100: the chip has no clusters of blocks", "gfx1100: the chip has no named barriers"];
    assert_eq!(refused.iter().map(String::as_str).collect::<Vec<_>>(), expected);
}

#[test]
fn commands_know_the_target() {
    add();
    for args in [&["compile", "--emit=sketch"][..], &["compile", "--emit=sketch", "--target=lanes64"]] {
        let (exit, session) = answer(args);
        assert_eq!(exit, Exit::Success, "{}", session.err);
        assert!(session.out.contains("function m.sum"), "{}", session.out);
    }
    let (exit, session) = answer(&["explain", TARGET]);
    assert_eq!(exit, Exit::Success, "{}", session.err);
    assert!(session.out.contains("64"), "{}", session.out);
    let (_, session) = answer(&["compile", "--emit=sketch", "--target=sm_0"]);
    assert!(session.err.contains(TARGET), "{}", session.err);
}

#[test]
fn the_repl_and_the_editor_offer_it() {
    add();
    let mut session = Session::default();
    let mut repl = Repl::new(&mut session, cli::execute, false);
    for input in [PROGRAM, ":set target lanes64", ":emit sketch"] {
        repl.enter(input);
    }
    drop(repl);
    assert!(session.out.contains("function m.sum"), "{}", session.out);

    let mut client = Client::open(PROGRAM, "utf-8");
    let place = json!({ "line": 0, "character": 0 });
    let range = json!({ "range": { "start": place, "end": place }, "context": { "diagnostics": [] } });
    let params = client.params(&range);
    let actions = client.request("textDocument/codeAction", params).expect("an answer");
    assert!(actions.to_string().contains("show the sketch"), "{actions}");
    client.close();
}
