//! Handles of the CPU device: streams and event slots are made only if none is free, and live until the device ends.

use std::sync::{Arc, Mutex, RwLock};

use super::stream::Stream;
use super::{lock, read, write};
use crate::driver::{Counters, DeviceError, EventId, Result, StreamId};

/// A point of a stream: reached when that many of its commands are done.
pub(super) type Point = (Arc<Stream>, u64);

/// The pools of one device.
#[derive(Debug, Default)]
pub(super) struct Pools {
    streams: RwLock<Vec<Leasable<Arc<Stream>>>>,
    events: Mutex<Vec<Leasable<Option<Point>>>>,
}

#[derive(Debug)]
struct Leasable<T> {
    item: T,
    is_leased: bool,
}

impl Pools {
    /// Leases a stream that is idle; its failure, if it had one, is forgotten.
    pub(super) fn lease_stream(&self) -> StreamId {
        let mut streams = write(&self.streams);
        let free = streams.iter_mut().find(|entry| !entry.is_leased && entry.item.is_idle());
        if let Some(entry) = free {
            entry.is_leased = true;
            entry.item.forget_failure();
            return entry.item.id;
        }
        let id = StreamId(streams.len() as u32);
        streams.push(Leasable { item: Arc::new(Stream::new(id)), is_leased: true });
        id
    }

    /// Returns a stream.
    pub(super) fn return_stream(&self, id: StreamId) -> Result<()> {
        let mut streams = write(&self.streams);
        match streams.get_mut(id.0 as usize).filter(|entry| entry.is_leased) {
            Some(entry) => {
                entry.is_leased = false;
                Ok(())
            }
            None => Err(not_leased("return_stream", "stream", id.0)),
        }
    }

    /// A leased stream.
    pub(super) fn stream(&self, call: &'static str, id: StreamId) -> Result<Arc<Stream>> {
        let streams = read(&self.streams);
        match streams.get(id.0 as usize).filter(|entry| entry.is_leased) {
            Some(entry) => Ok(Arc::clone(&entry.item)),
            None => Err(not_leased(call, "stream", id.0)),
        }
    }

    /// Leases an event slot that holds no point.
    pub(super) fn lease_event(&self) -> EventId {
        let mut events = lock(&self.events);
        if let Some(index) = events.iter().position(|entry| !entry.is_leased) {
            events[index] = Leasable { item: None, is_leased: true };
            return EventId(index as u32);
        }
        events.push(Leasable { item: None, is_leased: true });
        EventId(events.len() as u32 - 1)
    }

    /// Returns an event slot.
    pub(super) fn return_event(&self, id: EventId) -> Result<()> {
        self.with_event("return_event", id, |entry| {
            *entry = Leasable { item: None, is_leased: false };
        })
    }

    /// Sets the point of an event.
    pub(super) fn set_event(&self, id: EventId, point: Point) -> Result<()> {
        self.with_event("record", id, |entry| entry.item = Some(point))
    }

    /// The point of an event, if one was ever recorded.
    pub(super) fn event(&self, id: EventId) -> Result<Option<Point>> {
        self.with_event("wait", id, |entry| entry.item.clone())
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

    fn with_event<T>(
        &self,
        call: &'static str,
        id: EventId,
        action: impl FnOnce(&mut Leasable<Option<Point>>) -> T,
    ) -> Result<T> {
        let mut events = lock(&self.events);
        match events.get_mut(id.0 as usize).filter(|entry| entry.is_leased) {
            Some(entry) => Ok(action(entry)),
            None => Err(not_leased(call, "event", id.0)),
        }
    }
}

/// A handle that is unknown or was returned.
fn not_leased(call: &'static str, what: &str, number: u32) -> DeviceError {
    DeviceError::new(call, "InvalidHandle", format!("{what} {number} is not leased"))
}
