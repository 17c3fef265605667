//! Materializes addresses: a pointer plus terms by loop depth, and constant bytes.

use super::Reducer;
use super::index::{Dimension, Index};
use crate::analysis::ranges::Range;
use warpline_ir::{Arith, Builder, Op, Ptr, Type, Value};

/// A term of an address in bytes: an index times a constant, and times a stride.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Term {
    pub(super) index: Value,
    pub(super) stride: Option<Value>,
    pub(super) scale: i64,
    /// Whether it is a stride times a constant: adjacent accesses differ by it, so it is added last.
    pub(super) is_step: bool,
}

impl Term {
    /// Whether two terms differ in the constant only.
    fn is_like(&self, other: &Self) -> bool {
        Self { scale: 0, ..*self } == Self { scale: 0, ..*other }
    }
}

impl Reducer<'_> {
    /// Builds the address of an access: a pointer plus bytes and dimensions. `is_small` guarantees that the whole
    /// sum is fewer than 2^32 elements.
    pub(super) fn sum(
        &mut self,
        access: Op,
        root: Value,
        bytes: i64,
        dimensions: &[Dimension],
        is_small: bool,
    ) -> Value {
        let (mut moved, terms) = scaled(dimensions, |dimension| dimension.parts.clone());
        // A step from an index is an offset of the address that adjacent accesses share, which takes 64 bits as the
        // index itself may be out of bounds.
        let is_step = moved != 0 && terms.len() == 1 && unit_of(&terms).count_ones() == 1;
        let mut address = None;
        if is_small && !is_step && !terms.is_empty() && self.word_range(&terms).is_none() {
            let (whole_bytes, whole) =
                scaled(dimensions, |dimension| Index::of(self.module, dimension.whole));
            let unit = unit_of(&whole);
            if !whole.is_empty() && whole.iter().all(|term| 0 < term.scale) && unit <= i64::from(i32::MAX) {
                moved = whole_bytes;
                let depth = self.loops.len();
                let mut at = self.at_depth(access, depth);
                let offset = offset_in_words(&mut at, &whole, unit);
                address = Some(added(&mut at, root, offset));
            }
        }
        let address = address.unwrap_or_else(|| self.displaced(access, root, &terms));
        let bytes = bytes.wrapping_add(moved);
        if bytes == 0 {
            return address;
        }
        let mut at = Builder::before(self.module, access);
        let bytes = at.index(bytes);
        added(&mut at, address, bytes)
    }

    /// Builds a pointer plus terms, each at the depth where it is first available.
    fn displaced(&mut self, access: Op, root: Value, terms: &[Term]) -> Value {
        let mut address = root;
        for depth in 0..=self.loops.len() {
            let here = terms.iter().filter(|term| self.depth_of_term(term) == depth).copied();
            let mut here: Vec<Term> = here.collect();
            let known = self.depth_of(address);
            if known < depth {
                let (growing, rest): (Vec<Term>, Vec<Term>) =
                    here.iter().partition(|term| self.grows(term, depth));
                if !growing.is_empty()
                    && let Some(pointer) = self.pointer(access, depth, address, &growing)
                {
                    (address, here) = (pointer, rest);
                }
            }
            if !here.is_empty() {
                address = self.advanced(access, depth.max(known), address, &here);
            }
        }
        address
    }

    fn depth_of_term(&self, term: &Term) -> usize {
        let stride = term.stride.map_or(0, |stride| self.depth_of(stride));
        self.depth_of(term.index).max(stride)
    }

    /// Whether a term is the induction variable of the loop at this depth times loop-invariant values.
    fn grows(&self, term: &Term, depth: usize) -> bool {
        self.counter(depth).is_some_and(|counter| counter.variable == term.index)
            && term.stride.is_none_or(|stride| self.depth_of(stride) < depth)
    }

    /// Builds a pointer plus terms at this depth.
    fn advanced(&mut self, access: Op, depth: usize, from: Value, terms: &[Term]) -> Value {
        let key = (from, terms.to_vec());
        if let Some(known) = self.loops.get(depth).and_then(|around| around.known.get(&key)) {
            return *known;
        }
        let (steps, rest): (Vec<Term>, Vec<Term>) = terms.iter().partition(|term| term.is_step);
        let mut at = self.at_depth(access, depth);
        let mut address = from;
        if !rest.is_empty() {
            let offset = offset(&mut at, &rest);
            address = added(&mut at, address, offset);
        }
        for step in steps {
            // The two neighbours of an element share the byte distance.
            let mut bytes = offset(&mut at, &[Term { scale: step.scale.wrapping_abs(), ..step }]);
            if step.scale < 0 {
                let zero = at.index(0);
                bytes = at.binary(Arith::SubI, zero, bytes);
            }
            address = added(&mut at, address, bytes);
        }
        if let Some(around) = self.loops.get_mut(depth) {
            around.known.insert(key, address);
        }
        address
    }

    /// Returns the range of a sum in units, if it and each of its parts fit in 32 bits.
    fn word_range(&self, terms: &[Term]) -> Option<Range> {
        let unit = unit_of(terms);
        let narrow = |value: Value| Some(self.ranges.of(value)).filter(|range| range.fits_i32());
        terms.iter().try_fold(Range::point(0), |sum, term| {
            let stride = match term.stride {
                Some(stride) => narrow(stride)?,
                None => Range::point(1),
            };
            let scaled = stride.times(Range::point(term.scale / unit));
            let product = narrow(term.index)?.times(scaled);
            let sum = sum.plus(product);
            (scaled.fits_i32() && product.fits_i32() && sum.fits_i32()).then_some(sum)
        })
    }
}

/// Returns dimensions as constant bytes and terms.
fn scaled(dimensions: &[Dimension], index: impl Fn(&Dimension) -> Index) -> (i64, Vec<Term>) {
    let (mut bytes, mut terms) = (0i64, Vec::<Term>::new());
    for dimension in dimensions {
        let mut add = |term: Term| match terms.iter_mut().find(|known| known.is_like(&term)) {
            Some(known) => known.scale = known.scale.wrapping_add(term.scale),
            None => terms.push(term),
        };
        let (index, scale, stride) = (index(dimension), dimension.scale, dimension.stride);
        for (part, factor) in &index.parts {
            add(Term { index: *part, stride, scale: factor.wrapping_mul(scale), is_step: false });
        }
        let constant = index.constant.wrapping_mul(scale);
        match stride {
            None => bytes = bytes.wrapping_add(constant),
            Some(stride) => add(Term { index: stride, stride: None, scale: constant, is_step: true }),
        }
    }
    terms.retain(|term| term.scale != 0);
    (bytes, terms)
}

/// Returns the greatest number of bytes that divides all terms; 1 if it does not fit in 32 bits.
fn unit_of(terms: &[Term]) -> i64 {
    let divisor = |mut a: i64, mut b: i64| {
        while b != 0 {
            (a, b) = (b, a.wrapping_rem(b));
        }
        a
    };
    let unit = terms.iter().fold(0, |unit, term| divisor(term.scale, unit)).wrapping_abs();
    if 0 < unit && unit <= i64::from(i32::MAX) { unit } else { 1 }
}

/// Builds the sum of terms in bytes. It is computed in units and multiplied once, so that range analysis narrows
/// most of it to 32 bits.
fn offset(at: &mut Builder<'_>, terms: &[Term]) -> Value {
    if let [Term { index, stride: None, scale, .. }] = *terms {
        let index = as_index(at, index);
        return times(at, index, scale);
    }
    let unit = unit_of(terms);
    let mut sum = None;
    for term in terms {
        let mut product = as_index(at, term.index);
        if let Some(stride) = term.stride {
            let stride = as_index(at, stride);
            product = at.binary(Arith::MulI, product, stride);
        }
        let product = times(at, product, term.scale / unit);
        sum = Some(sum.map_or(product, |sum| at.binary(Arith::AddI, sum, product)));
    }
    let sum = sum.unwrap_or_else(|| at.index(0));
    times(at, sum, unit)
}

/// Builds the sum of terms in bytes with a value in place of their indices; `None` if it is zero.
pub(super) fn offset_at(at: &mut Builder<'_>, terms: &[Term], index: Value) -> Option<Value> {
    let constant = at.module.constant_int(index);
    if constant == Some(0) {
        return None;
    }
    let of = |term: &Term| match (constant, term.stride) {
        (Some(constant), Some(stride)) => {
            Term { index: stride, stride: None, scale: term.scale.wrapping_mul(constant), is_step: true }
        }
        _ => Term { index, ..*term },
    };
    let (known, terms): (Vec<Term>, Vec<Term>) =
        terms.iter().map(of).partition(|term| constant.is_some() && !term.is_step);
    let bytes = known
        .iter()
        .fold(0i64, |sum, term| sum.wrapping_add(term.scale.wrapping_mul(constant.unwrap_or_default())));
    let rest = (!terms.is_empty()).then(|| offset(at, &terms));
    match (rest, bytes) {
        (Some(rest), 0) => Some(rest),
        (Some(rest), bytes) => {
            let bytes = at.index(bytes);
            Some(at.binary(Arith::AddI, rest, bytes))
        }
        (None, bytes) => Some(at.index(bytes)),
    }
}

/// Builds the sum of terms in units modulo 2^32, as 64-bit bytes.
fn offset_in_words(at: &mut Builder<'_>, terms: &[Term], unit: i64) -> Value {
    let mut sum = None;
    for term in terms {
        let mut product = as_word(at, term.index);
        if let Some(stride) = term.stride {
            let stride = as_word(at, stride);
            product = at.binary(Arith::MulI, product, stride);
        }
        let product = times(at, product, term.scale / unit);
        sum = Some(sum.map_or(product, |sum| at.binary(Arith::AddI, sum, product)));
    }
    let sum = sum.unwrap_or_else(|| at.int(0, Type::I32));
    let sum = at.value(Arith::IndexCastUI, &[sum], Type::INDEX, &[]);
    times(at, sum, unit)
}

fn times(at: &mut Builder<'_>, value: Value, factor: i64) -> Value {
    if factor == 1 {
        return value;
    }
    let ty = at.module.type_of(value);
    let factor = at.int(factor, ty);
    at.binary(Arith::MulI, value, factor)
}

fn as_index(at: &mut Builder<'_>, value: Value) -> Value {
    if at.module.type_of(value) == Type::INDEX {
        return value;
    }
    at.value(Arith::IndexCast, &[value], Type::INDEX, &[])
}

fn as_word(at: &mut Builder<'_>, value: Value) -> Value {
    let value = as_index(at, value);
    at.value(Arith::IndexCast, &[value], Type::I32, &[])
}

/// Builds a pointer plus bytes, which may be out of bounds.
pub(super) fn added(at: &mut Builder<'_>, pointer: Value, bytes: Value) -> Value {
    let ty = at.module.type_of(pointer);
    let flags = at.module.int_attr(0, Type::I32);
    at.value(Ptr::PtrAdd, &[pointer, bytes], ty, &[("flags", flags)])
}
