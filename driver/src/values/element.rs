//! The scalar types of buffers, and conversions of single values between bits, numbers and text.

use warpline_ir::scalar::{float, sign_extend};
use warpline_ir::{Float, Module, Type, TypeKind};

/// The type of one element of a buffer. In memory it is little-endian; an `i1` takes one byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// An integer of this many bits: 1, 8, 16, 32 or 64.
    Int(u32),
    /// `index`: 64 bits.
    Index,
    /// A float.
    Float(Float),
}

impl Element {
    /// Returns the element type of a scalar type of a module; `None` for types that no buffer file can hold.
    pub fn of(module: &Module, ty: Type) -> Option<Self> {
        match module.type_kind(ty) {
            TypeKind::Integer(width @ (1 | 8 | 16 | 32 | 64), _) => Some(Self::Int(*width)),
            TypeKind::Index => Some(Self::Index),
            TypeKind::Float(Float::F80 | Float::F128) => None,
            TypeKind::Float(float) => Some(Self::Float(*float)),
            _ => None,
        }
    }

    /// Returns the element type with this keyword.
    pub fn from_keyword(word: &str) -> Option<Self> {
        let ints = [1, 8, 16, 32, 64].map(Self::Int);
        let floats = Float::ALL.into_iter().filter(|(.., width)| *width <= 64).map(|row| Self::Float(row.0));
        ints.into_iter().chain(floats).chain([Self::Index]).find(|element| element.keyword() == word)
    }

    /// Returns the keyword: `i32`, `index`, `f32`.
    pub fn keyword(self) -> String {
        match self {
            Self::Int(width) => format!("i{width}"),
            Self::Index => "index".to_string(),
            Self::Float(float) => float.keyword().to_string(),
        }
    }

    /// Returns the size in memory, in bytes.
    pub fn bytes(self) -> usize {
        match self {
            Self::Int(width) => (width as usize).div_ceil(8),
            Self::Index => 8,
            Self::Float(float) => (float.width() as usize).div_ceil(8).next_power_of_two(),
        }
    }

    /// Parses a value and returns its bits.
    pub fn parse(self, text: &str) -> Result<u64, String> {
        let refused = || format!("expected a value of type {}, but found '{text}'", self.keyword());
        match (self, text) {
            (Self::Int(_), "true") => Ok(1),
            (Self::Int(_), "false") => Ok(0),
            (Self::Int(_) | Self::Index, _) => self.parse_int(text).ok_or_else(refused),
            (Self::Float(Float::F32), _) => {
                text.parse::<f32>().map(|x| u64::from(x.to_bits())).map_err(|_| refused())
            }
            (Self::Float(_), _) => text.parse().map(|x| self.from_f64(x)).map_err(|_| refused()),
        }
    }

    fn parse_int(self, text: &str) -> Option<u64> {
        let value: i128 = text.parse().ok()?;
        let width = self.bytes() as u32 * 8;
        let width = if self == Self::Int(1) { 1 } else { width };
        let (low, high) = (-(1i128 << (width - 1)), 1i128 << width);
        let mask = u64::MAX >> (64 - width);
        (low <= value && value < high).then_some(value as u64 & mask)
    }

    /// Returns the bits of the value nearest to a number; integers are truncated and wrapped.
    pub fn from_f64(self, value: f64) -> u64 {
        match self {
            Self::Int(width) => value as i64 as u64 & (u64::MAX >> (64 - width)),
            Self::Index => value as i64 as u64,
            Self::Float(format) => float::narrow(format, value),
        }
    }

    /// Converts a value to a number; integers are signed, but `i1` is 0 or 1.
    pub fn to_f64(self, bits: u64) -> f64 {
        match self {
            Self::Int(_) | Self::Index => self.to_i64(bits) as f64,
            Self::Float(format) => float::widen(format, bits),
        }
    }

    fn to_i64(self, bits: u64) -> i64 {
        match self {
            Self::Int(1) => (bits & 1) as i64,
            Self::Int(width) => sign_extend(bits as i64, width),
            Self::Index | Self::Float(_) => bits as i64,
        }
    }

    /// Formats a value as text that reads back to the same bits, except for NaN payloads.
    pub fn format(self, bits: u64) -> String {
        match self {
            Self::Int(_) | Self::Index => self.to_i64(bits).to_string(),
            Self::Float(Float::F64) => format!("{:?}", f64::from_bits(bits)),
            Self::Float(Float::F32) => format!("{:?}", f32::from_bits(bits as u32)),
            Self::Float(_) => format!("{:?}", self.to_f64(bits) as f32),
        }
    }

    /// Loads the bits of one element.
    pub fn load(self, bytes: &[u8]) -> u64 {
        let mut all = [0u8; 8];
        all[..self.bytes()].copy_from_slice(&bytes[..self.bytes()]);
        u64::from_le_bytes(all)
    }
}
