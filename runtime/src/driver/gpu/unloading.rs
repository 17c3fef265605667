//! Unloads programs once nothing in flight uses them.
//!
//! A program may be unloaded while its launches are in flight. Then an event is recorded on each stream that they were
//! issued to, and the program is unloaded when all events are reached and no graph holds it. No launch is issued while
//! the driver unloads: some drivers crash when both happen at the same time.

use std::sync::atomic::{AtomicU64, Ordering, fence};
use std::sync::{Arc, Mutex, RwLock, RwLockReadGuard};

use super::context::Context;
use super::driver::Event;
use super::module::GpuModule;
use super::pools::Pools;
use crate::driver::handles::{lock, read, write};
use crate::driver::{DeviceError, Result};

/// The programs that are being unloaded.
#[derive(Default)]
pub(super) struct Unloading {
    /// Launches hold it for reading, unloading for writing.
    gate: RwLock<()>,
    pending: Mutex<Vec<Pending>>,
    /// The number of pending programs, readable without the lock.
    n_pending: AtomicU64,
    /// The first error that was not reported.
    failure: Mutex<Option<DeviceError>>,
}

struct Pending {
    module: Arc<GpuModule>,
    events: Vec<Event>,
}

impl Unloading {
    /// Prevents unloading while a launch is issued.
    pub(super) fn launch(&self) -> RwLockReadGuard<'_, ()> {
        read(&self.gate)
    }

    /// Returns the number of programs that are still loaded.
    pub(super) fn count(&self) -> u64 {
        self.n_pending.load(Ordering::Relaxed)
    }

    /// Adds a program, and unloads it at once if nothing in flight uses it. An error may be that of a program that was
    /// added before.
    pub(super) fn add(&self, cx: &Context, pools: &Pools, module: Arc<GpuModule>) -> Result<()> {
        self.n_pending.fetch_add(1, Ordering::Relaxed);
        lock(&self.pending).push(Pending { module, events: Vec::new() });
        self.advance(cx, pools);
        lock(&self.failure).take().map_or(Ok(()), Err)
    }

    /// Unloads the programs whose work has ended. The next [`Self::add`] reports the first error.
    pub(super) fn advance(&self, cx: &Context, pools: &Pools) {
        if self.count() == 0 {
            return;
        }
        let mut ended = Vec::new();
        let mut all = lock(&self.pending);
        for mut pending in std::mem::take(&mut *all) {
            let has_ended = pending.has_ended(cx, pools).unwrap_or_else(|error| {
                lock(&self.failure).get_or_insert(error);
                // Without an answer of the driver the work is waited for, which fails only together with the work.
                pools.drain(cx);
                true
            });
            if has_ended { ended.push(pending) } else { all.push(pending) }
        }
        drop(all);
        for pending in ended {
            if let Err(error) = self.unload(cx, &pending) {
                lock(&self.failure).get_or_insert(error);
            }
        }
    }

    /// Unloads a program that no launch uses, since it was never returned.
    pub(super) fn unload_new(&self, cx: &Context, module: &GpuModule) {
        let _gate = write(&self.gate);
        // The error that is the reason is reported.
        let _ = module.unload(cx);
    }

    /// Unloads all programs, and returns the first error; all streams are drained and all graphs destroyed.
    pub(super) fn close(&self, cx: &Context) -> Result<()> {
        let pending = std::mem::take(&mut *lock(&self.pending));
        let mut closed = Ok(());
        for pending in &pending {
            closed = closed.and(self.unload(cx, pending));
        }
        closed
    }

    fn unload(&self, cx: &Context, Pending { module, events }: &Pending) -> Result<()> {
        let events = events.iter().map(|event| cx.call(|driver| driver.event_destroy(*event)));
        let destroyed = events.fold(Ok(()), Result::and);
        let gate = write(&self.gate);
        let unloaded = module.unload(cx);
        drop(gate);
        self.n_pending.fetch_sub(1, Ordering::Relaxed);
        destroyed.and(unloaded)
    }
}

impl Pending {
    /// Whether nothing in flight uses the program.
    fn has_ended(&mut self, cx: &Context, pools: &Pools) -> Result<bool> {
        loop {
            while let Some(event) = self.events.last() {
                if !cx.call(|driver| driver.event_query(*event))? {
                    return Ok(false);
                }
                let reached = self.events.pop();
                reached.map_or(Ok(()), |event| cx.call(|driver| driver.event_destroy(event)))?;
            }
            if Arc::strong_count(&self.module) != 1 {
                return Ok(false);
            }
            // Whoever launched the program noted the stream before dropping its reference.
            fence(Ordering::Acquire);
            // Nobody else can launch it any more.
            self.note_launches(cx, pools)?;
            if self.events.is_empty() {
                return Ok(true);
            }
        }
    }

    /// Records an event on each busy stream that the program was launched on.
    fn note_launches(&mut self, cx: &Context, pools: &Pools) -> Result<()> {
        let Self { module, events } = self;
        pools.busy_streams(|id, stream| {
            if module.streams.contains(id) && !cx.call(|driver| driver.stream_query(stream))? {
                let event = cx.call(|driver| driver.event_create(false))?;
                events.push(event);
                cx.call(|driver| driver.event_record(event, stream))?;
            }
            Ok(())
        })?;
        module.streams.clear();
        Ok(())
    }
}
