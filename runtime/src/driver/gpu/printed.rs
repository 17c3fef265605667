//! The output of `gpu.printf` on GPUs whose driver does not print: kernels append records to a ring in pinned host
//! memory ([`warpline_ir::printf`]). All images of a program share it, so that output is in the order of printing.
//!
//! The host reads the ring without calling the driver, also while kernels run, and after the context is lost.

use std::ffi::CString;
use std::mem::offset_of;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use warpline_ir::printf::{LOST, PrintState, PrintedType, RECORDS, RING_BYTES, ring_size};
use warpline_ir::scalar::float;

use super::context::Context;
use super::driver::Image;
use crate::driver::Result;
use crate::driver::handles::lock;
use crate::print_helpers::{PrintArg, c_format};
use crate::program::{PRINT_VARIABLE, PrintFormat};

/// The output of the kernels of a program.
pub(super) struct Printed {
    /// The address of the number of claimed bytes, in device memory.
    claimed: u64,
    /// The address of the ring.
    ring: u64,
    /// The formats of all images.
    formats: Vec<PrintFormat>,
    /// The number of bytes read.
    read: Mutex<u64>,
}

impl Printed {
    /// Allocates an empty ring for records of these formats.
    pub(super) fn new(cx: &Context, formats: Vec<PrintFormat>) -> Result<Self> {
        let bytes = ring_size(&formats);
        let claimed = cx.call(|driver| driver.mem_alloc(size_of::<u64>() as u64))?;
        let cleared = cx.call(|driver| driver.write_number(claimed, 0));
        let ring = cleared.and_then(|()| cx.call(|driver| driver.mem_host_alloc(bytes)));
        let ring = ring.inspect_err(|_| drop(cx.call(|driver| driver.mem_free(claimed))))?;
        let printed = Self { claimed, ring, formats, read: Mutex::default() };
        (0..bytes).step_by(8).for_each(|offset| printed.word(offset).store(0, Ordering::Relaxed));
        printed.word(0).store(RING_BYTES, Ordering::Release);
        Ok(printed)
    }

    /// Makes the kernels of an image print; `first` is the number of its first format.
    pub(super) fn connect(&self, cx: &Context, image: Image, first: u64) -> Result<()> {
        let name = CString::new(PRINT_VARIABLE).expect("the name has no zero");
        let variable = cx.call(|driver| driver.image_variable(image, &name))?;
        let fields = [
            (offset_of!(PrintState, claimed), self.claimed),
            (offset_of!(PrintState, ring), self.ring),
            (offset_of!(PrintState, first), first),
        ];
        fields.into_iter().try_for_each(|(offset, number)| {
            cx.call(|driver| driver.write_number(variable + offset as u64, number))
        })
    }

    /// Frees the memory, which no kernel may use any more.
    pub(super) fn free(&self, cx: &Context) -> Result<()> {
        let ring = cx.call(|driver| driver.mem_free_host(self.ring));
        let claimed = cx.call(|driver| driver.mem_free(self.claimed));
        ring.and(claimed)
    }

    /// Takes the text of all complete records.
    pub(super) fn take(&self) -> String {
        let (mut text, mut is_lost) = (String::new(), false);
        let mut read = lock(&self.read);
        let limit = *read + RING_BYTES;
        while *read < limit {
            let at = RECORDS + *read % RING_BYTES;
            let bytes = match self.word(at).load(Ordering::Acquire) {
                LOST => {
                    if !is_lost {
                        text.push_str("… (further output of kernels is dropped)\n");
                    }
                    is_lost = true;
                    size_of_val(&LOST) as u64
                }
                number => {
                    let Some(format) = self.format(number) else { break };
                    is_lost = false;
                    text.push_str(&self.text(format, at));
                    format.record_bytes()
                }
            };
            (at..at + bytes).step_by(8).for_each(|offset| self.word(offset).store(0, Ordering::Relaxed));
            *read += bytes;
        }
        self.word(0).store(*read + RING_BYTES, Ordering::Release);
        text
    }

    /// Returns the format with a number; `None` for that of an incomplete record, 0.
    fn format(&self, number: u64) -> Option<&PrintFormat> {
        self.formats.get(usize::try_from(number.checked_sub(1)?).ok()?)
    }

    /// Formats the record at an offset in the ring.
    fn text(&self, format: &PrintFormat, at: u64) -> String {
        let arg = |(offset, ty): (u64, &PrintedType)| {
            let bits = self.word(at + offset).load(Ordering::Relaxed);
            match ty {
                PrintedType::Int(width) => PrintArg::Int(bits, *width),
                PrintedType::Float(format) => PrintArg::Float(float::widen(*format, bits)),
            }
        };
        let args: Vec<PrintArg> = (8..).step_by(8).zip(&format.args).map(arg).collect();
        c_format(&format.text, &args).unwrap_or_else(|error| error + "\n")
    }

    /// Returns a word of the ring.
    fn word(&self, offset: u64) -> &AtomicU64 {
        let word = std::ptr::with_exposed_provenance_mut::<u64>((self.ring + offset) as usize);
        // SAFETY: offsets are multiples of 8 within the memory, which is pinned until the program is unloaded; the
        // host only accesses it here.
        unsafe { AtomicU64::from_ptr(word) }
    }
}
