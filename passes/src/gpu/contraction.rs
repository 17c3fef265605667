//! Contractions: nests of parallel loops whose iterations each add up products of two operands, as products of matrices and
//! convolutions do.
//!
//! ```text
//! scf.parallel (%i, %j) = … {
//!   %init = …                                          the prologue: computes, loads
//!   %sum = scf.for %k = … iter_args(%acc = %init) {    one loop or several perfectly nested ones
//!     %x = a value of %i and %k
//!     %y = a value of %j and %k
//!     %product = arith.mulf %x, %y                     or math.fma, or integers
//!     yield %acc + %product
//!   }
//!   …                                                  the epilogue: computes, loads, stores
//! }
//! ```
//! Each loop of the nest decides one of the operands (m, n) or both (batch). So a block of threads that computes a tile of
//! m × n reads each operand once for all of it, and sums still have their order.

use crate::analysis::access::is_volatile;
use crate::analysis::alias::{AliasAnalysis, Overlap};
use crate::analysis::effects::{is_pure, is_terminator};
use crate::analysis::trip_count::trip_count;
use crate::gpu::nest::Nest;
use rustc_hash::FxHashSet;
use warpline_ir::dialect::scf::ForLoop;
use warpline_ir::{Arith, Math, MemRef, Module, Op, OpKind, Scf, Type, Value};

/// The maximum number of operations that compute an operand, and of those of the prologue and the epilogue.
const MAX_OPS: usize = 64;

/// A loop of a contraction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    pub(super) iv: Value,
    pub(super) lower: Value,
    pub(super) upper: Value,
    pub(super) step: Value,
    /// The number of iterations, if it is constant.
    pub(super) trips: Option<i64>,
}

/// A value with what it is computed from.
#[derive(Debug)]
pub(super) struct Operand {
    pub(super) value: Value,
    pub(super) loads: Vec<Op>,
    /// The variables of loops.
    pub(super) variables: FxHashSet<Value>,
}

impl Operand {
    /// Whether it is the same in all iterations.
    fn is_fixed(&self) -> bool {
        self.loads.is_empty() && self.variables.is_empty()
    }
}

/// A contraction. Its parts are operations and values of the nest, which stays as it is.
#[derive(Debug)]
pub(super) struct Contraction {
    /// The conditions under which there is anything to do, the same for all iterations.
    pub(super) guards: Vec<Value>,
    /// The loops that both operands depend on, then those of `a` alone and of `b` alone: the last loop of the nest is of `b`,
    /// unless it has one iteration.
    pub(super) batch: Vec<Axis>,
    pub(super) m: Vec<Axis>,
    pub(super) n: Vec<Axis>,
    /// The loops that add up, outermost first.
    pub(super) k: Vec<Axis>,
    pub(super) a: Operand,
    pub(super) b: Operand,
    /// The sum with which each element begins.
    pub(super) init: Operand,
    /// The outermost loop that adds up; its result is the sum.
    pub(super) sums: Op,
    /// `arith.mulf` or `arith.muli`; none if `sum` is a `math.fma`.
    pub(super) product: Option<Op>,
    pub(super) sum: Op,
    /// The operations after the loop, in order.
    pub(super) epilogue: Vec<Op>,
    /// The type of the operands and of the sum.
    pub(super) element: Type,
}

impl Contraction {
    /// Returns a nest as a contraction; an error is the condition that does not hold.
    pub(super) fn of(module: &Module, aliases: &mut AliasAnalysis, nest: &Nest) -> Result<Self, String> {
        let (body, guards) = guarded_body(module, nest.op);
        let is_loop = |op: &Op| module.kind(*op) == OpKind::Scf(Scf::For);
        let position = body.iter().position(is_loop).ok_or("no loop adds up values")?;
        let (prologue, rest) = body.split_at(position);
        let Some(([sums], [epilogue @ .., _end])) = rest.split_at_checked(1) else {
            return Err("no loop adds up values".to_string());
        };
        let (k, inner) = summing_loops(module, nest, *sums)?;
        let update = Update::of(module, inner)?;
        let is_before = |op: &Op| is_pure(module, *op) && module.has_no_regions(*op) || is_load(module, *op);
        let is_after = |op: &Op| is_before(op) || module.kind(*op) == OpKind::MemRef(MemRef::Store);
        let is_plain = prologue.iter().all(is_before) && epilogue.iter().all(is_after);
        if !is_plain || MAX_OPS < prologue.len() + epilogue.len() {
            return Err("more than loads before the sum, and loads and stores after it".to_string());
        }
        let slice = |value| slice(module, nest, &k, value);
        for guard in &guards {
            if !slice(*guard)?.is_fixed() {
                return Err("the sum is under a condition that differs between iterations".to_string());
            }
        }
        let [a, b] = update.factors.map(slice);
        let (mut a, mut b) = (a?, b?);
        let stores: Vec<Op> = epilogue.iter().copied().filter(|op| !is_before(op)).collect();
        let loads: Vec<Op> = a.loads.iter().chain(&b.loads).copied().collect();
        if meets(module, aliases, &loads, &stores) {
            return Err("an operand may overlap the result".to_string());
        }
        // What the epilogue uses of the prologue is computed again.
        let used = epilogue.iter().flat_map(|op| module.operands(*op));
        for value in used.filter(|value| module.defining_op(**value).is_some_and(|op| prologue.contains(&op)))
        {
            if meets(module, aliases, &slice(*value)?.loads, &stores) {
                return Err("a value that is loaded before the sum is used after it".to_string());
            }
        }
        let axes: Vec<Axis> = axes_of(module, nest);
        let uses = |operand: &Operand, axis: &Axis| operand.variables.contains(&axis.iv);
        let mut groups: [Vec<Axis>; 3] = Default::default();
        for axis in &axes {
            let group = match (uses(&a, axis), uses(&b, axis)) {
                (true, true) => 0,
                (true, false) => 1,
                (false, true) => 2,
                (false, false) if axis.trips == Some(1) => 0,
                (false, false) => return Err("a parallel loop decides no operand".to_string()),
            };
            groups[group].push(*axis);
        }
        let [batch, mut m, mut n] = groups;
        if [&m, &n].into_iter().any(|group| group.iter().all(|axis| axis.trips == Some(1))) {
            return Err("the parallel loops decide only one operand, or both".to_string());
        }
        let last = axes.iter().rev().find(|axis| axis.trips != Some(1));
        if last.is_some_and(|last| m.iter().any(|axis| axis.iv == last.iv)) {
            std::mem::swap(&mut a, &mut b);
            std::mem::swap(&mut m, &mut n);
        }
        let init = slice(ForLoop(module.op(*sums)).inits()[0])?;
        if !is_number(module, module.type_of(init.value)) {
            return Err("the sum is not of one integer or float".to_string());
        }
        Ok(Self {
            guards,
            batch,
            m,
            n,
            k,
            a,
            b,
            element: module.type_of(init.value),
            init,
            sums: *sums,
            product: update.product,
            sum: update.sum,
            epilogue: epilogue.to_vec(),
        })
    }

    /// Returns the number of steps of a sum, if it is constant.
    pub(super) fn steps(&self) -> Option<i64> {
        self.k.iter().try_fold(1i64, |steps, axis| steps.checked_mul(axis.trips?))
    }

    /// Whether the first factor of the product is `b`.
    pub(super) fn is_swapped(&self, module: &Module) -> bool {
        module.operand(self.product.unwrap_or(self.sum), 0) == self.b.value
    }
}

/// Returns the operations of the body of a nest, or of the only branch in it, with the conditions of such branches.
fn guarded_body(module: &Module, nest: Op) -> (Vec<Op>, Vec<Value>) {
    let (mut around, mut guards) = (nest, Vec::new());
    loop {
        let body = module.entry(around, 0).map(|body| module.ops_in(body)).unwrap_or_default();
        let has_effects = |op: &Op| !is_pure(module, *op) && !is_terminator(module, *op);
        let mut with_effects = body.iter().copied().filter(has_effects);
        let (Some(branch), None) = (with_effects.next(), with_effects.next()) else { return (body, guards) };
        let is_guard = module.kind(branch) == OpKind::Scf(Scf::If)
            && module.n_results(branch) == 0
            && module.entry(branch, 1).is_none_or(|other| module.ops_in(other).len() < 2);
        if !is_guard {
            return (body, guards);
        }
        guards.push(module.operand(branch, 0));
        around = branch;
    }
}

/// Returns the loops of a nest.
fn axes_of(module: &Module, nest: &Nest) -> Vec<Axis> {
    let bounds = nest.lower.iter().zip(&nest.upper).zip(&nest.step);
    let axes = nest.ivs.iter().zip(bounds).map(|(iv, ((lower, upper), step))| Axis {
        iv: *iv,
        lower: *lower,
        upper: *upper,
        step: *step,
        trips: trip_count(module, *lower, *upper, *step),
    });
    axes.collect()
}

/// Whether a type is that of integers of at most 64 bits or of floats.
pub(super) fn is_number(module: &Module, ty: Type) -> bool {
    module.float_kind(ty).is_some()
        || module.is_int_or_index(ty) && module.bit_width(ty).is_none_or(|width| width <= 64)
}

fn is_load(module: &Module, op: Op) -> bool {
    module.kind(op) == OpKind::MemRef(MemRef::Load) && !is_volatile(module, op)
}

/// Whether a load may read what a store writes.
fn meets(module: &Module, aliases: &mut AliasAnalysis, loads: &[Op], stores: &[Op]) -> bool {
    let mut of = |op: &Op| aliases.of(module, module.op(*op).named("memref"));
    let [loads, stores] = [loads, stores].map(|ops| ops.iter().map(&mut of).collect::<Vec<_>>());
    loads.iter().any(|load| stores.iter().any(|store| aliases.overlap(load, store) != Overlap::No))
}

/// Returns the perfectly nested loops that carry one value, outermost first, and the innermost one.
fn summing_loops(module: &Module, nest: &Nest, outermost: Op) -> Result<(Vec<Axis>, Op), String> {
    let (mut axes, mut op) = (Vec::new(), outermost);
    loop {
        let view = ForLoop(module.op(op));
        let bounds = [view.lower_bound(), view.upper_bound(), view.step()];
        let is_fixed = |value: &Value| !module.is_made_inside(*value, nest.op);
        let is_plain = module.constant_int(bounds[2]).is_some_and(|step| 0 < step)
            && module.type_of(bounds[0]) == Type::INDEX
            && module.attr(op, "unsignedCmp").is_none();
        let writes = |inner: &Op| module.kind(*inner) == OpKind::MemRef(MemRef::Store);
        if view.inits().is_empty() && module.walk(op).iter().any(writes) {
            return Err("what the loop updates in memory may overlap what it reads".to_string());
        }
        if view.inits().len() != 1 || !is_plain || !bounds.iter().all(is_fixed) {
            return Err(
                "the loop does not add up one value, or its bounds differ between iterations".to_string()
            );
        }
        let [lower, upper, step] = bounds;
        let trips = trip_count(module, lower, upper, step);
        axes.push(Axis { iv: view.induction_variable(), lower, upper, step, trips });
        let body = module.entry(op, 0).map(|body| module.ops_in(body)).unwrap_or_default();
        let mut loops = body.iter().filter(|inner| module.kind(**inner) == OpKind::Scf(Scf::For));
        let Some(inner) = loops.next() else { return Ok((axes, op)) };
        let carried = view.iter_args()[0];
        let end = body.last().map(|end| module.operands(*end));
        let is_passed_on = ForLoop(module.op(*inner)).inits() == [carried]
            && end == Some(&module.results(*inner).collect::<Vec<_>>())
            && module.uses(carried).len() == 1;
        let is_pure = |other: &Op| other == inner || is_pure(module, *other);
        let others = body.split_last().map_or(&[][..], |(_, others)| others);
        if !is_passed_on || !others.iter().all(is_pure) {
            return Err("the loops that add up are not perfectly nested".to_string());
        }
        op = *inner;
    }
}

/// How an iteration updates the sum.
struct Update {
    factors: [Value; 2],
    product: Option<Op>,
    sum: Op,
}

impl Update {
    fn of(module: &Module, inner: Op) -> Result<Self, String> {
        Self::read(module, inner).ok_or_else(|| "the loop does not add products to its sum".to_string())
    }

    fn read(module: &Module, inner: Op) -> Option<Self> {
        let body = module.entry(inner, 0)?;
        let carried = *module.args(body).get(1)?;
        let ops = module.ops_in(body);
        let (end, ops) = ops.split_last()?;
        let is_plain = |op: &Op| is_pure(module, *op) && module.has_no_regions(*op) || is_load(module, *op);
        let sum = module.defining_op(*module.operands(*end).first()?)?;
        let is_once = |value: Value| module.uses(value).len() == 1;
        if !ops.iter().all(is_plain)
            || !ops.contains(&sum)
            || !is_once(carried)
            || !is_once(module.result(sum, 0))
        {
            return None;
        }
        let has_flags = |op: Op| module.op(op).has_flag("overflowFlags", &["nsw", "nuw"]);
        match (module.kind(sum), module.operands(sum)) {
            (OpKind::Math(Math::Fma), [a, b, c]) if *c == carried => {
                Some(Self { factors: [*a, *b], product: None, sum })
            }
            (OpKind::Arith(kind @ (Arith::AddF | Arith::AddI)), [x, y]) => {
                let product = if *x == carried { *y } else { *x };
                let op = module.defining_op(product).filter(|op| ops.contains(op))?;
                let wanted = if kind == Arith::AddF { Arith::MulF } else { Arith::MulI };
                let fits = module.kind(op) == OpKind::Arith(wanted)
                    && (*x == carried || *y == carried)
                    && is_once(product)
                    && !has_flags(sum)
                    && !has_flags(op);
                let [a, b] = *module.operands(op) else { return None };
                fits.then_some(Self { factors: [a, b], product: Some(op), sum })
            }
            _ => None,
        }
    }
}

/// Returns what a value in a nest is computed from.
fn slice(module: &Module, nest: &Nest, k: &[Axis], value: Value) -> Result<Operand, String> {
    let mut found = Operand { value, loads: Vec::new(), variables: FxHashSet::default() };
    let (mut work, mut seen) = (vec![value], FxHashSet::default());
    while let Some(value) = work.pop() {
        if !module.is_made_inside(value, nest.op) || !seen.insert(value) {
            continue;
        }
        let Some(op) = module.defining_op(value) else {
            if !nest.ivs.contains(&value) && !k.iter().any(|axis| axis.iv == value) {
                return Err("an operand depends on the sum".to_string());
            }
            found.variables.insert(value);
            continue;
        };
        if is_load(module, op) {
            found.loads.push(op);
        } else if !is_pure(module, op) || !module.has_no_regions(op) {
            return Err("an operand is not computed from loads and variables alone".to_string());
        }
        if MAX_OPS < seen.len() {
            return Err("an operand takes many operations".to_string());
        }
        work.extend(module.operands(op));
    }
    Ok(found)
}
