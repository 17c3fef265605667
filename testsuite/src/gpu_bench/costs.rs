//! The times that plans predict for the programs of this benchmark, at large sizes.

use warpline::backends::CodeTarget;
use warpline::compilation::{Choices, Compilation, PlanLimits, PlanOptions, Stage};
use warpline_ir::{Diagnostics, Module, Op, ParseOptions, parse};
use warpline_passes::TargetModel;
use warpline_passes::pipeline::{self, Silent};
use warpline_passes::schedule::input::NodeKind;
use warpline_passes::schedule::plan::Plan;
use warpline_passes::schedule::sizes::{self, Known};
use warpline_passes::schedule::{Preview, gpu_reorder, phases, preview};

use super::programs::{Benchmark, Size, benchmarks, overlap};

/// Returns the programs with the predicted microseconds of the measured kernels on a target.
///
/// # Errors
/// If a program cannot be read or planned, in words.
pub fn predicted(target: &str) -> Result<Vec<(String, f64)>, String> {
    let mut times = Vec::new();
    for benchmark in benchmarks(&Size::LARGE)? {
        let (preview, _) = planned(target, &benchmark.text, &benchmark.inputs, true)?;
        times.push((benchmark.name.to_string(), kernels(&preview, &benchmark)));
    }
    let blocks = TargetModel::named(target).map_or(1.0, |model| model.units) as u32;
    let halves = overlap(blocks, 1 << 20)?;
    let (_, [together, apart]) = planned(target, &halves.text, &halves.inputs, true)?;
    times.push(("two halves of 100 us".to_string(), 200.0 * together / apart));
    Ok(times)
}

/// Returns the sum of the predicted times of the measured kernels, a launch each.
fn kernels(preview: &Preview, benchmark: &Benchmark) -> f64 {
    let nodes = preview.plans.iter().flat_map(|plan| &plan.input.nodes);
    let launches = nodes.filter(|node| node.kind == NodeKind::Launch);
    let mut seen = Vec::new();
    let mut sum = 0.0;
    for node in launches {
        let label = phases::label(&preview.module, node);
        let is_measured = benchmark.kernels.is_empty()
            || benchmark.kernels.iter().any(|kernel| label.ends_with(&format!("@{kernel}")));
        // A program may launch a kernel several times.
        if is_measured && (benchmark.kernels.is_empty() || !seen.contains(&label)) {
            sum += node.load.us;
            seen.push(label);
        }
    }
    sum
}

/// Returns the predicted microseconds of each launch of a graph of all work of a program, one after the other.
///
/// # Errors
/// If the program cannot be read or planned, in words.
pub fn as_graph(target: &str, text: &str) -> Result<f64, String> {
    let (preview, _) = planned(target, text, &[], false)?;
    let plan = preview.plans.last().ok_or("it has no plan")?;
    let costs = &plan.input.model.costs;
    let nodes = &plan.input.nodes;
    let time = |node: usize| {
        let us = nodes[node].load.us;
        if nodes[node].kind.is_compute() { (us - costs.kernel).max(0.0) + costs.in_graph } else { 0.0 }
    };
    let mut ends: Vec<f64> = (0..nodes.len()).map(time).collect();
    for (from, to) in plan.edges() {
        ends[to] = ends[to].max(ends[from] + time(to));
    }
    let n = nodes.iter().filter(|node| node.kind.is_compute()).count();
    Ok(ends.into_iter().fold(costs.launch_graph(n), f64::max))
}

/// Plans a program with these inputs for a target; returns the plan with the predicted times of the last function, on its
/// streams and on one.
///
/// # Errors
/// If the program cannot be read or planned, in words.
pub fn planned(
    target: &str,
    text: &str,
    inputs: &[String],
    reorders: bool,
) -> Result<(Preview, [f64; 2]), String> {
    let (mut module, diagnostics) = parse(text, &ParseOptions::default());
    if diagnostics.has_errors() {
        return Err("it does not parse".to_string());
    }
    if let Some(main) = module.find_symbol(module.root(), "main") {
        mark(&mut module, main, inputs);
    }
    let limits = PlanLimits { plan_for: TargetModel::named(target), ..PlanLimits::default() };
    let code = target.split('+').next().and_then(CodeTarget::find);
    let code = code.ok_or_else(|| format!("no target is called {target}"))?;
    let choices = Choices { limits, ..Choices::unchecked(code) };
    let options = PlanOptions::new(&limits, &choices.target.target).0;
    let passes = Compilation::new(&choices).passes(Stage::Kernels..=Stage::Placed);
    let ended = pipeline::run(&passes, &mut module, &mut Diagnostics::new(), &mut Silent);
    ended.map_err(|_| "it does not compile".to_string())?;
    if reorders {
        gpu_reorder::permute(&mut module, &options);
    }
    let preview = preview(&module, &options);
    let predicted = preview.plans.last().map(Plan::predicted).ok_or("it has no plan")?;
    let times = [predicted.makespan, predicted.sequential];
    Ok((preview, times))
}

/// Marks integer arguments with their inputs.
fn mark(module: &mut Module, func: Op, inputs: &[String]) {
    let values = inputs.iter().map(|input| input.parse().ok());
    let known: Vec<(usize, Known)> =
        values.enumerate().filter_map(|(index, value)| Some((index, Known::Value(value?)))).collect();
    sizes::mark(module, func, &known);
}
