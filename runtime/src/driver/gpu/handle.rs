//! Conversion between the handles of [`super::driver`] and those of a driver's C interface.

/// A handle that one driver represents as a pointer to `Of`.
pub(in crate::driver) trait Handle<Of>: Copy {
    /// Converts a pointer of the driver.
    fn of(raw: *mut Of) -> Self;
    /// Returns the driver's pointer.
    fn raw(self) -> *mut Of;
}

/// Declares the pointers that a driver represents handles as.
macro_rules! raw_handles {
    ($($handle:ident = $of:ty;)*) => {
        $(impl $crate::driver::gpu::handle::Handle<$of> for $handle {
            fn of(raw: *mut $of) -> Self {
                Self(raw.expose_provenance())
            }
            fn raw(self) -> *mut $of {
                std::ptr::with_exposed_provenance_mut(self.0)
            }
        })*
    };
}

pub(in crate::driver) use raw_handles;
