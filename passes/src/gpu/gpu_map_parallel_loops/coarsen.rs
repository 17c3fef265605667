//! Thread coarsening: an iteration of a nest computes neighbouring results, which then share what they load.
//!
//! Where the loops in a body read elements that depend on the last dimension but not on another one, as a convolution
//! reads its input for each of its channels, `factor` iterations along that other dimension become one by
//! [unroll-and-jam](crate::rewrite::loop_jam): such elements are loaded once. This is legal since the iterations of a parallel loop
//! are independent.
//!
//! A dimension is chosen if its trip count is a constant multiple of the factor, and the one for which most loads are
//! shared. Elements that the loops of the body update in memory are kept in loop-carried values first, as by
//! `loop-scalar-promotion`; a body stays if its loops still write memory, if it has other effects, if it is large, or if
//! fewer than [`MIN_ITERATIONS`] would be left. The last dimension stays, so that neighbouring threads access
//! neighbouring elements.

use crate::analysis::alias::AliasAnalysis;
use crate::analysis::trip_count::trip_count;
use crate::gpu::nest::Nest;
use crate::rewrite::loop_jam::{is_copyable, is_shared, unroll_and_jam, varying};
use crate::transforms::loop_scalar_promotion::promote_in;
use rustc_hash::FxHashSet;
use warpline_ir::{Builder, MemRef, Module, Op, OpKind, Scf};

/// The maximum number of operations of a body.
const MAX_OPS: usize = 64;
/// The least number of iterations that a nest is left with, so that a device has enough of them.
const MIN_ITERATIONS: i64 = 4096;

/// Coarsens a nest by a factor if that pays. Returns the number of iterations that are left then.
pub(super) fn coarsen(
    module: &mut Module,
    aliases: &mut AliasAnalysis,
    nest: &mut Nest,
    factor: i64,
) -> Option<i64> {
    let (dim, n_left) = dimension(module, nest, factor)?;
    promote_in(module, aliases, nest.op);
    let writes = |op: &Op| module.kind(*op) == OpKind::MemRef(MemRef::Store);
    if inner_loops(module, nest.op).into_iter().any(|inner| module.walk(inner).iter().any(writes)) {
        return None;
    }
    let iv = nest.ivs[dim];
    let step = module.constant_int(nest.step[dim]).expect("the step is constant");
    unroll_and_jam(module, nest.op, iv, step, factor);
    nest.step[dim] = Builder::before(module, nest.op).index(step * factor);
    Some(n_left)
}

/// Returns the dimension along which the loops of a body share most loads, if there is one, and the number of iterations
/// that are left.
fn dimension(module: &Module, nest: &Nest, factor: i64) -> Option<(usize, i64)> {
    let ops = module.walk(nest.op);
    if factor < 2 || MAX_OPS < ops.len() || !ops[1..].iter().all(|op| is_copyable(module, *op)) {
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
    let along_last = varying(module, nest.op, nest.ivs[last]);
    let n_shared = |dim: usize| {
        let varying = varying(module, nest.op, nest.ivs[dim]);
        let is_wanted = |op: &&Op| {
            !is_shared(module, **op, nest.op, &along_last) && is_shared(module, **op, nest.op, &varying)
        };
        loads.iter().filter(is_wanted).count()
    };
    let fits = |dim: &usize| {
        let step = module.constant_int(nest.step[*dim]);
        trips[*dim] % factor == 0 && step.is_some_and(|step| step.checked_mul(factor).is_some())
    };
    let dims = (0..last).filter(fits).map(|dim| (n_shared(dim), dim)).filter(|(n_shared, _)| 0 < *n_shared);
    dims.max_by_key(|(n_shared, _)| *n_shared).map(|(_, dim)| (dim, total / factor))
}

/// Returns the loops in a body, outer ones first.
fn inner_loops(module: &Module, nest: Op) -> Vec<Op> {
    module.walk(nest).into_iter().filter(|op| module.kind(*op) == OpKind::Scf(Scf::For)).collect()
}
