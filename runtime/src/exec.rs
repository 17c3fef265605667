//! Executions of compiled programs: the C ABI that host code calls ([`abi`]) and the [`Run`] behind it.
//!
//! ```text
//! Run::new ── wl_scope_begin ── wl_arena_begin ── wl_alloc, wl_launch, wl_record, wl_wait, … ── wl_scope_end ── take_buffer ── finish
//! ```

pub mod abi;
pub mod access;
mod buffers;
mod kernels;
mod memory_limit;
mod native;
mod own_streams;
pub mod print_helpers;
mod run;
mod stats;

pub use buffers::Buffer;
pub use memory_limit::{Live, MEMORY_LIMIT};
pub use run::Run;
pub use stats::{Failure, Leaked, NO_OP, Stats, Unfreed};

use print_helpers::ScalarText;
use warpline_ir::Float;
use warpline_ir::host_abi::PrintKind;

/// Returns the text format of a printed value and its size in memory in bytes; `None` if the kind has no
/// value.
fn scalar_of(kind: PrintKind) -> Option<(ScalarText, usize)> {
    Some(match kind {
        PrintKind::I64 => (ScalarText::Signed(64), 8),
        PrintKind::F32 => (ScalarText::Float(Float::F32), 4),
        PrintKind::F64 => (ScalarText::Float(Float::F64), 8),
        PrintKind::Newline => return None,
        PrintKind::U64 => (ScalarText::Unsigned, 8),
        PrintKind::Char => (ScalarText::Char, 1),
        PrintKind::F16 => (ScalarText::Float(Float::F16), 2),
        PrintKind::BF16 => (ScalarText::Float(Float::BF16), 2),
        PrintKind::I32 => (ScalarText::Signed(32), 4),
        PrintKind::I16 => (ScalarText::Signed(16), 2),
    })
}
