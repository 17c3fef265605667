//! From a module to text that reads back to the same module.

pub(crate) mod attrs;
pub(crate) mod names;
pub(crate) mod types;

use crate::def::{Syntax, Trait};
use crate::dialect::{Builtin, OpKind};
use crate::format::write::{Writer, is_segments};
use crate::format::write_pattern;
use crate::module::{Block, Module, Region};
use crate::op::{Op, OpRef};
use crate::types::Type;
use names::{Aliases, Names};
use std::fmt::Write as _;

/// How a module is printed.
#[derive(Clone, Copy, Debug, Default)]
pub struct PrintOptions {
    /// Every operation in the generic form.
    pub generic: bool,
}

/// The text of a module.
pub fn print(module: &Module, options: &PrintOptions) -> String {
    print_op(module, module.root(), options)
}

/// The text of one operation with everything in it, aliases first.
pub fn print_op(module: &Module, op: Op, options: &PrintOptions) -> String {
    let aliases = Aliases::collect(module, op, options.generic);
    let mut out = String::new();
    aliases.write(&mut out, module);
    let names = Names::new(module, op, aliases);
    let mut writer = Writer { module, out, names, indent: 0, generic: options.generic };
    write_op(&mut writer, op);
    writer.text("\n");
    writer.out
}

/// The text of a type, for messages.
pub fn type_text(module: &Module, ty: Type) -> String {
    let mut out = String::new();
    types::write_type(&mut out, module, &Aliases::default(), ty);
    out
}

/// The text of an attribute, for messages.
pub fn attr_text(module: &Module, attr: crate::attrs::Attr) -> String {
    let mut out = String::new();
    attrs::write_attr(&mut out, module, &Aliases::default(), attr, attrs::ShowType::Always);
    out
}

fn write_op(writer: &mut Writer<'_>, op: Op) {
    writer.names.write_results(&mut writer.out, writer.module, op);
    write_unnamed_op(writer, op);
}

/// Writes an operation without the names of its results.
pub(crate) fn write_unnamed_op(writer: &mut Writer<'_>, op: Op) {
    let view = writer.module.op(op);
    let bare = bare_name(writer.module, op);
    if writer.generic {
        return write_generic(writer, view);
    }
    let custom = |writer: &mut Writer<'_>| match bare {
        Some(name) => writer.text(name),
        None => writer.text(&view.name()),
    };
    match view.def().map(|def| def.syntax) {
        Some(Syntax::Pattern(_)) => {
            custom(writer);
            write_pattern::write(writer, view);
        }
        Some(Syntax::Code(code)) => {
            custom(writer);
            (code.write)(writer, view);
        }
        Some(Syntax::Generic) | None => write_generic(writer, view),
    }
}

fn write_generic(writer: &mut Writer<'_>, op: OpRef<'_>) {
    let _ = write!(writer.out, "\"{}\"(", op.name());
    writer.values(op.operands());
    writer.text(")");
    let successors = op.module.successors(op.op);
    if !successors.is_empty() {
        writer.text("[");
        for (i, successor) in successors.iter().enumerate() {
            writer.comma(i);
            writer.names.write_block(&mut writer.out, successor.block);
        }
        writer.text("]");
    }
    write_generic_attrs(writer, op, true);
    let regions = op.regions();
    if !regions.is_empty() {
        writer.text(" (");
        for (i, region) in regions.into_iter().enumerate() {
            writer.comma(i);
            write_blocks(writer, region, true, true, true);
        }
        writer.text(")");
    }
    write_generic_attrs(writer, op, false);
    writer.text(" : (");
    writer.types_of(op.operands());
    writer.text(") -> ");
    let results: Vec<_> = op.results().map(|value| op.type_of(value)).collect();
    writer.result_types(&results);
}

/// Inherent attributes stand in `<{…}>`, the others in `{…}`. Foreign operations have only others.
fn write_generic_attrs(writer: &mut Writer<'_>, op: OpRef<'_>, inherent: bool) {
    let module = op.module;
    let is_inherent = |key: &str| {
        op.def().is_some_and(|def| {
            is_segments(key) || def.attrs.iter().any(|slot| slot.name == key && !key.contains('.'))
        })
    };
    let mut shown: Vec<_> = module
        .attrs(op.op)
        .iter()
        .filter(|attr| is_inherent(module.text(attr.name)) == inherent)
        .map(|attr| (module.text(attr.name), attrs::Shown::Attr(attr.value)))
        .collect();
    if inherent {
        let n_given = shown.len();
        shown.extend(missing_defaults(op));
        if n_given < shown.len() {
            shown.sort_by_key(|(key, _)| *key);
        }
    }
    if shown.is_empty() {
        return;
    }
    writer.text(if inherent { " <" } else { " " });
    attrs::write_entries(&mut writer.out, module, &writer.names.aliases, &shown);
    if inherent {
        writer.text(">");
    }
}

/// The attributes that an operation has by default, as they are printed.
fn missing_defaults<'m>(op: OpRef<'m>) -> impl Iterator<Item = (&'m str, attrs::Shown)> {
    let slots = op.def().map_or(&[][..], |def| def.attrs);
    slots.iter().filter_map(move |slot| {
        let default = slot.default.filter(|_| op.attr(slot.name).is_none())?;
        Some((slot.name, attrs::Shown::Text(default)))
    })
}

/// Writes a region with braces; the cursor is behind what comes before the brace.
pub(crate) fn write_region(writer: &mut Writer<'_>, region: Region, entry_args: bool, terminators: bool) {
    write_blocks(writer, region, entry_args, terminators, false);
}

/// The same; `empty_label` shows the label of an entry block without operations, so that it is told from none.
fn write_blocks(
    writer: &mut Writer<'_>,
    region: Region,
    entry_args: bool,
    terminators: bool,
    empty_label: bool,
) {
    writer.text("{\n");
    let module = writer.module;
    let blocks = module.blocks_of(region).to_vec();
    for (index, block) in blocks.iter().enumerate() {
        let needs_label =
            0 < index || (entry_args && !module.args(*block).is_empty()) || names::is_target(module, *block);
        let needs_label = needs_label || (empty_label && module.first_op(*block).is_none());
        if needs_label {
            write_label(writer, *block);
        }
        write_block(writer, *block, terminators);
    }
    indent(writer);
    writer.text("}");
}

fn indent(writer: &mut Writer<'_>) {
    for _ in 0..writer.indent {
        writer.out.push_str("  ");
    }
}

fn write_block(writer: &mut Writer<'_>, block: Block, terminators: bool) {
    writer.indent += 1;
    for op in writer.module.ops_in(block) {
        if !terminators && is_plain_terminator(writer.module, op) {
            continue;
        }
        indent(writer);
        write_op(writer, op);
        writer.text("\n");
    }
    writer.indent -= 1;
}

/// Whether the text may leave a terminator out: it has nothing but its name.
fn is_plain_terminator(module: &Module, op: Op) -> bool {
    let ends = module.kind(op).def().is_some_and(|def| def.has(Trait::Terminator));
    ends && module.operands(op).is_empty() && module.attrs(op).is_empty() && module.next_op(op).is_none()
}

fn write_label(writer: &mut Writer<'_>, block: Block) {
    let module = writer.module;
    indent(writer);
    writer.names.write_block(&mut writer.out, block);
    let args = module.args(block);
    if !args.is_empty() {
        writer.text("(");
        for (i, arg) in args.iter().enumerate() {
            writer.comma(i);
            writer.value(*arg);
            writer.text(": ");
            writer.ty(module.type_of(*arg));
        }
        writer.text(")");
    }
    writer.text(":");
    let predecessors = names::predecessors(module, block);
    match &predecessors[..] {
        [] if names::is_entry(module, block) => {}
        [] => writer.text("  // no predecessors"),
        [one] => {
            writer.text("  // pred: ");
            writer.names.write_block(&mut writer.out, *one);
        }
        many => {
            let _ = write!(writer.out, "  // {} preds: ", many.len());
            for (i, block) in many.iter().enumerate() {
                writer.comma(i);
                writer.names.write_block(&mut writer.out, *block);
            }
        }
    }
    writer.text("\n");
}

/// Whether an operation is printed by its bare name, and that name.
fn bare_name(module: &Module, op: Op) -> Option<&'static str> {
    let parent = module.parent_op(op).map(|parent| module.kind(parent));
    match (module.kind(op), parent) {
        (OpKind::Builtin(Builtin::Module), _) => Some("module"),
        (OpKind::Func(func), Some(OpKind::Func(_))) => Some(func.def().name),
        _ => None,
    }
}
