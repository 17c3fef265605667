//! The func dialect: calls and returns. Kernels inline what they call; host functions call each other.

use super::Rule;
use crate::emit::{Emitted, Emitter, Exit, World};
use warpline_ir::{Func, Op, OpRef};

type Cx<'a, 'f> = Emitter<'a, 'f>;

/// How operations of func are treated.
pub(super) fn rule(kind: Func) -> Rule {
    match kind {
        Func::Call => Rule::select(call),
        Func::CallIndirect | Func::Constant => Rule::refuse("functions are no values here"),
        Func::Func => Rule::part("functions do not nest"),
        Func::Return => Rule::part("it cannot stand in the middle of a block"),
    }
}

fn call(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let path = op.attr("callee").and_then(|callee| cx.module.attr_symbol(callee));
    let callee = path.and_then(|path| cx.module.resolve_symbol(op.op, path));
    let callee = callee.ok_or_else(|| cx.unsupported("the function that it calls does not exist"))?;
    match cx.world {
        World::Host(_) => cx.host_call(op, callee),
        World::Kernel(_) => inline(cx, op, callee),
    }
}

fn inline(cx: &mut Cx<'_, '_>, op: OpRef<'_>, callee: Op) -> Emitted {
    if cx.inlining.contains(&callee) {
        return Err(cx.unsupported("recursion in kernels is not supported"));
    }
    let Some(block) = cx.module.entry(callee, 0) else {
        return Err(cx.unsupported("the function that it calls has no body"));
    };
    let results: Vec<_> = op.results().collect();
    let types = cx.part_types_of(&results)?;
    let after = cx.block(&types);
    let args = cx.parts_of(op.operands())?;
    cx.bind(cx.module.args(block), &args)?;
    cx.inlining.push(callee);
    cx.exits.push(Exit::Jump(after));
    cx.region(cx.module.region(callee, 0))?;
    cx.exits.pop();
    cx.inlining.pop();
    let parts = cx.enter(after);
    cx.bind(&results, &parts)
}

/// A return: to where the innermost exit goes.
pub(super) fn leave(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let values = cx.parts_of(op.operands())?;
    match cx.exits.last().copied() {
        Some(Exit::Jump(block)) => cx.jump(block, &values),
        Some(Exit::Host) => return cx.host_return(&values),
        None => return Err(cx.unsupported("there is no function to return from")),
    }
    Ok(())
}
