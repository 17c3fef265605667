//! Execution of a function on a device: one form of request and answer. [`crate::driver::devices`] has a file per kind of device.

use std::time::Duration;

use warpline_ir::Module;
use warpline_runtime::cache::KernelCache;
use warpline_runtime::interp::Options;
use warpline_runtime::{Faults, Libraries, Stats};

use crate::driver::backends::{CodeTarget, Logs, host as code};
use crate::driver::default_pipelines::{self, Graphs, PlanLimits};
use crate::driver::profile::{Profile, Samples};
use crate::driver::session::{Exit, Session, SourceFile, Stop};
use crate::driver::values::Array;
use crate::driver::views::Views;

mod arrays;
mod crash_report;
mod declared;
mod failed_launch;
pub(crate) mod host;
mod in_order;
mod interface;
pub(crate) mod interp;
mod kernels;
mod launched;
mod live;
mod mutation;
mod prepared;
pub(crate) mod program;
mod races;
mod reach;
pub(crate) mod summary;
mod timeline;

pub(crate) use arrays::name_at as array_at;
pub(crate) use interface::Given;
pub use interface::Interface;
pub(crate) use kernels::Unit;
pub use mutation::Planted;
pub use prepared::{Outcome, Prepared};

/// What to execute.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is one choice of the user")]
pub struct Request<'a> {
    /// The text, for diagnostics.
    pub source: &'a SourceFile,
    /// The verified module, as it was read.
    pub module: &'a Module,
    /// The function.
    pub interface: &'a Interface,
    /// A value per parameter.
    pub inputs: &'a [Array],
    /// The driver call that fails.
    pub injected: Injected,
    /// What is done about concurrency on the CPU device.
    pub concurrency: Concurrency,
    /// Whether fresh memory of the CPU device and the host holds a pattern, so that what is read from it is always the same.
    pub has_poison: bool,
    /// Which device work becomes task graphs on the CPU device.
    pub graphs: Graphs,
    /// What its plans may use at most.
    pub limits: PlanLimits,
    /// What is measured, on devices with streams.
    pub measured: Measured,
    /// Whether it is told why work of the schedule does not run side by side.
    pub explains: bool,
    /// Measured durations, by which the work is scheduled.
    pub profile: Option<&'a Profile>,
    /// A mistake that compiling makes, for tests.
    pub planted: Option<&'a Planted>,
    /// Whether machine code checks the indices of accesses, as the interpreter always does.
    pub traps: bool,
    /// Whether memory of the cpu lies between pages in which every access ends the process.
    pub guards: bool,
    /// How the interpreter runs.
    pub options: Options,
    /// How long machine code may run, if the session has a process that can be ended.
    pub deadline: Option<Duration>,
    /// Where code of kernels comes from, if it need not be made.
    pub cache: Option<&'a KernelCache>,
    /// What the host may call besides what is built in.
    pub libraries: Option<&'a Libraries>,
}

impl<'a> Request<'a> {
    /// A plain run: nothing fails on purpose, and nothing is looked for or measured.
    pub fn new(
        source: &'a SourceFile,
        module: &'a Module,
        interface: &'a Interface,
        inputs: &'a [Array],
    ) -> Self {
        Self {
            source,
            module,
            interface,
            inputs,
            injected: Injected(Faults::None),
            concurrency: Concurrency::default(),
            has_poison: false,
            graphs: Graphs::default(),
            limits: PlanLimits::default(),
            measured: Measured::default(),
            explains: false,
            profile: None,
            planted: None,
            traps: false,
            guards: false,
            options: Options::default(),
            deadline: None,
            cache: None,
            libraries: None,
        }
    }
}

impl Request<'_> {
    /// Whether code logs what it accesses, for the detector of races.
    pub(crate) fn logs(&self) -> Logs {
        if self.concurrency.detects_races { Logs::On } else { Logs::Off }
    }
}

/// What is measured of device work. Each needs the times that a GPU takes by more calls of its driver.
#[derive(Clone, Copy, Debug, Default)]
pub struct Measured {
    /// A timeline is recorded.
    pub trace: bool,
    /// The durations of all work are recorded.
    pub samples: bool,
    /// The times of kernels are counted, which the CPU device always does.
    pub times: bool,
}

/// How the CPU device looks for missing synchronisation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Concurrency {
    /// Whether two accesses that nothing orders fail the run, whatever ran first.
    pub detects_races: bool,
    /// The seed of a legal order that differs from the usual one as far as it can.
    pub adversary: Option<u64>,
}

/// What came out.
pub struct Execution {
    /// The results.
    pub results: Vec<Array>,
    /// The arguments after the run.
    pub arguments: Vec<Array>,
    /// What the program printed.
    pub printed: String,
    /// Counts; `None` for the interpreter where nobody asked for them, so that it ran the program as it was read.
    pub stats: Option<Stats>,
    /// Whether the interpreter ran the program.
    pub is_interpreted: bool,
    /// Races that were found; `None` where nobody looked for them.
    pub races: Option<usize>,
    /// The timeline in the Trace Event Format, if one was recorded.
    pub trace: Option<String>,
    /// The durations of its work, if they were recorded.
    pub samples: Option<Samples>,
    /// Why work does not run side by side, if that was asked for.
    pub explanation: Option<Explanation>,
    /// How the command ends if the program failed, which is reported; then there are no results.
    pub failed: Option<Exit>,
}

/// Why work of a schedule does not run side by side.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// What is on the longest path, for people.
    pub text: String,
    /// All, for programs.
    pub json: serde_json::Value,
}

impl Explanation {
    /// That of the schedule of a module in which buffers are placed.
    fn of(module: &Module, request: &Request<'_>) -> Self {
        let views = Views::of(module, request.source, &request.limits);
        Self { text: views.explanation(), json: views.json() }
    }
}

/// The driver call that fails, for tests.
#[derive(Clone, Copy, Debug)]
pub struct Injected(pub Faults);

/// Names of driver calls that `--fail-call` takes.
const CALLS: &[&str] = &[
    "alloc",
    "alloc_shared",
    "copy",
    "copy_strided",
    "fill",
    "fill_strided",
    "free",
    "graph_build",
    "graph_destroy",
    "graph_launch",
    "host_wait",
    "launch",
    "lease_event",
    "lease_stream",
    "load",
    "record",
    "return_event",
    "return_stream",
    "unload",
    "wait",
];

impl Injected {
    /// Reads `N` or `NAME:N`.
    pub fn parse(text: Option<&str>) -> Result<Self, String> {
        let Some(text) = text else { return Ok(Self(Faults::None)) };
        let refused = || format!("expected N or NAME:N for --fail-call, but found '{text}'");
        let Some((name, number)) = text.split_once(':') else {
            return text.parse().map(|number| Self(Faults::Call(number))).map_err(|_| refused());
        };
        let name = CALLS.iter().find(|call| **call == name).ok_or_else(refused)?;
        number.parse().map(|number| Self(Faults::Named(name, number))).map_err(|_| refused())
    }
}

/// What a run of this program for a target asks the kernel cache for.
pub(crate) fn units(
    session: &mut Session,
    source: &SourceFile,
    module: &Module,
    target: &CodeTarget,
) -> Result<Vec<Unit>, Stop> {
    let mut module = module.clone();
    for pipeline in [
        default_pipelines::DEVICE_PIPELINE,
        default_pipelines::RUNTIME_VERIFICATION,
        default_pipelines::ANNOTATE_KERNELS,
        code::PIPELINE,
    ] {
        default_pipelines::run_pipeline(session, source, &mut module, pipeline)?;
    }
    Ok(kernels::units(&module, target))
}
