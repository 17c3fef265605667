//! Pictures of a schedule: its text, a graph for Graphviz, and a page for browsers.

mod dot;
mod html;

use std::fmt::Write as _;

use warpline_ir::Module;
use warpline_ir::source::LineTable;
use warpline_passes::analysis::places::Root;
use warpline_passes::schedule::make_plans;
use warpline_passes::schedule::plan::Plan;

use crate::session::SourceFile;

pub use dot::dot;
pub use html::html;

/// The plans of all host functions with device work, and what is needed to show them.
pub struct Views<'a> {
    module: &'a Module,
    source: &'a SourceFile,
    lines: LineTable,
    plans: Vec<Plan>,
}

/// Streams that a plan may have, as `gpu-schedule` has it by default.
const MAX_STREAMS: usize = 8;

impl<'a> Views<'a> {
    /// Plans the functions of a module that came from this text.
    pub fn of(module: &'a Module, source: &'a SourceFile) -> Self {
        let plans = make_plans(module, MAX_STREAMS).into_iter().map(|(_, plan)| plan).collect();
        Self { module, source, lines: LineTable::new(&source.text), plans }
    }

    /// The plans as text, each with its operations and the reasons of its waits.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for plan in &self.plans {
            for node in device_nodes(plan) {
                let _ =
                    writeln!(text, "// {node}: {}, line {}", self.label(plan, node), self.line(plan, node));
            }
            let _ = write!(text, "{plan}\n{}", self.reasons(plan));
        }
        text
    }

    fn reasons(&self, plan: &Plan) -> String {
        let mut text = String::new();
        for (from, to) in plan.edges() {
            if plan.streams.of[from] != plan.streams.of[to] {
                let _ = writeln!(text, "// {to} waits for {from}: {}", self.reason(plan, from, to));
            }
        }
        text
    }

    /// Why two nodes have an order.
    fn reason(&self, plan: &Plan, from: usize, to: usize) -> String {
        match plan.program.shared_root(from, to) {
            Some(Root::Alloc(value) | Root::Argument(value, _)) => {
                let (line, _) =
                    self.lines.line_column(&self.source.text, self.module.value_span(value).start);
                format!("both touch the buffer of line {line}")
            }
            Some(Root::Global(name)) => format!("both touch @{}", self.module.text(name)),
            Some(Root::Elsewhere | Root::Any) => "both may touch the same memory".to_string(),
            None => "a token says so".to_string(),
        }
    }

    /// What a node does, in a few words.
    fn label(&self, plan: &Plan, node: usize) -> String {
        let op = plan.program.nodes[node].op;
        let path = self.module.attr(op, "kernel").and_then(|kernel| self.module.attr_symbol(kernel));
        let name = self.module.op_name(op);
        match path {
            Some(path) => {
                let parts: Vec<String> =
                    path.iter().map(|part| format!("@{}", self.module.text(*part))).collect();
                format!("{name} {}", parts.join("::"))
            }
            None => name,
        }
    }

    /// The line of the text that a node stands in, from 1.
    fn line(&self, plan: &Plan, node: usize) -> usize {
        let op = plan.program.nodes[node].op;
        let span = self.module.span(self.module.location(op));
        self.lines.line_column(&self.source.text, span.start).0
    }
}

/// The nodes of a plan that run on streams.
fn device_nodes(plan: &Plan) -> impl Iterator<Item = usize> {
    (0..plan.program.nodes.len()).filter(|node| plan.program.nodes[*node].kind.is_work())
}
