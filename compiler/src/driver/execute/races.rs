//! Converts the race detector's reports to diagnostics.

use warpline_ir::{Diagnostic, Note, Severity, codes};
use warpline_runtime::driver::detect::{AccessKind, Race, Side, Undeclared, Work};

use super::Request;
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
