//! Selects loops of multiply-adds as calls of functions with wider vectors than Cranelift has.
//!
//! The addresses of the first iteration are computed before the call, with the distances to the next one. Sums that are loaded
//! before the loop and stored there after it stay in memory; others pass through the stack.

use crate::emit::{Emitted, Emitter, World};
use crate::multiply_adds::symbol;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value as Reg, types};
use warpline_ir::{MemRef, Module, Op, OpKind, OpRef, Scf, Type, TypeKind, Value, Vector};
use warpline_passes::analysis::alias::may_alias;
use warpline_passes::analysis::effects::is_pure;
use warpline_passes::analysis::linear::Linear;
use warpline_passes::analysis::multiply_adds::{MultiplyAdds, Place, Step, is_index};
use warpline_passes::analysis::trip_count::trip_count;

type Cx<'a, 'f> = Emitter<'a, 'f>;

/// A loop that becomes a call.
struct Call {
    found: MultiplyAdds,
    /// The number of elements of a vector.
    lanes: u32,
    symbol: String,
}

/// Emits a loop as a call, if it is one of multiply-adds of vectors; returns whether it is.
pub(super) fn select(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted<bool> {
    let Some(call) = call(cx, op) else { return Ok(false) };
    emit(cx, op, &call)?;
    Ok(true)
}

/// Returns the call that a loop becomes, if it is one of multiply-adds of vectors.
fn call(cx: &Cx<'_, '_>, op: OpRef<'_>) -> Option<Call> {
    let World::Blocks(blocks) = &cx.world else { return None };
    if blocks.log.is_some() {
        return None;
    }
    let mut all = op.results().map(|sum| lanes_of(cx.module, op.type_of(sum)));
    let lanes = all.next().flatten().filter(|lanes| all.all(|other| other == Some(*lanes)))?;
    let found = MultiplyAdds::of(cx.module, op.op, |factors| loads(cx.module, factors))?;
    let Step { scalars, vectors } = &found.steps[0];
    let symbol = symbol(scalars.len(), vectors.len(), found.is_fused)?;
    Some(Call { found, lanes, symbol })
}

/// Returns the loads of the initial sums of a loop and the stores of its results, if its call can do both: each result
/// goes to where the sum came from, and nothing else can see that memory meanwhile.
pub(crate) fn accesses_of_sums(cx: &Cx<'_, '_>, op: Op, block: &[Op]) -> Option<Vec<Op>> {
    let module = cx.module;
    if module.kind(op) != OpKind::Scf(Scf::For) {
        return None;
    }
    let view = module.op(op);
    let only_use = |value: Value| match module.uses(value)[..] {
        [only] => Some(only.op),
        _ => None,
    };
    let mut accesses = Vec::new();
    for (init, result) in view.group("initArgs").iter().zip(view.results()) {
        let (load, store) = (module.defining_op(*init)?, only_use(result)?);
        let is_pair = module.kind(load) == OpKind::Vector(Vector::Load)
            && module.kind(store) == OpKind::Vector(Vector::Store)
            && module.operand(store, 0) == result
            && module.op(load).access() == module.op(store).access()
            && only_use(*init) == Some(op);
        accesses.push(is_pair.then_some([load, store])?);
    }
    let found = call(cx, view)?.found;
    let place = |wanted: Op| block.iter().position(|op| *op == wanted);
    let loads = accesses.iter().map(|[load, _]| place(*load)).collect::<Option<Vec<usize>>>()?;
    let stores = accesses.iter().map(|[_, store]| place(*store)).collect::<Option<Vec<usize>>>()?;
    let at = place(op)?;
    let (first, last) = (*loads.iter().min()?, *stores.iter().max()?);
    let is_read =
        |op: &Op| matches!(module.kind(*op), OpKind::MemRef(MemRef::Load) | OpKind::Vector(Vector::Load));
    let is_quiet = |op: &Op| is_pure(module, *op);
    let is_store = |op: &Op| accesses.iter().any(|[_, store]| store == op);
    // The function stores the sums in the order of the grid.
    let mut in_order: Vec<_> = found.places.iter().zip(&stores).collect();
    in_order.sort_unstable();
    let buffer = |op: Op| module.op(op).access().map(|(buffer, _)| buffer);
    let factors: Vec<Value> = found.steps.iter().flat_map(Step::loads).filter_map(buffer).collect();
    let is_apart = |sum: Value| factors.iter().all(|factor| !may_alias(module, sum, *factor));
    let is_done_by_call = block[first..at].iter().all(|op| is_read(op) || is_quiet(op))
        && block[at + 1..=last].iter().all(|op| is_store(op) || is_quiet(op))
        && in_order.is_sorted_by_key(|(_, store)| **store)
        && accesses.iter().filter_map(|[load, _]| buffer(*load)).all(is_apart);
    is_done_by_call.then(|| accesses.into_iter().flatten().collect())
}

/// Returns the number of elements of a vector of `f32` in registers.
fn lanes_of(module: &Module, ty: Type) -> Option<u32> {
    match module.type_kind(ty) {
        TypeKind::Vector(shape, scalable, Type::F32) => match (&shape[..], &scalable[..]) {
            ([lanes @ (4 | 8 | 16)], [false]) => Some(*lanes as u32),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the loads of the factors of a product, that of the scalar first.
fn loads(module: &Module, [a, b]: [Value; 2]) -> Option<(Op, Op)> {
    let made_by =
        |value: Value, kind: OpKind| module.defining_op(value).filter(|op| module.kind(*op) == kind);
    let scalar = |value: Value| {
        let spread = made_by(value, OpKind::Vector(Vector::Broadcast))?;
        made_by(module.operand(spread, 0), OpKind::MemRef(MemRef::Load))
    };
    let vector = |value: Value| made_by(value, OpKind::Vector(Vector::Load));
    let pair = |a: Value, b: Value| Some((scalar(a)?, vector(b)?));
    pair(a, b).or_else(|| pair(b, a))
}

fn emit(cx: &mut Cx<'_, '_>, op: OpRef<'_>, Call { found, lanes, symbol }: &Call) -> Emitted {
    let (module, lanes) = (cx.module, *lanes);
    let body = op.entry(0).ok_or_else(|| cx.unsupported("expected a region with a block"))?;
    let n = iterations(cx, op)?;
    let lower = cx.scalar(op.named("lowerBound"))?;
    cx.bind(&module.args(body)[..1], &[lower])?;
    for inner in module.ops_in(body) {
        if is_index(module, inner) {
            cx.op(inner)?;
        }
    }
    let mut slots = vec![n, cx.index(found.steps.len() as i64), cx.index(i64::from(lanes))];
    for advance in &found.advances {
        slots.push(bytes(cx, advance)?);
    }
    let inits = op.group("initArgs");
    let loads: Vec<Op> = inits.iter().filter_map(|init| module.defining_op(*init)).collect();
    let is_in_place = loads.iter().any(|load| cx.done.contains(load));
    let vector_bytes = 4 * lanes as usize;
    let n_columns = found.steps[0].vectors.len();
    let number = |(row, column): &Place| row * n_columns + column;
    let mut sums = vec![n; found.places.len()];
    if is_in_place {
        for (load, place) in loads.iter().zip(&found.places) {
            sums[number(place)] = whole_address(cx, *load)?;
        }
    } else {
        let memory = cx.stack((vector_bytes * sums.len()) as u64);
        for (index, sum) in sums.iter_mut().enumerate() {
            *sum = cx.builder.ins().iadd_imm_s(memory, (vector_bytes * index) as i64);
        }
        for (init, place) in inits.iter().zip(&found.places) {
            for (index, part) in (0i32..).zip(cx.packed(*init)?) {
                cx.store(part, sums[number(place)], 16 * index);
            }
        }
    }
    slots.extend(&sums);
    for load in found.steps.iter().flat_map(Step::loads) {
        slots.push(whole_address(cx, load)?);
    }
    let slots = cx.spill(&slots);
    cx.call(symbol, &[types::I64], None, &[slots]);
    if !is_in_place {
        for (result, place) in op.results().zip(&found.places) {
            let parts =
                (0..lanes as i32 / 4).map(|index| cx.load(types::F32X4, sums[number(place)], 16 * index));
            let parts: Vec<Reg> = parts.collect();
            cx.bind(&[result], &parts)?;
        }
    }
    Ok(())
}

/// Emits the address of a load.
fn whole_address(cx: &mut Cx<'_, '_>, load: Op) -> Emitted<Reg> {
    let (address, offset) = cx.address(cx.module.op(load))?;
    Ok(cx.builder.ins().iadd_imm_s(address, i64::from(offset)))
}

/// Emits the number of iterations of a loop.
fn iterations(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted<Reg> {
    let [lower, upper, step] = ["lowerBound", "upperBound", "step"].map(|name| op.named(name));
    if let Some(trips) = trip_count(cx.module, lower, upper, step) {
        return Ok(cx.index(trips));
    }
    let (lower, upper) = (cx.scalar(lower)?, cx.scalar(upper)?);
    let (is_entered, zero) = (cx.compare(IntCC::SignedLessThan, lower, upper), cx.index(0));
    let length = cx.builder.ins().isub(upper, lower);
    let length = cx.builder.ins().select(is_entered, length, zero);
    Ok(match cx.module.constant_int(step) {
        Some(step @ 2..) => {
            let rounded = cx.builder.ins().iadd_imm_s(length, step - 1);
            cx.builder.ins().udiv_imm_s(rounded, step)
        }
        _ => length,
    })
}

/// Emits a number of bytes.
fn bytes(cx: &mut Cx<'_, '_>, distance: &Linear) -> Emitted<Reg> {
    let mut sum = cx.index(distance.constant);
    for (value, by) in &distance.terms {
        let value = cx.scalar(*value)?;
        let term = cx.builder.ins().imul_imm_s(value, *by);
        sum = cx.builder.ins().iadd(sum, term);
    }
    Ok(sum)
}
