//! Executes a function on a device: the request and the result, common to all devices.
//! [`crate::devices`] has a file per kind of device.

use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use warpline_ir::{Diagnostics, Module};
use warpline_passes::{Target, TargetModel};
use warpline_runtime::cache::{ContextLimits, KernelCache};
use warpline_runtime::interp::Options;
use warpline_runtime::{Faults, Libraries, Stats};

use crate::backends::{CodeTarget, Logs};
use crate::compilation::{Compilations, Graphs, PlanLimits, PlanOptions, Stage};
use crate::profile::{Profile, Samples};
use crate::session::{Exit, SourceFile};
use crate::values::Array;
use crate::views::Views;

pub(crate) mod adapter;
mod arrays;
mod crash_report;
mod declared;
mod failed_launch;
pub(crate) mod host;
mod in_order;
mod interface;
pub(crate) mod interp;
pub(crate) mod kernels;
mod launched;
mod live;
pub mod modules;
mod mutation;
mod prepared;
pub(crate) mod program;
mod races;
mod reach;
pub(crate) mod rows;
pub mod summary;
mod timeline;

pub(crate) use arrays::name_at as array_at;
pub use interface::Interface;
pub use kernels::KernelGenerator;
pub use kernels::Unit;
pub use mutation::Mutation;
pub use prepared::{Outcome, Prepared};
pub(crate) use program::with_number;
pub use program::{Form, scheduled, units};

/// A request to execute a function.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is one choice of the user")]
pub struct Request<'a> {
    /// The text, for diagnostics.
    pub source: &'a SourceFile,
    /// The verified module, as it was read.
    pub module: &'a Module,
    /// Whether passes have changed the module, so that what devices do to a program as it was read is done.
    pub is_compiled: bool,
    /// The function.
    pub interface: &'a Interface,
    /// A value per parameter.
    pub inputs: &'a [Array],
    /// The driver call to fail, for tests.
    pub injected: Injected,
    /// The target of the code for the CPU device, if it is not the default one.
    pub target: Option<&'a CodeTarget>,
    /// The concurrency checks of the CPU device.
    pub concurrency: Concurrency,
    /// Whether fresh memory of the CPU device and the host is filled with a pattern, so that reads of it are
    /// deterministic.
    pub has_poison: bool,
    /// The device work that becomes task graphs on the CPU device.
    pub graphs: Graphs,
    /// The resource limits of its plans.
    pub limits: PlanLimits,
    /// The measurements on devices with streams.
    pub measured: Measured,
    /// Whether to explain why work of the schedule does not overlap.
    pub explains: bool,
    /// Measured durations used for scheduling.
    pub profile: Option<&'a Profile>,
    /// A deliberate miscompilation, for tests.
    pub mutation: Option<&'a Mutation>,
    /// Whether machine code checks the indices of accesses, as the interpreter always does.
    pub traps: bool,
    /// Whether memory of the cpu lies between guard pages, in which every access ends the process.
    pub guards: bool,
    /// The interpreter options.
    pub options: Options,
    /// The time limit of machine code, if the session has a process that can be ended.
    pub deadline: Option<Duration>,
    /// The cache of compiled kernels, if it is used.
    pub cache: Option<&'a Arc<KernelCache>>,
    /// Maximum bytes of host memory of the program at one time; `None` is half of the memory of the machine.
    pub max_host_memory: Option<NonZeroU64>,
    /// The functions that the host may call besides the built-in ones.
    pub libraries: Option<&'a Libraries>,
    /// The number of runs; the device keeps its modules and its pools from run to run.
    pub n_runs: usize,
    /// The limits of what a device keeps loaded.
    pub context_limits: ContextLimits,
    /// The compilations that an application keeps.
    pub compilations: Option<&'a Compilations>,
    /// Passes of an application.
    pub own: &'a [OwnStep],
    /// Ends the compilation before its next pass once it is set.
    pub cancel: Option<&'a Arc<AtomicBool>>,
}

/// A pass of an application, and its place.
#[derive(Clone)]
pub struct OwnStep {
    /// The stage behind which it runs.
    pub after: Stage,
    /// Its name in messages.
    pub name: String,
    /// Its function.
    pub run: OwnRun,
}

/// The function of a pass of an application.
pub type OwnRun = Arc<dyn Fn(&mut Module, &mut Diagnostics) + Send + Sync>;

impl<'a> Request<'a> {
    /// Creates a plain request: without fault injection, checks or measurements.
    pub fn new(
        source: &'a SourceFile,
        module: &'a Module,
        interface: &'a Interface,
        inputs: &'a [Array],
    ) -> Self {
        Self {
            source,
            module,
            is_compiled: false,
            interface,
            inputs,
            injected: Injected(Faults::None),
            target: None,
            concurrency: Concurrency::default(),
            has_poison: false,
            graphs: Graphs::default(),
            limits: PlanLimits::default(),
            measured: Measured::default(),
            explains: false,
            profile: None,
            mutation: None,
            traps: false,
            guards: false,
            options: Options::default(),
            deadline: None,
            cache: None,
            max_host_memory: None,
            libraries: None,
            n_runs: 1,
            context_limits: ContextLimits::default(),
            compilations: None,
            own: &[],
            cancel: None,
        }
    }
}

impl Request<'_> {
    /// Whether code logs its accesses, for the race detector.
    pub fn logs(&self) -> Logs {
        if self.concurrency.detects_races { Logs::On } else { Logs::Off }
    }
}

/// The measurements of device work. On a GPU each takes additional driver calls to get the times.
#[derive(Clone, Copy, Debug, Default)]
pub struct Measured {
    /// Record a timeline.
    pub trace: bool,
    /// Record the durations of all work.
    pub samples: bool,
    /// Count the times of kernels, which the CPU device always does.
    pub times: bool,
}

/// The checks of the CPU device for missing synchronization.
#[derive(Clone, Copy, Debug, Default)]
pub struct Concurrency {
    /// Whether two unordered accesses fail the run, independent of the actual order.
    pub detects_races: bool,
    /// The seed of a legal order that differs from the usual one as far as possible.
    pub adversary: Option<u64>,
}

/// The outcome of an execution.
pub struct Execution {
    /// The results.
    pub results: Vec<Array>,
    /// The arguments after the run.
    pub arguments: Vec<Array>,
    /// The output of the program.
    pub printed: String,
    /// Counts; `None` for the interpreter if they were not requested, so that it ran the program as it was read.
    pub stats: Option<Stats>,
    /// Whether the interpreter ran the program.
    pub is_interpreted: bool,
    /// The time of each run, from its start to the end of all its work; none for the interpreter.
    pub times: Vec<Duration>,
    /// The races; `None` if they were not checked.
    pub races: Option<Races>,
    /// The timeline in the Trace Event Format, if one was recorded.
    pub trace: Option<String>,
    /// The durations of its work, if they were recorded.
    pub samples: Option<Samples>,
    /// The explanation of why work does not overlap, if it was requested.
    pub explanation: Option<Explanation>,
    /// The exit code if the program failed, which is already reported; then there are no results.
    pub failed: Option<Exit>,
}

/// The outcome of race detection.
#[derive(Clone, Debug)]
pub struct Races {
    /// The number of races.
    pub n_found: usize,
    /// The reason why threads of kernels and iterations of parallel loops were not looked at, if they were not.
    pub unseen: Option<String>,
}

impl Races {
    /// Returns the value of the row of the summary.
    pub fn text(&self) -> String {
        match self.unseen {
            None => self.n_found.to_string(),
            Some(_) => {
                format!("{} between operations; threads and iterations were not looked at", self.n_found)
            }
        }
    }
}

/// The reasons why work of a schedule does not overlap.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The critical path, as text.
    pub text: String,
    /// All reasons, as JSON.
    pub json: serde_json::Value,
}

impl Request<'_> {
    /// Returns the limits of its plans. Where the order of work is checked all work overlaps that may do so on some
    /// device.
    fn plan_limits(&self) -> PlanLimits {
        let Concurrency { detects_races, adversary } = self.concurrency;
        let is_checked = detects_races || adversary.is_some();
        let plan_for = self.limits.plan_for.or(is_checked.then(TargetModel::any));
        PlanLimits { plan_for, ..self.limits }
    }
}

impl Explanation {
    /// Explains the schedule of a module after buffer placement.
    fn of(module: &Module, request: &Request<'_>, target: &Target) -> Self {
        let options = PlanOptions::new(&request.plan_limits(), target);
        let views = Views::of(module, request.source, &options);
        Self { text: views.explanation(), json: views.json() }
    }
}

/// The driver call to fail, for tests.
#[derive(Clone, Copy, Debug)]
pub struct Injected(pub Faults);

/// The names of driver calls that `--fail-call` accepts.
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
    /// Parses `N` or `NAME:N`.
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
