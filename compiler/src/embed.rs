//! Kernels in an application: compiles `gpu.module`s through a kernel cache, and loads and launches them on a device.
//!
//! The cache, contexts, limits, hooks and events are in [`warpline_runtime::cache`]; here is what turns text into code for a
//! device.

use std::sync::Arc;

use warpline_runtime::Device;
use warpline_runtime::cache::{Context, ContextLimits, Failure, Generator, Image, KernelCache, Request};

use crate::driver::backends::{CodeTarget, unknown_target};
pub use crate::driver::devices::{OpenDevice, open};
use crate::driver::execute::kernels;
use crate::driver::execute::modules::{self, DeclaredAccesses};

/// Compiles the text of one `gpu.module` for a target.
#[derive(Clone, Debug)]
pub struct KernelGenerator {
    target: CodeTarget,
}

impl KernelGenerator {
    /// Creates a generator of code for an open device.
    pub fn for_device(device: &OpenDevice) -> Self {
        Self { target: device.target.clone() }
    }

    pub(crate) fn for_code_target(target: CodeTarget) -> Self {
        Self { target }
    }

    /// Creates a generator of code for a target with this name, such as `sm_90`; an error if there is none.
    pub fn for_target(name: &str) -> Result<Self, String> {
        CodeTarget::find(name).map(|target| Self { target }).ok_or_else(|| unknown_target(name))
    }
}

impl Generator for KernelGenerator {
    fn request(&self, ir: String) -> Request {
        kernels::request(&self.target, ir)
    }

    fn generate(&self, ir: &str) -> Result<Image, Failure> {
        kernels::generate(&self.target, ir)
    }
}

/// Creates a context, which loads code from a cache onto a device.
pub fn context(cache: &Arc<KernelCache>, device: &Arc<dyn Device>, limits: ContextLimits) -> Context {
    modules::context(Some(cache), Arc::clone(device), limits, DeclaredAccesses::default())
}

/// The examples of the book.
#[cfg(doctest)]
#[doc = include_str!("../../docs/src/howto/embed.md")]
struct EmbedPage;
