//! The devices that a session keeps open from run to run, with the modules that they have loaded.

use std::sync::Arc;

use warpline_runtime::Device;
use warpline_runtime::cache::{BuildId, Context, ContextLimits, KernelCache, Options};

use crate::driver::backends::CodeTarget;
use crate::driver::execute::modules;

/// The open devices of a session, and the code that they share.
#[derive(Debug, Default)]
pub struct KeptDevices {
    cache: Option<Arc<KernelCache>>,
    devices: Vec<KeptDevice>,
}

/// An open device.
#[derive(Clone, Debug)]
pub(crate) struct KeptDevice {
    /// Its name, and all options that it was opened with.
    name: String,
    /// The target of its kernels.
    pub(crate) target: CodeTarget,
    /// The modules that it has loaded.
    pub(crate) context: Context,
}

impl KeptDevices {
    /// Returns the cache of the devices.
    pub(crate) fn cache(&mut self) -> &Arc<KernelCache> {
        let new = || Arc::new(KernelCache::open(&Options::default(), BuildId::of_this_process()));
        self.cache.get_or_insert_with(new)
    }

    /// Returns the device with this name, which `open` opens if it is not open yet.
    pub(crate) fn get<E>(
        &mut self,
        name: &str,
        open: impl FnOnce() -> Result<(Arc<dyn Device>, CodeTarget), E>,
    ) -> Result<KeptDevice, E> {
        if let Some(kept) = self.devices.iter().find(|kept| kept.name == name) {
            return Ok(kept.clone());
        }
        let (device, target) = open()?;
        let cache = Arc::clone(self.cache());
        let context = modules::context(
            Some(&cache),
            device,
            ContextLimits::default(),
            modules::DeclaredAccesses::default(),
        );
        let kept = KeptDevice { name: name.to_string(), target, context };
        self.devices.push(kept.clone());
        Ok(kept)
    }
}
