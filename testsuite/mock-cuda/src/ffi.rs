//! The C entry points of CUDA: each converts its arguments and makes one call of the core.
//!
//! Handles are numbers as wide as addresses.

use std::ffi::{c_char, c_int, c_uchar, c_uint, c_ulonglong, c_ushort, c_void};

use cudarc::driver::sys::{
    CUDA_KERNEL_NODE_PARAMS, CUDA_MEMCPY2D, CUDA_MEMCPY3D, CUDA_MEMSET_NODE_PARAMS, CUmemorytype,
};
use mock_gpu::abi::{self, In, Out};
use mock_gpu::graph::Action;
use mock_gpu::launch::{Copy, Dims, Launch, Set};
use mock_gpu::{Form, Front, Kind, calls, code, entry};

static FRONT: Front = Front {
    variables: "MOCK_CUDA_",
    version: 12_080,
    chip: "80",
    form: Form::Text,
    plain_shared: 48 << 10,
    most_shared: 163 << 10,
    may_rerecord: true,
    text,
};

/// Returns the name and the description of a result, each with a final zero.
fn text(code: i32) -> Option<(&'static str, &'static str)> {
    Some(match code {
        0 => ("CUDA_SUCCESS\0", "no error\0"),
        code::INVALID_VALUE => ("CUDA_ERROR_INVALID_VALUE\0", "invalid argument\0"),
        code::OUT_OF_MEMORY => ("CUDA_ERROR_OUT_OF_MEMORY\0", "out of memory\0"),
        code::NOT_INITIALIZED => ("CUDA_ERROR_NOT_INITIALIZED\0", "initialization error\0"),
        34 => ("CUDA_ERROR_STUB_LIBRARY\0", "CUDA driver is a stub library\0"),
        100 => ("CUDA_ERROR_NO_DEVICE\0", "no CUDA-capable device is detected\0"),
        code::INVALID_DEVICE => ("CUDA_ERROR_INVALID_DEVICE\0", "invalid device ordinal\0"),
        code::INVALID_CONTEXT => ("CUDA_ERROR_INVALID_CONTEXT\0", "invalid device context\0"),
        code::INVALID_PTX => ("CUDA_ERROR_INVALID_PTX\0", "a PTX JIT compilation failed\0"),
        code::UNSUPPORTED_PTX_VERSION => (
            "CUDA_ERROR_UNSUPPORTED_PTX_VERSION\0",
            "the provided PTX was compiled with an unsupported toolchain.\0",
        ),
        code::OPERATING_SYSTEM => {
            ("CUDA_ERROR_OPERATING_SYSTEM\0", "OS call failed or operation not supported on this OS\0")
        }
        code::INVALID_HANDLE => ("CUDA_ERROR_INVALID_HANDLE\0", "invalid resource handle\0"),
        code::NOT_FOUND => ("CUDA_ERROR_NOT_FOUND\0", "named symbol not found\0"),
        code::NOT_READY => ("CUDA_ERROR_NOT_READY\0", "device not ready\0"),
        code::ILLEGAL_ADDRESS => {
            ("CUDA_ERROR_ILLEGAL_ADDRESS\0", "an illegal memory access was encountered\0")
        }
        code::ASSERT => ("CUDA_ERROR_ASSERT\0", "device-side assert triggered\0"),
        code::LAUNCH_FAILED => ("CUDA_ERROR_LAUNCH_FAILED\0", "unspecified launch failure\0"),
        code::NOT_SUPPORTED => ("CUDA_ERROR_NOT_SUPPORTED\0", "operation not supported\0"),
        code::CAPTURE_UNSUPPORTED => {
            ("CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED\0", "operation not permitted when stream is capturing\0")
        }
        code::CAPTURE_INVALIDATED => (
            "CUDA_ERROR_STREAM_CAPTURE_INVALIDATED\0",
            "operation failed due to a previous error during capture\0",
        ),
        code::CAPTURE_MERGE => (
            "CUDA_ERROR_STREAM_CAPTURE_MERGE\0",
            "operation would result in a merge of separate capture sequences\0",
        ),
        code::CAPTURE_UNMATCHED => (
            "CUDA_ERROR_STREAM_CAPTURE_UNMATCHED\0",
            "capture was not ended in the same stream as it began\0",
        ),
        code::CAPTURE_UNJOINED => {
            ("CUDA_ERROR_STREAM_CAPTURE_UNJOINED\0", "capturing stream has unjoined work\0")
        }
        code::CAPTURE_ISOLATION => (
            "CUDA_ERROR_STREAM_CAPTURE_ISOLATION\0",
            "dependency created on uncaptured work in another stream\0",
        ),
        code::CAPTURED_EVENT => (
            "CUDA_ERROR_CAPTURED_EVENT\0",
            "operation not permitted on an event last recorded in a capturing stream\0",
        ),
        code::ILLEGAL_STATE => {
            ("CUDA_ERROR_ILLEGAL_STATE\0", "the operation cannot be performed in the present state\0")
        }
        _ => return None,
    })
}

entry! {
    fn cuInit(_flags: c_uint) { calls::init("cuInit") }

    fn cuDriverGetVersion(out: Out<c_int>) { calls::version("cuDriverGetVersion", out) }

    fn cuGetErrorName(code: c_int, out: Out<*const c_char>) {
        out.give(text(code).map(|(name, _)| name.as_ptr().cast()).ok_or(code::INVALID_VALUE))
    }

    fn cuGetErrorString(code: c_int, out: Out<*const c_char>) {
        out.give(text(code).map(|(_, text)| text.as_ptr().cast()).ok_or(code::INVALID_VALUE))
    }

    fn cuDeviceGetCount(out: Out<c_int>) { calls::device_count("cuDeviceGetCount", out) }

    fn cuDeviceGet(out: Out<c_int>, ordinal: c_int) { calls::device("cuDeviceGet", out, ordinal) }

    fn cuDeviceGetName(out: Out<c_char>, bytes: c_int, device: c_int) {
        calls::device_name("cuDeviceGetName", out, bytes, device)
    }

    fn cuDeviceGetAttribute(out: Out<c_int>, attribute: c_int, device: c_int) {
        calls::device_attribute("cuDeviceGetAttribute", out, device, |config| {
            let chip = || config.chip.parse::<c_int>().ok();
            Some(match attribute {
                13 => 1_410_000,
                16 => 108,
                40 => 2,
                41 => i32::from(!config.lacks("unified")),
                75 => chip()? / 10,
                76 => chip()? % 10,
                89 => i32::from(!config.lacks("managed")),
                97 => FRONT.most_shared as i32,
                115 => i32::from(!config.lacks("pools")),
                _ => return None,
            })
        })
    }

    fn cuDeviceTotalMem_v2(out: Out<usize>, device: c_int) {
        calls::total_memory("cuDeviceTotalMem", out, device)
    }

    fn cuDevicePrimaryCtxRetain(out: Out<usize>, device: c_int) {
        calls::context_retain("cuDevicePrimaryCtxRetain", out, device)
    }

    fn cuDevicePrimaryCtxRelease_v2(device: c_int) {
        calls::context_release("cuDevicePrimaryCtxRelease", device)
    }

    fn cuCtxSetCurrent(context: usize) { calls::set_context("cuCtxSetCurrent", context) }

    fn cuModuleLoadDataEx(
        out: Out<usize>, text: In<c_char>, n_options: c_uint, options: In<c_int>, values: In<u64>
    ) {
        let n = n_options as usize;
        let options: Vec<(c_int, u64)> = options.list(n).into_iter().zip(values.list(n)).collect();
        calls::image_load("cuModuleLoadDataEx", out, text.text().as_bytes(), |errors, info| {
            write_log(&options, 5, errors);
            write_log(&options, 3, info);
        })
    }

    fn cuModuleUnload(image: usize) { calls::image_unload("cuModuleUnload", image) }

    fn cuModuleGetFunction(out: Out<usize>, image: usize, name: In<c_char>) {
        calls::image_function("cuModuleGetFunction", out, image, name)
    }

    fn cuModuleGetGlobal_v2(out: Out<u64>, bytes: Out<usize>, image: usize, name: In<c_char>) {
        calls::image_variable("cuModuleGetGlobal", out, bytes, image, name)
    }

    fn cuFuncGetAttribute(out: Out<c_int>, attribute: c_int, function: usize) {
        calls::function_attribute("cuFuncGetAttribute", out, attribute, function)
    }

    fn cuFuncSetAttribute(function: usize, attribute: c_int, value: c_int) {
        calls::set_function_attribute("cuFuncSetAttribute", function, attribute, value)
    }

    fn cuLaunchKernel(
        function: usize, gx: c_uint, gy: c_uint, gz: c_uint, bx: c_uint, by: c_uint, bz: c_uint,
        shared: c_uint, stream: usize, params: In<In<u8>>, extra: In<c_void>
    ) {
        let dims = Dims { grid: [gx, gy, gz], block: [bx, by, bz], shared };
        calls::launch("cuLaunchKernel", stream, launch(function, dims, params, extra.is_null()).as_ref())
    }

    fn cuStreamCreate(out: Out<usize>, flags: c_uint) { calls::stream_create("cuStreamCreate", out, flags) }

    fn cuStreamDestroy_v2(stream: usize) { calls::stream_destroy("cuStreamDestroy", stream) }

    fn cuStreamSynchronize(stream: usize) { calls::stream_synchronize("cuStreamSynchronize", stream) }

    fn cuStreamQuery(stream: usize) { calls::stream_query("cuStreamQuery", stream) }

    fn cuStreamWaitEvent(stream: usize, event: usize, _flags: c_uint) {
        calls::stream_wait("cuStreamWaitEvent", stream, event)
    }

    fn cuStreamGetCtx(stream: usize, out: Out<usize>) {
        calls::stream_owner("cuStreamGetCtx", stream, out, calls::context)
    }

    fn cuStreamGetCaptureInfo_v2(
        stream: usize, out: Out<c_int>, number: Out<u64>, _graph: usize, _after: usize, _n: usize
    ) {
        calls::capture_info("cuStreamGetCaptureInfo", stream, out, number)
    }

    fn cuCtxGetCurrent(out: Out<usize>) { calls::current("cuCtxGetCurrent", out) }

    fn cuStreamBeginCapture_v2(stream: usize, mode: c_int) {
        calls::begin_capture("cuStreamBeginCapture", stream, mode)
    }

    fn cuStreamEndCapture(stream: usize, out: Out<usize>) {
        calls::end_capture("cuStreamEndCapture", stream, out)
    }

    fn cuEventCreate(out: Out<usize>, flags: c_uint) { calls::event_create("cuEventCreate", out, flags) }

    fn cuEventDestroy_v2(event: usize) { calls::event_destroy("cuEventDestroy", event) }

    fn cuEventRecord(event: usize, stream: usize) { calls::event_record("cuEventRecord", event, stream) }

    fn cuEventQuery(event: usize) { calls::event_query("cuEventQuery", event) }

    fn cuEventSynchronize(event: usize) { calls::event_synchronize("cuEventSynchronize", event) }

    fn cuEventElapsedTime(out: Out<f32>, from: usize, to: usize) {
        calls::event_elapsed("cuEventElapsedTime", out, from, to)
    }

    fn cuMemAlloc_v2(out: Out<u64>, bytes: usize) {
        calls::alloc("cuMemAlloc", out, Kind::Plain, bytes, bytes.to_string())
    }

    fn cuMemFree_v2(address: u64) { calls::free("cuMemFree", address, false) }

    fn cuMemAllocManaged(out: Out<u64>, bytes: usize, flags: c_uint) {
        calls::alloc("cuMemAllocManaged", out, Kind::Managed, bytes, format!("{bytes}, {flags}"))
    }

    fn cuMemPrefetchAsync(address: u64, bytes: usize, to: c_int, stream: usize) {
        calls::prefetch("cuMemPrefetchAsync", address, bytes, to, stream)
    }

    fn cuMemHostAlloc(out: Out<u64>, bytes: usize, flags: c_uint) {
        calls::alloc("cuMemHostAlloc", out, Kind::Pinned, bytes, format!("{bytes}, {flags}"))
    }

    fn cuMemFreeHost(address: u64) { calls::free("cuMemFreeHost", address, true) }

    fn cuMemcpyHtoD_v2(dst: u64, src: In<u8>, bytes: usize) {
        calls::write("cuMemcpyHtoD", dst, src, bytes)
    }

    fn cuMemcpyAsync(dst: u64, src: u64, bytes: usize, stream: usize) {
        calls::copy("cuMemcpyAsync", stream, Copy::row(dst, src, bytes))
    }

    fn cuMemcpy2DAsync_v2(copy: In<CUDA_MEMCPY2D>, stream: usize) {
        let copy = copy.read();
        let is_unified = [copy.srcMemoryType, copy.dstMemoryType] == [CUmemorytype::CU_MEMORYTYPE_UNIFIED; 2];
        let copy = Copy {
            dst: copy.dstDevice,
            src: copy.srcDevice,
            dst_pitch: copy.dstPitch as u64,
            src_pitch: copy.srcPitch as u64,
            width: copy.WidthInBytes as u64,
            height: copy.Height as u64,
        };
        if is_unified { calls::copy("cuMemcpy2DAsync", stream, copy) } else { code::NOT_SUPPORTED }
    }

    fn cuMemsetD8Async(dst: u64, value: c_uchar, count: usize, stream: usize) {
        calls::set("cuMemsetD8Async", stream, Set::row(dst, value.into(), 1, count))
    }

    fn cuMemsetD16Async(dst: u64, value: c_ushort, count: usize, stream: usize) {
        calls::set("cuMemsetD16Async", stream, Set::row(dst, value.into(), 2, count))
    }

    fn cuMemsetD32Async(dst: u64, value: c_uint, count: usize, stream: usize) {
        calls::set("cuMemsetD32Async", stream, Set::row(dst, value, 4, count))
    }

    fn cuMemsetD2D8Async(dst: u64, pitch: usize, value: c_uchar, width: usize, height: usize, stream: usize) {
        calls::set("cuMemsetD2D8Async", stream, rows(Set::row(dst, value.into(), 1, width), height, pitch))
    }

    fn cuMemsetD2D16Async(dst: u64, pitch: usize, value: c_ushort, width: usize, height: usize, stream: usize) {
        calls::set("cuMemsetD2D16Async", stream, rows(Set::row(dst, value.into(), 2, width), height, pitch))
    }

    fn cuMemsetD2D32Async(dst: u64, pitch: usize, value: c_uint, width: usize, height: usize, stream: usize) {
        calls::set("cuMemsetD2D32Async", stream, rows(Set::row(dst, value, 4, width), height, pitch))
    }

    fn cuMemPoolCreate(out: Out<usize>, _properties: In<c_void>) { calls::pool_create("cuMemPoolCreate", out) }

    fn cuMemPoolDestroy(pool: usize) { calls::pool_destroy("cuMemPoolDestroy", pool) }

    fn cuMemPoolSetAttribute(pool: usize, attribute: c_int, value: In<u32>) {
        calls::pool_set("cuMemPoolSetAttribute", pool, attribute, value)
    }

    fn cuMemAllocFromPoolAsync(out: Out<u64>, bytes: usize, pool: usize, stream: usize) {
        calls::pool_alloc("cuMemAllocFromPoolAsync", out, bytes, pool, stream)
    }

    fn cuMemFreeAsync(address: u64, stream: usize) { calls::pool_free("cuMemFreeAsync", address, stream) }

    fn cuGraphCreate(out: Out<usize>, _flags: c_uint) { calls::graph_create("cuGraphCreate", out) }

    fn cuGraphDestroy(graph: usize) { calls::graph_destroy("cuGraphDestroy", graph) }

    fn cuGraphAddEmptyNode(out: Out<usize>, graph: usize, after: In<usize>, n: usize) {
        calls::graph_add("cuGraphAddEmptyNode", out, graph, &after.list(n), Some(&Action::Empty))
    }

    fn cuGraphAddKernelNode_v2(
        out: Out<usize>, graph: usize, after: In<usize>, n: usize, params: In<CUDA_KERNEL_NODE_PARAMS>
    ) {
        let action = node_launch(&params.read()).map(Action::Launch);
        calls::graph_add("cuGraphAddKernelNode", out, graph, &after.list(n), action.as_ref())
    }

    fn cuGraphAddMemcpyNode(
        out: Out<usize>, graph: usize, after: In<usize>, n: usize, copy: In<CUDA_MEMCPY3D>, _context: usize
    ) {
        let copy = copy.read();
        let is_plain = copy.Depth == 1
            && [copy.srcMemoryType, copy.dstMemoryType] == [CUmemorytype::CU_MEMORYTYPE_UNIFIED; 2];
        let action = is_plain.then_some(Action::Copy(Copy {
            dst: copy.dstDevice,
            src: copy.srcDevice,
            dst_pitch: copy.dstPitch as u64,
            src_pitch: copy.srcPitch as u64,
            width: copy.WidthInBytes as u64,
            height: copy.Height as u64,
        }));
        calls::graph_add("cuGraphAddMemcpyNode", out, graph, &after.list(n), action.as_ref())
    }

    fn cuGraphAddMemsetNode(
        out: Out<usize>, graph: usize, after: In<usize>, n: usize, set: In<CUDA_MEMSET_NODE_PARAMS>,
        _context: usize
    ) {
        let set = set.read();
        let row = Set::row(set.dst, set.value, set.elementSize, set.width);
        let action = Action::Set(rows(row, set.height, set.pitch));
        calls::graph_add("cuGraphAddMemsetNode", out, graph, &after.list(n), Some(&action))
    }

    fn cuGraphInstantiateWithFlags(out: Out<usize>, graph: usize, _flags: c_ulonglong) {
        calls::graph_instantiate("cuGraphInstantiate", out, graph)
    }

    fn cuGraphExecKernelNodeSetParams_v2(exec: usize, node: usize, params: In<CUDA_KERNEL_NODE_PARAMS>) {
        let launch = node_launch(&params.read());
        calls::graph_set_launch("cuGraphExecKernelNodeSetParams", exec, node, launch.as_ref())
    }

    fn cuGraphLaunch(exec: usize, stream: usize) { calls::graph_launch("cuGraphLaunch", exec, stream) }

    fn cuGraphExecDestroy(exec: usize) { calls::graph_exec_destroy("cuGraphExecDestroy", exec) }
}

fn rows(row: Set, height: usize, pitch: usize) -> Set {
    Set { height: height as u64, pitch: pitch as u64, ..row }
}

/// Writes a log to the buffer of one option, as far as the size in the next option allows.
fn write_log(options: &[(c_int, u64)], option: c_int, log: &str) {
    let value = |wanted: c_int| options.iter().find(|(known, _)| *known == wanted).map(|(_, value)| *value);
    if let (Some(buffer), Some(bytes)) = (value(option), value(option + 1)) {
        let n = log.len().min(bytes.saturating_sub(1) as usize);
        abi::write(buffer, &[&log.as_bytes()[..n], &[0]].concat());
    }
}

/// Returns a launch with the bytes of its parameters; `None` if the driver would reject it.
fn launch(function: usize, dims: Dims, params: In<In<u8>>, has_no_extra: bool) -> Option<Launch> {
    calls::launch_of(function, dims, |sizes| {
        let values = params.list(sizes.len()).into_iter().zip(sizes);
        has_no_extra.then(|| values.map(|(param, size)| param.list(*size as usize)).collect())
    })
}

fn node_launch(node: &CUDA_KERNEL_NODE_PARAMS) -> Option<Launch> {
    let dims = Dims {
        grid: [node.gridDimX, node.gridDimY, node.gridDimZ],
        block: [node.blockDimX, node.blockDimY, node.blockDimZ],
        shared: node.sharedMemBytes,
    };
    let params = In::at(node.kernelParams.expose_provenance() as u64);
    launch(node.func.expose_provenance(), dims, params, node.extra.is_null())
}
