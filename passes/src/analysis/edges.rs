//! The edges between the blocks of a region, and the targets of branches as lists.

use rustc_hash::FxHashMap;
use warpline_ir::entity::Run;
use warpline_ir::{Block, Module, Op, Region, SuccessorData, Value};

/// The incoming branches of each block, one entry per edge.
#[derive(Clone, Debug, Default)]
pub struct Edges {
    into: FxHashMap<Block, Vec<Op>>,
}

impl Edges {
    /// Computes the edges of one region.
    pub fn of_region(module: &Module, region: Region) -> Self {
        let mut edges = Self::default();
        for block in module.blocks_of(region) {
            let Some(last) = module.last_op(*block) else { continue };
            for successor in module.successors(last) {
                edges.add(successor.block, last);
            }
        }
        edges
    }

    /// Returns the branches into a block.
    pub fn entering(&self, block: Block) -> &[Op] {
        self.into.get(&block).map_or(&[], Vec::as_slice)
    }

    /// Adds an edge from a branch to a block.
    pub fn add(&mut self, block: Block, branch: Op) {
        self.into.entry(block).or_default().push(branch);
    }

    /// Removes one edge from a branch to a block.
    pub fn remove(&mut self, block: Block, branch: Op) {
        let Some(list) = self.into.get_mut(&block) else { return };
        if let Some(at) = list.iter().position(|op| *op == branch) {
            list.remove(at);
        }
    }

    /// Removes an erased block.
    pub fn forget(&mut self, block: Block) {
        self.into.remove(&block);
    }
}

/// Returns the targets of a branch with the operands forwarded to each.
pub fn targets(module: &Module, op: Op) -> Vec<(Block, Vec<Value>)> {
    let list = module.successors(op).iter().enumerate();
    list.map(|(index, successor)| (successor.block, module.successor_args(op, index).to_vec())).collect()
}

/// Returns the operands of a branch that it does not forward.
pub fn own_operands(module: &Module, op: Op) -> &[Value] {
    let first = module.successors(op).iter().map(|successor| successor.args.first as usize).min();
    let operands = module.operands(op);
    &operands[..first.unwrap_or(operands.len()).min(operands.len())]
}

/// Replaces the targets of a branch, and its operand segment sizes. The number of targets must be the one that the
/// branch has or is created for.
pub fn set_targets(module: &mut Module, op: Op, list: &[(Block, Vec<Value>)]) {
    let mut operands = own_operands(module, op).to_vec();
    let n_own = operands.len();
    let mut successors = Vec::new();
    for (block, values) in list {
        let args = Run { first: operands.len() as u32, len: values.len() as u32 };
        successors.push(SuccessorData { block: *block, args });
        operands.extend(values);
    }
    module.set_operands(op, &operands);
    module.set_successors(op, &successors);
    let sizes: Vec<i64> = list.iter().map(|(_, values)| values.len() as i64).collect();
    if module.attr(op, "case_operand_segments").is_some() {
        let cases = module.i32_array_attr(sizes[1..].iter().copied());
        module.set_attr(op, "case_operand_segments", cases);
        let groups = module.i32_array_attr([n_own as i64, sizes[0], sizes[1..].iter().sum()]);
        module.set_attr(op, "operandSegmentSizes", groups);
    } else if module.attr(op, "operandSegmentSizes").is_some() {
        let groups = module.i32_array_attr(std::iter::once(n_own as i64).chain(sizes));
        module.set_attr(op, "operandSegmentSizes", groups);
    }
}

/// Whether a block only yields its arguments, like the second region of a loop that tests its condition at the end.
pub fn only_hands_back(module: &Module, block: Block) -> bool {
    let Some(last) = module.last_op(block) else { return false };
    module.first_op(block) == Some(last) && module.operands(last) == module.args(block)
}
