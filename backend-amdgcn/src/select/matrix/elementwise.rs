//! Selects operations on each element of subgroup matrices.

use super::{Fragment, elements, pack, set};
use crate::code::Class;
use crate::inst::{Modifiers, Operand};
use crate::opcode::Opcode;
use crate::select::int::Bitwise;
use crate::select::values::{Scalar, Words};
use crate::select::{Select, SelectResult, Unsupported};
use warpline_ir::{MachineFloat, OpRef};

/// Selects `gpu.subgroup_mma_elementwise`.
pub(super) fn elementwise(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let word = op.keyword("opType").ok_or("its operation is not known")?;
    let (from, to) = (Fragment::of(cx, op.operand_type(0))?, Fragment::of(cx, op.result_type(0))?);
    if (from.spread, from.n) != (to.spread, to.n) {
        return Err("the lanes hold other elements of the result than of the operands".into());
    }
    let operands = op.operands().iter().map(|value| elements(cx, *value, &from));
    let operands = operands.collect::<Result<Vec<_>, _>>()?;
    let mut results = Vec::new();
    for index in 0..from.n as usize {
        let parts: Vec<Words> = operands.iter().map(|elements| elements[index]).collect();
        results.push(element_op(cx, word, (from.scalar, to.scalar), &parts)?);
    }
    let result = Operand::from(cx.fresh(Class::V, to.n_words()));
    pack(cx, &to, &results, result, false);
    set(cx, op.result(0), &to, result);
    Ok(())
}

fn element_op(
    cx: &mut Select<'_>,
    word: &str,
    (from, to): (Scalar, Scalar),
    parts: &[Words],
) -> Result<Words, Unsupported> {
    let no_such = || Unsupported::from(format!("'{word}' does not act on these matrices on this chip"));
    match (from, to) {
        (Scalar::Float(from), Scalar::Float(to)) => {
            // What a format lacks is computed in f32; the result of a sum, product or quotient is the same.
            let wide: Vec<Operand> = parts.iter().map(|part| cx.widened(from, *part)).collect();
            let is_double = from == MachineFloat::F64;
            let opcode = |of_f32, of_f64| if is_double { of_f64 } else { of_f32 };
            let sum = opcode(Opcode::VAddF32, Opcode::VAddF64);
            let result = match (word, &wide[..]) {
                ("extf" | "truncf", [a]) if is_double == (to == MachineFloat::F64) => *a,
                ("negatef", [a]) => negated(cx, is_double, *a),
                ("addf", [a, b]) => cx.make(sum, &[*a, *b]),
                ("subf", [a, b]) => {
                    cx.make_with(sum, &[*a, *b], Modifiers { neg: 0b10, ..Modifiers::default() })
                }
                ("mulf", [a, b]) => cx.make(opcode(Opcode::VMulF32, Opcode::VMulF64), &[*a, *b]),
                ("divf", [a, b]) => cx.quotient(is_double, *a, *b),
                ("maxf", [a, b]) => cx.make(opcode(Opcode::VMaxF32, Opcode::VMaxF64), &[*a, *b]),
                ("minf", [a, b]) => cx.make(opcode(Opcode::VMinF32, Opcode::VMinF64), &[*a, *b]),
                _ => return Err(no_such()),
            };
            Ok(cx.narrowed_from(to, result))
        }
        (Scalar::Int(_), Scalar::Int(_)) => {
            let result = match (word, parts) {
                ("addi", [a, b]) => cx.add32(a.low(), b.low()),
                ("subi", [a, b]) => cx.sub32(a.low(), b.low()),
                ("muli", [a, b]) => cx.mul32(a.low(), b.low()),
                ("negates", [a]) => cx.sub32(Operand::Const(0), a.low()),
                _ => return Err(no_such()),
            };
            Ok(Words::One(result))
        }
        _ => Err(no_such()),
    }
}

/// Returns a float with the other sign, that of zero included.
fn negated(cx: &mut Select<'_>, is_double: bool, value: Operand) -> Operand {
    let high = if is_double { value.word(1) } else { value };
    let flipped = cx.bitwise32(Bitwise::Xor, high, Operand::Const(i64::from(i32::MIN)));
    if is_double { cx.tuple(&[value.word(0), flipped], Class::V) } else { flipped }
}
