//! Globals, buffers under other layouts, and copies between buffers.

use super::memory::Memory;
use super::memref::{known_align, mixed, product};
use super::{Select, Selected, Unsupported};
use crate::inst::{Class, Operand, Space};
use warpline_ir::{DYNAMIC, Op, OpRef};

/// No more elements of a shape are read from memory than this.
const MAX_RANK: usize = 32;

impl<'a> Select<'a> {
    /// `memref.get_global`.
    pub(super) fn get_global(&mut self, op: OpRef<'_>) -> Selected {
        let path = op.attr("name").and_then(|attr| op.module.attr_symbol(attr));
        let global = path.and_then(|path| op.module.resolve_symbol(op.op, path));
        let global = global.ok_or_else(|| Unsupported::because("there is no such global"))?;
        let ty = op.result_type(0);
        let space = self.space_of(ty)?;
        let number = self.variables.global(self.module, global, space)?;
        let align = self.variables.all()[number as usize].align;
        let address = self.make(Class::Double, ["mov.u64"], &[Operand::Variable(number)]);
        let memory = self.memory_at(ty, space, address, align)?;
        self.set_memory(op.result(0), memory);
        Ok(())
    }

    /// `memref.rank`.
    pub(super) fn rank(&mut self, op: OpRef<'_>) -> Selected {
        let memory = self.memory(op.operand(0))?;
        self.set(op.result(0), Operand::Int(memory.sizes.len() as i64));
        Ok(())
    }

    /// The buffer that a buffer is a part of, from its first element on.
    fn root_of(memory: &Memory) -> Result<Memory, Unsupported> {
        let (base, offset) = memory.root.ok_or_else(|| {
            Unsupported::because("where the whole buffer begins is not known; its type has an offset")
        })?;
        let align = if base == memory.base { memory.align } else { memory.element.bytes() };
        Ok(Memory { base, offset, align, ..memory.clone() })
    }

    /// `memref.reinterpret_cast`: the offset counts from the beginning of the whole buffer.
    pub(super) fn reinterpret(&mut self, op: OpRef<'_>) -> Selected {
        let source = self.memory(op.operand(0))?;
        let source = Self::root_of(&source)?;
        let offsets = mixed(self, op, "static_offsets", 1)?;
        let (sizes, strides) = (mixed(self, op, "static_sizes", 2)?, mixed(self, op, "static_strides", 3)?);
        let line = Memory { strides: vec![Operand::Int(1)], ..source.clone() };
        let (base, offset) = self.shifted(&line, &offsets);
        let align = if base == source.base {
            known_align(source.align, offset.unsigned_abs())
        } else {
            source.element.bytes()
        };
        self.set_memory(op.result(0), Memory { base, offset, align, sizes, strides, ..source });
        Ok(())
    }

    /// The strides of neighbours in memory.
    fn packed_strides(&mut self, sizes: &[Operand]) -> Vec<Operand> {
        let mut strides = vec![Operand::Int(1); sizes.len()];
        for dim in (1..sizes.len()).rev() {
            strides[dim - 1] = product(self, strides[dim], sizes[dim]);
        }
        strides
    }

    /// `memref.reshape`: the shape is read from memory.
    pub(super) fn reshape(&mut self, op: OpRef<'_>) -> Selected {
        let (source, shape) = (self.memory(op.operand(0))?, self.memory(op.operand(1))?);
        let (known, _) = self.layout(op.result_type(0))?;
        if MAX_RANK < known.len() {
            return Err(Unsupported::because(format!("shapes have at most {MAX_RANK} dimensions")));
        }
        let mut sizes = Vec::with_capacity(known.len());
        for (dim, size) in known.iter().enumerate() {
            if *size != DYNAMIC {
                sizes.push(Operand::Int(*size));
                continue;
            }
            let address = self.element_at(&shape, &[Operand::Int(dim as i64)])?;
            let class = shape.element.class();
            let raw = self.make(class, ["ld", shape.space.name(), shape.element.access()], &[address]);
            sizes.push(if class == Class::Word {
                self.make(Class::Double, ["cvt.s64.s32"], &[raw])
            } else {
                raw
            });
        }
        let strides = self.packed_strides(&sizes);
        self.set_memory(op.result(0), Memory { sizes, strides, ..source });
        Ok(())
    }

    /// `memref.extract_strided_metadata` of a buffer that is no view. Where the whole buffer begins elsewhere, at a
    /// place that is not known, offsets count from the first element.
    pub(super) fn metadata(&mut self, op: OpRef<'_>) -> Selected {
        let source = self.memory(op.operand(0))?;
        let offset = match self.module.strides(op.operand_type(0)) {
            Some((offset, _)) if offset != DYNAMIC => offset,
            _ => 0,
        };
        let bytes = offset.wrapping_mul(source.element.bytes() as i64);
        let base = match source.root {
            Some((base, offset)) => Memory { base, offset, ..source.clone() },
            None => Memory { offset: source.offset.wrapping_sub(bytes), ..source.clone() },
        };
        self.set_memory(op.result(0), Memory { sizes: Vec::new(), strides: Vec::new(), ..base });
        let parts = std::iter::once(Operand::Int(offset)).chain(source.sizes).chain(source.strides);
        for (result, part) in op.results().skip(1).zip(parts) {
            self.set(result, part);
        }
        Ok(())
    }

    /// `memref.extract_aligned_pointer_as_index`: an address that has a meaning in every memory.
    pub(super) fn aligned_pointer(&mut self, op: OpRef<'_>) -> Selected {
        let source = self.memory(op.operand(0))?;
        let root = Self::root_of(&source)?;
        let base = self.base_of(&root);
        let address = self.make(Class::Double, ["cvta", source.space.name(), ".u64"], &[base.into()]);
        self.set(op.result(0), address);
        Ok(())
    }

    /// `memref.memory_space_cast` to the memory where the buffer already lies.
    pub(super) fn space_cast(&mut self, op: OpRef<'_>) -> Selected {
        let memory = self.memory(op.operand(0))?;
        if self.space_of(op.result_type(0))? != memory.space {
            return Err(Unsupported::because("a buffer cannot be seen in another memory than its own"));
        }
        self.set_memory(op.result(0), memory);
        Ok(())
    }

    /// `memref.prefetch` of the line that holds an element.
    pub(super) fn prefetch(&mut self, op: OpRef<'_>) -> Selected {
        let memory = self.memory(op.operand(0))?;
        if memory.space != Space::Global {
            return Ok(());
        }
        let address = self.element(&memory, op.group(1))?;
        self.emit(["prefetch.global.L2"], &[address]);
        Ok(())
    }

    /// `memref.alloca_scope`: its memory lives as long as the kernel.
    pub(super) fn alloca_scope(&mut self, op: OpRef<'a>) -> Selected {
        let block = op.entry(0).ok_or_else(|| Unsupported::because("a region is empty"))?;
        let end = self.body(block)?;
        for (value, result) in end.operands().iter().zip(op.results()) {
            let held = self.held(*value)?;
            self.set_held(result, held);
        }
        Ok(())
    }

    /// `memref.copy`: each thread that gets here copies all elements.
    pub(super) fn copy_elements(&mut self, op: OpRef<'_>) -> Selected {
        let (source, target) = (self.memory(op.operand(0))?, self.memory(op.operand(1))?);
        if source.element != target.element || source.sizes.len() != target.sizes.len() {
            return Err(Unsupported::because("the buffers differ in their elements or dimensions"));
        }
        for extents in source.sizes.iter().copied().zip(target.sizes.iter().copied()) {
            self.assert_equal(op.op, extents)?;
        }
        self.copy_dims(&source, &target, &mut Vec::new())
    }

    /// Ends the thread where the extents of a copy differ, unless they are known to be equal.
    fn assert_equal(&mut self, copy: Op, (from, to): (Operand, Operand)) -> Selected {
        if from == to {
            return Ok(());
        }
        let (from, to) = (self.reg(Class::Double, from), to);
        let equal = self.make(Class::Pred, ["setp.eq.s64"], &[from.into(), to]);
        let equal = self.reg(Class::Pred, equal);
        self.assert(copy, equal, Some([from.into(), to]))
    }

    /// A loop per dimension, and in the last one an element.
    fn copy_dims(&mut self, source: &Memory, target: &Memory, indices: &mut Vec<Operand>) -> Selected {
        if indices.len() == source.sizes.len() {
            let (from, to) = (self.element_at(source, indices)?, self.element_at(target, indices)?);
            let class =
                if source.element == super::Scalar::Int(1) { Class::Word } else { source.element.class() };
            let raw = self.make(class, ["ld", source.space.name(), source.element.access()], &[from]);
            self.emit(["st", target.space.name(), target.element.access()], &[to, raw]);
            return Ok(());
        }
        let dim = indices.len();
        let size = match target.sizes[dim] {
            Operand::Int(size) => Operand::Int(size),
            _ => source.sizes[dim],
        };
        let index = self.kernel.fresh(Class::Double);
        let (again, end) = (self.kernel.label(), self.kernel.label());
        self.mov(index, Operand::Int(0));
        self.place(again);
        let done = self.make(Class::Pred, ["setp.ge.s64"], &[index.into(), size]);
        let done = self.reg(Class::Pred, done);
        self.branch_if(done, true, end);
        indices.push(index.into());
        self.copy_dims(source, target, indices)?;
        indices.pop();
        self.emit(["add.s64"], &[index.into(), index.into(), Operand::Int(1)]);
        self.branch(again);
        self.place(end);
        Ok(())
    }
}
