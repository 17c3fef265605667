//! Small buffers of counters that a launch only adds to: each range of blocks counts in scratch memory, and adds to the
//! buffer once, at its end. `cpu-atomics` then makes the updates plain.
//!
//! The threads of all workers update the elements of such a buffer with locked instructions, mostly the same ones at the
//! same time. Updates commute, and none returns a value, so that nobody sees when they happen during the launch.

use super::shell::build_for;
use super::{Shaped, Shaper};
use crate::analysis::kernel_facts::is_unaliased_argument;
use crate::analysis::spins;
use crate::conversion::math_expand::builder::constant_of_bits;
use warpline_ir::artifact::AWAITED;
use warpline_ir::{Attr, Builder, MemRef, Module, Op, OpKind, Place, Scf, Type, TypeKind, Value};

/// The maximum number of elements of a buffer.
const MAX_COUNTERS: i64 = 1024;

impl Shaper<'_> {
    /// Gives each range of blocks counters of its own.
    pub(super) fn keep_counters(&mut self) -> Shaped {
        // Other work may wait for the updates of a kernel that itself waits for other work.
        if !spins::of_kernel(self.module, self.kernel).is_empty() {
            return Ok(());
        }
        for (index, arg) in self.shell.args.clone().into_iter().enumerate() {
            if !is_unaliased_argument(self.module, self.kernel, index) {
                continue;
            }
            let Some(counters) = Counters::of(self.module, arg) else { continue };
            let own = self.shared_view(arg, 64)?;
            counters.apply(self.module, (self.shell.blocks, self.shell.zero, self.shell.one), own);
        }
        Ok(())
    }
}

/// A buffer that is only added to.
struct Counters {
    buffer: Value,
    updates: Vec<Op>,
    /// The attribute `kind` of the updates.
    kind: Attr,
    /// The bits of the element that changes no other one.
    neutral: u64,
}

impl Counters {
    fn of(module: &Module, buffer: Value) -> Option<Self> {
        let ty = module.type_of(buffer);
        let TypeKind::MemRef(shape, element, None, _) = module.type_kind(ty) else { return None };
        let [1..=MAX_COUNTERS] = shape[..] else { return None };
        let width = module.bit_width(*element).filter(|width| matches!(width, 32 | 64))?;
        if module.float_kind(*element).is_some() {
            return None;
        }
        let updates: Vec<Op> = module.uses(buffer).into_iter().map(|used| used.op).collect();
        let kind = module.op(*updates.first()?).keyword("kind")?;
        let is_update = |op: &Op| {
            module.kind(*op) == OpKind::MemRef(MemRef::AtomicRmw)
                && module.op(*op).keyword("kind") == Some(kind)
                && module.operand(*op, 0) != buffer
                && module.attr(*op, AWAITED).is_none()
                && module.is_unused(module.result(*op, 0))
        };
        let neutral = match kind {
            "addi" | "ori" | "xori" => 0,
            "andi" => u64::MAX >> (64 - width),
            _ => return None,
        };
        let kind = module.attr(*updates.first()?, "kind")?;
        updates.iter().all(is_update).then_some(Self { buffer, updates, kind, neutral })
    }

    fn apply(self, module: &mut Module, (blocks, zero, one): (Op, Value, Value), own: Value) {
        let ty = module.type_of(own);
        let (element, n) = (module.element_type(ty), module.shape(ty).map_or(0, |shape| shape[0]));
        let mut at = Builder::before(module, blocks);
        let end = at.index(n);
        let neutral = constant_of_bits(&mut at, element, self.neutral);
        let (_, body, last) = build_for(&mut at, [zero, end, one], &[]);
        let index = at.module.args(body)[0];
        at.place = Place::Before(last);
        at.op(MemRef::Store, &[neutral, own, index], &[], &[]);

        for op in &self.updates {
            module.set_operand(*op, 1, own);
        }

        let mut at = Builder::after(module, blocks);
        let (_, body, last) = build_for(&mut at, [zero, end, one], &[]);
        let index = at.module.args(body)[0];
        at.place = Place::Before(last);
        let count = at.value(MemRef::Load, &[own, index], element, &[]);
        let changes = at.compare("ne", count, neutral, Type::I1);
        let branch = at.op_with_regions(Scf::If, &[changes], &[], &[], 2);
        let region = at.module.region(branch, 0);
        let then = at.module.add_block(region, &[]);
        at.place = Place::End(then);
        at.op(MemRef::AtomicRmw, &[count, self.buffer, index], &[element], &[("kind", self.kind)]);
        at.op(Scf::Yield, &[], &[], &[]);
    }
}
