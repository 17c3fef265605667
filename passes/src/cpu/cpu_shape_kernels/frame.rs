//! Layout of scratch memory: workgroup memory once per block, private memory once per thread.

use super::MAX_BLOCK;
use super::shell::known_block_size;
use super::{Shaped, Shaper, refuse};
use crate::analysis::carried::reaches_next_iteration;
use crate::gpu::buffers::MemorySpace;
use crate::gpu::gpu_bound_allocas::NEXT_ITERATION;
use rustc_hash::FxHashMap;
use warpline_ir::{
    Arith, Attr, Block, Builder, Gpu, MemRef, Module, Op, OpKind, Place, Ptr, Type, TypeKind, Value,
};

/// The alignment of everything in scratch memory that threads do not share closely.
const ALIGN: u64 = 64;

/// The allocator of scratch memory.
pub(super) struct Frame {
    bytes: u64,
    n_threads: u64,
}

/// A private memory area: the offset of the first thread's part, and the bytes per thread.
#[derive(Clone, Copy)]
pub(super) struct Area {
    offset: u64,
    stride: u64,
}

impl Frame {
    /// Creates an empty frame for blocks of the kernel's size, or of any size.
    pub(super) fn of_kernel(module: &Module, kernel: Op) -> Self {
        let n_threads = known_block_size(module, kernel).map_or(MAX_BLOCK, |sizes| {
            sizes.iter().fold(1i64, |n, size| n.saturating_mul(*size)).clamp(0, MAX_BLOCK)
        });
        let n_threads = n_threads.cast_unsigned();
        Self { bytes: 0, n_threads }
    }

    /// Returns the number of allocated bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the maximum number of threads of a block.
    pub(super) fn n_threads(&self) -> u64 {
        self.n_threads
    }

    /// Allocates bytes for the whole block; returns their offset.
    fn shared(&mut self, bytes: u64) -> u64 {
        let offset = self.bytes;
        self.bytes = offset.saturating_add(bytes.saturating_add(ALIGN - 1) / ALIGN * ALIGN);
        offset
    }

    /// Allocates bytes for each thread.
    fn per_thread(&mut self, stride: u64) -> Area {
        Area { offset: self.shared(stride.saturating_mul(self.n_threads)), stride }
    }
}

impl Shaper<'_> {
    /// Returns the memory spaces of workgroup and private memory, which the function does not have. No other memory
    /// of the kernel may be in them.
    pub(super) fn local_spaces(&self) -> Shaped<Vec<Attr>> {
        let made = self.allocations().into_iter().map(|op| self.module.result(op, 0));
        let is_dynamic = |op: &Op| self.module.kind(*op) == OpKind::Gpu(Gpu::DynamicSharedMemory);
        let dynamic = self.module.walk(self.work).into_iter().filter(is_dynamic);
        let space_of = |op: Op| MemorySpace::of_memref(self.module, self.module.op(op).result_type(0));
        let is_shared = |op: &Op| space_of(*op) == Ok(MemorySpace::Workgroup);
        let globals = self.globals().into_iter().filter(is_shared);
        let made = made.chain(dynamic.chain(globals).map(|op| self.module.result(op, 0)));
        let local = self.args.workgroup.iter().chain(&self.args.private).copied().chain(made);
        let space = |value: Value| self.module.memory_space(self.module.type_of(value));
        let spaces: Vec<Attr> = local.filter_map(space).collect();
        // A number that means no memory of a block or of a thread may name both the memory of a tile and that of an argument.
        let is_global = |value: Value| {
            MemorySpace::of_memref(self.module, self.module.type_of(value)) == Ok(MemorySpace::Global)
        };
        let is_local =
            |value: Value| space(value).is_some_and(|space| spaces.contains(&space)) && !is_global(value);
        if self.args.passed.iter().any(|arg| is_local(*arg)) {
            return refuse(self.module, self.kernel, "an argument is in workgroup or private memory");
        }
        Ok(spaces)
    }

    /// Replaces workgroup memory among the globals of a kernel by scratch memory, and moves the others before the block
    /// loop.
    pub(super) fn bind_globals(&mut self) -> Shaped {
        let mut views: FxHashMap<Op, Value> = FxHashMap::default();
        for op in self.globals() {
            let path = self.module.attr(op, "name").and_then(|name| self.module.attr_symbol(name));
            let Some(global) = path.and_then(|path| self.module.resolve_symbol(op, path)) else {
                return refuse(self.module, op, "the global does not exist");
            };
            let view = match views.get(&global) {
                Some(view) => *view,
                None => self.bind_global(op)?,
            };
            views.insert(global, view);
            self.module.replace_op(op, &[view]);
        }
        Ok(())
    }

    fn bind_global(&mut self, op: Op) -> Shaped<Value> {
        let result = self.module.result(op, 0);
        let ty = self.module.type_of(result);
        match MemorySpace::of_memref(self.module, ty) {
            Ok(MemorySpace::Global) => {}
            Ok(MemorySpace::Workgroup) => return self.shared_view(result, 16),
            _ => return refuse(self.module, op, "a global lies in global or workgroup memory"),
        }
        let name = self.module.attr(op, "name").map(|name| ("name", name));
        let mut at = Builder::before(self.module, self.shell.blocks);
        Ok(at.value(MemRef::GetGlobal, &[], ty, name.as_slice()))
    }

    fn globals(&self) -> Vec<Op> {
        let is_global = |op: &Op| self.module.kind(*op) == OpKind::MemRef(MemRef::GetGlobal);
        self.module.walk(self.work).into_iter().filter(is_global).collect()
    }

    /// Replaces the arguments of the kernel by those of the function, and workgroup memory by views.
    pub(super) fn bind_shared(&mut self) -> Shaped {
        for (arg, value) in self.args.passed.clone().into_iter().zip(self.shell.args.clone()) {
            self.module.replace_all_uses(arg, value);
        }
        for arg in self.args.workgroup.clone() {
            let view = self.shared_view(arg, 1)?;
            self.module.replace_all_uses(arg, view);
        }
        Ok(())
    }

    /// Replaces private memory by views that all threads share, as each runs from start to end. Returns whether there
    /// is any.
    pub(super) fn bind_private_once(&mut self) -> Shaped<bool> {
        let allocations = self.allocations();
        let is_any = !self.args.private.is_empty() || !allocations.is_empty();
        for arg in self.args.private.clone() {
            let view = self.shared_view(arg, 16)?;
            self.module.replace_all_uses(arg, view);
        }
        for op in allocations {
            self.require_own_iteration(op)?;
            let view = self.shared_view(self.module.result(op, 0), 16)?;
            self.module.replace_op(op, &[view]);
        }
        Ok(is_any)
    }

    /// Allocates per-thread private memory; allocations are moved to the start of the kernel.
    pub(super) fn lay_out_private(&mut self, entry: Block) -> Shaped<FxHashMap<Value, Area>> {
        let mut found = FxHashMap::default();
        let mut values = self.args.private.clone();
        for op in self.allocations() {
            self.require_own_iteration(op)?;
            self.module.move_op(op, Place::Start(entry));
            values.push(self.module.result(op, 0));
        }
        for value in values {
            let bytes = static_bytes(self.module, self.kernel, value)?.next_multiple_of(16);
            found.insert(value, self.frame.per_thread(bytes));
        }
        Ok(found)
    }

    /// Refuses private memory that an iteration of a loop passes to the next one: all iterations have the same.
    fn require_own_iteration(&self, allocation: Op) -> Shaped {
        if reaches_next_iteration(self.module, allocation) {
            return refuse(self.module, allocation, NEXT_ITERATION);
        }
        Ok(())
    }

    fn allocations(&self) -> Vec<Op> {
        let is_allocation = |op: &Op| self.module.kind(*op) == OpKind::MemRef(MemRef::Alloca);
        self.module.walk(self.work).into_iter().filter(is_allocation).collect()
    }

    /// Builds a view for a buffer that the whole block shares, before the block loop.
    pub(super) fn shared_view(&mut self, value: Value, granule: u64) -> Shaped<Value> {
        let bytes = static_bytes(self.module, self.kernel, value)?.next_multiple_of(granule);
        let offset = self.frame.shared(bytes);
        let ty = self.module.type_of(value);
        Ok(self.scratch_view(offset, ty))
    }

    /// Builds a view of scratch memory at an offset, before the block loop.
    fn scratch_view(&mut self, offset: u64, ty: Type) -> Value {
        let scratch = self.shell.scratch;
        let mut at = Builder::before(self.module, self.shell.blocks);
        let offset = at.index(offset as i64);
        view(&mut at, scratch, offset, ty)
    }

    /// Replaces dynamic workgroup memory by the scratch memory behind the frame, whose size is known in
    /// [`Shaper::finish`] only.
    pub(super) fn bind_dynamic(&mut self, op: Op) {
        let ty = self.module.op(op).result_type(0);
        let spaces: Vec<Attr> = self.module.memory_space(ty).into_iter().collect();
        let ty = without_space(self.module, ty, &spaces);
        let (scratch, zero) = (self.shell.scratch, self.shell.zero);
        let mut at = Builder::before(self.module, self.shell.blocks);
        let all = at.value(MemRef::Dim, &[scratch, zero], Type::INDEX, &[]);
        let offset = at.index(0);
        let size = at.binary(Arith::SubI, all, offset);
        let view = at.value(MemRef::View, &[scratch, offset, size], ty, &[]);
        self.dynamic_offsets.extend(self.module.defining_op(offset));
        self.module.replace_op(op, &[view]);
    }

    /// Builds a slot for a per-thread value, before the block loop.
    pub(super) fn slot(&mut self, value: Value, user: Op) -> Shaped<Value> {
        let ty = self.module.type_of(value);
        let Some(bytes) = byte_size(self.module, ty) else {
            return refuse(self.module, user, "an operand cannot be kept across a barrier");
        };
        let Area { offset, .. } = self.frame.per_thread(bytes);
        let ty = self.module.memref_type(&[self.frame.n_threads as i64], ty, None, None);
        Ok(self.scratch_view(offset, ty))
    }

    /// Builds a buffer with `n_each` elements for each thread, which all threads access, before the block loop.
    pub(super) fn shared_elements(&mut self, user: Op, element: Type, n_each: i64) -> Shaped<Value> {
        let n = n_each * self.frame.n_threads as i64;
        let Some(bytes) = byte_size(self.module, element) else {
            return refuse(self.module, user, "elements of this type cannot be stored");
        };
        let offset = self.frame.shared(bytes.saturating_mul(n.unsigned_abs()));
        let ty = self.module.memref_type(&[n], element, None, None);
        Ok(self.scratch_view(offset, ty))
    }

    /// Builds the view of a thread's private memory, before an operation in thread loops.
    pub(super) fn private_view(&mut self, before: Op, area: Area, ty: Type, thread: Value) -> Value {
        let scratch = self.shell.scratch;
        let mut at = Builder::before(self.module, before);
        let stride = at.index(area.stride as i64);
        let own = at.binary(Arith::MulI, thread, stride);
        let offset = at.index(area.offset as i64);
        let offset = at.binary(Arith::AddI, offset, own);
        view(&mut at, scratch, offset, ty)
    }

    /// Drops the spaces of workgroup and private memory from types of buffers: all memory of a function is in one space.
    /// Types of pointers and metadata keep them, so buffers are cast there.
    pub(super) fn drop_memory_spaces(&mut self, spaces: &[Attr]) {
        for op in self.module.walk(self.shell.function).into_iter().skip(1) {
            for value in self.module.defined_by(op) {
                let ty = self.module.type_of(value);
                let plain = without_space(self.module, ty, spaces);
                if plain != ty {
                    self.module.set_type(value, plain);
                }
            }
            if self.module.kind(op) == OpKind::MemRef(MemRef::MemorySpaceCast) {
                let source = self.module.operand(op, 0);
                if self.module.type_of(source) == self.module.type_of(self.module.result(op, 0)) {
                    self.module.replace_op(op, &[source]);
                }
            }
        }
        for op in self.module.walk(self.shell.function).into_iter().skip(1) {
            self.cast_for_pointer(op, spaces);
        }
    }

    /// Casts the buffer that a pointer or metadata describes to their memory space, if it has lost that.
    fn cast_for_pointer(&mut self, op: Op, spaces: &[Attr]) {
        let OpKind::Ptr(kind) = self.module.kind(op) else { return };
        let (buffer, described) = match kind {
            Ptr::ToPtr | Ptr::GetMetadata => (self.module.operand(op, 0), self.module.result(op, 0)),
            Ptr::FromPtr => (self.module.result(op, 0), self.module.operand(op, 0)),
            _ => return,
        };
        let space = match self.module.type_kind(self.module.type_of(described)) {
            TypeKind::Ptr(space) => Some(*space),
            TypeKind::PtrMetadata(buffer) => self.module.memory_space(*buffer),
            _ => None,
        };
        let plain = self.module.type_of(buffer);
        let TypeKind::MemRef(shape, element, layout, None) = self.module.type_kind(plain).clone() else {
            return;
        };
        let Some(space) = space.filter(|space| spaces.contains(space)) else { return };
        let ty = self.module.memref_type(&shape, element, layout, Some(space));
        if kind == Ptr::FromPtr {
            self.module.set_type(buffer, ty);
            let cast = Builder::after(self.module, op).value(MemRef::MemorySpaceCast, &[buffer], plain, &[]);
            let cast_op = self.module.defining_op(cast);
            self.module.replace_uses_if(buffer, cast, |_, user| Some(user) != cast_op);
        } else {
            let cast = Builder::before(self.module, op).value(MemRef::MemorySpaceCast, &[buffer], ty, &[]);
            self.module.set_operand(op, 0, cast);
        }
    }
}

/// Builds a `memref.view` of scratch memory.
fn view(at: &mut Builder<'_>, scratch: Value, offset: Value, ty: Type) -> Value {
    let spaces: Vec<Attr> = at.module.memory_space(ty).into_iter().collect();
    let ty = without_space(at.module, ty, &spaces);
    at.value(MemRef::View, &[scratch, offset], ty, &[])
}

/// Returns the memref type without its memory space, if that is one of `spaces`.
fn without_space(module: &mut Module, ty: Type, spaces: &[Attr]) -> Type {
    let is_local = module.memory_space(ty).is_some_and(|space| spaces.contains(&space));
    match module.type_kind(ty).clone() {
        TypeKind::MemRef(shape, element, layout, _) if is_local => {
            module.memref_type(&shape, element, layout, None)
        }
        TypeKind::UnrankedMemRef(element, _) if is_local => {
            module.intern_type(TypeKind::UnrankedMemRef(element, None))
        }
        _ => ty,
    }
}

/// Returns the bytes of an element in memory: a boolean has a byte.
fn byte_size(module: &Module, ty: Type) -> Option<u64> {
    let is_kept = module.is_memref_element(ty) && !module.is_memref(ty);
    module.element_size(ty).filter(|_| is_kept)
}

/// Returns the bytes of a memref of static shape.
fn static_bytes(module: &Module, kernel: Op, value: Value) -> Shaped<u64> {
    let ty = module.type_of(value);
    let is_plain = matches!(module.type_kind(ty), TypeKind::MemRef(_, _, None, _));
    let count = module.n_elements(ty).filter(|_| is_plain);
    let bytes = count.zip(byte_size(module, module.element_type(ty)));
    match bytes {
        Some((count, bytes)) => Ok(count.saturating_mul(bytes)),
        None => {
            let op = module.defining_op(value).unwrap_or(kernel);
            refuse(module, op, "expected memory of static shape")
        }
    }
}
