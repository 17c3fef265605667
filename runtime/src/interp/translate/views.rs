//! Translates operations of memref that make a view, and those with a region.

use crate::interp::code::{BufferStep, BufferType, Dma, Element, Instr, Number, Reg};
use crate::interp::compile::{Exit, Task, Translator};
use warpline_ir::{AttrKind, DYNAMIC, Expr, OpRef, Type, Value};

impl Translator<'_, '_> {
    pub(super) fn view(&mut self, op: OpRef<'_>, source: Reg, dst: Reg) -> Instr {
        let Some(ty) = BufferType::of(self.module, op.result_type(0)) else { return unknown() };
        let shift = Number::Dynamic(self.reg(op.named("byte_shift")));
        let sizes = self.sizes(&ty.sizes, op.group("sizes"));
        BufferStep::Retype { view: source, shift, sizes, element: ty.element, dst }.into()
    }

    /// Returns the sizes of a type; the dynamic ones are values.
    fn sizes(&mut self, sizes: &[i64], values: &[Value]) -> Box<[Number]> {
        let mut dynamic = values.iter();
        let sizes = sizes.iter().map(|size| match (*size, dynamic.clone().next()) {
            (DYNAMIC, Some(value)) => {
                dynamic.next();
                Number::Dynamic(self.reg(*value))
            }
            _ => Number::Static(*size),
        });
        sizes.collect()
    }

    pub(super) fn reinterpret(&mut self, op: OpRef<'_>, source: Reg, dst: Reg) -> Instr {
        let [offsets, sizes, strides] = self.strided(op);
        let offset = offsets.first().copied().unwrap_or(Number::Static(0));
        BufferStep::Reinterpret { view: source, offset, sizes, strides, dst }.into()
    }

    pub(super) fn reshape(&mut self, op: OpRef<'_>, source: Reg, shape: Reg, dst: Reg) -> Instr {
        let to = BufferType::of(self.module, op.result_type(0)).map(Box::new);
        BufferStep::Reshape { view: source, shape, to, dst }.into()
    }

    pub(super) fn transpose(&mut self, op: OpRef<'_>, source: Reg, dst: Reg) -> Instr {
        let Some(map) = op.attr("permutation").and_then(|map| self.module.attr_map(map)) else {
            return unknown();
        };
        let dim = |expr: &Expr| match expr {
            Expr::Dim(dim) => Some(*dim as usize),
            Expr::Symbol(_) | Expr::Constant(_) | Expr::Binary(..) => None,
        };
        match map.results.iter().map(dim).collect() {
            Some(order) => BufferStep::Transpose { view: source, order, dst }.into(),
            None => unknown(),
        }
    }

    /// Returns the lengths of the groups of `reassociation`.
    fn groups(&self, op: OpRef<'_>) -> Box<[usize]> {
        let Some(AttrKind::Array(groups)) = op.attr("reassociation").map(|attr| self.module.attr_kind(attr))
        else {
            return Box::default();
        };
        let len = |group: &warpline_ir::Attr| match self.module.attr_kind(*group) {
            AttrKind::Array(items) => items.len(),
            _ => 0,
        };
        groups.iter().map(len).collect()
    }

    pub(super) fn expand_shape(&mut self, op: OpRef<'_>, source: Reg, dst: Reg) -> Instr {
        let sizes = self.mixed(op, "static_output_shape", "output_shape");
        BufferStep::Expand { view: source, groups: self.groups(op), sizes, dst }.into()
    }

    pub(super) fn collapse_shape(&mut self, op: OpRef<'_>, source: Reg, dst: Reg) -> Instr {
        BufferStep::Collapse { view: source, groups: self.groups(op), dst }.into()
    }

    pub(super) fn realloc(&mut self, op: OpRef<'_>, from: Reg, dst: Reg) -> Instr {
        let Some(ty) = BufferType::of(self.module, op.result_type(0)) else { return unknown() };
        let size = match op.group("dynamicResultSize").first() {
            Some(value) => self.reg(*value),
            None => self.number(op.op, 0),
        };
        BufferStep::Realloc { from, size, ty: Box::new(ty), dst }.into()
    }

    pub(super) fn alloca_scope(&mut self, op: OpRef<'_>) -> Vec<Task> {
        let (targets, label) = (self.results(op), self.label());
        let region = self.module.region(op.op, 0);
        self.exits.insert(region, Exit { targets, label });
        self.emit(op.op, BufferStep::ScopeBegin.into());
        let end = Task::Emit(op.op, BufferStep::ScopeEnd.into());
        vec![Task::Region(region), Task::Place(label), end]
    }

    pub(super) fn generic_atomic(&mut self, op: OpRef<'_>, view: Reg, indices: Box<[Reg]>) -> Vec<Task> {
        let args = self.region_args(op, 0);
        let ([current], [dst]) = (&*args, &*self.results(op)) else { return self.refuse_region(op) };
        let (current, new) = (*current, self.temp());
        let (label, region) = (self.label(), self.module.region(op.op, 0));
        self.exits.insert(region, Exit { targets: [new].into(), label });
        self.emit(op.op, BufferStep::AtomicBegin { view, indices: indices.clone(), dst: current }.into());
        let end = BufferStep::AtomicEnd { value: new, view, indices };
        // The result is the old value, as for `memref.atomic_rmw`.
        let result = Instr::Move([(current, *dst)].into());
        let (end, result) = (Task::Emit(op.op, end.into()), Task::Emit(op.op, result));
        vec![Task::Region(region), Task::Place(label), end, result]
    }

    /// Translates `memref.dma_start`: the operands are one list, split by the ranks of the buffers.
    pub(super) fn dma_start(&mut self, op: OpRef<'_>) -> Instr {
        let operands = self.regs(op.operands());
        let rank = |at: usize| -> Option<usize> {
            let value = op.operands().get(at)?;
            Some(self.module.shape(op.type_of(*value))?.len())
        };
        let place = |at: usize| Some((*operands.get(at)?, operands.get(at + 1..at + 1 + rank(at)?)?.into()));
        let parts = || -> Option<Dma> {
            let to = 1 + rank(0)?;
            let n = to + 1 + rank(to)?;
            let rest = n + 2 + rank(n + 1)?;
            let stride = operands.get(rest).copied().zip(operands.get(rest + 1).copied());
            Some(Dma { from: place(0)?, to: place(to)?, n: *operands.get(n)?, stride })
        };
        parts().map_or_else(unknown, |dma| BufferStep::Dma(Box::new(dma)).into())
    }

    /// Translates `gpu.dynamic_shared_memory`: bytes of workgroup memory whose size the launch determines.
    pub(super) fn dynamic_shared(&mut self, op: OpRef<'_>) -> Instr {
        let is_bytes = Element::of(self.module, self.module.element_type(op.result_type(0)));
        match is_bytes.filter(|element| element.ty == Type::I8) {
            Some(_) => BufferStep::DynamicShared { dst: self.reg(op.result(0)) }.into(),
            None => unknown(),
        }
    }
}

fn unknown() -> Instr {
    Instr::Refuse("buffers of this type cannot be interpreted".into())
}
