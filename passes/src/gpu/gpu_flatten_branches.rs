//! Shortens the branches of kernels: cheap operations move out of them, and a branch in a branch moves out of the
//! outer one.
//!
//! Threads of a subgroup that branch differently run one after the other, and cannot issue the loads of both sides at
//! once. A branch of a few operations becomes predicated instructions instead, without a jump. So the pass hoists
//! arithmetic of integers and pointers out of `scf.if`, where it is shared with other branches, and takes apart a
//! branch that only reads and computes: each branch in it gets the condition of both, and what is between them becomes
//! a branch of its own. Inner branches are taken apart first.
//!
//! Operations are hoisted out of a region if few others remain in it: at most 8, or 32 if the branch can be taken apart.
//! Cost: one walk over the branches.
//!
//! ```text
//! %r = scf.if %a -> (f32) {                     %p = ptr.ptr_add %m, %i : !ptr.ptr<…>, index
//!   %s = scf.if %b -> (f32) {                   %c = arith.andi %a, %b : i1
//!     %p = ptr.ptr_add %m, %i : …               %s = scf.if %c -> (f32) {
//!     %v = ptr.load %p : …                        %v = ptr.load %p : !ptr.ptr<…> -> f32
//!     scf.yield %v : f32                          scf.yield %v : f32
//!   } else {                               →    } else {
//!     scf.yield %x : f32                          scf.yield %x : f32
//!   }                                           }
//!   %t = arith.mulf %s, %y : f32                %r = scf.if %a -> (f32) {
//!   scf.yield %t : f32                            %t = arith.mulf %s, %y : f32
//! } else {                                        scf.yield %t : f32
//!   scf.yield %x : f32                          } else {
//! }                                               scf.yield %x : f32
//!                                               }
//! ```

use crate::analysis::effects::is_droppable;
use crate::analysis::speculation::is_speculatable;
use crate::{Changed, Pass, PassCx, PassFn};
use warpline_ir::{Arith, Block, Builder, Gpu, Module, Op, OpKind, Place, Ptr, Region, Scf, Value};

/// The maximum number of operations that are hoisted out of a region.
const MAX_HOISTED: usize = 64;
/// The maximum number of other operations in a region that is a few predicated instructions.
const MAX_SHORT: usize = 8;
/// The maximum number of other operations in the regions of a branch that is taken apart.
const MAX_GUARDED: usize = 32;

/// The `gpu-flatten-branches` pass.
pub const PASS: Pass = Pass {
    name: "gpu-flatten-branches",
    summary: "Hoists cheap operations out of the branches of kernels and takes nested branches apart",
    options: &[],
    run: PassFn::Always(run),
};

fn run(cx: &mut PassCx<'_>) -> Changed {
    let module = &mut *cx.module;
    let mut changed = false;
    for kernel in module.walk(module.root()) {
        if module.kind(kernel) != OpKind::Gpu(Gpu::Func) {
            continue;
        }
        let is_branch = |op: &Op| module.kind(*op) == OpKind::Scf(Scf::If);
        let branches: Vec<Op> = module.walk(kernel).into_iter().filter(is_branch).collect();
        // Inner branches follow outer ones in the walk.
        for branch in branches.into_iter().rev() {
            let flat = Flat::of(module, branch);
            let max_rest = if flat.is_some() { MAX_GUARDED } else { MAX_SHORT };
            for region in module.regions_of(branch) {
                changed |= hoist(module, branch, region, max_rest);
            }
            if let Some(flat) = flat.filter(|flat| flat.can_apply(module)) {
                flat.apply(module);
                changed = true;
            }
        }
    }
    changed.into()
}

/// Moves the cheap operations of a region before its branch, with those that they depend on, if at most `max_rest`
/// others remain.
fn hoist(module: &mut Module, branch: Op, region: Region, max_rest: usize) -> bool {
    let &[block] = module.blocks_of(region) else { return false };
    let hoisted = cheap_ops(module, block);
    let n_ops: usize = module.ops_in(block).into_iter().map(|op| module.walk(op).len()).sum();
    if hoisted.is_empty() || MAX_HOISTED < hoisted.len() || max_rest < n_ops - hoisted.len() {
        return false;
    }
    for op in &hoisted {
        module.move_op(*op, Place::Before(branch));
    }
    true
}

/// Returns the cheap operations of a block whose operands are from outside of it, or results of such.
fn cheap_ops(module: &Module, block: Block) -> Vec<Op> {
    let mut found: Vec<Op> = Vec::new();
    for op in module.ops_in(block) {
        let is_outside = |value: &Value| {
            module
                .defining_op(*value)
                .is_none_or(|from| found.contains(&from) || module.block_of(from) != Some(block))
        };
        if is_cheap(module, op) && module.operands(op).iter().all(is_outside) {
            found.push(op);
        }
    }
    found
}

/// Whether an operation is an instruction or two that may run where the program would not run it.
fn is_cheap(module: &Module, op: Op) -> bool {
    let is_cheap = match module.kind(op) {
        OpKind::Arith(Arith::Constant) | OpKind::Ptr(Ptr::PtrAdd) => true,
        _ => module.op(op).is_integer_arithmetic(),
    };
    is_cheap && is_speculatable(module, op)
}

/// A branch to take apart.
struct Flat {
    branch: Op,
    /// The block that runs if the condition holds.
    then: Block,
    /// The results if it does not hold.
    otherwise: Vec<Value>,
}

impl Flat {
    /// Returns a branch that only reads and computes, has a branch in it, and is small apart from cheap operations.
    fn of(module: &Module, branch: Op) -> Option<Self> {
        let is_branch = |op: &Op| module.kind(*op) == OpKind::Scf(Scf::If);
        let otherwise = only_yielded(module, branch)?.to_vec();
        let &[then] = module.blocks_of(module.region(branch, 0)) else { return None };
        let ops = module.ops_in(then);
        let (_, body) = ops.split_last()?;
        // What a branch in it does otherwise would run whenever the condition of the outer one does not hold.
        let only_yields =
            |op: Op| module.blocks_of(module.region(op, 1)).is_empty() || only_yielded(module, op).is_some();
        let can_move = |op: &Op| {
            let is_whole = if is_branch(op) { only_yields(*op) } else { module.has_no_regions(*op) };
            is_whole && is_droppable(module, *op)
        };
        let n_others = module.walk(branch).len() - cheap_ops(module, then).len();
        let fits = n_others <= MAX_GUARDED && body.iter().any(is_branch) && body.iter().all(can_move);
        fits.then_some(Self { branch, then, otherwise })
    }

    /// Whether the conditions in the branch are known before it, and each value that one of its pieces passes on has a
    /// stand-in.
    fn can_apply(&self, module: &Module) -> bool {
        self.pieces(module).iter().all(|piece| match piece {
            Piece::Branch(inner) => {
                let from = module.defining_op(module.operand(*inner, 0));
                from.is_none_or(|from| module.block_of(from) != Some(self.then))
            }
            Piece::Plain(ops) => {
                Self::live(module, ops).iter().all(|value| self.stand_in(module, *value).is_some())
            }
        })
    }

    /// Returns the operations in order: branches, and what is between them.
    fn pieces(&self, module: &Module) -> Vec<Piece> {
        let mut ops = module.ops_in(self.then);
        ops.pop();
        let mut pieces: Vec<Piece> = Vec::new();
        for op in ops {
            match (module.kind(op), pieces.last_mut()) {
                (OpKind::Scf(Scf::If), _) => pieces.push(Piece::Branch(op)),
                (_, Some(Piece::Plain(ops))) => ops.push(op),
                _ => pieces.push(Piece::Plain(vec![op])),
            }
        }
        pieces
    }

    /// Returns the results of some operations without regions that others use.
    fn live(module: &Module, ops: &[Op]) -> Vec<Value> {
        let results = ops.iter().flat_map(|op| module.results(*op));
        results.filter(|value| module.uses(*value).iter().any(|used| !ops.contains(&used.op))).collect()
    }

    /// Returns a value that takes the place of another one if the condition does not hold.
    fn stand_in(&self, module: &Module, value: Value) -> Option<Value> {
        let ty = module.type_of(value);
        self.otherwise.iter().copied().find(|other| module.type_of(*other) == ty)
    }

    /// Moves the pieces before the branch and erases it.
    fn apply(&self, module: &mut Module) {
        let (branch, location) = (self.branch, module.location(self.branch));
        let condition = module.operand(branch, 0);
        let mut guarded_ops = Vec::new();
        for piece in self.pieces(module) {
            match piece {
                Piece::Branch(inner) => {
                    module.move_op(inner, Place::Before(branch));
                    let own = module.operand(inner, 0);
                    let both = Builder::before(module, inner).binary(Arith::AndI, condition, own);
                    module.set_operand(inner, 0, both);
                    guarded_ops.push(inner);
                }
                Piece::Plain(ops) => {
                    let live = Self::live(module, &ops);
                    let types: Vec<_> = live.iter().map(|value| module.type_of(*value)).collect();
                    let stand_ins: Vec<Value> =
                        live.iter().filter_map(|value| self.stand_in(module, *value)).collect();
                    let guarded = Builder::before(module, branch).op_with_regions(
                        Scf::If,
                        &[condition],
                        &types,
                        &[],
                        2,
                    );
                    guarded_ops.push(guarded);
                    let then = module.add_block(module.region(guarded, 0), &[]);
                    for op in ops {
                        module.move_op(op, Place::End(then));
                    }
                    let results: Vec<Value> = module.results(guarded).collect();
                    let region = module.region(guarded, 0);
                    for (value, result) in live.iter().zip(results) {
                        module.replace_uses_if(*value, result, |module, op| !module.is_in_region(op, region));
                    }
                    Builder::new(module, Place::End(then), location).op(Scf::Yield, &live, &[], &[]);
                    let otherwise = module.add_block(module.region(guarded, 1), &[]);
                    Builder::new(module, Place::End(otherwise), location).op(
                        Scf::Yield,
                        &stand_ins,
                        &[],
                        &[],
                    );
                }
            }
        }
        let Some(yielded) = module.last_op(self.then) else { return };
        let yielded = module.operands(yielded).to_vec();
        let mut results = Vec::with_capacity(yielded.len());
        for (value, other) in yielded.into_iter().zip(&self.otherwise) {
            let ty = module.type_of(value);
            results.push(if falls_back(module, &guarded_ops, value, *other) {
                value
            } else {
                Builder::before(module, branch).value(Arith::Select, &[condition, value, *other], ty, &[])
            });
        }
        module.replace_op(branch, &results);
    }
}

/// A part of a branch.
enum Piece {
    /// A branch.
    Branch(Op),
    /// Operations that are none.
    Plain(Vec<Op>),
}

/// Returns what the second region of a branch yields, if that is all it does.
fn only_yielded(module: &Module, branch: Op) -> Option<&[Value]> {
    let &[block] = module.blocks_of(module.region(branch, 1)) else { return None };
    let last = module.last_op(block).filter(|last| module.first_op(block) == Some(*last))?;
    Some(module.operands(last))
}

/// Whether a value is another one if none of these branches is taken.
fn falls_back(module: &Module, branches: &[Op], value: Value, other: Value) -> bool {
    if value == other {
        return true;
    }
    let Some(op) = module.defining_op(value).filter(|op| branches.contains(op)) else {
        return false;
    };
    let index = module.results(op).position(|result| result == value);
    let yielded = index.and_then(|index| only_yielded(module, op)?.get(index));
    yielded.is_some_and(|yielded| falls_back(module, branches, *yielded, other))
}
