//! Brings the module into canonical form.
//!
//! Constants are folded and defined once at the top of their function; constants move to the right of commutative
//! operations; identities such as `x + 0` are simplified; loops with no or one iteration and branches with a known
//! condition are inlined; nested parallel loops are merged; affine maps are composed with the maps of their operands;
//! dead operations and unreachable blocks are erased. Floats change only if the result is bit-exact. The pass never
//! moves a memory access, never unrolls, and never inlines functions.
//!
//! Each round puts every operation on a worklist, in program order, and processes it: an operation affected by a
//! rewrite is pushed again. The pass stops when a round changes nothing, or after `max-iterations` rounds. The order
//! is that of MLIR's greedy driver, so that constants appear at the same positions. Cost: a few traversals, and the
//! number of rewrites.
//!
//! ```text
//! %c4 = arith.constant 4 : index         %c4 = arith.constant 4 : index
//! %0 = arith.addi %c4, %x : index    →   %0 = arith.addi %x, %c4 : index
//! %1 = arith.muli %0, %c1 : index        return %0 : index
//! return %1 : index
//! ```

mod affine;
mod arith;
mod cf;
mod constants;
mod func;
mod gpu;
pub(crate) mod inline;
mod matching;
mod memref;
mod region_dce;
mod scf;
mod vector;
mod worklist;

pub(crate) use cf::drop_unreachable;

use std::sync::LazyLock;

use crate::pass::PassOption;
use crate::{Changed, Pass, PassCx, PassFn};
use rustc_hash::FxHashMap;
use warpline_ir::{Module, Op, OpKind, Reported, Span, Vector, codes};
use worklist::Worklist;

/// The `canonicalize` pass.
pub const PASS: Pass = Pass {
    name: "canonicalize",
    summary: "Folds constants and brings operations into canonical form",
    options: &[
        PassOption {
            name: "max-iterations",
            summary: "Maximum number of rounds; -1 for no limit",
            default: "10",
        },
        PassOption { name: "top-down", summary: "Whether a round starts at the top", default: "true" },
        PassOption {
            name: "region-simplify",
            summary: "Whether dead blocks and block arguments are erased: disabled, normal",
            default: "normal",
        },
        PassOption {
            name: "test-convergence",
            summary: "Whether it is an error if the last round still changes the module",
            default: "false",
        },
    ],
    run: PassFn::MayFail(run),
};

/// A rewrite rule: returns `None` if it does not apply and nothing changed.
type Rule = fn(&mut Module, Op) -> Option<()>;

/// The rules of every operation, in the order in which they are tried.
type Rules = FxHashMap<OpKind, Vec<Rule>>;

/// The maximum number of rewrites per operation of the module in a round; more indicate a cycle of rules.
const MAX_REWRITES_PER_OP: usize = 64;

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let rounds = match cx.int_option("max-iterations")? {
        -1 => usize::MAX,
        rounds => usize::try_from(rounds).unwrap_or(0),
    };
    let top_down = cx.option("top-down") != "false";
    let simplify_regions = match cx.option("region-simplify") {
        "disabled" => false,
        "normal" => true,
        other => {
            let message =
                format!("option 'region-simplify': expected 'disabled' or 'normal', but found '{other}'");
            return Err(cx.diagnostics.error(codes::UNSUPPORTED, Span::default(), message));
        }
    };
    let revision = cx.module.revision();
    let config = Config { rounds, top_down, simplify_regions };
    let converged = simplify_with(cx.module, config);
    if !converged && cx.option("test-convergence") == "true" {
        let message = format!("'canonicalize' did not converge within {rounds} rounds");
        return Err(cx.diagnostics.error(codes::UNSUPPORTED, Span::default(), message));
    }
    Ok((cx.module.revision() != revision).into())
}

/// The options of the pass.
#[derive(Clone, Copy)]
struct Config {
    rounds: usize,
    top_down: bool,
    simplify_regions: bool,
}

/// Canonicalises a module with the default options of the pass.
pub(crate) fn simplify(module: &mut Module) {
    simplify_with(module, Config { rounds: 10, top_down: true, simplify_regions: true });
}

/// Canonicalises; returns whether the last round changed nothing.
fn simplify_with(module: &mut Module, config: Config) -> bool {
    let rules = all_rules();
    for _ in 0..config.rounds {
        let mut again = work_off(module, rules, config.top_down);
        again |= cf::simplify_branches(module);
        if config.simplify_regions {
            again |= cf::drop_unreachable_blocks(module);
            again |= region_dce::drop_dead(module);
        }
        if !again {
            return true;
        }
    }
    false
}

/// Returns the rules of all dialects, sorted by operation once in the process.
fn all_rules() -> &'static Rules {
    static ALL: LazyLock<Rules> = LazyLock::new(|| {
        let mut rules = Rules::default();
        let others =
            [func::RULES, scf::RULES, cf::RULES, memref::RULES, affine::RULES, gpu::RULES, vector::RULES];
        let tables = arith::TABLES.iter().chain(others.iter());
        for (kind, rule) in tables.flat_map(|table| table.iter()) {
            rules.entry(*kind).or_default().push(*rule);
        }
        rules
    });
    &ALL
}

/// Runs one round; returns whether anything changed besides the positions of constants.
fn work_off(module: &mut Module, rules: &Rules, top_down: bool) -> bool {
    let ops = constants::hoist(module);
    let mut budget = MAX_REWRITES_PER_OP * (ops.len() + 16);
    let mut worklist = Worklist::new(ops, top_down);
    let mut changed = false;
    module.start_journal();
    while let Some(op) = worklist.pop() {
        if module.block_of(op).is_none() || !rewrite(module, op, rules) {
            continue;
        }
        changed = true;
        worklist.note_changes(module);
        budget -= 1;
        if budget == 0 {
            break;
        }
    }
    module.end_journal();
    changed
}

/// Whether an operation is the one masked by a `vector.mask`, which must remain maskable.
fn is_masked(module: &Module, op: Op) -> bool {
    let is_mask = |parent: Op| module.kind(parent) == OpKind::Vector(Vector::Mask);
    module.kind(op) != OpKind::Vector(Vector::Yield) && module.parent_op(op).is_some_and(is_mask)
}

/// Applies the first matching rule to an operation; returns whether there was one.
fn rewrite(module: &mut Module, op: Op, rules: &Rules) -> bool {
    if crate::transforms::dce::is_dead(module, op) {
        module.erase(op);
        return true;
    }
    if constants::is_constant(module, op) || is_masked(module, op) {
        return false;
    }
    if constants::move_right(module, op) || constants::fold(module, op) {
        return true;
    }
    let rules = rules.get(&module.kind(op)).map_or(&[][..], Vec::as_slice);
    rules.iter().any(|rule| rule(module, op).is_some())
}
