//! Kernels in an application: compiles `gpu.module`s through a kernel cache, and loads and launches them on a device.
//!
//! The cache, contexts, limits, hooks and events are in [`warpline_runtime::cache`]; here is what turns text into code for a
//! device.

use std::sync::Arc;

use warpline_runtime::Device;
use warpline_runtime::cache::{Context, ContextLimits, KernelCache};

pub use crate::devices::{OpenDevice, open};
pub use crate::execute::KernelGenerator;
use crate::execute::modules::{self, DeclaredAccesses};

/// Creates a context, which loads code from a cache onto a device.
pub fn context(cache: &Arc<KernelCache>, device: &Arc<dyn Device>, limits: ContextLimits) -> Context {
    modules::context(Some(cache), Arc::clone(device), limits, DeclaredAccesses::default())
}

/// The examples of the book.
#[cfg(doctest)]
#[doc = include_str!("../../docs/src/howto/embed.md")]
struct EmbedPage;
