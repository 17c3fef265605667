//! Views of a schedule: text, a graph for Graphviz, and a page for browsers.

mod data;
mod dot;
mod explain;
mod html;
mod marks;
mod names;

use std::fmt::Write as _;

use warpline_ir::source::LineTable;
use warpline_ir::{Module, Op, Span, Value};
use warpline_passes::schedule::explain::Causes;
use warpline_passes::schedule::gpu_graph_regions::{self, Mode, regions};
use warpline_passes::schedule::gpu_reorder;
use warpline_passes::schedule::plan::{Plan, Predicted};
use warpline_passes::schedule::{Preview, phases, preview_of};

use crate::compilation::PlanOptions;
use crate::session::SourceFile;

pub use data::plan_json;
pub use dot::dot;
pub use html::html;
pub use marks::Mark;
pub use names::name_of;

/// The plans of all host functions with device work, and the data needed to show them.
pub struct Views<'a> {
    module: Module,
    source: &'a SourceFile,
    lines: LineTable,
    /// The number of lines before the source in its file.
    lines_before: usize,
    plans: Vec<Shown>,
}

/// A plan to show.
struct Shown {
    plan: Plan,
    causes: Causes,
}

impl<'a> Views<'a> {
    /// Plans the functions of a module that was read from this text, with the work in issue order.
    pub fn of(module: &Module, source: &'a SourceFile, options: &PlanOptions) -> Self {
        let options = &options.0;
        let mut module = module.clone();
        gpu_reorder::permute(&mut module, options);
        Self::of_preview(preview_of(module, options), source)
    }

    /// Shows the plans of a module that was read from this text.
    pub fn of_preview(preview: Preview, source: &'a SourceFile) -> Self {
        let Preview { module, plans, .. } = preview;
        let shown = |plan| Shown { causes: Causes::of(&module, &plan), plan };
        let plans = plans.into_iter().map(shown).collect();
        Self { module, source, lines: LineTable::new(&source.text), lines_before: 0, plans }
    }

    /// Sets the number of lines before a source that is a part of a file.
    pub fn after_lines(self, lines_before: usize) -> Self {
        Self { lines_before, ..self }
    }

    /// Returns the plans as text, each with its operations and the reasons why they do not all overlap.
    pub fn text(&self) -> String {
        let mut text = String::with_capacity(self.source.text.len());
        for shown in &self.plans {
            let plan = &shown.plan;
            for node in device_nodes(plan) {
                let _ =
                    writeln!(text, "// {node}: {}, line {}", self.label(plan, node), self.line(plan, node));
            }
            for (number, slot) in plan.memory.slots.iter().enumerate() {
                let line = self.line_of(slot.alloc);
                let _ = writeln!(text, "// b{number}: {}, line {line}", self.module.op_name(slot.alloc));
            }
            let _ = writeln!(text, "{plan}");
            let Predicted { makespan, critical_path, sequential } = plan.predicted();
            let _ = writeln!(
                text,
                "// predicted {makespan:.1} us; critical path {critical_path:.1} us, one stream {sequential:.1} us; for {}",
                plan.input.model.name
            );
            for reason in self.reasons(shown) {
                let _ = writeln!(text, "// {}", explain::short(plan, &reason));
            }
            for line in gpu_graph_regions::text(&regions(&self.module, plan, Mode::Auto)).lines() {
                let _ = writeln!(text, "// {}", line.trim());
            }
        }
        text
    }

    /// Returns the name of a value in the text.
    fn name(&self, value: Value) -> Option<String> {
        name_of(&self.module, &self.source.text, value)
    }

    /// Describes a node in a few words.
    fn label(&self, plan: &Plan, node: usize) -> String {
        phases::label(&self.module, &plan.input.nodes[node])
    }

    /// Returns the line of the text with a node, counted from 1.
    fn line(&self, plan: &Plan, node: usize) -> usize {
        self.line_of(plan.input.nodes[node].op)
    }

    fn line_of(&self, op: Op) -> usize {
        self.line_at(self.module.span(self.module.location(op)))
    }

    fn line_at(&self, span: Span) -> usize {
        self.lines_before + self.lines.line_column(&self.source.text, span.start).0
    }
}

/// Returns the nodes of a plan that run on streams.
fn device_nodes(plan: &Plan) -> impl Iterator<Item = usize> {
    (0..plan.input.nodes.len()).filter(|node| plan.input.nodes[*node].kind.is_work())
}
