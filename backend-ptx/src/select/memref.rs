//! Selects the `memref` operations that `lower-memref-access` leaves: arrays, sizes and operations that take a
//! buffer.

use super::values::{PtxScalar as _, Scalar};
use super::{Select, SelectResult, Selector as _, Unsupported};
use crate::inst::{Operand, Space};
use warpline_ir::OpRef;
use warpline_passes::gpu::selection;

pub(super) fn dim(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let memory = cx.memory(op.named("source"))?;
    let Operand::Int(number) = cx.operand(op.named("index"))? else {
        return Err("the number of the dimension must be a constant".into());
    };
    let size = usize::try_from(number).ok().and_then(|number| memory.sizes.get(number)).copied();
    let size = size.ok_or_else(|| Unsupported::from(format!("there is no dimension {number}")))?;
    cx.set(op.result(0), size);
    Ok(())
}

pub(super) fn alloca(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let space = match cx.memory_space(op.result_type(0))? {
        Space::Global | Space::Private => Space::Private,
        Space::Workgroup => {
            let reason = "workgroup memory is declared at the head of the kernel, not by memref.alloca";
            return Err(reason.into());
        }
    };
    let memory = cx.array(op.result_type(0), space, op.int("alignment"))?;
    cx.set_memory(op.result(0), memory);
    Ok(())
}

/// Returns the static values of an attribute, or the operands of a name for dynamic ones.
pub(super) fn mixed(
    cx: &Select<'_>,
    op: OpRef<'_>,
    (key, name): (&str, &str),
) -> Result<Vec<Operand>, Unsupported> {
    let values = selection::mixed(op, (key, name))?;
    values.map(|(number, value)| value.map_or(Ok(Operand::Int(number)), |value| cx.operand(value))).collect()
}

impl Select<'_> {
    /// Converts a loaded value to its type: only `i1` differs.
    pub(crate) fn loaded(&mut self, scalar: Scalar, raw: Operand) -> Operand {
        if scalar == Scalar::Int(1) { self.low_bit(raw) } else { raw }
    }

    /// Returns a value in its memory form, in a register.
    pub(super) fn stored(&mut self, scalar: Scalar, value: Operand) -> Operand {
        match scalar {
            Scalar::Int(width) => {
                let value = self.widen(value, width, false);
                self.reg(super::int::class_of(width), value).into()
            }
            Scalar::Float(_) | Scalar::Fp8(_) => self.reg(scalar.class(), value).into(),
        }
    }
}
