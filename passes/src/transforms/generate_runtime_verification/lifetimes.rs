//! The accesses of host functions to memory that may have been freed.
//!
//! A free may come before an access if it precedes it in program order, but for the arms of one branch, or if a loop
//! encloses both and the buffer is older than the iteration. A call frees what its callee frees, and passes buffers that
//! may be freed on to it. What this does not exclude, and [`ownership`] does not prove, is checked when it runs.
//!
//! Cost: a traversal of each function, and for each access the frees of the buffers that it may be.

use crate::analysis::alias::{self, AliasAnalysis, AliasClass, MemoryRegion, Root};
use crate::analysis::call_graph::{callee, callees_first};
use crate::analysis::effects::{Effects, freed_buffer, own_effects};
use crate::analysis::ownership;
use crate::analysis::summary::{Access, Summaries};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use warpline_ir::def::{DeviceWork, Effect};
use warpline_ir::{Block, Func, Gpu, MemRef, Module, Op, OpKind, Use, Value};

/// For each operation, the buffers whose memory it uses although it may be freed.
pub(super) type Suspects = FxHashMap<Op, Vec<Value>>;

/// Finds the uses of memory that may be freed, in all host functions.
pub(super) fn find(module: &Module) -> Suspects {
    let frees = |op| freed_buffer(module, op).is_some();
    if !module.any_in(module.root(), frees) {
        return Suspects::default();
    }
    let functions = callees_first(module);
    let mut search = Search {
        module,
        aliases: AliasAnalysis::default(),
        summaries: Summaries::default(),
        frees_args: FxHashMap::default(),
        dead_args: FxHashSet::default(),
        suspects: Suspects::default(),
    };
    for function in &functions {
        let freed = search.freed_arguments(*function);
        search.frees_args.insert(*function, freed);
    }
    loop {
        let n_dead = search.dead_args.len();
        search.suspects.clear();
        for function in functions.iter().rev() {
            search.function(*function);
        }
        if search.dead_args.len() == n_dead {
            return search.suspects;
        }
    }
}

/// A free of memory by an operation of a function, or by what it calls.
struct Free {
    op: Op,
    region: Rc<MemoryRegion>,
}

/// The frees of a function, by what they may free.
#[derive(Default)]
struct Frees {
    all: Vec<Free>,
    by_root: FxHashMap<Root, Vec<usize>>,
    /// The frees of memory that may alias other arguments and globals, or any memory.
    passed: Vec<usize>,
    any: Vec<usize>,
}

impl Frees {
    fn add(&mut self, op: Op, region: Rc<MemoryRegion>) {
        let number = self.all.len();
        for root in &region.roots {
            self.by_root.entry(*root).or_default().push(number);
            match root.alias_class() {
                AliasClass::None => {}
                AliasClass::Passed => self.passed.push(number),
                AliasClass::Any => self.any.push(number),
            }
        }
        self.all.push(Free { op, region });
    }

    /// Returns the frees that may concern memory.
    fn near(&self, region: &MemoryRegion) -> Vec<usize> {
        let mut found = self.any.clone();
        for root in &region.roots {
            found.extend(self.by_root.get(root).into_iter().flatten());
            match root.alias_class() {
                AliasClass::None => {}
                AliasClass::Passed => found.extend(&self.passed),
                AliasClass::Any => found.extend(0..self.all.len()),
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

struct Search<'m> {
    module: &'m Module,
    aliases: AliasAnalysis,
    summaries: Summaries,
    /// The arguments that each function may free.
    frees_args: FxHashMap<Op, Vec<bool>>,
    /// The arguments of functions that may be freed when they are called.
    dead_args: FxHashSet<Value>,
    suspects: Suspects,
}

impl Search<'_> {
    fn frees_of(&mut self, function: Op) -> Frees {
        let module = self.module;
        let mut frees = Frees::default();
        for op in module.walk(function) {
            if let Some(buffer) = freed_buffer(module, op) {
                frees.add(op, self.aliases.of(module, buffer));
            }
            let Some(callee) = called(module, op) else { continue };
            let known = self.frees_args.get(&callee).cloned();
            for (index, operand) in module.operands(op).to_vec().into_iter().enumerate() {
                // The effects of a function that is still being analysed, by recursion, are not known.
                let may_free = known.as_ref().is_none_or(|freed| freed.get(index) == Some(&true));
                if may_free && alias::is_buffer(module, operand) {
                    frees.add(op, self.aliases.of(module, operand));
                }
            }
        }
        frees
    }

    /// Returns, for each argument of a function, whether it may free it.
    fn freed_arguments(&mut self, function: Op) -> Vec<bool> {
        let module = self.module;
        let Some(body) = module.entry(function, 0) else { return Vec::new() };
        let frees = self.frees_of(function);
        let is_freed = |arg: &Value| {
            let is_it = |root: &Root| match root {
                Root::Argument(value, _) => value == arg,
                Root::Any => true,
                Root::Alloc(_) | Root::Global(_) | Root::Elsewhere => false,
            };
            alias::is_buffer(module, *arg) && frees.all.iter().any(|free| free.region.roots.iter().any(is_it))
        };
        module.args(body).iter().map(is_freed).collect()
    }

    fn function(&mut self, function: Op) {
        let module = self.module;
        let frees = self.frees_of(function);
        let args = module.entry(function, 0).map(|body| module.args(body)).unwrap_or_default();
        if frees.all.is_empty() && !args.iter().any(|arg| self.dead_args.contains(arg)) {
            return;
        }
        let ops = module.walk(function);
        let order: FxHashMap<Op, usize> = ops.iter().copied().zip(0..).collect();
        let proved = ownership::proved(module, function);
        for op in ops {
            for (value, is_passed) in self.used(op) {
                let region = self.aliases.of(module, value);
                let is_proved = |root: &Root| matches!(root, Root::Alloc(alloc) if proved.contains(alloc));
                if region.roots.iter().all(is_proved)
                    || !self.may_be_freed(&frees, &order, (op, value), &region)
                {
                    continue;
                }
                match is_passed {
                    Some(parameter) => {
                        self.dead_args.insert(parameter);
                    }
                    None => {
                        let known = self.suspects.entry(op).or_default();
                        if !known.contains(&value) {
                            known.push(value);
                        }
                    }
                }
            }
        }
    }

    /// Whether the memory of a value that an operation uses may have been freed before.
    fn may_be_freed(
        &self,
        frees: &Frees,
        order: &FxHashMap<Op, usize>,
        (op, value): (Op, Value),
        region: &MemoryRegion,
    ) -> bool {
        let is_dead = |root: &Root| matches!(root, Root::Argument(arg, _) if self.dead_args.contains(arg));
        region.roots.iter().any(is_dead)
            || frees.near(region).into_iter().any(|number| {
                let free = &frees.all[number];
                self.aliases.overlap(&free.region, region) != alias::Overlap::No
                    && may_precede(self.module, order, free.op, op, value)
            })
    }

    /// Returns the buffers whose memory an operation uses, or passes on to a parameter of a function.
    fn used(&mut self, op: Op) -> Vec<(Value, Option<Value>)> {
        let module = self.module;
        let buffers = |(index, value): (usize, &Value)| Some((index, ranked(module, *value)?));
        let operands = || module.operands(op).iter().enumerate().filter_map(buffers);
        match module.kind(op) {
            OpKind::Func(Func::Call) => {
                let Some(callee) = called(module, op) else {
                    return operands().map(|(_, value)| (value, None)).collect();
                };
                let parameters = module.entry(callee, 0).map(|body| module.args(body)).unwrap_or_default();
                // The function itself checks its uses of a parameter with a rank.
                let parameter =
                    |index: usize| parameters.get(index).copied().filter(|value| has_rank(module, *value));
                let accesses = self.summaries.of_parameters(module, callee);
                let is_used =
                    |index: usize| accesses.get(index).is_none_or(|access| *access != Access::default());
                operands()
                    .map(|(index, value)| (index, value, parameter(index)))
                    .filter(|(index, _, parameter)| parameter.is_some() || is_used(*index))
                    .map(|(_, value, parameter)| (value, parameter))
                    .collect()
            }
            OpKind::Gpu(Gpu::LaunchFunc) => {
                let summaries = &mut self.summaries;
                let is_used = |(index, _): &(usize, Value)| {
                    let used = Use { op, index: *index as u32 };
                    summaries.of_operand(module, used).is_none_or(|access| access != Access::default())
                };
                operands().filter(is_used).map(|(_, value)| (value, None)).collect()
            }
            kind if matches!(
                kind.device_work(),
                Some(DeviceWork::Copy | DeviceWork::Fill | DeviceWork::Free)
            ) =>
            {
                operands().map(|(_, value)| (value, None)).collect()
            }
            _ => match own_effects(module, op) {
                Effects::Known(effects) => {
                    let used = effects.iter().filter(|(effect, _)| *effect != Effect::Allocate);
                    used.filter_map(|(_, value)| Some((ranked(module, *value)?, None))).collect()
                }
                Effects::Unknown => Vec::new(),
            },
        }
    }
}

fn has_rank(module: &Module, value: Value) -> bool {
    module.is_memref(module.type_of(value))
}

/// Returns the buffer that a value is, or that was cast to it, which has no rank.
fn ranked(module: &Module, mut value: Value) -> Option<Value> {
    while !has_rank(module, value) {
        let cast = module.defining_op(value)?;
        if module.kind(cast) != OpKind::MemRef(MemRef::Cast) {
            return None;
        }
        value = module.operand(cast, 0);
    }
    Some(value)
}

/// Returns the function with a body that an operation calls.
fn called(module: &Module, op: Op) -> Option<Op> {
    let is_call = module.kind(op) == OpKind::Func(Func::Call);
    callee(module, op).filter(|callee| is_call && module.entry(*callee, 0).is_some())
}

/// Whether an execution of `free` may come before one of `user` that uses a buffer which exists already.
fn may_precede(module: &Module, order: &FxHashMap<Op, usize>, free: Op, user: Op, value: Value) -> bool {
    let enclosing = |op: Op| std::iter::successors(Some(op), |op| module.parent_op(*op)).collect::<Vec<_>>();
    let (of_free, of_user) = (enclosing(free), enclosing(user));
    let made_in = alias::allocation(module, value);
    let is_fresh_in = |outer: Op| made_in.is_some_and(|maker| module.is_inside(maker, outer));
    for outer in of_user.iter().skip(1).filter(|outer| of_free[1..].contains(outer)) {
        if repeats(module, *outer) && !is_fresh_in(*outer) {
            return true;
        }
    }
    let Some(outer) = of_user.iter().find(|outer| **outer == free || of_free.contains(outer)) else {
        return false;
    };
    if *outer == user || *outer == free {
        // One is the other one, or encloses it.
        return false;
    }
    let inner = |chain: &[Op]| {
        let at = chain.iter().position(|op| op == outer).unwrap_or_default();
        chain[at - 1]
    };
    let (x, y) = (inner(&of_free), inner(&of_user));
    let blocks = module.block_of(x).zip(module.block_of(y));
    if module.block_of(x) == module.block_of(y) && order[&x] < order[&y] {
        return true;
    }
    // Where the buffer is made, another one begins.
    let made_at = made_in.and_then(|maker| module.block_of(maker));
    blocks.is_some_and(|(from, to)| follows(module, from, to, made_at))
}

/// Whether a block may run after another one of its region, without one that is left out in between.
fn follows(module: &Module, from: Block, to: Block, left_out: Option<Block>) -> bool {
    let mut seen = FxHashSet::default();
    let mut work = vec![from];
    while let Some(block) = work.pop() {
        let end = module.last_op(block);
        for next in end.map_or(&[][..], |end| module.successors(end)).iter().map(|next| next.block) {
            if Some(next) != left_out && seen.insert(next) {
                work.push(next);
            }
        }
    }
    seen.contains(&to)
}

/// Whether the regions of an operation may run more than once, or one after the other.
fn repeats(module: &Module, op: Op) -> bool {
    match module.region_flow(op) {
        Some(flow) => flow.repeats(),
        None => !matches!(module.kind(op), OpKind::Func(Func::Func) | OpKind::Builtin(_)),
    }
}
