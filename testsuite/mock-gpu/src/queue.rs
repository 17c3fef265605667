//! Streams: queues of commands that run as late as possible, in an order determined by a seed.
//!
//! Times are those of a GPU with unlimited parallelism: a command begins when its stream has reached it and
//! the host has issued it, and its duration depends on its size. They do not depend on the seed.

use crate::graph::Task;
use crate::launch::{Copy, Launch, Set};
use std::collections::{BTreeMap, VecDeque};

/// Nanoseconds for the host to issue something.
const ISSUE: u64 = 2_000;

/// A command of a stream.
#[derive(Clone, Debug)]
pub(crate) enum Command {
    /// Runs a kernel.
    Launch(Launch),
    /// Copies.
    Copy(Copy),
    /// Fills.
    Set(Set),
    /// Proceeds when another stream has done that many commands.
    Wait(usize, u64),
    /// Allocates memory of a pool.
    Alloc(u64),
    /// Frees memory of a pool.
    Free(u64),
    /// Runs the tasks of a graph in an order that their edges allow.
    Graph(Vec<Task>),
}

impl Command {
    /// Returns its duration in nanoseconds; nodes of a graph run one after the other.
    fn duration(&self) -> u64 {
        match self {
            Self::Wait(..) | Self::Alloc(_) | Self::Free(_) => 0,
            Self::Launch(launch) => launch.duration(),
            Self::Copy(copy) => copy.duration(),
            Self::Set(set) => set.duration(),
            Self::Graph(tasks) => tasks.iter().map(|task| task.action.duration()).sum(),
        }
    }
}

/// A stream.
#[derive(Debug, Default)]
pub(crate) struct Stream {
    pub(crate) queue: VecDeque<Issued>,
    pub(crate) issued: u64,
    pub(crate) done: u64,
    /// The end time of each completed command in nanoseconds, and the start time of the stream.
    pub(crate) times: Vec<u64>,
}

/// A command with the time at which the host issued it.
#[derive(Clone, Debug)]
pub(crate) struct Issued {
    pub(crate) command: Command,
    at: u64,
}

/// All streams by their handles.
#[derive(Debug, Default)]
pub(crate) struct Queues {
    pub(crate) streams: BTreeMap<usize, Stream>,
    /// The end times of the commands of destroyed streams.
    ended: BTreeMap<usize, Vec<u64>>,
    random: u64,
    /// The time on the host, which advances when it waits and when it issues.
    pub(crate) now: u64,
}

impl Queues {
    /// Creates an empty set of streams; the seed determines the order of their work.
    pub(crate) fn new(seed: u64) -> Self {
        Self { random: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1, ..Self::default() }
    }

    /// Issues a command.
    pub(crate) fn push(&mut self, stream: usize, command: Command) {
        if let Some(stream) = self.streams.get_mut(&stream) {
            self.now += ISSUE;
            stream.queue.push_back(Issued { command, at: self.now });
            stream.issued += 1;
        }
    }

    /// Returns the number of commands issued to a stream.
    pub(crate) fn issued(&self, stream: usize) -> u64 {
        self.streams.get(&stream).map_or(0, |stream| stream.issued)
    }

    /// Whether a stream has done that many commands.
    pub(crate) fn has_reached(&self, stream: usize, target: u64) -> bool {
        let ended = || self.ended.get(&stream).map(|times| times.len() as u64);
        let done = self.streams.get(&stream).map(|stream| stream.done).or_else(ended);
        done.is_none_or(|done| target <= done)
    }

    /// Takes the next command of a ready stream, preferring those that must run for `wanted`. The stream
    /// counts it as done.
    pub(crate) fn take(&mut self, wanted: usize) -> Option<Command> {
        let needed = self.needed(wanted);
        let can_go = |stream: &usize| match self.front(*stream) {
            None => false,
            Some(Command::Wait(other, target)) => self.has_reached(*other, *target),
            Some(_) => true,
        };
        let ready: Vec<usize> = self.streams.keys().copied().filter(can_go).collect();
        // One time in four, streams that are not needed may run, too.
        let is_needed = !self.draw(4).eq(&0);
        let chosen: Vec<usize> =
            ready.iter().copied().filter(|stream| !is_needed || needed.contains(stream)).collect();
        let from = if chosen.is_empty() { ready } else { chosen };
        if from.is_empty() {
            return None;
        }
        let index = self.draw(from.len() as u64) as usize;
        let Issued { command, at } = self.streams.get_mut(&from[index])?.queue.pop_front()?;
        let awaited = match &command {
            Command::Wait(other, target) => self.time(*other, *target).unwrap_or_default(),
            _ => 0,
        };
        let stream = self.streams.get_mut(&from[index])?;
        let start = stream.times.last().copied().unwrap_or_default().max(at).max(awaited);
        stream.times.push(start + command.duration());
        stream.done += 1;
        Some(command)
    }

    fn front(&self, stream: usize) -> Option<&Command> {
        self.streams.get(&stream)?.queue.front().map(|issued| &issued.command)
    }

    /// Returns the time at which a stream had done that many commands; `None` if it has not.
    pub(crate) fn time(&self, stream: usize, target: u64) -> Option<u64> {
        let times = self.streams.get(&stream).map(|stream| &stream.times).or(self.ended.get(&stream))?;
        match target.checked_sub(1) {
            None => Some(0),
            Some(last) => times.get(last as usize).copied(),
        }
    }

    /// Advances the host's time to the end of a stream's work.
    pub(crate) fn synchronized(&mut self, stream: usize) {
        let reached = self.time(stream, self.issued(stream)).unwrap_or_default();
        self.now = self.now.max(reached);
    }

    /// Returns the streams that must run so that `wanted` can.
    fn needed(&self, wanted: usize) -> Vec<usize> {
        let mut needed = vec![wanted];
        let mut at = 0;
        while let Some(stream) = needed.get(at).copied() {
            at += 1;
            if let Some(Command::Wait(other, target)) = self.front(stream)
                && !self.has_reached(*other, *target)
                && !needed.contains(other)
            {
                needed.push(*other);
            }
        }
        needed
    }

    /// Destroys a stream.
    pub(crate) fn remove(&mut self, stream: usize) {
        if let Some(found) = self.streams.remove(&stream) {
            self.ended.insert(stream, found.times);
        }
    }

    /// Returns a pseudorandom number below a bound.
    pub(crate) fn draw(&mut self, bound: u64) -> u64 {
        // Marsaglia's xorshift.
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random % bound.max(1)
    }
}
