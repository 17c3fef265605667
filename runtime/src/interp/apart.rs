//! The arguments of a function that claim, by `llvm.noalias`, not to overlap others where one of them is written.

use rustc_hash::FxHashSet;
use warpline_ir::def::{Effect, Trait};
use warpline_ir::dialect::func::{argument_attr, function_type_of};
use warpline_ir::{Module, Op, Value};

/// Returns the pairs of arguments that must not overlap.
pub(super) fn pairs(module: &Module, function: Op) -> Box<[(usize, usize)]> {
    let Some(body) = module.entry(function, 0) else { return Box::default() };
    let is_apart = |index: usize| argument_attr(module, function, index, "llvm.noalias").is_some();
    let n_params = function_type_of(module, function).0.len();
    let args = module.args(body).get(..n_params).unwrap_or_default();
    let buffers: Vec<usize> =
        (0..args.len()).filter(|index| module.is_memref(module.type_of(args[*index]))).collect();
    if !buffers.iter().any(|index| is_apart(*index)) {
        return Box::default();
    }
    let uses: Vec<[bool; 2]> = args.iter().map(|arg| uses(module, *arg)).collect();
    let mut found = Vec::new();
    for (number, a) in buffers.iter().enumerate() {
        for b in &buffers[number + 1..] {
            let ([is_used, is_written], [is_other_used, is_other_written]) = (uses[*a], uses[*b]);
            let both = is_used && is_other_used;
            if (is_apart(*a) || is_apart(*b)) && both && (is_written || is_other_written) {
                found.push((*a, *b));
            }
        }
    }
    found.into()
}

/// Returns whether a buffer is read or written, and whether it is written, by itself or through values made of it. What
/// becomes of it in calls, loops and branches is not followed.
fn uses(module: &Module, buffer: Value) -> [bool; 2] {
    let mut work = vec![buffer];
    let mut seen = FxHashSet::from_iter([buffer]);
    let mut is_used = false;
    while let Some(value) = work.pop() {
        for used in module.uses(value) {
            let view = module.op(used.op);
            let Some(def) = view.def() else { continue };
            let slot =
                (0..def.operands.len()).find(|slot| view.group_range(*slot).contains(&(used.index as usize)));
            match slot.and_then(|slot| def.operands[slot].effect) {
                Some(Effect::Read) => is_used = true,
                None if def.has(Trait::Pure) && !def.has(Trait::Terminator) => {
                    work.extend(module.results(used.op).filter(|result| seen.insert(*result)));
                }
                Some(Effect::Write | Effect::Free) => return [true, true],
                Some(Effect::Allocate) | None => {}
            }
        }
    }
    [is_used, false]
}
