//! Prints a module as text that parses to the same module.

pub(crate) mod aliases;
pub(crate) mod attrs;
mod elements;
mod floats;
pub(crate) mod locations;
pub(crate) mod names;
mod resources;
pub(crate) mod types;
pub mod versions;

use crate::attrs::Attr;
use crate::def::{MlirVersion, Syntax, Trait};
use crate::dialect::OpKind;
use crate::format::write::Writer;
use crate::format::write_pattern;
use crate::module::{Block, Module, Region};
use crate::op::{Op, OpRef, UNKNOWN_PROPERTIES};
use crate::types::Type;
pub use names::KeptNames;

use aliases::Aliases;
use names::Names;
use rustc_hash::FxHashMap;
use std::fmt::Write as _;

/// Options of the printer.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is one choice of the printer")]
pub struct PrintOptions {
    /// Prints every operation in the generic form.
    pub generic: bool,
    /// Prints the locations of operations and block arguments.
    pub debug_info: bool,
    /// Prints everything at its use, without aliases.
    pub local_scope: bool,
    /// Prints regions as `{...}`.
    pub skip_regions: bool,
    /// Makes all numbers and names unique in the text, also in sibling regions.
    pub unique_ids: bool,
    /// Elides lists with more elements than this.
    pub elide_elements_over: Option<usize>,
    /// Elides resources whose text has more characters than this.
    pub elide_resources_over: Option<usize>,
    /// Prints lists with more elements than this as bytes.
    pub hex_elements_over: Option<usize>,
    /// The version of MLIR whose custom forms are printed.
    pub version: MlirVersion,
}

impl Default for PrintOptions {
    fn default() -> Self {
        Self {
            generic: false,
            debug_info: false,
            local_scope: false,
            skip_regions: false,
            unique_ids: false,
            elide_elements_over: None,
            elide_resources_over: None,
            hex_elements_over: Some(100),
            version: MlirVersion::default(),
        }
    }
}

/// Returns the text of a module.
pub fn print(module: &Module, options: &PrintOptions) -> String {
    let mut out = print_op(module, module.root(), options);
    resources::write_resources(&mut out, module, options.elide_resources_over);
    out
}

/// Returns the text of a module whose values keep their names where possible.
pub fn print_keeping(module: &Module, options: &PrintOptions, kept: &KeptNames) -> String {
    let mut out = print_op_keeping(module, module.root(), options, kept);
    resources::write_resources(&mut out, module, options.elide_resources_over);
    out
}

/// Returns the text of one operation with its contents, aliases first.
pub fn print_op(module: &Module, op: Op, options: &PrintOptions) -> String {
    print_op_keeping(module, op, options, &KeptNames::default())
}

/// Returns the same with kept names of values.
pub fn print_op_keeping(module: &Module, op: Op, options: &PrintOptions, kept: &KeptNames) -> String {
    let mut names = Names::new(module, op, Aliases::none(*options), kept);
    if Aliases::may_occur(module, *options) {
        names.aliases = Aliases::to_collect(*options);
        names = write_all(module, op, names, String::new()).names;
        names.aliases = names.aliases.named();
    }
    let mut out = String::new();
    names.aliases.write(&mut out, module, false);
    let mut writer = write_all(module, op, names, out);
    writer.names.aliases.write(&mut writer.out, module, true);
    writer.out
}

fn write_all(module: &Module, op: Op, names: Names, out: String) -> Writer<'_> {
    let generic = names.aliases.options.generic;
    let type_texts = FxHashMap::default();
    let mut writer = Writer { module, out, names, type_texts, indent: 0, generic };
    write_op(&mut writer, op);
    writer.text("\n");
    writer
}

/// Returns the text of a type, for messages.
pub fn type_text(module: &Module, ty: Type) -> String {
    let mut out = String::new();
    types::write_type(&mut out, module, &Aliases::default(), ty);
    out
}

/// Returns the text of an attribute, for messages.
pub fn attr_text(module: &Module, attr: Attr) -> String {
    let mut out = String::new();
    attrs::write_attr(&mut out, module, &Aliases::default(), attr, attrs::ShowType::Always);
    out
}

fn write_op(writer: &mut Writer<'_>, op: Op) {
    if writer.names.aliases.is_collecting() {
        // The location of an operation is visited before its contents.
        write_location(writer, op);
        return write_unnamed_op(writer, op);
    }
    let version = writer.version();
    let spelling = writer.module.kind(op).def().and_then(|def| def.spelling(version));
    if spelling.is_none_or(|spelling| spelling.has_results) {
        writer.names.write_results(&mut writer.out, writer.module, op);
    }
    write_unnamed_op(writer, op);
    write_location(writer, op);
}

/// Writes ` loc(…)` if locations are printed.
fn write_location(writer: &mut Writer<'_>, op: Op) {
    if writer.names.aliases.options.debug_info {
        let location = writer.module.location_data(writer.module.location(op)).attr;
        let (module, aliases) = (writer.module, &writer.names.aliases);
        let attr = location.unwrap_or(Attr::UNKNOWN_LOCATION);
        let alias = aliases.get_deferrable(module, attr);
        if aliases.is_collecting() {
            return;
        }
        writer.out.push_str(" loc(");
        match alias {
            Some(alias) => {
                writer.out.push('#');
                writer.out.push_str(alias);
            }
            None => locations::write_content(&mut writer.out, module, aliases, attr),
        }
        writer.out.push(')');
    }
}

/// Writes an operation without the names of its results.
pub(crate) fn write_unnamed_op(writer: &mut Writer<'_>, op: Op) {
    let view = writer.module.op(op);
    let bare = bare_name(writer.module, op);
    if writer.generic || view.def().and_then(|def| def.custom_if).is_some_and(|fits| !fits(view)) {
        return write_generic(writer, view);
    }
    let custom = |writer: &mut Writer<'_>| match bare {
        Some(name) => writer.text(name),
        None => write_name(writer, view),
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

fn write_name(writer: &mut Writer<'_>, op: OpRef<'_>) {
    if let Some((dialect, name)) = former_name(writer, op) {
        return writer.out.extend([dialect, ".", name]);
    }
    match (op.kind(), op.def()) {
        (OpKind::Foreign(name), _) => writer.text(op.module.text(name)),
        (kind, Some(def)) => {
            writer.text(kind.dialect());
            writer.text(".");
            writer.text(def.name);
        }
        (_, None) => {}
    }
}

/// Returns dialect and name of an operation, or of the terminator of one, that older versions call otherwise.
fn former_name<'m>(writer: &Writer<'m>, op: OpRef<'m>) -> Option<(&'static str, &'static str)> {
    let former = |op: OpRef<'_>| op.def()?.former_name(writer.version())?.split_once('.');
    let parent = || op.module.parent_op(op.op).and_then(|parent| former(op.other(parent)));
    let is_terminator = op.def().is_some_and(|def| def.has(Trait::Terminator));
    let of_terminator = || parent().and_then(|(dialect, _)| Some((dialect, op.def()?.name)));
    former(op).or_else(|| is_terminator.then(of_terminator).flatten())
}

fn write_generic(writer: &mut Writer<'_>, op: OpRef<'_>) {
    if writer.names.aliases.is_collecting() {
        return meet_generic(writer, op);
    }
    writer.text("\"");
    write_name(writer, op);
    writer.text("\"(");
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
            write_generic_region(writer, region);
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

/// Visits the parts of a generic form in this order: regions, types, attributes.
fn meet_generic(writer: &mut Writer<'_>, op: OpRef<'_>) {
    for region in op.regions() {
        write_generic_region(writer, region);
    }
    writer.types_of(op.operands());
    writer.types(op.results().map(|value| op.type_of(value)));
    // Properties of unknown operations are printed without aliases.
    let attrs = op.module.attrs(op.op).iter();
    for attr in attrs.filter(|attr| op.module.text(attr.name) != UNKNOWN_PROPERTIES) {
        writer.attr(attr.value);
    }
}

fn write_generic_region(writer: &mut Writer<'_>, region: Region) {
    write_region_with(writer, region, Shown { entry_args: true, terminators: true, empty_block: true });
}

/// Writes attributes: inherent ones in `<{…}>`, the others in `{…}`. Foreign operations have only the latter.
/// Absent attributes with a default are printed with it.
fn write_generic_attrs(writer: &mut Writer<'_>, op: OpRef<'_>, inherent: bool) {
    let module = op.module;
    let slots = op.def().map_or(&[][..], |def| def.attrs);
    if inherent && let Some(properties) = op.attr(UNKNOWN_PROPERTIES) {
        writer.text(" <");
        writer.attr(properties);
        return writer.text(">");
    }
    let is_inherent =
        |key: &str| key == UNKNOWN_PROPERTIES || op.def().is_some_and(|def| def.is_inherent(key));
    let mut shown: Vec<(&str, Option<Attr>, &str)> = module
        .attrs(op.op)
        .iter()
        .map(|attr| (module.text(attr.name), Some(attr.value), ""))
        .filter(|(key, ..)| is_inherent(key) == inherent)
        .collect();
    if inherent {
        let missing = slots.iter().filter(|slot| slot.shows_default && op.attr(slot.name).is_none());
        shown.extend(missing.filter_map(|slot| Some((slot.name, None, slot.default?))));
        shown.sort_by_key(|(key, ..)| *key);
    }
    if shown.is_empty() {
        return;
    }
    writer.text(if inherent { " <{" } else { " {" });
    for (i, (key, value, default)) in shown.into_iter().enumerate() {
        writer.comma(i);
        let Writer { out, names, .. } = writer;
        match value {
            Some(value) => attrs::write_entry(out, module, &names.aliases, key, value),
            None => {
                let _ = write!(out, "{key} = {default}");
            }
        }
    }
    writer.text(if inherent { "}>" } else { "}" });
}

/// The parts of a region that are printed.
#[derive(Clone, Copy)]
struct Shown {
    /// The label of an entry block with arguments.
    entry_args: bool,
    /// Terminators without operands.
    terminators: bool,
    /// The label of an entry block without operations.
    empty_block: bool,
}

/// Writes a region with braces, after the text that precedes the brace.
pub(crate) fn write_region(writer: &mut Writer<'_>, region: Region, entry_args: bool, terminators: bool) {
    write_region_with(writer, region, Shown { entry_args, terminators, empty_block: false });
}

fn write_region_with(writer: &mut Writer<'_>, region: Region, shown: Shown) {
    if writer.names.aliases.options.skip_regions {
        return writer.text("{...}");
    }
    writer.text("{\n");
    let module = writer.module;
    let blocks = module.blocks_of(region).to_vec();
    for (index, block) in blocks.iter().enumerate() {
        let needs_label = 0 < index
            || (shown.entry_args && !module.args(*block).is_empty())
            || (shown.empty_block && module.first_op(*block).is_none())
            || !writer.names.predecessors(*block).is_empty();
        if needs_label {
            write_label(writer, *block);
        }
        write_block(writer, *block, shown.terminators);
    }
    indent(writer);
    writer.text("}");
}

pub(crate) fn indent(writer: &mut Writer<'_>) {
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

/// Whether the text may omit a terminator: it consists of its name only.
fn is_plain_terminator(module: &Module, op: Op) -> bool {
    let ends = module.kind(op).def().is_some_and(|def| def.has(Trait::Terminator));
    let is_last = module.next_op(op).is_none();
    let regions = module.regions_of(op);
    let mut blocks = regions.iter().flat_map(|region| module.blocks_of(*region));
    let is_bare = module.operands(op).is_empty() && module.attrs(op).is_empty();
    ends && is_last && is_bare && blocks.all(|block| module.first_op(*block).is_none())
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
            writer.arg_location(*arg);
        }
        writer.text(")");
    }
    writer.text(":");
    let predecessors = writer.names.predecessors(block).to_vec();
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

/// Returns the name of an operation without its dialect, if that is the default of the region. Unlike in the
/// parser, regions of generic forms have no default dialect.
fn bare_name(module: &Module, op: Op) -> Option<&'static str> {
    let kind = module.kind(op);
    let name = kind.def()?.name;
    let default = module
        .parent_op(op)
        .map_or("builtin", |parent| module.kind(parent).default_dialect().unwrap_or_default());
    (kind.dialect() == default && !name.contains('.')).then_some(name)
}
