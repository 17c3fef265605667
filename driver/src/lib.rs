//! The building blocks of commands and of applications: reading, verification, passes, code generation, devices, execution and
//! reports. It knows neither flags nor a terminal.
//!
//! ```text
//! steps: read, run passes, report ─→ compilation: the stages ─→ execute: run on one of devices, by code of one of backends
//! views, explain: what is shown;  values: what goes in and comes out;  session: the text that a command collects
//! ```

#![forbid(unsafe_code)]

pub mod backends;
pub mod cache;
pub mod compilation;
pub mod devices;
pub mod embed;
pub mod execute;
pub mod session;
pub mod steps;

pub mod argument_hints;
pub mod check_schedules;
pub mod emit;
pub mod explain;
pub mod file_names;
pub mod helper;
pub mod host_loops;
pub mod host_memory;
pub mod keywords;
pub mod mistakes;
pub mod parallel;
pub mod profile;
pub mod quantities;
pub mod remarks;
pub mod report;
pub mod reproducer;
pub mod support;
pub mod temporary;
pub mod timing;
pub mod values;
pub mod views;
pub mod watchdog;
pub mod words;
pub mod writes;
