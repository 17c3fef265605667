//! Inserts assertions before buffer accesses and integer divisions, so that an out-of-bounds access and a division
//! without a result end the program with a message.
//!
//! Each index of a load, a store or an atomic update must be at least 0 and less than the size of its dimension, and
//! so must the index of each lane of a vector that is loaded or stored, unless a mask disables the lane or a transfer
//! may leave the dimension. The first and the last element of a subgroup matrix must lie in the buffer. The first and
//! the last element that `memref.subview` takes along a dimension must lie in the source, if it takes any.
//! `memref.dim` must ask for an existing dimension, and `memref.cast` may claim only the actual layout. All
//! elements of `memref.reinterpret_cast`, `memref.view` and `ptr.from_ptr`, and accesses by pointers, must lie in the
//! buffer behind them; where it is not known, the runtime finds it by `rt.extent`. Shapes that `memref.reshape`,
//! `memref.expand_shape` and `memref.collapse_shape` claim must be those of the buffer, and so must alignments and
//! buffers that are assumed to be apart. The arithmetic of checks does not wrap. A check gets no assertion if
//! constants, ranges, conditions, launch sizes or an earlier assertion on the same path prove it. Copies compare
//! shapes when they run. A divisor must not be 0, and a signed quotient must fit its type. The step of a loop must be
//! positive. Dimensions over which one loop of a structured operation iterates must have one size. A use of memory that may
//! be freed by then asks whether it is. Unchecked are vectors of scalable sizes, transfers with a mask that exchange or
//! repeat dimensions, and the strides of buffers of unknown rank.
//!
//! A message names the operation, the violation and, if known, the line. An assertion has the location of its
//! operation, and the attribute `rt.check`. The attribute is the number of a dimension if the condition compares an
//! index with the extent of that dimension, so that a run reports both numbers; otherwise it is the message of the
//! run.
//!
//! Cost: a traversal, the ranges of each function, and two or three operations for each unproved index.
//!
//! ```text
//! %v = memref.load %m[%i] : memref<4xf32>   →   %c4 = arith.constant 4 : index
//!                                               %0 = arith.cmpi ult, %i, %c4 : index
//!                                               cf.assert %0, "memref.load: index is out of bounds of dimension 0 of size 4, line 3"
//!                                               %v = memref.load %m[%i] : memref<4xf32>
//! ```

mod asserts;
mod claims;
mod lanes;
mod lifetimes;
mod limits;
mod memory;
mod sums;
mod symbols;
mod upper;
mod views;

use crate::analysis::launches::Launches;
use crate::analysis::ranges::{Range, Ranges};
use crate::conversion::affine_expand::AFFINE;
use crate::pass::PassOption;
use crate::transforms::dce;
use crate::{Changed, Pass, PassCx};
use lanes::{Along, Lanes};
use limits::Limit;
use rustc_hash::{FxHashMap, FxHashSet};
use sums::Sums;
use symbols::Given;
use upper::Path;
pub(crate) use views::PROVED;
use warpline_ir::dialect::linalg::Structured;
use warpline_ir::{
    Arith, AttrKind, Block, DYNAMIC, Expr, Func, Gpu, MemRef, Module, Op, OpKind, OpRef, Reported, Rt, Scf,
    Value, Vector,
};

/// The `generate-runtime-verification` pass.
pub const PASS: Pass = Pass {
    name: "generate-runtime-verification",
    summary: "Asserts that buffer accesses are in bounds, and that divisions have a result",
    options: &[PassOption {
        name: "unobserved",
        summary: "Only before operations that other passes would erase with their mistakes, as nothing observes them, or fold",
        default: "false",
    }],
    run,
};

/// A constant number, or a value of type `index`.
#[derive(Clone, Copy)]
enum Number {
    Known(i64),
    Value(Value),
}

impl Number {
    fn range(self, ranges: &Ranges) -> Range {
        match self {
            Self::Known(number) => Range::point(number),
            Self::Value(value) => ranges.of(value),
        }
    }
}

/// A dimension of an operand of a structured operation, and a loop that iterates over it, by their numbers.
#[derive(Clone, Copy)]
struct LoopSize {
    operand: usize,
    dim: usize,
    number: u32,
}

/// The size of a dimension of a buffer.
#[derive(Clone, Copy)]
struct Size {
    buffer: Value,
    dim: usize,
    /// The static size; `None` if it is dynamic.
    known: Option<i64>,
}

/// A condition that must hold before an operation.
enum Demand {
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
    /// The dimension has this stride.
    HasStride(Size, i64),
    /// The first element of the buffer is at this offset.
    HasOffset(Value, i64),
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
enum Elements {
    /// Row-major ones, of these sizes, from its beginning on.
    Dense(Vec<Number>),
    /// From an offset on, with the size and the stride of each dimension.
    Strided { offset: Number, dims: Vec<[Number; 2]> },
}

/// The claim of a view about the memory behind it.
struct Claim {
    elements: Elements,
    /// The bytes of an element.
    n_bytes: u64,
}

impl Claim {
    /// Whether all elements are always among the first `n_elements`.
    fn is_within(&self, ranges: &Ranges, n_elements: i64) -> bool {
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

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let is_partial = cx.bool_option("unobserved")?;
    let module = &mut *cx.module;
    let lost = if is_partial { lost_ops(module) } else { FxHashSet::default() };
    if is_partial && lost.is_empty() {
        return Ok(Changed::No);
    }
    let launches = Launches::of(module);
    let called = memory::called_functions(module);
    let is_function = |op: &Op| matches!(module.kind(*op), OpKind::Func(Func::Func) | OpKind::Gpu(Gpu::Func));
    let functions: Vec<Op> = module.walk(module.root()).into_iter().filter(is_function).collect();
    let suspects = lifetimes::find(module);
    let mut changed = false;
    let mut shares = Vec::new();
    for func in functions {
        let sizes = launches.sizes(module, func);
        let mut proofs = Proofs {
            ranges: Ranges::of_function(module, func, &launches.argument_ranges(module, func), &sizes),
            asserted: FxHashMap::default(),
        };
        let mut share = Share::default();
        let all: Vec<(Op, Vec<Demand>)> = {
            let given = Given::new(module, func, &launches, &called);
            let unproved = |op: Op| {
                let live = suspects.get(&op).into_iter().flatten().copied().map(Demand::Live);
                // Other checks may read the memory.
                let all = live.chain(proofs.unproved(module, op, (&given, &mut share)));
                (op, all.collect())
            };
            let ops = module.walk(func).into_iter();
            ops.filter(|op| !is_partial || lost.contains(op)).map(unproved).collect()
        };
        shares.push((func, share));
        for (op, demands) in all {
            changed |= !demands.is_empty();
            for demand in &demands {
                asserts::insert(module, op, demand);
            }
        }
    }
    for (func, share) in shares.into_iter().filter(|(_, share)| !is_partial && 0 < share.n_all) {
        cx.remark(func, || {
            format!("{} of {} checks are proved at compile time", share.n_proved, share.n_all)
        });
    }
    Ok(changed.into())
}

/// Returns the operations that other passes erase, as nothing observes them, or fold into others, or lower to loops or
/// kernels that no longer say which sizes had to be the same, or what a step was.
fn lost_ops(module: &Module) -> FxHashSet<Op> {
    let is_folded = |op: &Op| {
        let kind = module.kind(*op);
        matches!(kind, OpKind::MemRef(MemRef::Cast | MemRef::ExpandShape | MemRef::CollapseShape))
            || matches!(kind, OpKind::MemRef(MemRef::Alloc | MemRef::Alloca) | OpKind::Gpu(Gpu::Alloc))
            || matches!(kind, OpKind::Scf(Scf::Parallel | Scf::Forall))
            || Structured::of(module.op(*op)).is_some()
    };
    let mut lost = dce::unobserved_ops(module);
    lost.extend(module.walk(module.root()).into_iter().filter(is_folded));
    lost
}

/// The number of demands of a function that need no assertion.
#[derive(Clone, Copy, Default)]
struct Share {
    n_all: usize,
    n_proved: usize,
}

/// The proved facts of a function.
struct Proofs {
    ranges: Ranges,
    /// The extents that a value is asserted to be below, each with the block of the assertion.
    asserted: FxHashMap<Value, Vec<(Block, Size)>>,
}

impl Proofs {
    /// Returns the unproved demands of an operation, which count as asserted from here on.
    fn unproved(&mut self, module: &Module, op: Op, (given, share): (&Given<'_>, &mut Share)) -> Vec<Demand> {
        let mut demands = demands(module, given, op);
        let n_all = demands.len();
        if demands.is_empty() {
            return demands;
        }
        let blocks = blocks_around(module, op);
        let entered: Vec<_> = blocks.iter().map(|block| self.ranges.enter(*block)).collect();
        demands.retain(|demand| {
            !is_proved(module, &self.ranges, demand)
                && !self.is_asserted(&blocks, demand)
                && !is_proved_by_sums(module, &self.ranges, demand)
        });
        if !demands.is_empty() {
            let path = Path::to(module, op, given, &self.ranges);
            demands.retain(|demand| match demand {
                Demand::Index(index, size) => !path.is_below(*index, size.buffer, size.dim),
                Demand::Indices(..)
                | Demand::Divisor(..)
                | Demand::Quotient(..)
                | Demand::Dimension(..)
                | Demand::DimensionOf(..)
                | Demand::HasRank(..)
                | Demand::HasSize(..)
                | Demand::Part(..)
                | Demand::View(..)
                | Demand::Access(..)
                | Demand::HasStride(..)
                | Demand::HasOffset(..)
                | Demand::SameSize(..)
                | Demand::Expanded(..)
                | Demand::Reshaped { .. }
                | Demand::Follow(..)
                | Demand::Aligned(..)
                | Demand::Apart(..)
                | Demand::Step(..)
                | Demand::UnsignedStep(..)
                | Demand::Extent(..)
                | Demand::PositiveDivisor(..)
                | Demand::Position(..)
                | Demand::Live(..)
                | Demand::Reach(..)
                | Demand::Lanes(..)
                | Demand::Packed(..) => true,
            });
        }
        for entered in entered.into_iter().rev() {
            self.ranges.leave(entered);
        }
        share.n_all += n_all;
        share.n_proved += n_all - demands.len();
        if let Some(block) = blocks.last() {
            for demand in &demands {
                if let Demand::Index(index, size) = demand {
                    self.asserted.entry(*index).or_default().push((*block, *size));
                }
            }
        }
        demands
    }

    /// Whether an earlier assertion, in one of these blocks, implies a demand. Operations are visited in program
    /// order, and an operation that precedes another one in an enclosing block has run.
    fn is_asserted(&self, blocks: &[Block], demand: &Demand) -> bool {
        let Demand::Index(index, size) = demand else { return false };
        let before = self.asserted.get(index).map(Vec::as_slice).unwrap_or_default();
        before.iter().any(|(block, asserted)| blocks.contains(block) && asserted.is_at_most(size))
    }
}

impl Size {
    /// Whether an index below this size is below the other one, too.
    fn is_at_most(&self, other: &Self) -> bool {
        match (self.known, other.known) {
            (Some(a), Some(b)) => a <= b,
            (None, None) => (self.buffer, self.dim) == (other.buffer, other.dim),
            (Some(_), None) | (None, Some(_)) => false,
        }
    }
}

/// Returns the blocks that enclose an operation, outermost first.
fn blocks_around(module: &Module, op: Op) -> Vec<Block> {
    let mut blocks: Vec<Block> =
        std::iter::successors(module.block_of(op), |block| module.block_of(module.block_parent(*block)?))
            .collect();
    blocks.reverse();
    blocks
}

fn demands(module: &Module, given: &Given<'_>, op: Op) -> Vec<Demand> {
    let view = module.op(op);
    match module.kind(op) {
        OpKind::Vector(kind @ (Vector::Extract | Vector::Insert)) => positions(module, view, kind),
        OpKind::Vector(kind @ (Vector::ExtractElement | Vector::InsertElement)) => {
            let vector = if kind == Vector::ExtractElement { view.operand(0) } else { view.named("dest") };
            let size = module.shape(module.type_of(vector)).and_then(<[i64]>::first).copied();
            let position = view.group("position").first().copied();
            position.zip(size).map(|(position, size)| Demand::Position(position, size)).into_iter().collect()
        }
        OpKind::Vector(kind) => lanes::demands(module, op, kind),
        OpKind::Scf(Scf::For) if view.attr("unsignedCmp").is_none() => vec![Demand::Step(view.named("step"))],
        OpKind::Scf(Scf::For) => vec![Demand::UnsignedStep(view.named("step"))],
        OpKind::Scf(Scf::Parallel) => view.group("step").iter().copied().map(Demand::Step).collect(),
        OpKind::Scf(Scf::Forall) => view.group("dynamicStep").iter().copied().map(Demand::Step).collect(),
        OpKind::Ptr(_) | OpKind::Rt(Rt::Cmpxchg) => views::pointer(module, given, view),
        OpKind::Gpu(Gpu::SubgroupMmaLoadMatrix | Gpu::SubgroupMmaStoreMatrix) => {
            memory::matrix(module, given, op)
        }
        OpKind::Arith(kind) => division(module, op, kind),
        OpKind::MemRef(MemRef::Alloc | MemRef::Alloca) | OpKind::Gpu(Gpu::Alloc) => {
            view.group("dynamicSizes").iter().copied().map(Demand::Extent).collect()
        }
        OpKind::MemRef(kind) => views::demands(module, given, view, kind),
        OpKind::Func(Func::Call) | OpKind::Gpu(Gpu::LaunchFunc) => views::passed(module, view),
        OpKind::Linalg(_) => Structured::of(view).and_then(loop_sizes).unwrap_or_default(),
        _ => Vec::new(),
    }
}

/// Returns the demands of the position of a part of a vector.
fn positions(module: &Module, op: OpRef<'_>, kind: Vector) -> Vec<Demand> {
    let vector = if kind == Vector::Extract { op.operand(0) } else { op.named("dest") };
    let shape = module.shape(module.type_of(vector)).unwrap_or_default();
    let all = numbers(module, op.op, "static_position", "dynamic_position");
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
fn cast(module: &Module, op: OpRef<'_>) -> Vec<Demand> {
    let (source, claimed) = (op.operand(0), module.shape(op.result_type(0)));
    let Some(claimed) = claimed else { return Vec::new() };
    let is_ranked = module.shape(module.type_of(source)).is_some();
    let found = if is_ranked {
        sizes(module, source)
    } else {
        (0..claimed.len()).map(|dim| Size { buffer: source, dim, known: None }).collect()
    };
    let rank = (!is_ranked).then_some(Demand::HasRank(source, claimed.len() as i64));
    let claims = found.into_iter().zip(claimed).filter(|(size, n)| size.known.is_none() && **n != DYNAMIC);
    let sizes = claims.map(|(size, n)| Demand::HasSize(size, *n));
    let layout = |value: Value| module.strides(module.type_of(value)).unwrap_or_default();
    let ((from, known), (to, stated)) = (layout(source), layout(op.result(0)));
    let is_new = |known: i64, stated: i64| known == DYNAMIC && stated != DYNAMIC;
    let pairs = known.iter().zip(stated).enumerate().filter(|(_, (known, stated))| is_new(**known, *stated));
    let strides =
        pairs.map(|(dim, (_, stated))| Demand::HasStride(Size { buffer: source, dim, known: None }, stated));
    let offset = is_new(from, to).then_some(Demand::HasOffset(source, to));
    rank.into_iter().chain(sizes).chain(strides).chain(offset).collect()
}

/// Returns the demands of an integer division.
fn division(module: &Module, op: Op, kind: Arith) -> Vec<Demand> {
    let has_quotient = matches!(kind, Arith::DivSI | Arith::CeilDivSI | Arith::FloorDivSI);
    let has_rest = matches!(kind, Arith::DivUI | Arith::CeilDivUI | Arith::RemSI | Arith::RemUI);
    let &[dividend, divisor] = module.operands(op) else { return Vec::new() };
    let Some(limits) = Range::of_type(module, module.type_of(divisor)).filter(|_| has_quotient || has_rest)
    else {
        return Vec::new();
    };
    if module.attr(op, AFFINE).is_some() {
        return vec![Demand::PositiveDivisor(divisor)];
    }
    let is_defined = Demand::Divisor(divisor);
    if has_quotient {
        vec![is_defined, Demand::Quotient(dividend, divisor, limits.min)]
    } else {
        vec![is_defined]
    }
}

fn indices(module: &Module, buffer: Value, indices: &[Value]) -> Vec<Demand> {
    indices.iter().zip(sizes(module, buffer)).map(|(index, size)| Demand::Index(*index, size)).collect()
}

/// Returns the sizes of a buffer; none if its rank is unknown.
fn sizes(module: &Module, buffer: Value) -> Vec<Size> {
    let shape = module.shape(module.type_of(buffer)).unwrap_or_default().iter().enumerate();
    shape.map(|(dim, size)| Size { buffer, dim, known: (*size != DYNAMIC).then_some(*size) }).collect()
}

/// Returns a list of numbers with values for dynamic ones.
fn numbers(module: &Module, op: Op, key: &str, name: &str) -> Vec<Number> {
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
fn known_elements(module: &Module, buffer: Value) -> Option<i64> {
    let shape = module.shape(module.type_of(buffer))?;
    shape.iter().try_fold(1i64, |product, size| match *size {
        DYNAMIC => None,
        size => product.checked_mul(size),
    })
}

/// Whether a demand on an index of a dimension of known size follows from the parts of the index.
fn is_proved_by_sums(module: &Module, ranges: &Ranges, demand: &Demand) -> bool {
    let (index, count, size) = match demand {
        Demand::Index(index, size) => (*index, 1, size),
        Demand::Indices(first, count, size) => (*first, *count, size),
        _ => return false,
    };
    size.known.is_some_and(|n| Sums::new(module, ranges).are_within(index, count, n))
}

fn is_proved(module: &Module, ranges: &Ranges, demand: &Demand) -> bool {
    let below = |range: Range, n: i64| 0 <= range.min && range.max < n;
    match demand {
        Demand::Index(index, size) => size.known.is_some_and(|n| below(ranges.of(*index), n)),
        Demand::Indices(first, count, size) => {
            let all = ranges.of(*first).hull(ranges.of(*first).plus(Range::point(count - 1)));
            size.known.is_some_and(|n| below(all, n))
        }
        Demand::Dimension(dim, rank) => below(ranges.of(*dim), *rank),
        Demand::Divisor(divisor) => !Range::point(0).meets(ranges.of(*divisor)),
        Demand::Quotient(dividend, divisor, least) => {
            let can_be = |number: i64, value: Value| Range::point(number).meets(ranges.of(value));
            !can_be(*least, *dividend) || !can_be(-1, *divisor)
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
