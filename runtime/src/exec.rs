//! Executions of compiled programs: the C ABI that host code calls ([`abi`]) and the [`Run`] behind it.
//!
//! ```text
//! Run::new ── wl_scope_begin ── wl_alloc, wl_launch, wl_record, wl_wait, … ── wl_scope_end ── take_buffer ── finish
//! ```

pub mod abi;
mod buffers;
mod native;
pub mod print_helpers;
mod run;
mod stats;

pub use buffers::{Buffer, Kind};
pub use run::Run;
pub use stats::{Failure, Leaked, NO_OP, Stats, Unfreed};

/// As a stream of `wl_free`: free at once.
pub const NO_STREAM: u32 = u32::MAX;

/// What `wl_print` prints; the numbers are those of the ABI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrintKind {
    /// A signed integer in all bits.
    I64 = 0,
    /// A float in the low 32 bits, printed with as few digits as tell it from its neighbours.
    F32 = 1,
    /// A float in all bits, printed likewise.
    F64 = 2,
    /// A line end; the bits are ignored.
    Newline = 3,
    /// An unsigned integer in all bits.
    U64 = 4,
    /// A Unicode scalar value in the low 32 bits.
    Char = 5,
}

impl PrintKind {
    /// The kind with this number.
    pub fn from_number(number: u32) -> Option<Self> {
        let all = [Self::I64, Self::F32, Self::F64, Self::Newline, Self::U64, Self::Char];
        all.into_iter().find(|kind| *kind as u32 == number)
    }
}
