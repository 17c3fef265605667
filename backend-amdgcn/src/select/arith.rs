//! Selects the `arith` and `math` dialects: constants, selects, and the dispatch to integers, floats and conversions.

use super::int::{Bitwise, Count, Shift};
use super::values::{Bit, Loc, Scalar, Words, n_words};
use super::{Select, SelectResult, Selector as _, Unsupported, convert, float, int};
use crate::opcode::Opcode;
use warpline_ir::{Arith, AttrKind, Math, OpKind, OpRef};

/// Selects an operation of the `arith` or `math` dialect.
pub(super) fn select(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    match op.kind() {
        OpKind::Arith(kind) => arith(cx, op, kind),
        OpKind::Math(kind) => math(cx, op, kind),
        _ => Err(Unsupported::not_lowered()),
    }
}

fn arith(cx: &mut Select<'_>, op: OpRef<'_>, kind: Arith) -> SelectResult {
    match kind {
        Arith::AddI => int::add(cx, op, true),
        Arith::SubI => int::add(cx, op, false),
        Arith::MulI => int::multiply(cx, op),
        Arith::AndI => int::bitwise(cx, op, Bitwise::And),
        Arith::OrI => int::bitwise(cx, op, Bitwise::Or),
        Arith::XOrI => int::bitwise(cx, op, Bitwise::Xor),
        Arith::ShLI => int::shift(cx, op, Shift::Left),
        Arith::ShRSI => int::shift(cx, op, Shift::Arithmetic),
        Arith::ShRUI => int::shift(cx, op, Shift::Logical),
        Arith::MaxSI | Arith::MinSI | Arith::MaxUI | Arith::MinUI => int::min_max(cx, op, kind),
        Arith::AddF | Arith::SubF | Arith::MulF | Arith::DivF => float::binary(cx, op, kind),
        Arith::MaximumF => float::min_max(cx, op, true, true),
        Arith::MinimumF => float::min_max(cx, op, false, true),
        Arith::MaxNumF => float::min_max(cx, op, true, false),
        Arith::MinNumF => float::min_max(cx, op, false, false),
        Arith::NegF => float::sign_bit(cx, op, Bitwise::Xor),
        Arith::CmpI => int::compare(cx, op),
        Arith::CmpF => float::compare(cx, op),
        Arith::Select => choose(cx, op),
        Arith::ExtSI | Arith::TruncI | Arith::IndexCast => convert::resize(cx, op, true),
        Arith::ExtUI | Arith::IndexCastUI => convert::resize(cx, op, false),
        Arith::ExtF | Arith::TruncF => convert::float_to_float(cx, op),
        Arith::SIToFP => convert::int_to_float(cx, op, true),
        Arith::UIToFP => convert::int_to_float(cx, op, false),
        Arith::FPToSI => convert::float_to_int(cx, op, true),
        Arith::FPToUI => convert::float_to_int(cx, op, false),
        Arith::Bitcast => convert::bitcast(cx, op),
        Arith::DivSI | Arith::RemSI | Arith::DivUI | Arith::RemUI => {
            Err(Unsupported::not_expanded("expand-integer-arith"))
        }
        Arith::MulSIExtended | Arith::MulUIExtended => Err(Unsupported::not_expanded("expand-arith")),
        _ => Err(Unsupported::not_lowered()),
    }
}

fn math(cx: &mut Select<'_>, op: OpRef<'_>, kind: Math) -> SelectResult {
    match kind {
        Math::AbsF => float::sign_bit(cx, op, Bitwise::And),
        Math::AbsI => int::abs(cx, op),
        Math::Sqrt => float::sqrt(cx, op),
        Math::Floor => float::unary(cx, op, Opcode::VFloorF32, Opcode::VFloorF64),
        Math::Ceil => float::unary(cx, op, Opcode::VCeilF32, Opcode::VCeilF64),
        Math::Trunc => float::unary(cx, op, Opcode::VTruncF32, Opcode::VTruncF64),
        Math::RoundEven => float::unary(cx, op, Opcode::VRndneF32, Opcode::VRndneF64),
        Math::Fma => float::fma(cx, op),
        Math::CopySign => float::copy_sign(cx, op),
        Math::CtLz => int::count(cx, op, Count::Leading),
        Math::CtTz => int::count(cx, op, Count::Trailing),
        Math::CtPop => int::count(cx, op, Count::Ones),
        Math::Exp2 => float::approximate(cx, op, Opcode::VExpF32),
        Math::Log2 => float::approximate(cx, op, Opcode::VLogF32),
        Math::Sin => float::approximate(cx, op, Opcode::VSinF32),
        Math::Cos => float::approximate(cx, op, Opcode::VCosF32),
        Math::Rsqrt => float::approximate(cx, op, Opcode::VRsqF32),
        _ => Err(Unsupported::not_expanded("math-expand")),
    }
}

/// Selects `arith.constant`.
pub(super) fn constant(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let attr = op.attr("value").ok_or("it has no value")?;
    let scalar = cx.scalar_of(op.result(0))?;
    let bits = match op.module.attr_kind(attr) {
        AttrKind::Bool(value) => i64::from(*value),
        AttrKind::Integer(value, _) => *value,
        AttrKind::Float(bits, _) => *bits as i64,
        _ => return Err("expected a number of the type of the result".into()),
    };
    let loc = match scalar {
        Scalar::Int(1) => Loc::Bit(Bit::Const(bits & 1 == 1)),
        Scalar::Int(width) if width <= 32 => {
            Loc::Words(Words::constant(bits << (64 - width) >> (64 - width), 1))
        }
        scalar => Loc::Words(Words::constant(bits, n_words(scalar))),
    };
    cx.set(op.result(0), loc);
    Ok(())
}

fn choose(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let condition = cx.bit(op.operand(0))?;
    let [yes, no] = [op.operand(1), op.operand(2)].map(|value| cx.loc(value).cloned());
    let loc = match (yes?, no?) {
        (Loc::Words(yes), Loc::Words(no)) => Loc::Words(cx.choose(condition, yes, no)),
        (Loc::Bit(yes), Loc::Bit(no)) => {
            let [yes, no] = [yes, no].map(|bit| Words::One(cx.word_of_bit(bit, 1)));
            let word = cx.choose(condition, yes, no).low();
            Loc::Bit(cx.bit_of_word(word))
        }
        (Loc::Pointer(yes), Loc::Pointer(no)) => {
            let space = yes.space;
            let (yes, no) = (cx.address(yes), cx.address(no));
            let base = cx.choose(condition, yes, no);
            Loc::Pointer(super::values::Pointer { space, base, offset: None, immediate: 0 })
        }
        _ => return Err("expected numbers or pointers".into()),
    };
    cx.set(op.result(0), loc);
    Ok(())
}
