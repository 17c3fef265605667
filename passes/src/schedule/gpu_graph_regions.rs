//! `gpu-graph-regions`: makes task graphs of device work where one command in place of many pays.
//!
//! ```text
//! scf.for … {                          scf.for … {
//!   gpu.launch_func @m::@a …             rt.graph edges(0 -> 2, 1 -> 2) {
//!   gpu.launch_func @m::@b …    →          rt.launch @m::@a …
//!   gpu.launch_func @m::@c …               rt.launch @m::@b …
//! }                                        rt.launch @m::@c …  }  }
//! ```
//! - A region is a run of launches, copies and fills of one block with nothing between them but pure operations: no
//!   allocation or free, nothing of the host that touches memory or waits, no call. A region holds work that was issued
//!   alike: work whose tokens alone order it, or work in the order of the text. So what the tokens set free stays free,
//!   and nothing else; the marks `async` and `body` of the nodes keep this for the scheduler and the verifier.
//! - The edges are the transitive reduction of the dependences. The order of the text and of streams is left out.
//! - Its tokens become those of the graph, which is complete when all of its nodes are: the program waits for no less
//!   than it asks for. What tokens ask for between nodes is marked on these, for whoever checks the schedule.
//! - Under a limit of device memory there are no graphs in a function that could not keep it with them.
//! - A graph is made if what it saves in issuing, times the trips of the loops around, exceeds what building it takes,
//!   and if a trip takes no longer by prediction (`cost.rs`).
//!
//! It runs before `gpu-schedule`, which takes a graph as one piece of work. So streams, waits and slots around graphs
//! are as few as they can be, without any rule of their own. Kernels that spin on memory are left out: the nodes of a
//! graph need not run at one time.
//!
//! Cost: that of a plan, and the nodes × edges of each region.

mod cost;
mod region;
mod wrap;

use crate::analysis::call_graph::calls_in;
use crate::pass::{Changed, Pass, PassCx, PassOption};
use crate::schedule::plan::Plan;
use crate::schedule::{can_keep, has_gpu_work, make_plan, make_plans};
use warpline_ir::{Op, Reported, Span, codes};

pub use cost::{CPU, Costs};
use region::may_have_graphs;
pub use region::{Region, regions, text};

/// The pass.
pub const PASS: Pass = Pass {
    name: "gpu-graph-regions",
    summary: "Makes task graphs of device work that is issued over and over",
    options: &[
        PassOption {
            name: "mode",
            summary: "auto makes the graphs that pay, always all of them, never none",
            default: "auto",
        },
        PassOption {
            name: "print",
            summary: "report the regions of each function as a remark",
            default: "false",
        },
        PassOption {
            name: "max-device-memory",
            summary: "most bytes of the arena of a function, 0 for any number: no graphs where they need more",
            default: "0",
        },
    ],
    run,
};

/// Streams are chosen later; their number matters here only for what waits cost.
const MAX_STREAMS: usize = 8;

/// Which regions become graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Those that pay.
    Auto,
    /// All.
    Always,
    /// None.
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
    let mut plans = make_plans(cx.module, MAX_STREAMS);
    for func in functions {
        if has_gpu_work(cx.module, func) {
            // What a function calls may have graphs by now.
            let is_stale = changed && !calls_in(cx.module, func).is_empty();
            let plan = plans.remove(&func).filter(|_| !is_stale);
            let plan = plan.unwrap_or_else(|| make_plan(cx.module, func, MAX_STREAMS));
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

/// Makes the graphs of a function, unless the limit of memory cannot be kept then: the buffers of the nodes of a graph are
/// all in use at one time. Whether there are any.
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

/// Makes the graphs of a function; whether there are any.
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
