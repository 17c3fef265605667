//! Loads and stores through pointers: the clauses of their syntax, and verification.

use super::ORDERINGS;
use crate::attrs::{Attr, AttrKind};
use crate::def::{Directive, directive};
use crate::module::Module;
use crate::op::OpRef;
use crate::print::type_text;
use crate::syntax::lexer::Token;
use crate::types::{Float, Signedness, Type, TypeKind};
use crate::verify::VerifyCx;

/// Returns the alignment of the address of an access, a power of two, if it is known.
pub fn alignment_of(op: OpRef<'_>) -> Option<u64> {
    u64::try_from(written_alignment(op)?).ok()
}

fn written_alignment(op: OpRef<'_>) -> Option<i64> {
    match op.module.attr_kind(op.attr("alignment")?) {
        AttrKind::Array(items) => op.module.attr_int(*items.first()?),
        _ => None,
    }
}

/// Whether an attribute is an alignment or its absence.
pub(super) fn is_alignment(module: &Module, attr: Attr) -> bool {
    matches!(module.attr_kind(attr), AttrKind::Array(items)
        if items.len() <= 1 && items.iter().all(|item| matches!(module.attr_kind(*item), AttrKind::Integer(..))))
}

/// `alignment = 16`.
pub(super) const ALIGNMENT: Directive = directive(
    "Alignment",
    &["alignment"],
    |reader, _| {
        reader.expect_word("alignment")?;
        reader.expect(Token::Equal, "'=' after 'alignment'")?;
        let bytes = reader.integer()?;
        let bytes = reader.cx.module.int_attr(bytes, Type::I64);
        let attr = reader.cx.module.intern_attr(AttrKind::Array(Box::new([bytes])));
        reader.set_attr("alignment", attr);
        Ok(())
    },
    |writer, op| {
        writer.text("alignment = ");
        writer.text(&written_alignment(op).unwrap_or_default().to_string());
    },
)
.when(|reader| reader.is_word("alignment"), |op| written_alignment(op).is_some());

/// `atomic syncscope("workgroup") acquire`.
pub(super) const ATOMIC: Directive = directive(
    "Atomic",
    &["ordering", "syncscope"],
    |reader, _| {
        reader.expect_word("atomic")?;
        if reader.eat_word("syncscope") {
            reader.expect(Token::LParen, "'(' after 'syncscope'")?;
            let scope = reader.string_attr_value()?;
            reader.set_attr("syncscope", scope);
            reader.expect(Token::RParen, "')' after the name of the scope")?;
        }
        let ordering = reader.keyword(ORDERINGS)?;
        let ordering = reader.cx.module.int_attr(ordering as i64, Type::I32);
        reader.set_attr("ordering", ordering);
        Ok(())
    },
    |writer, op| {
        writer.text("atomic ");
        if let Some(scope) = op.attr("syncscope") {
            writer.text("syncscope(");
            writer.attr(scope);
            writer.text(") ");
        }
        writer.text(ORDERINGS[ordering_of(op)]);
    },
)
.when(|reader| reader.is_word("atomic"), is_atomic_access);

/// Whether an access is volatile.
pub fn is_volatile(op: OpRef<'_>) -> bool {
    op.attr("volatile_").is_some_and(|attr| *op.module.attr_kind(attr) == AttrKind::Unit)
}

/// Whether an access is atomic.
pub fn is_atomic_access(op: OpRef<'_>) -> bool {
    ordering_of(op) != 0
}

/// Whether an access is atomic and orders others.
pub fn orders_others(op: OpRef<'_>) -> bool {
    super::MONOTONIC < ordering_of(op) as i64
}

/// Returns the number of the memory ordering of an access; 0 if it is not atomic.
fn ordering_of(op: OpRef<'_>) -> usize {
    op.int("ordering")
        .and_then(|number| usize::try_from(number).ok())
        .filter(|n| *n < ORDERINGS.len())
        .unwrap_or(0)
}

pub(super) fn verify_load(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    verify(cx, op, op.operand_type(0), op.result_type(0), &["release", "acq_rel"]);
}

pub(super) fn verify_store(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    verify(cx, op, op.operand_type(1), op.operand_type(0), &["acquire", "acq_rel"]);
}

fn verify(cx: &mut VerifyCx<'_>, op: OpRef<'_>, pointer: Type, value: Type, refused: &[&str]) {
    let module = op.module;
    if let Some(alignment) = written_alignment(op) {
        if alignment <= 0 {
            return cx.error_plain(op, "alignment must be positive");
        }
        if alignment & (alignment - 1) != 0 {
            return cx.error_plain(op, "alignment must be a power of 2");
        }
    }
    if module.llvm_address_space(pointer).is_some() && !has_size(module, value) {
        let found = type_text(module, value);
        return cx.error_plain(op, &format!("type must be LLVM type with size, but got '{found}'"));
    }
    let ordering = ORDERINGS[ordering_of(op)];
    if ordering == "not_atomic" {
        if op.attr("syncscope").is_some() {
            cx.error(op, "expected syncscope to be null for non-atomic access");
        }
        return;
    }
    if refused.contains(&ordering) {
        return cx.error(op, format!("unsupported ordering '{ordering}'"));
    }
    if written_alignment(op).is_none() {
        return cx.error(op, "expected alignment for atomic access");
    }
    if !is_atomic(module, value) {
        let found = type_text(module, value);
        cx.error_plain(op, &format!("unsupported type '{found}' for atomic access"));
    }
}

/// Whether values of this type can be stored in memory.
fn has_size(module: &Module, ty: Type) -> bool {
    match module.type_kind(ty) {
        TypeKind::Integer(_, Signedness::Signless) | TypeKind::Ptr(_) => true,
        TypeKind::Float(float) => float.machine().is_some() || matches!(float, Float::F80 | Float::F128),
        TypeKind::Vector(shape, _, element) => shape.len() == 1 && has_size(module, *element),
        _ => false,
    }
}

/// Whether the processor accesses values of this type atomically.
fn is_atomic(module: &Module, ty: Type) -> bool {
    match module.type_kind(ty) {
        TypeKind::Integer(width, _) => matches!(width, 8 | 16 | 32 | 64),
        TypeKind::Float(_) | TypeKind::Ptr(_) => true,
        _ => false,
    }
}
