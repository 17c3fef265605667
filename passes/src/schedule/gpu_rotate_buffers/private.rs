//! Buffers from outside a loop that can be private to each copy of its body.
//!
//! A buffer is private to iterations if only the body uses it, and the first use in the body overwrites all of it:
//! then no iteration reads what another one has left there, and nothing reads what the last one leaves.

use super::overwrites;
use crate::analysis::summary::Summaries;
use crate::schedule::input::has_tokens;
use rustc_hash::{FxHashMap, FxHashSet};
use warpline_ir::{Builder, Gpu, MemRef, Module, Op, OpKind, Place, Value};

/// A buffer that is allocated outside a loop and private to its iterations.
pub(super) struct Private {
    alloc: Op,
    dealloc: Op,
    /// Views that are created outside the loop, each after its source.
    views: Vec<Op>,
}

impl Private {
    /// Returns all private buffers of a loop, by first use.
    pub(super) fn all(module: &Module, op: Op) -> Vec<Self> {
        let mut summaries = Summaries::default();
        let mut is_seen = FxHashSet::default();
        let mut found = Vec::new();
        for inner in module.walk(op) {
            for value in module.operands(inner) {
                let Some(alloc) = allocation(module, *value) else { continue };
                if !module.is_inside(alloc, op) && is_seen.insert(alloc) {
                    found.extend(Self::of(module, op, alloc, &mut summaries));
                }
            }
        }
        found
    }

    fn of(module: &Module, op: Op, alloc: Op, summaries: &mut Summaries) -> Option<Self> {
        if has_tokens(module, alloc) || module.attr(alloc, "hostShared").is_some() {
            return None;
        }
        let mut family = vec![module.result(alloc, 0)];
        let (mut dealloc, mut views) = (None, Vec::new());
        let mut at = 0;
        while let Some(value) = family.get(at).copied() {
            at += 1;
            let (n_known, n_views) = (family.len(), views.len());
            for found in module.uses_backwards(value) {
                let is_inside = module.is_inside(found.op, op);
                match module.kind(found.op) {
                    OpKind::MemRef(MemRef::Cast | MemRef::SubView) => {
                        family.extend(module.results(found.op));
                        if !is_inside {
                            views.push(found.op);
                        }
                    }
                    OpKind::MemRef(MemRef::Dim) => {}
                    OpKind::Gpu(Gpu::LaunchFunc | Gpu::Memcpy | Gpu::Memset) if is_inside => {}
                    OpKind::Gpu(Gpu::Dealloc) if !is_inside && dealloc.is_none() => dealloc = Some(found.op),
                    _ => return None,
                }
            }
            family[n_known..].reverse();
            views[n_views..].reverse();
        }
        let dealloc = dealloc.filter(|dealloc| {
            !has_tokens(module, *dealloc) && module.block_of(*dealloc) == module.block_of(alloc)
        })?;
        let family: FxHashSet<Value> = family.into_iter().collect();
        let body = module.ops_in(module.entry(op, 0)?);
        let first = body.into_iter().find(|inner| uses_elements(module, *inner, &family))?;
        let buffer = module.result(alloc, 0);
        let is_private = overwrites::covers(module, first, buffer, &family, summaries);
        is_private.then_some(Self { alloc, dealloc, views })
    }

    /// Whether an operation allocates the buffer.
    pub(super) fn is_made_by(&self, op: Op) -> bool {
        self.alloc == op
    }

    /// Clones the allocation and the views, and maps the old values to the new ones. The new operations are appended
    /// to `made`.
    pub(super) fn copy(&self, module: &mut Module, map: &mut FxHashMap<Value, Value>, made: &mut Vec<Op>) {
        for op in std::iter::once(&self.alloc).chain(&self.views) {
            let copy = module.clone_op(*op, map);
            module.insert(copy, Place::After(*op));
            map.insert(module.result(*op, 0), module.result(copy, 0));
            made.push(copy);
        }
        let buffer = map[&module.result(self.alloc, 0)];
        made.push(Builder::after(module, self.dealloc).op(Gpu::Dealloc, &[buffer], &[], &[]));
    }
}

/// Returns the `gpu.alloc` of the buffer behind a value, through casts and subviews.
fn allocation(module: &Module, value: Value) -> Option<Op> {
    let mut op = module.defining_op(value)?;
    while let OpKind::MemRef(MemRef::Cast | MemRef::SubView) = module.kind(op) {
        op = module.defining_op(module.operand(op, 0))?;
    }
    (module.kind(op) == OpKind::Gpu(Gpu::Alloc)).then_some(op)
}

/// Whether an operation, or a nested one, accesses the elements of a buffer.
fn uses_elements(module: &Module, op: Op, family: &FxHashSet<Value>) -> bool {
    module.walk(op).into_iter().any(|op| {
        let is_view = matches!(module.kind(op), OpKind::MemRef(MemRef::Cast | MemRef::SubView | MemRef::Dim));
        !is_view && module.operands(op).iter().any(|value| family.contains(value))
    })
}
