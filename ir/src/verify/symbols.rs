//! Symbols: each is defined once in its table, and stands directly in one.

use crate::def::Trait;
use crate::diagnostics::codes;
use crate::module::Module;
use crate::op::{Op, OpRef};
use crate::verify::VerifyCx;
use rustc_hash::FxHashMap;

pub(super) fn verify(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    if op.def().is_some_and(|def| def.has(Trait::Symbol))
        && module.parent_op(op.op).is_some_and(|parent| !may_hold_symbols(module, parent))
    {
        cx.error_with(op, codes::SYMBOL, "symbol's parent must have the SymbolTable trait", Vec::new());
    }
    if module.is_symbol_table(op.op) {
        check_table(cx, op);
    }
}

/// Unknown operations may be tables.
fn may_hold_symbols(module: &Module, op: Op) -> bool {
    module.kind(op).def().is_none_or(|def| def.has(Trait::SymbolTable))
}

fn check_table(cx: &mut VerifyCx<'_>, table: OpRef<'_>) {
    let module = table.module;
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
