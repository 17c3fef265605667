//! Erases dead block arguments, and operations that only feed such arguments.
//!
//! An operation with an effect is live, and so are the operands of live operations. An operand that a branch forwards
//! is live only if the block argument is, so a value that only circulates in a loop is erased. Cost: one traversal.

use crate::analysis::edges::{own_operands, set_targets, targets};
use crate::analysis::effects::{Effects, is_terminator, own_effects};
use crate::transforms::dce::drop_dead_ops;
use rustc_hash::{FxHashMap, FxHashSet};
use warpline_ir::def::{Effect, Trait};
use warpline_ir::value::Def;
use warpline_ir::{Block, Module, Op, Value};

/// Erases dead operations and arguments of the module; returns whether there were any.
pub(super) fn drop_dead(module: &mut Module) -> bool {
    let all = module.walk(module.root());
    if all.iter().all(|op| module.successors(*op).is_empty()) {
        return drop_dead_ops(module, module.root());
    }
    let live = Liveness::new(module, &all);
    let changed = drop_args(module, &all, &live);
    // Terminators are among them only in operations that are dead as a whole.
    let dead: Vec<Op> = all.into_iter().filter(|op| !live.ops.contains(op)).collect();
    for op in &dead {
        module.set_operands(*op, &[]);
        module.set_successors(*op, &[]);
    }
    for op in dead.iter().rev() {
        module.erase(*op);
    }
    changed || !dead.is_empty()
}

/// The live operations and values.
#[derive(Default)]
struct Liveness {
    ops: FxHashSet<Op>,
    values: FxHashSet<Value>,
    edges: FxHashMap<Block, Vec<(Op, usize)>>,
    work: Vec<Op>,
}

impl Liveness {
    fn new(module: &Module, all: &[Op]) -> Self {
        let mut live = Self::default();
        for op in all {
            for (index, successor) in module.successors(*op).iter().enumerate() {
                live.edges.entry(successor.block).or_default().push((*op, index));
            }
        }
        for op in all {
            if is_needed_by_itself(module, *op) {
                live.add_op(module, *op);
            }
            if is_opaque(module, *op) {
                let entered =
                    module.successors(*op).iter().flat_map(|successor| module.args(successor.block));
                live.values.extend(entered.copied());
            }
        }
        while let Some(op) = live.work.pop() {
            live.visit(module, op);
        }
        live
    }

    /// Marks an operation and its enclosing operations.
    fn add_op(&mut self, module: &Module, op: Op) {
        let mut at = Some(op);
        while let Some(op) = at.filter(|op| self.ops.insert(*op)) {
            self.work.push(op);
            at = module.parent_op(op);
        }
    }

    fn visit(&mut self, module: &Module, op: Op) {
        for region in module.regions_of(op) {
            for block in module.blocks_of(region) {
                let last = module.last_op(*block).filter(|last| is_terminator(module, *last));
                if let Some(last) = last {
                    self.add_op(module, last);
                }
            }
        }
        for value in own_operands(module, op) {
            self.add_value(module, *value);
        }
        for (block, values) in targets(module, op) {
            for (arg, value) in module.args(block).to_vec().into_iter().zip(values) {
                if self.values.contains(&arg) {
                    self.add_value(module, value);
                }
            }
        }
    }

    fn add_value(&mut self, module: &Module, value: Value) {
        let mut work = vec![value];
        while let Some(value) = work.pop() {
            if !self.values.insert(value) {
                continue;
            }
            match module.def(value) {
                Def::Result(op, _) => self.add_op(module, op),
                Def::Arg(block, index) => {
                    let edges = self.edges.get(&block).into_iter().flatten();
                    let live = edges.filter(|(branch, _)| self.ops.contains(branch));
                    work.extend(live.filter_map(|(branch, target)| {
                        module.successor_args(*branch, *target).get(index as usize).copied()
                    }));
                }
                Def::Forward => {}
            }
        }
    }
}

/// Whether an operation branches in an unknown manner: the values of the block arguments are unknown.
fn is_opaque(module: &Module, op: Op) -> bool {
    module.kind(op).def().is_none() && !module.successors(op).is_empty()
}

/// Whether an operation has an effect besides its results.
fn is_needed_by_itself(module: &Module, op: Op) -> bool {
    let Some(def) = module.kind(op).def() else { return true };
    if is_terminator(module, op) {
        return false;
    }
    op == module.root()
        || def.has(Trait::Symbol)
        || def.has(Trait::Isolated)
        || match own_effects(module, op) {
            Effects::Unknown => true,
            Effects::Known(effects) => {
                effects.iter().any(|(effect, _)| !matches!(effect, Effect::Read | Effect::Allocate))
            }
        }
}

/// Erases the dead arguments of every block that is no entry.
fn drop_args(module: &mut Module, all: &[Op], live: &Liveness) -> bool {
    for op in all {
        shorten_branch(module, *op, live);
    }
    let regions: Vec<_> = all.iter().flat_map(|op| module.regions_of(*op)).collect();
    let mut changed = false;
    for region in regions {
        for block in module.blocks_of(region).to_vec().into_iter().skip(1) {
            changed |= drop_args_of(module, block, live);
        }
    }
    changed
}

/// Erases dead operands of a branch.
fn shorten_branch(module: &mut Module, branch: Op, live: &Liveness) {
    let old = targets(module, branch);
    let needed = |(block, values): &(Block, Vec<Value>)| {
        let args = module.args(*block).iter().zip(values);
        (*block, args.filter(|(arg, _)| live.values.contains(arg)).map(|(_, value)| *value).collect())
    };
    let new: Vec<(Block, Vec<Value>)> = old.iter().map(needed).collect();
    if new != old {
        set_targets(module, branch, &new);
    }
}

fn drop_args_of(module: &mut Module, block: Block, live: &Liveness) -> bool {
    let args = module.args(block).to_vec();
    let mut changed = false;
    for (index, arg) in args.into_iter().enumerate().rev() {
        if !live.values.contains(&arg) {
            drop_users(module, arg);
            module.remove_arg(block, index);
            changed = true;
        }
    }
    changed
}

/// Replaces a dead value in the dead operations that use it; they are erased right after.
fn drop_users(module: &mut Module, value: Value) {
    for used in module.uses(value) {
        module.set_operands(used.op, &[]);
        module.set_successors(used.op, &[]);
    }
}
