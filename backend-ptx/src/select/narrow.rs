//! Integers of 64 bits whose values fit 32: they are computed in 32 bits.
//!
//! Such a value lies in a register of 32 bits, and a copy widens it for whoever needs 64; where nobody does,
//! [`cleanup`](crate::cleanup) drops the copy.

use super::{Select, Unsupported};
use crate::inst::{Operand, Reg, RegClass};
use crate::opcode::Modifier::{S32, S64, U32, U64};
use crate::opcode::Opcode;
use warpline_ir::{OpRef, Value};
use warpline_passes::analysis::ranges::Range;

/// What is known about a register of 64 bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Narrow {
    /// The register of 32 bits with the same number.
    word: Reg,
    /// The values of both.
    pub(crate) range: Range,
}

impl Select<'_> {
    /// A word as a number of 64 bits with these values.
    pub(crate) fn widened_word(&mut self, word: Operand, range: Range) -> Operand {
        let Operand::Reg(word) = word else { return word };
        let wide = self.kernel.fresh(RegClass::B64);
        self.widen_into(wide, word, range);
        wide.into()
    }

    /// The same to a register that edges write.
    pub(super) fn widen_into(&mut self, wide: Reg, word: Reg, range: Range) {
        let types = if range.is_natural() { [U64, U32] } else { [S64, S32] };
        self.emit(Opcode::Cvt.with(types), &[wide.into(), word.into()]);
        if range.fits_i32() {
            self.narrow.insert(wide, Narrow { word, range });
        }
    }

    /// A number that was computed in 64 bits, as one of its operands needs them, has values that fit 32.
    pub(super) fn note_narrow(&mut self, wide: Operand, range: Range) {
        if let Operand::Reg(wide) = wide
            && range.fits_i32()
            && !self.narrow.contains_key(&wide)
        {
            let word = self.kernel.fresh(RegClass::B32);
            self.emit(Opcode::Cvt.with([U32, U64]), &[word.into(), wide.into()]);
            self.narrow.insert(wide, Narrow { word, range });
        }
    }

    /// What is known about an operand of 64 bits that fits 32.
    pub(crate) fn narrow_range(&self, operand: Operand) -> Option<Range> {
        match operand {
            Operand::Int(value) => Some(Range::point(value)).filter(|range| range.fits_i32()),
            Operand::Reg(reg) => self.narrow.get(&reg).map(|narrow| narrow.range),
            _ => None,
        }
    }

    /// The register of 32 bits that holds the same number.
    pub(super) fn word_of(&self, operand: Operand) -> Option<Operand> {
        match operand {
            Operand::Reg(reg) => self.narrow.get(&reg).map(|narrow| narrow.word.into()),
            _ => None,
        }
    }

    /// The lower 32 bits of an operand of 64.
    pub(crate) fn low_word(&mut self, operand: Operand) -> Operand {
        match operand {
            Operand::Reg(reg) => match self.narrow.get(&reg) {
                Some(narrow) => narrow.word.into(),
                None => self.make(Opcode::Cvt.with([U32, U64]), &[operand]),
            },
            fixed => fixed,
        }
    }

    /// Whether an operation on integers of 64 bits can be done in 32: its operands and results fit.
    pub(super) fn is_narrow(&self, op: OpRef<'_>) -> bool {
        op.results().all(|result| self.fits_word(result))
            && op.operands().iter().all(|value| self.fits_word(*value))
    }

    /// Whether a value is an integer of 64 bits that fits 32, or no integer of 64 bits.
    fn fits_word(&self, value: Value) -> bool {
        self.int_width(value).is_ok_and(|width| width <= 32) || self.ranges.of(value).fits_i32()
    }

    /// Whether a value is an integer of 64 bits that fits 32.
    pub(super) fn is_wide_word(&self, value: Value) -> bool {
        self.int_width(value).is_ok_and(|width| 32 < width) && self.ranges.of(value).fits_i32()
    }

    /// The operand of an integer of 64 bits, with what its place says about it: conditions may have made it fit 32.
    pub(super) fn operand_here(&mut self, value: Value) -> Result<Operand, Unsupported> {
        let operand = self.operand(value)?;
        if self.narrow_range(operand).is_some() || !self.is_wide_word(value) {
            return Ok(operand);
        }
        let word = self.low_word(operand);
        Ok(self.widened_word(word, self.ranges.of(value)))
    }

    /// Multiplies in 32 bits to 64, where just the product needs them.
    pub(super) fn wide_product(&mut self, op: OpRef<'_>) -> Result<bool, Unsupported> {
        if self.int_width(op.result(0))? != 64 || self.is_narrow(op) {
            return Ok(false);
        }
        let words = Range { min: 0, max: u32::MAX.into() };
        let mut ranges = op.operands().iter().map(|value| self.ranges.of(*value));
        if ranges.clone().all(|range| range.is_in(words)) && !ranges.all(Range::fits_i32) {
            let (lhs, rhs) = (self.operand(op.operand(0))?, self.operand(op.operand(1))?);
            let (lhs, rhs) = (self.low_word(lhs), self.low_word(rhs));
            let product = self.make(Opcode::MulWide.with([U32]), &[lhs, rhs]);
            self.set(op.result(0), product);
            return Ok(true);
        }
        let (lhs, rhs) = (self.operand_here(op.operand(0))?, self.operand_here(op.operand(1))?);
        if self.narrow_range(lhs).is_none() || self.narrow_range(rhs).is_none() {
            return Ok(false);
        }
        let (lhs, rhs) = (self.low_word(lhs), self.low_word(rhs));
        let product = self.make(Opcode::MulWide.with([S32]), &[lhs, rhs]);
        self.set(op.result(0), product);
        Ok(true)
    }
}
