//! The scalar types of buffers, and conversions of single values between bits, numbers and text.

use warpline_ir::scalar::float;
use warpline_ir::{Float, Module, Type, TypeKind};

/// The maximum number of bits of an integer.
const MAX_WIDTH: u32 = 128;

/// The type of one element of a buffer. In memory it is little-endian, and takes the next power of two of bytes: an `i1`
/// one, an `i33` eight. The bits above an integer are zero. The real part of a complex number is before the imaginary one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// An integer of this many bits, from 1 to 128.
    Int(u32),
    /// `index`: 64 bits.
    Index,
    /// A float.
    Float(Float),
    /// A complex number of two floats.
    Complex(Float),
}

impl Element {
    /// Returns the element type of a scalar type of a module; `None` for types that no buffer file can hold.
    pub fn of(module: &Module, ty: Type) -> Option<Self> {
        match module.type_kind(ty) {
            TypeKind::Integer(width, _) => {
                Some(Self::Int(*width)).filter(|_| (1..=MAX_WIDTH).contains(width))
            }
            TypeKind::Index => Some(Self::Index),
            TypeKind::Float(Float::F80 | Float::F128) => None,
            TypeKind::Float(float) => Some(Self::Float(*float)),
            TypeKind::Complex(part) => match Self::of(module, *part)? {
                Self::Float(float) => Some(Self::Complex(float)),
                Self::Int(_) | Self::Index | Self::Complex(_) => None,
            },
            _ => None,
        }
    }

    /// Whether values of the type are numbers in registers of processors: integers of 1, 8, 16, 32 or 64 bits, and floats.
    pub fn is_plain(self) -> bool {
        match self {
            Self::Int(width) => [1, 8, 16, 32, 64].contains(&width),
            Self::Index | Self::Float(_) => true,
            Self::Complex(_) => false,
        }
    }

    /// Returns the element type with this keyword.
    pub fn from_keyword(word: &str) -> Option<Self> {
        if let Some(part) = word.strip_prefix("complex<").and_then(|rest| rest.strip_suffix('>')) {
            let Self::Float(float) = Self::from_keyword(part)? else { return None };
            return Some(Self::Complex(float));
        }
        if let Some(width) = word.strip_prefix('i').and_then(|digits| digits.parse().ok()) {
            let element = Self::Int(width);
            return Some(element).filter(|_| (1..=MAX_WIDTH).contains(&width) && element.keyword() == word);
        }
        let floats = Float::ALL.into_iter().filter(|(.., width)| *width <= 64).map(|row| Self::Float(row.0));
        floats.chain([Self::Index]).find(|element| element.keyword() == word)
    }

    /// Returns the keyword: `i32`, `index`, `f32`, `complex<f32>`.
    pub fn keyword(self) -> String {
        match self {
            Self::Int(width) => format!("i{width}"),
            Self::Index => "index".to_string(),
            Self::Float(float) => float.keyword().to_string(),
            Self::Complex(float) => format!("complex<{}>", float.keyword()),
        }
    }

    /// Returns the size in memory, in bytes.
    pub fn bytes(self) -> usize {
        match self {
            Self::Int(width) => (width as usize).div_ceil(8).next_power_of_two(),
            Self::Index => 8,
            Self::Float(float) => (float.width() as usize).div_ceil(8).next_power_of_two(),
            Self::Complex(float) => 2 * Self::Float(float).bytes(),
        }
    }

    /// Parses a value and returns its bits. A complex number is `(1,2)`, or its real part.
    pub fn parse(self, text: &str) -> Result<u128, String> {
        let refused = || format!("expected a value of type {}, but found '{text}'", self.keyword());
        match (self, text) {
            (Self::Int(_), "true") => Ok(1),
            (Self::Int(_), "false") => Ok(0),
            (Self::Int(_) | Self::Index, _) => self.parse_int(text).ok_or_else(refused),
            (Self::Float(Float::F32), _) => {
                text.parse::<f32>().map(|x| u128::from(x.to_bits())).map_err(|_| refused())
            }
            (Self::Float(_), _) => text.parse().map(|x| self.from_f64(x)).map_err(|_| refused()),
            (Self::Complex(float), _) => {
                let part = Self::Float(float);
                let inner = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
                let parts = inner.map_or(Some((text, "0")), |inner| inner.split_once(','));
                let (real, imaginary) = parts.ok_or_else(refused)?;
                let parse = |text: &str| part.parse(text.trim()).map_err(|_| refused());
                Ok(parse(real)? | parse(imaginary)? << (8 * part.bytes()))
            }
        }
    }

    fn parse_int(self, text: &str) -> Option<u128> {
        let width = self.width();
        let mask = u128::MAX >> (u128::BITS - width);
        if let Ok(value) = text.parse::<u128>() {
            return Some(value).filter(|value| *value <= mask);
        }
        let value: i128 = text.parse().ok()?;
        let least = i128::MIN >> (u128::BITS - width);
        (least <= value).then_some(value.cast_unsigned() & mask)
    }

    /// Returns the number of bits of an integer.
    fn width(self) -> u32 {
        match self {
            Self::Int(width) => width,
            Self::Index => 64,
            Self::Float(float) | Self::Complex(float) => float.width(),
        }
    }

    /// Returns the bits of the value nearest to a number; integers are truncated and wrapped.
    pub fn from_f64(self, value: f64) -> u128 {
        match self {
            Self::Int(_) | Self::Index => {
                (value as i128).cast_unsigned() & (u128::MAX >> (u128::BITS - self.width()))
            }
            Self::Float(format) | Self::Complex(format) => float::narrow(format, value).into(),
        }
    }

    /// Converts a value to a number; integers are signed, but `i1` is 0 or 1. Of a complex number, it is the absolute value.
    pub fn to_f64(self, bits: u128) -> f64 {
        match self {
            Self::Int(_) | Self::Index => self.to_int(bits) as f64,
            Self::Float(format) => float::widen(format, bits as u64),
            Self::Complex(_) => {
                let [real, imaginary] = self.parts(bits).map(|(part, bits)| part.to_f64(bits));
                real.hypot(imaginary)
            }
        }
    }

    /// Returns the types and the bits of the real and the imaginary part of a complex number; of another one, the number and
    /// zero.
    pub fn parts(self, bits: u128) -> [(Self, u128); 2] {
        match self {
            Self::Complex(float) => {
                let part = Self::Float(float);
                let n_bits = 8 * part.bytes();
                [(part, bits & ((1 << n_bits) - 1)), (part, bits >> n_bits)]
            }
            Self::Int(_) | Self::Index | Self::Float(_) => [(self, bits), (self, 0)],
        }
    }

    fn to_int(self, bits: u128) -> i128 {
        if self == Self::Int(1) {
            return (bits & 1).cast_signed();
        }
        let unused = u128::BITS - self.width();
        (bits << unused).cast_signed() >> unused
    }

    /// Formats a value as text that reads back to the same bits, except for NaN payloads.
    pub fn format(self, bits: u128) -> String {
        match self {
            Self::Int(_) | Self::Index => self.to_int(bits).to_string(),
            Self::Float(Float::F64) => format!("{:?}", f64::from_bits(bits as u64)),
            Self::Float(Float::F32) => format!("{:?}", f32::from_bits(bits as u32)),
            Self::Float(_) => format!("{:?}", self.to_f64(bits) as f32),
            Self::Complex(_) => {
                let [real, imaginary] = self.parts(bits).map(|(part, bits)| part.format(bits));
                format!("({real},{imaginary})")
            }
        }
    }

    /// Loads the bits of one element.
    pub fn load(self, bytes: &[u8]) -> u128 {
        let mut all = [0u8; 16];
        all[..self.bytes()].copy_from_slice(&bytes[..self.bytes()]);
        u128::from_le_bytes(all)
    }
}
