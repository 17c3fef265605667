//! Puts assertions before accesses of buffers, so that one outside of its buffer ends the program with a message.
//!
//! Each index of a load, a store or an atomic update must be at least 0 and less than the size of its dimension; the first
//! and the last element that `memref.subview` takes along a dimension must lie in the source, if it takes any;
//! `memref.dim` must ask for a dimension that there is, and `memref.cast` may claim only sizes that there are. What
//! constants and ranges prove gets no assertion. Left alone are accesses of other dialects, copies, buffers of unknown
//! rank, and the strides and offsets that casts claim. A number that wraps around is not noticed.
//!
//! A message names the operation, what is wrong with it and, where that is known, its line. An assertion has the location
//! of its operation.
//!
//! Cost: a walk, the ranges of each function, and two or three operations for each index that is not proved.
//!
//! ```text
//! %v = memref.load %m[%i] : memref<4xf32>   →   %c4 = arith.constant 4 : index
//!                                               %0 = arith.cmpi ult, %i, %c4 : index
//!                                               cf.assert %0, "memref.load: index 0 is out of bounds of size 4, line 3"
//!                                               %v = memref.load %m[%i] : memref<4xf32>
//! ```

use crate::analysis::launches::Launches;
use crate::analysis::ranges::{Range, Ranges};
use crate::{Changed, Pass, PassCx};
use warpline_ir::dialect::arith::CMPI_PREDICATES;
use warpline_ir::{
    Arith, AttrKind, Block, Builder, Cf, DYNAMIC, Func, Gpu, LocationKind, MemRef, Module, Op, OpKind,
    Reported, Type, Value,
};

/// The pass.
pub const PASS: Pass = Pass {
    name: "generate-runtime-verification",
    summary: "Asserts before accesses of buffers that they are in bounds",
    options: &[],
    run,
};

/// A number that stands in the text, or a value of type `index`.
#[derive(Clone, Copy)]
enum Number {
    Known(i64),
    Value(Value),
}

/// The size of a dimension of a buffer.
#[derive(Clone, Copy)]
struct Size {
    buffer: Value,
    dim: usize,
    /// `None` if it is dynamic.
    known: Option<i64>,
}

/// What must hold before an operation.
enum Demand {
    /// The number is an index of a dimension, the one with this number for the operation.
    Index(usize, Value, Size),
    /// There is a dimension of this number among so many.
    Dimension(Value, i64),
    /// The dimension has this size.
    HasSize(Size, i64),
    /// A part that begins here, has so many elements, and steps so far from each to the next, lies in the dimension.
    Part([Number; 3], Size),
}

#[expect(clippy::unnecessary_wraps, reason = "the signature of a pass")]
fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let module = &mut *cx.module;
    let launches = Launches::of(module);
    let is_function = |op: &Op| matches!(module.kind(*op), OpKind::Func(Func::Func) | OpKind::Gpu(Gpu::Func));
    let functions: Vec<Op> = module.walk(module.root()).into_iter().filter(is_function).collect();
    let mut changed = false;
    for func in functions {
        let sizes = launches.sizes(module, func);
        let mut ranges = Ranges::of_function(module, func, &launches, &sizes);
        for op in module.walk(func) {
            let demands = unproved(module, &mut ranges, op);
            changed |= !demands.is_empty();
            for demand in &demands {
                assert(module, op, demand);
            }
        }
    }
    Ok(changed.into())
}

/// What an operation demands and nothing proves.
fn unproved(module: &Module, ranges: &mut Ranges, op: Op) -> Vec<Demand> {
    let mut demands = demands(module, op);
    if demands.is_empty() {
        return demands;
    }
    let entered: Vec<_> = blocks_around(module, op).into_iter().map(|block| ranges.enter(block)).collect();
    demands.retain(|demand| !is_proved(ranges, demand));
    for entered in entered.into_iter().rev() {
        ranges.leave(entered);
    }
    demands
}

/// The blocks that an operation stands in, the outermost first.
fn blocks_around(module: &Module, op: Op) -> Vec<Block> {
    let mut blocks: Vec<Block> =
        std::iter::successors(module.block_of(op), |block| module.block_of(module.block_parent(*block)?))
            .collect();
    blocks.reverse();
    blocks
}

fn demands(module: &Module, op: Op) -> Vec<Demand> {
    let view = module.op(op);
    match module.kind(op) {
        OpKind::MemRef(MemRef::Load | MemRef::GenericAtomicRmw) => {
            indices(module, view.operand(0), view.group(1))
        }
        OpKind::MemRef(MemRef::Store | MemRef::AtomicRmw) => indices(module, view.operand(1), view.group(2)),
        OpKind::MemRef(MemRef::Dim) => {
            let rank = module.shape(module.type_of(view.operand(0))).map(|shape| shape.len() as i64);
            rank.map(|rank| Demand::Dimension(view.operand(1), rank)).into_iter().collect()
        }
        OpKind::MemRef(MemRef::Cast) => {
            let claimed = module.shape(module.type_of(module.result(op, 0))).unwrap_or_default();
            let sizes = sizes(module, view.operand(0)).into_iter().zip(claimed);
            let claims = sizes.filter(|(size, claimed)| size.known.is_none() && **claimed != DYNAMIC);
            claims.map(|(size, claimed)| Demand::HasSize(size, *claimed)).collect()
        }
        OpKind::MemRef(MemRef::SubView) => {
            let [offsets, lengths, steps] =
                [("static_offsets", 1), ("static_sizes", 2), ("static_strides", 3)]
                    .map(|(key, group)| numbers(module, op, key, group));
            let parts = offsets.into_iter().zip(lengths).zip(steps).zip(sizes(module, view.operand(0)));
            parts.map(|(((offset, n), step), size)| Demand::Part([offset, n, step], size)).collect()
        }
        _ => Vec::new(),
    }
}

fn indices(module: &Module, buffer: Value, indices: &[Value]) -> Vec<Demand> {
    let pairs = indices.iter().zip(sizes(module, buffer)).enumerate();
    pairs.map(|(number, (index, size))| Demand::Index(number, *index, size)).collect()
}

/// The sizes of a buffer; none where not even its rank is known.
fn sizes(module: &Module, buffer: Value) -> Vec<Size> {
    let shape = module.shape(module.type_of(buffer)).unwrap_or_default().iter().enumerate();
    shape.map(|(dim, size)| Size { buffer, dim, known: (*size != DYNAMIC).then_some(*size) }).collect()
}

/// A list of numbers with values where they are dynamic.
fn numbers(module: &Module, op: Op, key: &str, group: usize) -> Vec<Number> {
    let list = module.attr(op, key).map(|attr| module.attr_kind(attr));
    let Some(AttrKind::DenseArray(_, numbers)) = list else { return Vec::new() };
    let mut values = module.op(op).group(group).iter();
    let number = |number: &i64| match number {
        &DYNAMIC => values.next().copied().map(Number::Value),
        number => Some(Number::Known(*number)),
    };
    numbers.iter().filter_map(number).collect()
}

fn is_proved(ranges: &Ranges, demand: &Demand) -> bool {
    let below = |range: Range, n: i64| 0 <= range.min && range.max < n;
    match demand {
        Demand::Index(_, index, size) => size.known.is_some_and(|n| below(ranges.of(*index), n)),
        Demand::Dimension(dim, rank) => below(ranges.of(*dim), *rank),
        Demand::HasSize(..) => false,
        Demand::Part(numbers, size) => {
            let [offset, n, step] = numbers.map(|number| match number {
                Number::Known(number) => Range::point(number),
                Number::Value(value) => ranges.of(value),
            });
            let last = i128::from(offset.max) + i128::from(n.max - 1) * i128::from(step.max);
            let is_within = |size: i64| offset.max < size && last < i128::from(size);
            let goes_up = 0 <= offset.min && 0 < n.max && 0 <= step.min;
            n == Range::point(0) || goes_up && size.known.is_some_and(is_within)
        }
    }
}

/// Puts the assertion before the operation.
fn assert(module: &mut Module, op: Op, demand: &Demand) {
    let name = module.kind(op).name();
    let line = line_of(module, op).map(|line| format!(", line {line}")).unwrap_or_default();
    let of_size = |size: &Size| size.known.map(|n| format!(" of size {n}")).unwrap_or_default();
    let mut at = Checks(Builder::before(module, op));
    let (holds, problem) = match demand {
        Demand::Index(number, index, size) => {
            let problem = format!("index {number} is out of bounds{}", of_size(size));
            (at.is_below(*index, size), problem)
        }
        Demand::Dimension(dim, rank) => {
            let rank_value = at.0.index(*rank);
            (at.compare("ult", *dim, rank_value), format!("the buffer has only {rank} dimensions"))
        }
        Demand::HasSize(size, claimed) => {
            let (found, wanted) = (at.size(size), at.0.index(*claimed));
            (
                at.compare("eq", found, wanted),
                format!("dimension {} does not have the size {claimed}", size.dim),
            )
        }
        Demand::Part(numbers, size) => {
            let problem = format!("dimension {} is out of bounds{}", size.dim, of_size(size));
            (at.is_part(*numbers, size), problem)
        }
    };
    let message = at.0.module.string_attr(&format!("{name}: {problem}{line}"));
    at.0.op(Cf::Assert, &[holds], &[], &[("msg", message)]);
}

/// The line of the text that an operation comes from, if its location tells it.
fn line_of(module: &Module, op: Op) -> Option<u32> {
    let attr = module.location_data(module.location(op)).attr?;
    match module.attr_kind(attr) {
        AttrKind::Location(LocationKind::File { start, .. }) => Some(start.0),
        _ => None,
    }
}

/// Makes conditions at a place.
struct Checks<'m>(Builder<'m>);

impl Checks<'_> {
    fn compare(&mut self, predicate: &str, a: Value, b: Value) -> Value {
        let number = CMPI_PREDICATES.iter().position(|known| *known == predicate).unwrap_or_default();
        let predicate = self.0.module.int_attr(number as i64, Type::I64);
        self.0.value(Arith::CmpI, &[a, b], Type::I1, &[("predicate", predicate)])
    }

    fn size(&mut self, size: &Size) -> Value {
        match size.known {
            Some(n) => self.0.index(n),
            None => {
                let dim = self.0.index(size.dim as i64);
                self.0.value(MemRef::Dim, &[size.buffer, dim], Type::INDEX, &[])
            }
        }
    }

    /// Read without a sign, a negative index is greater than every size.
    fn is_below(&mut self, index: Value, size: &Size) -> Value {
        let size = self.size(size);
        self.compare("ult", index, size)
    }

    fn number(&mut self, number: Number) -> Value {
        match number {
            Number::Known(number) => self.0.index(number),
            Number::Value(value) => value,
        }
    }

    /// The part has no elements, or its first and its last one lie in the dimension.
    fn is_part(&mut self, [offset, n, step]: [Number; 3], size: &Size) -> Value {
        let first = self.number(offset);
        let is_inside = self.is_below(first, size);
        if let Number::Known(1) = n {
            return is_inside;
        }
        let [one, n_value, step] = [Number::Known(1), n, step].map(|number| self.number(number));
        let n_steps = self.0.binary(Arith::SubI, n_value, one);
        let way = self.0.binary(Arith::MulI, n_steps, step);
        let last = self.0.binary(Arith::AddI, first, way);
        let ends_inside = self.is_below(last, size);
        let is_inside = self.0.binary(Arith::AndI, is_inside, ends_inside);
        if let Number::Known(_) = n {
            return is_inside;
        }
        let zero = self.0.index(0);
        let is_empty = self.compare("eq", n_value, zero);
        self.0.binary(Arith::OrI, is_empty, is_inside)
    }
}
