//! Loops that are better run by all threads together, iteration by iteration.
//!
//! In each iteration of such a loop, neighbouring threads access neighbouring elements, and the next iteration accesses
//! elements far away. Run by one thread after the other, it would visit all of its memory for each group of threads. A
//! barrier at its end moves it out of the loops over threads.

use super::Shaper;
use crate::analysis::effects::is_pure;
use crate::analysis::uniformity::Uniformity;
use warpline_ir::{Arith, Builder, Gpu, MemRef, Module, Op, OpKind, Place, Scf, Value};

/// The least distance of the elements of two iterations that is far, in elements.
const FAR: i64 = 16;
/// The maximum depth of the expressions that are examined.
const MAX_DEPTH: usize = 8;

impl Shaper<'_> {
    /// Inserts barriers into the loops at the top level of a kernel that its threads should run together.
    pub(super) fn order_loops(&mut self, uniformity: &Uniformity, thread: Value) -> bool {
        let Some(entry) = self.module.entry(self.work, 0) else { return false };
        let mut changed = false;
        for op in self.module.ops_in(entry) {
            if self.runs_together(uniformity, op, thread)
                && let Some(last) = self.module.entry(op, 0).and_then(|body| self.module.last_op(body))
            {
                Builder::new(self.module, Place::Before(last), self.module.location(op)).op(
                    Gpu::Barrier,
                    &[],
                    &[],
                    &[],
                );
                changed = true;
            }
        }
        changed
    }

    fn runs_together(&self, uniformity: &Uniformity, op: Op, thread: Value) -> bool {
        let module = &*self.module;
        let (OpKind::Scf(Scf::For), Some(body)) = (module.kind(op), module.entry(op, 0)) else {
            return false;
        };
        let [lower, upper, step] = module.operands(op) else { return false };
        let variable = module.args(body)[0];
        let is_far = |access: &Op| {
            module.kind(*access) == OpKind::MemRef(MemRef::Load)
                && module.operands(*access).last().is_some_and(|index| {
                    factor(module, *index, thread, MAX_DEPTH) == Some(1)
                        && factor(module, *index, variable, MAX_DEPTH).is_some_and(|far| FAR <= far.abs())
                })
        };
        let inner = module.walk(op);
        !uniformity.has_barrier(op)
            && [lower, upper, step].into_iter().all(|bound| uniformity.is_uniform(*bound))
            && module.ops_in(body).iter().any(is_far)
            && inner.iter().flat_map(|inner| module.operands(*inner)).all(|value| {
                module.is_made_inside(*value, op) || is_recomputed(module, uniformity, *value, MAX_DEPTH)
            })
    }
}

/// Returns the factor of `leaf` in a linear expression.
fn factor(module: &Module, value: Value, leaf: Value, depth: usize) -> Option<i64> {
    if value == leaf {
        return Some(1);
    }
    let Some(op) = module.defining_op(value) else { return Some(0) };
    let depth = depth.checked_sub(1)?;
    let side = |index: usize| factor(module, module.operand(op, index), leaf, depth);
    let constant = |index: usize| module.constant_int(module.operand(op, index));
    match module.kind(op) {
        OpKind::Arith(Arith::AddI) => side(0)?.checked_add(side(1)?),
        OpKind::Arith(Arith::SubI) => side(0)?.checked_sub(side(1)?),
        OpKind::Arith(Arith::MulI) => match (side(0)?, side(1)?) {
            (0, 0) => Some(0),
            (left, 0) => left.checked_mul(constant(1)?),
            (0, right) => right.checked_mul(constant(0)?),
            _ => None,
        },
        _ if module.operands(op).iter().all(|value| factor(module, *value, leaf, depth) == Some(0)) => {
            Some(0)
        }
        _ => None,
    }
}

/// Whether a value costs only arithmetic in each iteration, if threads do not keep it.
fn is_recomputed(module: &Module, uniformity: &Uniformity, value: Value, depth: usize) -> bool {
    if uniformity.is_uniform(value) {
        return true;
    }
    let (Some(op), Some(depth)) = (module.defining_op(value), depth.checked_sub(1)) else { return false };
    module.kind(op) == OpKind::Gpu(Gpu::ThreadId)
        || is_pure(module, op)
            && module.has_no_regions(op)
            && module.operands(op).iter().all(|value| is_recomputed(module, uniformity, *value, depth))
}
