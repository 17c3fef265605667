//! The building blocks of commands: reading, verification, passes, code generation, devices, execution and reports.

pub mod backends;
pub mod cache;
pub mod compilation;
pub mod devices;
pub mod execute;
pub mod session;
pub mod steps;

pub(crate) mod argument_hints;
pub(crate) mod check_schedules;
pub(crate) mod emit;
pub mod explain;
pub mod file_names;
pub(crate) mod helper;
pub(crate) mod host_loops;
pub(crate) mod host_memory;
pub(crate) mod keywords;
pub(crate) mod mistakes;
pub mod parallel;
pub mod profile;
pub(crate) mod quantities;
pub mod remarks;
pub mod report;
pub mod reproducer;
pub(crate) mod sandbox;
pub mod support;
pub(crate) mod temporary;
pub mod timing;
pub mod values;
pub mod views;
pub mod watchdog;
pub mod writes;
