//! The C ABI that compiled host code calls. [`symbols`] lists all its functions by name.
//!
//! Every function takes the run and `op`, the index of the calling operation in the host module's location
//! table, and returns 0, or 1 after a failure. The first failure is kept in the run ([`Run::failure`]). After
//! it every call returns 1 at once and does nothing, except [`wl_scope_end`] and [`wl_slice_end`], which
//! always release. `stream` and `event` are indices in the innermost scope; function calls nest their scopes.
//!
//! # Safety
//! For every function: `run` points at a live [`Run`] that no other thread uses; other pointers point at as
//! many elements as the call states, or may be null if there are none. Addresses in `u64` are used when the
//! stream reaches the command and must be valid then.

use std::panic::{AssertUnwindSafe, catch_unwind};

use warpline_ir::host_abi::{AccessKind, BufferForm, BufferSlots, MAX_COPY_RANK, PrintKind};

use super::Run;
use super::access::{
    wl_log, wl_log_access, wl_log_begin, wl_log_beside, wl_log_follows, wl_log_gives, wl_log_host,
    wl_log_host_view, wl_log_interval, wl_log_view, wl_printf, wl_spin,
};
use super::apart::wl_apart;
use crate::blocks::{wl_extent, wl_live};
use crate::driver::cpu::fiber::Turn;
use crate::driver::cpu::printed::Printed;
use crate::driver::detect::AccessLog;
use crate::driver::error::Broken;
use crate::driver::{DeviceError, Fill, Result, StridedCopy, StridedFill};
use crate::objects::Problem;
use crate::print_helpers::{BufferText, flops_line, sort};
use crate::program::LaunchDims;

/// Defines functions of the ABI, each with its action on the run, which is skipped after a failure.
macro_rules! calls {
    ($($(#[$doc:meta])* fn $name:ident($run:ident, $op:ident $(, $arg:ident: $ty:ty)*) $action:block)*) => {
        $(
            $(#[$doc])*
            ///
            /// # Safety
            /// See [the module](self#safety).
            pub unsafe extern "C" fn $name(run: *mut Run, $op: u32 $(, $arg: $ty)*) -> i32 {
                // SAFETY: the caller upholds the safety contract of the module.
                unsafe { enter(run, $op, |$run| $action) }
            }
        )*
    };
}

calls! {
    /// Leases `n_streams` streams and `n_events` event slots, up to the matching [`wl_scope_end`]. If it
    /// fails no scope is open, so none must be ended.
    fn wl_scope_begin(run, op, n_streams: u32, n_events: u32) {
        run.begin_scope(n_streams, n_events)
    }

    /// Leases `bytes` bytes of device memory for the innermost scope, which has none yet; [`wl_scope_end`]
    /// returns them.
    fn wl_arena_begin(run, op, bytes: u64) {
        run.begin_arena(op, bytes)
    }

    /// Writes the address of `bytes` bytes at `offset` of the arena of the innermost scope to `out`.
    fn wl_arena(run, op, offset: u64, bytes: u64, out: *mut u64) {
        out.write(run.arena(offset, bytes)?);
        Ok(())
    }

    /// Opens a scope that borrows streams and event slots of the innermost one, for a function that runs on
    /// streams of its caller: its streams are the ones with the indices `streams`, its slots `n_events` from
    /// `first_event` on. It lasts up to the matching [`wl_slice_end`]; if it fails there is none to be ended.
    fn wl_slice_begin(run, op, streams: *const u64, n_streams: u32, first_event: u32, n_events: u32) {
        run.begin_slice(elements(streams, n_streams as usize), first_event, n_events)
    }

    /// Creates a stream for the program and writes its handle to `out`.
    fn wl_stream_new(run, op, out: *mut u64) {
        out.write(run.create_stream(op)?);
        Ok(())
    }

    /// Blocks the host until all work issued to a stream of the program is done.
    fn wl_stream_wait(run, op, handle: u64) {
        run.synchronize_stream(handle)
    }

    /// Destroys a stream of the program; work already issued to it still runs.
    fn wl_stream_end(run, op, handle: u64) {
        run.destroy_stream(handle)
    }

    /// Binds `stream`, an index beyond those of the innermost scope, to a stream of the program in that
    /// scope.
    fn wl_adopt(run, op, stream: u32, handle: u64) {
        run.adopt(stream, handle)
    }

    /// Launches a kernel. `dims` holds grid x, y, z, block x, y, z and the bytes of dynamic workgroup memory;
    /// `args` one slot per argument, copied by the call.
    fn wl_launch(run, op, kernel: u32, stream: u32, dims: *const u64, args: *const u64, n_args: u32) {
        let [gx, gy, gz, bx, by, bz, dynamic_shared] = dims.cast::<[u64; 7]>().read();
        let dims = LaunchDims { grid: [gx, gy, gz], block: [bx, by, bz], dynamic_shared };
        run.launch(op, kernel, stream, dims, elements(args, n_args as usize))
    }

    /// Launches a task graph of the program; `params` holds the parameters of all its nodes, concatenated.
    fn wl_graph(run, op, graph: u32, stream: u32, params: *const u64) {
        let n_params = run.n_graph_params(graph)?;
        run.graph(graph, stream, elements(params, n_params))
    }

    /// Sets an event to the point after all work issued to the stream so far.
    fn wl_record(run, op, event: u32, stream: u32) {
        run.record(event, stream)
    }

    /// Makes the stream wait for the point that the event holds now; it does not wait if the event was never
    /// recorded.
    fn wl_wait(run, op, event: u32, stream: u32) {
        run.wait(event, stream)
    }

    /// Blocks the host until all work issued to the stream has run; a failure of that work becomes the run's.
    fn wl_host_wait(run, op, stream: u32) {
        run.host_wait(stream)
    }

    /// Allocates `bytes` bytes of memory of a [`MemoryKind`](warpline_ir::host_abi::MemoryKind) and writes
    /// their address to `out`. `align` is a power of two. The stream is used for device memory only.
    fn wl_alloc(run, op, stream: u32, bytes: u64, align: u64, kind: u32, out: *mut u64) {
        out.write(run.alloc(op, stream, bytes, align, kind)?);
        Ok(())
    }

    /// Frees memory of `wl_alloc`: host memory at once, other memory when the stream reaches the free, or at
    /// once with [`NO_STREAM`](warpline_ir::host_abi::NO_STREAM); then no work in flight may use it.
    fn wl_free(run, op, stream: u32, kind: u32, address: u64) {
        run.free(stream, kind, address)
    }

    /// Copies `bytes` bytes; the ranges may overlap.
    fn wl_copy(run, op, stream: u32, dst: u64, src: u64, bytes: u64) {
        run.copy(stream, dst, src, bytes)
    }

    /// Copies between two strided views of `rank` dimensions, at most 8, given by the addresses of their first elements.
    /// Strides count elements of `element_bytes` bytes.
    fn wl_copy_strided(
        run, op, stream: u32, dst: u64, src: u64, element_bytes: u64, rank: u32, sizes: *const u64,
        dst_strides: *const i64, src_strides: *const i64
    ) {
        let rank = checked_rank(rank)?;
        let copy = StridedCopy {
            dst,
            src,
            element_bytes,
            rank,
            sizes: extents(sizes, rank),
            dst_strides: extents(dst_strides, rank),
            src_strides: extents(src_strides, rank),
        };
        run.copy_strided(stream, &copy)
    }

    /// Fills `count` elements of `width` bytes (1, 2, 4 or 8) with the low bytes of `pattern`.
    fn wl_fill(run, op, stream: u32, dst: u64, pattern: u64, width: u32, count: u64) {
        run.fill(stream, &Fill { dst, pattern, width, count })
    }

    /// Fills a strided view of `rank` dimensions, given by the address of its first element, with the low bytes of `pattern`.
    /// Strides count elements of `width` bytes (1, 2, 4 or 8). A view with an extent below 1 is empty.
    fn wl_fill_strided(
        run, op, stream: u32, dst: u64, pattern: u64, width: u32, rank: u32, sizes: *const i64, strides: *const i64
    ) {
        let [sizes, strides] = [sizes, strides].map(|from| elements(from, rank as usize).to_vec());
        run.fill_strided(stream, &StridedFill { dst, pattern, width, sizes, strides })
    }

    /// Writes the address of a global of the program to `out`.
    fn wl_global(run, op, index: u32, out: *mut u64) {
        out.write(run.global(index)?);
        Ok(())
    }

    /// Fails: an assertion of the host program failed. If `has_compared` is not 0, its condition compared `a`
    /// with `b`.
    fn wl_assert(_run, op, has_compared: u64, a: i64, b: i64) {
        let failed =
        DeviceError::new("wl_assert", "AssertionFailed", "an assertion of the program does not hold");
            let compared = (has_compared != 0).then_some([a, b]);
            Err(DeviceError { assertion: Some(Box::new(Broken { compared, thread: None })), ..failed })
    }

    /// Fails: the shapes of both sides of a copy, as many extents as their ranks, differ.
    fn wl_unequal_shapes(_run, op, from_rank: u32, from: *const i64, to_rank: u32, to: *const i64) {
        let (from, to) = (elements(from, from_rank as usize), elements(to, to_rank as usize));
        Err(DeviceError::unequal_shapes(from, to))
    }

    /// Writes the nanoseconds since 1970 to `out`.
    fn wl_clock(_run, op, out: *mut u64) {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        out.write(now.map_or(0, |now| now.as_nanos() as u64));
        Ok(())
    }

    /// Appends to the program's output; see [`PrintKind`] for the kinds and the meaning of `bits`.
    fn wl_print(run, op, kind: u32, bits: u64) {
        run.print(kind, bits)
    }

    /// Appends a line about a number of operations per second, the bits of an `f64`, to the error output.
    fn wl_print_flops(run, op, bits: u64) {
        run.print_error(&flops_line(f64::from_bits(bits)));
        Ok(())
    }

    /// Compares two buffers of elements of one [`PrintKind`], writes the number of elements that differ to `out` and appends
    /// the first of them to the error output. [`BufferSlots`] are the address of the memory of a buffer before its offset, the
    /// number of its first element, its rank, and the addresses of its sizes and of its strides in elements.
    fn wl_verify(run, op, kind: u32, actual: *const BufferSlots, expected: *const BufferSlots, out: *mut u64) {
        let kind = element_kind("wl_verify", kind)?;
        let [actual, expected] = [actual, expected].map(|slots| buffer_text(slots, kind));
        out.write(run.verify(op, [&actual, &expected], |buffer, number| parts(buffer, number))?);
        Ok(())
    }

    /// Appends a buffer to the program's output in a [`BufferForm`], its elements in the form of their [`PrintKind`]. All
    /// elements are in live memory that nothing in flight writes.
    fn wl_print_buffer(run, op, kind: u32, form: u32, buffer: *const BufferSlots) {
        let kind = element_kind("wl_print_buffer", kind)?;
        let form = BufferForm::from_number(form)
            .ok_or_else(|| DeviceError::invalid("wl_print_buffer", format!("there is no form {form}")))?;
        let buffer = buffer_text(buffer, kind);
        run.print_buffer(op, form, &buffer, |number| parts(&buffer, number))
    }

    /// Sorts the first `n` elements of a buffer of numbers of a [`PrintKind`] in ascending order.
    fn wl_sort(run, op, kind: u32, n: u64, buffer: *const BufferSlots) {
        let kind = element_kind("wl_sort", kind)?;
        let buffer = buffer_text(buffer, kind);
        run.host_accesses("wl_sort", op, &buffer, AccessKind::Write)?;
        let numbers: Vec<i64> = buffer.numbers().take(usize::try_from(n).unwrap_or(usize::MAX)).collect();
        if (numbers.len() as u64) < n {
            let message = format!("expected at least {n} elements, but found {}", numbers.len());
            return Err(DeviceError::invalid("wl_sort", message));
        }
        let mut values: Vec<u64> = numbers.iter().map(|number| element(&buffer, *number, 0)).collect();
        sort(kind, &mut values);
        for (number, value) in numbers.into_iter().zip(values) {
            let (bytes, address) = (value.to_le_bytes(), element_address(&buffer, number));
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), address, kind.part_bytes());
        }
        Ok(())
    }

    /// Creates a token or value of the async runtime that is not available, or an empty group, and writes its number to
    /// `out`.
    fn wl_async_create(run, op, is_group: u32, out: *mut u64) {
        let objects = &mut run.objects;
        out.write(if is_group == 0 { objects.create() } else { objects.create_group() } as u64);
        Ok(())
    }

    /// Adds a token or value to a group and writes its number there to `out`.
    fn wl_async_add(run, op, object: u64, group: u64, out: *mut u64) {
        let member = run.objects.add(group as usize, Some(object as usize));
        out.write(member.map_err(|problem| async_error("wl_async_add", problem))?);
        Ok(())
    }

    /// Makes a token or value available, or failed.
    fn wl_async_finish(run, op, object: u64, is_error: u32) {
        let finished = run.objects.finish(object as usize, is_error != 0);
        finished.map_err(|problem| async_error("wl_async_finish", problem))
    }

    /// Writes to `out` whether a token, a value or a member of a group failed: 1 or 0.
    fn wl_async_is_error(run, op, object: u64, out: *mut u64) {
        out.write(u64::from(run.objects.has_failed(object as usize)));
        Ok(())
    }

    /// Fails unless a token, a value or all members of a group are available; if `needs_success` is 0, they may have failed.
    fn wl_async_await(run, op, object: u64, needs_success: u32) {
        let waited = run.objects.wait(object as usize, needs_success != 0);
        waited.map_err(|problem| async_error("wl_async_await", problem))
    }

    /// Stores the content of a value: `n` slots.
    fn wl_async_store(run, op, object: u64, slots: *const u64, n: u64) {
        let stored = run.objects.store(object as usize, elements(slots, n as usize).into());
        stored.map_err(|problem| async_error("wl_async_store", problem))
    }

    /// Loads the content of a value, `n` slots, to `slots`.
    fn wl_async_load(run, op, object: u64, slots: *mut u64, n: u64) {
        let content = run.objects.content(object as usize);
        let content = content.map_err(|problem| async_error("wl_async_load", problem))?;
        std::ptr::copy_nonoverlapping(content.as_ptr(), slots, content.len().min(n as usize));
        Ok(())
    }
}

/// Returns the error of a step of the async runtime.
fn async_error(call: &'static str, problem: Problem) -> DeviceError {
    DeviceError::new(call, "InvalidValue", problem)
}

/// Drains the streams of the innermost scope and returns its leases. After a failure it also frees memory
/// allocated in the scope, and returns 1.
///
/// # Safety
/// See [the module](self#safety).
pub unsafe extern "C" fn wl_scope_end(run: *mut Run, op: u32) -> i32 {
    // SAFETY: the caller upholds the safety contract of the module.
    let run = unsafe { &mut *run };
    run.end_scope(op);
    i32::from(run.failure().is_some())
}

/// Ends the scope of [`wl_slice_begin`], also after a failure; work issued in it continues.
///
/// # Safety
/// See [the module](self#safety).
pub unsafe extern "C" fn wl_slice_end(run: *mut Run, op: u32) -> i32 {
    // SAFETY: the caller upholds the safety contract of the module.
    let run = unsafe { &mut *run };
    run.end_slice(op);
    i32::from(run.failure().is_some())
}

/// Returns the kind of elements with this number.
fn element_kind(call: &'static str, number: u32) -> Result<PrintKind> {
    let kind = PrintKind::from_number(number).filter(|kind| kind.n_parts() != 0);
    kind.ok_or_else(|| DeviceError::invalid(call, format!("there is no element kind {number}")))
}

/// Returns a buffer that compiled code describes.
///
/// # Safety
/// The slots, and the sizes and strides to which they point, are live.
unsafe fn buffer_text<'a>(slots: *const BufferSlots, kind: PrintKind) -> BufferText<'a> {
    // SAFETY: the caller vouches for them.
    let BufferSlots { base, offset, rank, sizes, strides } = unsafe { slots.read() };
    let [sizes, strides] = [sizes, strides].map(|extents| {
        let extents = std::ptr::with_exposed_provenance::<i64>(extents as usize);
        // SAFETY: the caller vouches for them.
        unsafe { elements(extents, rank as usize) }
    });
    BufferText { address: base, offset, sizes, strides, kind }
}

/// Returns the parts of an element of a buffer by its number.
///
/// # Safety
/// The element is in live memory.
unsafe fn parts(buffer: &BufferText<'_>, number: i64) -> Vec<u64> {
    // SAFETY: the caller vouches for the element.
    (0..buffer.kind.n_parts()).map(|part| unsafe { element(buffer, number, part) }).collect()
}

/// Returns a part of an element of a buffer by its number, zero-extended.
///
/// # Safety
/// The element is in live memory.
unsafe fn element(buffer: &BufferText<'_>, number: i64, part: usize) -> u64 {
    let bytes = buffer.kind.part_bytes();
    let mut found = [0u8; 8];
    // SAFETY: the caller vouches for the element.
    unsafe {
        let from = element_address(buffer, number).add(part * bytes);
        std::ptr::copy_nonoverlapping(from, found.as_mut_ptr(), bytes.min(8));
    }
    u64::from_le_bytes(found)
}

/// Returns the address of an element of a buffer by its number.
fn element_address(buffer: &BufferText<'_>, number: i64) -> *mut u8 {
    let distance = number.wrapping_mul(buffer.kind.bytes() as i64);
    let address = buffer.address.wrapping_add_signed(distance);
    std::ptr::with_exposed_provenance_mut(address as usize)
}

/// Defines the list of all functions of the ABI, whose types must be those of its table.
macro_rules! symbols {
    (
        calls { $($call:ident($($arg:ident: $ty:ty),*);)* }
        of_kernels { $($own:ident($($own_arg:ident: $own_ty:ty),*) $(-> $result:ty)?;)* }
        logs { $($log:ident($($log_arg:ident: $log_ty:ty),*);)* }
    ) => {
        /// Returns names and addresses of all functions of the ABI, for the linker of compiled host code.
        pub fn symbols() -> Vec<(&'static str, *const u8)> {
            $(let $call: unsafe extern "C" fn(*mut Run, u32, $($ty),*) -> i32 = $call;)*
            $(let $own: unsafe extern "C" fn($($own_ty),*) $(-> $result)? = $own;)*
            $(let $log: unsafe extern "C" fn(*mut Run, u32, $($log_ty),*) = $log;)*
            let calls = [$((stringify!($call), $call as *const u8)),*];
            let others = [$((stringify!($own), $own as *const u8),)* $((stringify!($log), $log as *const u8)),*];
            calls.into_iter().chain(others).collect()
        }
    };
}

warpline_ir::host_abi!(symbols);

/// Does `action` unless the run has failed, and keeps its failure. A panic is a failure, too: it must not
/// unwind into compiled code.
///
/// # Safety
/// `run` points at a live run that no other thread uses.
unsafe fn enter(run: *mut Run, op: u32, action: impl FnOnce(&mut Run) -> Result<()>) -> i32 {
    // SAFETY: the caller vouches for the pointer.
    let run = unsafe { &mut *run };
    if run.failure().is_some() {
        return 1;
    }
    if run.is_cancelled() {
        run.note(op, Err(DeviceError::new("run", super::CANCELLED, "the caller has cancelled the run")));
        return 1;
    }
    run.device().at(op);
    let result = catch_unwind(AssertUnwindSafe(|| action(run)));
    let panicked =
        || DeviceError::new("runtime", "Panicked", "the runtime panicked; this is a bug of warpline");
    match result.unwrap_or_else(|_| Err(panicked())) {
        Ok(()) => 0,
        Err(error) => {
            run.note(op, Err(error));
            1
        }
    }
}

fn checked_rank(rank: u32) -> Result<usize> {
    let found = rank as usize;
    if found <= MAX_COPY_RANK {
        return Ok(found);
    }
    let message = format!("expected a rank of at most {MAX_COPY_RANK}, but found {found}");
    Err(DeviceError::invalid("wl_copy_strided", message))
}

/// Returns the `rank` extents at `from`, padded with zeros.
///
/// # Safety
/// `from` points at `rank` elements, at most 8 of them.
unsafe fn extents<T: Copy + Default>(from: *const T, rank: usize) -> [T; MAX_COPY_RANK] {
    let mut all = [T::default(); MAX_COPY_RANK];
    // SAFETY: the caller vouches for the elements.
    all[..rank].copy_from_slice(unsafe { elements(from, rank) });
    all
}

/// Returns a slice; the pointer may be null if it is empty.
///
/// # Safety
/// `from` points at `count` elements that live as long as the result is used.
unsafe fn elements<'a, T>(from: *const T, count: usize) -> &'a [T] {
    if count == 0 {
        return &[];
    }
    // SAFETY: the caller vouches for the elements.
    unsafe { std::slice::from_raw_parts(from, count) }
}
