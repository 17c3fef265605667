//! The C entry points: each converts pointers to values, makes the call of [`Driver`], and writes its
//! results.
//!
//! Handles are numbers as wide as addresses. The entry points read and write pointers according to the
//! driver's interface; the caller vouches for them, as with a real driver.

use std::ffi::{CStr, c_char, c_int, c_uchar, c_uint, c_ulonglong, c_ushort, c_void};

use cudarc::driver::sys::{
    CUDA_KERNEL_NODE_PARAMS, CUDA_MEMCPY2D, CUDA_MEMCPY3D, CUDA_MEMSET_NODE_PARAMS, CUmemorytype,
};

use crate::code;
use crate::driver::{Answer, CallKind, Driver, HandleKind, MOST_SHARED, call, with};
use crate::graph::{Action, Exec, Graph, Task};
use crate::launch::{Copy, Launch, Set};
use crate::memory::Kind;
use crate::queue::Command;

/// Access to the memory of the process.
pub(crate) mod real {
    /// Exposes a block and returns its address, by which it is later accessed.
    pub(crate) fn expose(block: &[u8]) -> u64 {
        block.as_ptr().expose_provenance() as u64
    }

    /// Reads memory.
    pub(crate) fn read(address: u64, n: usize) -> Vec<u8> {
        let mut bytes = vec![0; n];
        let from = std::ptr::with_exposed_provenance::<u8>(address as usize);
        // SAFETY: the caller of the driver vouches for the memory.
        unsafe { std::ptr::copy_nonoverlapping(from, bytes.as_mut_ptr(), n) };
        bytes
    }

    /// Writes memory.
    pub(crate) fn write(address: u64, bytes: &[u8]) {
        let to = std::ptr::with_exposed_provenance_mut::<u8>(address as usize);
        // SAFETY: the caller of the driver vouches for the memory.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), to, bytes.len()) };
    }
}

/// Returns the result code of a call without a value.
fn done(answer: Answer<()>) -> c_int {
    answer.err().unwrap_or(0)
}

/// Returns the result code of a call with a value, which is written to `out`.
unsafe fn give<T>(out: *mut T, answer: Answer<T>) -> c_int {
    match answer {
        Ok(value) => {
            // SAFETY: the caller vouches for the pointer.
            unsafe { out.write(value) };
            0
        }
        Err(code) => code,
    }
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
unsafe fn make(
    name: &str,
    out: *mut usize,
    args: impl FnOnce(&Driver) -> String,
    body: impl FnOnce(&mut Driver) -> Answer<usize>,
) -> c_int {
    let answer =
        call(CallKind::Action, name, args, body, |driver, handle| format!(" = {}", driver.name(*handle)));
    // SAFETY: as this function's.
    unsafe { give(out, answer) }
}

/// Makes a call that allocates memory.
unsafe fn allocate(
    name: &str,
    out: *mut u64,
    args: impl FnOnce(&Driver) -> String,
    body: impl FnOnce(&mut Driver) -> Answer<u64>,
) -> c_int {
    let answer = call(CallKind::Action, name, args, body, |driver, address| {
        format!(" = {}", driver.memory.name(*address))
    });
    // SAFETY: as this function's.
    unsafe { give(out, answer) }
}

/// Makes a query.
unsafe fn ask<T>(name: &str, out: *mut T, body: impl FnOnce(&mut Driver) -> Answer<T>) -> c_int {
    let answer = call(CallKind::Query, name, |_| String::new(), body, nothing);
    // SAFETY: as this function's.
    unsafe { give(out, answer) }
}

/// Defines an entry point.
macro_rules! entry {
    ($(fn $name:ident($($arg:ident: $ty:ty),*) $body:block)*) => {
        $(
            #[allow(unused_unsafe, reason = "some entry points have no pointers")]
            #[unsafe(no_mangle)]
            pub(crate) unsafe extern "C" fn $name($($arg: $ty),*) -> c_int {
                // SAFETY: the caller of the driver vouches for its pointers.
                unsafe { $body }
            }
        )*
    };
}

entry! {
    fn cuInit(_flags: c_uint) { act(CallKind::Query, "cuInit", |_| String::new(), Driver::init) }

    fn cuDriverGetVersion(out: *mut c_int) { ask("cuDriverGetVersion", out, |driver| Ok(driver.config.version)) }

    fn cuGetErrorName(code: c_int, out: *mut *const c_char) {
        give(out, code::text(code).map(|(name, _)| name.as_ptr().cast()).ok_or(code::INVALID_VALUE))
    }

    fn cuGetErrorString(code: c_int, out: *mut *const c_char) {
        give(out, code::text(code).map(|(_, text)| text.as_ptr().cast()).ok_or(code::INVALID_VALUE))
    }

    fn cuDeviceGetCount(out: *mut c_int) { ask("cuDeviceGetCount", out, |driver| Ok(driver.config.devices)) }

    fn cuDeviceGet(out: *mut c_int, ordinal: c_int) {
        ask("cuDeviceGet", out, |driver| driver.device(ordinal))
    }

    fn cuDeviceGetName(out: *mut c_char, bytes: c_int, device: c_int) {
        act(CallKind::Query, "cuDeviceGetName", |_| String::new(), |driver| {
            driver.device(device)?;
            let name = format!("Mock GPU {device}\0");
            let n = name.len().min(bytes.max(0) as usize);
            real::write(out.expose_provenance() as u64, &name.as_bytes()[..n]);
            Ok(())
        })
    }

    fn cuDeviceGetAttribute(out: *mut c_int, attribute: c_int, device: c_int) {
        ask("cuDeviceGetAttribute", out, |driver| {
            driver.device(device)?;
            let config = &driver.config;
            Ok(match attribute {
                13 => 1_410_000,
                16 => 108,
                40 => 2,
                41 => i32::from(!config.lacks("unified")),
                75 => config.chip / 10,
                76 => config.chip % 10,
                89 => i32::from(!config.lacks("managed")),
                97 => MOST_SHARED as i32,
                115 => i32::from(!config.lacks("pools")),
                _ => return Err(code::INVALID_VALUE),
            })
        })
    }

    fn cuDeviceTotalMem_v2(out: *mut usize, device: c_int) {
        ask("cuDeviceTotalMem", out, |driver| driver.device(device).map(|_| 40 << 30))
    }

    fn cuDevicePrimaryCtxRetain(out: *mut usize, device: c_int) {
        make("cuDevicePrimaryCtxRetain", out, |_| device.to_string(), |driver| driver.retain(device))
    }

    fn cuDevicePrimaryCtxRelease_v2(device: c_int) {
        act(CallKind::Release, "cuDevicePrimaryCtxRelease", |_| device.to_string(), |driver| driver.release(device))
    }

    fn cuCtxSetCurrent(context: usize) {
        act(CallKind::Setup, "cuCtxSetCurrent", |_| String::new(), |driver| driver.set_current(context))
    }

    fn cuModuleLoadDataEx(
        out: *mut usize,
        text: *const c_char,
        n_options: c_uint,
        options: *const c_int,
        values: *const usize
    ) {
        let text = CStr::from_ptr(text).to_string_lossy();
        let options = pairs(n_options, options, values);
        make("cuModuleLoadDataEx", out, |_| "text".to_string(), |driver| {
            let (image, logs) = driver.load(&text);
            write_log(&options, 5, &logs.errors);
            write_log(&options, 3, &logs.info);
            image
        })
    }

    fn cuModuleUnload(image: usize) {
        act(CallKind::Release, "cuModuleUnload", |driver| driver.name(image), |driver| driver.unload(image))
    }

    fn cuModuleGetFunction(out: *mut usize, image: usize, name: *const c_char) {
        let name = CStr::from_ptr(name).to_string_lossy();
        let args = |driver: &Driver| format!("{}, {name}", driver.name(image));
        make("cuModuleGetFunction", out, args, |driver| driver.function(image, &name))
    }

    fn cuModuleGetGlobal_v2(out: *mut u64, bytes: *mut usize, image: usize, name: *const c_char) {
        let name = CStr::from_ptr(name).to_string_lossy();
        let args = |driver: &Driver| format!("{}, {name}", driver.name(image));
        let found = call(CallKind::Action, "cuModuleGetGlobal", args, |driver| driver.variable(image, &name), nothing);
        give(bytes, found.map(|(_, bytes)| bytes as usize));
        give(out, found.map(|(address, _)| address))
    }

    fn cuFuncGetAttribute(out: *mut c_int, attribute: c_int, function: usize) {
        ask("cuFuncGetAttribute", out, |driver| {
            driver.enter()?;
            driver.check(HandleKind::Function, function)?;
            match attribute {
                0 => Ok(1024),
                1 => Ok(0),
                _ => Err(code::INVALID_VALUE),
            }
        })
    }

    fn cuFuncSetAttribute(function: usize, attribute: c_int, value: c_int) {
        let args = |driver: &Driver| format!("{}, {attribute}, {value}", driver.name(function));
        act(CallKind::Action, "cuFuncSetAttribute", args, |driver| {
            if attribute == 8 { driver.allow_shared(function, value as u32) } else { Err(code::INVALID_VALUE) }
        })
    }

    fn cuLaunchKernel(
        function: usize, gx: c_uint, gy: c_uint, gz: c_uint, bx: c_uint, by: c_uint, bz: c_uint,
        shared: c_uint, stream: usize, params: *const *const u8, extra: *const c_void
    ) {
        let launch = launch(function, [gx, gy, gz], [bx, by, bz], shared, params, extra.is_null());
        let args = |driver: &Driver| {
            let text = launch.as_ref().map_or(String::new(), |launch| launch.text(&driver.memory));
            format!("{}, {text}", driver.name(stream))
        };
        act(CallKind::Action, "cuLaunchKernel", args, |driver| {
            driver.enter()?;
            driver.check(HandleKind::Function, function)?;
            driver.check_launch(function, [gx, gy, gz], [bx, by, bz], shared)?;
            driver.issue(stream, Command::Launch(launch.clone().ok_or(code::INVALID_VALUE)?))
        })
    }

    fn cuStreamCreate(out: *mut usize, flags: c_uint) {
        make("cuStreamCreate", out, |_| flags.to_string(), |driver| driver.stream_create(flags))
    }

    fn cuStreamDestroy_v2(stream: usize) {
        act(CallKind::Release, "cuStreamDestroy", |driver| driver.name(stream), |driver| driver.stream_destroy(stream))
    }

    fn cuStreamSynchronize(stream: usize) {
        act(CallKind::Release, "cuStreamSynchronize", |driver| driver.name(stream), |driver| driver.synchronize(stream))
    }

    fn cuStreamQuery(stream: usize) {
        act(CallKind::Query, "cuStreamQuery", |driver| driver.name(stream), |driver| {
            driver.enter()?;
            driver.stream(stream)?;
            driver.query(stream, None)
        })
    }

    fn cuStreamWaitEvent(stream: usize, event: usize, _flags: c_uint) {
        let args = |driver: &Driver| format!("{}, {}", driver.name(stream), driver.name(event));
        act(CallKind::Action, "cuStreamWaitEvent", args, |driver| driver.wait(stream, event))
    }

    fn cuEventCreate(out: *mut usize, flags: c_uint) {
        make("cuEventCreate", out, |_| flags.to_string(), |driver| driver.event_create(flags))
    }

    fn cuEventDestroy_v2(event: usize) {
        act(CallKind::Release, "cuEventDestroy", |driver| driver.name(event), |driver| {
            let entered = driver.enter();
            driver.end(HandleKind::Event, event)?;
            entered
        })
    }

    fn cuEventRecord(event: usize, stream: usize) {
        let args = |driver: &Driver| format!("{}, {}", driver.name(event), driver.name(stream));
        act(CallKind::Action, "cuEventRecord", args, |driver| driver.record(event, stream))
    }

    fn cuEventQuery(event: usize) {
        act(CallKind::Query, "cuEventQuery", |driver| driver.name(event), |driver| {
            driver.enter()?;
            match driver.point(event)? {
                Some((stream, target)) => driver.query(stream, Some(target)),
                None => Ok(()),
            }
        })
    }

    fn cuEventSynchronize(event: usize) {
        act(CallKind::Release, "cuEventSynchronize", |driver| driver.name(event), |driver| driver.event_synchronize(event))
    }

    fn cuEventElapsedTime(out: *mut f32, from: usize, to: usize) {
        ask("cuEventElapsedTime", out, |driver| driver.elapsed(from, to))
    }

    fn cuMemAlloc_v2(out: *mut u64, bytes: usize) {
        allocate("cuMemAlloc", out, |_| bytes.to_string(), |driver| add(driver, Kind::Plain, bytes))
    }

    fn cuMemFree_v2(address: u64) {
        act(CallKind::Release, "cuMemFree", |driver| driver.memory.name(address), |driver| {
            driver.free(address, |kind| kind != Kind::Pinned)
        })
    }

    fn cuMemAllocManaged(out: *mut u64, bytes: usize, flags: c_uint) {
        let args = |_: &Driver| format!("{bytes}, {flags}");
        allocate("cuMemAllocManaged", out, args, |driver| {
            if driver.config.lacks("managed") {
                driver.rule_violation("managed memory is used that host and device cannot use at one time");
            }
            add(driver, Kind::Managed, bytes)
        })
    }

    fn cuMemPrefetchAsync(address: u64, bytes: usize, to: c_int, stream: usize) {
        let place = if to < 0 { "host" } else { "device" };
        let args = |driver: &Driver| format!("{}, {bytes}, {place}, {}", driver.memory.name(address), driver.name(stream));
        act(CallKind::Action, "cuMemPrefetchAsync", args, |driver| driver.prefetch(address, bytes as u64, stream))
    }

    fn cuMemHostAlloc(out: *mut u64, bytes: usize, flags: c_uint) {
        let args = |_: &Driver| format!("{bytes}, {flags}");
        allocate("cuMemHostAlloc", out, args, |driver| add(driver, Kind::Pinned, bytes))
    }

    fn cuMemFreeHost(address: u64) {
        act(CallKind::Release, "cuMemFreeHost", |driver| driver.memory.name(address), |driver| {
            driver.free(address, |kind| kind == Kind::Pinned)
        })
    }

    fn cuMemcpyHtoD_v2(dst: u64, src: *const c_void, bytes: usize) {
        let written = real::read(src.expose_provenance() as u64, bytes);
        let args = |_: &Driver| format!("variable, {bytes}");
        act(CallKind::Action, "cuMemcpyHtoD", args, |driver| driver.write_variable(dst, &written))
    }

    fn cuMemcpyAsync(dst: u64, src: u64, bytes: usize, stream: usize) {
        let width = bytes as u64;
        let copy = Copy { dst, src, dst_pitch: width, src_pitch: width, width, height: 1 };
        issue_copy("cuMemcpyAsync", stream, copy)
    }

    fn cuMemcpy2DAsync_v2(copy: *const CUDA_MEMCPY2D, stream: usize) {
        let copy = &*copy;
        let is_unified = [copy.srcMemoryType, copy.dstMemoryType] == [CUmemorytype::CU_MEMORYTYPE_UNIFIED; 2];
        let copy = Copy {
            dst: copy.dstDevice,
            src: copy.srcDevice,
            dst_pitch: copy.dstPitch as u64,
            src_pitch: copy.srcPitch as u64,
            width: copy.WidthInBytes as u64,
            height: copy.Height as u64,
        };
        if is_unified { issue_copy("cuMemcpy2DAsync", stream, copy) } else { code::NOT_SUPPORTED }
    }

    fn cuMemsetD8Async(dst: u64, value: c_uchar, count: usize, stream: usize) {
        issue_set("cuMemsetD8Async", stream, row(dst, value.into(), 1, count))
    }

    fn cuMemsetD16Async(dst: u64, value: c_ushort, count: usize, stream: usize) {
        issue_set("cuMemsetD16Async", stream, row(dst, value.into(), 2, count))
    }

    fn cuMemsetD32Async(dst: u64, value: c_uint, count: usize, stream: usize) {
        issue_set("cuMemsetD32Async", stream, row(dst, value, 4, count))
    }

    fn cuMemsetD2D8Async(dst: u64, pitch: usize, value: c_uchar, width: usize, height: usize, stream: usize) {
        let set = Set { height: height as u64, pitch: pitch as u64, ..row(dst, value.into(), 1, width) };
        issue_set("cuMemsetD2D8Async", stream, set)
    }

    fn cuMemsetD2D16Async(dst: u64, pitch: usize, value: c_ushort, width: usize, height: usize, stream: usize) {
        let set = Set { height: height as u64, pitch: pitch as u64, ..row(dst, value.into(), 2, width) };
        issue_set("cuMemsetD2D16Async", stream, set)
    }

    fn cuMemsetD2D32Async(dst: u64, pitch: usize, value: c_uint, width: usize, height: usize, stream: usize) {
        let set = Set { height: height as u64, pitch: pitch as u64, ..row(dst, value, 4, width) };
        issue_set("cuMemsetD2D32Async", stream, set)
    }

    fn cuMemPoolCreate(out: *mut usize, _properties: *const c_void) {
        make("cuMemPoolCreate", out, |_| String::new(), |driver| {
            driver.enter()?;
            Ok(driver.make(HandleKind::Pool))
        })
    }

    fn cuMemPoolDestroy(pool: usize) {
        act(CallKind::Release, "cuMemPoolDestroy", |driver| driver.name(pool), |driver| {
            let entered = driver.enter();
            driver.end(HandleKind::Pool, pool)?;
            if driver.memory.all().any(|(_, allocation)| allocation.kind == Kind::Pool(pool)) {
                driver.rule_violation("a pool is destroyed while memory of it lives");
            }
            entered
        })
    }

    fn cuMemPoolSetAttribute(pool: usize, attribute: c_int, value: *const c_void) {
        let value = if attribute == 4 { *value.cast::<u64>() } else { u64::from(*value.cast::<u32>()) };
        let args = |driver: &Driver| format!("{}, {attribute}, {value:#x}", driver.name(pool));
        act(CallKind::Action, "cuMemPoolSetAttribute", args, |driver| {
            driver.enter()?;
            driver.check(HandleKind::Pool, pool).map(drop)
        })
    }

    fn cuMemAllocFromPoolAsync(out: *mut u64, bytes: usize, pool: usize, stream: usize) {
        let args = |driver: &Driver| format!("{bytes}, {}", driver.name(stream));
        allocate("cuMemAllocFromPoolAsync", out, args, |driver| {
            driver.check(HandleKind::Pool, pool)?;
            let address = add(driver, Kind::Pool(pool), bytes)?;
            driver.issue(stream, Command::Alloc(address))?;
            Ok(address)
        })
    }

    fn cuMemFreeAsync(address: u64, stream: usize) {
        let args = |driver: &Driver| format!("{}, {}", driver.memory.name(address), driver.name(stream));
        act(CallKind::Release, "cuMemFreeAsync", args, |driver| driver.free_async(address, stream))
    }

    fn cuGraphCreate(out: *mut usize, _flags: c_uint) {
        make("cuGraphCreate", out, |_| String::new(), |driver| {
            driver.enter()?;
            let graph = driver.make(HandleKind::Graph);
            driver.graphs.insert(graph, Graph::default());
            Ok(graph)
        })
    }

    fn cuGraphDestroy(graph: usize) {
        act(CallKind::Release, "cuGraphDestroy", |driver| driver.name(graph), |driver| {
            let entered = driver.enter();
            driver.end(HandleKind::Graph, graph)?;
            entered
        })
    }

    fn cuGraphAddEmptyNode(out: *mut usize, graph: usize, after: *const usize, n: usize) {
        add_node("cuGraphAddEmptyNode", out, (graph, after, n), Some(&Action::Empty))
    }

    fn cuGraphAddKernelNode_v2(
        out: *mut usize, graph: usize, after: *const usize, n: usize, params: *const CUDA_KERNEL_NODE_PARAMS
    ) {
        let launch = node_launch(&*params);
        add_node("cuGraphAddKernelNode", out, (graph, after, n), launch.map(Action::Launch).as_ref())
    }

    fn cuGraphAddMemcpyNode(
        out: *mut usize, graph: usize, after: *const usize, n: usize, copy: *const CUDA_MEMCPY3D,
        _context: usize
    ) {
        let copy = &*copy;
        let is_plain = copy.Depth == 1
            && [copy.srcMemoryType, copy.dstMemoryType] == [CUmemorytype::CU_MEMORYTYPE_UNIFIED; 2];
        let copy = Copy {
            dst: copy.dstDevice,
            src: copy.srcDevice,
            dst_pitch: copy.dstPitch as u64,
            src_pitch: copy.srcPitch as u64,
            width: copy.WidthInBytes as u64,
            height: copy.Height as u64,
        };
        let is_plain = is_plain && 0 < copy.width && 0 < copy.height;
        add_node("cuGraphAddMemcpyNode", out, (graph, after, n), is_plain.then_some(Action::Copy(copy)).as_ref())
    }

    fn cuGraphAddMemsetNode(
        out: *mut usize, graph: usize, after: *const usize, n: usize, set: *const CUDA_MEMSET_NODE_PARAMS,
        _context: usize
    ) {
        let set = &*set;
        let is_plain = matches!(set.elementSize, 1 | 2 | 4) && 0 < set.width && 0 < set.height;
        let set = Set {
            dst: set.dst,
            value: set.value,
            size: set.elementSize,
            width: set.width as u64,
            height: set.height as u64,
            pitch: set.pitch as u64,
        };
        let is_plain = is_plain && (set.height == 1 || set.has_pitch());
        add_node("cuGraphAddMemsetNode", out, (graph, after, n), is_plain.then_some(Action::Set(set)).as_ref())
    }

    fn cuGraphInstantiateWithFlags(out: *mut usize, graph: usize, _flags: c_ulonglong) {
        make("cuGraphInstantiate", out, |driver| driver.name(graph), |driver| {
            driver.enter()?;
            driver.check(HandleKind::Graph, graph)?;
            let tasks = driver.graphs.get(&graph).map(|graph| graph.tasks.clone()).unwrap_or_default();
            let exec = driver.make(HandleKind::Exec);
            driver.execs.insert(exec, Exec { tasks, last: None });
            Ok(exec)
        })
    }

    fn cuGraphExecKernelNodeSetParams_v2(exec: usize, node: usize, params: *const CUDA_KERNEL_NODE_PARAMS) {
        let launch = node_launch(&*params);
        let args = |driver: &Driver| {
            let text = launch.as_ref().map_or(String::new(), |launch| launch.text(&driver.memory));
            format!("{}, {}, {text}", driver.name(exec), driver.name(node))
        };
        act(CallKind::Action, "cuGraphExecKernelNodeSetParams", args, |driver| {
            driver.enter()?;
            driver.check(HandleKind::Exec, exec)?;
            let launch = launch.clone().ok_or(code::INVALID_VALUE)?;
            let tasks = driver.execs.get_mut(&exec).map(|exec| &mut exec.tasks);
            let task = tasks.and_then(|tasks| tasks.iter_mut().find(|task| task.node == node));
            let task = task.filter(|task| matches!(task.action, Action::Launch(_)));
            task.ok_or(code::INVALID_HANDLE)?.action = Action::Launch(launch);
            Ok(())
        })
    }

    fn cuGraphLaunch(exec: usize, stream: usize) {
        let args = |driver: &Driver| format!("{}, {}", driver.name(exec), driver.name(stream));
        act(CallKind::Action, "cuGraphLaunch", args, |driver| driver.graph_launch(exec, stream))
    }

    fn cuGraphExecDestroy(exec: usize) {
        act(CallKind::Release, "cuGraphExecDestroy", |driver| driver.name(exec), |driver| {
            let entered = driver.enter();
            driver.end(HandleKind::Exec, exec)?;
            entered
        })
    }
}

fn add(driver: &mut Driver, kind: Kind, bytes: usize) -> Answer<u64> {
    driver.enter()?;
    match bytes {
        0 => Err(code::INVALID_VALUE),
        _ if 4 << 30 < bytes => Err(code::OUT_OF_MEMORY),
        _ => Ok(driver.memory.add(kind, bytes as u64)),
    }
}

fn row(dst: u64, value: u32, size: u32, count: usize) -> Set {
    Set { dst, value, size, width: count as u64, height: 1, pitch: 0 }
}

fn issue_copy(name: &str, stream: usize, copy: Copy) -> c_int {
    let args = |driver: &Driver| format!("{}, {}", driver.name(stream), copy.text(&driver.memory));
    act(CallKind::Action, name, args, |driver| {
        if copy.dst_pitch < copy.width || copy.src_pitch < copy.width {
            return Err(code::INVALID_VALUE);
        }
        driver.issue(stream, Command::Copy(copy))
    })
}

fn issue_set(name: &str, stream: usize, set: Set) -> c_int {
    let args = |driver: &Driver| format!("{}, {}", driver.name(stream), set.text(&driver.memory));
    act(CallKind::Action, name, args, |driver| {
        if 1 < set.height && !set.has_pitch() {
            return Err(code::INVALID_VALUE);
        }
        driver.issue(stream, Command::Set(set))
    })
}

/// Returns the options of a load with their values.
unsafe fn pairs(n: c_uint, options: *const c_int, values: *const usize) -> Vec<(c_int, usize)> {
    // SAFETY: the caller vouches for `n` of both.
    unsafe { (0..n as usize).map(|index| (*options.add(index), *values.add(index))).collect() }
}

/// Writes a log to the buffer of one option, as far as the size in the next option allows.
fn write_log(options: &[(c_int, usize)], option: c_int, log: &str) {
    let value = |wanted: c_int| options.iter().find(|(known, _)| *known == wanted).map(|(_, value)| *value);
    if let (Some(buffer), Some(bytes)) = (value(option), value(option + 1)) {
        let n = log.len().min(bytes.saturating_sub(1));
        real::write(buffer as u64, &[&log.as_bytes()[..n], &[0]].concat());
    }
}

/// Returns a launch with the bytes of its parameters; `None` if the driver would reject it.
unsafe fn launch(
    function: usize,
    grid: [u32; 3],
    block: [u32; 3],
    shared: u32,
    params: *const *const u8,
    has_no_extra: bool,
) -> Option<Launch> {
    let found = with(|driver| driver.functions.get(&function).cloned()).filter(|_| has_no_extra)?;
    let sizes = found.image.params(&found.name)?;
    let bytes = |(index, size): (usize, &u64)| {
        // SAFETY: the caller vouches for as many parameters of these sizes as the kernel has.
        let param = unsafe { *params.add(index) };
        real::read(param.expose_provenance() as u64, *size as usize)
    };
    let params = sizes.iter().enumerate().map(bytes).collect();
    Some(Launch { image: found.image, kernel: found.name, grid, block, shared, params })
}

unsafe fn node_launch(node: &CUDA_KERNEL_NODE_PARAMS) -> Option<Launch> {
    let function = node.func.expose_provenance();
    let grid = [node.gridDimX, node.gridDimY, node.gridDimZ];
    let block = [node.blockDimX, node.blockDimY, node.blockDimZ];
    with(|driver| driver.check_launch(function, grid, block, node.sharedMemBytes)).ok()?;
    let params = node.kernelParams.cast_const().cast::<*const u8>();
    // SAFETY: as this function's.
    unsafe { launch(function, grid, block, node.sharedMemBytes, params, node.extra.is_null()) }
}

/// Adds a node to a graph, with its dependencies.
unsafe fn add_node(
    name: &str,
    out: *mut usize,
    (graph, after, n): (usize, *const usize, usize),
    action: Option<&Action>,
) -> c_int {
    // SAFETY: the caller vouches for `n` nodes.
    let after: Vec<usize> = unsafe { (0..n).map(|index| *after.add(index)).collect() };
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
    let body = |driver: &mut Driver| {
        driver.enter()?;
        driver.check(HandleKind::Graph, graph)?;
        let action = action.cloned().ok_or(code::INVALID_VALUE)?;
        for node in &after {
            driver.check(HandleKind::Node, *node)?;
        }
        let node = driver.make(HandleKind::Node);
        if let Some(graph) = driver.graphs.get_mut(&graph) {
            graph.tasks.push(Task { action, after: after.clone(), node });
        }
        Ok(node)
    };
    // SAFETY: as this function's.
    unsafe { make(name, out, args, body) }
}
