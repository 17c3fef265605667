//! Values that operations with regions pass on: from their operands to arguments of their regions, and from terminators to
//! results and to the next iteration, by the column of their rows.

use crate::def::{DeviceWork, RegionFlow};
use crate::dialect::OpKind;
use crate::module::{Block, Module};
use crate::op::Op;
use crate::value::{Use, Value};

impl Module {
    /// Returns how control flows through the regions of an operation; `None` if no row says so.
    pub fn region_flow(&self, op: Op) -> Option<RegionFlow> {
        self.kind(op).region_flow()
    }

    /// Returns the values that the first iteration of a loop gets; none for other operations.
    pub fn initial_values(&self, op: Op) -> &[Value] {
        match self.region_flow(op) {
            Some(RegionFlow::For) => self.op(op).any_group(&["initArgs", "inits"]),
            Some(RegionFlow::While) => self.operands(op),
            Some(RegionFlow::Branch | RegionFlow::Once | RegionFlow::Parallel) | None => &[],
        }
    }

    /// Returns the values of which a result is one; `None` if it is another one.
    pub fn sources_of_result(&self, op: Op, index: usize) -> Option<Vec<Value>> {
        let mut sources: Vec<Value> = match self.region_flow(op)? {
            RegionFlow::Branch | RegionFlow::Once => Vec::new(),
            RegionFlow::For => self.initial_values(op).get(index).copied().into_iter().collect(),
            RegionFlow::While => return Some(self.passed_from(op, 0, index + 1)),
            RegionFlow::Parallel => return None,
        };
        for region in 0..self.regions_of(op).len() {
            sources.extend(self.passed_from(op, region, index));
        }
        Some(sources)
    }

    /// Returns the values of which an argument of the first block of a region is one; `None` if it is another one, as the
    /// number of an iteration.
    pub fn sources_of_argument(&self, block: Block, index: usize) -> Option<Vec<Value>> {
        let mut sources = self.next_values(block, index)?;
        let op = self.block_parent(block)?;
        if self.entry(op, 0) == Some(block) {
            let n_counters = usize::from(self.region_flow(op) == Some(RegionFlow::For));
            sources.extend(self.initial_values(op).get(index.checked_sub(n_counters)?));
        }
        Some(sources)
    }

    /// Returns the values that terminators of regions pass to an argument of the first block of a region: those of the
    /// iteration before, or of the region before it. `None` if it is no such argument.
    pub fn next_values(&self, block: Block, index: usize) -> Option<Vec<Value>> {
        let op = self.block_parent(block)?;
        let is_entry = |region: usize| self.entry(op, region) == Some(block);
        match self.region_flow(op)? {
            RegionFlow::For if is_entry(0) => Some(self.passed_from(op, 0, index.checked_sub(1)?)),
            RegionFlow::While if is_entry(0) => Some(self.passed_from(op, 1, index)),
            RegionFlow::While if is_entry(1) => Some(self.passed_from(op, 0, index + 1)),
            RegionFlow::Branch
            | RegionFlow::Once
            | RegionFlow::For
            | RegionFlow::While
            | RegionFlow::Parallel => None,
        }
    }

    /// Returns the arguments and results that may be the value of an operand: of a loop, or of the terminator of a region.
    /// `None` if it is used otherwise, as a bound or as a condition.
    pub fn targets_of(&self, used: Use) -> Option<Vec<Value>> {
        let (op, index) = (used.op, used.index as usize);
        let argument =
            |op: Op, region: usize, index: usize| self.args(self.entry(op, region)?).get(index).copied();
        let result = |op: Op, index: usize| self.results(op).nth(index);
        let both = |a: Option<Value>, b: Option<Value>| Some(a.into_iter().chain(b).collect());
        match self.region_flow(op) {
            Some(RegionFlow::For) => {
                let n_bounds = self.operands(op).len() - self.initial_values(op).len();
                let index = index.checked_sub(n_bounds)?;
                return both(argument(op, 0, index + 1), result(op, index));
            }
            Some(RegionFlow::While) => return both(argument(op, 0, index), None),
            Some(RegionFlow::Branch | RegionFlow::Once | RegionFlow::Parallel) => return None,
            None => {}
        }
        let block = self.block_of(op).filter(|block| self.last_op(*block) == Some(op))?;
        let parent = self.block_parent(block).filter(|_| self.successors(op).is_empty())?;
        match self.region_flow(parent)? {
            RegionFlow::Branch | RegionFlow::Once => both(None, result(parent, index)),
            RegionFlow::For => both(argument(parent, 0, index + 1), result(parent, index)),
            RegionFlow::While if self.region_of(block) == Some(self.region(parent, 0)) => {
                let index = index.checked_sub(1)?;
                both(argument(parent, 1, index), result(parent, index))
            }
            RegionFlow::While => both(argument(parent, 0, index), None),
            RegionFlow::Parallel => None,
        }
    }

    /// Returns the operand of this number of each terminator of a region, which is not a branch within it.
    fn passed_from(&self, op: Op, region: usize, index: usize) -> Vec<Value> {
        let Some(region) = self.regions_of(op).get(region).copied() else { return Vec::new() };
        let ends = self.blocks_of(region).iter().filter_map(|block| self.last_op(*block));
        let ends = ends.filter(|end| self.successors(*end).is_empty());
        ends.filter_map(|end| self.operands(end).get(index).copied()).collect()
    }
}

impl OpKind {
    /// Returns the work of a device that operations of this kind are before they have streams; `None` if they are none.
    pub fn device_work(self) -> Option<DeviceWork> {
        matches!(self, Self::Gpu(_)).then(|| self.def()?.work)?
    }

    /// Returns how control flows through the regions of operations of this kind; `None` if no row says so.
    pub fn region_flow(self) -> Option<RegionFlow> {
        self.def()?.flow
    }
}
