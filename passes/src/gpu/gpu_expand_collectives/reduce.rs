//! Expands reductions over a subgroup and over a block.

use super::lanes::Lanes;
use rustc_hash::FxHashMap;
use warpline_ir::dialect::func::function_type_of;
use warpline_ir::{
    Arith, Block, Builder, Gpu, MemRef, Module, Op, OpKind, Place, Scf, Type, TypeKind, Value,
};

/// The combination of two values.
#[derive(Clone, Copy)]
enum Combine {
    /// By an operation.
    Op(Arith),
    /// By a copy of a block with two arguments.
    Region(Block),
}

/// The lanes that are reduced together.
#[derive(Clone, Copy)]
struct Cluster {
    size: i64,
    stride: i64,
}

/// Expands `gpu.subgroup_reduce`; `None` if it stays.
pub(super) fn subgroup(lanes: &mut Lanes<'_>, op: Op) -> Option<Value> {
    let view = lanes.at.module.op(op);
    let (value, ty) = (view.operand(0), view.result_type(0));
    let all = lanes.subgroups.size;
    let cluster = Cluster {
        size: view.int("cluster_size").unwrap_or(all),
        stride: view.int("cluster_stride").unwrap_or(1),
    };
    let word = word(lanes.at.module, op)?;
    let is_native = cluster.size == all && is_native(lanes, word, ty);
    if is_native || all < cluster.size.saturating_mul(cluster.stride) {
        return None;
    }
    Some(reduce_lanes(lanes, Combine::Op(word), value, cluster))
}

/// Expands `gpu.all_reduce`: each subgroup stores its result in workgroup memory, and the first one combines them.
/// `None` if it stays.
pub(super) fn block(lanes: &mut Lanes<'_>, op: Op, func: Op, n_threads: Option<i64>) -> Option<Value> {
    let module = &*lanes.at.module;
    let combine = match module.entry(op, 0) {
        Some(block) => Combine::Region(block),
        None => Combine::Op(word(module, op)?),
    };
    let is_kernel = module.kind(func) == OpKind::Gpu(Gpu::Func);
    if !is_kernel || (module.entry(op, 0).is_some() && module.blocks_of(module.region(op, 0)).len() != 1) {
        return None;
    }
    let size = lanes.subgroups.size;
    let n_subgroups = n_threads.map(|n| (n + size - 1) / size);
    let value = lanes.at.module.operand(op, 0);
    let value = whole_subgroup(lanes, combine, value, op);
    if n_subgroups == Some(1) {
        return Some(value);
    }
    Some(reduce_subgroups(lanes, combine, value, func, n_subgroups))
}

/// Whether the target reduces a whole subgroup by an operation.
fn is_native(lanes: &Lanes<'_>, word: Arith, ty: Type) -> bool {
    lanes.subgroups.reduces_words && ty == Type::I32 && word != Arith::MulI
}

/// Reduces a subgroup as the first step of a block reduction, natively if the target can.
fn whole_subgroup(lanes: &mut Lanes<'_>, combine: Combine, value: Value, op: Op) -> Value {
    let ty = lanes.at.module.type_of(value);
    match (combine, lanes.at.module.attr(op, "op")) {
        (Combine::Op(word), Some(attr)) if is_native(lanes, word, ty) => {
            lanes.at.value(Gpu::SubgroupReduce, &[value], ty, &[("op", attr)])
        }
        _ => reduce_lanes(lanes, combine, value, Cluster { size: lanes.subgroups.size, stride: 1 }),
    }
}

/// Builds the reduction tree over the lanes of each cluster.
fn reduce_lanes(lanes: &mut Lanes<'_>, combine: Combine, mut value: Value, cluster: Cluster) -> Value {
    let alive = (!lanes.is_full).then(|| (lanes.alive(), lanes.lane()));
    let mut apart = cluster.size / 2;
    while 0 < apart {
        let distance = lanes.count(apart * cluster.stride);
        let takes_part = alive.map(|(alive, lane)| {
            let partner = lanes.at.binary(Arith::XOrI, lane, distance);
            is_set(&mut lanes.at, alive, partner)
        });
        value = step(lanes, combine, value, distance, takes_part);
        apart /= 2;
    }
    if let Some((_, lane)) = alive {
        let span = lanes.count(!((cluster.size - 1) * cluster.stride));
        let first = lanes.at.binary(Arith::AndI, lane, span);
        value = lanes.shuffle("idx", value, first);
    }
    value
}

/// Builds the test whether a bit is set.
fn is_set(at: &mut Builder<'_>, bits: Value, number: Value) -> Value {
    let ty = at.module.type_of(bits);
    let number = if ty == Type::I32 { number } else { at.value(Arith::ExtUI, &[number], ty, &[]) };
    let bit = at.binary(Arith::ShRUI, bits, number);
    at.value(Arith::TruncI, &[bit], Type::I1, &[])
}

/// Combines a value with that of the lane at a distance, if that lane takes part. A region never gets the value of
/// a lane that does not.
fn step(
    lanes: &mut Lanes<'_>,
    combine: Combine,
    value: Value,
    distance: Value,
    takes_part: Option<Value>,
) -> Value {
    let mut other = lanes.shuffle("xor", value, distance);
    let both = match combine {
        Combine::Op(kind) => lanes.at.binary(kind, value, other),
        Combine::Region(block) => {
            if let Some(takes_part) = takes_part {
                other = lanes.select(takes_part, other, value);
            }
            copied(&mut lanes.at, block, [value, other])
        }
    };
    match takes_part {
        Some(takes_part) => lanes.select(takes_part, both, value),
        None => both,
    }
}

/// Clones a block for these arguments and returns its result.
fn copied(at: &mut Builder<'_>, block: Block, values: [Value; 2]) -> Value {
    let args = at.module.args(block).to_vec();
    let mut map: FxHashMap<Value, Value> = args.into_iter().zip(values).collect();
    let mut ops = at.module.ops_in(block);
    let end = ops.pop().expect("a verified region has an end");
    for op in ops {
        let copy = at.module.clone_op(op, &mut map);
        at.module.insert(copy, at.place);
    }
    let result = at.module.operand(end, 0);
    map.get(&result).copied().unwrap_or(result)
}

fn reduce_subgroups(
    lanes: &mut Lanes<'_>,
    combine: Combine,
    value: Value,
    func: Op,
    n_subgroups: Option<i64>,
) -> Value {
    let ty = lanes.at.module.type_of(value);
    let buffer = workgroup_memory(lanes.at.module, func, lanes.subgroups.size, ty);
    let at = &mut lanes.at;
    let lane = at.value(Gpu::LaneId, &[], Type::INDEX, &[]);
    let group = at.value(Gpu::SubgroupId, &[], Type::INDEX, &[]);
    let n = match n_subgroups {
        Some(n) => at.index(n),
        None => at.value(Gpu::NumSubgroups, &[], Type::INDEX, &[]),
    };
    let zero = at.index(0);
    let is_first_lane = at.compare("eq", lane, zero, Type::I1);
    let is_first_group = at.compare("eq", group, zero, Type::I1);
    store_if(at, is_first_lane, value, buffer, group);
    at.op(Gpu::Barrier, &[], &[], &[]);
    let branch = at.op_with_regions(Scf::If, &[is_first_group], &[], &[], 2);
    let place = Place::End(only_block(at.module, branch));
    let outside = std::mem::replace(&mut at.place, place);
    // Lanes beyond the last subgroup read the result of that subgroup.
    let last = match n_subgroups {
        Some(n) => at.index(n - 1),
        None => {
            let one = at.index(1);
            at.binary(Arith::SubI, n, one)
        }
    };
    let from = at.binary(Arith::MinUI, lane, last);
    let part = at.value(MemRef::Load, &[buffer, from], ty, &[]);
    let part = reduce_first(lanes, combine, part, (lane, n), n_subgroups);
    let at = &mut lanes.at;
    store_if(at, is_first_lane, part, buffer, zero);
    at.op(Scf::Yield, &[], &[], &[]);
    at.place = outside;
    at.op(Gpu::Barrier, &[], &[], &[]);
    let result = at.value(MemRef::Load, &[buffer, zero], ty, &[]);
    at.op(Gpu::Barrier, &[], &[], &[]);
    result
}

/// Builds the reduction tree over the first lanes, one per subgroup; the first lane gets the result.
fn reduce_first(
    lanes: &mut Lanes<'_>,
    combine: Combine,
    mut value: Value,
    (lane, n): (Value, Value),
    n_subgroups: Option<i64>,
) -> Value {
    let mut apart = lanes.subgroups.size / 2;
    while 0 < apart {
        if n_subgroups.is_none_or(|n| apart < n) {
            let distance = lanes.at.index(apart);
            let partner = lanes.at.binary(Arith::XOrI, lane, distance);
            let exists = lanes.compare("ult", partner, n);
            let distance = lanes.count(apart);
            value = step(lanes, combine, value, distance, Some(exists));
        }
        apart /= 2;
    }
    value
}

fn store_if(at: &mut Builder<'_>, condition: Value, value: Value, buffer: Value, index: Value) {
    let branch = at.op_with_regions(Scf::If, &[condition], &[], &[], 2);
    let place = Place::End(only_block(at.module, branch));
    let outside = std::mem::replace(&mut at.place, place);
    at.op(MemRef::Store, &[value, buffer, index], &[], &[]);
    at.op(Scf::Yield, &[], &[], &[]);
    at.place = outside;
}

/// Creates the only block of the first region.
fn only_block(module: &mut Module, op: Op) -> Block {
    let region = module.region(op, 0);
    module.add_block(region, &[])
}

/// Creates a workgroup memory buffer of a kernel.
fn workgroup_memory(module: &mut Module, func: Op, size: i64, element: Type) -> Value {
    let space = module.foreign_attr("gpu.address_space<workgroup>");
    let ty = module.intern_type(TypeKind::MemRef([size].into(), element, None, Some(space)));
    let n_workgroup = module.op(func).int("workgroup_attributions").unwrap_or(0).max(0);
    let n_args = function_type_of(module, func).0.len();
    let count = module.int_attr(n_workgroup + 1, Type::I64);
    module.set_attr(func, "workgroup_attributions", count);
    let entry = module.entry(func, 0).expect("a kernel has a body");
    module.insert_arg(entry, n_args + n_workgroup as usize, ty)
}

/// Returns the operation that a reduction names, on values of its type.
fn word(module: &Module, op: Op) -> Option<Arith> {
    let word = module.op(op).keyword("op")?;
    let is_float = module.float_kind(module.element_type(module.type_of(module.operand(op, 0)))).is_some();
    Some(match (word, is_float) {
        ("add", false) => Arith::AddI,
        ("add", true) => Arith::AddF,
        ("mul", false) => Arith::MulI,
        ("mul", true) => Arith::MulF,
        ("minui", false) => Arith::MinUI,
        ("minsi", false) => Arith::MinSI,
        ("maxui", false) => Arith::MaxUI,
        ("maxsi", false) => Arith::MaxSI,
        ("and", false) => Arith::AndI,
        ("or", false) => Arith::OrI,
        ("xor", false) => Arith::XOrI,
        ("minnumf", true) => Arith::MinNumF,
        ("maxnumf", true) => Arith::MaxNumF,
        ("minimumf", true) => Arith::MinimumF,
        ("maximumf", true) => Arith::MaximumF,
        _ => return None,
    })
}
