//! The schedule by source location, for editors.

use warpline_ir::Span;

use super::explain::Kind;
use super::{Views, device_nodes};

/// The stream of an operation, and the operations that it waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The name of the operation in the text.
    pub span: Span,
    /// Its stream; `None` for the host.
    pub stream: Option<usize>,
    /// The lines of the operations of other streams that it waits for, from 1.
    pub waits_for: Vec<usize>,
    /// The reasons why it does not overlap earlier operations, a sentence each.
    pub why: Vec<String>,
}

impl Views<'_> {
    /// Returns a mark for every kernel, copy and fill, and for every host operation that waits, in textual order.
    pub fn marks(&self) -> Vec<Mark> {
        let mut marks = Vec::new();
        for shown in &self.plans {
            let plan = &shown.plan;
            let span = |node: usize| self.module.span(self.module.location(plan.input.nodes[node].op));
            let reasons = self.reasons(shown);
            let on_host =
                reasons.iter().filter(|reason| reason.kind == Kind::Host).map(|reason| reason.later);
            let mut nodes: Vec<usize> = device_nodes(plan).chain(on_host).collect();
            nodes.sort_unstable();
            nodes.dedup();
            for node in nodes {
                let own = reasons.iter().filter(|reason| reason.later == node);
                let mut mark = Mark {
                    span: span(node),
                    stream: plan.input.nodes[node].kind.is_work().then(|| plan.streams.of[node]),
                    waits_for: Vec::new(),
                    why: Vec::new(),
                };
                for reason in own {
                    let line = self.line(plan, reason.earlier);
                    if matches!(reason.kind, Kind::Waits | Kind::Host) {
                        mark.waits_for.push(line);
                    }
                    mark.why.push(self.long(plan, reason));
                }
                marks.push(mark);
            }
        }
        marks.sort_by_key(|mark| mark.span.start);
        marks
    }
}
