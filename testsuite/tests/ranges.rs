//! Checks integer range analysis: every kernel that runs, with an assertion before each operation that its
//! operands are in their ranges, gives the same result on the interpreter.

use warpline::steps;
use warpline_cli::{Exit, Session, SourceFile, cli};
use warpline_ir::print::{PrintOptions, print};
use warpline_ir::{Arith, Block, Builder, Cf, Diagnostics, Gpu, MemRef, Module, Op, OpKind, Type, Value};
use warpline_passes::analysis::launches::Launches;
use warpline_passes::analysis::ranges::{Range, Ranges};
use warpline_passes::pipeline::{self, Silent};
use warpline_testsuite::programs::{CaseProgram, programs};
use warpline_testsuite::stages;

#[test]
fn operands_lie_in_their_ranges() {
    let mut n_checked = 0;
    let mut findings = Vec::new();
    let all = ["run", "schedule", "gpu"].into_iter().flat_map(programs);
    for program in all.filter(|program| program.is_interpreted) {
        let Some(mut module) = lowered(&program) else { continue };
        let plain = run(&program, &print(&module, &PrintOptions::default()));
        let n_asserted = assert_ranges(&mut module);
        // A program that does not run without the assertions proves nothing.
        if plain.0 != Exit::Success || n_asserted == 0 {
            continue;
        }
        n_checked += 1;
        let (exit, session) = run(&program, &print(&module, &PrintOptions::default()));
        if exit != plain.0 || session.out != plain.1.out {
            findings.push(format!("{}: {}", program.name, session.err));
        }
    }
    assert!(findings.is_empty(), "{} of {n_checked}:\n{}", findings.len(), findings.join("\n"));
    assert!(50 <= n_checked, "only {n_checked} programs were checked");
}

/// Returns the program as the PTX backend receives it.
fn lowered(program: &CaseProgram) -> Option<Module> {
    let mut module = steps::check(&program.text, false).module;
    let mut findings = Diagnostics::new();
    let pipeline = pipeline::parse(&stages::to_code("sm_80"), &mut findings).ok()?;
    pipeline::run(&pipeline, &mut module, &mut findings, &mut Silent).ok()?;
    Some(module)
}

fn run(program: &CaseProgram, text: &str) -> (Exit, Session) {
    let mut session =
        Session::with_stdin(SourceFile { name: "case.mlir".to_string(), text: text.to_string() });
    let args = ["warpline", "run", "--device=interp", "--graphs=never", "--diagnostics=short"];
    let args: Vec<String> =
        args.map(str::to_string).into_iter().chain(program.args.iter().cloned()).collect();
    (cli::execute(&args, &mut session), session)
}

/// Adds the assertions to all kernels; returns their number.
fn assert_ranges(module: &mut Module) -> usize {
    let launches = Launches::of(module);
    let kernels: Vec<Op> = module
        .walk(module.root())
        .into_iter()
        .filter(|op| module.kind(*op) == OpKind::Gpu(Gpu::Func))
        .collect();
    let mut claims = Vec::new();
    for kernel in kernels {
        let args = launches.argument_ranges(module, kernel);
        let mut ranges = Ranges::of_function(module, kernel, &args, &launches.sizes(module, kernel));
        for region in module.regions_of(kernel) {
            for block in module.blocks_of(region) {
                collect(module, &mut ranges, *block, &mut claims);
            }
        }
    }
    for claim in &claims {
        claim.insert(module);
    }
    claims.len()
}

/// The claim that an operand of an operation is in this range.
struct Claim {
    user: Op,
    value: Value,
    range: Range,
}

/// Collects the claims of the analysis in a block and its nested blocks.
fn collect(module: &Module, ranges: &mut Ranges, block: Block, claims: &mut Vec<Claim>) {
    let entered = ranges.enter(block);
    for user in module.ops_in(block) {
        for value in module.operands(user) {
            let range = ranges.of(*value);
            let is_constant = module.constant_int(*value).is_some();
            if !is_constant && Range::of_type(module, module.type_of(*value)).is_some_and(|all| range != all)
            {
                claims.push(Claim { user, value: *value, range });
            }
        }
        // The body of an atomic update may not contain an assertion.
        let is_atomic = module.kind(user) == OpKind::MemRef(MemRef::GenericAtomicRmw);
        for region in module.regions_of(user).into_iter().filter(|_| !is_atomic) {
            for inner in module.blocks_of(region) {
                collect(module, ranges, *inner, claims);
            }
        }
    }
    ranges.leave(entered);
}

impl Claim {
    fn insert(&self, module: &mut Module) {
        let Self { user, value, range } = self;
        let message = module.string_attr(&format!("{} <= value <= {}", range.min, range.max));
        let ty = module.type_of(*value);
        // The predicates `sge` and `sle` are encoded as 5 and 3.
        for (predicate, bound) in [(5, range.min), (3, range.max)] {
            let predicate = module.int_attr(predicate, Type::I64);
            let mut at = Builder::before(module, *user);
            let bound = at.int(bound, ty);
            let holds = at.value(Arith::CmpI, &[*value, bound], Type::I1, &[("predicate", predicate)]);
            at.op(Cf::Assert, &[holds], &[], &[("msg", message)]);
        }
    }
}
