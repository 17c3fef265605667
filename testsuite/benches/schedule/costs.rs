//! Compares predicted times with measured ones: those of `measured.csv` on GPUs, and those of this machine on the CPU device.

use std::collections::BTreeMap;

use warpline_passes::TargetModel;
use warpline_testsuite::gpu_bench::costs;
use warpline_testsuite::workloads::{module_text, workloads};

use super::report;

/// Times that were measured: device, program, microseconds.
const MEASURED: &str = include_str!("measured.csv");
/// The most by which a prediction may be wrong, for this share of all.
const MOST: f64 = 2.0;
const SHARE: f64 = 0.9;
/// The most of the geometric mean.
const MEAN: f64 = 1.3;

/// Reports the ratios by device.
pub(crate) fn compare() {
    let mut devices: BTreeMap<&str, Vec<(&str, f64)>> = BTreeMap::new();
    for line in MEASURED.lines().skip(1) {
        let mut cells = line.split(',');
        let (Some(device), Some(program), Some(us)) = (cells.next(), cells.next(), cells.next()) else {
            continue;
        };
        let us = us.parse().expect("a time is a number");
        devices.entry(device).or_default().push((program, us));
    }
    for (device, programs) in devices {
        let predicted = of_gpu(device);
        let rows = programs.into_iter().map(|(program, measured)| {
            let found = predicted.iter().find(|(name, _)| name == program);
            (program.to_string(), found.map_or(f64::NAN, |(_, us)| *us), measured)
        });
        show(device, &rows.collect::<Vec<_>>());
    }
}

/// Reports the ratios of a device, and whether they are within the limits.
fn show(device: &str, rows: &[(String, f64, f64)]) {
    report(&format!("\n{device}: predicted and measured microseconds, and their ratio"));
    let ratio = |predicted: f64, measured: f64| (predicted / measured).max(measured / predicted);
    for (program, predicted, measured) in rows {
        let ratio = ratio(*predicted, *measured);
        report(&format!("{program:34} {predicted:10.2} {measured:10.2} {ratio:6.2}"));
    }
    let ratios: Vec<f64> = rows.iter().map(|(_, predicted, measured)| ratio(*predicted, *measured)).collect();
    let n = ratios.len() as f64;
    let within = ratios.iter().filter(|ratio| **ratio <= MOST).count() as f64 / n;
    let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / n).exp();
    report(&format!(
        "{:.0} % within {MOST} ({:.0} asked), geometric mean {mean:.2} ({MEAN} asked)",
        within * 100.0,
        SHARE * 100.0
    ));
}

/// Returns the predicted times of the programs of `measured.csv` on a GPU.
fn of_gpu(device: &str) -> Vec<(String, f64)> {
    let model = TargetModel::named(device).expect("a measured device has a row");
    let mut times = costs::predicted(device).unwrap_or_else(|problem| panic!("{problem}"));
    let bytes = f64::from(1u32 << 28);
    times.push(("copy of 256 MiB".to_string(), 2.0 * bytes / model.bandwidth));
    times.push(("launch through a stream".to_string(), model.costs.launch.max(model.costs.kernel)));
    times.push(("launch in a graph".to_string(), model.costs.in_graph));
    let workloads = workloads();
    let bodies = [
        ("conjugate gradient", "W9", 3..11),
        ("image pipeline", "W8", 0..13),
        ("two convolutions", "W1", 0..3),
        ("fork of three", "W18", 0..5),
    ];
    for (name, id, range) in bodies {
        let workload = workloads.iter().find(|workload| workload.id == id).expect("the workload exists");
        let text = module_text(&workload.items[range]);
        for (how, time) in
            [("on streams", on_streams(device, &text)), ("as a graph", as_graph(device, &text))]
        {
            times.push((format!("{name} {how}"), time));
        }
    }
    times
}

/// Returns the predicted time of a launch of a program as a graph.
fn as_graph(device: &str, text: &str) -> f64 {
    costs::as_graph(device, text).expect("workloads can be planned")
}

/// Returns the predicted time of one trip of a loop around a program.
fn on_streams(device: &str, text: &str) -> f64 {
    let (preview, [time, _]) = costs::planned(device, text, &[], true).expect("workloads can be planned");
    drop(preview);
    time
}
