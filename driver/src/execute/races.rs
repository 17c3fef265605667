//! Converts the race detector's reports to diagnostics.

use warpline_ir::artifact::ACCESSES;
use warpline_ir::kernels::{device_modules, kernels_of};
use warpline_ir::{Affine, Diagnostic, Gpu, Module, Note, Op, OpKind, Rt, Scf, Severity, Span, codes};
use warpline_runtime::driver::detect::{
    AccessKind, Race, Side, ThreadRace, Undeclared, Work, by_thread, data_race,
};
use warpline_runtime::driver::error::ThreadId;

use super::Request;
use super::failed_launch::FailedLaunch;
use super::program::Compiled;

/// Returns the diagnostic of a race: the later operation, the earlier one, the buffer, and the synchronization
/// that would order them.
pub(super) fn finding(race: &Race, compiled: &Compiled) -> Diagnostic {
    let (earlier, later) = (name(&race.earlier), name(&race.later));
    let (lo, hi) = race.range;
    let did = verb(race.later_access);
    let other = verb(race.earlier_access);
    let message = if race.is_token {
        format!("race: a token orders {later} after {earlier}, but the schedule does not")
    } else if race.is_ordered {
        format!("use after free: {later} {did} bytes {lo} to {hi} of a buffer after {earlier}")
    } else {
        format!(
            "race: {later} {did} bytes {lo} to {hi} of a buffer, {earlier} {other} them, and nothing orders the two"
        )
    };
    let mut notes = vec![Note::at(compiled.place(race.earlier.op), format!("{earlier} is here"))];
    if let Some((op, bytes)) = race.buffer {
        notes.push(Note::at(compiled.place(op), format!("the buffer of {bytes} bytes begins here")));
    }
    notes.push(Note::general(remedy(race)));
    let span = compiled.place(race.later.op);
    Diagnostic { severity: Severity::Error, code: codes::RUNTIME, pass: None, span, message, notes }
}

/// The accesses that kernels report to the race detector.
#[derive(Debug, Default)]
pub(crate) struct ReportedAccesses {
    /// The source location of each and what it does, by number.
    places: Vec<(Span, &'static str)>,
    /// Whether each kernel reports all of its accesses.
    pub(super) are_all: bool,
}

impl ReportedAccesses {
    /// Returns the accesses of a module whose kernels report them.
    pub(super) fn of(module: &Module) -> Self {
        let mut found = Self { places: Vec::new(), are_all: true };
        for (_, kernel) in kernels_of(module, &device_modules(module)) {
            found.are_all &= module.attr(kernel, ACCESSES).is_some();
            let reports = |op: &Op| module.kind(*op) == OpKind::Rt(Rt::Access);
            for op in module.walk(kernel).into_iter().filter(reports) {
                let view = module.op(op);
                let does = match (view.attr("update"), view.group("value")) {
                    (Some(_), _) => "atomic update",
                    (None, [_, ..]) => "write",
                    (None, []) => "read",
                };
                found.places.push((module.span(module.location(op)), does));
            }
        }
        found
    }
}

/// Returns the diagnostic of a race between threads of a launch.
pub(super) fn of_threads(race: &ThreadRace, compiled: &Compiled, request: &Request<'_>) -> Diagnostic {
    let place = |number: u32| compiled.accesses.places.get(number as usize);
    let unknown = (compiled.entry_place, "access");
    let (span, later) = place(race.later).copied().unwrap_or(unknown);
    let (earlier_span, earlier) = place(race.earlier).copied().unwrap_or(unknown);
    let launch = FailedLaunch::at(request.module, compiled.place(race.launch));
    let thread = ThreadId {
        block: coordinates(race.later_thread.block, race.dims.grid),
        thread: coordinates(race.later_thread.thread, race.dims.block),
    };
    let message = format!("{}, in {thread}", data_race(later, earlier));
    let note = by_thread(earlier, race.earlier_thread.thread, race.earlier_thread.block);
    Diagnostic {
        severity: Severity::Error,
        code: codes::RUNTIME,
        pass: None,
        span,
        message: launch.end(message),
        notes: [Note::at(earlier_span, note)].into_iter().chain(launch.note()).collect(),
    }
}

/// Returns the coordinates of a linear number, of which x counts fastest.
fn coordinates(number: u64, [x, y, _]: [u64; 3]) -> [u64; 3] {
    let (x, y) = (x.max(1), y.max(1));
    [number % x, number / x % y, number / x / y]
}

/// The parallel loops of a program, which are looked at by a run on the interpreter.
pub(super) struct ParallelLoops {
    /// Whether there are any.
    pub(super) any: bool,
    /// What no run looks at, if there is any.
    pub(super) unseen: Option<&'static str>,
}

impl ParallelLoops {
    /// Returns those of a program as it was read.
    pub(super) fn of(module: &Module) -> Self {
        let is_parallel = |op: &Op| {
            matches!(
                module.kind(*op),
                OpKind::Scf(Scf::Parallel | Scf::Forall) | OpKind::Affine(Affine::Parallel)
            )
        };
        let mut found = Self { any: false, unseen: None };
        for op in module.walk(module.root()).into_iter().filter(is_parallel) {
            found.any = true;
            let around: Vec<Op> =
                std::iter::successors(module.parent_op(op), |op| module.parent_op(*op)).collect();
            let is_kernel =
                |op: &Op| matches!(module.kind(*op), OpKind::Gpu(Gpu::Func | Gpu::Launch | Gpu::Module));
            if around.iter().any(is_kernel) {
                found.unseen = Some("a kernel has a parallel loop, whose iterations run in order");
            } else if 1 < around.into_iter().filter(is_parallel).count() {
                found.unseen = Some("iterations of a parallel loop inside of two others run in order");
            }
        }
        found
    }
}

/// Returns the warning that threads and iterations were not looked at.
pub(super) fn unseen(reason: &str, request: &Request<'_>) -> Diagnostic {
    let message = format!(
        "races between threads of a kernel and between iterations of a parallel loop were not looked for: {reason}"
    );
    let module = request.module;
    let span = module.span(module.location(request.interface.entry));
    Diagnostic {
        severity: Severity::Warning,
        code: codes::RUNTIME,
        pass: None,
        span,
        message,
        notes: Vec::new(),
    }
}

/// Returns the diagnostic of an access that a kernel does not declare.
pub(super) fn undeclared(found: &Undeclared, compiled: &Compiled) -> Diagnostic {
    let (name, did, (lo, hi)) = (name(&found.side), verb(found.access), found.range);
    let (code, message) = if found.is_argument {
        let message = format!(
            "the declared effects of {name} are wrong: it {did} bytes {lo} to {hi} of a buffer without declaring it"
        );
        (codes::SUMMARY, message)
    } else {
        let message = format!("{name} {did} bytes {lo} to {hi} of memory not reachable from its arguments");
        (codes::RUNTIME, message)
    };
    let buffer = found
        .buffer
        .map(|(op, bytes)| Note::at(compiled.place(op), format!("the buffer of {bytes} bytes begins here")));
    let span = compiled.place(found.side.op);
    Diagnostic {
        severity: Severity::Error,
        code,
        pass: None,
        span,
        message,
        notes: buffer.into_iter().collect(),
    }
}

fn verb(access: AccessKind) -> &'static str {
    match access {
        AccessKind::Read => "reads",
        AccessKind::Write => "writes",
        AccessKind::Atomic(_) => "updates",
        AccessKind::Alloc => "allocates",
        AccessKind::Free => "frees",
    }
}

fn name(side: &Side) -> String {
    let work = match &side.work {
        Work::Host => "the host".to_string(),
        Work::Kernel(name) => format!("kernel '{name}'"),
        Work::Copy => "a copy".to_string(),
        Work::Fill => "a fill".to_string(),
        Work::Alloc => "the allocation".to_string(),
        Work::Free => "the free".to_string(),
    };
    side.stream.map_or(work.clone(), |stream| format!("{work} on stream {}", stream.0))
}

/// Describes the missing edge.
fn remedy(race: &Race) -> String {
    if race.is_by_chance {
        return "missing: a token of the program that orders the two; this schedule does so by chance"
            .to_string();
    }
    match (race.is_ordered, race.earlier.stream, race.later.stream) {
        (true, _, _) => "the free must come after the last use".to_string(),
        (false, Some(earlier), Some(later)) => format!(
            "missing: an event recorded on stream {} after the first, and a wait for it on stream {} before the second",
            earlier.0, later.0
        ),
        (false, Some(earlier), None) => {
            format!("missing: a host wait for stream {} between the two", earlier.0)
        }
        (false, None, _) => "missing: the host must do the first before it issues the second".to_string(),
    }
}
