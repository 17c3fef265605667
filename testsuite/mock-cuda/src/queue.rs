//! Streams: queues of commands that run as late as they may, in an order that a seed decides.

use crate::graph::Task;
use crate::launch::{Copy, Launch, Set};
use std::collections::{BTreeMap, VecDeque};

/// What a stream does.
#[derive(Clone, Debug)]
pub(crate) enum Command {
    /// Runs a kernel.
    Launch(Launch),
    /// Copies.
    Copy(Copy),
    /// Fills.
    Set(Set),
    /// Goes on when another stream has done that many commands.
    Wait(usize, u64),
    /// Memory of a pool begins.
    Alloc(u64),
    /// Memory of a pool ends.
    Free(u64),
    /// Runs the tasks of a graph in an order that their edges allow.
    Graph(Vec<Task>),
}

/// A stream.
#[derive(Debug, Default)]
pub(crate) struct Stream {
    pub(crate) queue: VecDeque<Command>,
    pub(crate) issued: u64,
    pub(crate) done: u64,
}

/// All streams by their handles.
#[derive(Debug, Default)]
pub(crate) struct Queues {
    pub(crate) streams: BTreeMap<usize, Stream>,
    /// How far streams had got that are no more.
    ended: BTreeMap<usize, u64>,
    random: u64,
}

impl Queues {
    /// No streams yet; the seed decides the order of their work.
    pub(crate) fn new(seed: u64) -> Self {
        Self { random: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1, ..Self::default() }
    }

    /// Issues a command.
    pub(crate) fn push(&mut self, stream: usize, command: Command) {
        if let Some(stream) = self.streams.get_mut(&stream) {
            stream.queue.push_back(command);
            stream.issued += 1;
        }
    }

    /// How many commands a stream has been given.
    pub(crate) fn issued(&self, stream: usize) -> u64 {
        self.streams.get(&stream).map_or(0, |stream| stream.issued)
    }

    /// Whether a stream has done that many.
    pub(crate) fn has_reached(&self, stream: usize, target: u64) -> bool {
        let done = self.streams.get(&stream).map(|stream| stream.done).or(self.ended.get(&stream).copied());
        done.is_none_or(|done| target <= done)
    }

    /// Takes the next command of any stream that can go on, but none of a stream that need not run for `wanted`. The
    /// stream counts it as done.
    pub(crate) fn take(&mut self, wanted: usize) -> Option<Command> {
        let needed = self.needed(wanted);
        let can_go = |stream: &usize| match self.streams.get(stream).and_then(|found| found.queue.front()) {
            None => false,
            Some(Command::Wait(other, target)) => self.has_reached(*other, *target),
            Some(_) => true,
        };
        let ready: Vec<usize> = self.streams.keys().copied().filter(can_go).collect();
        // Now and then a stream runs that nobody waits for.
        let is_needed = !self.draw(4).eq(&0);
        let chosen: Vec<usize> =
            ready.iter().copied().filter(|stream| !is_needed || needed.contains(stream)).collect();
        let from = if chosen.is_empty() { ready } else { chosen };
        if from.is_empty() {
            return None;
        }
        let index = self.draw(from.len() as u64) as usize;
        let stream = self.streams.get_mut(&from[index])?;
        stream.done += 1;
        stream.queue.pop_front()
    }

    /// The streams that must go on so that one of them can.
    fn needed(&self, wanted: usize) -> Vec<usize> {
        let mut needed = vec![wanted];
        let mut at = 0;
        while let Some(stream) = needed.get(at).copied() {
            at += 1;
            let front = self.streams.get(&stream).and_then(|stream| stream.queue.front());
            if let Some(Command::Wait(other, target)) = front
                && !self.has_reached(*other, *target)
                && !needed.contains(other)
            {
                needed.push(*other);
            }
        }
        needed
    }

    /// Ends a stream.
    pub(crate) fn remove(&mut self, stream: usize) {
        if let Some(found) = self.streams.remove(&stream) {
            self.ended.insert(stream, found.done);
        }
    }

    /// A number below a bound.
    pub(crate) fn draw(&mut self, bound: u64) -> u64 {
        // Marsaglia's xorshift.
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random % bound.max(1)
    }
}
