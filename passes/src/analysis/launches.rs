//! The launches of each kernel of a module, and what they all say about its size.
//!
//! A kernel runs by the launches of its module only, so that what holds for all of them holds for the kernel.

use rustc_hash::FxHashMap;
use warpline_ir::{AttrKind, Gpu, Module, Op, OpKind, Value};

/// The slot of a launch that holds the first size of the grid.
const GRID: usize = 1;
/// The slot of a launch that holds the first size of a block.
const BLOCK: usize = 4;
/// The slot of a launch that holds the arguments of the kernel.
const KERNEL_OPERANDS: usize = 11;

/// Every launch of every kernel.
#[derive(Debug, Default)]
pub struct Launches(FxHashMap<Op, Vec<Op>>);

/// The most blocks and threads of every launch of a kernel; `None` where a launch does not say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// The most blocks in each dimension of the grid.
    pub grid: [Option<i64>; 3],
    /// The most threads in each dimension of a block.
    pub block: [Option<i64>; 3],
    /// Whether every launch has just this grid.
    pub is_grid_exact: bool,
    /// Whether every launch has just these blocks.
    pub is_block_exact: bool,
}

impl Launches {
    /// Finds them by one walk.
    pub fn of(module: &Module) -> Self {
        let mut found: FxHashMap<Op, Vec<Op>> = FxHashMap::default();
        for op in module.walk(module.root()) {
            if module.kind(op) == OpKind::Gpu(Gpu::LaunchFunc)
                && let Some(path) = module.attr(op, "kernel").and_then(|attr| module.attr_symbol(attr))
                && let Some(kernel) = module.resolve_symbol(op, path)
            {
                found.entry(kernel).or_default().push(op);
            }
        }
        Self(found)
    }

    /// The operands that each launch gives to a kernel.
    pub fn operands<'m>(&self, module: &'m Module, kernel: Op) -> Vec<&'m [Value]> {
        self.launches(kernel).iter().map(|op| module.op(*op).group(KERNEL_OPERANDS)).collect()
    }

    /// The sizes of a kernel: those that its attributes say, else those of its launches.
    pub fn sizes(&self, module: &Module, kernel: Op) -> Sizes {
        let (grid, is_grid_exact) = self.size(module, kernel, "known_grid_size", GRID);
        let (block, is_block_exact) = self.size(module, kernel, "known_block_size", BLOCK);
        Sizes { grid, block, is_grid_exact, is_block_exact }
    }

    fn size(&self, module: &Module, kernel: Op, key: &str, slot: usize) -> ([Option<i64>; 3], bool) {
        if let Some(known) = known_size(module, kernel, key) {
            return (known.map(Some), true);
        }
        let mut all = self.launches(kernel).iter().map(|op| {
            [0, 1, 2].map(|dim| {
                let size = module.op(*op).group(slot + dim).first();
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

    fn launches(&self, kernel: Op) -> &[Op] {
        self.0.get(&kernel).map_or(&[], Vec::as_slice)
    }
}

/// Three sizes of an attribute, if all are positive.
fn known_size(module: &Module, kernel: Op, key: &str) -> Option<[i64; 3]> {
    let AttrKind::DenseArray(_, sizes) = module.attr_kind(module.attr(kernel, key)?) else { return None };
    <[i64; 3]>::try_from(sizes.to_vec()).ok().filter(|sizes| sizes.iter().all(|size| 0 < *size))
}
