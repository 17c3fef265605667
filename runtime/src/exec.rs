//! Executions of compiled programs: the C ABI that host code calls ([`abi`]) and the [`Run`] behind it.
//!
//! ```text
//! Run::new ── wl_scope_begin ── wl_arena_begin ── wl_alloc, wl_launch, wl_record, wl_wait, … ── wl_scope_end ── take_buffer ── finish
//! ```

pub mod abi;
pub mod access;
mod buffers;
mod memory_limit;
mod native;
mod own_streams;
pub mod print_helpers;
mod run;
mod stats;

pub use buffers::{Buffer, Kind};
pub use memory_limit::{Live, MEMORY_LIMIT};
pub use run::Run;
pub use stats::{Failure, Leaked, NO_OP, Stats, Unfreed};

use print_helpers::ScalarText;
use warpline_ir::Float;

/// As a stream of `wl_free`: free at once.
pub const NO_STREAM: u32 = u32::MAX;

/// What `wl_print` prints, or how the elements of `wl_print_buffer` read; the numbers are those of the ABI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrintKind {
    /// A signed integer in all bits.
    I64 = 0,
    /// A float in the low 32 bits.
    F32 = 1,
    /// A float in all bits.
    F64 = 2,
    /// A line end; the bits are ignored. No element reads so.
    Newline = 3,
    /// An unsigned integer in all bits.
    U64 = 4,
    /// A character in the low 8 bits.
    Char = 5,
    /// A float in the low 16 bits.
    F16 = 6,
    /// A bfloat in the low 16 bits.
    BF16 = 7,
    /// A signed integer in the low 32 bits.
    I32 = 8,
    /// A signed integer in the low 16 bits.
    I16 = 9,
}

impl PrintKind {
    /// The kind with this number.
    pub fn from_number(number: u32) -> Option<Self> {
        use PrintKind::{BF16, Char, F16, F32, F64, I16, I32, I64, Newline, U64};
        let all = [I64, F32, F64, Newline, U64, Char, F16, BF16, I32, I16];
        all.into_iter().find(|kind| *kind as u32 == number)
    }

    /// How a value reads, and its size in memory in bytes; `None` for what is no value.
    fn scalar(self) -> Option<(ScalarText, usize)> {
        Some(match self {
            Self::I64 => (ScalarText::Signed(64), 8),
            Self::F32 => (ScalarText::Float(Float::F32), 4),
            Self::F64 => (ScalarText::Float(Float::F64), 8),
            Self::Newline => return None,
            Self::U64 => (ScalarText::Unsigned, 8),
            Self::Char => (ScalarText::Char, 1),
            Self::F16 => (ScalarText::Float(Float::F16), 2),
            Self::BF16 => (ScalarText::Float(Float::BF16), 2),
            Self::I32 => (ScalarText::Signed(32), 4),
            Self::I16 => (ScalarText::Signed(16), 2),
        })
    }
}
