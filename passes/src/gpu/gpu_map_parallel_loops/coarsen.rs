//! Thread coarsening: an iteration of a nest computes neighbouring results, which then share what they load.
//!
//! Where the loops in a body read elements that depend on the last dimension but not on another one, as a convolution
//! reads its input for each of its channels, `factor` iterations along that other dimension become one: the body is
//! unrolled, and the copies of a loop are jammed into a single loop that carries the values of all of them. An element
//! that all copies read is loaded once. This is legal since the iterations of a parallel loop are independent.
//!
//! A dimension is chosen if its trip count is a constant multiple of the factor, and the one for which most loads are
//! shared. Elements that the loops of the body update in memory are kept in loop-carried values first, as by
//! `loop-scalar-promotion`; a body stays if its loops still write memory, if it has other effects, if it is large, or if
//! fewer than [`MIN_ITERATIONS`] would be left. The last dimension stays, so that neighbouring threads access
//! neighbouring elements.

use super::Nest;
use crate::analysis::effects::{is_pure, is_terminator};
use crate::conversion::index_math::{add, trip_count};
use crate::loop_values::carry;
use crate::transforms::loop_scalar_promotion::promote_in;
use rustc_hash::{FxHashMap, FxHashSet};
use warpline_ir::{Builder, MemRef, Module, Op, OpKind, Place, Scf, Value};

/// The maximum number of operations of a body.
const MAX_OPS: usize = 64;
/// The least number of iterations that a nest is left with, so that a device has enough of them.
const MIN_ITERATIONS: i64 = 4096;
/// The number of operands of an `scf.for` before its initial values.
const N_BOUNDS: usize = 3;

/// Coarsens a nest by a factor if that pays.
pub(super) fn coarsen(module: &mut Module, nest: &mut Nest, factor: i64) {
    let Some(dim) = dimension(module, nest, factor) else { return };
    promote_in(module, nest.op);
    let writes = |op: &Op| module.kind(*op) == OpKind::MemRef(MemRef::Store);
    if inner_loops(module, nest.op).into_iter().any(|inner| module.walk(inner).iter().any(writes)) {
        return;
    }
    let iv = nest.ivs[dim];
    let varying = varying(module, nest.op, iv);
    let body = module.entry(nest.op, 0).expect("a verified loop has a body");
    let ops = module.ops_in(body);
    let step = module.constant_int(nest.step[dim]).expect("the step is constant");
    let location = module.location(nest.op);
    let mut at = Builder::before(module, nest.op);
    nest.step[dim] = at.index(step * factor);
    let distances: Vec<Value> = (1..factor).map(|number| at.index(step * number)).collect();
    let mut at = Builder::new(module, Place::Start(body), location);
    let maps = distances.into_iter().map(|distance| FxHashMap::from_iter([(iv, add(&mut at, iv, distance))]));
    let maps = maps.collect();
    Jam { varying, maps }.copy(module, ops);
}

/// Returns the dimension along which the loops of a body share most loads, if there is one.
fn dimension(module: &Module, nest: &Nest, factor: i64) -> Option<usize> {
    let ops = module.walk(nest.op);
    if factor < 2 || MAX_OPS < ops.len() || !ops[1..].iter().all(|op| is_copied(module, *op)) {
        return None;
    }
    let n_dims = nest.ivs.len();
    let trips = (0..n_dims).map(|dim| trip_count(module, nest.lower[dim], nest.upper[dim], nest.step[dim]));
    let trips: Vec<i64> = trips.collect::<Option<_>>()?;
    let total = trips.iter().try_fold(1i64, |total, trip| total.checked_mul(*trip))?;
    if total / factor < MIN_ITERATIONS {
        return None;
    }
    let last = (0..n_dims).rev().find(|dim| trips[*dim] != 1)?;
    let in_loops: FxHashSet<Op> =
        inner_loops(module, nest.op).into_iter().flat_map(|inner| module.walk(inner)).collect();
    let loads: Vec<Op> =
        in_loops.into_iter().filter(|op| module.kind(*op) == OpKind::MemRef(MemRef::Load)).collect();
    let depends =
        |op: &Op, on: &FxHashSet<Value>| module.operands(*op).iter().any(|value| on.contains(value));
    let along_last = varying(module, nest.op, nest.ivs[last]);
    let n_shared = |dim: usize| {
        let varying = varying(module, nest.op, nest.ivs[dim]);
        loads.iter().filter(|op| depends(op, &along_last) && !depends(op, &varying)).count()
    };
    let fits = |dim: &usize| {
        let step = module.constant_int(nest.step[*dim]);
        trips[*dim] % factor == 0 && step.is_some_and(|step| step.checked_mul(factor).is_some())
    };
    let dims = (0..last).filter(fits).map(|dim| (n_shared(dim), dim)).filter(|(n_shared, _)| 0 < *n_shared);
    dims.max_by_key(|(n_shared, _)| *n_shared).map(|(_, dim)| dim)
}

/// Whether an operation of a body can be copied: it computes, accesses elements, or is a loop or a branch of such ones.
fn is_copied(module: &Module, op: Op) -> bool {
    let kind = module.kind(op);
    matches!(
        kind,
        OpKind::MemRef(MemRef::Load | MemRef::Store)
            | OpKind::Scf(Scf::For | Scf::If | Scf::Yield | Scf::Reduce)
    ) || is_pure(module, op) && module.has_no_regions(op)
}

/// Returns the loops in a body, outer ones first.
fn inner_loops(module: &Module, nest: Op) -> Vec<Op> {
    module.walk(nest).into_iter().filter(|op| module.kind(*op) == OpKind::Scf(Scf::For)).collect()
}

/// Returns the values in a nest that depend on one of its variables.
fn varying(module: &Module, nest: Op, iv: Value) -> FxHashSet<Value> {
    let mut found = FxHashSet::from_iter([iv]);
    let ops = module.walk(nest);
    let mut n_before = 0;
    // A value that the end of a loop yields may make others vary that stand before it.
    while n_before < found.len() {
        n_before = found.len();
        for op in &ops[1..] {
            let is_found = |value: &Value| found.contains(value);
            let operands = module.operands(*op);
            let new: Vec<Value> = match module.kind(*op) {
                OpKind::Scf(Scf::For) => {
                    let body = module.entry(*op, 0).map(|body| module.args(body)).unwrap_or_default();
                    let yielded = yielded(module, *op, 0);
                    let bounds = operands.iter().take(N_BOUNDS).any(is_found);
                    let carried = operands.iter().skip(N_BOUNDS).zip(yielded).zip(&body[1..]);
                    let values = carried.zip(module.results(*op)).filter(|(((first, next), arg), _)| {
                        bounds || is_found(first) || is_found(next) || is_found(arg)
                    });
                    let values = values.flat_map(|((_, arg), result)| [*arg, result]);
                    values.chain(body.first().copied().filter(|_| bounds)).collect()
                }
                OpKind::Scf(Scf::If) => {
                    let sides = [yielded(module, *op, 0), yielded(module, *op, 1)];
                    let varies = |index: &usize| {
                        operands.iter().any(is_found)
                            || sides.iter().any(|side| side.get(*index).is_some_and(is_found))
                    };
                    let results = module.results(*op).enumerate();
                    results.filter(|(index, _)| varies(index)).map(|(_, result)| result).collect()
                }
                _ if operands.iter().any(is_found) => module.results(*op).collect(),
                _ => Vec::new(),
            };
            found.extend(new);
        }
    }
    found
}

/// Returns what the end of a region yields.
fn yielded(module: &Module, op: Op, region: usize) -> &[Value] {
    let end = module.entry(op, region).and_then(|block| module.last_op(block));
    end.map(|end| module.operands(end)).unwrap_or_default()
}

/// The copies of a body.
struct Jam {
    /// The values that differ between the copies.
    varying: FxHashSet<Value>,
    /// For each copy but the first one, which is the original, its values by those of the original.
    maps: Vec<FxHashMap<Value, Value>>,
}

impl Jam {
    /// Adds the copies of operations of a block, each behind its original; the terminator has none.
    fn copy(&mut self, module: &mut Module, ops: Vec<Op>) {
        for op in ops {
            if is_terminator(module, op) {
                continue;
            }
            let is_varying = |value: &Value| self.varying.contains(value);
            let bounds = &module.operands(op)[..N_BOUNDS.min(module.operands(op).len())];
            if !module.walk(op).iter().any(|op| module.operands(*op).iter().any(is_varying)) {
                continue;
            }
            if module.kind(op) == OpKind::Scf(Scf::For) && !bounds.iter().any(is_varying) {
                self.inner_loop(module, op);
                continue;
            }
            let mut last = op;
            for map in &mut self.maps {
                let copy = module.clone_op(op, map);
                module.insert(copy, Place::After(last));
                last = copy;
            }
        }
    }

    /// Lets a loop carry the values of all copies.
    fn inner_loop(&mut self, module: &mut Module, op: Op) {
        let body = module.entry(op, 0).expect("a verified loop has a body");
        let args = module.args(body)[1..].to_vec();
        let carried: Vec<usize> = (0..args.len()).filter(|it| self.varying.contains(&args[*it])).collect();
        let mut first = Vec::new();
        for map in &mut self.maps {
            for index in &carried {
                first.push(mapped(map, module.operand(op, N_BOUNDS + index)));
                let ty = module.type_of(args[*index]);
                map.insert(args[*index], module.add_arg(body, ty));
            }
        }
        self.copy(module, module.ops_in(body));
        let yielded = yielded(module, op, 0).to_vec();
        let next = self.maps.iter().flat_map(|map| carried.iter().map(|index| mapped(map, yielded[*index])));
        let next: Vec<Value> = next.collect();
        let new = carry(module, op, &first, &next);
        let results: Vec<Value> = module.results(new).collect();
        let mut added = results[args.len()..].iter();
        for map in &mut self.maps {
            for index in &carried {
                map.extend(added.next().map(|result| (results[*index], *result)));
                self.varying.insert(results[*index]);
            }
        }
    }
}

fn mapped(map: &FxHashMap<Value, Value>, value: Value) -> Value {
    map.get(&value).copied().unwrap_or(value)
}
