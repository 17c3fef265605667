//! The output of `gpu.printf` on GPUs whose driver does not print: kernels append records to a ring in memory of the
//! host, which formats them.
//!
//! ```text
//! ring:    limit 8 | RING_BYTES of records, and space for the rest of the last one
//! record:  number of its format 8 | bits of an argument, zero-extended 8 | …
//! ```
//! Records follow each other in the order in which their bytes are claimed; the one at byte `p` of the output begins
//! at byte `p % RING_BYTES` of the records. A wave adds the bytes of all its records to the claimed ones if 8 more
//! still do not exceed the limit. Otherwise it claims those 8 bytes for [`LOST`], if they do not exceed it. The number
//! of a record is written last. The host reads records up to a number of 0, sets them to 0, and then raises the limit
//! by their bytes.
//!
//! So bytes beyond the claimed ones are 0, and where output is dropped, the last record is [`LOST`].

use crate::module::Module;
use crate::types::{Float, Type};

/// The variable of a code object whose kernels print, a [`PrintState`]; kernels print nothing while it is 0.
pub const PRINT_VARIABLE: &str = "warpline$printed";

/// The content of [`PRINT_VARIABLE`], which the host writes when it loads the code.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PrintState {
    /// The address of the number of claimed bytes, 8 bytes in memory of the device.
    pub claimed: u64,
    /// The address of the ring.
    pub ring: u64,
    /// The number of the first format of the code: 1, plus the number of formats of other code with the same ring.
    pub first: u64,
}

/// The bytes of records that a ring holds, a power of two.
pub const RING_BYTES: u64 = 1 << 20;
/// The offset of the records in a ring, after the limit.
pub const RECORDS: u64 = 8;
/// The number of a record of 8 bytes that stands for dropped output.
pub const LOST: u64 = u64::MAX;

/// The type of a printed argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PrintedType {
    /// An integer of this width; `index` has 64.
    Int(u32),
    /// A float.
    Float(Float),
}

impl PrintedType {
    /// Returns the type of a printed argument; `None` if it is neither an integer nor a float.
    pub fn of(module: &Module, ty: Type) -> Option<Self> {
        module.float_kind(ty).map(Self::Float).or_else(|| module.bit_width(ty).map(Self::Int))
    }
}

/// The format of a `gpu.printf`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PrintFormat {
    /// The format of C.
    pub text: String,
    /// The types of the arguments.
    pub args: Vec<PrintedType>,
}

impl PrintFormat {
    /// Returns the size of its records in bytes.
    pub fn record_bytes(&self) -> u64 {
        8 + 8 * self.args.len() as u64
    }
}

/// Returns the size of a ring for records of these formats, in bytes.
pub fn ring_size(formats: &[PrintFormat]) -> u64 {
    RECORDS + RING_BYTES + formats.iter().map(PrintFormat::record_bytes).max().unwrap_or(0)
}
