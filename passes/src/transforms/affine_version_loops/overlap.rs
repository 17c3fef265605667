//! Emits a run-time check for overlapping buffers, which compares the byte ranges of both.
//!
//! A buffer of sizes `n` and strides `s` reaches from element `offset + Σ min(0, (n - 1) · s)` to one past element
//! `offset + Σ max(0, (n - 1) · s)`, so strides may be negative. A buffer with a size of 0 has no element and
//! overlaps nothing. Elements between that the buffer skips count as its own, so the check may only err towards an
//! overlap.

use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use warpline_ir::{Arith, Builder, DYNAMIC, MemRef, Module, Type, TypeKind, Value};

/// `arith.cmpi eq`.
const EQUAL: i64 = 0;
/// `arith.cmpi ule`.
const UNSIGNED_LESS_EQUAL: i64 = 7;

/// Whether the address range of a memref can be computed: its layout is strided, and its elements have a size.
pub(super) fn is_measurable(module: &Module, memref: Value) -> bool {
    let ty = module.type_of(memref);
    module.is_memref(ty)
        && module.strides(ty).is_some()
        && module.byte_size(module.element_type(ty)).is_some_and(|bytes| i64::try_from(bytes).is_ok())
}

/// The address range of a buffer.
#[derive(Clone, Copy)]
struct Range {
    /// The first byte.
    start: Value,
    /// One past the last byte.
    end: Value,
    /// Whether it is empty; `None` if it surely is not.
    is_empty: Option<Value>,
}

/// Builds the check that the buffers of each pair do not overlap: an `i1`.
pub(super) fn build_check(at: &mut Builder<'_>, pairs: &BTreeSet<(Value, Value)>) -> Value {
    let mut ranges: FxHashMap<Value, Range> = FxHashMap::default();
    let mut all = None;
    for (a, b) in pairs {
        let [a, b] = [*a, *b].map(|buffer| *ranges.entry(buffer).or_insert_with(|| build_range(at, buffer)));
        let apart = are_apart(at, a, b);
        all = Some(match all {
            None => apart,
            Some(all) => at.binary(Arith::AndI, all, apart),
        });
    }
    all.unwrap_or_else(|| at.int(1, Type::I1))
}

/// Builds the check that two ranges are disjoint.
fn are_apart(at: &mut Builder<'_>, a: Range, b: Range) -> Value {
    let before = compare(at, UNSIGNED_LESS_EQUAL, a.end, b.start);
    let behind = compare(at, UNSIGNED_LESS_EQUAL, b.end, a.start);
    let mut apart = at.binary(Arith::OrI, before, behind);
    for is_empty in [a.is_empty, b.is_empty].into_iter().flatten() {
        apart = at.binary(Arith::OrI, apart, is_empty);
    }
    apart
}

fn compare(at: &mut Builder<'_>, predicate: i64, a: Value, b: Value) -> Value {
    let predicate = at.module.int_attr(predicate, Type::I64);
    at.value(Arith::CmpI, &[a, b], Type::I1, &[("predicate", predicate)])
}

/// Builds the address range of a buffer.
fn build_range(at: &mut Builder<'_>, memref: Value) -> Range {
    let ty = at.module.type_of(memref);
    let bytes = at.module.byte_size(at.module.element_type(ty)).and_then(|bytes| i64::try_from(bytes).ok());
    let bytes = Number::Known(bytes.unwrap_or(1));
    let is_row_major = matches!(at.module.type_kind(ty), TypeKind::MemRef(_, _, None, _));
    let pointer = at.value(MemRef::ExtractAlignedPointerAsIndex, &[memref], Type::INDEX, &[]);
    let pointer = Number::Computed(pointer);
    let (first, end, counts) = if is_row_major {
        let count = sizes(at, memref).into_iter().fold(Number::Known(1), |count, size| count.times(at, size));
        (Number::Known(0), count, vec![count])
    } else {
        let shape = Shape::build(at, memref);
        let (first, last) = shape.reach(at);
        (first, last.plus(at, Number::Known(1)), shape.sizes)
    };
    let [start, end] = [first, end].map(|element| {
        let offset = element.times(at, bytes);
        pointer.plus(at, offset).build(at)
    });
    Range { start, end, is_empty: has_zero(at, &counts) }
}

/// Builds the check that one of these numbers is 0; `None` if none is.
fn has_zero(at: &mut Builder<'_>, counts: &[Number]) -> Option<Value> {
    let mut found = None;
    for count in counts {
        let is_zero = match *count {
            Number::Known(0) => at.int(1, Type::I1),
            Number::Known(_) => continue,
            Number::Computed(value) => {
                let zero = at.index(0);
                compare(at, EQUAL, value, zero)
            }
        };
        found = Some(match found {
            None => is_zero,
            Some(others) => at.binary(Arith::OrI, others, is_zero),
        });
    }
    found
}

/// Builds the sizes of a memref.
fn sizes(at: &mut Builder<'_>, memref: Value) -> Vec<Number> {
    let shape = at.module.shape(at.module.type_of(memref)).map(<[i64]>::to_vec).unwrap_or_default();
    let mut found = Vec::new();
    for (dim, size) in (0i64..).zip(shape) {
        found.push(if size == DYNAMIC {
            let dim = at.index(dim);
            Number::Computed(at.value(MemRef::Dim, &[memref, dim], Type::INDEX, &[]))
        } else {
            Number::Known(size)
        });
    }
    found
}

/// A strided layout.
struct Shape {
    offset: Number,
    sizes: Vec<Number>,
    strides: Vec<Number>,
}

impl Shape {
    fn build(at: &mut Builder<'_>, memref: Value) -> Self {
        let (offset, strides) = at.module.strides(at.module.type_of(memref)).unwrap_or_default();
        if offset == DYNAMIC || strides.contains(&DYNAMIC) {
            return Self::from_metadata(at, memref, offset, &strides);
        }
        let strides = strides.into_iter().map(Number::Known).collect();
        Self { offset: Number::Known(offset), sizes: sizes(at, memref), strides }
    }

    /// Builds the layout from `memref.extract_strided_metadata` if the type does not have it.
    fn from_metadata(at: &mut Builder<'_>, memref: Value, offset: i64, strides: &[i64]) -> Self {
        let ty = at.module.type_of(memref);
        let sizes = at.module.shape(ty).map(<[i64]>::to_vec).unwrap_or_default();
        let (element, space) = (at.module.element_type(ty), at.module.memory_space(ty));
        let base = at.module.intern_type(TypeKind::MemRef(Box::default(), element, None, space));
        let results = [vec![base], vec![Type::INDEX; 1 + sizes.len() + strides.len()]].concat();
        let op = at.op(MemRef::ExtractStridedMetadata, &[memref], &results, &[]);
        let found: Vec<Value> = at.module.results(op).skip(1).collect();
        let known = [&[offset], &sizes[..], strides].concat();
        let number =
            |(value, known)| if known == DYNAMIC { Number::Computed(value) } else { Number::Known(known) };
        let parts: Vec<Number> = found.into_iter().zip(known).map(number).collect();
        let (sizes, strides) = parts[1..].split_at(sizes.len());
        Self { offset: parts[0], sizes: sizes.to_vec(), strides: strides.to_vec() }
    }

    /// Builds the linear indices of the lowest and the highest element.
    fn reach(&self, at: &mut Builder<'_>) -> (Number, Number) {
        let (mut first, mut last) = (self.offset, self.offset);
        for (size, stride) in self.sizes.iter().zip(&self.strides) {
            let far = size.plus(at, Number::Known(-1)).times(at, *stride);
            match (stride, far) {
                (Number::Known(0..), far) => last = last.plus(at, far),
                (Number::Known(_), far) => first = first.plus(at, far),
                (Number::Computed(_), far) => {
                    let (far, zero) = (far.build(at), at.index(0));
                    let low = at.binary(Arith::MinSI, far, zero);
                    let high = at.binary(Arith::MaxSI, far, zero);
                    first = first.plus(at, Number::Computed(low));
                    last = last.plus(at, Number::Computed(high));
                }
            }
        }
        (first, last)
    }
}

/// An index: a constant that is not yet materialised, or a value.
#[derive(Clone, Copy)]
enum Number {
    Known(i64),
    Computed(Value),
}

impl Number {
    fn plus(self, at: &mut Builder<'_>, other: Self) -> Self {
        match (self, other) {
            (Self::Known(a), Self::Known(b)) => Self::Known(a.wrapping_add(b)),
            (Self::Known(0), sum) | (sum, Self::Known(0)) => sum,
            (Self::Known(_) | Self::Computed(_), Self::Known(_) | Self::Computed(_)) => {
                let (a, b) = (self.build(at), other.build(at));
                Self::Computed(at.binary(Arith::AddI, a, b))
            }
        }
    }

    fn times(self, at: &mut Builder<'_>, other: Self) -> Self {
        match (self, other) {
            (Self::Known(a), Self::Known(b)) => Self::Known(a.wrapping_mul(b)),
            (Self::Known(1), product) | (product, Self::Known(1)) => product,
            (Self::Known(_) | Self::Computed(_), Self::Known(_) | Self::Computed(_)) => {
                let (a, b) = (self.build(at), other.build(at));
                Self::Computed(at.binary(Arith::MulI, a, b))
            }
        }
    }

    fn build(self, at: &mut Builder<'_>) -> Value {
        match self {
            Self::Known(number) => at.index(number),
            Self::Computed(value) => value,
        }
    }
}
