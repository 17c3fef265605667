//! Calls compiled host functions.

use crate::exec::Run;
use warpline_ir::artifact::HostEntry;

impl Run {
    /// Calls a host function of the program that this run was made for; the numbers of slots must match its
    /// parameters and results. All work on streams of the program is complete when this returns. Returns the
    /// status, 0 for success.
    pub fn call(&mut self, entry: HostEntry, args: &[u64], results: &mut [u64]) -> i32 {
        // SAFETY: the entry comes from the code generator with the program, the slots are those of the function,
        // and the run is live and used by nobody else during the call.
        let status = unsafe { entry(std::ptr::from_mut(self).cast(), args.as_ptr(), results.as_mut_ptr()) };
        self.drain_own_streams();
        status.max(i32::from(self.failure().is_some()))
    }
}
