//! A plan as data: works, their dependences, and the commands as they are issued, for tools that judge or simulate plans.
//!
//! ```text
//! {"function": "main", "target": "sm_90", "devices": [{"units": 132, "bandwidth": 2966000, "launch": 3.3, …}],
//!  "works": [{"name": "@k::@f", "kind": "launch", "us": 4.1, "blocks": 16, "resident": 8, "issue": 0.1, "bytes": 64}],
//!  "edges": [[0, 1]], "commands": [["work", 0, "s0"], ["record", 0, "s0"], ["wait", 0, "s1"], ["work", 1, "s1"]],
//!  "predicted": 9.9, "forced": false}
//! ```
//! Times are microseconds, bandwidth and engines bytes per microsecond; `issue` is the share of the rate at which the units
//! issue. An edge says that the second work starts after the end of the first one. `forced` says that tokens or kernels
//! that wait for each other ask for the streams.

use serde_json::{Value, json};
use warpline_passes::TargetModel;
use warpline_passes::schedule::commands::{Issued, Kind, Step};
use warpline_passes::schedule::contention::{Link, Load};
use warpline_passes::schedule::durations::transfer_time;
use warpline_passes::schedule::plan::Plan;

use super::{Shown, Views};

/// Returns the plan of a function, or of the last one, as JSON.
pub fn plan_json(views: &Views<'_>, function: Option<&str>) -> String {
    let named = views.plans.iter().find(|shown| Some(shown.plan.name.as_str()) == function);
    let text = match named.or(views.plans.last()) {
        Some(shown) => views.data(shown).to_string(),
        None => {
            let devices = [device(TargetModel::any())];
            json!({"devices": devices, "works": [], "edges": [], "commands": []}).to_string()
        }
    };
    text + "\n"
}

impl Views<'_> {
    fn data(&self, shown: &Shown) -> Value {
        let plan = &shown.plan;
        let commands = plan.commands();
        let works: Vec<Value> = commands.works.iter().map(|work| self.work(plan, work)).collect();
        let issued: Vec<Value> = commands.issued.iter().map(|step| command(plan, step)).collect();
        json!({
            "function": plan.name,
            "target": commands.model.name,
            "devices": [device(commands.model)],
            "works": works,
            "edges": commands.edges,
            "commands": issued,
            "predicted": commands.predicted,
            "forced": plan.is_forced(),
        })
    }

    fn work(&self, plan: &Plan, work: &Issued) -> Value {
        let Issued { node, kind, load } = work;
        let model = plan.input.model;
        // The time of a fill or a copy follows from its bytes, unless it was measured or its size is unknown.
        let kind = match (kind, load.link) {
            (Kind::Launch, _) => "launch",
            _ if !follows_from_bytes(*kind, load, model) => "launch",
            (Kind::Fill, _) => "fill",
            (Kind::Copy, None) => "copy",
            (Kind::Copy, Some(Link::ToDevice)) => "h2d",
            (Kind::Copy, Some(Link::ToHost)) => "d2h",
        };
        json!({
            "name": self.label(plan, *node),
            "kind": kind,
            "device": 0,
            "us": load.us,
            "bytes": load.bytes,
            "blocks": if model.units.is_finite() { load.waves * model.units } else { 0.0 },
            "resident": 1,
            "issue": load.issue,
        })
    }
}

/// Whether the time of a fill or a copy is that of its bytes at the rate of the device or of its link.
fn follows_from_bytes(kind: Kind, load: &Load, model: &TargetModel) -> bool {
    let us = transfer_time(model, kind == Kind::Copy, load.link, load.bytes);
    (us - load.us).abs() <= 1e-6 * load.us
}

fn device(model: &TargetModel) -> Value {
    let (costs, engines) = (&model.costs, &model.engines);
    // JSON has no infinity.
    let finite = |number: f64| number.min(1e12);
    json!({
        "units": finite(model.units),
        "bandwidth": finite(model.bandwidth),
        "launch": costs.launch,
        "record": costs.record,
        "wait": costs.wait,
        "hop": costs.hop,
        "graph": costs.graph,
        "node": costs.node,
        "engines": {"h2d": engines.to_device, "d2h": engines.to_host, "peer": engines.peer},
    })
}

fn command(plan: &Plan, step: &Step) -> Value {
    let name = |stream: usize| plan.streams.name(stream);
    match step {
        Step::Work(work, stream) => json!(["work", work, name(*stream)]),
        Step::Graph(works, stream) => json!(["graph", works, name(*stream)]),
        Step::Record(event, stream) => json!(["record", event, name(*stream)]),
        Step::Wait(event, stream) => json!(["wait", event, name(*stream)]),
        Step::HostWait(stream) => json!(["host_wait", name(*stream)]),
    }
}
