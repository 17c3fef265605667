//! Unrolls short loops of kernels that compute one number at a time.
//!
//! Loops over threads without a vector form, as those of histograms, have a body of a few instructions, of which the
//! counter and the branch are a third. An innermost loop is unrolled by four if its trip count is a constant multiple of
//! four, and its body is short, has no vectors and accesses memory. Iterations stay in order. Cost: one walk, and three
//! copies of such bodies.
//!
//! ```text
//! scf.for %i = %c0 to %c256 step %c1 {       scf.for %i = %c0 to %c256 step %c4 {
//!   … %i …                              →      … %i …
//! }                                            %1 = arith.addi %i, %c1 : index
//!                                              … %1 …   // and two more copies
//!                                            }
//! ```

use crate::pass::{Changed, Pass, PassCx, PassFn};
use rustc_hash::FxHashMap;
use warpline_ir::artifact::SCRATCH_BYTES;
use warpline_ir::kernels::device_modules;
use warpline_ir::{Arith, Builder, MemRef, Module, Op, OpKind, Place, Scf, Type, Value};

/// The `cpu-unroll-loops` pass.
pub const PASS: Pass = Pass {
    name: "cpu-unroll-loops",
    summary: "Unrolls short loops of kernels that compute one number at a time",
    options: &[],
    run: PassFn::Always(run),
};

/// The position of the step among the operands of `scf.for`.
const STEP: usize = 2;
/// The number of copies of a body.
const FACTOR: i64 = 4;
/// The maximum number of operations of a body.
const MAX_OPS: usize = 16;

fn run(cx: &mut PassCx<'_>) -> Changed {
    let module = &mut *cx.module;
    let revision = module.revision();
    for device in device_modules(module) {
        for function in module.walk(device) {
            if module.attr(function, SCRATCH_BYTES).is_none() {
                continue;
            }
            for op in module.walk(function) {
                unroll(module, op);
            }
        }
    }
    (module.revision() != revision).into()
}

/// Unrolls a loop; `None` for other operations and loops that stay.
fn unroll(module: &mut Module, op: Op) -> Option<()> {
    if module.kind(op) != OpKind::Scf(Scf::For) {
        return None;
    }
    let view = module.op(op);
    let (body, step) = (view.entry(0)?, view.named("step"));
    let [lower, upper, by] = [view.named("lowerBound"), view.named("upperBound"), step]
        .map(|bound| module.constant_int(bound).filter(|number| i32::try_from(*number).is_ok()));
    let (lower, upper, by) = (lower?, upper?, by?);
    let extent = upper - lower;
    // The step of the new loop fits its type, and the counter ends at the bound.
    let is_wide = [Type::INDEX, Type::I32, Type::I64].contains(&module.type_of(step));
    let fits = is_wide && 0 < by && (1..=i32::MAX.into()).contains(&extent);
    if !fits || extent % by != 0 || extent / by % FACTOR != 0 {
        return None;
    }
    let mut ops = module.ops_in(body);
    let end = ops.pop()?;
    let is_access = |op: &Op| matches!(module.kind(*op), OpKind::MemRef(MemRef::Load | MemRef::Store));
    let is_scalar = |value: Value| module.shape(module.type_of(value)).is_none();
    let is_plain = |op: &Op| module.has_no_regions(*op) && module.results(*op).all(is_scalar);
    if MAX_OPS < ops.len() || !ops.iter().all(is_plain) || !ops.iter().any(is_access) {
        return None;
    }
    let (iv, args) = module.args(body).split_first()?;
    let (iv, args, ty) = (*iv, args.to_vec(), module.type_of(step));
    let yielded = module.operands(end).to_vec();
    let mut carried = yielded.clone();
    for copy in 1..FACTOR {
        let at = &mut Builder::before(module, end);
        let distance = at.int(copy * by, ty);
        let mut map: FxHashMap<Value, Value> = args.iter().copied().zip(carried).collect();
        map.insert(iv, at.binary(Arith::AddI, iv, distance));
        for op in &ops {
            let copied = module.clone_op(*op, &mut map);
            module.insert(copied, Place::Before(end));
        }
        carried = yielded.iter().map(|value| map.get(value).copied().unwrap_or(*value)).collect();
    }
    for (index, value) in carried.into_iter().enumerate() {
        module.set_operand(end, index, value);
    }
    let step = Builder::before(module, op).int(FACTOR * by, ty);
    module.set_operand(op, STEP, step);
    Some(())
}
