//! Selects products of subgroup matrices: the instruction of the chip, or multiply-adds of elements that lanes exchange.

use super::{Fragment, elements, part, set, words};
use crate::code::Class;
use crate::inst::{Modifiers, Operand};
use crate::opcode::Opcode;
use crate::select::int::{Bitwise, Shift};
use crate::select::values::{Bit, Scalar, Words, n_words};
use crate::select::{Select, SelectResult, Unsupported};
use warpline_ir::{MachineFloat, OpRef};

/// Selects `gpu.subgroup_mma_compute`.
pub(super) fn compute(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let [a, b, c] = ["opA", "opB", "opC"].map(|name| Fragment::of(cx, cx.module.type_of(op.named(name))));
    let (a, b, c) = (a?, b?, c?);
    // 'a_transpose' and 'b_transpose' repeat how a factor was loaded.
    if a.columns != b.rows || a.rows != c.rows || b.columns != c.columns || a.scalar != b.scalar {
        return Err("the shapes or types of the factors do not fit".into());
    }
    match [a.spread, b.spread] {
        [Some(a_lanes), Some(b_lanes)] => expanded(cx, op, [a, b, c], (a_lanes, b_lanes)),
        _ => native(cx, op, [a, b, c]),
    }
}

/// Emits the instruction of the chip. Sums of halves are computed in f32 and rounded at the end.
fn native(cx: &mut Select<'_>, op: OpRef<'_>, [a, b, c]: [Fragment; 3]) -> SelectResult {
    let is_cdna = cx.chip.family.is_gfx9();
    let opcode = match (a.scalar, c.scalar, is_cdna) {
        (Scalar::Float(MachineFloat::F16), Scalar::Float(_), false) => Opcode::VWmmaF3216x16x16F16,
        (Scalar::Float(MachineFloat::BF16), Scalar::Float(MachineFloat::F32), false) => {
            Opcode::VWmmaF3216x16x16Bf16
        }
        (Scalar::Int(8), Scalar::Int(32), false) => Opcode::VWmmaI3216x16x16Iu8,
        (Scalar::Float(MachineFloat::F16), Scalar::Float(_), true) => Opcode::VMfmaF3216x16x16F16,
        (Scalar::Float(MachineFloat::BF16), Scalar::Float(MachineFloat::F32), true) => {
            Opcode::VMfmaF3216x16x16Bf16
        }
        _ => return Err(mixed()),
    };
    let [left, right] = [("opA", a), ("opB", b)]
        .map(|(name, fragment)| words(cx, op.named(name), &fragment).map(|words| cx.tuple(&words, Class::V)));
    let (left, right) = (left?, right?);
    let result = Operand::from(cx.fresh(Class::V, c.n_words()));
    let is_half = c.scalar == Scalar::Float(MachineFloat::F16);
    for (index, word) in words(cx, op.named("opC"), &c)?.into_iter().enumerate() {
        let target = result.word(index as u8);
        if is_half {
            cx.emit(Opcode::VCvtF32F16, &[target, word]);
        } else {
            cx.copy(target, word);
        }
    }
    let signs = u8::from(!a.is_unsigned) | u8::from(!b.is_unsigned) << 1;
    let neg = if matches!(a.scalar, Scalar::Int(_)) { signs } else { 0 };
    cx.emit_with(opcode, &[result, left, right, result], Modifiers { neg, ..Modifiers::default() });
    if !is_half {
        set(cx, op.result(0), &c, result);
        return Ok(());
    }
    let rounded = Operand::from(cx.fresh(Class::V, c.n_words()));
    for index in 0..c.n_words() {
        let half = cx.make(Opcode::VCvtF16F32, &[result.word(index)]);
        let half = cx.zero_extended(Words::One(half), 16).low();
        cx.copy(rounded.word(index), half);
    }
    set(cx, op.result(0), &c, rounded);
    Ok(())
}

/// Emits a product of elements that lanes exchange.
fn expanded(
    cx: &mut Select<'_>,
    op: OpRef<'_>,
    [a, b, c]: [Fragment; 3],
    (a_lanes, b_lanes): (i64, i64),
) -> SelectResult {
    let lefts = elements(cx, op.named("opA"), &a)?;
    let rights = elements(cx, op.named("opB"), &b)?;
    let sums = elements(cx, op.named("opC"), &c)?;
    let [row, column] = c.coordinates(cx);
    let depth = a.columns;
    let mut columns = Vec::new();
    for k in 0..depth {
        // The elements of a row of the second factor are in neighbouring lanes.
        let first = cx.add32(column.lane, Operand::Const(k * b.columns % b_lanes));
        columns.push(exchanged(cx, rights[(k * b.columns / b_lanes) as usize], first));
    }
    let row_first = cx.mul32(row.lane, Operand::Const(depth));
    let result = Operand::from(cx.fresh(Class::V, c.n_words()));
    let n_words = n_words(c.scalar);
    let is_half = c.scalar == Scalar::Float(MachineFloat::F16);
    for (index, sum) in sums.into_iter().enumerate() {
        let mut sum = if is_half { Words::One(cx.widened(MachineFloat::F16, sum)) } else { sum };
        for (k, right) in columns.iter().enumerate() {
            let first = index as i64 * row.step * depth + k as i64;
            let place = cx.add32(row_first, Operand::Const(first));
            let lane = cx.bitwise32(Bitwise::And, place, Operand::Const(a_lanes - 1));
            // Rows of different lanes may be in different elements of the lanes that hold them.
            let candidates = first / a_lanes..=(first + row.last * depth) / a_lanes;
            let mut left = None;
            for candidate in candidates {
                let found = exchanged(cx, lefts[candidate as usize], lane);
                left = Some(match left {
                    None => found,
                    Some(other) => {
                        let number = cx.shift32(
                            Shift::Logical,
                            place,
                            Operand::Const(i64::from(a_lanes.trailing_zeros())),
                        );
                        let number = cx.reg(number, Class::V);
                        let is_it = cx.make(Opcode::VCmpEqU32, &[Operand::Const(candidate), number]);
                        cx.choose(Bit::Mask(is_it), found, other)
                    }
                });
            }
            let Some(left) = left else { continue };
            sum = multiply_add(cx, (a.scalar, c.scalar), [left, *right, sum])?;
        }
        if is_half {
            sum = cx.narrowed_from(MachineFloat::F16, sum.low());
        }
        let target = part(result, index as u8 * n_words, n_words);
        for (word, source) in sum.list().iter().enumerate() {
            cx.copy(target.word(word as u8), *source);
        }
    }
    set(cx, op.result(0), &c, result);
    Ok(())
}

fn mixed() -> Unsupported {
    Unsupported::from("the types of factors and accumulator do not fit")
}

/// Returns the words that another lane holds.
fn exchanged(cx: &mut Select<'_>, words: Words, lane: Operand) -> Words {
    let address = cx.shift32(Shift::Left, lane, Operand::Const(2));
    let address = cx.reg(address, Class::V);
    let mut word = |word: Operand| {
        let word = cx.reg(word, Class::V);
        cx.make(Opcode::DsBpermuteB32, &[address, word])
    };
    match words {
        Words::One(one) => Words::One(word(one)),
        Words::Two(two) => Words::Two(two.map(&mut word)),
    }
}

fn multiply_add(
    cx: &mut Select<'_>,
    (factor, sum): (Scalar, Scalar),
    [a, b, c]: [Words; 3],
) -> Result<Words, Unsupported> {
    let result = match (factor, sum) {
        (Scalar::Int(8), Scalar::Int(32)) => {
            let product = cx.mul32(a.low(), b.low());
            cx.add32(product, c.low())
        }
        (Scalar::Float(MachineFloat::F64), _) | (_, Scalar::Float(MachineFloat::F64)) if factor != sum => {
            return Err(mixed());
        }
        (Scalar::Float(MachineFloat::F64), _) => {
            let [a, b, c] = [a, b, c].map(|part| cx.tuple(part.list(), Class::V));
            cx.make(Opcode::VFmaF64, &[a, b, c])
        }
        // Sums of halves are in f32, too.
        (Scalar::Float(factor), Scalar::Float(_)) => {
            let [a, b] = [a, b].map(|part| cx.widened(factor, part));
            cx.make(Opcode::VFmaF32, &[a, b, c.low()])
        }
        _ => return Err(mixed()),
    };
    Ok(Words::of(result, n_words(sum)))
}
