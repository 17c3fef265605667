//! Memory of a caller that a program uses in place, during one call.

use std::marker::PhantomData;

use warpline_ir::host_abi::MemoryKind;

use super::Run;
use super::buffers::Allocation;
use crate::program::Tracks;

/// Numbers of which every bit pattern is a value, so that a program may write any bytes.
pub trait Plain: Copy + Send + Sync + 'static + sealed::Sealed {}

mod sealed {
    /// Implemented by the types of this file only: others could be invalid after a program wrote them.
    pub trait Sealed {}
}

macro_rules! plain {
    ($($ty:ty)*) => { $(impl sealed::Sealed for $ty {} impl Plain for $ty {})* };
}
plain! { i8 u8 i16 u16 i32 u32 i64 u64 isize usize f32 f64 }

/// Borrowed memory of the host.
#[derive(Debug)]
pub struct Lent<'a> {
    address: u64,
    bytes: u64,
    is_mutable: bool,
    borrow: PhantomData<&'a mut [u8]>,
}

impl<'a> Lent<'a> {
    /// Lends memory that the program only reads.
    pub fn shared<T: Plain>(data: &'a [T]) -> Self {
        let (address, bytes) = (data.as_ptr().expose_provenance() as u64, size_of_val(data) as u64);
        Self { address, bytes, is_mutable: false, borrow: PhantomData }
    }

    /// Lends memory that the program may write.
    pub fn mutable<T: Plain>(data: &'a mut [T]) -> Self {
        let (address, bytes) = (data.as_mut_ptr().expose_provenance() as u64, size_of_val(data) as u64);
        Self { address, bytes, is_mutable: true, borrow: PhantomData }
    }

    /// Returns the address of its first byte.
    pub fn address(&self) -> u64 {
        self.address
    }

    /// Returns its size in bytes.
    pub fn n_bytes(&self) -> u64 {
        self.bytes
    }

    /// Whether the program may write it.
    pub fn is_mutable(&self) -> bool {
        self.is_mutable
    }

    /// Returns its bytes. No run uses it, as it is lent to one by [`Run::with_lent`] only.
    pub fn contents(&self) -> &[u8] {
        // SAFETY: the slice that was borrowed is live, and its elements are initialized numbers without padding.
        unsafe { std::slice::from_raw_parts(self.address as *const u8, self.bytes as usize) }
    }

    /// Returns its bytes, if they may be written.
    pub fn contents_mut(&mut self) -> Option<&mut [u8]> {
        // SAFETY: as in `contents`; the slice was borrowed mutably, and all bit patterns are values of its elements.
        let bytes =
            || unsafe { std::slice::from_raw_parts_mut(self.address as *mut u8, self.bytes as usize) };
        self.is_mutable.then(bytes)
    }
}

impl Run {
    /// Whether the program can use memory of a caller in place: the device reaches it, and no check of the program asks
    /// where blocks of memory end.
    pub fn takes_lent(&self) -> bool {
        self.device().caps().host_addressable && self.tracks() == Tracks::Nothing
    }

    /// Does something with the run while the program may use memory of the caller, of which it frees none. All work is
    /// complete when this returns.
    pub fn with_lent<R>(&mut self, lent: &mut [&mut Lent<'_>], action: impl FnOnce(&mut Self) -> R) -> R {
        for Lent { address, bytes, .. } in lent.iter().map(|lent| &**lent) {
            self.insert_lent(*address, Allocation::lent(MemoryKind::Host, *bytes));
        }
        let result = action(self);
        self.end_lent(lent.iter().map(|lent| lent.address));
        result
    }

    /// Does something with the run while it knows memory of the device that its caller holds, by address and bytes.
    pub fn with_device_memory<R>(&mut self, memory: &[(u64, u64)], action: impl FnOnce(&mut Self) -> R) -> R {
        for (address, bytes) in memory {
            self.insert_lent(*address, Allocation::lent(MemoryKind::Device, *bytes));
        }
        let result = action(self);
        self.end_lent(memory.iter().map(|(address, _)| *address));
        result
    }
}
