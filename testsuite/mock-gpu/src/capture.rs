//! Capture of streams: what would be issued becomes the nodes of a graph, and what a driver forbids meanwhile ends it.

use std::collections::BTreeMap;
use std::thread::{self, ThreadId};

use crate::code;
use crate::driver::{Answer, Driver};
use crate::graph::{Action, Graph, Task};
use crate::handles::HandleKind;
use crate::queue::Command;

/// Calls that are forbidden in every thread, in the capturing thread, or only on the captured streams.
const GLOBAL: i32 = 0;
const THREAD_LOCAL: i32 = 1;

/// A capture that has begun.
#[derive(Debug)]
pub(crate) struct Capture {
    number: u64,
    origin: usize,
    mode: i32,
    thread: ThreadId,
    tasks: Vec<Task>,
    /// Of each captured stream, the nodes that the next one comes after.
    last: BTreeMap<usize, Vec<usize>>,
    /// Of each event that was recorded in it, the nodes before it.
    events: BTreeMap<usize, Vec<usize>>,
    is_invalid: bool,
}

impl Capture {
    /// Whether the next nodes of a stream come after all nodes of the others.
    fn is_joined(&self) -> bool {
        let mut before = self.last.get(&self.origin).cloned().unwrap_or_default();
        let mut at = 0;
        while let Some(node) = before.get(at).copied() {
            at += 1;
            let task = self.tasks.iter().find(|task| task.node == node);
            let after = task.map(|task| task.after.clone()).unwrap_or_default();
            before.extend(after.into_iter().filter(|node| !before.contains(node)).collect::<Vec<_>>());
        }
        self.last.values().flatten().all(|node| before.contains(node))
    }
}

/// Whether a call blocks, asks, allocates, frees or loads.
fn is_unsafe(name: &str) -> bool {
    const PARTS: [&str; 8] =
        ["Synchronize", "Query", "Alloc", "Malloc", "Free", "ModuleLoad", "ModuleUnload", "MemcpyHtoD"];
    // Memory of a pool, and plain copies of HIP.
    PARTS.iter().any(|part| name.contains(part)) || name == "hipMemcpy"
}

impl Driver {
    /// Refuses a call that a capture forbids, and ends that capture.
    pub(crate) fn check_capture(&mut self, name: &str) -> Answer<()> {
        let thread = thread::current().id();
        let forbids = |capture: &&mut Capture| match capture.mode {
            GLOBAL => true,
            THREAD_LOCAL => capture.thread == thread,
            _ => false,
        };
        match self.captures.iter_mut().find(forbids) {
            Some(capture) if is_unsafe(name) => {
                capture.is_invalid = true;
                Err(code::CAPTURE_UNSUPPORTED)
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn begin_capture(&mut self, stream: usize, mode: i32) -> Answer<()> {
        self.enter()?;
        self.stream(stream)?;
        if self.capture_of(stream).is_some() {
            return Err(code::ILLEGAL_STATE);
        }
        self.n_captures += 1;
        self.captures.push(Capture {
            number: self.n_captures,
            origin: stream,
            mode,
            thread: thread::current().id(),
            tasks: Vec::new(),
            last: BTreeMap::from([(stream, Vec::new())]),
            events: BTreeMap::new(),
            is_invalid: false,
        });
        Ok(())
    }

    /// Ends a capture and returns its graph.
    pub(crate) fn end_capture(&mut self, stream: usize) -> Answer<usize> {
        self.enter()?;
        self.stream(stream)?;
        let number = self.capture_of(stream).ok_or(code::ILLEGAL_STATE)?;
        if self.captures[number].origin != stream {
            return Err(self.invalidate(number, code::CAPTURE_UNMATCHED));
        }
        let capture = self.captures.swap_remove(number);
        if capture.is_invalid {
            return Err(code::CAPTURE_INVALIDATED);
        }
        if !capture.is_joined() {
            return Err(code::CAPTURE_UNJOINED);
        }
        let graph = self.make(HandleKind::Graph);
        self.graphs.insert(graph, Graph { tasks: capture.tasks });
        Ok(graph)
    }

    /// Forgets a capture that began on a stream.
    pub(crate) fn drop_capture(&mut self, stream: usize) {
        self.captures.retain(|capture| capture.origin != stream);
    }

    /// Returns 0 if a stream is not captured, 1 if it is, and 2 if its capture is invalid; and the number of its capture.
    pub(crate) fn capture_info(&mut self, stream: usize) -> Answer<(i32, u64)> {
        self.enter()?;
        self.stream(stream)?;
        let info = |index: usize| {
            let Capture { number, is_invalid, .. } = self.captures[index];
            (if is_invalid { 2 } else { 1 }, number)
        };
        Ok(self.capture_of(stream).map_or((0, 0), info))
    }

    /// Adds a node if a stream is captured. Returns false if it is not.
    pub(crate) fn capture(&mut self, stream: usize, command: &Command) -> Answer<bool> {
        let Some(number) = self.capture_of(stream) else { return Ok(false) };
        let action = match command {
            Command::Launch(launch) => Action::Launch(launch.clone()),
            Command::Copy(copy) => Action::Copy(*copy),
            Command::Set(set) => Action::Set(*set),
            Command::Wait(..) | Command::Alloc(_) | Command::Free(_) | Command::Graph(_) => {
                return Err(self.invalidate(number, code::CAPTURE_UNSUPPORTED));
            }
        };
        if self.captures[number].is_invalid {
            return Err(code::CAPTURE_INVALIDATED);
        }
        let node = self.make(HandleKind::Node);
        let Capture { tasks, last, .. } = &mut self.captures[number];
        let after = last.insert(stream, vec![node]).unwrap_or_default();
        tasks.push(Task { action, after, node });
        Ok(true)
    }

    /// Records an event if its stream is captured. Returns false if it is not.
    pub(crate) fn capture_record(&mut self, event: usize, stream: usize) -> bool {
        for capture in &mut self.captures {
            capture.events.remove(&event);
        }
        let Some(number) = self.capture_of(stream) else { return false };
        let Capture { last, events, .. } = &mut self.captures[number];
        events.insert(event, last.get(&stream).cloned().unwrap_or_default());
        true
    }

    /// Makes a stream wait for an event if one of them is captured. Returns false if none is.
    pub(crate) fn capture_wait(&mut self, stream: usize, event: usize) -> Answer<bool> {
        let of_event = self.captures.iter().position(|capture| capture.events.contains_key(&event));
        let number = match (self.capture_of(stream), of_event) {
            (None, None) => return Ok(false),
            (Some(own), None) => return Err(self.invalidate(own, code::CAPTURE_ISOLATION)),
            (Some(own), Some(other)) if own != other => {
                return Err(self.invalidate(own, code::CAPTURE_MERGE));
            }
            (_, Some(number)) => number,
        };
        let Capture { last, events, .. } = &mut self.captures[number];
        let nodes = events.get(&event).cloned().unwrap_or_default();
        let own = last.entry(stream).or_default();
        own.extend(nodes.into_iter().filter(|node| !own.contains(node)).collect::<Vec<_>>());
        Ok(true)
    }

    /// Refuses to wait for captured work, which does not run.
    pub(crate) fn refuse_captured(&mut self, stream: usize) -> Answer<()> {
        match self.capture_of(stream) {
            Some(number) => Err(self.invalidate(number, code::CAPTURE_UNSUPPORTED)),
            None => Ok(()),
        }
    }

    /// Refuses to wait for an event that was recorded in a capture.
    pub(crate) fn refuse_captured_event(&mut self, event: usize) -> Answer<()> {
        match self.captures.iter().position(|capture| capture.events.contains_key(&event)) {
            Some(number) => Err(self.invalidate(number, code::CAPTURED_EVENT)),
            None => Ok(()),
        }
    }

    fn capture_of(&self, stream: usize) -> Option<usize> {
        self.captures.iter().position(|capture| capture.last.contains_key(&stream))
    }

    fn invalidate(&mut self, capture: usize, code: i32) -> i32 {
        self.captures[capture].is_invalid = true;
        code
    }
}
