//! Selects code for operations on packed vectors, one instruction or a few per register.

mod masked;

use super::arith::{float_condition, int_condition};
use crate::emit::{Emitted, Emitter};
use crate::functions;
use crate::packed::Packing;
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{ConstantData, InstBuilder, Type as RegType, Value as Reg, types};
use warpline_ir::{Arith, AttrKind, DenseData, Math, OpKind, OpRef, Type, Value, Vector};

type Cx<'a, 'f> = Emitter<'a, 'f>;

/// Emits an operation if it computes with packed vectors; returns whether it does.
pub(super) fn select(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted<bool> {
    match op.kind() {
        OpKind::Arith(_) | OpKind::Math(_) | OpKind::Vector(_) => {}
        _ => return Ok(false),
    }
    let packings = op.operands().iter().map(|value| cx.module.type_of(*value));
    let packings = packings.chain(op.results().map(|value| cx.module.type_of(value)));
    if !packings.into_iter().any(|ty| cx.packing(ty).is_some()) {
        return Ok(false);
    }
    match op.kind() {
        OpKind::Arith(kind) => arith(cx, op, kind)?,
        OpKind::Math(kind) => math(cx, op, kind)?,
        OpKind::Vector(kind) => return vector(cx, op, kind),
        _ => return Ok(false),
    }
    Ok(true)
}

/// Returns the registers of the result of the current operation.
fn result_packing(cx: &Cx<'_, '_>, op: OpRef<'_>) -> Emitted<Packing> {
    cx.packing(op.result_type(0)).ok_or_else(|| lane_by_lane(cx))
}

fn lane_by_lane(cx: &Cx<'_, '_>) -> crate::emit::Unsupported {
    cx.unsupported("the machine has no such vector operation; expand it into its elements")
}

fn set(cx: &mut Cx<'_, '_>, op: OpRef<'_>, registers: &[Reg]) -> Emitted {
    cx.bind(&[op.result(0)], registers)
}

/// Computes each register of the result from those of all operands.
fn map<const N: usize>(
    cx: &mut Cx<'_, '_>,
    op: OpRef<'_>,
    mut compute: impl FnMut(&mut Cx<'_, '_>, [Reg; N]) -> Reg,
) -> Emitted {
    let packing = result_packing(cx, op)?;
    let mut operands = Vec::new();
    for value in op.operands() {
        operands.push(cx.packed(*value)?);
    }
    let mut registers = Vec::with_capacity(packing.n);
    for number in 0..packing.n {
        let operands: Option<Vec<Reg>> =
            operands.iter().map(|registers| registers.get(number).copied()).collect();
        let operands = operands.and_then(|operands| <[Reg; N]>::try_from(operands).ok());
        registers.push(compute(cx, operands.ok_or_else(|| lane_by_lane(cx))?));
    }
    set(cx, op, &registers)
}

fn arith(cx: &mut Cx<'_, '_>, op: OpRef<'_>, kind: Arith) -> Emitted {
    let is_mask = op.n_results() == 1 && cx.packing(op.result_type(0)).is_some_and(|packing| packing.is_mask);
    match kind {
        Arith::Constant => constant(cx, op),
        Arith::AndI => map(cx, op, |cx, [a, b]| cx.builder.ins().band(a, b)),
        Arith::OrI => map(cx, op, |cx, [a, b]| cx.builder.ins().bor(a, b)),
        Arith::XOrI => map(cx, op, |cx, [a, b]| cx.builder.ins().bxor(a, b)),
        Arith::Select => choose(cx, op),
        Arith::CmpI => {
            let condition = int_condition(cx, op)?;
            compare(cx, op, |cx, a, b| compare_lanes(cx, condition, a, b))
        }
        Arith::CmpF => match op.int("predicate") {
            Some(always @ (0 | 15)) => {
                let packing = result_packing(cx, op)?;
                let lanes = if always == 15 { u64::MAX } else { 0 };
                let register = cx.constant_lanes(packing.register, &[lanes; 4]);
                set(cx, op, &vec![register; packing.n])
            }
            _ => {
                let condition = float_condition(cx, op)?;
                compare(cx, op, |cx, a, b| compare_floats(cx, condition, a, b))
            }
        },
        Arith::ExtSI
        | Arith::ExtUI
        | Arith::TruncI
        | Arith::IndexCast
        | Arith::IndexCastUI
        | Arith::ExtF
        | Arith::TruncF
        | Arith::SIToFP
        | Arith::UIToFP
        | Arith::FPToSI
        | Arith::FPToUI
        | Arith::Bitcast => convert(cx, op, kind),
        _ if is_mask => Err(lane_by_lane(cx)),
        Arith::AddI => map(cx, op, |cx, [a, b]| cx.builder.ins().iadd(a, b)),
        Arith::SubI => map(cx, op, |cx, [a, b]| cx.builder.ins().isub(a, b)),
        Arith::MulI => map(cx, op, |cx, [a, b]| cx.builder.ins().imul(a, b)),
        Arith::ShLI => shift(cx, op, |cx, a, by| cx.builder.ins().ishl(a, by)),
        Arith::ShRSI => shift(cx, op, |cx, a, by| cx.builder.ins().sshr(a, by)),
        Arith::ShRUI => shift(cx, op, |cx, a, by| cx.builder.ins().ushr(a, by)),
        Arith::MaxSI => map(cx, op, |cx, [a, b]| extreme(cx, IntCC::SignedGreaterThan, a, b)),
        Arith::MinSI => map(cx, op, |cx, [a, b]| extreme(cx, IntCC::SignedLessThan, a, b)),
        Arith::MaxUI => map(cx, op, |cx, [a, b]| extreme(cx, IntCC::UnsignedGreaterThan, a, b)),
        Arith::MinUI => map(cx, op, |cx, [a, b]| extreme(cx, IntCC::UnsignedLessThan, a, b)),
        Arith::AddF => floats(cx, op, |cx, [a, b]| cx.builder.ins().fadd(a, b)),
        Arith::SubF => floats(cx, op, |cx, [a, b]| cx.builder.ins().fsub(a, b)),
        Arith::MulF => floats(cx, op, |cx, [a, b]| cx.builder.ins().fmul(a, b)),
        Arith::DivF => floats(cx, op, |cx, [a, b]| cx.builder.ins().fdiv(a, b)),
        Arith::MaximumF => floats(cx, op, |cx, [a, b]| cx.builder.ins().fmax(a, b)),
        Arith::MinimumF => floats(cx, op, |cx, [a, b]| cx.builder.ins().fmin(a, b)),
        Arith::MaxNumF => floats(cx, op, |cx, [a, b]| number(cx, FloatCC::GreaterThan, a, b)),
        Arith::MinNumF => floats(cx, op, |cx, [a, b]| number(cx, FloatCC::LessThan, a, b)),
        Arith::NegF => map(cx, op, |cx, [a]| cx.builder.ins().fneg(a)),
        _ => Err(lane_by_lane(cx)),
    }
}

fn math(cx: &mut Cx<'_, '_>, op: OpRef<'_>, kind: Math) -> Emitted {
    match kind {
        Math::AbsF => map(cx, op, |cx, [a]| cx.builder.ins().fabs(a)),
        Math::AbsI => map(cx, op, |cx, [a]| cx.builder.ins().iabs(a)),
        Math::Sqrt => map(cx, op, |cx, [a]| cx.builder.ins().sqrt(a)),
        Math::Floor => map(cx, op, |cx, [a]| cx.builder.ins().floor(a)),
        Math::Ceil => map(cx, op, |cx, [a]| cx.builder.ins().ceil(a)),
        Math::Trunc => map(cx, op, |cx, [a]| cx.builder.ins().trunc(a)),
        Math::RoundEven => map(cx, op, |cx, [a]| cx.builder.ins().nearest(a)),
        Math::Fma => floats(cx, op, |cx, [a, b, c]| cx.builder.ins().fma(a, b, c)),
        Math::CopySign => map(cx, op, copy_sign),
        _ => call(cx, op, kind),
    }
}

/// Calls a function of all elements, which takes registers, some of them twice if there are few, and stores its results.
fn call(cx: &mut Cx<'_, '_>, op: OpRef<'_>, kind: Math) -> Emitted {
    let packing = result_packing(cx, op)?;
    let symbol = functions::symbol(kind, cx.module.element_type(op.result_type(0)));
    let symbol = symbol.ok_or_else(|| lane_by_lane(cx))?;
    let mut operands = Vec::new();
    for value in op.operands() {
        operands.push(cx.packed(*value)?);
    }
    let mut params = vec![packing.register; functions::REGISTERS * operands.len()];
    params.push(types::I64);
    let mut results = Vec::with_capacity(packing.n);
    for first in (0..packing.n).step_by(functions::REGISTERS) {
        let taken = (first..first + functions::REGISTERS).map(|index| index % packing.n);
        let taken = operands.iter().flat_map(|operand| taken.clone().map(|index| operand[index]));
        let mut args: Vec<Reg> = taken.collect();
        let result = cx.stack(functions::REGISTERS as u64 * 16);
        args.push(result);
        cx.call(&symbol, &params, None, &args);
        let n = (packing.n - first).min(functions::REGISTERS);
        results.extend((0..n as i32).map(|index| cx.load(packing.register, result, index * 16)));
    }
    set(cx, op, &results)
}

fn floats<const N: usize>(
    cx: &mut Cx<'_, '_>,
    op: OpRef<'_>,
    compute: impl FnMut(&mut Cx<'_, '_>, [Reg; N]) -> Reg,
) -> Emitted {
    cx.check_rounding(op)?;
    map(cx, op, compute)
}

fn constant(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let packing = result_packing(cx, op)?;
    let Some(AttrKind::Dense(_, data)) = op.attr("value").map(|attr| cx.module.attr_kind(attr)) else {
        return Err(cx.unsupported("expected the elements of a vector"));
    };
    let n_lanes = packing.register.lane_count() as usize;
    let n = n_lanes * packing.n;
    let mut elements = match data {
        DenseData::Splat(bits) => vec![*bits; n],
        DenseData::Elements(all) => all.to_vec(),
    };
    if packing.is_mask {
        for bits in &mut elements {
            *bits = if *bits & 1 == 1 { u64::MAX } else { 0 };
        }
    }
    let registers: Vec<Reg> =
        elements.chunks(n_lanes).map(|lanes| cx.constant_lanes(packing.register, lanes)).collect();
    set(cx, op, &registers)
}

/// Shifts all lanes by the same number of bits: the machine has no other shifts of lanes.
fn shift(cx: &mut Cx<'_, '_>, op: OpRef<'_>, compute: impl Fn(&mut Cx<'_, '_>, Reg, Reg) -> Reg) -> Emitted {
    let by = same_in_all_lanes(cx, op.named("rhs"))?;
    let shifted: Vec<Reg> =
        cx.packed(op.named("lhs"))?.into_iter().map(|register| compute(cx, register, by)).collect();
    set(cx, op, &shifted)
}

/// Returns the element that all lanes of a vector are known to have.
fn same_in_all_lanes(cx: &mut Cx<'_, '_>, vector: Value) -> Emitted<Reg> {
    let made = cx.module.defining_op(vector).map(|op| cx.module.op(op));
    let value = match made.map(|op| (op, op.kind())) {
        Some((op, OpKind::Vector(Vector::Broadcast))) => Some(cx.scalar(op.operand(0))?),
        Some((op, OpKind::Arith(Arith::Constant))) => {
            match op.attr("value").map(|attr| cx.module.attr_kind(attr)) {
                Some(AttrKind::Dense(_, DenseData::Splat(bits))) => Some(cx.index(*bits as i64)),
                Some(AttrKind::Dense(_, DenseData::Elements(all)))
                    if all.iter().all(|bits| *bits == all[0]) =>
                {
                    Some(cx.index(all[0] as i64))
                }
                _ => None,
            }
        }
        _ => None,
    };
    value.ok_or_else(|| cx.unsupported("the machine shifts all lanes by the same number of bits only"))
}

fn extreme(cx: &mut Cx<'_, '_>, wanted: IntCC, a: Reg, b: Reg) -> Reg {
    if cx.builder.func.dfg.value_type(a) == types::I64X2 {
        let mask = compare_lanes(cx, wanted, a, b);
        return cx.builder.ins().bitselect(mask, a, b);
    }
    match wanted {
        IntCC::SignedGreaterThan => cx.builder.ins().smax(a, b),
        IntCC::SignedLessThan => cx.builder.ins().smin(a, b),
        IntCC::UnsignedGreaterThan => cx.builder.ins().umax(a, b),
        _ => cx.builder.ins().umin(a, b),
    }
}

/// Compares integers; lanes of 64 bits are compared as signed numbers only.
fn compare_lanes(cx: &mut Cx<'_, '_>, condition: IntCC, a: Reg, b: Reg) -> Reg {
    let is_unsigned =
        condition.unsigned() == condition && condition != IntCC::Equal && condition != IntCC::NotEqual;
    if cx.builder.func.dfg.value_type(a) != types::I64X2 || !is_unsigned {
        return cx.builder.ins().icmp(condition, a, b);
    }
    let sign = cx.constant_lanes(types::I64X2, &[1 << 63; 2]);
    let (a, b) = (cx.builder.ins().bxor(a, sign), cx.builder.ins().bxor(b, sign));
    let signed = match condition {
        IntCC::UnsignedLessThan => IntCC::SignedLessThan,
        IntCC::UnsignedLessThanOrEqual => IntCC::SignedLessThanOrEqual,
        IntCC::UnsignedGreaterThan => IntCC::SignedGreaterThan,
        _ => IntCC::SignedGreaterThanOrEqual,
    };
    cx.builder.ins().icmp(signed, a, b)
}

/// Compares floats. The machine has no `>`: it swaps the operands, and so does this, since it selects one instruction for
/// a minimum or a maximum of two operands that `<` compares.
fn compare_floats(cx: &mut Cx<'_, '_>, condition: FloatCC, a: Reg, b: Reg) -> Reg {
    match condition {
        FloatCC::GreaterThan => cx.builder.ins().fcmp(FloatCC::LessThan, b, a),
        FloatCC::GreaterThanOrEqual => cx.builder.ins().fcmp(FloatCC::LessThanOrEqual, b, a),
        // The machine has no vector instruction for these two.
        FloatCC::OrderedNotEqual | FloatCC::UnorderedOrEqual => {
            let less = cx.builder.ins().fcmp(FloatCC::LessThan, a, b);
            let greater = cx.builder.ins().fcmp(FloatCC::LessThan, b, a);
            let differ = cx.builder.ins().bor(less, greater);
            if condition == FloatCC::OrderedNotEqual { differ } else { cx.builder.ins().bnot(differ) }
        }
        _ => cx.builder.ins().fcmp(condition, a, b),
    }
}

fn compare(
    cx: &mut Cx<'_, '_>,
    op: OpRef<'_>,
    compute: impl Fn(&mut Cx<'_, '_>, Reg, Reg) -> Reg,
) -> Emitted {
    let Some(Packing { is_mask: false, .. }) = cx.packing(op.operand_type(0)) else {
        return Err(lane_by_lane(cx));
    };
    let (a, b) = (cx.packed(op.named("lhs"))?, cx.packed(op.named("rhs"))?);
    let masks: Vec<Reg> = a.into_iter().zip(b).map(|(a, b)| compute(cx, a, b)).collect();
    let is_wide = cx.builder.func.dfg.value_type(masks[0]) == types::I64X2;
    let masks = if is_wide { cx.narrow_lanes(&masks) } else { masks };
    set(cx, op, &masks)
}

/// Chooses between lanes by a mask, or between vectors by a condition.
fn choose(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let packing = result_packing(cx, op)?;
    let (yes, no) = (cx.packed(op.named("true_value"))?, cx.packed(op.named("false_value"))?);
    let sides = yes.into_iter().zip(no);
    if op.operand_type(0) == Type::I1 {
        let condition = cx.scalar(op.operand(0))?;
        let chosen: Vec<Reg> = sides.map(|(yes, no)| cx.builder.ins().select(condition, yes, no)).collect();
        return set(cx, op, &chosen);
    }
    let mask = cx.packed(op.operand(0))?;
    let mask = if packing.register.lane_bits() == 64 { cx.widen_mask(&mask) } else { mask };
    let flags = constant_flags(cx, op.operand(0));
    let n_lanes = packing.register.lane_count() as usize;
    let mut chosen = Vec::with_capacity(packing.n);
    for (index, (mask, (yes, no))) in mask.into_iter().zip(sides).enumerate() {
        let flags = flags.as_ref().map(|flags| &flags[index * n_lanes..][..n_lanes]);
        chosen.push(match flags {
            Some(flags) if !flags.contains(&false) => yes,
            Some(flags) if !flags.contains(&true) => no,
            _ => blend(cx, mask, yes, no),
        });
    }
    set(cx, op, &chosen)
}

/// Chooses between lanes by a mask of the same width.
fn blend(cx: &mut Cx<'_, '_>, mask: Reg, yes: Reg, no: Reg) -> Reg {
    let ty = cx.builder.func.dfg.value_type(yes);
    let mask = cx.recast(ty, mask);
    cx.builder.ins().bitselect(mask, yes, no)
}

/// Returns the greater or the lesser number, and the other operand where one is NaN. Of two zeros, the positive one is
/// greater.
fn number(cx: &mut Cx<'_, '_>, wanted: FloatCC, a: Reg, b: Reg) -> Reg {
    // One instruction: `b` where they are equal or one is NaN.
    let is_wanted = compare_floats(cx, wanted, a, b);
    let result = blend(cx, is_wanted, a, b);
    let equal = cx.builder.ins().fcmp(FloatCC::Equal, a, b);
    let both =
        if wanted == FloatCC::GreaterThan { cx.builder.ins().band(a, b) } else { cx.builder.ins().bor(a, b) };
    let result = blend(cx, equal, both, result);
    let b_is_nan = cx.builder.ins().fcmp(FloatCC::Unordered, b, b);
    blend(cx, b_is_nan, a, result)
}

fn copy_sign(cx: &mut Cx<'_, '_>, [a, b]: [Reg; 2]) -> Reg {
    let ty = cx.builder.func.dfg.value_type(a);
    let sign = 1 << (ty.lane_bits() - 1);
    let lanes = vec![sign; ty.lane_count() as usize];
    let sign = cx.constant_lanes(ty, &lanes);
    cx.builder.ins().bitselect(sign, b, a)
}

fn convert(cx: &mut Cx<'_, '_>, op: OpRef<'_>, kind: Arith) -> Emitted {
    let (Some(from), to) = (cx.packing(op.operand_type(0)), result_packing(cx, op)?) else {
        return Err(lane_by_lane(cx));
    };
    let source = cx.packed(op.operand(0))?;
    let each = |cx: &mut Cx<'_, '_>, compute: &dyn Fn(&mut Cx<'_, '_>, Reg) -> Reg| -> Vec<Reg> {
        source.iter().map(|register| compute(cx, *register)).collect()
    };
    let registers = match (kind, from.register, to.register) {
        (Arith::Bitcast, ..) if from.n == to.n && !from.is_mask && !to.is_mask => {
            each(cx, &|cx, register| cx.recast(to.register, register))
        }
        (Arith::ExtUI | Arith::IndexCastUI, types::I32X4, _) if from.is_mask => {
            let source = if to.register == types::I64X2 { cx.widen_mask(&source) } else { source };
            let lanes = vec![1; to.register.lane_count() as usize];
            let ones = cx.constant_lanes(to.register, &lanes);
            source.into_iter().map(|register| cx.builder.ins().band(register, ones)).collect()
        }
        _ if to.is_mask || (from.is_mask && !matches!(kind, Arith::ExtSI | Arith::IndexCast)) => {
            return Err(lane_by_lane(cx));
        }
        (Arith::ExtSI | Arith::IndexCast, types::I32X4, types::I64X2) => cx.widen_mask(&source),
        (Arith::ExtUI | Arith::IndexCastUI, types::I32X4, types::I64X2) => source
            .iter()
            .flat_map(|register| {
                [cx.builder.ins().uwiden_low(*register), cx.builder.ins().uwiden_high(*register)]
            })
            .collect(),
        (Arith::TruncI | Arith::IndexCast | Arith::IndexCastUI, types::I64X2, types::I32X4) => {
            cx.narrow_lanes(&source)
        }
        (Arith::ExtSI | Arith::IndexCast | Arith::IndexCastUI, from, to) if from == to => source,
        (Arith::ExtF, types::F32X4, types::F64X2) => source
            .iter()
            .flat_map(|register| {
                let low = cx.builder.ins().fvpromote_low(*register);
                let upper = upper_half(cx, *register);
                [low, cx.builder.ins().fvpromote_low(upper)]
            })
            .collect(),
        (Arith::TruncF, types::F64X2, types::F32X4) => {
            cx.check_rounding(op)?;
            let mut narrow = Vec::new();
            for pair in source.chunks(2) {
                let [low, high] = [pair[0], pair[pair.len() - 1]].map(|half| {
                    let half = cx.builder.ins().fvdemote(half);
                    cx.recast(types::F64X2, half)
                });
                let high = cx.builder.ins().extractlane(high, 0);
                let both = cx.builder.ins().insertlane(low, high, 1);
                narrow.push(cx.recast(types::F32X4, both));
            }
            narrow
        }
        (Arith::SIToFP, types::I32X4, types::F32X4) => {
            each(cx, &|cx, register| cx.builder.ins().fcvt_from_sint(types::F32X4, register))
        }
        (Arith::UIToFP, types::I32X4, types::F32X4) => {
            each(cx, &|cx, register| cx.builder.ins().fcvt_from_uint(types::F32X4, register))
        }
        (Arith::FPToSI, types::F32X4, types::I32X4) => {
            each(cx, &|cx, register| cx.builder.ins().fcvt_to_sint_sat(types::I32X4, register))
        }
        (Arith::FPToUI, types::F32X4, types::I32X4) => {
            each(cx, &|cx, register| cx.builder.ins().fcvt_to_uint_sat(types::I32X4, register))
        }
        _ => return Err(lane_by_lane(cx)),
    };
    set(cx, op, &registers)
}

/// Moves the upper two lanes of 32 bits down.
fn upper_half(cx: &mut Cx<'_, '_>, register: Reg) -> Reg {
    let ty: RegType = cx.builder.func.dfg.value_type(register);
    let wide = cx.recast(types::F64X2, register);
    let upper = cx.builder.ins().extractlane(wide, 1);
    let moved = cx.builder.ins().splat(types::F64X2, upper);
    cx.recast(ty, moved)
}

/// Emits an operation of the vector dialect; returns whether it is one that works on packed vectors.
fn vector(cx: &mut Cx<'_, '_>, op: OpRef<'_>, kind: Vector) -> Emitted<bool> {
    match kind {
        Vector::Broadcast if op.operand_type(0) == cx.module.element_type(op.result_type(0)) => {
            let packing = result_packing(cx, op)?;
            let element = cx.scalar(op.operand(0))?;
            let register = cx.splat(packing, element);
            set(cx, op, &vec![register; packing.n])?;
        }
        Vector::Step => {
            let packing = result_packing(cx, op)?;
            let n_lanes = packing.register.lane_count() as usize;
            let numbers: Vec<u64> = (0..(n_lanes * packing.n) as u64).collect();
            let registers: Vec<Reg> =
                numbers.chunks(n_lanes).map(|lanes| cx.constant_lanes(packing.register, lanes)).collect();
            set(cx, op, &registers)?;
        }
        Vector::FromElements => {
            let packing = result_packing(cx, op)?;
            let elements = cx.parts_of(op.operands())?;
            let registers = cx.pack(packing, &elements);
            set(cx, op, &registers)?;
        }
        Vector::ToElements => {
            let Some(packing) = cx.packing(op.operand_type(0)) else { return Ok(false) };
            let registers = cx.packed(op.operand(0))?;
            let elements = cx.unpack(packing, &registers);
            cx.bind(&op.results().collect::<Vec<_>>(), &elements)?;
        }
        Vector::Reduction if op.operands().len() == 1 && op.result_type(0) == Type::I1 => {
            let all = match op.keyword("kind") {
                Some("and") => true,
                Some("or") => false,
                _ => return Ok(false),
            };
            let mask = cx.packed(op.operand(0))?;
            let reduced = cx.reduce_mask(&mask, all);
            cx.set_result(reduced);
        }
        Vector::Shuffle => shuffle(cx, op)?,
        Vector::MaskedLoad => masked::load(cx, op)?,
        Vector::MaskedStore => masked::store(cx, op)?,
        _ => return Ok(false),
    }
    Ok(true)
}

/// Puts elements of two vectors in another order: registers whose elements come from one register are that register or
/// shuffled ones, others are built from elements.
fn shuffle(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let packing = result_packing(cx, op)?;
    let mut sources = cx.packed(op.named("v1"))?;
    sources.extend(cx.packed(op.named("v2"))?);
    let order: Vec<usize> =
        op.ints("mask").iter().map(|index| usize::try_from(*index).unwrap_or(0)).collect();
    let n_lanes = packing.register.lane_count() as usize;
    let mut registers = Vec::with_capacity(packing.n);
    for order in order.chunks(n_lanes) {
        let source = order[0] / n_lanes;
        if order.iter().any(|index| index / n_lanes != source) {
            let mut register = sources[source];
            for (lane, index) in (0u8..).zip(order) {
                let element = cx.builder.ins().extractlane(sources[index / n_lanes], (index % n_lanes) as u8);
                register = cx.builder.ins().insertlane(register, element, lane);
            }
            registers.push(register);
        } else if order.iter().enumerate().all(|(lane, index)| index % n_lanes == lane) {
            registers.push(sources[source]);
        } else {
            let n_bytes = packing.register.lane_bits() as usize / 8;
            let bytes: Vec<u8> = order
                .iter()
                .flat_map(|index| (0..n_bytes).map(move |byte| (index % n_lanes * n_bytes + byte) as u8))
                .collect();
            let lanes = cx.builder.func.dfg.immediates.push(ConstantData::from(&bytes[..]));
            let source = cx.recast(types::I8X16, sources[source]);
            let shuffled = cx.builder.ins().shuffle(source, source, lanes);
            registers.push(cx.recast(packing.register, shuffled));
        }
    }
    set(cx, op, &registers)
}

/// Returns the elements of a constant mask.
fn constant_flags(cx: &Cx<'_, '_>, mask: Value) -> Option<Vec<bool>> {
    let n = cx.module.n_elements(cx.module.type_of(mask))? as usize;
    match cx.module.attr_kind(cx.module.constant_of(mask)?) {
        AttrKind::Dense(_, DenseData::Splat(bits)) => Some(vec![bits & 1 == 1; n]),
        AttrKind::Dense(_, DenseData::Elements(all)) => Some(all.iter().map(|bits| bits & 1 == 1).collect()),
        _ => None,
    }
}
