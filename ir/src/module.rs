//! The module: arenas of operations, blocks, regions and values, and the tables that intern names, types,
//! attributes and locations.
//!
//! Reads go through [`OpRef`](crate::OpRef) and the accessors here; every change goes through the methods of
//! `rewrite.rs`, which maintain use lists, links and the revision.

use crate::attrs::{Attr, AttrKind, NamedAttr};
use crate::entity::{Entity, PrimaryMap, copy_with_room, entity};
use crate::location::{Location, LocationData};
use crate::op::{Op, OpData, OpLink, SuccessorData};
use crate::resources::Resource;
use crate::symbols::SymbolIndex;
use crate::types::{Type, TypeKind};
use crate::value::{UseLink, Value, ValueData};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::sync::atomic::{AtomicU64, Ordering};

entity! {
    /// An interned piece of text: a symbol, a key, the name of a foreign operation.
    Name, "name"
}
entity! {
    /// A block: a list of operations with arguments.
    Block, "^bb"
}
entity! {
    /// A region: a list of blocks that an operation owns.
    Region, "region"
}

/// The data of a block.
#[derive(Clone, Debug, Default)]
pub struct BlockData {
    /// The region that contains it.
    pub(crate) region: Option<Region>,
    pub(crate) args: Vec<Value>,
    pub(crate) first: Option<Op>,
    pub(crate) last: Option<Op>,
}

/// The data of a region.
#[derive(Clone, Debug, Default)]
pub struct RegionData {
    pub(crate) parent: Option<Op>,
    pub(crate) blocks: Vec<Block>,
}

/// A program, or a part of one under construction.
#[derive(Clone, Debug)]
pub struct Module {
    pub(crate) ops: PrimaryMap<Op, OpData>,
    pub(crate) links: PrimaryMap<Op, OpLink>,
    pub(crate) blocks: PrimaryMap<Block, BlockData>,
    pub(crate) regions: PrimaryMap<Region, RegionData>,
    pub(crate) values: PrimaryMap<Value, ValueData>,
    /// Operands of all operations: an operation has a run of slots.
    pub(crate) operands: Vec<Value>,
    /// Links of the use lists, one per operand slot.
    pub(crate) uses: Vec<UseLink>,
    pub(crate) named_attrs: Vec<NamedAttr>,
    pub(crate) successors: Vec<SuccessorData>,
    pub(crate) names: IndexSet<Box<str>, FxBuildHasher>,
    types: IndexSet<TypeKind, FxBuildHasher>,
    attrs: IndexSet<AttrKind, FxBuildHasher>,
    pub(crate) locations: PrimaryMap<Location, LocationData>,
    pub(crate) revision: u64,
    identity: Identity,
    /// The locations of block arguments.
    pub(crate) arg_locations: FxHashMap<Value, LocationData>,
    /// The entries of the resource section.
    pub resources: Vec<Resource>,
    pub(crate) symbol_index: SymbolIndex,
    /// The changes since the journal was last taken; `None` while no journal is kept.
    pub(crate) journal: Option<Vec<Op>>,
    root: Op,
}

/// Distinguishes a module from all others of the process, including copies of it.
#[derive(Debug, PartialEq, Eq)]
struct Identity(u64);

impl Identity {
    fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

impl Clone for Identity {
    fn clone(&self) -> Self {
        Self::new()
    }
}

/// The number of operations and of blocks for which a walk has room at first.
const WALKED: usize = 32;

impl Default for Module {
    fn default() -> Self {
        Self::new()
    }
}

impl Module {
    /// Creates an empty `builtin.module`.
    pub fn new() -> Self {
        let mut module = Self {
            types: TypeKind::first_kinds_set(),
            attrs: AttrKind::first_kinds_set(),
            ..Self::nothing()
        };
        module.locations.push(LocationData::default());
        module.root = module.make_root();
        module
    }

    /// A copy whose tables can grow to twice the size without moving: for a caller that adds many operations.
    #[must_use]
    pub fn copy_with_room(&self) -> Self {
        Self {
            ops: self.ops.copy_with_room(),
            links: self.links.copy_with_room(),
            blocks: self.blocks.clone(),
            regions: self.regions.clone(),
            values: self.values.copy_with_room(),
            operands: copy_with_room(&self.operands),
            uses: copy_with_room(&self.uses),
            named_attrs: copy_with_room(&self.named_attrs),
            successors: self.successors.clone(),
            revision: self.revision,
            arg_locations: self.arg_locations.clone(),
            journal: self.journal.clone(),
            root: self.root,
            ..self.with_tables()
        }
    }

    /// Reserves memory for operations and for values, with as many uses.
    pub(crate) fn reserve(&mut self, n_ops: usize, n_values: usize) {
        self.ops.reserve(n_ops);
        self.links.reserve(n_ops);
        self.locations.reserve(n_ops);
        self.named_attrs.reserve(n_ops);
        self.values.reserve(n_values);
        self.operands.reserve(n_values);
        self.uses.reserve(n_values);
    }

    /// Creates a module with the names, types, attributes, locations and resources of this one, without
    /// operations; a root must be set.
    pub(crate) fn with_tables(&self) -> Self {
        Self {
            names: self.names.clone(),
            types: self.types.clone(),
            attrs: self.attrs.clone(),
            locations: self.locations.clone(),
            resources: self.resources.clone(),
            ..Self::nothing()
        }
    }

    /// Creates a module without any contents, not even the predefined kinds and the root.
    fn nothing() -> Self {
        Self {
            ops: PrimaryMap::default(),
            links: PrimaryMap::default(),
            blocks: PrimaryMap::default(),
            regions: PrimaryMap::default(),
            values: PrimaryMap::default(),
            operands: Vec::new(),
            uses: Vec::new(),
            named_attrs: Vec::new(),
            successors: Vec::new(),
            names: IndexSet::default(),
            types: IndexSet::default(),
            attrs: IndexSet::default(),
            locations: PrimaryMap::default(),
            revision: 0,
            identity: Identity::new(),
            arg_locations: FxHashMap::default(),
            resources: Vec::new(),
            symbol_index: SymbolIndex::default(),
            journal: None,
            root: Op::new(0),
        }
    }

    /// Returns the top-level `builtin.module` operation.
    pub fn root(&self) -> Op {
        self.root
    }

    /// Makes another operation the root; used by the parser if the text has an explicit `module`.
    pub(crate) fn set_root(&mut self, op: Op) {
        self.root = op;
    }

    /// Returns the block that holds the top-level operations.
    pub fn body(&self) -> Block {
        self.blocks_of(self.regions_of(self.root)[0])[0]
    }

    /// Returns a number that increases with every change.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Returns a number that is unique among the modules of the process, including copies.
    pub(crate) fn identity(&self) -> u64 {
        self.identity.0
    }

    /// Interns a piece of text.
    pub fn name(&mut self, text: &str) -> Name {
        if let Some(index) = self.names.get_index_of(text) {
            return Name::new(index);
        }
        Name::new(self.names.insert_full(text.into()).0)
    }

    /// Returns the id of a text that is already interned.
    pub fn find_name(&self, text: &str) -> Option<Name> {
        self.names.get_index_of(text).map(Name::new)
    }

    /// Returns the text of a name.
    #[inline]
    pub fn text(&self, name: Name) -> &str {
        &self.names[name.index()]
    }

    /// Interns a type.
    pub fn intern_type(&mut self, kind: TypeKind) -> Type {
        Type::new(self.types.insert_full(kind).0)
    }

    /// Returns the structure of a type.
    #[inline]
    pub fn type_kind(&self, ty: Type) -> &TypeKind {
        &self.types[ty.index()]
    }

    /// Returns the structures of all interned attributes.
    pub(crate) fn attr_kinds(&self) -> impl Iterator<Item = &AttrKind> {
        self.attrs.iter()
    }

    /// Interns an attribute.
    pub fn intern_attr(&mut self, kind: AttrKind) -> Attr {
        Attr::new(self.attrs.insert_full(kind).0)
    }

    /// Returns the structure of an attribute.
    #[inline]
    pub fn attr_kind(&self, attr: Attr) -> &AttrKind {
        &self.attrs[attr.index()]
    }

    /// Returns the type of a value.
    #[inline]
    pub fn type_of(&self, value: Value) -> Type {
        self.values[value].ty
    }

    /// Returns the arguments of a block.
    pub fn args(&self, block: Block) -> &[Value] {
        &self.blocks[block].args
    }

    /// Returns the region that contains a block.
    pub fn region_of(&self, block: Block) -> Option<Region> {
        self.blocks[block].region
    }

    /// Returns the blocks of a region, the entry first.
    pub fn blocks_of(&self, region: Region) -> &[Block] {
        &self.regions[region].blocks
    }

    /// Returns the operation that owns a region.
    pub fn parent_of(&self, region: Region) -> Option<Op> {
        self.regions[region].parent
    }

    /// Returns the operation whose region contains this block.
    pub fn block_parent(&self, block: Block) -> Option<Op> {
        self.region_of(block).and_then(|region| self.parent_of(region))
    }

    /// Returns the first operation of a block.
    pub fn first_op(&self, block: Block) -> Option<Op> {
        self.blocks[block].first
    }

    /// Returns the last operation of a block, its terminator if it has one.
    pub fn last_op(&self, block: Block) -> Option<Op> {
        self.blocks[block].last
    }

    /// Returns the operations of a block, in order. The list is a copy: edits during iteration are safe.
    pub fn ops_in(&self, block: Block) -> Vec<Op> {
        let mut ops = Vec::new();
        let mut next = self.first_op(block);
        while let Some(op) = next {
            ops.push(op);
            next = self.links[op].next;
        }
        ops
    }

    /// Returns the operations in the blocks of `op`, in the order of the text, without those nested in them.
    pub fn nested_ops(&self, op: Op) -> Vec<Op> {
        let blocks = self.regions_of(op).into_iter().flat_map(|region| self.blocks_of(region));
        blocks.flat_map(|block| self.ops_in(*block)).collect()
    }

    /// Returns every operation nested in `op`, in the order of the text, `op` first. Iterative: nesting uses
    /// no stack.
    pub fn walk(&self, op: Op) -> Vec<Op> {
        // Passes walk often, and mostly over few operations: to grow step by step took longer than the walk.
        let mut found = Vec::with_capacity(if op == self.root { self.ops.len() } else { WALKED });
        found.push(op);
        // The next operation of each block that was entered, but for the innermost block.
        let mut stack = Vec::with_capacity(WALKED);
        let mut next = self.enter(op, &mut stack);
        while let Some(op) = next {
            found.push(op);
            let data = &self.ops[op];
            next = if data.regions.len == 0 {
                self.links[op].next
            } else {
                stack.extend(self.links[op].next);
                self.enter(op, &mut stack)
            };
            next = next.or_else(|| stack.pop());
        }
        found
    }

    /// Pushes the first operation of each block of an operation, the first block last, and returns the one on top.
    fn enter(&self, op: Op, stack: &mut Vec<Op>) -> Option<Op> {
        for region in self.ops[op].regions.range().rev().map(Region::new) {
            stack.extend(self.blocks_of(region).iter().rev().filter_map(|block| self.first_op(*block)));
        }
        stack.pop()
    }

    /// Returns the values that an operation defines: its results and the arguments of its blocks.
    pub fn defined_by(&self, op: Op) -> Vec<Value> {
        let blocks = self.regions_of(op).into_iter().flat_map(|region| self.blocks_of(region));
        self.results(op).chain(blocks.flat_map(|block| self.args(*block)).copied()).collect()
    }

    /// Whether a predicate holds for an operation or a nested one. Blocks are searched from their ends, where most have
    /// their effects.
    pub fn any_in(&self, op: Op, mut predicate: impl FnMut(Op) -> bool) -> bool {
        // The operations of each block that was entered, up to the one that is next.
        let mut stack = Vec::new();
        let enter = |op: Op, stack: &mut Vec<Op>| {
            for region in self.ops[op].regions.range().map(Region::new) {
                stack.extend(self.blocks_of(region).iter().filter_map(|block| self.last_op(*block)));
            }
        };
        if predicate(op) {
            return true;
        }
        enter(op, &mut stack);
        while let Some(op) = stack.pop() {
            if predicate(op) {
                return true;
            }
            stack.extend(self.links[op].prev);
            enter(op, &mut stack);
        }
        false
    }

    /// Returns the number of operations, including erased ones: the size for side tables.
    pub fn n_ops(&self) -> usize {
        self.ops.len()
    }

    /// Returns the number of operands, including those of erased operations.
    pub(crate) fn n_uses(&self) -> usize {
        self.operands.len()
    }

    /// Returns the number of values, including those of erased operations: the size for side tables.
    pub fn n_values(&self) -> usize {
        self.values.len()
    }
}

impl TypeKind {
    fn first_kinds_set() -> IndexSet<Self, FxBuildHasher> {
        Type::first_kinds().into_iter().collect()
    }
}

impl AttrKind {
    fn first_kinds_set() -> IndexSet<Self, FxBuildHasher> {
        Attr::first_kinds().into_iter().collect()
    }
}
