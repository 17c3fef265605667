//! Runs the test, in this process or in a worker process.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::{Interest, Judge, Verdict, Worker, pipeline};
use crate::driver::session::Session;

/// A test with the process that runs it: a worker process, or this one if the session does not own it.
pub enum Tester {
    /// In this process.
    Here(Interest),
    /// In a worker process.
    Apart(Worker),
}

impl Tester {
    /// Creates a test for this session with a deadline per run. A run in a worker process ends when the flag is set.
    pub fn new(
        session: &Session,
        interest: Interest,
        deadline: Duration,
        is_interrupted: Arc<AtomicBool>,
    ) -> Self {
        if session.is_process {
            Self::Apart(Worker::new(interest, deadline, session.ceilings, is_interrupted))
        } else {
            Self::Here(interest)
        }
    }

    /// Returns the test.
    pub fn interest(&mut self) -> &mut Interest {
        match self {
            Self::Here(interest) => interest,
            Self::Apart(worker) => &mut worker.interest,
        }
    }

    /// Drops the passes that the test does not need for this text.
    pub fn shorten(&mut self, text: &str) {
        let before = self.interest().clone();
        let line = pipeline::shorten(&before.line, |line| {
            *self.interest() = before.with_line(line);
            self.judge(text).is_ok_and(|verdict| verdict.holds)
        });
        *self.interest() = before.with_line(&line);
    }
}

impl Judge for Tester {
    fn judge(&mut self, text: &str) -> Result<Verdict, String> {
        match self {
            Self::Here(interest) => interest.judge(text),
            Self::Apart(worker) => worker.judge(text),
        }
    }

    fn is_over(&self) -> bool {
        match self {
            Self::Here(interest) => interest.is_over(),
            Self::Apart(worker) => worker.is_over(),
        }
    }
}
