//! Brings the module into its simplest usual form.
//!
//! Constants fold and stand once at the top of their function; constants go to the right of commutative
//! operations; identities such as `x + 0` vanish; loops without or with one iteration and branches with a known
//! condition are taken apart; nested parallel loops become one; affine maps take in the maps of their operands;
//! operations that nobody needs go, and so do blocks that nothing reaches. Floats change only where the result is
//! the same in every bit. It never moves a memory access, never unrolls, never inlines functions.
//!
//! Each round puts every operation on a worklist, in the order of the text, and works it off: an operation that a
//! rewrite concerned comes on top again. The pass stops when a round changes nothing, or after `max-iterations`
//! rounds. The order is that of MLIR's greedy driver, so that constants come out in the same places. Cost: a few
//! walks, and the number of rewrites.
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
mod inline;
mod matching;
mod memref;
mod region_dce;
mod scf;
mod vector;
mod worklist;

use crate::pass::PassOption;
use crate::{Changed, Pass, PassCx};
use rustc_hash::FxHashMap;
use warpline_ir::{Module, Op, OpKind, Reported, Span, Vector, codes};
use worklist::Worklist;

/// The pass.
pub const PASS: Pass = Pass {
    name: "canonicalize",
    summary: "Folds constants and brings operations into their simplest form",
    options: &[
        PassOption {
            name: "max-iterations",
            summary: "The greatest number of rounds; -1 for any",
            default: "10",
        },
        PassOption { name: "top-down", summary: "Whether a round starts at the top", default: "true" },
        PassOption {
            name: "region-simplify",
            summary: "Whether dead blocks and block arguments go: disabled, normal",
            default: "normal",
        },
        PassOption {
            name: "test-convergence",
            summary: "Whether it is an error that the last round still changed something",
            default: "false",
        },
    ],
    run,
};

/// A way to rewrite an operation: `None` where it does not apply and nothing changed.
type Rule = fn(&mut Module, Op) -> Option<()>;

/// The rules of every operation, in the order in which they are tried.
type Rules = FxHashMap<OpKind, Vec<Rule>>;

/// More rewrites than this per operation of the module in a round are a loop of rules.
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

/// How the pass runs.
#[derive(Clone, Copy)]
struct Config {
    rounds: usize,
    top_down: bool,
    simplify_regions: bool,
}

/// Brings a module into its simplest form, with the defaults of the pass.
pub(crate) fn simplify(module: &mut Module) {
    simplify_with(module, Config { rounds: 10, top_down: true, simplify_regions: true });
}

/// Whether the last round changed nothing.
fn simplify_with(module: &mut Module, config: Config) -> bool {
    let rules = all_rules();
    for _ in 0..config.rounds {
        let mut again = work_off(module, &rules, config.top_down);
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

fn all_rules() -> Rules {
    let mut rules = Rules::default();
    let others =
        [func::RULES, scf::RULES, cf::RULES, memref::RULES, affine::RULES, gpu::RULES, vector::RULES];
    let tables = arith::TABLES.iter().chain(others.iter());
    for (kind, rule) in tables.flat_map(|table| table.iter()) {
        rules.entry(*kind).or_default().push(*rule);
    }
    rules
}

/// One round; whether something changed besides the place of constants.
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

/// Whether an operation is the one that a `vector.mask` masks, which has to stay one that can be masked.
fn is_masked(module: &Module, op: Op) -> bool {
    let is_mask = |parent: Op| module.kind(parent) == OpKind::Vector(Vector::Mask);
    module.kind(op) != OpKind::Vector(Vector::Yield) && module.parent_op(op).is_some_and(is_mask)
}

/// Rewrites one operation in one way; whether there was one.
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
