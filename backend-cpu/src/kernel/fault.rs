//! What a kernel writes about an assertion that does not hold, for the message of the run.

use std::mem::offset_of;

use crate::emit::{Emitted, Emitter};
use cranelift_codegen::ir::Value as Reg;
use warpline_ir::artifact::{KernelFault, LaunchFrame, comparison_of};
use warpline_ir::{Op, Value};

impl Emitter<'_, '_> {
    /// The sides of the comparison of an assertion about bounds, where they are known at the assertion: code that is cut at
    /// barriers has only the values that operations of the segment use, so the comparison must be one of these.
    pub(super) fn compared_in_segment(&mut self, assertion: Op) -> Emitted<Option<[Value; 2]>> {
        let module = self.module;
        let Some((comparison, sides)) = comparison_of(module, assertion) else { return Ok(None) };
        if module.block_of(comparison) != module.block_of(assertion) {
            return Ok(None);
        }
        let mut between = module.next_op(comparison);
        while let Some(op) = between.filter(|op| *op != assertion) {
            if self.kernel()?.split.has_barrier(op) {
                return Ok(None);
            }
            between = module.next_op(op);
        }
        Ok(between.map(|_| sides))
    }

    /// Writes the compared values, the block and the thread into the frame of the launch.
    pub(super) fn report_fault(&mut self, compared: Option<[Reg; 2]>) -> Emitted {
        let kernel = self.kernel()?;
        let (launch, block, thread) = (kernel.launch, kernel.block_id, kernel.thread_id);
        let fault = offset_of!(LaunchFrame, fault);
        let write = |cx: &mut Self, offset: usize, values: &[Reg]| {
            for (index, value) in values.iter().enumerate() {
                cx.store(*value, launch, (fault + offset + 8 * index) as i32);
            }
        };
        let has_compared = self.index(i64::from(compared.is_some()));
        write(self, offset_of!(KernelFault, has_compared), &[has_compared]);
        if let Some(compared) = compared {
            write(self, offset_of!(KernelFault, compared), &compared);
        }
        write(self, offset_of!(KernelFault, block), &block);
        write(self, offset_of!(KernelFault, thread), &thread);
        Ok(())
    }
}
