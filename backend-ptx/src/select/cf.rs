//! Selects `cf`: branches between blocks, with the copies of block arguments on their edges.

use super::{Select, Selected, Unsupported};
use crate::inst::{Action, Inst, Label};
use warpline_ir::{Cf, OpRef};

/// Selects an operation.
pub(super) fn select(cx: &mut Select<'_>, op: OpRef<'_>, kind: Cf) -> Selected {
    match kind {
        Cf::Br => edge(cx, op, 0),
        Cf::CondBr => conditional(cx, op),
        Cf::Switch => Err(Unsupported::because("switches are not supported yet")),
        Cf::Assert => assert(cx, op),
    }
}

/// An edge without copies needs no code of its own: the branch goes straight to the block.
fn conditional(cx: &mut Select<'_>, op: OpRef<'_>) -> Selected {
    let condition = cx.predicate(op.operand(0))?;
    if op.module.successor_args(op.op, 0).is_empty() {
        let label = target(cx, op, 0)?;
        cx.branch_if(condition, true, label);
        return edge(cx, op, 1);
    }
    if op.module.successor_args(op.op, 1).is_empty() {
        let label = target(cx, op, 1)?;
        cx.branch_if(condition, false, label);
        return edge(cx, op, 0);
    }
    let otherwise = cx.kernel.label();
    cx.branch_if(condition, false, otherwise);
    edge(cx, op, 0)?;
    cx.place(otherwise);
    edge(cx, op, 1)
}

/// The copies of an edge and the branch.
fn edge(cx: &mut Select<'_>, op: OpRef<'_>, index: usize) -> Selected {
    let label = target(cx, op, index)?;
    let block = op.module.successors(op.op)[index].block;
    let targets = op.module.args(block).iter().map(|arg| cx.held(*arg)).collect::<Result<Vec<_>, _>>()?;
    cx.assign(&targets, op.module.successor_args(op.op, index))?;
    cx.branch(label);
    Ok(())
}

fn target(cx: &Select<'_>, op: OpRef<'_>, index: usize) -> Result<Label, Unsupported> {
    let successor = op.module.successors(op.op).get(index);
    let label = successor.and_then(|successor| cx.labels.get(&successor.block));
    label.copied().ok_or_else(|| Unsupported::because("it goes to a block that is not of the kernel"))
}

fn assert(cx: &mut Select<'_>, op: OpRef<'_>) -> Selected {
    let condition = cx.predicate(op.operand(0))?;
    cx.kernel.insts.push(Inst::Do(Action::new(["trap"], &[]).when(condition, false)));
    Ok(())
}
