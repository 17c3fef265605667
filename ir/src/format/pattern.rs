//! Patterns: the custom form of an operation as one string that serves both directions.
//!
//! | element | stands for |
//! |---|---|
//! | `` `word` `` | the word or punctuation; `` ` ` `` is a blank for the printer, ` `` ` glues |
//! | `$name` | the operands, the attribute or the region of that slot |
//! | `type($name)` | the types of those operands or results |
//! | `operands`, `type(operands)`, `type(results)` | all of them |
//! | `functional-type` | `(operand types) -> result types`, of all operands of the first slot |
//! | `successor`, `successors` | the next successor with its operands; all of them |
//! | `regions` | all regions |
//! | `async` | `async` and `[%tokens]`, both optional |
//! | `attr-dict` | the attributes that no other element shows; `attr-dict-with-keyword` after `attributes` |
//! | `custom<name>` | the syntax that the directive of that name in the row reads and writes |
//! | `( … )?` | an optional group; its element with `^` determines whether it is present |
//! | `( … ):( … )?` | the first group, or the second where the first is missing |
//! | `` oilist(`a` $x \| `b` $y) `` | clauses in any order, each at most once; the first word of each tells them apart |

use crate::def::{AttrSlot, Directive, MlirVersion, OpDef, Slot, Syntax};
use crate::dialect::OpKind;
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// One element of a pattern.
#[derive(Debug)]
pub(crate) enum Element {
    Literal(&'static str),
    Operand(usize),
    Operands,
    Attr(&'static AttrSlot),
    OperandType(usize),
    OperandTypes,
    ResultType(usize),
    ResultTypes,
    FunctionalType,
    Region(usize),
    Regions,
    Successor,
    Successors,
    Async,
    /// The attribute dictionary, with or without the keyword `attributes` before it.
    AttrDict {
        keyword: bool,
    },
    Directive(&'static Directive),
    Group(Group),
    /// Clauses in any order.
    AnyOrder(Vec<Group>),
}

/// A group of elements.
#[derive(Debug)]
pub(crate) struct Group {
    /// The elements.
    pub(crate) elements: Vec<Element>,
    /// The number of the element that determines whether the group is present.
    pub(crate) anchor: usize,
    /// The elements in place of an absent group.
    pub(crate) otherwise: Vec<Element>,
}

impl Group {
    /// Returns the element that determines whether the group is present.
    pub(crate) fn anchor(&self) -> &Element {
        &self.elements[self.anchor]
    }
}

/// The pattern of a kind, compiled.
#[derive(Debug, Default)]
pub(crate) struct Pattern {
    /// The elements in the order of the text.
    pub(crate) elements: Vec<Element>,
    /// The keys of the attributes that elements show.
    pub(crate) shown: Vec<&'static str>,
}

/// Returns the pattern of a kind; empty for kinds without one.
pub(crate) fn pattern(kind: OpKind) -> &'static Pattern {
    static TABLE: OnceLock<FxHashMap<OpKind, OnceLock<Pattern>>> = OnceLock::new();
    static EMPTY: OnceLock<Pattern> = OnceLock::new();
    let table = TABLE.get_or_init(|| OpKind::all().map(|kind| (kind, OnceLock::new())).collect());
    match (table.get(&kind), kind.def()) {
        (Some(slot), Some(def)) => slot.get_or_init(|| compile(def)),
        _ => EMPTY.get_or_init(Pattern::default),
    }
}

/// Returns the pattern that a version of MLIR prints for a kind.
pub(crate) fn pattern_of(kind: OpKind, version: MlirVersion) -> &'static Pattern {
    static TABLE: OnceLock<FxHashMap<(OpKind, &'static str), Pattern>> = OnceLock::new();
    let Some(spelling) = kind.def().and_then(|def| def.spelling(version)) else { return pattern(kind) };
    let table = TABLE.get_or_init(|| {
        let rows = OpKind::all().filter_map(|kind| Some((kind, kind.def()?)));
        let all =
            rows.flat_map(|(kind, def)| def.spellings.iter().map(move |found| (kind, def, found.pattern)));
        all.map(|(kind, def, text)| ((kind, text), compile_text(def, text))).collect()
    });
    table.get(&(kind, spelling.pattern)).unwrap_or_else(|| pattern(kind))
}

/// Whether the custom form of a kind is a pattern. Compiles the pattern.
pub fn is_pattern(kind: OpKind) -> bool {
    !pattern(kind).elements.is_empty()
}

/// Compiles the pattern of a row. Rows are constants of this crate, and a test compiles all of them.
fn compile(def: &'static OpDef) -> Pattern {
    match def.syntax {
        Syntax::Pattern(text) => compile_text(def, text),
        Syntax::Code(_) | Syntax::Generic => Pattern::default(),
    }
}

fn compile_text(def: &'static OpDef, text: &'static str) -> Pattern {
    let mut compiler = Compiler { def, rest: text };
    let (elements, _) = compiler.elements();
    let mut shown = Vec::new();
    shown_attrs(&elements, &mut shown);
    Pattern { elements, shown }
}

/// Collects the keys of attributes that elements show.
fn shown_attrs(elements: &[Element], out: &mut Vec<&'static str>) {
    for element in elements {
        match element {
            Element::Attr(slot) => out.push(slot.name),
            Element::Directive(directive) => out.extend(directive.shows),
            Element::Group(group) => {
                shown_attrs(&group.elements, out);
                shown_attrs(&group.otherwise, out);
            }
            Element::AnyOrder(groups) => {
                for group in groups {
                    shown_attrs(&group.elements, out);
                }
            }
            Element::Literal(_)
            | Element::Operand(_)
            | Element::Operands
            | Element::OperandType(_)
            | Element::OperandTypes
            | Element::ResultType(_)
            | Element::ResultTypes
            | Element::FunctionalType
            | Element::Region(_)
            | Element::Regions
            | Element::Successor
            | Element::Successors
            | Element::Async
            | Element::AttrDict { .. } => {}
        }
    }
}

/// A cursor over the text of a pattern.
struct Compiler {
    def: &'static OpDef,
    rest: &'static str,
}

impl Compiler {
    /// Returns the elements up to `)`, `|` or the end, and the number of the anchor.
    fn elements(&mut self) -> (Vec<Element>, usize) {
        let mut elements = Vec::new();
        let mut anchor = 0;
        loop {
            self.rest = self.rest.trim_start();
            if self.rest.is_empty() || self.rest.starts_with([')', '|']) {
                return (elements, anchor);
            }
            elements.push(self.element());
            if self.eat("^") {
                anchor = elements.len() - 1;
            }
        }
    }

    fn eat(&mut self, text: &str) -> bool {
        let after = self.rest.strip_prefix(text);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    /// Returns the text up to `end`, which is consumed too.
    fn until(&mut self, end: &str) -> &'static str {
        let (text, after) = self.rest.split_once(end).expect("what a pattern opens it closes");
        self.rest = after;
        text
    }

    fn element(&mut self) -> Element {
        if self.eat("`") {
            return Element::Literal(self.until("`"));
        }
        if self.eat("(") {
            return self.group();
        }
        if self.eat("oilist(") {
            return self.any_order();
        }
        if self.eat("custom<") {
            let name = self.until(">");
            let directive = self.def.directives.iter().find(|directive| directive.name == name);
            return Element::Directive(directive.expect("a directive of a pattern is one of the row"));
        }
        if self.eat("type(") {
            let name = self.until(")");
            return self.type_element(name);
        }
        let is_name = |c: char| c.is_ascii_alphanumeric() || "_-$".contains(c);
        let end = self.rest.find(|c| !is_name(c)).unwrap_or(self.rest.len());
        let (name, after) = self.rest.split_at(end);
        self.rest = after;
        match name {
            "attr-dict" => Element::AttrDict { keyword: false },
            "attr-dict-with-keyword" => Element::AttrDict { keyword: true },
            "functional-type" => Element::FunctionalType,
            "operands" => Element::Operands,
            "successor" => Element::Successor,
            "successors" => Element::Successors,
            "regions" => Element::Regions,
            "async" => Element::Async,
            name => self.named(name.trim_start_matches('$')),
        }
    }

    fn group(&mut self) -> Element {
        let (elements, anchor) = self.elements();
        let mut otherwise = Vec::new();
        if self.eat("):(") {
            (otherwise, _) = self.elements();
        }
        assert!(self.eat(")?"), "a group of a pattern ends with )?");
        Element::Group(Group { elements, anchor, otherwise })
    }

    fn any_order(&mut self) -> Element {
        let mut groups = Vec::new();
        loop {
            let (elements, _) = self.elements();
            // A clause is present if its first element after the word is; a lone word needs a directive.
            let anchor = usize::from(1 < elements.len());
            groups.push(Group { elements, anchor, otherwise: Vec::new() });
            if !self.eat("|") {
                assert!(self.eat(")"), "oilist of a pattern is closed");
                return Element::AnyOrder(groups);
            }
        }
    }

    fn type_element(&self, name: &str) -> Element {
        match name {
            "operands" => return Element::OperandTypes,
            "results" => return Element::ResultTypes,
            _ => {}
        }
        let name = name.trim_start_matches('$');
        let find = |slots: &[Slot]| slots.iter().position(|slot| slot.name == name);
        match find(self.def.operands) {
            Some(slot) => Element::OperandType(slot),
            None => {
                Element::ResultType(find(self.def.results).expect("type($name) of a pattern names a slot"))
            }
        }
    }

    fn named(&self, name: &str) -> Element {
        if let Some(slot) = self.def.operands.iter().position(|slot| slot.name == name) {
            return Element::Operand(slot);
        }
        if let Some(region) = self.def.regions.iter().position(|region| *region == name) {
            return Element::Region(region);
        }
        let attr = self.def.attrs.iter().find(|slot| slot.name == name);
        Element::Attr(attr.expect("a name of a pattern is a slot of the row"))
    }
}
