//! Checks that buffers are live from their allocation to their free, and are freed once on every path.
//!
//! The check follows the order in which the host issues; that the device keeps to it is checked as races. The state
//! holds the buffers that may be freed and those that may be live. A use or free of a buffer that is surely freed is
//! a violation; one that is freed on some paths only is unknown, since the branches may be correlated. A buffer that
//! the function allocates and frees must be freed on every path that returns, unless it is handed on. A buffer that
//! nothing frees and that is not handed on leaks; that is reported as advice, not as a violation. What loops carry and
//! replace is proved by [`ownership`].

use super::flow::{self, State as FlowState};
use super::model::{Act, Model};
use super::set::Set;
use super::verdict::{Check, CheckDiagnostic, Verdict};
use crate::analysis::alias::{MemoryRegion, Root};
use crate::analysis::ownership;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::rc::Rc;
use warpline_ir::{Func, Gpu, MemRef, Module, Op, OpKind, Rt, Scf, Value};

/// Runs the check.
pub(super) fn check(model: &mut Model<'_>) -> Verdict {
    let lives = Lives::of(model);
    let kept: Vec<Op> = lives.kept(model.module);
    let unfreed = if kept.is_empty() { String::new() } else { format!(", freed by nothing {}", kept.len()) };
    let scope = format!("allocations {}{unfreed}", lives.allocs.len());
    let mut verdict = Verdict::new(model.func, Check::Lifetime, scope);
    let message = "nothing frees this buffer, and it does not escape: it leaks when the function returns";
    verdict.advice = kept.iter().map(|op| CheckDiagnostic::new(*op, message)).collect();
    let mut start = State::default();
    for (number, root) in lives.roots.iter().enumerate() {
        if !matches!(root, Root::Alloc(_)) {
            start.alive.insert(number);
        }
    }
    let mut found: FxHashMap<(usize, usize), bool> = FxHashMap::default();
    model.flow.solve(start, |stretch, state| {
        for step in &model.lists[stretch] {
            lives.step(model, *step, state, &mut found);
        }
    });
    let owned =
        if found.is_empty() { FxHashSet::default() } else { ownership::proved(model.module, model.func) };
    let is_owned = |root: usize| matches!(lives.roots[root], Root::Alloc(value) if owned.contains(&value));
    let mut found: Vec<_> = found.into_iter().filter(|((_, root), _)| !is_owned(*root)).collect();
    found.sort_unstable();
    for ((step, root), is_sure) in found {
        let diagnostic = lives.diagnostic(model, step, root, is_sure);
        if is_sure { verdict.violated.push(diagnostic) } else { verdict.unknown.push(diagnostic) }
    }
    verdict
}

#[derive(Clone, Default)]
struct State {
    /// Buffers that may be freed.
    ended: Set,
    /// Buffers that may be allocated and not freed.
    alive: Set,
    /// Buffers that may be allocated, and have met no free that may be theirs.
    owed: Set,
}

impl FlowState for State {
    fn join(&mut self, other: &Self) -> bool {
        let changed = self.ended.unite(&other.ended) | self.alive.unite(&other.alive);
        self.owed.unite(&other.owed) | changed
    }
}

/// The buffers that are allocated or freed.
struct Lives {
    roots: IndexSet<Root, FxBuildHasher>,
    /// The steps that may free each buffer.
    frees: Vec<Vec<usize>>,
    /// The buffers that `rt.alloc` allocates and that do not escape.
    allocs: Vec<usize>,
    /// The buffers that each step uses, and whether it surely does.
    uses: Vec<Vec<(usize, bool)>>,
    /// The buffers that each step frees, and whether it surely does.
    freed: Vec<Vec<(usize, bool)>>,
    /// The buffer that each step allocates.
    made: Vec<Option<usize>>,
}

impl Lives {
    fn of(model: &mut Model<'_>) -> Self {
        let n = model.steps.len();
        let mut lives = Self {
            roots: IndexSet::default(),
            frees: Vec::new(),
            allocs: Vec::new(),
            uses: vec![Vec::new(); n],
            freed: vec![Vec::new(); n],
            made: vec![None; n],
        };
        for step in 0..n {
            lives.read(model, step);
        }
        lives
    }

    fn read(&mut self, model: &mut Model<'_>, step: usize) {
        let (module, op) = (model.module, model.steps[step].op);
        if module.kind(op) == OpKind::Rt(Rt::Alloc) {
            let value = module.result(op, 0);
            let root = self.number(Root::Alloc(value));
            self.made[step] = Some(root);
            if !is_handed_on(module, value) {
                self.allocs.push(root);
            }
            return;
        }
        if let Some(buffer) = freed_value(module, op) {
            let place = model.summaries.aliases.of(module, buffer);
            let is_sure = place.roots.len() == 1;
            for root in known_roots(&place) {
                let root = self.number(root);
                self.freed[step].push((root, is_sure));
                self.frees[root].push(step);
            }
            return;
        }
        let places: Vec<Rc<MemoryRegion>> =
            model.steps[step].summary.touches.iter().map(|touch| Rc::clone(&touch.place)).collect();
        for place in &places {
            let is_sure = place.roots.len() == 1;
            for root in known_roots(place) {
                let root = self.number(root);
                self.uses[step].push((root, is_sure));
            }
        }
    }

    /// Returns the allocations that nothing frees.
    fn kept(&self, module: &Module) -> Vec<Op> {
        let kept = self.allocs.iter().filter(|root| self.frees[**root].is_empty());
        kept.filter_map(|root| match self.roots[*root] {
            Root::Alloc(value) => module.defining_op(value),
            Root::Argument(..) | Root::Global(_) | Root::Elsewhere | Root::Any => None,
        })
        .collect()
    }

    fn number(&mut self, root: Root) -> usize {
        let (number, is_new) = self.roots.insert_full(root);
        if is_new {
            self.frees.push(Vec::new());
        }
        number
    }

    /// Applies a step; `found` receives, per root, whether each step surely violates the check.
    fn step(
        &self,
        model: &Model<'_>,
        step: usize,
        state: &mut State,
        found: &mut FxHashMap<(usize, usize), bool>,
    ) {
        let used = || self.uses[step].iter().chain(&self.freed[step]);
        for (root, _) in used().filter(|(root, _)| state.ended.contains(*root)) {
            let is_sure = used().any(|(other, is_sure)| other == root && *is_sure);
            found.insert((step, *root), is_sure && !state.alive.contains(*root));
        }
        for (root, is_sure) in &self.freed[step] {
            state.ended.insert(*root);
            state.owed.remove(*root);
            if *is_sure {
                state.alive.remove(*root);
            }
        }
        if let Some(root) = self.made[step] {
            state.ended.remove(root);
            state.alive.insert(root);
            state.owed.insert(root);
        }
        if model.steps[step].act == Act::Return {
            let is_leaked = |root: &usize| !self.frees[*root].is_empty() && state.owed.contains(*root);
            for root in self.allocs.iter().copied().filter(is_leaked) {
                let is_sure = !state.ended.contains(root) || self.is_skipped(model, root);
                found.insert((step, root), is_sure);
            }
        }
    }

    /// Whether a buffer has one free, which a branch may bypass.
    fn is_skipped(&self, model: &Model<'_>, root: usize) -> bool {
        let (Root::Alloc(value), [free]) = (self.roots[root], &self.frees[root][..]) else { return false };
        let module = model.module;
        let home = module.def_block(value).and_then(|block| module.block_parent(block));
        let mut at = module.parent_op(model.steps[*free].op);
        while let Some(op) = at.filter(|op| Some(*op) != home) {
            if !flow::is_branch(module.kind(op)) {
                return false;
            }
            at = module.parent_op(op);
        }
        self.freed[*free].iter().any(|(freed, is_sure)| *freed == root && *is_sure)
    }

    fn diagnostic(&self, model: &Model<'_>, step: usize, root: usize, is_sure: bool) -> CheckDiagnostic {
        let frees = || self.frees[root].iter().copied().filter(|free| *free != step);
        let before = frees().rfind(|free| *free < step);
        let other = before.or_else(|| frees().next()).map(|free| model.steps[free].op);
        let path = if is_sure { "" } else { "not proved: on some path " };
        let what = match (model.steps[step].act, self.freed[step].is_empty()) {
            (Act::Return, _) => "returns without having freed a buffer that is freed elsewhere",
            (_, true) => "uses a buffer that is freed already",
            (_, false) => "frees a buffer that is freed already",
        };
        let mut diagnostic = CheckDiagnostic::new(model.steps[step].op, format!("{path}this {what}"));
        diagnostic = match other {
            Some(free) => diagnostic.at(free, "it is freed here"),
            None => diagnostic.help("it is freed here in an earlier iteration of the loop"),
        };
        if let Root::Alloc(value) = self.roots[root]
            && let Some(alloc) = model.module.defining_op(value)
        {
            diagnostic = diagnostic.at(alloc, "the buffer is allocated here");
        }
        if is_sure { diagnostic } else { diagnostic.help("one free that every path passes would decide it") }
    }
}

/// Returns the roots of a region that each denote one buffer.
fn known_roots(place: &MemoryRegion) -> Vec<Root> {
    let is_known = |root: &Root| matches!(root, Root::Alloc(_) | Root::Argument(..));
    place.roots.iter().copied().filter(is_known).collect()
}

/// Returns the buffer that an operation frees.
pub(super) fn freed_value(module: &Module, op: Op) -> Option<Value> {
    match module.kind(op) {
        OpKind::Rt(Rt::Free) | OpKind::MemRef(MemRef::Dealloc) => Some(module.operand(op, 0)),
        OpKind::Gpu(Gpu::Dealloc) => module.operands(op).last().copied(),
        _ => None,
    }
}

/// Whether a buffer escapes the analysis: it is returned, stored, or passed to an operation that may keep it.
pub(super) fn is_handed_on(module: &Module, alloc: Value) -> bool {
    let mut work = vec![alloc];
    let mut is_seen = FxHashSet::from_iter([alloc]);
    while let Some(value) = work.pop() {
        for found in module.uses(value) {
            let op = found.op;
            let more: Vec<Value> = match module.kind(op) {
                OpKind::Rt(_)
                | OpKind::MemRef(MemRef::Dealloc | MemRef::Dim | MemRef::ExtractAlignedPointerAsIndex) => {
                    Vec::new()
                }
                OpKind::MemRef(MemRef::DistinctObjects) => vec![module.result(op, found.index as usize)],
                OpKind::MemRef(MemRef::Cast | MemRef::SubView)
                | OpKind::Arith(warpline_ir::Arith::Select) => module.results(op).collect(),
                OpKind::Scf(Scf::Yield) => yielded(module, op),
                OpKind::Scf(Scf::For) => {
                    entry_args(module, op).into_iter().chain(module.results(op)).collect()
                }
                OpKind::Func(Func::Call | Func::Return) | OpKind::Foreign(_) => return true,
                kind if touches_only(module, kind, op, found.index as usize) => Vec::new(),
                _ => return true,
            };
            let is_buffer = |value: &Value| module.is_memref(module.type_of(*value));
            work.extend(more.into_iter().filter(|value| is_buffer(value) && is_seen.insert(*value)));
        }
    }
    false
}

/// Returns the values that the operands of a yield may become.
fn yielded(module: &Module, op: Op) -> Vec<Value> {
    let Some(parent) = module.parent_op(op) else { return Vec::new() };
    entry_args(module, parent).into_iter().chain(module.results(parent)).collect()
}

fn entry_args(module: &Module, op: Op) -> Vec<Value> {
    module.entry(op, 0).map(|block| module.args(block).to_vec()).unwrap_or_default()
}

/// Whether an operation uses an operand only to access its elements.
fn touches_only(module: &Module, kind: OpKind, op: Op, index: usize) -> bool {
    let Some(def) = kind.def() else { return false };
    let view = module.op(op);
    let slot = (0..def.operands.len()).find(|slot| view.group_range(*slot).contains(&index));
    slot.is_some_and(|slot| def.operands[slot].effect.is_some())
}
