//! `memref.atomic_rmw`; `memref.generic_atomic_rmw %m[%i] : M { ^bb0(%old: T): … }` and its terminator.

use super::ATOMIC_KINDS;
use crate::def::{Code, Effect, Trait};
use crate::diagnostics::Reported;
use crate::format::read::Reader;
use crate::format::write::Writer;
use crate::module::Module;
use crate::op::{Op, OpRef};
use crate::print::type_text;
use crate::syntax::lexer::Token;
use crate::types::{Type, TypeKind};
use crate::verify::VerifyCx;

/// The custom form of `memref.generic_atomic_rmw`.
pub(super) const SYNTAX: Code = Code { read, write };

/// Checks that the value has the element type, and that the kind supports it.
pub(super) fn verify_rmw(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let (value, memref, result) = (op.operand_type(0), op.operand_type(1), op.result_type(0));
    if value != result {
        return cx.error(op, "failed to verify that all of {value, result} have same type");
    }
    if module.element_type(memref) != value {
        return cx.error(op, "failed to verify that value type matches element type of memref");
    }
    let rank = module.shape(memref).map_or(0, <[i64]>::len);
    let n_indices = op.group("indices").len();
    if rank != n_indices {
        return cx.error(op, format!("expects the number of subscripts to be equal to memref rank: expected {rank}, but found {n_indices}"));
    }
    let kind = op.int("kind").and_then(|kind| usize::try_from(kind).ok());
    let Some(kind) = kind.and_then(|kind| ATOMIC_KINDS.get(kind)) else { return };
    let is_float = matches!(module.type_kind(value), TypeKind::Float(_));
    let wanted = match *kind {
        "addf" | "maximumf" | "minimumf" | "mulf" if !is_float => "a floating-point type",
        "addi" | "maxs" | "maxu" | "mins" | "minu" | "muli" | "ori" | "andi" | "xori" if is_float => {
            "an integer type"
        }
        _ => return,
    };
    cx.error(op, format!("with kind '{kind}' expects {wanted}, but found '{}'", type_text(module, value)));
}

fn read(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let memref = reader.value_name()?;
    let indices = reader.indices()?;
    reader.expect(Token::Colon, "':' before the memref type")?;
    let ty = reader.parse_type()?;
    let memref = reader.resolve(memref, ty)?;
    reader.op.operands.push(memref);
    let indices = reader.resolve_all(&indices, Type::INDEX)?;
    reader.op.operands.extend(indices);
    let element = reader.cx.module.element_type(ty);
    reader.op.results.push(element);
    reader.region(&[])?;
    reader.attr_dict()
}

fn write(writer: &mut Writer<'_>, op: OpRef<'_>) {
    writer.text(" ");
    writer.value(op.named("memref"));
    writer.text("[");
    writer.values(op.group("indices"));
    writer.text("] : ");
    writer.ty(op.operand_type(0));
    writer.text(" ");
    writer.region(op.regions()[0], true, true);
    writer.attr_dict(op, &[]);
}

/// Checks that the body takes the old element and has no side effects.
pub(super) fn verify(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let Some(block) = op.entry(0) else { return cx.error(op, "expects a non-empty body") };
    let result = op.result_type(0);
    if module.element_type(op.operand_type(0)) != result {
        return cx.error(op, "failed to verify that result type matches element type of memref");
    }
    match module.args(block) {
        [arg] if module.type_of(*arg) == result => {}
        [arg] => {
            let found = type_text(module, module.type_of(*arg));
            return cx.error(
                op,
                format!(
                    "expected block argument of the same type result type: '{}', but found '{found}'",
                    type_text(module, result)
                ),
            );
        }
        args => {
            return cx.error(
                op,
                format!("expected single number of entry block arguments, but found {}", args.len()),
            );
        }
    }
    let mut nested = module.walk(op.op).into_iter().skip(1);
    if let Some(found) = nested.find(|nested| !is_free_of_effects(module, *nested)) {
        cx.error(
            op.other(found),
            "body of 'memref.generic_atomic_rmw' should contain only operations with no side effects",
        );
    }
}

fn is_free_of_effects(module: &Module, op: Op) -> bool {
    let Some(def) = module.kind(op).def() else { return false };
    let touches = |slots: &[crate::def::Slot]| {
        slots.iter().any(|slot| {
            matches!(slot.effect, Some(Effect::Read | Effect::Write | Effect::Allocate | Effect::Free))
        })
    };
    (def.has(Trait::Pure) || def.has(Trait::RecursiveEffects))
        && !touches(def.operands)
        && !touches(def.results)
}

/// Checks that the operand has the type of the enclosing operation's result.
pub(super) fn verify_yield(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let Some(parent) = op.module.parent_op(op.op).map(|parent| op.other(parent)) else { return };
    if parent.n_results() == 1 && parent.result_type(0) != op.operand_type(0) {
        let (found, wanted) = super::checks::types_text(op.module, op.operand_type(0), parent.result_type(0));
        cx.error(op, format!("types mismatch between yield op: {found} and its parent: {wanted}"));
    }
}
