//! Selects `gpu.printf`, whose arguments `gpu-expand-printf` converted, as a call of the driver's `vprintf`: they are
//! stored in local memory, words and pairs of words one after the other.

use super::values::{PtxScalar as _, Scalar};
use super::{Select, SelectResult, Selector as _, Unsupported};
use crate::inst::{Line, Operand, RegClass, Space};
use crate::opcode::Modifier::{Global, Local, U64};
use crate::opcode::Opcode;
use warpline_ir::{MachineFloat, OpRef, Signedness, TypeKind};

/// Selects `gpu.printf`.
pub(super) fn printf(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let format = op.str("format").ok_or("it has no format")?;
    let (mut bytes, mut stores) = (0u64, Vec::new());
    for arg in op.operands() {
        let (scalar, value) = (cx.scalar_of(*arg)?, cx.operand(*arg)?);
        let value = match (scalar, op.module.type_kind(op.type_of(*arg))) {
            (Scalar::Int(width), TypeKind::Integer(_, Signedness::Unsigned)) => {
                cx.zero_extended(value, width)
            }
            (Scalar::Int(2..) | Scalar::Float(MachineFloat::F64), _) => value,
            _ => return Err(Unsupported::not_expanded("gpu-expand-printf")),
        };
        let size = scalar.bytes().max(4);
        let place = bytes.next_multiple_of(size);
        stores.push((place as i32, cx.reg(scalar.class(), value)));
        bytes = place + size;
    }
    cx.variables.uses_printf = true;
    let text = cx.variables.text(format);
    let text = cx.make(Opcode::Mov.with([U64]), &[Operand::Variable(text)]);
    let text = cx.make(Opcode::Cvta.with([Global, U64]), &[text]);
    let args = if stores.is_empty() {
        Operand::Int(0)
    } else {
        let base = cx.raw_array(Space::Private, 8, bytes);
        for (place, value) in stores {
            cx.emit(
                Opcode::St.with([Local, value.class.bits()]),
                &[Operand::Address(base, place), value.into()],
            );
        }
        cx.make(Opcode::Cvta.with([Local, U64]), &[base.into()])
    };
    let addresses = [text, args].map(|address| cx.reg(RegClass::B64, address));
    cx.kernel.lines.push(Line::Print(addresses));
    Ok(())
}
