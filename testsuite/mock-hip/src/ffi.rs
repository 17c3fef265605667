//! The C entry points of HIP: each converts its arguments and makes one call of the core.
//!
//! Handles are numbers as wide as addresses. What HIP leaves undefined is an error.

use std::ffi::{c_char, c_int, c_uchar, c_uint, c_ulonglong, c_ushort, c_void};

use mock_gpu::abi::{self, In, Out};
use mock_gpu::graph::Action;
use mock_gpu::launch::{Copy, Dims, Launch, Set};
use mock_gpu::{Form, Front, Kind, calls, code, entry};

/// The offset of the name of the chip in the properties of a device, as of HIP 6.
const CHIP_AT: u64 = 1160;
/// The number of the kind of a copy whose addresses determine its direction, and from host to device.
const DEFAULT: c_uint = 4;
const HOST_TO_DEVICE: c_uint = 1;
/// The keys of a buffer of arguments.
const BUFFER_POINTER: u64 = 1;
const BUFFER_SIZE: u64 = 2;
const END: u64 = 3;

static FRONT: Front = Front {
    variables: "MOCK_HIP_",
    version: 60_443_482,
    chip: "gfx1100",
    form: Form::Object,
    plain_shared: 64 << 10,
    most_shared: 64 << 10,
    may_rerecord: false,
    text,
};

/// Logs the objects that are left when the process ends.
#[used]
#[unsafe(link_section = ".fini_array")]
static AT_EXIT: extern "C" fn() = at_exit;

extern "C" fn at_exit() {
    mock_gpu::begin(&FRONT);
    calls::end();
}

/// Returns the name and the description of a result, each with a final zero.
fn text(code: i32) -> Option<(&'static str, &'static str)> {
    Some(match code {
        0 => ("hipSuccess\0", "no error\0"),
        code::INVALID_VALUE => ("hipErrorInvalidValue\0", "invalid argument\0"),
        code::OUT_OF_MEMORY => ("hipErrorOutOfMemory\0", "out of memory\0"),
        code::NOT_INITIALIZED => ("hipErrorNotInitialized\0", "initialization error\0"),
        100 => ("hipErrorNoDevice\0", "no ROCm-capable device is detected\0"),
        code::INVALID_DEVICE => ("hipErrorInvalidDevice\0", "invalid device ordinal\0"),
        code::INVALID_IMAGE => ("hipErrorInvalidImage\0", "device kernel image is invalid\0"),
        code::INVALID_CONTEXT => ("hipErrorInvalidContext\0", "invalid device context\0"),
        code::NO_BINARY_FOR_GPU => {
            ("hipErrorNoBinaryForGpu\0", "no kernel image is available for execution on the device\0")
        }
        code::OPERATING_SYSTEM => {
            ("hipErrorOperatingSystem\0", "OS call failed or operation not supported on this OS\0")
        }
        code::INVALID_HANDLE => ("hipErrorInvalidHandle\0", "invalid resource handle\0"),
        code::NOT_FOUND => ("hipErrorNotFound\0", "named symbol not found\0"),
        code::NOT_READY => ("hipErrorNotReady\0", "device not ready\0"),
        code::ILLEGAL_ADDRESS => ("hipErrorIllegalAddress\0", "an illegal memory access was encountered\0"),
        code::ASSERT => ("hipErrorAssert\0", "device-side assert triggered\0"),
        code::LAUNCH_FAILED => ("hipErrorLaunchFailure\0", "unspecified launch failure\0"),
        code::NOT_SUPPORTED => ("hipErrorNotSupported\0", "operation not supported\0"),
        code::CAPTURE_UNSUPPORTED => {
            ("hipErrorStreamCaptureUnsupported\0", "operation not permitted when stream is capturing\0")
        }
        code::CAPTURE_INVALIDATED => (
            "hipErrorStreamCaptureInvalidated\0",
            "operation failed due to a previous error during capture\0",
        ),
        code::CAPTURE_MERGE => (
            "hipErrorStreamCaptureMerge\0",
            "operation would result in a merge of separate capture sequences\0",
        ),
        code::CAPTURE_UNMATCHED => {
            ("hipErrorStreamCaptureUnmatched\0", "capture was not ended in the same stream as it began\0")
        }
        code::CAPTURE_UNJOINED => ("hipErrorStreamCaptureUnjoined\0", "capturing stream has unjoined work\0"),
        code::CAPTURE_ISOLATION => {
            ("hipErrorStreamCaptureIsolation\0", "dependency created on uncaptured work in another stream\0")
        }
        code::CAPTURED_EVENT => (
            "hipErrorCapturedEvent\0",
            "operation not permitted on an event last recorded in a capturing stream\0",
        ),
        code::ILLEGAL_STATE => {
            ("hipErrorIllegalState\0", "the operation cannot be performed in the present state\0")
        }
        _ => return None,
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn hipGetErrorName(code: c_int) -> *const c_char {
    text(code).map_or(c"hipErrorUnknown".as_ptr(), |(name, _)| name.as_ptr().cast())
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn hipGetErrorString(code: c_int) -> *const c_char {
    text(code).map_or(c"unknown error".as_ptr(), |(_, text)| text.as_ptr().cast())
}

/// Extents of a launch.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Dim3([c_uint; 3]);

/// `hipKernelNodeParams`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct KernelNode {
    block: Dim3,
    extra: In<u64>,
    function: usize,
    grid: Dim3,
    params: In<u8>,
    shared: c_uint,
}

/// `hipMemsetParams`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct SetNode {
    dst: u64,
    size: c_uint,
    height: usize,
    pitch: usize,
    value: c_uint,
    width: usize,
}

/// `hipPitchedPtr`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Pitched {
    address: u64,
    pitch: usize,
    width: usize,
    height: usize,
}

/// `hipMemcpy3DParms`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct CopyNode {
    src_array: usize,
    src_offset: [usize; 3],
    src: Pitched,
    dst_array: usize,
    dst_offset: [usize; 3],
    dst: Pitched,
    extent: [usize; 3],
    kind: c_uint,
}

entry! {
    fn hipInit(_flags: c_uint) { calls::init("hipInit") }

    fn hipDriverGetVersion(out: Out<c_int>) { calls::version("hipDriverGetVersion", out) }

    fn hipGetDeviceCount(out: Out<c_int>) { calls::device_count("hipGetDeviceCount", out) }

    fn hipDeviceGet(out: Out<c_int>, ordinal: c_int) { calls::device("hipDeviceGet", out, ordinal) }

    fn hipSetDevice(device: c_int) { calls::set_device("hipSetDevice", device) }

    fn hipDeviceGetName(out: Out<c_char>, bytes: c_int, device: c_int) {
        calls::device_name("hipDeviceGetName", out, bytes, device)
    }

    fn hipGetDevicePropertiesR0600(out: Out<c_void>, device: c_int) {
        calls::device_text("hipGetDevicePropertiesR0600", out.address() + CHIP_AT, 256, device, |config| {
            format!("{}:sramecc+:xnack-", config.chip)
        })
    }

    fn hipDeviceGetAttribute(out: Out<c_int>, attribute: c_uint, device: c_int) {
        calls::device_attribute("hipDeviceGetAttribute", out, device, |config| {
            Some(match attribute {
                2 => 2,
                5 => 2_482_000,
                9 => i32::from(!config.lacks("managed")),
                29 => i32::MAX,
                30 | 31 => 65_536,
                63 => 96,
                74 => FRONT.most_shared as i32,
                88 => i32::from(!config.lacks("pools")),
                _ => return None,
            })
        })
    }

    fn hipDeviceTotalMem(out: Out<usize>, device: c_int) {
        calls::total_memory("hipDeviceTotalMem", out, device)
    }

    fn hipModuleLoadData(out: Out<usize>, image: In<u8>) {
        calls::image_load("hipModuleLoadData", out, &object(image), |_, _| ())
    }

    fn hipModuleUnload(image: usize) { calls::image_unload("hipModuleUnload", image) }

    fn hipModuleGetFunction(out: Out<usize>, image: usize, name: In<c_char>) {
        calls::image_function("hipModuleGetFunction", out, image, name)
    }

    fn hipModuleGetGlobal(out: Out<u64>, bytes: Out<usize>, image: usize, name: In<c_char>) {
        calls::image_variable("hipModuleGetGlobal", out, bytes, image, name)
    }

    fn hipFuncGetAttribute(out: Out<c_int>, attribute: c_int, function: usize) {
        calls::function_attribute("hipFuncGetAttribute", out, attribute, function)
    }

    fn hipModuleLaunchKernel(
        function: usize, gx: c_uint, gy: c_uint, gz: c_uint, bx: c_uint, by: c_uint, bz: c_uint,
        shared: c_uint, stream: usize, params: In<u8>, extra: In<u64>
    ) {
        let dims = Dims { grid: [gx, gy, gz], block: [bx, by, bz], shared };
        calls::launch("hipModuleLaunchKernel", stream, launch(function, dims, params, extra).as_ref())
    }

    fn hipStreamCreateWithFlags(out: Out<usize>, flags: c_uint) {
        calls::stream_create("hipStreamCreateWithFlags", out, flags)
    }

    fn hipStreamDestroy(stream: usize) { calls::stream_destroy("hipStreamDestroy", stream) }

    fn hipStreamSynchronize(stream: usize) { calls::stream_synchronize("hipStreamSynchronize", stream) }

    fn hipStreamQuery(stream: usize) { calls::stream_query("hipStreamQuery", stream) }

    fn hipStreamWaitEvent(stream: usize, event: usize, _flags: c_uint) {
        calls::stream_wait("hipStreamWaitEvent", stream, event)
    }

    fn hipStreamGetDevice(stream: usize, out: Out<c_int>) {
        calls::stream_owner("hipStreamGetDevice", stream, out, |device| device)
    }

    fn hipStreamGetCaptureInfo(stream: usize, out: Out<c_int>, number: Out<u64>) {
        calls::capture_info("hipStreamGetCaptureInfo", stream, out, number)
    }

    fn hipGetDevice(out: Out<c_int>) { calls::selected_device("hipGetDevice", out) }

    fn hipStreamBeginCapture(stream: usize, mode: c_int) {
        calls::begin_capture("hipStreamBeginCapture", stream, mode)
    }

    fn hipStreamEndCapture(stream: usize, out: Out<usize>) {
        calls::end_capture("hipStreamEndCapture", stream, out)
    }

    fn hipEventCreateWithFlags(out: Out<usize>, flags: c_uint) {
        calls::event_create("hipEventCreateWithFlags", out, flags)
    }

    fn hipEventDestroy(event: usize) { calls::event_destroy("hipEventDestroy", event) }

    fn hipEventRecord(event: usize, stream: usize) { calls::event_record("hipEventRecord", event, stream) }

    fn hipEventQuery(event: usize) { calls::event_query("hipEventQuery", event) }

    fn hipEventSynchronize(event: usize) { calls::event_synchronize("hipEventSynchronize", event) }

    fn hipEventElapsedTime(out: Out<f32>, from: usize, to: usize) {
        calls::event_elapsed("hipEventElapsedTime", out, from, to)
    }

    fn hipMalloc(out: Out<u64>, bytes: usize) {
        calls::alloc("hipMalloc", out, Kind::Plain, bytes, bytes.to_string())
    }

    fn hipFree(address: u64) { calls::free("hipFree", address, false) }

    fn hipMallocManaged(out: Out<u64>, bytes: usize, flags: c_uint) {
        calls::alloc("hipMallocManaged", out, Kind::Managed, bytes, format!("{bytes}, {flags}"))
    }

    fn hipMemPrefetchAsync(address: u64, bytes: usize, to: c_int, stream: usize) {
        calls::prefetch("hipMemPrefetchAsync", address, bytes, to, stream)
    }

    fn hipHostMalloc(out: Out<u64>, bytes: usize, flags: c_uint) {
        calls::alloc("hipHostMalloc", out, Kind::Pinned, bytes, format!("{bytes}, {flags}"))
    }

    fn hipHostFree(address: u64) { calls::free("hipHostFree", address, true) }

    fn hipMemcpy(dst: u64, src: In<u8>, bytes: usize, kind: c_uint) {
        if kind != HOST_TO_DEVICE {
            return code::NOT_SUPPORTED;
        }
        calls::write("hipMemcpy", dst, src, bytes)
    }

    fn hipMemcpyAsync(dst: u64, src: u64, bytes: usize, kind: c_uint, stream: usize) {
        if kind != DEFAULT {
            return code::NOT_SUPPORTED;
        }
        calls::copy("hipMemcpyAsync", stream, Copy::row(dst, src, bytes))
    }

    fn hipMemcpy2DAsync(
        dst: u64, dst_pitch: usize, src: u64, src_pitch: usize, width: usize, height: usize, kind: c_uint,
        stream: usize
    ) {
        if kind != DEFAULT {
            return code::NOT_SUPPORTED;
        }
        let (dst_pitch, src_pitch) = (dst_pitch as u64, src_pitch as u64);
        let copy = Copy { dst_pitch, src_pitch, height: height as u64, ..Copy::row(dst, src, width) };
        calls::copy("hipMemcpy2DAsync", stream, copy)
    }

    fn hipMemsetD8Async(dst: u64, value: c_uchar, count: usize, stream: usize) {
        calls::set("hipMemsetD8Async", stream, Set::row(dst, value.into(), 1, count))
    }

    fn hipMemsetD16Async(dst: u64, value: c_ushort, count: usize, stream: usize) {
        calls::set("hipMemsetD16Async", stream, Set::row(dst, value.into(), 2, count))
    }

    fn hipMemsetD32Async(dst: u64, value: c_int, count: usize, stream: usize) {
        calls::set("hipMemsetD32Async", stream, Set::row(dst, value as u32, 4, count))
    }

    fn hipMemset2DAsync(dst: u64, pitch: usize, value: c_int, width: usize, height: usize, stream: usize) {
        let row = Set::row(dst, value as u32 & 0xff, 1, width);
        calls::set("hipMemset2DAsync", stream, Set { height: height as u64, pitch: pitch as u64, ..row })
    }

    fn hipMemPoolCreate(out: Out<usize>, _properties: In<c_void>) {
        calls::pool_create("hipMemPoolCreate", out)
    }

    fn hipMemPoolDestroy(pool: usize) { calls::pool_destroy("hipMemPoolDestroy", pool) }

    fn hipMemPoolSetAttribute(pool: usize, attribute: c_int, value: In<u32>) {
        calls::pool_set("hipMemPoolSetAttribute", pool, attribute, value)
    }

    fn hipMallocFromPoolAsync(out: Out<u64>, bytes: usize, pool: usize, stream: usize) {
        calls::pool_alloc("hipMallocFromPoolAsync", out, bytes, pool, stream)
    }

    fn hipFreeAsync(address: u64, stream: usize) { calls::pool_free("hipFreeAsync", address, stream) }

    fn hipGraphCreate(out: Out<usize>, _flags: c_uint) { calls::graph_create("hipGraphCreate", out) }

    fn hipGraphDestroy(graph: usize) { calls::graph_destroy("hipGraphDestroy", graph) }

    fn hipGraphAddEmptyNode(out: Out<usize>, graph: usize, after: In<usize>, n: usize) {
        calls::graph_add("hipGraphAddEmptyNode", out, graph, &after.list(n), Some(&Action::Empty))
    }

    fn hipGraphAddKernelNode(
        out: Out<usize>, graph: usize, after: In<usize>, n: usize, params: In<KernelNode>
    ) {
        let action = node_launch(params.read()).map(Action::Launch);
        calls::graph_add("hipGraphAddKernelNode", out, graph, &after.list(n), action.as_ref())
    }

    fn hipGraphAddMemcpyNode(
        out: Out<usize>, graph: usize, after: In<usize>, n: usize, copy: In<CopyNode>
    ) {
        let CopyNode { src_array, src_offset, src, dst_array, dst_offset, dst, extent, kind } = copy.read();
        let [width, height, depth] = extent;
        let is_plain = [src_array, dst_array] == [0; 2]
            && [src_offset, dst_offset] == [[0; 3]; 2]
            && [src, dst].iter().all(|side| [side.width, side.height] == [width, height])
            && (depth, kind) == (1, DEFAULT);
        let action = is_plain.then_some(Action::Copy(Copy {
            dst_pitch: dst.pitch as u64,
            src_pitch: src.pitch as u64,
            height: height as u64,
            ..Copy::row(dst.address, src.address, width)
        }));
        calls::graph_add("hipGraphAddMemcpyNode", out, graph, &after.list(n), action.as_ref())
    }

    fn hipGraphAddMemsetNode(
        out: Out<usize>, graph: usize, after: In<usize>, n: usize, set: In<SetNode>
    ) {
        let SetNode { dst, size, height, pitch, value, width } = set.read();
        let set = Set { height: height as u64, pitch: pitch as u64, ..Set::row(dst, value, size, width) };
        // Older releases fill rows by bytes, whatever the size of an element.
        let action = (height == 1 || size == 1).then_some(Action::Set(set));
        calls::graph_add("hipGraphAddMemsetNode", out, graph, &after.list(n), action.as_ref())
    }

    fn hipGraphInstantiateWithFlags(out: Out<usize>, graph: usize, _flags: c_ulonglong) {
        calls::graph_instantiate("hipGraphInstantiateWithFlags", out, graph)
    }

    fn hipGraphExecKernelNodeSetParams(exec: usize, node: usize, params: In<KernelNode>) {
        let launch = node_launch(params.read());
        calls::graph_set_launch("hipGraphExecKernelNodeSetParams", exec, node, launch.as_ref())
    }

    fn hipGraphLaunch(exec: usize, stream: usize) { calls::graph_launch("hipGraphLaunch", exec, stream) }

    fn hipGraphExecDestroy(exec: usize) { calls::graph_exec_destroy("hipGraphExecDestroy", exec) }
}

/// Reads an object up to its end, which only its headers tell; as much as its header, if it is no object.
fn object(image: In<u8>) -> Vec<u8> {
    let header = image.list(64);
    let number = |bytes: &[u8], at: usize, n: usize| {
        bytes[at..at + n].iter().rev().fold(0_u64, |value, byte| value << 8 | u64::from(*byte))
    };
    if !header.starts_with(b"\x7fELF") {
        return header;
    }
    let sections = number(&header, 40, 8) + number(&header, 58, 2) * number(&header, 60, 2);
    let (first, size) = (number(&header, 32, 8), number(&header, 54, 2) as usize);
    let segments = (0..number(&header, 56, 2)).map(|index| {
        let segment = abi::read(image.address() + first + index * size as u64, size);
        number(&segment, 8, 8) + number(&segment, 32, 8)
    });
    image.list(segments.chain([sections, 64]).max().unwrap_or(64) as usize)
}

/// Returns a launch with the bytes of its parameters; `None` if the driver would reject it.
fn launch(function: usize, dims: Dims, params: In<u8>, extra: In<u64>) -> Option<Launch> {
    let has_threads = |(blocks, threads): (&u32, u32)| blocks.checked_mul(threads).is_some();
    if !dims.grid.iter().zip(dims.block).all(has_threads) || !params.is_null() || extra.is_null() {
        return None;
    }
    let extra = extra.list(5);
    let [BUFFER_POINTER, buffer, BUFFER_SIZE, size, END] = extra[..] else { return None };
    let bytes = abi::read(buffer, In::<usize>::at(size).read());
    calls::launch_of(function, dims, |sizes| {
        // Each parameter has its natural alignment.
        let mut end = 0_usize;
        let mut param = |size: &u64| {
            let size = *size as usize;
            let start = end.next_multiple_of(size.max(1));
            end = start + size;
            Some(bytes.get(start..end)?.to_vec())
        };
        let params: Option<Vec<Vec<u8>>> = sizes.iter().map(&mut param).collect();
        params.filter(|_| end == bytes.len())
    })
}

fn node_launch(node: KernelNode) -> Option<Launch> {
    let KernelNode { block: Dim3(block), extra, function, grid: Dim3(grid), params, shared } = node;
    launch(function, Dims { grid, block, shared }, params, extra)
}
