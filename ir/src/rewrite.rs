//! The only interface for mutation: it maintains use lists, links and the revision.

use crate::attrs::{Attr, NamedAttr};
use crate::dialect::{Builtin, OpKind};
use crate::entity::{Entity, Run};
use crate::location::Location;
use crate::module::{Block, BlockData, Module, Region, RegionData};
use crate::op::{Op, OpData, OpLink, SuccessorData};
use crate::placement::Place;
use crate::types::Type;
use crate::value::{Def, NO_USE, UseLink, Value, ValueData};

/// The specification of an operation to create. Its regions are created empty.
#[derive(Clone, Debug)]
pub struct OpSpec<'a> {
    /// The kind.
    pub kind: OpKind,
    /// The source location.
    pub location: Location,
    /// The operands, all groups in the order of the row.
    pub operands: &'a [Value],
    /// A type per result.
    pub results: &'a [Type],
    /// Attributes in any order, keys unique.
    pub attrs: &'a [NamedAttr],
    /// The number of regions.
    pub n_regions: usize,
    /// Targets, each with the operand numbers that it passes on.
    pub successors: &'a [SuccessorData],
}

impl<'a> OpSpec<'a> {
    /// Creates the specification of an operation of this kind, without operands, results or attributes.
    pub fn new(kind: OpKind, location: Location) -> Self {
        Self { kind, location, operands: &[], results: &[], attrs: &[], n_regions: 0, successors: &[] }
    }

    /// Sets the operands.
    pub fn operands(mut self, operands: &'a [Value]) -> Self {
        self.operands = operands;
        self
    }

    /// Sets the result types.
    pub fn results(mut self, results: &'a [Type]) -> Self {
        self.results = results;
        self
    }
}

/// Creation of operations and blocks.
impl Module {
    pub(crate) fn make_root(&mut self) -> Op {
        let spec =
            OpSpec { n_regions: 1, ..OpSpec::new(OpKind::Builtin(Builtin::Module), Location::UNKNOWN) };
        let root = self.create(&spec);
        let region = self.region(root, 0);
        self.add_block(region, &[]);
        root
    }

    /// Creates an operation with the given kind at the location of `op`, right before it, and moves the
    /// regions of `op` to it. `op` remains, with its results and empty regions.
    pub fn create_in_place_of(
        &mut self,
        op: Op,
        operands: &[Value],
        results: &[Type],
        attrs: &[NamedAttr],
    ) -> Op {
        let regions = self.regions_of(op);
        let spec = OpSpec {
            operands,
            results,
            attrs,
            n_regions: regions.len(),
            ..OpSpec::new(self.kind(op), self.location(op))
        };
        let new = self.create(&spec);
        self.insert(new, Place::Before(op));
        for (from, to) in regions.into_iter().zip(self.regions_of(new)) {
            self.move_blocks(from, to);
        }
        new
    }

    /// Creates a detached operation.
    pub fn create(&mut self, spec: &OpSpec<'_>) -> Op {
        self.revision += 1;
        let op = Op::new(self.ops.len());
        let operands = self.push_operands(op, spec.operands);
        let results = self.push_values(spec.results, |index| Def::Result(op, index));
        let regions = Run { first: self.regions.len() as u32, len: spec.n_regions as u32 };
        for _ in 0..spec.n_regions {
            self.regions.push(RegionData { parent: Some(op), blocks: Vec::new() });
        }
        let successors = Run { first: self.successors.len() as u32, len: spec.successors.len() as u32 };
        self.successors.extend_from_slice(spec.successors);
        let attrs = self.push_attrs(spec.attrs);
        self.links.push(OpLink::default());
        let location = spec.location;
        self.ops.push(OpData { kind: spec.kind, location, operands, results, attrs, regions, successors })
    }

    fn push_operands(&mut self, op: Op, operands: &[Value]) -> Run {
        let run = Run { first: self.operands.len() as u32, len: operands.len() as u32 };
        for value in operands {
            self.operands.push(*value);
            self.uses.push(UseLink { op, next: NO_USE, prev: NO_USE });
            self.link_use(self.operands.len() as u32 - 1);
        }
        run
    }

    fn push_values(&mut self, types: &[Type], def: impl Fn(u32) -> Def) -> Run {
        let run = Run { first: self.values.len() as u32, len: types.len() as u32 };
        for (index, ty) in types.iter().enumerate() {
            self.values.push(ValueData { def: def(index as u32), ty: *ty, first_use: NO_USE });
        }
        run
    }

    fn push_attrs(&mut self, attrs: &[NamedAttr]) -> Run {
        let run = Run { first: self.named_attrs.len() as u32, len: attrs.len() as u32 };
        self.named_attrs.extend_from_slice(attrs);
        if 1 < attrs.len() {
            let names = &self.names;
            let text = |attr: &NamedAttr| &names[attr.name.index()];
            self.named_attrs[run.range()].sort_by(|a, b| text(a).cmp(text(b)));
        }
        run
    }

    /// Appends a detached block to a region.
    pub(crate) fn attach_block(&mut self, block: Block, region: Region) {
        self.blocks[block].region = Some(region);
        self.regions[region].blocks.push(block);
    }

    /// Adds a block at the end of a region, with arguments of these types.
    pub fn add_block(&mut self, region: Region, args: &[Type]) -> Block {
        self.revision += 1;
        let block = self.blocks.push(BlockData { region: Some(region), ..BlockData::default() });
        self.regions[region].blocks.push(block);
        for ty in args {
            self.add_arg(block, *ty);
        }
        block
    }

    /// Adds an argument at the end of a block's list.
    pub fn add_arg(&mut self, block: Block, ty: Type) -> Value {
        self.revision += 1;
        let index = self.blocks[block].args.len() as u32;
        let value = self.values.push(ValueData { def: Def::Arg(block, index), ty, first_use: NO_USE });
        self.blocks[block].args.push(value);
        value
    }

    /// Adds an argument in front of number `index`.
    pub fn insert_arg(&mut self, block: Block, index: usize, ty: Type) -> Value {
        let value = self.add_arg(block, ty);
        self.blocks[block].args[index..].rotate_right(1);
        for i in index..self.blocks[block].args.len() {
            let arg = self.blocks[block].args[i];
            self.values[arg].def = Def::Arg(block, i as u32);
        }
        value
    }

    /// Removes argument number `index`, which must have no use.
    pub fn remove_arg(&mut self, block: Block, index: usize) {
        self.revision += 1;
        let value = self.blocks[block].args.remove(index);
        assert!(self.is_unused(value), "a block argument that is removed must have no use");
        for i in index..self.blocks[block].args.len() {
            let arg = self.blocks[block].args[i];
            self.values[arg].def = Def::Arg(block, i as u32);
        }
    }

    /// Creates a placeholder for a name that the text uses before its definition.
    pub(crate) fn add_forward(&mut self, ty: Type) -> Value {
        self.values.push(ValueData { def: Def::Forward, ty, first_use: NO_USE })
    }
}

/// The journal.
impl Module {
    /// Starts to record every operation that a change affects: one that is inserted or modified, and one
    /// whose result loses a use.
    pub fn start_journal(&mut self) {
        self.journal = Some(Vec::new());
    }

    /// Returns the operations recorded since the last call, oldest first; some may be erased and some may
    /// occur twice.
    pub fn take_journal(&mut self) -> Vec<Op> {
        self.journal.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Stops recording.
    pub fn end_journal(&mut self) {
        self.journal = None;
    }

    /// Records a change.
    pub(crate) fn note(&mut self, op: Op) {
        if let Some(journal) = &mut self.journal {
            journal.push(op);
        }
    }

    /// Records the operation whose result loses a use.
    fn note_lost_use(&mut self, value: Value) {
        if let (Some(journal), Def::Result(op, _)) = (&mut self.journal, self.values[value].def) {
            journal.push(op);
        }
    }
}

/// Uses.
impl Module {
    fn link_use(&mut self, slot: u32) {
        let value = self.operands[slot as usize];
        let first = std::mem::replace(&mut self.values[value].first_use, slot);
        self.uses[slot as usize].next = first;
        self.uses[slot as usize].prev = NO_USE;
        if first != NO_USE {
            self.uses[first as usize].prev = slot;
        }
    }

    fn unlink_use(&mut self, slot: u32) {
        let link = self.uses[slot as usize];
        if link.prev == NO_USE {
            let value = self.operands[slot as usize];
            self.values[value].first_use = link.next;
        } else {
            self.uses[link.prev as usize].next = link.next;
        }
        if link.next != NO_USE {
            self.uses[link.next as usize].prev = link.prev;
        }
    }

    /// Replaces operand number `index`.
    pub fn set_operand(&mut self, op: Op, index: usize, value: Value) {
        self.revision += 1;
        let run = self.ops[op].operands;
        assert!(index < run.len as usize, "an operation has no operand {index}");
        let slot = run.first + index as u32;
        self.unlink_use(slot);
        self.note_lost_use(self.operands[slot as usize]);
        self.operands[slot as usize] = value;
        self.link_use(slot);
        self.note(op);
    }

    /// Replaces all operands. The caller must maintain segment sizes and successor ranges.
    pub fn set_operands(&mut self, op: Op, operands: &[Value]) {
        self.revision += 1;
        for slot in self.ops[op].operands.range() {
            self.unlink_use(slot as u32);
            self.note_lost_use(self.operands[slot]);
        }
        self.ops[op].operands = self.push_operands(op, operands);
        self.note(op);
    }

    /// Replaces every use of `old` by `new`.
    pub fn replace_all_uses(&mut self, old: Value, new: Value) {
        if old == new {
            return;
        }
        for found in self.uses(old) {
            self.set_operand(found.op, found.index as usize, new);
        }
    }

    /// Replaces the uses of `old` for which `condition` holds.
    pub fn replace_uses_if(&mut self, old: Value, new: Value, condition: impl Fn(&Self, Op) -> bool) {
        for found in self.uses(old) {
            if condition(self, found.op) {
                self.set_operand(found.op, found.index as usize, new);
            }
        }
    }

    /// Changes the type of a value.
    pub fn set_type(&mut self, value: Value, ty: Type) {
        self.revision += 1;
        self.values[value].ty = ty;
    }
}

/// Attributes, kinds, successors.
impl Module {
    /// Sets an attribute.
    pub fn set_attr(&mut self, op: Op, key: &str, value: Attr) {
        let name = self.name(key);
        let mut attrs = self.attrs(op).to_vec();
        match attrs.iter_mut().find(|attr| attr.name == name) {
            Some(attr) => attr.value = value,
            None => attrs.push(NamedAttr { name, value }),
        }
        self.set_attrs(op, &attrs);
    }

    /// Removes an attribute, if it is there.
    pub fn remove_attr(&mut self, op: Op, key: &str) {
        let Some(name) = self.find_name(key) else { return };
        let attrs: Vec<_> = self.attrs(op).iter().copied().filter(|attr| attr.name != name).collect();
        self.set_attrs(op, &attrs);
    }

    /// Replaces all attributes.
    pub fn set_attrs(&mut self, op: Op, attrs: &[NamedAttr]) {
        self.revision += 1;
        self.ops[op].attrs = self.push_attrs(attrs);
        self.note(op);
    }

    /// Converts pairs of a key and an attribute to named attributes.
    pub fn named(&mut self, attrs: &[(&str, Attr)]) -> Vec<NamedAttr> {
        attrs.iter().map(|(key, value)| NamedAttr { name: self.name(key), value: *value }).collect()
    }

    /// Replaces the successors.
    pub fn set_successors(&mut self, op: Op, successors: &[SuccessorData]) {
        self.revision += 1;
        let first = self.successors.len() as u32;
        self.successors.extend_from_slice(successors);
        self.ops[op].successors = Run { first, len: successors.len() as u32 };
        self.note(op);
    }

    /// Replaces the location.
    pub fn set_location(&mut self, op: Op, location: Location) {
        self.ops[op].location = location;
    }
}
