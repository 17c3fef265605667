//! The calls of the driver: each logs its arguments under the name of its entry point and returns its result.

use std::ffi::{c_char, c_int};

use crate::abi::{self, In, Out};
use crate::code;
use crate::config::Config;
use crate::driver::{Answer, CallKind, Driver, call, context_of, with};
use crate::graph::{Action, Exec, Graph, Task};
use crate::handles::HandleKind;
use crate::image::Logs;
use crate::launch::{Copy, Dims, Launch, Set};
use crate::memory::Kind;
use crate::queue::Command;

/// The maximum bytes of one allocation.
const MOST_MEMORY: usize = 4 << 30;
/// The number of the release threshold of a pool, the only attribute of 8 bytes.
const RELEASE_THRESHOLD: c_int = 4;

/// Returns the result code of a call without a value.
fn done(answer: Answer<()>) -> c_int {
    answer.err().unwrap_or(0)
}

fn nothing<T>(_: &Driver, _: &T) -> String {
    String::new()
}

/// Makes a call without a value.
fn act(
    kind: CallKind,
    name: &str,
    args: impl FnOnce(&Driver) -> String,
    body: impl FnOnce(&mut Driver) -> Answer<()>,
) -> c_int {
    done(call(kind, name, args, body, nothing))
}

/// Makes a call that creates a handle.
fn make(
    name: &str,
    out: Out<usize>,
    args: impl FnOnce(&Driver) -> String,
    body: impl FnOnce(&mut Driver) -> Answer<usize>,
) -> c_int {
    let answer =
        call(CallKind::Action, name, args, body, |driver, handle| format!(" = {}", driver.name(*handle)));
    out.give(answer)
}

/// Makes a call that allocates memory.
fn allocate(
    name: &str,
    out: Out<u64>,
    args: impl FnOnce(&Driver) -> String,
    body: impl FnOnce(&mut Driver) -> Answer<u64>,
) -> c_int {
    let answer = call(CallKind::Action, name, args, body, |driver, address| {
        format!(" = {}", driver.memory.name(*address))
    });
    out.give(answer)
}

/// Makes a query.
fn ask<T>(name: &str, out: Out<T>, body: impl FnOnce(&mut Driver) -> Answer<T>) -> c_int {
    out.give(call(CallKind::Query, name, |_| String::new(), body, nothing))
}

/// Ends the process: all objects must have been destroyed.
pub fn end() {
    with(Driver::report_leaks);
}

/// Initializes the driver.
pub fn init(name: &str) -> c_int {
    act(CallKind::Query, name, |_| String::new(), Driver::init)
}

/// Returns the version.
pub fn version(name: &str, out: Out<c_int>) -> c_int {
    ask(name, out, |driver| Ok(driver.config.version))
}

/// Returns the number of devices.
pub fn device_count(name: &str, out: Out<c_int>) -> c_int {
    ask(name, out, |driver| Ok(driver.config.devices))
}

/// Returns the device with a number.
pub fn device(name: &str, out: Out<c_int>, ordinal: c_int) -> c_int {
    ask(name, out, |driver| driver.device(ordinal))
}

/// Writes the name of a device and a final zero.
pub fn device_name(name: &str, out: Out<c_char>, bytes: c_int, device: c_int) -> c_int {
    device_text(name, out.address(), bytes, device, |_| format!("Mock GPU {device}"))
}

/// Writes a text about a device and a final zero.
pub fn device_text(
    name: &str,
    to: u64,
    bytes: c_int,
    device: c_int,
    text: impl FnOnce(&Config) -> String,
) -> c_int {
    act(
        CallKind::Query,
        name,
        |_| String::new(),
        |driver| {
            driver.device(device)?;
            let text = format!("{}\0", text(&driver.config));
            let n = text.len().min(bytes.max(0) as usize);
            abi::write(to, &text.as_bytes()[..n]);
            Ok(())
        },
    )
}

/// Returns an attribute of a device; `value` returns none if it is unknown.
pub fn device_attribute(
    name: &str,
    out: Out<c_int>,
    device: c_int,
    value: impl FnOnce(&Config) -> Option<c_int>,
) -> c_int {
    ask(name, out, |driver| {
        driver.device(device)?;
        value(&driver.config).ok_or(code::INVALID_VALUE)
    })
}

/// Returns the memory of a device.
pub fn total_memory(name: &str, out: Out<usize>, device: c_int) -> c_int {
    ask(name, out, |driver| driver.device(device).map(|_| 40 << 30))
}

/// Retains the primary context of a device.
pub fn context_retain(name: &str, out: Out<usize>, device: c_int) -> c_int {
    make(name, out, |_| device.to_string(), |driver| driver.retain(device))
}

/// Releases the primary context of a device.
pub fn context_release(name: &str, device: c_int) -> c_int {
    act(CallKind::Release, name, |_| device.to_string(), |driver| driver.release(device))
}

/// Makes a context current on the thread.
pub fn set_context(name: &str, context: usize) -> c_int {
    act(CallKind::Setup, name, |_| String::new(), |driver| driver.set_current(context))
}

/// Makes the primary context of a device current on the thread, and creates it first if there is none.
pub fn set_device(name: &str, device: c_int) -> c_int {
    act(CallKind::Setup, name, |_| String::new(), |driver| driver.set_device(device))
}

/// Loads an image; `logs` takes the messages of the compiler about errors, and others.
pub fn image_load(name: &str, out: Out<usize>, code: &[u8], logs: impl FnOnce(&str, &str)) -> c_int {
    let args = |_: &Driver| if code.starts_with(b"\x7fELF") { "object" } else { "text" }.to_string();
    make(name, out, args, |driver| {
        let (image, Logs { errors, info }) = driver.load(code);
        logs(&errors, &info);
        image
    })
}

/// Unloads an image.
pub fn image_unload(name: &str, image: usize) -> c_int {
    act(CallKind::Release, name, |driver| driver.name(image), |driver| driver.unload(image))
}

/// Returns a function of an image.
pub fn image_function(name: &str, out: Out<usize>, image: usize, symbol: In<c_char>) -> c_int {
    let symbol = symbol.text();
    let args = |driver: &Driver| format!("{}, {symbol}", driver.name(image));
    make(name, out, args, |driver| driver.function(image, &symbol))
}

/// Returns the address and the size of a variable of an image.
pub fn image_variable(
    name: &str,
    out: Out<u64>,
    bytes: Out<usize>,
    image: usize,
    symbol: In<c_char>,
) -> c_int {
    let symbol = symbol.text();
    let args = |driver: &Driver| format!("{}, {symbol}", driver.name(image));
    let found = call(CallKind::Action, name, args, |driver| driver.variable(image, &symbol), nothing);
    bytes.give(found.map(|(_, bytes)| bytes as usize));
    out.give(found.map(|(address, _)| address))
}

/// Writes to device memory, or to a variable of an image.
pub fn write(name: &str, to: u64, from: In<u8>, bytes: usize) -> c_int {
    let written = from.list(bytes);
    let args = |driver: &Driver| {
        let known = driver.memory.name(to);
        let name = if known == to.to_string() { "variable" } else { &known };
        format!("{name}, {bytes}")
    };
    act(CallKind::Action, name, args, |driver| driver.write_at_once(to, &written))
}

/// Returns an attribute of a function: the threads of a block, or bytes of static workgroup memory.
pub fn function_attribute(name: &str, out: Out<c_int>, attribute: c_int, function: usize) -> c_int {
    ask(name, out, |driver| {
        driver.enter()?;
        driver.check(HandleKind::Function, function)?;
        match attribute {
            0 => Ok(1024),
            1 => Ok(0),
            _ => Err(code::INVALID_VALUE),
        }
    })
}

/// Sets an attribute of a function: bytes of dynamic workgroup memory.
pub fn set_function_attribute(name: &str, function: usize, attribute: c_int, value: c_int) -> c_int {
    let args = |driver: &Driver| format!("{}, {attribute}, {value}", driver.name(function));
    act(CallKind::Action, name, args, |driver| {
        if attribute == 8 { driver.allow_shared(function, value as u32) } else { Err(code::INVALID_VALUE) }
    })
}

/// Returns a launch of a function; none if the driver would reject it. `params` takes the sizes of the
/// parameters of a kernel and returns their bytes.
pub fn launch_of(
    function: usize,
    dims: Dims,
    params: impl FnOnce(&[u64]) -> Option<Vec<Vec<u8>>>,
) -> Option<Launch> {
    let found = with(|driver| driver.functions.get(&function).cloned())?;
    let params = params(&found.image.params(&found.name)?)?;
    Some(Launch { image: found.image, function, kernel: found.name, dims, params })
}

/// Launches a kernel.
pub fn launch(name: &str, stream: usize, launch: Option<&Launch>) -> c_int {
    let args = |driver: &Driver| {
        let text = launch.map_or(String::new(), |launch| launch.text(&driver.memory));
        format!("{}, {text}", driver.name(stream))
    };
    act(CallKind::Action, name, args, |driver| {
        driver.enter()?;
        let launch = launch.ok_or(code::INVALID_VALUE)?;
        driver.check_launch(launch)?;
        driver.issue(stream, Command::Launch(launch.clone()))
    })
}

/// Creates a stream; the flags say whether it waits for the legacy stream.
pub fn stream_create(name: &str, out: Out<usize>, flags: u32) -> c_int {
    make(name, out, |_| flags.to_string(), |driver| driver.stream_create(flags))
}

/// Destroys a stream.
pub fn stream_destroy(name: &str, stream: usize) -> c_int {
    act(CallKind::Release, name, |driver| driver.name(stream), |driver| driver.stream_destroy(stream))
}

/// Waits for the work of a stream.
pub fn stream_synchronize(name: &str, stream: usize) -> c_int {
    act(CallKind::Release, name, |driver| driver.name(stream), |driver| driver.synchronize(stream))
}

/// Returns whether all work of a stream has run.
pub fn stream_query(name: &str, stream: usize) -> c_int {
    act(
        CallKind::Query,
        name,
        |driver| driver.name(stream),
        |driver| {
            driver.enter()?;
            driver.stream(stream)?;
            driver.refuse_captured(stream)?;
            driver.query(stream, None)
        },
    )
}

/// Begins the capture of a stream, in a mode.
pub fn begin_capture(name: &str, stream: usize, mode: c_int) -> c_int {
    let args = |driver: &Driver| format!("{}, {mode}", driver.name(stream));
    act(CallKind::Action, name, args, |driver| driver.begin_capture(stream, mode))
}

/// Ends the capture of a stream, and returns its graph. It ends even when the call fails.
pub fn end_capture(name: &str, stream: usize, out: Out<usize>) -> c_int {
    let ended = make(name, out, |driver| driver.name(stream), |driver| driver.end_capture(stream));
    with(|driver| driver.drop_capture(stream));
    ended
}

/// Returns 0 if a stream is not captured, 1 if it is, and 2 if its capture is invalid; and the number of its capture.
pub fn capture_info(name: &str, stream: usize, out: Out<c_int>, number: Out<u64>) -> c_int {
    let found = call(CallKind::Query, name, |_| String::new(), |driver| driver.capture_info(stream), nothing);
    number.give(found.map(|(_, number)| number));
    out.give(found.map(|(status, _)| status))
}

/// Returns the context that is current on the thread.
pub fn current(name: &str, out: Out<usize>) -> c_int {
    ask(name, out, |driver| Ok(driver.current_context()))
}

/// Returns the device of a stream, as `of` names it or its context.
pub fn stream_owner<T>(name: &str, stream: usize, out: Out<T>, of: impl FnOnce(c_int) -> T) -> c_int {
    ask(name, out, |driver| {
        driver.stream(stream)?;
        Ok(of(0))
    })
}

/// Returns the device that is selected on the thread, 0 at the beginning.
pub fn selected_device(name: &str, out: Out<c_int>) -> c_int {
    ask(name, out, |driver| Ok(driver.current_context().saturating_sub(context_of(0)) as c_int))
}

/// Returns the handle of the primary context of a device.
pub fn context(device: c_int) -> usize {
    context_of(device)
}

/// Makes a stream wait for an event.
pub fn stream_wait(name: &str, stream: usize, event: usize) -> c_int {
    let args = |driver: &Driver| format!("{}, {}", driver.name(stream), driver.name(event));
    act(CallKind::Action, name, args, |driver| driver.wait(stream, event))
}

/// Creates an event; the flags say whether it records times.
pub fn event_create(name: &str, out: Out<usize>, flags: u32) -> c_int {
    make(name, out, |_| flags.to_string(), |driver| driver.event_create(flags))
}

/// Destroys an event.
pub fn event_destroy(name: &str, event: usize) -> c_int {
    end_handle(name, HandleKind::Event, event)
}

/// Records an event.
pub fn event_record(name: &str, event: usize, stream: usize) -> c_int {
    let args = |driver: &Driver| format!("{}, {}", driver.name(event), driver.name(stream));
    act(CallKind::Action, name, args, |driver| driver.record(event, stream))
}

/// Returns whether an event is reached.
pub fn event_query(name: &str, event: usize) -> c_int {
    act(
        CallKind::Query,
        name,
        |driver| driver.name(event),
        |driver| {
            driver.enter()?;
            driver.refuse_captured_event(event)?;
            match driver.point(event)? {
                Some((stream, target)) => driver.query(stream, Some(target)),
                None => Ok(()),
            }
        },
    )
}

/// Waits for an event.
pub fn event_synchronize(name: &str, event: usize) -> c_int {
    act(CallKind::Release, name, |driver| driver.name(event), |driver| driver.event_synchronize(event))
}

/// Returns the milliseconds between two events.
pub fn event_elapsed(name: &str, out: Out<f32>, from: usize, to: usize) -> c_int {
    ask(name, out, |driver| driver.elapsed(from, to))
}

/// Allocates memory; `args` is its text in the log.
pub fn alloc(name: &str, out: Out<u64>, kind: Kind, bytes: usize, args: String) -> c_int {
    allocate(
        name,
        out,
        |_| args,
        |driver| {
            if kind == Kind::Managed && driver.config.lacks("managed") {
                driver.rule_violation("managed memory is used that host and device cannot use at one time");
            }
            add(driver, kind, bytes)
        },
    )
}

/// Frees memory that is pinned, or that is not.
pub fn free(name: &str, address: u64, is_pinned: bool) -> c_int {
    act(
        CallKind::Release,
        name,
        |driver| driver.memory.name(address),
        |driver| driver.free(address, |kind| (kind == Kind::Pinned) == is_pinned),
    )
}

/// Migrates managed memory to a device, or to the host if its number is negative.
pub fn prefetch(name: &str, address: u64, bytes: usize, to: c_int, stream: usize) -> c_int {
    let side = if to < 0 { "host" } else { "device" };
    let args = |driver: &Driver| {
        format!("{}, {bytes}, {side}, {}", driver.memory.name(address), driver.name(stream))
    };
    act(CallKind::Action, name, args, |driver| driver.prefetch(address, bytes as u64, stream))
}

/// Copies rows.
pub fn copy(name: &str, stream: usize, copy: Copy) -> c_int {
    let args = |driver: &Driver| format!("{}, {}", driver.name(stream), copy.text(&driver.memory));
    act(CallKind::Action, name, args, |driver| {
        if copy.dst_pitch < copy.width || copy.src_pitch < copy.width {
            return Err(code::INVALID_VALUE);
        }
        driver.issue(stream, Command::Copy(copy))
    })
}

/// Fills rows.
pub fn set(name: &str, stream: usize, set: Set) -> c_int {
    let args = |driver: &Driver| format!("{}, {}", driver.name(stream), set.text(&driver.memory));
    act(CallKind::Action, name, args, |driver| {
        if 1 < set.height && !set.has_pitch() {
            return Err(code::INVALID_VALUE);
        }
        driver.issue(stream, Command::Set(set))
    })
}

/// Creates a pool.
pub fn pool_create(name: &str, out: Out<usize>) -> c_int {
    make(
        name,
        out,
        |_| String::new(),
        |driver| {
            driver.enter()?;
            Ok(driver.make(HandleKind::Pool))
        },
    )
}

/// Destroys a pool.
pub fn pool_destroy(name: &str, pool: usize) -> c_int {
    act(
        CallKind::Release,
        name,
        |driver| driver.name(pool),
        |driver| {
            let entered = driver.enter();
            driver.end(HandleKind::Pool, pool)?;
            if driver.memory.all().any(|(_, allocation)| allocation.kind == Kind::Pool(pool)) {
                driver.rule_violation("a pool is destroyed while memory of it lives");
            }
            entered
        },
    )
}

/// Sets an attribute of a pool.
pub fn pool_set(name: &str, pool: usize, attribute: c_int, value: In<u32>) -> c_int {
    let bytes = abi::read(value.address(), if attribute == RELEASE_THRESHOLD { 8 } else { 4 });
    let value = bytes.iter().rev().fold(0_u64, |value, byte| value << 8 | u64::from(*byte));
    let args = |driver: &Driver| format!("{}, {attribute}, {value:#x}", driver.name(pool));
    act(CallKind::Action, name, args, |driver| {
        driver.enter()?;
        driver.check(HandleKind::Pool, pool).map(drop)
    })
}

/// Allocates memory of a pool in stream order.
pub fn pool_alloc(name: &str, out: Out<u64>, bytes: usize, pool: usize, stream: usize) -> c_int {
    let args = |driver: &Driver| format!("{bytes}, {}", driver.name(stream));
    allocate(name, out, args, |driver| {
        driver.check(HandleKind::Pool, pool)?;
        let address = add(driver, Kind::Pool(pool), bytes)?;
        driver.issue(stream, Command::Alloc(address))?;
        Ok(address)
    })
}

/// Frees memory of a pool in stream order.
pub fn pool_free(name: &str, address: u64, stream: usize) -> c_int {
    let args = |driver: &Driver| format!("{}, {}", driver.memory.name(address), driver.name(stream));
    act(CallKind::Release, name, args, |driver| driver.free_async(address, stream))
}

/// Creates a graph.
pub fn graph_create(name: &str, out: Out<usize>) -> c_int {
    make(
        name,
        out,
        |_| String::new(),
        |driver| {
            driver.enter()?;
            let graph = driver.make(HandleKind::Graph);
            driver.graphs.insert(graph, Graph::default());
            Ok(graph)
        },
    )
}

/// Destroys a graph.
pub fn graph_destroy(name: &str, graph: usize) -> c_int {
    end_handle(name, HandleKind::Graph, graph)
}

/// Adds a node to a graph, with its dependencies; without an action the driver rejects it.
pub fn graph_add(
    name: &str,
    out: Out<usize>,
    graph: usize,
    after: &[usize],
    action: Option<&Action>,
) -> c_int {
    let args = |driver: &Driver| {
        let names: Vec<String> = after.iter().map(|node| driver.name(*node)).collect();
        let text = match action {
            None | Some(Action::Empty) => String::new(),
            Some(Action::Launch(launch)) => format!(", {}", launch.text(&driver.memory)),
            Some(Action::Copy(copy)) => format!(", {}", copy.text(&driver.memory)),
            Some(Action::Set(set)) => format!(", {}", set.text(&driver.memory)),
        };
        format!("{}, [{}]{text}", driver.name(graph), names.join(", "))
    };
    make(name, out, args, |driver| {
        driver.enter()?;
        driver.check(HandleKind::Graph, graph)?;
        let action = action.filter(|action| is_accepted(driver, action)).cloned();
        let action = action.ok_or(code::INVALID_VALUE)?;
        for node in after {
            driver.check(HandleKind::Node, *node)?;
        }
        let node = driver.make(HandleKind::Node);
        if let Some(graph) = driver.graphs.get_mut(&graph) {
            graph.tasks.push(Task { action, after: after.to_vec(), node });
        }
        Ok(node)
    })
}

/// Whether a driver accepts the sizes of a node.
fn is_accepted(driver: &mut Driver, action: &Action) -> bool {
    match action {
        Action::Empty => true,
        Action::Launch(launch) => driver.check_launch(launch).is_ok(),
        Action::Copy(copy) => 0 < copy.width && 0 < copy.height,
        Action::Set(set) => {
            let has_size = matches!(set.size, 1 | 2 | 4) && 0 < set.width && 0 < set.height;
            has_size && (set.height == 1 || set.has_pitch())
        }
    }
}

/// Instantiates a graph.
pub fn graph_instantiate(name: &str, out: Out<usize>, graph: usize) -> c_int {
    make(
        name,
        out,
        |driver| driver.name(graph),
        |driver| {
            driver.enter()?;
            driver.check(HandleKind::Graph, graph)?;
            let tasks = driver.graphs.get(&graph).map(|graph| graph.tasks.clone()).unwrap_or_default();
            let exec = driver.make(HandleKind::Exec);
            driver.execs.insert(exec, Exec { tasks, last: None });
            Ok(exec)
        },
    )
}

/// Sets the launch of a node of an executable graph.
pub fn graph_set_launch(name: &str, exec: usize, node: usize, launch: Option<&Launch>) -> c_int {
    let args = |driver: &Driver| {
        let text = launch.map_or(String::new(), |launch| launch.text(&driver.memory));
        format!("{}, {}, {text}", driver.name(exec), driver.name(node))
    };
    act(CallKind::Action, name, args, |driver| {
        driver.enter()?;
        driver.check(HandleKind::Exec, exec)?;
        let launch = launch.ok_or(code::INVALID_VALUE)?;
        driver.check_launch(launch)?;
        let tasks = driver.execs.get_mut(&exec).map(|exec| &mut exec.tasks);
        let task = tasks.and_then(|tasks| tasks.iter_mut().find(|task| task.node == node));
        let task = task.filter(|task| matches!(task.action, Action::Launch(_)));
        task.ok_or(code::INVALID_HANDLE)?.action = Action::Launch(launch.clone());
        Ok(())
    })
}

/// Launches an executable graph.
pub fn graph_launch(name: &str, exec: usize, stream: usize) -> c_int {
    let args = |driver: &Driver| format!("{}, {}", driver.name(exec), driver.name(stream));
    act(CallKind::Action, name, args, |driver| driver.graph_launch(exec, stream))
}

/// Destroys an executable graph.
pub fn graph_exec_destroy(name: &str, exec: usize) -> c_int {
    end_handle(name, HandleKind::Exec, exec)
}

fn end_handle(name: &str, kind: HandleKind, handle: usize) -> c_int {
    act(
        CallKind::Release,
        name,
        |driver| driver.name(handle),
        |driver| {
            let entered = driver.enter();
            driver.end(kind, handle)?;
            entered
        },
    )
}

fn add(driver: &mut Driver, kind: Kind, bytes: usize) -> Answer<u64> {
    driver.enter()?;
    match bytes {
        0 => Err(code::INVALID_VALUE),
        _ if MOST_MEMORY < bytes => Err(code::OUT_OF_MEMORY),
        _ if driver.config.memory.is_some_and(|most| most < driver.memory.on_device() + bytes as u64)
            && matches!(kind, Kind::Plain | Kind::Pool(_)) =>
        {
            Err(code::OUT_OF_MEMORY)
        }
        _ => Ok(driver.memory.add(kind, bytes as u64)),
    }
}
