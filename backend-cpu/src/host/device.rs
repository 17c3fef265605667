//! The rt dialect in host functions.

use super::buffers::kind;
use crate::emit::{Emitted, Emitter};
use cranelift_codegen::ir::{InstBuilder, Value as Reg, types};
use warpline_ir::dialect::rt::arena_range;
use warpline_ir::{OpRef, Value};

/// The most dimensions that a strided copy takes.
const MAX_COPY_RANK: usize = 8;

impl Emitter<'_, '_> {
    fn number(&mut self, op: OpRef<'_>, key: &str) -> Emitted<Reg> {
        let value = op.int(key).ok_or_else(|| self.unsupported(format!("expected a number as '{key}'")))?;
        Ok(self.int(types::I32, value))
    }

    fn stream(&self, op: OpRef<'_>) -> Emitted<i64> {
        op.int("stream").ok_or_else(|| self.unsupported("expected a number as 'stream'"))
    }

    /// An integer as 64 bits with its sign.
    fn as_index(&mut self, value: Value) -> Emitted<Reg> {
        let reg = self.scalar(value)?;
        let is_narrow = self.builder.func.dfg.value_type(reg).bits() < 64;
        Ok(if is_narrow { self.builder.ins().sextend(types::I64, reg) } else { reg })
    }

    /// `rt.launch`.
    pub(crate) fn rt_launch(&mut self, op: OpRef<'_>) -> Emitted {
        let kernel = self.kernel_number(op)?;
        let mut dims = Vec::new();
        for index in 0..6 {
            dims.push(self.as_index(op.operand(index))?);
        }
        dims.push(match op.group(6) {
            [bytes, ..] => self.as_index(*bytes)?,
            [] => self.index(0),
        });
        let dims = self.spill(&dims);
        let args = self.parts_of(op.group(7))?;
        let count = self.int(types::I32, args.len() as i64);
        let args = self.spill(&args);
        let kernel = self.int(types::I32, i64::from(kernel));
        let stream = self.number(op, "stream")?;
        self.runtime_call("wl_launch", &[kernel, stream, dims, args, count])
    }

    /// The number of the kernel that is launched.
    fn kernel_number(&mut self, op: OpRef<'_>) -> Emitted<u32> {
        let path = op.attr("kernel").and_then(|kernel| self.module.attr_symbol(kernel));
        let Some([module, kernel]) = path else {
            return Err(self.unsupported("expected the symbols of a gpu.module and a kernel in it"));
        };
        let key = (self.module.text(*module).to_string(), self.module.text(*kernel).to_string());
        let kernels = &mut self.host()?.tables.kernels;
        let known = kernels.iter().position(|known| *known == key);
        let number = known.unwrap_or_else(|| {
            kernels.push(key);
            kernels.len() - 1
        });
        Ok(number as u32)
    }

    /// `rt.record` and `rt.wait`.
    pub(crate) fn rt_event(&mut self, op: OpRef<'_>, symbol: &str) -> Emitted {
        let args = [self.number(op, "event")?, self.number(op, "stream")?];
        self.runtime_call(symbol, &args)
    }

    /// `rt.host_wait`.
    pub(crate) fn rt_host_wait(&mut self, op: OpRef<'_>) -> Emitted {
        let stream = self.number(op, "stream")?;
        self.runtime_call("wl_host_wait", &[stream])
    }

    fn memory_kind(op: OpRef<'_>) -> i64 {
        if op.attr("hostShared").is_some() { kind::HOST_SHARED } else { kind::DEVICE }
    }

    /// `rt.alloc`.
    pub(crate) fn rt_alloc(&mut self, op: OpRef<'_>) -> Emitted {
        let sizes = self.allocated_sizes(op, op.group(0))?;
        let stream = self.stream(op)?;
        let pointer = self.allocate(op, &sizes, stream, Self::memory_kind(op))?;
        self.new_buffer(op, pointer, &sizes)
    }

    /// `rt.arena`.
    pub(crate) fn rt_arena(&mut self, op: OpRef<'_>) -> Emitted {
        let range = arena_range(op).ok_or_else(|| self.unsupported("expected a place in an arena"))?;
        let [offset, bytes] = [range.start, range.end - range.start].map(|bytes| self.index(bytes as i64));
        let sizes = self.allocated_sizes(op, &[])?;
        let out = self.stack(8);
        self.runtime_call("wl_arena", &[offset, bytes, out])?;
        let pointer = self.load(types::I64, out, 0);
        self.new_buffer(op, pointer, &sizes)
    }

    /// `rt.free`.
    pub(crate) fn rt_free(&mut self, op: OpRef<'_>) -> Emitted {
        let pointer = self.memref(op.operand(0))?.pointer;
        let stream = self.stream(op)?;
        self.release(pointer, stream, Self::memory_kind(op))
    }

    /// `rt.copy`: in one piece where both sides are.
    pub(crate) fn rt_copy(&mut self, op: OpRef<'_>) -> Emitted {
        let (to, from) = (op.operand(0), op.operand(1));
        let (dst, src) = (self.memref(to)?, self.memref(from)?);
        let stream = self.number(op, "stream")?;
        if self.is_contiguous(to) && self.is_contiguous(from) {
            let bytes = self.byte_count(from, &src)?;
            return self.runtime_call("wl_copy", &[stream, dst.pointer, src.pointer, bytes]);
        }
        let rank = src.sizes.len();
        if MAX_COPY_RANK < rank {
            return Err(self.unsupported(format!("copies of views take at most {MAX_COPY_RANK} dimensions")));
        }
        let element = self.element_bytes(from)?;
        let element = self.index(element as i64);
        let rank = self.int(types::I32, rank as i64);
        let sizes = self.spill_extents(&src.sizes);
        let (to, from) = (self.spill_extents(&dst.strides), self.spill_extents(&src.strides));
        let args = [stream, dst.pointer, src.pointer, element, rank, sizes, to, from];
        self.runtime_call("wl_copy_strided", &args)
    }

    /// `rt.fill`.
    pub(crate) fn rt_fill(&mut self, op: OpRef<'_>) -> Emitted {
        let target = op.operand(0);
        if !self.is_contiguous(target) {
            return Err(
                self.unsupported("a view that is not in one piece cannot be filled; fill it in a kernel")
            );
        }
        let dst = self.memref(target)?;
        let value = self.scalar(op.operand(1))?;
        let pattern = self.slot_bits(value);
        let width = self.element_bytes(target)?;
        let width = self.int(types::I32, width as i64);
        let count = self.element_count(&dst.sizes);
        let stream = self.number(op, "stream")?;
        self.runtime_call("wl_fill", &[stream, dst.pointer, pattern, width, count])
    }
}
