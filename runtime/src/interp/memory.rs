//! Buffers and views of them, with every access checked.

use super::code::{BufferType, Element};
use warpline_ir::DYNAMIC;
use warpline_ir::types::identity_strides;

/// A failure, without its place.
pub(super) type Result<T> = std::result::Result<T, String>;

/// A buffer, by its number; numbers of buffers that programs made are not used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BufferId(u32);

/// A part of a buffer: the element at `indices` is number `offset + Σ index · stride`.
#[derive(Clone, Debug)]
pub(super) struct View {
    pub(super) buffer: BufferId,
    pub(super) offset: i64,
    pub(super) sizes: Box<[i64]>,
    pub(super) strides: Box<[i64]>,
    pub(super) element: Element,
}

impl View {
    /// The number of elements.
    pub(super) fn n_elements(&self) -> u64 {
        self.sizes.iter().fold(1, |n, size| n.saturating_mul(size.cast_unsigned()))
    }

    /// The number in the buffer of each element, row-major.
    pub(super) fn elements(&self) -> Vec<u64> {
        if self.n_elements() == 0 {
            return Vec::new();
        }
        let mut found = vec![self.offset];
        for (size, stride) in self.sizes.iter().zip(&self.strides) {
            found = found.iter().flat_map(|base| (0..*size).map(move |i| base + i * stride)).collect();
        }
        found.into_iter().map(i64::cast_unsigned).collect()
    }

    /// The number in the buffer of the element at these indices.
    #[inline]
    pub(super) fn at(&self, indices: impl ExactSizeIterator<Item = i64>) -> Result<u64> {
        if indices.len() != self.sizes.len() {
            return Err(format!("expected {} indices, but found {}", self.sizes.len(), indices.len()));
        }
        let mut number = self.offset;
        for (dim, index) in indices.enumerate() {
            if !(0..self.sizes[dim]).contains(&index) {
                return Err(out_of_bounds(dim, index, self.sizes[dim]));
            }
            number = number.wrapping_add(index.wrapping_mul(self.strides[dim]));
        }
        Ok(number.cast_unsigned())
    }
}

#[cold]
fn out_of_bounds(dim: usize, index: i64, size: i64) -> String {
    format!("index {index} is out of bounds of dimension {dim} of size {size}")
}

/// What may be done with a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Live,
    Constant,
    Freed,
}

#[derive(Debug)]
struct Buffer {
    bytes: Vec<u8>,
    element: usize,
    /// A bit per element that was written; empty where all were.
    written: Vec<u64>,
    state: State,
    /// Whether the program may free it.
    is_heap: bool,
}

/// All buffers of a run.
#[derive(Debug, Default)]
pub(super) struct Memory {
    buffers: Vec<Buffer>,
    /// Buffers of blocks and threads that have ended.
    spare: Vec<BufferId>,
    bytes_left: u64,
}

impl Memory {
    /// Memory for this many bytes at one time.
    pub(super) fn new(bytes: u64) -> Self {
        Self { bytes_left: bytes, ..Self::default() }
    }

    /// A buffer with this content.
    pub(super) fn adopt(&mut self, bytes: Vec<u8>, sizes: &[i64], element: Element) -> Result<View> {
        self.take_bytes(bytes.len() as u64)?;
        let buffer =
            Buffer { bytes, element: element.bytes, written: vec![], state: State::Live, is_heap: true };
        let buffer = self.push(buffer);
        Ok(View { buffer, offset: 0, sizes: sizes.into(), strides: identity_strides(sizes).into(), element })
    }

    /// A new buffer of a type; `dynamic` are its dynamic sizes. Nothing of it is written.
    pub(super) fn allocate(&mut self, ty: &BufferType, dynamic: &[i64], is_heap: bool) -> Result<View> {
        let mut dynamic = dynamic.iter();
        let mut size_of = |size: &i64| if *size == DYNAMIC { dynamic.next().copied() } else { Some(*size) };
        let sizes: Box<[i64]> =
            ty.sizes.iter().map(&mut size_of).collect::<Option<_>>().ok_or("a dynamic size is missing")?;
        if let Some(size) = sizes.iter().find(|size| **size < 0) {
            return Err(format!("a size of {size} is negative"));
        }
        let strides = if ty.is_identity { identity_strides(&sizes).into() } else { ty.strides.clone() };
        if ty.offset == DYNAMIC || strides.contains(&DYNAMIC) {
            return Err("a layout with dynamic strides or offset cannot be allocated".into());
        }
        let n_elements = extent(ty.offset, &sizes, &strides).ok_or("the size of the buffer overflows")?;
        let n_bytes =
            n_elements.checked_mul(ty.element.bytes as u64).ok_or("the size of the buffer overflows")?;
        self.take_bytes(n_bytes)?;
        let buffer = Buffer {
            bytes: vec![0; n_bytes as usize],
            element: ty.element.bytes,
            written: vec![0; (n_elements as usize).div_ceil(64)],
            state: State::Live,
            is_heap,
        };
        Ok(View { buffer: self.push(buffer), offset: ty.offset, sizes, strides, element: ty.element })
    }

    fn push(&mut self, buffer: Buffer) -> BufferId {
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
            format!("{n_bytes} bytes pass the limit on memory, of which {} bytes are left", self.bytes_left)
        })?;
        Ok(())
    }

    /// Ends a buffer that the program made.
    pub(super) fn free(&mut self, view: &View) -> Result<()> {
        let buffer = &self.buffers[view.buffer.0 as usize];
        if buffer.state == State::Freed {
            return Err("the buffer was already freed".into());
        }
        if !buffer.is_heap || buffer.state == State::Constant {
            return Err("expected a buffer made by alloc, but found a global or a local one".into());
        }
        self.end(view.buffer);
        Ok(())
    }

    /// Ends a buffer; later uses are errors.
    pub(super) fn end(&mut self, id: BufferId) {
        let buffer = &mut self.buffers[id.0 as usize];
        self.bytes_left += buffer.bytes.len() as u64;
        *buffer = Buffer { bytes: vec![], written: vec![], state: State::Freed, ..*buffer };
    }

    /// Ends a buffer that nothing refers to any more.
    pub(super) fn recycle(&mut self, id: BufferId) {
        self.end(id);
        self.spare.push(id);
    }

    /// Marks a global: the program cannot free it, nor write to it if it is constant.
    pub(super) fn seal(&mut self, view: &View, is_constant: bool) {
        let buffer = &mut self.buffers[view.buffer.0 as usize];
        buffer.is_heap = false;
        if is_constant {
            buffer.state = State::Constant;
        }
    }

    /// Whether a buffer was freed.
    pub(super) fn is_freed(&self, view: &View) -> bool {
        self.buffers[view.buffer.0 as usize].state == State::Freed
    }

    /// The bits of element `number`, which must have been written.
    #[inline]
    pub(super) fn load(&self, view: &View, number: u64) -> Result<u64> {
        self.peek(view, number)?.ok_or_else(|| "read of an element that was never written".into())
    }

    /// The bits of element `number`; `None` if it was never written.
    #[inline]
    pub(super) fn peek(&self, view: &View, number: u64) -> Result<Option<u64>> {
        let buffer = &self.buffers[view.buffer.0 as usize];
        let Some(bytes) = buffer.slot(number).and_then(|range| buffer.bytes.get(range)) else {
            return Err(buffer.bad_access());
        };
        if !buffer.is_written(number) {
            return Ok(None);
        }
        let mut bits = [0; 8];
        bits[..bytes.len()].copy_from_slice(bytes);
        Ok(Some(u64::from_le_bytes(bits)))
    }

    /// Writes element `number`.
    #[inline]
    pub(super) fn store(&mut self, view: &View, number: u64, bits: u64) -> Result<()> {
        let buffer = &mut self.buffers[view.buffer.0 as usize];
        if buffer.state == State::Constant {
            return Err("write to a constant global".into());
        }
        let Some(bytes) = buffer.slot(number).and_then(|range| buffer.bytes.get_mut(range)) else {
            return Err(buffer.bad_access());
        };
        let n_bytes = bytes.len();
        bytes.copy_from_slice(&bits.to_le_bytes()[..n_bytes]);
        if let Some(word) = buffer.written.get_mut(number as usize / 64) {
            *word |= 1 << (number % 64);
        }
        Ok(())
    }
}

impl Buffer {
    #[inline]
    fn slot(&self, number: u64) -> Option<std::ops::Range<usize>> {
        let start = usize::try_from(number).ok()?.checked_mul(self.element)?;
        Some(start..start.checked_add(self.element)?)
    }

    #[inline]
    fn is_written(&self, number: u64) -> bool {
        self.written.get(number as usize / 64).is_none_or(|word| word >> (number % 64) & 1 == 1)
    }

    #[cold]
    fn bad_access(&self) -> String {
        match self.state {
            State::Freed => "use of a buffer after it was freed".into(),
            State::Live | State::Constant => "the element is outside of its buffer".into(),
        }
    }
}

/// The number of elements up to the last one; `None` where it overflows or a stride is negative.
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
