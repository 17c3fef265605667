//! Constants as operands: inline in the code of the operand, or as a literal after the instruction.
//!
//! The bits of a constant are those of its type. Small integers and a few floats are inline constants; of other
//! 64-bit constants only those can be written whose 32-bit literal the processor extends to the value.

use crate::opcode::ConstantType;

/// A constant as it is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Constant {
    /// The code of the operand.
    Inline(u32),
    /// The literal after the instruction.
    Literal(u32),
}

/// The code of an operand whose value is the literal after the instruction.
pub(crate) const LITERAL: u32 = 255;

/// The code of the inline integer 0; greater ones follow.
const INLINE_ZERO: i64 = 128;

/// The code of the inline integer -1 less one; smaller ones follow.
const INLINE_NEGATIVE: i64 = 192;

/// The code of the inline float 0.5; those of the other floats follow.
const INLINE_FLOAT: u32 = 240;

/// The bits of 0.5, -0.5, 1, -1, 2, -2, 4, -4, 1/2π as floats of 16 bits.
const FLOATS_16: [u64; 9] = [0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000, 0xc000, 0x4400, 0xc400, 0x3118];

/// The same as floats of 32 bits.
const FLOATS_32: [u64; 9] = [
    0x3f00_0000,
    0xbf00_0000,
    0x3f80_0000,
    0xbf80_0000,
    0x4000_0000,
    0xc000_0000,
    0x4080_0000,
    0xc080_0000,
    0x3e22_f983,
];

/// The same as floats of 64 bits.
const FLOATS_64: [u64; 9] = [
    0x3fe0_0000_0000_0000,
    0xbfe0_0000_0000_0000,
    0x3ff0_0000_0000_0000,
    0xbff0_0000_0000_0000,
    0x4000_0000_0000_0000,
    0xc000_0000_0000_0000,
    0x4010_0000_0000_0000,
    0xc010_0000_0000_0000,
    0x3fc4_5f30_6dc9_c882,
];

impl Constant {
    /// Returns the encoding of a value, or nothing if it has none.
    pub(crate) fn new(value: i64, ty: ConstantType) -> Option<Self> {
        let bits = bits(value, ty)?;
        match inline(bits, ty) {
            Some(code) => Some(Self::Inline(code)),
            None => literal(bits, ty).map(Self::Literal),
        }
    }

    /// Returns the literal, if the constant is one.
    pub(crate) fn literal(self) -> Option<u32> {
        match self {
            Self::Inline(_) => None,
            Self::Literal(literal) => Some(literal),
        }
    }
}

/// Returns the constant in the assembly language, such that the assembler encodes it in the same way.
pub(crate) fn constant_text(value: i64, ty: ConstantType) -> String {
    let Some(bits) = bits(value, ty) else { return value.to_string() };
    let integer = signed(bits, ty);
    if (-16..=64).contains(&integer) {
        return integer.to_string();
    }
    match (inline(bits, ty), literal(bits, ty), ty) {
        // The assembler takes the high word of a float, and takes a small one for an integer unless told otherwise.
        (None, Some(high @ 0..=64), ConstantType::F64) => format!("lit({high:#x})"),
        (None, Some(high), ConstantType::F64) => format!("{high:#x}"),
        (None, Some(low), ConstantType::I64 | ConstantType::B64) => format!("{low:#x}"),
        _ => format!("{bits:#x}"),
    }
}

/// Returns the width of a type in bits.
const fn width(ty: ConstantType) -> u32 {
    match ty {
        ConstantType::B16 | ConstantType::F16 => 16,
        ConstantType::B32 | ConstantType::F16x2 => 32,
        ConstantType::B64 | ConstantType::I64 | ConstantType::F64 => 64,
    }
}

/// Returns the bits of a value that is sign-extended or zero-extended from its type.
fn bits(value: i64, ty: ConstantType) -> Option<u64> {
    let unused = 64 - width(ty);
    let bits = (value as u64) << unused >> unused;
    let is_extended = value == signed(bits, ty) || value as u64 == bits;
    is_extended.then_some(bits)
}

/// Returns the bits of a type as a signed integer.
const fn signed(bits: u64, ty: ConstantType) -> i64 {
    let unused = 64 - width(ty);
    (bits << unused) as i64 >> unused
}

/// Returns the code of the inline constant of the same bits.
fn inline(bits: u64, ty: ConstantType) -> Option<u32> {
    let floats: &[u64] = match ty {
        ConstantType::B16 => &[],
        ConstantType::F16 | ConstantType::F16x2 => &FLOATS_16,
        ConstantType::B32 => &FLOATS_32,
        ConstantType::B64 | ConstantType::I64 | ConstantType::F64 => &FLOATS_64,
    };
    match signed(bits, ty) {
        integer @ 0..=64 => Some((INLINE_ZERO + integer) as u32),
        integer @ -16..=-1 => Some((INLINE_NEGATIVE - integer) as u32),
        _ => floats.iter().position(|&float| float == bits).map(|i| INLINE_FLOAT + i as u32),
    }
}

/// Returns the literal that the processor extends to the same bits.
fn literal(bits: u64, ty: ConstantType) -> Option<u32> {
    match ty {
        ConstantType::B16 | ConstantType::F16 | ConstantType::B32 | ConstantType::F16x2 => Some(bits as u32),
        ConstantType::B64 => u32::try_from(bits).ok(),
        ConstantType::I64 => i32::try_from(bits as i64).ok().map(|value| value as u32),
        ConstantType::F64 => (bits as u32 == 0).then_some((bits >> 32) as u32),
    }
}
