//! Keeps an element that a loop reads and writes in each iteration in a loop-carried value.
//!
//! The element has an invariant memref and invariant indices, and a load and a store of it are directly in the body of an
//! `scf.for`. It is loaded before the loop and stored after it, if no other operation of the loop may access it: other
//! memory is apart by alias analysis, and there is no synchronisation and no call. A loop that may have no iteration is put
//! into an `scf.if` that tests this, so that nothing is accessed that was not before, unless a store of the element stands
//! before the loop; perfectly nested loops around it go into that, too. Inner loops come first, so that the
//! element of a reduction leaves all of its loops. LLVM does the same with the memory locations of a loop in its LICM.
//!
//! A loop with an assertion stays as it is, since the assertion may check the indices of the element; `hoist-bounds-checks`
//! takes such assertions out of loops.
//!
//! Cost: one alias query for each access of a loop, for up to 32 stores of it.
//!
//! ```text
//! scf.for %k = %c0 to %c8 step %c1 {             %0 = memref.load %sum[%i] : memref<4xf32>
//!   %x = memref.load %m[%k] : memref<8xf32>      %1 = scf.for %k = … iter_args(%s = %0) -> (f32) {
//!   %s = memref.load %sum[%i] : memref<4xf32> →    %x = memref.load %m[%k] : memref<8xf32>
//!   %t = arith.addf %s, %x : f32                   %t = arith.addf %s, %x : f32
//!   memref.store %t, %sum[%i] : memref<4xf32>      scf.yield %t : f32
//! }                                              }
//!                                                memref.store %1, %sum[%i] : memref<4xf32>
//! ```

use crate::analysis::alias::{AliasAnalysis, Overlap};
use crate::analysis::effects::{Effects, is_pure, is_terminator, own_effects};
use crate::rewrite::loop_values::carry;
use crate::{Changed, Pass, PassCx, PassFn};
use warpline_ir::def::Effect;
use warpline_ir::{Arith, Builder, MemRef, Module, Op, OpKind, Place, Scf, Type, Value};

/// The `loop-scalar-promotion` pass.
pub const PASS: Pass = Pass {
    name: "loop-scalar-promotion",
    summary: "Keeps elements that a loop reads and writes in each iteration in loop-carried values",
    options: &[],
    run: PassFn::Always(run),
};

/// The maximum number of stores of a loop that are looked at.
const MAX_CANDIDATES: usize = 32;

/// The maximum number of operations before a loop among which a store of its element is looked for.
const MAX_BEFORE: usize = 32;

fn run(cx: &mut PassCx<'_>) -> Changed {
    let root = cx.module.root();
    promote_in(cx.module, &mut AliasAnalysis::with_callers(), root).into()
}

/// Promotes the elements of all loops in an operation; whether there was one.
pub(crate) fn promote_in(module: &mut Module, aliases: &mut AliasAnalysis, op: Op) -> bool {
    let mut changed = false;
    for op in module.walk(op).into_iter().rev() {
        let mut loop_op = op;
        while module.kind(loop_op) == OpKind::Scf(Scf::For)
            && let Some(element) = promotable(module, aliases, loop_op)
        {
            loop_op = element.promote(module, loop_op);
            changed = true;
        }
    }
    changed
}

/// An element with the accesses to it, which are directly in the body of a loop.
struct Element {
    memref: Value,
    indices: Vec<Value>,
    ty: Type,
    /// Loads and stores in the order of the body, the first of which may be either.
    accesses: Vec<Op>,
}

/// Returns an element that a loop can carry.
fn promotable(module: &Module, aliases: &mut AliasAnalysis, loop_op: Op) -> Option<Element> {
    let body = module.ops_in(module.entry(loop_op, 0)?);
    let is_store = |op: &&Op| module.kind(**op) == OpKind::MemRef(MemRef::Store);
    let mut touches = None;
    for store in body.iter().filter(is_store).take(MAX_CANDIDATES) {
        let Some(element) = Element::of(module, loop_op, &body, *store) else { continue };
        let touches = match &touches {
            Some(touches) => touches,
            None => touches.insert(touches_of(module, loop_op)?),
        };
        let region = aliases.of(module, element.memref);
        let is_apart = |(op, memref): &(Op, Value)| {
            let other = aliases.of(module, *memref);
            element.accesses.contains(op) || aliases.overlap(&region, &other) == Overlap::No
        };
        if touches.iter().all(is_apart) {
            return Some(element);
        }
    }
    None
}

/// Returns the operations in a loop that access memory, each with a memref; `None` if one has unknown effects.
fn touches_of(module: &Module, loop_op: Op) -> Option<Vec<(Op, Value)>> {
    let mut touches = Vec::new();
    for op in module.walk(loop_op).into_iter().skip(1) {
        let Effects::Known(effects) = own_effects(module, op) else { return None };
        let accessed = effects.into_iter().filter(|(effect, _)| *effect != Effect::Allocate);
        touches.extend(accessed.map(|(_, memref)| (op, memref)));
    }
    Some(touches)
}

impl Element {
    /// Returns the element of a store with all direct accesses to it, if it is invariant and also loaded.
    fn of(module: &Module, loop_op: Op, body: &[Op], store: Op) -> Option<Self> {
        let (memref, indices) = location(module, store)?;
        let is_invariant = |value: &Value| !module.is_made_inside(*value, loop_op);
        if !is_invariant(&memref) || !indices.iter().all(is_invariant) {
            return None;
        }
        let is_same =
            |op: &Op| location(module, *op).is_some_and(|(other, at)| other == memref && at == indices);
        let accesses: Vec<Op> = body.iter().copied().filter(is_same).collect();
        let is_load = |op: &Op| module.kind(*op) == OpKind::MemRef(MemRef::Load);
        accesses.iter().any(is_load).then(|| Self {
            memref,
            indices: indices.to_vec(),
            ty: module.type_of(module.op(store).named("value")),
            accesses,
        })
    }

    /// Whether a store in front of an operation has already written the element, so that it may be accessed in any case.
    fn is_stored_before(&self, module: &Module, op: Op) -> bool {
        let before = std::iter::successors(module.prev_op(op), |op| module.prev_op(*op));
        let is_same = |op: Op| {
            module.kind(op) == OpKind::MemRef(MemRef::Store)
                && location(module, op)
                    .is_some_and(|(memref, at)| memref == self.memref && at == self.indices)
        };
        before.take(MAX_BEFORE).any(is_same)
    }

    /// Makes the loop carry the element. Returns the new loop.
    fn promote(&self, module: &mut Module, loop_op: Op) -> Op {
        if !has_iterations(module, loop_op) {
            let around = outermost_around(module, loop_op);
            if !self.is_stored_before(module, around) {
                guard(module, loop_op, around);
            }
        }
        let address: Vec<Value> = [self.memref].into_iter().chain(self.indices.iter().copied()).collect();
        let load = Builder::before(module, loop_op).op(MemRef::Load, &address, &[self.ty], &[]);
        let first = module.result(load, 0);
        let body = module.entry(loop_op, 0).expect("a verified loop has a body");
        let mut current = module.add_arg(body, self.ty);
        for access in &self.accesses {
            if module.kind(*access) == OpKind::MemRef(MemRef::Load) {
                let loaded = module.result(*access, 0);
                module.replace_all_uses(loaded, current);
            } else {
                current = module.op(*access).named("value");
            }
            module.erase(*access);
        }
        let new = carry(module, loop_op, &[first], &[current]);
        let last = module.results(new).last().expect("the loop has this result");
        let operands: Vec<Value> = [last].into_iter().chain(address).collect();
        let location = module.location(new);
        Builder::new(module, Place::After(new), location).op(MemRef::Store, &operands, &[], &[]);
        new
    }
}

/// Returns the memref and the indices of a load or a store.
fn location(module: &Module, op: Op) -> Option<(Value, &[Value])> {
    let view = module.op(op);
    match module.kind(op) {
        OpKind::MemRef(MemRef::Load | MemRef::Store) => Some((view.named("memref"), view.group("indices"))),
        _ => None,
    }
}

/// Whether a loop has at least one iteration.
fn has_iterations(module: &Module, loop_op: Op) -> bool {
    let [lower, upper] = ["lowerBound", "upperBound"].map(|name| module.op(loop_op).named(name));
    match [lower, upper].map(|bound| module.constant_int(bound)) {
        [Some(lower), Some(upper)] if is_unsigned(module, loop_op) => {
            lower.cast_unsigned() < upper.cast_unsigned()
        }
        [Some(lower), Some(upper)] => lower < upper,
        _ => false,
    }
}

fn is_unsigned(module: &Module, loop_op: Op) -> bool {
    module.op(loop_op).attr("unsignedCmp").is_some()
}

/// Puts a loop into an `scf.if` that tests whether a loop that is all of it has an iteration.
fn guard(module: &mut Module, loop_op: Op, around: Op) {
    let [lower, upper] = ["lowerBound", "upperBound"].map(|name| module.op(loop_op).named(name));
    let predicate = if is_unsigned(module, loop_op) { "ult" } else { "slt" };
    let results: Vec<Value> = module.results(around).collect();
    let inits = module.operands(around)[3..].to_vec();
    let types: Vec<Type> = results.iter().map(|value| module.type_of(*value)).collect();
    let mut at = Builder::before(module, around);
    let predicate = at.module.keyword_attr(Arith::CmpI, "predicate", predicate);
    let compared = at.op(Arith::CmpI, &[lower, upper], &[Type::I1], &[("predicate", predicate)]);
    let condition = at.module.result(compared, 0);
    let guard = at.op_with_regions(Scf::If, &[condition], &types, &[], 2);
    for (old, new) in results.iter().zip(module.results(guard)) {
        module.replace_all_uses(*old, new);
    }
    for (index, yielded) in [results, inits].iter().enumerate() {
        if index == 1 && yielded.is_empty() {
            break;
        }
        let region = module.region(guard, index);
        let block = module.add_block(region, &[]);
        let location = module.location(guard);
        Builder::new(module, Place::End(block), location).op(Scf::Yield, yielded, &[], &[]);
        if index == 0 {
            module.move_op(around, Place::Start(block));
        }
    }
}

/// Returns the outermost loop around a loop, or that loop, of which nothing but it has effects and its bounds are the same in
/// all iterations.
fn outermost_around(module: &Module, loop_op: Op) -> Op {
    let bounds = ["lowerBound", "upperBound"].map(|name| module.op(loop_op).named(name));
    let mut outermost = loop_op;
    while let Some(parent) = module.parent_op(outermost).filter(|op| module.kind(*op) == OpKind::Scf(Scf::For))
        && bounds.iter().all(|bound| !module.is_made_inside(*bound, parent))
        && let Some(body) = module.entry(parent, 0)
        && module.ops_in(body).into_iter().all(|op| op == outermost || is_terminator(module, op) || is_pure(module, op))
        // What it carries must be what the inner loop leaves unchanged without an iteration.
        && module.results(parent).next().is_none()
    {
        outermost = parent;
    }
    outermost
}
