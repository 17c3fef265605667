//! The writer: the text of operations, by their pattern or code.

use crate::attrs::Attr;
use crate::def::{AttrConstraint, AttrSlot};
use crate::format::pattern::{Element, elements, is_default};
use crate::module::{Module, Region};
use crate::op::OpRef;
use crate::print::attrs::ShowType;
use crate::print::names::Names;
use crate::types::Type;
use crate::value::Value;
use std::fmt::Write as _;

/// Writes operations into a buffer.
pub struct Writer<'m> {
    /// The module.
    pub module: &'m Module,
    /// The text so far.
    pub out: String,
    pub(crate) names: Names,
    pub(crate) indent: usize,
    pub(crate) generic: bool,
}

/// Text, values and types.
impl Writer<'_> {
    /// Writes text as it is.
    pub fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Writes the name of a value.
    pub fn value(&mut self, value: Value) {
        self.names.write(&mut self.out, value);
    }

    /// Writes names separated by commas.
    pub fn values(&mut self, values: &[Value]) {
        for (i, value) in values.iter().enumerate() {
            self.comma(i);
            self.value(*value);
        }
    }

    /// Writes `, ` unless this is the first item.
    pub fn comma(&mut self, index: usize) {
        if 0 < index {
            self.text(", ");
        }
    }

    /// Writes a type.
    pub fn ty(&mut self, ty: Type) {
        crate::print::types::write_type(&mut self.out, self.module, &self.names.aliases, ty);
    }

    /// Writes types separated by commas.
    pub fn types(&mut self, types: impl IntoIterator<Item = Type>) {
        for (i, ty) in types.into_iter().enumerate() {
            self.comma(i);
            self.ty(ty);
        }
    }

    /// Writes the types of values, separated by commas.
    pub fn types_of(&mut self, values: &[Value]) {
        let module = self.module;
        self.types(values.iter().map(|value| module.type_of(*value)));
    }

    /// Writes `T`, or `(T, U)` unless there is exactly one that is no function type.
    pub fn result_types(&mut self, types: &[Type]) {
        match types {
            [ty] if self.module.function_type(*ty).is_none() => self.ty(*ty),
            _ => {
                self.text("(");
                self.types(types.iter().copied());
                self.text(")");
            }
        }
    }

    /// Writes an attribute with its type.
    pub fn attr(&mut self, attr: Attr) {
        crate::print::attrs::write_attr(
            &mut self.out,
            self.module,
            &self.names.aliases,
            attr,
            ShowType::Always,
        );
    }

    /// Writes an attribute without its type.
    pub fn attr_without_type(&mut self, attr: Attr) {
        crate::print::attrs::write_attr(
            &mut self.out,
            self.module,
            &self.names.aliases,
            attr,
            ShowType::Never,
        );
    }

    /// Writes `@name`.
    pub fn symbol(&mut self, name: &str) {
        crate::print::attrs::write_symbol(&mut self.out, name);
    }

    /// Writes ` {…}` with the attributes that are not in `elided`; nothing if there are none.
    pub fn attr_dict(&mut self, op: OpRef<'_>, elided: &[&str]) {
        self.attr_dict_after(op, elided, " ");
    }

    /// Writes ` attributes {…}` likewise.
    pub fn attributes_clause(&mut self, op: OpRef<'_>, elided: &[&str]) {
        self.attr_dict_after(op, elided, " attributes ");
    }

    fn attr_dict_after(&mut self, op: OpRef<'_>, elided: &[&str], prefix: &str) {
        let module = self.module;
        let shown: Vec<_> = module
            .attrs(op.op)
            .iter()
            .filter(|attr| {
                let key = module.text(attr.name);
                key != "operandSegmentSizes" && !elided.contains(&key)
            })
            .copied()
            .collect();
        if shown.is_empty() {
            return;
        }
        self.text(prefix);
        crate::print::attrs::write_dict(&mut self.out, module, &self.names.aliases, &shown);
    }

    /// Writes a region with braces. `entry_args` shows the label of an entry block with arguments;
    /// `terminators` shows terminators without operands.
    pub fn region(&mut self, region: Region, entry_args: bool, terminators: bool) {
        crate::print::write_region(self, region, entry_args, terminators);
    }
}

/// The printer's rule for blanks: none after an opening bracket, none before a closing one or a comma.
#[derive(Clone, Copy)]
struct Spacing {
    space: bool,
    after_punctuation: bool,
}

/// Writes what follows the name, by the pattern of the row.
pub(crate) fn write_pattern(writer: &mut Writer<'_>, op: OpRef<'_>) {
    let mut spacing = Spacing { space: true, after_punctuation: false };
    let mut successor = 0;
    let list = elements(op.kind());
    let mut shown = Vec::new();
    shown_attrs(list, &mut shown);
    for element in list {
        write_element(writer, op, element, &mut spacing, &mut successor, &shown);
    }
}

/// The keys that the elements show themselves.
fn shown_attrs(elements: &'static [Element], out: &mut Vec<&'static str>) {
    for element in elements {
        match element {
            Element::Attr(slot) => out.push(slot.name),
            Element::Group(inner, _) => shown_attrs(inner, out),
            _ => {}
        }
    }
}

fn write_element(
    writer: &mut Writer<'_>,
    op: OpRef<'_>,
    element: &Element,
    spacing: &mut Spacing,
    successor: &mut usize,
    shown: &[&str],
) {
    match element {
        Element::Literal(text) => return write_literal(writer, text, spacing),
        Element::Group(elements, anchor) => {
            if is_present(op, &elements[*anchor]) {
                for element in elements {
                    write_element(writer, op, element, spacing, successor, shown);
                }
            }
            return;
        }
        Element::AttrDict => {
            let defaults = default_flags(op);
            let mut elided = shown.to_vec();
            elided.extend(defaults.iter().map(String::as_str));
            return writer.attr_dict(op, &elided);
        }
        Element::Attr(slot) => return write_attr(writer, op, slot, spacing),
        Element::Operand(slot) => {
            if op.group(*slot).is_empty() {
                return;
            }
            begin(writer, *spacing);
            writer.values(op.group(*slot));
        }
        Element::OperandType(slot) => {
            begin(writer, *spacing);
            writer.types_of(op.group(*slot));
        }
        Element::ResultType(slot) => {
            begin(writer, *spacing);
            let first: usize = result_offset(op, *slot);
            let count = op.def().map_or(0, |def| def.result_sizes(op)[*slot]);
            writer.types((first..first + count).map(|index| op.result_type(index)));
        }
        Element::FunctionalType => {
            begin(writer, *spacing);
            writer.text("(");
            writer.types_of(op.operands());
            writer.text(") -> ");
            let results: Vec<_> = op.results().map(|value| op.type_of(value)).collect();
            writer.result_types(&results);
        }
        Element::Successor => {
            begin(writer, *spacing);
            write_successor(writer, op, *successor);
            *successor += 1;
        }
        Element::Async => write_async(writer, op),
    }
    *spacing = Spacing { space: true, after_punctuation: false };
}

fn result_offset(op: OpRef<'_>, slot: usize) -> usize {
    op.def().map_or(0, |def| def.result_sizes(op).iter().take(slot).sum())
}

fn begin(writer: &mut Writer<'_>, spacing: Spacing) {
    if spacing.space {
        writer.text(" ");
    }
}

fn write_literal(writer: &mut Writer<'_>, text: &str, spacing: &mut Spacing) {
    if text == " " {
        writer.text(" ");
        *spacing = Spacing { space: false, after_punctuation: false };
        return;
    }
    let first = text.chars().next().unwrap_or(' ');
    let wants_space = if text.len() != 1 && text != "->" {
        true
    } else if spacing.after_punctuation {
        !">)}],".contains(first)
    } else {
        !"<>(){}[],".contains(first)
    };
    if spacing.space && wants_space {
        writer.text(" ");
    }
    writer.text(text);
    spacing.after_punctuation = first != '_' && !first.is_ascii_alphabetic();
    spacing.space = text.len() != 1 || !"<({[".contains(first);
}

/// Whether the element that tells whether its group is there has something to show.
fn is_present(op: OpRef<'_>, anchor: &Element) -> bool {
    match anchor {
        Element::Operand(slot) | Element::OperandType(slot) => !op.group(*slot).is_empty(),
        Element::ResultType(slot) => op.def().is_some_and(|def| 0 < def.result_sizes(op)[*slot]),
        Element::Attr(slot) => {
            op.attr(slot.name).is_some_and(|attr| !is_default(op.module.attr_kind(attr), op.module))
        }
        Element::Literal(_)
        | Element::FunctionalType
        | Element::Successor
        | Element::Async
        | Element::AttrDict
        | Element::Group(..) => true,
    }
}

/// The keys of flags that say `none`.
fn default_flags(op: OpRef<'_>) -> Vec<String> {
    let module = op.module;
    let is_none = |attr: &&crate::attrs::NamedAttr| is_default(module.attr_kind(attr.value), module);
    module.attrs(op.op).iter().filter(is_none).map(|attr| module.text(attr.name).to_string()).collect()
}

fn write_attr(writer: &mut Writer<'_>, op: OpRef<'_>, slot: &AttrSlot, spacing: &mut Spacing) {
    let Some(attr) = op.attr(slot.name) else { return };
    let kind = op.module.attr_kind(attr);
    let words = |prefix| crate::def::foreign_words(op.module, kind, prefix).unwrap_or_default();
    match slot.constraint {
        AttrConstraint::Unit => {}
        AttrConstraint::EnumInt(cases) => {
            let index = op.module.attr_int(attr).and_then(|i| usize::try_from(i).ok()).unwrap_or(usize::MAX);
            begin(writer, *spacing);
            writer.text(cases.get(index).copied().unwrap_or("?"));
        }
        AttrConstraint::Enum(prefix, _) => {
            // The field's printers write two blanks before such a keyword.
            writer.text("  ");
            writer.text(words(prefix));
        }
        AttrConstraint::Bracketed(prefix, _) => {
            begin(writer, *spacing);
            let _ = write!(writer.out, "<{}>", words(prefix));
        }
        AttrConstraint::DenseArray(_) => {
            begin(writer, *spacing);
            let numbers =
                if let crate::attrs::AttrKind::DenseArray(_, numbers) = kind { &**numbers } else { &[] };
            let numbers: Vec<_> = numbers.iter().map(ToString::to_string).collect();
            let _ = write!(writer.out, "[{}]", numbers.join(", "));
        }
        AttrConstraint::Flags(prefix, _) => {
            let _ = write!(writer.out, "<{}>", words(prefix));
        }
        AttrConstraint::Int(_) => {
            begin(writer, *spacing);
            writer.attr_without_type(attr);
        }
        _ => {
            begin(writer, *spacing);
            writer.attr(attr);
        }
    }
    *spacing = Spacing { space: true, after_punctuation: false };
}

fn write_successor(writer: &mut Writer<'_>, op: OpRef<'_>, index: usize) {
    let block = op.module.successors(op.op)[index].block;
    let args = op.module.successor_args(op.op, index);
    writer.names.write_block(&mut writer.out, block);
    if !args.is_empty() {
        writer.text("(");
        writer.values(args);
        writer.text(" : ");
        writer.types_of(args);
        writer.text(")");
    }
}

/// Writes ` async [%t]`; the blank is there even when nothing follows.
pub fn write_async(writer: &mut Writer<'_>, op: OpRef<'_>) {
    let module = op.module;
    let is_async = op.results().next_back().is_some_and(|value| module.type_of(value) == Type::TOKEN);
    let dependencies = op.group(0);
    writer.text(if is_async { " async" } else { " " });
    if !dependencies.is_empty() {
        writer.text(if is_async { " [" } else { "[" });
        writer.values(dependencies);
        writer.text("]");
    }
}
