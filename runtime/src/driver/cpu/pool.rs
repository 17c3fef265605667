//! Handles of the CPU device: streams and event slots are created only if none is free, and live as long as
//! the device.

use std::sync::{Arc, Mutex, RwLock};

use super::stream::Stream;

use crate::driver::handles::{Leases, lock, read, write};
use crate::driver::{Counters, EventId, Result, StreamId};

/// A point of a stream: reached when that many of its commands are done.
pub(super) type Point = (Arc<Stream>, u64);

/// The pools of one device.
#[derive(Debug)]
pub(super) struct Pools {
    streams: RwLock<Leases<Arc<Stream>>>,
    events: Mutex<Leases<Option<Point>>>,
}

impl Default for Pools {
    fn default() -> Self {
        Self { streams: RwLock::new(Leases::new("stream")), events: Mutex::new(Leases::new("event")) }
    }
}

impl Pools {
    /// Leases an idle stream and clears its failure, if it had one.
    pub(super) fn lease_stream(&self) -> Result<StreamId> {
        let mut streams = write(&self.streams);
        let reused = streams.reuse(|_, stream| {
            let is_idle = stream.is_idle();
            if is_idle {
                stream.forget_failure();
            }
            Ok(is_idle)
        })?;
        let next = StreamId(streams.next());
        Ok(StreamId(reused.unwrap_or_else(|| streams.add(Arc::new(Stream::new(next))))))
    }

    /// Returns a stream to the pool.
    pub(super) fn return_stream(&self, id: StreamId) -> Result<()> {
        write(&self.streams).give_back("return_stream", id.0)
    }

    /// Returns a leased stream.
    pub(super) fn stream(&self, call: &'static str, id: StreamId) -> Result<Arc<Stream>> {
        read(&self.streams).get(call, id.0).cloned()
    }

    /// Leases an event slot that holds no point.
    pub(super) fn lease_event(&self) -> Result<EventId> {
        let mut events = lock(&self.events);
        let reused = events.reuse(|_, _| Ok(true))?;
        Ok(EventId(reused.unwrap_or_else(|| events.add(None))))
    }

    /// Returns an event slot to the pool and clears its point.
    pub(super) fn return_event(&self, id: EventId) -> Result<()> {
        let mut events = lock(&self.events);
        *events.get_mut("return_event", id.0)? = None;
        events.give_back("return_event", id.0)
    }

    /// Sets the point of an event.
    pub(super) fn set_event(&self, id: EventId, point: Point) -> Result<()> {
        *lock(&self.events).get_mut("record", id.0)? = Some(point);
        Ok(())
    }

    /// Returns the point of an event, if one was ever recorded.
    pub(super) fn event(&self, id: EventId) -> Result<Option<Point>> {
        lock(&self.events).get("wait", id.0).cloned()
    }

    /// Writes the pools' part of the counters.
    pub(super) fn count(&self, counters: &mut Counters) {
        [counters.streams_created, counters.streams_leased] = read(&self.streams).counts();
        [counters.events_created, counters.events_leased] = lock(&self.events).counts();
    }
}
