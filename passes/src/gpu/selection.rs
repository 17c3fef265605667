//! What the instruction selection of all GPU backends shares: the walk over operations, the types of values, the
//! reasons for which an operation has no code, and the order of copies.

use crate::analysis::call_graph::callee;
use crate::analysis::edges::only_hands_back;
use crate::gpu::buffers::{MemorySpace, static_offset};
use crate::gpu::lowered::{Lowered, lowered};
use crate::gpu::scalar::{Scalar, elements};
use crate::support::Lowering;
use crate::transforms::inline::is_recursive;
use warpline_ir::dialect::ptr::{is_atomic_access, is_volatile, orders_others};
use warpline_ir::{
    Arith, AttrKind, Block, DYNAMIC, Diagnostics, Func, MachineFloat, Module, Op, OpKind, OpRef, Rt, Type,
    TypeKind, Value, codes,
};

/// The reason why an operation cannot be selected.
#[derive(Debug)]
pub struct Unsupported(Option<String>);

/// The result of selecting an operation.
pub type SelectResult = Result<(), Unsupported>;

impl From<&str> for Unsupported {
    fn from(reason: &str) -> Self {
        Self(Some(reason.to_string()))
    }
}

impl From<String> for Unsupported {
    fn from(reason: String) -> Self {
        Self(Some(reason))
    }
}

impl Unsupported {
    /// Creates the error of an operation for which an earlier error is the reason.
    pub fn reported() -> Self {
        Self(None)
    }

    /// Creates the error of an operation that this pass should have removed.
    pub fn not_expanded(pass: &str) -> Self {
        Self(Some(format!("the chip has no such instruction, and {pass} did not expand it")))
    }

    /// Creates the error of an operation that is not supposed to reach selection.
    pub fn not_lowered() -> Self {
        "it is not a lowered operation".into()
    }

    /// Reports that an operation cannot be compiled for a target, unless that is known.
    pub fn report(self, diagnostics: &mut Diagnostics, module: &Module, op: Op, target: &str) {
        let Some(reason) = self.0 else { return };
        let message = format!("'{}' cannot be compiled for {target}: {reason}", module.op_name(op));
        diagnostics.error(codes::UNSUPPORTED, module.span(module.location(op)), message);
    }
}

/// The state of instruction selection, which walks the blocks of a kernel. An operation that cannot be selected is
/// reported, and selection continues after it.
pub trait Selector<'m> {
    /// Returns the module.
    fn module(&self) -> &'m Module;
    /// Returns the diagnostics so far, and the name of the target.
    fn diagnostics(&mut self) -> (&mut Diagnostics, &'static str);
    /// Selects an operation.
    fn op(&mut self, op: OpRef<'m>) -> SelectResult;

    /// Reports that an operation cannot be selected.
    fn report(&mut self, op: Op, unsupported: Unsupported) {
        let module = self.module();
        let (diagnostics, target) = self.diagnostics();
        unsupported.report(diagnostics, module, op, target);
    }

    /// Selects the operations of a block up to `end`, with a given function.
    fn ops_until(
        &mut self,
        block: Block,
        end: Option<Op>,
        select: &mut impl FnMut(&mut Self, OpRef<'m>) -> SelectResult,
    ) {
        let module = self.module();
        let mut next = module.first_op(block);
        while let Some(op) = next.filter(|op| Some(*op) != end) {
            if let Err(unsupported) = select(self, module.op(op)) {
                self.report(op, unsupported);
            }
            next = module.next_op(op);
        }
    }

    /// Selects the operations of a block except its terminator, and returns that.
    fn body(&mut self, block: Block) -> Result<OpRef<'m>, Unsupported> {
        let last = self.module().last_op(block).ok_or("a block is empty")?;
        self.ops_until(block, Some(last), &mut Self::op);
        Ok(self.module().op(last))
    }

    /// Returns the scalar type of a type.
    fn scalar(&self, ty: Type) -> Result<Scalar, Unsupported> {
        Scalar::of(self.module(), ty).map_err(Unsupported::from)
    }

    /// Returns the scalar type of a value.
    fn scalar_of(&self, value: Value) -> Result<Scalar, Unsupported> {
        self.scalar(self.module().type_of(value))
    }

    /// Returns the width of an integer value.
    fn int_width(&self, value: Value) -> Result<u32, Unsupported> {
        match self.scalar_of(value)? {
            Scalar::Int(width) => Ok(width),
            Scalar::Float(_) | Scalar::Fp8(_) => Err("expected an integer".into()),
        }
    }

    /// Returns the format of a float value.
    fn float_of(&self, value: Value) -> Result<MachineFloat, Unsupported> {
        match self.scalar_of(value)? {
            Scalar::Float(float) => Ok(float),
            Scalar::Int(_) => Err("expected a float".into()),
            Scalar::Fp8(_) => Err("there is no arithmetic on floats of 8 bits; widen them".into()),
        }
    }

    /// Whether a type is a vector.
    fn is_vector(&self, ty: Type) -> bool {
        matches!(self.module().type_kind(ty), TypeKind::Vector(..))
    }

    /// Returns the number of elements of a vector type, and the element type; 1 for a scalar.
    fn elements_of(&self, ty: Type) -> Result<(usize, Scalar), Unsupported> {
        if self.is_vector(ty) {
            elements(self.module(), ty).map_err(Unsupported::from)
        } else {
            Ok((1, self.scalar(ty)?))
        }
    }

    /// Returns the memory of a memref type.
    fn memory_space(&self, ty: Type) -> Result<MemorySpace, Unsupported> {
        MemorySpace::of_memref(self.module(), ty).map_err(Unsupported::from)
    }

    /// Returns the offset of a buffer in bytes from its beginning, which must be known.
    fn known_offset(&self, buffer: Value) -> Result<i64, Unsupported> {
        let (module, ty) = (self.module(), self.module().type_of(buffer));
        match module.strides(ty) {
            Some((offset, _)) if offset != DYNAMIC => Ok(static_offset(module, ty)),
            _ => Err("where the whole buffer begins is not known; its type has an offset".into()),
        }
    }
}

/// Returns the numbers of an attribute, each with the operand of a name that takes its place if it is dynamic.
pub fn mixed(
    op: OpRef<'_>,
    (key, name): (&str, &str),
) -> Result<impl Iterator<Item = (i64, Option<Value>)>, Unsupported> {
    let Some(AttrKind::DenseArray(_, numbers)) = op.attr(key).map(|attr| op.module.attr_kind(attr)) else {
        return Err(format!("expected the numbers in '{key}'").into());
    };
    let mut dynamic = op.group(name).iter().copied();
    Ok(numbers.iter().map(move |number| (*number, if *number == DYNAMIC { dynamic.next() } else { None })))
}

/// Returns the kind of a lowered operation.
pub fn lowered_kind(op: OpRef<'_>) -> Result<Lowered, Unsupported> {
    if op.kind() == OpKind::Func(Func::Call) {
        let callee = callee(op.module, op.op).filter(|callee| op.module.entry(*callee, 0).is_some());
        return Err(match callee {
            None => "the function has no body on the device".into(),
            Some(callee) if is_recursive(op.module, callee) => {
                "the function calls itself, and the stack of a thread is bounded; write a loop".into()
            }
            Some(_) => "the functions that the kernel calls are too large to be inlined".into(),
        });
    }
    match lowered(op.kind()).lowering {
        Lowering::Select(lowered) => Ok(lowered),
        Lowering::Part(reason) | Lowering::ExpandElse(_, reason) | Lowering::Refuse(reason) => {
            Err(reason.into())
        }
        Lowering::Expand(pass) => Err(Unsupported::not_expanded(pass)),
    }
}

/// Whether an access through a pointer may race with others of the same element; an error for accesses that order
/// others or are volatile.
pub fn is_monotonic(op: OpRef<'_>) -> Result<bool, Unsupported> {
    if is_volatile(op) || orders_others(op) {
        return Err("volatile accesses and those that order others are not supported".into());
    }
    Ok(is_atomic_access(op))
}

/// Whether an `scf.while` only tests at its end: its second region hands the values back, and they can be assigned before
/// the branch, since the condition is in a register of its own.
pub fn tests_at_end(op: OpRef<'_>) -> bool {
    let module = op.module;
    let (Some(before), Some(after)) = (op.entry(0), op.entry(1)) else { return false };
    let condition = module.last_op(before).and_then(|end| module.operands(end).first().copied());
    let is_computed = condition.and_then(|condition| module.defining_op(condition)).is_some_and(|op| {
        let is_comparison =
            matches!(module.kind(op), OpKind::Arith(Arith::CmpI | Arith::CmpF) | OpKind::Rt(Rt::Cmpxchg));
        is_comparison && module.block_of(op) == Some(before)
    });
    is_computed && only_hands_back(module, after)
}

/// Orders copies, pairs of target and source, that take place at once: a copy waits while another one still reads its
/// target, and a cycle is broken by a register from `fresh`, which is like the given one.
pub fn in_order<T: Copy, S: Copy + PartialEq + From<T>>(
    mut copies: Vec<(T, S)>,
    mut fresh: impl FnMut(T) -> T,
) -> Vec<(T, S)> {
    copies.retain(|(target, source)| S::from(*target) != *source);
    let mut ordered = Vec::with_capacity(copies.len());
    while !copies.is_empty() {
        let is_free = |i: &usize| copies.iter().all(|(_, source)| *source != S::from(copies[*i].0));
        if let Some(free) = (0..copies.len()).find(is_free) {
            ordered.push(copies.remove(free));
            continue;
        }
        let target = copies[0].0;
        let saved = fresh(target);
        ordered.push((saved, target.into()));
        for (_, source) in &mut copies {
            if *source == target.into() {
                *source = saved.into();
            }
        }
    }
    ordered
}
