//! Inserts, moves, erases and copies operations and blocks.

use crate::module::{Block, Module, Region};
use crate::op::{Op, OpLink, SuccessorData};
use crate::rewrite::OpSpec;
use crate::types::Type;
use crate::value::Value;
use rustc_hash::FxHashMap;

/// An insertion point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Right before this operation.
    Before(Op),
    /// Right after this operation.
    After(Op),
    /// At the end of this block.
    End(Block),
    /// At the start of this block.
    Start(Block),
}

/// Inserting and moving.
impl Module {
    /// Inserts a detached operation.
    pub fn insert(&mut self, op: Op, place: Place) {
        assert!(self.links[op].block.is_none(), "an operation that is inserted is detached");
        self.revision += 1;
        self.note(op);
        let (block, prev, next) = match place {
            Place::Before(anchor) => (self.links[anchor].block, self.links[anchor].prev, Some(anchor)),
            Place::After(anchor) => (self.links[anchor].block, Some(anchor), self.links[anchor].next),
            Place::End(block) => (Some(block), self.blocks[block].last, None),
            Place::Start(block) => (Some(block), None, self.blocks[block].first),
        };
        let block = block.expect("the anchor of an insertion stands in a block");
        self.links[op] = OpLink { block: Some(block), prev, next };
        match prev {
            Some(prev) => self.links[prev].next = Some(op),
            None => self.blocks[block].first = Some(op),
        }
        match next {
            Some(next) => self.links[next].prev = Some(op),
            None => self.blocks[block].last = Some(op),
        }
    }

    /// Removes an operation from its block; it keeps its operands and may be inserted again.
    pub fn detach(&mut self, op: Op) {
        self.revision += 1;
        let OpLink { block, prev, next } = std::mem::take(&mut self.links[op]);
        let Some(block) = block else { return };
        match prev {
            Some(prev) => self.links[prev].next = next,
            None => self.blocks[block].first = next,
        }
        match next {
            Some(next) => self.links[next].prev = prev,
            None => self.blocks[block].last = prev,
        }
    }

    /// Moves an operation.
    pub fn move_op(&mut self, op: Op, place: Place) {
        self.detach(op);
        self.insert(op, place);
    }

    /// Moves all operations of a block, in order, to an insertion point outside it.
    pub fn move_block_ops(&mut self, from: Block, place: Place) {
        let mut place = place;
        for op in self.ops_in(from) {
            self.move_op(op, place);
            place = Place::After(op);
        }
    }

    /// Erases an operation and everything in it. Its results must have no use outside of it.
    pub fn erase(&mut self, op: Op) {
        let nested = self.walk(op);
        for inner in nested.iter().rev() {
            self.set_operands(*inner, &[]);
        }
        for result in self.results(op) {
            assert!(self.is_unused(result), "{} is erased while it is used", self.op_name(op));
        }
        for region in self.regions_of(op) {
            self.regions[region].blocks.clear();
        }
        self.detach(op);
        for inner in nested.into_iter().skip(1) {
            self.links[inner] = OpLink::default();
        }
    }

    /// Replaces the results of an operation by values, and erases it.
    pub fn replace_op(&mut self, op: Op, values: &[Value]) {
        for (result, value) in self.results(op).zip(values) {
            self.replace_all_uses(result, *value);
        }
        self.erase(op);
    }

    /// Removes a block from its region. Its operations must be erased or moved.
    pub fn erase_block(&mut self, block: Block) {
        self.revision += 1;
        for op in self.ops_in(block).into_iter().rev() {
            self.erase(op);
        }
        if let Some(region) = self.blocks[block].region.take() {
            self.regions[region].blocks.retain(|other| *other != block);
        }
    }

    /// Moves every block of a region to the end of another one.
    pub fn move_blocks(&mut self, from: Region, to: Region) {
        self.revision += 1;
        let blocks = std::mem::take(&mut self.regions[from].blocks);
        for block in &blocks {
            self.blocks[*block].region = Some(to);
        }
        self.regions[to].blocks.extend(blocks);
    }

    /// Moves a block to the end of another region.
    pub fn move_block_to(&mut self, block: Block, to: Region) {
        self.revision += 1;
        if let Some(from) = self.blocks[block].region.replace(to) {
            self.regions[from].blocks.retain(|other| *other != block);
        }
        self.regions[to].blocks.push(block);
    }

    /// Moves a block to another region, right before one of its blocks.
    pub fn move_block_before(&mut self, block: Block, to: Region, place: Block) {
        self.move_block_to(block, to);
        let blocks = &mut self.regions[to].blocks;
        blocks.pop();
        let at = blocks.iter().position(|other| *other == place).unwrap_or(blocks.len());
        blocks.insert(at, block);
    }

    /// Adds an empty block right after `block`, in the same region.
    pub fn add_block_after(&mut self, block: Block, args: &[Type]) -> Block {
        let region = self.blocks[block].region.expect("a block to insert after is in a region");
        let new = self.add_block(region, args);
        let blocks = &mut self.regions[region].blocks;
        blocks.pop();
        let at = blocks.iter().position(|other| *other == block).map_or(blocks.len(), |at| at + 1);
        blocks.insert(at, new);
        new
    }

    /// Moves `op` and all operations after it in its block to a new block right after that one.
    pub fn split_block(&mut self, op: Op, args: &[Type]) -> Block {
        let block = self.block_of(op).expect("an operation to split at stands in a block");
        let new = self.add_block_after(block, args);
        let mut next = Some(op);
        while let Some(op) = next {
            next = self.next_op(op);
            self.move_op(op, Place::End(new));
        }
        new
    }
}

/// Copying.
impl Module {
    /// Copies an operation with its regions. Operands are mapped by `map` and unchanged if they have no
    /// entry; the results and block arguments of the copy are added to it. The copy is detached.
    pub fn clone_op(&mut self, op: Op, map: &mut FxHashMap<Value, Value>) -> Op {
        let mut blocks = FxHashMap::default();
        let copy = self.clone_shell(op, map, &blocks);
        let mut work = vec![(op, copy)];
        while let Some((from, to)) = work.pop() {
            for (source, target) in self.regions_of(from).into_iter().zip(self.regions_of(to)) {
                self.clone_blocks(source, target, map, &mut blocks);
                for block in self.blocks_of(source).to_vec() {
                    for inner in self.ops_in(block) {
                        let inner_copy = self.clone_shell(inner, map, &blocks);
                        self.insert(inner_copy, Place::End(blocks[&block]));
                        work.push((inner, inner_copy));
                    }
                }
            }
        }
        self.remap_nested(op, copy, map);
        copy
    }

    fn clone_blocks(
        &mut self,
        source: Region,
        target: Region,
        map: &mut FxHashMap<Value, Value>,
        blocks: &mut FxHashMap<Block, Block>,
    ) {
        for block in self.blocks_of(source).to_vec() {
            let types: Vec<_> = self.args(block).iter().map(|arg| self.type_of(*arg)).collect();
            let new = self.add_block(target, &types);
            map.extend(self.args(block).iter().copied().zip(self.args(new).iter().copied()));
            blocks.insert(block, new);
        }
    }

    fn clone_shell(
        &mut self,
        op: Op,
        map: &mut FxHashMap<Value, Value>,
        blocks: &FxHashMap<Block, Block>,
    ) -> Op {
        let operands: Vec<_> = self.operands(op).iter().map(|v| *map.get(v).unwrap_or(v)).collect();
        let results: Vec<_> = self.results(op).map(|v| self.type_of(v)).collect();
        let attrs = self.attrs(op).to_vec();
        let successors: Vec<_> = self
            .successors(op)
            .iter()
            .map(|s| SuccessorData { block: *blocks.get(&s.block).unwrap_or(&s.block), args: s.args })
            .collect();
        let spec = OpSpec {
            kind: self.kind(op),
            location: self.location(op),
            operands: &operands,
            results: &results,
            attrs: &attrs,
            n_regions: self.regions_of(op).len(),
            successors: &successors,
        };
        let copy = self.create(&spec);
        map.extend(self.results(op).zip(self.results(copy)));
        copy
    }

    /// Updates operands that were copied before their definitions. Each operand is mapped once, also if its replacement
    /// has a replacement of its own.
    fn remap_nested(&mut self, source: Op, copy: Op, map: &FxHashMap<Value, Value>) {
        for (source, copy) in self.walk(source).into_iter().zip(self.walk(copy)) {
            for index in 0..self.operands(source).len() {
                let mapped = map.get(&self.operand(source, index)).copied();
                if let Some(value) = mapped.filter(|value| *value != self.operand(copy, index)) {
                    self.set_operand(copy, index, value);
                }
            }
        }
    }
}
