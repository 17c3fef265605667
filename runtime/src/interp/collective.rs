//! Collective operations: exchanges of values between lanes of a subgroup, or all threads of a block.
//!
//! Reductions combine lanes in a tree, first those 16 apart, then 8, 4, 2 and 1, and then the results of
//! subgroups likewise. Every device does so, hence sums of floats agree bit for bit. Lanes that do not exist
//! or have ended are skipped.

use super::code::{Cell, Label, Reg, Row};
use super::fault::Result;
use super::machine::{Activation, Machine, Stop, Thread, cell, no_value, set};
use super::matrix::Matrix;
use super::poison::{Poison, PoisonCause};
use super::scalars::{bits, elementwise};
use std::rc::Rc;
use warpline_ir::Op;
use warpline_ir::scalar::ScalarOp;

/// The mode of a shuffle, which selects the lane to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ShuffleMode {
    Xor,
    Down,
    Up,
    Idx,
}

/// The function that combines two values.
#[derive(Clone, Copy, Debug)]
pub(super) enum Combine {
    Op(ScalarOp),
    /// The region at the label, with its two arguments.
    Region(Label, [Reg; 2]),
}

/// The elements that each lane has of a value of the whole subgroup; `None` if every lane has all of it.
pub(super) type Share = Option<Vec<Vec<u32>>>;

/// The kind of exchange.
#[derive(Clone, Debug)]
pub(super) enum CollectiveKind {
    /// Arguments: value, offset, width. Results: value, whether it is valid.
    Shuffle(ShuffleMode),
    /// Arguments: value. Results: as for a shuffle.
    Rotate { offset: u64, width: u64 },
    /// The value of the first lane that has not ended.
    BroadcastFirst,
    /// Arguments: value, lane.
    BroadcastLane,
    /// Returns a bit per lane whose argument is true.
    Ballot,
    /// Reduces over clusters of `size` lanes that are `stride` apart.
    Reduce { combine: ScalarOp, size: u64, stride: u64 },
    /// Reduces over the block.
    ReduceBlock(Combine),
    /// Arguments: the lane number, then values, whose shares are assembled for lane 0.
    Gather(Box<[Share]>),
    /// Arguments: values of lane 0. Results: the share of each lane.
    Scatter(Box<[Share]>),
    /// A load or a store of a matrix.
    Matrix(Box<Matrix>),
}

/// An exchange: registers of arguments and results in each thread.
#[derive(Debug)]
pub(super) struct Collective {
    pub(super) op: Op,
    pub(super) kind: CollectiveKind,
    pub(super) args: Box<[Reg]>,
    pub(super) results: Box<[Reg]>,
}

impl Collective {
    /// Whether all threads of the block participate.
    pub(super) fn is_of_block(&self) -> bool {
        matches!(self.kind, CollectiveKind::ReduceBlock(_))
    }
}

/// The arguments of the lanes of a subgroup; `None` for a lane that does not participate.
struct Lanes<'a> {
    collective: &'a Collective,
    values: Vec<Option<Vec<Cell>>>,
}

impl Machine<'_> {
    /// Exchanges values between the lanes of a subgroup; `alive` are the numbers of participating threads,
    /// `first` is that of the subgroup's first thread.
    pub(super) fn exchange(
        collective: &Collective,
        threads: &mut [Thread],
        alive: &[usize],
        first: usize,
    ) -> Result<()> {
        let mut values = vec![None; threads.len()];
        for thread in alive {
            values[thread - first] = Some(arguments(&threads[thread - first], &collective.args)?);
        }
        let lanes = Lanes { collective, values };
        let mut results = Vec::new();
        for thread in alive {
            results.push(lanes.results((thread - first) as u64)?);
        }
        for (thread, values) in alive.iter().zip(results) {
            write_results(&mut threads[thread - first], &collective.results, values);
        }
        Ok(())
    }

    /// Reduces the values of all threads of a block.
    pub(super) fn reduce_block(&mut self, collective: &Collective, threads: &mut [Thread]) -> Result<()> {
        let CollectiveKind::ReduceBlock(combine) = collective.kind else { return Err(no_value()) };
        let mut values = Vec::new();
        for thread in threads.iter() {
            values.push(arguments(thread, &collective.args)?.into_iter().next());
        }
        let mut merge = |a: Cell, b: Cell| match combine {
            Combine::Op(op) => merge_by(op, &a, &b),
            Combine::Region(label, params) => self.run_region(&threads[0], label, params, [a, b]),
        };
        let subgroups = values.chunks(super::SUBGROUP_SIZE as usize);
        let partial = subgroups.map(|lanes| tree(lanes.to_vec(), &mut merge)).collect::<Result<Vec<_>>>()?;
        let result = tree(partial, &mut merge)?.ok_or_else(no_value)?;
        for thread in threads {
            write_results(thread, &collective.results, vec![result.clone()]);
        }
        Ok(())
    }

    /// Runs a region that combines two values, as a part of a thread.
    fn run_region(
        &mut self,
        like: &Thread,
        label: Label,
        params: [Reg; 2],
        values: [Cell; 2],
    ) -> Result<Cell> {
        let top = like.stack.last().ok_or_else(no_value)?;
        let mut regs = top.regs.clone();
        for (param, value) in params.into_iter().zip(values) {
            set(&mut regs, param, value);
        }
        let pc = self.program.functions[top.function].target(label);
        let top = Activation { function: top.function, pc, regs, locals: Vec::new(), scopes: Vec::new() };
        let mut thread = Thread { stack: vec![top], geometry: like.geometry };
        match self.run_thread(&mut thread, u64::MAX)? {
            Stop::Done(values) => values.into_iter().next().ok_or_else(no_value),
            Stop::Waits(_) | Stop::Paused => Err("a reduction waits for other threads".into()),
        }
    }
}

fn arguments(thread: &Thread, args: &[Reg]) -> Result<Vec<Cell>> {
    let top = thread.stack.last().ok_or_else(no_value)?;
    args.iter().map(|reg| cell(&top.regs, *reg).cloned()).collect()
}

fn write_results(thread: &mut Thread, results: &[Reg], values: Vec<Cell>) {
    if let Some(top) = thread.stack.last_mut() {
        for (reg, value) in results.iter().zip(values) {
            set(&mut top.regs, *reg, value);
        }
    }
}

fn merge_by(op: ScalarOp, a: &Cell, b: &Cell) -> Result<Cell> {
    elementwise(op, &[a.clone(), b.clone()], |operands| Ok(Ok(op.apply(operands)?)))
}

/// Combines lanes in a tree: those apart by half of the next power of two first, then a quarter, and so on.
fn tree(
    mut lanes: Vec<Option<Cell>>,
    merge: &mut impl FnMut(Cell, Cell) -> Result<Cell>,
) -> Result<Option<Cell>> {
    let mut half = lanes.len().next_power_of_two();
    lanes.resize(half, None);
    while 1 < half {
        half /= 2;
        for lane in 0..half {
            let other = lanes[lane + half].take();
            lanes[lane] = match (lanes[lane].take(), other) {
                (Some(a), Some(b)) => Some(merge(a, b)?),
                (a, b) => a.or(b),
            };
        }
    }
    Ok(lanes.into_iter().next().flatten())
}

impl Lanes<'_> {
    /// Returns the results of a lane.
    fn results(&self, lane: u64) -> Result<Vec<Cell>> {
        match self.collective.kind {
            CollectiveKind::Gather(ref shares) => self.gather(lane, shares),
            CollectiveKind::Scatter(ref shares) => self.scatter(lane, shares),
            CollectiveKind::Shuffle(mode) => {
                let (offset, width) = (self.number(lane, 1)?, self.uniform(2)?);
                if !(1..=super::SUBGROUP_SIZE).contains(&width) {
                    return Err(format!("expected a width from 1 to 32, but found {width}").into());
                }
                let from = match mode {
                    ShuffleMode::Xor => Some(lane ^ offset),
                    ShuffleMode::Down => Some(lane + offset),
                    ShuffleMode::Up => lane.checked_sub(offset),
                    ShuffleMode::Idx => Some(offset),
                };
                let from = from.filter(|from| lane < width && *from < width);
                Ok(vec![self.value(from), Cell::Bits(u64::from(from.is_some()))])
            }
            CollectiveKind::Rotate { offset, width } => {
                let mask = width.saturating_sub(1);
                let from = Some(((lane + offset) & mask) + (lane & !mask)).filter(|_| lane < width);
                Ok(vec![self.value(from), Cell::Bits(u64::from(from.is_some()))])
            }
            CollectiveKind::BroadcastFirst => {
                let first = self.values.iter().position(Option::is_some);
                Ok(vec![self.value(first.map(|lane| lane as u64))])
            }
            CollectiveKind::BroadcastLane => Ok(vec![self.value(self.uniform(1).ok())]),
            CollectiveKind::Ballot => {
                let mut mask = 0;
                for (other, values) in self.values.iter().enumerate() {
                    if values.is_some() {
                        mask |= (self.number(other as u64, 0)? & 1) << other;
                    }
                }
                Ok(vec![Cell::Bits(mask)])
            }
            CollectiveKind::Reduce { combine, size, stride } => {
                let cluster = self.cluster(lane, size.max(1), stride.max(1));
                let sum = tree(cluster, &mut |a, b| merge_by(combine, &a, &b))?;
                Ok(vec![sum.ok_or_else(no_value)?])
            }
            CollectiveKind::ReduceBlock(_) | CollectiveKind::Matrix(_) => Err(no_value()),
        }
    }

    /// Assembles the values of the whole subgroup for lane 0; returns nothing for the others.
    fn gather(&self, lane: u64, shares: &[Share]) -> Result<Vec<Cell>> {
        let found = self.number(lane, 0)?;
        if found != lane {
            return Err(format!("expected the number of the lane, which is {lane}, but found {found}").into());
        }
        if lane != 0 {
            return Ok(vec![Cell::Empty; shares.len()]);
        }
        let whole = shares.iter().enumerate().map(|(index, share)| match share {
            Some(share) => self.put_together(index + 1, share),
            None => self.argument(0, index + 1).cloned().ok_or_else(no_value),
        });
        whole.collect()
    }

    fn put_together(&self, index: usize, share: &[Vec<u32>]) -> Result<Cell> {
        let poison = Err(Poison { op: self.collective.op, cause: PoisonCause::Lane });
        let mut whole = vec![poison; share.iter().map(Vec::len).sum()];
        for (lane, places) in share.iter().enumerate() {
            let Some(value) = self.argument(lane, index) else { continue };
            for (number, place) in places.iter().enumerate() {
                whole[*place as usize] = value.lane(number)?;
            }
        }
        Ok(Cell::Row(Rc::new(whole.into_iter().collect())))
    }

    /// Returns the share of a lane in the values of lane 0.
    fn scatter(&self, lane: u64, shares: &[Share]) -> Result<Vec<Cell>> {
        let parts = shares.iter().enumerate().map(|(index, share)| {
            let whole = self.argument(0, index).ok_or("lane 0 does not participate")?;
            let Some(share) = share else { return Ok(whole.clone()) };
            let places = share[lane as usize].iter();
            let part = places.map(|place| whole.lane(*place as usize)).collect::<Result<Row>>()?;
            Ok(Cell::Row(Rc::new(part)))
        });
        parts.collect()
    }

    /// Returns an argument of a participating lane.
    fn argument(&self, lane: usize, index: usize) -> Option<&Cell> {
        self.values.get(lane)?.as_ref()?.get(index)
    }

    /// Returns the first argument of a lane; poison if it does not participate.
    fn value(&self, lane: Option<u64>) -> Cell {
        let values = lane.and_then(|lane| self.values.get(usize::try_from(lane).ok()?)?.as_ref());
        let poison = Poison { op: self.collective.op, cause: PoisonCause::Lane };
        match values.and_then(|values| values.first()) {
            Some(value) => value.clone(),
            None => self.like(poison),
        }
    }

    /// Returns poison of the shape of the values.
    fn like(&self, poison: Poison) -> Cell {
        match self.values.iter().flatten().next().and_then(|values| values.first()) {
            Some(Cell::Row(row)) => Cell::Row(Rc::new(row.bits.iter().map(|_| Err(poison)).collect())),
            _ => Cell::Poison(poison),
        }
    }

    fn number(&self, lane: u64, index: usize) -> Result<u64> {
        let values = self.values.get(lane as usize).and_then(Option::as_ref).ok_or_else(no_value)?;
        bits(values, index as u32)
    }

    /// Returns an argument that must be uniform across lanes.
    fn uniform(&self, index: usize) -> Result<u64> {
        let mut found = None;
        for values in self.values.iter().flatten() {
            let number = bits(values, index as u32)?;
            if found.is_some_and(|found| found != number) {
                return Err(format!("argument {index} is not the same in all lanes").into());
            }
            found = Some(number);
        }
        found.ok_or_else(no_value)
    }

    /// Returns the values of the lanes of a lane's cluster.
    fn cluster(&self, lane: u64, size: u64, stride: u64) -> Vec<Option<Cell>> {
        let first = lane / (size * stride) * (size * stride) + lane % stride;
        let members = (0..size).map(|member| (first + member * stride) as usize);
        members
            .map(|member| self.values.get(member).and_then(|values| values.as_ref()?.first().cloned()))
            .collect()
    }
}
