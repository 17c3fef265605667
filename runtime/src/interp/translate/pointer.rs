//! Translates operations of ptr.

use crate::interp::code::{BufferType, Cell, Element, Instr, Reg};
use crate::interp::compile::Translator;
use crate::interp::pointer::PointerStep;
use warpline_ir::dialect::ptr::{alignment_of, is_atomic_access};
use warpline_ir::{AttrKind, DYNAMIC, OpRef, Ptr, Type, Value};

impl Translator<'_, '_> {
    /// Translates operations of ptr.
    pub(in crate::interp) fn ptr(&mut self, op: OpRef<'_>, kind: Ptr) {
        let operands = self.regs(op.operands());
        let dst = op.results().next().map_or(0, |result| self.reg(result));
        let step = match (kind, &*operands) {
            (Ptr::ToPtr, [view]) => Some(PointerStep::Of { view: *view, dst }),
            (Ptr::FromPtr, [pointer, layout @ ..]) => {
                self.view_at(op, *pointer, layout.first().copied(), dst)
            }
            // The metadata of a buffer, besides its address, is the view.
            (Ptr::GetMetadata, [view]) => return self.emit(op.op, Instr::Move([(*view, dst)].into())),
            (Ptr::TypeOffset, _) => return self.type_offset(op, dst),
            (Ptr::PtrAdd, [pointer, bytes]) => self
                .scalar_width(op.named("offset"))
                .filter(|_| self.module.is_ptr(op.operand_type(0)))
                .map(|width| PointerStep::Add { pointer: *pointer, bytes: *bytes, width, dst }),
            (Ptr::PtrDiff, [lhs, rhs]) => self
                .scalar_width(op.result(0))
                .map(|width| PointerStep::Difference { lhs: *lhs, rhs: *rhs, width, dst }),
            (Ptr::Load, [pointer]) => {
                let alignment = alignment_of(op).unwrap_or(1);
                self.element_at(op.result_type(0)).map(|element| PointerStep::Load {
                    pointer: *pointer,
                    element,
                    alignment,
                    is_atomic: is_atomic_access(op),
                    dst,
                })
            }
            (Ptr::Store, [value, pointer]) => {
                let alignment = alignment_of(op).unwrap_or(1);
                self.element_at(op.operand_type(0)).map(|element| PointerStep::Store {
                    value: *value,
                    pointer: *pointer,
                    element,
                    alignment,
                    is_atomic: is_atomic_access(op),
                })
            }
            (
                Ptr::ToPtr
                | Ptr::FromPtr
                | Ptr::GetMetadata
                | Ptr::PtrAdd
                | Ptr::PtrDiff
                | Ptr::Load
                | Ptr::Store,
                _,
            ) => None,
        };
        self.pointer_step(op, step);
    }

    /// Translates `rt.cmpxchg`.
    pub(super) fn compare_and_swap(&mut self, op: OpRef<'_>) {
        let (operands, results) = (self.regs(op.operands()), self.results(op));
        let step = match (&*operands, <[Reg; 2]>::try_from(&*results)) {
            ([expected, desired, pointer], Ok(results)) => {
                let (expected, desired, pointer) = (*expected, *desired, *pointer);
                let element = self.element_at(op.operand_type(0));
                element.map(|element| PointerStep::Swap { expected, desired, pointer, element, results })
            }
            _ => None,
        };
        self.pointer_step(op, step);
    }

    fn pointer_step(&mut self, op: OpRef<'_>, step: Option<PointerStep>) {
        match step {
            Some(step) => self.emit(op.op, Instr::Pointer(Box::new(step))),
            None => self.refuse(op.op, &format!("`{}` of these types cannot be interpreted", op.name())),
        }
    }

    /// Returns the width of a scalar in bits.
    fn scalar_width(&self, value: Value) -> Option<u32> {
        self.module.bit_width(self.module.type_of(value)).filter(|width| *width <= 64)
    }

    /// Returns the layout of a type that is loaded or stored; pointers in memory are not supported.
    fn element_at(&self, ty: Type) -> Option<Element> {
        Element::of(self.module, ty).filter(|_| !self.module.is_ptr(ty))
    }

    fn view_at(&self, op: OpRef<'_>, pointer: Reg, layout: Option<Reg>, dst: Reg) -> Option<PointerStep> {
        let ty = BufferType::of(self.module, op.result_type(0))?;
        let is_dynamic = ty.offset == DYNAMIC || ty.sizes.contains(&DYNAMIC) || ty.strides.contains(&DYNAMIC);
        (layout.is_some() || !is_dynamic).then(|| PointerStep::View {
            pointer,
            layout,
            ty: Box::new(ty),
            dst,
        })
    }

    fn type_offset(&mut self, op: OpRef<'_>, dst: Reg) {
        let bytes = op.def().and_then(|def| def.fold).and_then(|fold| fold(op, &[]));
        match bytes {
            Some(AttrKind::Integer(bytes, _)) => {
                self.emit(op.op, Instr::Const { dst, value: Cell::Bits(bytes.cast_unsigned()) });
            }
            _ => self.refuse(op.op, "the size of the type is not known"),
        }
    }
}
