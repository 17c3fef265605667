//! Explains why work of a plan does not overlap, pair by pair.

use std::fmt::Write as _;

use serde_json::{Value, json};
use warpline_passes::analysis::alias::Root;
use warpline_passes::schedule::explain::{Cause, Hazard};
use warpline_passes::schedule::hints::NOALIAS_HELP;
use warpline_passes::schedule::input::NodeKind;
use warpline_passes::schedule::plan::Plan;

use super::{Shown, Views};

/// The kind of order between two operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A wait of a stream for another one.
    Waits,
    /// A required order on one stream.
    Follows,
    /// An order on one stream that is not required.
    Shares,
    /// A wait of the host.
    Host,
}

/// The reason why an operation does not overlap an earlier one.
pub(super) struct Reason {
    /// The kind of order.
    pub kind: Kind,
    /// The earlier operation, by its number.
    pub earlier: usize,
    /// The later operation, by its number.
    pub later: usize,
    /// The reason in words.
    pub why: String,
    /// Whether both are on the critical path.
    pub is_critical: bool,
}

impl Views<'_> {
    /// Returns all reasons of a plan: waits between streams, neighbours on a stream, waits of the host.
    pub(super) fn reasons(&self, shown: &Shown) -> Vec<Reason> {
        let plan = &shown.plan;
        let is_critical = plan.critical_nodes();
        let reason = |kind, earlier, later, why| {
            let is_critical = is_critical[earlier] && (is_critical[later] || kind == Kind::Host);
            Reason { kind, earlier, later, why, is_critical }
        };
        let mut reasons = Vec::new();
        for (earlier, later) in plan.edges() {
            if plan.streams.of[earlier] != plan.streams.of[later] {
                reasons.push(reason(Kind::Waits, earlier, later, self.why(shown, earlier, later)));
            }
        }
        for (earlier, later) in neighbours(plan) {
            if plan.input.is_pred(later, earlier) {
                reasons.push(reason(Kind::Follows, earlier, later, self.why(shown, earlier, later)));
            } else if !plan.order.is_ordered(earlier, later) {
                reasons.push(reason(Kind::Shares, earlier, later, why_shared(plan, later)));
            }
        }
        for (later, node) in plan.input.nodes.iter().enumerate() {
            if plan.waits.host[later].is_some() && node.kind != NodeKind::Boundary {
                let waited = plan.order.nearest(later).filter(|pred| plan.input.is_pred(later, *pred));
                reasons
                    .extend(waited.map(|pred| reason(Kind::Host, pred, later, self.why(shown, pred, later))));
            }
        }
        reasons.sort_by_key(|reason| (reason.later, reason.earlier));
        reasons
    }

    /// Returns the reason why a node must follow an earlier one.
    pub(super) fn why(&self, shown: &Shown, from: usize, to: usize) -> String {
        let causes = shown.causes.between(&shown.plan, from, to);
        let memory = causes.iter().filter_map(|cause| match cause {
            Cause::Memory(hazard, a, b) => Some((*hazard, *a, *b)),
            Cause::Token | Cause::Unknown | Cause::Turn => None,
        });
        let memory = memory.min_by_key(|(hazard, _, _)| *hazard);
        let nodes = &shown.plan.input.nodes;
        let memory = memory.map(|(hazard, a, b)| {
            let does = match (nodes[from].kind, nodes[to].kind) {
                (_, NodeKind::Free) => format!("{to} frees the buffer that {from} uses"),
                (NodeKind::Alloc, _) => format!("{to} uses the buffer that {from} allocates"),
                _ => done(hazard, from, to),
            };
            let may_be_apart = causes.iter().all(|cause| cause.arguments(&self.module).is_some());
            let hint =
                if may_be_apart { format!("; where they never are, {NOALIAS_HELP}") } else { String::new() };
            self.memory(&does, a, b) + &hint
        });
        let kept = shown.plan.kept.filter(|_| causes.contains(&Cause::Turn));
        match (memory, causes.contains(&Cause::Token), kept) {
            (Some(memory), _, _) => memory,
            (None, true, _) => "ordered by a token".to_string(),
            (None, false, Some(kept)) => {
                format!("their buffers take turns in at most {} bytes of device memory", kept.bytes)
            }
            (None, false, None) => "the memory accesses of one of them are unknown".to_string(),
        }
    }

    /// Describes the conflict of two nodes on the memory that they share.
    fn memory(&self, does: &str, a: Root, b: Root) -> String {
        let buffer = self.buffer(a);
        let other = if a == b { buffer.clone() } else { self.buffer(b) };
        match (buffer, other) {
            (Some(a), Some(b)) if a == b => format!("both touch {a} ({does})"),
            (Some(a), Some(b)) => format!("{a} and {b} may be the same memory ({does})"),
            _ => format!("both may touch the same memory ({does})"),
        }
    }

    /// Returns the name of a root in the text, with its line.
    fn buffer(&self, root: Root) -> Option<String> {
        match root {
            Root::Alloc(value) | Root::Argument(value, _) => {
                let span = match root {
                    Root::Argument(..) => self.module.arg_span(value),
                    _ => self.module.value_span(value),
                };
                let name = self.name(value).map_or("the buffer".to_string(), |name| format!("%{name}"));
                Some(format!("{name}, line {}", self.line_at(span)))
            }
            Root::Global(name) => Some(format!("@{}", self.module.text(name))),
            Root::Elsewhere | Root::Any => None,
        }
    }

    /// Describes for people the predicted overlap in each function, and why the work on its critical path does
    /// not overlap.
    pub fn explanation(&self) -> String {
        let mut text = String::new();
        for shown in &self.plans {
            let plan = &shown.plan;
            let figures = plan.figures();
            let saved = 100.0
                * (1.0 - figures.predicted.makespan / figures.predicted.sequential.max(f64::MIN_POSITIVE));
            let _ = writeln!(
                text,
                "@{}: {} operations on {} streams, by the model for {} {saved:.0} % shorter than one after the other",
                plan.name, figures.n, plan.streams.count, plan.input.model.name
            );
            for reason in self.reasons(shown).iter().filter(|reason| reason.is_critical) {
                let _ = writeln!(text, "  {}", self.long(plan, reason));
            }
        }
        text
    }

    /// Returns lines with the waits of each operation and their reasons: of all, or of those with this number
    /// or name.
    pub fn reasons_of(&self, wanted: Option<&str>) -> Result<Vec<String>, String> {
        let mut lines = Vec::new();
        let mut names = Vec::new();
        for shown in &self.plans {
            let reasons = self.reasons(shown);
            for node in super::device_nodes(&shown.plan) {
                let label = self.label(&shown.plan, node);
                if wanted.is_none_or(|wanted| wanted == node.to_string() || label.contains(wanted)) {
                    let mine: Vec<&Reason> = reasons.iter().filter(|reason| reason.later == node).collect();
                    let function =
                        if 1 < self.plans.len() { format!("@{} ", shown.plan.name) } else { String::new() };
                    lines.push(format!("{function}{node}: {label}, line {}", self.line(&shown.plan, node)));
                    lines.extend(mine.is_empty().then(|| "  waits for nothing".to_string()));
                    lines.extend(mine.iter().map(|reason| self.below(&shown.plan, reason)));
                }
                names.push(format!("{node} ({label})"));
            }
        }
        match wanted {
            Some(wanted) if lines.is_empty() && !names.is_empty() => {
                Err(format!("no device work is called '{wanted}'; there is {}", names.join(", ")))
            }
            _ => Ok(lines),
        }
    }

    /// Formats a reason for the list below its later operation.
    fn below(&self, plan: &Plan, reason: &Reason) -> String {
        let Reason { kind, earlier, later, why, .. } = reason;
        let what = format!("{earlier} ({}, line {})", self.label(plan, *earlier), self.line(plan, *earlier));
        let (stream, from) = (plan.streams.of[*later], plan.streams.of[*earlier]);
        match kind {
            Kind::Waits => format!("  waits on s{stream} for {what} on s{from}: {why}"),
            Kind::Follows => format!("  follows {what} on s{stream}: {why}"),
            Kind::Shares => format!("  follows {what} on s{stream}, although they are unordered: {why}"),
            Kind::Host => format!("  is issued when {what} is done: {why}"),
        }
    }

    /// Formats a reason with its operations and their locations.
    pub(super) fn long(&self, plan: &Plan, reason: &Reason) -> String {
        let what =
            |node: usize| format!("{node} ({}, line {})", self.label(plan, node), self.line(plan, node));
        let (earlier, later, why) = (what(reason.earlier), what(reason.later), &reason.why);
        match reason.kind {
            Kind::Waits | Kind::Follows => format!("{later} waits for {earlier}: {why}"),
            Kind::Shares => {
                format!("{later} follows {earlier} on the stream, although they are unordered: {why}")
            }
            Kind::Host => format!("the host waits for {earlier} before {later}: {why}"),
        }
    }

    /// Returns all reasons of all functions as JSON.
    pub fn json(&self) -> Value {
        let all = self.plans.iter().flat_map(|shown| {
            let entry = |reason: Reason| self.entry(&shown.plan, &reason);
            self.reasons(shown).into_iter().map(entry).collect::<Vec<_>>()
        });
        Value::Array(all.collect())
    }

    fn entry(&self, plan: &Plan, reason: &Reason) -> Value {
        let what = |node: usize| json!({"number": node, "operation": self.label(plan, node), "line": self.line(plan, node)});
        json!({
            "function": plan.name,
            "kind": match reason.kind {
                Kind::Waits => "wait",
                Kind::Follows => "stream order",
                Kind::Shares => "shared stream",
                Kind::Host => "host wait",
            },
            "later": what(reason.later),
            "earlier": what(reason.earlier),
            "why": reason.why,
            "critical": reason.is_critical,
        })
    }
}

/// Formats a reason with only the numbers of its operations.
pub(super) fn short(plan: &Plan, reason: &Reason) -> String {
    let Reason { earlier, later, why, .. } = reason;
    let stream = plan.streams.name(plan.streams.of[*later]);
    match reason.kind {
        Kind::Waits => format!("{later} waits for {earlier}: {why}"),
        Kind::Follows => format!("{later} follows {earlier} on {stream}: {why}"),
        Kind::Shares => {
            format!("{later} follows {earlier} on {stream}, although they are unordered: {why}")
        }
        Kind::Host => format!("the host waits for {earlier} before {later}: {why}"),
    }
}

/// Describes the hazard between two nodes.
fn done(hazard: Hazard, from: usize, to: usize) -> String {
    match hazard {
        Hazard::Raw => format!("{to} reads what {from} writes"),
        Hazard::War => format!("{to} writes what {from} reads"),
        Hazard::Waw => "both write it".to_string(),
    }
}

/// Returns the reason why unordered operations share a stream.
fn why_shared(plan: &Plan, node: usize) -> String {
    if plan.input.is_pinned(node) {
        return "the program puts both on this stream".to_string();
    }
    let is_full = plan.streams.leased == plan.streams.limit;
    if let Some(kept) = plan.kept.filter(|kept| is_full && plan.streams.limit < kept.max_streams) {
        return format!("on more streams the work needs more than {} bytes of device memory", kept.bytes);
    }
    if is_full {
        return format!("there are at most {} streams", plan.streams.limit);
    }
    "by the model they end no sooner on two streams".to_string()
}

/// Returns the adjacent kernels, copies and fills of each stream.
fn neighbours(plan: &Plan) -> Vec<(usize, usize)> {
    let nodes = &plan.input.nodes;
    let mut last: Vec<Option<usize>> = vec![None; plan.streams.count];
    let mut found = Vec::new();
    for number in (0..nodes.len()).filter(|number| nodes[*number].kind.is_compute()) {
        if let Some(before) = last[plan.streams.of[number]].replace(number) {
            found.push((before, number));
        }
    }
    found
}
