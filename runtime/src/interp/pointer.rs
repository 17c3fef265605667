//! Pointers, represented as a buffer and a byte offset: a view without dimensions. So every access is checked
//! against the bounds and the lifetime of the buffer, and races are detected as for views.

use super::code::{BufferType, Cell, Element, Reg};
use super::fault::Result;
use super::machine::{Machine, cell, set, view};
use super::memory::View;
use super::scalars::bits;
use std::rc::Rc;
use warpline_ir::Op;
use warpline_ir::scalar::{signed, zero_extend};

/// A step on pointers.
#[derive(Debug)]
pub(super) enum PointerStep {
    /// A pointer to the beginning of the buffer under a view, without its offset.
    Of {
        view: Reg,
        dst: Reg,
    },
    /// A view of a type at a pointer, with the layout of another view if there is one.
    View {
        pointer: Reg,
        layout: Option<Reg>,
        ty: Box<BufferType>,
        dst: Reg,
    },
    /// A pointer advanced by some bytes; the number has `width` bits.
    Add {
        pointer: Reg,
        bytes: Reg,
        width: u32,
        dst: Reg,
    },
    /// The distance of two pointers in bytes, truncated to `width` bits.
    Difference {
        lhs: Reg,
        rhs: Reg,
        width: u32,
        dst: Reg,
    },
    /// A load; atomic ones do not race with atomic stores and updates.
    Load {
        pointer: Reg,
        element: Element,
        alignment: u64,
        is_atomic: bool,
        dst: Reg,
    },
    Store {
        value: Reg,
        pointer: Reg,
        element: Element,
        alignment: u64,
        is_atomic: bool,
    },
    /// A compare-and-swap, and the registers of the integer that it found and of whether that stays.
    Swap {
        expected: Reg,
        desired: Reg,
        pointer: Reg,
        element: Element,
        results: [Reg; 2],
    },
}

impl Machine<'_> {
    /// Executes a step on pointers.
    pub(super) fn pointer_step(&mut self, step: &PointerStep, regs: &mut [Cell], op: Op) -> Result<()> {
        match step {
            PointerStep::Of { view: source, dst } => {
                let source = view(regs, *source)?;
                let pointer = View { offset: 0, sizes: [].into(), strides: [].into(), ..View::clone(source) };
                set(regs, *dst, Cell::View(Rc::new(pointer)));
            }
            PointerStep::View { pointer, layout, ty, dst } => {
                let made =
                    view_at(view(regs, *pointer)?, layout.map(|layout| view(regs, layout)).transpose()?, ty);
                // A view with the layout of another buffer is checked by its accesses.
                let made = if layout.is_none() { self.checked(made)? } else { made };
                set(regs, *dst, Cell::View(Rc::new(made)));
            }
            PointerStep::Add { pointer, bytes, width, dst } => {
                let by = signed(bits(regs, *bytes)?, *width);
                let from = view(regs, *pointer)?;
                let base = from.base.wrapping_add_signed(by);
                let moved = View { base, ..View::clone(from) };
                set(regs, *dst, Cell::View(Rc::new(moved)));
            }
            PointerStep::Difference { lhs, rhs, width, dst } => {
                let (lhs, rhs) = (view(regs, *lhs)?, view(regs, *rhs)?);
                if lhs.buffer != rhs.buffer {
                    return Err("the difference of pointers into different buffers".into());
                }
                let bytes = zero_extend(lhs.base.wrapping_sub(rhs.base), *width);
                set(regs, *dst, Cell::Bits(bytes));
            }
            PointerStep::Load { pointer, element, alignment, is_atomic, dst } => {
                let at = self.accessed(view(regs, *pointer)?, *element, *alignment)?;
                let value = if *is_atomic {
                    self.memory.load_atomic(&at, 0, op)
                } else {
                    self.memory.load(&at, 0, op)
                };
                set(regs, *dst, value?);
            }
            PointerStep::Store { value, pointer, element, alignment, is_atomic } => {
                let at = self.accessed(view(regs, *pointer)?, *element, *alignment)?;
                let value = cell(regs, *value)?;
                if *is_atomic {
                    self.memory.store_atomic(&at, 0, value, op)?;
                } else {
                    self.memory.store(&at, 0, value, op)?;
                }
            }
            PointerStep::Swap { expected, desired, pointer, element, results } => {
                let at = self.accessed(view(regs, *pointer)?, *element, element.bytes as u64)?;
                let seen = self.memory.load_atomic(&at, 0, op)?;
                let is_expected = matches!(seen, Cell::Bits(seen) if seen == bits(regs, *expected)?);
                if is_expected {
                    self.memory.poke(&at, 0, cell(regs, *desired)?)?;
                }
                set(regs, results[0], seen);
                set(regs, results[1], Cell::Bits((!is_expected).into()));
            }
        }
        Ok(())
    }

    /// Returns the element at a pointer, after checking the alignment that the access declares.
    fn accessed(&self, pointer: &View, element: Element, alignment: u64) -> Result<View> {
        self.check_alignment(pointer, 0, alignment)?;
        Ok(View { element, ..pointer.clone() })
    }
}

/// Returns a view with the layout of its type, or of another view.
fn view_at(pointer: &View, layout: Option<&Rc<View>>, ty: &BufferType) -> View {
    let (offset, sizes, strides) = match layout {
        Some(layout) => (layout.offset, layout.sizes.clone(), layout.strides.clone()),
        None => (ty.offset, ty.sizes.clone(), ty.strides.clone()),
    };
    View { offset, sizes, strides, element: ty.element, ..pointer.clone() }
}
