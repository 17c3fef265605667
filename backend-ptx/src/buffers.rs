//! What is known about the buffers that a kernel gets, by looking at every launch of it.
//!
//! A buffer that the program makes for itself is at a multiple of 256 bytes and overlaps no other one. Two arguments of
//! a function of the host may be the same buffer.

use warpline_ir::{Gpu, MemRef, Module, Op, OpKind, Value, Vector};
use warpline_passes::analysis::launches::Launches;
use warpline_passes::analysis::spins;

/// What allocations of device memory are multiples of.
const ALLOCATION_ALIGN: u64 = 256;

/// What is known about an argument of a kernel.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Buffer {
    /// What its address is a multiple of; 1 if nothing is known.
    pub(crate) align: u64,
    /// Whether nothing writes to it while the kernel runs.
    pub(crate) is_constant: bool,
}

/// Where a buffer comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Root {
    /// An operation that makes it.
    Made(Op),
    /// A value from outside of the function.
    Given(Value),
    /// A constant of the program.
    Constant,
}

/// The facts about each argument of a kernel.
pub(crate) fn of_kernel(module: &Module, launches: &Launches, kernel: Op, args: &[Value]) -> Vec<Buffer> {
    let launches = launches.operands(module, kernel);
    // What a kernel waits for is written by another one meanwhile.
    let spins = !spins::of_kernel(module, kernel).is_empty();
    let is_read: Vec<bool> =
        args.iter().map(|arg| module.is_memref(module.type_of(*arg)) && is_only_read(module, *arg)).collect();
    let mut facts = Vec::with_capacity(args.len());
    for (index, _) in args.iter().enumerate() {
        let roots: Vec<Option<(Root, bool)>> =
            launches.iter().map(|operands| root(module, *operands.get(index)?)).collect();
        let is_made = |root: &Option<(Root, bool)>| matches!(root, Some((Root::Made(_), true)));
        let align = if !roots.is_empty() && roots.iter().all(is_made) { ALLOCATION_ALIGN } else { 1 };
        let is_alone = !spins
            && launches.iter().all(|operands| {
                is_constant(module, operands, index) || is_apart(module, operands, index, &is_read)
            });
        facts.push(Buffer { align, is_constant: is_read[index] && !launches.is_empty() && is_alone });
    }
    facts
}

/// Whether an operand of a launch is a part of a constant of the program, which nothing writes.
fn is_constant(module: &Module, operands: &[Value], index: usize) -> bool {
    operands.get(index).and_then(|value| root(module, *value)) == Some((Root::Constant, false))
}

/// Whether an operand of a launch overlaps none that the kernel may write.
fn is_apart(module: &Module, operands: &[Value], index: usize, is_read: &[bool]) -> bool {
    let Some((own, _)) = operands.get(index).and_then(|value| root(module, *value)) else { return false };
    let written = operands
        .iter()
        .zip(is_read)
        .filter(|(value, is_read)| !**is_read && module.is_memref(module.type_of(**value)));
    written.map(|(value, _)| root(module, *value)).all(|other| match other {
        Some((other, _)) => {
            other != own
                && (matches!(own, Root::Made(_) | Root::Constant)
                    || matches!(other, Root::Made(_) | Root::Constant))
        }
        None => false,
    })
}

/// Where a buffer of the host program comes from, and whether it is all of it from its beginning on.
fn root(module: &Module, value: Value) -> Option<(Root, bool)> {
    let mut value = value;
    let mut is_whole = true;
    loop {
        let Some(op) = module.defining_op(value) else { return Some((Root::Given(value), is_whole)) };
        match module.kind(op) {
            OpKind::MemRef(MemRef::Alloc) | OpKind::Gpu(Gpu::Alloc) => {
                return Some((Root::Made(op), is_whole));
            }
            OpKind::MemRef(MemRef::GetGlobal) => {
                let path = module.op(op).attr("name").and_then(|attr| module.attr_symbol(attr))?;
                let global = module.resolve_symbol(op, path)?;
                return module.attr(global, "constant").map(|_| (Root::Constant, false));
            }
            OpKind::MemRef(MemRef::Cast | MemRef::AssumeAlignment) => {}
            OpKind::MemRef(
                MemRef::SubView | MemRef::ReinterpretCast | MemRef::CollapseShape | MemRef::ExpandShape,
            ) => is_whole = false,
            _ => return None,
        }
        value = module.operand(op, 0);
    }
}

/// Whether all uses of a buffer in a kernel, and of views of it, read.
fn is_only_read(module: &Module, value: Value) -> bool {
    module.uses(value).iter().all(|used| {
        let view = module.op(used.op);
        match view.kind() {
            OpKind::MemRef(MemRef::Load | MemRef::Dim | MemRef::Rank)
            | OpKind::Vector(Vector::Load | Vector::TransferRead | Vector::MaskedLoad | Vector::Gather) => {
                true
            }
            OpKind::MemRef(
                MemRef::Cast
                | MemRef::SubView
                | MemRef::CollapseShape
                | MemRef::ExpandShape
                | MemRef::Transpose
                | MemRef::AssumeAlignment,
            ) => view.results().all(|result| is_only_read(module, result)),
            _ => false,
        }
    })
}
