//! Expands `gpu.warp_execute_on_lane_0`: a branch for lane 0, whose values are then broadcast.
//!
//! A vector that is distributed is broadcast as a whole, and each lane takes its own elements; one that is collected from
//! the lanes is made of broadcasts from each.

use warpline_ir::dialect::gpu::warp::lane_shares;
use warpline_ir::{AttrKind, Builder, DYNAMIC, Gpu, Module, Op, Place, Scf, Type, TypeKind, Value, Vector};

/// Expands a region; `None` for types without a zero, and for scalable vectors.
pub(super) fn expand(module: &mut Module, op: Op) -> Option<()> {
    let view = module.op(op);
    let lane = view.named("laneid");
    let body = module.entry(op, 0)?;
    let end = module.last_op(body)?;
    let types: Vec<Type> = module.operands(end).iter().map(|value| module.type_of(*value)).collect();
    let zeros = types.iter().map(|ty| module.zero_of(*ty)).collect::<Option<Vec<AttrKind>>>()?;
    let args = module.op(op).group("args").to_vec();
    for (arg, part) in module.args(body).to_vec().into_iter().zip(args) {
        let ty = module.type_of(arg);
        let whole = collect(&mut Builder::before(module, op), part, ty)?;
        module.replace_all_uses(arg, whole);
    }
    // A region may yield its arguments.
    let yielded = module.operands(end).to_vec();
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
    let parts: Vec<Type> = module.results(op).map(|result| module.type_of(result)).collect();
    let mut results = Vec::with_capacity(branched.len());
    for (value, part) in branched.into_iter().zip(parts) {
        results.push(distribute(&mut Builder::before(module, op), value, part, lane)?);
    }
    module.replace_op(op, &results);
    Some(())
}

/// Builds the value of another lane.
fn broadcast(at: &mut Builder<'_>, value: Value, lane: usize) -> Value {
    let ty = at.module.type_of(value);
    let kind = at.module.keyword_attr(Gpu::SubgroupBroadcast, "broadcast_type", "specific_lane");
    let lane = at.int(lane as i64, Type::I32);
    at.value(Gpu::SubgroupBroadcast, &[value, lane], ty, &[("broadcast_type", kind)])
}

/// Builds the vector of which each lane has a part. A value of the same type is that of lane 0.
fn collect(at: &mut Builder<'_>, part: Value, ty: Type) -> Option<Value> {
    let part_ty = at.module.type_of(part);
    if part_ty == ty {
        return Some(part);
    }
    let (sizes, parts) = (sizes_of(at.module, ty)?, sizes_of(at.module, part_ty)?);
    let own = elements(at, part, parts.iter().product());
    let mut whole = vec![None; sizes.iter().product()];
    for (lane, share) in lane_shares(&sizes, &parts).into_iter().enumerate() {
        for (value, number) in own.iter().zip(share) {
            whole[number as usize] = Some(broadcast(at, *value, lane));
        }
    }
    let whole = whole.into_iter().collect::<Option<Vec<Value>>>()?;
    Some(at.value(Vector::FromElements, &whole, ty, &[]))
}

/// Builds the part of a vector of lane 0 that belongs to this lane. A value of the same type belongs to all lanes.
fn distribute(at: &mut Builder<'_>, whole: Value, ty: Type, lane: Value) -> Option<Value> {
    let whole_ty = at.module.type_of(whole);
    if whole_ty == ty {
        return Some(broadcast(at, whole, 0));
    }
    let (sizes, parts) = (sizes_of(at.module, whole_ty)?, sizes_of(at.module, ty)?);
    let all = elements(at, whole, sizes.iter().product());
    let all: Vec<Value> = all.into_iter().map(|element| broadcast(at, element, 0)).collect();
    let shares = lane_shares(&sizes, &parts);
    let element = at.module.element_type(ty);
    let shape = [shares.len() as i64];
    let of_lanes = at.module.intern_type(TypeKind::Vector(shape.into(), [false].into(), element));
    let dynamic = at.module.intern_attr(AttrKind::DenseArray(Type::I64, [DYNAMIC].into()));
    let mut own = Vec::new();
    for number in 0..parts.iter().product() {
        let choices: Vec<Value> = shares.iter().map(|share| all[share[number] as usize]).collect();
        let choices = at.value(Vector::FromElements, &choices, of_lanes, &[]);
        own.push(at.value(Vector::Extract, &[choices, lane], element, &[("static_position", dynamic)]));
    }
    Some(at.value(Vector::FromElements, &own, ty, &[]))
}

/// Returns the sizes of a vector of fixed size.
fn sizes_of(module: &Module, ty: Type) -> Option<Vec<usize>> {
    let TypeKind::Vector(sizes, scalable, _) = module.type_kind(ty) else { return None };
    let is_fixed = !scalable.contains(&true);
    is_fixed.then(|| sizes.iter().map(|size| size.unsigned_abs() as usize).collect())
}

/// Builds the elements of a vector.
fn elements(at: &mut Builder<'_>, vector: Value, n: usize) -> Vec<Value> {
    let element = at.module.element_type(at.module.type_of(vector));
    let apart = at.op(Vector::ToElements, &[vector], &vec![element; n], &[]);
    at.module.results(apart).collect()
}
