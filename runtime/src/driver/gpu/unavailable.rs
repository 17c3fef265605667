//! The reasons why a driver or its device cannot be used, as data.

use std::fmt;

use crate::driver::DeviceError;

/// A driver that cannot be used, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unavailable {
    /// The name of the driver in messages.
    pub driver: &'static str,
    /// The reason.
    pub reason: Reason,
}

/// The reason why a driver or its device cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// No driver library could be opened.
    NoLibrary {
        /// The names of the library that were tried.
        tried: Vec<&'static str>,
    },
    /// The library lacks functions or is too old.
    OldDriver {
        /// The missing functions.
        missing: Vec<&'static str>,
        /// The version found, if it could be queried.
        found: Option<(u32, u32)>,
        /// The oldest supported version.
        needed: (u32, u32),
    },
    /// The library is the stub of a toolkit, which is for linking only.
    Stub,
    /// A call failed.
    Failed {
        /// The call.
        call: &'static str,
        /// The driver's result.
        code: i32,
        /// The driver's name of the result.
        name: String,
    },
    /// The driver works but has no device.
    NoDevice,
    /// The driver has devices, but not this one.
    NoSuchDevice {
        /// The requested device number.
        ordinal: u32,
        /// The number of devices.
        found: u32,
    },
    /// The device exists, but a resource that every program needs could not be created on it.
    Refused {
        /// The driver's error.
        error: String,
    },
    /// The device lacks a feature that programs rely on.
    Lacks {
        /// The missing feature.
        what: &'static str,
    },
}

impl From<DeviceError> for Reason {
    fn from(error: DeviceError) -> Self {
        Self::Refused { error: error.to_string() }
    }
}

impl Reason {
    /// Returns the reason as that of a driver.
    pub(in crate::driver) fn of(self, driver: &'static str) -> Unavailable {
        Unavailable { driver, reason: self }
    }
}

impl fmt::Display for Unavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let driver = self.driver;
        match &self.reason {
            Reason::NoLibrary { tried } => {
                write!(f, "no {driver} driver library (tried {})", tried.join(", "))
            }
            Reason::OldDriver { missing, found, needed } => {
                write!(f, "the {driver} driver is too old: needed {}.{}", needed.0, needed.1)?;
                if let Some((major, minor)) = found {
                    write!(f, ", found {major}.{minor}")?;
                }
                if missing.is_empty() { Ok(()) } else { write!(f, ", missing {}", missing.join(", ")) }
            }
            Reason::Stub => write!(f, "the {driver} library is a toolkit's stub for linking, not a driver"),
            Reason::Failed { call, code, name } => write!(f, "{call} failed with {name} ({code})"),
            Reason::NoDevice => write!(f, "the {driver} driver has no device"),
            Reason::NoSuchDevice { ordinal, found } => {
                write!(f, "there is no {driver} device {ordinal}: the driver has {found}, numbered from 0")
            }
            Reason::Refused { error } => write!(f, "the {driver} device cannot be used: {error}"),
            Reason::Lacks { what } => write!(f, "the {driver} device has no {what}"),
        }
    }
}
