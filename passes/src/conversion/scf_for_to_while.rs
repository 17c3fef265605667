//! Converts `scf.for` to `scf.while` with the comparison in its first region.
//!
//! The induction variable becomes the first iteration argument; the second region increments it before the old
//! body. The results are those of the loop after the induction variable. Nothing else changes.
//!
//! Cost: one walk.
//!
//! ```text
//! scf.for %i = %lo to %hi step %s {     %0 = scf.while (%i = %lo) : (index) -> index {
//!   "work"(%i) : (index) -> ()            %1 = arith.cmpi slt, %i, %hi : index
//! }                                  →    scf.condition(%1) %i : index
//!                                       } do { … }
//! ```

use crate::conversion::convert_scf_to_cf::less_than;
use crate::{Changed, Pass, PassCx, PassFn};
use warpline_ir::{Arith, Builder, Module, Op, OpKind, Place, Scf, Type, Value};

/// The `scf-for-to-while` pass.
pub const PASS: Pass = Pass {
    name: "scf-for-to-while",
    summary: "Turns scf.for into scf.while",
    options: &[],
    run: PassFn::Always(run),
};

fn run(cx: &mut PassCx<'_>) -> Changed {
    let module = &mut *cx.module;
    let mut changed = false;
    for op in module.walk(module.root()) {
        if module.kind(op) == OpKind::Scf(Scf::For) {
            changed |= convert(module, op).is_some();
        }
    }
    changed.into()
}

/// Converts a loop and returns the new one.
pub(crate) fn convert(module: &mut Module, op: Op) -> Option<Op> {
    let &[lower, upper, step, ref inits @ ..] = module.operands(op) else { return None };
    let carried: Vec<Value> = [lower].into_iter().chain(inits.iter().copied()).collect();
    let types: Vec<Type> = carried.iter().map(|value| module.type_of(*value)).collect();
    let attrs = module.attrs(op).to_vec();
    let predicate = less_than(module, op);
    let location = module.location(op);
    let mut builder = Builder::before(module, op);
    let new = builder.while_loop(&carried, &types);
    let module = builder.module;
    let kept: Vec<_> = attrs.into_iter().filter(|attr| module.text(attr.name) != "unsignedCmp").collect();
    module.set_attrs(new, &kept);
    let before = module.add_block(module.region(new, 0), &types);
    let args = module.args(before).to_vec();
    let mut builder = Builder::new(module, Place::End(before), location);
    let goes_on = builder.value(Arith::CmpI, &[args[0], upper], Type::I1, &[("predicate", predicate)]);
    let passed: Vec<Value> = [goes_on].into_iter().chain(args).collect();
    builder.op(Scf::Condition, &passed, &[], &[]);
    move_body(module, op, new, step, &types);
    let results: Vec<Value> = module.results(new).skip(1).collect();
    module.replace_op(op, &results);
    Some(new)
}

/// Moves the body to the second region, after the increment of the induction variable.
fn move_body(module: &mut Module, op: Op, new: Op, step: Value, types: &[Type]) -> Option<()> {
    let location = module.location(op);
    let after = module.add_block(module.region(new, 1), types);
    let args = module.args(after).to_vec();
    let next = Builder::new(module, Place::End(after), location).binary(Arith::AddI, args[0], step);
    let body = module.entry(op, 0)?;
    for (old, arg) in module.args(body).to_vec().into_iter().zip(args) {
        module.replace_all_uses(old, arg);
    }
    for inner in module.ops_in(body) {
        module.move_op(inner, Place::End(after));
    }
    let yield_op = module.last_op(after)?;
    let yielded: Vec<Value> = [next].into_iter().chain(module.operands(yield_op).iter().copied()).collect();
    module.set_operands(yield_op, &yielded);
    Some(())
}
