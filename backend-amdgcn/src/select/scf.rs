//! Selects the `scf` dialect. Branches and loops whose condition is a scalar become branches of the wave; others change
//! the mask of active lanes, and branch only around code for which no lane is active.
//!
//! ```text
//! s_and_saveexec saved, condition     saved = exec; exec = exec & (iv < ub); branch to end if empty
//! s_cbranch_execz else                again: body; iv += step
//! then…                               exec = exec & (iv < ub); branch to again unless empty
//! else: exec = saved & ~exec; …       end: exec = saved
//! end: exec = saved
//! ```

use super::values::{Bit, Comparison, Keeps, Loc, Words};
use super::{Select, SelectResult, Selector as _, Unsupported};
use crate::inst::{Label, Line, Operand};
use crate::opcode::Opcode;
use warpline_ir::dialect::scf::switch_cases;
use warpline_ir::{Block, OpKind, OpRef, Scf, Value};
use warpline_passes::gpu::selection::tests_at_end;

pub(super) fn for_loop<'a>(cx: &mut Select<'a>, op: OpRef<'a>) -> SelectResult {
    let body = entry(op, 0)?;
    let Some((iv_arg, loop_args)) = cx.module.args(body).split_first() else {
        return Err("the loop has no induction variable".into());
    };
    if !matches!(cx.int_width(*iv_arg)?, 32 | 64) {
        return Err("the induction variable must have 32 or 64 bits".into());
    }
    let [lower, upper, step] = ["lowerBound", "upperBound", "step"].map(|name| cx.words(op.named(name)));
    let (lower, upper, step) = (lower?, upper?, step?);
    let carried = fresh_for_all(cx, loop_args)?;
    cx.clear_masks(&carried);
    cx.assign(&carried, op.group("initArgs"), Keeps::Nothing)?;
    let Loc::Words(iv) = cx.fresh_for(*iv_arg)? else { return Err(Unsupported::reported()) };
    copy_words(cx, iv, lower);
    let predicate = if op.attr("unsignedCmp").is_some() { "ult" } else { "slt" };
    let is_entered =
        matches!((lower.as_constant(), upper.as_constant()), (Some(a), Some(b)) if a < b && 0 <= a);
    let test = Comparison { predicate, lhs: iv, rhs: upper };
    let is_uniform = cx.are_scalar(iv.list()) && cx.are_scalar(upper.list());
    let mut frame = LoopFrame::enter(cx, is_uniform);
    if !is_entered {
        let bit = cx.compared(test);
        frame.leave_unless(cx, bit);
    }
    frame.begin(cx);
    yield_into(cx, body, &carried, if is_uniform { Keeps::Nothing } else { Keeps::Inactive })?;
    let next = match (iv, step) {
        (Words::Two(iv), Words::Two(step)) => Words::Two(cx.add64(iv, step)),
        _ => Words::One(cx.add32(iv.low(), step.low())),
    };
    copy_words(cx, iv, next);
    let bit = cx.compared(test);
    frame.repeat_if(cx, bit);
    frame.end(cx);
    set_all(cx, op.results(), &carried);
    Ok(())
}

fn copy_words(cx: &mut Select<'_>, target: Words, source: Words) {
    let copies = target.list().iter().copied().zip(source.list().iter().copied()).collect();
    cx.copy_together(copies);
}

/// A loop under construction.
struct LoopFrame {
    again: Label,
    end: Label,
    /// The lanes that enter the loop, if they leave it at different times.
    saved: Option<Operand>,
    /// The first line of the body.
    first: usize,
}

impl LoopFrame {
    fn enter(cx: &mut Select<'_>, is_uniform: bool) -> Self {
        let (again, end) = (cx.code.label(), cx.code.label());
        let saved = (!is_uniform).then(|| {
            let saved = Operand::from(cx.fresh_mask());
            cx.emit(cx.lanes.mov(), &[saved, cx.lanes.exec()]);
            saved
        });
        Self { again, end, saved, first: 0 }
    }

    /// Leaves the loop in the lanes for which a condition does not hold.
    fn leave_unless(&self, cx: &mut Select<'_>, bit: Bit) {
        if self.saved.is_some() {
            keep_active(cx, bit);
            cx.branch(Opcode::SCbranchExecz, self.end);
        } else {
            cx.branch_if(bit, false, self.end);
        }
    }

    /// Begins the body.
    fn begin(&mut self, cx: &mut Select<'_>) {
        self.first = cx.code.lines.len();
        cx.place(self.again);
    }

    /// Repeats the body in the lanes for which a condition holds.
    fn repeat_if(&self, cx: &mut Select<'_>, bit: Bit) {
        if self.saved.is_some() {
            keep_active(cx, bit);
            cx.branch(Opcode::SCbranchExecnz, self.again);
        } else {
            cx.branch_if(bit, true, self.again);
        }
    }

    /// Ends the loop, after the branch to its beginning.
    fn end(self, cx: &mut Select<'_>) {
        cx.code.loops.push(self.first..cx.code.lines.len());
        cx.place(self.end);
        if let Some(saved) = self.saved {
            cx.emit(cx.lanes.mov(), &[cx.lanes.exec(), saved]);
        }
    }
}

/// Keeps the lanes active for which a condition holds.
fn keep_active(cx: &mut Select<'_>, bit: Bit) {
    let mask = cx.mask(bit);
    let exec = cx.lanes.exec();
    cx.emit(cx.lanes.and(), &[exec, exec, mask]);
}

/// Selects `scf.execute_region` of one block.
pub(super) fn execute_region<'a>(cx: &mut Select<'a>, op: OpRef<'a>) -> SelectResult {
    if cx.module.blocks_of(op.regions()[0]).len() != 1 {
        return Err(Unsupported::not_expanded("lift-cf-to-scf"));
    }
    let end = cx.body(entry(op, 0)?)?;
    for (result, value) in op.results().zip(end.operands()) {
        let loc = cx.loc(*value)?.clone();
        cx.set(result, loc);
    }
    Ok(())
}

/// Selects `scf.index_switch` as a chain of branches; region 0 is the default.
pub(super) fn index_switch<'a>(cx: &mut Select<'a>, op: OpRef<'a>) -> SelectResult {
    let value = cx.words(op.operand(0))?;
    let values: Vec<_> = op.results().collect();
    let results = fresh_for_all(cx, &values)?;
    cx.clear_masks(&results);
    let n = value.list().len() as u8;
    let mut branches = Vec::new();
    for (index, case) in switch_cases(op).iter().enumerate() {
        let bit = cx.compared(Comparison { predicate: "eq", lhs: value, rhs: Words::constant(*case, n) });
        let branch = Branch::begin(cx, bit);
        yield_into(cx, entry(op, index + 1)?, &results, Keeps::Inactive)?;
        branches.push(branch.otherwise(cx));
    }
    yield_into(cx, entry(op, 0)?, &results, Keeps::Inactive)?;
    branches.into_iter().rev().for_each(|branch| branch.end(cx));
    Ok(())
}

/// Selects `scf.if`.
pub(super) fn if_else<'a>(cx: &mut Select<'a>, op: OpRef<'a>) -> SelectResult {
    let bit = cx.bit(op.operand(0))?;
    let values: Vec<_> = op.results().collect();
    let results = fresh_for_all(cx, &values)?;
    // The condition comes last before the branch: nothing may change the condition code in between.
    let bit = if results.iter().any(|loc| matches!(loc, Loc::Bit(_))) { cx.settled(bit) } else { bit };
    cx.clear_masks(&results);
    let otherwise = op.entry(1);
    let only_yield = otherwise.and_then(|block| match cx.module.ops_in(block)[..] {
        [end] => Some(end),
        _ => None,
    });
    if let Some(end) = only_yield {
        // All lanes take these values, and then some take others.
        cx.assign(&results, cx.module.operands(end), Keeps::Nothing)?;
    }
    let branch = Branch::begin(cx, bit);
    yield_into(cx, entry(op, 0)?, &results, Keeps::Inactive)?;
    match otherwise.filter(|_| only_yield.is_none()) {
        Some(otherwise) => {
            let branch = branch.otherwise(cx);
            yield_into(cx, otherwise, &results, Keeps::Inactive)?;
            branch.end(cx);
        }
        None => branch.end(cx),
    }
    Ok(())
}

/// A branch under construction.
struct Branch {
    /// The label after the side under construction.
    next: Label,
    /// The lanes that are active around the branch, if they may take different sides.
    saved: Option<Operand>,
}

impl Branch {
    /// Begins the side for lanes in which a condition holds.
    fn begin(cx: &mut Select<'_>, bit: Bit) -> Self {
        let next = cx.code.label();
        if Select::is_uniform_bit(bit) {
            cx.branch_if(bit, false, next);
            return Self { next, saved: None };
        }
        let (mask, saved) = (cx.mask(bit), Operand::from(cx.fresh_mask()));
        cx.emit(cx.lanes.and_saveexec(), &[saved, mask]);
        cx.branch(Opcode::SCbranchExecz, next);
        Self { next, saved: Some(saved) }
    }

    /// Begins the side for the other lanes.
    fn otherwise(self, cx: &mut Select<'_>) -> Self {
        let end = cx.code.label();
        match self.saved {
            Some(saved) => {
                cx.place(self.next);
                let exec = cx.lanes.exec();
                cx.emit(cx.lanes.and_not(), &[exec, saved, exec]);
                cx.branch(Opcode::SCbranchExecz, end);
            }
            None => {
                cx.branch(Opcode::SBranch, end);
                cx.place(self.next);
            }
        }
        Self { next: end, saved: self.saved }
    }

    /// Ends the branch.
    fn end(self, cx: &mut Select<'_>) {
        cx.place(self.next);
        if let Some(saved) = self.saved {
            cx.emit(cx.lanes.mov(), &[cx.lanes.exec(), saved]);
        }
    }
}

/// Selects `scf.while`. The operands of `scf.condition` are the arguments of the second region and, if the
/// condition fails, the results.
pub(super) fn while_loop<'a>(cx: &mut Select<'a>, op: OpRef<'a>) -> SelectResult {
    let (before, after) = (entry(op, 0)?, entry(op, 1)?);
    let carried = fresh_for_all(cx, cx.module.args(before))?;
    let mut both = cx.module.args(before).iter().zip(cx.module.args(after));
    let hands_back = tests_at_end(op)
        && both.all(|(one, other)| cx.uniformity.is_scalar(*one) == cx.uniformity.is_scalar(*other));
    let results = if hands_back { carried.clone() } else { fresh_for_all(cx, cx.module.args(after))? };
    cx.clear_masks(&carried);
    if !hands_back {
        cx.clear_masks(&results);
    }
    cx.assign(&carried, op.operands(), Keeps::Nothing)?;
    let condition = cx.module.last_op(before).map(|last| cx.module.op(last));
    let condition = condition.filter(|last| last.kind() == OpKind::Scf(Scf::Condition));
    let condition = condition.ok_or("its first region must end in scf.condition")?;
    let is_uniform = cx.uniformity.is_scalar(condition.named("condition"));
    let keeps = if is_uniform { Keeps::Nothing } else { Keeps::Inactive };
    let mut frame = LoopFrame::enter(cx, is_uniform);
    frame.begin(cx);
    cx.body(before)?;
    let bit = cx.bit(condition.named("condition"))?;
    let bit = cx.settled(bit);
    cx.assign(&results, condition.group("args"), keeps)?;
    if hands_back {
        frame.repeat_if(cx, bit);
    } else {
        frame.leave_unless(cx, bit);
        let n_lines = cx.code.lines.len();
        yield_into(cx, after, &carried, keeps)?;
        if cx.code.lines.len() != n_lines || !turn_branch(cx, frame.again) {
            cx.branch(Opcode::SBranch, frame.again);
        }
    }
    frame.end(cx);
    set_all(cx, op.results(), &results);
    Ok(())
}

/// Turns a branch at the end of the code to one to a label on the opposite condition; false if there is none.
fn turn_branch(cx: &mut Select<'_>, label: Label) -> bool {
    let Some(Line::Inst(last)) = cx.code.lines.last_mut() else { return false };
    last.opcode = match last.opcode {
        Opcode::SCbranchExecz => Opcode::SCbranchExecnz,
        Opcode::SCbranchScc0 => Opcode::SCbranchScc1,
        Opcode::SCbranchScc1 => Opcode::SCbranchScc0,
        _ => return false,
    };
    last.operands = vec![label.into()];
    true
}

/// Selects a region and copies its yielded values.
fn yield_into(cx: &mut Select<'_>, block: Block, targets: &[Loc], keeps: Keeps) -> SelectResult {
    let end = cx.body(block)?;
    if end.kind() != OpKind::Scf(Scf::Yield) {
        return Err("its regions must end in scf.yield".into());
    }
    cx.assign(targets, end.operands(), keeps)
}

fn entry(op: OpRef<'_>, index: usize) -> Result<Block, Unsupported> {
    op.entry(index).ok_or_else(|| Unsupported::from("a region is empty"))
}

fn fresh_for_all(cx: &mut Select<'_>, values: &[Value]) -> Result<Vec<Loc>, Unsupported> {
    values.iter().map(|value| cx.fresh_for(*value)).collect()
}

/// Sets results to the final loop-carried values.
fn set_all(cx: &mut Select<'_>, values: impl Iterator<Item = Value>, carried: &[Loc]) {
    for (value, loc) in values.zip(carried) {
        cx.set(value, loc.clone());
    }
}

impl Select<'_> {
    /// Repeats code in the lanes for which it returns a bit that holds; all active lanes begin.
    pub(super) fn repeat(
        &mut self,
        body: impl FnOnce(&mut Self) -> Result<Bit, Unsupported>,
    ) -> SelectResult {
        let mut frame = LoopFrame::enter(self, false);
        frame.begin(self);
        let bit = body(self)?;
        frame.repeat_if(self, bit);
        frame.end(self);
        Ok(())
    }
}
