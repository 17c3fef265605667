//! Executes steps on buffers and views, dispatched by a table.

use super::LEASED;
use super::code::{BufferStep, BufferType, Cell, Dma, Reg};
use super::fault::Result;
use super::machine::{Activation, Machine, cell, element, no_value, set, view};
use super::memory::{Owner, View};
use super::scalars::{bits, index_cell, indices, number, numbers};
use super::views;
use std::rc::Rc;
use warpline_ir::{Gpu, Op, OpKind};

impl Machine<'_> {
    /// Frees a buffer; `gpu.dealloc` frees none of the host.
    fn free(&mut self, buffer: &View, op: Op) -> Result<()> {
        let (module, is_of_device) = (self.module, self.module.kind(op) == OpKind::Gpu(Gpu::Dealloc));
        let is_other = |made| is_of_device && matches!(module.kind(made), OpKind::MemRef(_));
        self.memory.free(buffer, op, is_other)
    }

    /// Executes a step on buffers or views.
    pub(super) fn buffer_step(&mut self, step: &BufferStep, top: &mut Activation, op: Op) -> Result<()> {
        let regs = &mut top.regs;
        match step {
            BufferStep::Alloc { ty, sizes, is_local, dst } => {
                return self.alloc(ty, sizes, *is_local, *dst, top, op);
            }
            BufferStep::ScopeBegin => top.scopes.push(top.locals.len()),
            BufferStep::ScopeEnd => self.end_scope(top, op),
            BufferStep::Free(reg) => self.free(view(regs, *reg)?, op)?,
            BufferStep::Realloc { from, size, ty, dst } => self.realloc(*from, *size, ty, *dst, regs, op)?,
            BufferStep::Dim { view: source, index, dst } => {
                let size = views::dim(view(regs, *source)?, bits(regs, *index)?)?;
                set(regs, *dst, index_cell(size));
            }
            BufferStep::Rank { view: source, dst } => {
                let rank = view(regs, *source)?.sizes.len();
                set(regs, *dst, Cell::Bits(rank as u64));
            }
            BufferStep::Copy { from, to } => {
                let (from, to) = (Rc::clone(view(regs, *from)?), Rc::clone(view(regs, *to)?));
                self.charge(from.n_elements())?;
                views::copy(&mut self.memory, &from, &to, op)?;
            }
            BufferStep::Fill { view: target, value } => {
                let value = cell(regs, *value)?;
                self.charge(view(regs, *target)?.n_elements())?;
                views::fill(&mut self.memory, view(regs, *target)?, value, op)?;
            }
            BufferStep::Metadata { view: source, results } => Self::metadata(*source, results, regs)?,
            BufferStep::Address { view: source, dst } => {
                let address = self.memory.address(view(regs, *source)?);
                set(regs, *dst, Cell::Bits(address));
            }
            BufferStep::Align { view: source, alignment, dst } => {
                self.align(*source, *alignment, *dst, regs)?;
            }
            BufferStep::AlignAt { view: source, indices, alignment } => {
                self.align_at(*source, indices, *alignment, regs)?;
            }
            BufferStep::Distinct(pairs) => self.distinct(pairs, regs)?,
            BufferStep::Extent { .. } | BufferStep::Live { .. } | BufferStep::Apart { .. } => {
                self.answer(step, regs)?;
            }
            BufferStep::Global { index, dst } => {
                let global = self.global(*index)?;
                set(regs, *dst, Cell::View(global));
            }
            BufferStep::Atomic { kind, value, view: target, indices, dst } => {
                let (target, number) = element(regs, *target, indices)?;
                let old = self.memory.load_atomic(target, number, op)?;
                let sum = views::combine(self.module, *kind, target.element.ty, &old, cell(regs, *value)?)?;
                self.memory.poke(target, number, &sum)?;
                set(regs, *dst, old);
            }
            BufferStep::AtomicBegin { view: target, indices, dst } => {
                let (target, number) = element(regs, *target, indices)?;
                let old = self.memory.load_atomic(target, number, op)?;
                self.in_update = true;
                set(regs, *dst, old);
            }
            BufferStep::AtomicEnd { value, view: target, indices } => {
                let (target, number) = element(regs, *target, indices)?;
                self.memory.poke(target, number, cell(regs, *value)?)?;
                self.in_update = false;
            }
            BufferStep::Dma(dma) => self.dma(dma, regs, op)?,
            BufferStep::Cast { .. }
            | BufferStep::Subview(_)
            | BufferStep::Reinterpret { .. }
            | BufferStep::Retype { .. }
            | BufferStep::Reshape { .. }
            | BufferStep::Transpose { .. }
            | BufferStep::Expand { .. }
            | BufferStep::Collapse { .. }
            | BufferStep::DynamicShared { .. } => self.view_step(step, regs, op)?,
        }
        Ok(())
    }

    /// Answers a question about the memory of buffers.
    fn answer(&mut self, step: &BufferStep, regs: &mut [Cell]) -> Result<()> {
        match step {
            BufferStep::Extent { view: source, results } => {
                let source = View { offset: 0, ..View::clone(view(regs, *source)?) };
                let after = self.memory.bytes_from(&source);
                set(regs, results[0], Cell::Bits(source.base));
                set(regs, results[1], Cell::Bits(after));
            }
            BufferStep::Live { view: source, dst } => {
                let is_live = !self.memory.is_freed(view(regs, *source)?);
                set(regs, *dst, Cell::Bits(u64::from(is_live)));
            }
            BufferStep::Apart { a, b, dst } => {
                let (a, b) = (Rc::clone(view(regs, *a)?), Rc::clone(view(regs, *b)?));
                self.charge(a.comparison_steps(&b))?;
                set(regs, *dst, Cell::Bits(u64::from(!a.overlaps(&b))));
            }
            _ => {}
        }
        Ok(())
    }

    /// Executes a step that makes a view of a view.
    fn view_step(&mut self, step: &BufferStep, regs: &mut [Cell], op: Op) -> Result<()> {
        let (made, dst) = match step {
            BufferStep::DynamicShared { dst } => match &self.dynamic {
                Cell::View(shared) => (Rc::clone(shared), *dst),
                _ => return Err("the host has no workgroup memory".into()),
            },
            BufferStep::Cast { view: source, to, dst } => {
                views::check_cast(view(regs, *source)?, to.as_deref())?;
                (Rc::clone(view(regs, *source)?), *dst)
            }
            BufferStep::Subview(part) => (Rc::new(views::subview(part, regs)?), part.dst),
            BufferStep::Reinterpret { view: source, offset, sizes, strides, dst } => {
                let (sizes, strides) = (numbers(sizes, regs)?.into(), numbers(strides, regs)?.into());
                let source = view(regs, *source)?;
                let made = View { offset: number(offset, regs)?, sizes, strides, ..View::clone(source) };
                (Rc::new(self.checked(made)?), *dst)
            }
            BufferStep::Retype { view: source, shift, sizes, element, dst } => {
                let source = view(regs, *source)?;
                let made = views::retype(source, number(shift, regs)?, numbers(sizes, regs)?, *element)?;
                (Rc::new(self.checked(made)?), *dst)
            }
            BufferStep::Reshape { view: source, shape, to, dst } => {
                let shape = View::clone(view(regs, *shape)?);
                let mut sizes = Vec::new();
                for number in shape.elements() {
                    let size = self.memory.load(&shape, number, op)?;
                    sizes.push(bits(&[size], 0)?.cast_signed());
                }
                let made = views::reshape(view(regs, *source)?, sizes)?;
                views::check_cast(&made, to.as_deref())?;
                (Rc::new(made), *dst)
            }
            BufferStep::Transpose { view: source, order, dst } => {
                (Rc::new(views::transpose(view(regs, *source)?, order)?), *dst)
            }
            BufferStep::Expand { view: source, groups, sizes, dst } => {
                (Rc::new(views::expand(view(regs, *source)?, groups, &numbers(sizes, regs)?)?), *dst)
            }
            BufferStep::Collapse { view: source, groups, dst } => {
                (Rc::new(views::collapse(view(regs, *source)?, groups)?), *dst)
            }
            _ => return Err(no_value()),
        };
        set(regs, dst, Cell::View(made));
        Ok(())
    }

    fn alloc(
        &mut self,
        ty: &BufferType,
        sizes: &[Reg],
        is_local: bool,
        dst: Reg,
        top: &mut Activation,
        op: Op,
    ) -> Result<()> {
        let sizes = indices(&top.regs, sizes)?;
        let is_in_launch = self.memory.stamp.is_some() && !self.memory.is_in_host_loop;
        let owner = match (is_local, is_in_launch) {
            (false, _) => Owner::Heap,
            (true, false) => Owner::Local,
            (true, true) => Owner::Thread,
        };
        let made = self.memory.allocate(ty, &sizes, owner, Some(op))?;
        if self.module.kind(op) == OpKind::Gpu(Gpu::Alloc) && self.module.attr(op, LEASED).is_none() {
            self.memory.count_on_device(&made)?;
        }
        if is_local {
            top.locals.push(made.buffer);
        }
        set(&mut top.regs, dst, Cell::View(Rc::new(made)));
        Ok(())
    }

    fn end_scope(&mut self, top: &mut Activation, op: Op) {
        let first = top.scopes.pop().unwrap_or(0);
        for buffer in top.locals.split_off(first.min(top.locals.len())) {
            self.memory.end(buffer, Some(op));
        }
    }

    fn realloc(
        &mut self,
        from: Reg,
        size: Reg,
        ty: &BufferType,
        dst: Reg,
        regs: &mut [Cell],
        op: Op,
    ) -> Result<()> {
        let old = Rc::clone(view(regs, from)?);
        let size = bits(regs, size)?.cast_signed();
        let dynamic = if ty.sizes.contains(&warpline_ir::DYNAMIC) { &[size][..] } else { &[] };
        let made = self.memory.allocate(ty, dynamic, Owner::Heap, Some(op))?;
        for (from, to) in old.elements().zip(made.elements()) {
            if let Some(value) = self.memory.peek(&old, from)? {
                self.memory.store(&made, to, &value, op)?;
            }
        }
        self.memory.free(&old, op, |_| false)?;
        set(regs, dst, Cell::View(Rc::new(made)));
        Ok(())
    }

    fn metadata(source: Reg, results: &[Reg], regs: &mut [Cell]) -> Result<()> {
        let source = Rc::clone(view(regs, source)?);
        let none = Box::default;
        let base = View { offset: 0, sizes: none(), strides: none(), ..View::clone(&source) };
        let numbers = [source.offset].into_iter().chain(source.sizes.iter().copied());
        let numbers = numbers.chain(source.strides.iter().copied()).map(index_cell);
        for (reg, cell) in results.iter().zip([Cell::View(Rc::new(base))].into_iter().chain(numbers)) {
            set(regs, *reg, cell);
        }
        Ok(())
    }

    /// Checks that the address of the element at these indices is a multiple of `alignment`.
    fn align_at(&self, source: Reg, indices: &[Reg], alignment: u64, regs: &[Cell]) -> Result<()> {
        let (source, number) = element(regs, source, indices)?;
        self.check_alignment(source, number, alignment)
    }

    /// Checks that the address of an element is a multiple of `alignment`.
    pub(super) fn check_alignment(&self, source: &View, number: u64, alignment: u64) -> Result<()> {
        let first = number.wrapping_mul(source.element.bytes as u64);
        let rest = self.memory.address(source).wrapping_add(first) % alignment.max(1);
        if rest == 0 {
            return Ok(());
        }
        let message =
            format!("expected an address that is a multiple of {alignment}, but {rest} bytes remain");
        Err(message.into())
    }

    fn align(&self, source: Reg, alignment: u64, dst: Option<Reg>, regs: &mut [Cell]) -> Result<()> {
        let source = Rc::clone(view(regs, source)?);
        self.check_alignment(&source, source.offset.cast_unsigned(), alignment)?;
        if let Some(dst) = dst {
            set(regs, dst, Cell::View(source));
        }
        Ok(())
    }

    fn distinct(&mut self, pairs: &[(Reg, Reg)], regs: &mut [Cell]) -> Result<()> {
        let mut seen: Vec<Rc<View>> = Vec::new();
        for (from, to) in pairs {
            let source = Rc::clone(view(regs, *from)?);
            for other in &seen {
                self.charge(other.comparison_steps(&source))?;
                if other.overlaps(&source) {
                    return Err("expected distinct buffers, but two of them overlap".into());
                }
            }
            seen.push(Rc::clone(&source));
            set(regs, *to, Cell::View(source));
        }
        Ok(())
    }

    /// Checks that the first and last elements of a view are in its buffer.
    pub(super) fn checked(&self, view: View) -> Result<View> {
        if let Some(size) = view.sizes.iter().find(|size| **size < 0) {
            return Err(format!("a size of {size} is negative").into());
        }
        let n_bytes = self.memory.bytes_from(&view);
        let reach = |is_last: bool| {
            let mut at = Some(view.offset);
            for (size, stride) in view.sizes.iter().zip(&view.strides) {
                let far = if is_last == (0 <= *stride) { size - 1 } else { 0 };
                at = at.zip(far.checked_mul(*stride)).and_then(|(at, step)| at.checked_add(step));
            }
            at.and_then(|at| at.checked_mul(view.element.bytes as i64))
        };
        let fits = |at: Option<i64>| {
            at.is_some_and(|at| 0 <= at && at.cast_unsigned() + view.element.bytes as u64 <= n_bytes)
        };
        if view.n_elements() == 0 || (fits(reach(false)) && fits(reach(true))) {
            return Ok(view);
        }
        Err(format!("the view exceeds its buffer, which has {n_bytes} bytes left").into())
    }

    fn dma(&mut self, dma: &Dma, regs: &[Cell], op: Op) -> Result<()> {
        let n = bits(regs, dma.n)?;
        self.charge(n)?;
        let (row, distance) = match dma.stride {
            None => (n.max(1), n),
            Some((distance, row)) => (bits(regs, row)?.max(1), bits(regs, distance)?),
        };
        let (from, first) = element(regs, dma.from.0, &dma.from.1)?;
        let (to, target) = element(regs, dma.to.0, &dma.to.1)?;
        for index in 0..n {
            let source = first.wrapping_add(index / row * distance + index % row);
            let value = self.memory.load(from, source, op)?;
            self.memory.store(to, target.wrapping_add(index), &value, op)?;
        }
        Ok(())
    }
}
