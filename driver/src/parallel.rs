//! Applies the same work to many items on several threads, with results in the order of the items.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The stack size of a thread: as large as that of the main one, since threads may parse deeply nested text.
const STACK: usize = 8 << 20;

/// Returns the requested number of threads, else the number of processors.
pub fn threads(wanted: Option<u16>) -> usize {
    let n_processors = || thread::available_parallelism().map_or(1, usize::from);
    wanted.map_or_else(n_processors, usize::from)
}

/// Returns the result of `work` for each item; `None` if it panicked.
pub fn map<T: Sync, R: Send>(items: &[T], n_threads: usize, work: impl Fn(&T) -> R + Sync) -> Vec<Option<R>> {
    let next = AtomicUsize::new(0);
    let run = || {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { return done };
            done.push((index, catch_unwind(AssertUnwindSafe(|| work(item))).ok()));
        }
    };
    let mut all: Vec<Option<R>> = items.iter().map(|_| None).collect();
    thread::scope(|scope| {
        let start = |_| thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run);
        let workers: Vec<_> = (1..n_threads.min(items.len())).filter_map(|index| start(index).ok()).collect();
        let mine = run();
        let others = workers.into_iter().filter_map(|worker| worker.join().ok()).flatten();
        for (index, result) in mine.into_iter().chain(others) {
            all[index] = result;
        }
    });
    all
}
