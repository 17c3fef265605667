//! `OpDef`: the one place where an operation is described.

use crate::attrs::{Attr, AttrKind};
use crate::def::constraint::{AttrConstraint, TypeSet};
use crate::diagnostics::Reported;
use crate::dialect::OpKind;
use crate::format::found::Found;
use crate::format::read::Reader;
use crate::format::write::Writer;
use crate::module::Module;
use crate::op::OpRef;
use crate::types::{Type, TypeKind};
use crate::value::Value;
use crate::verify::VerifyCx;
use std::ops::Range;

/// How many values a slot takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arity {
    /// Exactly one.
    One,
    /// None or one.
    Optional,
    /// Any number.
    Variadic,
}

/// What an operation does to the memory behind an operand or result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Reads it.
    Read,
    /// Writes it.
    Write,
    /// Makes it.
    Allocate,
    /// Ends it.
    Free,
}

/// An operand or a result of a row.
#[derive(Debug)]
pub struct Slot {
    /// Its name, for messages and patterns.
    pub name: &'static str,
    /// Which types it takes.
    pub types: &'static TypeSet,
    /// How many values it takes.
    pub arity: Arity,
    /// The effect on the memory that it refers to.
    pub effect: Option<Effect>,
}

impl Slot {
    /// With an effect on the memory that it refers to.
    pub const fn effect(mut self, effect: Effect) -> Self {
        self.effect = Some(effect);
        self
    }
}

/// A slot for exactly one value.
pub const fn one(name: &'static str, types: &'static TypeSet) -> Slot {
    Slot { name, types, arity: Arity::One, effect: None }
}

/// A slot for none or one value.
pub const fn optional(name: &'static str, types: &'static TypeSet) -> Slot {
    Slot { name, types, arity: Arity::Optional, effect: None }
}

/// A slot for any number of values.
pub const fn any_number(name: &'static str, types: &'static TypeSet) -> Slot {
    Slot { name, types, arity: Arity::Variadic, effect: None }
}

/// An inherent attribute of a row.
#[derive(Debug)]
pub struct AttrSlot {
    /// Its key.
    pub name: &'static str,
    /// What it may be.
    pub constraint: AttrConstraint,
    /// Whether every operation has it.
    pub required: bool,
    /// The text of the value that an operation without it has; the custom form leaves such a value out.
    pub default: Option<&'static str>,
    /// Whether the generic form shows the default where the attribute is left out.
    pub shows_default: bool,
}

/// An attribute that every operation of the kind has.
pub const fn required_attr(name: &'static str, constraint: AttrConstraint) -> AttrSlot {
    AttrSlot { name, constraint, required: true, default: None, shows_default: false }
}

/// An attribute that may be left out.
pub const fn optional_attr(name: &'static str, constraint: AttrConstraint) -> AttrSlot {
    AttrSlot { name, constraint, required: false, default: None, shows_default: false }
}

/// An attribute that stands for `default`, as that is printed, where it is left out.
pub const fn default_attr(name: &'static str, constraint: AttrConstraint, default: &'static str) -> AttrSlot {
    AttrSlot { name, constraint, required: false, default: Some(default), shows_default: true }
}

/// The same for an attribute that the generic form leaves out too where it is left out.
pub const fn quiet_default_attr(
    name: &'static str,
    constraint: AttrConstraint,
    default: &'static str,
) -> AttrSlot {
    AttrSlot { name, constraint, required: false, default: Some(default), shows_default: false }
}

/// How a pattern reads a part that its other elements cannot express.
pub type DirectiveRead = fn(&mut Reader<'_, '_>, &mut Found) -> Result<(), Reported>;

/// A part of a pattern with code of its own, `custom<name>`.
#[derive(Debug)]
pub struct Directive {
    /// Its name in the pattern.
    pub name: &'static str,
    /// The keys of the attributes that it shows.
    pub shows: &'static [&'static str],
    /// Takes the part: names and types into [`Found`], attributes and regions into the pending operation.
    pub read: DirectiveRead,
    /// Writes the part; a blank stands before it already.
    pub write: fn(&mut Writer<'_>, OpRef<'_>),
    /// Whether the next token begins the part, where it may be missing.
    pub starts: Option<fn(&Reader<'_, '_>) -> bool>,
    /// Whether an operation has something to show, where the part may be missing.
    pub present: Option<fn(OpRef<'_>) -> bool>,
}

impl Directive {
    /// With the two questions that a group asks of its first element and of its anchor.
    pub const fn when(mut self, starts: fn(&Reader<'_, '_>) -> bool, present: fn(OpRef<'_>) -> bool) -> Self {
        self.starts = Some(starts);
        self.present = Some(present);
        self
    }
}

/// A directive for the pattern of a row.
pub const fn directive(
    name: &'static str,
    shows: &'static [&'static str],
    read: DirectiveRead,
    write: fn(&mut Writer<'_>, OpRef<'_>),
) -> Directive {
    Directive { name, shows, read, write, starts: None, present: None }
}

/// How the types of a slot follow from those of another one. The reader finds types by it where the text has
/// none, the verifier checks it.
#[derive(Debug)]
pub struct TypeRule {
    /// The slot whose type follows.
    pub slot: &'static str,
    /// The slot that it follows from; of several values the first one counts.
    pub from: &'static str,
    /// The type that follows, as its structure; `None` where nothing follows.
    pub derive: fn(&Module, Type) -> Option<TypeKind>,
    /// What the message on another type says is wrong; empty for a plain account.
    pub law: &'static str,
}

impl TypeRule {
    /// With these words for what the rule demands: "all of {lhs, rhs} have same type".
    pub const fn law(mut self, law: &'static str) -> Self {
        self.law = law;
        self
    }
}

/// A slot has the same type as another one.
pub const fn same_type(slot: &'static str, from: &'static str) -> TypeRule {
    TypeRule { slot, from, derive: |module, ty| Some(module.type_kind(ty).clone()), law: "" }
}

/// The type of a slot is made from that of another one.
pub const fn derive(
    slot: &'static str,
    from: &'static str,
    derive: fn(&Module, Type) -> Option<TypeKind>,
) -> TypeRule {
    TypeRule { slot, from, derive, law: "" }
}

/// The element type of a shaped type.
pub fn element_of(module: &Module, ty: Type) -> Option<TypeKind> {
    Some(module.type_kind(module.element_type(ty)).clone())
}

/// A property that passes and the verifier ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Trait {
    /// No effect: may be merged, moved and dropped.
    Pure,
    /// The operands may be swapped.
    Commutative,
    /// Acts on each element of vectors and tensors alike: where there is one, the results are of its shape.
    Elementwise,
    /// All operands and results have one type.
    SameType,
    /// All operands have one type.
    SameOperandType,
    /// All operands and results have shapes that may be equal when the program runs.
    SameShape,
    /// All operands have such shapes.
    SameOperandShape,
    /// All operands and results have one element type.
    SameElementType,
    /// All operands have one element type.
    SameOperandElementType,
    /// Ends a block.
    Terminator,
    /// Its regions see no value from outside.
    Isolated,
    /// Its region is a table of symbols.
    SymbolTable,
    /// It defines a symbol, in `sym_name`.
    Symbol,
    /// Its blocks need no terminator.
    NoTerminator,
    /// Each of its regions has at most one block.
    SingleBlock,
    /// Its regions have no arguments.
    NoRegionArgs,
    /// Its region is a graph: order and dominance do not matter.
    Graph,
    /// Starts a scope whose top-level values may be affine symbols.
    AffineScope,
    /// Takes `async` and a list of tokens as its first operands; its token, if any, is the last result.
    Async,
    /// Has no effect of its own; its regions have what is in them.
    RecursiveEffects,
    /// A constant.
    ConstantLike,
}

/// How many blocks a region of a row has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocks {
    /// Any number.
    Any,
    /// Exactly one.
    One,
    /// None or one.
    AtMostOne,
    /// One or more.
    AtLeastOne,
}

/// A set of traits.
#[derive(Clone, Copy, Debug, Default)]
pub struct Traits(u32);

impl Traits {
    /// Whether a trait is in the set.
    pub const fn has(self, wanted: Trait) -> bool {
        self.0 & (1 << wanted as u8) != 0
    }
}

/// Reads the custom form after the name, and writes it.
#[derive(Clone, Copy)]
pub struct Code {
    /// Reads the pieces after the name into the pending operation of the reader.
    pub read: fn(&mut Reader<'_, '_>) -> Result<(), Reported>,
    /// Writes what follows the name.
    pub write: fn(&mut Writer<'_>, OpRef<'_>),
}

/// How an operation is written besides the generic form, which always works.
#[derive(Clone, Copy)]
pub enum Syntax {
    /// Only the generic form.
    Generic,
    /// A pattern that serves both directions; see `format/pattern.rs`.
    Pattern(&'static str),
    /// A syntax that no pattern can express.
    Code(Code),
}

/// Result types from operand types and attributes, where the text does not give them.
pub type Infer = fn(&mut Reader<'_, '_>, &[Value]) -> Option<Vec<Type>>;
/// Rules beyond slots and traits.
pub type Verify = fn(&mut VerifyCx<'_>, OpRef<'_>);
/// The value of the one result for constant operands, bit-exact; `None` where it cannot be told.
/// `operands[i]` is the attribute of a constant operand.
pub type Fold = fn(OpRef<'_>, &[Option<Attr>]) -> Option<AttrKind>;

/// A row: everything about an operation.
pub struct OpDef {
    /// The name after the dot.
    pub name: &'static str,
    /// What it does, in sentences.
    pub doc: &'static str,
    /// The set of its traits.
    pub traits: Traits,
    /// How it is written.
    pub syntax: Syntax,
    /// Its operands.
    pub operands: &'static [Slot],
    /// Its results.
    pub results: &'static [Slot],
    /// Its inherent attributes.
    pub attrs: &'static [AttrSlot],
    /// The names of its regions.
    pub regions: &'static [&'static str],
    /// How many blocks each of them has; those beyond the list are as its last, and any number if it is empty.
    pub blocks: &'static [Blocks],
    /// The number of successors; `None` for one or more.
    pub successors: Option<u32>,
    /// The operation that ends its blocks where the text leaves it out.
    pub implicit_terminator: Option<OpKind>,
    /// Names of the operations that it must stand directly in; empty for any.
    pub parents: &'static [&'static str],
    /// The parts of its pattern that have code of their own.
    pub directives: &'static [Directive],
    /// How types follow from others.
    pub type_rules: &'static [TypeRule],
    /// Result types from operands.
    pub infer: Option<Infer>,
    /// Rules beyond slots and traits.
    pub verify: Option<Verify>,
    /// Rules on what its regions hold, asked when all of that is right.
    pub verify_regions: Option<Verify>,
    /// Constant folding.
    pub fold: Option<Fold>,
    /// The base names of results when printed; numbers where there is none.
    pub result_names: &'static [&'static str],
}

/// Whether a key holds the sizes of operand or result groups, which a custom form shows by itself.
pub(crate) fn is_segments(key: &str) -> bool {
    key == "operandSegmentSizes" || key == "resultSegmentSizes"
}

impl OpDef {
    /// Whether an attribute of this key is one of the operation's own, which the generic form shows in `<{…}>`.
    pub fn is_inherent(&self, key: &str) -> bool {
        is_segments(key) || !key.contains('.') && self.attrs.iter().any(|slot| slot.name == key)
    }

    /// A row without anything but a name.
    pub const fn new(name: &'static str) -> Self {
        Self {
            name,
            doc: "",
            traits: Traits(0),
            syntax: Syntax::Generic,
            operands: &[],
            results: &[],
            attrs: &[],
            regions: &[],
            blocks: &[],
            successors: Some(0),
            implicit_terminator: None,
            parents: &[],
            directives: &[],
            type_rules: &[],
            infer: None,
            verify: None,
            verify_regions: None,
            fold: None,
            result_names: &[],
        }
    }

    /// With these operands.
    pub const fn operands(mut self, operands: &'static [Slot]) -> Self {
        self.operands = operands;
        self
    }

    /// With these results.
    pub const fn results(mut self, results: &'static [Slot]) -> Self {
        self.results = results;
        self
    }

    /// With these inherent attributes.
    pub const fn attrs(mut self, attrs: &'static [AttrSlot]) -> Self {
        self.attrs = attrs;
        self
    }

    /// With these traits besides those it has.
    pub const fn traits(mut self, traits: &[Trait]) -> Self {
        let mut i = 0;
        while i < traits.len() {
            self.traits.0 |= 1 << traits[i] as u8;
            i += 1;
        }
        self
    }

    /// Written by a pattern.
    pub const fn pattern(mut self, pattern: &'static str) -> Self {
        self.syntax = Syntax::Pattern(pattern);
        self
    }

    /// Written by code.
    pub const fn code(mut self, code: Code) -> Self {
        self.syntax = Syntax::Code(code);
        self
    }

    /// With these regions.
    pub const fn regions(mut self, regions: &'static [&'static str]) -> Self {
        self.regions = regions;
        self
    }

    /// With regions of so many blocks each.
    pub const fn blocks(mut self, blocks: &'static [Blocks]) -> Self {
        self.blocks = blocks;
        self
    }

    /// With this number of successors; `None` for one or more.
    pub const fn successors(mut self, n: Option<u32>) -> Self {
        self.successors = n;
        self
    }

    /// With blocks that end in `kind` where the text leaves it out.
    pub const fn implicit_terminator(mut self, kind: OpKind) -> Self {
        self.implicit_terminator = Some(kind);
        self
    }

    /// Allowed only directly in these operations.
    pub const fn parents(mut self, parents: &'static [&'static str]) -> Self {
        self.parents = parents;
        self
    }

    /// With the directives that its pattern names.
    pub const fn directives(mut self, directives: &'static [Directive]) -> Self {
        self.directives = directives;
        self
    }

    /// With types that follow from others.
    pub const fn type_rules(mut self, rules: &'static [TypeRule]) -> Self {
        self.type_rules = rules;
        self
    }

    /// With result types from operands.
    pub const fn infer(mut self, infer: Infer) -> Self {
        self.infer = Some(infer);
        self
    }

    /// With rules beyond slots and traits.
    pub const fn verify(mut self, verify: Verify) -> Self {
        self.verify = Some(verify);
        self
    }

    /// With rules on what its regions hold, asked when all of that is right.
    pub const fn verify_regions(mut self, verify: Verify) -> Self {
        self.verify_regions = Some(verify);
        self
    }

    /// With constant folding.
    pub const fn fold(mut self, fold: Fold) -> Self {
        self.fold = Some(fold);
        self
    }

    /// With these base names of results.
    pub const fn result_names(mut self, names: &'static [&'static str]) -> Self {
        self.result_names = names;
        self
    }

    /// With this documentation.
    pub const fn doc(mut self, doc: &'static str) -> Self {
        self.doc = doc;
        self
    }

    /// Whether the row has a trait.
    pub const fn has(&self, wanted: Trait) -> bool {
        self.traits.has(wanted)
    }

    /// Whether operand groups need `operandSegmentSizes` to be told apart.
    pub const fn has_operand_segments(&self) -> bool {
        1 < n_open(self.operands)
    }

    /// Whether result groups need `resultSegmentSizes` to be told apart.
    pub const fn has_result_segments(&self) -> bool {
        1 < n_open(self.results)
    }

    /// The number of operands per slot of an operation.
    pub fn operand_sizes(&self, op: OpRef<'_>) -> Vec<usize> {
        if self.has_operand_segments() {
            return segment_sizes(op, "operandSegmentSizes", self.operands.len());
        }
        slot_sizes(self.operands, op.operands().len())
    }

    /// The number of results per slot of an operation.
    pub fn result_sizes(&self, op: OpRef<'_>) -> Vec<usize> {
        if self.has_result_segments() {
            return segment_sizes(op, "resultSegmentSizes", self.results.len());
        }
        slot_sizes(self.results, op.n_results())
    }

    /// The numbers of the operands of a slot; empty where segment sizes are broken.
    pub fn operand_range(&self, op: OpRef<'_>, slot: usize) -> Range<usize> {
        let n = op.operands().len();
        if self.has_operand_segments() {
            return segment_range(op, "operandSegmentSizes", slot, n);
        }
        slot_range(self.operands, slot, n)
    }

    /// The numbers of the results of a slot; empty where segment sizes are broken.
    pub fn result_range(&self, op: OpRef<'_>, slot: usize) -> Range<usize> {
        let n = op.n_results();
        if self.has_result_segments() {
            return segment_range(op, "resultSegmentSizes", slot, n);
        }
        slot_range(self.results, slot, n)
    }
}

fn segment_range(op: OpRef<'_>, key: &str, slot: usize, total: usize) -> Range<usize> {
    let Some(AttrKind::DenseArray(_, sizes)) = op.attr(key).map(|attr| op.module.attr_kind(attr)) else {
        return 0..0;
    };
    let size = |size: &i64| usize::try_from(*size).unwrap_or(0);
    let first: usize = sizes.iter().take(slot).map(size).fold(0, usize::saturating_add);
    let end = first.saturating_add(sizes.get(slot).map_or(0, size));
    if end <= total { first..end } else { 0..0 }
}

fn slot_range(slots: &[Slot], slot: usize, total: usize) -> Range<usize> {
    let rest = (total + n_open(slots)).saturating_sub(slots.len());
    let size = |slot: &Slot| if slot.arity == Arity::One { 1 } else { rest };
    let first: usize = slots.iter().take(slot).map(size).sum();
    let end = first + slots.get(slot).map_or(0, size);
    if end <= total { first..end } else { 0..0 }
}

/// The number of slots that do not take exactly one value.
const fn n_open(slots: &[Slot]) -> usize {
    let mut n = 0;
    let mut i = 0;
    while i < slots.len() {
        n += !matches!(slots[i].arity, Arity::One) as usize;
        i += 1;
    }
    n
}

/// Sizes as an attribute tells them; all 0 where it is broken, which the verifier reports.
fn segment_sizes(op: OpRef<'_>, key: &str, n_slots: usize) -> Vec<usize> {
    match op.attr(key).map(|attr| op.module.attr_kind(attr)) {
        Some(AttrKind::DenseArray(_, sizes)) if sizes.len() == n_slots => {
            sizes.iter().map(|size| usize::try_from(*size).unwrap_or(0)).collect()
        }
        _ => vec![0; n_slots],
    }
}

/// Sizes where at most one slot does not take exactly one value.
fn slot_sizes(slots: &[Slot], total: usize) -> Vec<usize> {
    let n_single = slots.iter().filter(|slot| slot.arity == Arity::One).count();
    let rest = total.saturating_sub(n_single);
    slots.iter().map(|slot| if slot.arity == Arity::One { 1 } else { rest }).collect()
}

impl std::fmt::Debug for OpDef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OpDef").field("name", &self.name).finish_non_exhaustive()
    }
}
