//! Tests prepared functions on streams of the application, captured or not, on the mock drivers: the values are those of a
//! call, and between the begin and the end of an issue nothing synchronises, asks, allocates or loads.
//!
//! A child process is the application, for a program that it reads.

use std::io::Write as _;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use warpline::{
    Argument, Device, DeviceArray, Engine, Error, Function, Options, Prepared, Source, Stream, view_mut,
};
use warpline_testsuite::mock::{self, MockDriver, answer_as_child};
use warpline_testsuite::paths::root;

mod client;
mod programs;

use client::{Client, Names, raw};
use programs::{AMONG_LAUNCHES, BRANCHES, COPIES, LOOP, NEED_HOST, NEEDS_HOST, NO_ARRAYS};

/// The first argument of a child, which the device and the name of what it does follow.
const CHILD: &str = "--as-capturing-application";
/// What an application does: by its name, with the library and a driver.
type Act = fn(&Application) -> Result<String, String>;
const ACTS: [(&str, Act); 9] = [
    ("values", values),
    ("unprepared", unprepared),
    ("apart", apart),
    ("refused", refused),
    ("raw", raw_memory),
    ("two_streams", two_streams),
    ("late", late),
    ("other_streams", other_streams),
    ("without_arrays", without_arrays),
];

/// Examples that are too large for an emulator, with numbers that are replaced by smaller ones.
const LARGE: [(&str, &str, &str); 2] = [("conv_add", "1024", "2"), ("seed_003", "1024", "2")];
/// Examples that need the host, with what they say.
const REFUSED: [(&str, &str); 2] = [
    ("printf_debug", "a kernel prints here, which needs the host"),
    ("tensor_cores", "the host accesses memory here that the device may have used"),
];

fn main() -> ExitCode {
    if let Some(code) = answer_as_child().or_else(answer) {
        return code;
    }
    let mut trials = Vec::new();
    for driver in [&mock::CUDA, &mock::HIP] {
        for path in std::fs::read_dir(root().join("examples")).expect("the examples").flatten() {
            let name = path.file_name().to_string_lossy().into_owned();
            let Some(stem) = name.strip_suffix(".mlir").map(str::to_string) else { continue };
            let text = std::fs::read_to_string(path.path()).expect("an example");
            let large = LARGE.iter().find(|(name, ..)| *name == stem);
            let text = large.map_or(text.clone(), |(_, from, to)| text.replace(from, to));
            let title = format!("{stem}_{}", driver.device());
            trials.push(Trial::test(title, move || example(driver, &stem, &text)));
        }
        for (name, text) in [
            ("unprepared", BRANCHES),
            ("apart", BRANCHES),
            ("refused", NEEDS_HOST),
            ("raw", BRANCHES),
            ("two_streams", BRANCHES),
            ("late", BRANCHES),
            ("other_streams", BRANCHES),
            ("without_arrays", NO_ARRAYS),
        ] {
            let title = format!("{name}_{}", driver.device());
            trials.push(Trial::test(title.clone(), move || act(driver, &title, name, text).map(drop)));
        }
        for (name, text) in
            [("branches", BRANCHES), ("loop", LOOP), ("copies", COPIES), ("among", AMONG_LAUNCHES)]
        {
            let title = format!("{name}_{}", driver.device());
            trials.push(Trial::test(title.clone(), move || {
                let found = act(driver, &title, "values", text)?;
                if found.trim() == "prepared" { Ok(()) } else { Err(format!("found {found}").into()) }
            }));
        }
        for (name, text, expected) in NEED_HOST {
            let title = format!("{name}_{}", driver.device());
            trials.push(Trial::test(title.clone(), move || {
                let found = act(driver, &title, "values", text)?;
                if found.contains(expected) { Ok(()) } else { Err(format!("found {found}").into()) }
            }));
        }
        let title = format!("failing_calls_{}", driver.device());
        trials.push(Trial::test(title, move || failing_calls(driver)));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// Prepared, issued and captured, an example gives the values of a call; or it says why it cannot be prepared.
fn example(driver: &'static MockDriver, name: &str, text: &str) -> Result<(), Failed> {
    let ran = act(driver, name, "values", text)?;
    let expected = REFUSED.iter().find(|(refused, _)| *refused == name);
    match expected {
        Some((_, reason)) if ran.contains(reason) => Ok(()),
        None if ran.trim() == "prepared" => Ok(()),
        _ => Err(format!("found {ran:?}").into()),
    }
}

/// Runs an application, whose driver calls must be right, and returns its output.
fn act(driver: &'static MockDriver, title: &str, name: &str, text: &str) -> Result<String, Failed> {
    let arguments = [driver.device().to_string(), name.to_string()];
    let ran = driver.mock(title).start(CHILD, &arguments, text, &[]);
    if ran.code != Some(0) || ran.complaint().is_some() || !ran.is_clean() {
        return Err(format!("exit {:?}\n{}{}\n{}", ran.code, ran.out, ran.err, ran.log).into());
    }
    check_calls(&ran.log)?;
    Ok(ran.out)
}

/// Between the begin and the end of a capture there are only launches, copies, fills, records, waits, and new events.
fn check_calls(log: &str) -> Result<(), Failed> {
    const ALLOWED: [&str; 8] = [
        "Launch",
        "MemcpyAsync",
        "Memcpy2D",
        "Memset",
        "EventRecord",
        "WaitEvent",
        "CaptureInfo",
        "EventCreate",
    ];
    let mut is_capturing = false;
    for line in log.lines() {
        let call = line.split('(').next().unwrap_or_default();
        if call.ends_with("EndCapture") {
            is_capturing = false;
        }
        let is_allowed = ALLOWED.iter().any(|part| call.contains(part));
        if is_capturing && !is_allowed && !line.contains("CAPTURE") && !line.contains("Capture") {
            return Err(format!("'{line}' in a capture\n{log}").into());
        }
        if call.ends_with("BeginCapture") {
            is_capturing = true;
        }
    }
    Ok(())
}

/// Whatever call of the driver fails, nothing is left, and the application goes on.
fn failing_calls(driver: &'static MockDriver) -> Result<(), Failed> {
    let arguments = [driver.device().to_string(), "values".to_string()];
    let mut number = 0;
    loop {
        let fail = number.to_string();
        let ran = driver.mock("failing").start(CHILD, &arguments, BRANCHES, &[("FAIL", &fail)]);
        if !driver.has_failed(&ran) {
            return if 60 < number {
                Ok(())
            } else {
                Err(format!("only {number} calls\n{}", ran.log).into())
            };
        }
        let is_begun = ran.log.contains(driver.first_object());
        let is_right = ran.code.is_some_and(|code| code <= 1) && ran.complaint().is_none();
        if !is_right || (is_begun && !ran.is_clean()) {
            return Err(
                format!("call {number}: exit {:?}\n{}{}\n{}", ran.code, ran.out, ran.err, ran.log).into()
            );
        }
        number += 3;
    }
}

/// In a child, is the application.
fn answer() -> Option<ExitCode> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, first, device, name] = arguments.as_slice() else { return None };
    if first != CHILD {
        return None;
    }
    let text = std::io::read_to_string(std::io::stdin()).unwrap_or_default();
    let act = ACTS.iter().find(|(known, _)| known == name)?.1;
    let outcome = Application::start(device, &text).and_then(|application| act(&application));
    // The test detects missing output.
    let (code, _) = match outcome {
        Ok(text) => (ExitCode::SUCCESS, writeln!(std::io::stdout(), "{text}")),
        Err(problem) => (ExitCode::FAILURE, writeln!(std::io::stderr(), "{problem}")),
    };
    Some(code)
}

/// An application with a program of a text, and a driver.
struct Application {
    device: Device,
    function: Function,
    client: Client,
}

/// The elements of an array.
#[derive(Clone, Debug, PartialEq)]
enum Elements {
    F32(Vec<f32>),
    I32(Vec<i32>),
    U16(Vec<u16>),
}

/// An argument of a function.
#[derive(Clone)]
enum Given {
    F32(DeviceArray<f32>),
    I32(DeviceArray<i32>),
    U16(DeviceArray<u16>),
    I64(DeviceArray<i64>),
    Float(f32),
    Index(usize),
}

impl Given {
    fn argument(&self) -> Argument<'static> {
        match self {
            Self::F32(array) => array.into(),
            Self::I32(array) => array.into(),
            Self::U16(array) => array.into(),
            Self::I64(array) => array.into(),
            Self::Float(number) => (*number).into(),
            Self::Index(number) => (*number).into(),
        }
    }

    fn elements(&self) -> Result<Option<Elements>, Error> {
        Ok(match self {
            Self::F32(array) => Some(Elements::F32(array.to_vec()?)),
            Self::I32(array) => Some(Elements::I32(array.to_vec()?)),
            Self::U16(array) => Some(Elements::U16(array.to_vec()?)),
            // The programs that take these are not issued.
            Self::I64(_) | Self::Float(_) | Self::Index(_) => None,
        })
    }

    /// Writes the initial elements again.
    fn reset(&self, number: usize) -> Result<(), Error> {
        match self {
            Self::F32(array) => array.copy_from(&floats(count(array.sizes()), number)),
            Self::I32(array) => array.copy_from(&integers(count(array.sizes()))),
            Self::U16(array) => array.copy_from(&halves(count(array.sizes()))),
            Self::I64(_) | Self::Float(_) | Self::Index(_) => Ok(()),
        }
    }
}

fn count(sizes: &[i64]) -> usize {
    sizes.iter().map(|size| *size as usize).product()
}

fn floats(n: usize, number: usize) -> Vec<f32> {
    (0..n).map(|index| ((index * 7 + number * 3) % 11) as f32 - 4.0).collect()
}

fn integers(n: usize) -> Vec<i32> {
    (0..n).map(|index| (index % 8) as i32).collect()
}

/// The bits of 1.0 and 2.0.
fn halves(n: usize) -> Vec<u16> {
    (0..n).map(|index| if index % 3 == 0 { 0x3C00 } else { 0x4000 }).collect()
}

impl Application {
    fn start(device: &str, text: &str) -> Result<Self, String> {
        let text_of = |error: Error| error.to_string();
        let engine = Engine::new();
        let program = engine
            .compile(Source::new("program.mlir", text), &Options::for_device(device))
            .map_err(text_of)?;
        let opened = engine.open(device).map_err(text_of)?;
        let loaded = opened.load(&program).map_err(text_of)?;
        let name = program.functions().next().ok_or("no function")?;
        let function = loaded.function(name).map_err(text_of)?;
        let names: &'static Names = if device == mock::CUDA.device() { &client::CUDA } else { &client::HIP };
        Ok(Self { device: opened, function, client: Client::open(names) })
    }

    /// Returns arguments of the types of the parameters, with sizes of 8 where the types have none.
    fn arguments(&self) -> Result<Vec<Given>, String> {
        let parameters = self.function.parameters().iter().enumerate();
        parameters.map(|(number, parameter)| self.argument(number, &parameter.ty)).collect()
    }

    fn argument(&self, number: usize, ty: &str) -> Result<Given, String> {
        let Some(shaped) = ty.strip_prefix("memref<").and_then(|ty| ty.strip_suffix('>')) else {
            return Ok(if ty == "index" { Given::Index(2) } else { Given::Float(2.0) });
        };
        let mut words: Vec<&str> = shaped.split('x').collect();
        let element = words.pop().unwrap_or_default();
        let sizes: Vec<usize> = words.iter().map(|word| word.parse().unwrap_or(8)).collect();
        let n = sizes.iter().product();
        macro_rules! array {
            ($form:ident, $data:expr) => {{
                let data = $data;
                let made = match sizes[..] {
                    [a] => self.device.array(&data, [a]),
                    [a, b] => self.device.array(&data, [a, b]),
                    [a, b, c, d] => self.device.array(&data, [a, b, c, d]),
                    _ => return Err(format!("no array for {ty}")),
                };
                Ok(Given::$form(made.map_err(|error| error.to_string())?))
            }};
        }
        match element {
            "i64" => {
                let made = self.device.array(&[0i64; 8], [8]).map_err(|error| error.to_string());
                Ok(Given::I64(made?))
            }
            "f32" => array!(F32, floats(n, number)),
            "i32" => array!(I32, integers(n)),
            "f16" => array!(U16, halves(n)),
            _ => Err(format!("no array for {ty}")),
        }
    }

    /// Returns what a call with the same arguments gives: its arrays and its results.
    fn called(&self, given: &[Given]) -> Result<(Vec<Elements>, Vec<Vec<u8>>), Error> {
        let mut data: Vec<Elements> =
            given.iter().filter_map(|given| given.elements().transpose()).collect::<Result<_, _>>()?;
        let mut arrays = data.iter_mut();
        let mut arguments: Vec<Argument<'_>> = Vec::new();
        for given in given {
            arguments.push(match given {
                Given::F32(array) => shaped(array.sizes(), arrays.next()),
                Given::I32(array) => shaped(array.sizes(), arrays.next()),
                Given::U16(array) => shaped(array.sizes(), arrays.next()),
                Given::I64(_) => continue,
                Given::Float(number) => (*number).into(),
                Given::Index(number) => (*number).into(),
            });
        }
        let results = self.function.call(arguments)?;
        let results = results.values.iter().map(|value| value.bytes().to_vec()).collect();
        Ok((data, results))
    }

    fn prepare(&self, given: &[Given]) -> Result<Prepared, Error> {
        self.function.prepare(given.iter().map(Given::argument).collect::<Vec<_>>())
    }

    fn import(&self, stream: usize) -> Result<Stream, String> {
        self.device.import_stream(raw(stream)).map_err(|error| error.to_string())
    }
}

fn shaped<'a>(sizes: &[i64], data: Option<&'a mut Elements>) -> Argument<'a> {
    macro_rules! view {
        ($data:expr) => {
            match *sizes {
                [a] => view_mut($data, [a as usize]).into(),
                [a, b] => view_mut($data, [a as usize, b as usize]).into(),
                [a, b, c, d] => view_mut($data, [a as usize, b as usize, c as usize, d as usize]).into(),
                _ => unreachable!("arrays have one, two or four dimensions"),
            }
        };
    }
    match data.expect("there are elements of each array") {
        Elements::F32(data) => view!(data),
        Elements::I32(data) => view!(data),
        Elements::U16(data) => view!(data),
    }
}

fn issue(prepared: &mut Prepared, stream: &Stream, given: &[Given]) -> Result<(), String> {
    let arguments: Vec<Argument<'_>> = given.iter().map(Given::argument).collect();
    prepared.issue(stream, arguments).map_err(|error| error.to_string())
}

/// Compares the values of an issue, a second one, and three launches of a captured one, with those of a call.
fn values(application: &Application) -> Result<String, String> {
    let (client, text) = (&application.client, |error: Error| error.to_string());
    let given = application.arguments()?;
    let mut prepared = match application.prepare(&given) {
        Ok(prepared) => prepared,
        Err(Error::Program(why)) => return Ok(why.to_string()),
        Err(other) => return Err(other.to_string()),
    };
    let expected = application.called(&given).map_err(text)?;
    let stream = client.stream();
    let outcome = application.import(stream).and_then(|imported| {
        let check = |prepared: &mut Prepared, what: &str| {
            client.synchronize(stream).map_err(|code| format!("{what}: code {code}"))?;
            let found = given.iter().filter_map(|given| given.elements().transpose());
            let found: Vec<Elements> = found.collect::<Result<_, _>>().map_err(text)?;
            let results = prepared.results().map_err(text)?;
            let results: Vec<Vec<u8>> = results.iter().map(|value| value.bytes().to_vec()).collect();
            for (number, given) in given.iter().enumerate() {
                given.reset(number).map_err(text)?;
            }
            if (&found, &results) == (&expected.0, &expected.1) {
                Ok(())
            } else {
                Err(format!("{what}: expected {expected:?}, but found {found:?} and {results:?}"))
            }
        };
        for what in ["issued", "issued again"] {
            issue(&mut prepared, &imported, &given)?;
            check(&mut prepared, what)?;
        }
        client.begin_capture(stream, 0).map_err(|code| format!("begin: code {code}"))?;
        let issued = issue(&mut prepared, &imported, &given);
        let graph = client.end_capture(stream).map_err(|code| format!("end: code {code}"));
        let launched = issued.and_then(|()| {
            let exec =
                client.instantiate(graph.clone()?).map_err(|code| format!("instantiate: code {code}"))?;
            let launched = (0..3).try_for_each(|number| {
                client.launch(exec, stream).map_err(|code| format!("launch: code {code}"))?;
                check(&mut prepared, &format!("launch {number}"))
            });
            // A chosen failure destroys it, too.
            let _ = client.destroy_exec(exec);
            launched
        });
        if let Ok(graph) = graph {
            let _ = client.destroy_graph(graph);
        }
        launched
    });
    let _ = client.synchronize(stream);
    drop(prepared);
    let _ = client.destroy_stream(stream);
    outcome.map(|()| "prepared".to_string())
}

/// While a stream is captured, what is not prepared is refused, and the capture stays valid.
fn unprepared(application: &Application) -> Result<String, String> {
    let client = &application.client;
    let given = application.arguments()?;
    let mut prepared = application.prepare(&given).map_err(|error| error.to_string())?;
    let stream = client.stream();
    let imported = application.import(stream)?;
    client.begin_capture(stream, 0).map_err(|code| format!("begin: code {code}"))?;
    let mut data = [[1.0f32; 8], [2.0; 8], [3.0; 8]];
    let arguments: Vec<Argument<'_>> = data.iter_mut().map(|data| view_mut(data, [8]).into()).collect();
    let called = application.function.call(arguments).map(drop);
    let array = application.device.array(&[1.0f32], [1]).map(drop);
    let Given::F32(first) = &given[0] else { return Err("no array of f32".to_string()) };
    let refusals = [
        ("a call", called),
        ("an array", array),
        ("another one", application.prepare(&given).map(drop)),
        ("elements", first.to_vec().map(drop)),
        ("other elements", first.copy_from(&[0.0; 8])),
        ("results", prepared.results().map(drop)),
    ];
    for (what, refused) in refusals {
        if !refused.as_ref().is_err_and(|error| error.to_string().contains("is being captured")) {
            return Err(format!("{what}: found {refused:?}"));
        }
    }
    issue(&mut prepared, &imported, &given)?;
    let graph = client.end_capture(stream).map_err(|code| format!("end: code {code}"))?;
    client.destroy_graph(graph).map_err(|code| format!("code {code}"))?;
    // The mock ends a capture in which something asks.
    client.begin_capture(stream, 0).map_err(|code| format!("begin: code {code}"))?;
    let asked = client.query(stream);
    let late = issue(&mut prepared, &imported, &given);
    let ended = client.end_capture(stream);
    if (asked, ended) != (Err(900), Err(901)) || late.is_ok() {
        return Err(format!("a query in a capture: {asked:?}, {late:?}, {ended:?}"));
    }
    drop((prepared, imported));
    client.destroy_stream(stream).map_err(|code| format!("code {code}"))?;
    Ok(String::new())
}

/// Arguments of an issue are those that were prepared, and what is written is passed once.
fn apart(application: &Application) -> Result<String, String> {
    let client = &application.client;
    let given = application.arguments()?;
    let mut prepared = application.prepare(&given).map_err(|error| error.to_string())?;
    let stream = client.stream();
    let imported = application.import(stream)?;
    let other = application.device.array(&[1.0f32; 4], [4]).map_err(|error| error.to_string())?;
    let wrong = [
        (
            vec![given[0].clone(), given[1].clone(), given[0].clone()],
            "parameter 'out': expected memref<8xf32> in memory of its own, as the function writes it, but found memory of parameter 'x'",
        ),
        (
            vec![given[0].clone(), Given::F32(other), given[2].clone()],
            "parameter 'y': expected memref<8xf32>, but found an array of 4xf32 on the device",
        ),
        (
            vec![given[0].clone(), Given::Index(1), given[2].clone()],
            "parameter 'y': expected memref<8xf32>, but found a scalar of type i64",
        ),
        (vec![given[0].clone()], "parameter '1 of @main': expected 3 arguments, but found 1"),
    ];
    for (arguments, expected) in wrong {
        let found = issue(&mut prepared, &imported, &arguments);
        if found.as_ref().err().map(String::as_str) != Some(expected) {
            return Err(format!("expected {expected}, but found {found:?}"));
        }
    }
    issue(&mut prepared, &imported, &[given[0].clone(), given[0].clone(), given[2].clone()])?;
    drop((prepared, imported));
    client.destroy_stream(stream).map_err(|code| format!("code {code}"))?;
    Ok(String::new())
}

/// What needs the host is listed.
fn refused(application: &Application) -> Result<String, String> {
    let given = application.arguments()?;
    let Err(Error::Program(why)) = application.prepare(&given) else {
        return Err("a function that needs the host is prepared".to_string());
    };
    let found: Vec<String> = why.iter().map(|found| format!("{} {}", found.line, found.message)).collect();
    let message = "the host accesses memory here that the device may have used";
    let expected: Vec<String> = [4, 8, 9].iter().map(|line| format!("{line} {message}")).collect();
    if found == expected { Ok(String::new()) } else { Err(format!("found {found:#?}")) }
}

/// Memory that the application has allocated.
fn raw_memory(application: &Application) -> Result<String, String> {
    let client = &application.client;
    let (address, memory) = client.alloc(32);
    let array = application.device.array_in::<f32, 1>(memory, [8]).map_err(|error| error.to_string())?;
    array.copy_from(&[2.0; 8]).map_err(|error| error.to_string())?;
    let mut given = application.arguments()?;
    given[0] = Given::F32(array);
    let expected = application.called(&given).map_err(|error| error.to_string())?;
    let mut prepared = application.prepare(&given).map_err(|error| error.to_string())?;
    let stream = client.stream();
    let imported = application.import(stream)?;
    issue(&mut prepared, &imported, &given)?;
    client.synchronize(stream).map_err(|code| format!("code {code}"))?;
    if given[2].elements().map_err(|error| error.to_string())?.as_ref() != expected.0.get(2) {
        return Err("other values".to_string());
    }
    if application.device.array_in::<f32, 1>(memory, [9]).is_ok() {
        return Err("an array is larger than its memory".to_string());
    }
    drop((prepared, imported, given));
    client.destroy_stream(stream).map_err(|code| format!("code {code}"))?;
    client.free(address).map_err(|code| format!("code {code}"))?;
    Ok(String::new())
}

/// Issues on two streams of the application: the second one comes after the first, whose memory it uses.
fn two_streams(application: &Application) -> Result<String, String> {
    let client = &application.client;
    let given = application.arguments()?;
    let expected = application.called(&given).map_err(|error| error.to_string())?;
    let mut prepared = application.prepare(&given).map_err(|error| error.to_string())?;
    let streams = [client.stream(), client.stream()];
    let imported = [application.import(streams[0])?, application.import(streams[1])?];
    for number in 0..20 {
        issue(&mut prepared, &imported[number % 2], &given)?;
    }
    client.synchronize(streams[1]).map_err(|code| format!("code {code}"))?;
    if given[2].elements().map_err(|error| error.to_string())?.as_ref() != expected.0.get(2) {
        return Err("other values".to_string());
    }
    drop((prepared, imported));
    for stream in streams {
        client.destroy_stream(stream).map_err(|code| format!("code {code}"))?;
    }
    Ok(String::new())
}

/// What is dropped while a stream is captured is released later, and the capture stays valid.
fn late(application: &Application) -> Result<String, String> {
    let client = &application.client;
    let given = application.arguments()?;
    let mut prepared = application.prepare(&given).map_err(|error| error.to_string())?;
    let mut other = application.prepare(&given).map_err(|error| error.to_string())?;
    let spare = application.device.array(&[1.0f32; 8], [8]).map_err(|error| error.to_string())?;
    let stream = client.stream();
    let imported = application.import(stream)?;
    issue(&mut other, &imported, &given)?;
    client.begin_capture(stream, 0).map_err(|code| format!("begin: code {code}"))?;
    drop((spare, other));
    issue(&mut prepared, &imported, &given)?;
    // The memory of the first issue is ordered before that of the second one.
    issue(&mut prepared, &imported, &given)?;
    let graph = client.end_capture(stream).map_err(|code| format!("end: code {code}"))?;
    let found = given[0].elements().map_err(|error| error.to_string())?;
    client.destroy_graph(graph).map_err(|code| format!("code {code}"))?;
    drop((prepared, imported));
    client.destroy_stream(stream).map_err(|code| format!("code {code}"))?;
    if found.is_some() { Ok(String::new()) } else { Err("no elements".to_string()) }
}

/// While a function is part of a capture, it is not issued on other streams; other functions are, as often as one likes.
fn other_streams(application: &Application) -> Result<String, String> {
    let client = &application.client;
    let given = application.arguments()?;
    let expected = application.called(&given).map_err(|error| error.to_string())?;
    let mut prepared = application.prepare(&given).map_err(|error| error.to_string())?;
    let mut other = application.prepare(&given).map_err(|error| error.to_string())?;
    let streams = [client.stream(), client.stream()];
    let imported = [application.import(streams[0])?, application.import(streams[1])?];
    client.begin_capture(streams[0], 0).map_err(|code| format!("begin: code {code}"))?;
    issue(&mut prepared, &imported[0], &given)?;
    let elsewhere = issue(&mut prepared, &imported[1], &given);
    for _ in 0..20 {
        issue(&mut other, &imported[1], &given)?;
    }
    let graph = client.end_capture(streams[0]).map_err(|code| format!("end: code {code}"))?;
    client.synchronize(streams[1]).map_err(|code| format!("code {code}"))?;
    let found = given[2].elements().map_err(|error| error.to_string())?;
    client.destroy_graph(graph).map_err(|code| format!("code {code}"))?;
    drop((prepared, other, imported));
    for stream in streams {
        client.destroy_stream(stream).map_err(|code| format!("code {code}"))?;
    }
    // A function on one stream of its own is not part of the capture on any other one.
    let refusal = "the function is part of a capture that has not ended, on another stream";
    match elsewhere {
        Err(error) if error.contains(refusal) && found.as_ref() == expected.0.get(2) => Ok(String::new()),
        other => Err(format!("found {other:?} and {found:?}")),
    }
}

/// There are no results before an issue, and host and device agree on memory without bytes.
fn without_arrays(application: &Application) -> Result<String, String> {
    let client = &application.client;
    let given = application.arguments()?;
    for _ in 0..3 {
        drop(application.prepare(&given).map_err(|error| error.to_string())?);
    }
    let mut prepared = application.prepare(&given).map_err(|error| error.to_string())?;
    let early = prepared.results().map(drop).map_err(|error| error.to_string());
    let stream = client.stream();
    let imported = application.import(stream)?;
    issue(&mut prepared, &imported, &given)?;
    client.synchronize(stream).map_err(|code| format!("code {code}"))?;
    let found = prepared.results().map_err(|error| error.to_string())?[0].to_vec::<f32>();
    drop((prepared, imported));
    client.destroy_stream(stream).map_err(|code| format!("code {code}"))?;
    let is_right = early == Err("the function was not issued yet".to_string()) && found == Some(vec![1.0; 8]);
    if is_right { Ok(String::new()) } else { Err(format!("found {early:?} and {found:?}")) }
}
