//! Nests of `scf.parallel` that can become kernels.

use crate::analysis::call_graph::callee;
use rustc_hash::FxHashSet;
use warpline_ir::def::Trait;
use warpline_ir::{Arith, Gpu, Module, Op, OpKind, Place, Scf, Value};

/// The key of the mapping on `scf.parallel`.
pub(super) const MAPPING: &str = "mapping";

/// Whether loops reduce values.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reduces {
    /// They have results.
    Yes,
    /// They have none.
    No,
}

/// Returns the outermost loops without a mapping that a device can run, in the order of the text.
pub(super) fn outermost_loops(module: &Module, reduces: Reduces) -> Vec<Op> {
    let around_work = around_device_work(module);
    let is_candidate = |op: &Op| {
        is_parallel(module, *op)
            && module.attr(*op, MAPPING).is_none()
            && module.op(*op).group("initVals").is_empty() == (reduces == Reduces::No)
            && !module.op(*op).group("lowerBound").is_empty()
            && !around_work.contains(op)
            && !parents(module, *op).any(|parent| match module.kind(parent) {
                OpKind::Scf(Scf::Parallel) => !around_work.contains(&parent),
                kind => matches!(kind, OpKind::Gpu(Gpu::Launch | Gpu::Module)),
            })
    };
    module.walk(module.root()).into_iter().filter(is_candidate).collect()
}

/// Returns the operations that contain device work, directly or in functions that they call: only the host can run
/// them.
fn around_device_work(module: &Module) -> FxHashSet<Op> {
    let is_work = |op: &Op| match module.kind(*op) {
        OpKind::Rt(kind) => kind.is_of_schedule(),
        kind @ OpKind::Gpu(_) => kind.def().is_some_and(|def| def.has(Trait::Async)),
        _ => false,
    };
    let all = module.walk(module.root());
    let calls: Vec<(Op, Op)> = all.iter().filter_map(|op| Some((*op, callee(module, *op)?))).collect();
    let mut around = FxHashSet::default();
    let mut work: Vec<Op> = all.into_iter().filter(is_work).collect();
    while let Some(op) = work.pop() {
        let new: Vec<Op> = parents(module, op).take_while(|parent| !around.contains(parent)).collect();
        let called = |(call, function): &(Op, Op)| new.contains(function).then_some(*call);
        work.extend(calls.iter().filter_map(called));
        around.extend(new);
    }
    around
}

fn parents(module: &Module, op: Op) -> impl Iterator<Item = Op> {
    std::iter::successors(module.parent_op(op), |op| module.parent_op(*op))
}

pub(super) fn is_parallel(module: &Module, op: Op) -> bool {
    module.kind(op) == OpKind::Scf(Scf::Parallel)
}

/// Whether an ancestor of `op` is of a wanted kind.
pub(super) fn has_parent(module: &Module, op: Op, wanted: impl Fn(OpKind) -> bool) -> bool {
    parents(module, op).any(|parent| wanted(module.kind(parent)))
}

/// The bounds of a nest of parallel loops, and its variables.
pub(super) struct Nest {
    /// The loop, whose body is that of the nest.
    pub(super) op: Op,
    pub(super) lower: Vec<Value>,
    pub(super) upper: Vec<Value>,
    pub(super) step: Vec<Value>,
    pub(super) ivs: Vec<Value>,
}

impl Nest {
    fn read(module: &Module, op: Op) -> Self {
        let view = module.op(op);
        let ivs = view.entry(0).map(|block| module.args(block).to_vec()).unwrap_or_default();
        Self {
            op,
            lower: view.group("lowerBound").to_vec(),
            upper: view.group("upperBound").to_vec(),
            step: view.group("step").to_vec(),
            ivs,
        }
    }

    /// Reads a nest after perfectly nested loops have become one: the innermost body moves up, and its loops are erased.
    pub(super) fn coalesced(module: &mut Module, op: Op) -> Self {
        let mut nest = Self::read(module, op);
        while let Some(inner) = perfectly_nested(module, nest.op) {
            let more = Self::read(module, inner);
            let Some(outer_body) = module.entry(nest.op, 0) else { return nest };
            let Some(inner_body) = module.entry(inner, 0) else { return nest };
            for iv in &more.ivs {
                let ty = module.type_of(*iv);
                let new = module.add_arg(outer_body, ty);
                module.replace_all_uses(*iv, new);
                nest.ivs.push(new);
            }
            if let Some(end) = module.last_op(outer_body) {
                module.erase(end);
            }
            module.move_block_ops(inner_body, Place::Before(inner));
            module.erase(inner);
            nest.lower.extend(more.lower);
            nest.upper.extend(more.upper);
            nest.step.extend(more.step);
        }
        nest
    }
}

/// Returns the loop that is the only operation in the body of `op`, if its bounds do not depend on that body.
fn perfectly_nested(module: &mut Module, op: Op) -> Option<Op> {
    let body = module.entry(op, 0)?;
    for inner in module.ops_in(body) {
        if module.kind(inner) == OpKind::Arith(Arith::Constant) {
            module.move_op(inner, Place::Before(op));
        }
    }
    let [inner, _end] = module.ops_in(body)[..] else { return None };
    let fits = is_parallel(module, inner)
        && module.op(inner).group("initVals").is_empty()
        && module.attr(inner, MAPPING).is_none()
        && module.operands(inner).iter().all(|value| module.def_block(*value) != Some(body));
    fits.then_some(inner)
}
