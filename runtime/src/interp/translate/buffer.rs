//! Translates operations of memref.

use crate::interp::code::{BufferStep, BufferType, Global, Instr, Number, Reg, Subview};
use crate::interp::compile::{Task, Translator};
use crate::interp::views::moves;
use warpline_ir::dialect::memref::STRIDED_LISTS;
use warpline_ir::dialect::memref::subview::kept_dims;
use warpline_ir::{AttrKind, DYNAMIC, MemRef, OpRef, Type, TypeKind};

impl Translator<'_, '_> {
    /// Returns the numbers of an array attribute; none if it is missing.
    pub(in crate::interp) fn int_array(&self, op: OpRef<'_>, key: &str) -> Vec<i64> {
        match op.attr(key).map(|attr| self.module.attr_kind(attr)) {
            Some(AttrKind::Array(items)) => {
                items.iter().filter_map(|item| self.module.attr_int(*item)).collect()
            }
            Some(AttrKind::DenseArray(_, values)) => values.to_vec(),
            _ => Vec::new(),
        }
    }

    /// Translates operations of memref.
    pub(in crate::interp) fn memref(&mut self, op: OpRef<'_>, kind: MemRef) -> Vec<Task> {
        let operands = self.regs(op.operands());
        let dst = op.results().next().map_or(0, |result| self.reg(result));
        self.promised_alignment(op, kind, &operands);
        let instr = match (kind, &*operands) {
            (MemRef::Alloc, _) => self.alloc(op, false),
            (MemRef::Alloca, _) => self.alloc(op, true),
            (MemRef::Dealloc, [view]) => BufferStep::Free(*view).into(),
            (MemRef::Load, [view, indices @ ..]) => Instr::Load { view: *view, indices: indices.into(), dst },
            (MemRef::Store, [value, view, indices @ ..]) => {
                Instr::Store { value: *value, view: *view, indices: indices.into() }
            }
            (MemRef::AtomicRmw, [value, view, indices @ ..]) => {
                let kind = op.int("kind").and_then(|kind| usize::try_from(kind).ok()).unwrap_or(usize::MAX);
                BufferStep::Atomic { kind, value: *value, view: *view, indices: indices.into(), dst }.into()
            }
            (MemRef::Dim, [view, index]) => BufferStep::Dim { view: *view, index: *index, dst }.into(),
            (MemRef::Copy, [from, to]) => BufferStep::Copy { from: *from, to: *to }.into(),
            (MemRef::Cast | MemRef::MemorySpaceCast, [view]) => self.cast(op.result_type(0), *view, dst),
            (MemRef::SubView, [source, ..]) => self.subview(op, *source, dst),
            (MemRef::GetGlobal, _) => self.get_global(op, dst),
            (MemRef::Global, _) => Instr::Refuse("a global inside of a function".into()),
            (MemRef::Realloc, [from, ..]) => self.realloc(op, *from, dst),
            (MemRef::AllocaScope, _) => return self.alloca_scope(op),
            (MemRef::AllocaScopeReturn | MemRef::AtomicYield, _) => {
                self.yield_op(op);
                return Vec::new();
            }
            (MemRef::GenericAtomicRmw, [view, indices @ ..]) => {
                return self.generic_atomic(op, *view, indices.into());
            }
            (MemRef::Prefetch | MemRef::DmaWait, _) => Instr::Move(Box::default()),
            (MemRef::DmaStart, _) => self.dma_start(op),
            (MemRef::Rank, [view]) => BufferStep::Rank { view: *view, dst }.into(),
            (MemRef::ReinterpretCast, [source, ..]) => self.reinterpret(op, *source, dst),
            (MemRef::View, [source, ..]) => self.view(op, *source, dst),
            (MemRef::Reshape, [source, shape]) => self.reshape(op, *source, *shape, dst),
            (MemRef::ExpandShape, [source, ..]) => self.expand_shape(op, *source, dst),
            (MemRef::CollapseShape, [source]) => self.collapse_shape(op, *source, dst),
            (MemRef::Transpose, [source]) => self.transpose(op, *source, dst),
            (MemRef::ExtractStridedMetadata, [view]) => {
                BufferStep::Metadata { view: *view, results: self.results(op) }.into()
            }
            (MemRef::ExtractAlignedPointerAsIndex, [view]) => BufferStep::Address { view: *view, dst }.into(),
            (MemRef::AssumeAlignment, [view]) => {
                let alignment = op.int("alignment").unwrap_or(1).unsigned_abs();
                let dst = op.results().next().map(|result| self.reg(result));
                BufferStep::Align { view: *view, alignment, dst }.into()
            }
            (MemRef::DistinctObjects, views) => BufferStep::Distinct(moves(views, &self.results(op))).into(),
            (
                MemRef::Realloc
                | MemRef::GenericAtomicRmw
                | MemRef::Rank
                | MemRef::MemorySpaceCast
                | MemRef::ReinterpretCast
                | MemRef::View
                | MemRef::Reshape
                | MemRef::ExpandShape
                | MemRef::CollapseShape
                | MemRef::Transpose
                | MemRef::ExtractStridedMetadata
                | MemRef::ExtractAlignedPointerAsIndex
                | MemRef::AssumeAlignment
                | MemRef::Dealloc
                | MemRef::Load
                | MemRef::Store
                | MemRef::AtomicRmw
                | MemRef::Dim
                | MemRef::Copy
                | MemRef::Cast
                | MemRef::SubView,
                _,
            ) => Instr::Refuse("an unexpected number of operands".into()),
        };
        self.emit(op.op, instr);
        Vec::new()
    }

    /// Emits the check of the alignment that a load or store declares.
    fn promised_alignment(&mut self, op: OpRef<'_>, kind: MemRef, operands: &[Reg]) {
        let ((MemRef::Load, [view, indices @ ..]) | (MemRef::Store, [_, view, indices @ ..])) =
            (kind, operands)
        else {
            return;
        };
        if let Some(alignment) = op.int("alignment") {
            let (indices, alignment) = (indices.into(), alignment.unsigned_abs());
            self.emit(op.op, BufferStep::AlignAt { view: *view, indices, alignment }.into());
        }
    }

    /// Returns the allocation of a buffer.
    pub(in crate::interp) fn alloc(&mut self, op: OpRef<'_>, is_local: bool) -> Instr {
        let Some(mut ty) = BufferType::of(self.module, op.result_type(0)) else {
            let has_strides = self.module.strides(op.result_type(0)).is_some();
            return Instr::Refuse(
                if has_strides {
                    "only buffers of scalars of up to 64 bits, integers of up to 128 bits, complex numbers and vectors can \
                     be interpreted"
                } else {
                    "only buffers with a strided layout can be interpreted"
                }
                .into(),
            );
        };
        if let Some(alignment) = op.int("alignment").and_then(|bytes| u64::try_from(bytes).ok()) {
            ty.alignment = alignment;
        }
        let sizes = self.regs(op.group("dynamicSizes"));
        let dst = self.reg(op.result(0));
        BufferStep::Alloc { ty: Box::new(ty), sizes, is_local, dst }.into()
    }

    fn cast(&self, ty: Type, view: Reg, dst: Reg) -> Instr {
        match (BufferType::of(self.module, ty), self.module.type_kind(ty)) {
            (Some(to), _) => BufferStep::Cast { view, to: Some(Box::new(to)), dst }.into(),
            (None, TypeKind::UnrankedMemRef(..)) => BufferStep::Cast { view, to: None, dst }.into(),
            (None, _) => Instr::Refuse("a cast to this type cannot be interpreted".into()),
        }
    }

    fn subview(&mut self, op: OpRef<'_>, source: Reg, dst: Reg) -> Instr {
        let [offsets, sizes, strides] = self.strided(op);
        let Some(kept) = kept_dims(op) else {
            return Instr::Refuse("the result does not fit the sizes".into());
        };
        let kept = (0..sizes.len()).map(|dim| kept.contains(&dim)).collect();
        BufferStep::Subview(Box::new(Subview { source, offsets, sizes, strides, kept, dst })).into()
    }

    /// Returns the offsets, sizes and strides of a view.
    pub(super) fn strided(&mut self, op: OpRef<'_>) -> [Box<[Number]>; 3] {
        STRIDED_LISTS.map(|(key, name)| self.mixed(op, key, name))
    }

    /// Returns the numbers of an attribute; the dynamic ones are the operands of a name.
    pub(in crate::interp) fn mixed(&mut self, op: OpRef<'_>, key: &str, name: &str) -> Box<[Number]> {
        let mut dynamic = op.group(name).iter();
        let numbers = self.int_array(op, key).into_iter().map(|value| {
            let reg = if value == DYNAMIC { dynamic.next() } else { None };
            reg.map_or(Number::Static(value), |reg| Number::Dynamic(self.reg(*reg)))
        });
        numbers.collect()
    }

    fn get_global(&mut self, op: OpRef<'_>, dst: Reg) -> Instr {
        let path = op.attr("name").and_then(|name| self.module.attr_symbol(name));
        let Some(global) = path.and_then(|path| self.module.resolve_symbol(op.op, path)) else {
            return Instr::Refuse("the global does not exist".into());
        };
        let view = op.other(global);
        let ty = view.attr("type").and_then(|ty| self.module.attr_type(ty));
        self.global(view, ty, "initial_value", view.attr("constant").is_some(), dst)
    }

    /// Emits a reference to the buffer of a global operation, whose contents are in the attribute `key`.
    pub(in crate::interp) fn global(
        &mut self,
        op: OpRef<'_>,
        ty: Option<Type>,
        key: &str,
        is_constant: bool,
        dst: Reg,
    ) -> Instr {
        let module = self.module;
        let content = match op.attr(key).map(|attr| module.attr_kind(attr)) {
            Some(AttrKind::Dense(_, data)) => Some(data.clone()),
            _ => None,
        };
        let make = || Some(Global { ty: BufferType::of(module, ty?)?, content, is_constant });
        match self.program.global(op.op, make) {
            Some(index) => BufferStep::Global { index, dst }.into(),
            None => Instr::Refuse("a global of this type cannot be interpreted".into()),
        }
    }
}
