//! Compares the predicted times of plans with the makespans of HEFT, on random layered graphs.

use warpline_ir::{Gpu, Op, OpKind, Type};
use warpline_passes::schedule::durations::MEASURED;
use warpline_passes::schedule::gpu_reorder;
use warpline_passes::schedule::preview;
use warpline_testsuite::generator::Generator;
use warpline_testsuite::workloads::{Action, Item, module_text};

use super::heft::{self, Task};
use super::{placed, report};

/// Operations of a layer.
const WIDTHS: [usize; 8] = [4, 6, 8, 12, 16, 24, 32, 48];
/// Layers of a graph.
const LAYERS: usize = 10;
/// Graphs of each width.
const SEEDS: u64 = 8;
/// Streams of plans, and machines of HEFT.
const STREAMS: [usize; 2] = [4, 8];

/// Reports the ratios; fails if plans are worse than those of HEFT on average, or one by more than 2 %.
pub(crate) fn compare() {
    report("\npredicted time over that of HEFT on random layered graphs, geometric mean (worst)");
    let mut all = Vec::new();
    for width in WIDTHS {
        let shown = STREAMS.map(|n_streams| {
            let ratios: Vec<f64> = (0..SEEDS).map(|seed| over_heft(width, seed, n_streams)).collect();
            all.extend_from_slice(&ratios);
            let (mean, worst) = mean_and_worst(&ratios);
            format!("{n_streams} streams {mean:.4} ({worst:.4})")
        });
        report(&format!("width {width:2}, {:3} operations: {}", width * LAYERS, shown.join(", ")));
    }
    let (mean, worst) = mean_and_worst(&all);
    report(&format!("all {} plans: {mean:.4} ({worst:.4})", all.len()));
    assert!(mean <= 1.0 && worst <= 1.02, "plans end later than those of HEFT");
}

fn mean_and_worst(ratios: &[f64]) -> (f64, f64) {
    let logs: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
    ((logs / ratios.len() as f64).exp(), ratios.iter().copied().fold(0.0, f64::max))
}

/// Returns a layered graph in which each operation reads up to three results of the previous layer; durations
/// from 2 to 200.
fn random_graph(width: usize, seed: u64) -> (Vec<Item>, Vec<Task>) {
    let mut generator = Generator::new(seed * 1_000 + width as u64);
    let (mut items, mut tasks) = (Vec::new(), Vec::new());
    for number in 0..width * LAYERS {
        let before = (number / width).checked_sub(1).map(|layer| layer * width);
        let mut preds: Vec<usize> = before.map_or_else(Vec::new, |first| {
            (0..=generator.below(3)).map(|_| first + generator.below(width)).collect()
        });
        preds.sort_unstable();
        preds.dedup();
        let reads: Vec<String> = preds.iter().map(|pred| format!("b{pred}")).collect();
        let reads = if reads.is_empty() { vec!["in".to_string()] } else { reads };
        items.push(Item { action: Action::Launch, reads, writes: vec![format!("b{number}")] });
        let duration = 2.0 * 100f64.powf(generator.below(1_000) as f64 / 1e3);
        tasks.push(Task { duration: (duration * 10.0).round() / 10.0, preds });
    }
    (items, tasks)
}

/// Returns the predicted time of the plan for a random graph, divided by the makespan of HEFT.
fn over_heft(width: usize, seed: u64, n_streams: usize) -> f64 {
    let (items, tasks) = random_graph(width, seed);
    let mut module = placed(&module_text(&items));
    let is_launch = |op: &Op| module.kind(*op) == OpKind::Gpu(Gpu::LaunchFunc);
    let launches: Vec<Op> = module.walk(module.root()).into_iter().filter(is_launch).collect();
    for (op, task) in launches.into_iter().zip(&tasks) {
        let time = module.float_attr(task.duration.to_bits(), Type::F64);
        module.set_attr(op, MEASURED, time);
    }
    let options = [("max-streams".to_string(), n_streams.to_string())];
    gpu_reorder::permute(&mut module, &options);
    let predicted = preview(&module, &options).plans[0].predicted();
    let path = heft::longest_path(&tasks);
    assert!((predicted.critical_path - path).abs() < 1e-6, "both see the same graph");
    predicted.makespan / heft::makespan(&tasks, n_streams)
}
