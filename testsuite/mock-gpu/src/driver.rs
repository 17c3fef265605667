//! The state behind the calls: handles, contexts, rules, and the log.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::Write as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

use crate::capture::Capture;
use crate::config::Config;
use crate::graph::{Action, Exec, Graph, ready};
use crate::handles::HandleKind;
use crate::image::{Fault, Image};
use crate::launch::{Dims, Launch};
use crate::memory::{Kind, Memory};
use crate::queue::{Command, Issued, Queues, Stream};
use crate::{Front, code, front};

/// The value of a call, or its result code.
pub(crate) type Answer<T> = Result<T, i32>;

/// The handling of a call in the log and in failure injection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CallKind {
    /// It creates or issues something: a call that is made to fail does nothing.
    Action,
    /// It destroys something or waits: it does so even when it is made to fail.
    Release,
    /// Like `Action`, but only logged when it fails.
    Query,
    /// It precedes every other call, and is neither counted nor, unless it fails, logged.
    Setup,
}

/// The driver.
pub(crate) struct Driver {
    front: &'static Front,
    pub(crate) config: Config,
    log: Option<File>,
    n_calls: u64,
    is_initialised: bool,
    /// The reference count of the primary context of each device.
    retained: BTreeMap<i32, u32>,
    current: Vec<(ThreadId, usize)>,
    /// The result of all calls after work has failed.
    pub(crate) sticky: Option<i32>,
    /// For each handle ever created, its kind, its number among its kind, and whether it is live.
    pub(crate) handles: BTreeMap<usize, (HandleKind, usize, bool)>,
    pub(crate) memory: Memory,
    queues: Queues,
    events: BTreeMap<usize, Event>,
    images: BTreeMap<usize, Arc<Image>>,
    pub(crate) functions: BTreeMap<usize, Function>,
    pub(crate) graphs: BTreeMap<usize, Graph>,
    pub(crate) execs: BTreeMap<usize, Exec>,
    pub(crate) captures: Vec<Capture>,
    pub(crate) n_captures: u64,
    /// The output of kernels since the host last waited.
    printed: String,
}

/// A function of an image.
#[derive(Clone)]
pub(crate) struct Function {
    pub(crate) image: Arc<Image>,
    pub(crate) name: String,
    allowed_shared: u32,
}

/// An event.
#[derive(Clone, Copy, Debug)]
struct Event {
    is_timed: bool,
    /// Stream and point, if it was recorded.
    point: Option<(usize, u64)>,
    /// The time of its last record by the host.
    at: u64,
}

static DRIVER: Mutex<Option<Driver>> = Mutex::new(None);

/// Makes a call of the driver: it is counted, logged, and failed if it is the chosen one.
pub(crate) fn call<T>(
    kind: CallKind,
    name: &str,
    args: impl FnOnce(&Driver) -> String,
    body: impl FnOnce(&mut Driver) -> Answer<T>,
    result: impl FnOnce(&Driver, &T) -> String,
) -> Answer<T> {
    with(|driver| {
        let is_chosen = kind != CallKind::Setup && driver.config.fail == Some(driver.n_calls);
        driver.n_calls += u64::from(kind != CallKind::Setup);
        let text = format!("{name}({})", args(driver));
        let answer = match (is_chosen, kind) {
            (true, CallKind::Action | CallKind::Query | CallKind::Setup) => Err(code::OPERATING_SYSTEM),
            (true, CallKind::Release) => body(driver).and(Err(code::OPERATING_SYSTEM)),
            (false, _) => driver.check_capture(name).and_then(|()| body(driver)),
        };
        let ending = match &answer {
            Ok(value) => result(driver, value),
            Err(code) => {
                let name = (driver.front.text)(*code).map_or("an unknown error", |(name, _)| name);
                format!(" = {}", name.trim_end_matches('\0'))
            }
        };
        let is_failure = answer.as_ref().is_err_and(|code| *code != code::NOT_READY);
        let is_shown = matches!(kind, CallKind::Action | CallKind::Release) || is_failure;
        if is_shown {
            driver.write(&format!("{text}{ending}"));
        }
        answer
    })
}

/// Calls `body` with the driver, which is created by the first call.
pub(crate) fn with<T>(body: impl FnOnce(&mut Driver) -> T) -> T {
    let mut driver: MutexGuard<'_, Option<Driver>> = DRIVER.lock().unwrap_or_else(PoisonError::into_inner);
    body(driver.get_or_insert_with(Driver::new))
}

impl Driver {
    fn new() -> Self {
        let front = front();
        let config = Config::read(front);
        let log = config.log.as_ref().and_then(|path| File::create(path).ok());
        let queues = Queues::new(config.seed);
        Self {
            front,
            config,
            log,
            n_calls: 0,
            is_initialised: false,
            retained: BTreeMap::new(),
            current: Vec::new(),
            sticky: None,
            handles: BTreeMap::new(),
            memory: Memory::default(),
            queues,
            events: BTreeMap::new(),
            images: BTreeMap::new(),
            functions: BTreeMap::new(),
            graphs: BTreeMap::new(),
            execs: BTreeMap::new(),
            captures: Vec::new(),
            n_captures: 0,
            printed: String::new(),
        }
    }

    pub(crate) fn write(&mut self, line: &str) {
        if let Some(log) = &mut self.log {
            // A log that cannot be written fails its test.
            let _ = writeln!(log, "{line}");
        }
    }

    /// Logs the violation of a rule of the driver.
    pub(crate) fn rule_violation(&mut self, rule: &str) {
        self.write(&format!("rule broken: {rule}"));
    }

    pub(crate) fn init(&mut self) -> Answer<()> {
        self.is_initialised = self.config.init == 0;
        if self.is_initialised { Ok(()) } else { Err(self.config.init) }
    }

    pub(crate) fn device(&self, device: i32) -> Answer<i32> {
        if !self.is_initialised {
            return Err(code::NOT_INITIALIZED);
        }
        if (0..self.config.devices).contains(&device) { Ok(device) } else { Err(code::INVALID_DEVICE) }
    }

    pub(crate) fn retain(&mut self, device: i32) -> Answer<usize> {
        self.device(device)?;
        *self.retained.entry(device).or_insert(0) += 1;
        Ok(context_of(device))
    }

    /// Releases a context; with the last reference it is destroyed, and must be empty.
    pub(crate) fn release(&mut self, device: i32) -> Answer<()> {
        let count =
            self.retained.get_mut(&device).filter(|count| 0 < **count).ok_or(code::INVALID_CONTEXT)?;
        *count -= 1;
        if *count == 0 {
            self.report_leaks();
        }
        Ok(())
    }

    pub(crate) fn set_current(&mut self, context: usize) -> Answer<()> {
        let thread = thread::current().id();
        self.current.retain(|(known, _)| *known != thread);
        if context == 0 {
            return Ok(());
        }
        let is_live =
            self.retained.iter().any(|(device, count)| context_of(*device) == context && 0 < *count);
        if !is_live {
            return Err(code::INVALID_CONTEXT);
        }
        self.current.push((thread, context));
        Ok(())
    }

    /// Returns the context that is current on the thread; 0 if none is.
    pub(crate) fn current_context(&self) -> usize {
        let thread = thread::current().id();
        self.current.iter().find(|(known, _)| *known == thread).map_or(0, |(_, context)| *context)
    }

    /// Makes the context of a device current, which is created if there is none.
    pub(crate) fn set_device(&mut self, device: i32) -> Answer<()> {
        self.device(device)?;
        self.retained.entry(device).or_insert(1);
        self.set_current(context_of(device))
    }

    /// Begins most calls: checks that a context is current and that there is no sticky error.
    pub(crate) fn enter(&mut self) -> Answer<()> {
        let thread = thread::current().id();
        let current = self.current.iter().find(|(known, _)| *known == thread).map(|(_, context)| *context);
        let is_live =
            |context| self.retained.iter().any(|(device, n)| context_of(*device) == context && 0 < *n);
        if !current.is_some_and(is_live) {
            self.rule_violation("no live context is current on the thread");
            return Err(code::INVALID_CONTEXT);
        }
        self.sticky.map_or(Ok(()), Err)
    }

    /// Checks that a stream was created by the caller and is not the legacy one.
    pub(crate) fn stream(&mut self, stream: usize) -> Answer<usize> {
        if stream < 0x1000 {
            self.rule_violation("the legacy stream is used");
            return Err(code::INVALID_HANDLE);
        }
        self.check(HandleKind::Stream, stream)
    }

    pub(crate) fn stream_create(&mut self, flags: u32) -> Answer<usize> {
        self.enter()?;
        if flags != 1 {
            self.rule_violation("a stream waits for the legacy stream");
        }
        let stream = self.make(HandleKind::Stream);
        self.queues.streams.insert(stream, Stream::default());
        Ok(stream)
    }

    pub(crate) fn stream_destroy(&mut self, stream: usize) -> Answer<()> {
        let entered = self.enter();
        self.stream(stream)?;
        self.drain(stream);
        self.queues.remove(stream);
        self.end(HandleKind::Stream, stream)?;
        entered
    }

    pub(crate) fn synchronize(&mut self, stream: usize) -> Answer<()> {
        self.enter()?;
        self.stream(stream)?;
        self.refuse_captured(stream)?;
        self.drain(stream);
        self.queues.synchronized(stream);
        self.print();
        self.sticky.map_or(Ok(()), Err)
    }

    /// Writes the output of kernels.
    fn print(&mut self) {
        let printed = std::mem::take(&mut self.printed);
        let mut out = std::io::stdout();
        let _ = out.write_all(printed.as_bytes()).and_then(|()| out.flush());
    }

    /// Runs work until an event is reached.
    pub(crate) fn event_synchronize(&mut self, event: usize) -> Answer<()> {
        self.enter()?;
        self.refuse_captured_event(event)?;
        if let Some((stream, target)) = self.point(event)? {
            while !self.queues.has_reached(stream, target) && self.step(stream) {}
        }
        self.print();
        self.sticky.map_or(Ok(()), Err)
    }

    /// Returns the milliseconds between two events.
    pub(crate) fn elapsed(&mut self, from: usize, to: usize) -> Answer<f32> {
        self.enter()?;
        let mut times = [0_u64; 2];
        for (time, event) in times.iter_mut().zip([from, to]) {
            self.check(HandleKind::Event, event)?;
            let found = self.events.get(&event).copied().filter(|event| event.is_timed);
            let Some(Event { point: Some((stream, target)), at, .. }) = found else {
                self.rule_violation("elapsed time of an event without timing, or never recorded");
                return Err(code::INVALID_HANDLE);
            };
            // An event on an idle stream is reached at once.
            *time = self.queues.time(stream, target).ok_or(code::NOT_READY)?.max(at);
        }
        Ok((times[1] as f64 / 1e6 - times[0] as f64 / 1e6) as f32)
    }

    /// Returns whether a point of a stream is reached. Each query lets some work run, so that polling ends.
    pub(crate) fn query(&mut self, stream: usize, target: Option<u64>) -> Answer<()> {
        let target = target.unwrap_or_else(|| self.queues.issued(stream));
        let is_reached = self.queues.has_reached(stream, target);
        for _ in 0..self.queues.draw(3) {
            self.step(stream);
        }
        self.sticky.map_or(Ok(()), Err)?;
        if is_reached { Ok(()) } else { Err(code::NOT_READY) }
    }

    pub(crate) fn event_create(&mut self, flags: u32) -> Answer<usize> {
        self.enter()?;
        let event = self.make(HandleKind::Event);
        self.events.insert(event, Event { is_timed: flags & 2 == 0, point: None, at: 0 });
        Ok(event)
    }

    pub(crate) fn record(&mut self, event: usize, stream: usize) -> Answer<()> {
        self.enter()?;
        self.check(HandleKind::Event, event)?;
        let point = (self.stream(stream)?, self.queues.issued(stream));
        if self.capture_record(event, stream) {
            return Ok(());
        }
        let last = self.point(event)?.filter(|_| !self.front.may_rerecord);
        if last.is_some_and(|(stream, target)| !self.queues.has_reached(stream, target)) {
            self.rule_violation("an event is recorded again before it is reached");
            return Err(code::INVALID_HANDLE);
        }
        let at = self.queues.now;
        if let Some(event) = self.events.get_mut(&event) {
            *event = Event { point: Some(point), at, ..*event };
        }
        Ok(())
    }

    pub(crate) fn wait(&mut self, stream: usize, event: usize) -> Answer<()> {
        self.enter()?;
        self.stream(stream)?;
        if self.capture_wait(stream, event)? {
            return Ok(());
        }
        match self.point(event)? {
            Some((other, target)) => self.queues.push(stream, Command::Wait(other, target)),
            None => self.rule_violation("a stream waits for an event that was never recorded"),
        }
        Ok(())
    }

    /// Returns the point of an event.
    pub(crate) fn point(&mut self, event: usize) -> Answer<Option<(usize, u64)>> {
        self.check(HandleKind::Event, event)?;
        Ok(self.events.get(&event).and_then(|event| event.point))
    }

    pub(crate) fn issue(&mut self, stream: usize, command: Command) -> Answer<()> {
        self.enter()?;
        self.stream(stream)?;
        if self.capture(stream, &command)? {
            return Ok(());
        }
        self.queues.push(stream, command);
        Ok(())
    }

    pub(crate) fn free(&mut self, address: u64, is_allowed: impl Fn(Kind) -> bool) -> Answer<()> {
        let entered = self.enter();
        let found = self.memory.get(address).map(|allocation| allocation.kind);
        let Some(kind) = found.filter(|kind| is_allowed(*kind)) else {
            let name = self.memory.name(address);
            self.rule_violation(&format!("{name} is freed, but is not the start of such an allocation"));
            return Err(code::INVALID_VALUE);
        };
        if let Kind::Pool(_) = kind {
            // Unlike other memory, that of a pool is freed at once, whatever is in flight.
            let in_flight = self.queues.streams.values().any(|stream| !stream.queue.is_empty());
            if in_flight {
                self.rule_violation("memory of a pool is freed without a stream while work is in flight");
            }
        } else {
            self.drain_all();
        }
        self.memory.remove(address);
        entered
    }

    /// Checks a migration, which moves no contents here.
    pub(crate) fn prefetch(&mut self, address: u64, bytes: u64, stream: usize) -> Answer<()> {
        self.enter()?;
        self.stream(stream)?;
        self.refuse_captured(stream)?;
        let found = self.memory.get(address);
        if found.is_some_and(|allocation| allocation.kind == Kind::Managed && bytes <= allocation.bytes) {
            return Ok(());
        }
        self.rule_violation("memory is prefetched that is not managed");
        Err(code::INVALID_VALUE)
    }

    pub(crate) fn free_async(&mut self, address: u64, stream: usize) -> Answer<()> {
        self.enter()?;
        if !self.memory.get(address).is_some_and(|allocation| matches!(allocation.kind, Kind::Pool(_))) {
            self.rule_violation("memory is freed in stream order that was not allocated so");
            return Err(code::INVALID_VALUE);
        }
        self.issue(stream, Command::Free(address))
    }

    pub(crate) fn load(&mut self, code: &[u8]) -> (Answer<usize>, crate::image::Logs) {
        if let Err(code) = self.enter() {
            return (Err(code), crate::image::Logs::default());
        }
        let (image, logs) = Image::load(self.front.form, code, self.images.len() as u64, &self.config);
        let handle = image.map(|image| {
            let handle = self.make(HandleKind::Image);
            self.images.insert(handle, Arc::new(image));
            handle
        });
        (handle, logs)
    }

    pub(crate) fn unload(&mut self, image: usize) -> Answer<()> {
        let entered = self.enter();
        self.end(HandleKind::Image, image)?;
        let Some(found) = self.images.get(&image).cloned() else { return Err(code::INVALID_HANDLE) };
        let uses = |issued: &Issued| matches!(&issued.command, Command::Launch(launch) if Arc::ptr_eq(&launch.image, &found));
        if self.queues.streams.values().any(|stream| stream.queue.iter().any(uses)) {
            self.rule_violation("a module is unloaded while a launch of it is in flight");
        }
        entered
    }

    pub(crate) fn function(&mut self, image: usize, name: &str) -> Answer<usize> {
        self.enter()?;
        self.check(HandleKind::Image, image)?;
        let image = self.images.get(&image).cloned().ok_or(code::INVALID_HANDLE)?;
        image.params(name).ok_or(code::NOT_FOUND)?;
        let handle = self.make(HandleKind::Function);
        let function = Function { image, name: name.to_string(), allowed_shared: self.front.plain_shared };
        self.functions.insert(handle, function);
        Ok(handle)
    }

    pub(crate) fn variable(&mut self, image: usize, name: &str) -> Answer<(u64, u64)> {
        self.enter()?;
        self.check(HandleKind::Image, image)?;
        self.images.get(&image).and_then(|image| image.variable(name)).ok_or(code::NOT_FOUND)
    }

    /// Writes to device memory, or to a variable of an image, at once.
    pub(crate) fn write_at_once(&mut self, address: u64, bytes: &[u8]) -> Answer<()> {
        self.enter()?;
        let is_written = if self.memory.get(address).is_some() {
            self.memory.write(address, &(bytes.to_vec(), vec![true; bytes.len()])).is_ok()
        } else {
            self.images.values().any(|image| image.write(address, bytes))
        };
        if is_written { Ok(()) } else { Err(code::INVALID_VALUE) }
    }

    pub(crate) fn allow_shared(&mut self, function: usize, bytes: u32) -> Answer<()> {
        self.enter()?;
        let function = self.functions.get_mut(&function).ok_or(code::INVALID_HANDLE)?;
        if self.front.most_shared < bytes {
            return Err(code::INVALID_VALUE);
        }
        function.allowed_shared = bytes;
        Ok(())
    }

    /// Returns an error unless a driver accepts the sizes of a launch.
    pub(crate) fn check_launch(&mut self, launch: &Launch) -> Answer<()> {
        let Dims { grid, block, shared } = launch.dims;
        self.check(HandleKind::Function, launch.function)?;
        let most = self.functions.get(&launch.function).ok_or(code::INVALID_HANDLE)?.allowed_shared;
        let threads: u64 = block.iter().map(|size| u64::from(*size)).product();
        let is_right = !grid.contains(&0) && (1..=1024).contains(&threads) && shared <= most;
        if is_right { Ok(()) } else { Err(code::INVALID_VALUE) }
    }

    pub(crate) fn graph_launch(&mut self, exec: usize, stream: usize) -> Answer<()> {
        self.enter()?;
        self.stream(stream)?;
        self.check(HandleKind::Exec, exec)?;
        self.refuse_captured(stream)?;
        let found = self.execs.get(&exec).cloned().ok_or(code::INVALID_HANDLE)?;
        // A launch is serialized with the previous launch of the same graph.
        if let Some((other, target)) = found.last {
            self.queues.push(stream, Command::Wait(other, target));
        }
        self.queues.push(stream, Command::Graph(found.tasks));
        let point = (stream, self.queues.issued(stream));
        if let Some(exec) = self.execs.get_mut(&exec) {
            exec.last = Some(point);
        }
        Ok(())
    }

    /// Runs work until a stream is idle.
    fn drain(&mut self, stream: usize) {
        let target = self.queues.issued(stream);
        while !self.queues.has_reached(stream, target) && self.step(stream) {}
    }

    fn drain_all(&mut self) {
        let streams: Vec<usize> = self.queues.streams.keys().copied().collect();
        for stream in streams {
            self.drain(stream);
        }
    }

    /// Runs one command; returns false if none can run.
    fn step(&mut self, wanted: usize) -> bool {
        let Some(command) = self.queues.take(wanted) else { return false };
        if self.sticky.is_some() {
            return true;
        }
        if let Err(Fault { code, message }) = self.run(command) {
            self.write(&format!("work failed: {}", without_addresses(&message)));
            self.sticky = Some(code);
        }
        true
    }

    fn run(&mut self, command: Command) -> Result<(), Fault> {
        match command {
            Command::Wait(..) => Ok(()),
            Command::Alloc(address) => {
                if let Some(allocation) = self.memory.get(address) {
                    allocation.is_ready = true;
                }
                Ok(())
            }
            Command::Free(address) => {
                self.memory.remove(address);
                Ok(())
            }
            Command::Launch(launch) => self.act(&Action::Launch(launch)),
            Command::Copy(copy) => self.act(&Action::Copy(copy)),
            Command::Set(set) => self.act(&Action::Set(set)),
            Command::Graph(tasks) => {
                let mut done = Vec::new();
                loop {
                    let ready = ready(&tasks, &done);
                    if ready.is_empty() {
                        return Ok(());
                    }
                    let task = &tasks[ready[self.queues.draw(ready.len() as u64) as usize]];
                    self.act(&task.action)?;
                    done.push(task.node);
                }
            }
        }
    }

    fn act(&mut self, action: &Action) -> Result<(), Fault> {
        let illegal = |message| Fault { code: code::ILLEGAL_ADDRESS, message };
        match action {
            Action::Empty => Ok(()),
            Action::Launch(launch) => {
                let seed = self.queues.draw(u64::MAX);
                let printed = launch.image.run(launch, &mut self.memory, seed)?;
                let _ = write!(self.printed, "{printed}");
                Ok(())
            }
            Action::Copy(copy) => copy.run(&mut self.memory).map_err(illegal),
            Action::Set(set) => set.run(&mut self.memory).map_err(illegal),
        }
    }
}

/// Replaces the addresses of the process in a text, since they differ from run to run.
fn without_addresses(text: &str) -> String {
    let is_address = |word: &&str| word.starts_with("0x");
    text.split(' ').map(|word| if is_address(&word) { "0x…" } else { word }).collect::<Vec<_>>().join(" ")
}

/// Returns the handle of a device's primary context.
pub(crate) fn context_of(device: i32) -> usize {
    0x100 + device as usize
}
