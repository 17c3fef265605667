//! The kernels of a run: of a program that the run has loaded itself, or of modules that a context has loaded for it.

use rustc_hash::FxHashMap;

use crate::cache::HeldModule;
use crate::driver::tasks::no_kernel;
use crate::driver::{Device, DeviceError, KernelId, KernelTime, ModuleId, Profile, Result};
use crate::program::Program;

/// The kernels of a run.
#[derive(Debug, Default)]
pub(super) struct Kernels {
    /// The program that the run itself has loaded.
    own_module: Option<ModuleId>,
    /// The modules that a context has loaded, for this run alone.
    modules: Vec<HeldModule>,
    /// The kernels by their index in `wl_launch`.
    table: Vec<KernelId>,
    /// The costs of each kernel before the run.
    before: Vec<KernelTime>,
    is_released: bool,
}

impl Kernels {
    /// Loads a program.
    pub(super) fn load(device: &dyn Device, program: &Program) -> Result<Self> {
        let module = device.load(program)?;
        let table = (0..program.kernels.len() as u32).map(|kernel| KernelId { module, kernel }).collect();
        Ok(Self::start(device, Self { own_module: Some(module), table, ..Self::default() }))
    }

    /// Takes modules that are held, and the kernels of the program in them.
    pub(super) fn of_modules(device: &dyn Device, modules: Vec<HeldModule>, table: Vec<KernelId>) -> Self {
        for module in &modules {
            // An earlier run may have left it.
            drop(device.take_printed(module.id));
        }
        Self::start(device, Self { modules, table, ..Self::default() })
    }

    /// Returns the same kernels for a run that issues nothing.
    pub(super) fn for_recording(&self) -> Self {
        Self { table: self.table.clone(), ..Self::default() }
    }

    fn start(device: &dyn Device, kernels: Self) -> Self {
        let before = kernels.times(device).0;
        Self { before, ..kernels }
    }

    /// Returns a kernel by its index in `wl_launch`.
    pub(super) fn get(&self, call: &'static str, index: u32) -> Result<KernelId> {
        if self.is_released {
            return Err(DeviceError::new(call, "NoProgram", "the run is finished"));
        }
        let found = self.table.get(index as usize).copied();
        found.ok_or_else(|| no_kernel(call, self.table.len(), index))
    }

    /// Whether kernels have variables, which the next run begins with their initial values.
    pub(super) fn have_state(&self) -> bool {
        self.modules.iter().any(|module| module.image.has_state)
    }

    /// Returns all kernels.
    pub(super) fn all(&self) -> &[KernelId] {
        &self.table
    }

    /// Takes the output of kernels.
    pub(super) fn take_printed(&self, device: &dyn Device) -> String {
        let modules = self.own_module.into_iter().chain(self.modules.iter().map(|module| module.id));
        modules.map(|module| device.take_printed(module)).collect()
    }

    /// Returns the cost of each kernel in the run, and the maximum number of launches at one time.
    pub(super) fn profile(&self, device: &dyn Device) -> Profile {
        let (times, max_concurrent_launches) = self.times(device);
        let kernels = times.into_iter().zip(&self.before).map(|(time, before)| time.since(before));
        Profile { kernels: kernels.collect(), max_concurrent_launches }
    }

    /// Returns the cost of each kernel since it was loaded, and the maximum number of launches at one time.
    fn times(&self, device: &dyn Device) -> (Vec<KernelTime>, u64) {
        let mut profiles: FxHashMap<ModuleId, Profile> = FxHashMap::default();
        let (mut times, mut most) = (Vec::with_capacity(self.table.len()), 0);
        for KernelId { module, kernel } in &self.table {
            let profile =
                profiles.entry(*module).or_insert_with(|| device.profile(*module).unwrap_or_default());
            times.extend(profile.kernels.get(*kernel as usize).cloned());
            most = most.max(profile.max_concurrent_launches);
        }
        (times, most)
    }

    /// Unloads the program, or releases the modules. A module with variables is unloaded as well, since the next run
    /// begins with their initial values, and so are the modules of a run that has failed: their reports are of the failure.
    pub(super) fn release(&mut self, device: &dyn Device, has_failed: bool) -> Result<()> {
        self.table.clear();
        self.is_released = true;
        for module in std::mem::take(&mut self.modules) {
            if has_failed || module.image.has_state {
                module.discard();
            }
        }
        self.own_module.take().map_or(Ok(()), |module| device.unload(module))
    }
}
