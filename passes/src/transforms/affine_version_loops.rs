//! `affine-version-loops`: versions a loop nest whose buffers may overlap, with one check at run time.
//!
//! An outermost `affine.for` in which a loop would be parallel if some pairs of buffers did not overlap gets a copy.
//! `scf.if` chooses between them by the address ranges of the buffers, computed from
//! `memref.extract_aligned_pointer_as_index` and the sizes and strides of each buffer. In the copy the buffers of
//! each pair are results of `memref.distinct_objects`, so the copy is valid by itself and `affine-parallelize` finds
//! its parallel loops. The other version is the original nest.
//!
//! A nest is kept as it is if nothing is gained, if more than 64 pairs would have to be compared, or if a buffer is
//! allocated in a loop or has no strided layout. Buffers that surely overlap, such as a buffer and a part of it, are
//! not compared. A nest that already is a version of another one is skipped.
//!
//! Cost: that of `affine-parallelize`, twice, for nests with buffers that may overlap; otherwise linear.
//!
//! ```text
//! affine.for %i = 0 to 8 {                      %apart = … the ranges of %x and %y do not overlap …
//!   %v = affine.load %x[%i] : …                 scf.if %apart {
//!   affine.store %v, %y[%i] : …            →      %a, %b = memref.distinct_objects %x, %y : …
//! }                                               affine.for %i = 0 to 8 { … %a[%i] … %b[%i] }
//!                                               } else { affine.for %i = 0 to 8 { … %x[%i] … %y[%i] } }
//! ```

mod overlap;

use crate::analysis::access::{Touch, is_defined_inside, touches_inside};
use crate::analysis::affine_dependence::buffer_name;
use crate::analysis::alias::{self, AliasAnalysis, Overlap};
use crate::analysis::demands::PROVED;
use crate::transforms::affine_parallelize::why_sequential;
use crate::transforms::versions;
use crate::{Changed, Pass, PassCx, PassFn};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use warpline_ir::def::RegionFlow;
use warpline_ir::{Affine, Attr, Builder, Func, Gpu, MemRef, Module, Op, OpKind, Place, Scf, Value};

/// The `affine-version-loops` pass.
pub const PASS: Pass = Pass {
    name: "affine-version-loops",
    summary: "Versions loop nests for buffers that do not overlap, with a check at run time",
    options: &[],
    run: PassFn::Always(run),
};

/// The maximum number of pairs of buffers that are compared.
///
/// A pair costs five integer operations, so all of them cost about a tenth of a microsecond, where a kernel launch
/// costs several. Pairs are not merged into fewer ranges: another buffer may lie between two that are read.
const MAX_PAIRS: usize = 64;

/// Two buffers, in definition order.
type Pair = (Value, Value);

fn run(cx: &mut PassCx<'_>) -> Changed {
    let mut changed = false;
    let mut aliases = AliasAnalysis::default();
    for (nest, touches) in outermost_loops(cx.module) {
        // Most nests end here, so this query must be fast.
        if conflicts(cx.module, &mut aliases, nest, &touches).is_empty() {
            continue;
        }
        let pairs = pairs_to_check(cx.module, &mut aliases, nest);
        if MAX_PAIRS < pairs.len() {
            let n_pairs = pairs.len();
            cx.remark(nest, || too_many(n_pairs));
        } else if !pairs.is_empty() {
            cx.remark_with(nest, |module| (compared(module, &pairs), Vec::new()));
            version(cx.module, nest, &pairs);
            changed = true;
        }
    }
    changed.into()
}

fn too_many(n_pairs: usize) -> String {
    format!(
        "no parallel version: {n_pairs} pairs of buffers may overlap, and at most {MAX_PAIRS} are compared; \
         'llvm.noalias' on arguments states that they share no memory"
    )
}

fn compared(module: &Module, pairs: &BTreeSet<Pair>) -> String {
    let texts: Vec<String> = pairs
        .iter()
        .map(|(a, b)| format!("{} and {}", buffer_name(module, *a), buffer_name(module, *b)))
        .collect();
    format!("two versions of the loop: the parallel one runs if these do not overlap: {}", texts.join(", "))
}

/// Returns the outermost affine loops of host functions with known effects, and the buffers that they access.
fn outermost_loops(module: &Module) -> Vec<(Op, Vec<Touch>)> {
    let mut found = Vec::new();
    let mut work = vec![module.root()];
    while let Some(op) = work.pop() {
        for inner in module.nested_ops(op) {
            match module.kind(inner) {
                OpKind::Affine(Affine::For) if is_version(module, inner) => {}
                OpKind::Affine(Affine::For) => match touches_inside(module, inner) {
                    Ok(touches) => found.push((inner, touches)),
                    Err(_) => work.push(inner),
                },
                OpKind::Gpu(Gpu::Launch | Gpu::Module) => {}
                kind if kind.region_flow() == Some(RegionFlow::Parallel) => {}
                _ => work.push(inner),
            }
        }
    }
    found.retain(|(op, _)| is_in_function(module, *op));
    found
}

fn is_in_function(module: &Module, op: Op) -> bool {
    let mut parents = std::iter::successors(module.parent_op(op), |op| module.parent_op(*op));
    parents.any(|parent| module.kind(parent) == OpKind::Func(Func::Func))
}

/// Whether a loop is the sequential one of two versions.
pub(super) fn is_version(module: &Module, op: Op) -> bool {
    let Some(parent) = module.parent_op(op).filter(|parent| module.kind(*parent) == OpKind::Scf(Scf::If))
    else {
        return false;
    };
    let first = module.entry(parent, 0).and_then(|block| module.first_op(block));
    module.block_of(op) == module.entry(parent, 1)
        && first.is_some_and(|first| module.kind(first) == OpKind::MemRef(MemRef::DistinctObjects))
}

/// Returns the pairs of buffers of a nest whose disjointness would make another loop parallel.
fn pairs_to_check(module: &Module, aliases: &mut AliasAnalysis, nest: Op) -> BTreeSet<Pair> {
    let mut found = BTreeSet::new();
    let may_alias = |a, b| alias::may_alias_within(module, nest, a, b);
    let may_alias_after_check = |a, b| may_alias(a, b) && pair(module, nest, a, b).is_none();
    let mut work = vec![nest];
    while let Some(op) = work.pop() {
        if module.kind(op) == OpKind::Affine(Affine::For) {
            if why_sequential(module, op, &may_alias).is_none() {
                continue;
            }
            if why_sequential(module, op, &may_alias_after_check).is_none() {
                let touches = touches_inside(module, op).unwrap_or_default();
                found.extend(conflicts(module, aliases, nest, &touches));
                continue;
            }
        }
        work.extend(module.nested_ops(op));
    }
    found
}

/// Puts a nest into an `scf.if`, behind a copy of it for buffers that do not overlap, if some may of which one is written;
/// returns that copy. `None` if there are none, or more than are compared.
pub(crate) fn version_for_disjoint(module: &mut Module, aliases: &mut AliasAnalysis, nest: Op) -> Option<Op> {
    let touches = touches_inside(module, nest).ok()?;
    let pairs = conflicts(module, aliases, nest, &touches);
    (!pairs.is_empty() && pairs.len() <= MAX_PAIRS).then(|| version(module, nest, &pairs))
}

/// Returns the pairs of buffers that conflict in these accesses unless a check proves them disjoint.
fn conflicts(module: &Module, aliases: &mut AliasAnalysis, nest: Op, touches: &[Touch]) -> BTreeSet<Pair> {
    let mut buffers: Vec<(Value, bool)> =
        touches.iter().map(|touch| (touch.memref, touch.is_write)).collect();
    buffers.sort_unstable();
    buffers.dedup();
    let mut found = BTreeSet::new();
    for (i, (a, is_write)) in buffers.iter().enumerate() {
        for (b, is_other_write) in &buffers[i + 1..] {
            if (*is_write || *is_other_write) && may_overlap(module, aliases, nest, (*a, *b)) {
                found.extend(pair(module, nest, *a, *b));
            }
        }
    }
    found
}

/// Like [`alias::may_alias_within`], which is only called if the memoised facts do not answer.
fn may_overlap(module: &Module, aliases: &mut AliasAnalysis, nest: Op, (a, b): (Value, Value)) -> bool {
    let (x, y) = (aliases.of(module, a), aliases.of(module, b));
    aliases.overlap(&x, &y) != Overlap::No && alias::may_alias_within(module, nest, a, b)
}

/// Returns the buffers outside the nest whose comparison decides whether two memrefs in it overlap.
fn pair(module: &Module, nest: Op, a: Value, b: Value) -> Option<Pair> {
    let (a, b) = (outside(module, nest, a)?, outside(module, nest, b)?);
    let base = alias::base(module, a);
    let surely_overlap = base == alias::base(module, b) && (base == a || base == b);
    let is_compared = |value| overlap::is_measurable(module, value) && alias::is_fixed(module, value);
    let fits = a != b && !surely_overlap && is_compared(a) && is_compared(b);
    fits.then(|| (a.min(b), a.max(b)))
}

/// Returns the memref outside the nest that a memref is, or is a view of.
fn outside(module: &Module, nest: Op, value: Value) -> Option<Value> {
    let mut at = value;
    while is_defined_inside(module, at, nest) {
        at = alias::view_source(module, at).filter(|_| !alias::leaves_view(module, at))?;
    }
    Some(at)
}

/// Wraps a nest and its copy for disjoint buffers in one `scf.if`.
fn version(module: &mut Module, nest: Op, pairs: &BTreeSet<Pair>) -> Op {
    let condition = overlap::build_check(&mut Builder::before(module, nest), pairs);
    let [fast, slow] = versions::choose(module, nest, condition);
    let location = module.location(nest);
    let mut at = Builder::new(module, Place::End(fast), location);
    let mut names = name_apart(&mut at, pairs);
    let copy = module.clone_op(nest, &mut names);
    versions::fill(module, fast, copy);
    versions::fill(module, slow, nest);
    copy
}

/// Emits `memref.distinct_objects` for each pair; returns the last value for each buffer.
fn name_apart(at: &mut Builder<'_>, pairs: &BTreeSet<Pair>) -> FxHashMap<Value, Value> {
    let mut names: FxHashMap<Value, Value> = FxHashMap::default();
    for (a, b) in pairs {
        let operands = [*a, *b].map(|buffer| names.get(&buffer).copied().unwrap_or(buffer));
        let types = operands.map(|buffer| at.module.type_of(buffer));
        let op = at.op(MemRef::DistinctObjects, &operands, &types, &[(PROVED, Attr::UNIT)]);
        let results: Vec<Value> = at.module.results(op).collect();
        names.extend([*a, *b].into_iter().zip(results));
    }
    names
}
