//! The memory effects of functions as seen by their callers, and the functions that run on borrowed streams.
//!
//! A *slice* is a private function with device work that is only called: it begins and ends on one stream of its
//! caller, leases nothing, and its device work may be in flight when it returns. The effects of any other function
//! are complete when it returns. So the effects of a function have two sides, stream-ordered ones and those of the
//! host; local buffers are in neither. Recursive functions are iterated to a fixpoint, since effects only grow.
//!
//! Cost: a small multiple of the size of the module.

use super::alias::{AliasAnalysis, CallSites, MemoryRegion, Root, is_buffer};
use super::call_graph::{callee, callees_first, calls_in};
use super::summary::{Access, Summaries, Summary, Touch};
use crate::analysis::symbols::{collect_references, visibility};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use warpline_ir::def::DeviceWork;
use warpline_ir::dialect::rt::StreamCall;
use warpline_ir::{Def, Func, Gpu, MemRef, Module, Op, OpKind, Rt, Value};

/// The maximum number of sweeps over the functions, after which all effects are unknown.
const MAX_SWEEPS: usize = 32;

/// The effects of all functions with bodies.
#[derive(Debug, Default)]
pub struct Calls {
    effects: FxHashMap<Op, Sides>,
    slices: FxHashSet<Op>,
    /// The facts that the calls prove about arguments.
    pub(super) sites: Rc<CallSites>,
}

/// The effects of a function in stream order, and on the host.
#[derive(Clone, Debug, Default, PartialEq)]
struct Sides {
    device: Reach,
    host: Reach,
}

/// The effects of a function on memory that it did not allocate itself.
#[derive(Clone, Debug, Default, PartialEq)]
struct Reach {
    /// For each argument its accesses, and whether they cover all of it.
    args: Vec<(Access, bool)>,
    globals: Vec<(warpline_ir::Name, Access)>,
    elsewhere: Access,
    is_unknown: bool,
}

impl Calls {
    /// Computes the effects of the functions of a module, before or after scheduling.
    pub fn of(module: &Module) -> Self {
        let order = callees_first(module);
        let mut calls = Self::default();
        if order.iter().all(|function| calls_in(module, *function).is_empty()) {
            return calls;
        }
        calls.sites = CallSites::of(module);
        calls.slices = find_slices(module, &order);
        calls.solve(module, &order);
        calls
    }

    /// Whether a function runs on a stream of its caller.
    pub fn is_slice(&self, function: Op) -> bool {
        self.slices.contains(&function)
    }

    /// Returns the slice that an operation calls, if it does.
    pub fn slice_of(&self, module: &Module, op: Op) -> Option<Op> {
        if self.slices.is_empty() || module.kind(op) != OpKind::Func(Func::Call) {
            return None;
        }
        callee(module, op).filter(|function| self.is_slice(*function))
    }

    /// Returns the effects of a call in stream order, and on the host; `None` if unknown.
    pub fn effects(&self, module: &Module, call: Op, aliases: &mut AliasAnalysis) -> Option<[Summary; 2]> {
        let sides = self.effects.get(&callee(module, call)?)?;
        Some([&sides.device, &sides.host].map(|reach| reach.at(module, call, aliases)))
    }

    fn solve(&mut self, module: &Module, order: &[Op]) {
        let mut summaries = Summaries::default();
        let with_body: Vec<Op> =
            order.iter().copied().filter(|function| module.entry(*function, 0).is_some()).collect();
        self.effects.extend(with_body.iter().map(|function| (*function, Sides::default())));
        for _ in 0..MAX_SWEEPS {
            let mut changed = false;
            for function in &with_body {
                let sides = self.sides_of(module, *function, &mut summaries);
                changed |= self.effects.insert(*function, sides.clone()) != Some(sides);
            }
            if !changed {
                return;
            }
        }
        let unknown = || Reach { is_unknown: true, ..Reach::default() };
        let sides = || Sides { device: unknown(), host: unknown() };
        self.effects.extend(with_body.into_iter().map(|function| (function, sides())));
    }

    /// Returns the effects of a function, given the known effects of its callees.
    fn sides_of(&self, module: &Module, function: Op, summaries: &mut Summaries) -> Sides {
        let mut sides = Sides::default();
        for op in module.walk(function) {
            match module.kind(op) {
                OpKind::Func(Func::Call) if StreamCall::of(module, op).is_some() => {}
                OpKind::Func(Func::Call) => {
                    let found = self.effects(module, op, &mut summaries.aliases);
                    let unknown = || Summary { is_unknown: true, ..Summary::default() };
                    let [device, host] = found.unwrap_or_else(|| [Summary::default(), unknown()]);
                    sides.device.add(module, &device);
                    sides.host.add(module, &host);
                }
                OpKind::Gpu(Gpu::Launch) => sides.device.is_unknown = true,
                kind if is_device_work(module, op, kind) => {
                    sides.device.add(module, &summaries.own(module, op));
                }
                _ => sides.host.add(module, &summaries.own(module, op)),
            }
        }
        if !self.is_slice(function) {
            let device = std::mem::take(&mut sides.device);
            sides.host.join(&device);
        }
        sides
    }
}

impl Reach {
    fn add(&mut self, module: &Module, summary: &Summary) {
        self.is_unknown |= summary.is_unknown;
        for Touch { place, access } in &summary.touches {
            for root in &place.roots {
                match root {
                    Root::Argument(value, _) => self.add_argument(module, *value, *access, place.is_whole()),
                    Root::Global(name) => self.add_global(*name, *access),
                    Root::Alloc(value) if !leaves(module, *value) => {}
                    Root::Alloc(_) | Root::Elsewhere => self.elsewhere = self.elsewhere.join(*access),
                    Root::Any => self.is_unknown = true,
                }
            }
        }
    }

    fn add_argument(&mut self, module: &Module, value: Value, access: Access, is_whole: bool) {
        let Def::Arg(_, index) = module.def(value) else {
            self.is_unknown = true;
            return;
        };
        let index = index as usize;
        if self.args.len() <= index {
            self.args.resize(index + 1, (Access::default(), false));
        }
        let (known, was_whole) = self.args[index];
        self.args[index] = (known.join(access), was_whole || is_whole);
    }

    fn add_global(&mut self, name: warpline_ir::Name, access: Access) {
        match self.globals.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => *known = known.join(access),
            None => self.globals.push((name, access)),
        }
    }

    fn join(&mut self, other: &Self) {
        self.is_unknown |= other.is_unknown;
        self.elsewhere = self.elsewhere.join(other.elsewhere);
        for (name, access) in &other.globals {
            self.add_global(*name, *access);
        }
        let n = self.args.len().max(other.args.len());
        self.args.resize(n, (Access::default(), false));
        for ((known, was_whole), (access, is_whole)) in self.args.iter_mut().zip(&other.args) {
            *known = known.join(*access);
            *was_whole |= is_whole;
        }
    }

    /// Returns the same effects in terms of the caller.
    fn at(&self, module: &Module, call: Op, aliases: &mut AliasAnalysis) -> Summary {
        let mut summary = Summary { is_unknown: self.is_unknown, ..Summary::default() };
        let mut add = |place: Rc<MemoryRegion>, access: Access| {
            if access != Access::default() {
                summary.touches.push(Touch { place, access });
            }
        };
        for (operand, (access, is_whole)) in module.operands(call).iter().zip(&self.args) {
            let place = aliases.of(module, *operand);
            add(if *is_whole { place } else { place.inside().into() }, *access);
        }
        for (name, access) in &self.globals {
            add(MemoryRegion::whole(Root::Global(*name)).into(), *access);
        }
        add(MemoryRegion::whole(Root::Elsewhere).into(), self.elsewhere);
        summary
    }
}

/// Whether an operation is device work, before or after scheduling.
fn is_device_work(module: &Module, op: Op, kind: OpKind) -> bool {
    match kind.def().and_then(|def| def.work) {
        Some(DeviceWork::Free) if kind == OpKind::Rt(Rt::Free) => {
            module.op(op).int("stream").is_some_and(|stream| 0 <= stream)
        }
        Some(work) => work != DeviceWork::Wait && kind != OpKind::Gpu(Gpu::Launch),
        None => false,
    }
}

/// Returns the slices of a module, before or after scheduling, without their effects.
pub(crate) fn slices(module: &Module) -> FxHashSet<Op> {
    let order = callees_first(module);
    let has_calls = order.iter().any(|function| !calls_in(module, *function).is_empty());
    if has_calls { find_slices(module, &order) } else { FxHashSet::default() }
}

/// Returns the private functions with device work of their own, or of slices that they call, that are only called,
/// and from positions where device work is allowed. Those with launches that wait for each other keep their own
/// streams. After scheduling, slices are marked.
fn find_slices(module: &Module, order: &[Op]) -> FxHashSet<Op> {
    let mut callers: FxHashMap<Op, Vec<Op>> = FxHashMap::default();
    let mut others = Vec::new();
    for op in module.walk(module.root()) {
        match (module.kind(op), callee(module, op)) {
            (OpKind::Func(Func::Call), Some(called)) => callers.entry(called).or_default().push(op),
            _ => collect_references(module, op, &mut others),
        }
    }
    let others: FxHashSet<Op> = others.into_iter().collect();
    let may_be = |function: &Op| {
        let calls = callers.get(function).map(Vec::as_slice).unwrap_or_default();
        let homes: Vec<_> = calls.iter().map(|call| home(module, *call)).collect();
        let is_called = homes.iter().any(|home| home.is_some_and(|home| home != *function));
        is_called
            && homes.iter().all(Option::is_some)
            && visibility(module, *function) == "private"
            && module.entry(*function, 0).is_some()
            && !others.contains(function)
    };
    let candidates: Vec<Op> = order.iter().copied().filter(may_be).collect();
    let is_marked = |function: &Op| module.attr(*function, "rt.slice").is_some();
    let mut slices: FxHashSet<Op> = order.iter().copied().filter(is_marked).collect();
    let has_work = |function: Op| {
        let is_work = |op: Op| match module.kind(op) {
            OpKind::Rt(_) => false,
            kind => is_device_work(module, op, kind) || kind == OpKind::Gpu(Gpu::Launch),
        };
        module.walk(function).into_iter().any(is_work)
    };
    let mut summaries = Summaries::default();
    let mut spins = |function: Op| {
        let spins = |op: Op| !summaries.own(module, op).spins.is_empty();
        module.walk(function).into_iter().any(spins)
    };
    let candidates: Vec<Op> = candidates.into_iter().filter(|function| !spins(*function)).collect();
    slices.extend(candidates.iter().copied().filter(|function| has_work(*function)));
    loop {
        let calls_slice = |function: &Op| {
            let mut called = calls_in(module, *function).into_iter().filter_map(|call| callee(module, call));
            called.any(|called| slices.contains(&called)) && module.attr(*function, "rt.streams").is_none()
        };
        let more: Vec<Op> = candidates
            .iter()
            .copied()
            .filter(|function| !slices.contains(function) && calls_slice(function))
            .collect();
        if more.is_empty() {
            return slices;
        }
        slices.extend(more);
    }
}

/// Returns the function that encloses a call, if only loops and branches are between.
fn home(module: &Module, call: Op) -> Option<Op> {
    let mut at = module.parent_op(call)?;
    while matches!(module.kind(at), OpKind::Scf(_) | OpKind::Affine(_)) {
        at = module.parent_op(at)?;
    }
    (module.kind(at) == OpKind::Func(Func::Func)).then_some(at)
}

/// Whether a buffer, or a view of it, may be reachable after its allocating function has returned.
fn leaves(module: &Module, alloc: Value) -> bool {
    let mut work = vec![alloc];
    let mut is_seen = FxHashSet::from_iter([alloc]);
    while let Some(value) = work.pop() {
        for found in module.uses(value) {
            let op = found.op;
            let keeps = match module.kind(op) {
                OpKind::Func(Func::Return) | OpKind::Foreign(_) => true,
                OpKind::MemRef(MemRef::Store) => found.index == 0,
                OpKind::Func(Func::Call) => may_keep(module, op),
                _ => false,
            };
            if keeps {
                return true;
            }
            let ways = module.results(op).chain(arguments_of(module, op));
            work.extend(ways.filter(|way| is_buffer(module, *way) && is_seen.insert(*way)));
        }
    }
    false
}

/// Returns the block arguments that an operation may forward its operands to: of its regions, of its parent
/// operation, and of its successor blocks.
fn arguments_of(module: &Module, op: Op) -> Vec<Value> {
    let ended =
        module.parent_op(op).filter(|_| module.block_of(op).and_then(|b| module.last_op(b)) == Some(op));
    let around = ended.filter(|parent| matches!(module.kind(*parent), OpKind::Scf(_) | OpKind::Affine(_)));
    let of_around = around.map(|parent| module.results(parent).collect::<Vec<_>>()).unwrap_or_default();
    let holders = [Some(op), around];
    let regions = holders.into_iter().flatten().flat_map(|op| module.regions_of(op));
    let entries = regions.filter_map(|region| module.blocks_of(region).first().copied());
    let targets = module.successors(op).iter().map(|successor| successor.block);
    let blocks: Vec<_> = entries.chain(targets).collect();
    blocks.into_iter().flat_map(|block| module.args(block).to_vec()).chain(of_around).collect()
}

/// Whether a callee may keep or return a buffer argument: it has no body, or buffers to store it in.
fn may_keep(module: &Module, call: Op) -> bool {
    let holds_buffers = |value: &Value| {
        let ty = module.type_of(*value);
        module.is_memref(ty) && module.is_memref(module.element_type(ty))
    };
    let body = callee(module, call).and_then(|function| module.entry(function, 0));
    body.is_none()
        || module.results(call).any(|result| is_buffer(module, result))
        || module.operands(call).iter().any(holds_buffers)
}
