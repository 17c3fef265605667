//! The timeline of a run in the Trace Event Format, which Perfetto and Chrome open.
//!
//! The process is the device. It has a track for the host calls and one per stream; a kernel, a copy or a fill
//! is a slice. A wait between two streams is an arrow from the last slice before the awaited point to the first
//! slice after the wait; a wait without work on one of its sides has none. Nodes of a task graph that may
//! overlap are on separate tracks, one per lane, and an edge between two lanes is an arrow.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Value, json};
use warpline_ir::Span;
use warpline_ir::source::LineTable;
use warpline_runtime::driver::trace::{Action, HostCall, Issued, Record, Slice, Spot};

use crate::session::SourceFile;

/// The number of the only process.
const PROCESS: u32 = 1;
/// The track of host calls. Stream N has number N + 1; its further lanes are [`LANE`] apart.
const HOST_TRACK: u32 = 0;
/// The distance of the lanes of a stream; see [`HOST_TRACK`].
const LANE: u32 = 1 << 16;

/// The slices of a lane of a stream, in order.
type Track = Vec<Slice>;

/// The data of a timeline.
pub(super) struct Timeline<'a> {
    record: &'a Record,
    /// Returns the source location of an operation by its number.
    places: &'a dyn Fn(u32) -> Span,
    source: &'a SourceFile,
    lines: LineTable,
    /// The tracks by stream and lane.
    tracks: BTreeMap<(u32, u32), Track>,
}

impl<'a> Timeline<'a> {
    /// Creates the timeline of a record.
    pub(super) fn new(record: &'a Record, places: &'a dyn Fn(u32) -> Span, source: &'a SourceFile) -> Self {
        let mut tracks: BTreeMap<(u32, u32), Track> = BTreeMap::new();
        for slice in &record.slices {
            let track = tracks.entry(lane_of(slice.spot)).or_default();
            // A coarse clock may report a zero duration; viewers need a positive one to attach an arrow.
            let start = track.last().map_or(slice.start, |last| slice.start.max(last.end));
            track.push(Slice { start, end: slice.end.max(start + 1), ..*slice });
        }
        Self { record, places, source, lines: LineTable::new(&source.text), tracks }
    }

    /// Returns the whole file.
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

    /// Returns the names of the process and its tracks.
    fn names(&self, device: &str) -> Vec<Value> {
        let mut events = vec![
            json!({"ph": "M", "name": "process_name", "pid": PROCESS, "args": {"name": device}}),
            track_name(HOST_TRACK, "host calls"),
        ];
        for (stream, lane) in self.tracks.keys() {
            let lane_name = if *lane == 0 { String::new() } else { format!(", lane {lane}") };
            events.push(track_name(track((*stream, *lane)), &format!("stream {stream}{lane_name}")));
        }
        let sort = |(index, track): (usize, u32)| {
            let args = json!({"sort_index": index});
            json!({"ph": "M", "name": "thread_sort_index", "pid": PROCESS, "tid": track, "args": args})
        };
        let tracks = std::iter::once(HOST_TRACK).chain(self.tracks.keys().map(|lane| track(*lane)));
        events.extend(tracks.enumerate().map(sort));
        events
    }

    fn host_call(&self, call: &HostCall) -> Value {
        let mut args = self.place(call.op);
        args["stream"] = json!(call.stream.0);
        complete(HOST_TRACK, call.name, (call.start, call.end), &args)
    }

    /// Returns the slice of a command; `None` for a wait and for a command that did not run.
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
            Action::Graph(nodes) => {
                args["nodes"] = json!(nodes);
                "graph"
            }
            Action::Wait { .. } => return None,
        };
        let slice = self.own_slice(issued.spot)?;
        Some(complete(track(lane_of(issued.spot)), name, (slice.start, slice.end), &args))
    }

    /// Returns both ends of every arrow.
    fn arrows(&self) -> Vec<Value> {
        let mut events = Vec::new();
        for issued in &self.record.issued {
            for (from, to) in self.ends(issued) {
                let number = events.len() / 2 + 1;
                // An arrow begins at the slice that is active at its time, so it must begin before the slice ends.
                events.push(arrow("s", number, track(lane_of(from.spot)), from.end - 1, &json!({})));
                let mut end = arrow("f", number, track(lane_of(to.spot)), to.start, &self.place(issued.op));
                end["bp"] = json!("e");
                events.push(end);
            }
        }
        events
    }

    /// Returns the slices connected by a wait between streams, or by graph edges between lanes.
    fn ends(&self, issued: &Issued) -> Vec<(Slice, Slice)> {
        let Action::Wait { producer, target } = issued.action else { return self.edges(issued) };
        if producer == issued.spot.stream {
            return Vec::new();
        }
        let lanes = self.tracks.range((producer.0, 0)..=(producer.0, u32::MAX));
        let last = |(_, slices): (_, &Track)| {
            let n_before = slices.partition_point(|slice| slice.spot.point <= target);
            slices.get(n_before.checked_sub(1)?).copied()
        };
        let from = lanes.filter_map(last).max_by_key(|slice| (slice.spot.point, slice.end));
        let to = self.first_from(Spot { node: 0, lane: 0, ..issued.spot });
        from.zip(to).into_iter().collect()
    }

    /// Returns the two nodes of each edge that leads to a node from another lane.
    fn edges(&self, issued: &Issued) -> Vec<(Slice, Slice)> {
        let Some(to) = self.own_slice(issued.spot) else { return Vec::new() };
        let lanes = || self.tracks.range((to.spot.stream.0, 0)..=(to.spot.stream.0, u32::MAX));
        let slice_of = |node: &u32| {
            let spots = lanes().map(|((_, lane), _)| Spot { node: *node, lane: *lane, ..to.spot });
            spots.filter(|spot| spot.lane != to.spot.lane).find_map(|spot| self.own_slice(spot))
        };
        issued.after.iter().filter_map(slice_of).map(|from| (from, to)).collect()
    }

    /// Returns the slice of a command or a node, if it ran.
    fn own_slice(&self, spot: Spot) -> Option<Slice> {
        self.first_from(spot).filter(|slice| slice.spot == spot)
    }

    /// Returns the first slice of a lane at or after a command or a node.
    fn first_from(&self, spot: Spot) -> Option<Slice> {
        let slices = self.tracks.get(&lane_of(spot))?;
        let is_before = |slice: &Slice| (slice.spot.point, slice.spot.node) < (spot.point, spot.node);
        slices.get(slices.partition_point(is_before)).copied()
    }

    /// Returns the source location of an operation.
    fn place(&self, op: u32) -> Value {
        let span = (self.places)(op);
        let (line, column) = self.lines.line_column(&self.source.text, span.start);
        json!({"line": line, "place": format!("{}:{line}:{column}", self.source.name)})
    }
}

fn lane_of(spot: Spot) -> (u32, u32) {
    (spot.stream.0, spot.lane)
}

fn track((stream, lane): (u32, u32)) -> u32 {
    stream + 1 + lane * LANE
}

/// Converts nanoseconds to the microseconds of the format.
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
