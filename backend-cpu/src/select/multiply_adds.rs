//! Selects loops of multiply-adds as calls of functions with wider vectors than Cranelift has.
//!
//! The addresses of the first iteration are computed before the call, with the distances to the next one.

use crate::emit::{Emitted, Emitter, World};
use crate::multiply_adds::symbol;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value as Reg, types};
use warpline_ir::{MemRef, Module, Op, OpKind, OpRef, Type, TypeKind, Value, Vector};
use warpline_passes::analysis::linear::Linear;
use warpline_passes::conversion::index_math::trip_count;
use warpline_passes::cpu::multiply_adds::{MultiplyAdds, Step, is_index};

type Cx<'a, 'f> = Emitter<'a, 'f>;

/// Emits a loop as a call, if it is one of multiply-adds of vectors; returns whether it is.
pub(super) fn select(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted<bool> {
    let World::Blocks(blocks) = &cx.world else { return Ok(false) };
    if blocks.log.is_some() {
        return Ok(false);
    }
    let mut all = op.results().map(|sum| lanes_of(cx.module, op.type_of(sum)));
    let lanes = all.next().flatten().filter(|lanes| all.all(|other| other == Some(*lanes)));
    let loop_of =
        |lanes| Some((lanes, MultiplyAdds::of(cx.module, op.op, |factors| loads(cx.module, factors))?));
    let Some((lanes, found)) = lanes.and_then(loop_of) else { return Ok(false) };
    let Step { scalars, vectors } = &found.steps[0];
    let Some(symbol) = symbol(scalars.len(), vectors.len(), found.is_fused) else { return Ok(false) };
    emit(cx, op, (&found, lanes), &symbol)?;
    Ok(true)
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

fn emit(cx: &mut Cx<'_, '_>, op: OpRef<'_>, (found, lanes): (&MultiplyAdds, u32), symbol: &str) -> Emitted {
    let module = cx.module;
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
    for load in found.steps.iter().flat_map(Step::loads) {
        let (address, offset) = cx.address(module.op(load))?;
        slots.push(cx.builder.ins().iadd_imm_s(address, i64::from(offset)));
    }
    let slots = cx.spill(&slots);
    let vector_bytes = 4 * lanes as usize;
    let n_columns = found.steps[0].vectors.len();
    let sums = cx.stack((vector_bytes * found.places.len()) as u64);
    let place = |(row, column): &(usize, usize)| (vector_bytes * (row * n_columns + column)) as i32;
    for (init, at) in op.group("initArgs").iter().zip(&found.places) {
        for (index, part) in (0i32..).zip(cx.packed(*init)?) {
            cx.store(part, sums, place(at) + 16 * index);
        }
    }
    cx.call(symbol, &[types::I64; 2], None, &[slots, sums]);
    for (result, at) in op.results().zip(&found.places) {
        let offsets = (0..lanes as i32 / 4).map(|index| place(at) + 16 * index);
        let parts: Vec<Reg> = offsets.map(|offset| cx.load(types::F32X4, sums, offset)).collect();
        cx.bind(&[result], &parts)?;
    }
    Ok(())
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
