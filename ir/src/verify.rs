//! The verifier: checks the rules of the operations and returns [`Facts`].
//!
//! The rules of an operation are checked in this order, and its first violation is reported:
//! 1. counts: regions, results, successors, operands and the sizes of their groups (`counts.rs`);
//! 2. position: its parent, and the structure of its regions (`structure.rs`);
//! 3. slots: attributes, types of operands and results (`constraints.rs`);
//! 4. traits that relate types, and symbols (`traits.rs`, `symbols.rs`);
//! 5. the verifier of the operation (`OpDef::verify`), and the operands that it passes to its successors.
//!
//! If the operation is valid, its regions are checked: terminators (`structure.rs`), symbols that are defined
//! twice, and `OpDef::verify_regions`. Dominance comes last: a value is used only where it is defined on
//! every path (`dominance.rs`). Diagnostics are in the order of the text.

mod constraints;
mod counts;
mod dominance;
mod dominator_tree;
mod structure;
mod symbols;
mod traits;

use crate::def::{OpDef, Trait, Verify};
use crate::diagnostics::{Diagnostics, Note, Severity, codes};
use crate::entity::SecondaryMap;
use crate::module::Module;
use crate::op::{Op, OpRef};
use crate::suggest::did_you_mean;
use crate::value::{Def, Value};

pub use dominance::Dominators;
pub use dominator_tree::immediate_dominators;

/// The proof that a module was verified. Backends require it; it holds only for that module in that revision.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    module: u64,
    revision: u64,
}

impl Facts {
    /// Whether this is the verified module, unchanged since then.
    pub fn hold_for(&self, module: &Module) -> bool {
        (self.module, self.revision) == (module.identity(), module.revision())
    }
}

/// The context of verification, to which rules report.
pub struct VerifyCx<'m> {
    /// The module under test.
    pub module: &'m Module,
    /// The diagnostics.
    pub diagnostics: Diagnostics,
    /// The code of the current rule.
    code: &'static str,
}

impl VerifyCx<'_> {
    /// Reports that an operation violates a rule; the message is prefixed with the name of the operation.
    pub fn error(&mut self, op: OpRef<'_>, message: impl AsRef<str>) {
        self.error_with(op, self.code, message, Vec::new());
    }

    /// Reports without the name.
    pub(crate) fn error_plain(&mut self, op: OpRef<'_>, message: &str) {
        let span = self.module.span(op.location());
        self.diagnostics.error(self.code, span, message);
    }

    /// Reports as [`Self::error`] does, with a code and notes. Nothing is reported for the placeholder of an
    /// unreadable operation, whose error was reported already.
    pub fn error_with(
        &mut self,
        op: OpRef<'_>,
        code: &'static str,
        message: impl AsRef<str>,
        notes: Vec<Note>,
    ) {
        if crate::lower::is_unread(self.module, op.op) {
            return;
        }
        let span = self.module.span(op.location());
        let message = format!("'{}' op {}", op.name(), message.as_ref());
        self.diagnostics.error_with(code, span, message, notes);
    }

    /// Warns about an operation.
    pub fn warning(&mut self, op: OpRef<'_>, code: &'static str, message: impl Into<String>) {
        let span = self.module.span(op.location());
        self.diagnostics.warning(code, span, message);
    }

    /// Returns a note with the symbol that is nearest to a missing one, visible from `user`.
    pub fn similar_symbols(&self, user: OpRef<'_>, name: &str) -> Vec<Note> {
        // Cost: linear in the number of symbols, so it is skipped after many errors.
        if 100 <= self.diagnostics.n_errors() {
            return Vec::new();
        }
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

    /// Returns a note at the location of an operation.
    pub fn note(&self, op: Op, message: &str) -> Note {
        Note { span: Some(self.module.span(self.module.location(op))), message: message.into() }
    }
}

/// Verifies every operation; `Err` contains every violation. Warnings are dropped.
pub fn verify(module: &Module) -> Result<Facts, Diagnostics> {
    let (facts, diagnostics) = verify_with_warnings(module, &Diagnostics::new());
    facts.ok_or(diagnostics)
}

/// Does the same and returns the warnings of a valid module, too. `read` contains the diagnostics of the
/// parser: operations that enclose their locations are not checked for rules that may fail as a consequence.
pub fn verify_with_warnings(module: &Module, read: &Diagnostics) -> (Option<Facts>, Diagnostics) {
    let mut cx = VerifyCx { module, diagnostics: Diagnostics::new(), code: codes::VERIFY };
    let ops = module.walk(module.root());
    let (mut broken, mut wrong) = (SecondaryMap::new(), SecondaryMap::new());
    for op in around_errors(module, &ops, read) {
        broken[op] = true;
    }
    for op in &ops {
        if !ends_wrong(module, *op, &wrong) {
            wrong[*op] = !verify_op(&mut cx, module.op(*op), broken[*op]);
            broken[*op] |= wrong[*op];
        }
    }
    // Backwards, so that the regions of an operation are checked after their contents.
    for op in ops.iter().rev() {
        if !broken[*op] {
            broken[*op] = !verify_regions(&mut cx, module.op(*op));
        }
        if broken[*op]
            && let Some(parent) = module.parent_op(*op)
        {
            broken[parent] = true;
        }
    }
    crate::dialect::gpu::verify_known_sizes(&mut cx);
    dominance::verify(&mut cx, &ops);
    cx.diagnostics.sort();
    let facts = (!cx.diagnostics.has_errors())
        .then(|| Facts { module: module.identity(), revision: module.revision() });
    (facts, cx.diagnostics)
}

/// Returns the operations that enclose the location of an error: the last one that begins before it, and all
/// that enclose that one.
fn around_errors(module: &Module, ops: &[Op], read: &Diagnostics) -> Vec<Op> {
    let start = |op: Op| module.span(module.location(op)).start;
    let errors = read.iter().filter(|found| found.severity == Severity::Error);
    let places: Vec<(u32, bool)> =
        errors.map(|found| (found.span.start, found.code == codes::RESULT_COUNT)).collect();
    if places.is_empty() {
        return Vec::new();
    }
    let mut starts: Vec<(u32, Op)> = ops.iter().map(|op| (start(*op), *op)).collect();
    starts.sort_by_key(|(start, _)| *start);
    let mut around = Vec::new();
    let mut seen: SecondaryMap<Op, bool> = SecondaryMap::new();
    for (place, is_before) in places {
        let after = starts.partition_point(|(start, _)| *start <= place);
        // The names of results precede the location of their operation.
        let at = if is_before { Some(after) } else { after.checked_sub(1) };
        let mut next = at.and_then(|at| starts.get(at)).map(|(_, op)| *op);
        while let Some(op) = next.filter(|op| !seen[*op]) {
            seen[op] = true;
            around.push(op);
            next = module.parent_op(op);
        }
    }
    around
}

/// A rule, with the code of its diagnostics. It reports violations itself.
type Rule = (&'static str, fn(&mut VerifyCx<'_>, OpRef<'_>));

/// Checks rules until one is violated; `true` if none is.
fn verify_all(cx: &mut VerifyCx<'_>, op: OpRef<'_>, rules: &[Rule]) -> bool {
    let before = cx.diagnostics.n_errors();
    rules.iter().all(|(code, rule)| {
        cx.code = code;
        rule(cx, op);
        cx.diagnostics.n_errors() == before
    })
}

/// Whether an operation terminates a region of an invalid operation, so that its requirements are unknown.
fn ends_wrong(module: &Module, op: Op, wrong: &SecondaryMap<Op, bool>) -> bool {
    module.parent_op(op).is_some_and(|parent| wrong[parent])
        && module.kind(op).def().is_some_and(|def| def.has(Trait::Terminator))
        && module.next_op(op).is_none()
}

/// Checks the rules of an operation itself. If it contains a parse error, rules that depend on its contents
/// are skipped.
fn verify_op(cx: &mut VerifyCx<'_>, op: OpRef<'_>, holds_error: bool) -> bool {
    // An undefined name was reported by the parser; its consequences are unknown.
    let is_known = |value: &Value| !matches!(op.module.def(*value), Def::Forward);
    let rules: &[Rule] = match op.def().filter(|_| op.operands().iter().all(is_known)) {
        None => &[(codes::TERMINATOR, structure::check_place), (codes::TERMINATOR, structure::check_entries)],
        Some(_) if holds_error => &[
            (codes::COUNT, counts::verify),
            (codes::REGION, structure::check_parent),
            (codes::SLOT, constraints::verify),
            (codes::TYPES, traits::verify),
            (codes::SYMBOL, symbols::check_symbol),
            (codes::TERMINATOR, structure::check_place),
        ],
        Some(_) => &[
            (codes::COUNT, counts::verify),
            (codes::REGION, structure::check_parent),
            (codes::REGION, structure::check_blocks),
            (codes::SLOT, constraints::verify),
            (codes::TYPES, traits::verify),
            (codes::SYMBOL, symbols::check_symbol),
            (codes::TERMINATOR, structure::check_place),
            (codes::BRANCH, structure::check_successors),
            (codes::VERIFY, |cx, op| ask(cx, op, |def| def.verify)),
            (codes::TERMINATOR, structure::check_entries),
        ],
    };
    verify_all(cx, op, rules)
}

/// Checks the rules of the regions of an operation, whose contents are valid.
fn verify_regions(cx: &mut VerifyCx<'_>, op: OpRef<'_>) -> bool {
    let rules: &[Rule] = &[
        (codes::TERMINATOR, structure::check_terminators),
        (codes::TERMINATOR, structure::check_implicit_terminators),
        (codes::SYMBOL_REDEFINED, symbols::check_table),
        (codes::VERIFY, |cx, op| ask(cx, op, |def| def.verify_regions)),
    ];
    verify_all(cx, op, rules)
}

fn ask(cx: &mut VerifyCx<'_>, op: OpRef<'_>, which: fn(&OpDef) -> Option<Verify>) {
    if let Some(verify) = op.def().and_then(which) {
        verify(cx, op);
    }
}
