//! Selects code for the func dialect: calls and returns. Functions that run blocks make no calls; host
//! functions call each other.

use super::Rule;
use crate::emit::{Emitted, Emitter, Exit, World};
use warpline_ir::{Func, OpRef};
use warpline_passes::cpu::cpu_shape_kernels;

type Cx<'a, 'f> = Emitter<'a, 'f>;

/// Returns the treatment of func operations.
pub(super) fn rule(kind: Func) -> Rule {
    match kind {
        Func::Call => Rule::select(call),
        Func::CallIndirect | Func::Constant => Rule::expand("expand-function-values"),
        Func::Func => Rule::part("functions do not nest"),
        Func::Return => Rule::part("it is only allowed at the end of a block"),
    }
}

fn call(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let path = op.attr("callee").and_then(|callee| cx.module.attr_symbol(callee));
    let callee = path.and_then(|path| cx.module.resolve_symbol(op.op, path));
    let callee = callee.ok_or_else(|| cx.unsupported("the function that it calls does not exist"))?;
    match cx.world {
        World::Host(_) => cx.host_call(op, callee),
        World::Blocks(_) => Err(cx.unsupported(format!("run {} first", cpu_shape_kernels::PASS.name))),
    }
}

/// Emits a return to the innermost exit.
pub(super) fn leave(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let values = cx.parts_of(op.operands())?;
    match cx.exits.last().copied() {
        Some(Exit::Jump(block)) => cx.jump(block, &values),
        Some(Exit::Host) => return cx.host_return(&values),
        None => return Err(cx.unsupported("there is no function to return from")),
    }
    Ok(())
}
