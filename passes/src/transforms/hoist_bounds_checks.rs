//! Hoists bounds checks out of loops: if the indices of the first and the last iteration are in bounds, a copy of the
//! loop without these checks runs.
//!
//! A check is an assertion of `generate-runtime-verification` that compares an index with an extent. It leaves a loop
//! if each iteration makes it, the extent is loop-invariant, and the index is a sum of invariant values and of
//! multiples of counters: of that loop and of loops in it with invariant bounds. It leaves the outermost such loop.
//! Before the loop the least and the greatest index are compared with the extent, without a sum that may wrap: from
//! the first index to both ends of the dimension there must be room for the movement of each counter. Then `scf.if`
//! chooses between the loop without the checks and the original loop, so that a failing run has the diagnostics and
//! the side effects of the original program.
//!
//! If the loop contains a collective operation, such as a barrier or a shuffle, all threads of a block must choose
//! the same loop. In that case thread ids count as counters, too.
//! Host loops are kept if they do more than load, compute and store, and so are loops of more than `MAX_OPS`
//! operations.
//!
//! Cost: a few traversals of each loop; about four operations before a loop for each check and each of its counters.
//!
//! ```text
//! scf.for %i = %c0 to %n step %c1 {               %fits = … 0 ≤ %i and %i < %dim for %i from %c0 to %n - 1 …
//!   %in = arith.cmpi ult, %i, %dim : index        scf.if %fits {
//!   cf.assert %in, "…" {rt.check = 0 : i64}   →     scf.for %i = %c0 to %n step %c1 { … memref.load %m[%i] … }
//!   … memref.load %m[%i] …                        } else {
//! }                                                 scf.for %i = … { … cf.assert … memref.load %m[%i] … }
//!                                                 }
//! ```

pub(crate) mod guard;
pub(crate) mod movement;

use crate::analysis::uniformity::Uniformity;
use crate::transforms::versions;
use crate::{Changed, Pass, PassCx, PassFn};
use movement::{Made, Movement, Nest};
use rustc_hash::FxHashMap;
use warpline_ir::artifact::{CHECK, comparison_of};
use warpline_ir::def::{RegionFlow, Requirement};
use warpline_ir::dialect::func::function_type_of;
use warpline_ir::{Attr, Cf, Func, Gpu, MemRef, Module, Op, OpKind, Scf, Value};

/// The `hoist-bounds-checks` pass.
pub const PASS: Pass = Pass {
    name: "hoist-bounds-checks",
    summary: "Hoists bounds checks out of loops by checking the first and the last iteration",
    options: &[],
    run: PassFn::Always(run),
};

/// The maximum number of operations of a copied loop.
const MAX_OPS: usize = 512;

/// The attribute of an `scf.if` whose regions are a loop without checks, and the same with them.
pub(crate) const HOISTED: &str = "warpline.hoisted_checks";

/// An assertion that an index is below an extent.
#[derive(Clone, Copy)]
pub(crate) struct Check {
    pub(crate) assertion: Op,
    pub(crate) index: Value,
    pub(crate) extent: Value,
}

fn run(cx: &mut PassCx<'_>) -> Changed {
    let module = &mut *cx.module;
    let is_function = |op: &Op| matches!(module.kind(*op), OpKind::Func(Func::Func) | OpKind::Gpu(Gpu::Func));
    let functions: Vec<Op> = module.walk(module.root()).into_iter().filter(is_function).collect();
    let mut changed = false;
    for func in functions {
        let is_loop = |op: &Op| module.kind(*op) == OpKind::Scf(Scf::For);
        let loops: Vec<Op> = module.walk(func).into_iter().filter(is_loop).collect();
        let mut uniformity = None;
        for loop_op in loops {
            let ops = module.walk(loop_op);
            if !ops.iter().any(|op| check(module, *op).is_some()) || !may_be_copied(module, func, &ops) {
                continue;
            }
            let now = uniformity.get_or_insert_with(|| uniformity_of(module, func));
            let together = ops.iter().any(|op| !is_done_alone(module.kind(*op)));
            let mut nest = Nest::new(module, loop_op, together.then_some(&*now));
            let moving = moving(module, loop_op, &mut nest);
            if !moving.is_empty() {
                let made = nest.made;
                hoist(module, loop_op, &moving, &made);
                (changed, uniformity) = (true, None);
            }
        }
    }
    changed.into()
}

/// Whether a loop of these operations is small enough to copy, and does no device work on the host.
fn may_be_copied(module: &Module, func: Op, ops: &[Op]) -> bool {
    let is_of_kernel = module.kind(func) == OpKind::Gpu(Gpu::Func);
    let is_of_host_alone = |op: &Op| match module.kind(*op) {
        OpKind::MemRef(MemRef::Dim) => true,
        OpKind::MemRef(kind) => {
            kind.def().requires.contains(&Requirement::Indices) && kind.def().regions.is_empty()
        }
        kind => matches!(kind, OpKind::Arith(_) | OpKind::Math(_) | OpKind::Scf(_) | OpKind::Cf(_)),
    };
    ops.len() <= MAX_OPS && (is_of_kernel || ops.iter().all(is_of_host_alone))
}

/// Whether a thread executes an operation independently of others.
pub(crate) fn is_done_alone(kind: OpKind) -> bool {
    match kind {
        OpKind::Arith(_) | OpKind::Math(_) | OpKind::MemRef(_) | OpKind::Vector(_) => true,
        // A loop with an unknown trip count may wait for other threads.
        OpKind::Scf(_) => kind.region_flow() != Some(RegionFlow::While),
        OpKind::Cf(kind) => kind == Cf::Assert,
        OpKind::Gpu(kind) => kind.def().scope.is_some() || kind == Gpu::Printf,
        _ => false,
    }
}

/// Returns the values of a kernel that are the same for all threads of a block.
pub(crate) fn uniformity_of(module: &Module, func: Op) -> Uniformity {
    let n_workgroup = module.op(func).int("workgroup_attributions").unwrap_or(0).max(0) as usize;
    Uniformity::of_kernel(module, func, function_type_of(module, func).0.len() + n_workgroup)
}

/// Returns the checks that leave a loop, with the movement of their indices in it.
fn moving(module: &Module, loop_op: Op, nest: &mut Nest<'_>) -> Vec<(Check, Movement)> {
    let checks = made_in_each_iteration(module, loop_op).into_iter();
    checks.filter_map(|check| Some((check, nest.movement(check.index, check.extent)?))).collect()
}

/// Returns the checks that are in a loop, or in a directly nested one, but in no branch.
fn made_in_each_iteration(module: &Module, loop_op: Op) -> Vec<Check> {
    let mut found = Vec::new();
    let mut loops = vec![loop_op];
    while let Some(loop_op) = loops.pop() {
        for op in module.entry(loop_op, 0).map(|body| module.ops_in(body)).unwrap_or_default() {
            found.extend(check(module, op));
            if module.kind(op) == OpKind::Scf(Scf::For) {
                loops.push(op);
            }
        }
    }
    found
}

/// Returns what a bounds check compares; `None` for other operations.
pub(crate) fn check(module: &Module, assertion: Op) -> Option<Check> {
    let is_assertion = module.kind(assertion) == OpKind::Cf(Cf::Assert);
    module.op(assertion).int(CHECK).filter(|_| is_assertion)?;
    let (comparison, [index, extent]) = comparison_of(module, assertion)?;
    let is_below = module.op(comparison).keyword("predicate") == Some("ult");
    is_below.then_some(Check { assertion, index, extent })
}

/// Copies a loop; the first copy, without the checks, runs if all of them hold.
fn hoist(module: &mut Module, loop_op: Op, moving: &[(Check, Movement)], made: &Made) {
    let holds = guard::build(module, (loop_op, false), moving, made);
    let [fast, slow] = versions::choose(module, loop_op, holds);
    let checked = module.clone_op(loop_op, &mut FxHashMap::default());
    if let Some(choice) = module.block_parent(fast) {
        module.set_attr(choice, HOISTED, Attr::UNIT);
    }
    versions::fill(module, fast, loop_op);
    versions::fill(module, slow, checked);
    for (check, _) in moving {
        module.erase(check.assertion);
    }
}
