//! Preserves the names that the user gave to values, through passes as far as the values survive.

use rustc_hash::FxHashMap;
use warpline_ir::print::KeptNames;
use warpline_ir::{Block, Module, Op, Span, Type, Value};

use crate::driver::views::name_of;

/// Returns the names that values of a module had in the text of the module that it was made from.
///
/// Passes give new operations the location of the operation that they replace. So of several operations at one
/// location the last one of a block gets the name, if its results have the original types.
pub(super) fn kept(before: &Module, text: &str, after: &Module) -> KeptNames {
    let mut known: FxHashMap<Span, (Vec<Type>, Vec<String>)> = FxHashMap::default();
    for op in before.walk(before.root()) {
        let names = before.results(op).map(|result| name_of(before, text, result));
        if let Some(names) = names.collect::<Option<Vec<String>>>().filter(|names| !names.is_empty()) {
            known.insert(place(before, op), (types(before, op), names));
        }
    }
    let ops = after.walk(after.root());
    let mut last: FxHashMap<(Span, Option<Block>), Op> = FxHashMap::default();
    for op in ops.iter().copied().filter(|op| 0 < after.n_results(*op)) {
        let is_same = known.get(&place(after, op)).is_some_and(|(wanted, _)| *wanted == types(after, op));
        if is_same {
            last.insert((place(after, op), after.block_of(op)), op);
        }
    }
    let mut kept = KeptNames::default();
    for op in ops {
        if last.get(&(place(after, op), after.block_of(op))) == Some(&op) {
            let names = known[&place(after, op)].1.iter().cloned();
            kept.of.extend(after.results(op).zip(names));
        }
        kept.of.extend(args(after, op).filter_map(|arg| Some((arg, name_of(after, text, arg)?))));
    }
    kept
}

fn place(module: &Module, op: Op) -> Span {
    module.span(module.location(op))
}

fn types(module: &Module, op: Op) -> Vec<Type> {
    module.results(op).map(|result| module.type_of(result)).collect()
}

/// Returns the arguments of the blocks of an operation.
fn args(module: &Module, op: Op) -> impl Iterator<Item = Value> {
    let blocks = module.regions_of(op).into_iter().flat_map(|region| module.blocks_of(region));
    blocks.flat_map(|block| module.args(*block)).copied()
}
