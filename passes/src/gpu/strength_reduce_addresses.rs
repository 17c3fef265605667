//! Shares partial sums of addresses in kernels: loop-invariant terms are added before loops, terms that grow with a
//! loop become pointers that the loop carries, and constants are added last.
//!
//! The address of an access is a pointer plus terms, each an index times a stride times a number of bytes
//! ([`plan`]). An index is split into a constant and parts if that lets parts move out of loops. 64-bit sums wrap
//! around and may be split freely; narrower sums stay whole. Terms are added by the depth of the loops in which
//! they change, outermost first. A term that is the induction variable of an `scf.for` times loop-invariant values
//! becomes an iteration argument that each iteration advances, up to `max-pointers` of them per loop.
//!
//! In a buffer of less than 2^32 elements whose type has a constant layout, the linear index of an in-bounds
//! element fits in 32 bits. If ranges do not prove more, the index is computed modulo 2^32.
//!
//! Intermediate sums may be out of bounds, so `inbounds` is dropped. Only arithmetic is added before a loop, which
//! is cheap even if the loop does not run. Cost: one walk; an access costs the operations of its address.
//!
//! ```text
//! scf.for %i = %c0 to %n step %c1 {                 %end = scf.for %i = %c0 to %n step %c1 iter_args(%q = %p) -> … {
//!   %b = arith.muli %i, %c4 : index                   %x = ptr.load %q : … -> f32
//!   %q = ptr.ptr_add inbounds %p, %b : …, index  →    %r = ptr.ptr_add %q, %c4 : …, index
//!   %x = ptr.load %q : … -> f32                       scf.yield %r : …
//! }                                                 }
//! ```

mod index;
mod loops;
mod sum;

use crate::analysis::kernel_facts;
use crate::analysis::ranges::Ranges;
use crate::gpu::address::plan;
use crate::gpu::launch_limits::Limits;
use crate::pass::PassOption;
use crate::transforms::dce::drop_dead_ops;
use crate::{Changed, Pass, PassCx, PassFn};
use index::Dimension;
use loops::Loop;
use rustc_hash::FxHashMap;
use warpline_ir::def::RegionFlow;
use warpline_ir::{Block, Module, Op, OpKind, Ptr, Reported, Value};

/// The `strength-reduce-addresses` pass.
pub const PASS: Pass = Pass {
    name: "strength-reduce-addresses",
    summary: "Moves the loop-invariant parts of addresses out of loops, and advances pointers by iteration",
    options: &[
        PassOption {
            name: "max-pointers",
            summary: "The maximum number of pointers that a loop carries for this pass",
            default: "8",
        },
        Limits::GRID,
        Limits::BLOCK,
    ],
    run: PassFn::MayFail(run),
};

/// The maximum number of terms of a decomposed sum.
const MAX_TERMS: usize = 16;

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let max_pointers = usize::try_from(cx.int_option("max-pointers")?).unwrap_or(0);
    let limits = Limits::of(cx)?;
    let module = &mut *cx.module;
    let mut changed = false;
    for func in kernel_facts::device_functions(module) {
        let ranges = limits.ranges_of(module, func);
        let shared_sums = FxHashMap::default();
        let mut reducer =
            Reducer { module, ranges, loops: Vec::new(), max_pointers, shared_sums, changed: false };
        reducer.regions(func);
        if reducer.changed {
            changed = true;
            drop_dead_ops(module, func);
        }
    }
    Ok(changed.into())
}

/// The state of the walk over a function.
struct Reducer<'m> {
    module: &'m mut Module,
    ranges: Ranges,
    /// The loops that enclose the current operation, outermost first.
    loops: Vec<Loop>,
    max_pointers: usize,
    /// Whether each pointer that was asked for is a sum that only accesses and other sums use: rewriting an access adds
    /// and removes no other uses.
    shared_sums: FxHashMap<Value, bool>,
    changed: bool,
}

impl Reducer<'_> {
    fn regions(&mut self, op: Op) {
        for region in self.module.regions_of(op) {
            for block in self.module.blocks_of(region).to_vec() {
                self.block(block);
            }
        }
    }

    fn block(&mut self, block: Block) {
        let entered = self.ranges.enter(block);
        for op in self.module.ops_in(block) {
            match self.module.kind(op) {
                kind if kind.region_flow().is_some_and(RegionFlow::repeats) => {
                    self.loops.push(Loop::of(self.module, op));
                    self.regions(op);
                    if let Some(inner) = self.loops.pop() {
                        inner.carry_pointers(self.module);
                    }
                }
                OpKind::Ptr(Ptr::Load | Ptr::FromPtr) => self.access(op, 0),
                OpKind::Ptr(Ptr::Store) => self.access(op, 1),
                _ => self.regions(op),
            }
        }
        self.ranges.leave(entered);
    }

    /// Rewrites the address operand of an access.
    fn access(&mut self, op: Op, index: usize) {
        let pointer = self.module.operand(op, index);
        let module = &*self.module;
        let shared_sums = &mut self.shared_sums;
        let plan = plan(module, pointer, |value| {
            !*shared_sums.entry(value).or_insert_with(|| is_shared_sum(module, value))
        });
        if plan.terms.is_empty() || MAX_TERMS < plan.terms.len() {
            return;
        }
        let dimensions: Vec<Dimension> = plan.terms.iter().map(|term| self.dimension(op, term)).collect();
        let is_small = plan.in_bounds && 0 <= plan.bytes && self.counts_in_words(plan.root);
        let address = self.sum(op, plan.root, plan.bytes, &dimensions, is_small);
        self.module.set_operand(op, index, address);
        self.changed = true;
    }

    /// Whether a pointer is the beginning of a buffer whose element indices fit in 32 bits. This excludes byte
    /// buffers: views with other element types may be derived from them.
    fn counts_in_words(&self, root: Value) -> bool {
        let module = &*self.module;
        let op = module.defining_op(root).filter(|op| module.kind(*op) == OpKind::Ptr(Ptr::ToPtr));
        let ty = op.map(|op| module.type_of(module.operand(op, 0)));
        let layout = ty.and_then(|ty| Some((module.shape(ty)?, module.strides(ty)?.1, ty)));
        let Some((shape, strides, ty)) = layout else { return false };
        if shape.len() == 1 && module.byte_size(module.element_type(ty)) == Some(1) {
            return false;
        }
        let last = shape.iter().zip(&strides).try_fold(0i64, |last, (size, stride)| {
            let is_known = 0 <= *size && 0 <= *stride;
            is_known.then(|| (size - 1).max(0).checked_mul(*stride)?.checked_add(last)).flatten()
        });
        last.is_some_and(|last| last <= i64::from(u32::MAX))
    }
}

/// Whether a pointer is a sum that only accesses and other sums use.
fn is_shared_sum(module: &Module, pointer: Value) -> bool {
    module.uses_backwards(pointer).all(|used| match module.kind(used.op) {
        OpKind::Ptr(Ptr::Load | Ptr::FromPtr | Ptr::PtrAdd) => used.index == 0,
        OpKind::Ptr(Ptr::Store) => used.index == 1,
        _ => false,
    })
}
