//! The flat tree: token ranges of operations, regions and blocks. No node owns memory.

use crate::syntax::layout::{Class, Item};

/// An operation: the tokens from its result list or name to its end.
#[derive(Clone, Copy, Debug)]
pub struct OpNode {
    /// The first token.
    pub start: u32,
    /// The token after the last one.
    pub end: u32,
}

/// A region: the tokens `{` and `}` and the blocks between them.
#[derive(Clone, Debug)]
pub struct RegionNode {
    /// The token `{`.
    pub open: u32,
    /// The blocks; the first one has a label only if the text has one.
    pub blocks: Vec<BlockNode>,
}

/// A block: its label, if it has one, and its operations.
#[derive(Clone, Debug, Default)]
pub struct BlockNode {
    /// The token of the label.
    pub label: Option<u32>,
    /// The operations.
    pub ops: Vec<OpNode>,
}

/// The syntax tree of a file.
#[derive(Debug, Default)]
pub struct Ast {
    /// The top-level operations.
    pub ops: Vec<OpNode>,
    /// The first token of each alias definition.
    pub aliases: Vec<u32>,
    /// The regions, sorted by their opening token once the file is read.
    pub regions: Vec<RegionNode>,
    /// Blocks of the open regions during parsing.
    open: Vec<RegionNode>,
}

impl Ast {
    /// Returns the region that opens at this token.
    pub fn region_at(&self, open: u32) -> Option<&RegionNode> {
        let index = self.regions.binary_search_by_key(&open, |region| region.open).ok()?;
        Some(&self.regions[index])
    }

    pub(crate) fn open_region(&mut self, open: u32) {
        self.open.push(RegionNode { open, blocks: vec![BlockNode::default()] });
    }

    pub(crate) fn close_region(&mut self) {
        if let Some(mut region) = self.open.pop() {
            if 1 < region.blocks.len() && region.blocks[0].ops.is_empty() {
                region.blocks.remove(0);
            }
            self.regions.push(region);
        }
    }

    pub(crate) fn start_block(&mut self, label: u32) {
        if let Some(region) = self.open.last_mut() {
            region.blocks.push(BlockNode { label: Some(label), ops: Vec::new() });
        }
    }

    pub(crate) fn add_op(&mut self, start: u32, end: u32) {
        let op = OpNode { start, end };
        match self.open.last_mut().and_then(|region| region.blocks.last_mut()) {
            Some(block) => block.ops.push(op),
            None => self.ops.push(op),
        }
    }

    pub(crate) fn add_alias(&mut self, start: u32) {
        self.aliases.push(start);
    }

    /// Sorts the regions in the order of the text.
    pub(crate) fn finish(&mut self) {
        while !self.open.is_empty() {
            self.close_region();
        }
        self.regions.sort_by_key(|region| region.open);
    }
}

/// Returns the stream that the grammar reads, with token numbers as locations.
pub(crate) fn stream(
    items: &[Item],
) -> impl Iterator<Item = Result<(u32, Class, u32), std::convert::Infallible>> + '_ {
    items.iter().map(|item| Ok((item.start, item.class, item.end)))
}
