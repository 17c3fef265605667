//! Uniformity analysis: which values the scalar unit computes, one for all lanes of a wave.
//!
//! A value is scalar if the scalar unit has its operation and all of its operands are scalar. Values that loops and
//! branches carry are scalar if, moreover, all lanes take the same path: the condition of a branch, and the bounds of
//! a loop. Lanes that leave a loop earlier than others keep other values of it. The induction variable is the same in
//! all lanes that are still in the loop, whatever its upper bound.
//!
//! The analysis starts with all values scalar and repeats a walk of the kernel until nothing changes; what a loop
//! carries only ever becomes divergent.

use warpline_ir::def::{RegionFlow, Scope, Trait};
use warpline_ir::dialect::ptr::alignment_of;
use warpline_ir::{
    Arith, AttrKind, Float, Gpu, Math, MemRef, Module, Op, OpKind, OpRef, Ptr, SecondaryMap, Type, TypeKind,
    Value,
};

/// The values of a kernel that differ between lanes, or that only the vector unit computes.
#[derive(Debug, Default)]
pub(crate) struct Uniformity {
    divergent: SecondaryMap<Value, bool>,
    changed: bool,
}

impl Uniformity {
    /// Analyses a kernel.
    pub(crate) fn of(module: &Module, kernel: Op) -> Self {
        let mut result = Self::default();
        let ops = module.walk(kernel);
        loop {
            result.changed = false;
            for op in &ops {
                result.op(module.op(*op));
            }
            if !result.changed {
                return result;
            }
        }
    }

    /// Whether a value is in scalar registers.
    pub(crate) fn is_scalar(&self, value: Value) -> bool {
        !self.divergent[value]
    }

    fn all_scalar(&self, values: &[Value]) -> bool {
        values.iter().all(|value| self.is_scalar(*value))
    }

    fn set(&mut self, value: Value, is_scalar: bool) {
        if !is_scalar && !self.divergent[value] {
            self.divergent[value] = true;
            self.changed = true;
        }
    }

    fn op(&mut self, op: OpRef<'_>) {
        match op.module.region_flow(op.op) {
            Some(RegionFlow::For) => return self.for_loop(op),
            Some(RegionFlow::While) => return self.while_loop(op),
            Some(RegionFlow::Branch) => return self.branch(op, self.is_scalar(op.operand(0))),
            Some(RegionFlow::Once) => return self.branch(op, true),
            Some(RegionFlow::Parallel) | None => {}
        }
        match op.kind() {
            OpKind::Vector(_) => {
                let is_scalar = self.all_scalar(op.operands());
                op.results().for_each(|result| self.set(result, is_scalar));
            }
            _ => {
                let is_scalar = is_scalar_operation(op) && self.all_scalar(op.operands());
                op.results().for_each(|result| self.set(result, is_scalar));
            }
        }
    }

    fn for_loop(&mut self, op: OpRef<'_>) {
        let Some(body) = op.entry(0) else { return };
        let module = op.module;
        let Some((iv, carried)) = module.args(body).split_first() else { return };
        let [lower, upper, step] =
            ["lowerBound", "upperBound", "step"].map(|name| self.is_scalar(op.named(name)));
        self.set(*iv, lower && step);
        let yielded = module.last_op(body).map(|end| module.operands(end)).unwrap_or_default();
        let is_uniform = lower && upper && step;
        for (((arg, result), init), next) in
            carried.iter().zip(op.results()).zip(op.group("initArgs")).zip(yielded)
        {
            let is_scalar = is_uniform && self.is_scalar(*init) && self.is_scalar(*next);
            self.set(*arg, is_scalar);
            self.set(result, is_scalar && self.is_scalar(*arg));
        }
    }

    fn while_loop(&mut self, op: OpRef<'_>) {
        let module = op.module;
        let (Some(before), Some(after)) = (op.entry(0), op.entry(1)) else { return };
        let (Some(condition), Some(end)) = (module.last_op(before), module.last_op(after)) else { return };
        let is_uniform = self.is_scalar(module.op(condition).named("condition"));
        for ((arg, init), next) in module.args(before).iter().zip(op.operands()).zip(module.operands(end)) {
            let is_scalar = is_uniform && self.is_scalar(*init) && self.is_scalar(*next);
            self.set(*arg, is_scalar);
        }
        let passed = module.op(condition).group("args");
        for ((arg, result), value) in module.args(after).iter().zip(op.results()).zip(passed) {
            let is_scalar = is_uniform && self.is_scalar(*value);
            self.set(*arg, is_scalar);
            self.set(result, is_scalar);
        }
    }

    /// Results of a branch are scalar if all lanes take the same side and each side yields a scalar.
    fn branch(&mut self, op: OpRef<'_>, is_uniform: bool) {
        let module = op.module;
        for (index, result) in op.results().enumerate() {
            let mut is_scalar = is_uniform;
            for region in op.regions() {
                let end = module.blocks_of(region).first().and_then(|block| module.last_op(*block));
                let yielded = end.and_then(|end| module.operands(end).get(index));
                is_scalar &= yielded.is_none_or(|value| self.is_scalar(*value));
            }
            self.set(result, is_scalar);
        }
    }
}

/// Whether the scalar unit computes an operation on scalars.
fn is_scalar_operation(op: OpRef<'_>) -> bool {
    let Some(def) = op.def() else { return false };
    match op.kind() {
        _ if def.has(Trait::ConstantLike) => true,
        OpKind::Arith(Arith::Select | Arith::NegF | Arith::Bitcast)
        | OpKind::Math(Math::AbsF | Math::CopySign)
        | OpKind::MemRef(MemRef::Alloca)
        | OpKind::Gpu(Gpu::DynamicSharedMemory) => true,
        OpKind::Math(Math::AbsI) => false,
        OpKind::Arith(_) | OpKind::Math(_) => op.is_integer_arithmetic(),
        OpKind::Gpu(_) => def.scope.is_some_and(|scope| scope != Scope::Thread),
        OpKind::Ptr(Ptr::Load) => is_scalar_load(op),
        OpKind::MemRef(_) | OpKind::Ptr(_) => def.has(Trait::Pure),
        _ => false,
    }
}

/// Whether a load from a scalar address is one of the scalar unit: of whole, aligned words of global memory that the
/// kernel does not write.
pub(crate) fn is_scalar_load(op: OpRef<'_>) -> bool {
    let module = op.module;
    let is_invariant = op.attr("invariant").is_some_and(|attr| *module.attr_kind(attr) == AttrKind::Unit);
    let is_global = module.llvm_address_space(op.operand_type(0)) == Some(1);
    is_invariant
        && is_global
        && 4 <= alignment_of(op).unwrap_or(1)
        && has_whole_words(module, op.result_type(0))
}

fn has_whole_words(module: &Module, ty: Type) -> bool {
    let element = module.element_type(ty);
    let is_word = match module.type_kind(element) {
        TypeKind::Integer(width, _) => matches!(width, 32 | 64),
        TypeKind::Index | TypeKind::Float(Float::F32 | Float::F64) => true,
        _ => false,
    };
    let n = if element == ty { Some(1) } else { module.n_elements(ty) };
    is_word && n.is_some_and(u64::is_power_of_two)
}
