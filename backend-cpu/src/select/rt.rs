//! Selects code for the rt dialect: one runtime call per operation.

use crate::emit::{Emitted, Emitter};
use cranelift_codegen::ir::{InstBuilder, types};
use warpline_ir::host_abi;
use warpline_ir::{OpKind, OpRef, Rt};

type Cx<'a, 'f> = Emitter<'a, 'f>;

pub(super) fn select(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let OpKind::Rt(kind) = op.kind() else { return Err(cx.unsupported("it is no call of the runtime")) };
    cx.log_follows(op, "after")?;
    cx.log_beside(op)?;
    match kind {
        Rt::Launch => cx.rt_launch(op)?,
        Rt::Adopt => cx.rt_adopt(op)?,
        Rt::Record => cx.rt_event(op, &host_abi::wl_record)?,
        Rt::Wait => cx.rt_event(op, &host_abi::wl_wait)?,
        Rt::HostWait => cx.rt_host_wait(op)?,
        Rt::Awaited => cx.log_follows(op, "tokens")?,
        Rt::Alloc => cx.rt_alloc(op)?,
        Rt::Arena => cx.rt_arena(op)?,
        Rt::Free => cx.rt_free(op)?,
        Rt::Copy => cx.rt_copy(op)?,
        Rt::Fill => cx.rt_fill(op)?,
        Rt::Graph => cx.rt_graph(op)?,
        Rt::Assert
        | Rt::Spin
        | Rt::Access
        | Rt::Interval
        | Rt::Cmpxchg
        | Rt::Extent
        | Rt::Live
        | Rt::Apart => {
            return Err(cx.unsupported("the host calls the runtime otherwise"));
        }
    }
    cx.log_gives(op)
}

/// Emits the bytes of the memory of a buffer or a pointer.
pub(super) fn extent(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let memory = op.operand(0);
    let is_pointer = cx.module.is_ptr(cx.module.type_of(memory));
    let address = if is_pointer { cx.scalar(memory)? } else { cx.first_byte(memory)? };
    let out = cx.stack(16);
    cx.call_runtime(&host_abi::wl_extent, [address, out])?;
    let found = [0, 8].map(|offset| cx.load(types::I64, out, offset));
    cx.bind(&[op.result(0), op.result(1)], &found)
}

/// Emits a question about the memory of a buffer.
pub(super) fn live(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let address = cx.memref(op.operand(0))?.pointer;
    let found = cx.call_runtime(&host_abi::wl_live, [address])?;
    set_flag(cx, found)
}

/// Sets the result to a number that the runtime returned.
fn set_flag(cx: &mut Cx<'_, '_>, found: Option<cranelift_codegen::ir::Value>) -> Emitted {
    let found = found.ok_or_else(|| cx.unsupported("the runtime returns a number"))?;
    let found = cx.builder.ins().ireduce(types::I8, found);
    cx.set_result(found);
    Ok(())
}

/// Emits a comparison of the addresses of two buffers.
pub(super) fn apart(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let [a, b] = [0, 1].map(|index| op.operand(index));
    let (x, x_bytes) = (cx.first_slots(a)?, cx.element_bytes(a)?);
    let (y, y_bytes) = (cx.first_slots(b)?, cx.element_bytes(b)?);
    let [x_bytes, y_bytes] = [x_bytes, y_bytes].map(|bytes| cx.index(bytes as i64));
    let found = cx.call_runtime(&host_abi::wl_apart, [x, x_bytes, y, y_bytes])?;
    set_flag(cx, found)
}

/// Emits a report of an access for the race detector.
pub(super) fn access(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    cx.log_access(op)
}

/// Emits the begin of a part of a block between barriers.
pub(super) fn interval(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    cx.log_interval(op)
}

/// Emits an assertion of a function that runs blocks.
pub(super) fn assert(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    cx.assert_with_place(op)
}

/// Emits an iteration of a loop that waits for other work.
pub(super) fn spin(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    cx.spin(op)
}
