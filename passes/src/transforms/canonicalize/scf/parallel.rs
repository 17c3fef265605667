//! `scf.parallel`: erases dimensions with one iteration and empty loops, and merges perfect nests into one loop. A
//! loop of one iteration stays if a sequential loop in it could then no longer become a kernel.

use crate::transforms::canonicalize::inline::{TripCount, inline_before, trip_count};
use warpline_ir::def::RegionFlow;
use warpline_ir::{Block, Gpu, Module, Op, OpKind, Place, Scf, Value};

/// The operands of the loop by group.
struct Groups {
    lower: Vec<Value>,
    upper: Vec<Value>,
    step: Vec<Value>,
    inits: Vec<Value>,
}

impl Groups {
    fn read(module: &Module, op: Op) -> Self {
        let view = module.op(op);
        let group = |name| view.group(name).to_vec();
        Self {
            lower: group("lowerBound"),
            upper: group("upperBound"),
            step: group("step"),
            inits: group("initVals"),
        }
    }

    fn write(&self, module: &mut Module, op: Op) {
        let n = self.lower.len() as i64;
        let segments = module.i32_array_attr([n, n, n, self.inits.len() as i64]);
        let operands = [self.lower.as_slice(), &self.upper, &self.step, &self.inits].concat();
        module.set_operands(op, &operands);
        module.set_attr(op, "operandSegmentSizes", segments);
    }

    /// Returns the trip count of a dimension, if known.
    fn trip_count(&self, module: &Module, dim: usize) -> Option<TripCount> {
        let bound = |value: Value| module.constant_int(value);
        if self.lower[dim] == self.upper[dim] {
            return Some(TripCount::Zero);
        }
        trip_count(bound(self.lower[dim])?, bound(self.upper[dim])?, bound(self.step[dim])?)
    }
}

/// Rewrites one loop. A loop that is mapped to a device keeps its dimensions.
pub(super) fn rewrite(module: &mut Module, op: Op) -> Option<()> {
    if module.attr(op, "mapping").is_some() {
        return None;
    }
    drop_trivial_dims(module, op).or_else(|| merge_nest(module, op))
}

fn drop_trivial_dims(module: &mut Module, op: Op) -> Option<()> {
    let mut groups = Groups::read(module, op);
    let dims: Vec<_> = (0..groups.lower.len()).map(|dim| groups.trip_count(module, dim)).collect();
    if dims.contains(&Some(TripCount::Zero)) {
        module.replace_op(op, &groups.inits);
        return Some(());
    }
    if !dims.contains(&Some(TripCount::One)) {
        return None;
    }
    let body = module.entry(op, 0)?;
    if dims.iter().all(|n| *n == Some(TripCount::One)) {
        if keeps_kernel(module, op) {
            return None;
        }
        return inline_once(module, op, body, &groups);
    }
    for (dim, _) in dims.iter().enumerate().rev().filter(|(_, n)| **n == Some(TripCount::One)) {
        module.replace_all_uses(module.args(body)[dim], groups.lower[dim]);
        module.remove_arg(body, dim);
        groups.lower.remove(dim);
        groups.upper.remove(dim);
        groups.step.remove(dim);
    }
    groups.write(module, op);
    Some(())
}

/// Whether a loop of one iteration is a kernel that would be lost: it contains work in sequential loops, and no loop
/// in it or enclosing it is parallel.
fn keeps_kernel(module: &Module, op: Op) -> bool {
    let mut outside = std::iter::successors(module.parent_op(op), |op| module.parent_op(*op));
    let is_in_kernel = outside.any(|op| match module.kind(op) {
        OpKind::Scf(Scf::Parallel) => true,
        kind => matches!(kind, OpKind::Gpu(Gpu::Launch | Gpu::Func)),
    });
    let inside: Vec<OpKind> = module.walk(op).into_iter().skip(1).map(|op| module.kind(op)).collect();
    let is_parallel =
        |kind: &OpKind| matches!(kind, OpKind::Scf(Scf::Parallel) | OpKind::Gpu(_) | OpKind::Rt(_));
    !is_in_kernel
        && module.n_results(op) == 0
        && inside.iter().any(|kind| matches!(kind.region_flow(), Some(RegionFlow::For | RegionFlow::While)))
        && !inside.iter().any(is_parallel)
}

/// Replaces a loop with one iteration by its body; each result combines the initial value with that of the body.
fn inline_once(module: &mut Module, op: Op, body: Block, groups: &Groups) -> Option<()> {
    let reduce = module.last_op(body)?;
    let regions = module.regions_of(reduce);
    if regions.len() != groups.inits.len() {
        return None;
    }
    let mut results = Vec::new();
    let values = module.operands(reduce).to_vec();
    for (index, init) in groups.inits.iter().enumerate() {
        let combine = module.entry(reduce, index)?;
        let joined = inline_before(module, combine, reduce, &[*init, *values.get(index)?]);
        results.push(*joined.first()?);
    }
    inline_before(module, body, op, &groups.lower);
    module.replace_op(op, &results);
    Some(())
}

/// Merges a loop whose body is nothing but a loop with outer bounds: it takes over the dimensions.
fn merge_nest(module: &mut Module, op: Op) -> Option<()> {
    let body = module.entry(op, 0)?;
    let inner = module.first_op(body)?;
    let is_perfect = module.kind(inner) == OpKind::Scf(Scf::Parallel)
        && module.next_op(inner) == module.last_op(body)
        && module.attr(inner, "mapping").is_none();
    let mut outer_groups = Groups::read(module, op);
    if !is_perfect || !outer_groups.inits.is_empty() || 0 < module.n_results(inner) {
        return None;
    }
    let inner_groups = Groups::read(module, inner);
    let depends = module.operands(inner).iter().any(|value| module.args(body).contains(value));
    if depends {
        return None;
    }
    outer_groups.lower.extend(inner_groups.lower);
    outer_groups.upper.extend(inner_groups.upper);
    outer_groups.step.extend(inner_groups.step);
    outer_groups.write(module, op);
    take_body(module, body, inner)
}

/// Moves the body of an inner loop to the end of `body`, and maps its indices to new arguments.
fn take_body(module: &mut Module, body: Block, inner: Op) -> Option<()> {
    let inner_body = module.entry(inner, 0)?;
    for arg in module.args(inner_body).to_vec() {
        let new = module.add_arg(body, module.type_of(arg));
        module.replace_all_uses(arg, new);
    }
    if let Some(terminator) = module.last_op(inner_body) {
        module.erase(terminator);
    }
    module.move_block_ops(inner_body, Place::Before(inner));
    module.erase(inner);
    Some(())
}
