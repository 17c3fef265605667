//! Merges loads and stores of adjacent scalars into vector accesses.
//!
//! Accesses of a block through pointers that differ by constants are merged if together they have 2 or 4 elements,
//! the target reads and writes that many bytes at once, and the alignment of the first one allows it. The merged
//! load is placed at the first of the loads, and the merged store at the last of the stores. No access moves over
//! an operation that may write (or, for stores, read) the same memory; accesses to other bytes of the same pointer
//! may be in between, and so may loads of memory that is never written (`invariant`). Volatile and atomic accesses
//! stay.
//!
//! The pass runs after `lower-memref-access`, which sets alignments. Cost: one walk, and for each access a scan of
//! the others of its pointer since the last operation that ends them.
//!
//! ```text
//! %x = ptr.load %p alignment = 8 : !ptr -> f32     →   %0 = ptr.load %p alignment = 8 : !ptr -> vector<2xf32>
//! %q = ptr.ptr_add inbounds %p, %c4 : !ptr, index      %1:2 = vector.to_elements %0 : vector<2xf32>
//! %y = ptr.load %q alignment = 4 : !ptr -> f32         %r = arith.addf %1#0, %1#1 : f32
//! %r = arith.addf %x, %y : f32
//! ```

use crate::analysis::effects::{Effects, is_terminator, own_effects};
use crate::gpu::address::{Term, plan};
use crate::pass::PassOption;
use crate::transforms::dce::drop_dead_ops;
use crate::{Changed, Pass, PassCx, PassFn};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use warpline_ir::def::Effect;
use warpline_ir::dialect::ptr::alignment_of;
use warpline_ir::kernels::device_modules;
use warpline_ir::{
    Arith, Block, Builder, Module, NamedAttr, Op, OpKind, Ptr, Reported, Type, TypeKind, Value, Vector,
};

/// The `vectorize-accesses` pass.
pub const PASS: Pass = Pass {
    name: "vectorize-accesses",
    summary: "Joins loads and stores of neighbouring scalars in kernels",
    options: &[PassOption {
        name: "access-bytes",
        summary: "The maximum number of bytes that the target reads or writes at once",
        default: "16",
    }],
    run: PassFn::MayFail(run),
};

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let access_bytes = cx.int_option("access-bytes")?;
    let module = &mut *cx.module;
    let mut changed = false;
    for device in device_modules(module) {
        let blocks = module.walk(device).into_iter().flat_map(|op| module.regions_of(op));
        let blocks: Vec<Block> = blocks.flat_map(|region| module.blocks_of(region).to_vec()).collect();
        let mut joined = false;
        for block in blocks {
            joined |= join_in_block(module, block, access_bytes);
        }
        if joined {
            drop_dead_ops(module, device);
        }
        changed |= joined;
    }
    Ok(changed.into())
}

/// A scalar access.
#[derive(Clone, Copy)]
struct Access {
    op: Op,
    /// The byte offset from the sum of the pointer and the terms.
    offset: i64,
    /// The known alignment of its address.
    align: i64,
    /// Whether the sum is in bounds of the buffer of its pointer.
    in_bounds: bool,
}

/// The common properties of accesses that may be merged.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    kind: Ptr,
    /// The address without its constant part.
    root: Value,
    terms: Vec<Term>,
    /// The scalar type and its size in bytes.
    ty: Type,
    bytes: i64,
    /// The attributes except the alignment.
    attrs: Vec<NamedAttr>,
    is_invariant: bool,
}

impl Key {
    /// Whether the constant offsets prove that two accesses are disjoint.
    fn is_apart(&self, offset: i64, (other, there): (&Self, i64)) -> bool {
        (self.root, &self.terms) == (other.root, &other.terms)
            && (offset + self.bytes <= there || there + other.bytes <= offset)
    }
}

/// Accesses of one key that may be merged, in the order of the block.
#[derive(Default)]
struct Run {
    members: Vec<Access>,
    /// Accesses between them that touch other bytes.
    between: Vec<(Key, i64)>,
}

impl Run {
    /// Whether an access is disjoint from all members.
    fn is_apart(&self, own: &Key, (key, access): (&Key, Access)) -> bool {
        self.members.iter().all(|member| own.is_apart(member.offset, (key, access.offset)))
    }
}

fn join_in_block(module: &mut Module, block: Block, access_bytes: i64) -> bool {
    let mut open: IndexMap<Key, Run, FxBuildHasher> = IndexMap::default();
    let mut ready: Vec<(Key, Run)> = Vec::new();
    for op in module.ops_in(block) {
        let Some((key, access)) = access(module, op) else {
            match effects(module, op) {
                Some((reads, writes)) => {
                    let is_touched =
                        |key: &Key| !key.is_invariant && (writes || reads && key.kind == Ptr::Store);
                    ready.extend(open.extract_if(.., |key, _| is_touched(key)));
                }
                // The thread may exit here.
                None => ready.extend(open.drain(..)),
            }
            continue;
        };
        if !key.is_invariant {
            let is_touched =
                |other: &Key| !other.is_invariant && (key.kind == Ptr::Store || other.kind == Ptr::Store);
            let is_ended = |other: &Key, run: &Run| is_touched(other) && !run.is_apart(other, (&key, access));
            ready.extend(open.extract_if(.., |other, run| is_ended(other, run)));
            for (_, run) in open.iter_mut().filter(|(other, _)| **other != key && is_touched(other)) {
                run.between.push((key.clone(), access.offset));
            }
        }
        // Loads move up to the first of them, over the accesses in between.
        let stays =
            |run: &Run| run.between.iter().all(|(other, there)| key.is_apart(access.offset, (other, *there)));
        if key.kind == Ptr::Load && open.get(&key).is_some_and(|run| !stays(run)) {
            ready.extend(open.shift_remove_entry(&key));
        }
        open.entry(key).or_default().members.push(access);
    }
    ready.extend(open);
    let mut changed = false;
    for (key, run) in ready {
        changed |= join(module, &key, &run.members, access_bytes);
    }
    changed
}

/// Returns whether an operation, with its regions, may read and may write memory, if its effects are known.
fn effects(module: &Module, op: Op) -> Option<(bool, bool)> {
    let mut found = (false, false);
    for inner in module.walk(op) {
        match own_effects(module, inner) {
            Effects::Known(effects) => {
                found.0 |= effects.iter().any(|(effect, _)| *effect == Effect::Read);
                found.1 |= effects.iter().any(|(effect, _)| matches!(effect, Effect::Write | Effect::Free));
            }
            Effects::Unknown if is_terminator(module, inner) => {}
            Effects::Unknown => return None,
        }
    }
    Some(found)
}

/// Returns an operation as a scalar access.
fn access(module: &Module, op: Op) -> Option<(Key, Access)> {
    let view = module.op(op);
    let (kind, ty) = match view.kind() {
        OpKind::Ptr(Ptr::Load) => (Ptr::Load, view.result_type(0)),
        OpKind::Ptr(Ptr::Store) => (Ptr::Store, view.operand_type(0)),
        _ => return None,
    };
    module.bit_width(ty).filter(|bits| bits % 8 == 0)?;
    let bytes = i64::try_from(module.byte_size(ty)?).ok()?;
    if matches!(own_effects(module, op), Effects::Unknown) {
        return None;
    }
    let plan = plan(module, view.named("ptr"), |_| false);
    let mut offset = plan.bytes;
    let terms = plan.terms.into_iter().map(|term| without_constant(module, term, &mut offset)).collect();
    let attrs =
        module.attrs(op).iter().filter(|attr| module.text(attr.name) != "alignment").copied().collect();
    let is_invariant = view.attr("invariant").is_some();
    let key = Key { kind, root: plan.root, terms, ty, bytes, attrs, is_invariant };
    let align = alignment_of(view).map_or(1, |align| align as i64);
    Some((key, Access { op, offset, align, in_bounds: plan.in_bounds }))
}

/// Moves constants added to the index of a term to the offset.
fn without_constant(module: &Module, mut term: Term, offset: &mut i64) -> Term {
    while term.stride.is_none()
        && module.type_of(term.index) == Type::INDEX
        && let Some(op) = module.defining_op(term.index)
        && let OpKind::Arith(kind @ (Arith::AddI | Arith::SubI)) = module.kind(op)
        && let Some(by) = module.constant_int(module.op(op).named("rhs"))
    {
        let by = if kind == Arith::AddI { by } else { by.wrapping_neg() };
        *offset = offset.wrapping_add(by.wrapping_mul(term.scale));
        term.index = module.op(op).named("lhs");
    }
    term
}

/// Merges accesses that differ by constants where they are adjacent.
fn join(module: &mut Module, key: &Key, members: &[Access], access_bytes: i64) -> bool {
    let mut sorted = members.to_vec();
    sorted.sort_by_key(|access| access.offset);
    sorted.dedup_by_key(|access| access.offset);
    let mut rest = sorted.as_slice();
    let mut changed = false;
    while let Some(first) = rest.first() {
        let fits = |n: &usize| {
            let size = *n as i64 * key.bytes;
            let are_neighbours = |members: &[Access]| {
                members.windows(2).all(|pair| pair[0].offset.checked_add(key.bytes) == Some(pair[1].offset))
            };
            size <= access_bytes && first.align % size == 0 && rest.get(..*n).is_some_and(are_neighbours)
        };
        let n = [4, 2].into_iter().find(fits).unwrap_or(1);
        if 1 < n {
            // Back to the order of the block.
            let place = |kept: &&Access| rest[..n].iter().any(|access| access.op == kept.op);
            let in_order: Vec<Access> = members.iter().filter(place).copied().collect();
            replace(module, key, &rest[..n], &in_order);
            changed = true;
        }
        rest = &rest[n..];
    }
    changed
}

/// Replaces adjacent accesses, given by address and in the order of the block, by one access.
fn replace(module: &mut Module, key: &Key, members: &[Access], in_order: &[Access]) {
    let n = members.len();
    let kind = TypeKind::Vector([n as i64].into(), [false].into(), key.ty);
    let vector = module.intern_type(kind);
    let align = module.int_attr(members[0].align, Type::I64);
    let alignment = module.array_attr(&[align]);
    let attrs = [key.attrs.as_slice(), &module.named(&[("alignment", alignment)])].concat();
    let there = if key.kind == Ptr::Load { in_order[0] } else { in_order[n - 1] };
    let pointer = module.operand(there.op, usize::from(key.kind == Ptr::Store));
    let mut at = Builder::before(module, there.op);
    let by = members[0].offset.wrapping_sub(there.offset);
    let pointer = if by == 0 {
        pointer
    } else {
        let (by, ty) = (at.index(by), at.module.type_of(pointer));
        let in_bounds = there.in_bounds && members[0].in_bounds;
        let flags = at.module.int_attr(if in_bounds { 3 } else { 0 }, Type::I32);
        at.value(Ptr::PtrAdd, &[pointer, by], ty, &[("flags", flags)])
    };
    let joined = if key.kind == Ptr::Load {
        let joined = at.op(Ptr::Load, &[pointer], &[vector], &[]);
        let loaded = at.module.result(joined, 0);
        let elements = at.op(Vector::ToElements, &[loaded], &vec![key.ty; n], &[]);
        for (index, member) in members.iter().enumerate() {
            let (old, new) = (module.result(member.op, 0), module.result(elements, index));
            module.replace_all_uses(old, new);
        }
        joined
    } else {
        let values: Vec<Value> = members.iter().map(|member| at.module.operand(member.op, 0)).collect();
        let vector = at.value(Vector::FromElements, &values, vector, &[]);
        at.op(Ptr::Store, &[vector, pointer], &[], &[])
    };
    module.set_attrs(joined, &attrs);
    for member in members {
        module.erase(member.op);
    }
}
