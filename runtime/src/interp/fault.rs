//! Why a run stops: a message, the other places that explain it, and whether a limit was passed.

use super::{InterpError, Note};
use crate::driver::error::OutOfBounds;
use warpline_ir::Op;

/// A failure on its way to the operation that caused it.
///
/// It is made without a place; the machine adds the operation that was running. Only errors from inside of a launch
/// have one already when they come back to the host.
#[derive(Debug)]
pub(super) struct Fault(Box<Parts>);

#[derive(Debug)]
struct Parts {
    message: String,
    place: Option<Op>,
    notes: Vec<Note>,
    is_limit: bool,
    is_device_memory: bool,
    out_of_bounds: Option<OutOfBounds>,
    whose: Option<String>,
    launch: Option<Op>,
}

/// A result without the place of its error.
pub(super) type Result<T> = std::result::Result<T, Fault>;

impl Fault {
    fn new(message: String) -> Self {
        Self(Box::new(Parts {
            message,
            place: None,
            notes: Vec::new(),
            is_limit: false,
            is_device_memory: false,
            out_of_bounds: None,
            whose: None,
            launch: None,
        }))
    }

    /// An index is outside of its dimension.
    #[cold]
    pub(super) fn out_of_bounds(found: OutOfBounds) -> Self {
        let mut fault = Self::new(found.message(None));
        fault.0.out_of_bounds = Some(found);
        fault
    }

    /// A limit of the run was passed.
    #[cold]
    pub(super) fn limit(message: impl Into<String>) -> Self {
        let mut fault = Self::new(message.into());
        fault.0.is_limit = true;
        fault
    }

    /// The limit of device memory was passed.
    #[cold]
    pub(super) fn device_memory(message: impl Into<String>) -> Self {
        let mut fault = Self::limit(message);
        fault.0.is_device_memory = true;
        fault
    }

    /// Points to another operation that explains the failure.
    pub(super) fn note(mut self, op: Op, message: impl Into<String>) -> Self {
        self.0.notes.push(Note { op, message: message.into() });
        self
    }

    /// The same failure with a text before its message.
    pub(super) fn before(mut self, text: &str) -> Self {
        self.0.message.insert_str(0, text);
        self
    }

    /// The same failure at this operation, unless it has a place; `whose` says which thread met it. The first operation of
    /// the host that a failure of a thread comes to is the launch.
    pub(super) fn at(mut self, op: Op, whose: Option<String>) -> Self {
        if self.0.place.is_none() {
            self.0.place = Some(op);
            self.0.whose = whose;
        } else if self.0.whose.is_some() && whose.is_none() {
            self.0.launch.get_or_insert(op);
        }
        self
    }

    /// The error of the run; `op` is its place if it has none yet.
    pub(super) fn into_error(self, op: Op) -> InterpError {
        let Parts { message, place, notes, is_limit, is_device_memory, out_of_bounds, whose, launch } =
            *self.0;
        let op = place.unwrap_or(op);
        InterpError { op, message, whose, launch, notes, is_limit, is_device_memory, out_of_bounds }
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
