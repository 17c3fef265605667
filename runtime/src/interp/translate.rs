//! From operations to steps: a file per group of dialects.

mod buffer;
mod control;
mod device;
mod lanes;
mod regions;
mod scalar;
mod vector;
mod views;

use super::code::Instr;
use super::compile::Translator;
use warpline_ir::OpRef;

impl Translator<'_, '_> {
    /// Operations that no dialect here declares.
    pub(in crate::interp) fn foreign(&mut self, op: OpRef<'_>) {
        let instr = if op.name() == "krnl.global" && op.n_results() == 1 {
            let dst = self.reg(op.result(0));
            self.global(op, Some(op.result_type(0)), "value", true, dst)
        } else {
            Instr::Refuse(format!("`{}` cannot be interpreted", op.name()).into())
        };
        self.emit(op.op, instr);
    }
}
