//! Narrows 64-bit values that loops, branches and blocks carry to 32 bits.

use super::words::word;
use super::{Finder, Rewrite, retype};
use warpline_ir::def::RegionFlow;
use warpline_ir::{Block, Builder, Module, Op, Place, Value};

/// A carried value and all slots that hold it, which are narrowed to 32 bits together.
pub(super) struct Carried {
    /// The operands that pass it on: an operation and the operand index.
    from: Vec<(Op, usize)>,
    /// The arguments and results that hold it, each with a flag that it is not negative.
    to: Vec<(Value, bool)>,
}

impl Carried {
    pub(super) fn apply(self, module: &mut Module) {
        for (op, index) in self.from {
            let value = module.operand(op, index);
            let value = word(&mut Builder::before(module, op), value);
            module.set_operand(op, index, value);
        }
        for (value, is_natural) in self.to {
            let place = match module.defining_op(value) {
                Some(op) => Some((Place::After(op), module.location(op))),
                None => module.def_block(value).and_then(|block| {
                    Some((Place::Start(block), module.location(module.block_parent(block)?)))
                }),
            };
            if let Some((place, location)) = place {
                retype(module, value, place, location, is_natural);
            }
        }
    }
}

impl Finder<'_> {
    pub(super) fn find_carried(&mut self, op: Op) {
        match self.module.region_flow(op) {
            Some(RegionFlow::For) => self.find_for(op),
            Some(RegionFlow::While) => self.find_while(op),
            Some(RegionFlow::Branch | RegionFlow::Once) => self.find_branch(op),
            Some(RegionFlow::Parallel) | None => {}
        }
    }

    fn find_for(&mut self, op: Op) {
        let view = self.module.op(op);
        let Some(body) = view.entry(0) else { return };
        let Some((variable, args)) = self.module.args(body).split_first() else { return };
        let [lower, upper, step] =
            ["lowerBound", "upperBound", "step"].map(|name| self.ranges.of(view.named(name)));
        let ends_in_words = lower.fits_i32()
            && upper.fits_i32()
            && step.fits_i32()
            && step.is_natural()
            && upper.plus(step).fits_i32();
        if ends_in_words && self.is_wide_word(*variable) {
            self.found.push(Rewrite::Count(op, self.ranges.of(*variable).is_natural()));
        }
        let Some(end) = self.module.last_op(body) else { return };
        for (index, (arg, result)) in args.iter().zip(view.results()).enumerate() {
            self.carry(vec![(op, 3 + index), (end, index)], vec![*arg, result]);
        }
    }

    /// Finds the carried values of an `scf.while`: the inits and the yields of the second region feed the arguments
    /// of the first region; the operands of `scf.condition` feed those of the second one, and the results.
    fn find_while(&mut self, op: Op) {
        let view = self.module.op(op);
        let (Some(before), Some(after)) = (view.entry(0), view.entry(1)) else { return };
        let (Some(condition), Some(end)) = (self.module.last_op(before), self.module.last_op(after)) else {
            return;
        };
        for (index, arg) in self.module.args(before).iter().enumerate() {
            self.carry(vec![(op, index), (end, index)], vec![*arg]);
        }
        for (index, (arg, result)) in self.module.args(after).iter().zip(view.results()).enumerate() {
            self.carry(vec![(condition, 1 + index)], vec![*arg, result]);
        }
    }

    /// Finds the results of an operation whose single-block regions yield them.
    fn find_branch(&mut self, op: Op) {
        let regions = self.module.regions_of(op);
        let blocks: Vec<&[Block]> = regions.iter().map(|region| self.module.blocks_of(*region)).collect();
        if blocks.iter().any(|blocks| blocks.len() != 1) {
            return;
        }
        let ends: Vec<Op> = blocks.iter().filter_map(|blocks| self.module.last_op(blocks[0])).collect();
        for (index, result) in self.module.op(op).results().enumerate() {
            self.carry(ends.iter().map(|end| (*end, index)).collect(), vec![result]);
        }
    }

    /// Finds the arguments of a block that is the target of branches.
    pub(super) fn find_block_args(&mut self, block: Block) {
        let module = self.module;
        let Some(region) = module.region_of(block) else { return };
        let blocks = module.blocks_of(region);
        if blocks.first() == Some(&block) {
            return;
        }
        let mut entering = Vec::new();
        for from in blocks {
            let Some(last) = module.last_op(*from) else { continue };
            for (number, successor) in module.successors(last).iter().enumerate() {
                if successor.block == block {
                    entering.push((last, successor.args.range().start, number));
                }
            }
        }
        for (index, arg) in module.args(block).iter().enumerate() {
            self.carry(entering.iter().map(|(op, first, _)| (*op, first + index)).collect(), vec![*arg]);
        }
    }

    fn carry(&mut self, from: Vec<(Op, usize)>, to: Vec<Value>) {
        if to.iter().all(|value| self.is_wide_word(*value)) {
            let to = to.into_iter().map(|value| (value, self.ranges.of(value).is_natural())).collect();
            self.found.push(Rewrite::Carry(Carried { from, to }));
        }
    }
}
