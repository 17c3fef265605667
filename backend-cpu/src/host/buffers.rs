//! Allocates, frees and copies buffers in host functions.

use crate::emit::{Emitted, Emitter};
use crate::globals;
use crate::lowered::{Extent, MemRefParts};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, StackSlotData, StackSlotKind, Value as Reg, types};
use warpline_ir::def::Trait;
use warpline_ir::host_abi::{self, MemoryKind, NO_STREAM};
use warpline_ir::{Async, Func, MemRef, OpKind, OpRef, Rt, TypeKind, Value};

/// Alignment of buffers without an alignment attribute.
const DEFAULT_ALIGN: i64 = 64;
/// The largest local buffer that is placed in the frame.
const MAX_FRAME_BYTES: u64 = 16 << 10;

impl Emitter<'_, '_> {
    /// Allocates memory for the only result of an operation and returns its address.
    pub(super) fn allocate(
        &mut self,
        op: OpRef<'_>,
        sizes: &[Extent],
        stream: i64,
        kind: MemoryKind,
    ) -> Emitted<Reg> {
        let element = self.element_bytes(op.result(0))?;
        let count = self.element_count(sizes);
        let element = self.index(element as i64);
        let bytes = self.saturating_product(count, element);
        let align = op.int("alignment").filter(|align| 0 < *align && align.count_ones() == 1);
        let align = self.index(align.unwrap_or(DEFAULT_ALIGN).max(DEFAULT_ALIGN));
        let out = self.stack(8);
        let (stream, kind) = (self.int(types::I32, stream), self.int(types::I32, kind as i64));
        self.runtime_call(&host_abi::wl_alloc, [stream, bytes, align, kind, out])?;
        Ok(self.load(types::I64, out, 0))
    }

    /// Frees memory.
    pub(super) fn release(&mut self, pointer: Reg, stream: i64, kind: MemoryKind) -> Emitted {
        let (stream, kind) = (self.int(types::I32, stream), self.int(types::I32, kind as i64));
        self.runtime_call(&host_abi::wl_free, [stream, kind, pointer])
    }

    /// Emits code for `memref.alloc`.
    pub(crate) fn host_alloc(&mut self, op: OpRef<'_>) -> Emitted {
        let sizes = self.allocated_sizes(op, op.group("dynamicSizes"))?;
        let pointer = self.allocate(op, &sizes, i64::from(NO_STREAM), MemoryKind::Host)?;
        self.new_buffer(op, pointer, &sizes)
    }

    /// Emits code for `memref.dealloc`.
    pub(crate) fn host_dealloc(&mut self, op: OpRef<'_>) -> Emitted {
        let pointer = self.memref(op.operand(0))?.pointer;
        self.release(pointer, i64::from(NO_STREAM), MemoryKind::Host)
    }

    /// Emits code for `memref.alloca`: a small buffer is placed in the frame; a larger one is allocated by
    /// the runtime and freed at every exit.
    pub(crate) fn host_alloca(&mut self, op: OpRef<'_>) -> Emitted {
        let sizes = self.allocated_sizes(op, op.group("dynamicSizes"))?;
        let element = self.element_bytes(op.result(0))?;
        let bytes = self.module.n_elements(op.result_type(0)).map(|count| count.saturating_mul(element));
        let flow = Flow::of(op);
        if flow.escapes {
            // A use after the end of its function is wrong, but must not meet another frame: it is never freed.
            let pointer = self.allocate(op, &sizes, i64::from(NO_STREAM), MemoryKind::Host)?;
            return self.new_buffer(op, pointer, &sizes);
        }
        // The runtime, which called functions ask how far memory reaches, knows no buffers in frames.
        let asks = |op| self.module.kind(op) == OpKind::Rt(Rt::Extent);
        let is_asked = flow.is_passed && self.module.any_in(self.module.root(), asks);
        let pointer = match bytes.filter(|bytes| *bytes <= MAX_FRAME_BYTES && !is_asked) {
            Some(bytes) => self.stack(bytes),
            None => self.large_local(op, &sizes)?,
        };
        self.new_buffer(op, pointer, &sizes)
    }

    /// Allocates a large local buffer. In a loop, each iteration frees the buffer of the previous one.
    fn large_local(&mut self, op: OpRef<'_>, sizes: &[Extent]) -> Emitted<Reg> {
        let data = StackSlotData::new(StackSlotKind::ExplicitSlot, 8, 3);
        let slot = self.builder.create_sized_stack_slot(data);
        self.host()?.locals.push(slot);
        self.free_local(slot)?;
        let pointer = self.allocate(op, sizes, i64::from(NO_STREAM), MemoryKind::Host)?;
        self.builder.ins().stack_store(types::I64, pointer, slot, 0);
        Ok(pointer)
    }

    /// Frees the buffer in a slot, if there is one.
    fn free_local(&mut self, slot: cranelift_codegen::ir::StackSlot) -> Emitted {
        let pointer = self.builder.ins().stack_load(types::I64, types::I64, slot, 0);
        let (full, done) = (self.block(&[]), self.block(&[]));
        let zero = self.index(0);
        let is_full = self.compare(IntCC::NotEqual, pointer, zero);
        self.branch(is_full, (full, &[]), (done, &[]));
        self.enter(full);
        self.release(pointer, i64::from(NO_STREAM), MemoryKind::Host)?;
        self.builder.ins().stack_store(types::I64, zero, slot, 0);
        self.jump(done, &[]);
        self.enter(done);
        Ok(())
    }

    /// Frees all large local buffers allocated so far in program order.
    pub(super) fn free_locals(&mut self) -> Emitted {
        for slot in self.host()?.locals.clone() {
            self.free_local(slot)?;
        }
        Ok(())
    }

    /// Clears all slots of large local buffers.
    pub(super) fn clear_locals(&mut self) -> Emitted {
        let zero = self.index(0);
        for slot in self.host()?.locals.clone() {
            self.builder.ins().stack_store(types::I64, zero, slot, 0);
        }
        Ok(())
    }

    /// Emits code for `memref.get_global`.
    pub(crate) fn host_global(&mut self, op: OpRef<'_>) -> Emitted {
        let number = globals::of_op(op)
            .and_then(|global| self.host().ok()?.tables.global_numbers.get(&global).copied());
        let number = number.ok_or_else(|| self.unsupported("the global does not exist"))?;
        let out = self.stack(8);
        let number = self.int(types::I32, i64::from(number));
        self.runtime_call(&host_abi::wl_global, [number, out])?;
        let pointer = self.load(types::I64, out, 0);
        let sizes = self.allocated_sizes(op, &[])?;
        self.new_buffer(op, pointer, &sizes)
    }

    /// Whether a memref is known to be contiguous and row-major.
    pub(super) fn is_contiguous(&self, value: Value) -> bool {
        let ty = self.module.type_of(value);
        let (Some(shape), Some((_, strides))) = (self.module.shape(ty), self.module.strides(ty)) else {
            return false;
        };
        let plain = warpline_ir::types::identity_strides(shape);
        let is_default = matches!(self.module.type_kind(ty), warpline_ir::TypeKind::MemRef(_, _, None, _));
        is_default || (plain == strides && !strides.contains(&warpline_ir::DYNAMIC))
    }

    /// Returns the number of bytes of all elements of a memref.
    pub(super) fn byte_count(&mut self, value: Value, parts: &MemRefParts) -> Emitted<Reg> {
        let element = self.element_bytes(value)?;
        let count = self.element_count(&parts.sizes);
        let element = self.index(element as i64);
        Ok(self.builder.ins().imul(count, element))
    }
}

/// Where the buffer that an operation makes may go.
struct Flow {
    is_passed: bool,
    escapes: bool,
}

impl Flow {
    /// Follows the buffer through views, choices, branches, loops and calls.
    fn of(op: OpRef<'_>) -> Self {
        let module = op.module;
        let mut flow = Self { is_passed: false, escapes: false };
        let mut seen: Vec<Value> = op.results().collect();
        let mut next = 0;
        while let Some(buffer) = seen.get(next).copied() {
            next += 1;
            for used in module.uses_backwards(buffer) {
                let kind = module.kind(used.op);
                flow.is_passed |= kind == OpKind::Func(Func::Call);
                let targets = module.successors(used.op);
                let is_end = targets.is_empty() && kind.def().is_some_and(|def| def.has(Trait::Terminator));
                // Its parent may hand it on, or begin its next iteration with it.
                let parent = module.parent_op(used.op).filter(|_| is_end);
                flow.escapes |= parent.is_some_and(|parent| ends_scope(module.kind(parent)));
                let targets = targets.iter().flat_map(|target| module.args(target.block).to_vec());
                let parent = parent.filter(|parent| !ends_scope(module.kind(*parent)));
                let handed_on = [Some(used.op), parent].into_iter().flatten().flat_map(|op| {
                    let blocks = module
                        .regions_of(op)
                        .into_iter()
                        .flat_map(|region| module.blocks_of(region).to_vec());
                    let args: Vec<Value> = blocks.flat_map(|block| module.args(block).to_vec()).collect();
                    module.results(op).chain(args).collect::<Vec<_>>()
                });
                for value in targets.chain(handed_on).collect::<Vec<_>>() {
                    let is_buffer = matches!(
                        module.type_kind(module.type_of(value)),
                        TypeKind::MemRef(..) | TypeKind::UnrankedMemRef(..)
                    );
                    if is_buffer && !seen.contains(&value) {
                        seen.push(value);
                    }
                }
            }
        }
        flow
    }
}

/// Whether the end of an operation's body ends the life of local buffers that its results may still be.
fn ends_scope(kind: OpKind) -> bool {
    matches!(
        kind,
        OpKind::Func(Func::Func)
            | OpKind::MemRef(MemRef::AllocaScope)
            | OpKind::Async(Async::Execute | Async::Func)
    )
}
