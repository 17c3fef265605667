//! What the instruction selection of all GPU backends shares: the reasons for which an operation has no code, and the
//! order of copies.

use crate::analysis::edges::only_hands_back;
use crate::gpu::lowered::{Lowered, lowered};
use crate::support::Lowering;
use warpline_ir::dialect::ptr::MONOTONIC;
use warpline_ir::{Arith, AttrKind, Diagnostics, Module, Op, OpKind, OpRef, Rt, codes};

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

/// Returns the kind of a lowered operation.
pub fn lowered_kind(kind: OpKind) -> Result<Lowered, Unsupported> {
    match lowered(kind).lowering {
        Lowering::Select(lowered) => Ok(lowered),
        Lowering::Part(reason) | Lowering::Refuse(reason) => Err(reason.into()),
        Lowering::Expand(pass) => Err(Unsupported::not_expanded(pass)),
    }
}

/// Whether an access through a pointer may race with others of the same element; an error for accesses that order
/// others or are volatile.
pub fn is_monotonic(op: OpRef<'_>) -> Result<bool, Unsupported> {
    let is_volatile = op.attr("volatile_").is_some_and(|attr| *op.module.attr_kind(attr) == AttrKind::Unit);
    match op.int("ordering").unwrap_or(0) {
        0 if !is_volatile => Ok(false),
        ordering @ 1..=MONOTONIC if !is_volatile => Ok(0 < ordering),
        _ => Err("volatile accesses and those that order others are not supported".into()),
    }
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
