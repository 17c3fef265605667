//! The output of `gpu.printf` in kernels: each part of a launch collects its own, and a launch that ends adds the
//! parts in the order of their blocks.

use crate::driver::handles::lock;
use std::sync::Mutex;

/// The maximum output of a part of a launch, in bytes.
const MAX_BYTES: usize = 16 << 20;

/// The output of consecutive blocks of a launch.
#[derive(Debug, Default)]
pub(crate) struct Printed {
    text: String,
    is_cut: bool,
}

impl Printed {
    /// Appends the output of a thread; what exceeds the maximum is dropped.
    pub(crate) fn add(&mut self, text: &str) {
        if self.is_cut {
            return;
        }
        if self.text.len() + text.len() <= MAX_BYTES {
            self.text.push_str(text);
        } else {
            self.is_cut = true;
            self.text.push_str("… (further output of these blocks is dropped)\n");
        }
    }
}

/// The output of a launch, by the first block of each part.
#[derive(Debug, Default)]
pub(super) struct LaunchOutput(Mutex<Vec<(u64, String)>>);

impl LaunchOutput {
    /// Adds the output of the blocks from `first` on.
    pub(super) fn add(&self, first: u64, printed: Printed) {
        if !printed.text.is_empty() {
            lock(&self.0).push((first, printed.text));
        }
    }

    /// Moves the output to that of the program.
    pub(super) fn end(&self, program: &Mutex<String>) {
        let mut parts = std::mem::take(&mut *lock(&self.0));
        if parts.is_empty() {
            return;
        }
        parts.sort_by_key(|(first, _)| *first);
        lock(program).extend(parts.into_iter().map(|(_, text)| text));
    }
}
