//! Loops in which lanes exchange values, and that subgroups run a different number of times.
//!
//! All threads of the block run such a loop until the last one leaves it. Each thread carries whether it still runs,
//! and branches around both regions keep the values of a thread that has left:
//!
//! ```text
//! scf.while (%a = …) {              │ scf.while (%runs = true, %a = …, %old = 0) {
//!   %go, %p = "before"(%a)          │   %go, %p = scf.if %runs { "before"(%a) } else { false, %old }
//!   scf.condition(%go) %p           │   scf.condition(%go) %go, %a, %p      // of any thread
//! } do {                            │ } do { (%runs, %a, %p)
//!   %next = "after"(%p)             │   %next = scf.if %runs { "after"(%p) } else { %a }
//!   scf.yield %next                 │   scf.yield %runs, %next, %p
//! }                                 │ }
//! ```

use super::{Shaped, Shaper, refuse};
use crate::analysis::uniformity::Uniformity;
use crate::conversion::scf_for_to_while;
use crate::transforms::canonicalize::inline::inline_before;
use warpline_ir::def::RegionFlow;
use warpline_ir::{
    Arith, Attr, Block, Builder, Location, Module, Op, OpKind, Place, Region, Scf, Type, TypeKind, Value,
    Vector,
};

impl Shaper<'_> {
    /// Rewrites the loops with exchanges that threads may leave one after the other; returns whether there are new ones.
    pub(super) fn rewrite_lane_loops(&mut self, uniformity: &Uniformity) -> Shaped<bool> {
        let n_before = self.lane_loops.len();
        for op in self.module.walk(self.work) {
            let is_loop = matches!(self.module.region_flow(op), Some(RegionFlow::For | RegionFlow::While))
                && !self.lane_loops.contains(&op);
            if !is_loop || !self.has_only_exchanges(op) || !self.may_differ(uniformity, op) {
                continue;
            }
            if self.module.results(op).any(|value| self.module.zero_of(self.module.type_of(value)).is_none())
            {
                let why = "lanes exchange values in it, but it carries a buffer, and what decides about it may differ";
                return refuse(self.module, op, why);
            }
            let op = match self.module.kind(op) {
                OpKind::Scf(Scf::For) => {
                    count_iterations(self.module, op);
                    scf_for_to_while::convert(self.module, op)
                }
                _ => Some(op),
            };
            let rewritten = op.and_then(|op| self.rewrite_lane_loop(op));
            self.lane_loops.extend(rewritten);
        }
        Ok(n_before < self.lane_loops.len())
    }

    /// Whether threads may run a loop a different number of times, or only some of them reach it.
    fn may_differ(&self, uniformity: &Uniformity, op: Op) -> bool {
        let decides: &[Value] = match self.module.kind(op) {
            OpKind::Scf(Scf::For) => &self.module.operands(op)[..3],
            _ => {
                let exit = self.module.entry(op, 0).and_then(|before| self.module.last_op(before));
                exit.map_or(&[], |exit| &self.module.operands(exit)[..1])
            }
        };
        let around = std::iter::successors(self.module.parent_op(op), |op| self.module.parent_op(*op));
        let in_branch = |outer: Op| {
            self.module.kind(outer) == OpKind::Scf(Scf::If)
                && !uniformity.is_uniform(self.module.operand(outer, 0))
        };
        decides.iter().any(|value| !uniformity.is_uniform(*value))
            || around
                .take_while(|outer| *outer != self.work)
                .any(|outer| self.lane_loops.contains(&outer) || in_branch(outer))
    }

    /// Rewrites a `scf.while`, whose types have zeros.
    fn rewrite_lane_loop(&mut self, op: Op) -> Option<Op> {
        let module = &mut *self.module;
        let [before, after] = [module.entry(op, 0)?, module.entry(op, 1)?];
        let exit = module.last_op(before)?;
        let inits = module.operands(op).to_vec();
        let carried: Vec<Type> = inits.iter().map(|value| module.type_of(*value)).collect();
        let passed: Vec<Type> = module.results(op).map(|value| module.type_of(value)).collect();
        let mut at = Builder::before(module, op);
        let mut new_inits = vec![at.int(1, Type::I1)];
        new_inits.extend(inits);
        for ty in &passed {
            let element = at.module.element_type(*ty);
            let zero = at.module.zero_of(element)?;
            let zero = at.module.intern_attr(zero);
            let zero = at.constant(zero)?;
            // Vectors are their elements by now.
            new_inits.push(match at.module.type_kind(*ty) {
                TypeKind::Vector(..) => {
                    let n = at.module.n_elements(*ty)? as usize;
                    at.value(Vector::FromElements, &vec![zero; n], *ty, &[])
                }
                _ => zero,
            });
        }
        let types = [&[Type::I1], &carried[..], &passed].concat();
        let new = at.while_loop(&new_inits, &types);
        let location = at.location;
        let attrs = module.attrs(op).to_vec();
        module.set_attrs(new, &attrs);

        let [first, second] = [0, 1].map(|index| module.add_block(module.region(new, index), &types));
        let (args, n_carried) = (module.args(first).to_vec(), carried.len());
        let (old_carried, old_passed) = args[1..].split_at(n_carried);
        let otherwise = [&args[..1], old_passed].concat();
        let branch_types = [&[Type::I1], &passed[..]].concat();
        let branch =
            build_branch(module, (Place::End(first), args[0]), (&branch_types, &otherwise), location);
        let mut at = Builder::new(module, Place::End(first), location);
        let results: Vec<Value> = at.module.results(branch).collect();
        let condition = [&results[..1], &results[..1], old_carried, &results[1..]].concat();
        let condition = at.op(Scf::Condition, &condition, &[], &[]);
        take_ops(module, (before, old_carried), module.region(branch, 0), location);
        for own in self.exits.iter_mut().filter(|own| **own == exit) {
            *own = condition;
        }

        let args = module.args(second).to_vec();
        let (old_carried, old_passed) = args[1..].split_at(n_carried);
        let branch = build_branch(module, (Place::End(second), args[0]), (&carried, old_carried), location);
        let next: Vec<Value> = module.results(branch).collect();
        let mut at = Builder::new(module, Place::End(second), location);
        at.op(Scf::Yield, &[&args[..1], &next, old_passed].concat(), &[], &[]);
        take_ops(module, (after, old_passed), module.region(branch, 0), location);
        let results: Vec<Value> = module.results(new).skip(1 + n_carried).collect();
        module.replace_op(op, &results);
        Some(new)
    }
}

/// Makes a loop count its iterations, unless its step is 1: the sum of a counter and a step may wrap at the end.
fn count_iterations(module: &mut Module, op: Op) {
    let &[lower, upper, step, ..] = module.operands(op) else { return };
    let Some(body) = module.entry(op, 0) else { return };
    if module.constant_int(step) == Some(1) {
        return;
    }
    let (ty, counter) = (module.type_of(lower), module.args(body)[0]);
    let is_unsigned = module.attr(op, "unsignedCmp").is_some();
    let mut at = Builder::before(module, op);
    let [zero, one] =
        [0, 1].map(|number| if ty == Type::INDEX { at.index(number) } else { at.int(number, ty) });
    let is_entered = at.compare(if is_unsigned { "ult" } else { "slt" }, lower, upper, Type::I1);
    let distance = at.binary(Arith::SubI, upper, lower);
    let n = at.binary(Arith::CeilDivUI, distance, step);
    let n = at.value(Arith::Select, &[is_entered, n, zero], ty, &[]);
    for (index, bound) in [zero, n, one].into_iter().enumerate() {
        module.set_operand(op, index, bound);
    }
    module.set_attr(op, "unsignedCmp", Attr::UNIT);
    let Some(first) = module.first_op(body) else { return };
    let mut at = Builder::before(module, first);
    let moved = at.binary(Arith::MulI, counter, step);
    let own = at.binary(Arith::AddI, lower, moved);
    module.replace_all_uses(counter, own);
    if let Some(product) = module.defining_op(moved) {
        module.set_operand(product, 0, counter);
    }
}

/// Builds an `scf.if` with an empty first region, whose second one yields these values.
fn build_branch(
    module: &mut Module,
    (place, condition): (Place, Value),
    (types, otherwise): (&[Type], &[Value]),
    location: Location,
) -> Op {
    let branch = Builder::new(module, place, location).op_with_regions(Scf::If, &[condition], types, &[], 2);
    let region = module.region(branch, 1);
    let block = module.add_block(region, &[]);
    Builder::new(module, Place::End(block), location).op(Scf::Yield, otherwise, &[], &[]);
    branch
}

/// Moves the operations of a block, whose arguments are replaced, to a region; the operands of its terminator are
/// yielded there.
fn take_ops(module: &mut Module, (from, args): (Block, &[Value]), region: Region, location: Location) {
    let to = module.add_block(region, &[]);
    let end = Builder::new(module, Place::End(to), location).op(Scf::Yield, &[], &[], &[]);
    let yielded = inline_before(module, from, end, args);
    module.set_operands(end, &yielded);
}
