//! The launches of each kernel of a module, and the facts about its size that hold for all of them.
//!
//! A kernel is launched by its module only, so a fact that holds for all launches holds for the kernel.

use super::kernel_facts;
use super::ranges::Range;
use rustc_hash::FxHashMap;
use warpline_ir::dialect::gpu::LAUNCH_SIZES;
use warpline_ir::{Func, Gpu, Module, Op, OpKind, Rt, Value};

/// Every launch of every kernel.
#[derive(Debug, Default)]
pub struct Launches(FxHashMap<Op, Vec<Op>>);

/// The operands for the sizes of a launch: blocks along x, y and z, then threads of a block.
pub type Geometry = [Option<Value>; 6];

/// The maximum number of threads per block on every device.
const MAX_BLOCK: i64 = 1024;

/// Returns the block size of a launch along x, y and z, if it is known that no device supports it.
pub(crate) fn oversized_block(module: &Module, launch: Op) -> Option<[i64; 3]> {
    let view = module.op(launch);
    let sizes = view.groups(4..7).iter();
    let sizes: Vec<i64> = sizes.map(|size| module.constant_int(*size)).collect::<Option<_>>()?;
    let sizes: [i64; 3] = sizes.try_into().ok()?;
    let threads = sizes.iter().fold(1i64, |product, size| product.saturating_mul(*size));
    (MAX_BLOCK < threads).then_some(sizes)
}

/// Returns the error message for blocks of this size.
pub(crate) fn oversized_block_message([x, y, z]: [i64; 3]) -> String {
    format!("expected a block of at most {MAX_BLOCK} threads, but found {x} x {y} x {z}")
}

/// The maximum numbers of blocks and threads over all launches of a kernel; `None` if a launch does not determine
/// them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// The maximum number of blocks in each dimension of the grid.
    pub grid: [Option<i64>; 3],
    /// The maximum number of threads in each dimension of a block.
    pub block: [Option<i64>; 3],
    /// Whether every launch has exactly this grid.
    pub is_grid_exact: bool,
    /// Whether every launch has exactly these blocks.
    pub is_block_exact: bool,
}

impl Launches {
    /// Collects the launches in one traversal.
    pub fn of(module: &Module) -> Self {
        let mut found: FxHashMap<Op, Vec<Op>> = FxHashMap::default();
        for op in module.walk(module.root()) {
            if matches!(module.kind(op), OpKind::Gpu(Gpu::LaunchFunc) | OpKind::Rt(Rt::Launch))
                && let Some(path) = module.attr(op, "kernel").and_then(|attr| module.attr_symbol(attr))
                && let Some(kernel) = module.resolve_symbol(op, path)
            {
                found.entry(kernel).or_default().push(op);
            }
        }
        Self(found)
    }

    /// Returns the operands that each launch passes to a kernel.
    pub fn operands<'m>(&self, module: &'m Module, kernel: Op) -> Vec<&'m [Value]> {
        self.launches(kernel).iter().map(|op| module.op(*op).group("kernelOperands")).collect()
    }

    /// Returns the sizes of each launch of a kernel, in the order of [`Launches::operands`].
    pub fn geometry(&self, module: &Module, kernel: Op) -> Vec<Geometry> {
        let of_launch = |op: &Op| LAUNCH_SIZES.map(|name| module.op(*op).group(name).first().copied());
        self.launches(kernel).iter().map(of_launch).collect()
    }

    /// Returns the sizes of a kernel: those of its attributes, else those of its launches.
    pub fn sizes(&self, module: &Module, kernel: Op) -> Sizes {
        let declared = kernel_facts::sizes(module, kernel);
        let (grid, is_grid_exact) = self.size(module, kernel, 0);
        let (block, is_block_exact) = self.size(module, kernel, 3);
        let (is_grid_declared, is_block_declared) = (declared.is_grid_exact, declared.is_block_exact);
        let is_launched = !self.launches(kernel).is_empty();
        Sizes {
            grid: if is_grid_declared || !is_launched { declared.grid } else { grid },
            block: if is_block_declared || !is_launched { declared.block } else { block },
            is_grid_exact: is_grid_declared || is_grid_exact,
            is_block_exact: is_block_declared || is_block_exact,
        }
    }

    /// Returns, for each integer argument of a kernel, the range of the operands of all launches if each is a
    /// constant; for a kernel without launches, the range of its attributes.
    pub fn argument_ranges(&self, module: &Module, kernel: Op) -> Vec<Option<Range>> {
        let launches = self.operands(module, kernel);
        let Some(n_args) = launches.iter().map(|operands| operands.len()).max() else {
            return kernel_facts::argument_ranges(module, kernel);
        };
        let given = |index: usize| {
            let all = launches.iter().map(|operands| module.constant_int(*operands.get(index)?));
            all.map(|value| value.map(Range::point)).reduce(|all, next| Some(all?.hull(next?)))?
        };
        (0..n_args).map(given).collect()
    }

    /// Returns the maximum of each of the three [`LAUNCH_SIZES`] from number `first` on over all launches, and whether
    /// every one has that size.
    fn size(&self, module: &Module, kernel: Op, first: usize) -> ([Option<i64>; 3], bool) {
        let mut all = self.launches(kernel).iter().map(|op| {
            [0, 1, 2].map(|dim| {
                let size = module.op(*op).group(LAUNCH_SIZES[first + dim]).first();
                size.and_then(|size| module.constant_int(*size)).filter(|size| 0 < *size)
            })
        });
        let Some(first) = all.next() else { return ([None; 3], false) };
        let mut is_exact = first.iter().all(Option::is_some);
        let most = all.fold(first, |most, next| {
            is_exact &= most == next;
            [0, 1, 2].map(|dim| Some(most[dim]?.max(next[dim]?)))
        });
        (most, is_exact)
    }

    /// Returns the operations that launch a kernel.
    pub fn ops(&self, kernel: Op) -> Vec<Op> {
        self.launches(kernel).to_vec()
    }

    fn launches(&self, kernel: Op) -> &[Op] {
        self.0.get(&kernel).map_or(&[], Vec::as_slice)
    }
}

/// Whether a function has streams already, so that no more device work can come into it.
pub(crate) fn is_scheduled(module: &Module, op: Op) -> bool {
    let is_of_schedule = |op: Op| matches!(module.kind(op), OpKind::Rt(kind) if kind.is_of_schedule());
    module.kind(op) == OpKind::Func(Func::Func) && module.walk(op).into_iter().any(is_of_schedule)
}
