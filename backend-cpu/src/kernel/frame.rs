//! The layout of scratch memory: workgroup memory once, and per-thread memory as often as a block has threads.

use crate::emit::{Emitted, Emitter};
use crate::lowered::{Extent, from_parts};
use cranelift_codegen::ir::{InstBuilder, Value as Reg};
use rustc_hash::FxHashMap;
use warpline_ir::{AttrKind, Module, Op, OpRef, Value};

/// Threads of a block whose size is not known.
const DEFAULT_THREADS: u64 = 1024;
/// The most scratch memory that a kernel may ask for.
pub(super) const MAX_BYTES: u64 = 256 << 20;
/// Alignment of everything in scratch memory that threads do not share closely.
const ALIGN: u64 = 64;

/// Scratch memory as it is handed out.
#[derive(Debug)]
pub(super) struct Frame {
    bytes: u64,
    n_threads: u64,
    /// Memory of each thread by the attribution or allocation that it is for: offset, and bytes per thread.
    private: FxHashMap<Value, Area>,
}

/// A part of scratch memory that starts at `offset`; each thread has `stride` bytes, 0 if they share it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Area {
    pub(super) offset: u64,
    pub(super) stride: u64,
}

impl Frame {
    /// An empty frame for blocks as large as a kernel says, or any.
    pub(super) fn of_kernel(module: &Module, func: Op) -> Self {
        let known = match module.attr(func, "known_block_size").map(|attr| module.attr_kind(attr)) {
            Some(AttrKind::DenseArray(_, sizes)) => sizes.iter().product::<i64>().clamp(0, 1024) as u64,
            _ => DEFAULT_THREADS,
        };
        Self { bytes: 0, n_threads: known, private: FxHashMap::default() }
    }

    /// All bytes that were handed out.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Threads that a block has at most.
    pub(super) fn n_threads(&self) -> u64 {
        self.n_threads
    }

    /// Whether a value is an attribution or allocation of each thread.
    pub(super) fn is_private(&self, value: Value) -> bool {
        self.private.contains_key(&value)
    }

    /// Bytes for the whole block.
    pub(super) fn shared(&mut self, bytes: u64) -> Area {
        let offset = self.bytes;
        self.bytes = offset.saturating_add(bytes.saturating_add(ALIGN - 1) / ALIGN * ALIGN);
        Area { offset, stride: 0 }
    }

    /// Bytes for each thread.
    pub(super) fn per_thread(&mut self, bytes: u64) -> Area {
        let Area { offset, .. } = self.shared(bytes.saturating_mul(self.n_threads));
        Area { offset, stride: bytes }
    }
}

impl Emitter<'_, '_> {
    /// The address of the current thread's part of an area.
    pub(super) fn area_address(&mut self, area: Area) -> Emitted<Reg> {
        let (scratch, thread) = (self.kernel()?.scratch, self.kernel()?.thread);
        let offset = self.index(area.offset as i64);
        let start = self.builder.ins().iadd(scratch, offset);
        if area.stride == 0 {
            return Ok(start);
        }
        let stride = self.index(area.stride as i64);
        let own = self.builder.ins().imul(thread, stride);
        Ok(self.builder.ins().iadd(start, own))
    }

    /// Lays out a workgroup attribution.
    pub(super) fn bind_workgroup(&mut self, value: Value) -> Emitted {
        let bytes = self.static_bytes(value)?;
        let area = self.kernel()?.frame.shared(bytes);
        self.bind_area(value, area)
    }

    /// Lays out a private attribution: one for all threads where each runs from start to end, else one for each.
    pub(super) fn bind_private(&mut self, value: Value) -> Emitted {
        let area = self.private_area(value)?;
        if area.stride == 0 { self.bind_area(value, area) } else { Ok(()) }
    }

    /// The memory of a private attribution or allocation.
    fn private_area(&mut self, value: Value) -> Emitted<Area> {
        let bytes = self.static_bytes(value)?.next_multiple_of(16);
        let func = self.inlining[0];
        let kernel = self.kernel()?;
        if let Some(area) = kernel.frame.private.get(&value) {
            return Ok(*area);
        }
        let is_cut = kernel.split.has_barrier(func);
        let area = if is_cut { kernel.frame.per_thread(bytes) } else { kernel.frame.shared(bytes) };
        kernel.frame.private.insert(value, area);
        Ok(area)
    }

    /// Binds a private value to the current thread's memory, if it is one.
    pub(super) fn materialise_private(&mut self, value: Value) -> Emitted<bool> {
        let Some(area) = self.kernel()?.frame.private.get(&value).copied() else { return Ok(false) };
        self.bind_area(value, area)?;
        Ok(true)
    }

    fn bind_area(&mut self, value: Value, area: Area) -> Emitted {
        let pointer = self.area_address(area)?;
        let lowered = from_parts(self.module, self.module.type_of(value), &[pointer]);
        self.set(value, lowered.ok_or_else(|| self.unsupported("expected memory of static shape"))?);
        Ok(())
    }

    /// The bytes of a memref of static shape.
    fn static_bytes(&self, value: Value) -> Emitted<u64> {
        let ty = self.module.type_of(value);
        let is_plain = self.module.strides(ty).is_some_and(|(offset, _)| offset == 0);
        let count = self.module.n_elements(ty).filter(|_| is_plain);
        let count = count.ok_or_else(|| self.unsupported("expected memory of static shape"))?;
        Ok(count.saturating_mul(self.element_bytes(value)?))
    }

    /// An allocation of each thread.
    pub(crate) fn kernel_alloca(&mut self, op: OpRef<'_>) -> Emitted {
        let area = self.private_area(op.result(0))?;
        let pointer = self.area_address(area)?;
        let sizes: Vec<Extent> = self.allocated_sizes(op, op.group(0))?;
        self.new_buffer(op, pointer, &sizes)
    }
}
