//! The orders that user tokens require, from the marks of the scheduled form: `token`, `after`, `beside` and
//! `rt.awaited`.
//!
//! A token is like memory that its work writes and that users read: a user comes after all work with a token that it
//! names. Work `beside` other work may access the same memory in any order, since the program permits it. This does
//! not hold if both surely access the same memory, or if the thread that issued one of them waited for it (no mark
//! `async`) before it issued the other. A graph node has the marks of the graph, and its own marks list nodes of the
//! graph by number.

use super::model::{Act, Model, ModelStep};
use super::set::Set;
use rustc_hash::FxHashMap;
use warpline_ir::{Module, Op, OpRef};

/// The attributes that are marks.
const MARKS: [&str; 4] = ["token", "tokens", "after", "beside"];

/// Adds the marks to the steps, once their conflicts are known.
pub(super) fn read(model: &mut Model<'_>) {
    if MARKS.iter().all(|mark| model.module.find_name(mark).is_none()) {
        return;
    }
    let mut works: FxHashMap<i64, Vec<usize>> = FxHashMap::default();
    for (work, step) in model.works.iter().enumerate() {
        if let Some(token) = model.module.op(marked(model, *step)).int("token") {
            works.entry(token).or_default().push(work);
        }
    }
    let named = |module: &Module, op: Op, key: &str| -> Set {
        module.op(op).ints(key).iter().filter_map(|token| works.get(token)).flatten().copied().collect()
    };
    let mut free: Vec<(usize, usize)> = Vec::new();
    for number in 0..model.steps.len() {
        let op = marked(model, number);
        let mut asked = named(model.module, op, "after");
        asked.unite(&named(model.module, op, "tokens"));
        nodes_named(model, number, "after").for_each(|node| asked.insert(node));
        if !asked.is_empty() {
            model.steps[number].relations_mut().asked = asked;
        }
        if let Act::Work(_, work) = model.steps[number].act {
            let mut beside = named(model.module, op, "beside");
            nodes_named(model, number, "beside").for_each(|node| beside.insert(node));
            free.extend(beside.iter().flat_map(|other| [(number, other), (model.works[other], work)]));
        }
    }
    free.retain(|(step, work)| {
        are_free(model.module, model.steps[*step].op, model.steps[model.works[*work]].op)
    });
    for (step, work) in free {
        model.steps[step].relations_mut().free.insert(work);
    }
}

/// Whether a program can leave two pieces of work unordered: the thread that issued one did not wait for it, or the
/// other is issued by a thread that it did not start.
fn are_free(module: &Module, a: Op, b: Op) -> bool {
    let (a, b) = (module.op(a), module.op(b));
    let orders =
        |a: OpRef<'_>, b: OpRef<'_>| a.attr("async").is_none() && b.ints("body").starts_with(a.ints("body"));
    !orders(a, b) && !orders(b, a)
}

/// Returns the operation that has the marks of a step: a graph node has those of the graph.
fn marked(model: &Model<'_>, step: usize) -> Op {
    let step = &model.steps[step];
    step.node.as_ref().map_or(step.op, |node| node.graph)
}

/// Returns the work of the earlier nodes of its graph that a mark of a node lists.
fn nodes_named(model: &Model<'_>, step: usize, key: &str) -> impl Iterator<Item = usize> {
    let ModelStep { op, node, .. } = &model.steps[step];
    let own = node.as_ref().map_or(0, |node| node.number);
    let listed = model.module.op(*op).ints(key).iter().filter_map(|number| usize::try_from(*number).ok());
    let earlier = listed.filter(move |number| *number < own);
    earlier.filter_map(move |number| model.steps[step - own + number].act.work())
}
