//! Sizes as symbols: the extent of a buffer, an index and a bound of a loop are the same number where they are the same value
//! of the host in every launch of a kernel.

use crate::analysis::launches::{Geometry, Launches};
use rustc_hash::FxHashSet;
use warpline_ir::{Arith, AttrKind, DYNAMIC, Def, Gpu, MemRef, Module, Op, OpKind, Value};

/// The most launches of a kernel that are compared.
const MAX_LAUNCHES: usize = 64;
/// How many views of a buffer are followed.
const MAX_DEPTH: usize = 16;

/// A number that does not change while a kernel runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symbol {
    /// A constant.
    Constant(i64),
    /// A value.
    Value(Value),
    /// The extent of a dimension of a buffer of unknown origin.
    Extent(Value, usize),
}

/// A symbol for each launch of a kernel; one for a function without launches.
pub(super) type Symbols = Vec<Symbol>;

/// What the launches of a function give it.
pub(super) struct Given<'m> {
    func: Op,
    /// The functions that the program calls.
    pub(super) called: &'m FxHashSet<Op>,
    operands: Vec<&'m [Value]>,
    pub(super) geometry: Vec<Geometry>,
}

impl<'m> Given<'m> {
    pub(super) fn new(module: &'m Module, func: Op, launches: &Launches, called: &'m FxHashSet<Op>) -> Self {
        let operands = launches.operands(module, func);
        let geometry = launches.geometry(module, func);
        if MAX_LAUNCHES < operands.len() || operands.len() != geometry.len() {
            return Self { func, called, operands: Vec::new(), geometry: Vec::new() };
        }
        Self { func, called, operands, geometry }
    }

    /// A value of the function.
    pub(super) fn value(&self, module: &Module, value: Value) -> Symbols {
        if let Some(index) = self.argument(module, value)
            && let Some(all) = self.of_launches(index, |operand| on_host(module, operand, 0))
        {
            return all;
        }
        if let Some((buffer, dim)) = asked_extent(module, value) {
            return self.extent(module, buffer, dim, 0);
        }
        self.same(local(module, value))
    }

    /// The extent of a dimension of a buffer of the function.
    pub(super) fn extent(&self, module: &Module, buffer: Value, dim: usize, depth: usize) -> Symbols {
        if let Some(known) = known_extent(module, buffer, dim) {
            return self.same(Symbol::Constant(known));
        }
        if let Some(index) = self.argument(module, buffer)
            && let Some(all) = self.of_launches(index, |operand| extent_on_host(module, operand, dim, 0))
        {
            return all;
        }
        match origin(module, buffer, dim).filter(|_| depth < MAX_DEPTH) {
            Some(Origin::Size(size)) => self.value(module, size),
            Some(Origin::View(source)) => self.extent(module, source, dim, depth + 1),
            None => self.same(Symbol::Extent(buffer, dim)),
        }
    }

    /// What the launches of a kernel give for an argument; `None` for other values, and where nothing is known of them.
    pub(super) fn launched(&self, module: &Module, value: Value) -> Option<Vec<Value>> {
        let index = self.argument(module, value).filter(|_| !self.operands.is_empty())?;
        self.operands.iter().map(|operands| operands.get(index).copied()).collect()
    }

    /// The same symbol in each launch.
    fn same(&self, symbol: Symbol) -> Symbols {
        vec![symbol; self.operands.len().max(1)]
    }

    /// The number of an argument of the function.
    fn argument(&self, module: &Module, value: Value) -> Option<usize> {
        match module.def(value) {
            Def::Arg(block, index) if module.entry(self.func, 0) == Some(block) => Some(index as usize),
            Def::Arg(..) | Def::Result(..) | Def::Forward => None,
        }
    }

    fn of_launches(&self, index: usize, symbol: impl Fn(Value) -> Symbol) -> Option<Symbols> {
        if self.operands.is_empty() {
            return None;
        }
        self.operands.iter().map(|operands| operands.get(index).map(|operand| symbol(*operand))).collect()
    }
}

/// A value of the code that launches.
pub(super) fn on_host(module: &Module, value: Value, depth: usize) -> Symbol {
    match asked_extent(module, value).filter(|_| depth < MAX_DEPTH) {
        Some((buffer, dim)) => extent_on_host(module, buffer, dim, depth + 1),
        None => local(module, value),
    }
}

fn extent_on_host(module: &Module, buffer: Value, dim: usize, depth: usize) -> Symbol {
    if let Some(known) = known_extent(module, buffer, dim) {
        return Symbol::Constant(known);
    }
    match origin(module, buffer, dim).filter(|_| depth < MAX_DEPTH) {
        Some(Origin::Size(size)) => on_host(module, size, depth + 1),
        Some(Origin::View(source)) => extent_on_host(module, source, dim, depth + 1),
        None => Symbol::Extent(buffer, dim),
    }
}

fn local(module: &Module, value: Value) -> Symbol {
    module.constant_int(value).map_or(Symbol::Value(value), Symbol::Constant)
}

fn known_extent(module: &Module, buffer: Value, dim: usize) -> Option<i64> {
    let shape = module.shape(module.type_of(buffer))?;
    shape.get(dim).copied().filter(|size| *size != DYNAMIC)
}

/// The buffer and dimension whose extent a value is.
fn asked_extent(module: &Module, value: Value) -> Option<(Value, usize)> {
    let op = module.defining_op(value).filter(|op| module.kind(*op) == OpKind::MemRef(MemRef::Dim))?;
    let &[buffer, dim] = module.operands(op) else { return None };
    Some((buffer, usize::try_from(module.constant_int(dim)?).ok()?))
}

/// Where a dynamic extent comes from.
enum Origin {
    /// An operand of an allocation or a view.
    Size(Value),
    /// The same dimension of another buffer.
    View(Value),
}

fn origin(module: &Module, buffer: Value, dim: usize) -> Option<Origin> {
    let op = module.defining_op(buffer)?;
    let view = module.op(op);
    let number = |sizes: &[i64]| sizes.iter().take(dim).filter(|size| **size == DYNAMIC).count();
    match module.kind(op) {
        OpKind::MemRef(MemRef::Alloc | MemRef::Alloca) => {
            let before = number(module.shape(module.type_of(buffer))?);
            view.group(0).get(before).copied().map(Origin::Size)
        }
        OpKind::Gpu(Gpu::Alloc) => {
            let before = number(module.shape(module.type_of(buffer))?);
            view.group(1).get(before).copied().map(Origin::Size)
        }
        OpKind::MemRef(MemRef::Cast) => {
            let source = view.operand(0);
            let is_ranked = module.shape(module.type_of(source)).is_some();
            is_ranked.then_some(Origin::View(source))
        }
        OpKind::MemRef(MemRef::SubView) => {
            let Some(AttrKind::DenseArray(_, sizes)) =
                view.attr("static_sizes").map(|attr| module.attr_kind(attr))
            else {
                return None;
            };
            let has_all = module.shape(module.type_of(buffer)).map(<[i64]>::len) == Some(sizes.len());
            let is_dynamic = sizes.get(dim) == Some(&DYNAMIC);
            (has_all && is_dynamic).then(|| view.group(2).get(number(sizes)).copied().map(Origin::Size))?
        }
        _ => None,
    }
}

/// The dividend and the divisor of a quotient that is rounded down, or up, of numbers without a sign or of any.
pub(super) fn quotient(module: &Module, value: Value) -> Option<(Value, i64, Rounding)> {
    let op = module.defining_op(value)?;
    let rounding = match module.kind(op) {
        OpKind::Arith(Arith::DivUI | Arith::DivSI | Arith::FloorDivSI) => Rounding::Down,
        OpKind::Arith(Arith::CeilDivUI | Arith::CeilDivSI) => Rounding::Up,
        _ => return None,
    };
    let &[dividend, divisor] = module.operands(op) else { return None };
    let divisor = module.constant_int(divisor).filter(|divisor| 0 < *divisor)?;
    Some((dividend, divisor, rounding))
}

/// How a quotient is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rounding {
    /// To a number that is no greater.
    Down,
    /// To a number that is no less.
    Up,
}
