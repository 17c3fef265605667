//! Reports the results of the race analysis: witnesses, missing edges, and the shortest fix.

use super::calls;
use super::edges::Edges;
use super::model::{Act, Clash, MAX_ENTRIES, Model, ModelStep};
use super::race::Orders;
use super::set::Set;
use super::verdict::{Check, CheckDiagnostic, Verdict};
use crate::analysis::alias::{MemoryRegion, Root};
use crate::analysis::summary::{Access, Touch, Updates};
use crate::analysis::symbols::collect_references;
use rustc_hash::FxHashSet;
use warpline_ir::dialect::rt::{Graph, graph_around};
use warpline_ir::{Def, Func, MemRef, Op, OpKind, Rt, Value};

/// Returns the verdict about races.
pub(super) fn race(model: &Model<'_>, orders: &Orders) -> Verdict {
    let scope = format!(
        "device operations {}, streams {}, event slots {}",
        model.works.len(),
        model.streams.len(),
        model.events.len()
    );
    let mut verdict = Verdict::new(model.func, Check::Race, scope);
    for op in &model.opaque {
        let message =
            "not proved: expected device work of 'rt' in loops and branches, but found another operation";
        verdict
            .unknown
            .push(CheckDiagnostic::new(*op, message).help("scheduling the function would decide it"));
    }
    for (step, (sure, maybe)) in orders.missing.iter().enumerate() {
        if model.steps[step].act == Act::Return {
            continue;
        }
        if let Some(work) = latest(model, step, sure) {
            verdict.violated.push(unordered(model, orders, step, work));
        } else if let Some(work) = latest(model, step, maybe) {
            verdict.unknown.push(unordered(model, orders, step, work));
        }
        let left = model.left_unordered(step, &orders.open[step]);
        if let Some(work) = latest(model, step, &left) {
            verdict.noted.push(left_unordered(model, step, work));
        }
    }
    verdict
}

/// Reports work that possibly accesses the same memory, which user tokens leave unordered.
fn left_unordered(model: &Model<'_>, step: usize, work: usize) -> CheckDiagnostic {
    let (later, earlier) = (model.steps[step].op, model.steps[model.works[work]].op);
    let (name, other) = (describe(model, later), describe(model, earlier));
    let message =
        format!("{name} perhaps touches the memory of {other}, and the tokens leave them unordered");
    let found = CheckDiagnostic::new(later, message)
        .at(earlier, "the other work is here")
        .help("'--detect-races' reports whether a run accesses the same memory; a token would order them");
    let pairs = model.clashing(step, work);
    let arguments: Option<Vec<_>> = pairs.into_iter().map(|pair| two_arguments(model, pair)).collect();
    match arguments.and_then(|all| all.first().copied()) {
        Some((a, b)) => found.help(format!(
            "where argument {a} and argument {b} never overlap, mark one of them 'llvm.noalias'"
        )),
        None => found,
    }
}

/// Returns the numbers of two different function arguments, if their aliasing is the only possible overlap of two
/// touches.
fn two_arguments(model: &Model<'_>, (x, y): (&Touch, &Touch)) -> Option<(u32, u32)> {
    let ([Root::Argument(a, _)], [Root::Argument(b, _)]) = (&x.place.roots[..], &y.place.roots[..]) else {
        return None;
    };
    let index = |value: Value| match model.module.def(value) {
        Def::Arg(_, index) => Some(index),
        Def::Result(..) | Def::Forward => None,
    };
    let (a, b) = (index(*a)?, index(*b)?);
    (a != b).then_some((a.min(b), a.max(b)))
}

/// Returns the work of a set that was issued last before a step, in program order.
fn latest(model: &Model<'_>, step: usize, works: &Set) -> Option<usize> {
    let order = |work: &usize| model.works[*work];
    let before = works.iter().filter(|work| model.works[*work] < step).max_by_key(order);
    before.or_else(|| works.iter().max_by_key(order))
}

/// Reports a step and the work that it is not ordered after: the witness, and the suggested fix.
fn unordered(model: &Model<'_>, orders: &Orders, step: usize, work: usize) -> CheckDiagnostic {
    let (later, earlier) = (model.steps[step].op, model.steps[model.works[work]].op);
    let (clash, touches) = model.clash(step, work).unwrap_or((Clash::Maybe, None));
    if model.caller.is_some_and(|(caller, _)| caller == work) {
        let message =
            format!("{} may start before what the caller has issued is complete", describe(model, later));
        return CheckDiagnostic::new(later, message).help(fix(model, orders, step, work));
    }
    let iteration = if model.works[work] < step { "" } else { ", in an earlier iteration of a loop" };
    let relations = model.steps[step].relations.as_ref();
    let is_asked = clash == Clash::Maybe && relations.is_some_and(|relations| relations.asked.contains(work));
    let headline = if is_asked {
        asked(model, later, earlier)
    } else {
        headline(model, [later, earlier], clash, touches)
    };
    let mut diagnostic =
        CheckDiagnostic::new(later, headline).at(earlier, format!("the earlier work is here{iteration}"));
    if clash == Clash::Maybe {
        if !is_asked {
            diagnostic = diagnostic.help(what_decides(model, later, touches));
        }
    } else if let Some(alloc) = touches.and_then(|(touch, _)| alloc_of(model, &touch.place))
        && ![later, earlier].contains(&alloc)
    {
        diagnostic = diagnostic.at(alloc, "the buffer is allocated here");
    }
    if let Some(wait) = idle_wait(model, orders, step, work) {
        diagnostic = diagnostic.at(wait, "this wait does nothing on a path that does not record its slot");
    }
    diagnostic.help(fix(model, orders, step, work))
}

/// Formats the order that a token requires.
fn asked(model: &Model<'_>, later: Op, earlier: Op) -> String {
    let other = describe(model, earlier);
    match model.module.kind(later) {
        OpKind::Rt(Rt::Awaited) => format!("the program waits for {other} here, and the host does not"),
        _ => format!("a token orders {} after {other}, but the schedule does not", describe(model, later)),
    }
}

fn headline(
    model: &Model<'_>,
    [later, earlier]: [Op; 2],
    clash: Clash,
    touches: Option<(&Touch, &Touch)>,
) -> String {
    let (name, other) = (describe(model, later), describe(model, earlier));
    let Some((x, y)) = touches else {
        return format!("not proved: {name} may touch any memory, and nothing orders it after {other}");
    };
    let (does, other_does) = (verb(model, later, x.access), verb(model, earlier, y.access));
    match clash {
        Clash::Sure => {
            let what = buffer(model, &x.place);
            format!("{name} {does} {what}, and nothing orders it after {other}, which {other_does} it")
        }
        Clash::Maybe => {
            format!(
                "not proved: {name} {does} memory that {other} perhaps {other_does}, and nothing orders them"
            )
        }
    }
}

/// Returns the operation that allocates the buffer of a region, if there is one.
fn alloc_of(model: &Model<'_>, place: &MemoryRegion) -> Option<Op> {
    match place.roots[..] {
        [Root::Alloc(value)] => model.module.defining_op(value),
        _ => None,
    }
}

/// Returns a wait that would have ordered a step after work, had its slot been recorded on every path.
fn idle_wait(model: &Model<'_>, orders: &Orders, step: usize, work: usize) -> Option<Op> {
    let (Act::Work(to, _), Act::Work(from, _)) = (model.steps[step].act, model.steps[model.works[work]].act)
    else {
        return None;
    };
    let is_idle = |wait: &usize| match model.steps[*wait].act {
        Act::Wait(event, stream) if stream == to && !orders.is_dominated[*wait] => {
            model.steps.iter().any(|other| other.act == Act::Record(event, from))
        }
        _ => false,
    };
    (0..step).rev().find(is_idle).map(|wait| model.steps[wait].op)
}

/// Describes an operation in a few words.
pub(super) fn describe(model: &Model<'_>, op: Op) -> String {
    let view = model.module.op(op);
    let what = match view.kind() {
        OpKind::Rt(Rt::Launch) => {
            let path =
                view.attr("kernel").and_then(|attr| model.module.attr_symbol(attr)).unwrap_or_default();
            let path: Vec<String> =
                path.iter().map(|name| format!("@{}", model.module.text(*name))).collect();
            format!("the launch of {}", path.join("::"))
        }
        OpKind::Rt(Rt::Copy) => "the copy".to_string(),
        OpKind::Rt(Rt::Fill) => "the fill".to_string(),
        OpKind::Rt(Rt::Alloc) => "the allocation".to_string(),
        OpKind::Rt(Rt::Free) => "the free".to_string(),
        OpKind::Func(Func::Call) if calls::is_on_streams(model.module, op) => {
            let stream = calls::streams(model.module, op).first().copied().unwrap_or(-1);
            return format!("the call of @{} on stream {stream}", calls::callee_name(model.module, op));
        }
        _ => return format!("'{}' on the host", view.name()),
    };
    if let Some(graph) = graph_around(model.module, op) {
        let stream = model.module.op(graph).int("stream").unwrap_or(-1);
        return format!("{what} in the graph on stream {stream}");
    }
    match view.int("stream") {
        Some(stream) if 0 <= stream => format!("{what} on stream {stream}"),
        _ => format!("{what} on the host"),
    }
}

fn verb(model: &Model<'_>, op: Op, access: Access) -> &'static str {
    match model.module.kind(op) {
        OpKind::Rt(Rt::Alloc) => "allocates",
        OpKind::Rt(Rt::Free) | OpKind::MemRef(MemRef::Dealloc) => "frees",
        _ => match (access.reads, access.writes) {
            (true, true) => "reads and writes",
            (false, true) => "writes",
            (true, false) if access.updates == Updates::None => "reads",
            (_, false) => "updates",
        },
    }
}

fn buffer(model: &Model<'_>, place: &MemoryRegion) -> String {
    match place.roots[..] {
        [Root::Argument(value, _)] => match model.module.def(value) {
            Def::Arg(_, index) => format!("argument {index}"),
            Def::Result(..) | Def::Forward => "a buffer".to_string(),
        },
        [Root::Global(name)] => format!("the global @{}", model.module.text(name)),
        _ => "a buffer".to_string(),
    }
}

/// Returns the change that would turn "not proved" into a decision.
fn what_decides(model: &Model<'_>, later: Op, touches: Option<(&Touch, &Touch)>) -> &'static str {
    let Some((Touch { place: x, access: own }, Touch { place: y, access: other })) = touches else {
        return "the body of what is called would decide it";
    };
    let is = |test: fn(&Root) -> bool| x.roots.iter().chain(&y.roots).any(test);
    match model.module.kind(later) {
        OpKind::Rt(Rt::Alloc) => "the buffer of an earlier iteration is a different one if it was freed",
        _ if is(|root| matches!(root, Root::Elsewhere | Root::Any)) => {
            "the origin of the memory is unknown; a buffer that the function takes or allocates would decide it"
        }
        _ if x.roots.len() != 1 || y.roots.len() != 1 => {
            "which buffer it is depends on the path; one buffer for each would decide it"
        }
        _ if x.roots != y.roots => "'llvm.noalias' on one of the arguments would decide it",
        _ if !(x.is_exact() && y.is_exact()) => "constant offsets, sizes and strides would decide it",
        _ if own.updates == Updates::None || other.updates == Updates::None => {
            "the parts have too many gaps to be compared; equal strides would decide it"
        }
        _ => "both are atomic; whether their order shows depends on what they compute",
    }
}

/// Returns the shortest fix that orders a step after work.
pub(super) fn fix(model: &Model<'_>, orders: &Orders, step: usize, work: usize) -> String {
    let Act::Work(from, _) = model.steps[model.works[work]].act else { return String::new() };
    let node = |step: usize| model.steps[step].node.as_ref();
    if let (Some(earlier), Some(later)) = (node(model.works[work]), node(step))
        && earlier.graph == later.graph
        && earlier.number < later.number
    {
        let (from, to) = (earlier.number, later.number);
        return format!(
            "missing: node {from} before node {to}; put '{from} -> {to}' among the edges of the graph"
        );
    }
    let from = model.streams[from];
    let to = match model.steps[step].act {
        Act::Work(to, _) => Some(to),
        Act::Return => model.caller.map(|(_, to)| to),
        Act::Host
        | Act::Begin
        | Act::Adopt(_)
        | Act::Record(..)
        | Act::Wait(..)
        | Act::HostWait(_)
        | Act::Reuse(..) => None,
    };
    let Some(to) = to else {
        return format!("missing: stream {from} before the host; put 'rt.host_wait {from}' before this");
    };
    let to = model.streams[to];
    if let Some(event) = orders.covering[step].first() {
        let event = model.events[*event];
        return format!(
            "missing: stream {from} before stream {to}; put 'rt.wait {event} on {to}' before this"
        );
    }
    let n_events = model.module.op(model.func).int("rt.events").unwrap_or(0);
    format!(
        "missing: stream {from} before stream {to}; put 'rt.record {n_events} on {from}' behind the earlier work and \
         'rt.wait {n_events} on {to}' before this, with {} events",
        n_events.saturating_add(1)
    )
}

/// Returns the verdict about streams and slots.
pub(super) fn leases(model: &Model<'_>, orders: &Orders) -> Verdict {
    let func = model.module.op(model.func);
    let (n_streams, n_events) = (func.int("rt.streams").unwrap_or(0), func.int("rt.events").unwrap_or(0));
    let mut verdict =
        Verdict::new(model.func, Check::Leases, format!("streams {n_streams}, event slots {n_events}"));
    for (step, found) in model.steps.iter().enumerate() {
        verdict.violated.extend(wrong_stream(model, orders, step, n_streams));
        let event = match found.act {
            Act::Record(event, _) | Act::Wait(event, _) => Some(model.events[event]),
            Act::Work(..)
            | Act::HostWait(_)
            | Act::Adopt(_)
            | Act::Host
            | Act::Begin
            | Act::Reuse(..)
            | Act::Return => None,
        };
        if let Some(number) = event.filter(|number| !(0..n_events).contains(number)) {
            let message = format!("expected a leased event slot below {n_events}, but found {number}");
            verdict.violated.push(CheckDiagnostic::new(found.op, message));
        }
        if !orders.is_recorded[step]
            && let Some(event) = event
        {
            let message = format!(
                "this waits for event slot {event}, which nothing records before: it holds nothing back"
            );
            verdict.violated.push(
                CheckDiagnostic::new(found.op, message)
                    .help(format!("record slot {event} on every path to here")),
            );
        }
    }
    verdict
}

/// Reports a step on a stream that is neither leased nor a user stream, or a user stream with the number of a leased
/// one.
fn wrong_stream(model: &Model<'_>, orders: &Orders, step: usize, n_streams: i64) -> Option<CheckDiagnostic> {
    let ModelStep { op, act, .. } = &model.steps[step];
    if let Act::Adopt(stream) = act {
        let number = model.streams[*stream];
        let message =
            format!("expected a number from {n_streams} on, after the leased streams, but found {number}");
        return (number < n_streams).then(|| CheckDiagnostic::new(*op, message));
    }
    let stream = act.stream()?;
    let number = model.streams[stream];
    if (0..n_streams).contains(&number) || orders.is_adopted[step] {
        return None;
    }
    let message = format!("expected a leased stream below {n_streams}, but found {number}");
    let diagnostic = CheckDiagnostic::new(*op, message);
    let is_known = model.steps.iter().any(|other| other.act == Act::Adopt(stream));
    let help = "'rt.adopt' gives this number to a user stream, but not on every path to here";
    Some(if is_known { diagnostic.help(help) } else { diagnostic })
}

/// Returns the verdict about returns.
pub(super) fn at_return(model: &Model<'_>, orders: &Orders) -> Verdict {
    let is_return = |step: &usize| model.steps[*step].act == Act::Return;
    let returns: Vec<usize> = (0..model.steps.len()).filter(is_return).collect();
    let mut verdict = Verdict::new(model.func, Check::Return, format!("returns {}", returns.len()));
    let left = left_to_callers(model);
    for step in returns {
        let mut open = orders.missing[step].0.clone();
        open.subtract(&left);
        let Some(work) = latest(model, step, &open) else { continue };
        let op = model.steps[model.works[work]].op;
        let on = if model.caller.is_some() { ", and stream 0 is not ordered after it" } else { "" };
        let message = format!("this returns while {} is in flight{on}", describe(model, op));
        let diagnostic = CheckDiagnostic::new(model.steps[step].op, message).at(op, "the work is here");
        verdict.violated.push(diagnostic.help(fix(model, orders, step, work)));
    }
    verdict
}

/// Returns the work that may be in flight at returns: that of callers, in a function without callers in the module.
fn left_to_callers(model: &Model<'_>) -> Set {
    let user_streams = user_streams(model);
    if user_streams.is_empty() || model.caller.is_some() || is_called(model) {
        return Set::default();
    }
    (0..model.works.len()).filter(|work| is_of_caller(model, &user_streams, *work)).collect()
}

/// Whether the module refers to the function.
fn is_called(model: &Model<'_>) -> bool {
    let mut found = Vec::new();
    for op in model.module.walk(model.module.root()) {
        collect_references(model.module, op, &mut found);
    }
    found.contains(&model.func)
}

/// Whether work is on a user stream and accesses only function arguments and globals, so that the caller waits for
/// it.
fn is_of_caller(model: &Model<'_>, user_streams: &Set, work: usize) -> bool {
    let step = &model.steps[model.works[work]];
    let entry = model.module.entry(model.func, 0);
    let is_callers = |root: &Root| match root {
        Root::Argument(value, _) => model.module.def_block(*value) == entry,
        Root::Global(_) => true,
        Root::Alloc(_) | Root::Elsewhere | Root::Any => false,
    };
    let is_adopted = step.act.stream().is_some_and(|stream| user_streams.contains(stream));
    let mut roots = step.summary.touches.iter().flat_map(|touch| &touch.place.roots);
    is_adopted && !step.summary.is_unknown && roots.all(is_callers)
}

/// Returns the numbered user streams.
fn user_streams(model: &Model<'_>) -> Set {
    let adopted = |step: &ModelStep| match step.act {
        Act::Adopt(stream) => Some(stream),
        Act::Work(..)
        | Act::Host
        | Act::Record(..)
        | Act::Wait(..)
        | Act::HostWait(_)
        | Act::Begin
        | Act::Reuse(..)
        | Act::Return => None,
    };
    model.steps.iter().filter_map(adopted).collect()
}

/// Returns the verdict about redundant waits.
pub(super) fn minimal(model: &Model<'_>, redundant: &[usize]) -> Verdict {
    let is_wait = |act: Act| matches!(act, Act::Wait(..) | Act::HostWait(_));
    let n_waits = model.steps.iter().filter(|step| is_wait(step.act)).count();
    let mut verdict = Verdict::new(model.func, Check::Minimal, format!("waits {n_waits}"));
    let user_streams = user_streams(model);
    let is_users =
        |step: usize| matches!(model.steps[step].act, Act::HostWait(stream) if user_streams.contains(stream));
    for step in redundant.iter().filter(|step| !is_users(**step)) {
        let message = "redundant wait: everything that it waits for is complete by then anyway";
        verdict.violated.push(CheckDiagnostic::new(model.steps[*step].op, message));
    }
    for graph in graphs(model) {
        verdict.violated.extend(redundant_edges(model, graph));
    }
    verdict
}

/// Returns the graphs of a function, in program order.
fn graphs(model: &Model<'_>) -> Vec<Op> {
    let mut graphs: Vec<Op> =
        model.steps.iter().filter_map(|step| step.node.as_ref()).map(|node| node.graph).collect();
    graphs.dedup();
    graphs
}

/// Reports the edges of a graph between nodes that other edges order, too.
fn redundant_edges(model: &Model<'_>, graph: Op) -> Vec<CheckDiagnostic> {
    let view = Graph(model.module.op(graph));
    let edges = view.edges();
    let implied: FxHashSet<_> =
        Edges::of(view.nodes().len(), &edges).implied(MAX_ENTRIES).into_iter().collect();
    let diagnostic = |(from, to): &(i64, i64)| {
        CheckDiagnostic::new(
            graph,
            format!("redundant edge: other edges lead from node {from} to node {to}, too"),
        )
    };
    edges.iter().filter(|edge| implied.contains(edge)).map(diagnostic).collect()
}
