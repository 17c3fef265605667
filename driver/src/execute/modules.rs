//! Loads the kernels of a program: each `gpu.module` is a module of its own, which a context of the device loads once and
//! holds for a run.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use warpline_ir::artifact::{Code, KernelEntry};
use warpline_runtime::cache::{
    BuildId, Context, ContextError, ContextLimits, HeldModule, Image, KernelCache, Options, driver_program,
};
use warpline_runtime::driver::KernelId;
use warpline_runtime::program::{Declared, MachineCode};
use warpline_runtime::{Device, DeviceError, Kernel, KernelCode, Program, exec};

use super::program::Compiled;
use crate::backends::link;

/// The declared accesses of kernels by their names in reports.
pub type DeclaredAccesses = FxHashMap<String, Vec<Declared>>;

/// Creates a context of a device that runs code from a cache; without one, the context has its own.
pub fn context(
    cache: Option<&Arc<KernelCache>>,
    device: Arc<dyn Device>,
    limits: ContextLimits,
    declared: DeclaredAccesses,
) -> Context {
    let own = || Arc::new(KernelCache::open(&Options::default(), BuildId::of_this_process()));
    let cache = cache.map_or_else(own, Arc::clone);
    Context::new(cache, device, limits, move |image| match &image.code {
        Code::Native { .. } => native_program(image, &declared),
        Code::Text(_) | Code::Bytes(_) => driver_program(image),
    })
}

/// Links the machine code of a module.
fn native_program(image: &Image, declared: &DeclaredAccesses) -> Result<Program, DeviceError> {
    let Code::Native { functions, globals } = &image.code else {
        return Err(DeviceError::new("load", "WrongCode", "expected machine code of the host"));
    };
    let symbols = exec::abi::symbols();
    let address = |name: &str| symbols.iter().find(|(known, _)| *known == name).map(|(_, address)| *address);
    let linked = link(functions, globals, &address)
        .map_err(|error| DeviceError::new("load", "LinkFailed", error.to_string()))?;
    let entry = |symbol: &str| -> Result<KernelEntry, DeviceError> {
        let missing = || DeviceError::new("load", "NotFound", format!("'{symbol}' is not in the code"));
        linked.kernel(symbol).ok_or_else(missing)
    };
    let kernels = image.kernels.iter().map(|facts| {
        let name = facts.display_name();
        Ok(Kernel {
            code: KernelCode::Native(entry(&facts.symbol)?),
            scratch_bytes: facts.scratch_bytes,
            spins: facts.spins,
            declared: declared.get(&name).cloned(),
            name,
        })
    });
    let kernels = kernels.collect::<Result<_, DeviceError>>()?;
    let data = linked.globals();
    Ok(Program { kernels, data, code: Some(MachineCode::new(linked)), ..Program::default() })
}

/// The kernels of a program that a context holds.
pub(crate) struct HeldKernels {
    /// The modules, in the order of the program's `gpu.module`s.
    pub(crate) modules: Vec<HeldModule>,
    /// The kernels by their index in `wl_launch`.
    pub(crate) kernels: Vec<KernelId>,
}

/// The module of a program that could not be loaded.
pub(crate) struct Unloadable {
    /// The index of the `gpu.module`.
    pub(crate) unit: usize,
    /// The reason.
    pub(crate) error: DeviceError,
}

impl Compiled {
    /// Holds the kernels of the program, which are loaded if they are not yet.
    pub(crate) fn hold(&self, context: &Context) -> Result<HeldKernels, Unloadable> {
        let mut modules: Vec<HeldModule> = Vec::with_capacity(self.units.len());
        for (unit, code) in self.units.iter().enumerate() {
            let again = |rejected: &Arc<Image>| code.compile_again(context.cache(), &self.target, rejected);
            let held = context.load_alone(code.key, Arc::clone(&code.image), &again);
            modules.push(held.map_err(|error| Unloadable { unit, error: device_error(error) })?);
        }
        let id = |(unit, kernel): &(usize, u32)| KernelId { module: modules[*unit].id, kernel: *kernel };
        let kernels = self.kernels.iter().map(id).collect();
        Ok(HeldKernels { modules, kernels })
    }
}

fn device_error(error: ContextError) -> DeviceError {
    match error {
        ContextError::Load(error) => error,
        other => DeviceError::new("load", "NoModule", other.to_string()),
    }
}
