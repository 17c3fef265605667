//! Eliminates common subexpressions.
//!
//! An operation is replaced by an earlier one of the same kind, operands, attributes and result types if that one
//! dominates it: it precedes it in the same block, in an enclosing block, or in a dominating block. Operands of
//! commutative operations are compared in any order. Of the operations that access memory only reads are merged, and
//! only within a block without a write between. Convergent operations are merged within a block only. Operations with
//! regions are never merged, and nothing is merged across a function. Dead operations are erased.
//!
//! Cost: one traversal; a hash of each operation that may be merged.
//!
//! ```text
//! %0 = arith.addi %a, %b : i32            %0 = arith.addi %a, %b : i32
//! %1 = arith.addi %b, %a : i32       →    %2 = arith.muli %0, %0 : i32
//! %2 = arith.muli %0, %1 : i32
//! ```

use crate::analysis::dominance::DominatorTree;
use crate::analysis::effects::{Effects, is_convergent, is_pure, is_terminator, own_effects};
use crate::transforms::dce;
use crate::{Changed, Pass, PassCx, PassFn};
use rustc_hash::{FxHashMap, FxHashSet};
use warpline_ir::def::{Effect, Trait};
use warpline_ir::{Block, Module, NamedAttr, Op, OpKind, Region, Type, Value};

/// The `cse` pass.
pub const PASS: Pass =
    Pass { name: "cse", summary: "Eliminates common subexpressions", options: &[], run: PassFn::Always(run) };

/// The key under which two operations compute the same value.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    kind: OpKind,
    operands: Vec<Value>,
    attrs: Vec<NamedAttr>,
    results: Vec<Type>,
    /// For operations that read: the block, and the number of preceding writes in it.
    memory: Option<(Block, u32)>,
}

/// The operations that dominate the current point, a table per enclosing block.
#[derive(Default)]
struct Scopes {
    tables: Vec<FxHashMap<Key, Op>>,
    /// The first table that is visible at this point.
    first: usize,
    /// The operations that write, or contain one that does.
    writers: FxHashSet<Op>,
    /// Operations that were dead when they were visited.
    dead: Vec<Op>,
}

fn run(cx: &mut PassCx<'_>) -> Changed {
    let root = cx.module.root();
    let mut scopes = Scopes { writers: find_writers(cx.module), ..Scopes::default() };
    let merged = merge_in_regions(cx.module, root, &mut scopes);
    for op in &scopes.dead {
        cx.module.erase(*op);
    }
    (merged || !scopes.dead.is_empty()).into()
}

/// Returns the operations that may write, and their enclosing operations.
fn find_writers(module: &Module) -> FxHashSet<Op> {
    let mut writers = FxHashSet::default();
    for op in module.walk(module.root()) {
        let writes = match own_effects(module, op) {
            Effects::Known(effects) => effects.iter().any(|(effect, _)| *effect == Effect::Write),
            Effects::Unknown => !is_terminator(module, op),
        };
        let mut at = Some(op).filter(|_| writes);
        while let Some(op) = at.filter(|op| writers.insert(*op)) {
            at = module.parent_op(op);
        }
    }
    writers
}

fn merge_in_regions(module: &mut Module, op: Op, scopes: &mut Scopes) -> bool {
    let is_isolated = module.kind(op).def().is_none_or(|def| def.has(Trait::Isolated));
    let outer = scopes.first;
    if is_isolated {
        scopes.first = scopes.tables.len();
    }
    let mut changed = false;
    for region in module.regions_of(op) {
        changed |= merge_in_region(module, region, scopes);
    }
    scopes.first = outer;
    changed
}

/// Walks down the dominator tree; the table of a block stays while the blocks that it dominates are visited.
fn merge_in_region(module: &mut Module, region: Region, scopes: &mut Scopes) -> bool {
    let Some(entry) = module.blocks_of(region).first().copied() else { return false };
    let tree = DominatorTree::new(module, region);
    let mut changed = false;
    let mut work = vec![CseStep::Enter(entry)];
    while let Some(step) = work.pop() {
        let CseStep::Enter(block) = step else {
            scopes.tables.pop();
            continue;
        };
        scopes.tables.push(FxHashMap::default());
        changed |= merge_in_block(module, block, scopes);
        work.push(CseStep::Leave);
        work.extend(tree.children(block).iter().rev().map(|child| CseStep::Enter(*child)));
    }
    changed
}

/// A step of the walk down a dominator tree.
enum CseStep {
    Enter(Block),
    Leave,
}

fn merge_in_block(module: &mut Module, block: Block, scopes: &mut Scopes) -> bool {
    let mut changed = false;
    let mut n_writes = 0;
    for op in module.ops_in(block) {
        if scopes.writers.contains(&op) {
            n_writes += 1;
        }
        if dce::is_dead(module, op) {
            scopes.dead.push(op);
            continue;
        }
        if !module.regions_of(op).is_empty() {
            changed |= merge_in_regions(module, op, scopes);
            continue;
        }
        if is_terminator(module, op) || module.n_results(op) == 0 {
            continue;
        }
        if is_pure(module, op) {
            // The result of a convergent operation is that of the threads of its block.
            let place = is_convergent(module, op).then_some((block, 0));
            changed |= merge(module, op, place, scopes);
        } else if only_reads(module, op) {
            changed |= merge(module, op, Some((block, n_writes)), scopes);
        }
    }
    changed
}

fn only_reads(module: &Module, op: Op) -> bool {
    match own_effects(module, op) {
        Effects::Known(effects) => effects.iter().all(|(effect, _)| *effect == Effect::Read),
        Effects::Unknown => false,
    }
}

/// Replaces an operation by a dominating equal one, or records it.
fn merge(module: &mut Module, op: Op, memory: Option<(Block, u32)>, scopes: &mut Scopes) -> bool {
    let key = key_of(module, op, memory);
    let found = scopes.tables[scopes.first..].iter().rev().find_map(|table| table.get(&key)).copied();
    if let Some(earlier) = found {
        let values: Vec<Value> = module.results(earlier).collect();
        module.replace_op(op, &values);
        return true;
    }
    if let Some(table) = scopes.tables.last_mut() {
        table.insert(key, op);
    }
    false
}

fn key_of(module: &Module, op: Op, memory: Option<(Block, u32)>) -> Key {
    let kind = module.kind(op);
    let mut operands = module.operands(op).to_vec();
    if kind.def().is_some_and(|def| def.has(Trait::Commutative)) {
        operands.sort_unstable();
    }
    let results = module.results(op).map(|result| module.type_of(result)).collect();
    Key { kind, operands, attrs: module.attrs(op).to_vec(), results, memory }
}
