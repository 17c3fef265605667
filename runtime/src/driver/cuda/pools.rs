//! Streams and event slots: made only if none is free, and ended with the device.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, RwLock};

use super::calls::{Event, Stream};
use super::context::Context;
use super::{lock, read, write};
use crate::driver::{Counters, DeviceError, EventId, Result, StreamId};

/// The pools of one device.
#[derive(Default)]
pub(super) struct Pools {
    streams: RwLock<Vec<Leasable<Queue>>>,
    events: Mutex<Vec<Leasable<Slot>>>,
}

struct Leasable<T> {
    item: T,
    is_leased: bool,
}

/// A stream of the driver, and whether it was given something since it was last seen to be empty.
struct Queue {
    stream: Stream,
    is_busy: AtomicBool,
}

/// An event of the driver, and whether the present holder has recorded it.
struct Slot {
    event: Event,
    is_recorded: bool,
}

impl Pools {
    /// Leases a stream that has run empty.
    pub(super) fn lease_stream(&self, cx: &Context) -> Result<StreamId> {
        let mut streams = write(&self.streams);
        for (id, entry) in (0..).zip(streams.iter_mut()).filter(|(_, entry)| !entry.is_leased) {
            let Queue { stream, is_busy } = &mut entry.item;
            if !*is_busy.get_mut() || cx.stream_query(*stream)? {
                *is_busy.get_mut() = false;
                cx.forget_launches(id);
                entry.is_leased = true;
                return Ok(StreamId(id));
            }
        }
        let item = Queue { stream: cx.stream_create()?, is_busy: AtomicBool::new(false) };
        streams.push(Leasable { item, is_leased: true });
        Ok(StreamId(streams.len() as u32 - 1))
    }

    /// Returns a stream.
    pub(super) fn return_stream(&self, id: StreamId) -> Result<()> {
        let mut streams = write(&self.streams);
        let entry = streams.get_mut(id.0 as usize).filter(|entry| entry.is_leased);
        let entry = entry.ok_or_else(|| not_leased("return_stream", "stream", id.0))?;
        entry.is_leased = false;
        Ok(())
    }

    /// A leased stream, which is about to be given something.
    pub(super) fn stream(&self, call: &'static str, id: StreamId) -> Result<Stream> {
        let streams = read(&self.streams);
        let entry = leased(&streams, call, id)?;
        entry.is_busy.store(true, Ordering::Relaxed);
        Ok(entry.stream)
    }

    /// Waits for all that a stream was given, if there is something.
    pub(super) fn host_wait(&self, cx: &Context, id: StreamId) -> Result<()> {
        let streams = read(&self.streams);
        let Queue { stream, is_busy } = leased(&streams, "host_wait", id)?;
        if is_busy.load(Ordering::Relaxed) {
            cx.stream_synchronize(*stream)?;
            is_busy.store(false, Ordering::Relaxed);
            cx.forget_launches(id.0);
        }
        Ok(())
    }

    /// Leases an event slot that holds no point.
    pub(super) fn lease_event(&self, cx: &Context) -> Result<EventId> {
        let mut events = lock(&self.events);
        if let Some((id, entry)) = (0..).zip(events.iter_mut()).find(|(_, entry)| !entry.is_leased) {
            entry.is_leased = true;
            entry.item.is_recorded = false;
            return Ok(EventId(id));
        }
        let slot = Slot { event: cx.event_create()?, is_recorded: false };
        events.push(Leasable { item: slot, is_leased: true });
        Ok(EventId(events.len() as u32 - 1))
    }

    /// Returns an event slot.
    pub(super) fn return_event(&self, id: EventId) -> Result<()> {
        let mut events = lock(&self.events);
        let entry = events.get_mut(id.0 as usize).filter(|entry| entry.is_leased);
        let entry = entry.ok_or_else(|| not_leased("return_event", "event", id.0))?;
        entry.is_leased = false;
        Ok(())
    }

    /// Records an event.
    pub(super) fn record(&self, cx: &Context, id: EventId, stream: Stream) -> Result<()> {
        let mut events = lock(&self.events);
        let entry = events.get_mut(id.0 as usize).filter(|entry| entry.is_leased);
        let slot = &mut entry.ok_or_else(|| not_leased("record", "event", id.0))?.item;
        cx.event_record(slot.event, stream)?;
        slot.is_recorded = true;
        Ok(())
    }

    /// Lets a stream wait for an event, if that was ever recorded.
    pub(super) fn wait(&self, cx: &Context, id: EventId, stream: Stream) -> Result<()> {
        let events = lock(&self.events);
        let entry = events.get(id.0 as usize).filter(|entry| entry.is_leased);
        let slot = &entry.ok_or_else(|| not_leased("wait", "event", id.0))?.item;
        if slot.is_recorded { cx.stream_wait(stream, slot.event) } else { Ok(()) }
    }

    /// Writes the pools' part of the counters.
    pub(super) fn count(&self, counters: &mut Counters) {
        let streams = read(&self.streams);
        counters.streams_created = streams.len() as u64;
        counters.streams_leased = streams.iter().filter(|entry| entry.is_leased).count() as u64;
        let events = lock(&self.events);
        counters.events_created = events.len() as u64;
        counters.events_leased = events.iter().filter(|entry| entry.is_leased).count() as u64;
    }

    /// Waits for all work and ends every stream and event. Results report earlier work, which was reported.
    pub(super) fn close(&self, cx: &Context) {
        let streams = std::mem::take(&mut *write(&self.streams));
        for Leasable { item: Queue { stream, is_busy }, .. } in &streams {
            if is_busy.load(Ordering::Relaxed) {
                drop(cx.stream_synchronize(*stream));
            }
        }
        for entry in streams {
            drop(cx.stream_destroy(entry.item.stream));
        }
        for entry in std::mem::take(&mut *lock(&self.events)) {
            drop(cx.event_destroy(entry.item.event));
        }
    }
}

/// A leased stream.
fn leased<'a>(streams: &'a [Leasable<Queue>], call: &'static str, id: StreamId) -> Result<&'a Queue> {
    let entry = streams.get(id.0 as usize).filter(|entry| entry.is_leased);
    entry.map(|entry| &entry.item).ok_or_else(|| not_leased(call, "stream", id.0))
}

/// A handle that is unknown or was returned.
fn not_leased(call: &'static str, what: &str, number: u32) -> DeviceError {
    DeviceError::new(call, "InvalidHandle", format!("{what} {number} is not leased"))
}
