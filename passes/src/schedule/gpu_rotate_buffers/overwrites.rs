//! Proves that a device operation overwrites a whole buffer, whatever its contents were.
//!
//! A copy or a fill of the whole buffer does. A launch does if its kernel only writes the buffer, and all threads
//! together store to each element: a store that every thread reaches, at indices that are thread and block ids.

use crate::analysis::summary::{Summaries, Updates};
use rustc_hash::FxHashSet;
use warpline_ir::dialect::gpu::LAUNCH_SIZES;
use warpline_ir::dialect::gpu::dimension_of;
use warpline_ir::{Arith, DYNAMIC, Gpu, MemRef, Module, Op, OpKind, Value};

/// Whether `op` overwrites all of `buffer`; `family` holds all its views.
pub(super) fn covers(
    module: &Module,
    op: Op,
    buffer: Value,
    family: &FxHashSet<Value>,
    summaries: &mut Summaries,
) -> bool {
    let view = module.op(op);
    match module.kind(op) {
        OpKind::Gpu(Gpu::Memcpy) => {
            is_whole(module, view.named("dst"), buffer) && !family.contains(&view.named("src"))
        }
        OpKind::Gpu(Gpu::Memset) => is_whole(module, view.named("dst"), buffer),
        OpKind::Gpu(Gpu::LaunchFunc) => launch_covers(module, op, buffer, family, summaries),
        _ => false,
    }
}

/// Whether a value is a buffer itself, or a cast of it.
fn is_whole(module: &Module, value: Value, buffer: Value) -> bool {
    let mut at = value;
    while at != buffer {
        match module.defining_op(at) {
            Some(op) if module.kind(op) == OpKind::MemRef(MemRef::Cast) => at = module.operand(op, 0),
            Some(_) | None => return false,
        }
    }
    true
}

fn launch_covers(
    module: &Module,
    launch: Op,
    buffer: Value,
    family: &FxHashSet<Value>,
    summaries: &mut Summaries,
) -> bool {
    let operands = module.op(launch).group("kernelOperands");
    let mut of_buffer = (0..operands.len()).filter(|index| family.contains(&operands[*index]));
    let (Some(index), None) = (of_buffer.next(), of_buffer.next()) else { return false };
    let path = module.attr(launch, "kernel").and_then(|kernel| module.attr_symbol(kernel));
    let Some(kernel) = path.and_then(|path| module.resolve_symbol(launch, path)) else { return false };
    let Some(access) = summaries.of_arguments(module, kernel).get(index).copied() else { return false };
    let only_writes = !access.reads && access.updates == Updates::None;
    only_writes
        && is_whole(module, operands[index], buffer)
        && Threads::of(module, launch, kernel).is_some_and(|threads| threads.store_all(module, index, buffer))
}

/// The threads of a launch.
struct Threads {
    kernel: Op,
    grid: [i64; 3],
    block: [i64; 3],
}

/// The value of a store index in each thread.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Index {
    Constant(i64),
    /// The thread id in its block, along an axis.
    Thread(usize),
    /// The block id, along an axis.
    Block(usize),
    /// The global thread id, along an axis.
    Global(usize),
}

impl Threads {
    fn of(module: &Module, launch: Op, kernel: Op) -> Option<Self> {
        let sizes = |names: &[&str]| -> Option<[i64; 3]> {
            let sizes = names.iter().map(|name| module.constant_int(module.op(launch).named(name)));
            sizes.collect::<Option<Vec<i64>>>()?.try_into().ok()
        };
        Some(Self { kernel, grid: sizes(&LAUNCH_SIZES[..3])?, block: sizes(&LAUNCH_SIZES[3..])? })
    }

    /// Whether the kernel stores to each element of an argument, which is `buffer`.
    fn store_all(&self, module: &Module, argument: usize, buffer: Value) -> bool {
        let Some(entry) = module.entry(self.kernel, 0) else { return false };
        let Some(argument) = module.args(entry).get(argument).copied() else { return false };
        let shape = module.shape(module.type_of(buffer)).unwrap_or(&[DYNAMIC]);
        let is_all = |store: Op| {
            let indices = module.operands(store).get(2..).unwrap_or_default();
            let indices: Option<Vec<Index>> =
                indices.iter().map(|index| self.index(module, *index)).collect();
            indices.is_some_and(|indices| self.reach_all(&indices, shape))
        };
        module.uses(argument).iter().any(|found| {
            let is_store = module.kind(found.op) == OpKind::MemRef(MemRef::Store) && found.index == 1;
            is_store && module.block_of(found.op) == Some(entry) && is_all(found.op)
        })
    }

    /// Whether the threads with these indices reach each element. Each axis may index one dimension only.
    fn reach_all(&self, indices: &[Index], shape: &[i64]) -> bool {
        let mut axes: Vec<Index> = Vec::new();
        let reaches = |(index, size): (&Index, &i64)| {
            let (used, count) = match index {
                Index::Constant(number) => return *number == 0 && *size == 1,
                Index::Thread(axis) => (vec![Index::Thread(*axis)], Some(self.block[*axis])),
                Index::Block(axis) => (vec![Index::Block(*axis)], Some(self.grid[*axis])),
                Index::Global(axis) => {
                    let count = self.block[*axis].checked_mul(self.grid[*axis]);
                    (vec![Index::Thread(*axis), Index::Block(*axis)], count)
                }
            };
            let is_free = used.iter().all(|part| !axes.contains(part));
            axes.extend(used);
            is_free && *size != DYNAMIC && count.is_some_and(|count| *size <= count)
        };
        indices.len() == shape.len() && indices.iter().zip(shape).all(reaches)
    }

    fn index(&self, module: &Module, value: Value) -> Option<Index> {
        if let Some(number) = module.constant_int(value) {
            return Some(Index::Constant(number));
        }
        let op = module.defining_op(value)?;
        match module.kind(op) {
            OpKind::Gpu(Gpu::ThreadId) => dimension_of(module.op(op)).map(Index::Thread),
            OpKind::Gpu(Gpu::BlockId) => dimension_of(module.op(op)).map(Index::Block),
            OpKind::Gpu(Gpu::GlobalId) => dimension_of(module.op(op)).map(Index::Global),
            OpKind::Arith(Arith::AddI) => {
                let [a, b] = *module.operands(op) else { return None };
                self.global(module, a, b).or_else(|| self.global(module, b, a))
            }
            _ => None,
        }
    }

    /// Matches the sum of the first element of a block and a thread id.
    fn global(&self, module: &Module, first: Value, thread: Value) -> Option<Index> {
        let Some(Index::Thread(axis)) = self.index(module, thread) else { return None };
        let product = module.defining_op(first)?;
        let [a, b] = *module.operands(product) else { return None };
        let is_block = |value: Value| self.index(module, value) == Some(Index::Block(axis));
        let is_size = |value: Value| {
            let is_dim = |op: Op| {
                module.kind(op) == OpKind::Gpu(Gpu::BlockDim) && dimension_of(module.op(op)) == Some(axis)
            };
            module.constant_int(value) == Some(self.block[axis])
                || module.defining_op(value).is_some_and(is_dim)
        };
        let is_product = module.kind(product) == OpKind::Arith(Arith::MulI);
        let fits = is_block(a) && is_size(b) || is_block(b) && is_size(a);
        (is_product && fits).then_some(Index::Global(axis))
    }
}
