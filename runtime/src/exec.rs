//! Executions of compiled programs: the C ABI that host code calls ([`abi`]) and the [`Run`] behind it.
//!
//! ```text
//! Run::new ── wl_scope_begin ── wl_arena_begin ── wl_alloc, wl_launch, wl_record, wl_wait, … ── wl_scope_end ── take_buffer ── finish
//! ```

pub mod abi;
pub mod access;
mod apart;
mod buffers;
mod device_memory;
mod host_memory;
mod kernels;
mod lent;
mod memory_limit;
mod native;
mod own_streams;
mod retired;
mod run;
mod stats;

pub use crate::driver::NO_OP;
/// The name of the failure of a run that its caller has cancelled.
pub const CANCELLED: &str = "Cancelled";

pub use buffers::Buffer;
pub use device_memory::{DeviceMemory, RawMemory};
pub use host_memory::HOST_MEMORY_LIMIT;
pub use lent::{Lent, Plain};
pub use memory_limit::{Live, MEMORY_LIMIT};
pub use run::Run;
pub use stats::{Failure, Leaked, Stats, Unfreed};
