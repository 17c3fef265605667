//! Symbolic sizes: the extent of a buffer, an index and a loop bound are equal if they are the same host value in
//! every launch of a kernel.

use crate::analysis::launches::{Geometry, Launches};
use rustc_hash::FxHashSet;
use warpline_ir::{Arith, AttrKind, DYNAMIC, Def, Gpu, MemRef, Module, Op, OpKind, Value};

/// The maximum number of launches of a kernel that are compared.
const MAX_LAUNCHES: usize = 64;
/// The maximum number of views of a buffer that are followed.
const MAX_DEPTH: usize = 16;

/// A number that is invariant while a kernel runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Symbol {
    /// A constant.
    Constant(i64),
    /// A value.
    Value(Value),
    /// The extent of a dimension of a buffer of unknown origin.
    Extent(Value, usize),
}

/// A symbol for each launch of a kernel; one for a function without launches.
pub(crate) type Symbols = Vec<Symbol>;

/// The arguments that the launches of a function pass to it.
pub(crate) struct Given<'m> {
    func: Op,
    /// The functions that the program calls; `None` if they are not known.
    pub(crate) called: Option<&'m FxHashSet<Op>>,
    operands: Vec<&'m [Value]>,
    pub(crate) geometry: Vec<Geometry>,
}

impl<'m> Given<'m> {
    pub(crate) fn new(module: &'m Module, func: Op, launches: &Launches, called: &'m FxHashSet<Op>) -> Self {
        let operands = launches.operands(module, func);
        let geometry = launches.geometry(module, func);
        if MAX_LAUNCHES < operands.len() || operands.len() != geometry.len() {
            return Self { called: Some(called), ..Self::nothing(func) };
        }
        Self { func, called: Some(called), operands, geometry }
    }

    /// Nothing is known of the arguments of a function.
    pub(crate) fn nothing(func: Op) -> Self {
        Self { func, called: None, operands: Vec::new(), geometry: Vec::new() }
    }

    /// Returns the symbols of a value of the function.
    pub(crate) fn value(&self, module: &Module, value: Value) -> Symbols {
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

    /// Returns the symbols of the extent of a dimension of a buffer of the function.
    pub(crate) fn extent(&self, module: &Module, buffer: Value, dim: usize, depth: usize) -> Symbols {
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

    /// Returns the operands of the launches of a kernel for an argument; `None` for other values, and if they are
    /// unknown.
    pub(crate) fn launched(&self, module: &Module, value: Value) -> Option<Vec<Value>> {
        let index = self.argument(module, value).filter(|_| !self.operands.is_empty())?;
        self.operands.iter().map(|operands| operands.get(index).copied()).collect()
    }

    /// Returns the same symbol for each launch.
    fn same(&self, symbol: Symbol) -> Symbols {
        vec![symbol; self.operands.len().max(1)]
    }

    /// Returns the index of an argument of the function.
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

/// Returns the symbol of a value of the launching code.
pub(crate) fn on_host(module: &Module, value: Value, depth: usize) -> Symbol {
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

/// Returns the buffer and dimension whose extent a value is.
fn asked_extent(module: &Module, value: Value) -> Option<(Value, usize)> {
    let op = module.defining_op(value).filter(|op| module.kind(*op) == OpKind::MemRef(MemRef::Dim))?;
    let &[buffer, dim] = module.operands(op) else { return None };
    Some((buffer, usize::try_from(module.constant_int(dim)?).ok()?))
}

/// The origin of a dynamic extent.
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
        OpKind::MemRef(MemRef::Alloc | MemRef::Alloca) | OpKind::Gpu(Gpu::Alloc) => {
            let before = number(module.shape(module.type_of(buffer))?);
            view.group("dynamicSizes").get(before).copied().map(Origin::Size)
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
            (has_all && is_dynamic)
                .then(|| view.group("sizes").get(number(sizes)).copied().map(Origin::Size))?
        }
        _ => None,
    }
}

/// Returns the dividend, the divisor and the rounding of a floor or ceiling division, signed or unsigned.
pub(crate) fn quotient(module: &Module, value: Value) -> Option<(Value, i64, Rounding)> {
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

/// The rounding of a quotient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rounding {
    /// Towards negative infinity.
    Down,
    /// Towards positive infinity.
    Up,
}
