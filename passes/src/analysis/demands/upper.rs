//! Proves that an index is below the dynamic extent of a buffer, from the conditions and loops that enclose an
//! access, and from the launch sizes.
//!
//! A value is at most a symbol plus an offset if its definition, or a condition on the path to the access, shows so.
//! `%i + 1` is below `%n` where `%i < %n - 1` holds. `%k` is, if it counts to `%n`. A global thread id is, if
//! `%n / 16` blocks of 16 threads are launched, and so is `%block * 16 + %t`, if `%t` is at most 15.

use super::symbols::{Given, Rounding, Symbol, Symbols, on_host, quotient};
use crate::analysis::launches::Geometry;
use crate::analysis::ranges::{Range, Ranges};
use warpline_ir::dialect::gpu::dimension_of;
use warpline_ir::{Arith, Def, Gpu, Module, Op, OpKind, Scf, Value};

/// The maximum number of operations and conditions that are followed from an index.
const MAX_DEPTH: usize = 6;
/// The maximum number of bounds that are kept of a value.
const MAX_BOUNDS: usize = 16;
/// The maximum constant factor of a product with a number of blocks.
const MAX_FACTOR: i64 = 1 << 20;
/// The maximum offset that is followed.
const MAX_OFFSET: i64 = 1 << 40;

/// A fact implied by a condition: `low` is at most `high + offset`.
#[derive(Clone, Copy)]
struct Fact {
    low: Value,
    high: Value,
    offset: i64,
    unsigned: bool,
}

/// The path to an access.
pub(crate) struct Path<'a> {
    module: &'a Module,
    given: &'a Given<'a>,
    ranges: &'a Ranges,
    facts: Vec<Fact>,
}

/// An upper bound of a value: the symbol plus the offset.
type Bound = (Symbols, i64);

impl<'a> Path<'a> {
    /// Creates the path to an operation, in whose blocks the ranges hold.
    pub(crate) fn to(module: &'a Module, op: Op, given: &'a Given<'a>, ranges: &'a Ranges) -> Self {
        Self { module, given, ranges, facts: facts(module, op) }
    }

    /// Whether an index is at least 0 and below an extent.
    pub(crate) fn is_below(&self, index: Value, buffer: Value, dim: usize) -> bool {
        let extent = self.given.extent(self.module, buffer, dim, 0);
        let is_natural = self.ranges.of(index).is_natural()
            || self.facts.iter().any(|fact| {
                let limit = self.given.value(self.module, fact.high);
                fact.low == index && fact.unsigned && fact.offset == -1 && limit == extent
            });
        let is_below = |(symbols, offset): &Bound| {
            symbols.iter().zip(&extent).all(|(symbol, extent)| is_less(*symbol, *offset, *extent))
        };
        let max = self.ranges.of(index).max;
        let is_short = |extent: &Symbol| matches!(extent, Symbol::Constant(n) if max < *n);
        is_natural
            && (extent.iter().all(is_short) || self.bounds(index, &extent, MAX_DEPTH).iter().any(is_below))
    }

    /// Returns upper bounds of a value.
    fn bounds(&self, value: Value, extent: &Symbols, depth: usize) -> Vec<Bound> {
        let mut all = vec![(self.given.value(self.module, value), 0)];
        let Some(depth) = depth.checked_sub(1) else { return all };
        match self.module.def(value) {
            Def::Result(op, _) => self.of_operation(op, extent, depth, &mut all),
            Def::Arg(..) => {
                if let Some((_, limit)) = loop_limit(self.module, value) {
                    all.extend(moved(self.bounds(limit, extent, depth), -1));
                }
            }
            Def::Forward => {}
        }
        for fact in self.facts.iter().filter(|fact| fact.low == value) {
            if !fact.unsigned || self.is_natural(fact.high, extent) {
                all.extend(moved(self.bounds(fact.high, extent, depth), fact.offset));
            }
        }
        all.truncate(MAX_BOUNDS);
        all
    }

    fn of_operation(&self, op: Op, extent: &Symbols, depth: usize, all: &mut Vec<Bound>) {
        let module = self.module;
        match (module.kind(op), module.operands(op)) {
            (OpKind::Arith(Arith::AddI), [a, b]) if sum(module, op).is_none() => {
                for (base, more) in [(*a, *b), (*b, *a)] {
                    let (base_range, more) = (self.ranges.of(base), self.ranges.of(more));
                    if base_range.plus(more) != Range::ALL {
                        all.extend(moved(self.bounds(base, extent, depth), more.max));
                    }
                }
            }
            (OpKind::Arith(Arith::AddI | Arith::SubI), _) => {
                let Some((base, by)) = sum(module, op) else { return };
                let range = self.ranges.of(base);
                let is_extent = self.given.value(module, base) == *extent;
                if is_extent || range.min.checked_add(by).is_some() {
                    let cannot_exceed = range.max.checked_add(by).is_some();
                    let bounds = moved(self.bounds(base, extent, depth), by);
                    all.extend(bounds.filter(|(_, offset)| cannot_exceed || *offset <= 0));
                }
            }
            (OpKind::Arith(Arith::MulI), [a, b]) => all.extend(self.of_product(*a, *b)),
            (OpKind::Arith(Arith::MinSI), [a, b]) => {
                all.extend(self.bounds(*a, extent, depth));
                all.extend(self.bounds(*b, extent, depth));
            }
            (OpKind::Arith(Arith::RemUI | Arith::RemSI), [a, b]) if self.ranges.of(*a).is_natural() => {
                let divisor = self.given.value(module, *b);
                if !divisor.iter().any(|symbol| matches!(symbol, Symbol::Constant(_))) {
                    all.push((divisor, -1));
                }
            }
            (OpKind::Gpu(kind), _) => all.extend(self.of_geometry(op, kind)),
            _ => {}
        }
    }

    /// Returns the bound of a thread or block id: it is below the size of the launch, and below the number of
    /// elements that the sizes of the launch were computed from.
    fn of_geometry(&self, op: Op, kind: Gpu) -> Option<Bound> {
        let module = self.module;
        let dim = dimension_of(module.op(op))?;
        let sizes = |first: usize, offset: i64| {
            self.in_each_launch(|sizes| Some(on_host(module, sizes[first + dim]?, 0)), offset)
        };
        match kind {
            Gpu::BlockId => sizes(0, -1),
            Gpu::GridDim => sizes(0, 0),
            Gpu::ThreadId => sizes(3, -1),
            Gpu::BlockDim => sizes(3, 0),
            Gpu::GlobalId => {
                let covered = |sizes: &Geometry| {
                    let threads = module.constant_int(sizes[3 + dim]?)?;
                    covered(module, sizes[dim]?, threads)
                };
                self.in_each_launch(covered, -1)
            }
            _ => None,
        }
    }

    /// Returns the bound of a block id times a constant: its distance below the number of elements that the number of
    /// blocks was computed from.
    fn of_product(&self, a: Value, b: Value) -> Option<Bound> {
        let module = self.module;
        let (block, each) = match (module.constant_int(a), module.constant_int(b)) {
            (Some(each), None) => (b, each),
            (None, Some(each)) => (a, each),
            (None, None) | (Some(_), Some(_)) => return None,
        };
        let op = module.defining_op(block).filter(|op| module.kind(*op) == OpKind::Gpu(Gpu::BlockId))?;
        let dim = dimension_of(module.op(op))?;
        self.in_each_launch(|sizes| covered(module, sizes[dim]?, each), -each)
    }

    fn in_each_launch(&self, symbol: impl Fn(&Geometry) -> Option<Symbol>, offset: i64) -> Option<Bound> {
        let all: Symbols = self.given.geometry.iter().map(symbol).collect::<Option<_>>()?;
        (!all.is_empty()).then_some((all, offset))
    }

    /// Whether a value is non-negative, given that the extent is.
    fn is_natural(&self, value: Value, extent: &Symbols) -> bool {
        if self.ranges.of(value).is_natural() || self.given.value(self.module, value) == *extent {
            return true;
        }
        // A running thread implies that no size of its launch is 0.
        let one_less = self.module.defining_op(value).and_then(|op| sum(self.module, op));
        let one_less = one_less.filter(|(_, offset)| *offset == -1);
        one_less.is_some_and(|(base, _)| {
            self.given.value(self.module, base) == *extent && self.is_positive(extent)
        })
    }

    /// Whether the extent is at least 1 in every launch that has a thread.
    fn is_positive(&self, extent: &Symbols) -> bool {
        let geometry = &self.given.geometry;
        let is_size = |sizes: &[Option<Value>; 6], extent: Symbol| {
            sizes.iter().flatten().any(|size| {
                let dividend = quotient(self.module, *size).map(|(dividend, _, _)| dividend);
                on_host(self.module, dividend.unwrap_or(*size), 0) == extent
            })
        };
        let is_known = |symbol: Symbol| matches!(symbol, Symbol::Constant(n) if 0 < n);
        !geometry.is_empty()
            && geometry.iter().zip(extent).all(|(sizes, extent)| is_known(*extent) || is_size(sizes, *extent))
    }
}

/// Returns a value and a constant whose sum is the result of an operation, if it does not wrap.
fn sum(module: &Module, op: Op) -> Option<(Value, i64)> {
    let &[a, b] = module.operands(op) else { return None };
    let (base, offset) = match (module.kind(op), module.constant_int(a), module.constant_int(b)) {
        (OpKind::Arith(Arith::SubI), _, Some(b)) => (a, b.checked_neg()?),
        (OpKind::Arith(Arith::AddI), _, Some(b)) => (a, b),
        (OpKind::Arith(Arith::AddI), Some(a), None) => (b, a),
        _ => return None,
    };
    (-MAX_OFFSET..=MAX_OFFSET).contains(&offset).then_some((base, offset))
}

/// Returns a host value that is no less than the product of the number of blocks of a launch and a constant: the
/// value that the number of blocks was computed from, or one that is computed from it. A grid has at most 2^31
/// blocks, so that a product with a small number does not wrap.
fn covered(module: &Module, blocks: Value, each: i64) -> Option<Symbol> {
    if let Some((dividend, divisor, Rounding::Down)) = quotient(module, blocks)
        && (0..=divisor).contains(&each)
    {
        return Some(on_host(module, dividend, 0));
    }
    let product = |op: Op| {
        let &[a, b] = module.operands(op) else { return None };
        let factor = if a == blocks { b } else { a };
        let is_product = module.kind(op) == OpKind::Arith(Arith::MulI);
        let covers =
            module.constant_int(factor).is_some_and(|n| 0 <= each && (each..=MAX_FACTOR).contains(&n));
        (is_product && covers).then(|| module.result(op, 0))
    };
    let product = module.uses(blocks).iter().find_map(|user| product(user.op))?;
    Some(on_host(module, product, 0))
}

/// Whether a symbol plus an offset is below an extent.
fn is_less(symbol: Symbol, offset: i64, extent: Symbol) -> bool {
    match (symbol, extent) {
        (Symbol::Constant(a), Symbol::Constant(b)) => a.checked_add(offset).is_some_and(|sum| sum < b),
        (a, b) => a == b && offset < 0,
    }
}

fn moved(bounds: Vec<Bound>, by: i64) -> impl Iterator<Item = Bound> {
    let near =
        move |offset: i64| offset.checked_add(by).filter(|sum| (-MAX_OFFSET..=MAX_OFFSET).contains(sum));
    bounds.into_iter().filter_map(move |(symbols, offset)| Some((symbols, near(offset)?)))
}

/// Returns the lower and the exclusive upper bound of the induction variable of a loop that counts up.
pub(crate) fn loop_limit(module: &Module, value: Value) -> Option<(Value, Value)> {
    let Def::Arg(block, index) = module.def(value) else { return None };
    let parent = module.block_parent(block)?;
    let view = module.op(parent);
    match module.kind(parent) {
        OpKind::Scf(Scf::For | Scf::Parallel) if view.attr("unsignedCmp").is_none() => {
            let bound = |name: &str| view.group(name).get(index as usize).copied();
            bound("lowerBound").zip(bound("upperBound"))
        }
        _ => None,
    }
}

/// Returns the facts implied by the conditions that guard an operation.
fn facts(module: &Module, op: Op) -> Vec<Fact> {
    let mut all = Vec::new();
    let mut at = module.block_of(op);
    while let Some(block) = at {
        let Some(parent) = module.block_parent(block) else { break };
        if module.kind(parent) == OpKind::Scf(Scf::If) {
            let holds = module.entry(parent, 0) == Some(block);
            collect(module, module.operand(parent, 0), holds, MAX_DEPTH, &mut all);
        }
        at = module.block_of(parent);
    }
    all
}

fn collect(module: &Module, condition: Value, holds: bool, depth: usize, all: &mut Vec<Fact>) {
    let (Some(op), Some(depth)) = (module.defining_op(condition), depth.checked_sub(1)) else { return };
    let &[a, b] = module.operands(op) else { return };
    match module.kind(op) {
        OpKind::Arith(kind @ (Arith::AndI | Arith::OrI)) if holds == (kind == Arith::AndI) => {
            collect(module, a, holds, depth, all);
            collect(module, b, holds, depth, all);
        }
        OpKind::Arith(Arith::CmpI) => {
            if let Some(predicate) = module.op(op).keyword("predicate") {
                all.extend(compared(predicate, (a, b), holds));
            }
        }
        _ => {}
    }
}

/// Returns the fact implied by a comparison or, if it does not hold, by its inverse.
fn compared(predicate: &str, (a, b): (Value, Value), holds: bool) -> Option<Fact> {
    let unsigned = predicate.starts_with('u');
    let (low, high, offset) = match (predicate, holds) {
        ("slt" | "ult", true) | ("sge" | "uge", false) => (a, b, -1),
        ("sle" | "ule", true) | ("sgt" | "ugt", false) => (a, b, 0),
        ("sgt" | "ugt", true) | ("sle" | "ule", false) => (b, a, -1),
        ("sge" | "uge", true) | ("slt" | "ult", false) => (b, a, 0),
        _ => return None,
    };
    Some(Fact { low, high, offset, unsigned })
}
