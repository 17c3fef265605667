//! Copies a module without a part of it.

use crate::entity::SecondaryMap;
use crate::module::{Block, BlockData, Module};
use crate::op::Op;
use crate::placement::Place;
use crate::rewrite::OpSpec;
use crate::value::Value;

/// The new ids of copied entities, by the old ones.
#[derive(Default)]
struct Copied {
    values: SecondaryMap<Value, Option<Value>>,
    blocks: SecondaryMap<Block, Option<Block>>,
    /// Operands that were used before their definition was copied.
    late: Vec<(Op, usize, Value)>,
}

impl Module {
    /// Returns a copy without some operations and their contents. Entities are renumbered, so that the cost
    /// is proportional to the size of the copy. Types, attributes and locations keep their numbers. The
    /// results of omitted operations must be unused in the copy, and the root must be kept.
    pub fn without(&self, is_left_out: impl Fn(Op) -> bool) -> Self {
        let mut copy = self.with_tables();
        let mut copied = Copied::default();
        let mut work: Vec<(Op, Option<Block>)> = vec![(self.root(), None)];
        while let Some((op, block)) = work.pop() {
            let new = self.copy_to(&mut copy, op, &mut copied);
            match block {
                Some(block) => copy.insert(new, Place::End(block)),
                None => copy.set_root(new),
            }
            let first = work.len();
            for (from, to) in self.regions_of(op).into_iter().zip(copy.regions_of(new)) {
                for block in self.blocks_of(from) {
                    let types: Vec<_> = self.args(*block).iter().map(|arg| self.type_of(*arg)).collect();
                    let new = copy.add_block(to, &types);
                    copied.blocks[*block] = Some(new);
                    for (arg, new) in self.args(*block).iter().zip(copy.args(new).to_vec()) {
                        copied.values[*arg] = Some(new);
                        let location = self.arg_locations.get(arg).copied();
                        copy.arg_locations.extend(location.map(|location| (new, location)));
                    }
                    let ops = self.ops_in(*block).into_iter().filter(|op| !is_left_out(*op));
                    work.extend(ops.map(|op| (op, Some(new))));
                }
            }
            work[first..].reverse();
        }
        for (op, index, value) in copied.late {
            if let Some(value) = copied.values[value] {
                copy.set_operand(op, index, value);
            }
        }
        copy
    }

    /// Copies an operation with empty regions.
    fn copy_to(&self, copy: &mut Self, op: Op, copied: &mut Copied) -> Op {
        let results: Vec<_> = self.results(op).map(|value| self.type_of(value)).collect();
        let mut successors = self.successors(op).to_vec();
        for to in &mut successors {
            // In an invalid module a block may be in no region.
            to.block = *copied.blocks[to.block].get_or_insert_with(|| copy.blocks.push(BlockData::default()));
        }
        let mut operands = Vec::new();
        let mut late = Vec::new();
        for (index, operand) in self.operands(op).iter().enumerate() {
            let known = copied.values[*operand];
            if known.is_none() {
                late.push((index, *operand));
            }
            operands.push(known.unwrap_or_else(|| copy.add_forward(self.type_of(*operand))));
        }
        let new = copy.create(&OpSpec {
            kind: self.kind(op),
            location: self.location(op),
            operands: &operands,
            results: &results,
            attrs: self.attrs(op),
            n_regions: self.regions_of(op).len(),
            successors: &successors,
        });
        copied.late.extend(late.into_iter().map(|(index, value)| (new, index, value)));
        for (old, new) in self.results(op).zip(copy.results(new)) {
            copied.values[old] = Some(new);
        }
        new
    }
}
