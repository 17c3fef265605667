//! Executes steps on vectors. Most operations of the dialect only move elements: they are one step,
//! [`VectorStep::Permute`], whose picks are computed by the translation.
//!
//! Reductions combine elements in row-major order after the accumulator. A scalable vector has the length in
//! its type.

use super::code::{Cell, Number, Reg, Row};
use super::fault::Result;
use super::machine::{Machine, cell, no_value, set, view};
use super::memory::View;
use super::poison::{Poison, PoisonCause};
use super::scalars::{Lane, elementwise, indices, numbers};
use crate::print_helpers::{text_of, vector_text};
use std::rc::Rc;
use warpline_ir::Op;
use warpline_ir::host_abi::PrintKind;
use warpline_ir::scalar::{ScalarOp, sign_extend, zero_extend};

/// The origin of an element of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pick {
    /// The index of a source and of an element in it.
    From(u32, u32),
    /// None: the element is poison.
    Poison,
}

/// The destination of the elements of a step: one scalar, or a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    pub(super) dst: Reg,
    pub(super) is_scalar: bool,
}

/// A reduction of groups of elements.
#[derive(Debug)]
pub(super) struct Reduction {
    pub(super) op: ScalarOp,
    pub(super) vector: Reg,
    pub(super) start: Option<Reg>,
    pub(super) mask: Option<Reg>,
    /// The group of each element.
    pub(super) groups: Box<[u32]>,
    pub(super) n_groups: usize,
    pub(super) target: Target,
}

/// A contraction: for each point, the elements of both factors and of the accumulator.
#[derive(Debug)]
pub(super) struct Contraction {
    pub(super) factors: [Reg; 2],
    pub(super) start: Option<Reg>,
    pub(super) mask: Option<Reg>,
    pub(super) points: Box<[[u32; 3]]>,
    pub(super) n_results: usize,
    pub(super) multiply: ScalarOp,
    /// The operation that adds a product to the sum; a fused multiply-add is used instead if there is one.
    pub(super) sum: ScalarOp,
    pub(super) fused: Option<ScalarOp>,
    pub(super) target: Target,
}

/// A scan: partial results along a dimension.
#[derive(Debug)]
pub(super) struct Scan {
    pub(super) op: ScalarOp,
    pub(super) vector: Reg,
    pub(super) start: Reg,
    pub(super) is_inclusive: bool,
    /// The row of each element, and the number of rows.
    pub(super) groups: Box<[u32]>,
    pub(super) n_groups: usize,
    pub(super) results: [Target; 2],
}

/// The mapping of lanes to elements of a buffer.
#[derive(Debug)]
pub(super) enum Lanes {
    /// Lanes step along dimensions of the buffer; a dimension of `None` is a broadcast. Lanes outside of a
    /// dimension that need not be in bounds access nothing.
    Transfer {
        shape: Box<[usize]>,
        dims: Box<[Option<usize>]>,
        in_bounds: Box<[bool]>,
        mask_order: Box<[usize]>,
    },
    /// Lanes are offset along the last dimension by the elements of a vector, which are signed integers of
    /// this width.
    Gather(Reg, u32),
    /// Active lanes are contiguous along the last dimension; inactive lanes are skipped.
    Packed,
}

/// A load or store of a vector.
#[derive(Debug)]
pub(super) struct VectorAccess {
    pub(super) view: Reg,
    pub(super) indices: Box<[Reg]>,
    pub(super) lanes: Lanes,
    pub(super) n_lanes: usize,
    pub(super) mask: Option<Reg>,
    /// The value of inactive lanes of a load.
    pub(super) padding: Option<Reg>,
    /// The loaded or stored vector.
    pub(super) vector: Target,
    pub(super) is_store: bool,
    /// The declared alignment: of each element of a gather or scatter, else of the first element.
    pub(super) alignment: u64,
}

/// A step on vectors.
#[derive(Debug)]
pub(super) enum VectorStep {
    Permute {
        sources: Box<[Reg]>,
        picks: Box<[Pick]>,
        target: Target,
    },
    /// Extracts the part at a position.
    Extract {
        vector: Reg,
        position: Box<[Number]>,
        place: Placement,
        target: Target,
    },
    Insert {
        value: Reg,
        vector: Reg,
        position: Box<[Number]>,
        place: Placement,
        target: Target,
    },
    Bitcast {
        vector: Reg,
        from: u32,
        to: u32,
        target: Target,
    },
    CreateMask {
        sizes: Box<[Reg]>,
        shape: Box<[usize]>,
        target: Target,
    },
    Reduce(Reduction),
    Contract(Contraction),
    Scan(Scan),
    Access(VectorAccess),
    Print {
        value: Option<(Reg, PrintKind, Box<[i64]>, bool)>,
        end: Box<str>,
    },
}

/// The mapping of positions to elements.
#[derive(Clone, Debug)]
pub(super) struct Placement {
    /// The sizes of the leading dimensions.
    pub(super) sizes: Box<[usize]>,
    /// The number of elements of the part.
    pub(super) n_elements: usize,
}

impl Placement {
    /// Returns the first element at a position; `None` for a constant one that stands for poison.
    fn first_at(&self, given: &[Number], position: &[i64]) -> Result<Option<usize>> {
        let mut first = Some(0);
        for ((given, index), size) in given.iter().zip(position).zip(&self.sizes) {
            let index = match usize::try_from(*index).ok().filter(|index| index < size) {
                None if matches!(given, Number::Dynamic(_)) => {
                    return Err(format!("expected a position below {size}, but found {index}").into());
                }
                index => index,
            };
            first = first.zip(index).map(|(first, index)| first * size + index);
        }
        Ok(first.map(|first| first * self.n_elements))
    }
}

impl Target {
    fn write(self, regs: &mut [Cell], lanes: impl IntoIterator<Item = Lane>) {
        let mut lanes = lanes.into_iter();
        let value = if self.is_scalar {
            lanes.next().map_or(Cell::Empty, Cell::of_lane)
        } else {
            Cell::Row(Rc::new(lanes.collect::<Row>()))
        };
        set(regs, self.dst, value);
    }
}

/// Returns all elements of a value.
fn lanes(value: &Cell) -> Result<Vec<Lane>> {
    (0..value.n_lanes().unwrap_or(1)).map(|index| value.lane(index)).collect()
}

fn merge(op: ScalarOp, operands: &[Lane]) -> Result<Lane> {
    let cells: Vec<Cell> = operands.iter().map(|lane| Cell::of_lane(*lane)).collect();
    elementwise(op, &cells, |operands| Ok(Ok(op.apply(operands)?)))?.lane(0)
}

impl Machine<'_> {
    /// Executes a step on vectors.
    pub(super) fn vector_step(&mut self, step: &VectorStep, regs: &mut [Cell], op: Op) -> Result<()> {
        match step {
            VectorStep::Permute { sources, picks, target } => permute(sources, picks, *target, regs, op),
            VectorStep::Extract { vector, position, place, target } => {
                let first = place.first_at(position, &numbers(position, regs)?)?;
                let all = lanes(cell(regs, *vector)?)?;
                let poison = Err(Poison { op, cause: PoisonCause::Position });
                let part =
                    (0..place.n_elements).map(|index| first.map_or(poison, |first| all[first + index]));
                target.write(regs, part);
                Ok(())
            }
            VectorStep::Insert { value, vector, position, place, target } => {
                let first = place.first_at(position, &numbers(position, regs)?)?;
                let (part, mut all) = (lanes(cell(regs, *value)?)?, lanes(cell(regs, *vector)?)?);
                match first {
                    Some(first) => all[first..first + part.len()].copy_from_slice(&part),
                    None => all.fill(Err(Poison { op, cause: PoisonCause::Position })),
                }
                target.write(regs, all);
                Ok(())
            }
            VectorStep::Bitcast { vector, from, to, target } => {
                let all = lanes(cell(regs, *vector)?)?;
                target.write(regs, bitcast(&all, *from, *to));
                Ok(())
            }
            VectorStep::CreateMask { sizes, shape, target } => {
                let lane = |reg: &Reg| cell(regs, *reg)?.lane(0);
                let sizes = sizes.iter().map(lane).collect::<Result<Vec<Lane>>>()?;
                let poison = sizes.iter().find_map(|size| size.err());
                let sizes: Vec<i64> = sizes.into_iter().flatten().map(u64::cast_signed).collect();
                let lanes = mask(&sizes, shape).into_iter();
                target.write(regs, lanes.map(|is_on| poison.map_or(Ok(u64::from(is_on)), Err)));
                Ok(())
            }
            VectorStep::Reduce(reduction) => reduce(reduction, regs),
            VectorStep::Contract(contraction) => contract(contraction, regs),
            VectorStep::Scan(scan) => scan_rows(scan, regs),
            VectorStep::Access(access) => self.access(access, regs, op),
            VectorStep::Print { value, end } => {
                if let Some((reg, scalar, shape, is_vector)) = value {
                    let all = lanes(cell(regs, *reg)?)?;
                    let all: Result<Vec<u64>> =
                        all.into_iter().map(|lane| lane.map_err(Poison::fault)).collect();
                    let text =
                        if *is_vector { vector_text(*scalar, shape, &all?) } else { text_of(*scalar, &all?) };
                    self.output.print(&text)?;
                }
                self.output.print(end)
            }
        }
    }

    fn access(&mut self, access: &VectorAccess, regs: &mut [Cell], op: Op) -> Result<()> {
        let target = Rc::clone(view(regs, access.view)?);
        let places = access.places(&target, regs)?;
        let is_gather = matches!(access.lanes, Lanes::Gather(..));
        for place in places.iter().take(if is_gather { places.len() } else { 1 }).flatten() {
            self.check_alignment(&target, *place, access.alignment)?;
        }
        if access.is_store {
            if is_gather {
                check_different(&places)?;
            }
            let value = cell(regs, access.vector.dst)?.clone();
            for (lane, place) in places.into_iter().enumerate() {
                let Some(place) = place else { continue };
                self.memory.store(&target, place, &part(&value, lane, target.element.parts)?, op)?;
            }
            return Ok(());
        }
        let padding = access.padding.map(|reg| cell(regs, reg).cloned()).transpose()?;
        let mut found = Vec::new();
        for (lane, place) in places.into_iter().enumerate() {
            let value = match (place, &padding) {
                (Some(place), _) => self.memory.load(&target, place, op)?,
                (None, Some(padding)) => part(padding, lane, target.element.parts)?,
                (None, None) => Cell::Poison(Poison { op, cause: PoisonCause::Position }),
            };
            found.extend(lanes(&value)?);
        }
        access.vector.write(regs, found);
        Ok(())
    }
}

/// Checks that no two lanes write to the same element.
fn check_different(places: &[Option<u64>]) -> Result<()> {
    let mut places: Vec<u64> = places.iter().copied().flatten().collect();
    places.sort_unstable();
    match places.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(format!("two lanes write to element {} of the buffer", pair[0]).into()),
        None => Ok(()),
    }
}

/// Returns the parts of a lane of a value; a scalar is the same for all lanes.
fn part(value: &Cell, lane: usize, n_parts: usize) -> Result<Cell> {
    match value.n_lanes() {
        Some(n) if n_parts != 1 && n == n_parts => Ok(value.clone()),
        _ if n_parts == 1 => Ok(Cell::of_lane(value.lane(lane)?)),
        _ => {
            let parts =
                (0..n_parts).map(|index| value.lane(lane * n_parts + index)).collect::<Result<Row>>()?;
            Ok(Cell::Row(Rc::new(parts)))
        }
    }
}

impl VectorAccess {
    /// Returns the element of each lane; `None` for lanes that access nothing.
    fn places(&self, target: &View, regs: &[Cell]) -> Result<Vec<Option<u64>>> {
        let base = indices(regs, &self.indices)?;
        let mask = self.mask.map(|reg| cell(regs, reg).and_then(lanes)).transpose()?;
        let is_on = |lane: usize| match &mask {
            None => Ok(true),
            Some(mask) => match mask.get(lane).copied().ok_or_else(no_value)? {
                Ok(bit) => Ok(bit & 1 == 1),
                Err(poison) => Err(poison.fault()),
            },
        };
        let offsets = match &self.lanes {
            Lanes::Gather(reg, _) => lanes(cell(regs, *reg)?)?,
            Lanes::Transfer { .. } | Lanes::Packed => Vec::new(),
        };
        let mut n_packed = 0;
        let mut places = Vec::with_capacity(self.n_lanes);
        for lane in 0..self.n_lanes {
            let mask_lane = self.mask_lane(lane);
            if !is_on(mask_lane)? {
                places.push(None);
                continue;
            }
            let index = match &self.lanes {
                Lanes::Transfer { .. } => self.transfer_index(target, &base, lane),
                Lanes::Gather(_, width) => {
                    let offset = offsets.get(lane).copied().ok_or_else(no_value)?.map_err(Poison::fault)?;
                    Some(along_last(&base, sign_extend(offset.cast_signed(), *width)))
                }
                Lanes::Packed => {
                    n_packed += 1;
                    Some(along_last(&base, n_packed - 1))
                }
            };
            places.push(index.map(|index| target.at(index.into_iter())).transpose()?);
        }
        Ok(places)
    }

    /// Returns the indices of a lane; `None` if it is outside of the buffer and need not be in bounds.
    fn transfer_index(&self, target: &View, base: &[i64], lane: usize) -> Option<Vec<i64>> {
        let Lanes::Transfer { shape, dims, in_bounds, .. } = &self.lanes else { return None };
        let mut index = base.to_vec();
        for ((step, dim), in_bounds) in coordinates(lane, shape).into_iter().zip(dims).zip(in_bounds) {
            let Some(dim) = dim else { continue };
            index[*dim] = index[*dim].saturating_add(step as i64);
            if !in_bounds && !(0..target.sizes[*dim]).contains(&index[*dim]) {
                return None;
            }
        }
        Some(index)
    }

    /// Returns the lane of the mask for a lane of the vector.
    fn mask_lane(&self, lane: usize) -> usize {
        let Lanes::Transfer { shape, mask_order, .. } = &self.lanes else { return lane };
        let place = coordinates(lane, shape);
        mask_order.iter().fold(0, |number, dim| number * shape[*dim] + place[*dim])
    }
}

fn along_last(base: &[i64], offset: i64) -> Vec<i64> {
    let mut index = base.to_vec();
    if let Some(last) = index.last_mut() {
        *last = last.saturating_add(offset);
    }
    index
}

/// Returns the coordinates of element `number` of a shape.
pub(super) fn coordinates(mut number: usize, shape: &[usize]) -> Vec<usize> {
    let mut found = vec![0; shape.len()];
    for (place, size) in found.iter_mut().zip(shape).rev() {
        *place = number % size.max(&1);
        number /= size.max(&1);
    }
    found
}

fn permute(sources: &[Reg], picks: &[Pick], target: Target, regs: &mut [Cell], op: Op) -> Result<()> {
    let mut found = Vec::with_capacity(picks.len());
    for pick in picks {
        found.push(match pick {
            Pick::From(source, index) => cell(regs, sources[*source as usize])?.lane(*index as usize)?,
            Pick::Poison => Err(Poison { op, cause: PoisonCause::Position }),
        });
    }
    target.write(regs, found);
    Ok(())
}

/// Returns the same bits in elements of another width, the first element lowest.
fn bitcast(all: &[Lane], from: u32, to: u32) -> Vec<Lane> {
    if to <= from {
        let n = from / to.max(1);
        let piece = |bits: u64, index| zero_extend(bits >> (index * to), to);
        return all
            .iter()
            .flat_map(|lane| (0..n).map(move |index| lane.map(|bits| piece(bits, index))))
            .collect();
    }
    let join = |group: &[Lane]| {
        group
            .iter()
            .enumerate()
            .try_fold(0, |sum, (index, lane)| lane.map(|bits| sum | bits << (index as u32 * from)))
    };
    all.chunks((to / from.max(1)) as usize).map(join).collect()
}

/// Returns the lanes of a mask: those inside of all sizes.
fn mask(sizes: &[i64], shape: &[usize]) -> Vec<bool> {
    let n: usize = shape.iter().product();
    let is_on =
        |lane| coordinates(lane, shape).iter().zip(sizes).all(|(place, size)| (*place as i64) < *size);
    (0..n).map(is_on).collect()
}

fn reduce(reduction: &Reduction, regs: &mut [Cell]) -> Result<()> {
    let all = lanes(cell(regs, reduction.vector)?)?;
    let mask = reduction.mask.map(|reg| cell(regs, reg).and_then(lanes)).transpose()?;
    let mut sums: Vec<Option<Lane>> = match reduction.start {
        Some(reg) => lanes(cell(regs, reg)?)?.into_iter().map(Some).collect(),
        None => vec![None; reduction.n_groups],
    };
    for (index, (lane, group)) in all.into_iter().zip(&reduction.groups).enumerate() {
        if let Some(mask) = &mask
            && mask[index].map_err(Poison::fault)? & 1 == 0
        {
            continue;
        }
        let sum = &mut sums[*group as usize];
        *sum = Some(match *sum {
            None => lane,
            Some(sum) => merge(reduction.op, &[sum, lane])?,
        });
    }
    let sums = sums.into_iter().map(|sum| sum.ok_or_else(|| "a reduction of no elements".into()));
    let sums = sums.collect::<Result<Vec<Lane>>>()?;
    reduction.target.write(regs, sums);
    Ok(())
}

fn contract(contraction: &Contraction, regs: &mut [Cell]) -> Result<()> {
    let [left, right] = contraction.factors.map(|reg| cell(regs, reg).and_then(lanes));
    let (left, right) = (left?, right?);
    let mask = contraction.mask.map(|reg| cell(regs, reg).and_then(lanes)).transpose()?;
    let mut sums: Vec<Option<Lane>> = match contraction.start {
        Some(reg) => lanes(cell(regs, reg)?)?.into_iter().map(Some).collect(),
        None => vec![None; contraction.n_results],
    };
    for (index, [a, b, c]) in contraction.points.iter().enumerate() {
        if let Some(mask) = &mask
            && mask[index].map_err(Poison::fault)? & 1 == 0
        {
            continue;
        }
        let (a, b, sum) = (left[*a as usize], right[*b as usize], &mut sums[*c as usize]);
        *sum = Some(match (*sum, contraction.fused) {
            (Some(sum), Some(fused)) => merge(fused, &[a, b, sum])?,
            (Some(sum), None) => merge(contraction.sum, &[sum, merge(contraction.multiply, &[a, b])?])?,
            (None, _) => merge(contraction.multiply, &[a, b])?,
        });
    }
    contraction.target.write(regs, sums.into_iter().map(|sum| sum.unwrap_or(Ok(0))));
    Ok(())
}

fn scan_rows(scan: &Scan, regs: &mut [Cell]) -> Result<()> {
    let all = lanes(cell(regs, scan.vector)?)?;
    let mut sums = lanes(cell(regs, scan.start)?)?;
    let mut is_first = vec![true; scan.n_groups];
    let mut last = vec![Ok(0); scan.n_groups];
    let mut found = Vec::with_capacity(all.len());
    for (lane, group) in all.into_iter().zip(&scan.groups) {
        let group = *group as usize;
        // An inclusive scan begins with the first element, an exclusive one with the start value.
        let sum = match (scan.is_inclusive, is_first[group]) {
            (true, true) => lane,
            (false, true) => sums[group],
            (true, false) => merge(scan.op, &[sums[group], lane])?,
            (false, false) => merge(scan.op, &[sums[group], last[group]])?,
        };
        (is_first[group], last[group], sums[group]) = (false, lane, sum);
        found.push(sum);
    }
    scan.results[0].write(regs, found);
    scan.results[1].write(regs, sums);
    Ok(())
}
