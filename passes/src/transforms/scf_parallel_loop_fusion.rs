//! Fuses neighbouring `scf.parallel` loops with the same iteration space.
//!
//! Two loops of a block are fused if they have the same bounds and steps, only operations without effects between
//! them, and no parallel loop in them, if nothing up to the end of the second one uses a result of the first, and if
//! fusion preserves the order of conflicting accesses: if one loop writes a buffer that the other one accesses, both
//! must use the same indices, which determine the iteration, so that an element stays with one iteration. The
//! reductions of both become those of one loop. Two large products of matrices stay apart. Anything else prevents fusion of neighbours: effects other than loads and
//! stores, buffers that may alias, an allocation between the loops.
//!
//! A fill, a loop without inner loops that reads nothing but constant globals, is also fused with a later loop of the block
//! that accesses what it fills, if nothing between them does; they need not be neighbours. A convolution starts from the
//! filled values in registers then.
//!
//! Cost: quadratic in the accesses of two neighbours, and one query for each access behind up to eight fills.
//!
//! ```text
//! scf.parallel (%i) = … { store %x, %a[%i] }         scf.parallel (%i) = … {
//! scf.parallel (%j) = … { load %a[%j]; … }      →      store %x, %a[%i]
//!                                                      load %a[%i]; …
//!                                                    }
//! ```

use std::rc::Rc;

use crate::analysis::alias::{self, AliasAnalysis, MemoryRegion, Overlap};
use crate::analysis::effects::{Effects, is_convergent, is_effect_free, is_pure, own_effects};
use crate::analysis::linear;
use crate::analysis::multiply_adds::adds_products;
use crate::analysis::trip_count::trip_count;
use crate::rewrite::stated_schedule::inherit;
use crate::{Changed, Pass, PassCx, PassFn};
use warpline_ir::def::{Effect, RegionFlow};
use warpline_ir::{Block, Builder, Def, MemRef, Module, Op, OpKind, Place, Scf, Type, Value};

/// The `scf-parallel-loop-fusion` pass.
pub const PASS: Pass = Pass {
    name: "scf-parallel-loop-fusion",
    summary: "Fuses neighbouring scf.parallel loops with the same iteration space",
    options: &[],
    run: PassFn::Always(run),
};

/// The maximum depth to which index computations are compared.
const MAX_DEPTH: usize = 16;

/// The least number of elements of a product of matrices that is not fused with another one.
const MIN_ELEMENTS: i64 = 1024;

/// The maximum number of fills that wait for a loop.
const MAX_FILLS: usize = 8;

/// A load or store in the body of a loop.
struct FusionAccess {
    memref: Value,
    indices: Vec<Value>,
    is_write: bool,
}

fn run(cx: &mut PassCx<'_>) -> Changed {
    let mut changed = false;
    let mut aliases = AliasAnalysis::with_callers();
    for op in cx.module.walk(cx.module.root()) {
        for region in cx.module.regions_of(op) {
            for block in cx.module.blocks_of(region).to_vec() {
                changed |= fuse_in_block(cx.module, &mut aliases, block);
            }
        }
    }
    changed.into()
}

/// Fuses each loop of a block with the preceding one if only operations without effects are between them, or else with
/// a fill of a buffer that it accesses.
fn fuse_in_block(module: &mut Module, aliases: &mut AliasAnalysis, block: Block) -> bool {
    let mut changed = false;
    let mut before: Option<Op> = None;
    let mut fills: Vec<Fill> = Vec::new();
    for op in module.ops_in(block) {
        if module.kind(op) == OpKind::Scf(Scf::Parallel) {
            let touched = fills.iter().filter(|fill| fill.meets(module, aliases, op)).map(|fill| fill.op);
            let first = before.into_iter().chain(touched).find(|first| can_fuse(module, *first, op));
            let fused = first.and_then(|first| fuse(module, first, op));
            changed |= fused.is_some();
            let now = fused.unwrap_or(op);
            fills.retain(|fill| Some(fill.op) != first && !fill.meets(module, aliases, now));
            fills.extend(Fill::of(module, aliases, now));
            fills.drain(..fills.len().saturating_sub(MAX_FILLS));
            before = Some(now);
        } else if !is_effect_free(module, op) {
            before = None;
            fills.retain(|fill| !fill.meets(module, aliases, op));
        }
    }
    changed
}

/// A loop that only writes, and nothing that it reads itself.
struct Fill {
    op: Op,
    /// The memory that it fills.
    regions: Vec<Rc<MemoryRegion>>,
}

impl Fill {
    fn of(module: &Module, aliases: &mut AliasAnalysis, op: Op) -> Option<Self> {
        let is_loop = |op: &Op| matches!(module.region_flow(*op), Some(RegionFlow::For | RegionFlow::While));
        if module.walk(op).iter().any(is_loop) {
            return None;
        }
        let (writes, reads): (Vec<_>, Vec<_>) =
            accesses(module, op)?.into_iter().partition(|access| access.is_write);
        let regions = writes.into_iter().map(|access| aliases.of(module, access.memref)).collect();
        reads.iter().all(|access| alias::is_constant(module, access.memref)).then_some(Self { op, regions })
    }

    /// Whether an operation, or one that is nested in it, may access the filled memory.
    fn meets(&self, module: &Module, aliases: &mut AliasAnalysis, op: Op) -> bool {
        let mut is_filled = |memref: Value| {
            let region = aliases.of(module, memref);
            self.regions.iter().any(|own| aliases.overlap(own, &region) != Overlap::No)
        };
        module.walk(op).into_iter().any(|inner| match own_effects(module, inner) {
            Effects::Known(effects) => {
                effects.iter().any(|(effect, memref)| *effect != Effect::Allocate && is_filled(*memref))
            }
            Effects::Unknown => true,
        })
    }
}

fn can_fuse(module: &Module, first: Op, second: Op) -> bool {
    let is_plain = |op| {
        module.attr(op, "mapping").is_none()
            && module.walk(op).into_iter().skip(1).all(|op| module.kind(op) != OpKind::Scf(Scf::Parallel))
    };
    let (a, b) = (module.op(first), module.op(second));
    let same_space = ["lowerBound", "upperBound", "step"]
        .into_iter()
        .all(|name| same_values(module, a.group(name), b.group(name)));
    is_plain(first)
        && is_plain(second)
        && same_space
        && !(is_large_product(module, first) && is_large_product(module, second))
        && !needs_results(module, first, second)
        && keeps_order(module, first, second)
}

/// Whether a loop may be a product of matrices that is large enough for a kernel in tiles, which two of them together are not.
fn is_large_product(module: &Module, op: Op) -> bool {
    let view = module.op(op);
    let [lower, upper, step] = ["lowerBound", "upperBound", "step"].map(|name| view.group(name));
    let bounds = lower.iter().zip(upper).zip(step);
    let trips = bounds.map(|((lower, upper), step)| trip_count(module, *lower, *upper, *step));
    // An unknown number counts as large.
    let n = trips.fold(1i64, |n, trips| n.saturating_mul(trips.unwrap_or(MIN_ELEMENTS)));
    2 <= step.len() && MIN_ELEMENTS <= n && adds_products(module, op)
}

/// Whether an operation after the first loop, up to the second one, uses a result of the first.
fn needs_results(module: &Module, first: Op, second: Op) -> bool {
    let users: Vec<Op> =
        module.results(first).flat_map(|result| module.uses(result)).map(|used| used.op).collect();
    let uses_them = |op: Op| users.iter().any(|user| module.is_inside(*user, op));
    let mut at = module.next_op(first).filter(|_| !users.is_empty());
    while let Some(op) = at {
        if uses_them(op) {
            return true;
        }
        at = module.next_op(op).filter(|_| op != second);
    }
    false
}

/// Whether values are equal, or are equal constants.
fn same_values(module: &Module, a: &[Value], b: &[Value]) -> bool {
    let is_same = |(a, b): (&Value, &Value)| {
        a == b || module.constant_of(*a).is_some() && module.constant_of(*a) == module.constant_of(*b)
    };
    a.len() == b.len() && a.iter().zip(b).all(is_same)
}

/// Whether every two accesses of the loops to the same element are made by the same iteration.
fn keeps_order(module: &Module, first: Op, second: Op) -> bool {
    let (Some(a), Some(b)) = (module.entry(first, 0), module.entry(second, 0)) else { return false };
    let (Some(left), Some(right)) = (accesses(module, first), accesses(module, second)) else { return false };
    left.iter().all(|x| right.iter().all(|y| stay_apart(module, (x, a), (y, b))))
}

/// Whether two accesses cannot conflict, or only in one iteration.
fn stay_apart(module: &Module, (x, a): (&FusionAccess, Block), (y, b): (&FusionAccess, Block)) -> bool {
    let loops = [a, b].map(|body| module.block_parent(body));
    let may_alias = |op: &Op| alias::may_alias_within(module, *op, x.memref, y.memref);
    if !x.is_write && !y.is_write || !loops.iter().flatten().any(may_alias) {
        return true;
    }
    let same_element = x.memref == y.memref
        && x.indices.len() == y.indices.len()
        && x.indices.iter().zip(&y.indices).all(|(x, y)| is_equal(module, (*x, a), (*y, b), MAX_DEPTH));
    same_element && identify_iteration(module, a, &x.indices)
}

/// Whether equal indices imply the same iteration: each index of the loop follows from them, one after the other.
fn identify_iteration(module: &Module, body: Block, indices: &[Value]) -> bool {
    let Some(outer) = module.block_parent(body) else { return false };
    let mut unknown = module.args(body).to_vec();
    let sums: Vec<_> = indices.iter().map(|index| linear::of_value(module, *index)).collect();
    let is_open = |unknown: &[Value], leaf: &Value| {
        let is_index = module.args(body).contains(leaf);
        if is_index { unknown.contains(leaf) } else { module.is_made_inside(*leaf, outer) }
    };
    let next = |unknown: &[Value]| {
        sums.iter().find_map(|sum| {
            let mut open = sum.terms.keys().filter(|leaf| is_open(unknown, leaf));
            let only = open.next().filter(|_| open.next().is_none())?;
            unknown.iter().position(|induction| induction == only)
        })
    };
    while let Some(found) = next(&unknown) {
        unknown.remove(found);
    }
    unknown.is_empty()
}

/// Whether two values of the bodies are the same function of the indices of the loops.
fn is_equal(module: &Module, (x, a): (Value, Block), (y, b): (Value, Block), depth: usize) -> bool {
    if let (Def::Arg(block, i), Def::Arg(other, j)) = (module.def(x), module.def(y))
        && (block, other) == (a, b)
    {
        return i == j;
    }
    if same_values(module, &[x], &[y]) {
        return true;
    }
    let (Some(p), Some(q), Some(depth)) =
        (module.defining_op(x), module.defining_op(y), depth.checked_sub(1))
    else {
        return false;
    };
    let position = |op: Op, value: Value| module.results(op).position(|result| result == value);
    is_pure(module, p)
        && !is_convergent(module, p)
        && module.kind(p) == module.kind(q)
        && module.attrs(p) == module.attrs(q)
        && position(p, x) == position(q, y)
        && module.operands(p).len() == module.operands(q).len()
        && module
            .operands(p)
            .iter()
            .zip(module.operands(q))
            .all(|(x, y)| is_equal(module, (*x, a), (*y, b), depth))
}

/// Returns the loads and stores in a loop; `None` if another operation has an effect.
fn accesses(module: &Module, outer: Op) -> Option<Vec<FusionAccess>> {
    let mut found = Vec::new();
    for op in module.walk(outer).into_iter().skip(1) {
        let view = module.op(op);
        match (module.kind(op), own_effects(module, op)) {
            (OpKind::MemRef(kind @ (MemRef::Load | MemRef::Store)), _) => found.push(FusionAccess {
                memref: view.named("memref"),
                indices: view.group("indices").to_vec(),
                is_write: kind == MemRef::Store,
            }),
            (_, Effects::Known(effects)) if effects.iter().all(|(effect, _)| *effect == Effect::Allocate) => {
            }
            _ => return None,
        }
    }
    Some(found)
}

/// Replaces the second loop by a fused one, with the body of the first one before that of the second.
fn fuse(module: &mut Module, first: Op, second: Op) -> Option<Op> {
    let (from, to) = (module.entry(first, 0)?, module.entry(second, 0)?);
    let results: Vec<Value> = module.results(first).chain(module.results(second)).collect();
    let types: Vec<Type> = results.iter().map(|result| module.type_of(*result)).collect();
    let inits = [module.op(first).group("initVals"), module.op(second).group("initVals")].concat();
    let bounds = &module.operands(second)[..3 * module.args(to).len()];
    let operands = [bounds, &inits].concat();
    let n = module.args(to).len() as i64;
    let segments = module.i32_array_attr([n, n, n, inits.len() as i64]);
    merge_reductions(module, module.last_op(from)?, module.last_op(to)?);
    for (old, new) in module.args(from).to_vec().into_iter().zip(module.args(to).to_vec()) {
        module.replace_all_uses(old, new);
    }
    module.move_block_ops(from, Place::Start(to));
    let attrs = module.attrs(second).to_vec();
    let fused = module.create_in_place_of(second, &operands, &types, &attrs);
    module.set_attr(fused, "operandSegmentSizes", segments);
    inherit(module, first, fused);
    for (old, new) in results.into_iter().zip(module.results(fused)) {
        module.replace_all_uses(old, new);
    }
    module.erase(second);
    module.erase(first);
    Some(fused)
}

/// Merges the terminators of two bodies at the position of the second, with the reductions of the first one first.
fn merge_reductions(module: &mut Module, first: Op, second: Op) {
    let operands = [module.operands(first), module.operands(second)].concat();
    let regions = [module.regions_of(first), module.regions_of(second)].concat();
    let mut builder = Builder::before(module, second);
    let both = builder.op_with_regions(Scf::Reduce, &operands, &[], &[], regions.len());
    for (from, to) in regions.into_iter().zip(module.regions_of(both)) {
        module.move_blocks(from, to);
    }
    module.erase(first);
    module.erase(second);
}
