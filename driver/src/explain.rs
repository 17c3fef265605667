//! Explains error codes, operations, dialects, passes and targets for `warpline explain`, the REPL and the editor.

use warpline_ir::def::{Arity, AttrSlot, Effect, OpDef, Slot, Syntax, Trait, Versions};
use warpline_ir::{OpKind, codes};
use warpline_passes::absent::instead_of;
use warpline_passes::{Pass, find_pass};

use crate::backends::CodeTarget;

/// The maximum width of prose.
const WIDTH: usize = 100;

/// The meaning of operation traits to a user.
const TRAITS: &[(Trait, &str)] = &[
    (Trait::Pure, "has no effect: it may be merged, moved and dropped"),
    (Trait::InKernel, "runs in kernels only"),
    (Trait::Convergent, "is convergent: it stays under the conditions under which it runs"),
    (Trait::Commutative, "its operands may be swapped"),
    (Trait::Elementwise, "acts on each element of shaped operands alike"),
    (Trait::SameType, "all operands and results have one type"),
    (Trait::SameOperandType, "all operands have one type"),
    (Trait::Terminator, "ends a block"),
    (Trait::Isolated, "its regions see no value from outside"),
    (Trait::SymbolTable, "its region is a table of symbols"),
    (Trait::Symbol, "defines a symbol"),
    (Trait::NoTerminator, "its blocks need no terminator"),
    (Trait::SingleBlock, "each of its regions has at most one block"),
    (Trait::Graph, "the order of operations in its region does not matter"),
    (Trait::AffineScope, "starts a scope whose values may be affine symbols"),
    (Trait::Async, "takes 'async' and tokens to wait for"),
    (Trait::RecursiveEffects, "has the effects of what is in its regions"),
    (Trait::ConstantLike, "is a constant"),
];

/// Returns the lines of an explanation; `None` for an unknown name.
pub fn explanation(name: &str) -> Option<Vec<String>> {
    let lines = if let Some(found) = codes::explain(&name.to_ascii_uppercase()) {
        let mut lines = vec![format!("{}: {}", found.code, found.title), String::new()];
        lines.extend(wrapped(found.text));
        lines
    } else if let Some(pass) = find_pass(name) {
        pass_lines(pass)
    } else if let Some(advice) = instead_of(name) {
        wrapped(&format!("mlir-opt pass {name}: not implemented; {advice}"))
    } else if let Some(kind) = OpKind::lookup(name) {
        kind.def().map(|def| op_lines(kind, def)).unwrap_or_default()
    } else if let Some(doc) = dialect_doc(name) {
        dialect_lines(name, &doc)
    } else if let Some(target) = CodeTarget::find(name) {
        target_lines(&target)
    } else {
        return None;
    };
    Some(lines)
}

fn pass_lines(pass: &Pass) -> Vec<String> {
    let mut lines = vec![format!("pass {}: {}", pass.name, pass.summary)];
    if !pass.options.is_empty() {
        lines.extend([String::new(), "options:".to_string()]);
    }
    for option in pass.options {
        let default = if option.default.is_empty() { "empty" } else { option.default };
        lines.push(format!("  {}: {} (default: {default})", option.name, option.summary));
    }
    lines
}

fn target_lines(CodeTarget { backend, target }: &CodeTarget) -> Vec<String> {
    let sizes = |sizes: [i64; 3]| sizes.map(|size| size.to_string()).join(" x ");
    let (most, n_threads) = target.max_block;
    let limits = [
        ("subgroup", format!("{} threads", target.subgroup_size)),
        ("block", format!("at most {n_threads} threads, {}", sizes(most))),
        ("grid", format!("at most {} blocks", sizes(target.max_grid))),
        ("workgroup memory", format!("at most {} bytes that a kernel declares", target.max_workgroup_bytes)),
    ];
    let mut lines = vec![format!("target {}, of the backend {}", target.name, backend.name()), String::new()];
    for (heading, text) in limits.iter().chain(&target.details) {
        lines.extend(wrapped(&format!("{heading}: {text}")));
    }
    lines
}

/// Returns the purpose of a dialect; `None` if there is none of this name.
pub fn dialect_doc(dialect: &str) -> Option<String> {
    let at = OpKind::DIALECTS.iter().position(|name| *name == dialect)?;
    Some(OpKind::DIALECT_DOCS[at].split_whitespace().collect::<Vec<_>>().join(" "))
}

fn dialect_lines(dialect: &str, doc: &str) -> Vec<String> {
    let mut lines = vec![format!("dialect {dialect}"), String::new()];
    lines.extend(wrapped(doc));
    lines.push(String::new());
    for kind in OpKind::all().filter(|kind| kind.dialect() == dialect) {
        let doc = kind.def().map_or("", |def| def.doc);
        lines.push(format!("  {:<32} {}", kind.name(), first_sentence(doc)));
    }
    lines
}

/// Returns the first sentence of a text, on one line.
pub fn first_sentence(doc: &str) -> String {
    let text = doc.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.find(". ") {
        Some(end) => text[..=end].to_string(),
        None => text,
    }
}

fn op_lines(kind: OpKind, def: &OpDef) -> Vec<String> {
    let row = RowText::of(kind, def);
    let mut lines = vec![format!("operation {}", kind.name()), String::new()];
    lines.extend(wrapped(&row.doc));
    if let Some(syntax) = row.syntax {
        lines.extend([String::new(), format!("syntax: {syntax}")]);
    }
    for (title, items) in row.lists {
        lines.extend([String::new(), format!("{title}:")]);
        lines.extend(items.into_iter().map(|item| format!("  {item}")));
    }
    lines
}

/// The documentation of an operation definition, as texts that a page or a terminal can show.
#[derive(Clone, Debug)]
pub struct RowText {
    /// The description of the operation.
    pub doc: String,
    /// The syntax after the name, if a pattern describes it.
    pub syntax: Option<String>,
    /// Operands, results, attributes, regions, rules and versions under these headings; empty lists are omitted.
    pub lists: Vec<(&'static str, Vec<String>)>,
}

impl RowText {
    /// Returns the documentation of `kind`.
    pub fn of(kind: OpKind, def: &OpDef) -> Self {
        let syntax = match def.syntax {
            Syntax::Pattern(pattern) => Some(format!("{} {}", kind.name(), pattern.replace('`', ""))),
            Syntax::Generic | Syntax::Code(_) => None,
        };
        let lists = [
            ("operands", def.operands.iter().map(slot_line).collect()),
            ("results", def.results.iter().map(slot_line).collect()),
            ("attributes", def.attrs.iter().map(attr_line).collect()),
            ("regions", def.regions.iter().map(|name| (*name).to_string()).collect()),
            ("rules", rules(def)),
            ("versions of MLIR", versions(def)),
        ];
        Self {
            doc: def.doc.split_whitespace().collect::<Vec<_>>().join(" "),
            syntax,
            lists: lists.into_iter().filter(|(_, items): &(_, Vec<String>)| !items.is_empty()).collect(),
        }
    }
}

fn rules(def: &OpDef) -> Vec<String> {
    let traits = TRAITS.iter().filter(|(known, _)| def.has(*known)).map(|(_, text)| (*text).to_string());
    let ends = def
        .implicit_terminator
        .map(|end| format!("'{}' at the end of its blocks may be left out", end.name()));
    let parents =
        (!def.parents.is_empty()).then(|| format!("must be directly inside {}", def.parents.join(" or ")));
    traits.chain(ends).chain(parents).collect()
}

/// Describes the versions of MLIR that have an operation and some uses of it.
fn versions(def: &OpDef) -> Vec<String> {
    let some = (def.versions != Versions::ALL).then(|| def.versions.to_string());
    let former = def.former.map(|(name, last)| format!("'{name}' {}", Versions::until(last)));
    let features = def.features.iter().map(|feature| format!("with {} {}", feature.what, feature.versions));
    some.into_iter().chain(former).chain(features).collect()
}

fn attr_line(attr: &AttrSlot) -> String {
    let must = if attr.required { "required" } else { "optional" };
    let versions = match attr.versions {
        Versions::ALL => String::new(),
        some => format!(", in MLIR {some}"),
    };
    format!("{}: {}, {must}{versions}", attr.name, attr.constraint.describe())
}

fn slot_line(slot: &Slot) -> String {
    let arity = match slot.arity {
        Arity::One => "",
        Arity::Optional => ", may be missing",
        Arity::Variadic => ", any number",
    };
    let effect = match slot.effect {
        None => "",
        Some(Effect::Read) => ", is read",
        Some(Effect::Write) => ", is written",
        Some(Effect::Allocate) => ", is allocated",
        Some(Effect::Free) => ", is freed",
    };
    format!("{}: {}{arity}{effect}", slot.name, slot.types.name)
}

/// Wraps prose to lines of at most `WIDTH` characters.
pub fn wrapped(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}
