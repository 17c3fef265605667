//! Selects code for the rt dialect in host functions.

use crate::emit::{Emitted, Emitter};
use cranelift_codegen::ir::{Value as Reg, types};
use warpline_ir::OpRef;
use warpline_ir::artifact::TaskAction;
use warpline_ir::dialect::rt::arena_range;
use warpline_ir::host_abi::{self, Function, MemoryKind};

impl Emitter<'_, '_> {
    pub(super) fn number(&mut self, op: OpRef<'_>, key: &str) -> Emitted<Reg> {
        let value = op.int(key).ok_or_else(|| self.unsupported(format!("expected a number as '{key}'")))?;
        Ok(self.int(types::I32, value))
    }

    fn stream(&self, op: OpRef<'_>) -> Emitted<i64> {
        op.int("stream").ok_or_else(|| self.unsupported("expected a number as 'stream'"))
    }

    /// Emits code for `rt.launch`.
    pub(crate) fn rt_launch(&mut self, op: OpRef<'_>) -> Emitted {
        let (action, params) = self.launch_task(op)?;
        let TaskAction::Launch { kernel, n_args } = action else { return Ok(()) };
        let (dims, args) = params.split_at(params.len() - n_args as usize);
        let (dims, args) = (self.spill(dims), self.spill(args));
        let (kernel, count) =
            (self.int(types::I32, i64::from(kernel)), self.int(types::I32, i64::from(n_args)));
        let stream = self.number(op, "stream")?;
        self.runtime_call(&host_abi::wl_launch, [kernel, stream, dims, args, count])
    }

    /// Returns the number of the launched kernel.
    pub(super) fn kernel_number(&mut self, op: OpRef<'_>) -> Emitted<u32> {
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

    /// Emits code for `rt.adopt`.
    pub(crate) fn rt_adopt(&mut self, op: OpRef<'_>) -> Emitted {
        let args = [self.number(op, "stream")?, self.scalar(op.operand(0))?];
        if !self.module.is_pointer(op.operand_type(0)) {
            return Err(self.unsupported("expected a stream of type !llvm.ptr"));
        }
        self.runtime_call(&host_abi::wl_adopt, args)
    }

    /// Emits code for `rt.record` and `rt.wait`.
    pub(crate) fn rt_event(&mut self, op: OpRef<'_>, function: &Function<2>) -> Emitted {
        let args = [self.number(op, "event")?, self.number(op, "stream")?];
        self.runtime_call(function, args)
    }

    /// Emits code for `rt.host_wait`.
    pub(crate) fn rt_host_wait(&mut self, op: OpRef<'_>) -> Emitted {
        let stream = self.number(op, "stream")?;
        self.runtime_call(&host_abi::wl_host_wait, [stream])
    }

    fn memory_kind(op: OpRef<'_>) -> MemoryKind {
        if op.attr("hostShared").is_some() { MemoryKind::HostShared } else { MemoryKind::Device }
    }

    /// Emits code for `rt.alloc`.
    pub(crate) fn rt_alloc(&mut self, op: OpRef<'_>) -> Emitted {
        let sizes = self.allocated_sizes(op, op.group("dynamicSizes"))?;
        let stream = self.stream(op)?;
        let pointer = self.allocate(op, &sizes, stream, Self::memory_kind(op))?;
        self.new_buffer(op, pointer, &sizes)
    }

    /// Emits code for `rt.arena`.
    pub(crate) fn rt_arena(&mut self, op: OpRef<'_>) -> Emitted {
        let range = arena_range(op).ok_or_else(|| self.unsupported("expected an arena offset"))?;
        let [offset, bytes] = [range.start, range.end - range.start].map(|bytes| self.index(bytes as i64));
        let sizes = self.allocated_sizes(op, &[])?;
        let out = self.stack(8);
        self.runtime_call(&host_abi::wl_arena, [offset, bytes, out])?;
        let pointer = self.load(types::I64, out, 0);
        self.new_buffer(op, pointer, &sizes)
    }

    /// Emits code for `rt.free`.
    pub(crate) fn rt_free(&mut self, op: OpRef<'_>) -> Emitted {
        let pointer = self.memref(op.operand(0))?.pointer;
        let stream = self.stream(op)?;
        self.release(pointer, stream, Self::memory_kind(op))
    }

    /// Emits code for `rt.copy`.
    pub(crate) fn rt_copy(&mut self, op: OpRef<'_>) -> Emitted {
        let (action, params) = self.copy_task(op)?;
        let stream = self.number(op, "stream")?;
        let TaskAction::CopyStrided { element_bytes, rank } = action else {
            return self.runtime_call(&host_abi::wl_copy, [stream, params[0], params[1], params[2]]);
        };
        let element = self.index(element_bytes as i64);
        let n = rank as usize;
        let [sizes, to, from] = [0, 1, 2].map(|part| self.spill(&params[2 + part * n..2 + (part + 1) * n]));
        let rank = self.int(types::I32, i64::from(rank));
        self.runtime_call(
            &host_abi::wl_copy_strided,
            [stream, params[0], params[1], element, rank, sizes, to, from],
        )
    }

    /// Emits code for `rt.fill`.
    pub(crate) fn rt_fill(&mut self, op: OpRef<'_>) -> Emitted {
        let (action, params) = self.fill_task(op)?;
        let stream = self.number(op, "stream")?;
        let (TaskAction::Fill { width } | TaskAction::FillStrided { width, .. }) = action else {
            return Ok(());
        };
        let width = self.int(types::I32, i64::from(width));
        if let TaskAction::FillStrided { rank, .. } = action {
            let n = rank as usize;
            let [sizes, strides] = [0, 1].map(|part| self.spill(&params[2 + part * n..2 + (part + 1) * n]));
            let rank = self.int(types::I32, i64::from(rank));
            let args = [stream, params[0], params[1], width, rank, sizes, strides];
            return self.runtime_call(&host_abi::wl_fill_strided, args);
        }
        self.runtime_call(&host_abi::wl_fill, [stream, params[0], params[1], width, params[2]])
    }
}
