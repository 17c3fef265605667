//! The reason why a run stops: a message, notes that explain it, and whether a limit was exceeded.

use super::{InterpError, Note};
use crate::driver::error::OutOfBounds;
use warpline_ir::Op;

/// A failure being propagated to the operation that caused it.
///
/// It is created without a location; the machine adds the operation that was running. Only errors from within
/// a launch have a location when they return to the host.
#[derive(Debug)]
pub(super) struct Fault(Box<Parts>);

#[derive(Debug)]
struct Parts {
    message: String,
    place: Option<Op>,
    notes: Vec<Note>,
    is_limit: bool,
    is_device_memory: bool,
    is_race: bool,
    out_of_bounds: Option<OutOfBounds>,
    whose: Option<String>,
    launch: Option<Op>,
}

/// A result whose error has no location yet.
pub(super) type Result<T> = std::result::Result<T, Fault>;

impl Fault {
    fn new(message: String) -> Self {
        Self(Box::new(Parts {
            message,
            place: None,
            notes: Vec::new(),
            is_limit: false,
            is_device_memory: false,
            is_race: false,
            out_of_bounds: None,
            whose: None,
            launch: None,
        }))
    }

    /// Returns the failure of an index outside of its dimension.
    #[cold]
    pub(super) fn out_of_bounds(found: OutOfBounds) -> Self {
        let mut fault = Self::new(found.message(None));
        fault.0.out_of_bounds = Some(found);
        fault
    }

    /// Returns the failure of an exceeded limit of the run.
    #[cold]
    pub(super) fn limit(message: impl Into<String>) -> Self {
        let mut fault = Self::new(message.into());
        fault.0.is_limit = true;
        fault
    }

    /// Returns the failure of the exceeded limit of device memory.
    #[cold]
    pub(super) fn device_memory(message: impl Into<String>) -> Self {
        let mut fault = Self::limit(message);
        fault.0.is_device_memory = true;
        fault
    }

    /// Returns the failure of two accesses that nothing orders.
    #[cold]
    pub(super) fn race(message: String) -> Self {
        let mut fault = Self::new(message);
        fault.0.is_race = true;
        fault
    }

    /// Adds a note at another operation that explains the failure.
    pub(super) fn note(mut self, op: Op, message: impl Into<String>) -> Self {
        self.0.notes.push(Note { op, message: message.into() });
        self
    }

    /// Prefixes the message.
    pub(super) fn before(mut self, text: &str) -> Self {
        self.0.message.insert_str(0, text);
        self
    }

    /// Sets the operation of the failure, unless it has one; `whose` names the thread that failed. The first
    /// host operation that a failure of a thread reaches is the launch.
    pub(super) fn at(mut self, op: Op, whose: Option<String>) -> Self {
        if self.0.place.is_none() {
            self.0.place = Some(op);
            self.0.whose = whose;
        } else if self.0.whose.is_some() && whose.is_none() {
            self.0.launch.get_or_insert(op);
        }
        self
    }

    /// Returns the error of the run; `op` is its location if it has none yet.
    pub(super) fn into_error(self, op: Op) -> InterpError {
        let Parts {
            message,
            place,
            notes,
            is_limit,
            is_device_memory,
            is_race,
            out_of_bounds,
            whose,
            launch,
        } = *self.0;
        let op = place.unwrap_or(op);
        InterpError { op, message, whose, launch, notes, is_limit, is_device_memory, is_race, out_of_bounds }
    }
}

impl From<String> for Fault {
    #[cold]
    fn from(message: String) -> Self {
        Self::new(message)
    }
}

impl From<&str> for Fault {
    #[cold]
    fn from(message: &str) -> Self {
        Self::new(message.into())
    }
}

impl From<warpline_ir::scalar::Undefined> for Fault {
    #[cold]
    fn from(reason: warpline_ir::scalar::Undefined) -> Self {
        Self::new(reason.to_string())
    }
}
