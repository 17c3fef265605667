//! `cpu-interleave-sides`: splits branches whose sides meet at named barriers, so that the parts of the sides take turns.
//!
//! The CPU runs the threads of a block one after the other up to a barrier, and one side of a branch before the other one. So
//! a barrier has to be in no side where threads of both meet. Two loops in which they meet become one.
//!
//! ```text
//! scf.if %gives {                          scf.if %gives {
//!   … // give                                … // give
//!   gpu.barrier named(%all)                }
//!   … // go on                             gpu.barrier named(%all)
//! } else {                             →   scf.if %gives {
//!   gpu.barrier named(%all)                  … // go on
//!   … // take                              } else {
//! }                                          … // take
//!                                          }
//! ```
//! Values of one part that another one uses are results of the branch of its part; on the other side they are zero, which
//! nothing uses. Views are built again. A branch stays as it is if its sides do not meet in the same order, directly in
//! them or in loops with the same bounds. Cost: the size of the branch for each part.

use super::cpu_shape_kernels::build_for;
use crate::analysis::alias::view_source;
use crate::analysis::effects::{is_pure, is_terminator};
use crate::pass::{Changed, Pass, PassCx, PassFn};
use rustc_hash::FxHashMap;
use warpline_ir::kernels::{device_modules, kernels};
use warpline_ir::{Arith, Block, Builder, Gpu, MemRef, Module, Op, OpKind, Place, Scf, Type, Use, Value};

/// The `cpu-interleave-sides` pass.
pub const PASS: Pass = Pass {
    name: "cpu-interleave-sides",
    summary: "Splits branches whose sides meet at named barriers, so that their parts take turns",
    options: &[],
    run: PassFn::Always(run),
};

/// Operations of a side of a branch, and the one behind them in which its threads meet those of the other side.
type Part = (Vec<Op>, Option<Op>);

fn run(cx: &mut PassCx<'_>) -> Changed {
    let mut changed = false;
    for device in device_modules(cx.module) {
        for kernel in kernels(cx.module, device) {
            let ops = cx.module.walk(kernel);
            if !ops.iter().any(|op| name_of(cx.module, *op).is_some()) {
                continue;
            }
            // The inner branches first, so that their parts are ready for the outer ones.
            let branches = ops.into_iter().filter(|op| cx.module.kind(*op) == OpKind::Scf(Scf::If));
            for branch in branches.collect::<Vec<Op>>().into_iter().rev() {
                changed |= split(cx.module, branch).is_some();
            }
        }
    }
    changed.into()
}

/// Splits a branch where threads of both sides meet; `None` if they do not, or cannot take turns.
fn split(module: &mut Module, branch: Op) -> Option<()> {
    let blocks = [module.entry(branch, 0)?, module.entry(branch, 1)?];
    let [mut shared, others] = blocks.map(|block| names_in(module, block));
    shared.retain(|name| others.contains(name));
    let sides = Sides { condition: module.operand(branch, 0), shared };
    let inner = module.walk(branch).split_off(1);
    if sides.shared.is_empty()
        || !sides.can_join(module, blocks)
        || !inner.iter().all(|op| can_pass_on(module, *op))
        || module.results(branch).any(|result| module.zero_of(module.type_of(result)).is_none())
    {
        return None;
    }
    for op in inner {
        if is_hoisted(module, op) {
            module.move_op(op, Place::Before(branch));
        }
    }
    let yields = sides.join(module, blocks, branch);
    let results =
        if yields[0].is_empty() { Vec::new() } else { sides.branch(module, branch, [&[], &[]], yields) };
    module.replace_op(branch, &results);
    Some(())
}

/// Whether an operation has the same result wherever it is in a branch.
fn is_hoisted(module: &Module, op: Op) -> bool {
    match module.kind(op) {
        OpKind::Arith(Arith::Constant) | OpKind::MemRef(MemRef::GetGlobal) => true,
        OpKind::MemRef(MemRef::Alloca) => module.operands(op).is_empty(),
        OpKind::Gpu(Gpu::InitializeNamedBarrier) => module.constant_int(module.operand(op, 0)).is_some(),
        _ => false,
    }
}

/// Whether other parts can use the results of an operation.
fn can_pass_on(module: &Module, op: Op) -> bool {
    let is_passed = |value: Value| module.zero_of(module.type_of(value)).is_some() || is_view(module, op);
    is_hoisted(module, op) || module.results(op).all(is_passed)
}

/// Whether the only result of an operation is a buffer that it makes of another one, without effects.
fn is_view(module: &Module, op: Op) -> bool {
    let is_plain = is_pure(module, op) && module.regions_of(op).is_empty() && module.n_results(op) == 1;
    is_plain && view_source(module, module.result(op, 0)).is_some()
}

/// A branch that is split.
struct Sides {
    condition: Value,
    /// The named barriers at which threads of both sides meet.
    shared: Vec<Value>,
}

impl Sides {
    /// Whether two blocks meet at the same barriers in the same order, directly or in loops with the same bounds.
    fn can_join(&self, module: &Module, blocks: [Block; 2]) -> bool {
        let [first, second] = blocks.map(|block| {
            let ops = module.ops_in(block).into_iter();
            ops.filter(|op| self.meets(module, *op)).collect::<Vec<Op>>()
        });
        let is_pair = |(a, b): (&Op, &Op)| match (module.kind(*a), module.kind(*b)) {
            (OpKind::Gpu(Gpu::Barrier), OpKind::Gpu(Gpu::Barrier)) => {
                name_of(module, *a) == name_of(module, *b)
            }
            (OpKind::Scf(Scf::For), OpKind::Scf(Scf::For)) if are_alike(module, [*a, *b]) => {
                let bodies = module.entry(*a, 0).zip(module.entry(*b, 0));
                bodies.is_some_and(|(a, b)| self.can_join(module, [a, b]))
            }
            _ => false,
        };
        first.len() == second.len() && first.iter().zip(&second).all(is_pair)
    }

    /// Whether threads of both sides meet in an operation.
    fn meets(&self, module: &Module, op: Op) -> bool {
        module.any_in(op, |inner| name_of(module, inner).is_some_and(|name| self.shared.contains(&name)))
    }

    /// Moves the parts of two blocks that can be joined before an operation, in turns, and returns the operands of their
    /// terminators.
    fn join(&self, module: &mut Module, blocks: [Block; 2], before: Op) -> [Vec<Value>; 2] {
        loop {
            let [(ops, meeting), (others, other)] = blocks.map(|block| self.next_part(module, block));
            self.move_parts(module, [&ops, &others], before);
            let Some(both) = meeting.zip(other) else { break };
            self.meet(module, both.into(), before);
        }
        blocks.map(|block| module.last_op(block).map_or(&[][..], |end| module.operands(end)).to_vec())
    }

    /// Returns the first part of a block whose earlier parts are moved away; only the last one has no meeting behind it.
    fn next_part(&self, module: &Module, block: Block) -> Part {
        let mut ops = module.ops_in(block);
        ops.retain(|op| !is_terminator(module, *op));
        let meeting = ops.iter().position(|op| self.meets(module, *op));
        let last = meeting.map(|number| ops[number]);
        ops.truncate(meeting.unwrap_or(ops.len()));
        (ops, last)
    }

    /// Moves a part of each side into a new branch, and passes on what others use of it.
    fn move_parts(&self, module: &mut Module, parts: [&[Op]; 2], before: Op) {
        if parts.iter().all(|ops| ops.is_empty()) {
            return;
        }
        let mut passed = [Vec::new(), Vec::new()];
        for (ops, passed) in parts.iter().zip(&mut passed) {
            rebuild_views(module, ops);
            let results = ops.iter().flat_map(|op| module.results(*op));
            passed.extend(results.filter(|value| !users_outside(module, ops, *value).is_empty()));
        }
        let types: [Vec<Type>; 2] =
            passed.each_ref().map(|values| values.iter().map(|value| module.type_of(*value)).collect());
        let mut at = Builder::before(module, before);
        let mut zeros = |types: &[Type]| -> Vec<Value> {
            let zero = |ty: &Type| {
                let zero = at.module.zero_of(*ty)?;
                let attr = at.module.intern_attr(zero);
                at.constant(attr)
            };
            types.iter().filter_map(zero).collect()
        };
        let [of_first, of_second] = [zeros(&types[0]), zeros(&types[1])];
        let yields = [[passed[0].clone(), of_second].concat(), [of_first, passed[1].clone()].concat()];
        let results = self.branch(module, before, parts, yields);
        let branch = module.prev_op(before).expect("the branch was built before it");
        for (value, result) in passed.concat().into_iter().zip(results) {
            module.replace_uses_if(value, result, |module, user| !module.is_inside(user, branch));
        }
    }

    /// Builds a branch of these operations on each side with these values, and returns its results.
    fn branch(
        &self,
        module: &mut Module,
        before: Op,
        ops: [&[Op]; 2],
        yields: [Vec<Value>; 2],
    ) -> Vec<Value> {
        let types: Vec<Type> = yields[0].iter().map(|value| module.type_of(*value)).collect();
        let location = module.location(before);
        let branch =
            Builder::before(module, before).op_with_regions(Scf::If, &[self.condition], &types, &[], 2);
        for (index, (ops, yields)) in ops.into_iter().zip(yields).enumerate() {
            let region = module.region(branch, index);
            let block = module.add_block(region, &[]);
            for op in ops {
                module.move_op(*op, Place::End(block));
            }
            Builder::new(module, Place::End(block), location).op(Scf::Yield, &yields, &[], &[]);
        }
        module.results(branch).collect()
    }

    /// Moves one of two operations in which the sides meet before an operation, for both.
    fn meet(&self, module: &mut Module, [meeting, other]: [Op; 2], before: Op) {
        if module.kind(meeting) == OpKind::Scf(Scf::For) {
            self.join_loops(module, [meeting, other], before);
        } else {
            module.move_op(meeting, Place::Before(before));
            module.erase(other);
        }
    }

    /// Builds one loop of two with the same bounds.
    fn join_loops(&self, module: &mut Module, loops: [Op; 2], before: Op) {
        let bounds = [0, 1, 2].map(|bound| module.operand(loops[0], bound));
        let inits = loops.map(|op| module.operands(op)[3..].to_vec());
        let bodies = loops.map(|op| module.entry(op, 0));
        let [Some(first), Some(second)] = bodies else { return };
        let (new, body, end) = build_for(&mut Builder::before(module, before), bounds, &inits.concat());
        let attrs = module.attrs(loops[0]).to_vec();
        module.set_attrs(new, &attrs);
        let new_args = module.args(body).to_vec();
        let mut rest = &new_args[1..];
        for block in [first, second] {
            let args = module.args(block).to_vec();
            let (own, others) = rest.split_at(args.len() - 1);
            for (old, new) in args.iter().zip(std::iter::once(&new_args[0]).chain(own)) {
                module.replace_all_uses(*old, *new);
            }
            rest = others;
        }
        let yields = self.join(module, [first, second], end);
        module.set_operands(end, &yields.concat());
        let results: Vec<Value> = module.results(new).collect();
        let (own, others) = results.split_at(inits[0].len());
        module.replace_op(loops[0], own);
        module.replace_op(loops[1], others);
    }
}

/// Returns the named barrier of a `gpu.barrier`.
fn name_of(module: &Module, op: Op) -> Option<Value> {
    let is_barrier = module.kind(op) == OpKind::Gpu(Gpu::Barrier);
    module.operands(op).first().copied().filter(|_| is_barrier)
}

/// Returns the named barriers at which threads meet in a block, each once.
fn names_in(module: &Module, block: Block) -> Vec<Value> {
    let ops = module.ops_in(block).into_iter().flat_map(|op| module.walk(op));
    let mut names = Vec::new();
    for name in ops.filter_map(|op| name_of(module, op)) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Whether two loops have the same bounds and step, and compare them alike.
fn are_alike(module: &Module, loops: [Op; 2]) -> bool {
    let [first, second] = loops.map(|op| &module.operands(op)[..3]);
    let is_same = |(a, b): (&Value, &Value)| {
        let number = module.constant_int(*a);
        a == b
            || number.is_some()
                && number == module.constant_int(*b)
                && module.type_of(*a) == module.type_of(*b)
    };
    let [a, b] = loops.map(|op| module.attr(op, "unsignedCmp"));
    a == b && first.iter().zip(second).all(is_same)
}

/// Returns the uses of a value outside of some operations.
fn users_outside(module: &Module, ops: &[Op], value: Value) -> Vec<Use> {
    let is_outside = |used: &Use| !ops.iter().any(|op| module.is_inside(used.op, *op));
    module.uses(value).into_iter().filter(is_outside).collect()
}

/// Builds views again where operations outside use them: a branch cannot choose between a buffer and none.
fn rebuild_views(module: &mut Module, ops: &[Op]) {
    for op in ops.iter().rev() {
        if !is_view(module, *op) {
            continue;
        }
        for Use { op: user, index } in users_outside(module, ops, module.result(*op, 0)) {
            if is_terminator(module, user) {
                continue;
            }
            let copy = module.clone_op(*op, &mut FxHashMap::default());
            module.insert(copy, Place::Before(user));
            let view = module.result(copy, 0);
            module.set_operand(user, index as usize, view);
        }
    }
}
