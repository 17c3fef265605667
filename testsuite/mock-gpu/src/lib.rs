//! The driver of a GPU without a GPU: the core of the shared libraries that tests load in place of a driver.
//!
//! ```text
//! a front: C entry points ─→ calls: log, failures ─→ driver: handles, contexts, rules ─→ queue: streams, run late
//!                                                                                          └→ image: test devices
//! ```
//! It runs work as late as stream semantics allow, in an order determined by a seed, so that a missing wait
//! changes results or is reported. It logs each call, violations of the driver's rules, and the objects left
//! at the end. It can reject images, fail any call, pretend to be old, or lack capabilities; see [`Config`].
//!
//! A front is a crate with the C interface of one driver: a [`Front`], and entry points that [`entry!`] declares
//! and that make one call of [`calls`] each. Fronts share the numbers of results and of flags where the drivers
//! do.

#![deny(unsafe_code)]

#[expect(unsafe_code, reason = "pointers of the boundary to C, and memory that the host also uses")]
pub mod abi;
pub mod calls;
mod capture;
pub mod code;
mod config;
mod driver;
pub mod graph;
mod handles;
mod image;
pub mod launch;
mod memory;
mod queue;

use std::sync::OnceLock;

pub use config::Config;
pub use image::Form;
pub use memory::Kind;

/// The properties in which one driver differs from others.
#[derive(Debug)]
pub struct Front {
    /// The beginning of the names of the variables that configure it.
    pub variables: &'static str,
    /// Its version, unless a variable changes it.
    pub version: i32,
    /// The chip, unless a variable changes it.
    pub chip: &'static str,
    /// The form of its images.
    pub form: Form,
    /// Bytes of dynamic workgroup memory that a function may use without opting in to more.
    pub plain_shared: u32,
    /// Bytes of dynamic workgroup memory that a function may use at most.
    pub most_shared: u32,
    /// Whether an event may be recorded again before it is reached.
    pub may_rerecord: bool,
    /// Returns the name and the description of a result, each with a final zero.
    pub text: fn(i32) -> Option<(&'static str, &'static str)>,
}

static FRONT: OnceLock<&'static Front> = OnceLock::new();

/// Begins a call of an entry point.
pub fn begin(front: &'static Front) {
    FRONT.get_or_init(|| front);
}

/// Returns the front of the process.
pub(crate) fn front() -> &'static Front {
    FRONT.get().expect("every entry point begins with its front")
}

/// Declares entry points, which return the results of calls, in a module with a `FRONT`.
#[macro_export]
macro_rules! entry {
    ($(fn $name:ident($($arg:ident: $ty:ty),*) $body:block)*) => {
        $(
            #[unsafe(no_mangle)]
            pub(crate) extern "C" fn $name($($arg: $ty),*) -> std::ffi::c_int {
                $crate::begin(&FRONT);
                $body
            }
        )*
    };
}
