//! Rows: an iteration of a nest is done by all threads of a block, which share the iterations of its loops.
//!
//! Where the loops in a body reduce values along the last dimension of buffers, as sums of rows, softmax and normalisation do, an
//! iteration for each thread reads memory that is far from that of its neighbours. Here an iteration is a block: its threads
//! take turns in each loop, and `gpu.all_reduce` combines what they have found. All else in the body is done by all
//! threads, and its stores by the first one.
//!
//! A nest is mapped so if
//! - its body consists of operations without effects, loads, stores, loops, and branches without results around these;
//! - all values that the loops carry are reductions that may be done in any order, and there is at least one;
//! - the iterations of each loop are independent but for these;
//! - an element that a loop writes is only accessed by the same iteration of other loops;
//! - the loops are long enough, and most of their accesses are to neighbouring elements;
//! - iterations do not share rows as those of a product of matrices do, where `coarsen.rs` lets a thread use what it reads
//!   for several results.

use super::{build_parallel, move_body, split_index};
use crate::analysis::access::{MemRefAccess, accesses_inside};
use crate::analysis::affine_dependence::obstacle_among;
use crate::analysis::alias::{self, AliasAnalysis};
use crate::analysis::linear::{Forms, Linear};
use crate::analysis::trip_count::trip_count;
use crate::conversion::convert_scf_to_cf::parallel::to_loops;
use crate::gpu::nest::Nest;
use crate::rewrite::index_math::{add, ceildiv_trips, multiply};
use crate::rewrite::neutral::neutral;
use crate::transforms::loop_scalar_promotion::promote_in;
use crate::transforms::scf_parallelize_reductions::{Reduction, reductions_of};
use warpline_ir::def::{RegionFlow, Trait};
use warpline_ir::dialect::scf::ForLoop;
use warpline_ir::{Arith, Attr, Builder, Gpu, MemRef, Module, Op, OpKind, Place, Scf, Type, Value};

/// The least number of iterations of a loop that a block shares, if it is known.
const MIN_TRIPS: i64 = 128;
/// The least and the greatest number of threads of a block.
const THREADS: [i64; 2] = [64, 256];
/// The number of iterations of a loop for each thread, from which a block has more threads.
const TRIPS_PER_THREAD: i64 = 4;

/// A loop of a row.
struct RowLoop {
    op: Op,
    reductions: Vec<Reduction>,
}

/// A part of the body, in order.
enum Part {
    /// A loop, whose iterations the threads share.
    Loop(RowLoop),
    /// A load that all threads execute.
    Load(Op),
    /// A store that the first thread executes.
    Store(Op),
}

/// Maps a nest to a block for each iteration, if that pays; whether it did.
pub(super) fn map(module: &mut Module, aliases: &mut AliasAnalysis, nest: &Nest) -> bool {
    // The shape is looked at first, since promotion changes nests that are then mapped otherwise.
    if !has_loops_alone(module, nest.op) {
        return false;
    }
    // They would run in order in any case.
    for op in module.walk(nest.op).into_iter().skip(1).rev() {
        if module.kind(op) == OpKind::Scf(Scf::Parallel) {
            to_loops(module, op);
        }
    }
    promote_in(module, aliases, nest.op);
    let found = rows(module, nest);
    if let Some((parts, threads)) = &found {
        build(module, nest, parts, *threads);
    }
    found.is_some()
}

/// Returns the parts of the body, and the number of threads that share its loops.
fn rows(module: &Module, nest: &Nest) -> Option<(Vec<Part>, i64)> {
    let mut parts = Vec::new();
    collect(module, nest.op, &mut parts)?;
    let trips = longest(module, &parts);
    let reduces = loops(&parts).any(|found| !found.reductions.is_empty());
    let is_short = trips.is_some_and(|trips| trips < MIN_TRIPS);
    if !reduces || is_short || !is_along_rows(module, &parts) || is_product(module, nest, &parts) {
        return None;
    }
    if !is_apart(module, nest, &parts) {
        return None;
    }
    let wanted = trips.map_or(THREADS[1], |trips| (trips / TRIPS_PER_THREAD).max(1));
    let threads = wanted.cast_unsigned().next_power_of_two().cast_signed();
    Some((parts, threads.clamp(THREADS[0], THREADS[1])))
}

/// Whether there are loops in a nest, none of them in another one.
fn has_loops_alone(module: &Module, nest: Op) -> bool {
    let is_loop = |op: &Op| module.kind(*op).region_flow().is_some_and(RegionFlow::repeats);
    let loops: Vec<Op> = module.walk(nest).into_iter().skip(1).filter(is_loop).collect();
    !loops.is_empty() && loops.iter().all(|op| !module.walk(*op)[1..].iter().any(is_loop))
}

/// Collects the parts of the body of a nest or branch; `None` if there is another one.
fn collect(module: &Module, around: Op, parts: &mut Vec<Part>) -> Option<()> {
    for op in module.ops_in(module.entry(around, 0)?) {
        match module.kind(op) {
            OpKind::Scf(Scf::For) => {
                let reductions = reductions_of(module, op)?;
                let is_reduced = |value: Value| module.type_of(value) != Type::INDEX;
                (is_simple(module, op) && module.results(op).all(is_reduced)).then_some(())?;
                parts.push(Part::Loop(RowLoop { op, reductions }));
            }
            OpKind::Scf(Scf::If) if module.n_results(op) == 0 => {
                if module.entry(op, 1).is_some_and(|other| 1 < module.ops_in(other).len()) {
                    return None;
                }
                collect(module, op, parts)?;
            }
            OpKind::MemRef(MemRef::Load) => parts.push(Part::Load(op)),
            OpKind::MemRef(MemRef::Store) => parts.push(Part::Store(op)),
            OpKind::Scf(Scf::Yield | Scf::Reduce) => {}
            kind => kind.def().is_some_and(|def| def.has(Trait::Pure)).then_some(())?,
        }
    }
    Some(())
}

/// Whether a loop has a constant step, and only operations without effects, loads and stores.
fn is_simple(module: &Module, op: Op) -> bool {
    let is_plain = |op: &Op| match module.kind(*op) {
        OpKind::MemRef(MemRef::Load | MemRef::Store) | OpKind::Scf(Scf::Yield) => true,
        kind => kind.def().is_some_and(|def| def.has(Trait::Pure)),
    };
    let view = ForLoop(module.op(op));
    let step = module.constant_int(view.step());
    step.is_some_and(|step| (1..=i64::from(u16::MAX)).contains(&step))
        && module.type_of(view.step()) == Type::INDEX
        && module.attr(op, "unsignedCmp").is_none()
        && module.walk(op)[1..].iter().all(is_plain)
}

/// Returns the number of iterations of the longest loop; `None` if that of one is unknown.
fn longest(module: &Module, parts: &[Part]) -> Option<i64> {
    let trips = loops(parts).map(|found| {
        let view = ForLoop(module.op(found.op));
        trip_count(module, view.lower_bound(), view.upper_bound(), view.step())
    });
    trips.collect::<Option<Vec<i64>>>()?.into_iter().max()
}

fn loops(parts: &[Part]) -> impl Iterator<Item = &RowLoop> {
    parts.iter().filter_map(|part| if let Part::Loop(found) = part { Some(found) } else { None })
}

/// Whether threads that share the loops access no element that another one writes, unless a reduction is between both.
fn is_apart(module: &Module, nest: &Nest, parts: &[Part]) -> bool {
    let Ok(accesses) = accesses_inside(module, nest.op) else { return false };
    let may_alias = |a, b| alias::may_alias_within(module, nest.op, a, b);
    let of_part = |part: &Part| -> Vec<MemRefAccess> {
        let op = match part {
            Part::Loop(found) => found.op,
            Part::Load(op) | Part::Store(op) => *op,
        };
        accesses.iter().filter(|access| module.is_inside(access.op, op)).cloned().collect()
    };
    let all: Vec<Vec<MemRefAccess>> = parts.iter().map(of_part).collect();
    let is_independent = |(part, accesses): (&Part, &Vec<MemRefAccess>)| match part {
        Part::Loop(found) => {
            let view = ForLoop(module.op(found.op));
            let step = module.constant_int(view.step()).unwrap_or(1);
            let variable = view.induction_variable();
            obstacle_among(module, found.op, variable, step, &may_alias, accesses).is_none()
        }
        Part::Load(_) | Part::Store(_) => true,
    };
    // A reduction between a load and a store that runs whenever one of them does.
    let is_between = |part: &Part, ends: [Op; 2]| match part {
        Part::Loop(found) => {
            let block = module.block_of(found.op);
            !found.reductions.is_empty() && ends.iter().any(|end| module.block_of(*end) == block)
        }
        _ => false,
    };
    let pairs = (0..parts.len()).flat_map(|a| (a + 1..parts.len()).map(move |b| (a, b)));
    parts.iter().zip(&all).all(is_independent)
        && pairs.into_iter().all(|(first, second)| {
            let mut meeting = all[first].iter().flat_map(|a| all[second].iter().map(move |b| (a, b)));
            meeting.all(|(a, b)| {
                !(a.is_write || b.is_write)
                    || !may_alias(a.memref, b.memref)
                    || match (&parts[first], &parts[second]) {
                        (Part::Loop(one), Part::Loop(other)) => {
                            is_same_turn(module, (one.op, a), (other.op, b))
                        }
                        (Part::Store(_), Part::Store(_)) => true,
                        (Part::Load(load), Part::Store(store)) => {
                            parts[first..second].iter().any(|part| is_between(part, [*load, *store]))
                        }
                        _ => false,
                    }
            })
        })
}

/// Whether the iterations of two loops that access one element are those of one thread.
fn is_same_turn(module: &Module, (one, a): (Op, &MemRefAccess), (other, b): (Op, &MemRefAccess)) -> bool {
    let [one, other] = [one, other].map(|op| ForLoop(module.op(op)));
    let (Some(left), Some(right)) = (&a.subscripts, &b.subscripts) else { return false };
    let is_one = |(x, y): (Value, Value)| {
        x == y || module.constant_int(x).is_some_and(|x| module.constant_int(y) == Some(x))
    };
    let are_same_turns =
        is_one((one.lower_bound(), other.lower_bound())) && is_one((one.step(), other.step()));
    let renamed = right.iter().map(|linear| {
        let mut linear = linear.clone();
        if let Some(factor) = linear.terms.remove(&other.induction_variable()) {
            linear.terms.insert(one.induction_variable(), factor);
        }
        linear
    });
    let renamed: Vec<_> = renamed.collect();
    a.memref == b.memref
        && a.sizes == b.sizes
        && are_same_turns
        && *left == renamed
        && left.iter().any(|linear| linear.coefficient(one.induction_variable()) != 0)
}

/// Whether most accesses of the loops go along the last dimension of a buffer without gaps.
fn is_along_rows(module: &Module, parts: &[Part]) -> bool {
    let mut forms = Forms::default();
    let (mut n_along, mut n_others) = (0, 0);
    for found in loops(parts) {
        let view = ForLoop(module.op(found.op));
        let variable = view.induction_variable();
        // Every second element still uses half of what is read.
        let is_near = module.constant_int(view.step()).is_some_and(|step| step <= 2);
        for op in module.walk(found.op) {
            if !matches!(module.kind(op), OpKind::MemRef(MemRef::Load | MemRef::Store)) {
                continue;
            }
            let view = module.op(op);
            let indices = view.group("indices");
            let linear: Vec<i64> =
                indices.iter().map(|index| forms.of(module, *index).coefficient(variable)).collect();
            let strides = module.strides(view.type_of(view.named("memref"))).map(|(_, strides)| strides);
            let is_last_packed = strides.is_some_and(|strides| strides.last() == Some(&1));
            match linear.split_last() {
                Some((1, others))
                    if is_near && is_last_packed && others.iter().all(|factor| *factor == 0) =>
                {
                    n_along += 1;
                }
                Some((0, others)) if others.iter().all(|factor| *factor == 0) => {}
                _ => n_others += 1,
            }
        }
    }
    n_others < n_along
}

/// Whether two loads of the loops each vary along a dimension of the nest along which the other one does not.
fn is_product(module: &Module, nest: &Nest, parts: &[Part]) -> bool {
    let mut forms = Forms::default();
    let mut courses: Vec<Vec<bool>> = Vec::new();
    for op in loops(parts).flat_map(|found| module.walk(found.op)) {
        if module.kind(op) != OpKind::MemRef(MemRef::Load) {
            continue;
        }
        let indices = module.op(op).group("indices");
        let indices: Vec<Linear> = indices.iter().map(|index| forms.of(module, *index)).collect();
        let varies = |iv: &Value| indices.iter().any(|linear| linear.coefficient(*iv) != 0);
        courses.push(nest.ivs.iter().map(varies).collect());
    }
    let has_more = |a: &[bool], b: &[bool]| a.iter().zip(b).any(|(a, b)| *a && !*b);
    courses.iter().any(|a| courses.iter().any(|b| has_more(a, b) && has_more(b, a)))
}

/// Builds the loop over blocks and the one over threads, and shares the loops among these.
fn build(module: &mut Module, nest: &Nest, parts: &[Part], threads: i64) {
    let mut at = Builder::before(module, nest.op);
    let dims: Vec<usize> = (0..nest.ivs.len()).collect();
    let sizes: Vec<Value> = dims
        .iter()
        .map(|dim| ceildiv_trips(&mut at, nest.lower[*dim], nest.upper[*dim], nest.step[*dim]))
        .collect();
    let (zero, one, count) = (at.index(0), at.index(1), at.index(threads));
    let total = sizes.iter().fold(one, |total, size| multiply(&mut at, total, *size));
    let blocks = build_parallel(&mut at, &[zero], &[total], &[one], &["block_x".to_string()]);
    let body = at.module.entry(blocks, 0).expect("a loop that was just built has a body");
    let row = at.module.args(body)[0];
    let end = at.module.last_op(body).expect("a loop that was just built has an end");
    let mut at = Builder::before(at.module, end);
    let mut ivs = nest.lower.clone();
    split_index(&mut at, nest, &dims, &sizes, &nest.step, row, &mut ivs);
    let inner = build_parallel(&mut at, &[zero], &[count], &[one], &["thread_x".to_string()]);
    let inside = at.module.entry(inner, 0).expect("a loop that was just built has a body");
    let thread = at.module.args(inside)[0];
    let end = at.module.last_op(inside).expect("a loop that was just built has an end");
    move_body(module, nest, &ivs, Place::Before(end));
    for part in parts {
        match part {
            Part::Loop(found) => share(module, found, thread, count),
            Part::Store(op) => guard(module, *op, thread, zero),
            Part::Load(_) => {}
        }
    }
}

/// Gives each thread its iterations of a loop, and combines what the threads have found.
fn share(module: &mut Module, found: &RowLoop, thread: Value, threads: Value) {
    let view = ForLoop(module.op(found.op));
    let (lower, step, inits) = (view.lower_bound(), view.step(), view.inits().to_vec());
    let mut at = Builder::before(module, found.op);
    let offset = multiply(&mut at, thread, step);
    let first = add(&mut at, lower, offset);
    let stride = multiply(&mut at, threads, step);
    module.set_operand(found.op, 0, first);
    module.set_operand(found.op, 2, stride);
    let mut at = Builder::after(module, found.op);
    for (number, (reduction, init)) in found.reductions.iter().zip(inits).enumerate() {
        let ty = at.module.type_of(init);
        let result = at.module.result(found.op, number);
        let uses = at.module.uses(result);
        let kind = at.module.foreign_attr(&format!("gpu<all_reduce_op {}>", reduce_op(reduction.kind)));
        let attrs = [("op", kind), ("uniform", Attr::UNIT)];
        let reduce = at.op_with_regions(Gpu::AllReduce, &[result], &[ty], &attrs, 1);
        let total = at.module.result(reduce, 0);
        let flags: Vec<_> = reduction.flags.map(|flags| ("fastmath", flags)).into_iter().collect();
        let combined = at.value(reduction.kind, &[init, total], ty, &flags);
        for used in uses {
            at.module.set_operand(used.op, used.index as usize, combined);
        }
        let neutral = neutral(at.module, reduction.kind, ty).expect("a reduction has a neutral element");
        let neutral = Builder::before(at.module, found.op).constant(neutral).expect("it is a number");
        at.module.set_operand(found.op, 3 + number, neutral);
    }
}

/// Returns the name of an operation in `gpu.all_reduce`.
fn reduce_op(kind: Arith) -> &'static str {
    match kind {
        Arith::AddI | Arith::AddF => "add",
        Arith::MulI | Arith::MulF => "mul",
        Arith::AndI => "and",
        Arith::OrI => "or",
        Arith::XOrI => "xor",
        kind => kind.def().name,
    }
}

/// Lets the first thread alone execute a store.
fn guard(module: &mut Module, op: Op, thread: Value, zero: Value) {
    let mut at = Builder::before(module, op);
    let is_first = at.compare("eq", thread, zero, Type::I1);
    let guard = at.op_with_regions(Scf::If, &[is_first], &[], &[], 2);
    let region = at.module.region(guard, 0);
    let body = at.module.add_block(region, &[]);
    let location = at.location;
    let end = Builder::new(at.module, Place::End(body), location).op(Scf::Yield, &[], &[], &[]);
    module.move_op(op, Place::Before(end));
}
