//! Selects the `cf` dialect: branches between blocks, with the copies of block arguments on their edges.

use super::int::class_of;
use super::{Select, SelectResult, Selector as _, Unsupported};
use crate::inst::{Label, Operand, RegClass};
use crate::opcode::Modifier::Eq;
use crate::opcode::Opcode;
use warpline_ir::OpRef;
use warpline_ir::dialect::cf::switch_cases;

/// Selects `cf.cond_br`. An edge without copies has no code: the branch targets the block directly.
pub(super) fn conditional(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
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

/// Emits the copies of an edge and the branch.
pub(super) fn edge(cx: &mut Select<'_>, op: OpRef<'_>, index: usize) -> SelectResult {
    let label = target(cx, op, index)?;
    let block = op.module.successors(op.op)[index].block;
    let targets: Option<Vec<_>> =
        op.module.args(block).iter().map(|arg| cx.written_by_edges.get(arg).copied()).collect();
    let targets = targets.ok_or(Unsupported::reported())?;
    cx.assign(&targets, op.module.successor_args(op.op, index))?;
    cx.branch(label);
    Ok(())
}

fn target(cx: &Select<'_>, op: OpRef<'_>, index: usize) -> Result<Label, Unsupported> {
    let successor = op.module.successors(op.op).get(index);
    let label = successor.and_then(|successor| cx.labels.get(&successor.block));
    label.copied().ok_or_else(|| Unsupported::from("its successor is not a block of the kernel"))
}

/// Selects `cf.switch` as a chain of comparisons; successor 0 is the default.
pub(super) fn switch(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let width = cx.int_width(op.operand(0))?;
    let class = class_of(width);
    let flag = cx.operand(op.operand(0))?;
    let flag = cx.widen(flag, width, true);
    for (index, bits) in switch_cases(op).into_iter().enumerate() {
        let value = Operand::Int((bits as i64) << (64 - width) >> (64 - width));
        let is_case = cx.make(Opcode::Setp.with([Eq, class.signed()]), &[flag, value]);
        let is_case = cx.reg(RegClass::Pred, is_case);
        if op.module.successor_args(op.op, index + 1).is_empty() {
            let label = target(cx, op, index + 1)?;
            cx.branch_if(is_case, true, label);
            continue;
        }
        let next = cx.kernel.label();
        cx.branch_if(is_case, false, next);
        edge(cx, op, index + 1)?;
        cx.place(next);
    }
    edge(cx, op, 0)
}
