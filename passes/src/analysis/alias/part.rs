//! Constant parts of a buffer, and whether two of them share a byte.
//!
//! A part is taken from the type of a memref with a fully constant layout. Otherwise it is followed through casts,
//! and computed for subviews of known parts. A subview at unknown offsets has the part of its source.

use super::roots::{same_source, view_kind, view_source};
use warpline_ir::def::View;
use warpline_ir::dialect::memref::STRIDED_LISTS;
use warpline_ir::dialect::memref::subview::kept_dims;
use warpline_ir::{AttrKind, DYNAMIC, MemRef, Module, Op, OpKind, Value};

/// The maximum length of a followed chain of views.
const MAX_VIEWS: usize = 64;
/// The maximum number of runs of bytes of parts that are compared run by run.
const MAX_RUNS: usize = 256;

/// A constant part of a root, in bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Part {
    offset: i64,
    /// Size and stride of each dimension.
    dims: Vec<(i64, i64)>,
}

/// A constant layout, in elements.
struct Layout {
    offset: i64,
    sizes: Vec<i64>,
    strides: Vec<i64>,
}

/// Returns the constant part of its root that contains a memref, and whether it is exactly the memref.
pub(super) fn part_of(module: &Module, value: Value) -> Option<(Part, bool)> {
    let mut at = value;
    let mut is_all = true;
    for depth in 0..MAX_VIEWS {
        if let Some(part) = layout_of(module, at, MAX_VIEWS - depth).and_then(|all| all.part(module, value)) {
            return Some((part, is_all));
        }
        let kind = view_kind(module, at)?;
        if kind == View::Part {
            is_all = false;
        } else if !kind.keeps_extent() {
            return None;
        }
        at = view_source(module, at)?;
    }
    None
}

/// Returns the part of a buffer of bytes that a `memref.view` at a constant offset is; the buffer is its source.
pub(super) fn part_of_view(module: &Module, view: Op) -> Option<Part> {
    let shift = module.constant_int(module.op(view).named("byte_shift")).filter(|shift| 0 <= *shift)?;
    let result = module.result(view, 0);
    let part = layout_of(module, result, 1)?.part(module, result)?;
    Some(Part { offset: part.offset.checked_add(shift)?, ..part })
}

/// Returns the layout of a memref in its root, if it is fully constant.
fn layout_of(module: &Module, value: Value, depth: usize) -> Option<Layout> {
    let ty = module.type_of(value);
    if let (Some(shape), Some((offset, strides))) = (module.shape(ty), module.strides(ty)) {
        let known = Layout { offset, sizes: shape.to_vec(), strides };
        if known.is_constant() {
            return Some(known);
        }
    }
    let depth = depth.checked_sub(1)?;
    if let Some(source) = same_source(module, value) {
        return layout_of(module, source, depth);
    }
    let op = module.defining_op(value)?;
    if module.kind(op) != OpKind::MemRef(MemRef::SubView) {
        return None;
    }
    layout_of(module, module.operand(op, 0), depth)?.subview(module, op).filter(Layout::is_constant)
}

impl Layout {
    fn is_constant(&self) -> bool {
        let is_known = |number: &i64| *number != DYNAMIC && 0 <= *number;
        is_known(&self.offset) && self.sizes.iter().chain(&self.strides).all(is_known)
    }

    /// Returns the layout of a subview whose offsets, sizes and strides are constant.
    fn subview(&self, module: &Module, op: Op) -> Option<Self> {
        let [offsets, sizes, strides] = STRIDED_LISTS.map(|(key, name)| constants(module, op, key, name));
        let (offsets, sizes, strides) = (offsets?, sizes?, strides?);
        let n = self.sizes.len();
        if [offsets.len(), sizes.len(), strides.len(), self.strides.len()] != [n; 4] {
            return None;
        }
        let offset = offsets
            .iter()
            .zip(&self.strides)
            .try_fold(self.offset, |sum, (index, stride)| sum.checked_add(index.checked_mul(*stride)?))?;
        let kept = kept_dims(module.op(op))?;
        let stride = |dim: &usize| strides[*dim].checked_mul(self.strides[*dim]);
        let strides = kept.iter().map(stride).collect::<Option<_>>()?;
        Some(Self { offset, sizes: kept.iter().map(|dim| sizes[*dim]).collect(), strides })
    }

    /// Returns its bytes, for elements of the type of a memref.
    fn part(&self, module: &Module, memref: Value) -> Option<Part> {
        let element = module.element_type(module.type_of(memref));
        let bytes = i64::try_from(module.byte_size(element)?).ok()?;
        let dims = self.sizes.iter().zip(&self.strides);
        let dims = dims.map(|(size, stride)| Some((*size, stride.checked_mul(bytes)?)));
        let mut dims: Vec<_> = dims.collect::<Option<_>>()?;
        dims.push((bytes, 1));
        Some(Part { offset: self.offset.checked_mul(bytes)?, dims })
    }
}

/// Returns the numbers of a list that mixes constants with values, if the values are constant, too.
fn constants(module: &Module, op: Op, key: &str, name: &str) -> Option<Vec<i64>> {
    let AttrKind::DenseArray(_, list) = module.attr_kind(module.attr(op, key)?) else { return None };
    let mut values = module.op(op).group(name).iter();
    let number = |number: &i64| {
        if *number == DYNAMIC { module.constant_int(*values.next()?) } else { Some(*number) }
    };
    list.iter().map(number).collect()
}

impl Part {
    /// Returns the bytes from the first to one past the last.
    pub(super) fn bytes(&self) -> Option<(i64, i64)> {
        let end = if self.is_empty() { Some(self.offset) } else { self.end() };
        end.map(|end| (self.offset, end))
    }

    /// Returns one past the last byte.
    fn end(&self) -> Option<i64> {
        self.dims.iter().try_fold(self.offset.checked_add(1)?, |end, (size, stride)| {
            end.checked_add((size - 1).max(0).checked_mul(*stride)?)
        })
    }

    fn is_empty(&self) -> bool {
        self.dims.iter().any(|(size, _)| *size == 0)
    }

    /// Returns the bytes as runs, sorted by address; `None` if there are too many. Runs may overlap.
    fn runs(&self) -> Option<Vec<(i64, i64)>> {
        let mut dims: Vec<(i64, i64)> = self.dims.clone();
        dims.sort_unstable_by_key(|(_, stride)| *stride);
        let mut runs = vec![self.offset];
        let mut bytes: i64 = 1;
        for (size, stride) in dims {
            if size <= 0 {
                return Some(Vec::new());
            }
            if stride <= bytes && runs.len() == 1 {
                bytes = bytes.checked_add((size - 1).checked_mul(stride)?)?;
                continue;
            }
            let count = usize::try_from(size).ok()?.checked_mul(runs.len())?;
            if MAX_RUNS < count {
                return None;
            }
            let at = |index: i64, run: &i64| run.checked_add(index.checked_mul(stride)?);
            let all = (0..size).flat_map(|index| runs.iter().map(move |run| at(index, run)));
            runs = all.collect::<Option<_>>()?;
        }
        runs.sort_unstable();
        runs.into_iter().map(|start| Some((start, start.checked_add(bytes)?))).collect()
    }

    /// Returns the first and the end index of each dimension, if the strides nest so that each byte has one index.
    fn rectangle(&self) -> Option<Vec<(i64, i64)>> {
        let mut rest = self.offset;
        let mut ranges = Vec::new();
        let mut limit = i64::MAX;
        for (size, stride) in &self.dims {
            if *stride <= 0 {
                return None;
            }
            let first = rest / stride;
            rest %= stride;
            let end = first.checked_add(*size)?;
            if limit < end.checked_mul(*stride)? {
                return None;
            }
            ranges.push((first, end));
            limit = *stride;
        }
        Some(ranges)
    }
}

/// Whether two parts of one root share no byte.
pub(super) fn are_apart(a: Option<&Part>, b: Option<&Part>) -> bool {
    matches!((a, b), (Some(a), Some(b)) if meet(a, b) == Some(false))
}

/// Whether two parts of one root surely share a byte.
pub(super) fn surely_meet(a: Option<&Part>, b: Option<&Part>) -> bool {
    matches!((a, b), (Some(a), Some(b)) if meet(a, b) == Some(true))
}

/// Whether two parts share a byte; `None` if unknown.
fn meet(a: &Part, b: &Part) -> Option<bool> {
    if a.is_empty() || b.is_empty() {
        return Some(false);
    }
    let (a_end, b_end) = (a.end()?, b.end()?);
    if a_end <= b.offset || b_end <= a.offset {
        return Some(false);
    }
    meet_as_rectangles(a, b).or_else(|| meet_in_runs(a, b))
}

/// Whether two rectangles of one grid share an index; `None` if they are no such rectangles.
fn meet_as_rectangles(a: &Part, b: &Part) -> Option<bool> {
    let strides = |part: &Part| part.dims.iter().map(|(_, stride)| *stride).collect::<Vec<_>>();
    if strides(a) != strides(b) {
        return None;
    }
    let (a, b) = (a.rectangle()?, b.rectangle()?);
    Some(a.iter().zip(&b).all(|(x, y)| x.0 < y.1 && y.0 < x.1))
}

/// Whether two parts share a byte, run by run; `None` if one has too many runs.
fn meet_in_runs(a: &Part, b: &Part) -> Option<bool> {
    let (a, b) = (a.runs()?, b.runs()?);
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    while let (Some(x), Some(y)) = (a.peek(), b.peek()) {
        if x.0 < y.1 && y.0 < x.1 {
            return Some(true);
        }
        if x.1 <= y.1 {
            a.next()
        } else {
            b.next()
        };
    }
    Some(false)
}
