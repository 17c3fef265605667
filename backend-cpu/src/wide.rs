//! Operations on integers of up to 128 bits that are calls, since the machine has no instruction for them: quotients,
//! remainders, upper halves of products, and conversions from and to floats.
//!
//! They are those of [`warpline_ir::scalar`], so results agree with the interpreter bit for bit.

use crate::emit::{Emitted, Emitter};
use cranelift_codegen::ir::{InstBuilder, Value as Reg, types};
use warpline_ir::scalar::eval::ScalarOp;
use warpline_ir::scalar::int::IntBinary;
use warpline_ir::{Arith, Float, MachineFloat, OpKind, OpRef, Type};

/// The symbol of [`apply`].
const SYMBOL: &str = "wl_wide";

/// Returns an operation on integers of a width, and from or to floats of a format.
type Make = fn(u32, Float) -> ScalarOp;

/// The operations, which [`apply`] takes by number.
const OPS: [(Arith, Make); 13] = [
    (Arith::DivSI, |width, _| ScalarOp::Int(IntBinary::DivS, width)),
    (Arith::DivUI, |width, _| ScalarOp::Int(IntBinary::DivU, width)),
    (Arith::CeilDivSI, |width, _| ScalarOp::Int(IntBinary::CeilDivS, width)),
    (Arith::CeilDivUI, |width, _| ScalarOp::Int(IntBinary::CeilDivU, width)),
    (Arith::FloorDivSI, |width, _| ScalarOp::Int(IntBinary::FloorDivS, width)),
    (Arith::RemSI, |width, _| ScalarOp::Int(IntBinary::RemS, width)),
    (Arith::RemUI, |width, _| ScalarOp::Int(IntBinary::RemU, width)),
    (Arith::MulSIExtended, |width, _| ScalarOp::Int(IntBinary::HighS, width)),
    (Arith::MulUIExtended, |width, _| ScalarOp::Int(IntBinary::HighU, width)),
    (Arith::SIToFP, |width, format| ScalarOp::FromInt(true, width, format)),
    (Arith::UIToFP, |width, format| ScalarOp::FromInt(false, width, format)),
    (Arith::FPToSI, |width, format| ScalarOp::ToInt(true, format, width)),
    (Arith::FPToUI, |width, format| ScalarOp::ToInt(false, format, width)),
];

/// The formats, which [`apply`] takes by number.
const FORMATS: [MachineFloat; 4] =
    [MachineFloat::F16, MachineFloat::BF16, MachineFloat::F32, MachineFloat::F64];

/// Applies an operation to `operands`, zero-extended, and writes the result to the first one: 0 where it is undefined.
extern "C" fn apply(number: u32, width: u32, format: u32, operands: &mut [u128; 2]) {
    let op = OPS[number as usize].1(width, FORMATS[format as usize].into());
    let taken = if matches!(op, ScalarOp::Int(..)) { &operands[..] } else { &operands[..1] };
    operands[0] = op.apply_wide(taken).unwrap_or(0);
}

/// Returns the address of a function of this file by its symbol.
pub(crate) fn address(name: &str) -> Option<*const u8> {
    (name == SYMBOL).then_some(apply as *const u8)
}

impl Emitter<'_, '_> {
    /// Emits a call that applies an operation of [`OPS`] to integers of a type, and from or to floats of a format, which are
    /// passed as their bits; returns the result in 128 bits.
    pub(crate) fn wide(&mut self, op: OpRef<'_>, integer: Type, format: MachineFloat) -> Emitted<Reg> {
        let number = OPS.iter().position(|(own, _)| OpKind::Arith(*own) == op.kind());
        let width = self.module.bit_width(integer);
        let (Some(number), Some(width)) = (number, width) else {
            return Err(self.unsupported("it has no form for integers of this width"));
        };
        let format = FORMATS.iter().position(|own| *own == format).unwrap_or_default();
        let address = self.stack(32);
        for (offset, operand) in [0, 16].into_iter().zip(op.operands()) {
            let reg = self.scalar(*operand)?;
            let bits = match self.builder.func.dfg.value_type(reg) {
                types::I128 => reg,
                _ => {
                    let bits = self.slot_bits(reg);
                    self.builder.ins().uextend(types::I128, bits)
                }
            };
            self.store(bits, address, offset);
        }
        let numbers = [number as i64, width.into(), format as i64].map(|number| self.int(types::I32, number));
        let params = [types::I32, types::I32, types::I32, types::I64];
        self.call(SYMBOL, &params, None, &[&numbers[..], &[address]].concat());
        Ok(self.load(types::I128, address, 0))
    }
}
