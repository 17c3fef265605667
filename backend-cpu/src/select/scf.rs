//! Selects code for the scf dialect: loops that test at their end, and branches.

use super::{Rule, multiply_adds};
use crate::emit::{Emitted, Emitter, Exit};
use crate::flow::Bounds;
use cranelift_codegen::ir::{self as clif, Value as Reg};
use warpline_ir::artifact::COLD;
use warpline_ir::dialect::scf::{static_bounds, switch_cases};
use warpline_ir::{Block, DYNAMIC, Op, OpRef, Scf, Value};

type Cx<'a, 'f> = Emitter<'a, 'f>;

/// Returns the treatment of scf operations.
pub(super) fn rule(kind: Scf) -> Rule {
    match kind {
        Scf::For => Rule::select(for_loop),
        Scf::If => Rule::select(if_else),
        Scf::While => Rule::select(while_loop),
        Scf::Parallel => Rule::select(parallel),
        Scf::Forall => Rule::select(forall),
        Scf::IndexSwitch => Rule::select(index_switch),
        Scf::ExecuteRegion => Rule::select(execute_region),
        Scf::Reduce | Scf::ReduceReturn | Scf::Yield | Scf::Condition | Scf::InParallel => {
            Rule::part("it is outside the operation that it terminates")
        }
    }
}

/// Emits the only block of a region whose arguments are bound. Returns its terminator.
pub(super) fn body(cx: &mut Cx<'_, '_>, block: Option<Block>) -> Emitted<Op> {
    let block = block.ok_or_else(|| cx.unsupported("expected a region with a block"))?;
    let outer = cx.at;
    let end = cx.straight(block)?;
    cx.at = outer;
    end.ok_or_else(|| cx.unsupported("expected a region that ends in a terminator"))
}

fn entry<'m>(cx: &Cx<'m, '_>, op: OpRef<'_>, index: usize) -> Emitted<(Block, &'m [Value])> {
    let block = cx.module.entry(op.op, index);
    let block = block.ok_or_else(|| cx.unsupported("expected a region with a block"))?;
    Ok((block, cx.module.args(block)))
}

fn for_loop(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    if multiply_adds::select(cx, op)? {
        return Ok(());
    }
    let (ty, is_unsigned) = (op.operand_type(0), op.attr("unsignedCmp").is_some());
    let [lower, upper, step] = ["lowerBound", "upperBound", "step"].map(|name| {
        let bound = cx.scalar(op.named(name))?;
        Ok(if is_unsigned { bound } else { cx.with_sign(ty, bound) })
    });
    let bounds = Bounds { lower: lower?, upper: upper?, step: step?, is_unsigned };
    let inits = cx.parts_of(op.group("initArgs"))?;
    let (block, args) = entry(cx, op, 0)?;
    let carried = cx.counted_loop(bounds, &inits, |cx, counter, carried| {
        let counter = cx.without_sign(ty, counter);
        cx.bind(&args[..1], &[counter])?;
        cx.bind(&args[1..], carried)?;
        let end = body(cx, Some(block))?;
        cx.parts_of(cx.module.operands(end))
    })?;
    cx.bind(&op.results().collect::<Vec<_>>(), &carried)
}

fn bounds(cx: &Cx<'_, '_>, lower: Value, upper: Value, step: Value) -> Emitted<Bounds> {
    Ok(Bounds {
        lower: cx.scalar(lower)?,
        upper: cx.scalar(upper)?,
        step: cx.scalar(step)?,
        is_unsigned: false,
    })
}

fn if_else(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let condition = cx.scalar(op.operand(0))?;
    let results: Vec<_> = op.results().collect();
    let types = cx.part_types_of(&results)?;
    let (then, other, after) = (cx.block(&[]), cx.block(&[]), cx.block(&types));
    cx.branch(condition, (then, &[]), (other, &[]));
    let is_cold = cx.is_cold;
    for (index, side) in [then, other].into_iter().enumerate() {
        cx.is_cold = is_cold || index == 1 && op.attr(COLD).is_some();
        if cx.is_cold {
            cx.builder.set_cold_block(side);
        }
        cx.enter(side);
        let values = match op.entry(index) {
            Some(block) => {
                let end = body(cx, Some(block))?;
                cx.parts_of(cx.module.operands(end))?
            }
            None => Vec::new(),
        };
        cx.jump(after, &values);
    }
    cx.is_cold = is_cold;
    let parts = cx.enter(after);
    cx.bind(&results, &parts)
}

/// Emits a switch. The first region is the default.
fn index_switch(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let value = cx.scalar(op.operand(0))?;
    let results: Vec<_> = op.results().collect();
    let types = cx.part_types_of(&results)?;
    let after = cx.block(&types);
    let sides: Vec<clif::Block> = op.regions().iter().map(|_| cx.block(&[])).collect();
    let Some((other, sides_of_cases)) = sides.split_first() else {
        return Err(cx.unsupported("expected a region for all other values"));
    };
    let cases = switch_cases(op).iter().map(|case| case.cast_unsigned());
    let cases: Vec<_> = cases.zip(sides_of_cases.iter().copied()).collect();
    cx.switch(value, &cases, *other);
    for (index, side) in sides.into_iter().enumerate() {
        cx.enter(side);
        let end = body(cx, op.entry(index))?;
        let values = cx.parts_of(cx.module.operands(end))?;
        cx.jump(after, &values);
    }
    let parts = cx.enter(after);
    cx.bind(&results, &parts)
}

/// Emits any number of blocks inline; they leave by `scf.yield`.
fn execute_region(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let results: Vec<_> = op.results().collect();
    let types = cx.part_types_of(&results)?;
    let after = cx.block(&types);
    cx.exits.push(Exit::Jump(after));
    cx.region(cx.module.region(op.op, 0))?;
    cx.exits.pop();
    let parts = cx.enter(after);
    cx.bind(&results, &parts)
}

fn while_loop(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let inits = cx.parts_of(op.operands())?;
    let results: Vec<_> = op.results().collect();
    let ((before, before_args), (after, after_args)) = (entry(cx, op, 0)?, entry(cx, op, 1)?);
    let head = cx.part_types_of(before_args)?;
    let tail = cx.part_types_of(after_args)?;
    let (test, work, done) = (cx.block(&head), cx.block(&tail), cx.block(&tail));
    cx.jump(test, &inits);
    let parts = cx.enter(test);
    cx.bind(before_args, &parts)?;
    let end = body(cx, Some(before))?;
    let condition = cx.scalar(cx.module.operand(end, 0))?;
    let values = cx.parts_of(&cx.module.operands(end)[1..])?;
    cx.branch(condition, (work, &values), (done, &values));
    let parts = cx.enter(work);
    cx.bind(after_args, &parts)?;
    let end = body(cx, Some(after))?;
    let values = cx.parts_of(cx.module.operands(end))?;
    cx.jump(test, &values);
    let parts = cx.enter(done);
    cx.bind(&results, &parts)
}

/// Emits a sequential loop nest: the order of iterations is unspecified.
fn parallel(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let inits = cx.parts_of(op.group("initVals"))?;
    let [lower, upper, step] = ["lowerBound", "upperBound", "step"].map(|name| op.group(name));
    let mut loops = Vec::new();
    for (lower, (upper, step)) in lower.iter().zip(upper.iter().zip(step)) {
        loops.push(bounds(cx, *lower, *upper, *step)?);
    }
    let carried = nest(cx, op, &loops, &inits)?;
    cx.bind(&op.results().collect::<Vec<_>>(), &carried)
}

/// Emits an `scf.forall` without results, as results would be tensors.
fn forall(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    if 0 < op.n_results() {
        return Err(cx.unsupported("tensors are not supported"));
    }
    let mut sides = Vec::new();
    for (index, name) in ["dynamicLowerBound", "dynamicUpperBound", "dynamicStep"].into_iter().enumerate() {
        let mut dynamic = op.group(name).iter();
        let mut side = Vec::new();
        for number in static_bounds(op, index) {
            let value = if *number == DYNAMIC { dynamic.next() } else { None };
            side.push(match value {
                Some(value) => cx.scalar(*value)?,
                None => cx.index(*number),
            });
        }
        sides.push(side);
    }
    let [lower, upper, step] = [0, 1, 2].map(|slot| sides[slot].iter().copied());
    let loops = lower.zip(upper.zip(step)).map(|(lower, (upper, step))| Bounds {
        lower,
        upper,
        step,
        is_unsigned: false,
    });
    nest(cx, op, &loops.collect::<Vec<_>>(), &[]).map(drop)
}

/// Emits the loops of an operation from the first on, with its body inside.
fn nest(cx: &mut Cx<'_, '_>, op: OpRef<'_>, loops: &[Bounds], inits: &[Reg]) -> Emitted<Vec<Reg>> {
    let (block, args) = entry(cx, op, 0)?;
    let Some((outer, inner)) = loops.split_first() else {
        let end = body(cx, Some(block))?;
        return reduce(cx, end, inits);
    };
    let dim = args.len() - loops.len();
    cx.counted_loop(*outer, inits, |cx, counter, carried| {
        cx.bind(&args[dim..=dim], &[counter])?;
        nest(cx, op, inner, carried)
    })
}

/// Combines the values of one iteration with the accumulated ones.
fn reduce(cx: &mut Cx<'_, '_>, end: Op, carried: &[Reg]) -> Emitted<Vec<Reg>> {
    let view = cx.module.op(end);
    let mut next = Vec::new();
    for (index, value) in view.operands().iter().enumerate() {
        let (block, args) = entry(cx, view, index)?;
        let ty = cx.module.type_of(*value);
        if cx.module.is_memref(ty) {
            return Err(cx.unsupported("reductions of memrefs are not supported"));
        }
        let operand = cx.scalar(*value)?;
        cx.bind(args, &[carried[index], operand])?;
        let end = body(cx, Some(block))?;
        next.push(cx.scalar(cx.module.operand(end, 0))?);
    }
    Ok(next)
}
