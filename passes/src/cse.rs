//! Merges pure operations that compute the same value.
//!
//! An operation is replaced by an earlier one of the same kind, operands, attributes and result types if that
//! one dominates it: it stands before it in the same block, in a block around it, or in the entry block of a
//! region with several blocks. Operands of commutative operations are compared in any order. Operations that
//! touch memory or have regions are never merged, and nothing is merged across a function.
//!
//! Cost: one walk; a hash of each pure operation.
//!
//! ```text
//! %0 = arith.addi %a, %b : i32            %0 = arith.addi %a, %b : i32
//! %1 = arith.addi %b, %a : i32       →    %2 = arith.muli %0, %0 : i32
//! %2 = arith.muli %0, %1 : i32
//! ```

use crate::analysis::effects::{is_pure, is_terminator};
use crate::dce;
use crate::{Changed, Pass, PassCx};
use rustc_hash::FxHashMap;
use warpline_ir::def::Trait;
use warpline_ir::{Block, Module, NamedAttr, Op, OpKind, Region, Reported, Type, Value};

/// The pass.
pub const PASS: Pass =
    Pass { name: "cse", summary: "Merges pure operations that compute the same value", options: &[], run };

/// What makes two pure operations compute the same.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    kind: OpKind,
    operands: Vec<Value>,
    attrs: Vec<NamedAttr>,
    results: Vec<Type>,
}

/// The operations that dominate the place of the walk, a table per block around it.
#[derive(Default)]
struct Scopes {
    tables: Vec<FxHashMap<Key, Op>>,
    /// The first table that the place may look into.
    first: usize,
}

#[expect(clippy::unnecessary_wraps, reason = "the signature of a pass")]
fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let root = cx.module.root();
    let mut scopes = Scopes::default();
    let merged = merge_in_regions(cx.module, root, &mut scopes);
    let dropped = dce::drop_dead_ops(cx.module, root);
    Ok((merged || dropped).into())
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

/// The table of the entry block stays while the other blocks are visited.
fn merge_in_region(module: &mut Module, region: Region, scopes: &mut Scopes) -> bool {
    let blocks = module.blocks_of(region).to_vec();
    let Some((entry, others)) = blocks.split_first() else { return false };
    scopes.tables.push(FxHashMap::default());
    let mut changed = merge_in_block(module, *entry, scopes);
    for block in others {
        scopes.tables.push(FxHashMap::default());
        changed |= merge_in_block(module, *block, scopes);
        scopes.tables.pop();
    }
    scopes.tables.pop();
    changed
}

fn merge_in_block(module: &mut Module, block: Block, scopes: &mut Scopes) -> bool {
    let mut changed = false;
    for op in module.ops_in(block) {
        if !module.regions_of(op).is_empty() {
            changed |= merge_in_regions(module, op, scopes);
        } else if is_pure(module, op) && !is_terminator(module, op) && 0 < module.n_results(op) {
            changed |= merge(module, op, scopes);
        }
    }
    changed
}

/// Replaces an operation by a dominating equal one, or remembers it.
fn merge(module: &mut Module, op: Op, scopes: &mut Scopes) -> bool {
    let key = key_of(module, op);
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

fn key_of(module: &Module, op: Op) -> Key {
    let kind = module.kind(op);
    let mut operands = module.operands(op).to_vec();
    if kind.def().is_some_and(|def| def.has(Trait::Commutative)) {
        operands.sort_unstable();
    }
    let results = module.results(op).map(|result| module.type_of(result)).collect();
    Key { kind, operands, attrs: module.attrs(op).to_vec(), results }
}
