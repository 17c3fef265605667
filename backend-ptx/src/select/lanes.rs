//! Selects exchange between the lanes of a subgroup: shuffles, ballots and reductions of 32-bit words.
//!
//! Every lane of the subgroup that has not exited takes part, so the member mask is always all ones; the chip does
//! not wait for lanes that do not exist or have exited.

use super::{PtxScalar as _, Select, SelectResult, Selector as _, Unsupported};
use crate::inst::{Operand, RegClass};
use crate::opcode::Modifier::{
    B32, Bfly, Down, Idx, Lt, OpAdd, OpAnd, OpMax, OpMin, OpOr, OpXor, S32, U32, U64, Up,
};
use crate::opcode::Opcode;
use warpline_ir::{OpRef, Type};

/// The number of lanes of a subgroup.
pub(super) const LANES: i64 = 32;
/// The member mask of all lanes.
const ALL: Operand = Operand::Int(-1);

/// Selects `gpu.shuffle` of a word among all lanes.
pub(super) fn shuffle(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let number = cx.operand(op.named("offset"))?;
    let is_full = cx.operand(op.named("width"))? == Operand::Int(LANES);
    let (mode, end, combine) = match (op.keyword("mode"), number) {
        (Some("xor"), Operand::Int(_)) => (Bfly, LANES - 1, Some(Opcode::Xor.with([B32]))),
        (Some("down"), Operand::Int(_)) => (Down, LANES - 1, Some(Opcode::Add.with([S32]))),
        (Some("up"), Operand::Int(_)) => (Up, 0, Some(Opcode::Sub.with([S32]))),
        (Some("idx"), _) => (Idx, LANES - 1, None),
        _ => return Err(Unsupported::not_expanded("gpu-expand-collectives")),
    };
    if !is_full || cx.scalar_of(op.operand(0))?.class() != RegClass::B32 {
        return Err(Unsupported::not_expanded("gpu-expand-collectives"));
    }
    let lane = cx.make(Opcode::Mov.with([U32]), &[Operand::Named("%laneid")]);
    let from = match combine {
        Some(combine) => cx.make(combine, &[lane, number]),
        None => cx.reg(RegClass::B32, number).into(),
    };
    let valid = cx.make(Opcode::Setp.with([Lt, U32]), &[from, Operand::Int(LANES)]);
    let value = cx.register(op.named("value"))?;
    cx.set(op.result(1), valid);
    cx.define(op, Opcode::Shfl.with([mode, B32]), &[value, number, Operand::Int(end), ALL])
}

/// Selects `gpu.subgroup_reduce` of words over a whole subgroup, which is a single instruction.
pub(super) fn subgroup_reduce(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let is_whole = op.int("cluster_size").is_none_or(|size| size == LANES);
    let (action, ty) = match op.keyword("op") {
        Some("add") => (OpAdd, S32),
        Some("minsi") => (OpMin, S32),
        Some("maxsi") => (OpMax, S32),
        Some("minui") => (OpMin, U32),
        Some("maxui") => (OpMax, U32),
        Some("and") => (OpAnd, B32),
        Some("or") => (OpOr, B32),
        Some("xor") => (OpXor, B32),
        _ => return Err(Unsupported::not_expanded("gpu-expand-collectives")),
    };
    if !is_whole || op.operand_type(0) != Type::I32 {
        return Err(Unsupported::not_expanded("gpu-expand-collectives"));
    }
    let value = cx.register(op.operand(0))?;
    cx.define(op, Opcode::Redux.with([action, ty]), &[value, ALL])
}

/// Selects `gpu.ballot`: a bit for each lane whose condition holds.
pub(super) fn ballot(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let condition = cx.predicate(op.operand(0))?;
    let bits = cx.make(Opcode::Vote.with([B32]), &[condition.into(), ALL]);
    let width = cx.int_width(op.result(0))?;
    let result =
        if 32 < width { cx.make(Opcode::Cvt.with([U64, U32]), &[bits]) } else { cx.narrow(bits, width) };
    cx.set(op.result(0), result);
    Ok(())
}
