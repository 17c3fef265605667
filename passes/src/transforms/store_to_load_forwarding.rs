//! Forwards stored and loaded elements to later loads of a block, and erases stores that a later store overwrites.
//!
//! Two accesses are of the same element if their memref and indices are the same values. An element is known from its store
//! or its first load until an operation may write it. A store is erased if the next access to its memory, in the same block,
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
use crate::{Changed, Pass, PassCx};
use warpline_ir::def::Effect;
use warpline_ir::{Block, Cf, MemRef, Module, Op, OpKind, Reported, Value};

/// The `store-to-load-forwarding` pass.
pub const PASS: Pass = Pass {
    name: "store-to-load-forwarding",
    summary: "Forwards stored and loaded elements to later loads of a block, and erases overwritten stores",
    options: &[],
    run,
};

/// The maximum number of elements that are known at one time.
const MAX_KNOWN: usize = 32;

#[expect(clippy::unnecessary_wraps, reason = "the signature of a pass")]
fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
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
        let mut known = Known { aliases: &mut aliases, elements: VecDeque::new(), changed: false };
        for op in module.ops_in(block) {
            known.visit(module, op);
        }
        changed |= known.changed;
    }
    Ok(changed.into())
}

/// An element whose value is known.
struct Element {
    memref: Value,
    indices: Vec<Value>,
    region: Rc<MemoryRegion>,
    value: Value,
    /// The store that nothing has read yet.
    unread: Option<Op>,
}

/// The elements that are known at an operation of a block.
struct Known<'a> {
    aliases: &'a mut AliasAnalysis,
    elements: VecDeque<Element>,
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

    fn find(&mut self, memref: Value, indices: &[Value]) -> Option<&mut Element> {
        self.elements.iter_mut().find(|element| element.memref == memref && element.indices == indices)
    }

    fn load(&mut self, module: &mut Module, op: Op) {
        let view = module.op(op);
        let (memref, indices) = (view.named("memref"), view.group("indices").to_vec());
        let loaded = module.result(op, 0);
        if let Some(element) = self.find(memref, &indices) {
            let value = element.value;
            module.replace_all_uses(loaded, value);
            module.erase(op);
            self.changed = true;
            return;
        }
        let region = self.aliases.of(module, memref);
        self.read(&region);
        self.learn(Element { memref, indices, region, value: loaded, unread: None });
    }

    fn store(&mut self, module: &mut Module, op: Op) {
        let view = module.op(op);
        let (memref, indices) = (view.named("memref"), view.group("indices").to_vec());
        let value = view.named("value");
        if let Some(overwritten) = self.find(memref, &indices).and_then(|element| element.unread) {
            module.erase(overwritten);
            self.changed = true;
        }
        let region = self.aliases.of(module, memref);
        self.write(&region);
        self.learn(Element { memref, indices, region, value, unread: Some(op) });
    }

    /// Applies the effects of another operation and of all that are nested in it.
    fn pass(&mut self, module: &Module, op: Op) {
        for inner in module.walk(op) {
            let Effects::Known(effects) = own_effects(module, inner) else { return self.elements.clear() };
            for (effect, memref) in effects {
                let region = self.aliases.of(module, memref);
                match effect {
                    Effect::Allocate => {}
                    Effect::Read => self.read(&region),
                    Effect::Write | Effect::Free => self.write(&region),
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
    fn read(&mut self, region: &MemoryRegion) {
        let aliases = &self.aliases;
        for element in &mut self.elements {
            if element.unread.is_some() && aliases.overlap(&element.region, region) != Overlap::No {
                element.unread = None;
            }
        }
    }

    /// Forgets the elements of memory that is written.
    fn write(&mut self, region: &MemoryRegion) {
        let aliases = &self.aliases;
        self.elements.retain(|element| aliases.overlap(&element.region, region) == Overlap::No);
    }
}
