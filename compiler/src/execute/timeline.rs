//! The timeline of a run in the Trace Event Format, which Perfetto and Chrome open.
//!
//! The process is the device. It has a track for the calls of the host and one per stream; a kernel, a copy or a fill
//! is a slice. A wait between two streams is an arrow from the last slice before the point that is waited for to the
//! first slice after the wait; a wait without work on one of its sides has none.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Value, json};
use warpline_ir::source::LineTable;
use warpline_runtime::driver::StreamId;
use warpline_runtime::driver::trace::{Action, HostCall, Issued, Record, Slice};

use super::program::Compiled;
use crate::session::SourceFile;

/// The number of the only process.
const PROCESS: u32 = 1;
/// The track of host calls; that of stream N has the number N + 1.
const HOST_TRACK: u32 = 0;

/// The slices of a stream, in order.
type Track = Vec<Slice>;

/// What the timeline is made of.
pub(super) struct Timeline<'a> {
    record: &'a Record,
    compiled: &'a Compiled,
    source: &'a SourceFile,
    lines: LineTable,
    tracks: BTreeMap<u32, Track>,
}

impl<'a> Timeline<'a> {
    /// The timeline of what was recorded.
    pub(super) fn new(record: &'a Record, compiled: &'a Compiled, source: &'a SourceFile) -> Self {
        let mut tracks: BTreeMap<u32, Track> = BTreeMap::new();
        for slice in &record.slices {
            let track = tracks.entry(slice.stream.0).or_default();
            // A coarse clock may give a command no time; viewers need some to tie an arrow to it.
            let start = track.last().map_or(slice.start, |last| slice.start.max(last.end));
            track.push(Slice { start, end: slice.end.max(start + 1), ..*slice });
        }
        Self { record, compiled, source, lines: LineTable::new(&source.text), tracks }
    }

    /// The whole file.
    pub(super) fn json(&self, device: &str) -> String {
        let mut events = self.names(device);
        events.extend(self.record.calls.iter().map(|call| self.host_call(call)));
        events.extend(self.record.issued.iter().filter_map(|issued| self.slice(issued)));
        events.extend(self.arrows());
        let mut text = String::from("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n");
        for (index, event) in events.iter().enumerate() {
            let comma = if index + 1 < events.len() { "," } else { "" };
            let _ = writeln!(text, "{event}{comma}");
        }
        let _ = writeln!(text, "],\"otherData\":{{\"is_cut\":{}}}}}", self.record.is_cut);
        text
    }

    /// The names of the process and its tracks.
    fn names(&self, device: &str) -> Vec<Value> {
        let mut events = vec![
            json!({"ph": "M", "name": "process_name", "pid": PROCESS, "args": {"name": device}}),
            track_name(HOST_TRACK, "host calls"),
        ];
        for stream in self.tracks.keys() {
            events.push(track_name(track(*stream), &format!("stream {stream}")));
        }
        let sort = |track: u32| {
            let args = json!({"sort_index": track});
            json!({"ph": "M", "name": "thread_sort_index", "pid": PROCESS, "tid": track, "args": args})
        };
        let tracks = std::iter::once(HOST_TRACK).chain(self.tracks.keys().map(|stream| track(*stream)));
        events.extend(tracks.map(sort));
        events
    }

    fn host_call(&self, call: &HostCall) -> Value {
        let mut args = self.place(call.op);
        args["stream"] = json!(call.stream.0);
        complete(HOST_TRACK, call.name, (call.start, call.end), &args)
    }

    /// The slice of a command; `None` for a wait and for a command that did not run.
    fn slice(&self, issued: &Issued) -> Option<Value> {
        let mut args = self.place(issued.op);
        let name = match &issued.action {
            Action::Kernel { name, grid, block } => {
                args["blocks"] = json!(grid.iter().product::<u64>());
                args["threads"] = json!(block.iter().product::<u64>());
                name.as_str()
            }
            Action::Copy(bytes) => {
                args["bytes"] = json!(bytes);
                "copy"
            }
            Action::Fill(bytes) => {
                args["bytes"] = json!(bytes);
                "fill"
            }
            Action::Wait { .. } => return None,
        };
        let slice = self.first_from(issued.stream, issued.point)?;
        let is_own = slice.point == issued.point;
        is_own.then(|| complete(track(issued.stream.0), name, (slice.start, slice.end), &args))
    }

    /// Both ends of every arrow.
    fn arrows(&self) -> Vec<Value> {
        let mut events = Vec::new();
        for issued in &self.record.issued {
            let Some((from, to)) = self.ends(issued) else { continue };
            let number = events.len() / 2 + 1;
            // An arrow begins at the slice that lasts at its time, so it begins before the slice is over.
            events.push(arrow("s", number, track(from.stream.0), from.end - 1, &json!({})));
            let mut end = arrow("f", number, track(to.stream.0), to.start, &self.place(issued.op));
            end["bp"] = json!("e");
            events.push(end);
        }
        events
    }

    /// What a wait between streams keeps apart.
    fn ends(&self, issued: &Issued) -> Option<(Slice, Slice)> {
        let Action::Wait { producer, target } = issued.action else { return None };
        if producer == issued.stream {
            return None;
        }
        let slices = self.tracks.get(&producer.0)?;
        let n_before = slices.partition_point(|slice| slice.point <= target);
        let from = slices.get(n_before.checked_sub(1)?)?;
        let to = self.first_from(issued.stream, issued.point)?;
        Some((*from, to))
    }

    /// The first slice of a stream at or after a point.
    fn first_from(&self, stream: StreamId, point: u64) -> Option<Slice> {
        let slices = self.tracks.get(&stream.0)?;
        slices.get(slices.partition_point(|slice| slice.point < point)).copied()
    }

    /// Where an operation stands in the source.
    fn place(&self, op: u32) -> Value {
        let span = self.compiled.place(op);
        let (line, column) = self.lines.line_column(&self.source.text, span.start);
        json!({"line": line, "place": format!("{}:{line}:{column}", self.source.name)})
    }
}

fn track(stream: u32) -> u32 {
    stream + 1
}

/// Nanoseconds as the microseconds of the format.
fn microseconds(nanoseconds: u64) -> f64 {
    nanoseconds as f64 / 1e3
}

fn track_name(track: u32, name: &str) -> Value {
    json!({"ph": "M", "name": "thread_name", "pid": PROCESS, "tid": track, "args": {"name": name}})
}

fn complete(track: u32, name: &str, (start, end): (u64, u64), args: &Value) -> Value {
    let (ts, dur) = (microseconds(start), microseconds(end - start));
    json!({"ph": "X", "name": name, "pid": PROCESS, "tid": track, "ts": ts, "dur": dur, "args": args})
}

fn arrow(phase: &str, number: usize, track: u32, time: u64, args: &Value) -> Value {
    let ts = microseconds(time);
    json!({
        "ph": phase, "name": "wait", "cat": "wait", "id": number, "pid": PROCESS, "tid": track, "ts": ts, "args": args,
    })
}
