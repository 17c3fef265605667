//! What is known about the buffers that a kernel gets, by looking at every launch of it.
//!
//! A buffer that the program makes for itself is at a multiple of 256 bytes. A buffer that a kernel only reads is constant
//! while it runs if it overlaps no argument that the kernel may write. [`Places`] answers that from the operands of all
//! launches. The globals of a kernel are no buffers of the host, so that no argument is one of them.

use std::rc::Rc;
use warpline_ir::{Gpu, MemRef, Module, Op, OpKind, Ptr, Value, Vector};
use warpline_passes::analysis::alias::{CallSites, Overlap, Places, view_source};
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

/// What the launches of a module prove about the buffers of its kernels.
pub(crate) struct Buffers {
    sites: Rc<CallSites>,
}

impl Buffers {
    /// Those of the kernels of a module.
    pub(crate) fn of(module: &Module) -> Self {
        Self { sites: CallSites::of(module) }
    }

    /// The facts about each argument of a kernel.
    pub(crate) fn of_kernel(
        &self,
        module: &Module,
        launches: &Launches,
        kernel: Op,
        args: &[Value],
    ) -> Vec<Buffer> {
        let launches = launches.operands(module, kernel);
        let memrefs = args.iter().copied().filter(|arg| module.is_memref(module.type_of(*arg)));
        let (read, written): (Vec<Value>, Vec<Value>) = memrefs.partition(|arg| is_only_read(module, *arg));
        let mut places = Places::with_call_sites(Rc::clone(&self.sites));
        let mut is_apart = |arg: Value| {
            let own = places.of(module, arg);
            written.iter().all(|other| {
                let other = places.of(module, *other);
                places.overlap(&own, &other) == Overlap::No
            })
        };
        // What a kernel waits for is written by another one meanwhile.
        let is_alone = !launches.is_empty() && spins::of_kernel(module, kernel).is_empty();
        let fact = |(index, arg): (usize, &Value)| {
            let is_made =
                |operands: &&[Value]| operands.get(index).is_some_and(|value| is_made(module, *value));
            let align =
                if !launches.is_empty() && launches.iter().all(is_made) { ALLOCATION_ALIGN } else { 1 };
            Buffer { align, is_constant: is_alone && read.contains(arg) && is_apart(*arg) }
        };
        args.iter().enumerate().map(fact).collect()
    }
}

/// Whether a buffer is all of an allocation of the host program.
fn is_made(module: &Module, value: Value) -> bool {
    let mut value = value;
    while let Some(op) = module.defining_op(value) {
        match module.kind(op) {
            OpKind::MemRef(MemRef::Alloc) | OpKind::Gpu(Gpu::Alloc) => return true,
            OpKind::MemRef(MemRef::Cast | MemRef::AssumeAlignment | MemRef::DistinctObjects) => {}
            _ => return false,
        }
        let Some(source) = view_source(module, value) else { return false };
        value = source;
    }
    false
}

/// Whether all uses of a buffer in a kernel, and of views of it, read.
fn is_only_read(module: &Module, value: Value) -> bool {
    module.uses(value).iter().all(|used| {
        let view = module.op(used.op);
        match view.kind() {
            OpKind::Ptr(Ptr::Load)
            | OpKind::MemRef(MemRef::Load | MemRef::Dim | MemRef::Rank)
            | OpKind::Vector(Vector::Load | Vector::TransferRead | Vector::MaskedLoad | Vector::Gather) => {
                true
            }
            OpKind::MemRef(MemRef::ExtractStridedMetadata) => {
                view.results().next().is_none_or(|base| is_only_read(module, base))
            }
            OpKind::Ptr(Ptr::ToPtr | Ptr::PtrAdd | Ptr::FromPtr)
            | OpKind::MemRef(
                MemRef::Cast
                | MemRef::MemorySpaceCast
                | MemRef::ReinterpretCast
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
