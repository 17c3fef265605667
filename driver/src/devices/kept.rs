//! The devices that a session keeps open from run to run, with the modules that they have loaded.

use std::fmt;
use std::sync::Arc;

use warpline_runtime::cache::{BuildId, Context, ContextLimits, KernelCache, Options};

use super::OpenDevice;
use crate::execute::modules;

/// The open devices of a session, and the code that they share.
#[derive(Default)]
pub struct KeptDevices {
    cache: Option<Arc<KernelCache>>,
    devices: Vec<KeptDevice>,
}

/// An open device.
#[derive(Clone)]
pub(crate) struct KeptDevice {
    /// Its name, and all options that it was opened with.
    name: String,
    /// The device.
    pub(crate) device: OpenDevice,
    /// The modules that it has loaded.
    pub(crate) context: Context,
}

impl fmt::Debug for KeptDevices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.devices.iter().map(|kept| &kept.name)).finish()
    }
}

impl KeptDevices {
    /// Returns the cache of the devices.
    pub fn cache(&mut self) -> &Arc<KernelCache> {
        let new = || Arc::new(KernelCache::open(&Options::default(), BuildId::of_this_process()));
        self.cache.get_or_insert_with(new)
    }

    /// Returns the device with this name, which `open` opens if it is not open yet.
    pub(crate) fn get<E>(
        &mut self,
        name: &str,
        open: impl FnOnce() -> Result<OpenDevice, E>,
    ) -> Result<KeptDevice, E> {
        if let Some(kept) = self.devices.iter().find(|kept| kept.name == name) {
            return Ok(kept.clone());
        }
        let device = open()?;
        let (cache, own) = (Arc::clone(self.cache()), Arc::clone(&device.device));
        let context = modules::context(
            Some(&cache),
            own,
            ContextLimits::default(),
            modules::DeclaredAccesses::default(),
        );
        let kept = KeptDevice { name: name.to_string(), device, context };
        self.devices.push(kept.clone());
        Ok(kept)
    }
}
