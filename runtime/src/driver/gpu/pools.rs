//! Streams and event slots: created only if none is free, and destroyed with the device.
//!
//! A slot may be recorded again at any time. Where the driver forbids that for an event which has not been
//! reached, the slot exchanges the event for another one, and the old event waits until it is reached.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, RwLock};

use super::context::Context;
use super::driver::{Driver, Event, Stream};
use crate::driver::handles::{Leases, lock, read, write};
use crate::driver::{Counters, EventId, Result, StreamId};

/// The pools of one device.
pub(super) struct Pools {
    streams: RwLock<Leases<Queue>>,
    events: Mutex<Events>,
    /// Whether an event may be recorded again before it is reached.
    may_rerecord: bool,
}

struct Events {
    slots: Leases<Slot>,
    /// Events of no slot, in the order of their records; they may not be reached yet.
    spare: VecDeque<Event>,
}

/// A stream of the driver, and whether work was issued to it since it was last drained.
struct Queue {
    stream: Stream,
    is_busy: AtomicBool,
}

/// An event of the driver.
struct Slot {
    event: Event,
    /// Whether the present holder has recorded it.
    is_recorded: bool,
    /// Whether it was recorded, and may not be reached yet.
    is_in_flight: bool,
}

impl Pools {
    /// Creates empty pools; `may_rerecord` as in [`crate::driver::Caps::rerecord_inflight_ok`].
    pub(super) fn new(may_rerecord: bool) -> Self {
        let events = Events { slots: Leases::new("event"), spare: VecDeque::new() };
        Self { streams: RwLock::new(Leases::new("stream")), events: Mutex::new(events), may_rerecord }
    }

    /// Leases a drained stream.
    pub(super) fn lease_stream(&self, cx: &Context) -> Result<StreamId> {
        let mut streams = write(&self.streams);
        let reused = streams.reuse(|number, Queue { stream, is_busy }| {
            let is_empty = !*is_busy.get_mut() || cx.call(|driver| driver.stream_query(*stream))?;
            if is_empty {
                *is_busy.get_mut() = false;
                cx.forget_launches(number);
            }
            Ok(is_empty)
        })?;
        if let Some(number) = reused {
            return Ok(StreamId(number));
        }
        let queue = Queue { stream: cx.call(Driver::stream_create)?, is_busy: AtomicBool::new(false) };
        Ok(StreamId(streams.add(queue)))
    }

    /// Returns a stream to the pool.
    pub(super) fn return_stream(&self, id: StreamId) -> Result<()> {
        write(&self.streams).give_back("return_stream", id.0)
    }

    /// Calls `visit` with each stream that may have work in flight, leased or not.
    pub(super) fn busy_streams(&self, mut visit: impl FnMut(StreamId, Stream) -> Result<()>) -> Result<()> {
        let streams = read(&self.streams);
        let busy = streams.items().filter(|(_, queue)| queue.is_busy.load(Ordering::Relaxed));
        busy.into_iter().try_for_each(|(number, queue)| visit(StreamId(number), queue.stream))
    }

    /// Waits for the work of all streams. Results report earlier work.
    pub(super) fn drain(&self, cx: &Context) {
        for (_, Queue { stream, is_busy }) in read(&self.streams).items() {
            if is_busy.load(Ordering::Relaxed) {
                let _ = cx.call(|driver| driver.stream_synchronize(*stream));
            }
        }
    }

    /// Returns a leased stream, to which work is about to be issued.
    pub(super) fn stream(&self, call: &'static str, id: StreamId) -> Result<Stream> {
        let streams = read(&self.streams);
        let queue = streams.get(call, id.0)?;
        queue.is_busy.store(true, Ordering::Relaxed);
        Ok(queue.stream)
    }

    /// Returns the driver's stream of a leased one, to which the holder issues by itself.
    pub(super) fn driver_stream(&self, id: StreamId) -> Result<Stream> {
        Ok(read(&self.streams).get("prepare", id.0)?.stream)
    }

    /// Waits for all work issued to a stream, if there is any.
    pub(super) fn host_wait(&self, cx: &Context, id: StreamId) -> Result<()> {
        let streams = read(&self.streams);
        let Queue { stream, is_busy } = streams.get("host_wait", id.0)?;
        if is_busy.load(Ordering::Relaxed) {
            cx.call(|driver| driver.stream_synchronize(*stream))?;
            is_busy.store(false, Ordering::Relaxed);
            let checked = cx.check_reports();
            cx.forget_launches(id.0);
            checked?;
        }
        Ok(())
    }

    /// Leases an event slot that holds no point.
    pub(super) fn lease_event(&self, cx: &Context) -> Result<EventId> {
        let mut events = lock(&self.events);
        let reused = events.slots.reuse(|_, slot| {
            slot.is_recorded = false;
            Ok(true)
        })?;
        if let Some(number) = reused {
            return Ok(EventId(number));
        }
        let event = cx.call(|driver| driver.event_create(false))?;
        Ok(EventId(events.slots.add(Slot { event, is_recorded: false, is_in_flight: false })))
    }

    /// Returns an event slot to the pool.
    pub(super) fn return_event(&self, id: EventId) -> Result<()> {
        lock(&self.events).slots.give_back("return_event", id.0)
    }

    /// Records an event.
    pub(super) fn record(&self, cx: &Context, id: EventId, stream: Stream) -> Result<()> {
        let Events { slots, spare } = &mut *lock(&self.events);
        let slot = slots.get_mut("record", id.0)?;
        if slot.is_in_flight && !self.may_rerecord {
            slot.exchange(cx, spare)?;
        }
        cx.call(|driver| driver.event_record(slot.event, stream))?;
        (slot.is_recorded, slot.is_in_flight) = (true, true);
        Ok(())
    }

    /// Makes a stream wait for an event, if it was ever recorded.
    pub(super) fn wait(&self, cx: &Context, id: EventId, stream: Stream) -> Result<()> {
        let events = lock(&self.events);
        let slot = events.slots.get("wait", id.0)?;
        if slot.is_recorded { cx.call(|driver| driver.stream_wait(stream, slot.event)) } else { Ok(()) }
    }

    /// Writes the pools' part of the counters.
    pub(super) fn count(&self, counters: &mut Counters) {
        [counters.streams_created, counters.streams_leased] = read(&self.streams).counts();
        [counters.events_created, counters.events_leased] = lock(&self.events).slots.counts();
    }

    /// Waits for all work and destroys every stream and event; returns the first error.
    pub(super) fn close(&self, cx: &Context) -> Result<()> {
        let streams = write(&self.streams).take_all();
        let mut closed = Ok(());
        for Queue { stream, is_busy } in &streams {
            if is_busy.load(Ordering::Relaxed) {
                closed = closed.and(cx.call(|driver| driver.stream_synchronize(*stream)));
            }
        }
        for queue in streams {
            closed = closed.and(cx.call(|driver| driver.stream_destroy(queue.stream)));
        }
        let Events { slots, spare } = &mut *lock(&self.events);
        for event in slots.take_all().into_iter().map(|slot| slot.event).chain(spare.drain(..)) {
            closed = closed.and(cx.call(|driver| driver.event_destroy(event)));
        }
        closed
    }
}

impl Slot {
    /// Exchanges the event for one that may be recorded, unless it was reached.
    fn exchange(&mut self, cx: &Context, spare: &mut VecDeque<Event>) -> Result<()> {
        if cx.call(|driver| driver.event_query(self.event))? {
            return Ok(());
        }
        // The event that was recorded first is the most likely to be reached.
        let event = match spare.front() {
            Some(first) if cx.call(|driver| driver.event_query(*first))? => spare.pop_front(),
            _ => None,
        };
        let event = event.map_or_else(|| cx.call(|driver| driver.event_create(false)), Ok)?;
        spare.push_back(std::mem::replace(&mut self.event, event));
        (self.is_recorded, self.is_in_flight) = (false, false);
        Ok(())
    }
}
