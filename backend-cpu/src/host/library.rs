//! Library functions that programs may declare without a body: they print, or create and destroy streams,
//! under the names of MLIR's runner libraries.

use super::foreign::foreign_symbol;
use crate::emit::{Emitted, Emitter};
use crate::lowered::is_buffer;
use crate::select::memref;
use cranelift_codegen::ir::{InstBuilder, Value as Reg, types};
use warpline_ir::dialect::rt::StreamCall;
use warpline_ir::dialect::vector::printed_end;
use warpline_ir::host_abi::{self, BufferForm, Function, PrintKind};
use warpline_ir::print::type_text;
use warpline_ir::{Float, Op, OpRef, Type, TypeKind, Value};

impl Emitter<'_, '_> {
    /// Emits a call that returns registered host memory as the device addresses it: at the same address, as devices with
    /// memory of their own refuse registered memory.
    fn device_view(&mut self, op: OpRef<'_>, name: &str) -> Emitted {
        let is_same =
            op.operands().len() == 1 && op.n_results() == 1 && op.operand_type(0) == op.result_type(0);
        if !is_same || !self.module.is_memref(op.operand_type(0)) {
            return Err(self.unsupported(format!("'{name}' takes a buffer and returns one of the same type")));
        }
        let parts = self.get(op.operand(0))?.parts();
        self.bind(&[op.result(0)], &parts)
    }

    /// Emits a call to a function without a body.
    pub(super) fn library_call(&mut self, op: OpRef<'_>, callee: Op) -> Emitted {
        let name = self.module.symbol_name(callee).unwrap_or_default();
        let name = name.strip_prefix("_mlir_ciface_").unwrap_or(name);
        if let Some(call) = StreamCall::named(name) {
            return self.stream_call(op, call);
        }
        let (kind, ty) = match name {
            "printI64" => (PrintKind::Signed(64), Type::I64),
            "printU64" => (PrintKind::Unsigned(64), Type::I64),
            "printIndex" => (PrintKind::Signed(64), Type::INDEX),
            "printF16" => (PrintKind::Float(Float::F16), Type::F16),
            "printBF16" => (PrintKind::Float(Float::BF16), Type::BF16),
            "printF32" => (PrintKind::Float(Float::F32), Type::F32),
            "printF64" | "printFlops" => (PrintKind::Float(Float::F64), Type::F64),
            "mgpuMemGetDeviceMemRef1dFloat" | "mgpuMemGetDeviceMemRef1dInt32" => {
                return self.device_view(op, name);
            }
            "printNewline" => return self.print_bits(PrintKind::Newline, 0),
            "printOpen" => return self.print_text("( "),
            "printClose" => return self.print_text(" )"),
            "printComma" => return self.print_text(", "),
            "memrefCopy" => return self.library_copy(op, name),
            "stdSortI64" | "stdSortF32" | "stdSortF64" => return self.sort(op, name),
            "rtclock" | "nanoTime" => return self.clock(op, name),
            _ if let Some(form) = BufferForm::of_function(name) => return self.print_buffer(op, name, form),
            _ if name.starts_with("verifyMemRef") => return self.verify_buffer(op, name),
            _ => {
                let symbol = foreign_symbol(self.module, callee);
                if self.host()?.tables.foreign.contains(&symbol) {
                    return self.foreign_call(op, callee, &symbol);
                }
                return Err(self.unsupported(format!(
                    "the function '{name}' has no body; known are printI64, printU64, printIndex, printF16, printBF16, \
                     printF32, printF64, printFlops, printNewline, printOpen, printClose, printComma, printMemref, \
                     printMemrefShape and verifyMemRef functions, memrefCopy, stdSortI64, stdSortF32, stdSortF64, rtclock, nanoTime, mgpuStreamCreate, \
                     mgpuStreamSynchronize, mgpuStreamDestroy, mgpuMemGetDeviceMemRef1dFloat and \
                     mgpuMemGetDeviceMemRef1dInt32; --shared-libs with --allow-shared-libs opens libraries with others"
                )));
            }
        };
        if op.operands().len() != 1 || op.operand_type(0) != ty || op.n_results() != 0 {
            return Err(self.unsupported(format!("'{name}' takes one value of its type and returns nothing")));
        }
        let value = self.scalar(op.operand(0))?;
        let bits = self.slot_bits(value);
        if name == "printFlops" {
            return self.runtime_call(&host_abi::wl_print_flops, [bits]);
        }
        let kind = self.print_kind(kind);
        self.runtime_call(&host_abi::wl_print, [kind, bits])
    }

    fn stream_call(&mut self, op: OpRef<'_>, call: StreamCall) -> Emitted {
        let values = op.operands().iter().copied().chain(op.results());
        let is_pointer = |value: Value| self.module.is_pointer(self.module.type_of(value));
        let is_known = StreamCall::of(self.module, op.op).is_some();
        if !is_known || !values.into_iter().all(is_pointer) {
            let expected = "mgpuStreamCreate returns a stream, the others take one, all of type !llvm.ptr";
            return Err(self.unsupported(expected));
        }
        match call {
            StreamCall::Create => {
                let out = self.stack(8);
                self.runtime_call(&host_abi::wl_stream_new, [out])?;
                let handle = self.load(types::I64, out, 0);
                self.set_result(handle);
                Ok(())
            }
            StreamCall::Synchronize => self.on_stream(op, &host_abi::wl_stream_wait),
            StreamCall::Destroy => self.on_stream(op, &host_abi::wl_stream_end),
        }
    }

    /// Emits a call that returns the time: `rtclock` in seconds, `nanoTime` in nanoseconds.
    fn clock(&mut self, op: OpRef<'_>, name: &str) -> Emitted {
        let ty = if name == "rtclock" { Type::F64 } else { Type::I64 };
        let is_right = op.operands().is_empty() && op.n_results() == 1 && op.result_type(0) == ty;
        if !is_right {
            return Err(self
                .unsupported(format!("'{name}' takes nothing and returns {}", type_text(self.module, ty))));
        }
        let out = self.stack(8);
        self.runtime_call(&host_abi::wl_clock, [out])?;
        let mut now = self.load(types::I64, out, 0);
        if ty == Type::F64 {
            let (whole, each) =
                (self.builder.ins().fcvt_from_uint(types::F64, now), self.builder.ins().f64const(1e-9));
            now = self.builder.ins().fmul(whole, each);
        }
        self.set_result(now);
        Ok(())
    }

    fn on_stream(&mut self, op: OpRef<'_>, function: &Function<1>) -> Emitted {
        let handle = self.scalar(op.operand(0))?;
        self.runtime_call(function, [handle])
    }

    fn print_text(&mut self, text: &str) -> Emitted {
        text.bytes().try_for_each(|letter| self.print_bits(PrintKind::Char, i64::from(letter)))
    }

    fn print_bits(&mut self, kind: PrintKind, bits: i64) -> Emitted {
        let args = [self.print_kind(kind), self.index(bits)];
        self.runtime_call(&host_abi::wl_print, args)
    }

    /// Emits code for `vector.print`: brackets and commas around the elements, then the punctuation.
    pub(crate) fn vector_print(&mut self, op: OpRef<'_>) -> Emitted {
        if let [value] = op.operands() {
            let ty = op.type_of(*value);
            let elements = self.parts_of(&[*value])?;
            let shape = match self.module.type_kind(ty) {
                TypeKind::Vector(shape, ..) if shape.is_empty() => vec![1],
                TypeKind::Vector(shape, ..) => shape.to_vec(),
                _ => Vec::new(),
            };
            let element = self.module.element_type(ty);
            self.print_elements(element, &shape, &elements)?;
        }
        self.print_text(printed_end(op))
    }

    fn print_elements(&mut self, ty: Type, shape: &[i64], elements: &[Reg]) -> Emitted {
        let Some((size, inner)) = shape.split_first() else {
            return elements.iter().try_for_each(|element| self.print_scalar(ty, *element));
        };
        self.print_text("( ")?;
        let n_each = elements.len() / usize::try_from(*size).unwrap_or(1).max(1);
        for (number, part) in elements.chunks(n_each.max(1)).enumerate() {
            if number != 0 {
                self.print_text(", ")?;
            }
            self.print_elements(ty, inner, part)?;
        }
        self.print_text(" )")
    }

    fn print_scalar(&mut self, ty: Type, value: Reg) -> Emitted {
        let kind = PrintKind::of(self.module, ty).ok_or_else(|| {
            self.unsupported(format!("values of type {} cannot be printed", type_text(self.module, ty)))
        })?;
        let bits = self.slot_bits(value);
        let kind = self.print_kind(kind);
        self.runtime_call(&host_abi::wl_print, [kind, bits])
    }

    fn print_kind(&mut self, kind: PrintKind) -> Reg {
        self.int(types::I32, i64::from(kind.number()))
    }

    fn print_buffer(&mut self, op: OpRef<'_>, name: &str, form: BufferForm) -> Emitted {
        let (&[operand], 0) = (op.operands(), op.n_results()) else {
            return Err(self.unsupported(format!("'{name}' takes one buffer and returns nothing")));
        };
        let kind = self.element_kind(operand, name)?;
        let args = [self.print_kind(kind), self.int(types::I32, form as i64), self.buffer_slots(operand)?];
        self.runtime_call(&host_abi::wl_print_buffer, args)
    }

    /// Returns the kind of the elements of a buffer.
    fn element_kind(&self, buffer: Value, name: &str) -> Emitted<PrintKind> {
        let ty = self.module.type_of(buffer);
        if !is_buffer(self.module, ty) {
            return Err(self.unsupported(format!("'{name}' takes a buffer")));
        }
        let element = self.module.element_type(ty);
        PrintKind::of_element(self.module, element).ok_or_else(|| {
            let found = type_text(self.module, element);
            self.unsupported(format!("'{name}' does not know elements of type {found}"))
        })
    }

    /// Emits a call of a `verifyMemRef` function: the number of elements of a buffer that differ from those of another one.
    fn verify_buffer(&mut self, op: OpRef<'_>, name: &str) -> Emitted {
        let (&[actual, expected], 1) = (op.operands(), op.n_results()) else {
            return Err(self.unsupported(format!("'{name}' takes two buffers and returns an i64")));
        };
        let kind = self.element_kind(actual, name)?;
        if self.element_kind(expected, name)? != kind || op.result_type(0) != Type::I64 {
            return Err(
                self.unsupported(format!("'{name}' takes buffers of the same elements and returns an i64"))
            );
        }
        let out = self.stack(8);
        let args = [self.print_kind(kind), self.buffer_slots(actual)?, self.buffer_slots(expected)?, out];
        self.runtime_call(&host_abi::wl_verify, args)?;
        let n_errors = self.load(types::I64, out, 0);
        self.set_result(n_errors);
        Ok(())
    }

    /// Emits a call of `memrefCopy`, which copies the second operand to the third.
    fn library_copy(&mut self, op: OpRef<'_>, name: &str) -> Emitted {
        let (&[_, from, to], 0) = (op.operands(), op.n_results()) else {
            return Err(self.unsupported(format!("'{name}' takes the bytes of an element and two buffers")));
        };
        let [from_type, to_type] = [from, to].map(|buffer| self.module.type_of(buffer));
        let element = |ty| self.module.element_type(ty);
        let are_buffers = is_buffer(self.module, from_type) && is_buffer(self.module, to_type);
        if !are_buffers || element(from_type) != element(to_type) {
            return Err(self.unsupported(format!("'{name}' copies between buffers of the same elements")));
        }
        memref::copy_buffer(self, from, to)
    }

    /// Emits a call of a `stdSort` function, which sorts the first elements of a buffer.
    fn sort(&mut self, op: OpRef<'_>, name: &str) -> Emitted {
        let (&[n, buffer], 0) = (op.operands(), op.n_results()) else {
            return Err(self.unsupported(format!("'{name}' takes a number of elements and a buffer")));
        };
        let kind = self.element_kind(buffer, name)?;
        let own = match name {
            "stdSortI64" => PrintKind::Signed(64),
            "stdSortF32" => PrintKind::Float(Float::F32),
            _ => PrintKind::Float(Float::F64),
        };
        let is_number = [Type::INDEX, Type::I64].contains(&self.module.type_of(n));
        if kind != own || !is_number {
            return Err(self.unsupported(format!(
                "'{name}' takes a number of elements, an index or i64, and a buffer of the type in its name"
            )));
        }
        let args = [self.print_kind(kind), self.as_index(n)?, self.buffer_slots(buffer)?];
        self.runtime_call(&host_abi::wl_sort, args)
    }
}
