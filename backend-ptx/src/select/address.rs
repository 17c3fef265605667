//! Addresses as sums: a base, a number of bytes, and indices times strides.
//!
//! An index is taken apart where that helps: a number that it adds goes to the offset of the access, what loops do not
//! change is added before them, and what grows with a counter is a register that the loop moves on. So neighbours
//! share one address. Sums of 64 bits wrap around, and may be taken apart in any way; a sum of fewer bits only where
//! its range shows that it does not wrap. A group of terms whose ranges allow it is summed in 32 bits.

use super::memory::Memory;
use super::{Select, Unsupported};
use crate::inst::{Operand, Reg, RegClass};
use crate::opcode::Modifier::{B64, S32, S64, U32};
use crate::opcode::Opcode;
use warpline_ir::{Arith, OpKind, Value};
use warpline_passes::analysis::ranges::Range;
use warpline_passes::gpu::address;

/// How far the definition of an index is followed.
const MAX_DEPTH: u32 = 6;
/// An index of more parts is not taken apart.
const MAX_PARTS: usize = 4;

/// A part of an address, in elements: an index times a number, and times a stride that is a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Term {
    pub(super) index: Operand,
    pub(super) stride: Option<Reg>,
    pub(super) scale: i64,
    /// Whether it is a stride times a number: neighbours differ by it, so it is added last.
    pub(super) is_step: bool,
}

/// An index as a number plus operands times numbers.
#[derive(Clone, Debug)]
pub(super) struct Index {
    constant: i64,
    parts: Vec<(Operand, i64)>,
}

impl Index {
    /// One operand.
    fn of(operand: Operand) -> Self {
        match operand {
            Operand::Int(constant) => Self { constant, parts: Vec::new() },
            operand => Self { constant: 0, parts: vec![(operand, 1)] },
        }
    }

    fn times(mut self, factor: i64) -> Self {
        self.constant = self.constant.wrapping_mul(factor);
        for (_, scale) in &mut self.parts {
            *scale = scale.wrapping_mul(factor);
        }
        self
    }

    fn plus(mut self, other: Self) -> Self {
        self.constant = self.constant.wrapping_add(other.constant);
        for (operand, scale) in other.parts {
            match self.parts.iter_mut().find(|(known, _)| *known == operand) {
                Some((_, known)) => *known = known.wrapping_add(scale),
                None => self.parts.push((operand, scale)),
            }
        }
        self.parts.retain(|(_, scale)| *scale != 0);
        self
    }
}

/// A part of an address: an index, taken apart and whole, times a stride, times a number of bytes.
#[derive(Clone, Debug)]
pub(super) struct Dimension {
    parts: Index,
    whole: Operand,
    stride: Operand,
    scale: i64,
}

impl Dimension {
    /// A term of a plan.
    pub(super) fn of(cx: &mut Select<'_>, term: &address::Term) -> Result<Self, Unsupported> {
        let stride = match term.stride {
            Some(stride) => cx.operand(stride)?,
            None => Operand::Int(1),
        };
        let width = cx.int_width(term.index)?;
        let (parts, whole) = if width == 64 {
            (cx.split(term.index, 0)?, cx.operand_here(term.index)?)
        } else {
            let narrow = cx.operand(term.index)?;
            let wide = cx.extend(narrow, width, 64, true);
            (Index::of(wide), wide)
        };
        Ok(Self { parts, whole, stride, scale: term.scale })
    }
}

impl Select<'_> {
    /// The operand that reaches an element.
    pub(crate) fn element(&mut self, memory: &Memory, indices: &[Value]) -> Result<Operand, Unsupported> {
        let (rank, found) = (memory.strides.len(), indices.len());
        if found != rank {
            return Err(Unsupported::because(format!("expected {rank} indices, but found {found}")));
        }
        let mut dimensions = Vec::with_capacity(rank);
        for (index, stride) in indices.iter().zip(&memory.strides) {
            let scale = memory.element.bytes() as i64;
            let (parts, whole) = (self.split(*index, 0)?, self.operand_here(*index)?);
            dimensions.push(Dimension { parts, whole, stride: *stride, scale });
        }
        Ok(self.sum(memory.base, memory.offset, &dimensions, memory.is_small()))
    }

    /// An address plus bytes and dimensions. `is_small` promises that the whole sum counts fewer than 4 GiB units.
    pub(super) fn sum(&mut self, base: Reg, bytes: i64, dimensions: &[Dimension], is_small: bool) -> Operand {
        let (mut moved, mut terms) = scaled(dimensions, |dimension| dimension.parts.clone());
        let mut unit = take_unit(&mut terms);
        let mut small = None;
        // A step from an index is an offset of the address that neighbours share, which takes 64 bits as the index itself may
        // be out of bounds.
        let is_step = moved != 0 && terms.len() == 1 && unit.count_ones() == 1;
        if is_small && !is_step && !terms.is_empty() && self.word_range(&terms).is_none() {
            let (moved_whole, mut whole) = scaled(dimensions, |dimension| Index::of(dimension.whole));
            let unit_whole = take_unit(&mut whole);
            if whole.iter().all(|term| 0 < term.scale) {
                (moved, terms, unit) = (moved_whole, whole, unit_whole);
                small = Some(self.small_address(base, &terms, unit));
            }
        }
        let base = small.unwrap_or_else(|| self.displaced(base, &terms, unit));
        let bytes = bytes.wrapping_add(moved);
        if let Ok(offset) = i32::try_from(bytes) {
            return Operand::Address(base, offset);
        }
        let far = self.make(Opcode::Add.with([S64]), &[base.into(), Operand::Int(bytes)]);
        Operand::Address(self.reg(RegClass::B64, far), 0)
    }

    /// In a buffer below 4 GiB elements an index that is in bounds fits 32 bits without a sign, and so does their sum.
    fn small_address(&mut self, base: Reg, terms: &[Term], size: i64) -> Reg {
        if terms.is_empty() {
            return base;
        }
        let sum = self.word_sum(terms);
        let bytes = self.make(Opcode::MulWide.with([U32]), &[sum, Operand::Int(size)]);
        let address = self.make(Opcode::Add.with([S64]), &[base.into(), bytes]);
        self.reg(RegClass::B64, address)
    }

    /// An address plus terms, each at the depth where it is known first.
    fn displaced(&mut self, base: Reg, terms: &[Term], size: i64) -> Reg {
        let mut address = base;
        for depth in 0..=self.kernel.depth {
            let here = terms.iter().filter(|term| self.depth_of_term(term) == depth).copied();
            let mut here: Vec<Term> = here.collect();
            let known = self.depth_of(address.into());
            if known < depth {
                let (growing, rest): (Vec<Term>, Vec<Term>) =
                    here.iter().partition(|term| self.grows(term, depth));
                if !growing.is_empty()
                    && let Some(pointer) = self.pointer(depth, address, &growing, size)
                {
                    (address, here) = (pointer, rest);
                }
            }
            if !here.is_empty() {
                address = self.advanced_at(depth.max(known), address, &here, size);
            }
        }
        address
    }

    fn depth_of_term(&self, term: &Term) -> usize {
        let stride = term.stride.map_or(0, |stride| self.depth_of(stride.into()));
        self.depth_of(term.index).max(stride)
    }

    /// Whether a term is the counter of the loop at this depth times what the loop does not change.
    fn grows(&self, term: &Term, depth: usize) -> bool {
        self.counter(depth).is_some_and(|counter| counter.index == term.index)
            && term.stride.is_none_or(|stride| self.depth_of(stride.into()) < depth)
    }

    /// An address plus terms, here. The product stands alone, so that ptxas shares it between buffers, which it does not do with the
    /// factors of `mad.wide`.
    pub(super) fn advanced(&mut self, address: Reg, terms: &[Term], size: i64) -> Reg {
        let (steps, sum): (Vec<Term>, Vec<Term>) = terms.iter().partition(|term| term.is_step);
        let mut address = Operand::from(address);
        if let Some(range) = self.word_range(&sum).filter(|_| !sum.is_empty()) {
            let (sum, size) = match sum.as_slice() {
                [Term { index, stride: None, scale, .. }] if i32::try_from(scale * size).is_ok() => {
                    (self.low_word(*index), scale * size)
                }
                sum => (self.word_sum(sum), size),
            };
            let ty = if range.is_natural() && 0 < size { U32 } else { S32 };
            let bytes = self.make(Opcode::MulWide.with([ty]), &[sum, Operand::Int(size)]);
            address = self.make(Opcode::Add.with([S64]), &[address, bytes]);
        } else if !sum.is_empty() {
            let parts: Vec<Operand> = sum.iter().map(|term| self.wide_product_of(term, 1)).collect();
            let sum = parts.into_iter().fold(Operand::Int(0), |sum, part| self.plus(sum, part));
            let bytes = self.times(sum, size);
            address = self.plus(address, bytes);
        }
        for step in steps {
            let part = self.wide_product_of(&Term { scale: step.scale.wrapping_abs(), ..step }, size);
            address = match step.scale {
                1.. => self.plus(address, part),
                _ => self.make(Opcode::Sub.with([S64]), &[address, part]),
            };
        }
        self.reg(RegClass::B64, address)
    }

    /// The range of a sum, where it and each of its parts fit 32 bits.
    fn word_range(&self, terms: &[Term]) -> Option<Range> {
        terms.iter().try_fold(Range::point(0), |sum, term| {
            let stride = match term.stride {
                Some(stride) => self.narrow_range(stride.into())?,
                None => Range::point(1),
            };
            let scaled = stride.times(Range::point(term.scale));
            let product = self.narrow_range(term.index)?.times(scaled);
            let sum = sum.plus(product);
            (scaled.fits_i32() && product.fits_i32() && sum.fits_i32()).then_some(sum)
        })
    }

    /// A sum in 32 bits, in elements.
    fn word_sum(&mut self, terms: &[Term]) -> Operand {
        let mut sum = None;
        for term in terms {
            let index = self.low_word(term.index);
            let factor = match term.stride {
                Some(stride) if term.scale == 1 => self.low_word(stride.into()),
                Some(stride) => {
                    let stride = self.low_word(stride.into());
                    self.make(Opcode::MulLo.with([S32]), &[stride, Operand::Int(term.scale)])
                }
                None => Operand::Int(term.scale),
            };
            sum = Some(match (sum, factor) {
                (None, Operand::Int(1)) => index,
                (None, factor) => self.make(Opcode::MulLo.with([S32]), &[index, factor]),
                (Some(sum), Operand::Int(1)) => self.make(Opcode::Add.with([S32]), &[sum, index]),
                (Some(sum), factor) => self.make(Opcode::MadLo.with([S32]), &[index, factor, sum]),
            });
        }
        sum.unwrap_or(Operand::Int(0))
    }

    /// A term in 64 bits, in units of which an element has so many.
    pub(super) fn wide_product_of(&mut self, term: &Term, size: i64) -> Operand {
        let scale = term.scale.wrapping_mul(size);
        let Some(stride) = term.stride else { return self.times(term.index, scale) };
        let product = self.make(Opcode::MulLo.with([S64]), &[term.index, stride.into()]);
        self.times(product, scale)
    }

    /// An operand of 64 bits times a number.
    fn times(&mut self, operand: Operand, factor: i64) -> Operand {
        match (operand, factor) {
            (Operand::Int(value), factor) => Operand::Int(value.wrapping_mul(factor)),
            (operand, 1) => operand,
            (operand, factor) if 0 < factor && factor & (factor - 1) == 0 => {
                let shift = Operand::Int(factor.trailing_zeros().into());
                self.make(Opcode::Shl.with([B64]), &[operand, shift])
            }
            (operand, factor) => self.make(Opcode::MulLo.with([S64]), &[operand, Operand::Int(factor)]),
        }
    }

    /// A sum in 64 bits.
    pub(super) fn plus(&mut self, lhs: Operand, rhs: Operand) -> Operand {
        match (lhs, rhs) {
            (Operand::Int(lhs), Operand::Int(rhs)) => Operand::Int(lhs.wrapping_add(rhs)),
            (other, Operand::Int(0)) | (Operand::Int(0), other) => other,
            (Operand::Int(_), other) => self.make(Opcode::Add.with([S64]), &[other, lhs]),
            _ => self.make(Opcode::Add.with([S64]), &[lhs, rhs]),
        }
    }

    /// An index taken apart, where a part is a number, the counter of a loop, or changes in fewer loops.
    fn split(&mut self, value: Value, depth: u32) -> Result<Index, Unsupported> {
        if let Some(split) = self.split_definition(value, depth)
            && split.parts.len() <= MAX_PARTS
        {
            let mut depths = split.parts.iter().map(|(part, _)| self.depth_of(*part));
            let first = depths.next();
            let differ = depths.any(|depth| Some(depth) != first);
            if split.constant != 0 || differ || split.parts.iter().any(|(part, _)| self.is_counter(*part)) {
                return Ok(split);
            }
        }
        let operand = self.operand(value)?;
        let depth = self.depth_of(operand);
        Ok(Index::of(self.at_depth(depth, |cx| cx.operand_here(value))?))
    }

    fn split_definition(&mut self, value: Value, depth: u32) -> Option<Index> {
        let module = self.module;
        let op = module.defining_op(value).filter(|_| depth < MAX_DEPTH && self.is_exact(value))?;
        let view = module.op(op);
        let constant = |index: usize| module.constant_int(view.operand(index));
        let (left, right) = (view.operands().first().copied()?, view.operands().get(1).copied());
        match (view.kind(), right) {
            (OpKind::Arith(Arith::AddI), Some(right)) => {
                Some(self.split(left, depth + 1).ok()?.plus(self.split(right, depth + 1).ok()?))
            }
            (OpKind::Arith(Arith::SubI), Some(right)) => {
                Some(self.split(left, depth + 1).ok()?.plus(self.split(right, depth + 1).ok()?.times(-1)))
            }
            (OpKind::Arith(Arith::MulI), Some(right)) => match (constant(0), constant(1)) {
                (_, Some(factor)) => Some(self.split(left, depth + 1).ok()?.times(factor)),
                (Some(factor), None) => Some(self.split(right, depth + 1).ok()?.times(factor)),
                (None, None) => None,
            },
            (OpKind::Arith(Arith::ShLI), Some(_)) => {
                let by = constant(1).filter(|by| (0..62).contains(by))?;
                Some(self.split(left, depth + 1).ok()?.times(1 << by))
            }
            _ => None,
        }
    }

    /// Whether a value is what its definition says in 64 bits.
    fn is_exact(&self, value: Value) -> bool {
        self.int_width(value).is_ok_and(|width| width == 64)
    }
}

/// Dimensions as constant bytes and terms in bytes.
fn scaled(dimensions: &[Dimension], index: impl Fn(&Dimension) -> Index) -> (i64, Vec<Term>) {
    let (mut bytes, mut terms) = (0i64, Vec::<Term>::new());
    for dimension in dimensions {
        let mut add = |term: Term| match terms.iter_mut().find(|known| known.is_like(&term)) {
            Some(known) => known.scale = known.scale.wrapping_add(term.scale),
            None => terms.push(term),
        };
        let index = index(dimension);
        match dimension.stride {
            Operand::Int(stride) => {
                let stride = stride.wrapping_mul(dimension.scale);
                bytes = bytes.wrapping_add(index.constant.wrapping_mul(stride));
                for (part, scale) in &index.parts {
                    let scale = scale.wrapping_mul(stride);
                    add(Term { index: *part, stride: None, scale, is_step: false });
                }
            }
            Operand::Reg(stride) => {
                for (part, scale) in &index.parts {
                    let scale = scale.wrapping_mul(dimension.scale);
                    add(Term { index: *part, stride: Some(stride), scale, is_step: false });
                }
                let scale = index.constant.wrapping_mul(dimension.scale);
                add(Term { index: stride.into(), stride: None, scale, is_step: true });
            }
            _ => {}
        }
    }
    terms.retain(|term| term.scale != 0);
    (bytes, terms)
}

/// Takes the greatest number of bytes out of terms that all of them are multiples of.
fn take_unit(terms: &mut [Term]) -> i64 {
    let divisor = |mut a: i64, mut b: i64| {
        while b != 0 {
            (a, b) = (b, a.wrapping_rem(b));
        }
        a
    };
    let unit = terms.iter().fold(0, |unit, term| divisor(term.scale, unit)).wrapping_abs();
    // The unit is a factor of 32 bits.
    let unit = if 0 < unit && unit <= i64::from(i32::MAX) { unit } else { 1 };
    for term in terms {
        term.scale /= unit;
    }
    unit
}

/// Terms whose index is a number become bytes or strides times a number.
pub(super) fn folded(terms: impl Iterator<Item = Term>, size: i64) -> (Operand, Vec<Term>) {
    let (mut bytes, mut rest) = (0i64, Vec::new());
    for term in terms {
        match (term.index, term.stride) {
            (Operand::Int(0), _) => {}
            (Operand::Int(index), None) => {
                let moved = index.wrapping_mul(term.scale).wrapping_mul(size);
                bytes = bytes.wrapping_add(moved);
            }
            (Operand::Int(index), Some(stride)) => rest.push(Term {
                index: stride.into(),
                stride: None,
                scale: term.scale.wrapping_mul(index),
                is_step: true,
            }),
            _ => rest.push(term),
        }
    }
    (Operand::Int(bytes), rest)
}

impl Term {
    /// Whether they differ in the number alone.
    fn is_like(&self, other: &Self) -> bool {
        Self { scale: 0, ..*self } == Self { scale: 0, ..*other }
    }
}
