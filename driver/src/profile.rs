//! Measured times of device work: a file that a run writes and that the scheduler uses.
//!
//! ```text
//! {"unit": "microseconds", "work": [
//! {"kernel": "k::scale", "grid": [1, 1, 1], "block": [64, 1, 1], "n": 12, "median": 3.5},
//! {"copy": 4096, "n": 12, "median": 0.7},
//! {"fill": 4096, "n": 12, "median": 0.4}
//! ]}
//! ```
//! Kernels are identified by their name and the launch dimensions, copies and fills by their size in bytes.
//! Work that is measured fewer than [`MIN_SAMPLES`] times, or not at all, keeps the prediction of the cost
//! model.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use warpline_ir::dialect::gpu::LaunchFunc;
use warpline_ir::{Gpu, Module, Op, OpKind, Type};
use warpline_passes::schedule::durations::MEASURED;
use warpline_runtime::driver::StreamId;
use warpline_runtime::driver::trace::{Action, Record, Spot};

use crate::session::{Exit, Session, Stop};

/// The minimum number of durations for a meaningful median.
pub const MIN_SAMPLES: usize = 5;

/// The identity of measured work.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Work {
    Kernel { name: String, grid: [u64; 3], block: [u64; 3] },
    Copy(u64),
    Fill(u64),
}

/// Durations in nanoseconds, by work.
#[derive(Debug, Default)]
pub struct Samples(BTreeMap<Work, Vec<u64>>);

impl Samples {
    /// Returns the durations in a device's record.
    pub fn of(record: &Record) -> Self {
        let mut samples = Self::default();
        let slices: BTreeMap<_, _> =
            record.slices.iter().map(|slice| (key(slice.spot), slice.end - slice.start)).collect();
        for issued in &record.issued {
            let work = match &issued.action {
                Action::Kernel { name, grid, block } => {
                    Work::Kernel { name: name.clone(), grid: *grid, block: *block }
                }
                Action::Copy(bytes) => Work::Copy(*bytes),
                Action::Fill(bytes) => Work::Fill(*bytes),
                Action::Graph(_) | Action::Wait { .. } => continue,
            };
            if let Some(time) = slices.get(&key(issued.spot)) {
                samples.0.entry(work).or_default().push(*time);
            }
        }
        samples
    }

    /// Adds other samples.
    pub fn append(&mut self, other: Self) {
        for (work, times) in other.0 {
            self.0.entry(work).or_default().extend(times);
        }
    }

    /// Returns the contents of the file.
    pub fn json(mut self) -> String {
        let entries = self.0.iter_mut().map(|(work, times)| {
            times.sort_unstable();
            let (n, median) = (times.len(), median(times));
            match work {
                Work::Kernel { name, grid, block } => {
                    json!({"kernel": name, "grid": grid, "block": block, "n": n, "median": median})
                }
                Work::Copy(bytes) => json!({"copy": bytes, "n": n, "median": median}),
                Work::Fill(bytes) => json!({"fill": bytes, "n": n, "median": median}),
            }
        });
        let entries: Vec<String> = entries.map(|entry| entry.to_string()).collect();
        format!("{{\"unit\": \"microseconds\", \"work\": [\n{}\n]}}\n", entries.join(",\n"))
    }
}

/// Returns the key that relates the issue of a command to its execution.
fn key(spot: Spot) -> (StreamId, u64, u32) {
    (spot.stream, spot.point, spot.node)
}

/// Returns the median of sorted nanoseconds, in microseconds.
fn median(sorted: &[u64]) -> f64 {
    let n = sorted.len();
    let (low, high) = (sorted[(n - 1) / 2], sorted[n / 2]);
    (low + high) as f64 / 2e3
}

/// Measured times read from a file.
#[derive(Debug, Default)]
pub struct Profile {
    medians: BTreeMap<Work, f64>,
    /// The number of entries with too few durations.
    pub n_short: usize,
}

impl Profile {
    /// Reads the profile file if a flag names one; reports how many entries have too few durations.
    pub fn load(session: &mut Session, path: Option<&str>) -> Result<Option<Self>, Stop> {
        let Some(path) = path else { return Ok(None) };
        let text = session.try_read_source(path).map_err(|message| session.fail(Exit::Usage, message))?.text;
        let profile = Self::read(&text)
            .map_err(|message| session.fail(Exit::Usage, format!("profile '{path}': {message}")))?;
        if 0 < profile.n_short {
            let n = profile.n_short;
            let message = format!(
                "note: profile '{path}': entries not used, since they have fewer than {MIN_SAMPLES} durations: {n}"
            );
            session.note(message);
        }
        Ok(Some(profile))
    }

    /// Parses the text of a file; an error includes its location.
    pub fn read(text: &str) -> Result<Self, String> {
        let document: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let unit = document.get("unit").and_then(Value::as_str);
        if unit != Some("microseconds") {
            return Err("expected an object with \"unit\": \"microseconds\"".to_string());
        }
        let entries = document.get("work").and_then(Value::as_array);
        let entries = entries.ok_or("expected a list \"work\"")?;
        let mut profile = Self::default();
        for (number, entry) in entries.iter().enumerate() {
            let (work, n, median) =
                read_entry(entry).map_err(|message| format!("work[{number}]: {message}"))?;
            if n < MIN_SAMPLES as u64 {
                profile.n_short += 1;
            } else if profile.medians.insert(work, median).is_some() {
                return Err(format!("work[{number}]: this work is in the list already"));
            }
        }
        Ok(profile)
    }

    /// Annotates the launches, copies and fills of a module with their known times.
    pub fn annotate(&self, module: &mut Module) {
        for op in module.walk(module.root()) {
            let time = work_of(module, op).and_then(|work| self.medians.get(&work));
            if let Some(time) = time {
                let attr = module.float_attr(time.to_bits(), Type::F64);
                module.set_attr(op, MEASURED, attr);
            }
        }
    }
}

fn read_entry(entry: &Value) -> Result<(Work, u64, f64), String> {
    let number = |key: &str| {
        let value = entry.get(key).and_then(Value::as_u64);
        value.ok_or_else(|| format!("expected a whole number \"{key}\""))
    };
    let sizes = |key: &str| -> Result<[u64; 3], String> {
        let list = entry.get(key).and_then(Value::as_array);
        let list: Option<Vec<u64>> = list.and_then(|list| list.iter().map(Value::as_u64).collect());
        list.and_then(|list| list.try_into().ok())
            .ok_or_else(|| format!("expected three whole numbers \"{key}\""))
    };
    let median = entry.get("median").and_then(Value::as_f64).filter(|time| 0.0 <= *time);
    let median = median.ok_or("expected a number \"median\" that is not negative")?;
    let work = match (entry.get("kernel").and_then(Value::as_str), entry.get("copy"), entry.get("fill")) {
        (Some(name), None, None) => {
            Work::Kernel { name: name.to_string(), grid: sizes("grid")?, block: sizes("block")? }
        }
        (None, Some(_), None) => Work::Copy(number("copy")?),
        (None, None, Some(_)) => Work::Fill(number("fill")?),
        _ => return Err("expected one of \"kernel\", \"copy\" and \"fill\"".to_string()),
    };
    Ok((work, number("n")?, median))
}

/// Returns the identity of an operation in profiles; `None` if its sizes are known only at run time.
fn work_of(module: &Module, op: Op) -> Option<Work> {
    match module.kind(op) {
        OpKind::Gpu(Gpu::LaunchFunc) => {
            let view = module.op(op);
            let sizes = LaunchFunc(view).sizes().iter();
            let sizes = sizes.map(|size| u64::try_from(module.constant_int(*size)?).ok());
            let sizes: Vec<u64> = sizes.collect::<Option<_>>()?;
            let path = view.attr("kernel").and_then(|kernel| module.attr_symbol(kernel))?;
            let parts: Vec<&str> = path.iter().map(|part| module.text(*part)).collect();
            let name = match parts.as_slice() {
                [outer, name] if outer == name => (*name).to_string(),
                parts => parts.join("::"),
            };
            let [grid, block] =
                [sizes.get(..3)?, sizes.get(3..6)?].map(|three| [three[0], three[1], three[2]]);
            Some(Work::Kernel { name, grid, block })
        }
        OpKind::Gpu(Gpu::Memcpy) => bytes_of(module, op).map(Work::Copy),
        OpKind::Gpu(Gpu::Memset) => bytes_of(module, op).map(Work::Fill),
        _ => None,
    }
}

/// Returns the size in bytes of the buffer that an operation writes.
fn bytes_of(module: &Module, op: Op) -> Option<u64> {
    let ty = module.type_of(module.op(op).named("dst"));
    let bytes = module.byte_size(module.element_type(ty))?;
    let mut sizes = module.shape(ty)?.iter();
    sizes.try_fold(bytes, |total, size| total.checked_mul(u64::try_from(*size).ok()?))
}
