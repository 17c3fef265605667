//! Proves that buffers which loops and branches hand on are live where they are used, and freed exactly once.
//!
//! Every allocation has one owner at a time: the value that the allocation defines, then the argument or the result of
//! the loop or branch that it is passed to. A loop may free the buffer that it was given and hand on another one:
//!
//! ```text
//! %a = gpu.alloc () : memref<256xf32>                    %a is owned
//! %r = scf.for … iter_args(%old = %a) … {                %a is given away, %old is owned
//!   %new = gpu.alloc () : memref<256xf32>                %new is owned, too
//!   …
//!   gpu.dealloc %old : memref<256xf32>                   %old is freed
//!   scf.yield %new : memref<256xf32>                     %new is given away; %r is owned after the loop
//! }
//! gpu.dealloc %r : memref<256xf32>
//! ```
//!
//! Owners that pass a buffer on to each other are one family. A family is proved if each owner is used only while it
//! owns, and in the end is freed or given away, on every path. A buffer that is stored, passed to a function or shared
//! between two owners proves nothing, and neither does a function of several blocks.
//!
//! Cost: one traversal.

use super::alias;
use crate::analysis::effects::{Effects, own_effects};
use rustc_hash::{FxHashMap, FxHashSet};
use warpline_ir::def::{Effect, RegionFlow};
use warpline_ir::{Affine, Block, Func, Gpu, MemRef, Module, Op, OpKind, Rt, Scf, Value};

/// Returns the allocations of a function whose families are proved, and hand buffers on through a loop or a branch.
pub fn proved(module: &Module, func: Op) -> FxHashSet<Value> {
    let regions = module.regions_of(func);
    let [body] = regions.iter().flat_map(|region| module.blocks_of(*region)).copied().collect::<Vec<_>>()[..]
    else {
        return FxHashSet::default();
    };
    let mut owners = Owners { module, states: FxHashMap::default(), families: FxHashMap::default() };
    owners.block(body);
    owners.end();
    owners.proved()
}

/// The state of an owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owned {
    /// It owns a live buffer.
    Live,
    /// It freed the buffer, or gave it away.
    Over,
}

/// The states of the owners that are known at a point.
type States = FxHashMap<Value, Owned>;

struct Owners<'m> {
    module: &'m Module,
    states: States,
    /// For each owner, another one of its family, or itself if it represents the family.
    families: FxHashMap<Value, Family>,
}

#[derive(Clone, Copy)]
struct Family {
    parent: Value,
    /// Whether something about it is not proved; of the representative.
    is_lost: bool,
    /// Whether it has several owners; of the representative.
    is_shared: bool,
}

impl Family {
    /// The family of one owner.
    fn of(owner: Value) -> Self {
        Self { parent: owner, is_lost: false, is_shared: false }
    }
}

/// Whether an operation frees a buffer, and makes none of it.
fn frees_alone(kind: OpKind) -> bool {
    kind.def().is_some_and(|def| {
        let frees = def.operands.iter().any(|slot| slot.effect == Some(Effect::Free));
        frees && def.results.iter().all(|slot| slot.effect.is_none())
    })
}

impl Owners<'_> {
    fn add(&mut self, owner: Value) {
        self.states.insert(owner, Owned::Live);
        self.families.entry(owner).or_insert(Family::of(owner));
    }

    fn representative(&self, owner: Value) -> Value {
        let mut at = owner;
        while let Some(family) = self.families.get(&at).filter(|family| family.parent != at) {
            at = family.parent;
        }
        at
    }

    /// Makes two owners one family.
    fn join(&mut self, a: Value, b: Value) {
        let (a, b) = (self.representative(a), self.representative(b));
        let is_lost = [a, b].iter().any(|owner| self.families[owner].is_lost);
        self.families.insert(b, Family { parent: a, is_lost, is_shared: true });
        self.families.insert(a, Family { parent: a, is_lost, is_shared: true });
    }

    /// Gives up the proof of the family of an owner.
    fn lose(&mut self, owner: Value) {
        let owner = self.representative(owner);
        if let Some(family) = self.families.get_mut(&owner) {
            family.is_lost = true;
        }
    }

    /// Returns the owner of a buffer, if it is known.
    fn owner(&self, buffer: Value) -> Option<Value> {
        Some(alias::base(self.module, buffer)).filter(|owner| self.states.contains_key(owner))
    }

    /// Requires that an owner owns; returns whether it does.
    fn require(&mut self, owner: Value) -> bool {
        let is_live = self.states.get(&owner) == Some(&Owned::Live);
        if !is_live {
            self.lose(owner);
        }
        is_live
    }

    /// Ends the ownership of a value, which is freed or given away; returns its owner, if it is known.
    fn give(&mut self, buffer: Value) -> Option<Value> {
        let owner = self.owner(buffer)?;
        self.require(owner);
        self.states.insert(owner, Owned::Over);
        Some(owner)
    }

    fn block(&mut self, block: Block) {
        for op in self.module.ops_in(block) {
            self.op(op);
        }
    }

    fn op(&mut self, op: Op) {
        let module = self.module;
        match module.region_flow(op) {
            Some(RegionFlow::For) => return self.counted(op, module.initial_values(op)),
            Some(RegionFlow::While) => return self.repeated(op),
            Some(RegionFlow::Branch) if module.kind(op) != OpKind::Affine(Affine::If) => {
                return self.branch(op);
            }
            Some(RegionFlow::Branch | RegionFlow::Once | RegionFlow::Parallel) | None => {}
        }
        match module.kind(op) {
            // Terminators that pass buffers on are treated with their operation.
            OpKind::Scf(Scf::Yield | Scf::Condition) | OpKind::Affine(Affine::Yield) => {}
            OpKind::MemRef(MemRef::Alloc) | OpKind::Gpu(Gpu::Alloc) | OpKind::Rt(Rt::Alloc) => {
                self.add(module.result(op, 0));
            }
            kind if kind == OpKind::Func(Func::Return) || frees_alone(kind) => {
                for buffer in buffers(module, op) {
                    self.give(buffer);
                }
            }
            _ => self.uses(op),
        }
    }

    /// Treats an operation that only uses buffers: in all its regions, too.
    fn uses(&mut self, op: Op) {
        let module = self.module;
        for inner in module.walk(op) {
            let frees = match own_effects(module, inner) {
                Effects::Known(effects) => effects.iter().any(|(effect, _)| *effect == Effect::Free),
                Effects::Unknown => !keeps(module, inner),
            };
            for buffer in buffers(module, inner) {
                let Some(owner) = self.owner(buffer) else { continue };
                self.require(owner);
                if frees || escapes(module, inner, buffer) {
                    self.lose(owner);
                }
            }
        }
    }

    /// Treats a loop whose only block has an induction variable and carried values as arguments.
    fn counted(&mut self, op: Op, inits: &[Value]) {
        let module = self.module;
        let Some(body) = module.entry(op, 0) else { return };
        let args = module.args(body)[1..].to_vec();
        let carried = self.enter(inits, &args);
        let before = self.states.clone();
        self.block(body);
        self.pass_on(body, &carried);
        self.leave(&before, &carried);
        self.results(op, &carried);
    }

    /// Treats a `scf.while`, whose regions have a block each.
    fn repeated(&mut self, op: Op) {
        let module = self.module;
        let (Some(head), Some(body)) = (module.entry(op, 0), module.entry(op, 1)) else { return };
        let carried = self.enter(module.operands(op), module.args(head));
        let before = self.states.clone();
        self.block(head);
        let forwarded = self.enter(ends(module, head).get(1..).unwrap_or_default(), module.args(body));
        self.block(body);
        self.pass_on(body, &carried);
        self.leave(&before, &carried);
        self.results(op, &forwarded);
    }

    /// Treats branches: all give away the same buffers.
    fn branch(&mut self, op: Op) {
        let module = self.module;
        let n_results = module.results(op).len();
        let before = self.states.clone();
        let mut after: Option<States> = None;
        let mut is_owned = vec![true; n_results];
        let regions = module.regions_of(op);
        for region in &regions {
            self.states.clone_from(&before);
            let Some(block) = module.blocks_of(*region).first().copied() else { continue };
            self.block(block);
            for (index, value) in ends(module, block).iter().enumerate().take(n_results) {
                let result = module.result(op, index);
                match self.give(*value) {
                    Some(owner) => {
                        self.families.entry(result).or_insert(Family::of(result));
                        self.join(owner, result);
                    }
                    None => is_owned[index] = false,
                }
            }
            self.drop_inner(&before);
            after = Some(match after.take() {
                Some(other) => self.merge(other),
                None => self.states.clone(),
            });
        }
        self.states = after.unwrap_or(before);
        for (result, is_owned) in module.results(op).zip(is_owned) {
            if self.families.contains_key(&result) {
                self.states.insert(result, Owned::Live);
                if !is_owned {
                    self.lose(result);
                }
            }
        }
    }

    /// Merges the states of two paths; what differs is lost.
    fn merge(&mut self, other: States) -> States {
        let differing = sorted(&other, |owner, state| self.states.get(owner) != Some(state));
        for owner in differing {
            self.lose(owner);
        }
        other
    }

    /// Gives initial values to arguments; returns for each argument whether it owns a buffer.
    fn enter(&mut self, inits: &[Value], args: &[Value]) -> Vec<Option<Value>> {
        let mut carried = Vec::new();
        for (init, arg) in inits.iter().zip(args) {
            carried.push(self.give(*init).map(|owner| {
                self.add(*arg);
                self.join(owner, *arg);
                *arg
            }));
        }
        carried
    }

    /// Gives what a block yields to the arguments of its loop.
    fn pass_on(&mut self, body: Block, carried: &[Option<Value>]) {
        for (value, arg) in ends(self.module, body).iter().zip(carried) {
            match (self.give(*value), arg) {
                (Some(owner), Some(arg)) => self.join(owner, *arg),
                (Some(owner), None) => self.lose(owner),
                (None, Some(arg)) => self.lose(*arg),
                (None, None) => {}
            }
        }
    }

    /// Ends a loop body: it has no owner of its own left, and changed none from outside. What it carries is owned again in
    /// the next iteration.
    fn leave(&mut self, before: &States, carried: &[Option<Value>]) {
        self.drop_inner(before);
        let outer = sorted(before, |owner, state| {
            self.states.get(owner) != Some(state) && !carried.contains(&Some(*owner))
        });
        for owner in outer {
            self.lose(owner);
        }
        self.states.clone_from(before);
    }

    /// Forgets the owners that were not known before; those that still own leak.
    fn drop_inner(&mut self, before: &States) {
        for owner in sorted(&self.states, |owner, _| !before.contains_key(owner)) {
            if self.states.remove(&owner) == Some(Owned::Live) {
                self.lose(owner);
            }
        }
    }

    /// Gives the results of a loop what its arguments own.
    fn results(&mut self, op: Op, carried: &[Option<Value>]) {
        for (result, arg) in self.module.results(op).zip(carried) {
            if let Some(arg) = arg {
                self.states.remove(arg);
                self.add(result);
                self.join(*arg, result);
            }
        }
    }

    /// Ends a function: what it still owns is never freed.
    fn end(&mut self) {
        let left = sorted(&self.states, |_, state| *state == Owned::Live);
        for owner in left {
            self.lose(owner);
        }
    }

    fn proved(&self) -> FxHashSet<Value> {
        let is_proved = |owner: &Value| {
            let family = self.families[&self.representative(*owner)];
            family.is_shared && !family.is_lost && self.module.defining_op(*owner).is_some()
        };
        self.families.keys().copied().filter(is_proved).collect()
    }
}

/// Returns the owners that meet a condition, in order.
fn sorted(states: &States, is_wanted: impl Fn(&Value, &Owned) -> bool) -> Vec<Value> {
    let wanted = states.iter().filter(|(owner, state)| is_wanted(owner, state));
    let mut owners: Vec<Value> = wanted.map(|(owner, _)| *owner).collect();
    owners.sort_unstable();
    owners
}

/// Returns the buffers among the operands of an operation.
fn buffers(module: &Module, op: Op) -> Vec<Value> {
    module.operands(op).iter().copied().filter(|value| module.is_memref(module.type_of(*value))).collect()
}

/// Returns the operands of the last operation of a block.
fn ends(module: &Module, block: Block) -> &[Value] {
    module.last_op(block).map(|end| module.operands(end)).unwrap_or_default()
}

/// Whether an operation with unknown effects frees no buffer that is passed to it: device work and waits.
fn keeps(module: &Module, op: Op) -> bool {
    matches!(module.kind(op), OpKind::Gpu(_) | OpKind::Rt(_))
}

/// Whether an operation may keep a buffer: it is stored, passed to a function, or the result is no view of it.
fn escapes(module: &Module, op: Op, buffer: Value) -> bool {
    match module.kind(op) {
        OpKind::Func(_) | OpKind::Foreign(_) | OpKind::Async(_) => true,
        OpKind::Gpu(_) | OpKind::Rt(_) | OpKind::MemRef(MemRef::Dim | MemRef::Rank) => false,
        _ => {
            let is_view = module.results(op).any(|result| alias::view_source(module, result) == Some(buffer));
            let accesses = match own_effects(module, op) {
                Effects::Known(effects) => effects.iter().any(|(_, value)| *value == buffer),
                Effects::Unknown => false,
            };
            let is_stored =
                matches!(module.kind(op), OpKind::MemRef(MemRef::Store) | OpKind::Affine(Affine::Store))
                    && module.operand(op, 0) == buffer;
            !(is_view || accesses) || is_stored
        }
    }
}
