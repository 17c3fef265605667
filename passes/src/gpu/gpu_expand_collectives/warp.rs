//! Expands `gpu.warp_execute_on_lane_0`: a branch for lane 0, whose values are then broadcast.

use warpline_ir::{AttrKind, Builder, Gpu, Module, Op, Place, Scf, Type, Value};

/// Expands a region without arguments whose results have the types of the values that it yields; `None` if it
/// distributes vectors to lanes.
pub(super) fn expand(module: &mut Module, op: Op) -> Option<()> {
    let view = module.op(op);
    let (lane, args) = (view.named("laneid"), view.group("args"));
    let body = module.entry(op, 0)?;
    let end = module.last_op(body)?;
    let yielded = module.operands(end).to_vec();
    let types: Vec<Type> = module.results(op).map(|result| module.type_of(result)).collect();
    let is_same = yielded.iter().map(|value| module.type_of(*value)).eq(types.iter().copied());
    if !args.is_empty() || !is_same {
        return None;
    }
    let zeros = types.iter().map(|ty| module.zero_of(*ty)).collect::<Option<Vec<AttrKind>>>()?;
    let location = module.location(op);
    let mut at = Builder::before(module, op);
    let first = at.index(0);
    let is_first = at.compare("eq", lane, first, Type::I1);
    let branch = at.op_with_regions(Scf::If, &[is_first], &types, &[], 2);
    let then = module.add_block(module.region(branch, 0), &[]);
    module.erase(end);
    module.move_block_ops(body, Place::End(then));
    Builder::new(module, Place::End(then), location).op(Scf::Yield, &yielded, &[], &[]);
    if !types.is_empty() {
        let otherwise = module.add_block(module.region(branch, 1), &[]);
        let mut at = Builder::new(module, Place::End(otherwise), location);
        let mut values = Vec::with_capacity(zeros.len());
        for zero in zeros {
            let zero = at.module.intern_attr(zero);
            values.push(at.constant(zero)?);
        }
        at.op(Scf::Yield, &values, &[], &[]);
    }
    let branched: Vec<Value> = module.results(branch).collect();
    let kind = module.keyword_attr(Gpu::SubgroupBroadcast, "broadcast_type", "specific_lane");
    let mut results = Vec::with_capacity(branched.len());
    for (value, ty) in branched.into_iter().zip(types) {
        let mut at = Builder::before(module, op);
        let lane = at.int(0, Type::I32);
        results.push(at.value(Gpu::SubgroupBroadcast, &[value, lane], ty, &[("broadcast_type", kind)]));
    }
    module.replace_op(op, &results);
    Some(())
}
