//! The predicted times of commands that the host issues to streams of one device.
//!
//! The host issues in order and pays for each command. A stream runs one command after the other; a wait lets it go on
//! one hop after the point of the record is reached. Works that run slow each other down (`contention.rs`). The
//! works of a graph start when their predecessors in it have ended.
//!
//! Cost: commands × streams and works that run at a time.

use std::collections::VecDeque;

use super::contention::{Contention, Load};
use crate::target_model::TargetModel;

/// A work that is issued: one command of a stream.
#[derive(Clone, Debug)]
pub(super) struct Work {
    /// Its load, or those of the nodes of a graph, each with the nodes that it follows.
    pub(super) parts: Vec<(Load, Vec<usize>)>,
    /// How often it is issued in a row: each time costs the host.
    pub(super) times: f64,
    /// Whether it is a graph.
    pub(super) is_graph: bool,
}

impl Work {
    /// Returns a work of one part that is issued once.
    pub(super) fn of(load: Load) -> Self {
        Self { parts: vec![(load, Vec::new())], times: 1.0, is_graph: false }
    }

    /// Returns its load as one, with the longest path through a graph.
    pub(super) fn whole(&self) -> Load {
        if let [(load, _)] = &self.parts[..] {
            return *load;
        }
        let mut ends: Vec<f64> = Vec::new();
        for (load, preds) in &self.parts {
            ends.push(load.us + preds.iter().filter_map(|pred| ends.get(*pred)).copied().fold(0.0, f64::max));
        }
        Load { us: ends.into_iter().fold(0.0, f64::max), ..Load::default() }
    }

    /// Returns the microseconds for which it occupies the host.
    pub(super) fn issue(&self, model: &TargetModel) -> f64 {
        let costs = &model.costs;
        let once = if self.is_graph { costs.launch_graph(self.parts.len()) } else { costs.launch };
        once * self.times
    }
}

/// A command, in issue order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Command {
    /// Runs a work on a stream.
    Work(usize, usize),
    /// Records an event on a stream, so many times.
    Record(usize, usize, f64),
    /// Lets a stream wait for the latest record of an event, so many times.
    Wait(usize, usize, f64),
    /// Lets the host wait until a work has ended.
    HostWait(usize),
    /// Lets the host wait until a stream is idle.
    Drain(usize),
}

/// When works run, in microseconds.
#[derive(Clone, Debug, Default)]
pub(super) struct Times {
    /// By work.
    pub(super) start: Vec<f64>,
    /// By work.
    pub(super) end: Vec<f64>,
    /// When all commands have run.
    pub(super) makespan: f64,
}

/// A command in the queue of a stream.
#[derive(Clone, Copy)]
enum Queued {
    Work(usize),
    /// The number of the record.
    Record(usize),
    Wait(usize),
}

#[derive(Default)]
struct Stream {
    queue: VecDeque<Queued>,
    /// The work that runs.
    busy: Option<usize>,
    /// When it has observed the last event.
    ready: f64,
    is_listed: bool,
}

/// The state of a replay.
struct Replay<'a> {
    model: &'a TargetModel,
    works: &'a [Work],
    contention: Contention,
    streams: Vec<Stream>,
    /// Streams that may go on.
    awake: Vec<usize>,
    /// Streams that go on at a time.
    sleeping: Vec<usize>,
    /// By record, when it is reached, and the streams that wait for it.
    records: Vec<(Option<f64>, Vec<usize>)>,
    /// By work, the number of the first of its parts.
    first_part: Vec<usize>,
    /// By part, its work.
    work_of: Vec<usize>,
    /// By work, the parts left; by part, the predecessors left.
    n_left: Vec<usize>,
    n_preds: Vec<usize>,
    stream_of: Vec<usize>,
    times: Times,
}

/// Returns the times of commands on streams below `n_streams`.
pub(super) fn replay(
    model: &TargetModel,
    works: &[Work],
    commands: impl IntoIterator<Item = Command>,
    n_streams: usize,
) -> Times {
    let mut replay = Replay::new(model, works, n_streams);
    let mut events: Vec<Option<usize>> = Vec::new();
    let (mut host, mut blocked): (f64, Option<Command>) = (0.0, None);
    let mut commands = commands.into_iter().peekable();
    loop {
        replay.settle();
        if blocked.is_some_and(|command| replay.is_awaited(command)) {
            blocked = None;
            host = host.max(replay.contention.now());
        }
        let now = replay.contention.now();
        let may_issue = blocked.is_none() && host <= now + 1e-12;
        if let Some(command) = if may_issue { commands.next() } else { None } {
            host += replay.issue(command, &mut events);
            blocked = matches!(command, Command::HostWait(_) | Command::Drain(_)).then_some(command);
            continue;
        }
        let mut wake = replay.next_wake();
        if blocked.is_none() && commands.peek().is_some() {
            wake = wake.min(host);
        }
        if replay.contention.is_idle() && wake.is_infinite() {
            break;
        }
        let (before, n_running) = (replay.contention.now(), replay.contention.n_running());
        replay.advance(wake);
        // Nothing that runs proceeds, and nothing else wakes anyone.
        let is_stuck = wake.is_infinite() && replay.contention.now() <= before;
        if is_stuck && replay.contention.n_running() == n_running && replay.awake.is_empty() {
            break;
        }
    }
    replay.times.makespan = replay.contention.now();
    replay.times
}

impl<'a> Replay<'a> {
    fn new(model: &'a TargetModel, works: &'a [Work], n_streams: usize) -> Self {
        let n = works.len();
        let (mut first_part, mut work_of) = (Vec::with_capacity(n), Vec::with_capacity(n));
        for (number, work) in works.iter().enumerate() {
            first_part.push(work_of.len());
            work_of.extend(work.parts.iter().map(|_| number));
        }
        let n_preds = works.iter().flat_map(|work| work.parts.iter().map(|(_, preds)| preds.len()));
        Self {
            model,
            works,
            contention: Contention::default(),
            streams: (0..n_streams).map(|_| Stream::default()).collect(),
            awake: Vec::new(),
            sleeping: Vec::new(),
            records: Vec::new(),
            first_part,
            n_preds: n_preds.collect(),
            work_of,
            n_left: works.iter().map(|work| work.parts.len()).collect(),
            stream_of: vec![usize::MAX; n],
            times: Times { start: vec![0.0; n], end: vec![f64::INFINITY; n], makespan: 0.0 },
        }
    }

    /// Puts a command into the queue of its stream; returns what it costs the host.
    fn issue(&mut self, command: Command, events: &mut Vec<Option<usize>>) -> f64 {
        let costs = &self.model.costs;
        match command {
            Command::Work(work, stream) => {
                self.stream_of[work] = stream;
                self.push(stream, Queued::Work(work));
                self.works[work].issue(self.model)
            }
            Command::Record(event, stream, times) => {
                if events.len() <= event {
                    events.resize(event + 1, None);
                }
                events[event] = Some(self.records.len());
                self.push(stream, Queued::Record(self.records.len()));
                self.records.push((None, Vec::new()));
                costs.record * times
            }
            // A wait for an event that was never recorded orders nothing.
            Command::Wait(event, stream, times) => {
                if let Some(record) = events.get(event).copied().flatten() {
                    self.push(stream, Queued::Wait(record));
                }
                costs.wait * times
            }
            Command::HostWait(_) | Command::Drain(_) => 0.0,
        }
    }

    fn push(&mut self, stream: usize, command: Queued) {
        self.streams[stream].queue.push_back(command);
        self.wake(stream);
    }

    fn wake(&mut self, stream: usize) {
        if !std::mem::replace(&mut self.streams[stream].is_listed, true) {
            self.awake.push(stream);
        }
    }

    /// Whether what the host waits for has happened.
    fn is_awaited(&self, command: Command) -> bool {
        match command {
            Command::HostWait(work) => self.n_left[work] == 0,
            Command::Drain(stream) => {
                let stream = &self.streams[stream];
                stream.queue.is_empty() && stream.busy.is_none() && stream.ready <= self.contention.now()
            }
            Command::Work(..) | Command::Record(..) | Command::Wait(..) => true,
        }
    }

    /// Lets all streams go on as far as they can.
    fn settle(&mut self) {
        while let Some(stream) = self.awake.pop() {
            self.streams[stream].is_listed = false;
            self.go_on(stream);
        }
    }

    fn go_on(&mut self, number: usize) {
        let now = self.contention.now();
        loop {
            let stream = &mut self.streams[number];
            if stream.busy.is_some() {
                return;
            }
            if now + 1e-12 < stream.ready {
                if !self.sleeping.contains(&number) {
                    self.sleeping.push(number);
                }
                return;
            }
            match stream.queue.front().copied() {
                None => return,
                Some(Queued::Work(work)) => {
                    stream.busy = Some(work);
                    self.times.start[work] = now;
                    for (part, (load, preds)) in self.works[work].parts.iter().enumerate() {
                        if preds.is_empty() {
                            self.contention.start(self.first_part[work] + part, *load);
                        }
                    }
                }
                Some(Queued::Record(record)) => {
                    let (reached, waiting) = &mut self.records[record];
                    *reached = Some(now);
                    for stream in std::mem::take(waiting) {
                        self.wake(stream);
                    }
                }
                Some(Queued::Wait(record)) => match &mut self.records[record] {
                    (Some(reached), _) => stream.ready = now.max(*reached + self.model.costs.hop),
                    (None, waiting) => {
                        waiting.push(number);
                        return;
                    }
                },
            }
            self.streams[number].queue.pop_front();
        }
    }

    /// Returns when the next stream goes on by time.
    fn next_wake(&self) -> f64 {
        self.sleeping.iter().map(|stream| self.streams[*stream].ready).fold(f64::INFINITY, f64::min)
    }

    fn advance(&mut self, until: f64) {
        let ended = self.contention.advance(until).to_vec();
        let now = self.contention.now();
        for part in ended {
            let work = self.work_of[part];
            self.n_left[work] -= 1;
            let number = part - self.first_part[work];
            if 1 < self.works[work].parts.len() {
                for (other, (load, preds)) in self.works[work].parts.iter().enumerate() {
                    let n_met = preds.iter().filter(|pred| **pred == number).count();
                    let left = &mut self.n_preds[self.first_part[work] + other];
                    if 0 < n_met {
                        *left -= n_met;
                        if *left == 0 {
                            self.contention.start(self.first_part[work] + other, *load);
                        }
                    }
                }
            }
            if self.n_left[work] == 0 {
                self.times.end[work] = now;
                let stream = self.stream_of[work];
                self.streams[stream].busy = None;
                self.wake(stream);
            }
        }
        let mut index = 0;
        while let Some(stream) = self.sleeping.get(index).copied() {
            if self.streams[stream].ready <= now + 1e-12 {
                self.sleeping.swap_remove(index);
                self.wake(stream);
            } else {
                index += 1;
            }
        }
    }
}

/// Returns the microseconds of slots, of issue, of bandwidth, of the host and of each link that works use up: no plan of
/// them ends sooner.
pub(super) fn resources(works: &[Work], model: &TargetModel) -> [f64; 6] {
    let mut used = [0.0f64; 6];
    let mut longest_issue = 0.0f64;
    for work in works {
        used[3] += work.issue(model);
        longest_issue = longest_issue.max(work.issue(model));
        for (load, _) in &work.parts {
            used.iter_mut().zip(load.demands()).for_each(|(used, more)| *used += more);
            if let Some(link) = load.link {
                used[4 + link as usize] += load.us;
            }
        }
    }
    // The last work may start, and end, while it is issued.
    used[3] -= longest_issue;
    used
}
