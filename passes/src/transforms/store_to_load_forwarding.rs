//! Forwards stored and loaded elements to later loads of a block, and erases stores that a later store overwrites, and
//! buffers that are not read any more.
//!
//! Two accesses are of the same element if their memref and indices are the same values, and of different ones if an index
//! into the same memref differs by a constant. An element is known from its store or its first load until an operation may
//! write it. A store is erased if the next access to its memory, in the same block,
//! is a store of the same element. Synchronisation, calls and other operations with unknown effects end all knowledge, and
//! blocks are looked at one by one. An assertion writes nothing; stores before it stay.
//!
//! Cost: for each operation up to 32 alias queries per access.
//!
//! ```text
//! memref.store %x, %m[%i] : memref<4xf32>
//! %y = memref.load %m[%i] : memref<4xf32>     →  %z = arith.addf %x, %x : f32
//! %z = arith.addf %x, %y : f32                   memref.store %z, %m[%i] : memref<4xf32>
//! memref.store %z, %m[%i] : memref<4xf32>
//! ```

use std::collections::VecDeque;
use std::rc::Rc;

use crate::analysis::alias::{AliasAnalysis, MemoryRegion, Overlap};
use crate::analysis::effects::{Effects, own_effects};
use crate::pass::PassOption;
use crate::rewrite::unread::drop_unread;
use crate::{Changed, Pass, PassCx, PassFn};
use warpline_ir::def::Effect;
use warpline_ir::{Arith, Block, Cf, MemRef, Module, Op, OpKind, Reported, TypeKind, Value};

/// The `store-to-load-forwarding` pass.
pub const PASS: Pass = Pass {
    name: "store-to-load-forwarding",
    summary: "Forwards stored and loaded elements to later loads of a block, and erases overwritten stores",
    options: &[PassOption {
        name: "erase-overwritten",
        summary: "Whether stores that a later store overwrites are erased, with what only they use: true or false",
        default: "true",
    }],
    run: PassFn::MayFail(run),
};

/// The maximum number of elements that are known at one time.
const MAX_KNOWN: usize = 32;

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let erases = cx.bool_option("erase-overwritten")?;
    let module = &mut *cx.module;
    let mut aliases = AliasAnalysis::with_callers();
    let mut changed = false;
    let mut blocks: Vec<Block> = Vec::new();
    for op in module.walk(module.root()) {
        for region in module.regions_of(op) {
            blocks.extend(module.blocks_of(region));
        }
    }
    for block in blocks {
        changed |= forward_in(module, &mut aliases, block, erases);
    }
    if changed {
        for op in module.walk(module.root()) {
            if matches!(module.kind(op), OpKind::MemRef(MemRef::Alloc | MemRef::Alloca)) {
                drop_unread(module, op);
            }
        }
    }
    Ok(changed.into())
}

/// Forwards elements in a block, and erases overwritten stores on request; whether there was one.
pub(crate) fn forward_in(
    module: &mut Module,
    aliases: &mut AliasAnalysis,
    block: Block,
    erases: bool,
) -> bool {
    let mut known = Known { aliases, elements: VecDeque::new(), erases, changed: false };
    for op in module.ops_in(block) {
        known.visit(module, op);
    }
    known.changed
}

/// An element whose value is known.
struct Element {
    place: Place,
    value: Value,
    /// The store that nothing has read yet.
    unread: Option<Op>,
}

/// An index: the sum of a value, if there is one, and a constant.
#[derive(PartialEq, Eq)]
struct Index {
    base: Option<Value>,
    constant: i64,
}

impl Index {
    fn of(module: &Module, value: Value) -> Self {
        if let Some(constant) = module.constant_int(value) {
            return Self { base: None, constant };
        }
        let sum = module.defining_op(value).filter(|op| module.kind(*op) == OpKind::Arith(Arith::AddI));
        let parts = sum
            .map(|op| module.operands(op))
            .and_then(|sides| Some((sides[0], module.constant_int(sides[1])?)));
        match parts {
            Some((base, constant)) => Self { base: Some(base), constant },
            None => Self { base: Some(value), constant: 0 },
        }
    }
}

/// What an operation accesses.
struct Place {
    memref: Value,
    region: Rc<MemoryRegion>,
    /// The indices of an element; none if any element may be accessed.
    indices: Vec<Index>,
    /// Whether elements with different indices are apart.
    is_packed: bool,
}

impl Place {
    fn is(&self, other: &Self) -> bool {
        self.memref == other.memref && self.indices == other.indices
    }

    /// Whether it may have an element of another place.
    fn meets(&self, other: &Self, aliases: &AliasAnalysis) -> bool {
        let mut both = self.indices.iter().zip(&other.indices);
        let differ = |(a, b): (&Index, &Index)| a.base == b.base && a.constant != b.constant;
        let is_apart = self.memref == other.memref && self.is_packed && both.any(differ);
        !is_apart && aliases.overlap(&self.region, &other.region) != Overlap::No
    }
}

/// The elements that are known at an operation of a block.
struct Known<'a> {
    aliases: &'a mut AliasAnalysis,
    elements: VecDeque<Element>,
    /// Whether stores that are overwritten are erased.
    erases: bool,
    changed: bool,
}

impl Known<'_> {
    fn visit(&mut self, module: &mut Module, op: Op) {
        match module.kind(op) {
            OpKind::MemRef(MemRef::Load) => self.load(module, op),
            OpKind::MemRef(MemRef::Store) => self.store(module, op),
            OpKind::Cf(Cf::Assert) => self.elements.iter_mut().for_each(|element| element.unread = None),
            _ => self.pass(module, op),
        }
    }

    fn find(&mut self, place: &Place) -> Option<&mut Element> {
        self.elements.iter_mut().find(|element| element.place.is(place))
    }

    /// Returns the place of a load or a store.
    fn element_of(&mut self, module: &Module, op: Op) -> Place {
        let view = module.op(op);
        let memref = view.named("memref");
        let indices = view.group("indices").iter().map(|index| Index::of(module, *index)).collect();
        let is_packed = matches!(module.type_kind(module.type_of(memref)), TypeKind::MemRef(_, _, None, _));
        Place { memref, region: self.aliases.of(module, memref), indices, is_packed }
    }

    fn load(&mut self, module: &mut Module, op: Op) {
        let place = self.element_of(module, op);
        let loaded = module.result(op, 0);
        if let Some(element) = self.find(&place) {
            let value = element.value;
            module.replace_all_uses(loaded, value);
            module.erase(op);
            self.changed = true;
            return;
        }
        self.read(&place);
        self.learn(Element { place, value: loaded, unread: None });
    }

    fn store(&mut self, module: &mut Module, op: Op) {
        let place = self.element_of(module, op);
        let value = module.op(op).named("value");
        if let Some(overwritten) = self.find(&place).and_then(|element| element.unread) {
            module.erase(overwritten);
            self.changed = true;
        }
        self.write(&place);
        let unread = self.erases.then_some(op);
        self.learn(Element { place, value, unread });
    }

    /// Applies the effects of another operation and of all that are nested in it.
    fn pass(&mut self, module: &Module, op: Op) {
        for inner in module.walk(op) {
            let Effects::Known(effects) = own_effects(module, inner) else { return self.elements.clear() };
            for (effect, memref) in effects {
                let region = self.aliases.of(module, memref);
                let place = Place { memref, region, indices: Vec::new(), is_packed: false };
                match effect {
                    Effect::Allocate => {}
                    Effect::Read => self.read(&place),
                    Effect::Write | Effect::Free => self.write(&place),
                }
            }
        }
    }

    fn learn(&mut self, element: Element) {
        if self.elements.len() == MAX_KNOWN {
            self.elements.pop_front();
        }
        self.elements.push_back(element);
    }

    /// Keeps the stores of memory that is read.
    fn read(&mut self, place: &Place) {
        for element in &mut self.elements {
            if element.unread.is_some() && element.place.meets(place, self.aliases) {
                element.unread = None;
            }
        }
    }

    /// Forgets the elements of memory that is written.
    fn write(&mut self, place: &Place) {
        let aliases = &*self.aliases;
        self.elements.retain(|element| !element.place.meets(place, aliases));
    }
}
