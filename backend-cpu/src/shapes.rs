//! Run-time shape checks of copies between buffers whose shapes are not statically equal.

use crate::emit::{Emitted, Emitter, World};
use crate::lowered::{Extent, MemRefParts};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value as Reg, types};
use warpline_ir::host_abi;

impl Emitter<'_, '_> {
    /// Fails the run if the shapes of both sides of a copy differ. Functions that run blocks use assertions
    /// for that.
    pub(crate) fn require_equal_shapes(&mut self, from: &MemRefParts, to: &MemRefParts) -> Emitted {
        if let World::Blocks(_) = self.world {
            return Ok(());
        }
        for (a, b) in from.sizes.iter().zip(&to.sizes) {
            if let (Extent::Static(a), Extent::Static(b)) = (a, b)
                && a == b
            {
                continue;
            }
            let sides = [self.extent(*a), self.extent(*b)];
            let is_equal = self.compare(IntCC::Equal, sides[0], sides[1]);
            let ranks = [from, to].map(|side| self.index(side.sizes.len() as i64));
            self.require_on_host(is_equal, [from, to], ranks)?;
        }
        Ok(())
    }

    /// Fails the run unless a condition on two shapes holds, of whose sizes the first ones, as many as these ranks, count.
    pub(crate) fn require_on_host(
        &mut self,
        condition: Reg,
        sides: [&MemRefParts; 2],
        ranks: [Reg; 2],
    ) -> Emitted {
        let (failed, fine) = (self.block(&[]), self.block(&[]));
        self.builder.set_cold_block(failed);
        self.branch(condition, (fine, &[]), (failed, &[]));
        self.enter(failed);
        let [from, to] = sides.map(|side| self.spill_extents(&side.sizes));
        let [from_rank, to_rank] = ranks.map(|rank| self.builder.ins().ireduce(types::I32, rank));
        self.runtime_call(&host_abi::wl_unequal_shapes, [from_rank, from, to_rank, to])?;
        self.jump(fine, &[]);
        self.enter(fine);
        Ok(())
    }
}
