//! Selects code for the cf dialect: branches between blocks, and assertions.

use super::Rule;
use crate::emit::{Emitted, Emitter};
use cranelift_codegen::ir::{self as clif, Value as Reg};
use warpline_ir::dialect::cf;
use warpline_ir::scalar::zero_extend;
use warpline_ir::{Cf, OpRef};

type Cx<'a, 'f> = Emitter<'a, 'f>;

/// Returns the treatment of cf operations.
pub(super) fn rule(kind: Cf) -> Rule {
    match kind {
        Cf::Assert => Rule::select(assert),
        Cf::Br | Cf::CondBr | Cf::Switch => Rule::part("it is only allowed at the end of a block"),
    }
}

fn assert(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    cx.assert(op)
}

fn target(cx: &mut Cx<'_, '_>, op: OpRef<'_>, index: usize) -> Emitted<(clif::Block, Vec<Reg>)> {
    let successor = cx.module.successors(op.op)[index].block;
    let block = cx.blocks.get(&successor).copied();
    let block = block.ok_or_else(|| cx.unsupported("it cannot branch to the entry of a region"))?;
    Ok((block, cx.parts_of(cx.module.successor_args(op.op, index))?))
}

pub(super) fn branch(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let (block, args) = target(cx, op, 0)?;
    cx.jump(block, &args);
    Ok(())
}

pub(super) fn conditional_branch(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let condition = cx.scalar(op.operand(0))?;
    let (yes, no) = (target(cx, op, 0)?, target(cx, op, 1)?);
    cx.branch(condition, (yes.0, &yes.1), (no.0, &no.1));
    Ok(())
}

/// Emits a switch. Each case gets a separate block, since a switch table passes no block arguments.
pub(super) fn switch(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let flag = cx.scalar(op.operand(0))?;
    let width = cx.module.bit_width(op.operand_type(0)).unwrap_or(64);
    let n_ways = cx.module.successors(op.op).len();
    let ways: Vec<clif::Block> = (0..n_ways).map(|_| cx.block(&[])).collect();
    let Some((other, ways_of_cases)) = ways.split_first() else {
        return Err(cx.unsupported("expected a way for all other values"));
    };
    let values = cf::switch_cases(op).into_iter().map(|bits| zero_extend(bits, width));
    let cases: Vec<_> = values.zip(ways_of_cases.iter().copied()).collect();
    cx.switch(flag, &cases, *other);
    for (index, way) in ways.into_iter().enumerate() {
        cx.enter(way);
        let (block, args) = target(cx, op, index)?;
        cx.jump(block, &args);
    }
    Ok(())
}
