//! What a program prints, and buffers that its host code compares.

use super::{Run, out_of_range};
use crate::driver::detect::View;
use crate::driver::{DeviceError, Result};
use crate::print_helpers::{BufferText, MAX_DIFFERENT_SHOWN, difference_line, is_as_expected, text_of};
use warpline_ir::host_abi::{AccessKind, BufferForm, PrintKind};

/// The maximum length of the text of a printed buffer, in bytes.
const MAX_PRINTED: usize = 1 << 24;

impl Run {
    pub(in crate::exec) fn print(&mut self, kind: u32, bits: u64) -> Result<()> {
        let kind = PrintKind::from_number(kind).ok_or_else(|| out_of_range("wl_print", "kind", kind))?;
        self.output.push_str(&text_of(kind, &[bits]));
        Ok(())
    }

    /// Appends to the error output.
    pub(in crate::exec) fn print_error(&mut self, text: &str) {
        self.error_output.push_str(text);
    }

    /// Returns the number of elements of the first buffer that differ from those of the second; lists the first of them in
    /// the error output. `parts` reads an element by its number.
    pub(in crate::exec) fn verify(
        &mut self,
        op: u32,
        [actual, expected]: [&BufferText<'_>; 2],
        parts: impl Fn(&BufferText<'_>, i64) -> Vec<u64>,
    ) -> Result<u64> {
        for buffer in [actual, expected] {
            self.host_accesses("wl_verify", op, buffer, AccessKind::Read)?;
        }
        if actual.sizes != expected.sizes {
            return Err(DeviceError::unequal_shapes(actual.sizes, expected.sizes));
        }
        let kind = actual.kind;
        let mut n_errors = 0;
        for (a, b) in actual.numbers().zip(expected.numbers()) {
            let (left, right) = (parts(actual, a), parts(expected, b));
            if is_as_expected(kind, &left, &right) {
                continue;
            }
            n_errors += 1;
            if n_errors <= MAX_DIFFERENT_SHOWN {
                self.print_error(&difference_line(kind, &left, &right, a - actual.offset));
            }
        }
        Ok(n_errors)
    }

    /// Notifies the observer that the host accesses a buffer, or returns an error if it cannot.
    pub(in crate::exec) fn host_accesses(
        &self,
        call: &'static str,
        op: u32,
        buffer: &BufferText<'_>,
        access: AccessKind,
    ) -> Result<()> {
        let element_bytes = buffer.kind.bytes() as u64;
        let first = buffer.offset.wrapping_mul(element_bytes as i64);
        let sizes: Vec<u64> = buffer.sizes.iter().map(|size| (*size).max(0) as u64).collect();
        let address = buffer.address.wrapping_add_signed(first);
        let view = View { address, element_bytes, sizes: &sizes, strides: buffer.strides };
        self.check_reached(call, address)?;
        self.notify(|observer| observer.host_access(op, access, &view));
        Ok(())
    }

    /// Appends the output of `printMemref` functions. `parts` reads the element with a linear index.
    pub(in crate::exec) fn print_buffer(
        &mut self,
        op: u32,
        form: BufferForm,
        buffer: &BufferText<'_>,
        parts: impl Fn(i64) -> Vec<u64>,
    ) -> Result<()> {
        if form == BufferForm::Shape {
            for part in ["Unranked Memref ", &buffer.shape_line(), "\n"] {
                self.output.push_str(part);
            }
            return Ok(());
        }
        self.host_accesses("wl_print_buffer", op, buffer, AccessKind::Read)?;
        self.output.push_str(if form == BufferForm::Unranked { "Unranked Memref " } else { "Memref " });
        let text = buffer.text(MAX_PRINTED, |number| Ok::<_, DeviceError>(parts(number)))?;
        self.output.push_str(&text);
        Ok(())
    }

    /// Returns an error if an address is in device memory that the host cannot access.
    fn check_reached(&self, call: &'static str, address: u64) -> Result<()> {
        let arenas = self.scopes.iter().filter_map(|scope| Some(scope.arena?.0));
        let is_in = |(start, bytes): (u64, u64)| start <= address && address - start < bytes;
        let is_inside = arenas.chain(self.buffers.device_buffers()).any(is_in);
        if !is_inside || self.device.caps().host_addressable {
            return Ok(());
        }
        let message = "the host cannot read device memory; allocate it as host_shared, or copy it first";
        Err(DeviceError::new(call, "WrongMemory", message))
    }
}
