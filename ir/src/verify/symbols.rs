//! Checks symbols: each is defined once in its table, and is nested directly in one.

use crate::def::Trait;
use crate::diagnostics::codes;
use crate::module::Module;
use crate::op::{Op, OpRef};
use crate::verify::VerifyCx;
use rustc_hash::FxHashMap;

/// The values of `sym_visibility`.
const VISIBILITIES: [&str; 3] = ["public", "private", "nested"];

/// Checks that a symbol has a valid visibility and is directly in a symbol table. An operation whose name is
/// optional is not a symbol without it.
pub(super) fn check_symbol(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let is_symbol = op.def().is_some_and(|def| def.has(Trait::Symbol));
    if !is_symbol || op.attr("sym_name").is_none() {
        return;
    }
    if let Some(visibility) = op.str("sym_visibility")
        && !VISIBILITIES.contains(&visibility)
    {
        let message = format!(
            "visibility expected to be one of [\"public\", \"private\", \"nested\"], but got \"{visibility}\""
        );
        cx.error_with(op, codes::SYMBOL, message, Vec::new());
    } else if module.parent_op(op.op).is_some_and(|parent| !may_hold_symbols(module, parent)) {
        cx.error_with(op, codes::SYMBOL, "symbol's parent must have the SymbolTable trait", Vec::new());
    }
}

/// Whether an operation may be a symbol table; unknown operations may.
fn may_hold_symbols(module: &Module, op: Op) -> bool {
    module.kind(op).def().is_none_or(|def| def.has(Trait::SymbolTable))
}

/// Checks that the names of symbols are unique in a symbol table.
pub(super) fn check_table(cx: &mut VerifyCx<'_>, table: OpRef<'_>) {
    let module = table.module;
    if !module.is_symbol_table(table.op) {
        return;
    }
    let Some(block) = table.entry(0) else { return };
    let mut seen: FxHashMap<&str, Op> = FxHashMap::default();
    for op in module.ops_in(block) {
        let Some(name) = module.symbol_name(op) else { continue };
        if let Some(earlier) = seen.insert(name, op) {
            let note = cx.note(earlier, "see existing symbol definition here");
            let message = format!("redefinition of symbol named '{name}'");
            let span = module.span(module.location(op));
            cx.diagnostics.error_with(codes::SYMBOL_REDEFINED, span, message, vec![note]);
        }
    }
}
