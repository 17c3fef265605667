//! Kernels that are launched by themselves: each gets a function of the host that launches it, with the checks of a call.

use std::fmt;

use warpline_ir::dialect::func::function_type_of;
use warpline_ir::kernels::{device_modules, kernels_of};
use warpline_ir::{AttrKind, Builder, Func, Gpu, Module, Op, Place, Type, TypeKind};
use warpline_passes::analysis::kernel_facts;

use super::argument::Argument;
use super::error::{ArgumentError, Error};
use super::function::{Function, Loaded, Results};
use super::program::Parameter;
use crate::values::ArrayType;

/// The sizes of a grid and of its blocks, which come after the arguments.
const N_SIZES: usize = 6;

/// The kernel that a function launches.
#[derive(Clone, Debug)]
pub(super) struct Launched {
    /// The kernel in the program.
    pub(super) op: Op,
    /// The names of its `gpu.module` and its own.
    module: String,
    name: String,
    /// The sizes of the grid and of a block that it declares.
    known: [Option<[i64; 3]>; 2],
}

impl Launched {
    /// Returns `module::name`.
    pub(super) fn shown(&self) -> String {
        format!("{}::{}", self.module, self.name)
    }
}

/// A kernel of a loaded program, which was compiled with [`Options::kernels`](super::Options::kernels). It takes no dynamic
/// workgroup memory.
///
/// ```
/// use warpline::{Engine, Options, Source, args, view_mut};
/// let text = "gpu.module @k {
///   gpu.func @double(%x: memref<?xf32>) kernel {
///     %i = gpu.global_id x
///     %v = memref.load %x[%i] : memref<?xf32>
///     %w = arith.addf %v, %v : f32
///     memref.store %w, %x[%i] : memref<?xf32>
///     gpu.return
///   }
/// }";
/// let engine = Engine::new();
/// let program = engine.compile(Source::new("double.mlir", text), &Options::default().kernels())?;
/// let double = engine.open("cpu")?.load(&program)?.kernel("k", "double")?;
/// let mut x = [1.0f32, 2.0, 3.0, 4.0];
/// double.launch([2, 1, 1], [2, 1, 1], args![view_mut(&mut x, [4])])?;
/// assert_eq!(x, [2.0, 4.0, 6.0, 8.0]);
/// # Ok::<(), warpline::Error>(())
/// ```
#[derive(Clone)]
pub struct Kernel(Function);

impl fmt::Debug for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Kernel").field(&self.0.signature().shown()).finish()
    }
}

impl Loaded {
    /// Returns a kernel by the name of its `gpu.module` and its own.
    pub fn kernel(&self, module: &str, name: &str) -> Result<Kernel, Error> {
        let is_it = |launched: &Launched| launched.module == module && launched.name == name;
        self.find(|signature| signature.kernel.as_ref().is_some_and(is_it)).map(Kernel).ok_or_else(|| {
            let kernels = self.signatures().iter().filter_map(|signature| signature.kernel.as_ref());
            Error::NoFunction(format!("{module}::{name}"), kernels.map(Launched::shown).collect())
        })
    }
}

impl Kernel {
    /// Returns the parameters.
    pub fn parameters(&self) -> &[Parameter] {
        let all = self.0.parameters();
        &all[..all.len() - N_SIZES]
    }

    /// Launches a grid of blocks of threads, with their sizes along x, y and z, and waits for it. The arguments are in the order
    /// of the parameters: see [`args!`](crate::args).
    ///
    /// # Errors
    /// As those of [`Function::call`]; an [`Error::Argument`] also if the kernel declares other sizes.
    pub fn launch<'a>(
        &self,
        grid: [usize; 3],
        block: [usize; 3],
        arguments: impl IntoIterator<Item = Argument<'a>>,
    ) -> Result<Results, Error> {
        let mut all: Vec<Argument<'a>> = arguments.into_iter().collect();
        let (given, expected) = (all.len(), self.parameters().len());
        if given != expected {
            return Err(Error::Argument(self.0.signature().wrong_count(given, expected)));
        }
        let known = self.0.signature().kernel.as_ref().map(|launched| launched.known).unwrap_or_default();
        for ((what, given), known) in [("grid", grid), ("block", block)].into_iter().zip(known) {
            let Some(known) = known.filter(|known| given.map(|size| size as i64) != *known) else { continue };
            return Err(Error::Argument(ArgumentError {
                parameter: format!("{what} of @{}", self.0.signature().shown()),
                expected: format!("{known:?}, as the kernel declares"),
                found: format!("{given:?}"),
            }));
        }
        all.extend(grid.into_iter().chain(block).map(Argument::from));
        self.0.call(all)
    }
}

/// Adds a function for each kernel of the `gpu.module`s at the top of the program whose arguments calls can pass, and returns
/// it with the kernel.
pub(super) fn add_launchers(module: &mut Module) -> Vec<(Op, Launched)> {
    let root = module.root();
    let tables: Vec<Op> =
        device_modules(module).into_iter().filter(|table| module.parent_op(*table) == Some(root)).collect();
    let kernels = kernels_of(module, &tables);
    if !kernels.is_empty() {
        let unit = module.intern_attr(AttrKind::Unit);
        module.set_attr(root, "gpu.container_module", unit);
    }
    // Each comes right after the kernels of its module.
    kernels.into_iter().rev().filter_map(|(table, kernel)| add_launcher(module, table, kernel)).collect()
}

fn add_launcher(module: &mut Module, table: Op, kernel: Op) -> Option<(Op, Launched)> {
    let name = |op: Op| Some(module.symbol_name(op)?.to_string());
    let sizes = kernel_facts::sizes(module, kernel);
    let exact = |sizes: [Option<i64>; 3], is_exact: bool| {
        let [Some(x), Some(y), Some(z)] = sizes else { return None };
        is_exact.then_some([x, y, z])
    };
    let launched = Launched {
        op: kernel,
        module: name(table)?,
        name: name(kernel)?,
        known: [exact(sizes.grid, sizes.is_grid_exact), exact(sizes.block, sizes.is_block_exact)],
    };
    let mut types = function_type_of(module, kernel).0.to_vec();
    let n_arguments = types.len();
    if !types.iter().all(|ty| ArrayType::of(module, *ty).is_some_and(|ty| ty.is_plain())) {
        return None;
    }
    types.extend([Type::INDEX; N_SIZES]);
    let ty = module.intern_type(TypeKind::Function(types.clone().into(), Box::default()));
    let mut symbol = format!("launch {}", launched.shown());
    while module.find_symbol(module.root(), &symbol).is_some() {
        symbol.push('\'');
    }
    let attrs = [("sym_name", module.string_attr(&symbol)), ("function_type", module.type_attr(ty))];
    let launcher = Builder::after(module, table).op_with_regions(Func::Func, &[], &[], &attrs, 1);
    let region = module.region(launcher, 0);
    let entry = module.add_block(region, &types);
    let values = module.args(entry).to_vec();
    let (arguments, sizes) = values.split_at(n_arguments);
    let operands = [sizes, arguments].concat();
    // Dependences, the sizes, those of clusters, dynamic memory, the arguments, a stream.
    let segments = [0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, n_arguments as i64, 0];
    let attrs = [
        ("kernel", module.symbol_attr(&[&launched.module, &launched.name])),
        ("operandSegmentSizes", module.i32_array_attr(segments.to_vec())),
    ];
    let location = module.location(kernel);
    let mut at = Builder::new(module, Place::End(entry), location);
    at.op(Gpu::LaunchFunc, &operands, &[], &attrs);
    at.op(Func::Return, &[], &[], &[]);
    Some((launcher, launched))
}
