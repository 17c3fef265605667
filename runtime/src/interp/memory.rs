//! Buffers and views of them, with every access checked.

use super::code::{BufferType, Cell, Element, Row};
use super::deadline::Deadline;
use super::fault::Fault;
pub(super) use super::fault::Result;
use super::shadow::{Conflict, RaceAccess, Shadow, Stamp};
use super::{Limits, Options};
use crate::driver::detect::{by_thread, data_race};
use crate::driver::error::OutOfBounds;
use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;
use warpline_ir::artifact::ALLOCATION_ALIGN;
use warpline_ir::scalar::zero_extend;
use warpline_ir::types::identity_strides;
use warpline_ir::{DYNAMIC, Op};

/// The index of a buffer; indices of buffers that programs allocated are not reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BufferId(u32);

/// A part of a buffer: the element at `indices` begins `base + (offset + Σ index · stride) · size` bytes after the
/// first one.
#[derive(Clone, Debug)]
pub(super) struct View {
    pub(super) buffer: BufferId,
    pub(super) base: u64,
    pub(super) offset: i64,
    pub(super) sizes: Box<[i64]>,
    pub(super) strides: Box<[i64]>,
    pub(super) element: Element,
    /// Whether indices are checked against sizes.
    pub(super) checks_bounds: bool,
}

impl View {
    /// Whether the addresses of elements are no multiples of the size of a scalar.
    fn is_misaligned(&self) -> bool {
        !self.base.is_multiple_of(self.element.part_bytes() as u64)
    }

    /// Returns the number of elements.
    pub(super) fn n_elements(&self) -> u64 {
        self.sizes.iter().fold(1, |n, size| n.saturating_mul(size.cast_unsigned()))
    }

    /// Returns the linear index of each element, row-major.
    pub(super) fn elements(&self) -> Elements {
        let is_empty = self.n_elements() == 0;
        let dims = self.sizes.iter().copied().zip(self.strides.iter().copied()).collect();
        Elements { next: (!is_empty).then_some(self.offset), index: vec![0; self.sizes.len()], dims }
    }

    /// Returns the linear index of the element at these indices.
    #[inline]
    pub(super) fn at(&self, indices: impl ExactSizeIterator<Item = i64>) -> Result<u64> {
        if indices.len() != self.sizes.len() {
            return Err(format!("expected {} indices, but found {}", self.sizes.len(), indices.len()).into());
        }
        let mut number = self.offset;
        for (dim, index) in indices.enumerate() {
            if self.checks_bounds && !(0..self.sizes[dim]).contains(&index) {
                return Err(out_of_bounds(dim, index, self.sizes[dim]));
            }
            number = number.wrapping_add(index.wrapping_mul(self.strides[dim]));
        }
        Ok(number.cast_unsigned())
    }
}

/// Comparison of views.
impl View {
    /// Whether both views have a byte of their elements in common.
    pub(super) fn overlaps(&self, other: &Self) -> bool {
        if !self.may_overlap(other) {
            return false;
        }
        let starts: BTreeSet<i64> = self.elements().map(|number| self.first_byte(number)).collect();
        other.elements().any(|number| {
            let start = other.first_byte(number);
            let end = start.saturating_add(other.element.bytes as i64);
            let before = start.saturating_sub(self.element.bytes as i64).saturating_add(1);
            starts.range(before..end).next().is_some()
        })
    }

    /// Returns the number of steps that [`View::overlaps`] takes.
    pub(super) fn comparison_steps(&self, other: &Self) -> u64 {
        if self.may_overlap(other) { self.n_elements().saturating_add(other.n_elements()) } else { 1 }
    }

    /// Whether the byte ranges of both views overlap.
    fn may_overlap(&self, other: &Self) -> bool {
        let (Some(a), Some(b)) = (self.byte_range(), other.byte_range()) else { return false };
        self.buffer == other.buffer && a.start < b.end && b.start < a.end
    }

    /// Returns the range of bytes from the first to the last element; `None` if there are no elements.
    fn byte_range(&self) -> Option<Range<i64>> {
        if self.n_elements() == 0 {
            return None;
        }
        let (mut first, mut last) = (self.offset, self.offset);
        for (size, stride) in self.sizes.iter().zip(&self.strides) {
            let far = (size - 1).saturating_mul(*stride);
            first = first.saturating_add(far.min(0));
            last = last.saturating_add(far.max(0));
        }
        let end = self.first_byte(last.cast_unsigned()).saturating_add(self.element.bytes as i64);
        Some(self.first_byte(first.cast_unsigned())..end)
    }

    /// Returns the offset of an element in the buffer.
    fn first_byte(&self, number: u64) -> i64 {
        let offset = number.cast_signed().saturating_mul(self.element.bytes as i64);
        offset.saturating_add_unsigned(self.base)
    }
}

#[cold]
fn out_of_bounds(dim: usize, index: i64, size: i64) -> Fault {
    Fault::out_of_bounds(OutOfBounds { index, dim, extent: size })
}

/// Iterates over the linear indices of the elements of a view.
#[derive(Debug)]
pub(super) struct Elements {
    next: Option<i64>,
    index: Vec<i64>,
    /// Size and stride of each dimension.
    dims: Box<[(i64, i64)]>,
}

impl Iterator for Elements {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        let number = self.next?;
        let mut following = number;
        self.next = None;
        for (index, (size, stride)) in self.index.iter_mut().zip(&self.dims).rev() {
            *index += 1;
            following = following.wrapping_add(*stride);
            if *index < *size {
                self.next = Some(following);
                break;
            }
            following = following.wrapping_sub(stride.wrapping_mul(*size));
            *index = 0;
        }
        Some(number.cast_unsigned())
    }
}

/// The state of a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Live,
    Constant,
    Freed,
}

/// The owner of a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// The program, which must free it.
    Heap,
    /// A function, a scope or the module.
    Local,
    /// One thread of a launch: no other one can access it.
    Thread,
}

#[derive(Debug)]
struct Buffer {
    bytes: Vec<u8>,
    /// A bit per byte that was written; empty if all were.
    written: Vec<u64>,
    state: State,
    owner: Owner,
    /// Whether its bytes count as device memory.
    is_on_device: bool,
    address: u64,
    /// The linear index of the first element at allocation.
    first: i64,
    /// The operations that allocated and freed it; `None` for arguments.
    made: Option<Op>,
    ended: Option<Op>,
    shadow: Option<Box<Shadow>>,
}

/// A heap buffer that was not freed at the end of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Left {
    pub(super) made: Op,
    pub(super) n_bytes: u64,
    pub(super) buffer: BufferId,
}

/// The bytes of device memory in use, and their limit.
#[derive(Debug)]
struct DeviceBytes {
    most: Option<u64>,
    used: u64,
    /// The peak so far.
    peak: u64,
}

/// All buffers of a run.
#[derive(Debug)]
pub(super) struct Memory {
    buffers: Vec<Buffer>,
    /// Buffers of ended blocks and threads, for reuse.
    spare: Vec<BufferId>,
    /// Buffers that a launch has accessed.
    shadowed: Vec<BufferId>,
    bytes_left: u64,
    device: DeviceBytes,
    next_address: u64,
    /// The thread or iteration that accesses memory now; `None` is the host outside of parallel loops.
    pub(super) stamp: Option<Stamp>,
    /// Whether it is an iteration of a parallel loop of the host.
    pub(super) is_in_host_loop: bool,
    pub(super) finds_races: bool,
    checks_bounds: bool,
    pub(super) deadline: Deadline,
}

/// The bytes from which on an allocation takes longer than a look at the clock.
const LARGE: u64 = 1 << 14;

/// The first artificial address of a buffer. Zero is never one.
const FIRST_ADDRESS: u64 = 0x1000_0000;

impl Memory {
    /// Creates memory that holds as many bytes at one time as the limits allow.
    pub(super) fn new(limits: &Limits, options: &Options) -> Self {
        Self {
            buffers: Vec::new(),
            spare: Vec::new(),
            shadowed: Vec::new(),
            bytes_left: limits.bytes,
            device: DeviceBytes { most: limits.device_bytes, used: 0, peak: 0 },
            next_address: FIRST_ADDRESS,
            stamp: None,
            is_in_host_loop: false,
            finds_races: options.finds_races,
            checks_bounds: options.checks_bounds,
            deadline: Deadline::after(limits.deadline),
        }
    }

    /// Creates a buffer of the caller with these contents.
    pub(super) fn adopt(&mut self, bytes: Vec<u8>, sizes: &[i64], element: Element) -> Result<View> {
        self.take_bytes(bytes.len() as u64)?;
        let buffer = self.push(bytes, Vec::new(), Owner::Heap, None, 64);
        let strides = identity_strides(sizes).into();
        let checks_bounds = self.checks_bounds;
        Ok(View { buffer, base: 0, offset: 0, sizes: sizes.into(), strides, element, checks_bounds })
    }

    /// Allocates a buffer of a type; `dynamic` are its dynamic sizes. Its elements are unwritten.
    pub(super) fn allocate(
        &mut self,
        ty: &BufferType,
        dynamic: &[i64],
        owner: Owner,
        made: Option<Op>,
    ) -> Result<View> {
        let mut dynamic = dynamic.iter();
        let mut size_of = |size: &i64| if *size == DYNAMIC { dynamic.next().copied() } else { Some(*size) };
        let sizes: Box<[i64]> =
            ty.sizes.iter().map(&mut size_of).collect::<Option<_>>().ok_or("a dynamic size is missing")?;
        if let Some(size) = sizes.iter().find(|size| **size < 0) {
            return Err(format!("a size of {size} is negative").into());
        }
        let strides = if ty.is_identity { identity_strides(&sizes).into() } else { ty.strides.clone() };
        if ty.offset == DYNAMIC || strides.contains(&DYNAMIC) {
            return Err("a layout with dynamic strides or offset cannot be allocated".into());
        }
        let n_elements = extent(ty.offset, &sizes, &strides).ok_or("the size of the buffer overflows")?;
        let n_bytes =
            n_elements.checked_mul(ty.element.bytes as u64).ok_or("the size of the buffer overflows")?;
        self.take_bytes(n_bytes)?;
        if LARGE <= n_bytes {
            self.deadline.check()?;
        }
        let (bytes, written) = (vec![0; n_bytes as usize], vec![0; (n_bytes as usize).div_ceil(64)]);
        let buffer = self.push(bytes, written, owner, made, ty.alignment);
        self.buffers[buffer.0 as usize].first = ty.offset;
        let (offset, element, checks_bounds) = (ty.offset, ty.element, self.checks_bounds);
        Ok(View { buffer, base: 0, offset, sizes, strides, element, checks_bounds })
    }

    fn push(
        &mut self,
        bytes: Vec<u8>,
        written: Vec<u64>,
        owner: Owner,
        made: Option<Op>,
        alignment: u64,
    ) -> BufferId {
        let least = if made.is_some() { ALLOCATION_ALIGN } else { 16 };
        let address = self.next_address.next_multiple_of(alignment.clamp(least, 1 << 30));
        // Two buffers are never adjacent, so that an address identifies its buffer.
        self.next_address = address.saturating_add(bytes.len() as u64).saturating_add(16);
        let buffer = Buffer {
            bytes,
            written,
            state: State::Live,
            owner,
            is_on_device: false,
            address,
            first: 0,
            made,
            ended: None,
            shadow: None,
        };
        if let Some(id) = self.spare.pop() {
            self.buffers[id.0 as usize] = buffer;
            return id;
        }
        self.buffers.push(buffer);
        BufferId(self.buffers.len() as u32 - 1)
    }

    fn take_bytes(&mut self, n_bytes: u64) -> Result<()> {
        let left = self.bytes_left.checked_sub(n_bytes);
        self.bytes_left = left.ok_or_else(|| {
            Fault::limit(format!(
                "{n_bytes} bytes exceed the memory limit, of which {} bytes are left",
                self.bytes_left
            ))
        })?;
        Ok(())
    }

    /// Counts a new buffer as device memory. If that exceeds its limit, the failure lists the buffers in use.
    pub(super) fn count_on_device(&mut self, view: &View) -> Result<()> {
        let (used, n_bytes) = (self.device.used, self.bytes_from(view));
        if let Some(most) = self.device.most
            && used.checked_add(n_bytes).is_none_or(|used| most < used)
        {
            let message = format!(
                "expected at most {most} bytes of device memory, but {used} bytes are in use and {n_bytes} more are allocated"
            );
            let live = self.buffers.iter().filter(|buffer| buffer.is_on_device);
            let live = live.filter_map(|buffer| Some((buffer.made?, buffer.bytes.len())));
            return Err(live.fold(Fault::device_memory(message), |fault, (made, n_bytes)| {
                fault.note(made, format!("{n_bytes} bytes are in use from here"))
            }));
        }
        self.device.used += n_bytes;
        self.device.peak = self.device.peak.max(self.device.used);
        self.buffers[view.buffer.0 as usize].is_on_device = true;
        Ok(())
    }

    /// Returns the peak of device memory in use, in bytes.
    pub(super) fn most_device_bytes(&self) -> u64 {
        self.device.peak
    }

    /// Fails if this many more bytes would exceed the limit.
    pub(super) fn check_room(&self, n_elements: u64, bytes: usize) -> Result<()> {
        match n_elements.checked_mul(bytes as u64).filter(|n_bytes| *n_bytes <= self.bytes_left) {
            Some(_) => Ok(()),
            None => Err(Fault::limit("a copy of this buffer passes the limit on memory")),
        }
    }

    /// Frees a buffer that the program allocated, by an operation of the kind that allocated it.
    pub(super) fn free(&mut self, view: &View, op: Op, is_other: impl Fn(Op) -> bool) -> Result<()> {
        let buffer = &self.buffers[view.buffer.0 as usize];
        if buffer.state == State::Freed {
            return Err(buffer.explain("the buffer was already freed"));
        }
        if buffer.owner != Owner::Heap || buffer.state == State::Constant {
            let fault =
                Fault::from("expected a buffer allocated by alloc, but found a global or a local one");
            return Err(buffer.with_maker(fault));
        }
        if buffer.made.is_some_and(is_other) {
            let fault = "expected a buffer allocated by gpu.alloc, but found one of the host";
            return Err(buffer.with_maker(fault.into()));
        }
        if (view.base, view.offset) != (0, buffer.first) {
            return Err(
                buffer.with_maker("expected the buffer returned by alloc, but found a subview of it".into())
            );
        }
        self.end(view.buffer, Some(op));
        Ok(())
    }

    /// Frees a buffer; later uses are errors.
    pub(super) fn end(&mut self, id: BufferId, op: Option<Op>) {
        let buffer = &mut self.buffers[id.0 as usize];
        let n_bytes = buffer.bytes.len() as u64;
        self.bytes_left += n_bytes;
        if std::mem::replace(&mut buffer.is_on_device, false) {
            self.device.used -= n_bytes;
        }
        (buffer.bytes, buffer.written, buffer.shadow) = (Vec::new(), Vec::new(), None);
        (buffer.state, buffer.ended) = (State::Freed, op);
    }

    /// Recycles a buffer without remaining references.
    pub(super) fn recycle(&mut self, id: BufferId) {
        self.end(id, None);
        self.spare.push(id);
    }

    /// Makes a buffer constant: the program cannot write to it.
    pub(super) fn seal(&mut self, view: &View) {
        self.buffers[view.buffer.0 as usize].state = State::Constant;
    }

    /// Whether a buffer was freed.
    pub(super) fn is_freed(&self, view: &View) -> bool {
        self.buffers[view.buffer.0 as usize].state == State::Freed
    }

    /// Returns the artificial address of the first byte of a view.
    pub(super) fn address(&self, view: &View) -> u64 {
        self.buffers[view.buffer.0 as usize].address.wrapping_add(view.base)
    }

    /// Returns the number of bytes from the beginning of a view to the end of the buffer.
    pub(super) fn bytes_from(&self, view: &View) -> u64 {
        (self.buffers[view.buffer.0 as usize].bytes.len() as u64).saturating_sub(view.base)
    }

    /// Returns the heap buffers that were not freed.
    pub(super) fn left(&self) -> impl Iterator<Item = Left> + '_ {
        self.buffers.iter().enumerate().filter_map(|(number, buffer)| {
            let made = buffer.made?;
            let is_left = buffer.owner == Owner::Heap && buffer.state == State::Live;
            let n_bytes = buffer.bytes.len() as u64;
            is_left.then_some(Left { made, n_bytes, buffer: BufferId(number as u32) })
        })
    }

    /// Clears the shadow memory at the end of a launch or of a parallel loop of the host.
    pub(super) fn end_launch(&mut self) {
        for id in self.shadowed.drain(..) {
            self.buffers[id.0 as usize].shadow = None;
        }
        (self.stamp, self.is_in_host_loop) = (None, false);
    }

    /// Begins a launch; the iteration of the host that it is part of is returned. The accesses of the launch and those of
    /// iterations are not compared.
    pub(super) fn begin_launch(&mut self) -> Option<Stamp> {
        let outer = self.stamp;
        self.end_launch();
        outer
    }

    /// Continues with an iteration of the host after a launch.
    pub(super) fn resume(&mut self, outer: Option<Stamp>) {
        (self.stamp, self.is_in_host_loop) = (outer, outer.is_some());
    }

    /// Loads element `number`, all of whose bytes must have been written.
    #[inline]
    pub(super) fn load(&mut self, view: &View, number: u64, op: Op) -> Result<Cell> {
        self.read(view, number, op, RaceAccess::Read)
    }

    /// Loads element `number` atomically, or as one half of an atomic update.
    pub(super) fn load_atomic(&mut self, view: &View, number: u64, op: Op) -> Result<Cell> {
        self.read(view, number, op, RaceAccess::Atomic)
    }

    #[inline]
    fn read(&mut self, view: &View, number: u64, op: Op, access: RaceAccess) -> Result<Cell> {
        if self.stamp.is_some() {
            self.touch(view, number, op, access)?;
        }
        let cell = self.peek(view, number)?;
        cell.ok_or_else(|| {
            let buffer = &self.buffers[view.buffer.0 as usize];
            buffer.with_maker("read of an element that was never written".into())
        })
    }

    /// Returns element `number`; `None` if a byte of it was never written.
    #[inline]
    pub(super) fn peek(&self, view: &View, number: u64) -> Result<Option<Cell>> {
        let buffer = &self.buffers[view.buffer.0 as usize];
        let range = slot(view, number).filter(|range| range.end <= buffer.bytes.len());
        let Some(range) = range else { return Err(buffer.bad_access(view)) };
        if !buffer.is_written(range.clone()) {
            return Ok(None);
        }
        let bytes = &buffer.bytes[range];
        let element = view.element;
        if element.parts == 1 {
            return Ok(Some(Cell::Bits(word(bytes, element.width))));
        }
        let parts = bytes.chunks_exact(element.part_bytes()).map(|part| word(part, element.width));
        Ok(Some(Cell::Row(Rc::new(Row::new(parts.collect())))))
    }

    /// Writes element `number`.
    #[inline]
    pub(super) fn store(&mut self, view: &View, number: u64, value: &Cell, op: Op) -> Result<()> {
        if self.stamp.is_some() {
            let access =
                if self.holds(view, number, value) { RaceAccess::Rewrite } else { RaceAccess::Write };
            self.touch(view, number, op, access)?;
        }
        self.poke(view, number, value)
    }

    /// Stores element `number` atomically.
    pub(super) fn store_atomic(&mut self, view: &View, number: u64, value: &Cell, op: Op) -> Result<()> {
        if self.stamp.is_some() {
            self.touch(view, number, op, RaceAccess::Atomic)?;
        }
        self.poke(view, number, value)
    }

    /// Writes element `number` without race detection.
    #[inline]
    pub(super) fn poke(&mut self, view: &View, number: u64, value: &Cell) -> Result<()> {
        let buffer = &mut self.buffers[view.buffer.0 as usize];
        if buffer.state == State::Constant {
            return Err(buffer.with_maker("write to a constant global".into()));
        }
        let range = slot(view, number).filter(|range| range.end <= buffer.bytes.len());
        let Some(range) = range else { return Err(buffer.bad_access(view)) };
        let bytes = &mut buffer.bytes[range.clone()];
        match value {
            Cell::Bits(bits) => {
                let n_bytes = bytes.len().min(8);
                bytes[..n_bytes].copy_from_slice(&bits.to_le_bytes()[..n_bytes]);
            }
            Cell::Row(row) => {
                let part_bytes = view.element.part_bytes();
                for (part, bits) in bytes.chunks_exact_mut(part_bytes).zip(row.known()?) {
                    part.copy_from_slice(&bits.to_le_bytes()[..part_bytes]);
                }
            }
            Cell::Poison(poison) => return Err(poison.fault()),
            Cell::Empty | Cell::View(_) | Cell::Function(_) | Cell::Object(_) => {
                return Err("a value of this kind cannot be stored".into());
            }
        }
        buffer.mark(range);
        Ok(())
    }

    /// Whether element `number` already has this value.
    fn holds(&self, view: &View, number: u64, value: &Cell) -> bool {
        match (self.peek(view, number), value) {
            (Ok(Some(Cell::Bits(old))), Cell::Bits(new)) => old == zero_extend(*new, view.element.width),
            _ => false,
        }
    }

    /// Records an access of a thread of a launch and checks for races.
    fn touch(&mut self, view: &View, number: u64, op: Op, access: RaceAccess) -> Result<()> {
        let buffer = &mut self.buffers[view.buffer.0 as usize];
        let (Some(stamp), Some(range)) = (self.stamp, slot(view, number)) else { return Ok(()) };
        if !self.finds_races || buffer.owner == Owner::Thread || buffer.bytes.len() < range.end {
            return Ok(());
        }
        if buffer.shadow.is_none() {
            self.shadowed.push(view.buffer);
        }
        let shadow = buffer.shadow.get_or_insert_with(|| Box::new(Shadow::new(range.len())));
        match shadow.touch(range, stamp, op, access) {
            None => Ok(()),
            Some(conflict) => Err(race(access, conflict, self.is_in_host_loop)),
        }
    }
}

#[cold]
fn race(access: RaceAccess, with: Conflict, is_in_host_loop: bool) -> Fault {
    let earlier = with.access.name();
    let Stamp { block, thread, .. } = with.stamp;
    let note = match (is_in_host_loop, thread) {
        (true, 0) => format!("the {earlier} by iteration {block}"),
        (true, inner) => format!("the {earlier} by iteration {} inside of iteration {block}", inner - 1),
        (false, _) => by_thread(earlier, thread.into(), block.into()),
    };
    Fault::race(data_race(access.name(), earlier)).note(with.op, note)
}

/// Returns the bytes of element `number`; `None` if they cannot exist or be accessed.
#[inline]
fn slot(view: &View, number: u64) -> Option<Range<usize>> {
    if view.base != 0 && view.is_misaligned() {
        return None;
    }
    let start = number.checked_mul(view.element.bytes as u64)?.checked_add(view.base)?;
    let start = usize::try_from(start).ok()?;
    Some(start..start.checked_add(view.element.bytes)?)
}

#[inline]
fn word(bytes: &[u8], width: u32) -> u64 {
    let mut word = [0; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    zero_extend(u64::from_le_bytes(word), width)
}

impl Buffer {
    #[inline]
    fn is_written(&self, mut range: Range<usize>) -> bool {
        self.written.is_empty() || range.all(|byte| self.written[byte / 64] >> (byte % 64) & 1 == 1)
    }

    #[inline]
    fn mark(&mut self, range: Range<usize>) {
        if !self.written.is_empty() {
            range.for_each(|byte| self.written[byte / 64] |= 1 << (byte % 64));
        }
    }

    #[cold]
    fn bad_access(&self, view: &View) -> Fault {
        match self.state {
            State::Freed => self.explain("use of a buffer after it was freed"),
            State::Live | State::Constant if view.is_misaligned() => {
                let rest = view.base % view.element.part_bytes() as u64;
                let n = view.element.part_bytes();
                let message =
                    format!("expected an address that is a multiple of {n}, but {rest} bytes remain");
                self.with_maker(message.into())
            }
            State::Live | State::Constant => self.with_maker("the element is outside of its buffer".into()),
        }
    }

    /// Returns an error about a freed buffer, with notes at its allocation and free.
    #[cold]
    fn explain(&self, message: &str) -> Fault {
        let fault = self.with_maker(message.into());
        match self.ended {
            Some(op) if self.owner == Owner::Heap => fault.note(op, "it was freed here"),
            Some(op) => fault.note(op, "its lifetime ended here"),
            None => fault,
        }
    }

    fn with_maker(&self, fault: Fault) -> Fault {
        match self.made {
            Some(op) => fault.note(op, "the buffer was allocated here"),
            None => fault,
        }
    }
}

/// Returns the number of elements up to the last one; `None` if it overflows or a stride is negative.
fn extent(offset: i64, sizes: &[i64], strides: &[i64]) -> Option<u64> {
    if sizes.contains(&0) {
        return Some(0);
    }
    let mut last = u64::try_from(offset).ok()?;
    for (size, stride) in sizes.iter().zip(strides) {
        let reach = u64::try_from(size - 1).ok()?.checked_mul(u64::try_from(*stride).ok()?)?;
        last = last.checked_add(reach)?;
    }
    last.checked_add(1)
}
