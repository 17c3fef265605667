//! What operations demand of their operands: without it they have no result, or access memory that is not theirs.
//!
//! A demand holds if constants and ranges prove it; [`generate-runtime-verification`] asserts the others, and an operation
//! whose demands are proved may run where the program would not have run it.
//!
//! [`generate-runtime-verification`]: crate::transforms::generate_runtime_verification

mod lanes;
mod limits;
mod memory;
mod sums;
mod symbols;
mod upper;
mod views;

use super::ranges::{Range, Ranges};
pub(crate) use lanes::{Along, LanePlace, Lanes, anchor};
pub(crate) use limits::{Limit, Origin, element_bytes};
pub(crate) use memory::called_functions;
use sums::Sums;
pub(crate) use symbols::Given;
pub(crate) use upper::Path;
pub(crate) use views::PROVED;
use warpline_ir::def::{Reach, Requirement};
use warpline_ir::dialect::linalg::Structured;
use warpline_ir::{
    AffineMap, AttrKind, BinaryOp, DYNAMIC, DenseData, Expr, Module, Op, OpRef, TypeKind, Value,
};

/// The attribute of a division of an affine expression, whose divisor must be positive, if that is not known.
pub(crate) const AFFINE: &str = "warpline.affine";

/// What is known of values.
pub(crate) trait KnownRanges {
    /// Returns the range of a value.
    fn of(&self, value: Value) -> Range;
}

impl KnownRanges for Ranges {
    fn of(&self, value: Value) -> Range {
        self.of(value)
    }
}

/// The constants of a module.
pub(crate) struct Constants<'m>(pub(crate) &'m Module);

impl KnownRanges for Constants<'_> {
    fn of(&self, value: Value) -> Range {
        self.0.constant_int(value).map_or(Range::ALL, Range::point)
    }
}

/// Whether an operation has a result, and accesses its own memory only, whatever its operands that are no constants are.
pub(crate) fn are_always_met(module: &Module, op: Op) -> bool {
    demands(module, &Given::nothing(op), op)
        .iter()
        .all(|demand| is_proved(module, &Constants(module), demand))
}

/// A constant number, or a value of type `index`.
#[derive(Clone, Copy)]
pub(crate) enum Number {
    Known(i64),
    Value(Value),
}

impl Number {
    fn range(self, ranges: &dyn KnownRanges) -> Range {
        match self {
            Self::Known(number) => Range::point(number),
            Self::Value(value) => ranges.of(value),
        }
    }
}

/// A dimension of an operand of a structured operation, and a loop that iterates over it, by their numbers.
#[derive(Clone, Copy)]
pub(crate) struct LoopSize {
    pub(crate) operand: usize,
    pub(crate) dim: usize,
    pub(crate) number: u32,
}

/// The size of a dimension of a buffer.
#[derive(Clone, Copy)]
pub(crate) struct Size {
    pub(crate) buffer: Value,
    pub(crate) dim: usize,
    /// The static size; `None` if it is dynamic.
    pub(crate) known: Option<i64>,
}

/// A condition that must hold before an operation.
pub(crate) enum Demand {
    /// The number is an index of a dimension.
    Index(Value, Size),
    /// This many consecutive numbers from this one on are indices of a dimension.
    Indices(Value, i64, Size),
    /// The number is not 0.
    Divisor(Value),
    /// The first number is not the given least value of its type, or the second one is not -1.
    Quotient(Value, Value, i64),
    /// The number is below the given rank.
    Dimension(Value, i64),
    /// The number is below the rank of the buffer, which is not known.
    DimensionOf(Value, Value),
    /// The buffer has this number of dimensions.
    HasRank(Value, i64),
    /// The dimension has this size.
    HasSize(Size, i64),
    /// A part with this offset, number of elements and stride lies in the dimension.
    Part([Number; 3], Size),
    /// The elements of a view lie in the memory behind it.
    View(Claim, Limit),
    /// This many bytes from a pointer on lie in the memory behind it.
    Access(u64, Limit),
    /// The dimension of the buffer, which has this rank, has this stride.
    HasStride(Size, usize, i64),
    /// The first element of the buffer, which has this rank, is at this offset.
    HasOffset(Value, usize, i64),
    /// A dimension of an operand has the size of a loop, which is the other one.
    SameSize(LoopSize, [Size; 2]),
    /// The dimension of a group has as many elements as the dimension that the others are expanded from.
    Expanded(Vec<Number>, Size),
    /// The shape that a buffer holds has as many elements as another buffer.
    Reshaped { shape: Value, from: Value, to: Vec<i64> },
    /// The dimensions follow each other in memory.
    Follow(Value, Vec<usize>),
    /// The address of the first element is a multiple of a number of bytes.
    Aligned(Value, i64),
    /// The buffers do not overlap.
    Apart(Value, Value),
    /// The step of a loop is positive.
    Step(Value),
    /// The step of a loop without sign is not 0.
    UnsignedStep(Value),
    /// The size of an allocation is not negative.
    Extent(Value),
    /// The divisor of an affine expression is positive.
    PositiveDivisor(Value),
    /// All results of a map, which are divisors of an affine map, are positive for these operands.
    AffineDivisors(AffineMap, Vec<Value>),
    /// The first number is not 0, or the second one is not negative.
    Power(Value, Value),
    /// The number is below this size of a vector.
    Position(Value, i64),
    /// The memory of the buffer is not freed.
    Live(Value),
    /// The element at this distance from the one at these indices lies in a whole buffer.
    Reach(Vec<Value>, i64, Value),
    /// The index is in bounds of a dimension in each active lane.
    Lanes(Lanes),
    /// As many consecutive numbers from this one on as lanes of the mask are set are indices of a dimension.
    Packed(Value, Value, Size),
}

/// The elements that a view claims to have.
pub(crate) enum Elements {
    /// Row-major ones, of these sizes, from its beginning on.
    Dense(Vec<Number>),
    /// From an offset on, with the size and the stride of each dimension.
    Strided { offset: Number, dims: Vec<[Number; 2]> },
}

/// The claim of a view about the memory behind it.
pub(crate) struct Claim {
    pub(crate) elements: Elements,
    /// The bytes of an element.
    pub(crate) n_bytes: u64,
}

impl Claim {
    /// Whether all elements are always among the first `n_elements`.
    fn is_within(&self, ranges: &dyn KnownRanges, n_elements: i64) -> bool {
        let sizes = match &self.elements {
            Elements::Dense(sizes) => sizes.clone(),
            Elements::Strided { dims, .. } => dims.iter().map(|[size, _]| *size).collect(),
        };
        if !sizes.iter().all(|size| size.range(ranges).is_natural()) {
            return false;
        }
        match &self.elements {
            Elements::Dense(sizes) => {
                let count = sizes.iter().fold(Range::point(1), |all, size| all.times(size.range(ranges)));
                count.max <= n_elements
            }
            Elements::Strided { offset, dims } => {
                let mut all = offset.range(ranges);
                for [size, stride] in dims {
                    let (size, stride) = (size.range(ranges), stride.range(ranges));
                    let way = size.plus(Range::point(-1)).times(stride).hull(Range::point(0));
                    all = all.plus(way);
                }
                0 <= all.min && all.max < n_elements
            }
        }
    }
}

impl Size {
    /// Whether an index below this size is below the other one, too.
    pub(crate) fn is_at_most(&self, other: &Self) -> bool {
        match (self.known, other.known) {
            (Some(a), Some(b)) => a <= b,
            (None, None) => (self.buffer, self.dim) == (other.buffer, other.dim),
            (Some(_), None) | (None, Some(_)) => false,
        }
    }
}

/// Returns what an operation demands, by its row.
pub(crate) fn demands(module: &Module, given: &Given<'_>, op: Op) -> Vec<Demand> {
    let view = module.op(op);
    let Some(def) = view.def() else { return Vec::new() };
    let mut all = Vec::new();
    for requirement in def.requires {
        all.extend(match requirement {
            Requirement::Divisor => divisor(module, op),
            Requirement::Quotient => quotient(module, op),
            Requirement::Power => power(module, op),
            Requirement::AffineDivisors => affine_divisors(module, view),
            Requirement::Steps => steps(view),
            Requirement::Extents => view.group("dynamicSizes").iter().copied().map(Demand::Extent).collect(),
            Requirement::Indices => {
                view.access().map_or_else(Vec::new, |(buffer, at)| indices(module, buffer, at))
            }
            Requirement::Lanes => lanes::demands(module, view),
            Requirement::Matrix => memory::matrix(module, given, op),
            Requirement::Bytes => views::accessed_bytes(module, given, view),
            Requirement::Dimension => dimension(module, view),
            Requirement::Positions => positions(module, view),
            Requirement::LoopSizes => Structured::of(view).and_then(loop_sizes).unwrap_or_default(),
            Requirement::Apart => views::passed(module, view),
        });
    }
    if def.reach == Some(Reach::Checked) {
        all.extend(views::demands(module, given, view));
    }
    all
}

/// Returns the two operands of an operation on integers, or on vectors of them whose number is known, and the numbers that
/// an element can be.
fn integers(module: &Module, op: Op) -> Option<([Value; 2], Range)> {
    let &[a, b] = module.operands(op) else { return None };
    let ty = module.type_of(b);
    let is_fixed = match module.type_kind(ty) {
        TypeKind::Vector(_, scalable, _) => !scalable.contains(&true),
        _ => module.shape(ty).is_none(),
    };
    let limits = Range::of_type(module, module.element_type(ty)).filter(|_| is_fixed)?;
    Some(([a, b], limits))
}

/// Returns the demand of the divisor of an integer division, which comes from an affine expression or not.
fn divisor(module: &Module, op: Op) -> Vec<Demand> {
    let Some(([_, divisor], _)) = integers(module, op) else { return Vec::new() };
    let is_affine = module.attr(op, AFFINE).is_some();
    vec![if is_affine { Demand::PositiveDivisor(divisor) } else { Demand::Divisor(divisor) }]
}

/// Returns the demand that a signed quotient fits its type; a positive divisor is no concern.
fn quotient(module: &Module, op: Op) -> Vec<Demand> {
    let found = integers(module, op).filter(|_| module.attr(op, AFFINE).is_none());
    let demand =
        |([dividend, divisor], limits): ([Value; 2], Range)| Demand::Quotient(dividend, divisor, limits.min);
    found.map(demand).into_iter().collect()
}

fn power(module: &Module, op: Op) -> Vec<Demand> {
    integers(module, op).map(|([base, exponent], _)| Demand::Power(base, exponent)).into_iter().collect()
}

/// Whether each element of a constant is a number that fulfils a condition.
fn is_constant_of(module: &Module, value: Value, holds: impl Fn(i64) -> bool) -> bool {
    let Some(AttrKind::Dense(ty, data)) = module.constant_of(value).map(|attr| module.attr_kind(attr)) else {
        return false;
    };
    let width = module.bit_width(module.element_type(*ty)).unwrap_or(64);
    let all = match data {
        DenseData::Splat(bits) => std::slice::from_ref(bits),
        DenseData::Elements(all) => &all[..],
    };
    all.iter().all(|bits| holds(warpline_ir::scalar::signed(*bits, width)))
}

fn dimension(module: &Module, op: OpRef<'_>) -> Vec<Demand> {
    let (index, buffer) = (op.named("index"), op.named("source"));
    vec![match module.shape(module.type_of(buffer)) {
        Some(shape) => Demand::Dimension(index, shape.len() as i64),
        None => Demand::DimensionOf(index, buffer),
    }]
}

/// Returns the demands of the steps of a loop.
fn steps(op: OpRef<'_>) -> Vec<Demand> {
    let is_unsigned = op.attr("unsignedCmp").is_some();
    let demand = if is_unsigned { Demand::UnsignedStep } else { Demand::Step };
    op.any_group(&["step", "dynamicStep"]).iter().copied().map(demand).collect()
}

/// Returns the demands of the divisors in an affine map, or of a basis.
fn affine_divisors(module: &Module, op: OpRef<'_>) -> Vec<Demand> {
    if op.attr("static_basis").is_some() {
        let basis = numbers(module, op.op, "static_basis", "dynamic_basis").into_iter();
        let values = basis.filter_map(|size| match size {
            Number::Value(size) => Some(Demand::PositiveDivisor(size)),
            Number::Known(_) => None,
        });
        return values.collect();
    }
    let Some(AttrKind::Map(map)) = op.attr("map").map(|map| module.attr_kind(map)) else { return Vec::new() };
    let mut divisors = Vec::new();
    let mut work: Vec<&Expr> = map.results.iter().collect();
    while let Some(expr) = work.pop() {
        let Expr::Binary(kind, a, b) = expr else { continue };
        work.extend([&**a, &**b]);
        let divides = matches!(kind, BinaryOp::FloorDiv | BinaryOp::CeilDiv | BinaryOp::Mod);
        if divides && b.as_constant().is_none_or(|divisor| divisor <= 0) && !divisors.contains(&**b) {
            divisors.push((**b).clone());
        }
    }
    let divisors = AffineMap::new(map.n_dims as usize, map.n_symbols as usize, divisors);
    let is_any = !divisors.results.is_empty();
    is_any.then(|| Demand::AffineDivisors(divisors, op.operands().to_vec())).into_iter().collect()
}

/// Returns the demands of the position of a part of a vector.
fn positions(module: &Module, op: OpRef<'_>) -> Vec<Demand> {
    let vector = op.any_group(&["dest", "source", "vector"]).first();
    let shape = vector.and_then(|vector| module.shape(module.type_of(*vector))).unwrap_or_default();
    let all = match op.any_group(&["position"]) {
        [] => numbers(module, op.op, "static_position", "dynamic_position"),
        element => element.iter().copied().map(Number::Value).collect(),
    };
    let dynamic = all.into_iter().zip(shape).filter_map(|(number, size)| match number {
        Number::Value(value) => Some(Demand::Position(value, *size)),
        Number::Known(_) => None,
    });
    dynamic.collect()
}

/// Returns the demands that all dimensions over which a loop of a structured operation iterates have one size.
fn loop_sizes(view: Structured<'_>) -> Option<Vec<Demand>> {
    let module = view.op.module;
    let size = |operand: usize, dim: usize| {
        let buffer = view.op.operand(operand);
        sizes(module, buffer).get(dim).copied()
    };
    let extents = view.extents()?;
    let mut found = Vec::new();
    for (operand, map) in view.maps()?.iter().enumerate() {
        for (dim, result) in map.results.iter().enumerate() {
            let Expr::Dim(number) = *result else { continue };
            let first = extents.get(number as usize).copied().flatten();
            let pair = first.and_then(|(operand, dim)| size(operand, dim)).zip(size(operand, dim));
            let place = LoopSize { operand, dim, number };
            found.extend(pair.map(|(first, size)| Demand::SameSize(place, [size, first])));
        }
    }
    Some(found)
}

/// Returns the demands of a cast of a buffer: its rank, if that is unknown, and its sizes, strides and offset that only
/// the result states.
pub(crate) fn cast(module: &Module, op: OpRef<'_>) -> Vec<Demand> {
    let (source, claimed) = (op.operand(0), module.shape(op.result_type(0)));
    let Some(claimed) = claimed else { return Vec::new() };
    let is_ranked = module.shape(module.type_of(source)).is_some();
    let found = if is_ranked {
        sizes(module, source)
    } else {
        (0..claimed.len()).map(|dim| Size { buffer: source, dim, known: None }).collect()
    };
    let has_rank = (!is_ranked).then_some(Demand::HasRank(source, claimed.len() as i64));
    let claims = found.into_iter().zip(claimed).filter(|(size, n)| size.known.is_none() && **n != DYNAMIC);
    let sizes = claims.map(|(size, n)| Demand::HasSize(size, *n));
    let layout = |value: Value| module.strides(module.type_of(value));
    let (to, stated) = layout(op.result(0)).unwrap_or_default();
    let rank = claimed.len();
    let (from, known) =
        if is_ranked { layout(source).unwrap_or_default() } else { (DYNAMIC, vec![DYNAMIC; rank]) };
    let is_new = |known: i64, stated: i64| known == DYNAMIC && stated != DYNAMIC;
    let pairs = known.iter().zip(stated).enumerate().filter(|(_, (known, stated))| is_new(**known, *stated));
    let strides = pairs
        .map(|(dim, (_, stated))| Demand::HasStride(Size { buffer: source, dim, known: None }, rank, stated));
    let offset = is_new(from, to).then_some(Demand::HasOffset(source, rank, to));
    has_rank.into_iter().chain(sizes).chain(strides).chain(offset).collect()
}

pub(crate) fn indices(module: &Module, buffer: Value, indices: &[Value]) -> Vec<Demand> {
    indices.iter().zip(sizes(module, buffer)).map(|(index, size)| Demand::Index(*index, size)).collect()
}

/// Returns the sizes of a buffer; none if its rank is unknown.
pub(crate) fn sizes(module: &Module, buffer: Value) -> Vec<Size> {
    let shape = module.shape(module.type_of(buffer)).unwrap_or_default().iter().enumerate();
    shape.map(|(dim, size)| Size { buffer, dim, known: (*size != DYNAMIC).then_some(*size) }).collect()
}

/// Returns a list of numbers with values for dynamic ones.
pub(crate) fn numbers(module: &Module, op: Op, key: &str, name: &str) -> Vec<Number> {
    let list = module.attr(op, key).map(|attr| module.attr_kind(attr));
    let Some(AttrKind::DenseArray(_, numbers)) = list else { return Vec::new() };
    let mut values = module.op(op).group(name).iter();
    let number = |number: &i64| match number {
        &DYNAMIC => values.next().copied().map(Number::Value),
        number => Some(Number::Known(*number)),
    };
    numbers.iter().filter_map(number).collect()
}

/// Returns the number of elements of a buffer of constant size.
pub(crate) fn known_elements(module: &Module, buffer: Value) -> Option<i64> {
    let shape = module.shape(module.type_of(buffer))?;
    shape.iter().try_fold(1i64, |product, size| match *size {
        DYNAMIC => None,
        size => product.checked_mul(size),
    })
}

/// Whether a demand on an index of a dimension of known size follows from the parts of the index.
pub(crate) fn is_proved_by_sums(module: &Module, ranges: &Ranges, demand: &Demand) -> bool {
    let (index, count, size) = match demand {
        Demand::Index(index, size) => (*index, 1, size),
        Demand::Indices(first, count, size) => (*first, *count, size),
        _ => return false,
    };
    size.known.is_some_and(|n| Sums::new(module, ranges).are_within(index, count, n))
}

/// Whether what an integer division or power demands always holds.
fn is_division_proved(module: &Module, ranges: &dyn KnownRanges, demand: &Demand) -> bool {
    let is_never = |number: i64, value: Value| {
        !Range::point(number).meets(ranges.of(value)) || is_constant_of(module, value, |n| n != number)
    };
    match demand {
        Demand::Divisor(divisor) => is_never(0, *divisor),
        Demand::Quotient(dividend, divisor, least) => is_never(*least, *dividend) || is_never(-1, *divisor),
        Demand::Power(base, exponent) => {
            is_never(0, *base)
                || 0 <= ranges.of(*exponent).min
                || is_constant_of(module, *exponent, |n| 0 <= n)
        }
        _ => false,
    }
}

/// Whether a demand always holds.
pub(crate) fn is_proved(module: &Module, ranges: &dyn KnownRanges, demand: &Demand) -> bool {
    let below = |range: Range, n: i64| 0 <= range.min && range.max < n;
    match demand {
        Demand::Index(index, size) => size.known.is_some_and(|n| below(ranges.of(*index), n)),
        Demand::Indices(first, count, size) => {
            let all = ranges.of(*first).hull(ranges.of(*first).plus(Range::point(count - 1)));
            size.known.is_some_and(|n| below(all, n))
        }
        Demand::Dimension(dim, rank) => below(ranges.of(*dim), *rank),
        Demand::Divisor(_) | Demand::Quotient(..) | Demand::Power(..) => {
            is_division_proved(module, ranges, demand)
        }
        Demand::View(claim, limit) => views::known_elements_of(module, ranges, limit, claim.n_bytes)
            .is_some_and(|n_elements| claim.is_within(ranges, n_elements)),
        Demand::Access(n_bytes, limit) => views::is_access_within(module, ranges, limit, *n_bytes),
        Demand::Step(step) => 0 < ranges.of(*step).min,
        Demand::UnsignedStep(step) => !Range::point(0).meets(ranges.of(*step)),
        Demand::Extent(size) => 0 <= ranges.of(*size).min,
        Demand::PositiveDivisor(divisor) => 0 < ranges.of(*divisor).min,
        Demand::Position(position, size) => below(ranges.of(*position), *size),
        Demand::Aligned(buffer, alignment) => views::is_aligned(module, *buffer, *alignment),
        Demand::SameSize(_, [a, b]) => {
            (a.buffer, a.dim) == (b.buffer, b.dim) || a.known.is_some() && a.known == b.known
        }
        Demand::Expanded(group, size) => {
            let product = group.iter().try_fold(1i64, |product, number| match number {
                Number::Known(n) => product.checked_mul(*n),
                Number::Value(_) => None,
            });
            product.is_some() && product == size.known
        }
        Demand::DimensionOf(..)
        | Demand::HasRank(..)
        | Demand::HasSize(..)
        | Demand::HasStride(..)
        | Demand::HasOffset(..)
        | Demand::Reshaped { .. }
        | Demand::Follow(..)
        | Demand::Apart(..)
        | Demand::AffineDivisors(..)
        | Demand::Live(..) => false,
        Demand::Reach(indices, reach, buffer) => {
            let shape = module.shape(module.type_of(*buffer)).unwrap_or_default();
            let first = indices.iter().zip(shape).fold(Range::point(0), |first, (index, size)| {
                first.times(Range::point(*size)).plus(ranges.of(*index))
            });
            let n_elements = known_elements(module, *buffer);
            n_elements.is_some_and(|n_elements| below(first.plus(Range::point(*reach)), n_elements))
        }
        Demand::Lanes(lanes) => {
            let index = ranges.of(lanes.place.index);
            let all = match lanes.place.along {
                Along::Same => index,
                Along::Dimension(dim) => index.hull(index.plus(Range::point(lanes.shape[dim] - 1))),
                Along::Offsets(_) => Range::ALL,
            };
            lanes.place.size.known.is_some_and(|n| below(all, n))
        }
        Demand::Packed(first, mask, size) => {
            let shape = module.shape(module.type_of(*mask)).unwrap_or_default();
            let last = ranges.of(*first).plus(Range::point(shape.iter().product::<i64>() - 1));
            size.known.is_some_and(|n| below(ranges.of(*first).hull(last), n))
        }
        Demand::Part(numbers, size) => {
            let [offset, n, step] = numbers.map(|number| number.range(ranges));
            let last = i128::from(offset.max) + (i128::from(n.max) - 1) * i128::from(step.max);
            let is_within = |size: i64| offset.max < size && last < i128::from(size);
            let goes_up = 0 <= offset.min && 0 < n.max && 0 <= step.min;
            n == Range::point(0) || goes_up && size.known.is_some_and(is_within)
        }
    }
}
