//! Selects sums and products of vectors of two floats, which `expand-vectors` leaves: halves in one word, and on CDNA
//! words in a pair of registers.
//!
//! Each part of a packed instruction rounds as the scalar instruction does, so results are bit-identical. Two halves
//! that one instruction or load defines stay a word for the next.

use super::float::negating;
use super::int::Shift;
use super::values::{Loc, Scalar, Words};
use super::{Select, Selector as _, Unsupported};
use crate::code::Class;
use crate::inst::{Modifiers, Operand};
use crate::opcode::Opcode;
use warpline_ir::dialect::arith::direction_of;
use warpline_ir::{Arith, MachineFloat, Math, OpKind, OpRef, Value};

/// The selector of `v_perm_b32` for the lower halves of its first sources, that of the second source first.
const LOWER_HALVES: Operand = Operand::Const(0x0504_0100);

/// Selects an operation on vectors of two floats; returns `false` if it is not one.
pub(super) fn by_pair(cx: &mut Select<'_>, op: OpRef<'_>) -> Result<bool, Unsupported> {
    let [of_halves, of_words] = match op.kind() {
        OpKind::Arith(Arith::AddF | Arith::SubF) => [Opcode::VPkAddF16, Opcode::VPkAddF32],
        OpKind::Arith(Arith::MulF) => [Opcode::VPkMulF16, Opcode::VPkMulF32],
        OpKind::Math(Math::Fma) => [Opcode::VPkFmaF16, Opcode::VPkFmaF32],
        _ => return Ok(false),
    };
    if !cx.is_vector(op.result_type(0)) {
        return Ok(false);
    }
    let (2, Scalar::Float(float)) = cx.elements_of(op.result_type(0))? else { return Ok(false) };
    if direction_of(op).is_some() {
        return Err(Unsupported::not_expanded("expand-vectors"));
    }
    let is_difference = op.kind() == OpKind::Arith(Arith::SubF);
    let modifiers = if is_difference { negating(2) } else { Modifiers::default() };
    let pairs = op.operands().iter().map(|value| cx.two(*value)).collect::<Result<Vec<_>, _>>()?;
    let result = match float {
        MachineFloat::F16 => {
            let words: Vec<Operand> = pairs.into_iter().map(|pair| cx.packed(pair)).collect();
            let word = cx.make_with(of_halves, &words, modifiers);
            cx.halves(word)
        }
        MachineFloat::F32 => {
            let tuples: Vec<Operand> = pairs.iter().map(|pair| cx.tuple(pair, Class::V)).collect();
            let tuple = cx.make_with(of_words, &tuples, modifiers);
            [tuple.word(0), tuple.word(1)]
        }
        MachineFloat::BF16 | MachineFloat::F64 => return Err(Unsupported::not_expanded("expand-vectors")),
    };
    cx.set_elements(op.result(0), result.map(|word| Loc::Words(Words::One(word))).to_vec());
    Ok(true)
}

impl Select<'_> {
    /// Returns the elements of a vector of two numbers, a word each.
    fn two(&self, value: Value) -> Result<[Operand; 2], Unsupported> {
        match *self.elements(value)? {
            [Loc::Words(Words::One(first)), Loc::Words(Words::One(second))] => Ok([first, second]),
            _ => Err("expected a vector of two floats".into()),
        }
    }

    /// Returns a register with two halves, the first one low.
    fn packed(&mut self, halves: [Operand; 2]) -> Operand {
        let word = self.pair_of_halves(halves);
        if let Operand::Const(_) = word { self.reg(word, Class::S) } else { word }
    }

    /// Returns two halves as a word, the first one low.
    pub(super) fn pair_of_halves(&mut self, halves: [Operand; 2]) -> Operand {
        if let Some(word) = self.pairs.get(&halves) {
            return *word;
        }
        let [low, high] = halves;
        match (low, high) {
            (Operand::Const(low), Operand::Const(high)) => {
                Operand::Const(i64::from(((high << 16) | (low & 0xFFFF)) as i32))
            }
            _ if self.are_scalar(&halves) => self.make(Opcode::SPackLlB32B16, &halves),
            _ => {
                let selector =
                    if self.chip.family.is_gfx9() { self.reg(LOWER_HALVES, Class::S) } else { LOWER_HALVES };
                self.make(Opcode::VPermB32, &[high, low, selector])
            }
        }
    }

    /// Returns the halves of a word, of which the upper bits have no meaning.
    pub(super) fn halves(&mut self, word: Operand) -> [Operand; 2] {
        let halves = [word, self.shift32(Shift::Logical, word, Operand::Const(16))];
        if !matches!(word, Operand::Const(_)) {
            self.pairs.insert(halves, word);
        }
        halves
    }
}
