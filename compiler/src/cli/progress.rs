//! Shows a progress bar for long work, only on a terminal and never on a build server.

use std::io::IsTerminal as _;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::driver::session::Session;

/// Work that ends sooner shows no bar.
const PATIENCE: Duration = Duration::from_millis(300);

/// A progress display, removed from the terminal when dropped.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    /// Whether the display is visible.
    is_seen: bool,
}

impl Progress {
    /// Creates a bar with this many steps; `what` describes the work, such as `checking`.
    pub fn new(session: &Session, what: &'static str, n_steps: usize) -> Self {
        let progress = Self::begin(session, Some(n_steps as u64), "{msg} [{bar:30}] {pos}/{len}, {eta} left");
        progress.bar.set_message(what);
        progress
    }

    /// Creates a status line for work of unknown length.
    pub fn open(session: &Session) -> Self {
        Self::begin(session, None, "{spinner} {msg}")
    }

    fn begin(session: &Session, n_steps: Option<u64>, template: &str) -> Self {
        let is_ci = std::env::var_os("CI").is_some_and(|value| !value.is_empty());
        let bar = ProgressBar::with_draw_target(n_steps, ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> "));
        }
        Self { bar, is_seen: session.is_process && !is_ci && std::io::stderr().is_terminal() }
    }

    /// Counts a step; callable from any thread.
    pub fn step(&self) {
        self.show();
        self.bar.inc(1);
    }

    /// Sets the status message.
    pub fn set_message(&self, message: String) {
        self.show();
        self.bar.set_message(message);
        self.bar.tick();
    }

    fn show(&self) {
        if self.is_seen && self.bar.is_hidden() && PATIENCE < self.bar.elapsed() {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
