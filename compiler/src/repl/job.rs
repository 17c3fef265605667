//! A job: one execution, as data that can be sent through a pipe. It runs in this process or in a
//! [worker](super::worker).
//!
//! The format is one line of JSON, followed by the bytes of the arrays in order.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use warpline_ir::{Module, Remarks};
use warpline_passes::transforms::assume_noalias::mark_entry;
use warpline_runtime::Stats;
use warpline_runtime::interp::Options;

use super::counted;
use crate::driver::argument_hints;
use crate::driver::compilation::Graphs;
use crate::driver::devices;
use crate::driver::execute::summary;
use crate::driver::execute::{Concurrency, Execution, Interface, Measured, Races, Request};
use crate::driver::host_loops;
use crate::driver::mistakes;
use crate::driver::remarks;
use crate::driver::report::Format;
use crate::driver::session::{Exit, Session, SourceFile, Stop};
use crate::driver::steps;
use crate::driver::values::{Array, Element};
use crate::driver::words::Words as _;

/// An execution with its settings.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is one choice of the user")]
pub(super) struct Job {
    /// The program.
    pub(super) source: SourceFile,
    /// The function.
    pub(super) entry: String,
    /// Its arguments.
    pub(super) inputs: Vec<Array>,
    /// The device.
    pub(super) device: String,
    /// The time limit of the interpreter in seconds; 0 is no limit.
    pub(super) deadline: f64,
    /// The work that is issued as task graphs.
    pub(super) graphs: Graphs,
    /// Whether an index out of bounds ends the execution.
    pub(super) traps: bool,
    /// Whether races are detected.
    pub(super) races: bool,
    /// The passes that report remarks.
    pub(super) remarks: Remarks,
    /// The seed of another legal order; 0 for the natural order.
    pub(super) seed: u64,
    /// Whether operations of unknown dialects are accepted.
    pub(super) unregistered: bool,
    /// Whether to record a timeline.
    pub(super) has_trace: bool,
    /// The number of measured runs; 0 is a single run, for its values.
    pub(super) n_measured: u32,
    /// The format of diagnostics.
    pub(super) format: Format,
    /// Whether diagnostics have colour.
    pub(super) has_color: bool,
}

/// The outcome of a job.
#[derive(Clone, Debug, Default)]
pub(super) struct Done {
    /// The exit code that the command would have.
    pub(super) exit: u8,
    /// The diagnostics.
    pub(super) found: String,
    /// The output of the program.
    pub(super) printed: String,
    /// The results.
    pub(super) results: Vec<Array>,
    /// The arguments after the execution.
    pub(super) arguments: Vec<Array>,
    /// Counts on one line.
    pub(super) counts: String,
    /// All statistics, with times.
    pub(super) details: String,
    /// The timeline.
    pub(super) trace: Option<String>,
    /// The duration of each measured execution, in nanoseconds.
    pub(super) times: Vec<u64>,
}

impl Done {
    /// Returns the results, and then the arguments.
    pub(super) fn values(&self) -> impl Iterator<Item = &Array> {
        self.results.iter().chain(&self.arguments)
    }
}

/// Performs a job in this session, whose ceilings apply to its compilation.
pub(super) fn perform(session: &mut Session, job: &Job) -> Done {
    session.format = job.format;
    session.has_color = job.has_color;
    session.remarks.clone_from(&job.remarks);
    session.begin_compiling();
    let done = try_perform(session, job);
    session.end_compiling();
    let mut done = done.unwrap_or_else(|Stop(exit)| Done { exit: exit as u8, ..Done::default() });
    done.found = std::mem::take(&mut session.err);
    done
}

fn try_perform(session: &mut Session, job: &Job) -> Result<Done, Stop> {
    let mut module = steps::read(session, &job.source, job.unregistered)?;
    let interface = Interface::find(&module, Some(&job.entry));
    let interface = interface.map_err(|message| session.fail(Exit::Usage, message))?;
    // Each parameter gets a separate buffer.
    mark_entry(&mut module, interface.entry);
    let found = mistakes::of_run(&module, &job.source.text, interface.entry, job.traps);
    steps::finish(session, &job.source, &found)?;
    let cache = session.kept.as_mut().map(|kept| Arc::clone(kept.cache()));
    let request = Request { cache: cache.as_ref(), ..request(job, &module, &interface) };
    if 0 < job.n_measured {
        return measure(session, job, &request);
    }
    let execution = devices::run(session, &job.device, &request)?;
    let has_no_launch = execution.stats.as_ref().is_some_and(|stats| stats.launches == 0);
    if has_no_launch && execution.failed.is_none() {
        for line in host_loops::summary(&job.source, &module) {
            session.note(line);
        }
    } else if execution.failed.is_none()
        && execution.stats.as_ref().is_some_and(|stats| 1 < stats.launches)
        && let Some(line) = argument_hints::summary(&job.source, &module, interface.entry)
    {
        session.note(line);
    }
    Ok(report(session, execution))
}

fn request<'a>(job: &'a Job, module: &'a Module, interface: &'a Interface) -> Request<'a> {
    let mut options = Options { seed: job.seed, checks_bounds: job.traps, ..Options::default() };
    options.limits.deadline = (0.0 < job.deadline).then(|| Duration::from_secs_f64(job.deadline));
    Request {
        concurrency: Concurrency { detects_races: job.races, adversary: (job.seed != 0).then_some(job.seed) },
        // Results that a function returns uninitialized are the same in each session.
        has_poison: true,
        graphs: job.graphs,
        traps: job.traps,
        guards: true,
        measured: Measured { trace: job.has_trace, ..Measured::default() },
        options,
        ..Request::new(&job.source, module, interface, &job.inputs)
    }
}

/// Runs the program repeatedly on one device, which keeps its resources.
fn measure(session: &mut Session, job: &Job, request: &Request<'_>) -> Result<Done, Stop> {
    if devices::find(&job.device).is_some_and(|(kind, _)| kind.backend.is_none()) {
        let message = format!("'{}' is not measured; ':set device auto' runs on the cpu", job.device);
        return Err(session.fail(Exit::Usage, message));
    }
    let request = Request { n_runs: job.n_measured as usize, has_poison: false, ..*request };
    let execution = devices::run(session, &job.device, &request)?;
    let times = execution.times.iter().map(|time| time.as_nanos() as u64).collect();
    if execution.failed.is_some() || execution.is_interpreted {
        return Ok(report(session, execution));
    }
    Ok(Done { times, ..Done::default() })
}

fn report(session: &mut Session, execution: Execution) -> Done {
    let mut exit = execution.failed.unwrap_or(Exit::Success);
    let mut done = Done {
        results: execution.results,
        arguments: execution.arguments,
        printed: execution.printed,
        trace: execution.trace,
        ..Done::default()
    };
    match &execution.stats {
        Some(stats) => {
            done.counts = counts(stats, execution.races.as_ref());
            done.details = summary::table(stats, &[], None, execution.races.as_ref(), None);
            if summary::n_leaked(stats) != 0 && exit == Exit::Success {
                exit = session.fail(Exit::Failed, "the run ended with something still held").0;
            }
        }
        None => done.counts = "on the interpreter".to_string(),
    }
    done.exit = exit as u8;
    done
}

/// Returns the statistics that do not depend on time.
fn counts(stats: &Stats, races: Option<&Races>) -> String {
    if stats.launches == 0 && stats.streams == 0 && summary::n_leaked(stats) == 0 {
        return "on the host alone: there was no device work".to_string();
    }
    let mut parts = vec![
        counted(stats.kernels, "kernel", "kernels"),
        counted(stats.launches, "launch", "launches"),
        counted(stats.streams, "stream", "streams"),
        counted(stats.waits, "wait", "waits"),
        counted(stats.host_syncs, "host sync", "host syncs"),
    ];
    if 0 < stats.graphs {
        parts.push(counted(stats.graph_launches, "graph launch", "graph launches"));
    }
    parts.push(counted(summary::n_leaked(stats), "leak", "leaks"));
    parts.extend(races.map(|races| counted(races.n_found as u64, "race", "races")));
    parts.join(", ")
}

impl Job {
    /// Serializes the job.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let head = json!({
            "name": self.source.name,
            "text": self.source.text,
            "entry": self.entry,
            "inputs": shapes(&self.inputs),
            "device": self.device,
            "deadline": self.deadline,
            "graphs": self.graphs.word(),
            "traps": self.traps,
            "races": self.races,
            "remarks": remarks::to_text(&self.remarks),
            "seed": self.seed,
            "unregistered": self.unregistered,
            "has_trace": self.has_trace,
            "n_measured": self.n_measured,
            "format": self.format.word(),
            "has_color": self.has_color,
        });
        with_arrays(&head, &self.inputs)
    }

    /// Deserializes a job; `None` if it is malformed.
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (head, mut rest) = split_head(bytes)?;
        let text = |key: &str| head[key].as_str().map(str::to_string);
        Some(Self {
            source: SourceFile { name: text("name")?, text: text("text")? },
            entry: text("entry")?,
            inputs: arrays(&head["inputs"], &mut rest)?,
            device: text("device")?,
            deadline: head["deadline"].as_f64()?,
            graphs: Graphs::of_word(&text("graphs")?)?,
            traps: head["traps"].as_bool()?,
            races: head["races"].as_bool()?,
            remarks: remarks::from_text(&text("remarks")?).ok()?,
            seed: head["seed"].as_u64()?,
            unregistered: head["unregistered"].as_bool()?,
            has_trace: head["has_trace"].as_bool()?,
            n_measured: head["n_measured"].as_u64()? as u32,
            format: Format::of_word(&text("format")?)?,
            has_color: head["has_color"].as_bool()?,
        })
    }
}

impl Done {
    /// Serializes the outcome.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let head = json!({
            "exit": self.exit,
            "found": self.found,
            "printed": self.printed,
            "results": shapes(&self.results),
            "arguments": shapes(&self.arguments),
            "counts": self.counts,
            "details": self.details,
            "trace": self.trace,
            "times": self.times,
        });
        with_arrays(&head, self.values())
    }

    /// Deserializes an outcome; `None` if it is truncated.
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (head, mut rest) = split_head(bytes)?;
        let text = |key: &str| head[key].as_str().map(str::to_string);
        Some(Self {
            exit: head["exit"].as_u64()? as u8,
            found: text("found")?,
            printed: text("printed")?,
            results: arrays(&head["results"], &mut rest)?,
            arguments: arrays(&head["arguments"], &mut rest)?,
            counts: text("counts")?,
            details: text("details")?,
            trace: text("trace"),
            times: head["times"].as_array()?.iter().filter_map(Value::as_u64).collect(),
        })
    }
}

/// Returns the shapes and element types of arrays.
pub(super) fn shapes<'a>(arrays: impl IntoIterator<Item = &'a Array>) -> Value {
    let all = arrays.into_iter().map(|array| {
        let unwritten: Vec<[u64; 2]> = array.unwritten.iter().map(|range| [range.start, range.end]).collect();
        let (shape, element, bytes) = (&array.shape, array.element.keyword(), array.bytes.len());
        json!({"shape": shape, "element": element, "bytes": bytes, "unwritten": unwritten})
    });
    Value::Array(all.collect())
}

/// Returns a line of JSON followed by the bytes of arrays.
pub(super) fn with_arrays<'a>(head: &Value, arrays: impl IntoIterator<Item = &'a Array>) -> Vec<u8> {
    let mut out = format!("{head}\n").into_bytes();
    arrays.into_iter().for_each(|array| out.extend_from_slice(&array.bytes));
    out
}

/// Returns the line of JSON, and the rest.
pub(super) fn split_head(bytes: &[u8]) -> Option<(Value, &[u8])> {
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    Some((serde_json::from_slice(&bytes[..end]).ok()?, &bytes[end + 1..]))
}

/// Returns the arrays of a list; their bytes are taken from the front of `rest`.
pub(super) fn arrays(list: &Value, rest: &mut &[u8]) -> Option<Vec<Array>> {
    let one = |entry: &Value| {
        let (bytes, others) = rest.split_at_checked(entry["bytes"].as_u64()? as usize)?;
        *rest = others;
        let shape = entry["shape"].as_array()?.iter().map(Value::as_u64).collect::<Option<Vec<u64>>>()?;
        let element = Element::from_keyword(entry["element"].as_str()?)?;
        let ranges = entry["unwritten"].as_array().into_iter().flatten();
        let unwritten = ranges.filter_map(|range| Some(range[0].as_u64()?..range[1].as_u64()?)).collect();
        Some(Array { unwritten, ..Array::new(shape, element, bytes.to_vec()) })
    };
    list.as_array()?.iter().map(one).collect()
}
