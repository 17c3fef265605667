//! Software arithmetic on 16-bit floats: stored as bits, computed in f64, and rounded after each operation.

use crate::emit::{Emitted, Emitter};
use cranelift_codegen::ir::{InstBuilder, Value as Reg, types};
use warpline_ir::{MachineFloat, Type, Value};

impl Emitter<'_, '_> {
    /// Returns the float format of a scalar type.
    pub(crate) fn format(&self, ty: Type) -> Emitted<MachineFloat> {
        self.module
            .float_kind(ty)
            .and_then(warpline_ir::Float::machine)
            .ok_or_else(|| self.unsupported("expected a scalar float; vectors are not supported"))
    }

    /// Returns a float operand as a float register: f32 and f64 unchanged, narrower ones widened to f64.
    pub(crate) fn float_in(&mut self, value: Value) -> Emitted<Reg> {
        let format = self.format(self.module.type_of(value))?;
        let reg = self.scalar(value)?;
        Ok(match format {
            MachineFloat::F32 | MachineFloat::F64 => reg,
            MachineFloat::F16 => self.widen("wl_math_widen_f16", reg),
            MachineFloat::BF16 => self.widen("wl_math_widen_bf16", reg),
        })
    }

    fn widen(&mut self, symbol: &str, bits: Reg) -> Reg {
        let bits = self.builder.ins().uextend(types::I32, bits);
        self.call(symbol, &[types::I32], Some(types::F64), &[bits]).unwrap_or(bits)
    }

    /// Converts a float register of [`Emitter::float_in`] to a value of this format.
    pub(crate) fn float_out(&mut self, format: MachineFloat, reg: Reg) -> Reg {
        match format {
            MachineFloat::F32 | MachineFloat::F64 => reg,
            MachineFloat::F16 => self.narrow("wl_math_narrow_f16", reg),
            MachineFloat::BF16 => self.narrow("wl_math_narrow_bf16", reg),
        }
    }

    fn narrow(&mut self, symbol: &str, reg: Reg) -> Reg {
        let bits = self.call(symbol, &[types::F64], Some(types::I32), &[reg]).unwrap_or(reg);
        self.builder.ins().ireduce(types::I16, bits)
    }

    /// Converts a float register to another width.
    pub(crate) fn float_resize(&mut self, reg: Reg, format: MachineFloat) -> Reg {
        let wanted = if format == MachineFloat::F32 { types::F32 } else { types::F64 };
        let found = self.builder.func.dfg.value_type(reg);
        match (found == types::F32, wanted == types::F32) {
            (true, false) => self.builder.ins().fpromote(types::F64, reg),
            (false, true) => self.builder.ins().fdemote(types::F32, reg),
            (true, true) | (false, false) => reg,
        }
    }
}
