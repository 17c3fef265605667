//! Prepared work: what an application issues to a stream of its own, also while that is captured.
//!
//! Everything that could block, allocate, load or fail by the program's fault happens when the work is prepared. Its other
//! streams begin at an event of the application's stream, and are joined into it at the end.

use std::sync::{Arc, Mutex};

use super::context::Context;
use super::driver::{Driver, Event, Stream};
use super::module::GpuModule;
use super::transfer::{overlap, pieces, sets, strided_sets};
use super::{GpuDevice, driver};
use crate::driver::handles::lock;
use crate::driver::recording::{Action, CallerStreams, RawStream, Slot, TEMPORARY_ALIGN, Work, WorkId};
use crate::driver::{
    Device, DeviceError, Fill, KernelId, ModuleId, Result, StreamId, StridedCopy, StridedFill, copy_at_once,
    free_unused,
};
use crate::program::LaunchDims;

/// How many issues apart an event is recorded again, where a driver forbids that before it is reached.
const N_SETS: usize = 8;

/// Prepared work of a device.
pub(super) struct Prepared {
    commands: Vec<(usize, Step)>,
    /// The streams beside that of the application.
    side: Vec<(StreamId, Stream)>,
    /// The address of the temporary memory, if there is any.
    temporary: Option<u64>,
    /// As in [`Steps`].
    uploads: Vec<(u64, u64, u64)>,
    issues: Mutex<Issues>,
}

/// A command, ready to be issued.
enum Step {
    Launch(Arc<GpuModule>, u32, LaunchDims, Vec<Slot>),
    Copy(Slot, Slot, u64),
    CopyStrided(Slot, Slot, StridedCopy),
    Fill(Slot, Fill),
    FillStrided(Slot, StridedFill),
    Record(usize),
    Wait(usize),
}

/// The events of the issues. Each set has those that commands record, one for the begin, one for the end of all, and one for the
/// end of each side stream.
#[derive(Default)]
struct Issues {
    /// The number of events that commands record.
    n_events: usize,
    /// The sets of issues outside of captures.
    sets: Vec<Vec<Event>>,
    next: usize,
    /// The set of issues that are captured.
    captured: Vec<Event>,
    /// The event at the end of the last issue outside of captures.
    last: Option<Event>,
    /// The capture that the last issue in one was part of.
    last_capture: Option<u64>,
}

impl Issues {
    /// Adds events to a set.
    fn add(cx: &Context, n: usize, set: &mut Vec<Event>) -> Result<()> {
        for _ in 0..n {
            set.push(cx.call(|driver| driver.event_create(false))?);
        }
        Ok(())
    }

    /// Adds a set, which has the events that could be created after a failure, too.
    fn add_set(&mut self, cx: &Context) -> Result<()> {
        let mut set = Vec::with_capacity(self.captured.len());
        let added = Self::add(cx, self.captured.len(), &mut set);
        self.sets.push(set);
        added
    }

    /// Creates all sets.
    fn fill(&mut self, cx: &Context, n_events: usize, n_side: usize, n_sets: usize) -> Result<()> {
        self.n_events = n_events;
        Self::add(cx, n_events + n_side + 2, &mut self.captured)?;
        (0..n_sets).try_for_each(|_| self.add_set(cx))
    }

    /// Chooses the events of the next issue outside of captures. Where events may be recorded again there is one set; elsewhere
    /// one whose events are reached is used again, if they may be asked.
    fn take(&mut self, cx: &Context, may_query: impl FnOnce() -> Result<bool>) -> Result<Vec<Event>> {
        let n_sets = self.sets.len();
        let number = self.next % n_sets;
        let is_used = 1 < n_sets && n_sets <= self.next;
        let mut is_free = !is_used || may_query()?;
        for event in self.sets[number].iter().filter(|_| is_used) {
            is_free = is_free && cx.call(|driver| driver.event_query(*event))?;
        }
        if is_free {
            self.next += 1;
            return Ok(self.sets[number].clone());
        }
        self.add_set(cx)?;
        self.next = n_sets + 1;
        Ok(self.sets[n_sets].clone())
    }

    fn destroy(&mut self, cx: &Context) -> Result<()> {
        let sets = std::mem::take(&mut self.sets).into_iter().flatten();
        let events = sets.chain(std::mem::take(&mut self.captured));
        events.map(|event| cx.call(|driver| driver.event_destroy(event))).fold(Ok(()), Result::and)
    }
}

impl Prepared {
    /// Waits for what was issued outside of captures, and destroys the events.
    pub(super) fn end(&self, cx: &Context) -> Result<()> {
        let issues = &mut *lock(&self.issues);
        let last = issues.last.take();
        let waited = last.map_or(Ok(()), |event| cx.call(|driver| driver.event_synchronize(event)));
        waited.and(issues.destroy(cx))
    }

    fn stream(&self, number: usize, caller: Stream) -> Stream {
        number.checked_sub(1).map_or(caller, |side| self.side[side].1)
    }

    fn issue(
        &self,
        cx: &Context,
        stream: Stream,
        arguments: &[u64],
        may_query: impl FnOnce() -> Result<bool>,
    ) -> Result<()> {
        let capture = cx.call(|driver| driver.stream_capture(stream))?;
        if let Some((_, side)) = self.side.first() {
            let of_side = cx.call(|driver| driver.stream_capture(*side))?;
            if of_side.is_some() && of_side != capture {
                let message = "the function is part of a capture that has not ended, on another stream";
                return Err(DeviceError::new("issue", "IsCaptured", message));
            }
        }
        let issues = &mut *lock(&self.issues);
        // The temporary memory is in use until the last issue has ended.
        let (events, before) = match capture {
            Some(number) => {
                let is_same = issues.last_capture == Some(number);
                let events = issues.captured.clone();
                let done = events.get(issues.n_events + 1).copied();
                (events, done.filter(|_| is_same))
            }
            None => (issues.take(cx, may_query)?, issues.last),
        };
        let (own, rest) = events.split_at(issues.n_events);
        let Some(([begin, done], ends)) = rest.split_first_chunk() else { return Ok(()) };
        if let Some(before) = before {
            cx.call(|driver| driver.stream_wait(stream, before))?;
        }
        let issued = self.issue_all(cx, stream, arguments, own, *begin);
        // After a failure, too, the stream of the application comes after what was issued.
        let joined = self.side.iter().zip(ends).map(|((_, side), end)| {
            cx.call(|driver| driver.event_record(*end, *side))?;
            cx.call(|driver| driver.stream_wait(stream, *end))
        });
        let issued = issued.and(joined.fold(Ok(()), Result::and));
        let issued = issued.and(cx.call(|driver| driver.event_record(*done, stream)));
        match (capture, &issued) {
            (Some(number), _) => issues.last_capture = Some(number),
            (None, Ok(())) => issues.last = Some(*done),
            (None, Err(_)) => {
                // No event says when the work has ended.
                let all = self.side.iter().map(|(_, side)| *side).chain([stream]);
                all.for_each(|stream| drop(cx.call(|driver| driver.stream_synchronize(stream))));
                issues.last = None;
            }
        }
        issued
    }

    /// Issues the commands, with those on side streams after an event of the application's stream.
    fn issue_all(
        &self,
        cx: &Context,
        stream: Stream,
        arguments: &[u64],
        events: &[Event],
        begin: Event,
    ) -> Result<()> {
        let temporary = self.temporary.unwrap_or_default();
        for (place, copy, n) in &self.uploads {
            cx.call(|driver| driver.copy(temporary + place, temporary + copy, *n, stream))?;
        }
        if !self.side.is_empty() {
            cx.call(|driver| driver.event_record(begin, stream))?;
        }
        let began = self.side.iter().map(|(_, side)| cx.call(|driver| driver.stream_wait(*side, begin)));
        began.fold(Ok(()), Result::and)?;
        let mut all = self.commands.iter();
        all.try_for_each(|(number, step)| {
            self.step(cx, step, self.stream(*number, stream), events, arguments)
        })
    }

    fn step(
        &self,
        cx: &Context,
        step: &Step,
        stream: Stream,
        events: &[Event],
        arguments: &[u64],
    ) -> Result<()> {
        let place = |slot: &Slot| slot.resolve(arguments, self.temporary.unwrap_or_default());
        match step {
            Step::Launch(module, kernel, dims, args) => {
                let kernel = module.kernel("launch", *kernel)?;
                let args: Vec<u64> = args.iter().map(place).collect();
                cx.call(|driver| driver.launch(kernel.function, dims, stream, &args))?;
                kernel.count();
                Ok(())
            }
            Step::Copy(dst, src, bytes) => {
                cx.call(|driver| driver.copy(place(dst), place(src), *bytes, stream))
            }
            Step::CopyStrided(dst, src, copy) => {
                let copy = StridedCopy { dst: place(dst), src: place(src), ..*copy };
                cx.copy_all(&pieces(&copy)?, stream)
            }
            Step::Fill(dst, fill) => {
                cx.set_all(&sets(&Fill { dst: place(dst), ..*fill }, &cx.limits)?, stream)
            }
            Step::FillStrided(dst, fill) => {
                let fill = StridedFill { dst: place(dst), ..fill.clone() };
                cx.set_all(&strided_sets(&fill, &cx.limits)?, stream)
            }
            Step::Record(event) => cx.call(|driver| driver.event_record(events[*event], stream)),
            Step::Wait(event) => cx.call(|driver| driver.stream_wait(stream, events[*event])),
        }
    }
}

/// Turns recorded commands into steps.
struct Steps {
    all: Vec<(usize, Step)>,
    /// The event of the last record of each event slot, if each record has an event of its own.
    renamed: Option<Vec<usize>>,
    n_events: usize,
    temporary_bytes: u64,
    /// Of each part of the temporary memory that the host has written: its place, that of a copy, and its size in bytes.
    uploads: Vec<(u64, u64, u64)>,
}

impl Steps {
    fn of<D: Driver>(device: &GpuDevice<D>, work: &Work) -> Result<Self> {
        let n_events = work.n_events as usize;
        let has_own = !device.caps.rerecord_inflight_ok;
        let mut steps = Self {
            all: Vec::with_capacity(work.commands.len()),
            renamed: has_own.then(|| vec![0; n_events]),
            n_events: if has_own { 0 } else { n_events },
            temporary_bytes: work.temporary_bytes,
            uploads: Vec::new(),
        };
        for (place, bytes) in &work.uploads {
            let n = bytes.len() as u64;
            let copy = steps.take_temporary(n);
            steps.uploads.push((*place, copy, n));
        }
        for command in &work.commands {
            steps
                .add(device, command.stream as usize, &command.action)
                .map_err(|error| error.of_op(command.op))?;
        }
        Ok(steps)
    }

    /// Returns the place of more temporary memory.
    fn take_temporary(&mut self, bytes: u64) -> u64 {
        let place = self.temporary_bytes.next_multiple_of(TEMPORARY_ALIGN);
        self.temporary_bytes = place.saturating_add(bytes);
        place
    }

    fn add<D: Driver>(&mut self, device: &GpuDevice<D>, stream: usize, action: &Action) -> Result<()> {
        let step = match action {
            Action::Launch(KernelId { module, kernel }, dims, args) => {
                let module = device.module("prepare", *module)?;
                if !module.kernel("prepare", *kernel)?.prepare(device.cx(), dims, args.len())? {
                    return Ok(());
                }
                Step::Launch(module, *kernel, *dims, args.clone())
            }
            Action::Copy(dst, src, bytes) if *bytes == 0 || dst == src => return Ok(()),
            Action::Copy(dst, src, bytes) if may_overlap(*dst, *src, *bytes) => {
                let between = Slot::Temporary(self.take_temporary(*bytes));
                self.all.push((stream, Step::Copy(between, *src, *bytes)));
                Step::Copy(*dst, between, *bytes)
            }
            Action::Copy(dst, src, bytes) => Step::Copy(*dst, *src, *bytes),
            Action::CopyStrided(dst, src, copy) => {
                pieces(copy)?;
                Step::CopyStrided(*dst, *src, *copy)
            }
            Action::Fill(dst, fill) => Step::Fill(*dst, *fill),
            Action::FillStrided(dst, fill) => Step::FillStrided(*dst, fill.clone()),
            Action::Record(event) => Step::Record(match &mut self.renamed {
                Some(renamed) => {
                    renamed[*event as usize] = self.n_events;
                    self.n_events += 1;
                    self.n_events - 1
                }
                None => *event as usize,
            }),
            Action::Wait(event) => {
                Step::Wait(self.renamed.as_ref().map_or(*event as usize, |renamed| renamed[*event as usize]))
            }
        };
        self.all.push((stream, step));
        Ok(())
    }
}

/// Whether two runs of bytes overlap; memory of different arguments does not.
fn may_overlap(dst: Slot, src: Slot, bytes: u64) -> bool {
    match (dst, src) {
        (Slot::Argument(a, dst), Slot::Argument(b, src)) => a == b && overlap(dst, src, bytes),
        (Slot::Temporary(dst), Slot::Temporary(src)) | (Slot::Number(dst), Slot::Number(src)) => {
            overlap(dst, src, bytes)
        }
        _ => false,
    }
}

impl Context {
    /// Issues copies of rows.
    pub(super) fn copy_all(&self, pieces: &[driver::Rows], stream: Stream) -> Result<()> {
        pieces.iter().try_for_each(|rows| match rows.height {
            1 => self.call(|driver| driver.copy(rows.dst, rows.src, rows.width, stream)),
            _ => self.call(|driver| driver.copy_rows(rows, stream)),
        })
    }

    /// Issues fills.
    pub(super) fn set_all(&self, sets: &[driver::Set], stream: Stream) -> Result<()> {
        sets.iter().try_for_each(|set| self.call(|driver| driver.set(set, stream)))
    }
}

impl<D: Driver> GpuDevice<D> {
    /// Leases and creates what work needs.
    fn equip(&self, prepared: &mut Prepared, steps: &Steps, work: &Work) -> Result<()> {
        let n_side = work.n_streams.saturating_sub(1) as usize;
        for _ in 0..n_side {
            let stream = self.lease_stream()?;
            prepared.side.push((stream, self.pools.driver_stream(stream)?));
        }
        if 0 < steps.temporary_bytes {
            prepared.temporary = Some(self.lease_arena(steps.temporary_bytes)?);
        }
        let n_sets = if self.caps.rerecord_inflight_ok { 1 } else { N_SETS };
        lock(&prepared.issues).fill(self.cx(), steps.n_events, n_side, n_sets)?;
        let to = |place: u64| prepared.temporary.unwrap_or_default() + place;
        steps.uploads.iter().zip(&work.uploads).try_for_each(|((_, copy, n), (_, bytes))| {
            copy_at_once(self, to(*copy), bytes.as_ptr().expose_provenance() as u64, *n)
        })
    }

    /// Waits for prepared work, and releases all that it has.
    fn release(&self, prepared: &Prepared) -> Result<()> {
        let ended = prepared.end(self.cx());
        let returned =
            prepared.side.iter().map(|(stream, _)| self.return_stream(*stream)).fold(Ok(()), Result::and);
        let memory = prepared.temporary.map_or(Ok(()), |address| self.return_arena(address));
        ended.and(returned).and(memory)
    }

    /// Selects the device for some calls on a thread of the application, which has its own selection afterwards.
    fn visit<T>(&self, calls: impl FnOnce() -> Result<T>) -> Result<T> {
        self.cx().refuse_fork()?;
        let before = self.cx().call(Driver::selected)?;
        let entered = self.cx().enter();
        let outcome = entered.and_then(|()| calls());
        let restored = self.cx().call(|driver| driver.select_again(before));
        outcome.and_then(|value| restored.map(|()| value))
    }

    /// Whether a stream of the application is being captured, so that nothing may be freed.
    pub(super) fn has_capture(&self) -> bool {
        // A call that fails says that no capture goes on.
        self.is_capturing().unwrap_or(false)
    }

    /// Releases what was let go during a capture, if it has ended.
    pub(super) fn release_late(&self) {
        if lock(&self.late).is_empty() || self.has_capture() {
            return;
        }
        let all = std::mem::take(&mut *lock(&self.late));
        for late in all {
            // Its owner is gone; errors report earlier work.
            let _ = match late {
                Late::Memory(address) => free_unused(self, address),
                Late::Module(module) => self.unload(module),
                Late::Work(prepared) => self.release(&prepared),
            };
        }
    }
}

/// What is released when no stream of the application is being captured any more.
pub(super) enum Late {
    Memory(u64),
    Module(ModuleId),
    Work(Arc<Prepared>),
}

impl<D: Driver> CallerStreams for GpuDevice<D> {
    fn import_stream(&self, stream: RawStream) -> Result<()> {
        let raw = Stream(stream.handle());
        // 0 to 2 stand for streams that depend on the thread, or that others wait for.
        if raw.0 <= 2 {
            let message = "expected a stream that the application has created, but found a default one";
            return Err(DeviceError::new("import_stream", "InvalidHandle", message));
        }
        if !self.visit(|| self.cx().call(|driver| driver.has_stream(raw)))? {
            let message = "the stream belongs to another device or context";
            return Err(DeviceError::new("import_stream", "InvalidHandle", message));
        }
        lock(&self.imported).push(raw);
        Ok(())
    }

    fn forget_stream(&self, stream: RawStream) {
        if self.cx().is_forked() {
            return;
        }
        let mut imported = lock(&self.imported);
        if let Some(found) = imported.iter().position(|raw| raw.0 == stream.handle()) {
            imported.swap_remove(found);
        }
    }

    fn is_capturing(&self) -> Result<bool> {
        self.cx().refuse_fork()?;
        let imported = lock(&self.imported).clone();
        if imported.is_empty() {
            return Ok(false);
        }
        self.visit(|| {
            for stream in &imported {
                if self.cx().call(|driver| driver.stream_capture(*stream))?.is_some() {
                    return Ok(true);
                }
            }
            Ok(false)
        })
    }

    fn prepare(&self, work: &Work) -> Result<(WorkId, u64)> {
        self.cx().enter()?;
        let mut steps = Steps::of(self, work)?;
        let mut prepared = Prepared {
            commands: std::mem::take(&mut steps.all),
            side: Vec::new(),
            temporary: None,
            uploads: steps.uploads.clone(),
            issues: Mutex::default(),
        };
        // The first failure is known.
        self.equip(&mut prepared, &steps, work).inspect_err(|_| drop(self.release(&prepared)))?;
        let temporary = prepared.temporary.unwrap_or_default();
        Ok((WorkId(self.works.insert(Arc::new(prepared))), temporary))
    }

    fn issue(&self, work: WorkId, stream: RawStream, arguments: &[u64]) -> Result<()> {
        self.visit(|| {
            self.cx().check_reports()?;
            let prepared = self.works.get("issue", work.0)?;
            let _gate = self.unloading.launch();
            let may_query = || self.is_capturing().map(|is_capturing| !is_capturing);
            prepared.issue(self.cx(), Stream(stream.handle()), arguments, may_query)
        })
    }

    fn end_work(&self, work: WorkId) -> Result<()> {
        self.cx().refuse_fork()?;
        let prepared = self.works.remove("end_work", work.0)?;
        if self.has_capture() {
            lock(&self.late).push(Late::Work(prepared));
            return Ok(());
        }
        self.cx().make_current()?;
        self.release(&prepared)
    }
}
