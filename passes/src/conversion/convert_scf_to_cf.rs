//! Lowers structured loops and branches to a control flow graph.
//!
//! Every operation of the dialect with regions becomes blocks of the enclosing region. `scf.parallel` first becomes
//! a nest of loops whose iteration arguments are its reductions, and `scf.forall` without results first becomes an
//! `scf.parallel`. An `scf.forall` with results is an error, and so is an operation in a region that may have only
//! one block, such as that of `affine.for`. Outer operations are lowered first.
//!
//! Cost: one walk, and one block split per operation.
//!
//! ```text
//! scf.if %c {                             cf.cond_br %c, ^bb1, ^bb2
//!   "work"() : () -> ()               ^bb1:
//! }                               →       "work"() : () -> ()
//! return                                  cf.br ^bb2
//!                                     ^bb2:
//!                                         return
//! ```

pub(crate) mod parallel;
pub(crate) mod regions;

use crate::analysis::edges::only_hands_back;
use crate::conversion::scf_forall_to_parallel;
use crate::rewrite::blocks::{self, branch, go_to, move_blocks_before};
use crate::{Changed, Pass, PassCx, PassFn};
use warpline_ir::def::Trait;
use warpline_ir::{
    Arith, Attr, Block, Builder, Cf, Module, Op, OpKind, Place, Region, Reported, Scf, Type, Value,
};

/// The `convert-scf-to-cf` pass.
pub const PASS: Pass = Pass {
    name: "convert-scf-to-cf",
    summary: "Turns loops and branches into blocks",
    options: &[],
    run: PassFn::MayFail(run),
};

/// Predicate numbers of `arith.cmpi`.
const SLT: i64 = 2;
const ULT: i64 = 6;

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let module = &mut *cx.module;
    let mut changed = false;
    let mut work = module.walk(module.root());
    work.reverse();
    while let Some(op) = work.pop() {
        if module.block_of(op).is_none() || !takes_blocks(module, op) {
            continue;
        }
        let converted = match module.kind(op) {
            OpKind::Scf(Scf::If) => convert_if(module, op),
            OpKind::Scf(Scf::For) => convert_for(module, op),
            OpKind::Scf(Scf::While) => convert_while(module, op),
            OpKind::Scf(Scf::IndexSwitch) => regions::convert_switch(module, op),
            OpKind::Scf(Scf::ExecuteRegion) => blocks::convert_execute_region(module, op),
            OpKind::Scf(Scf::Parallel) => parallel::to_loops(module, op).map(|loops| {
                work.extend(loops.into_iter().rev());
            }),
            OpKind::Scf(Scf::Forall) => {
                scf_forall_to_parallel::convert(module, op).map(|loops| work.push(loops))
            }
            _ => None,
        };
        changed |= converted.is_some();
    }
    report_rest(cx)?;
    Ok(changed.into())
}

/// Reports an error for each operation that could not be lowered to blocks.
fn report_rest(cx: &mut PassCx<'_>) -> Result<(), Reported> {
    let mut result = Ok(());
    for op in cx.module.walk(cx.module.root()) {
        let kind = cx.module.kind(op);
        let is_left = matches!(kind, OpKind::Scf(_)) && kind.region_flow().is_some();
        if is_left {
            let name = cx.module.op_name(op);
            let why = match cx.module.parent_op(op).filter(|_| !takes_blocks(cx.module, op)) {
                Some(parent) => {
                    let parent = cx.module.op_name(parent);
                    format!(
                        "expected a region around it that takes several blocks, but found one of '{parent}'"
                    )
                }
                None if cx.module.kind(op) == OpKind::Scf(Scf::Forall) => {
                    "expected no results, as tensors have no form in memory here".to_string()
                }
                None => "expected another form".to_string(),
            };
            result = Err(cx.error(op, format!("'{name}' cannot be lowered to blocks: {why}")));
        }
    }
    result
}

/// Whether the region that contains an operation may have several blocks.
fn takes_blocks(module: &Module, op: Op) -> bool {
    let parent = module.parent_op(op).and_then(|parent| module.kind(parent).def());
    parent.is_none_or(|def| !def.has(Trait::SingleBlock) && !def.has(Trait::Graph))
}

/// Returns the predicate that compares the induction variable of a loop with its upper bound.
pub(super) fn less_than(module: &mut Module, op: Op) -> Attr {
    let is_unsigned = module.attr(op, "unsignedCmp").is_some();
    module.int_attr(if is_unsigned { ULT } else { SLT }, Type::I64)
}

/// Splits the block of an operation right before it; the operation is the first of the second part.
fn split_before(module: &mut Module, op: Op) -> Option<(Block, Block)> {
    let first = module.block_of(op)?;
    Some((first, module.split_block(op, &[])))
}

/// Erases the terminator of the last block of a region; returns its operands and the block.
fn take_end(module: &mut Module, region: Region) -> Option<(Block, Vec<Value>)> {
    let last = module.blocks_of(region).last().copied()?;
    let terminator = module.last_op(last)?;
    let values = module.operands(terminator).to_vec();
    module.erase(terminator);
    Some((last, values))
}

fn convert_if(module: &mut Module, op: Op) -> Option<()> {
    let condition = module.operand(op, 0);
    let types: Vec<Type> = module.results(op).map(|result| module.type_of(result)).collect();
    let (start, rest) = split_before(module, op)?;
    let mut join = rest;
    if !types.is_empty() {
        join = module.add_block_after(start, &types);
        go_to(module, join, op, rest, &[]);
    }
    let mut sides = Vec::new();
    for region in module.regions_of(op) {
        let Some(first) = module.blocks_of(region).first().copied() else {
            sides.push((join, Vec::new()));
            continue;
        };
        let (last, values) = take_end(module, region)?;
        go_to(module, last, op, join, &values);
        move_blocks_before(module, region, join)?;
        sides.push((first, Vec::new()));
    }
    branch(module, start, op, Cf::CondBr, &[condition], &sides);
    let results = if types.is_empty() { Vec::new() } else { module.args(join).to_vec() };
    module.replace_op(op, &results);
    Some(())
}

fn convert_for(module: &mut Module, op: Op) -> Option<()> {
    let &[lower, upper, step, ref inits @ ..] = module.operands(op) else { return None };
    let first: Vec<Value> = [lower].into_iter().chain(inits.iter().copied()).collect();
    let predicate = less_than(module, op);
    let (start, end) = split_before(module, op)?;
    let region = module.region(op, 0);
    let head = *module.blocks_of(region).first()?;
    let body = module.split_block(module.first_op(head)?, &[]);
    let (last, yielded) = take_end(module, region)?;
    move_blocks_before(module, region, end)?;
    let args = module.args(head).to_vec();
    let location = module.location(op);
    let next = Builder::new(module, Place::End(last), location).binary(Arith::AddI, args[0], step);
    let again: Vec<Value> = [next].into_iter().chain(yielded).collect();
    go_to(module, last, op, head, &again);
    go_to(module, start, op, head, &first);
    let mut builder = Builder::new(module, Place::End(head), location);
    let goes_on = builder.value(Arith::CmpI, &[args[0], upper], Type::I1, &[("predicate", predicate)]);
    branch(module, head, op, Cf::CondBr, &[goes_on], &[(body, Vec::new()), (end, Vec::new())]);
    module.replace_op(op, &args[1..]);
    Some(())
}

fn convert_while(module: &mut Module, op: Op) -> Option<()> {
    let inits = module.operands(op).to_vec();
    let (before, after) = (module.entry(op, 0)?, module.entry(op, 1)?);
    let hands_back = only_hands_back(module, after);
    let (start, end) = split_before(module, op)?;
    let (first_region, second_region) = (module.region(op, 0), module.region(op, 1));
    let (last, condition) = take_end(module, first_region)?;
    let (goes_on, passed) = condition.split_first()?;
    move_blocks_before(module, first_region, end)?;
    let target = if hands_back { before } else { after };
    if !hands_back {
        let (last, yielded) = take_end(module, second_region)?;
        move_blocks_before(module, second_region, end)?;
        go_to(module, last, op, before, &yielded);
    }
    go_to(module, start, op, before, &inits);
    branch(module, last, op, Cf::CondBr, &[*goes_on], &[(target, passed.to_vec()), (end, Vec::new())]);
    module.replace_op(op, passed);
    Some(())
}
