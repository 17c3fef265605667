//! Tests the HIP device on the mock driver: results of copies, fills and task graphs, refused drivers and images,
//! and that nothing leaks whatever call fails.
//!
//! A child process runs one of [`PROGRAMS`] on the device; the same on the CPU gives the expected result.

use std::fmt::Write as _;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use warpline_runtime::driver::{
    EventId, Fill, MAX_COPY_RANK, ModuleId, Result, StreamId, StridedCopy, StridedFill,
};
use warpline_runtime::program::{TaskAction, TaskGraph, TaskNode};
use warpline_runtime::{CpuDevice, CpuOptions, Device, DeviceError, DeviceImage, HipDevice, Program};
use warpline_testsuite::mock::{HIP, Library, Ran, answer_as_child};
use warpline_testsuite::mock_cases;

/// The first argument of a child that runs a program.
const CHILD: &str = "--on-hip";
/// The bytes of the buffers of a program.
const BYTES: u64 = 1 << 12;

/// A program: it writes its result to a buffer of [`BYTES`] through a stream.
type Work = fn(&dyn Device, StreamId, u64) -> Result<()>;

/// The programs by name.
const PROGRAMS: [(&str, Work); 4] =
    [("copies", copies), ("fills", fills), ("events", events), ("graphs", graphs)];

fn main() -> ExitCode {
    if let Some(code) = answer_as_child().or_else(run_program) {
        return code;
    }
    let mut trials = mock_cases::trials(&HIP, "testsuite/cases/hip");
    trials.push(Trial::test("unusable_drivers", unusable_drivers));
    trials.push(Trial::test("devices_are_listed", devices_are_listed));
    trials.push(Trial::test("images_are_refused", images_are_refused));
    for (name, work) in PROGRAMS {
        for flags in ["", "times"] {
            trials.push(Trial::test(format!("{name} {flags}"), move || program(name, work, flags)));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// Memory of the host that outlives every device, since work of a failed program may still read it.
static NUMBERS: [u8; BYTES as usize] = {
    let mut numbers = [0; BYTES as usize];
    let mut at = 0;
    while at < numbers.len() {
        numbers[at] = (at * 7 % 251) as u8;
        at += 1;
    }
    numbers
};

/// Copies from and to the host, between overlapping ranges and between strided views.
fn copies(device: &dyn Device, stream: StreamId, out: u64) -> Result<()> {
    let memory = device.alloc(stream, BYTES, 8)?;
    device.copy(stream, memory, NUMBERS.as_ptr() as u64, BYTES)?;
    device.copy(stream, memory + 24, memory, 1000)?;
    device.copy(stream, out, memory, BYTES)?;
    for (sizes, dst, src) in [([9, 5], [16, 1], [8, 1]), ([6, 7], [1, 11], [13, 2])] {
        let extents = |sizes: [i64; 2]| {
            let mut all = [0; MAX_COPY_RANK];
            all[..2].copy_from_slice(&sizes);
            all
        };
        device.copy_strided(
            stream,
            &StridedCopy {
                dst: out + 512,
                src: memory,
                element_bytes: 8,
                rank: 2,
                sizes: extents(sizes).map(i64::unsigned_abs),
                dst_strides: extents(dst),
                src_strides: extents(src),
            },
        )?;
    }
    device.host_wait(stream)?;
    device.free(Some(stream), memory)
}

/// Values whose bytes are equal, equal in parts, and different.
const VALUES: [u64; 5] =
    [0, 0x4141_4141_4141_4141, 0x3ff0_0000_0000_0000, 0x00ff_00ff_00ff_00ff, 0x0123_4567_89ab_cdef];

/// Fills of elements of every size, of runs and of views.
fn fills(device: &dyn Device, stream: StreamId, out: u64) -> Result<()> {
    device.fill(stream, &Fill { dst: out, pattern: 0, width: 1, count: BYTES })?;
    for (value, width) in VALUES.into_iter().flat_map(|value| [1, 2, 4, 8].map(|width| (value, width))) {
        device.fill(stream, &Fill { dst: out + 8 * u64::from(width), pattern: value, width, count: 3 })?;
        for (sizes, strides) in [
            (vec![7], vec![3]),
            (vec![5, 4], vec![8, 1]),
            (vec![2, 30], vec![64, 2]),
            (vec![3, 2, 2], vec![20, 5, 1]),
        ] {
            let dst = out + 128 + value % 5 * 8;
            device.fill_strided(stream, &StridedFill { dst, pattern: value, width, sizes, strides })?;
        }
    }
    Ok(())
}

/// Two streams that alternate: each event slot is recorded again before its last record is known to be reached.
fn events(device: &dyn Device, first: StreamId, out: u64) -> Result<()> {
    let second = device.lease_stream()?;
    let (there, back): (EventId, EventId) = (device.lease_event()?, device.lease_event()?);
    device.fill(first, &Fill { dst: out, pattern: 0, width: 8, count: BYTES / 8 })?;
    for round in 1..20 {
        device.fill(first, &Fill { dst: out, pattern: round, width: 8, count: 1 })?;
        device.record(there, first)?;
        device.wait(there, second)?;
        device.copy(second, out + 8 * round, out, 8)?;
        device.record(back, second)?;
        device.wait(back, first)?;
    }
    device.return_event(there)?;
    device.return_event(back)?;
    // A slot of the pool may still be in flight.
    let again = device.lease_event()?;
    device.record(again, first)?;
    device.wait(again, second)?;
    device.host_wait(second)?;
    device.return_event(again)?;
    device.return_stream(second)
}

/// A graph of copies and fills, launched several times with other parameters.
fn graphs(device: &dyn Device, stream: StreamId, out: u64) -> Result<()> {
    let module: ModuleId = device.load(&Program::default())?;
    let node = |action, after: &[u32]| TaskNode { action, op: 0, after: after.to_vec() };
    let graph = TaskGraph {
        nodes: vec![
            node(TaskAction::Fill { width: 4 }, &[]),
            node(TaskAction::FillStrided { width: 8, rank: 1 }, &[0]),
            node(TaskAction::FillStrided { width: 4, rank: 2 }, &[0]),
            node(TaskAction::Copy, &[1, 2]),
            node(TaskAction::CopyStrided { element_bytes: 4, rank: 2 }, &[3]),
        ],
    };
    let graph = device.graph_build(&[], &graph)?;
    device.fill(stream, &Fill { dst: out, pattern: 0, width: 8, count: BYTES / 8 })?;
    for round in 0..3 {
        let params = [
            &[out, 0x0101_0203 + round, 256][..],
            &[out + 64, VALUES[2] + round, 9, 3],
            &[out + 512, VALUES[4], 3, 5, 12, 1],
            &[out + 1024 + 8 * round, out + 8 * round, 600],
            &[out + 2048, out + 1024, 5, 3, 8, 1, 3, 1],
        ];
        device.graph_launch(stream, graph, &params.concat())?;
        device.graph_launch(stream, graph, &params.concat())?;
    }
    device.host_wait(stream)?;
    device.graph_destroy(graph)?;
    device.unload(module)
}

/// Runs a program on a device and copies its result to `bytes`, which outlive the device.
fn run_on(device: &dyn Device, work: Work, bytes: &mut [u8]) -> Result<()> {
    let (stream, out) = (device.lease_stream()?, device.alloc_shared(BYTES, 64)?);
    work(device, stream, out)?;
    device.copy(stream, bytes.as_mut_ptr() as u64, out, BYTES)?;
    device.host_wait(stream)?;
    device.free(Some(stream), out)?;
    device.return_stream(stream)
}

/// In a child, runs the program that its arguments name on `hip:0`, and returns its exit code.
fn run_program() -> Option<ExitCode> {
    let args: Vec<String> = std::env::args().collect();
    let [_, first, name, flags] = &args[..] else { return None };
    (first == CHILD).then(|| match on_hip(name, flags) {
        Ok(text) => finish(&text, "", 0),
        Err((code, message)) => finish("", &format!("error: {message}\n"), code),
    })
}

#[expect(clippy::print_stdout, clippy::print_stderr, reason = "the output of a child")]
fn finish(out: &str, err: &str, code: u8) -> ExitCode {
    print!("{out}");
    eprint!("{err}");
    ExitCode::from(code)
}

fn on_hip(name: &str, flags: &str) -> std::result::Result<String, (u8, String)> {
    let failed = |error: DeviceError| (1, error.to_string());
    let mut bytes = vec![0; BYTES as usize];
    let mut device = HipDevice::open(0).map_err(|unavailable| (3, unavailable.to_string()))?;
    if flags == "times" {
        device = device.with_times(None).map_err(failed)?;
    }
    if let Some(start) = name.strip_prefix("load ") {
        let code = [start.as_bytes(), &[0; 60]].concat();
        let image = DeviceImage { code, ..DeviceImage::default() };
        let program = Program { images: vec![image], ..Program::default() };
        return device.load(&program).map(|_| String::new()).map_err(failed);
    }
    let (_, work) = PROGRAMS.into_iter().find(|(known, _)| *known == name).ok_or((2, name.to_string()))?;
    run_on(&device, work, &mut bytes).map_err(failed)?;
    Ok(hexadecimal(&bytes))
}

/// Returns bytes as lines of 32.
fn hexadecimal(bytes: &[u8]) -> String {
    bytes.chunks(32).fold(String::new(), |mut text, line| {
        for byte in line {
            let _ = write!(text, "{byte:02x}");
        }
        text + "\n"
    })
}

fn run(library: &Library, name: &str, flags: &str, variables: &[(&str, &str)]) -> Ran {
    library.start(CHILD, &[name.to_string(), flags.to_string()], "", variables)
}

/// A program gives the result of the CPU in every order, without pools and without managed memory, and releases
/// everything whatever call fails.
fn program(name: &str, work: Work, flags: &str) -> std::result::Result<(), Failed> {
    let mut expected = vec![0; BYTES as usize];
    let cpu = CpuDevice::new(CpuOptions::default());
    run_on(&cpu, work, &mut expected).map_err(|error| error.to_string())?;
    let expected = hexadecimal(&expected);
    let library = HIP.mock(&format!("{name}-{flags}"));
    let seeds: Vec<String> = (0..20).map(|seed| seed.to_string()).collect();
    for seed in &seeds {
        for lacks in ["", "pools,managed"] {
            let ran = run(&library, name, flags, &[("SEED", seed), ("LACKS", lacks)]);
            if ran.code != Some(0) || ran.out != expected || !ran.is_clean() || ran.complaint().is_some() {
                return Err(format!(
                    "expected\n{expected}but found {:?}\n{}\n{}",
                    ran.code,
                    ran.out + &ran.err,
                    ran.log
                )
                .into());
            }
        }
    }
    for number in 0.. {
        let ran = run(&library, name, flags, &[("FAIL", &number.to_string())]);
        let is_known = matches!(ran.code, Some(0 | 1 | 3)) && ran.err.matches("error: ").count() <= 1;
        if !is_known || !ran.is_clean() || ran.complaint().is_some() {
            return Err(format!("call {number}: exit {:?}\n{}\n{}", ran.code, ran.err, ran.log).into());
        }
        if !ran.log.contains("hipErrorOperatingSystem") {
            return if number == 0 { Err("no call was failed".into()) } else { Ok(()) };
        }
    }
    Ok(())
}

/// Unusable drivers give distinct errors, and nothing panics; functions that are optional may be missing.
fn unusable_drivers() -> std::result::Result<(), Failed> {
    let tried =
        "no HIP driver library (tried libamdhip64.so, libamdhip64.so.7, libamdhip64.so.6, libamdhip64.so.5)";
    let cases = [
        (HIP.broken("broken"), vec![], tried),
        (HIP.none("none"), vec![], tried),
        (
            HIP.without("required", &["hipStreamQuery", "hipMemset2DAsync"]),
            vec![],
            "the HIP driver is too old: needed 5.2, missing hipStreamQuery, hipMemset2DAsync",
        ),
        (HIP.mock("old"), vec![("VERSION", "40321401")], "the HIP driver is too old: needed 5.2, found 4.3"),
        (HIP.mock("no-device"), vec![("DEVICES", "0")], "the HIP driver has no device"),
        (HIP.mock("no-driver"), vec![("INIT", "100")], "the HIP driver has no device"),
        (HIP.mock("no-init"), vec![("INIT", "304")], "hipInit failed with hipErrorOperatingSystem (304)"),
        (HIP.mock("no-chip"), vec![("CHIP", "unknown")], "the HIP device has no chip name"),
        (
            HIP.without("properties", &["hipGetDevicePropertiesR0600"]),
            vec![],
            "hipGetDeviceProperties failed with hipErrorNotSupported (801)",
        ),
    ];
    for (library, variables, sentence) in cases {
        let ran = run(&library, "fills", "", &variables);
        if ran.code != Some(3) || ran.err != format!("error: {sentence}\n") {
            return Err(format!("expected '{sentence}', but found {:?}: {}", ran.code, ran.err).into());
        }
    }
    let optional = ["hipMemPoolCreate", "hipGraphCreate", "hipGetErrorName", "hipGetErrorString"];
    let ran = run(&HIP.without("optional", &optional), "fills", "", &[]);
    if ran.code == Some(0) && ran.is_clean() { Ok(()) } else { Err((ran.err + &ran.log).into()) }
}

fn devices_are_listed() -> std::result::Result<(), Failed> {
    let variables = [("DEVICES", "2"), ("CHIP", "gfx90a")];
    let ran = HIP.mock("listed").run(&["devices".to_string()], "", &variables);
    let line = "hip:1    available  Mock GPU 1, gfx90a, 96 CUs, 40 GiB";
    if ran.code == Some(0) && ran.out.contains(line) {
        return Ok(());
    }
    Err(format!("expected '{line}', but found {:?}\n{}{}", ran.code, ran.out, ran.err).into())
}

fn images_are_refused() -> std::result::Result<(), Failed> {
    let library = HIP.mock("images");
    for start in ["\u{7f}ELF", ".version 7.0"] {
        let (ran, name) = (run(&library, &format!("load {start}"), "", &[]), "hipErrorInvalidImage");
        if ran.code != Some(1) || !ran.err.contains(name) || !ran.is_clean() || ran.complaint().is_some() {
            return Err(format!("expected {name}, but found {:?}: {}{}", ran.code, ran.err, ran.log).into());
        }
    }
    Ok(())
}
