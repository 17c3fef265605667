//! Writes a custom form by the pattern of its row.
//!
//! Blanks follow the rules of MLIR's generated printers: they depend on the elements of the pattern alone,
//! not on whether an element prints anything. Hence some texts contain two blanks or end in one.

use crate::attrs::{Attr, AttrKind};
use crate::def::{AttrConstraint, AttrSlot, MlirVersion};
use crate::format::pattern::{Element, Group, pattern_of};
use crate::format::write::{Writer, write_async};
use crate::module::Module;
use crate::op::OpRef;
use crate::print::attr_text;

/// The spacing before the next element.
#[derive(Clone, Copy)]
struct Spacing {
    space: bool,
    after_punctuation: bool,
}

/// The state of writing one operation.
struct State<'w, 'm> {
    writer: &'w mut Writer<'m>,
    op: OpRef<'m>,
    spacing: Spacing,
    successor: usize,
    shown: &'static [&'static str],
    /// Whether elements are written, or only advance the spacing.
    visible: bool,
}

/// Writes the text after the name.
pub(crate) fn write<'m>(writer: &mut Writer<'m>, op: OpRef<'m>) {
    let pattern = pattern_of(op.kind(), writer.version());
    let spacing = Spacing { space: true, after_punctuation: false };
    let mut state = State { writer, op, spacing, successor: 0, shown: &pattern.shown, visible: true };
    state.elements(&pattern.elements);
}

impl State<'_, '_> {
    fn elements(&mut self, elements: &'static [Element]) {
        for element in elements {
            self.element(element);
        }
    }

    fn element(&mut self, element: &'static Element) {
        match element {
            Element::Literal(text) => return self.literal(text),
            Element::Group(group) => return self.group(group),
            Element::AnyOrder(groups) => {
                for group in groups {
                    self.group(group);
                }
                return;
            }
            Element::AttrDict { keyword } => {
                if self.visible {
                    self.attr_dict(*keyword);
                }
                self.spacing.after_punctuation = false;
                return;
            }
            Element::Attr(slot) if is_unit(slot) => return,
            _ => {}
        }
        if self.visible {
            self.begin(element);
            self.content(element);
        }
        self.spacing = Spacing { space: true, after_punctuation: false };
    }

    /// Writes the blank before an element, if there is one.
    fn begin(&mut self, element: &Element) {
        if matches!(element, Element::Attr(slot) if matches!(slot.constraint, AttrConstraint::Flags(..))) {
            return;
        }
        if self.spacing.space || !self.spacing.after_punctuation {
            self.writer.text(" ");
        }
    }

    fn content(&mut self, element: &'static Element) {
        let op = self.op;
        let writer = &mut *self.writer;
        match element {
            Element::Operand(slot) => writer.values(op.slot(*slot)),
            Element::Operands => writer.values(op.operands()),
            Element::OperandType(slot) => writer.types_of(op.slot(*slot)),
            Element::OperandTypes => writer.types_of(op.operands()),
            Element::ResultType(slot) => {
                writer.types(op.result_group(*slot).map(|value| op.type_of(value)));
            }
            Element::ResultTypes => writer.types(op.results().map(|value| op.type_of(value))),
            Element::FunctionalType => write_functional_type(writer, op),
            Element::Attr(slot) => write_attr(writer, op, slot),
            Element::Region(index) => {
                writer.region(op.module.region(op.op, *index), true, !has_implied_end(op));
            }
            Element::Regions => write_regions(writer, op),
            Element::Successor => {
                write_successor(writer, op, self.successor);
                self.successor += 1;
            }
            Element::Successors => {
                for index in 0..op.module.successors(op.op).len() {
                    writer.comma(index);
                    write_successor(writer, op, index);
                }
            }
            Element::Async => write_async(writer, op),
            Element::Directive(directive) => (directive.write)(writer, op),
            Element::Literal(_) | Element::Group(_) | Element::AnyOrder(_) | Element::AttrDict { .. } => {}
        }
    }

    fn group(&mut self, group: &'static Group) {
        let is_there = is_present(self.op, group.anchor());
        let visible = self.visible;
        self.visible = visible && is_there;
        self.elements(&group.elements);
        self.visible = visible && !is_there;
        self.elements(&group.otherwise);
        self.visible = visible;
    }

    fn literal(&mut self, text: &str) {
        if text == " " || text.is_empty() {
            if self.visible {
                self.writer.text(text);
            }
            self.spacing = Spacing { space: false, after_punctuation: text.is_empty() };
            return;
        }
        let first = text.chars().next().unwrap_or(' ');
        let wants_space = if text.len() != 1 && text != "->" {
            true
        } else if self.spacing.after_punctuation {
            !">)}],".contains(first)
        } else {
            !"<>(){}[],".contains(first)
        };
        if self.visible {
            if self.spacing.space && wants_space {
                self.writer.text(" ");
            }
            self.writer.text(text);
        }
        self.spacing.after_punctuation = first != '_' && !first.is_ascii_alphabetic();
        self.spacing.space = text.len() != 1 || !"<({[".contains(first);
    }

    fn attr_dict(&mut self, keyword: bool) {
        let module = self.op.module;
        let Some(def) = self.op.def().filter(|_| !module.attrs(self.op.op).is_empty()) else { return };
        let stands_by_default =
            |slot: &&AttrSlot| self.op.attr(slot.name).is_some_and(|attr| is_default(module, attr, slot));
        let defaults = def.attrs.iter().filter(stands_by_default).map(|slot| slot.name);
        let elided: Vec<&str> = self.shown.iter().copied().chain(defaults).collect();
        if keyword {
            self.writer.attributes_clause(self.op, &elided);
        } else {
            self.writer.attr_dict(self.op, &elided);
        }
    }
}

impl Writer<'_> {
    /// Writes the additional blank of the printers of enum attributes before version 23.
    pub(crate) fn enum_blank(&mut self) {
        if self.version() < MlirVersion::V23 {
            self.text(" ");
        }
    }
}

fn is_unit(slot: &AttrSlot) -> bool {
    matches!(slot.constraint, AttrConstraint::Unit | AttrConstraint::UnitProperty)
}

/// Whether an attribute equals its default.
pub(crate) fn is_default(module: &Module, attr: Attr, slot: &AttrSlot) -> bool {
    slot.default.is_some_and(|default| attr_text(module, attr) == default)
}

/// Whether the anchor of a group has something to print.
fn is_present(op: OpRef<'_>, anchor: &Element) -> bool {
    match anchor {
        Element::Operand(slot) | Element::OperandType(slot) => !op.slot(*slot).is_empty(),
        Element::Operands | Element::OperandTypes => !op.operands().is_empty(),
        Element::ResultType(slot) => 0 < op.result_group(*slot).len(),
        Element::ResultTypes => 0 < op.n_results(),
        Element::Attr(slot) => op.attr(slot.name).is_some_and(|attr| !is_default(op.module, attr, slot)),
        Element::Region(index) => !op.module.blocks_of(op.module.region(op.op, *index)).is_empty(),
        Element::Regions => !op.regions().is_empty(),
        Element::Successor | Element::Successors => !op.module.successors(op.op).is_empty(),
        Element::Directive(directive) => directive.present.is_none_or(|present| present(op)),
        Element::Literal(_)
        | Element::FunctionalType
        | Element::Async
        | Element::AttrDict { .. }
        | Element::Group(_)
        | Element::AnyOrder(_) => true,
    }
}

fn write_functional_type(writer: &mut Writer<'_>, op: OpRef<'_>) {
    writer.text("(");
    writer.types_of(op.operands());
    writer.text(") -> ");
    let results: Vec<_> = op.results().map(|value| op.type_of(value)).collect();
    writer.result_types(&results);
}

/// Writes an attribute in the form of its constraint.
pub(super) fn write_attr(writer: &mut Writer<'_>, op: OpRef<'_>, slot: &AttrSlot) {
    let Some(attr) = op.attr(slot.name) else { return };
    let kind = op.module.attr_kind(attr);
    let words = |prefix| crate::def::foreign_words(op.module, kind, prefix).unwrap_or_default();
    match slot.constraint {
        AttrConstraint::EnumInt(cases) | AttrConstraint::EnumI32(cases) => {
            let index = op.module.attr_int(attr).and_then(|i| usize::try_from(i).ok()).unwrap_or(usize::MAX);
            writer.text(cases.get(index).copied().unwrap_or("?"));
        }
        AttrConstraint::Enum(prefix, _) => {
            writer.enum_blank();
            writer.text(words(prefix));
        }
        AttrConstraint::Flags(prefix, _) | AttrConstraint::Bracketed(prefix, _) => {
            writer.text("<");
            writer.text(words(prefix));
            writer.text(">");
        }
        AttrConstraint::Int(_) => writer.attr_without_type(attr),
        AttrConstraint::DenseArray(_) => write_list(writer, kind),
        _ => writer.attr(attr),
    }
}

/// Writes `[1, 2]`.
fn write_list(writer: &mut Writer<'_>, kind: &AttrKind) {
    let AttrKind::DenseArray(ty, items) = kind else { return };
    writer.text("[");
    for (i, item) in items.iter().enumerate() {
        writer.comma(i);
        crate::print::attrs::write_element(&mut writer.out, writer.module, *item as u64, *ty);
    }
    writer.text("]");
}

/// Whether the text may omit the terminators of the regions.
fn has_implied_end(op: OpRef<'_>) -> bool {
    op.def().is_some_and(|def| def.implicit_terminator.is_some())
}

fn write_regions(writer: &mut Writer<'_>, op: OpRef<'_>) {
    for (i, region) in op.regions().into_iter().enumerate() {
        writer.comma(i);
        writer.region(region, true, !has_implied_end(op));
    }
}

pub(crate) fn write_successor(writer: &mut Writer<'_>, op: OpRef<'_>, index: usize) {
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
