//! The one compilation: its stages, and the passes of each.
//!
//! `run` takes a program through all stages. All else takes a part of them: `compile` and `cache` what they show, `check`, the
//! editor and the REPL the plan, `diff-run --bisect` each prefix. So a plan that is shown is the plan that is executed.
//!
//! ```text
//! read ─ known ─ kernels ─ checked ─ annotated ─ host ─ placed ─ scheduled ─┬────────────→ host code
//!        of the   loops to  bounds,    self-     code    buffers  streams   └─ logged ─ code of each gpu.module
//!       arguments kernels   divisions  contained                and waits
//! ```

use std::num::{NonZeroU64, NonZeroUsize};
use std::ops::RangeBounds;
use std::sync::{Arc, Mutex, PoisonError};

use warpline_ir::{Diagnostics, Module};
use warpline_passes::pipeline::{self, Pipeline};
use warpline_passes::transforms::assume_noalias::mark_allocated;
use warpline_passes::{Target, TargetModel};

use crate::backends::{CodeTarget, host};
use crate::execute::Interface;
use crate::words::{Words, words};

words! {
    /// A stage of a compilation: the program after the passes to it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Stage {
        /// The program as it was read
        Read = "read",
        /// With what is known of arguments: those of the function that a run executes do not overlap
        Known = "known",
        /// Loops are kernels and launches
        Kernels = "kernels",
        /// With checks of bounds, lifetimes and divisions
        Checked = "checked",
        /// Each gpu.module is self-contained, with what its launches prove
        Annotated = "annotated",
        /// Host code has the operations that it is compiled from
        Host = "host",
        /// Buffers are in device memory, and device work has tokens
        Placed = "placed",
        /// Device work has streams and waits: this is the host code
        Scheduled = "scheduled",
        /// Kernels report their accesses, in a run with --detect-races; otherwise as before
        Logged = "logged",
        /// Kernels have the operations that their code is selected from
        Code = "code",
    }
}

/// Checks that see an access which the passes to kernels would erase.
const UNOBSERVED_CHECKS: &str = "generate-runtime-verification{unobserved=true}";
/// From loops to kernels and launches; programs that already have launches pass through unchanged. All loops become affine
/// ones where they can, then parallel ones, and these kernels.
const KERNELS: &str = "math-uplift-to-fma,convert-krnl-to-memref,convert-linalg-to-parallel-loops,expand-realloc,\
    async-func-to-execute,expand-function-values,expand-scalable-vectors,\
    scf-forall-to-parallel,scf-uplift-while-to-for,raise-scf-to-affine,affine-raise-from-memref,\
    affine-loop-distribution,affine-loop-interchange,affine-version-loops,affine-parallelize,affine-join-tiles,lower-affine,\
    scf-parallelize-reductions,expand-dma,\
    canonicalize,cse,scf-parallel-loop-fusion,store-to-load-forwarding{erase-overwritten=false},gpu-expand-reductions{chunks=ROWS},\
    gpu-select-schedules{target=MODEL},gpu-emit-kernels,\
    gpu-map-parallel-loops{coarsening=4 rows=ROWS},convert-parallel-loops-to-gpu,canonicalize,gpu-kernel-outlining,\
    gpu-expand-vector-arguments,canonicalize";
const CHECKS: &str = "cse,generate-runtime-verification,hoist-bounds-checks,cse";
const ANNOTATE: &str = "gpu-annotate-kernels";
/// Inlines token calls, assigns buffers to device memory, and gives iterations of loops separate buffers.
const PLACE: &str =
    "inline-token-calls,async-execute-inline,async-execute-to-runtime,gpu-place-buffers,gpu-rotate-buffers";
/// Kernels report their accesses to the race detector of the CPU device.
const LOG: &str = "lower-affine,expand-vectors,cpu-log-accesses";

/// What decides the passes of a compilation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choices {
    /// The target of kernels.
    pub target: CodeTarget,
    /// Whether code checks its accesses.
    pub bounds: Bounds,
    /// The device work that is issued as task graphs.
    pub graphs: Graphs,
    /// The limits of plans.
    pub limits: PlanLimits,
    /// Whether kernels report their accesses to the race detector.
    pub logs_accesses: bool,
}

impl Choices {
    /// Returns those of `run` without flags, for a target.
    pub fn of_run(target: CodeTarget) -> Self {
        Self { bounds: Bounds::Trap, ..Self::unchecked(target) }
    }

    /// Returns those of code without checks, for a target.
    pub fn unchecked(target: CodeTarget) -> Self {
        Self {
            target,
            bounds: Bounds::Off,
            graphs: Graphs::default(),
            limits: PlanLimits::default(),
            logs_accesses: false,
        }
    }
}

impl Choices {
    /// Returns the options of the passes that make plans.
    pub fn plan(&self) -> PlanOptions {
        PlanOptions::new(&self.limits, &self.target.target)
    }
}

/// A compilation for a target.
#[derive(Clone)]
pub struct Compilation {
    /// The passes to each stage from the one before.
    stages: Vec<(Stage, Pipeline)>,
}

impl Compilation {
    /// Creates the compilation with these choices.
    pub fn new(choices: &Choices) -> Self {
        let stages = Stage::ALL.iter().map(|(stage, ..)| (*stage, parsed(&stage.text(choices))));
        Self { stages: stages.collect() }
    }

    /// Returns [`Self::passes`] as text.
    pub fn text(&self, stages: impl RangeBounds<Stage>) -> String {
        let steps: Vec<String> = self.passes(stages).steps.iter().map(ToString::to_string).collect();
        steps.join(",")
    }

    /// Returns the passes from the stage before to this one.
    pub(crate) fn passes_to(&self, stage: Stage) -> &Pipeline {
        &self.stages[stage as usize].1
    }

    /// Returns the passes to these stages, in order. Those to [`Stage::Code`] are for a `gpu.module` at a time.
    pub fn passes(&self, stages: impl RangeBounds<Stage>) -> Pipeline {
        let mut passes = Pipeline::default();
        for (_, pipeline) in self.stages.iter().filter(|(stage, _)| stages.contains(stage)) {
            passes.append(pipeline.clone());
        }
        passes
    }
}

/// The compilations of an application, whose pipelines are read once for each of its choices.
#[derive(Default)]
pub struct Compilations(Mutex<Vec<(Choices, Arc<Compilation>)>>);

impl Compilations {
    /// The most that are kept: an application has few devices, and few options for each.
    const MOST: usize = 16;

    /// Returns the compilation with these choices.
    pub fn with(&self, choices: &Choices) -> Arc<Compilation> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, found)) = known.iter().find(|(other, _)| other == choices) {
            return Arc::clone(found);
        }
        let made = Arc::new(Compilation::new(choices));
        if known.len() == Self::MOST {
            known.remove(0);
        }
        known.push((choices.clone(), Arc::clone(&made)));
        made
    }
}

impl Stage {
    /// Returns the passes from the stage before, as the text of a pipeline.
    fn text(self, choices: &Choices) -> String {
        let checks = |text: &'static str| if choices.bounds == Bounds::Trap { text } else { "" };
        match self {
            // What is known is marked, not found by passes.
            Self::Read | Self::Known => String::new(),
            Self::Kernels => {
                // Threads of the CPU device are lanes: they take turns in rows, not in their elements.
                let has_rows = choices.target.backend.target_attr().is_some();
                let kernels = KERNELS
                    .replace("ROWS", &has_rows.to_string())
                    .replace("MODEL", choices.target.target.model.name);
                joined(&[checks(UNOBSERVED_CHECKS), &kernels])
            }
            Self::Checked => checks(CHECKS).to_string(),
            Self::Annotated => joined(&[ANNOTATE, &check_subgroups(&choices.target.target)]),
            Self::Host => host::PIPELINE.to_string(),
            Self::Placed => format!("{PLACE}{}", choices.plan().in_braces()),
            Self::Scheduled => schedule(choices.graphs, &choices.plan()),
            Self::Logged => if choices.logs_accesses { LOG } else { "" }.to_string(),
            Self::Code => choices.target.pipeline(),
        }
    }
}

/// Returns the pass that warns of kernels which assume subgroups of 32 lanes, for a target with more.
fn check_subgroups(target: &Target) -> String {
    match target.subgroup_size {
        0..=32 => String::new(),
        lanes => format!("gpu-check-subgroup-size{{subgroup-size={lanes}}}"),
    }
}

fn schedule(graphs: Graphs, plan: &PlanOptions) -> String {
    let mode = ("mode".to_string(), graphs.word().to_string());
    let of_graphs = plan.0.iter().filter(|(key, _)| key != "max-streams").cloned();
    let of_graphs = PlanOptions(std::iter::once(mode).chain(of_graphs).collect()).in_braces();
    let options = plan.in_braces();
    format!("gpu-graph-regions{of_graphs},gpu-reorder{options},gpu-schedule{options}")
}

/// Joins texts of pipelines, of which some are empty.
fn joined(texts: &[&str]) -> String {
    let texts: Vec<&str> = texts.iter().copied().filter(|text| !text.is_empty()).collect();
    texts.join(",")
}

/// Parses a text of this file or of a backend.
fn parsed(text: &str) -> Pipeline {
    if text.is_empty() {
        return Pipeline::default();
    }
    let parsed = pipeline::parse(text, &mut Diagnostics::new());
    parsed.unwrap_or_else(|_| panic!("'{text}' is a pipeline of ours"))
}

/// Returns a program with what a run knows of the arguments of the function that it executes: they do not overlap, and are
/// aligned as it allocates them. Other
/// functions are for any caller.
pub fn known_to_run(program: &Module) -> Module {
    let mut known = program.clone();
    mark_known(&mut known, program);
    known
}

/// Returns the name of the function that a run executes by default.
pub fn entry_name(program: &Module) -> Option<String> {
    let entry = Interface::entry_of(program, None).ok()?;
    program.symbol_name(entry).map(ToString::to_string)
}

/// Marks what [`known_to_run`] knows in a part of a program.
pub fn mark_known(part: &mut Module, program: &Module) {
    let entry = entry_name(program);
    if let Some(entry) = entry.and_then(|entry| part.find_symbol(part.root(), &entry)) {
        mark_allocated(part, entry);
    }
}

/// The limits of a plan of device work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlanLimits {
    /// Maximum number of streams per function; `None` is 8.
    pub max_streams: Option<NonZeroUsize>,
    /// Maximum bytes of device memory allocated by the program at one time.
    pub max_device_memory: Option<NonZeroU64>,
    /// The row of the target whose times are predicted; `None` is that of the device.
    pub plan_for: Option<&'static TargetModel>,
}

/// The options of the passes that make plans: pairs of name and value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanOptions(pub Vec<(String, String)>);

impl PlanOptions {
    /// Returns the options of plans with these limits, whose times are those of a target.
    pub fn new(limits: &PlanLimits, target: &Target) -> Self {
        let streams = limits.max_streams.map(|n| ("max-streams".to_string(), n.to_string()));
        let memory = limits.max_device_memory.map(|n| ("max-device-memory".to_string(), n.to_string()));
        let target = ("target".to_string(), limits.plan_for.unwrap_or(target.model).name.to_string());
        Self(std::iter::once(target).chain(streams).chain(memory).collect())
    }

    /// Returns the options in braces, to follow the name of a pass in the text of a pipeline.
    fn in_braces(&self) -> String {
        let options: Vec<String> = self.0.iter().map(|(key, value)| format!("{key}={value}")).collect();
        format!("{{{}}}", options.join(" "))
    }
}

words! {
    /// The device work that is issued as task graphs.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Graphs {
        /// Work that is issued repeatedly, if a graph is profitable.
        #[default]
        Auto = "auto",
        /// All work for which it is possible.
        Always = "always",
        /// No work.
        Never = "never",
    }
}

words! {
    /// The handling of accesses out of bounds.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Bounds {
        /// Access memory unchecked.
        Off = "off",
        /// End the run.
        Trap = "trap",
    }
}
