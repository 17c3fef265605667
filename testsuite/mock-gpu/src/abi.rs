//! Pointers of the boundary to C, and access to the memory of the process.
//!
//! Only callers of the driver make the pointers, and they vouch for them, as with a real driver. So everything
//! behind the boundary is safe code.

use std::ffi::{CStr, c_char};

/// A pointer through which a call returns a value.
#[repr(transparent)]
#[derive(Clone, Copy, Debug)]
pub struct Out<T>(*mut T);

/// A pointer to values that a call reads.
#[repr(transparent)]
#[derive(Clone, Copy, Debug)]
pub struct In<T>(*const T);

impl<T> Out<T> {
    /// Returns the result code of a call with a value, which is written.
    pub fn give(self, answer: Result<T, i32>) -> i32 {
        match answer {
            Ok(value) => {
                // SAFETY: the caller of the driver vouches for the pointer.
                unsafe { self.0.write(value) };
                0
            }
            Err(code) => code,
        }
    }

    /// Returns the address.
    pub fn address(self) -> u64 {
        self.0.expose_provenance() as u64
    }
}

impl<T: Copy> In<T> {
    /// Returns the pointer to an address of the caller.
    pub fn at(address: u64) -> Self {
        Self(std::ptr::with_exposed_provenance(address as usize))
    }

    /// Reads one value.
    pub fn read(self) -> T {
        // SAFETY: the caller of the driver vouches for the pointer.
        unsafe { self.0.read() }
    }

    /// Reads `n` values.
    pub fn list(self, n: usize) -> Vec<T> {
        // SAFETY: the caller of the driver vouches for as many values.
        (0..n).map(|index| unsafe { self.0.add(index).read() }).collect()
    }

    /// Returns the address.
    pub fn address(self) -> u64 {
        self.0.expose_provenance() as u64
    }
}

impl<T> In<T> {
    /// Whether it is null.
    pub fn is_null(self) -> bool {
        self.0.is_null()
    }
}

impl In<c_char> {
    /// Reads a text up to its final zero.
    pub fn text(self) -> String {
        // SAFETY: the caller of the driver vouches for the text.
        unsafe { CStr::from_ptr(self.0) }.to_string_lossy().into_owned()
    }
}

/// Exposes a block and returns its address, by which it is later accessed.
pub(crate) fn expose(block: &[u8]) -> u64 {
    block.as_ptr().expose_provenance() as u64
}

/// Reads memory.
pub fn read(address: u64, n: usize) -> Vec<u8> {
    let mut bytes = vec![0; n];
    let from = std::ptr::with_exposed_provenance::<u8>(address as usize);
    // SAFETY: the caller of the driver vouches for the memory.
    unsafe { std::ptr::copy_nonoverlapping(from, bytes.as_mut_ptr(), n) };
    bytes
}

/// Writes memory.
pub fn write(address: u64, bytes: &[u8]) {
    let to = std::ptr::with_exposed_provenance_mut::<u8>(address as usize);
    // SAFETY: the caller of the driver vouches for the memory.
    unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), to, bytes.len()) };
}
