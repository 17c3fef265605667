//! Runs whose work is recorded.

use std::sync::Arc;

use warpline_ir::host_abi::MemoryKind;

use super::Run;
use crate::blocks;
use crate::driver::recording::Recorder;
use crate::exec::buffers::Allocation;
use crate::exec::memory_limit::MemoryLimit;
use crate::program::{Program, Tracks};

impl Run {
    /// Returns a run of the same program, with the same kernels and globals, that a recorder records. Each argument is memory
    /// of the recorder, of which the program frees none.
    pub fn recording(&self, recorder: Arc<Recorder>, program: &Program, arguments: &[(u64, u64)]) -> Self {
        let mut run = Self::start(recorder, program);
        run.kernels = self.kernels.for_recording();
        run.globals.clone_from(&self.globals);
        run.has_others_globals = true;
        run.host = self.host.of_same_limit();
        run.limit = self.limit.as_ref().map(MemoryLimit::of_same_limit);
        for (address, bytes) in arguments {
            if run.tracks != Tracks::Nothing {
                blocks::insert(*address, *bytes);
            }
            run.insert_lent(*address, Allocation::lent(MemoryKind::Device, *bytes));
        }
        run
    }
}
