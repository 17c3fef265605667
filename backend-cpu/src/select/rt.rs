//! Selects code for the rt dialect: one runtime call per operation.

use crate::emit::{Emitted, Emitter};
use warpline_ir::host_abi;
use warpline_ir::{OpKind, OpRef, Rt};

type Cx<'a, 'f> = Emitter<'a, 'f>;

pub(super) fn select(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let OpKind::Rt(kind) = op.kind() else { return Err(cx.unsupported("it is no call of the runtime")) };
    cx.log_follows(op, "after")?;
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
        Rt::Assert | Rt::Spin | Rt::Cmpxchg => {
            return Err(cx.unsupported("the host calls the runtime otherwise"));
        }
    }
    cx.log_gives(op)
}

/// Emits an assertion of a function that runs blocks.
pub(super) fn assert(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    cx.assert_with_place(op)
}

/// Emits an iteration of a loop that waits for other work.
pub(super) fn spin(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    cx.spin(op)
}
