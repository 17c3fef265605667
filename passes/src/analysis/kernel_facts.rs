//! Facts about kernels that a `gpu.module` alone records: attributes that `gpu-annotate-kernels` writes if launches
//! prove them.

use super::launches::Sizes;
use super::ranges::Range;
use warpline_ir::dialect::func::{argument_attr, function_type_of};
use warpline_ir::{AttrKind, Func, Gpu, Module, Op, OpKind};

/// The maximum number of blocks of a kernel's launches along x, y and z; 0 if unknown.
pub(crate) const MAX_GRID: &str = "rt.max_grid_size";
/// The maximum number of threads of its blocks along x, y and z; 0 if unknown.
pub(crate) const MAX_BLOCK: &str = "rt.max_block_size";
/// The least and the greatest value of an integer argument.
pub(crate) const RANGE: &str = "rt.range";
/// Marks a kernel with loops that end only when other work runs concurrently.
pub(crate) const SPINS: &str = "rt.spins";

pub(crate) const ALIGN: &str = "llvm.align";
pub(crate) const NOALIAS: &str = "llvm.noalias";
pub(crate) const READONLY: &str = "llvm.readonly";

/// Returns the functions with a body in each `gpu.module`: `gpu.func` and `func.func`.
pub(crate) fn device_functions(module: &Module) -> Vec<Op> {
    let is_function = |op: Op| matches!(module.kind(op), OpKind::Gpu(Gpu::Func) | OpKind::Func(Func::Func));
    let is_device =
        |op: Op| module.parent_op(op).is_some_and(|parent| module.kind(parent) == OpKind::Gpu(Gpu::Module));
    let mut funcs = module.walk(module.root());
    funcs.retain(|op| is_function(*op) && is_device(*op) && module.entry(*op, 0).is_some());
    funcs
}

/// Returns the launch sizes of a kernel.
pub fn sizes(module: &Module, kernel: Op) -> Sizes {
    let (grid, is_grid_exact) = size(module, kernel, "known_grid_size", MAX_GRID);
    let (block, is_block_exact) = size(module, kernel, "known_block_size", MAX_BLOCK);
    Sizes { grid, block, is_grid_exact, is_block_exact }
}

/// Returns three sizes that every launch has, or that none exceeds, and whether they are exact.
fn size(module: &Module, kernel: Op, known: &str, most: &str) -> ([Option<i64>; 3], bool) {
    let sizes = |key: &str| <[i64; 3]>::try_from(module.op(kernel).ints(key)).ok();
    let is_positive = |sizes: &[i64; 3]| sizes.iter().all(|size| 0 < *size);
    if let Some(sizes) = sizes(known).filter(is_positive) {
        return (sizes.map(Some), true);
    }
    let most = sizes(most).unwrap_or_default();
    (most.map(|size| Some(size).filter(|size| 0 < *size)), false)
}

/// Returns the alignment of a memref argument of a function in bytes, a power of two; 1 if unknown.
pub fn argument_align(module: &Module, kernel: Op, index: usize) -> u64 {
    let align = argument_attr(module, kernel, index, ALIGN).and_then(|attr| module.attr_int(attr));
    align.and_then(|align| u64::try_from(align).ok()).filter(|align| align.is_power_of_two()).unwrap_or(1)
}

/// Whether the elements of a memref argument are never written while the kernel runs.
pub fn is_invariant_argument(module: &Module, kernel: Op, index: usize) -> bool {
    [NOALIAS, READONLY].iter().all(|key| argument_attr(module, kernel, index, key).is_some())
}

/// Whether the memory of a memref argument is accessed through no other argument while the kernel runs.
pub fn is_unaliased_argument(module: &Module, kernel: Op, index: usize) -> bool {
    argument_attr(module, kernel, index, NOALIAS).is_some()
}

/// Returns the range of each integer argument of a kernel that has one.
pub fn argument_ranges(module: &Module, kernel: Op) -> Vec<Option<Range>> {
    let range = |index: usize| match module.attr_kind(argument_attr(module, kernel, index, RANGE)?) {
        AttrKind::DenseArray(_, ends) => match ends[..] {
            [min, max] if min <= max => Some(Range { min, max }),
            _ => None,
        },
        _ => None,
    };
    (0..function_type_of(module, kernel).0.len()).map(range).collect()
}

/// Whether a kernel has loops that end only when other work runs concurrently.
pub fn spins(module: &Module, kernel: Op) -> bool {
    module.attr(kernel, SPINS).is_some()
}
