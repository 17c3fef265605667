//! Selects conversions between scalar types.

use super::int::{Bitwise, Shift};
use super::values::{Bit, Loc, Scalar, Words, n_words};
use super::{Select, SelectResult, Selector as _, Unsupported};
use crate::inst::Operand;
use crate::opcode::Opcode;
use warpline_ir::dialect::arith::direction_of;
use warpline_ir::{MachineFloat, OpRef};

/// Resizes an integer: sign-extends, zero-extends or truncates it.
pub(crate) fn resize(cx: &mut Select<'_>, op: OpRef<'_>, signed: bool) -> SelectResult {
    let (from, to) = (cx.int_width(op.operand(0))?, cx.int_width(op.result(0))?);
    if from == 1 {
        let loc = cx.loc(op.operand(0))?.clone();
        if to == 1 {
            cx.set(op.result(0), loc);
            return Ok(());
        }
        let bit = cx.bit(op.operand(0))?;
        let word = cx.word_of_bit(bit, if signed { -1 } else { 1 });
        let upper = if signed { word } else { Operand::Const(0) };
        cx.set_words(op.result(0), if 32 < to { Words::Two([word, upper]) } else { Words::One(word) });
        return Ok(());
    }
    let value = cx.words(op.operand(0))?;
    if to == 1 {
        let bit = cx.low_bit(value.low());
        cx.set(op.result(0), Loc::Bit(bit));
        return Ok(());
    }
    let result = if to < from { cx.cut(value, to) } else { cx.extend(value, from, to, signed) };
    cx.set_words(op.result(0), result);
    Ok(())
}

/// Selects `arith.bitcast`. A narrow integer is sign-extended in its word, a float of 8 bits zero-extended.
pub(crate) fn bitcast(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let (from, to) = (cx.scalar_of(op.operand(0))?, cx.scalar_of(op.result(0))?);
    if n_words(from) != n_words(to) || from.bytes() != to.bytes() {
        return Err("the types differ in size".into());
    }
    let value = cx.words(op.operand(0))?;
    let bits = 8 * from.bytes() as u32;
    let result = match (from, to) {
        (Scalar::Int(width), Scalar::Fp8(_)) if width < 32 => cx.zero_extended(value, bits),
        (Scalar::Float(_) | Scalar::Fp8(_), Scalar::Int(width)) if width < 32 => cx.narrowed(value, bits),
        _ => value,
    };
    cx.set_words(op.result(0), result);
    Ok(())
}

/// Selects `arith.extf` and `arith.truncf`.
pub(crate) fn float_to_float(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    if let Some(mode) = direction_of(op) {
        let reason = format!("only rounding to nearest even is supported, but found {mode}");
        return Err(reason.into());
    }
    let (from, to) = (cx.float_of(op.operand(0))?, cx.float_of(op.result(0))?);
    let value = cx.number(op.operand(0))?;
    let result = match (from, to) {
        (MachineFloat::F16, MachineFloat::F32) => cx.make(Opcode::VCvtF32F16, &[value]),
        (MachineFloat::BF16, MachineFloat::F32) => cx.shift32(Shift::Left, value, Operand::Const(16)),
        (MachineFloat::F32, MachineFloat::F16) => cx.make(Opcode::VCvtF16F32, &[value]),
        (MachineFloat::F32, MachineFloat::BF16) => cx.bf16_of_f32(value),
        (MachineFloat::F32, MachineFloat::F64) => cx.make(Opcode::VCvtF64F32, &[value]),
        (MachineFloat::F64, MachineFloat::F32) => cx.make(Opcode::VCvtF32F64, &[value]),
        (MachineFloat::F16, MachineFloat::F64) => {
            let single = cx.make(Opcode::VCvtF32F16, &[value]);
            cx.make(Opcode::VCvtF64F32, &[single])
        }
        (MachineFloat::BF16, MachineFloat::F64) => {
            let single = cx.shift32(Shift::Left, value, Operand::Const(16));
            cx.make(Opcode::VCvtF64F32, &[single])
        }
        (MachineFloat::F64, MachineFloat::F16 | MachineFloat::BF16) => {
            return Err(Unsupported::not_expanded("arith-emulate-unsupported-floats"));
        }
        (MachineFloat::BF16, MachineFloat::F16) => {
            let single = cx.shift32(Shift::Left, value, Operand::Const(16));
            cx.make(Opcode::VCvtF16F32, &[single])
        }
        (MachineFloat::F16, MachineFloat::BF16) => {
            let single = cx.make(Opcode::VCvtF32F16, &[value]);
            cx.bf16_of_f32(single)
        }
        (MachineFloat::F16, MachineFloat::F16)
        | (MachineFloat::BF16, MachineFloat::BF16)
        | (MachineFloat::F32, MachineFloat::F32)
        | (MachineFloat::F64, MachineFloat::F64) => value,
    };
    cx.set_float(op.result(0), result, to == MachineFloat::F64);
    Ok(())
}

/// Converts an integer of 32 bits to a float, rounded to nearest even; `expand-integer-arith` has converted others.
pub(crate) fn int_to_float(cx: &mut Select<'_>, op: OpRef<'_>, signed: bool) -> SelectResult {
    let to = cx.float_of(op.result(0))?;
    let Words::One(value) = cx.arithmetic(op.operand(0))? else {
        return Err(Unsupported::not_expanded("expand-integer-arith"));
    };
    let result = match (to, signed) {
        (MachineFloat::F32, true) => cx.make(Opcode::VCvtF32I32, &[value]),
        (MachineFloat::F32, false) => cx.make(Opcode::VCvtF32U32, &[value]),
        (MachineFloat::F64, true) => cx.make(Opcode::VCvtF64I32, &[value]),
        (MachineFloat::F64, false) => cx.make(Opcode::VCvtF64U32, &[value]),
        (MachineFloat::F16 | MachineFloat::BF16, _) => {
            return Err(Unsupported::not_expanded("arith-emulate-unsupported-floats"));
        }
    };
    cx.set_float(op.result(0), result, to == MachineFloat::F64);
    Ok(())
}

/// Converts a float to an integer of 32 bits, rounded toward zero.
pub(crate) fn float_to_int(cx: &mut Select<'_>, op: OpRef<'_>, signed: bool) -> SelectResult {
    let from = cx.float_of(op.operand(0))?;
    if cx.int_width(op.result(0))? != 32 {
        return Err(Unsupported::not_expanded("expand-integer-arith"));
    }
    let mut value = cx.number(op.operand(0))?;
    match from {
        MachineFloat::F16 => value = cx.make(Opcode::VCvtF32F16, &[value]),
        MachineFloat::BF16 => value = cx.shift32(Shift::Left, value, Operand::Const(16)),
        MachineFloat::F32 | MachineFloat::F64 => {}
    }
    let opcode = match (from, signed) {
        (MachineFloat::F64, true) => Opcode::VCvtI32F64,
        (MachineFloat::F64, false) => Opcode::VCvtU32F64,
        (_, true) => Opcode::VCvtI32F32,
        (_, false) => Opcode::VCvtU32F32,
    };
    let result = cx.make(opcode, &[value]);
    cx.set_word(op.result(0), result);
    Ok(())
}

impl Select<'_> {
    /// Truncates an integer to fewer bits, more than one.
    fn cut(&mut self, value: Words, to: u32) -> Words {
        match value {
            Words::Two([low, high]) if 32 < to => {
                Words::Two([low, self.narrowed(Words::One(high), to - 32).low()])
            }
            value => self.narrowed(Words::One(value.low()), to),
        }
    }

    /// Extends the sign of the lowest `width` bits of a word.
    pub(crate) fn narrowed(&mut self, value: Words, width: u32) -> Words {
        let word = value.low();
        if width == 32 {
            return Words::One(word);
        }
        let rest = 32 - width;
        Words::One(match word {
            Operand::Const(bits) => Operand::Const(i64::from((bits as i32) << rest >> rest)),
            _ if !self.is_scalar(word) => {
                self.make(Opcode::VBfeI32, &[word, Operand::Const(0), Operand::Const(i64::from(width))])
            }
            _ if width == 8 => self.make(Opcode::SSextI32I8, &[word]),
            _ if width == 16 => self.make(Opcode::SSextI32I16, &[word]),
            _ => self.make(Opcode::SBfeI32, &[word, Operand::Const(i64::from(width << 16))]),
        })
    }

    /// Clears the bits of a word above the lowest `width`.
    pub(crate) fn zero_extended(&mut self, value: Words, width: u32) -> Words {
        if width == 32 {
            return value;
        }
        Words::One(self.bitwise32(Bitwise::And, value.low(), Operand::Const((1 << width) - 1)))
    }

    fn extend(&mut self, value: Words, from: u32, to: u32, signed: bool) -> Words {
        if let Words::Two([low, high]) = value {
            if signed || from == 64 {
                return value;
            }
            let mask = Operand::Const(i64::from(((1u64 << (from - 32)) - 1) as i32));
            return Words::Two([low, self.bitwise32(Bitwise::And, high, mask)]);
        }
        let low = if signed { value.low() } else { self.zero_extended(value, from).low() };
        if to <= 32 {
            return Words::One(low);
        }
        let high =
            if signed { self.shift32(Shift::Arithmetic, low, Operand::Const(31)) } else { Operand::Const(0) };
        Words::Two([low, high])
    }

    /// Returns the lowest bit of a word.
    pub(crate) fn low_bit(&mut self, word: Operand) -> Bit {
        let bit = self.bitwise32(Bitwise::And, word, Operand::Const(1));
        match bit {
            Operand::Const(bits) => Bit::Const(bits == 1),
            _ if self.is_scalar(bit) => Bit::Scalar(bit),
            _ => self.bit_of_word(bit),
        }
    }
}
