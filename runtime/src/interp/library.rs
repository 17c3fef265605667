//! The library functions that programs may declare, under the names of MLIR's runner libraries.
//!
//! `rtclock` and `nanoTime` count steps as if each took a nanosecond: the output of a run does not depend on
//! time.

use super::code::{Cell, Reg};
use super::fault::Result;
use super::machine::{Machine, cell, no_value, set, view};
use super::memory::View;
use super::scalars::bits;
use crate::print_helpers::{
    BufferText, MAX_DIFFERENT_SHOWN, difference_line, flops_line, is_as_expected, sort, text_of,
};
use std::rc::Rc;
use warpline_ir::dialect::rt::StreamCall;
use warpline_ir::host_abi::{BufferForm, PrintKind};
use warpline_ir::scalar::{float, signed};
use warpline_ir::{Op, Type};

/// A function of the runtime.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Helper {
    PrintUnrankedBuffer,
    PrintBuffer,
    PrintShape,
    /// Returns the number of differing elements of two buffers.
    Verify,
    PrintSigned,
    PrintUnsigned,
    PrintFloat,
    PrintFlops,
    /// Copies the contents of the second argument into the third; the first is the size of an element.
    Copy,
    /// Sorts the first elements of a buffer; the first argument is their number.
    Sort,
    /// Prints a fixed text.
    Print(&'static str),
    /// Returns the time in seconds.
    Clock,
    /// Returns the time in nanoseconds.
    NanoTime,
    /// Creates, destroys or waits for a user stream.
    Stream(StreamCall),
    /// Launches on a user stream.
    UseStream,
    /// Returns registered host memory as the device addresses it: at the same address.
    DeviceView,
}

impl Helper {
    /// Returns the function with this name.
    pub(super) fn named(name: &str) -> Option<Self> {
        let name = name.strip_prefix("_mlir_ciface_").unwrap_or(name);
        if let Some(form) = BufferForm::of_function(name) {
            return Some(match form {
                BufferForm::Shape => Self::PrintShape,
                BufferForm::Ranked => Self::PrintBuffer,
                BufferForm::Unranked => Self::PrintUnrankedBuffer,
            });
        }
        if name.starts_with("verifyMemRef") {
            return Some(Self::Verify);
        }
        if let Some(call) = StreamCall::named(name) {
            return Some(Self::Stream(call));
        }
        match name {
            "printI64" | "printIndex" => Some(Self::PrintSigned),
            "printU64" => Some(Self::PrintUnsigned),
            "printF16" | "printBF16" | "printF32" | "printF64" => Some(Self::PrintFloat),
            "printFlops" => Some(Self::PrintFlops),
            "printOpen" => Some(Self::Print("( ")),
            "printClose" => Some(Self::Print(" )")),
            "printComma" => Some(Self::Print(", ")),
            "printNewline" => Some(Self::Print("\n")),
            "rtclock" => Some(Self::Clock),
            "nanoTime" => Some(Self::NanoTime),
            "mgpuMemGetDeviceMemRef1dFloat" | "mgpuMemGetDeviceMemRef1dInt32" => Some(Self::DeviceView),
            "memrefCopy" => Some(Self::Copy),
            "stdSortI64" | "stdSortF64" | "stdSortF32" => Some(Self::Sort),
            _ => None,
        }
    }
}

impl Machine<'_> {
    /// Calls a function of the runtime.
    pub(super) fn help(
        &mut self,
        helper: Helper,
        args: &[(Reg, Type)],
        results: &[Reg],
        regs: &mut [Cell],
        op: Op,
    ) -> Result<()> {
        let text = match (helper, args) {
            (Helper::Print(text), []) => text.to_string(),
            (Helper::PrintSigned, [(reg, ty)]) => {
                let width = self.module.bit_width(*ty).ok_or_else(no_value)?;
                signed(bits(regs, *reg)?, width).to_string()
            }
            (Helper::PrintUnsigned, [(reg, _)]) => bits(regs, *reg)?.to_string(),
            (Helper::PrintFloat, [(reg, ty)]) => {
                let kind = PrintKind::of(self.module, *ty).ok_or_else(no_value)?;
                text_of(kind, &[bits(regs, *reg)?])
            }
            (Helper::PrintFlops, [(reg, ty)]) => {
                let format = self.module.float_kind(*ty).ok_or_else(no_value)?;
                return self.output.print_error(&flops_line(float::widen(format, bits(regs, *reg)?)));
            }
            (Helper::PrintShape, [(reg, _)]) => {
                let source = view(regs, *reg)?;
                format!("Unranked Memref {}\n", self.buffer(source, &source.sizes)?.shape_line())
            }
            (Helper::PrintUnrankedBuffer, [(reg, _)]) => {
                self.buffer_text("Unranked Memref ", view(regs, *reg)?, op)?
            }
            (Helper::PrintBuffer, [(reg, _)]) => self.buffer_text("Memref ", view(regs, *reg)?, op)?,
            (Helper::Copy, [_, (from, _), (to, _)]) => {
                let (from, to) = (Rc::clone(view(regs, *from)?), Rc::clone(view(regs, *to)?));
                if from.element.ty != to.element.ty {
                    return Err("expected buffers of the same elements".into());
                }
                self.charge(from.n_elements())?;
                return super::views::copy(&mut self.memory, &from, &to, op);
            }
            (Helper::Sort, [(n, Type::INDEX | Type::I64), (buffer, _)]) => {
                return self.sort(bits(regs, *n)?, &Rc::clone(view(regs, *buffer)?), op);
            }
            (Helper::Clock, []) => {
                let seconds = self.clock() as f64 * 1e-9;
                return give(results, Cell::Bits(seconds.to_bits()), regs);
            }
            (Helper::Stream(StreamCall::Create), []) => {
                let stream = self.streams.create(op);
                return give(results, Cell::Bits(stream), regs);
            }
            (Helper::Stream(StreamCall::Destroy), [(reg, _)]) => {
                return self.streams.destroy(bits(regs, *reg)?);
            }
            // Device work runs synchronously where it is issued.
            (Helper::Stream(StreamCall::Synchronize) | Helper::UseStream, [(reg, _)]) => {
                return self.streams.check(bits(regs, *reg)?);
            }
            (Helper::DeviceView, [(buffer, _)]) => {
                let buffer = Rc::clone(view(regs, *buffer)?);
                return give(results, Cell::View(buffer), regs);
            }
            (Helper::NanoTime, []) => return give(results, Cell::Bits(self.clock()), regs),
            (Helper::Verify, [(actual, _), (expected, _)]) => {
                let (actual, expected) = (Rc::clone(view(regs, *actual)?), Rc::clone(view(regs, *expected)?));
                let n_errors = self.verify(&actual, &expected, op)?;
                return give(results, Cell::Bits(n_errors), regs);
            }
            _ => return Err("unsupported operands of a runtime function".into()),
        };
        self.output.print(&text)
    }

    /// Sorts the first `n` elements of a buffer of numbers in ascending order.
    fn sort(&mut self, n: u64, buffer: &View, op: Op) -> Result<()> {
        if buffer.n_elements() < n {
            return Err(format!("expected at least {n} elements, but found {}", buffer.n_elements()).into());
        }
        self.charge(n.saturating_mul(u64::from(n.max(1).ilog2()) + 1))?;
        let places: Vec<u64> = buffer.elements().take(n as usize).collect();
        let mut values = Vec::with_capacity(places.len());
        for place in &places {
            values.push(self.parts(buffer, *place, op)?.first().copied().unwrap_or_default());
        }
        let kind = PrintKind::of(self.module, buffer.element.ty).ok_or_else(no_value)?;
        sort(kind, &mut values);
        for (place, bits) in places.into_iter().zip(values) {
            self.memory.store(buffer, place, &Cell::Bits(bits), op)?;
        }
        Ok(())
    }

    fn buffer<'v>(&self, source: &'v View, sizes: &'v [i64]) -> Result<BufferText<'v>> {
        let kind = PrintKind::of_element(self.module, source.element.ty);
        let kind = kind.ok_or("elements of this type cannot be printed")?;
        let address = self.memory.address(source);
        Ok(BufferText { address, offset: source.offset, sizes, strides: &source.strides, kind })
    }

    fn buffer_text(&mut self, title: &str, source: &View, op: Op) -> Result<String> {
        let buffer = self.buffer(source, &source.sizes)?;
        let limit = self.output.limit;
        let text = buffer.text(limit, |number| self.parts(source, number.cast_unsigned(), op))?;
        Ok(format!("{title}{text}"))
    }

    fn parts(&mut self, source: &View, number: u64, op: Op) -> Result<Vec<u64>> {
        match self.memory.load(source, number, op)? {
            Cell::Bits(bits) => Ok(vec![bits]),
            Cell::Row(row) => Ok(row.known()?.to_vec()),
            _ => Err(no_value()),
        }
    }

    /// Returns the number of differing elements; lists the first of them on the error stream.
    fn verify(&mut self, actual: &View, expected: &View, op: Op) -> Result<u64> {
        if actual.sizes != expected.sizes {
            return Err(format!(
                "expected equal shapes, but found {:?} and {:?}",
                actual.sizes, expected.sizes
            )
            .into());
        }
        self.charge(actual.n_elements())?;
        let kind = self.buffer(actual, &actual.sizes)?.kind;
        let mut n_errors = 0;
        for (a, b) in actual.elements().zip(expected.elements()) {
            let (left, right) = (self.parts(actual, a, op)?, self.parts(expected, b, op)?);
            if is_as_expected(kind, &left, &right) {
                continue;
            }
            n_errors += 1;
            if n_errors <= MAX_DIFFERENT_SHOWN {
                let number = a.cast_signed() - actual.offset;
                self.output.print_error(&difference_line(kind, &left, &right, number))?;
            }
        }
        Ok(n_errors)
    }
}

fn give(results: &[Reg], value: Cell, regs: &mut [Cell]) -> Result<()> {
    match results {
        [dst] => set(regs, *dst, value),
        _ => return Err("the function of the runtime has one result".into()),
    }
    Ok(())
}

/// Returns the value of an argument to print.
pub(super) fn printable(regs: &[Cell], reg: Reg) -> Result<u64> {
    match cell(regs, reg)? {
        Cell::Bits(bits) => Ok(*bits),
        Cell::Poison(poison) => Err(poison.fault()),
        Cell::Empty | Cell::Row(_) | Cell::View(_) | Cell::Function(_) | Cell::Object(_) => Err(no_value()),
    }
}
