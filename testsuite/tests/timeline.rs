//! Tests the timelines that `run --trace` writes for the workloads: every command once, in order on its
//! stream, arrows for exactly the effective waits, and the figures of the summary.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use warpline::compilation::{Graphs, PlanLimits};
use warpline_cli::{Exit, Session};
use warpline_testsuite::paths::{file, files_below, root, temporary};
use warpline_testsuite::stages;
use warpline_testsuite::warpline;
use warpline_testsuite::workloads::{Action, case_name, workloads};

/// The track of host calls.
const HOST: u64 = 0;
/// Half a nanosecond, in the microseconds of the format: times are integral nanoseconds.
const HALF: f64 = 0.0005;

/// A slice of a timeline.
#[derive(Clone, Debug)]
struct Slice {
    name: String,
    track: u64,
    start: f64,
    end: f64,
    line: u64,
}

/// A parsed timeline.
#[derive(Debug, Default)]
struct Timeline {
    slices: Vec<Slice>,
    calls: Vec<Slice>,
    /// The track and time of each begin and end, by number.
    begins: BTreeMap<u64, (u64, f64)>,
    ends: BTreeMap<u64, (u64, f64)>,
    tracks: BTreeMap<u64, String>,
}

fn number(event: &Value, key: &str) -> u64 {
    event[key].as_u64().unwrap_or_else(|| panic!("expected a number in {key} of {event}"))
}

fn time(event: &Value, key: &str) -> f64 {
    event[key].as_f64().unwrap_or_else(|| panic!("expected a time in {key} of {event}"))
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("expected a text, but found {value}")).to_string()
}

impl Timeline {
    fn read(json: &str) -> Self {
        let document: Value = serde_json::from_str(json).expect("a timeline is JSON");
        assert_eq!(document["otherData"]["is_cut"], Value::Bool(false));
        let mut timeline = Self::default();
        for event in document["traceEvents"].as_array().expect("a timeline has events") {
            timeline.add(event);
        }
        timeline
    }

    fn add(&mut self, event: &Value) {
        let (phase, name) = (text(&event["ph"]), text(&event["name"]));
        match (phase.as_str(), name.as_str()) {
            ("M", "process_name") => assert_eq!(event["args"]["name"], "cpu"),
            ("M", "thread_name") => {
                self.tracks.insert(number(event, "tid"), text(&event["args"]["name"]));
            }
            ("M", "thread_sort_index") => {}
            ("X", _) => {
                let (track, start) = (number(event, "tid"), time(event, "ts"));
                let end = start + time(event, "dur");
                let slice = Slice { name, track, start, end, line: number(&event["args"], "line") };
                let list = if track == HOST { &mut self.calls } else { &mut self.slices };
                list.push(slice);
            }
            ("s", "wait") => add_end(&mut self.begins, event),
            ("f", "wait") => add_end(&mut self.ends, event),
            _ => panic!("unknown event {event}"),
        }
    }

    /// Returns the lines of the producer and the consumer of each arrow.
    fn arrows(&self) -> Vec<(u64, u64)> {
        let arrow = |id: &u64| {
            let (from, begin) = self.begins[id];
            let (to, end) = self.ends[id];
            assert!(begin < end && from != to, "arrow {id}");
            let producer = self
                .slices
                .iter()
                .find(|slice| slice.track == from && slice.start < begin + HALF && begin < slice.end);
            let consumer =
                self.slices.iter().find(|slice| slice.track == to && (slice.start - end).abs() < HALF);
            let line =
                |slice: Option<&Slice>| slice.unwrap_or_else(|| panic!("arrow {id} ends nowhere")).line;
            (line(producer), line(consumer))
        };
        let mut arrows: Vec<_> = self.begins.keys().map(arrow).collect();
        arrows.sort_unstable();
        arrows
    }

    fn check(&self) {
        assert!(self.begins.keys().eq(self.ends.keys()), "an arrow has one end");
        assert_eq!(self.tracks[&HOST], "host calls");
        for slice in &self.slices {
            assert_eq!(self.tracks[&slice.track], format!("stream {}", slice.track - 1));
        }
        for track in self.tracks.keys() {
            let mut slices: Vec<_> = self.slices.iter().filter(|slice| slice.track == *track).collect();
            slices.sort_by(|a, b| a.start.total_cmp(&b.start));
            for pair in slices.windows(2) {
                assert!(pair[0].end < pair[1].start + HALF, "{:?} overlaps {:?}", pair[0], pair[1]);
                assert!(pair[0].line < pair[1].line, "{:?} before {:?}", pair[0], pair[1]);
            }
        }
    }

    /// Returns the total duration of all slices, and the time in which at least one is active.
    fn busy(&self) -> (f64, f64) {
        let mut slices: Vec<_> = self.slices.iter().collect();
        slices.sort_by(|a, b| a.start.total_cmp(&b.start));
        let (mut total, mut active, mut until) = (0.0, 0.0, 0.0_f64);
        for slice in slices {
            total += slice.end - slice.start;
            active += (slice.end - slice.start.max(until)).max(0.0);
            until = until.max(slice.end);
        }
        (total, active)
    }
}

fn add_end(ends: &mut BTreeMap<u64, (u64, f64)>, event: &Value) {
    let before = ends.insert(number(event, "id"), (number(event, "tid"), time(event, "ts")));
    assert_eq!(before, None, "two ends with the same number: {event}");
}

/// The expectations from a scheduled text without branches: the line and the stream of each command, and the arrows.
#[derive(Debug, Default)]
struct Expected {
    commands: BTreeSet<(u64, u64)>,
    arrows: Vec<(u64, u64)>,
}

fn expected(scheduled: &str) -> Expected {
    let mut found = Expected::default();
    let mut last: BTreeMap<u64, u64> = BTreeMap::new();
    let mut events = BTreeMap::new();
    let mut waits: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
    for (index, text) in scheduled.lines().enumerate() {
        let (line, words) = (index as u64 + 1, text.split_whitespace().collect::<Vec<_>>());
        let after = |word: &str| words.iter().skip_while(|found| **found != word).nth(1);
        let stream = after("on").and_then(|word| word.parse().ok()).unwrap_or_default();
        let event = words.get(1).copied().unwrap_or_default();
        match words.first().copied().unwrap_or_default() {
            "rt.record" => drop(events.insert(event, last.get(&stream).copied())),
            "rt.wait" => waits.entry(stream).or_default().extend(events[event]),
            "rt.launch" | "rt.copy" | "rt.fill" => {
                found.commands.insert((line, stream));
                last.insert(stream, line);
                let producers = waits.remove(&stream).unwrap_or_default();
                found.arrows.extend(producers.into_iter().map(|producer| (producer, line)));
            }
            _ => {}
        }
    }
    found.arrows.sort_unstable();
    found
}

/// Returns the scheduled program.
fn scheduled(path: &str) -> String {
    let pipeline = stages::to_schedule(Graphs::default(), PlanLimits::default());
    let (exit, session) = warpline(&["opt", path, "--pass-pipeline", &pipeline]);
    assert_eq!(exit, Exit::Success, "{path}: {}", session.err);
    session.out
}

/// Runs a program with additional arguments and returns its timeline.
fn traced(name: &str, program: &str, more: &[&str]) -> (Session, Timeline) {
    let (input, output) = (temporary(&format!("{name}.mlir")), temporary(&format!("{name}.json")));
    std::fs::write(&input, program).expect("the temporary directory can be written");
    let (input_path, output_path) = (input.to_string_lossy(), output.to_string_lossy());
    let args = ["run", &input_path, "--device=cpu", "--plan-for=any", "--trace", &output_path];
    let (exit, session) = warpline(&[&args, more].concat());
    assert_eq!(exit, Exit::Success, "{name}: {}", session.err);
    let json = std::fs::read_to_string(&output).expect("the timeline is written");
    drop(std::fs::remove_file(input));
    drop(std::fs::remove_file(output));
    (session, Timeline::read(&json))
}

fn check(name: &str, program: &str, more: &[&str]) {
    let (session, timeline) = traced(name, program, more);
    timeline.check();
    let expected = expected(program);
    let commands: Vec<_> = timeline.slices.iter().map(|slice| (slice.line, slice.track - 1)).collect();
    assert_eq!(commands.len(), expected.commands.len(), "{name}: each command has one slice");
    assert_eq!(commands.into_iter().collect::<BTreeSet<_>>(), expected.commands, "{name}");
    assert_eq!(timeline.arrows(), expected.arrows, "{name}");
    let stats = session.stats.expect("a run on the cpu has statistics");
    let n_calls = |call: &str| timeline.calls.iter().filter(|found| found.name == call).count() as u64;
    assert_eq!(n_calls("launch"), stats.launches, "{name}");
    assert_eq!((n_calls("record"), n_calls("wait")), (stats.records, stats.waits), "{name}");
    let (total, active) = timeline.busy();
    let is_near = |time: f64, nanoseconds: u64| (time * 1e3 - nanoseconds as f64).abs() < 100.0;
    assert!(
        is_near(total, stats.busy.total) && is_near(active, stats.busy.active),
        "{name}: {:?}",
        stats.busy
    );
    assert!(session.summary.contains(" % (busy "), "{name}: {}", session.summary);
}

#[test]
fn timelines_of_workloads_hold_every_command_and_every_wait() {
    let mut n_arrows = 0;
    for workload in workloads() {
        let name = case_name(&workload);
        let path = root().join("testsuite/cases/schedule/workloads").join(&name);
        let program = scheduled(&path.to_string_lossy());
        let found = expected(&program);
        assert_eq!(found.commands.len(), workload.golden.n, "{name}");
        let n_launches = workload.items.iter().filter(|item| item.action == Action::Launch).count();
        assert_eq!(program.matches("rt.launch ").count(), n_launches, "{name}");
        n_arrows += found.arrows.len();
        check(&name, &program, &[]);
        check(&name, &program, &["--adversary=5"]);
    }
    assert!(0 < n_arrows, "no workload waits");
}

#[test]
fn a_race_detector_leaves_the_timeline() {
    let path = file("testsuite/cases/schedule/workloads/w02_vector_squares.mlir");
    check("detected", &scheduled(&path), &["--detect-races"]);
}

#[test]
fn slices_of_an_unscheduled_program_name_its_lines() {
    let path = files_below(&root().join("testsuite/cases/schedule/workloads"), "mlir");
    let program = std::fs::read_to_string(&path[0]).expect("a case can be read");
    let timeline = traced("lines", &program, &[]).1;
    for slice in &timeline.slices {
        let line = program.lines().nth(slice.line as usize - 1).unwrap_or_default();
        assert!(line.contains("gpu."), "line {} is no device work: {line}", slice.line);
    }
}
