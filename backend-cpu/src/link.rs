//! Loads compiled functions into executable memory.

use crate::compile::{Level, host_isa, reloc_kind};
use crate::support;
use cranelift_codegen::ir::{LibCall, Signature};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{
    DataDescription, DataId, FuncId, Linkage, Module as _, ModuleReloc, ModuleRelocTarget,
};
use rustc_hash::FxHashMap;
use std::fmt;
use warpline_ir::artifact::{GlobalData, HostEntry, KernelEntry, NativeFunction, NativeReloc};

/// The largest supported alignment of code and of globals, in bytes.
pub(crate) const MAX_ALIGN: u64 = 4096;

/// The reason why code could not be loaded.
#[derive(Clone, Debug)]
pub struct LinkError(String);

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LinkError {}

/// Code in executable memory. Dropping it frees the memory and invalidates every address in it.
pub struct Linked {
    jit: Option<JITModule>,
    functions: FxHashMap<String, FuncId>,
    globals: Vec<DataId>,
}

impl Linked {
    /// Returns the address of a function by its symbol.
    pub fn address(&self, name: &str) -> Option<*const u8> {
        let id = self.functions.get(name)?;
        self.jit.as_ref().map(|jit| jit.get_finalized_function(*id))
    }

    /// Returns the address of the first byte of each global, and its end.
    pub fn globals(&self) -> Vec<(u64, u64)> {
        let range = |jit: &JITModule, id: DataId| {
            let (first, size) = jit.get_finalized_data(id);
            (first.addr() as u64, (first.addr() + size) as u64)
        };
        self.jit.iter().flat_map(|jit| self.globals.iter().map(|id| range(jit, *id))).collect()
    }

    /// Returns the kernel with this symbol. It may be called as long as `self` lives.
    pub fn kernel(&self, symbol: &str) -> Option<KernelEntry> {
        let address = symbol.starts_with("kernel.").then(|| self.address(symbol)).flatten()?;
        // SAFETY: functions with this prefix are compiled with this signature, and function pointers have the
        // size of data pointers on every supported target.
        Some(unsafe { std::mem::transmute::<*const u8, KernelEntry>(address) })
    }

    /// Returns the host function with this symbol. It may be called as long as `self` lives.
    pub fn host(&self, symbol: &str) -> Option<HostEntry> {
        let address = symbol.starts_with("host.").then(|| self.address(symbol)).flatten()?;
        // SAFETY: as for kernels.
        Some(unsafe { std::mem::transmute::<*const u8, HostEntry>(address) })
    }
}

// SAFETY: a linked module is only read, for the addresses of its functions, until it is dropped by its last owner.
unsafe impl Send for Linked {}

// SAFETY: as above.
unsafe impl Sync for Linked {}

impl Drop for Linked {
    fn drop(&mut self) {
        if let Some(jit) = self.jit.take() {
            // SAFETY: the owner of `Linked` uses no address of it after this.
            unsafe { jit.free_memory() };
        }
    }
}

impl fmt::Debug for Linked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Linked").field("functions", &self.functions.len()).finish_non_exhaustive()
    }
}

/// Loads functions, and creates their globals. A symbol is resolved among both, then among the symbols of this crate, then
/// by `symbols`.
pub fn link(
    functions: &[NativeFunction],
    globals: &[GlobalData],
    symbols: &dyn Fn(&str) -> Option<*const u8>,
) -> Result<Linked, LinkError> {
    let mut loader = Loader::new(functions, globals, symbols)?;
    for global in globals {
        loader.define_global(global)?;
    }
    for function in functions {
        loader.define(function)?;
    }
    loader.jit.finalize_definitions().map_err(to_error)?;
    let globals = loader.globals.into_values().collect();
    Ok(Linked { jit: Some(loader.jit), functions: loader.own, globals })
}

struct Loader {
    jit: JITModule,
    signature: Signature,
    own: FxHashMap<String, FuncId>,
    outer: FxHashMap<String, FuncId>,
    globals: FxHashMap<String, DataId>,
}

impl Loader {
    fn new(
        functions: &[NativeFunction],
        globals: &[GlobalData],
        symbols: &dyn Fn(&str) -> Option<*const u8>,
    ) -> Result<Self, LinkError> {
        let isa = host_isa(Level::Speed).map_err(LinkError)?;
        let signature = Signature::new(isa.default_call_conv());
        let mut builder = JITBuilder::with_isa(isa, Box::new(|call: LibCall| call.to_string()));
        let outer = outer_symbols(functions, globals);
        for name in &outer {
            let address = support::address(name).or_else(|| symbols(name));
            let address = address.ok_or_else(|| LinkError(format!("the symbol '{name}' is not defined")))?;
            builder.symbol(*name, address);
        }
        let empty = FxHashMap::default;
        let jit = JITModule::new(builder);
        let mut loader = Self { jit, signature, own: empty(), outer: empty(), globals: FxHashMap::default() };
        for name in outer {
            let id = loader.declare(name, Linkage::Import)?;
            loader.outer.insert(name.to_string(), id);
        }
        for function in functions {
            let id = loader.declare(&function.name, Linkage::Export)?;
            if loader.own.insert(function.name.clone(), id).is_some() {
                return Err(LinkError(format!("the symbol '{}' is defined twice", function.name)));
            }
        }
        Ok(loader)
    }

    fn declare(&mut self, name: &str, linkage: Linkage) -> Result<FuncId, LinkError> {
        self.jit.declare_function(name, linkage, &self.signature).map_err(to_error)
    }

    fn define_global(&mut self, global: &GlobalData) -> Result<(), LinkError> {
        check_align(global.align)?;
        let id = self.jit.declare_data(&global.name, Linkage::Local, true, false).map_err(to_error)?;
        let mut data = DataDescription::new();
        data.set_align(global.align);
        if global.bytes.is_empty() {
            data.define_zeroinit(global.size.max(1) as usize);
        } else {
            data.define(global.bytes.clone().into_boxed_slice());
        }
        self.jit.define_data(id, &data).map_err(to_error)?;
        self.globals.insert(global.name.clone(), id);
        Ok(())
    }

    fn define(&mut self, function: &NativeFunction) -> Result<(), LinkError> {
        check_align(function.align)?;
        let n_bytes = function.bytes.len();
        let relocs = function.relocations.iter().map(|reloc| self.relocation(reloc, n_bytes));
        let relocs: Vec<_> = relocs.collect::<Result<_, _>>()?;
        let id = self.own[&function.name];
        self.jit.define_function_bytes(id, function.align, &function.bytes, &relocs).map_err(to_error)
    }

    /// Returns a relocation in a function of `n_bytes` bytes.
    fn relocation(&self, reloc: &NativeReloc, n_bytes: usize) -> Result<ModuleReloc, LinkError> {
        let (kind, width) = reloc_kind(&reloc.kind)
            .ok_or_else(|| LinkError(format!("relocations of kind '{}' are not supported", reloc.kind)))?;
        // A relocation patches any offset it names, so the range is checked.
        if n_bytes < width || n_bytes - width < reloc.offset as usize {
            let offset = reloc.offset;
            return Err(LinkError(format!(
                "a relocation at {offset} is outside of the {n_bytes} bytes of code"
            )));
        }
        let function = self.own.get(&reloc.symbol).or_else(|| self.outer.get(&reloc.symbol));
        let target = match (function, self.globals.get(&reloc.symbol)) {
            (Some(function), _) => ModuleRelocTarget::from(*function),
            (None, Some(global)) => ModuleRelocTarget::from(*global),
            (None, None) => return Err(LinkError(format!("the symbol '{}' is not defined", reloc.symbol))),
        };
        Ok(ModuleReloc { offset: reloc.offset, kind, name: target, addend: reloc.addend })
    }
}

fn check_align(align: u64) -> Result<(), LinkError> {
    if !align.is_power_of_two() || MAX_ALIGN < align {
        return Err(LinkError(format!("an alignment of {align} bytes is not supported")));
    }
    Ok(())
}

/// Returns the symbols that the functions use but do not define, sorted.
fn outer_symbols<'a>(functions: &'a [NativeFunction], globals: &[GlobalData]) -> Vec<&'a str> {
    let mut used: Vec<_> = functions
        .iter()
        .flat_map(|function| &function.relocations)
        .map(|reloc| reloc.symbol.as_str())
        .collect();
    used.sort_unstable();
    used.dedup();
    used.retain(|name| {
        functions.iter().all(|function| function.name != *name)
            && globals.iter().all(|global| global.name != *name)
    });
    used
}

#[expect(clippy::needless_pass_by_value, reason = "it is an argument of map_err")]
fn to_error(error: cranelift_module::ModuleError) -> LinkError {
    LinkError(error.to_string())
}
