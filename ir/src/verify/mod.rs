//! The verifier: proves the rules of the operations and hands out [`Facts`].
//!
//! It reports every broken rule, in the order of the text:
//! 1. slots: number and type of operands, results, attributes, regions and successors (`constraints.rs`);
//! 2. structure: terminators, parents, branches to blocks of the same region (`structure.rs`);
//! 3. symbols: each defined once in its table (`symbols.rs`);
//! 4. the rules of single operations (`OpDef::verify`);
//! 5. dominance: a value is used only where it is defined on every path (`dominance.rs`).

mod constraints;
mod dominance;
mod structure;
mod symbols;

use crate::diagnostics::{Diagnostics, Note, codes};
use crate::module::Module;
use crate::op::{Op, OpRef};
use crate::suggest::did_you_mean;
use crate::value::Def;

pub use dominance::Dominators;

/// What a verified module is known to be. Backends ask for it; it is good for one revision only.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    revision: u64,
}

impl Facts {
    /// Whether the module is still as it was when it was verified.
    pub fn hold_for(&self, module: &Module) -> bool {
        self.revision == module.revision()
    }
}

/// Where rules report.
pub struct VerifyCx<'m> {
    /// The module under test.
    pub module: &'m Module,
    /// The findings.
    pub diagnostics: Diagnostics,
}

impl VerifyCx<'_> {
    /// Reports that an operation breaks a rule; the name of the operation comes first.
    pub fn error(&mut self, op: OpRef<'_>, message: impl AsRef<str>) {
        self.error_with(op, codes::VERIFY, message, Vec::new());
    }

    /// The same with the code of a class of rules.
    pub fn error_as(&mut self, op: OpRef<'_>, code: &'static str, message: impl AsRef<str>) {
        self.error_with(op, code, message, Vec::new());
    }

    /// The same with a code and notes.
    pub fn error_with(
        &mut self,
        op: OpRef<'_>,
        code: &'static str,
        message: impl AsRef<str>,
        notes: Vec<Note>,
    ) {
        let span = self.module.span(op.location());
        let message = format!("'{}' op {}", op.name(), message.as_ref());
        self.diagnostics.error_with(code, span, message, notes);
    }

    /// Warns about an operation.
    pub fn warning(&mut self, op: OpRef<'_>, code: &'static str, message: impl Into<String>) {
        let span = self.module.span(op.location());
        self.diagnostics.warning(code, span, message);
    }

    /// The note for a symbol that is missing where `user` stands: the nearest one that is there.
    pub fn similar_symbols(&self, user: OpRef<'_>, name: &str) -> Vec<Note> {
        let mut names = Vec::new();
        let mut table = self.module.nearest_symbol_table(user.op);
        loop {
            let block = self.module.entry(table, 0);
            let ops = block.map(|block| self.module.ops_in(block)).unwrap_or_default();
            names.extend(ops.into_iter().filter_map(|op| self.module.symbol_name(op)));
            if table == self.module.root() {
                return did_you_mean(name, names);
            }
            table = self.module.nearest_symbol_table(table);
        }
    }

    /// A note that points to an operation.
    pub fn note(&self, op: Op, message: &str) -> Note {
        Note { span: Some(self.module.span(self.module.location(op))), message: message.into() }
    }
}

/// Proves the rules of every operation; `Err` has every broken one. Warnings are dropped.
pub fn verify(module: &Module) -> Result<Facts, Diagnostics> {
    let (facts, diagnostics) = verify_with_warnings(module);
    facts.ok_or(diagnostics)
}

/// The same, with the warnings of a module that is right.
pub fn verify_with_warnings(module: &Module) -> (Option<Facts>, Diagnostics) {
    let mut cx = VerifyCx { module, diagnostics: Diagnostics::new() };
    for op in module.walk(module.root()) {
        verify_op(&mut cx, module.op(op));
    }
    dominance::verify(&mut cx);
    cx.diagnostics.sort();
    let facts = (!cx.diagnostics.has_errors()).then(|| Facts { revision: module.revision() });
    (facts, cx.diagnostics)
}

fn verify_op(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let before = cx.diagnostics.n_errors();
    structure::verify(cx, op);
    symbols::verify(cx, op);
    let Some(def) = op.def() else { return };
    // A name that is defined nowhere was reported when the text was read; what follows from it is not known.
    if op.operands().iter().any(|value| matches!(cx.module.def(*value), Def::Forward)) {
        return;
    }
    constraints::verify(cx, op, def);
    // A rule of one operation may rely on its slots, so it is asked only when those are right.
    if cx.diagnostics.n_errors() == before
        && let Some(verify) = def.verify
    {
        verify(cx, op);
    }
}
