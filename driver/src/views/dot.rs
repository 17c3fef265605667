//! Prints the dependence graph of each plan in Graphviz's language: a cluster per stream, waits in red.

use std::fmt::Write as _;

use super::{Views, device_nodes};

/// Returns one `digraph` for all functions.
pub fn dot(views: &Views<'_>) -> String {
    let mut out = "digraph plans {\n  rankdir=LR\n  node [shape=box]\n".to_string();
    for (number, shown) in views.plans.iter().enumerate() {
        let plan = &shown.plan;
        let _ =
            writeln!(out, "  subgraph cluster_{number} {{\n    label={}", quoted(&format!("@{}", plan.name)));
        for stream in 0..plan.streams.count {
            let name = plan.streams.name(stream);
            let _ = writeln!(out, "    subgraph cluster_{number}_{stream} {{\n      label=\"{name}\"");
            for node in device_nodes(plan).filter(|node| plan.streams.of[*node] == stream) {
                let label = format!("{node}: {}\nline {}", views.label(plan, node), views.line(plan, node));
                let _ = writeln!(out, "      n{number}_{node} [label={}]", quoted(&label));
            }
            out.push_str("    }\n");
        }
        for (from, to) in plan.edges() {
            let is_wait = plan.streams.of[from] != plan.streams.of[to];
            let label = quoted(&views.why(shown, from, to));
            let colour = if is_wait { ", color=red" } else { "" };
            let _ = writeln!(out, "    n{number}_{from} -> n{number}_{to} [tooltip={label}{colour}]");
        }
        out.push_str("  }\n");
    }
    out.push_str("}\n");
    out
}

/// Quotes a string of the language.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
