//! Devices and the execution of compiled programs.
//!
//! A compiled host program calls the functions of [`exec`], the small C ABI. They check, count and forward
//! each call to a [`Device`]; the CPU device is always available. Nothing in this crate prints, exits or
//! reads the environment: every failure is data ([`DeviceError`], [`Failure`]) that the caller displays.
//!
//! Invariants: every handle belongs to a scope or to a pool; the first failure of a run is kept and names its
//! operation; whatever fails, all leases and buffers are released when the run ends.

mod blocks;
pub mod cache;
pub mod crash;
pub mod devices;
pub mod driver;
pub mod exec;
mod fork;
pub mod interp;
pub mod libraries;
mod objects;
pub mod print_helpers;
pub mod program;
pub mod stdio;

pub use devices::{DeviceStatus, devices};
pub use driver::cpu::{CpuDevice, CpuOptions};
pub use driver::cuda::CudaDevice;
pub use driver::detect::DetectingDevice;
pub use driver::error::{Broken, DeviceError, KernelReport, OutOfBounds, ThreadId};
pub use driver::faults::{Faults, FaultyDevice};
pub use driver::hip::HipDevice;
pub use driver::trace::Trace;
pub use driver::{Caps, Counters, Device, Observer};
pub use exec::{Failure, Run, Stats};
pub use libraries::Libraries;
pub use program::{
    DeviceImage, Global, Kernel, KernelCode, KernelEntry, LaunchDims, MachineCode, Program, Tracks,
};
