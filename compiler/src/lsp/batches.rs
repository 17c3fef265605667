//! Groups functions with device work into batches, each planned and verified on demand.
//!
//! Functions that call each other are planned together. A batch is one such cluster, or several small ones in a
//! row. Cost: each batch copies the code that all functions use, and runs all passes.

use std::cell::OnceCell;

use rustc_hash::{FxHashMap, FxHashSet};
use warpline_ir::{Affine, Diagnostics, Func, Gpu, Module, Op, OpKind, Scf, Span};
use warpline_passes::analysis::call_graph::{clusters, functions};

use crate::driver::check_schedules::is_work;
use crate::driver::views::Mark;

/// The minimum work of a batch, if there is enough.
const ENOUGH: usize = 64;

/// The maximum work of a batch that is planned or verified during editing. `warpline check` verifies all batches.
const MAX_WORK: usize = 500;

/// A group of functions, with the results for their device work.
#[derive(Default)]
pub(super) struct Batch {
    /// The text of the functions, in textual order.
    spans: Vec<Span>,
    /// The functions, and their callees.
    members: FxHashSet<Op>,
    work: Work,
    /// Streams and waits, in textual order.
    pub(super) marks: OnceCell<Vec<Mark>>,
    /// The diagnostics of schedule verification.
    pub(super) findings: OnceCell<Diagnostics>,
}

/// A count of operations.
#[derive(Clone, Copy, Default)]
struct Work {
    /// Operations of device work, and of its schedule.
    device: usize,
    /// Loops that may become device work.
    loops: usize,
}

impl Work {
    fn of(module: &Module, function: Op) -> Self {
        let mut work = Self::default();
        for op in module.walk(function) {
            let kind = module.kind(op);
            work.device +=
                usize::from(is_work(kind) || matches!(kind, OpKind::Rt(kind) if kind.is_of_schedule()));
            work.loops += usize::from(is_loop(kind));
        }
        work
    }

    fn all(self) -> usize {
        self.device + self.loops
    }

    fn add(&mut self, other: Self) {
        self.device += other.device;
        self.loops += other.loops;
    }
}

impl Batch {
    /// Whether the text of a function intersects a range.
    pub(super) fn touches(&self, part: Span) -> bool {
        self.spans.iter().any(|span| span.start <= part.end && part.start <= span.end)
    }

    /// Whether there is a schedule to verify, and it is small enough.
    pub(super) fn can_be_proved(&self) -> bool {
        (1..=MAX_WORK).contains(&self.work.device)
    }

    /// Whether it has loops that may become device work, and is small enough to find out.
    pub(super) fn has_loops(&self) -> bool {
        0 < self.work.loops && self.can_be_planned()
    }

    /// Whether it is small enough for a plan.
    pub(super) fn can_be_planned(&self) -> bool {
        self.work.all() <= MAX_WORK
    }

    /// Returns the module without all other functions and without the dropped ones.
    pub(super) fn slice(&self, module: &Module, dropped: &FxHashSet<Op>) -> Module {
        let is_function = |op| module.kind(op) == OpKind::Func(Func::Func) && !is_in_kernels(module, op);
        module.without(|op| is_function(op) && (!self.members.contains(&op) || dropped.contains(&op)))
    }
}

/// Returns all batches of a module, in textual order. `text_of` returns the text of an operation.
pub(super) fn batches(module: &Module, text_of: impl Fn(Op) -> Option<Span>) -> Vec<Batch> {
    let work_of: FxHashMap<Op, Work> = functions(module)
        .into_iter()
        .filter(|function| !is_in_kernels(module, *function))
        .map(|function| (function, Work::of(module, function)))
        .collect();
    let is_working = |function| work_of.get(&function).is_some_and(|work| 0 < work.all());
    let mut batches: Vec<Batch> = Vec::new();
    for cluster in clusters(module, is_working) {
        let mut work = Work::default();
        cluster.functions.iter().filter_map(|function| work_of.get(function)).for_each(|own| work.add(*own));
        if ENOUGH <= work.all() || batches.last().is_none_or(|batch| ENOUGH <= batch.work.all()) {
            batches.push(Batch::default());
        }
        let Some(batch) = batches.last_mut() else { continue };
        batch.work.add(work);
        batch.spans.extend(cluster.functions.iter().filter_map(|function| text_of(*function)));
        batch.members.extend(cluster.functions.into_iter().chain(cluster.helpers));
    }
    batches
}

/// Whether an operation may become device work.
fn is_loop(kind: OpKind) -> bool {
    matches!(kind, OpKind::Affine(Affine::For | Affine::Parallel) | OpKind::Scf(Scf::Parallel))
}

/// Whether a function is in a kernel module, which is part of every slice.
fn is_in_kernels(module: &Module, function: Op) -> bool {
    std::iter::successors(module.parent_op(function), |op| module.parent_op(*op))
        .any(|op| module.kind(op) == OpKind::Gpu(Gpu::Module))
}
