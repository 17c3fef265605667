//! Control flow shared by all code: straight-line blocks, regions with several blocks, and counted loops.

use crate::emit::{Emitted, Emitter};
use crate::select;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self as clif, InstBuilder, InstructionData, Opcode, Value as Reg};
use cranelift_frontend::Switch;
use warpline_ir::def::Trait;
use warpline_ir::{Block, Op, Region};
use warpline_passes::analysis::dominance::reverse_postorder;

/// The bounds of a counted loop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) lower: Reg,
    pub(crate) upper: Reg,
    pub(crate) step: Reg,
    /// Whether the bounds are compared as unsigned numbers.
    pub(crate) is_unsigned: bool,
}

impl Emitter<'_, '_> {
    /// Emits the operations of a block except its terminator, which is returned.
    pub(crate) fn straight(&mut self, block: Block) -> Emitted<Option<Op>> {
        let ops = self.module.ops_in(block);
        for op in &ops {
            if let Some(accesses) = select::multiply_adds::accesses_of_sums(self, *op, &ops) {
                self.done.extend(accesses);
            }
        }
        for op in ops {
            if self.done.contains(&op) {
                continue;
            }
            let is_end = self.module.kind(op).def().is_some_and(|def| def.has(Trait::Terminator));
            if is_end {
                self.at = op;
                return Ok(Some(op));
            }
            self.op(op)?;
        }
        Ok(None)
    }

    /// Emits one operation.
    pub(crate) fn op(&mut self, op: Op) -> Emitted {
        let outer = std::mem::replace(&mut self.at, op);
        select::select(self, op)?;
        self.at = outer;
        Ok(())
    }

    /// Emits a region of any number of blocks at the current position. The arguments of its entry are bound;
    /// its returns go to the innermost exit.
    pub(crate) fn region(&mut self, region: Region) -> Emitted {
        let order = self
            .module
            .blocks_of(region)
            .first()
            .map(|entry| reverse_postorder(self.module, *entry))
            .unwrap_or_default();
        for block in order.iter().skip(1) {
            let params = self.part_types_of(self.module.args(*block))?;
            let target = self.block(&params);
            self.blocks.insert(*block, target);
        }
        for (number, block) in order.into_iter().enumerate() {
            if 0 < number {
                let params = self.enter(self.blocks[&block]);
                self.bind(self.module.args(block), &params)?;
            }
            if let Some(end) = self.straight(block)? {
                select::terminator(self, end)?;
            }
        }
        Ok(())
    }

    /// Branches to the block of the first case that a value is equal to, or to another one. Cases have the bits of the
    /// value and no more.
    pub(crate) fn switch(&mut self, value: Reg, cases: &[(u64, clif::Block)], other: clif::Block) {
        let mut switch = Switch::new();
        for (case, block) in cases {
            if !switch.entries().contains_key(&u128::from(*case)) {
                switch.set_entry(u128::from(*case), *block);
            }
        }
        switch.emit(&mut self.builder, value, other);
    }

    /// Whether a counter below a bound plus the step is a number: if the step is 1, or both are constants.
    fn cannot_wrap(&self, upper: Reg, step: Reg) -> bool {
        let constant = |reg: Reg| {
            let dfg = &self.builder.func.dfg;
            match dfg.insts[dfg.value_def(reg).inst()?] {
                InstructionData::UnaryImm { opcode: Opcode::Iconst, imm } => Some(i64::from(imm)),
                _ => None,
            }
        };
        match (constant(upper), constant(step)) {
            (_, Some(1)) => true,
            // Constants are zero-extended.
            (Some(above), Some(by)) => {
                let most = (1i64 << (self.builder.func.dfg.value_type(step).bits() - 2)) - 1;
                (0..=most).contains(&above) && (0..=most).contains(&by)
            }
            _ => false,
        }
    }

    /// Emits a loop that tests at its end: `body` receives the counter and the loop-carried values and
    /// returns the next ones. Returns the loop-carried values after the loop.
    pub(crate) fn counted_loop(
        &mut self,
        bounds: Bounds,
        inits: &[Reg],
        body: impl FnOnce(&mut Self, Reg, &[Reg]) -> Emitted<Vec<Reg>>,
    ) -> Emitted<Vec<Reg>> {
        let Bounds { lower, upper, step, is_unsigned } = bounds;
        let less = if is_unsigned { IntCC::UnsignedLessThan } else { IntCC::SignedLessThan };
        let carried: Vec<_> = inits.iter().map(|init| self.builder.func.dfg.value_type(*init)).collect();
        let mut params = vec![self.builder.func.dfg.value_type(lower)];
        params.extend(&carried);
        let (body_block, exit) = (self.block(&params), self.block(&carried));
        let first: Vec<_> = std::iter::once(lower).chain(inits.iter().copied()).collect();
        let is_entered = self.compare(less, lower, upper);
        self.branch(is_entered, (body_block, &first), (exit, inits));
        let params = self.enter(body_block);
        let next = body(self, params[0], &params[1..])?;
        let counter = self.builder.ins().iadd(params[0], step);
        let goes_on = if self.cannot_wrap(upper, step) {
            self.compare(less, counter, upper)
        } else {
            // The counter is below the bound, so that the distance is exact, where the next counter may wrap.
            let distance = self.builder.ins().isub(upper, params[0]);
            self.compare(IntCC::UnsignedLessThan, step, distance)
        };
        let again: Vec<_> = std::iter::once(counter).chain(next.iter().copied()).collect();
        self.branch(goes_on, (body_block, &again), (exit, &next));
        Ok(self.enter(exit))
    }
}
