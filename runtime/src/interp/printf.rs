//! Executes `gpu.printf`: a C format with values.

use super::code::{Cell, Reg};
use super::fault::Result;
use super::library::printable;
use super::machine::{Machine, no_value};
use crate::print_helpers::{PrintArg, c_format};
use warpline_ir::Type;
use warpline_ir::scalar::float;

impl Machine<'_> {
    /// Prints values according to a format.
    pub(super) fn printf(&mut self, format: &str, args: &[(Reg, Type)], regs: &[Cell]) -> Result<()> {
        let mut values = Vec::new();
        for (reg, ty) in args {
            let bits = printable(regs, *reg)?;
            values.push(match self.module.float_kind(*ty) {
                Some(format) => PrintArg::Float(float::widen(format, bits)),
                None => PrintArg::Int(bits, self.module.bit_width(*ty).ok_or_else(no_value)?),
            });
        }
        self.output.print(&c_format(format, &values)?)
    }
}
