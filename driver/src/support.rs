//! Determines which operations each device supports, for `warpline devices --operations` and the table of the
//! book. The answers are those of instruction selection in the backends and of the interpreter.

use std::fmt::Write as _;

use serde_json::{Value, json};
use warpline_ir::OpKind;
use warpline_passes::Support;
use warpline_runtime::interp;

use crate::backends::host;
use crate::devices::{DEVICES, DeviceKind};
use crate::session::Session;

/// The support of an operation by a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The verdict in the table.
    pub verdict: Verdict,
    /// The reason for missing support in kernels, host code or both, or the pass that replaces the operation;
    /// empty if there is nothing to add.
    pub detail: &'static str,
}

/// The extent of support for an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// In host functions and in kernels, wherever the operation has a meaning.
    Yes,
    /// In kernels only.
    Kernels,
    /// In host functions only.
    Host,
    /// Nowhere.
    No,
}

impl Verdict {
    /// Returns the word in the table.
    pub fn word(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::Kernels => "kernels",
            Self::Host => "host",
            Self::No => "no",
        }
    }
}

/// Returns the support by a device that runs machine code. Host code is that of this machine.
fn on_machine(kind: OpKind, kernel: Support) -> Answer {
    let (verdict, detail) = match (host::support(kind), kernel) {
        (Support::No(_), Support::No(reason)) => (Verdict::No, reason),
        (Support::No(reason), _) => (Verdict::Kernels, reason),
        (_, Support::No(reason)) => (Verdict::Host, reason),
        (Support::After(pass), _) | (_, Support::After(pass)) => (Verdict::Yes, pass),
        (Support::Yes, Support::Yes) => (Verdict::Yes, ""),
    };
    Answer { verdict, detail }
}

fn on_interpreter(kind: OpKind) -> Answer {
    match interp::refusal(kind) {
        Some(detail) => Answer { verdict: Verdict::No, detail },
        None => Answer { verdict: Verdict::Yes, detail: "" },
    }
}

/// Returns the names of the devices, in the order of the answers.
pub fn devices() -> Vec<&'static str> {
    DEVICES.iter().map(|device| device.name).collect()
}

/// Returns the support of each device for operations of this kind.
pub fn answers(kind: OpKind) -> Vec<Answer> {
    let answer = |device: &DeviceKind| match device.backend {
        Some(backend) => on_machine(kind, backend.support(kind)),
        None => on_interpreter(kind),
    };
    DEVICES.iter().map(answer).collect()
}

/// Returns the kinds of operations with this text in their names.
pub fn kinds(filter: &str) -> impl Iterator<Item = OpKind> {
    OpKind::all().filter(move |kind| kind.name().contains(filter))
}

/// The legend of the table.
pub const LEGEND: &str = "yes: in host functions and in kernels, wherever the operation has a meaning; kernels, host: there \
    only; no: nowhere";

/// Prints the table, or a JSON object per operation.
pub fn list(session: &mut Session, filter: &str, is_json: bool) {
    if is_json {
        kinds(filter).for_each(|kind| session.print(json_of(kind).to_string()));
        return;
    }
    let row = |name: &str, words: &[&str]| {
        let mut row = format!("{name:<36}");
        for word in words {
            // Writing to a string cannot fail.
            let _ = write!(row, " {word:<8}");
        }
        row.trim_end().to_string()
    };
    session.print(row("operation", &devices()));
    for kind in kinds(filter) {
        let words: Vec<&str> = answers(kind).into_iter().map(|answer| answer.verdict.word()).collect();
        session.print(row(&kind.name(), &words));
    }
    session.note(LEGEND);
}

fn json_of(kind: OpKind) -> Value {
    let mut object = json!({ "name": kind.name() });
    for (device, answer) in devices().into_iter().zip(answers(kind)) {
        let detail = (!answer.detail.is_empty()).then_some(answer.detail);
        object[device] = json!({ "verdict": answer.verdict.word(), "detail": detail });
    }
    object
}
