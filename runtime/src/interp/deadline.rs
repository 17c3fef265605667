//! The time limit of a run.

use super::fault::{Fault, Result};
use std::time::{Duration, Instant};

/// The number of elements of a copy or a fill between two looks at the clock.
const BETWEEN_LOOKS: usize = 1 << 16;

/// The end of a run, if it has a time limit, and the time from its beginning.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deadline(Option<(Instant, Duration)>);

impl Deadline {
    /// Returns the deadline of a run that begins now.
    pub(super) fn after(limit: Option<Duration>) -> Self {
        Self(limit.and_then(|time| Some((Instant::now().checked_add(time)?, time))))
    }

    /// Whether there is one.
    pub(super) fn is_set(self) -> bool {
        self.0.is_some()
    }

    /// Returns an error if it has passed.
    pub(super) fn check(self) -> Result<()> {
        match self.0 {
            Some((end, time)) if end <= Instant::now() => {
                Err(Fault::limit(format!("the program passed the deadline of {} s", time.as_secs_f64())))
            }
            _ => Ok(()),
        }
    }

    /// Does something for each item, and looks at the clock now and then.
    pub(super) fn for_each<T>(
        self,
        items: impl Iterator<Item = T>,
        mut act: impl FnMut(T) -> Result<()>,
    ) -> Result<()> {
        for (number, item) in items.enumerate() {
            if number % BETWEEN_LOOKS == BETWEEN_LOOKS - 1 {
                self.check()?;
            }
            act(item)?;
        }
        Ok(())
    }
}
