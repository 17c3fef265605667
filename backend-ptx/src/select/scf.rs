//! Selects the `scf` dialect: structured loops and branches become labels and predicated branches.
//!
//! A loop tests its condition before the first iteration and again at its end, so that an iteration costs one
//! branch:
//! ```text
//! iv = lb; values = inits; if iv >= ub goto end
//! again: body; values = yielded; iv += step; if iv < ub goto again
//! end:
//! ```

use super::pointer::{load_to, store_under};
use super::values::{PtxScalar as _, Scalar, ValueLoc};
use super::{Select, SelectResult, Selector as _, Unsupported};
use crate::inst::{Line, Operand, Reg, RegClass};
use crate::opcode::Modifier::{Ge, Lt, Ne, S64};
use crate::opcode::Opcode;
use warpline_ir::dialect::scf::switch_cases;
use warpline_ir::{Arith, Block, Op, OpKind, OpRef, Ptr, Scf, Value};
use warpline_passes::gpu::selection::tests_at_end;

/// The constant trip counts for which the driver's compiler would fully unroll a loop, but must not; it partially
/// unrolls longer loops by itself.
const NOT_UNROLLED: std::ops::RangeInclusive<i128> = 65..=512;

pub(super) fn for_loop<'a>(cx: &mut Select<'a>, op: OpRef<'a>) -> SelectResult {
    let body = entry(op, 0)?;
    let Some((iv_arg, loop_args)) = cx.module.args(body).split_first() else {
        return Err("the loop has no induction variable".into());
    };
    let scalar = cx.scalar_of(*iv_arg)?;
    let class = scalar.class();
    if !matches!(scalar, Scalar::Int(width) if 1 < width) {
        return Err("the induction variable must be an integer of more than one bit".into());
    }
    let [lower, upper, step] = ["lowerBound", "upperBound", "step"].map(|name| cx.operand(op.named(name)));
    let (lower, upper, step) = (lower?, upper?, step?);
    let carried = fresh_for_all(cx, loop_args)?;
    cx.assign(&carried, op.group("initArgs"))?;
    let iv = cx.kernel.fresh(class);
    cx.mov(iv, lower);
    let (again, end) = (cx.kernel.label(), cx.kernel.label());
    let is_entered = matches!((lower, upper), (Operand::Int(lower), Operand::Int(upper)) if lower < upper);
    let ty = if op.attr("unsignedCmp").is_some() { class.unsigned() } else { class.signed() };
    if !is_entered {
        let skip = cx.make(Opcode::Setp.with([Ge, ty]), &[iv.into(), upper]);
        let skip = cx.reg(RegClass::Pred, skip);
        cx.branch_if(skip, true, end);
    }
    cx.place(again);
    if is_long(lower, upper, step) {
        cx.kernel.lines.push(Line::NoUnroll);
    }
    cx.set(*iv_arg, iv.into());
    yield_into(cx, body, &carried)?;
    cx.emit(Opcode::Add.with([class.signed()]), &[iv.into(), iv.into(), step]);
    let more = cx.make(Opcode::Setp.with([Lt, ty]), &[iv.into(), upper]);
    let more = cx.reg(RegClass::Pred, more);
    cx.branch_if(more, true, again);
    cx.place(end);
    set_all(cx, op.results(), &carried);
    Ok(())
}

/// Whether a loop has a constant trip count that is too large for full unrolling.
fn is_long(lower: Operand, upper: Operand, step: Operand) -> bool {
    match (lower, upper, step) {
        (Operand::Int(lower), Operand::Int(upper), Operand::Int(step @ 1..)) => {
            let length = i128::from(upper) - i128::from(lower);
            NOT_UNROLLED.contains(&(length / i128::from(step)))
        }
        _ => false,
    }
}

/// Selects `scf.execute_region`: its blocks, whose exits branch to the continuation.
pub(super) fn execute_region<'a>(cx: &mut Select<'a>, op: OpRef<'a>) -> SelectResult {
    let values: Vec<_> = op.results().collect();
    let results = fresh_for_all(cx, &values)?;
    let region = op.regions()[0];
    if cx.module.blocks_of(region).len() == 1 {
        yield_into(cx, entry(op, 0)?, &results)?;
    } else {
        let end = cx.kernel.label();
        cx.region_ends.push((results.clone(), end));
        cx.blocks(op.op, region);
        cx.region_ends.pop();
        cx.place(end);
    }
    Ok(())
}

/// Selects `scf.yield` in a multi-block region.
pub(super) fn yield_out(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let Some((results, end)) = cx.region_ends.last().cloned() else {
        return Err("it is not the terminator of a region".into());
    };
    cx.assign(&results, op.operands())?;
    cx.branch(end);
    Ok(())
}

/// Selects `scf.index_switch` as a chain of comparisons; region 0 is the default.
pub(super) fn index_switch<'a>(cx: &mut Select<'a>, op: OpRef<'a>) -> SelectResult {
    let value = cx.operand(op.operand(0))?;
    let value = cx.reg(RegClass::B64, value).into();
    let values: Vec<_> = op.results().collect();
    let results = fresh_for_all(cx, &values)?;
    let end = cx.kernel.label();
    for (index, case) in switch_cases(op).iter().enumerate() {
        let next = cx.kernel.label();
        let is_other = cx.make(Opcode::Setp.with([Ne, S64]), &[value, Operand::Int(*case)]);
        let is_other = cx.reg(RegClass::Pred, is_other);
        cx.branch_if(is_other, true, next);
        yield_into(cx, entry(op, index + 1)?, &results)?;
        cx.branch(end);
        cx.place(next);
    }
    yield_into(cx, entry(op, 0)?, &results)?;
    cx.place(end);
    Ok(())
}

pub(super) fn if_else<'a>(cx: &mut Select<'a>, op: OpRef<'a>) -> SelectResult {
    let condition = cx.predicate(op.operand(0))?;
    if let Some(guarded) = Guarded::of(cx, op) {
        return guarded.select(cx, op, condition);
    }
    let then = entry(op, 0)?;
    let otherwise = op.entry(1);
    let values: Vec<_> = op.results().collect();
    let results = fresh_for_all(cx, &values)?;
    let end = cx.kernel.label();
    let Some(otherwise) = otherwise else {
        cx.branch_if(condition, false, end);
        yield_into(cx, then, &results)?;
        cx.place(end);
        return Ok(());
    };
    let no = cx.kernel.label();
    cx.branch_if(condition, false, no);
    yield_into(cx, then, &results)?;
    cx.branch(end);
    cx.place(no);
    yield_into(cx, otherwise, &results)?;
    cx.place(end);
    Ok(())
}

/// An `scf.if` that contains only one access and its address computation, which becomes a predicated access without
/// a branch.
struct Guarded {
    then: Block,
    access: Op,
    /// The result if nothing is loaded.
    other: Option<Value>,
}

impl Guarded {
    fn of(cx: &Select<'_>, op: OpRef<'_>) -> Option<Self> {
        let module = cx.module;
        let then = op.entry(0)?;
        let mut ops = module.ops_in(then);
        let end = ops.pop()?;
        let is_access = |op: &Op| matches!(module.kind(*op), OpKind::Ptr(Ptr::Load | Ptr::Store));
        let access = ops.iter().copied().find(is_access)?;
        if ops.iter().any(|op| *op != access && !is_of_address(module.kind(*op))) {
            return None;
        }
        let otherwise = op.entry(1).map(|block| module.ops_in(block));
        let (1 | 0, [] | [_]) = (op.n_results(), otherwise.as_deref().unwrap_or_default()) else {
            return None;
        };
        let other = otherwise.and_then(|ops| module.operands(ops[0]).first().copied());
        let moved =
            if other.is_none() { module.operand(access, 0) } else { module.results(access).next()? };
        let is_moved = match (module.kind(access), other) {
            (OpKind::Ptr(Ptr::Store), None) => true,
            (OpKind::Ptr(Ptr::Load), Some(_)) => {
                let yielded = module.operand(end, 0);
                let is_cast = |cast: Op| {
                    module.kind(cast) == OpKind::Arith(Arith::IndexCast)
                        && module.operand(cast, 0) == moved
                        && cx.int_width(yielded).ok() == cx.int_width(moved).ok()
                };
                let is_read = yielded == moved || module.defining_op(yielded).is_some_and(is_cast);
                is_read && cx.scalar_of(moved).is_ok_and(|scalar| scalar != Scalar::Int(1))
            }
            _ => false,
        };
        (is_moved && !cx.is_vector(module.type_of(moved))).then_some(Self { then, access, other })
    }

    fn select<'a>(&self, cx: &mut Select<'a>, op: OpRef<'a>, condition: Reg) -> SelectResult {
        let target = match self.other {
            Some(other) => {
                let other = cx.operand(other)?;
                let target = cx.kernel.fresh(cx.scalar_of(op.result(0))?.class());
                cx.mov(target, other);
                cx.set(op.result(0), target.into());
                Some(target)
            }
            None => None,
        };
        let access = cx.module.op(self.access);
        let end = cx.module.last_op(self.then);
        cx.ops_until(self.then, end, &mut |cx, op| {
            if op.op != access.op {
                return cx.op(op);
            }
            cx.note_line(op.op);
            match target {
                Some(target) => load_to(cx, op, Some((condition, target))),
                None => store_under(cx, op, Some(condition)),
            }
        });
        Ok(())
    }
}

/// Whether an operation computes an address or casts a loaded value, and may be speculated.
fn is_of_address(kind: OpKind) -> bool {
    matches!(
        kind,
        OpKind::Ptr(Ptr::PtrAdd)
            | OpKind::Arith(Arith::Constant | Arith::AddI | Arith::MulI | Arith::IndexCast | Arith::Bitcast)
    )
}

/// Selects `scf.while`. The operands of `scf.condition` are the arguments of the second region and, if the
/// condition fails, the results. A second region that only hands them back has no code.
pub(super) fn while_loop<'a>(cx: &mut Select<'a>, op: OpRef<'a>) -> SelectResult {
    let (before, after) = (entry(op, 0)?, entry(op, 1)?);
    let carried = fresh_for_all(cx, cx.module.args(before))?;
    let hands_back = tests_at_end(op);
    let results = if hands_back { carried.clone() } else { fresh_for_all(cx, cx.module.args(after))? };
    cx.assign(&carried, op.operands())?;
    let (again, end) = (cx.kernel.label(), cx.kernel.label());
    cx.place(again);
    let condition = cx.body(before)?;
    if condition.kind() != OpKind::Scf(Scf::Condition) {
        return Err("its first region must end in scf.condition".into());
    }
    let holds = cx.predicate(condition.named("condition"))?;
    cx.assign(&results, condition.group("args"))?;
    if hands_back {
        cx.branch_if(holds, true, again);
    } else {
        cx.branch_if(holds, false, end);
        yield_into(cx, after, &carried)?;
        cx.branch(again);
    }
    cx.place(end);
    set_all(cx, op.results(), &results);
    Ok(())
}

/// Selects a region and copies its yielded values.
fn yield_into(cx: &mut Select<'_>, block: Block, targets: &[ValueLoc]) -> SelectResult {
    let end = cx.body(block)?;
    if end.kind() != OpKind::Scf(Scf::Yield) {
        return Err("its regions must end in scf.yield".into());
    }
    cx.assign(targets, end.operands())
}

fn entry(op: OpRef<'_>, index: usize) -> Result<Block, Unsupported> {
    op.entry(index).ok_or_else(|| Unsupported::from("a region is empty"))
}

fn fresh_for_all(cx: &mut Select<'_>, values: &[Value]) -> Result<Vec<ValueLoc>, Unsupported> {
    values.iter().map(|value| cx.fresh_for(*value)).collect()
}

/// Sets results to the final loop-carried values.
fn set_all(cx: &mut Select<'_>, values: impl Iterator<Item = Value>, carried: &[ValueLoc]) {
    for (value, loc) in values.zip(carried) {
        cx.set_loc(value, *loc);
    }
}
