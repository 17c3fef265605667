//! `OpDef`: the single description of an operation.

use crate::attrs::{Attr, AttrKind};
use crate::def::constraint::{AttrConstraint, TypeSet, types};
use crate::def::meaning::{Cost, DeviceWork, Reach, RegionFlow, Requirement, Scope, View};
use crate::def::version::{Feature, MlirVersion, Outside, Spelling, Versions};
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
use std::ops::{Range, RangeInclusive};

/// The number of values in a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arity {
    /// Exactly one.
    One,
    /// None or one.
    Optional,
    /// Any number.
    Variadic,
}

/// The effect of an operation on the memory of an operand or result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Reads it.
    Read,
    /// Writes it.
    Write,
    /// Allocates it.
    Allocate,
    /// Frees it.
    Free,
}

/// An operand or a result of a row.
#[derive(Debug)]
pub struct Slot {
    /// Its name, for messages and patterns.
    pub name: &'static str,
    /// The types that it accepts.
    pub types: &'static TypeSet,
    /// The number of values.
    pub arity: Arity,
    /// The effect on the memory that it refers to.
    pub effect: Option<Effect>,
    /// Whether it is the last slot, and older texts have no segment for it: it is then empty.
    pub is_newer: bool,
}

impl Slot {
    /// Lets segment sizes leave the slot out, which is the last one.
    pub const fn newer(mut self) -> Self {
        self.is_newer = true;
        self
    }

    /// Sets the effect on the memory that it refers to.
    pub const fn effect(mut self, effect: Effect) -> Self {
        self.effect = Some(effect);
        self
    }
}

/// Creates a slot for exactly one value.
pub const fn one(name: &'static str, types: &'static TypeSet) -> Slot {
    Slot { name, types, arity: Arity::One, effect: None, is_newer: false }
}

/// Creates a slot for at most one value.
pub const fn optional(name: &'static str, types: &'static TypeSet) -> Slot {
    Slot { name, types, arity: Arity::Optional, effect: None, is_newer: false }
}

/// Creates a slot for any number of values.
pub const fn any_number(name: &'static str, types: &'static TypeSet) -> Slot {
    Slot { name, types, arity: Arity::Variadic, effect: None, is_newer: false }
}

/// An inherent attribute of a row.
#[derive(Debug)]
pub struct AttrSlot {
    /// Its key.
    pub name: &'static str,
    /// The constraint on its value.
    pub constraint: AttrConstraint,
    /// Whether it is mandatory.
    pub required: bool,
    /// The default value as text; the custom form omits it.
    pub default: Option<&'static str>,
    /// Whether the generic form shows the default if the attribute is absent.
    pub shows_default: bool,
    /// The versions of MLIR whose custom form has the attribute.
    pub versions: Versions,
    /// The form that newer MLIR prints outside the dictionary, if the pattern has none.
    pub outside: Option<Outside>,
}

impl AttrSlot {
    /// Sets the first version of MLIR whose custom form has the attribute.
    pub const fn since(mut self, first: MlirVersion) -> Self {
        self.versions = Versions::since(first);
        self
    }

    /// Sets the form that newer MLIR prints outside the dictionary.
    pub const fn outside(mut self, form: Outside) -> Self {
        self.outside = Some(form);
        self
    }
}

/// Creates a mandatory attribute.
pub const fn required_attr(name: &'static str, constraint: AttrConstraint) -> AttrSlot {
    AttrSlot { required: true, ..optional_attr(name, constraint) }
}

/// Creates an optional attribute.
pub const fn optional_attr(name: &'static str, constraint: AttrConstraint) -> AttrSlot {
    let (versions, outside) = (Versions::ALL, None);
    AttrSlot { name, constraint, required: false, default: None, shows_default: false, versions, outside }
}

/// Creates an attribute with the default value `default`, in printed form.
pub const fn default_attr(name: &'static str, constraint: AttrConstraint, default: &'static str) -> AttrSlot {
    AttrSlot { shows_default: true, ..quiet_default_attr(name, constraint, default) }
}

/// Creates an attribute with a default value that the generic form does not show if the attribute is absent.
pub const fn quiet_default_attr(
    name: &'static str,
    constraint: AttrConstraint,
    default: &'static str,
) -> AttrSlot {
    AttrSlot { default: Some(default), ..optional_attr(name, constraint) }
}

/// Reads a part of the syntax that no other element of a pattern can express.
pub type DirectiveRead = fn(&mut Reader<'_, '_>, &mut Found) -> Result<(), Reported>;

/// A part of a pattern with hand-written syntax, `custom<name>`.
#[derive(Debug)]
pub struct Directive {
    /// Its name in the pattern.
    pub name: &'static str,
    /// The keys of the attributes that it shows.
    pub shows: &'static [&'static str],
    /// Reads the part: names and types into [`Found`], attributes and regions into the pending operation.
    pub read: DirectiveRead,
    /// Writes the part, after the preceding blank.
    pub write: fn(&mut Writer<'_>, OpRef<'_>),
    /// Whether the next token begins the part, if the part is optional.
    pub starts: Option<fn(&Reader<'_, '_>) -> bool>,
    /// Whether an operation has this part, if the part is optional.
    pub present: Option<fn(OpRef<'_>) -> bool>,
}

impl Directive {
    /// Sets the predicates that a group needs for its first element and for its anchor.
    pub const fn when(mut self, starts: fn(&Reader<'_, '_>) -> bool, present: fn(OpRef<'_>) -> bool) -> Self {
        self.starts = Some(starts);
        self.present = Some(present);
        self
    }
}

/// Creates a directive for the pattern of a row.
pub const fn directive(
    name: &'static str,
    shows: &'static [&'static str],
    read: DirectiveRead,
    write: fn(&mut Writer<'_>, OpRef<'_>),
) -> Directive {
    Directive { name, shows, read, write, starts: None, present: None }
}

/// A rule that derives the types of a slot from those of another slot. The reader uses it to infer types that
/// the text omits; the verifier checks it.
#[derive(Debug)]
pub struct TypeRule {
    /// The slot whose type is derived.
    pub slot: &'static str,
    /// The slot from which it is derived; the first value is used if there are several.
    pub from: &'static str,
    /// The structure of the derived type; `None` if there is none.
    pub derive: fn(&Module, Type) -> Option<TypeKind>,
    /// The wording of the violated rule in messages; empty for the default wording.
    pub law: &'static str,
}

impl TypeRule {
    /// Sets the wording of the rule: "all of {lhs, rhs} have same type".
    pub const fn law(mut self, law: &'static str) -> Self {
        self.law = law;
        self
    }
}

/// Creates the rule that a slot has the same type as another one.
pub const fn same_type(slot: &'static str, from: &'static str) -> TypeRule {
    TypeRule { slot, from, derive: |module, ty| Some(module.type_kind(ty).clone()), law: "" }
}

/// Creates the rule that the type of a slot is derived from that of another one.
pub const fn derive(
    slot: &'static str,
    from: &'static str,
    derive: fn(&Module, Type) -> Option<TypeKind>,
) -> TypeRule {
    TypeRule { slot, from, derive, law: "" }
}

/// Returns the element type of a shaped type.
pub fn element_of(module: &Module, ty: Type) -> Option<TypeKind> {
    Some(module.type_kind(module.element_type(ty)).clone())
}

/// A property that passes and the verifier query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Trait {
    /// No side effects: may be erased and, unless it is [`Convergent`](Self::Convergent), merged and moved.
    Pure,
    /// The operands may be swapped.
    Commutative,
    /// Applies to each element of vectors and tensors: if an operand is shaped, the results have its shape.
    Elementwise,
    /// All operands and results have the same type.
    SameType,
    /// All operands have the same type.
    SameOperandType,
    /// All operands and results have compatible shapes: they may be equal at run time.
    SameShape,
    /// All operands have compatible shapes.
    SameOperandShape,
    /// All operands and results have the same element type.
    SameElementType,
    /// All operands have the same element type.
    SameOperandElementType,
    /// Terminates a block.
    Terminator,
    /// Isolated from above: its regions use no values from outside.
    Isolated,
    /// Its region is a symbol table.
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
    /// Starts an affine scope: its top-level values may be affine symbols.
    AffineScope,
    /// Takes `async` and a list of tokens as its first operands; its token, if any, is the last result.
    Async,
    /// Has no effects except those of the operations in its regions.
    RecursiveEffects,
    /// A constant.
    ConstantLike,
    /// Convergent, as in LLVM: the threads that execute it together take part in it together, so it keeps the
    /// conditions under which it runs. It moves neither into a branch or a loop nor out of one.
    Convergent,
    /// Only threads of a kernel can execute it.
    InKernel,
    /// Its result is its operand with another width, extended by its sign or by zeros, or cut off.
    IntegerCast,
    /// Every device has it, with the same bits: an instruction or a few, which no pass expands.
    Machine,
}

/// The number of blocks in a region of a row.
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

/// Hand-written syntax: reads and writes the custom form after the name.
#[derive(Clone, Copy)]
pub struct Code {
    /// Reads the text after the name into the pending operation of the reader.
    pub read: fn(&mut Reader<'_, '_>) -> Result<(), Reported>,
    /// Writes the text after the name.
    pub write: fn(&mut Writer<'_>, OpRef<'_>),
}

/// The custom syntax of an operation; the generic form always exists.
#[derive(Clone, Copy)]
pub enum Syntax {
    /// Only the generic form.
    Generic,
    /// A pattern that serves both directions; see `format/pattern.rs`.
    Pattern(&'static str),
    /// A syntax that a pattern cannot express.
    Code(Code),
}

/// Infers result types from operand types and attributes, if the text omits them.
pub type Infer = fn(&mut Reader<'_, '_>, &[Value]) -> Option<Vec<Type>>;
/// Verifies rules beyond slots and traits.
pub type Verify = fn(&mut VerifyCx<'_>, OpRef<'_>);
/// Computes the value of the only result for constant operands, bit-exact; `None` if it is unknown.
/// `operands[i]` is the attribute of a constant operand.
pub type Fold = fn(OpRef<'_>, &[Option<Attr>]) -> Option<AttrKind>;

/// A row: the complete definition of an operation.
pub struct OpDef {
    /// The name after the dot.
    pub name: &'static str,
    /// Its documentation, in sentences.
    pub doc: &'static str,
    /// The set of its traits.
    pub traits: Traits,
    /// Its syntax.
    pub syntax: Syntax,
    /// Its operands.
    pub operands: &'static [Slot],
    /// Its results.
    pub results: &'static [Slot],
    /// Its inherent attributes.
    pub attrs: &'static [AttrSlot],
    /// The names of its regions.
    pub regions: &'static [&'static str],
    /// The number of blocks of each region; regions beyond the list are like its last entry, and any number
    /// is allowed if it is empty.
    pub blocks: &'static [Blocks],
    /// The number of successors; `None` for one or more.
    pub successors: Option<u32>,
    /// The terminator that the text of its blocks may omit.
    pub implicit_terminator: Option<OpKind>,
    /// Names of the allowed parent operations; empty for any.
    pub parents: &'static [&'static str],
    /// The directives of its pattern.
    pub directives: &'static [Directive],
    /// The rules that derive types from other types.
    pub type_rules: &'static [TypeRule],
    /// Result type inference.
    pub infer: Option<Infer>,
    /// Whether the custom form can express an operation; it can express all if there is none.
    pub custom_if: Option<fn(OpRef<'_>) -> bool>,
    /// The verifier of rules beyond slots and traits.
    pub verify: Option<Verify>,
    /// The verifier of the contents of its regions, called if those are valid.
    pub verify_regions: Option<Verify>,
    /// Constant folding.
    pub fold: Option<Fold>,
    /// The base names of results when printed; numbers if there is none.
    pub result_names: &'static [&'static str],
    /// The versions of MLIR that have the operation.
    pub versions: Versions,
    /// The full name in older versions of MLIR, and the last of them; its terminator is of the same dialect.
    pub former: Option<(&'static str, MlirVersion)>,
    /// Uses of the operation that only some of these versions have.
    pub features: &'static [Feature],
    /// The custom forms of versions that print another one.
    pub spellings: &'static [Spelling],
    /// What keeps memory that it names within the memory behind it; `None` if it names none.
    pub reach: Option<Reach>,
    /// How its results are views of its operands; `None` if they are not.
    pub view: Option<View>,
    /// How control flows through its regions; `None` if it does not, or as a device or a function decides.
    pub flow: Option<RegionFlow>,
    /// The work of a device that it is; `None` if it is none.
    pub work: Option<DeviceWork>,
    /// The threads for which its result is the same, if that is an id or a size of a launch.
    pub scope: Option<Scope>,
    /// What it costs a thread, if [`OpDef::cost_class`] does not say it.
    pub cost: Option<Cost>,
    /// What it requires of its operands.
    pub requires: &'static [Requirement],
}

/// Whether a key holds the sizes of operand or result groups, which are implicit in a custom form.
pub(crate) fn is_segments(key: &str) -> bool {
    key == "operandSegmentSizes" || key == "resultSegmentSizes"
}

impl OpDef {
    /// Whether an attribute with this key is inherent, so that the generic form shows it in `<{…}>`.
    pub fn is_inherent(&self, key: &str) -> bool {
        is_segments(key) || !key.contains('.') && self.attrs.iter().any(|slot| slot.name == key)
    }

    /// Creates a row with only a name.
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
            custom_if: None,
            verify: None,
            verify_regions: None,
            fold: None,
            result_names: &[],
            versions: Versions::ALL,
            former: None,
            features: &[],
            spellings: &[],
            reach: None,
            view: None,
            flow: None,
            work: None,
            scope: None,
            cost: None,
            requires: &[],
        }
    }

    /// Sets what it costs a thread.
    pub const fn cost(mut self, cost: Cost) -> Self {
        self.cost = Some(cost);
        self
    }

    /// Returns what it costs a thread: what the row says; else nothing for views, constants, ids, terminators and what has
    /// regions, an access for what reads or writes memory, and an addition for what computes.
    pub fn cost_class(&self) -> Cost {
        let accesses = |slot: &Slot| matches!(slot.effect, Some(Effect::Read | Effect::Write));
        let is_free = self.view.is_some()
            || self.scope.is_some()
            || self.has(Trait::ConstantLike)
            || self.has(Trait::Terminator)
            || !self.regions.is_empty();
        match self.cost {
            Some(cost) => cost,
            None if is_free => Cost::Free,
            None if self.operands.iter().any(accesses) => Cost::Memory,
            None if self.has(Trait::Pure) => Cost::Plain,
            None => Cost::Free,
        }
    }

    /// Whether it is a function of floats that devices approximate by a polynomial or a library has, with one result.
    pub fn is_float_function(&self) -> bool {
        let takes_floats =
            self.operands.iter().all(|slot| std::ptr::eq(slot.types, &raw const types::FLOAT_LIKE));
        matches!(self.cost, Some(Cost::Function | Cost::Power)) && takes_floats && self.results.len() == 1
    }

    /// Sets the work of a device that it is.
    pub const fn work(mut self, work: DeviceWork) -> Self {
        self.work = Some(work);
        self
    }

    /// Sets the threads for which its result is the same.
    pub const fn scope(mut self, scope: Scope) -> Self {
        self.scope = Some(scope);
        self
    }

    /// Sets how control flows through its regions.
    pub const fn flow(mut self, flow: RegionFlow) -> Self {
        self.flow = Some(flow);
        self
    }

    /// Sets how its results are views of its operands.
    pub const fn view(mut self, view: View) -> Self {
        self.view = Some(view);
        self
    }

    /// Sets what it requires of its operands.
    pub const fn requires(mut self, requires: &'static [Requirement]) -> Self {
        self.requires = requires;
        self
    }

    /// Sets what keeps the memory that it names within the memory behind it.
    pub const fn reach(mut self, reach: Reach) -> Self {
        self.reach = Some(reach);
        self
    }

    /// Sets the operands.
    pub const fn operands(mut self, operands: &'static [Slot]) -> Self {
        self.operands = operands;
        self
    }

    /// Sets the results.
    pub const fn results(mut self, results: &'static [Slot]) -> Self {
        self.results = results;
        self
    }

    /// Sets the inherent attributes.
    pub const fn attrs(mut self, attrs: &'static [AttrSlot]) -> Self {
        self.attrs = attrs;
        self
    }

    /// Adds traits.
    pub const fn traits(mut self, traits: &[Trait]) -> Self {
        let mut i = 0;
        while i < traits.len() {
            self.traits.0 |= 1 << traits[i] as u8;
            i += 1;
        }
        self
    }

    /// Sets a pattern as the syntax.
    pub const fn pattern(mut self, pattern: &'static str) -> Self {
        self.syntax = Syntax::Pattern(pattern);
        self
    }

    /// Sets hand-written code as the syntax.
    pub const fn code(mut self, code: Code) -> Self {
        self.syntax = Syntax::Code(code);
        self
    }

    /// Sets the regions.
    pub const fn regions(mut self, regions: &'static [&'static str]) -> Self {
        self.regions = regions;
        self
    }

    /// Sets the number of blocks of each region.
    pub const fn blocks(mut self, blocks: &'static [Blocks]) -> Self {
        self.blocks = blocks;
        self
    }

    /// Sets the number of successors; `None` for one or more.
    pub const fn successors(mut self, n: Option<u32>) -> Self {
        self.successors = n;
        self
    }

    /// Sets the implicit terminator of the blocks.
    pub const fn implicit_terminator(mut self, kind: OpKind) -> Self {
        self.implicit_terminator = Some(kind);
        self
    }

    /// Sets the allowed parent operations.
    pub const fn parents(mut self, parents: &'static [&'static str]) -> Self {
        self.parents = parents;
        self
    }

    /// Sets the directives that the pattern names.
    pub const fn directives(mut self, directives: &'static [Directive]) -> Self {
        self.directives = directives;
        self
    }

    /// Sets the type rules.
    pub const fn type_rules(mut self, rules: &'static [TypeRule]) -> Self {
        self.type_rules = rules;
        self
    }

    /// Sets the result type inference.
    pub const fn infer(mut self, infer: Infer) -> Self {
        self.infer = Some(infer);
        self
    }

    /// Sets the predicate of the operations that the custom form can express; others are printed in the generic form.
    pub const fn custom_if(mut self, fits: fn(OpRef<'_>) -> bool) -> Self {
        self.custom_if = Some(fits);
        self
    }

    /// Sets the verifier of rules beyond slots and traits.
    pub const fn verify(mut self, verify: Verify) -> Self {
        self.verify = Some(verify);
        self
    }

    /// Sets the verifier of the contents of the regions, called if those are valid.
    pub const fn verify_regions(mut self, verify: Verify) -> Self {
        self.verify_regions = Some(verify);
        self
    }

    /// Sets constant folding.
    pub const fn fold(mut self, fold: Fold) -> Self {
        self.fold = Some(fold);
        self
    }

    /// Sets the base names of results.
    pub const fn result_names(mut self, names: &'static [&'static str]) -> Self {
        self.result_names = names;
        self
    }

    /// Sets the first version of MLIR that has the operation.
    pub const fn since(mut self, first: MlirVersion) -> Self {
        self.versions = Versions::since(first);
        self
    }

    /// Sets the last version of MLIR that has the operation.
    pub const fn until(mut self, last: MlirVersion) -> Self {
        self.versions = Versions::until(last);
        self
    }

    /// Sets the full name that versions of MLIR until this one have.
    pub const fn formerly(mut self, name: &'static str, last: MlirVersion) -> Self {
        self.former = Some((name, last));
        self
    }

    /// Sets the uses that only some versions of MLIR have.
    pub const fn features(mut self, features: &'static [Feature]) -> Self {
        self.features = features;
        self
    }

    /// Sets the custom forms of versions of MLIR that print another one.
    pub const fn spellings(mut self, spellings: &'static [Spelling]) -> Self {
        self.spellings = spellings;
        self
    }

    /// Returns the full name in a version of MLIR with another one than today's.
    pub fn former_name(&self, version: MlirVersion) -> Option<&'static str> {
        self.former.filter(|(_, last)| version <= *last).map(|(name, _)| name)
    }

    /// Returns the custom form of a version of MLIR that differs from the syntax of the row.
    pub fn spelling(&self, version: MlirVersion) -> Option<&'static Spelling> {
        self.spellings.iter().find(|spelling| spelling.versions.contain(version))
    }

    /// Sets the documentation.
    pub const fn doc(mut self, doc: &'static str) -> Self {
        self.doc = doc;
        self
    }

    /// Whether the row has a trait.
    pub const fn has(&self, wanted: Trait) -> bool {
        self.traits.has(wanted)
    }

    /// Whether operand groups need `operandSegmentSizes` to be distinguished.
    pub const fn has_operand_segments(&self) -> bool {
        1 < n_open(self.operands)
    }

    /// Whether result groups need `resultSegmentSizes` to be distinguished.
    pub const fn has_result_segments(&self) -> bool {
        1 < n_open(self.results)
    }

    /// Returns the number of operands per slot of an operation.
    pub fn operand_sizes(&self, op: OpRef<'_>) -> Vec<usize> {
        if self.has_operand_segments() {
            return segment_sizes(op, "operandSegmentSizes", self.operands);
        }
        slot_sizes(self.operands, op.operands().len())
    }

    /// Returns the number of results per slot of an operation.
    pub fn result_sizes(&self, op: OpRef<'_>) -> Vec<usize> {
        if self.has_result_segments() {
            return segment_sizes(op, "resultSegmentSizes", self.results);
        }
        slot_sizes(self.results, op.n_results())
    }

    /// Returns the operand numbers of a slot; empty if the segment sizes are invalid.
    pub fn operand_range(&self, op: OpRef<'_>, slot: usize) -> Range<usize> {
        let n = op.operands().len();
        if self.has_operand_segments() {
            return segment_range(op, "operandSegmentSizes", slot, n);
        }
        slot_range(self.operands, slot, n)
    }

    /// Returns the result numbers of a slot; empty if the segment sizes are invalid.
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

/// Returns the number of slots that do not take exactly one value.
const fn n_open(slots: &[Slot]) -> usize {
    let mut n = 0;
    let mut i = 0;
    while i < slots.len() {
        n += !matches!(slots[i].arity, Arity::One) as usize;
        i += 1;
    }
    n
}

/// Returns the numbers of segments that an operation may give for these slots.
pub(crate) fn segment_counts(slots: &[Slot]) -> RangeInclusive<usize> {
    slots.iter().filter(|slot| !slot.is_newer).count()..=slots.len()
}

/// Returns the sizes in an attribute; all 0 if it is invalid, which the verifier reports.
fn segment_sizes(op: OpRef<'_>, key: &str, slots: &[Slot]) -> Vec<usize> {
    let mut found = vec![0; slots.len()];
    if let Some(AttrKind::DenseArray(_, sizes)) = op.attr(key).map(|attr| op.module.attr_kind(attr))
        && segment_counts(slots).contains(&sizes.len())
    {
        for (found, size) in found.iter_mut().zip(sizes) {
            *found = usize::try_from(*size).unwrap_or(0);
        }
    }
    found
}

/// Returns the sizes if at most one slot does not take exactly one value.
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
