//! Memory of a device that an application holds.

use std::fmt;
use std::sync::Arc;

use super::lent::{Lent, Plain};
use crate::driver::recording::CallerStreams;
use crate::driver::{Device, DeviceError, Result, copy_at_once, free_unused};

/// The alignment of memory that programs take as an argument, in bytes.
const ALIGN: u64 = 64;

/// Memory of a device; what was allocated for it is freed on drop.
pub struct DeviceMemory {
    device: Arc<dyn Device>,
    address: u64,
    bytes: u64,
    is_own: bool,
}

/// Memory of a device that the application has allocated with the driver.
///
/// ```
/// # use warpline_runtime::exec::RawMemory;
/// # let address = 0x7000_0000;
/// // SAFETY: the driver has returned the address for as many bytes, which are freed last.
/// let memory = unsafe { RawMemory::from_address(address, 4096) };
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RawMemory {
    address: u64,
    bytes: u64,
}

impl RawMemory {
    /// Names memory by its address.
    ///
    /// # Safety
    /// It is memory of the device for which it is used, with as many bytes, and is freed after everything that it is passed
    /// to, and their work.
    pub unsafe fn from_address(address: u64, bytes: u64) -> Self {
        Self { address, bytes }
    }
}

impl fmt::Debug for DeviceMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DeviceMemory").field("bytes", &self.bytes).finish_non_exhaustive()
    }
}

impl DeviceMemory {
    /// Allocates memory with these contents.
    pub fn of<T: Plain>(device: &Arc<dyn Device>, contents: &[T]) -> Result<Self> {
        let bytes = size_of_val(contents) as u64;
        let stream = device.lease_stream()?;
        let made = device.alloc(stream, bytes, ALIGN);
        let made = made.and_then(|address| device.host_wait(stream).map(|()| address));
        let returned = device.return_stream(stream);
        let memory = Self { device: Arc::clone(device), address: made?, bytes, is_own: true };
        returned.and_then(|()| memory.copy_from(contents))?;
        Ok(memory)
    }

    /// Uses memory of the application.
    pub fn of_application(device: &Arc<dyn Device>, memory: RawMemory) -> Result<Self> {
        let RawMemory { address, bytes } = memory;
        if address.is_multiple_of(ALIGN) {
            return Ok(Self { device: Arc::clone(device), address, bytes, is_own: false });
        }
        let message = format!("expected memory at a multiple of {ALIGN} bytes, but found {address:#x}");
        Err(DeviceError::invalid("of_application", message))
    }

    /// Returns the address of its first byte.
    pub fn address(&self) -> u64 {
        self.address
    }

    /// Returns its size in bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the device.
    pub fn device(&self) -> &dyn Device {
        self.device.as_ref()
    }

    /// Whether it is memory of this device.
    pub fn is_of(&self, device: &Arc<dyn Device>) -> bool {
        Arc::ptr_eq(&self.device, device)
    }

    /// Whether it shares bytes with other memory.
    pub fn overlaps(&self, other: &Self) -> bool {
        let is_before = |a: &Self, b: &Self| a.address.saturating_add(a.bytes) <= b.address;
        self.bytes != 0 && other.bytes != 0 && !is_before(self, other) && !is_before(other, self)
    }

    /// Copies elements to the memory.
    pub fn copy_from<T: Plain>(&self, contents: &[T]) -> Result<()> {
        let lent = Lent::shared(contents);
        if lent.n_bytes() != self.bytes {
            let message = format!("expected {} bytes, but found {}", self.bytes, lent.n_bytes());
            return Err(DeviceError::invalid("copy_from", message));
        }
        self.copy(self.address, lent.address())
    }

    /// Copies the elements to the host.
    pub fn to_vec<T: Plain + Default>(&self) -> Result<Vec<T>> {
        let mut contents = vec![T::default(); self.bytes as usize / size_of::<T>()];
        self.copy(Lent::mutable(&mut contents).address(), self.address)?;
        Ok(contents)
    }

    fn copy(&self, dst: u64, src: u64) -> Result<()> {
        if self.bytes == 0 {
            return Ok(());
        }
        copy_at_once(self.device.as_ref(), dst, src, self.bytes)
    }
}

impl Drop for DeviceMemory {
    fn drop(&mut self) {
        if self.is_own {
            // A failing free reports earlier work, which was reported.
            let _ = free(self.device.as_ref(), self.address);
        }
    }
}

/// Frees memory that no work uses, or lets the device do so after a capture.
fn free(device: &dyn Device, address: u64) -> Result<()> {
    match device.caller_streams().map(CallerStreams::is_capturing) {
        Some(Ok(true)) => device.free(None, address),
        _ => free_unused(device, address),
    }
}
