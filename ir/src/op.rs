//! Operations: one uniform record for all kinds, and a read-only view of it.

use crate::attrs::{Attr, AttrKind, NamedAttr};
use crate::def::{Arity, AttrConstraint, Cost, Effect, OpDef, Slot, Trait, foreign_words};
use crate::dialect::OpKind;
use crate::entity::{Entity, Run, entity};
use crate::location::Location;
use crate::module::{Block, Module, Region};
use crate::types::{Type, TypeKind};
use crate::value::Value;

/// The key of the properties of an operation of unknown kind, an attribute of any kind. No text can contain
/// this key.
pub const UNKNOWN_PROPERTIES: &str = "";

entity! {
    /// An operation.
    Op, "op"
}

/// The uniform record of an operation. Its lists are runs in pools of the module.
#[derive(Clone, Copy, Debug)]
pub struct OpData {
    pub(crate) kind: OpKind,
    pub(crate) location: Location,
    pub(crate) operands: Run,
    pub(crate) results: Run,
    pub(crate) attrs: Run,
    pub(crate) regions: Run,
    pub(crate) successors: Run,
}

/// The position of an operation in its block.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OpLink {
    pub(crate) block: Option<Block>,
    pub(crate) prev: Option<Op>,
    pub(crate) next: Option<Op>,
}

/// A successor block, and the operands that become its arguments.
#[derive(Clone, Copy, Debug)]
pub struct SuccessorData {
    /// The target.
    pub block: Block,
    /// The operands of the operation that become the arguments: a range of operand numbers.
    pub args: Run,
}

impl Module {
    /// Returns the view of an operation.
    #[inline]
    pub fn op(&self, op: Op) -> OpRef<'_> {
        OpRef { module: self, op }
    }

    /// Returns the kind of an operation.
    #[inline]
    pub fn kind(&self, op: Op) -> OpKind {
        self.ops[op].kind
    }

    /// Returns the operands of an operation.
    #[inline]
    pub fn operands(&self, op: Op) -> &[Value] {
        &self.operands[self.ops[op].operands.range()]
    }

    /// Returns operand number `index`.
    pub fn operand(&self, op: Op, index: usize) -> Value {
        self.operands(op)[index]
    }

    /// Returns the results of an operation.
    #[inline]
    pub fn results(&self, op: Op) -> impl ExactSizeIterator<Item = Value> + DoubleEndedIterator + use<> {
        self.ops[op].results.range().map(Value::new)
    }

    /// Returns result number `index`.
    pub fn result(&self, op: Op, index: usize) -> Value {
        let results = self.ops[op].results;
        assert!(index < results.len as usize, "an operation has no result {index}");
        Value::new(results.first as usize + index)
    }

    /// Returns the number of results.
    #[inline]
    pub fn n_results(&self, op: Op) -> usize {
        self.ops[op].results.len as usize
    }

    /// Returns the regions of an operation.
    pub fn regions_of(&self, op: Op) -> Vec<Region> {
        self.ops[op].regions.range().map(Region::new).collect()
    }

    /// Whether an operation has no regions.
    #[inline]
    pub fn has_no_regions(&self, op: Op) -> bool {
        self.ops[op].regions.len == 0
    }

    /// Returns region number `index`.
    pub fn region(&self, op: Op, index: usize) -> Region {
        Region::new(self.ops[op].regions.first as usize + index)
    }

    /// Returns the entry block of region number `index`, if it has one.
    pub fn entry(&self, op: Op, index: usize) -> Option<Block> {
        let region = self.ops[op].regions.range().map(Region::new).nth(index)?;
        self.blocks_of(region).first().copied()
    }

    /// Returns the attributes of an operation, sorted by key.
    #[inline]
    pub fn attrs(&self, op: Op) -> &[NamedAttr] {
        &self.named_attrs[self.ops[op].attrs.range()]
    }

    /// Returns the attribute with this key.
    pub fn attr(&self, op: Op, key: &str) -> Option<Attr> {
        self.attrs(op).iter().find(|attr| self.text(attr.name) == key).map(|attr| attr.value)
    }

    /// Returns the successors of an operation.
    pub fn successors(&self, op: Op) -> &[SuccessorData] {
        &self.successors[self.ops[op].successors.range()]
    }

    /// Returns the operands that successor number `index` passes on.
    pub fn successor_args(&self, op: Op, index: usize) -> &[Value] {
        &self.operands(op)[self.successors(op)[index].args.range()]
    }

    /// Returns the location of the operation.
    pub fn location(&self, op: Op) -> Location {
        self.ops[op].location
    }

    /// Returns the block that contains an operation.
    #[inline]
    pub fn block_of(&self, op: Op) -> Option<Block> {
        self.links[op].block
    }

    /// Returns the operation that encloses an operation.
    pub fn parent_op(&self, op: Op) -> Option<Op> {
        self.block_of(op).and_then(|block| self.block_parent(block))
    }

    /// Returns the operation after this one in its block.
    pub fn next_op(&self, op: Op) -> Option<Op> {
        self.links[op].next
    }

    /// Returns the operation before this one in its block.
    pub fn prev_op(&self, op: Op) -> Option<Op> {
        self.links[op].prev
    }

    /// Whether `inner` is `outer` or nested in it.
    pub fn is_inside(&self, inner: Op, outer: Op) -> bool {
        let mut at = Some(inner);
        while let Some(op) = at {
            if op == outer {
                return true;
            }
            at = self.parent_op(op);
        }
        false
    }

    /// Whether an operation is in a region, or in a nested one.
    pub fn is_in_region(&self, op: Op, region: Region) -> bool {
        let mut at = Some(op);
        while let Some(op) = at {
            if self.block_of(op).and_then(|block| self.region_of(block)) == Some(region) {
                return true;
            }
            at = self.parent_op(op);
        }
        false
    }

    /// Whether a value is defined within an operation; its own results are not.
    pub fn is_made_inside(&self, value: Value, outer: Op) -> bool {
        self.def_block(value)
            .and_then(|block| self.block_parent(block))
            .is_some_and(|parent| self.is_inside(parent, outer))
    }

    /// Returns the name as printed: `arith.addi`.
    pub fn op_name(&self, op: Op) -> String {
        match self.kind(op) {
            OpKind::Foreign(name) => self.text(name).to_string(),
            kind => kind.name(),
        }
    }
}

/// A read-only view of one operation.
#[derive(Clone, Copy)]
pub struct OpRef<'m> {
    /// The module that contains it.
    pub module: &'m Module,
    /// Its id.
    pub op: Op,
}

impl<'m> OpRef<'m> {
    /// Returns the kind.
    #[inline]
    pub fn kind(self) -> OpKind {
        self.module.kind(self.op)
    }

    /// Returns the row of the kind; `None` for operations of unknown dialects.
    pub fn def(self) -> Option<&'static OpDef> {
        self.kind().def()
    }

    /// Returns the name as printed.
    pub fn name(self) -> String {
        self.module.op_name(self.op)
    }

    /// Returns the operands.
    #[inline]
    pub fn operands(self) -> &'m [Value] {
        self.module.operands(self.op)
    }

    /// Returns operand number `index`.
    pub fn operand(self, index: usize) -> Value {
        self.module.operand(self.op, index)
    }

    /// Returns the operand that the row calls `name`, of which there is exactly one.
    ///
    /// # Panics
    /// If the row has no such operand.
    pub fn named(self, name: &str) -> Value {
        match self.group(name) {
            [value] => *value,
            found => panic!("{} has {} operands named {name}", self.name(), found.len()),
        }
    }

    /// Returns the operands that the row calls `name`, of which there may be any number; none if the segment sizes
    /// are invalid.
    pub fn group(self, name: &str) -> &'m [Value] {
        let slot = self.def().and_then(|def| def.operands.iter().position(|slot| slot.name == name));
        debug_assert!(slot.is_some(), "{} has no operands named {name}", self.name());
        slot.map_or(&[], |slot| self.slot(slot))
    }

    /// Returns the operands of the first of these slots that the row has; none if it has none of them.
    pub fn any_group(self, names: &[&str]) -> &'m [Value] {
        let Some(def) = self.def() else { return &[] };
        let slot = |name: &&str| def.operands.iter().position(|slot| slot.name == *name);
        names.iter().find_map(slot).map_or(&[], |slot| self.slot(slot))
    }

    /// Returns the buffer whose elements an operation reads or writes and the indices of the first one: in the row, the
    /// operand with such an effect and the group of indices behind it. Those of affine operations are the operands of
    /// their map.
    pub fn access(self) -> Option<(Value, &'m [Value])> {
        let is_buffer = |slot: &Slot| matches!(slot.effect, Some(Effect::Read | Effect::Write));
        let is_index = |slot: &Slot| slot.arity == Arity::Variadic && slot.types.only == Some(Type::INDEX);
        let first =
            self.def()?.operands.windows(2).position(|pair| is_buffer(&pair[0]) && is_index(&pair[1]))?;
        Some((*self.slot(first).first()?, self.slot(first + 1)))
    }

    /// Whether it computes an integer from integers in about one instruction: a sum, a comparison, a conversion between
    /// widths, but no division and no constant.
    pub fn is_integer_arithmetic(self) -> bool {
        let Some(def) = self.def() else { return false };
        let is_integer =
            |ty: Type| matches!(self.module.type_kind(ty), TypeKind::Integer(..) | TypeKind::Index);
        let computes = def.has(Trait::Pure) && def.cost_class() == Cost::Plain;
        let mut taken = self.operands().iter().map(|value| self.module.type_of(*value));
        computes
            && self.n_results() == 1
            && !self.operands().is_empty()
            && taken.all(is_integer)
            && is_integer(self.result_type(0))
    }

    /// Returns the effect on the memory of an operand that the row says; `None` if it says none.
    pub fn effect_on(self, operand: usize) -> Option<Effect> {
        let def = self.def()?;
        let slot = (0..def.operands.len()).find(|slot| self.group_range(*slot).contains(&operand))?;
        def.operands[slot].effect
    }

    /// Returns the operands of slot number `slot` of the row.
    pub fn slot(self, slot: usize) -> &'m [Value] {
        &self.operands()[self.group_range(slot)]
    }

    /// The operands of consecutive slots of the row, which are neighbours; empty where the segment sizes are broken.
    pub fn groups(self, slots: std::ops::Range<usize>) -> &'m [Value] {
        let Some(last) = slots.end.checked_sub(1) else { return &[] };
        let range = self.group_range(slots.start).start..self.group_range(last).end;
        self.operands().get(range).unwrap_or_default()
    }

    /// Returns the operand numbers of slot number `slot`; empty if the segment sizes are invalid.
    pub fn group_range(self, slot: usize) -> std::ops::Range<usize> {
        let Some(def) = self.def() else { return 0..0 };
        def.operand_range(self, slot)
    }

    /// Returns the results of slot number `slot` of the row; empty if the segment sizes are invalid.
    pub fn result_group(self, slot: usize) -> impl ExactSizeIterator<Item = Value> + use<'m> {
        let range = self.def().map_or(0..0, |def| def.result_range(self, slot));
        range.map(move |index| self.result(index))
    }

    /// Returns the results.
    pub fn results(self) -> impl ExactSizeIterator<Item = Value> + DoubleEndedIterator + use<> {
        self.module.results(self.op)
    }

    /// Returns result number `index`.
    pub fn result(self, index: usize) -> Value {
        self.module.result(self.op, index)
    }

    /// Returns the number of results.
    pub fn n_results(self) -> usize {
        self.module.n_results(self.op)
    }

    /// Returns the type of a value.
    pub fn type_of(self, value: Value) -> Type {
        self.module.type_of(value)
    }

    /// Returns the type of operand number `index`.
    pub fn operand_type(self, index: usize) -> Type {
        self.type_of(self.operand(index))
    }

    /// Returns the type of result number `index`.
    pub fn result_type(self, index: usize) -> Type {
        self.type_of(self.result(index))
    }

    /// Returns the attribute with this key.
    pub fn attr(self, key: &str) -> Option<Attr> {
        self.module.attr(self.op, key)
    }

    /// Returns the value of an integer attribute.
    pub fn int(self, key: &str) -> Option<i64> {
        self.attr(key).and_then(|attr| self.module.attr_int(attr))
    }

    /// Returns the integers of a dense array attribute; empty if there is no such attribute.
    pub fn ints(self, key: &str) -> &'m [i64] {
        match self.attr(key).map(|attr| self.module.attr_kind(attr)) {
            Some(AttrKind::DenseArray(_, numbers)) => numbers,
            _ => &[],
        }
    }

    /// The keyword of an attribute that the row constrains to a list of them: `"x"` of `#gpu<dim x>`, `"slt"` of the number of a
    /// predicate.
    pub fn keyword(self, key: &str) -> Option<&'static str> {
        let kind = self.module.attr_kind(self.attr(key)?);
        match self.constraint(key)? {
            AttrConstraint::EnumInt(cases) | AttrConstraint::EnumI32(cases) => match kind {
                AttrKind::Integer(number, _) => cases.get(usize::try_from(*number).ok()?).copied(),
                _ => None,
            },
            AttrConstraint::Enum(prefix, cases) | AttrConstraint::Bracketed(prefix, cases) => {
                let found = foreign_words(self.module, kind, prefix)?;
                cases.iter().copied().find(|case| *case == found)
            }
            _ => None,
        }
    }

    /// Whether an attribute of flags has one of these: `afn` or `fast` of `#arith.fastmath<afn,nnan>`.
    pub fn has_flag(self, key: &str, flags: &[&str]) -> bool {
        let Some(AttrConstraint::Flags(prefix, _)) = self.constraint(key) else { return false };
        let found =
            self.attr(key).and_then(|attr| foreign_words(self.module, self.module.attr_kind(attr), prefix));
        found.is_some_and(|found| found.split(',').any(|flag| flags.contains(&flag.trim())))
    }

    /// What the row says of an attribute.
    fn constraint(self, key: &str) -> Option<AttrConstraint> {
        constraint_of(self.kind(), key)
    }

    /// The text of a string attribute.
    pub fn str(self, key: &str) -> Option<&'m str> {
        self.attr(key).and_then(|attr| self.module.attr_str(attr))
    }

    /// Returns the last part of a symbol reference.
    pub fn symbol(self, key: &str) -> Option<&'m str> {
        let path = self.module.attr_symbol(self.attr(key)?)?;
        path.last().map(|name| self.module.text(*name))
    }

    /// Returns the regions.
    pub fn regions(self) -> Vec<Region> {
        self.module.regions_of(self.op)
    }

    /// Returns the entry block of region number `index`, if it has one.
    pub fn entry(self, index: usize) -> Option<Block> {
        self.module.entry(self.op, index)
    }

    /// Returns the location of the operation.
    pub fn location(self) -> Location {
        self.module.location(self.op)
    }

    /// Returns the view of another operation of the module.
    pub fn other(self, op: Op) -> Self {
        Self { module: self.module, op }
    }
}

/// What the row of a kind of operations says of an attribute.
fn constraint_of(kind: OpKind, key: &str) -> Option<AttrConstraint> {
    kind.def()?.attrs.iter().find(|slot| slot.name == key).map(|slot| slot.constraint)
}

impl Module {
    /// The attribute of an operation for a keyword, which its row must list: `#gpu<dim x>` for `"x"`.
    pub fn keyword_attr(&mut self, kind: impl Into<OpKind>, key: &str, keyword: &str) -> Attr {
        let number = |cases: &[&str]| cases.iter().position(|case| *case == keyword);
        match constraint_of(kind.into(), key) {
            Some(AttrConstraint::EnumInt(cases)) => {
                let number = number(cases).expect("the row lists the keyword");
                self.int_attr(number as i64, Type::I64)
            }
            Some(AttrConstraint::EnumI32(cases)) => {
                let number = number(cases).expect("the row lists the keyword");
                self.int_attr(number as i64, Type::I32)
            }
            Some(AttrConstraint::Enum(prefix, _)) => self.foreign_attr(&format!("{prefix}{keyword}>")),
            Some(AttrConstraint::Bracketed(prefix, _)) => self.foreign_attr(&format!("{prefix}<{keyword}>")),
            _ => panic!("the row has an enum attribute of this name"),
        }
    }
}
