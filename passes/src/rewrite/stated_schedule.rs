//! The schedule that a program states of a loop nest, which loops keep as they change their form.

use warpline_ir::{Module, Op};

/// The key of the attribute.
pub(crate) const SCHEDULE: &str = "warpline.schedule";

/// Gives a loop the schedule of an operation that it replaces, unless it has one.
pub(crate) fn inherit(module: &mut Module, from: Op, to: Op) {
    if let Some(schedule) = module.attr(from, SCHEDULE).filter(|_| module.attr(to, SCHEDULE).is_none()) {
        module.set_attr(to, SCHEDULE, schedule);
    }
}
