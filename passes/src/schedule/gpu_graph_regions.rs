//! `gpu-graph-regions`: outlines device work into task graphs where one command in place of many pays off.
//!
//! ```text
//! scf.for … {                          scf.for … {
//!   gpu.launch_func @m::@a …             rt.graph edges(0 -> 2, 1 -> 2) {
//!   gpu.launch_func @m::@b …    →          rt.launch @m::@a …
//!   gpu.launch_func @m::@c …               rt.launch @m::@b …
//! }                                        rt.launch @m::@c …  }  }
//! ```
//! - A region is a sequence of launches, copies and fills of one block, separated only by pure operations: no
//!   allocation or free, no call, and no host operation that accesses memory or waits. A region holds work that was
//!   issued alike: work that only tokens order, or work in program order. So a graph preserves exactly the
//!   concurrency that tokens permit; the marks `async` and `body` of the nodes record it for the scheduler and the
//!   verifier.
//! - The edges are the transitive reduction of the dependences. Program order and stream order add no edges.
//! - The tokens of the work become those of the graph, which is complete when all of its nodes are, so the program
//!   waits for no less than it requires. Orders that tokens require between nodes are marked on the nodes for the
//!   verifier.
//! - Under a limit of device memory a function that could not keep it with graphs gets none.
//! - A graph is made if what it saves in issuing, times the trip counts of the enclosing loops, exceeds the cost of
//!   building it, and if an iteration takes no longer by prediction, with the costs of the target.
//!
//! The pass runs before `gpu-schedule`, which treats a graph as one node, so streams, waits and event slots around
//! graphs are minimal without a rule of their own. Kernels that spin on memory are excluded: the nodes of a graph
//! need not run concurrently.
//!
//! Cost: that of a plan, and the nodes × edges of each region.

mod region;
mod wrap;

use crate::analysis::call_graph::calls_in;
use crate::pass::TARGET;
use crate::pass::{Changed, Pass, PassCx, PassFn, PassOption};
use crate::schedule::plan::Plan;
use crate::schedule::{can_keep, has_gpu_work, make_plan_for, make_plans};
use warpline_ir::{Op, Reported, Span, codes};

use region::may_have_graphs;
pub use region::{Region, regions, text};

/// The `gpu-graph-regions` pass.
pub const PASS: Pass = Pass {
    name: "gpu-graph-regions",
    summary: "Outlines device work that is issued repeatedly into task graphs",
    options: &[
        PassOption {
            name: "mode",
            summary: "graphs to build: auto (those that pay off), always (all), never (none)",
            default: "auto",
        },
        PassOption {
            name: "print",
            summary: "report the regions of each function as a remark",
            default: "false",
        },
        PassOption {
            summary: "target whose times are predicted, such as sm_90; any for the costs of cpu",
            ..TARGET
        },
        PassOption {
            name: "max-device-memory",
            summary: "maximum size of a function's arena in bytes, 0 for no limit; graphs that exceed it are not built",
            default: "0",
        },
    ],
    run: PassFn::MayFail(run),
};

/// The number of streams assumed for the cost of waits; streams are assigned later.
const MAX_STREAMS: usize = 8;

/// Selects the regions that become graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Regions whose graph pays off.
    Auto,
    /// All regions.
    Always,
    /// No region.
    Never,
}

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let mode = mode(cx)?;
    let prints = cx.option("print") == "true";
    let limit = u64::try_from(cx.int_option("max-device-memory")?).ok().filter(|bytes| *bytes != 0);
    let functions = cx.host_functions();
    if !prints && !functions.iter().any(|func| may_have_graphs(cx.module, *func, mode)) {
        return Ok(Changed::No);
    }
    let mut changed = false;
    let model = cx.model_option()?;
    let mut plans = make_plans(cx.module, MAX_STREAMS, model);
    for func in functions {
        if has_gpu_work(cx.module, func) {
            // A callee may have graphs by now.
            let is_stale = changed && !calls_in(cx.module, func).is_empty();
            let plan = plans.remove(&func).filter(|_| !is_stale);
            let plan = plan.unwrap_or_else(|| make_plan_for(cx.module, func, MAX_STREAMS, model));
            changed |= make_graphs_within(cx, func, &plan, (mode, prints), limit);
        }
    }
    Ok(Changed::from(changed))
}

fn mode(cx: &mut PassCx<'_>) -> Result<Mode, Reported> {
    match cx.option("mode") {
        "auto" => Ok(Mode::Auto),
        "always" => Ok(Mode::Always),
        "never" => Ok(Mode::Never),
        other => {
            let message = format!(
                "option 'mode' of '{}': expected auto, always or never, but found '{other}'",
                cx.pass.name
            );
            Err(cx.diagnostics.error(codes::UNKNOWN_PASS, Span::default(), message))
        }
    }
}

/// Builds the graphs of a function, unless it then exceeds the memory limit: the buffers of all nodes of a graph are
/// live at the same time. Returns whether there are any.
fn make_graphs_within(
    cx: &mut PassCx<'_>,
    func: Op,
    plan: &Plan,
    (mode, prints): (Mode, bool),
    limit: Option<u64>,
) -> bool {
    let Some(limit) = limit else { return make_graphs(cx, func, plan, mode, prints) };
    let before = cx.module.clone();
    let has_graphs = make_graphs(cx, func, plan, mode, prints);
    if !has_graphs || can_keep(cx.module, limit) {
        return has_graphs;
    }
    *cx.module = before;
    cx.remark(func, || {
        format!("@{}: no task graphs, as their buffers do not fit into {limit} bytes at one time", plan.name)
    });
    false
}

/// Builds the graphs of a function; returns whether there are any.
fn make_graphs(cx: &mut PassCx<'_>, func: Op, plan: &Plan, mode: Mode, prints: bool) -> bool {
    let found = regions(cx.module, plan, mode);
    if prints {
        cx.report(func, format!("graphs @{} {{\n{}}}", plan.name, text(&found)));
    }
    let chosen: Vec<&Region> = found.iter().filter(|region| region.is_graph).collect();
    for region in &chosen {
        wrap::wrap(cx, plan, region);
    }
    !chosen.is_empty()
}
